"""自定规则 of a visitor: one frozen library, and which of its rule sets the position on the screen is played by.

The library lives in the visitor's browser (:mod:`pages.ui.storage`), and until that has answered in the session.
Only :func:`library`, :func:`keep` and :func:`settle` know so.
"""

from contextlib import suppress
from typing import Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.rules import DEFAULT, PRESETS, RuleSet
from analyzer.rules.library import Library, from_json, plain_name, to_json
from analyzer.texts import text
from pages.ui import state, storage

__all__ = [
    "LINK_NAME",
    "STORED",
    "add",
    "adopt",
    "base_of",
    "choice_of",
    "choices",
    "choose",
    "chosen",
    "delete",
    "keep",
    "library",
    "name_in_use",
    "own_name",
    "rename",
    "rules_of",
    "settle",
    "store",
    "title",
    "use",
]

LINK_NAME: Final = "game"
"""The parameter of a link that names its rule set."""

STORED: Final = "rules"
"""What the browser keeps the library under."""
_EARLY: Final = "library"
"""The library of a session whose browser has not answered yet."""
_NAME: Final = "library_name"
"""The name of the rule set in use, where it is one's own: two may have the same rules."""
_OWN: Final = "own:"
"""What the choices of one's own rule sets begin with; no game's id does."""
_UNKEPT: Final = "unkept"
"""The choice that stands for rules that are in no list."""


def _read(held: object) -> Library:
    return Library(from_json(held))


storage.declare(STORED, read=_read, title="library-title", quiet=True)


def library() -> Library:
    """The visitor's own rule sets."""
    early = cast("Library | None", st.session_state.get(_EARLY))
    kept = cast("Library | None", storage.value(STORED))
    if early is not None:
        return early
    return Library() if kept is None else kept


def keep(changed: Library) -> None:
    """Replace the visitor's own rule sets; the page starts over once the browser can be given them."""
    if storage.ready(STORED):
        storage.keep(STORED, to_json(changed.own))
    else:
        st.session_state[_EARLY] = changed


def settle() -> None:
    """Once the browser has answered, put what was made before beside what it keeps; once a run."""
    early = cast("Library | None", st.session_state.get(_EARLY))
    if early is None or not storage.ready(STORED):
        return
    del st.session_state[_EARLY]
    grown = library()
    for each in early.own:
        with suppress(AnalyzerError):  # there is no room for it
            grown = grown.joined((each,))
    keep(grown)


def name_in_use() -> str | None:
    """The name of the own rule set that the position is played by; ``None`` where that is a game or is not kept."""
    rules = state.table().position.rules
    if rules == PRESETS.get(rules.id):
        return None
    named = library().find(st.session_state.get(_NAME, ""))
    found = named if named is not None and named.rules == rules else library().holding(rules)
    return None if found is None else found.name


def adopt(lang: str) -> None:
    """Take the rules of the position into the library where they are nowhere: a link has brought them.

    The link may name them; a name that won't do is as good as none.  In a full library they stay outside.
    """
    settle()
    rules = state.table().position.rules
    if rules != PRESETS.get(rules.id) and library().holding(rules) is None:
        try:
            wanted = plain_name(state.led_here_by(LINK_NAME) or "")
        except AnalyzerError:
            wanted = text("library-nameless", lang)
        try:
            name = library().free_name(wanted)
            keep(library().added(name, rules))
        except AnalyzerError:
            return
        st.session_state[_NAME] = name


# Choices of a list: the games by their ids, own rule sets by their names behind a mark


def choices() -> tuple[str, ...]:
    """All rule sets: the games, then one's own; last the rules in use where they are neither."""
    own = tuple(_OWN + each.name for each in library().own)
    return (*PRESETS, *own, *(() if chosen() != _UNKEPT else (_UNKEPT,)))


def chosen() -> str:
    """The choice that the position is played by."""
    rules = state.table().position.rules
    if rules == PRESETS.get(rules.id):
        return rules.id
    name = name_in_use()
    return _UNKEPT if name is None else _OWN + name


def title(choice: str, lang: str) -> str:
    """What a choice is called; an own name is somebody's text."""
    if choice in PRESETS:
        return text(f"rules-{choice}", lang)
    if choice == _UNKEPT:
        return text("library-nameless", lang)
    return choice.removeprefix(_OWN)


def rules_of(choice: str) -> RuleSet | None:
    """The rule set of a choice, ``None`` for one that has gone."""
    if choice in PRESETS:
        return PRESETS[choice]
    if choice == _UNKEPT:
        return state.table().position.rules
    found = library().find(choice.removeprefix(_OWN)) if choice.startswith(_OWN) else None
    return None if found is None else found.rules


def own_name(choice: str) -> str | None:
    """The name of the own rule set that a choice stands for."""
    return choice.removeprefix(_OWN) if choice.startswith(_OWN) else None


def choice_of(name: str) -> str:
    """The choice of the own rule set of that name."""
    return _OWN + name


def base_of(rules: RuleSet) -> RuleSet:
    """The game that a rule set started from."""
    return PRESETS.get(rules.id, DEFAULT)


def choose(choice: str) -> None:
    """Play the position on the screen by a choice; one that has gone changes nothing."""
    rules = rules_of(choice)
    if rules is None:
        return
    if choice.startswith(_OWN):
        st.session_state[_NAME] = choice.removeprefix(_OWN)
    use(rules)


def use(rules: RuleSet) -> None:
    """Play the position on the screen by other rules."""
    position = state.table().position
    if rules != position.rules:
        # A laizi that follows from the indicator follows from the new rules too.
        laizi = position.laizi if position.indicator is None else None
        state.amend(rules=rules, laizi=laizi)


# Changes; each raises BadRules, and has then changed nothing


def add(name: str, rules: RuleSet) -> str:
    """Keep a rule set under a new name; the name as it is kept."""
    grown = library().added(name, rules)
    keep(grown)
    return grown.own[-1].name


def store(name: str, rules: RuleSet) -> None:
    """Give an own rule set other rules; a position played by it goes on by these."""
    playing = name_in_use() == name
    keep(library().changed(name, rules))
    if playing:
        use(rules)


def rename(name: str, new: str) -> None:
    """Give an own rule set another name."""
    playing = name_in_use() == name
    changed = library().renamed(name, new)
    keep(changed)
    if playing:
        st.session_state[_NAME] = plain_name(new)


def delete(name: str) -> None:
    """Forget an own rule set; a position played by it goes on by the game that it started from."""
    playing = name_in_use() == name
    gone = library().find(name)
    keep(library().without(name))
    if playing and gone is not None:
        use(base_of(gone.rules))
