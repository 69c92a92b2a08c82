"""算番细账: a finished hand as an account that a table can settle by, every line with its clause."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape, unescape

from analyzer.compare import Finish, Row
from analyzer.disputes import Candidate, Change, Explanation, Slip
from analyzer.rules import RULE_FIELDS
from analyzer.settlement import Score, Step
from analyzer.texts import describe, text
from analyzer.wins import REASON_CLAUSES, Reading, WinBy
from pages.ui.answers import Pen
from pages.ui.copying import Line, Sheet

__all__ = ["AccountPen"]

SHOWN = 4
"""Changes of the rules that are told before the rest is folded away."""


def _slug(name: str) -> str:
    return name.replace("_", "-")


@dataclass(frozen=True, slots=True)
class AccountPen(Pen):
    """Draws what one finished hand pays."""

    # The answer

    def head(self, score: Score, paid: Sequence[Decimal] | None) -> str:
        """What the hand is, how it lies and what the four players get or pay, in money too where asked for."""
        four = "".join(
            self._four(seat, score.pays[seat], None if paid is None else paid[seat])
            for seat in self.from_me()
        )
        return (
            '<section class="wm-card wm-verdict wm-won" aria-live="polite">'
            f'<div class="face"><span class="wm-stamp">{self.say("action-win")}</span></div>'
            f"<h2>{self.say('pays-total', points=score.total)}</h2>"
            f"<p>{self.hand_name(score)}{self.chips(score)}</p></section>"
            f'{self.reading(score, 28)}<div class="wm-four" data-answer="four">{four}</div>'
        )

    def sheet(self, score: Score) -> Sheet:
        """The account to be taken along: what the hand is, and the four amounts."""
        if not score.valid:
            why = tuple(text(f"score-why-{_slug(reason)}", self.lang) for reason in score.reasons)
            return Sheet(text("score-refused", self.lang), why)
        marks = [text("chip-gold", self.lang)] if score.gold else []
        if score.contract is not None:
            marks.append(text("chip-contract", self.lang, seat=self.seat(score.contract)))
        joint = text("copying-joint", self.lang)
        lines = []
        for seat in self.from_me():
            name = self.seat(seat)
            if seat == self.position.dealer:
                name += f" ({text('dealer-mark', self.lang)})"
            figures = signed(score.pays[seat])
            lines.append(Line(text("copying-figures", self.lang, name=name, figures=figures)))
        total = text("pays-total", self.lang, points=score.total)
        return Sheet(total, (joint.join([self.hand_told(score), *marks]),), tuple(lines))

    def chips(self, score: Score) -> str:
        """金顶 and 承包 as marks."""
        told = ""
        if score.gold:
            told += f' <span class="wm-chip gold">{self.say("chip-gold")}</span>'
        if score.contract is not None:
            payer = self.say("chip-contract", seat=self.seat(score.contract))
            told += f' <span class="wm-chip bad">{payer}</span>'
        return told

    def _four(self, seat: int, points: int, paid: Decimal | None) -> str:
        sign = "plus" if points > 0 else "minus" if points < 0 else "even"
        dealer = self.say("dealer-mark") if seat == self.position.dealer else ""
        mark = f' <span class="wm-chip">{dealer}</span>' if dealer else ""
        told = (
            "" if paid is None else f"<small>{self.say('score-money', amount=signed(paid, ',.2f'))}</small>"
        )
        return f'<div class="{sign}"><span>{escape(self.seat(seat))}{mark}</span><b>{signed(points)}</b>{told}</div>'

    def refused(self, score: Score) -> str:
        """Why the hand can't win, in words and with the clauses."""
        told = "".join(
            f"<li>{self.say(f'score-why-{_slug(reason)}')} {self.clause(REASON_CLAUSES[reason])}</li>"
            for reason in score.reasons
        )
        would = ""
        if score.hu is not None:  # below the minimum there is a reading all the same
            owed = [
                text("score-owes", self.lang, seat=self.seat(seat), points=score.raw[seat])
                for seat in self._losers
            ]
            minimum = self.say("score-minimum", minimum=self.position.rules.minimum, owed=owed)
            would = f'{self.reading(score, 28)}<p>{self.hand_name(score)}</p><p class="wm-note">{minimum}</p>'
        return (
            f'<section class="wm-card wm-refused" aria-live="polite"><h2>{self.say("score-refused")}</h2>'
            f'<ul class="wm-why">{told}</ul>{would}</section>'
        )

    @property
    def _losers(self) -> list[int]:
        return self.from_me()[1:]

    def clause(self, clause: str) -> str:
        """The mark that names a clause of the rules."""
        about = self.say(f"score-clause-{clause.removeprefix('§')}")
        title = f"{self.say('score-clause', clause=clause)} {about}"
        return f'<abbr class="wm-clause" title="{title}">{escape(clause)}</abbr>'

    def empty_account(self) -> str:
        """The guide where no tile is chosen yet."""
        steps = "".join(f"<li>{self.say(f'score-guide-{number}')}</li>" for number in (1, 2, 3))
        return (
            f'<section class="wm-card"><h3>{self.say("score-guide-title")}</h3>'
            f'<ol class="wm-guide">{steps}</ol></section>'
        )

    def one_short(self, tenpai: bool) -> str:
        """A hand that waits: the winning tile is missing."""
        told = self.say("score-one-short-tap" if tenpai else "score-one-short")
        return f'<section class="wm-card"><h3>{self.say("score-one-short-title")}</h3><p>{told}</p></section>'

    # The account

    def account(self, score: Score, finish: Finish) -> str:
        """The table: every fan of every player, what each owes by it, caps, and what is paid."""
        order = self.from_me()
        heads = "".join(f'<th scope="col">{self._who(seat, finish)}</th>' for seat in order)
        rows = self._fan_rows(score) + self._owing_rows(score) + self._paying_rows(score)
        return (
            f'<section class="wm-section"><h3>{self.say("score-account")}</h3>'
            f'<table class="wm-account"><thead><tr><td></td>{heads}<td></td></tr></thead>'
            f"<tbody>{rows}</tbody></table></section>"
        )

    def _who(self, seat: int, finish: Finish) -> str:
        marks = ""
        if seat == self.position.seat:
            marks += f'<span class="wm-chip good">{self.say("score-won")}</span>'
        if seat == finish.win.source:
            robbed = finish.win.by is WinBy.QIANGGANG
            marks += (
                f'<span class="wm-chip bad">{self.say("score-robbed" if robbed else "part-discard")}</span>'
            )
        if seat == self.position.dealer:
            marks += f'<span class="wm-chip">{self.say("dealer-mark")}</span>'
        return f"{escape(self.seat(seat))}{marks}"

    def _row(self, label: str, cells: Iterable[str], clause: str, css: str = "") -> str:
        told = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr class="{css}"><th scope="row">{label}</th>{told}<td>{self.clause(clause)}</td></tr>'

    def _fan_rows(self, score: Score) -> str:
        parts: dict[str, dict[int, Step]] = {}
        for step in score.steps:
            if step.code == "fan" and step.part is not None and step.seat is not None:
                parts.setdefault(step.part, {})[step.seat] = step
        rows = "".join(
            self._row(
                self.say(f"part-{_slug(part)}"),
                (str(by_seat[seat].fan) if seat in by_seat else "" for seat in self.from_me()),
                next(iter(by_seat.values())).clause,
            )
            for part, by_seat in parts.items()
        )
        return rows + self._row(
            self.say("score-fan-sum"), (f"<b>{score.fan[seat]}</b>" for seat in self.from_me()), "§5", "sum"
        )

    def _owing_rows(self, score: Score) -> str:
        base = next(step for step in score.steps if step.code == "base")
        half = {step.seat for step in score.steps if step.code == "half"}
        mine = score.fan[self.position.seat]

        def owed(seat: int) -> str:
            times = "<i>× 1.5</i>" if seat in half else ""
            return (
                f"<small>{base.points} × 2<sup>{mine}+{score.fan[seat]}</sup> {times}</small>"
                f"<b>{score.raw[seat]:,}</b>"
            )

        kind = self.say(f"score-base-{base.part}", count=base.limit or 0)
        about = f'<small class="base">{self.say("score-base", points=base.points or 0)}<br>{kind}</small>'
        cells = (about, *(owed(seat) for seat in self._losers))
        return self._row(self.say("score-owing"), cells, base.clause, "owing")

    def _paying_rows(self, score: Score) -> str:
        rows = ""
        if score.capped != score.raw:
            label = self.say("chip-gold") if score.gold else self.say("score-cap")
            cap = next(
                (step.limit for step in score.steps if step.code in ("gold", "capped")),
                self.position.rules.cap,
            )
            about = f'<small class="base">{self.say("score-cap-is", cap=cap or 0)}</small>'
            rows += self._row(
                label, (about, *(f"<b>{score.capped[seat]:,}</b>" for seat in self._losers)), "§6"
            )
        contract = next((step for step in score.steps if step.code == "contract"), None)
        if contract is not None:
            ground = f"<small>{self.say(f'contract-{_slug(str(contract.part))}')}</small>"
            told = (ground if seat == contract.seat else "" for seat in self.from_me())
            rows += self._row(self.say("score-contract"), told, contract.clause)
        pays = (
            f'<b class="{"plus" if score.pays[seat] > 0 else "minus"}">{signed(score.pays[seat])}</b>'
            for seat in self.from_me()
        )
        return rows + self._row(self.say("score-result"), pays, "§6", "result")

    def sentences(self, score: Score) -> str:
        """The same, one sentence a step, to be read out."""
        steps = "".join(f"<li>{self.step(step)} {self.clause(step.clause)}</li>" for step in score.steps)
        return (
            f'<details class="wm-more"><summary>{self.say("points-steps")}</summary>'
            f'<ol class="wm-steps">{steps}</ol></details>'
        )

    def plain(self, score: Score, finish: Finish) -> str:
        """The same as plain text, to be sent to whoever argues. Unescaped."""
        tile = self.name(finish.win.tile)
        lines = [
            self.game(self.position.rules),
            text("score-plain-hand", self.lang, hand=str(self.position), tile=tile),
            unescape(self.hand_name(score)),
            *(f"{unescape(self.step(step))} {step.clause}" for step in score.steps),
        ]
        return "\n".join(lines)

    def readings(self, found: Sequence[Reading]) -> str:
        """The reading that is scored and the ones that are not, so that nobody has to wonder."""
        if len(found) < 2:
            return ""
        others = "".join(f"<li>{self._other_reading(each)}</li>" for each in found[1:])
        first = found[0]
        words = self._reading_words(first)
        chosen = self.say("score-chosen", count=len(found), reading=words, points=first.total)
        return (
            f'<section class="wm-section"><p>{chosen} {self.clause("§4")}</p>'
            f'<ul class="wm-why">{others}</ul></section>'
        )

    def _reading_words(self, reading: Reading) -> str:
        names = [self.route_name(name) for name in reading.big] or [text("hu-small", self.lang)]
        return " + ".join(names) + " · " + text("hand-hard" if reading.hard else "hand-soft", self.lang)

    def _other_reading(self, reading: Reading) -> str:
        told = self.say("score-other", reading=self._reading_words(reading), points=reading.total)
        return told if reading.enough else f"{told} ({self.say('reason-below-minimum')})"

    # 十种玩法

    def games(self, rows: Sequence[Row]) -> str:
        """The same hand under every game."""
        losers = "".join(
            f'<th scope="col" class="num">{escape(self.seat(seat))}</th>' for seat in self._losers
        )
        told = "".join(self._game(row) for row in rows)
        return (
            f'<section class="wm-section"><h3>{self.say("score-games", count=len(rows))}</h3>'
            f'<p class="wm-note">{self.say("score-games-how")}</p>'
            f'<table class="wm-pay wm-games"><thead><tr><th scope="col">{self.say("control-rules")}</th><td></td>'
            f'<th scope="col" class="num">{self.say("score-gets")}</th>{losers}</tr></thead>'
            f"<tbody>{told}</tbody></table></section>"
        )

    def _game(self, row: Row) -> str:
        current = row.rules == self.position.rules
        mark = f' <span class="wm-chip good">{self.say("score-current")}</span>' if current else ""
        name = f"{escape(self.game(row.rules))}{mark}"
        css = ' class="current"' if current else ""
        if row.score is None or not row.score.valid:
            why = "" if row.problem is None else escape(describe(row.problem, self.lang))
            if row.score is not None:
                why = escape("、".join(self._reason(reason) for reason in row.score.reasons))
            no = self.say("no-win" if row.problem is None else "score-cannot-be")
            return (
                f'<tr{css} data-rules="{escape(row.rules.id)}"><th scope="row">{name}</th>'
                f'<td class="reads">{why}</td><td class="num none" colspan="4">{no}</td></tr>'
            )
        score = row.score
        cells = "".join(f'<td class="num">{signed(score.pays[seat])}</td>' for seat in self._losers)
        return (
            f'<tr{css} data-rules="{escape(row.rules.id)}"><th scope="row">{name}</th>'
            f'<td class="reads">{self.hand_name(score)}{self.chips(score)}</td>'
            f'<td class="num total">{score.total:,}</td>{cells}</tr>'
        )

    # 桌上付的不一样

    def dispute_title(self) -> str:
        """What the part on another payment is for."""
        return (
            f'<section class="wm-section wm-no-print"><h3>{self.say("score-dispute")}</h3>'
            f'<p class="wm-note">{self.say("score-dispute-how")}</p></section>'
        )

    def explanation(self, found: Explanation) -> str:
        """Which game and which changed field of the rules give what was paid."""
        told = ""
        if found.agrees:
            told += f'<p class="wm-found">{self.say("score-agrees")}</p>'
        if found.games:
            names = "".join(
                f'<span class="wm-chip good">{escape(self.game(each.rules))}</span> ' for each in found.games
            )
            told += f"<h4>{self.say('score-by-games')}</h4><p class='wm-chips'>{names}</p>"
        elif not found.agrees:
            told += f"<p>{self.say('score-by-no-game')}</p>"
        told += self._changes("score-by-one", found.one) + self._changes("score-by-two", found.two)
        if found.slips:
            slips = "".join(f"<li>{self._slip(each)}</li>" for each in found.slips)
            told += f"<h4>{self.say('score-by-slip')}</h4><ul class='wm-why'>{slips}</ul>"
        if found.nearest:
            near = "".join(f"<li>{self._near(each)}</li>" for each in found.nearest)
            told += f"<p>{self.say('score-by-nothing')}</p><ul class='wm-why'>{near}</ul>"
        tried = self.say("score-tried", count=found.tried)
        return f'<div class="wm-dispute" data-agrees="{int(found.agrees)}">{told}<p class="wm-note">{tried}</p></div>'

    def _slip(self, slip: Slip) -> str:
        seat = self.seat(slip.seat)
        if slip.fan is None:
            return self.say("score-slip-dealer", seat=seat)
        if slip.fan > 0:
            return self.say("score-slip-more", seat=seat, fan=slip.fan)
        told = self.say("score-slip-fewer", seat=seat, fan=-slip.fan)
        parts = [text(f"part-{_slug(part)}", self.lang) for part in slip.parts]
        return f"{told} {self.say('score-slip-parts', parts=parts)}" if parts else told

    def _changes(self, title: str, found: Sequence[Candidate]) -> str:
        if not found:
            return ""
        lines = [f"<li>{self._all_changes(each)}</li>" for each in found]
        rest = ""
        if len(lines) > SHOWN:
            more = "".join(lines[SHOWN:])
            rest = (
                f'<details class="wm-more"><summary>{self.say("score-more", count=len(lines) - SHOWN)}</summary>'
                f'<ul class="wm-why">{more}</ul></details>'
            )
        return f"<h4>{self.say(title)}</h4><ul class='wm-why'>{''.join(lines[:SHOWN])}</ul>{rest}"

    def _all_changes(self, candidate: Candidate) -> str:
        return "<br>".join(self._change(each) for each in candidate.changes)

    def _change(self, change: Change) -> str:
        meaning = self.say(f"rule-{_slug(change.field)}")
        before, after = (self.value(change.field, each) for each in (change.before, change.after))
        clause = self.clause(RULE_FIELDS[change.field].clause)
        return f"{meaning} <b>{before} → {after}</b> {clause}"

    def _near(self, candidate: Candidate) -> str:
        what = self._all_changes(candidate) or escape(self.game(candidate.rules))
        amounts = " ".join(
            f"{escape(self.seat(seat))} {signed(candidate.score.pays[seat])}" for seat in self._losers
        )
        off = self.say("score-off", points=candidate.off)
        return f"{what}<br><small>{self.say('pays-total', points=candidate.score.total)} · {amounts} · {off}</small>"

    def value(self, field: str, value: object) -> str:
        """A value of a field of the rules in words."""
        if value is None:
            return self.say("score-value-nothing")
        if isinstance(value, bool):
            return self.say("score-value-yes" if value else "score-value-no")
        if isinstance(value, tuple):
            return escape(" ".join(self.name(kind) for kind in value))
        if isinstance(value, int):
            return f"{value:,}"
        return self.say(f"score-value-{_slug(field)}-{_slug(str(value))}")


def signed(amount: int | Decimal, form: str = ",") -> str:
    """An amount with its sign, a true minus; nought has none."""
    told = f"{abs(amount):{form}}"
    return told if amount == 0 else f"{'+' if amount > 0 else '−'}{told}"
