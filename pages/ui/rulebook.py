"""规则 as HTML: games side by side, one game in sentences, sample wins under two rule sets, and open questions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from analyzer.advice import how_valued
from analyzer.errors import AnalyzerError
from analyzer.expectation.playouts import Speed
from analyzer.position import Player
from analyzer.rules import PRESETS, RULE_FIELDS, RuleSet
from analyzer.rules.decisions import Decision
from analyzer.rules.told import Told, spell, told
from analyzer.samples import Compared, changed_fields
from analyzer.settlement import Score
from analyzer.texts import LANGUAGES, describe, text
from analyzer.wins import Win, WinBy
from pages.ui.answers import Pen

__all__ = ["RulePen", "field_title", "grounds", "value_told"]


def _message(prefix: str, name: str) -> str:
    return f"{prefix}-{name.replace('_', '-')}"


def field_title(field: str, lang: str) -> str:
    """A field's short name, unescaped."""
    return text(_message("rule-title", field), lang)


def value_told(field: str, value: object, lang: str) -> str:
    """A field's value in few words, unescaped."""
    return text(_message("rule-value", field), lang, value=spell(value))


def grounds(rules: RuleSet, speed: Speed, lang: str) -> str:
    """期望: what figures of these rules rest on, unescaped."""
    lines = []
    for note, params in how_valued(rules, speed):
        game = params.get("game")
        if game in PRESETS:
            params = {"game": text(f"rules-{game}", lang)}
        lines.append(text(note, lang, **params))
    return text("rules-valued", lang, told="".join(lines) if lang == LANGUAGES[0] else " ".join(lines))


