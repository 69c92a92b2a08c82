"""期望: what each action is worth, as HTML: the run's standing, the table, and one action in full."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape, unescape

from analyzer.advice import Option, how_valued
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Snapshot, State
from analyzer.reasons import compared, differences
from analyzer.rules import PRESETS
from analyzer.texts import text
from pages.ui.analysis import Analysis
from pages.ui.answers import SHOWN, Pen, points_told
from pages.ui.copying import Line, Sheet

__all__ = ["WorthPen", "name_of"]

TOLD = frozenset(
    {"equal", "score", "win_chance", "payout", "deal_in", "faster", "more_accepts", "more_waits", "route"}
)
"""Differences of two actions that the sentence about them tells already."""


def name_of(option: Option) -> str:
    """What an action is kept by while its figures and its rank change."""
    tiles = "".join(str(tile) + "." for tile in option.tiles)
    return f"{option.action}:{'' if option.tile is None else option.tile}:{tiles}"


@dataclass(frozen=True, slots=True)
class WorthPen(Pen):
    """Draws what the actions of one position are worth."""

    def doing(self, option: Option) -> str:
        """The word and the faces of an action, to be tapped; a win ends the deal and is not played."""
        told = super(WorthPen, self).doing(option)
        if option.score is not None:
            return told
        label = self.say("play-it", deed=self.deed(option))
        name = escape(name_of(option))
        return f'<button class="wm-do" type="button" data-play="{name}" title="{label}">{told}</button>'

    def example(self, title: str, line: str) -> str:
        """What an example shows."""
        return f'<section class="wm-card wm-example"><h3>{escape(title)}</h3><p>{escape(line)}</p></section>'

    def standing(self, seen: Snapshot[tuple[Option, ...]] | None, valuable: bool) -> str:
        """What the ranking rests on by now, and how far its run is."""
        if not valuable:
            return f'<p class="wm-note">{self.say("worth-unknown")}</p>'
        if seen is None:
            return ""
        played = f"{seen.done:,}"
        if seen.found:
            estimate = seen.found[0].estimate
            by = estimate.speed if estimate else Speed.FULL
            told = self.say(f"rank-by-{by}", played=played, turns=by.depth)
            if seen.running:
                told = self.say("run-so-far", played=played, wanted=f"{seen.wanted:,}")
            elif seen.state is State.STOPPED:
                told = self.say("run-stopped", played=played)
        elif seen.state is State.FAILED:
            told = self.say("run-failed")
        elif seen.state is State.STOPPED:
            told = self.say("run-stopped-early")
        else:
            told = self.say("rank-by-distance")
        if seen.running and seen.others:
            told += f" {self.say('run-others', count=seen.others)}"
        share = round(100 * seen.share)
        bar = (
            f'<div class="wm-bar" role="progressbar" aria-valuenow="{share}" aria-valuemin="0" aria-valuemax="100"'
            f' aria-label="{self.say("run-progress")}"><i style="width:{share}%"></i></div>'
        )
        return (
            f'<div class="wm-run" data-state="{escape(seen.state)}" data-played="{seen.done}">'
            f"<p>{told}</p>{bar if seen.running else ''}</div>"
        )

    def speed(self, asked: Speed) -> str:
        """What a speed does."""
        told = self.say(f"speed-says-{asked}", samples=f"{asked.samples:,}", turns=asked.depth)
        return f'<p class="wm-note wm-speed">{told}</p>'

    def grounds(self, asked: Speed) -> str:
        """What the figures mean, and what they rest on."""
        told = [self.say("worth-means")]
        for note, params in how_valued(self.position.rules, asked):
            game = params.get("game")
            if game in PRESETS:
                params = {"game": text(f"rules-{game}", self.lang)}
            told.append(self.say(note, **params))
        return f'<p class="wm-note">{" ".join(told)}</p>'

    def near_and_far(self, rows: tuple[Option, ...]) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
        """The actions that are shown at once, and those that are folded away."""
        close = sum(option.estimate is not None and option.estimate.equal for option in rows)
        shown = max(SHOWN, min(close, 2 * SHOWN))
        return rows[:shown], rows[shown:]

    def worth(self, rows: Sequence[Option], best: Option, *, head: bool = True) -> str:
        """The table of actions with what each is worth."""
        names = ("action", "score", "win", "tenpai", "deal-in")
        top = "".join(f"<span>{self.say(f'column-{name}')}</span>" for name in names)
        top = f'<div class="wm-option head">{top}</div>' if head else ""
        drawn = "".join(self._worth(option, best=option == best) for option in rows)
        table = f'<div class="wm-options worth">{top}{drawn}</div>'
        if not head:
            return table
        return f'<section class="wm-section"><h3>{self.say("options-title")}</h3>{table}</section>'

    def _worth(self, option: Option, *, best: bool) -> str:
        estimate = option.estimate
        score = "" if estimate is None else points_told(estimate.score, signed=True)
        margin = "" if estimate is None else f"<small>± {self.margin(option.margin)}</small>"
        figures = "".join(
            f'<div class="figure" data-figure="{name}"><small>{self.say(f"column-{name}")}</small>'
            f"{escape(self.percent(value))}</div>"
            for name, value in (
                ("win", None if estimate is None else estimate.win),
                ("tenpai", None if estimate is None else estimate.tenpai),
                ("deal-in", option.deal_in),
            )
        )
        equal = ""
        if estimate is not None and estimate.equal and not best:
            equal = f'<span class="wm-chip good">{self.say("chip-equal")}</span>'
        leads = self.say("pays-total", points=option.score.total) if option.score is not None else ""
        if option.distance is not None:
            leads = (
                f'<span class="far">{self.say("distance", distance=option.distance)}</span>'
                f'<span class="draws">{self.option_draws(option)}</span>'
                f'<div class="sum">{option.accepts_total} <small>{self.say("unit-tiles")}</small></div>'
            )
        return (
            f'<div class="wm-option{" best" if best else ""}" '
            f'data-action="{escape(option.action)}" data-tile="{self.tile_code(option)}">'
            f'<div class="do">{self.doing(option)}</div>'
            f'<div class="score"><b>{score or "…"}</b>{margin}</div>{figures}'
            f'<div class="leads">{leads}{equal}{self.option_chips(option)}</div></div>'
        )

    def comparison(self, one: Option, other: Option) -> str:
        """One sentence: what the one action gains and gives up against the other, in the engine's figures."""
        found = compared(one, other)
        parts = []
        if one.score is not None or other.score is not None:
            for option, message in ((one, "compare-win-now"), (other, "compare-no-win")):
                if option.score is not None:
                    parts.append(text(message, self.lang, points=option.score.total))
        if found.nearer:
            parts.append(
                text(
                    "compare-nearer" if found.nearer > 0 else "compare-farther",
                    self.lang,
                    steps=abs(found.nearer),
                )
            )
        for message, accepts in (("compare-gained", found.gained), ("compare-lost", found.lost)):
            if accepts:
                tiles = self.names(accept.tile for accept in accepts)
                count = sum(accept.live for accept in accepts)
                parts.append(text(message, self.lang, tiles=tiles, count=count))
        if found.nearer is not None and not found.gained and not found.lost:
            parts.append(text("compare-same-tiles", self.lang))
        for message, routes in (("compare-kept", found.kept), ("compare-given-up", found.given_up)):
            if routes:
                parts.append(text(message, self.lang, routes=self._routes(routes)))
        for message, change in (("compare-win", found.win), ("compare-risk", found.risk)):
            if change is not None:
                parts.append(text(message, self.lang, change=points_told(100 * change, signed=True)))
        if found.payout is not None:
            parts.append(text("compare-payout", self.lang, change=points_told(found.payout, signed=True)))
        if found.score is not None:
            margin = self.margin(found.margin)
            parts.append(
                text("compare-score", self.lang, change=points_told(found.score, signed=True), margin=margin)
            )
        joined = text("compare-joint", self.lang).join(parts)
        return self.say("compare-sentence", one=self.deed(one), other=self.deed(other), parts=joined)

    def apart(self, option: Option, other: Option) -> str:
        """What sets one action apart from another: the sentence, and what it leaves out."""
        reasons = "".join(
            f"<li>{self.reason(reason)}</li>"
            for reason in differences(self.position, option, other)
            if reason.code not in TOLD
        )
        told = f'<p class="wm-compared">{self.comparison(option, other)}</p>'
        return told + (f"<h4>{self.say('details-apart')}</h4><ul>{reasons}</ul>" if reasons else "")

    def details(self, option: Option, other: Option) -> str:
        """One action in full: what sets it apart from another, its risks, and what it wins with."""
        found = option.estimate
        if found is None:
            return ""
        parts = []
        if option != other:
            parts.append(self.apart(option, other))
        figures = [("details-samples", f"{found.samples:,}")]
        if found.mean_payout:
            figures.append(("details-payout", points_told(found.mean_payout)))
        if found.drawn is not None:
            figures.append(("details-drawn", self.percent(found.drawn)))
        if found.contract is not None:
            figures.append(("details-contract", self.percent(found.contract)))
        cells = "".join(
            f"<div><small>{self.say(name)}</small><b>{escape(value)}</b></div>" for name, value in figures
        )
        parts.append(f'<div class="wm-figures">{cells}</div>')
        if found.deal_in:
            rows = "".join(
                f'<tr><th scope="row">{escape(self.seat(seat))}</th>'
                f'<td class="num">{escape(self.percent(found.deal_in[seat]))}</td>'
                f'<td class="num">{points_told(found.deal_in_cost[seat], signed=True)}</td></tr>'
                for seat in self.from_me()[1:]
            )
            parts.append(
                f"<h4>{self.say('details-deal-in')}</h4>"
                f'<table class="wm-pay"><thead><tr><th></th><th class="num">{self.say("details-chance")}</th>'
                f'<th class="num">{self.say("details-cost")}</th></tr></thead><tbody>{rows}</tbody></table>'
            )
        if found.hands:
            hands = "".join(
                f'<span class="wm-chip">{escape(self.route_name(name))} {escape(self.percent(chance))}</span>'
                for name, chance in found.hands
            )
            parts.append(f'<h4>{self.say("details-hands")}</h4><p class="wm-chips">{hands}</p>')
        return f'<section class="wm-details">{"".join(parts)}</section>'

    def sheet(self, analysis: Analysis) -> Sheet:
        """The answer to be taken along: what to do and how the actions compare, or what the hand waits for."""
        if analysis.is_asked:
            asked = () if self.offer is None else (unescape(self.offered(self.offer)),)
            if not analysis.options:
                return Sheet(text("verdict-nothing", self.lang), (text("verdict-last-draw", self.lang),))
            lines = tuple(Line(self._compared(option)) for option in analysis.options[:SHOWN])
            return Sheet(self.deed(analysis.options[0]), asked, lines)
        if analysis.waits is None or not analysis.waits.tenpai:
            reasons = () if analysis.waits is None else analysis.waits.blocked_by
            why = [text(f"reason-{reason.replace('_', '-')}", self.lang) for reason in reasons]
            notes = (text("waiting-blocked", self.lang, reasons=why),) if why else ()
            return Sheet(text("verdict-blocked" if why else "copying-not-ready", self.lang), notes)
        found = analysis.waits
        total = text("waiting-tenpai", self.lang, kinds=len(found.waits), total=found.live_total)
        waits = tuple(
            Line(text("wait-live", self.lang, count=wait.live), (wait.tile,)) for wait in found.waits
        )
        return Sheet(text("verdict-tenpai", self.lang), (total,), waits)

    def _compared(self, option: Option) -> str:
        """An action with its main figures in one line. Unescaped."""
        figures = []
        if option.score is not None:
            figures.append(text("pays-total", self.lang, points=option.score.total))
        if option.estimate is not None:
            for name, value in (
                ("score", self.score_told(option)),
                ("win", self.percent(option.estimate.win)),
                ("tenpai", self.percent(option.estimate.tenpai)),
            ):
                figures.append(f"{text(f'column-{name}', self.lang)} {value}")
        if option.distance is not None:
            figures.append(text("distance", self.lang, distance=option.distance))
            figures.append(text("tiles-count", self.lang, count=option.accepts_total))
        joint = text("copying-joint", self.lang)
        return text("copying-figures", self.lang, name=self.deed(option), figures=joint.join(figures))
