"""评分: a review as HTML: its sums, the kinds of its mistakes, and one decision with the table around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from html import escape
from typing import Final

from analyzer.advice import Option
from analyzer.errors import AnalyzerError
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Snapshot, State
from analyzer.position import Meld, Player
from analyzer.record import Record
from analyzer.review import Grade, Kind, Review
from analyzer.rules import PRESETS
from analyzer.store import Keeping
from analyzer.texts import describe, text
from pages.ui.answers import Pen, game_told, points_told
from pages.ui.worth import WorthPen

__all__ = ["GradePen", "ReviewPen", "kind_told", "loss_told"]

OWN: Final = 36
"""Pixels of a tile in the player's own hand."""
ROWS: Final = 3
"""Rows of the table of actions that are seen at once, beside what was done."""
OTHER: Final = 21
"""Pixels of a tile that lies on the table."""


def kind_told(kind: Kind | None, lang: str) -> str:
    """What a mistake is about; empty where there is none. Unescaped."""
    return "" if kind is None else text(f"kind-{kind.replace('_', '-')}", lang)


def loss_told(points: float) -> str:
    """失分 with its minus."""
    return f"−{points:.1f}"


@dataclass(frozen=True, slots=True)
class ReviewPen:
    """Draws what a whole review says, in one language."""

    lang: str

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def head(self, record: Record, title: str) -> str:
        """Which record it is: its name, its game, who dealt and who won."""
        result = record.final.result
        end = self.say("report-unfinished")
        if result is not None:
            end = self.say("ledger-kind-drawn")
            if result.winner is not None:
                end = self.say("review-won", who=text(f"seat-{result.winner}", self.lang))
        told = " · ".join(
            (
                escape(game_told(record.rules, self.lang)),
                self.say("review-dealer", who=text(f"seat-{record.dealer}", self.lang)),
                end,
            )
        )
        return f'<h2 class="wm-title">{escape(title)}</h2><p class="wm-soft wm-record">{told}</p>'

    def kept(self, kept: Keeping, offset: int) -> str:
        """A record of the visitor's own in one line; ``offset`` is his clock's, in minutes. Unescaped."""
        when = datetime.fromtimestamp(kept.at / 1000, timezone(-timedelta(minutes=offset)))
        game = text(f"rules-{kept.rules}", self.lang) if kept.rules in PRESETS else kept.rules
        return text("review-kept-line", self.lang, title=kept.title, game=game, when=f"{when:%Y-%m-%d %H:%M}")

    def faults(self, title: str, error: AnalyzerError, *, kept: bool) -> str:
        """Everything that is wrong with a record, a line each; ``kept`` is whether there is a text to be mended."""
        found = (error, *error.others)
        lines = "".join(f"<li>{escape(describe(each, self.lang))}</li>" for each in found)
        note = f'<p class="wm-note">{self.say("review-faults-kept")}</p>' if kept else ""
        return (
            '<section class="wm-card wm-faults" role="alert">'
            f"<h3>{self.say('review-faults', title=title, count=len(found))}</h3><ul>{lines}</ul>{note}</section>"
        )

    def standing(self, seen: Snapshot[Review]) -> str:
        """How far the grading is."""
        found = seen.found
        params = {"done": seen.done, "wanted": seen.wanted}
        if not seen.wanted and found is not None:
            told = self.say("review-none-asked")
        elif seen.running and found is None:
            told = self.say("review-waiting")
        elif seen.running:
            rough = found is not None and not found.complete and found.speed is not Speed.INSTANT
            told = (
                self.say("review-run-first", done=len(found.grades), wanted=found.decisions)
                if found is not None and rough
                else self.say("review-run", **params)
            )
        elif seen.state is State.STOPPED:
            told = self.say("review-stopped", **params)
        elif seen.state is State.FAILED:
            told = self.say("review-failed")
        else:
            speed = Speed.QUICK if found is None else found.speed
            told = self.say("review-done", wanted=seen.wanted, speed=text(f"speed-{speed}", self.lang))
        if seen.running and seen.others:
            told += f" {self.say('run-others', count=seen.others)}"
        share = round(100 * seen.share)
        bar = (
            f'<div class="wm-bar" role="progressbar" aria-valuenow="{share}" aria-valuemin="0" aria-valuemax="100"'
            f' aria-label="{self.say("report-progress")}"><i style="width:{share}%"></i></div>'
        )
        graded = 0 if found is None else len(found.grades)
        return (
            f'<div class="wm-run" data-state="{escape(seen.state)}" data-graded="{graded}">'
            f"<p>{told}</p>{bar if seen.running else ''}</div>"
        )

    def summary(self, found: Review) -> str:
        """输赢, 失分, 手气: the sums and one sentence about them."""
        cells = [
            ("report-points", self._result(found)),
            ("report-loss", self._lost(found)),
        ]
        if found.expected is not None:
            cells.insert(1, ("report-expected", points_told(found.expected, signed=True)))
        if found.luck is not None:
            cells.append(("report-luck", points_told(found.luck, signed=True)))
        if found.match is not None and found.accuracy is not None:
            cells += [
                ("report-match", f"{found.match:.0%}"),
                ("report-accuracy", f"{found.accuracy:.0%}"),
            ]
        drawn = "".join(f"<div><small>{self.say(name)}</small><b>{value}</b></div>" for name, value in cells)
        return (
            f'<section class="wm-card wm-summary"><p class="say">{self._sentence(found)}</p>'
            f'<div class="wm-figures">{drawn}</div></section>'
        )

    def _sentence(self, found: Review) -> str:
        lost = self.say("review-lost", count=len(found.mistakes), loss=f"{found.loss:.1f}")
        if found.luck is None or found.expected is None or found.points is None:
            return lost
        return lost + self.say(
            "review-luck",
            points=points_told(found.points, signed=True).removesuffix(".0"),
            expected=points_told(found.expected, signed=True),
            loss=f"{found.loss:.1f}",
            luck=points_told(found.luck, signed=True),
        )

    def _result(self, found: Review) -> str:
        if found.points is None:
            return self.say("report-unfinished")
        return f"{found.points:+d}".replace("-", "−")

    @staticmethod
    def _lost(found: Review) -> str:
        return f"{points_told(found.loss)} <small>± {found.margin:.1f}</small>"

    def kinds(self, found: Review) -> str:
        """失误种类: how many of each, and what they cost; the dearest first."""
        rows = "".join(
            f'<tr><th scope="row">{escape(kind_told(kind, self.lang))}</th>'
            f'<td class="num">{self.say("review-times", count=count)}</td>'
            f'<td class="num wm-loss">{loss_told(points)}</td></tr>'
            for kind, count, points in found.by_kind()
        )
        if not rows:
            return ""
        return (
            f'<section class="wm-section"><h3>{self.say("report-kinds")}</h3>'
            f'<table class="wm-pay"><tbody>{rows}</tbody></table></section>'
        )

    def means(self, speed: Speed) -> str:
        """What the figures mean."""
        told = self.say("report-means", speed=text(f"speed-{speed}", self.lang))
        return f'<p class="wm-note">{told} {self.say("review-means")}</p>'

    def guessed(self, found: Review) -> str:
        """先猜: how the guesses did against what was done."""
        right = len(found.grades) - len(found.mistakes)
        told = self.say("review-guessed", count=len(found.grades), right=right, loss=points_told(found.loss))
        return f'<section class="wm-card wm-guessed" aria-live="polite"><p>{told}</p></section>'


