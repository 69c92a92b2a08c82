"""改规则: a rule set taken as a draft, a control for every field, and sample wins beside them.

The draft is one frozen value of the session: the rules it began from and what was changed.  The rule set itself says
whether it may be; the controls only offer what each field allows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.rules import RULE_FIELDS, RuleSet
from analyzer.samples import changed_fields, compare, silent_fields
from analyzer.texts import text
from pages.ui import library, state
from pages.ui.rulebook import RulePen, field_title, value_told

__all__ = ["Draft", "begin", "controls", "draft", "preview", "problems", "source", "summary"]

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "tiles": ("gang_honours", "pi"),
    "fan": ("opening", "laizi_gang_fan"),
    "big": (
        "big_base",
        "fengyise_doubles",
        "situational_any_pair",
        "max_laizi_in_big",
        "gang_draw_pays_zimo",
        "robbed_gang_pays",
    ),
    "minimum": ("minimum", "minimum_scope"),
    "caps": ("cap", "cap_when", "gold", "unopened_gold"),
    "contract": ("contract_cap", "quanqiuren_contract", "escape"),
}
"""The fields as the controls stand together."""
STEP: Final = 10
"""Points that a press on plus or minus adds; a field of few values goes by one."""
FEW: Final = 10
_DRAFT: Final = "rules_draft"
_FROM: Final = "rules_from"


@dataclass(frozen=True, slots=True)
class Draft:
    """A rule set being changed."""

    source: str
    """The choice that it began from."""
    base: RuleSet
    changes: tuple[tuple[str, object], ...] = ()
    """The fields that have another value than in ``base``; together they may make no rule set."""

    def value(self, field: str) -> object:
        """A field's value as it stands."""
        return dict(self.changes).get(field, getattr(self.base, field))

    def changing(self, field: str, value: object) -> "Draft":
        """With another value in one field."""
        held = dict(self.changes)
        held.pop(field, None)
        if value != getattr(self.base, field):
            held[field] = value
        return replace(self, changes=tuple(held.items()))

    def rules(self) -> RuleSet:
        """The rule set.  Raises :class:`BadRules`, listing everything that is wrong."""
        return RuleSet.from_fields(self.base, dict(self.changes))


def draft() -> Draft:
    """The session's draft; at first one of the rules in use."""
    found = st.session_state.get(_DRAFT)
    if not isinstance(found, Draft) or found.source not in library.choices():
        found = Draft(library.chosen(), state.table().position.rules)
        st.session_state[_DRAFT] = found
    return found


def begin(choice: str) -> None:
    """Start over from a rule set."""
    rules = library.rules_of(choice)
    if rules is not None:
        st.session_state[_DRAFT] = Draft(choice, rules)


def problems(asked: Draft) -> tuple[AnalyzerError, ...]:
    """What is wrong with the draft."""
    try:
        asked.rules()
    except AnalyzerError as error:
        return (error, *error.others)
    return ()


def _from() -> None:
    begin(st.session_state[_FROM])


def _reset() -> None:
    begin(draft().source)


def _change(field: str) -> None:
    value = st.session_state.get(_key(field))
    if value is not None:
        st.session_state[_DRAFT] = draft().changing(field, value)


def _switch(field: str) -> None:
    """A field that may be none is given a value, or has it taken away."""
    asked, on = draft(), st.session_state.get(_switch_key(field))
    if on is None:
        return
    value = _first(asked, field) if on else None
    st.session_state[_DRAFT] = asked.changing(field, value)


def _first(asked: Draft, field: str) -> object:
    """The value that a field begins with when it is switched on."""
    before = getattr(asked.base, field)
    if before is not None:
        return before
    few = _greatest(field) < FEW
    return 2 if few else asked.value("gold")


def _greatest(field: str) -> int:
    bounds = RULE_FIELDS[field].bounds
    assert bounds is not None
    return bounds[1]


def _key(field: str) -> str:
    return f"edit_{field}"


def _switch_key(field: str) -> str:
    return f"edit_has_{field}"


def source(lang: str) -> None:
    """Which rule set the draft begins from."""
    st.session_state[_FROM] = draft().source
    st.selectbox(
        text("rules-edit-from", lang),
        library.choices(),
        format_func=lambda choice: library.title(choice, lang),
        key=_FROM,
        on_change=_from,
    )


def controls(asked: Draft, pen: RulePen) -> None:
    """A control for every field, with what its value means and what it was."""
    for group, names in GROUPS.items():
        st.html(f"<h3 class='wm-group-title'>{pen.say(f'rules-group-{group}')}</h3>")
        for field in names:
            with st.container(key=f"field_{field}", gap="xxsmall"):
                _control(asked, field, pen.lang)
                st.html(pen.sentence(field, asked.value(field), getattr(asked.base, field)))


def _control(asked: Draft, field: str, lang: str) -> None:
    rule = RULE_FIELDS[field]
    value: Any = asked.value(field)
    title = field_title(field, lang)
    if rule.bounds is None:
        st.session_state[_key(field)] = value
        st.segmented_control(
            title,
            rule.choices,
            format_func=lambda choice: value_told(field, choice, lang),
            key=_key(field),
            on_change=_change,
            args=(field,),
            required=True,
        )
        return
    if rule.nullable:
        st.session_state[_switch_key(field)] = value is not None
        st.toggle(
            text(f"rules-has-{field.replace('_', '-')}", lang),
            key=_switch_key(field),
            on_change=_switch,
            args=(field,),
        )
    if value is not None:
        least, greatest = rule.bounds
        st.session_state[_key(field)] = value
        st.number_input(
            title,
            min_value=least,
            max_value=greatest,
            step=1 if greatest < FEW else STEP,
            key=_key(field),
            on_change=_change,
            args=(field,),
        )


def summary(asked: Draft, pen: RulePen) -> None:
    """What the changes do, in one line that stays in sight; or what is wrong with them."""
    wrong = problems(asked)
    if wrong:
        st.html(pen.faults(wrong, "rules-wrong"))
    else:
        rules = asked.rules()
        st.html(pen.summary(len(changed_fields(asked.base, rules)), compare(asked.base, rules)))
    if asked.changes:
        st.button(text("rules-edit-reset", pen.lang), key="rules_reset", on_click=_reset)


def preview(asked: Draft, pen: RulePen) -> None:
    """The sample wins under the rules that the draft began from and under its own; those that differ first."""
    if problems(asked):
        return
    rules = asked.rules()
    found = compare(asked.base, rules)
    names = (text("rules-before", pen.lang), text("rules-after", pen.lang))
    differing = [each for each in found if each.differs]
    same = [each for each in found if not each.differs]
    silent = pen.silent(silent_fields(asked.base, rules))
    told = f"<h3 class='wm-group-title'>{pen.say('rules-silent-title')}</h3>{silent}" if silent else ""
    told += "".join(pen.sample(each, names) for each in differing)
    drawn = "".join(pen.sample(each, names) for each in same)
    if differing:
        count = pen.say("rules-samples-same", count=len(same))
        drawn = f'<details class="wm-more"><summary>{count}</summary>{drawn}</details>'
    # It scrolls by itself on a wide screen, so the keyboard has to get there.
    st.html(
        f'<div class="wm-preview" tabindex="0" role="region" aria-label="{pen.say("rules-samples")}">'
        f"{told}{drawn}</div>"
    )