@dataclass(frozen=True, slots=True)
class RulePen:
    """Draws rule sets in one language."""

    lang: str

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def own(self, name: str) -> str:
        """Somebody's name for a rule set: kept from turning the text around it, and from being markup."""
        return f"<bdi>{escape(name)}</bdi>"

    def title(self) -> str:
        """The head of the page."""
        return f'<h2 class="wm-title">{self.say("page-rules")}</h2>'

    def note(self, message: str, /, **params: object) -> str:
        """A soft line."""
        return f'<p class="wm-note">{self.say(message, **params)}</p>'

    def heading(self, title: str, how: str = "") -> str:
        """A part's title, and how to read what stands below."""
        line = self.note(how) if how else ""
        return f'<section class="wm-section"><h3>{self.say(title)}</h3>{line}</section>'

    def done(self, told: str) -> str:
        """A sentence about what has been done; it may quote anything."""
        return f'<p class="wm-done" role="status">{escape(told)}</p>'

    def faults(self, faults: Iterable[AnalyzerError], before: str = "") -> str:
        """Why something could not be done, a line a fault; they quote what somebody has sent, so no Markdown."""
        lines = "".join(f"<p>{escape(describe(fault, self.lang))}</p>" for fault in faults)
        head = f"<p><b>{self.say(before)}</b></p>" if before else ""
        return f'<div class="wm-faults" role="alert">{head}{lines}</div>'

    # Side by side

    def table(self, columns: Sequence[tuple[str, RuleSet]], current: RuleSet) -> str:
        """Fields as rows, rule sets as columns; what differs from the ``current`` one is marked."""
        head = "".join(
            f'<th scope="col"{self._now(rules, current)}>{self.own(name)}</th>' for name, rules in columns
        )
        rows = "".join(self._row(field, [rules for _, rules in columns], current) for field in RULE_FIELDS)
        return (
            f'<div class="wm-rules-all" tabindex="0" role="region" aria-label="{self.say("rules-all-title")}">'
            f'<table class="wm-rules"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        )

    def _now(self, rules: RuleSet, current: RuleSet) -> str:
        return ' class="now"' if rules == current else ""

    def _row(self, field: str, columns: Iterable[RuleSet], current: RuleSet) -> str:
        cells = ""
        for rules in columns:
            value = getattr(rules, field)
            marks = " ".join(
                name
                for name, holds in (
                    ("now", rules == current),
                    ("differs", value != getattr(current, field)),
                )
                if holds
            )
            shown = escape(value_told(field, value, self.lang))
            cells += f'<td class="{marks}">{shown}</td>'
        return f'<tr data-field="{field}"><th scope="row">{self._field(field)}</th>{cells}</tr>'

    def _field(self, field: str) -> str:
        return f"{escape(field_title(field, self.lang))} {self._clause(RULE_FIELDS[field].clause)}"

    def _clause(self, clause: str) -> str:
        return f'<small class="clause">{escape(clause)}</small>'

    def two(self, one: tuple[str, RuleSet], other: tuple[str, RuleSet]) -> str:
        """Two rule sets: first where they differ, folded away where they agree."""
        differing = changed_fields(one[1], other[1])
        same = [field for field in RULE_FIELDS if field not in differing]
        head = "".join(f'<th scope="col">{self.own(name)}</th>' for name, _ in (one, other))
        count = self.say("rules-two-differ", count=len(differing))
        shown = ""
        if differing:
            rows = "".join(self._row(field, (one[1], other[1]), one[1]) for field in differing)
            shown = f'<table class="wm-rules two"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>'
        folded = ""
        if same:
            rows = "".join(self._row(field, (one[1],), one[1]) for field in same)
            folded = (
                f'<details class="wm-more"><summary>{self.say("rules-two-same", count=len(same))}</summary>'
                f'<table class="wm-rules two"><tbody>{rows}</tbody></table></details>'
            )
        return f'<section class="wm-section"><p class="wm-count">{count}</p>{shown}{folded}</section>'

    # One game in sentences

    def told(self, rules: RuleSet) -> str:
        """Everything about a game; a sentence that is not as in the game it started from is marked."""
        base = PRESETS.get(rules.id, rules)
        changed = changed_fields(base, rules)
        parts = []
        for clause, sentences in groupby(told(rules), key=lambda each: each.clause):
            lines = "".join(self._sentence(each, each.field in changed) for each in sentences)
            title = self.say(f"clause-{clause.removeprefix('§')}")
            parts.append(
                f'<section class="wm-card"><h3>{self._clause(clause)} {title}</h3><ul>{lines}</ul></section>'
            )
        return f'<div class="wm-told">{"".join(parts)}</div>'

    def _sentence(self, each: Told, changed: bool) -> str:
        message = _message("told", each.name)
        if each.field is None:
            return f'<li class="common">{self.say(message)}</li>'
        mark = f' <span class="wm-chip gold">{self.say("rules-own-change")}</span>' if changed else ""
        return f'<li data-field="{each.field}">{self.say(message, value=each.value)}{mark}</li>'

    def sentence(self, field: str, value: object, before: object) -> str:
        """What a value of a field means, and what it was before if that is something else."""
        line = f"{self._clause(RULE_FIELDS[field].clause)} {self.say(_message('told', field), value=spell(value))}"
        was = ""
        if value != before:
            told_before = value_told(field, before, self.lang)
            was = f' <span class="wm-chip gold">{self.say("rules-was", value=told_before)}</span>'
        return f'<p class="wm-note wm-meaning-of">{line}{was}</p>'

    def changes(self, rules: RuleSet) -> str:
        """The fields of an own rule set that are not as in the game it started from."""
        base = PRESETS.get(rules.id, rules)
        chips = "".join(
            f'<span class="wm-chip">{escape(field_title(field, self.lang))} '
            f"{escape(value_told(field, getattr(base, field), self.lang))} → "
            f"<b>{escape(value_told(field, getattr(rules, field), self.lang))}</b></span>"
            for field in changed_fields(base, rules)
        )
        return f'<p class="wm-chips">{chips}</p>' if chips else self.note("rules-own-same")

    def own_rules(self, name: str, rules: RuleSet, current: bool) -> str:
        """One of one's own rule sets: its name, the game it started from and what was changed."""
        mark = f' <span class="wm-chip good">{self.say("rules-in-use")}</span>' if current else ""
        base = text(f"rules-{rules.id}", self.lang)
        return (
            f'<section class="wm-own"><h3>{self.own(name)}{mark}</h3>'
            f"{self.note('rules-own-base', game=base)}{self.changes(rules)}</section>"
        )

    def valued(self, rules: RuleSet, speed: Speed) -> str:
        """期望: what figures of these rules rest on."""
        return f'<p class="wm-note">{escape(grounds(rules, speed, self.lang))}</p>'

    # Sample wins

    def summary(self, changed: int, found: Sequence[Compared]) -> str:
        """How many fields are changed and how many samples show it."""
        differing = [each for each in found if each.differs]
        line = self.say("rules-summary-none")
        if changed:
            line = self.say("rules-summary", fields=changed, samples=len(differing), all=len(found))
        return f'<p class="wm-summary" aria-live="polite">{line}</p>'

    def silent(self, fields: Iterable[str]) -> str:
        """Why changed fields show in no sample."""
        lines = "".join(
            f"<li><b>{escape(field_title(field, self.lang))}</b> {self.say('rules-silent', field=field)}</li>"
            for field in fields
        )
        return f'<ul class="wm-silent">{lines}</ul>' if lines else ""

    def sample(self, each: Compared, names: tuple[str, str]) -> str:
        """One sample: the table, and the four amounts under both rule sets; what differs is marked."""
        position = each.sample.under(PRESETS[each.sample.position.rules.id])
        pen = Pen(position, self.lang)
        mark = (
            f' <span class="wm-chip gold">{self.say("rules-sample-differs")}</span>' if each.differs else ""
        )
        rows = [("before", names[0], each.before), ("after", names[1], each.after)]
        if not each.differs:
            rows = [("after", text("rules-both", self.lang), each.after)]
        amounts = "".join(self._amounts(key, name, found, each.seats, pen) for key, name, found in rows)
        seats = "".join(
            f'<th scope="col" class="num">{escape(pen.seat(seat))}'
            f"{self._dealer(seat == position.dealer)}</th>"
            for seat in pen.from_me()
        )
        return (
            f'<article class="wm-sample{" differs" if each.differs else ""}" data-sample="{each.sample.id}">'
            f"<h4>{self.say(f'sample-{each.sample.id}')}{mark}</h4>"
            f"{self._hand(pen, each.sample.win)}{self._table(pen)}"
            f'<table class="wm-pay"><thead><tr><th></th>{seats}</tr></thead><tbody>{amounts}</tbody></table></article>'
        )

    def _dealer(self, deals: bool) -> str:
        return f' <span class="wm-chip">{self.say("dealer-mark")}</span>' if deals else ""

    def _hand(self, pen: Pen, win: Win) -> str:
        held = list(pen.position.hand)
        held.remove(win.tile)
        groups = [meld.copies for meld in pen.position.me.melds]
        melds = "".join(
            f'<span class="wm-group meld">{"".join(pen.tile(kind, 22) for kind in group)}</span>'
            for group in groups
        )
        hand = "".join(pen.tile(kind, 22) for kind in held)
        return (
            f'<div class="wm-tiles wm-reading">{melds}<span class="wm-group">{hand}</span>'
            f'<span class="wm-group won">{pen.tile(win.tile, 22)}</span></div>'
            f'<p class="wm-how">{self._how(pen, win)}</p>'
        )

    def _how(self, pen: Pen, win: Win) -> str:
        assert pen.position.indicator is not None
        indicator = pen.name(pen.position.indicator)
        if win.by is WinBy.ZIMO:
            how = self.say("channel-zimo")
        elif win.by is WinBy.QIANGGANG:
            how = self.say("sample-robbed", seat=pen.seat(win.source or 0))
        else:
            how = self.say("discard-by", seat=pen.seat(win.source or 0))
        return f"{how} · {self.say('sample-indicator', tile=indicator)}"

    def _table(self, pen: Pen) -> str:
        """What else lies on the table: the gangs of all, and the others' melds."""
        lines = []
        for seat in pen.from_me():
            player = pen.position.players[seat]
            lies = self._lies(pen, player, own=seat == pen.position.seat)
            if lies:
                lines.append(self.say("sample-lies", seat=pen.seat(seat), what=lies))
            elif seat != pen.position.seat:
                lines.append(self.say("sample-unopened", seat=pen.seat(seat)))
        return f'<p class="wm-how">{" ".join(lines)}</p>'

    def _lies(self, pen: Pen, player: Player, *, own: bool) -> list[str]:
        melds = [
            f"{text(_message('meld', meld.kind), self.lang)} {pen.name(meld.tiles[0])}"
            for meld in player.melds
            if not own or meld.kind.is_gang
        ]
        gangs = [text("sample-gang", self.lang, tile=pen.name(kind)) for kind in player.gangs]
        return melds + gangs

    def _amounts(self, key: str, name: str, found: Score, differs: Sequence[bool], pen: Pen) -> str:
        head = f'<th scope="row">{self.own(name)}</th>'
        if not found.valid:
            reasons = [text(_message("reason", reason), self.lang) for reason in found.reasons]
            return (
                f'<tr data-rules="{key}">{head}<td colspan="4" class="num off">'
                f"{self.say('rules-no-win', reasons=reasons)}</td></tr>"
            )
        cells = "".join(
            f'<td class="num{" differs" if differs[seat] else ""}">{_signed(found.pays[seat])}</td>'
            for seat in pen.from_me()
        )
        return f'<tr data-rules="{key}">{head}{cells}</tr>'

    # What the sources disagree about

    def decision(self, each: Decision) -> str:
        """One point that the sources leave open: what they say, what was decided, and what changes it."""
        fields = [field_title(field, self.lang) for field in each.fields]
        change = (
            self.say("rules-decision-fields", fields=fields) if fields else self.say("rules-decision-fixed")
        )
        mark = f' <span class="wm-chip good">{self.say("rules-decision-open")}</span>' if fields else ""
        return (
            f'<details class="wm-decision" data-decision="{each.id}">'
            f"<summary>{self._clause(each.clause)} {self.say(f'decision-{each.id}')}{mark}</summary>"
            f"<dl><dt>{self.say('rules-sources')}</dt><dd>{self.say(f'decision-{each.id}-sources')}</dd>"
            f"<dt>{self.say('rules-decided')}</dt><dd>{self.say(f'decision-{each.id}-decided')}</dd></dl>"
            f'<p class="wm-note">{change}</p></details>'
        )


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