@dataclass(frozen=True, slots=True)
class GradePen(WorthPen):
    """Draws one decision of a record."""

    taken: Option | None = None
    """What was done; ``None`` while that is not to be seen."""

    def doing(self, option: Option) -> str:
        """The word and the faces of an action; it is over and can't be tapped."""
        return Pen.doing(self, option)

    def option_chips(self, option: Option) -> str:
        """What was done bears a mark."""
        mark = ""
        if self.taken is not None and option == self.taken:
            mark = f'<span class="wm-chip taken">{self.say("review-chip-taken")}</span>'
        return mark + Pen.option_chips(self, option)

    def scene(self, at: int) -> str:
        """What the player saw: his tiles, another's tile, and what lies on the table."""
        position = self.position
        facts = [self.say("report-move", at=at + 1), escape(text(f"seat-{position.seat}", self.lang))]
        if position.dealer == position.seat:
            facts.append(self.say("dealer-mark"))
        facts.append(self.say("picker-wall", n=position.wall_left))
        turned = ""
        for name, kind in (("indicator", position.indicator), ("laizi", position.laizi)):
            if kind is not None:
                turned += f'<span class="wm-turned">{self.say(f"picker-{name}")} {self.tile(kind, 26)}</span>'
        asked = ""
        if self.offer is not None:
            asked = (
                f'<p class="wm-asked">{self.tile(self.offer.tile, 46)} <b>{self.offered(self.offer)}</b></p>'
            )
        own = "".join(self.tile(kind, OWN) for kind in position.hand)
        return (
            f'<section class="wm-card wm-scene" data-at="{at}"><header><span>{" · ".join(facts)}</span>'
            f'<span>{turned}</span></header>{asked}<div class="wm-tiles own">{own}</div>'
            f"{self._laid(position.me)}{self._table()}</section>"
        )

    def _laid(self, player: Player, width: int = 26) -> str:
        """吃碰杠: what a player has laid down."""
        drawn = "".join(f'<span class="wm-group">{self._meld(meld, width)}</span>' for meld in player.melds)
        drawn += "".join(self.tile(kind, width) for kind in player.gangs)
        if player.laizi_drops:
            drawn += f'<span class="wm-chip">{self.say("picker-drops")} {player.laizi_drops}</span>'
        return f'<div class="wm-tiles laid">{drawn}</div>' if drawn else ""

    def _meld(self, meld: Meld, width: int) -> str:
        if not meld.copies:  # another's 暗杠 is not shown
            return f'<span class="wm-chip">{self.say("meld-an-gang")}</span>'
        return "".join(self.tile(kind, width) for kind in meld.copies)

    def _table(self) -> str:
        rows = ""
        for seat in self.from_me():
            player = self.position.players[seat]
            laid = "" if seat == self.position.seat else self._laid(player, OTHER)
            pond = "".join(self.tile(kind, OTHER) for kind in player.discards)
            if laid or pond:
                rows += (
                    f'<div class="wm-side"><b>{escape(self.seat(seat))}</b>'
                    f'<div>{laid}<div class="wm-tiles pond">{pond}</div></div></div>'
                )
        if not rows:
            return ""
        return (
            f'<details class="wm-more" open><summary>{self.say("review-table")}</summary>'
            f'<div class="wm-sides">{rows}</div></details>'
        )

    def judged(self, found: Grade) -> str:
        """What was done, what is best, and what lies between."""
        points, margin = found.gap
        lines = [self.say("report-taken", deed=self.deed(found.taken))]
        if found.taken == found.best:
            head, css = self.say("review-best-taken", deed=self.deed(found.taken)), "good"
            lines = []
        elif not found.is_mistake:
            head, css = self.say("review-as-good", deed=self.deed(found.taken)), "good"
            lines = [
                self.say(
                    "review-close",
                    deed=self.deed(found.best),
                    gap=points_told(points),
                    margin=self.margin(margin),
                )
            ]
        else:
            head, css = self.say("report-best", deed=self.deed(found.best)), "bad"
            lines.append(
                f'<b class="wm-loss">{loss_told(found.loss)}</b> ± {self.margin(margin)} '
                f'<span class="wm-chip bad">{escape(kind_told(found.kind, self.lang))}</span>'
            )
        shown = found.best.tile if found.best.tile is not None or self.offer is None else self.offer.tile
        face = "" if shown is None else self.tile(shown, 54)
        told = "".join(f"<p>{line}</p>" for line in lines)
        return (
            f'<section class="wm-card wm-verdict wm-judged {css}" data-at="{found.choice.at}" aria-live="polite">'
            f'<div class="face">{face}</div><h2>{head}</h2>{told}</section>'
        )

    def why(self, found: Grade) -> str:
        """为什么: what sets the best action apart from the one taken."""
        if found.taken == found.best:
            return ""
        return (
            f'<section class="wm-section wm-details"><h3>{self.say("review-why")}</h3>'
            f"{self.apart(found.best, found.taken)}</section>"
        )

    def guess(self, found: Grade) -> str:
        """What somebody has guessed, against the best."""
        points, margin = found.gap
        deed = self.deed(found.taken)
        if found.taken == found.best:
            told, css = self.say("review-guess-best", deed=deed), "good"
        elif not found.is_mistake:
            told, css = self.say("review-guess-close", deed=deed), "good"
        else:
            told = self.say(
                "review-guess-worse", deed=deed, loss=points_told(points), margin=self.margin(margin)
            )
            css = "bad"
        return f'<section class="wm-card wm-guess {css}" aria-live="polite"><p>{told}</p></section>'

    def shown_rows(self, found: Grade) -> tuple[Sequence[Option], Sequence[Option]]:
        """The rows of the table that are seen at once, with what was done among them, and the others."""
        near = [each for rank, each in enumerate(found.options) if rank < ROWS or each == found.taken]
        return near, [each for each in found.options if each not in near]
