"""会话: what a session remembers. The position is one entry that belongs to no widget.

Widgets come and go with the pages; each is given its value from here and writes back through a callback.
"""

import secrets
import threading
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.texts import LANGUAGES
from pages.ui.links import from_query, language_of, to_query
from pages.ui.picker import Taps, read_taps, read_written, with_hand

__all__ = [
    "EXAMPLE",
    "Table",
    "accept",
    "add_to_link",
    "amend",
    "begin_link",
    "language",
    "led_here_by",
    "open_table",
    "put",
    "refuse",
    "set_language",
    "share_query",
    "table",
    "take_taps",
    "take_written",
]

_changing: Final = threading.Lock()
"""Streamlit starts a run while the one before is still being stopped: both may be in a callback."""
_TABLE: Final = "table"
_LANG: Final = "lang"
_QUERY: Final = "query"
"""The parameters of the address that the session began with."""
_ADDED: Final = "link"
"""What the page on the screen adds to a link to it."""

EXAMPLE: Final = Position(
    hand=parse_tiles("135m567p22445s"),
    indicator=parse_tile("4m"),
    players=(
        Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2),), gangs=parse_tiles("5z")),
        *(Player(),) * 3,
    ),
    visible=parse_tiles("8m9p13s1z"),
)
"""What a first visitor sees, analysed: a hand that has opened, holds a laizi and has two ways to be ready."""


@dataclass(frozen=True, slots=True)
class Table:
    """The position on the screen and how it got there."""

    position: Position
    session: str
    revision: int = 0
    """Rises when anything but the picker changed the position."""
    ack: int = 0
    """The last of the picker's reports that was taken over."""
    problem: AnalyzerError | None = None
    """Why the last input was not taken over; the position is then the last good one."""


def open_table() -> None:
    """Begin a session: with the position of the link that led here, else with the example."""
    if _TABLE in st.session_state:
        return
    query = st.query_params.to_dict()
    st.session_state[_QUERY] = query
    st.session_state[_LANG] = language_of(query) or LANGUAGES[0]
    problem = None
    position = None
    try:
        position = from_query(query)
    except AnalyzerError as error:
        problem = error
    st.session_state[_TABLE] = Table(position or EXAMPLE, session=secrets.token_hex(8), problem=problem)


def table() -> Table:
    """The session's table."""
    return cast("Table", st.session_state[_TABLE])


def language() -> str:
    """The session's language."""
    return cast("str", st.session_state.get(_LANG, LANGUAGES[0]))


def set_language(lang: str) -> None:
    """Switch the language; everything else stays."""
    st.session_state[_LANG] = lang


def put(position: Position) -> None:
    """Replace the position from outside the picker, which then takes it over."""
    with _changing:
        before = table()
        st.session_state[_TABLE] = Table(position, before.session, before.revision + 1, before.ack)


def amend(**fields: Any) -> None:
    """Change circumstances that the picker knows nothing of: dealer, turn, rules. Taps under way stay good."""
    with _changing:
        before = table()
        position = replace(before.position, **fields)
        st.session_state[_TABLE] = replace(before, position=position, problem=None)


def accept(taps: Taps) -> None:
    """Take over what a picker reports, unless it grew from an older position or came late."""
    with _changing:
        before = table()
        if taps.session == before.session and taps.base == before.revision and taps.seq > before.ack:
            st.session_state[_TABLE] = Table(taps.position, before.session, before.revision, taps.seq)


def refuse(problem: AnalyzerError, *, picked: bool = False) -> None:
    """Keep the position and remember why an input was not taken over; a picker that sent it starts over from it."""
    with _changing:
        before = table()
        st.session_state[_TABLE] = replace(before, problem=problem, revision=before.revision + picked)


def take_taps(payload: object) -> None:
    """Answer a picker's report, which may be anything."""
    try:
        accept(read_taps(payload, table().position))
    except AnalyzerError as error:
        refuse(error, picked=True)


def take_written(payload: object) -> None:
    """Answer a hand written beside a picker's report; a mistake in it keeps the hand as tapped."""
    try:
        taps, written = read_written(payload, table().position)
    except AnalyzerError as error:
        refuse(error, picked=True)
        return
    accept(taps)
    try:
        put(with_hand(table().position, written))
    except AnalyzerError as error:
        refuse(error)


def led_here_by(name: str) -> str | None:
    """A parameter of the link that the session began with, untrusted; ``None`` if it has none such."""
    return cast("dict[str, str]", st.session_state.get(_QUERY, {})).get(name)


def begin_link() -> None:
    """Forget what the page before has added to links."""
    st.session_state[_ADDED] = {}


def add_to_link(**parameters: str) -> None:
    """Have links to the page on the screen carry parameters of its own beside the position's."""
    st.session_state[_ADDED] = {**st.session_state.get(_ADDED, {}), **parameters}


def share_query() -> dict[str, str]:
    """The parameters of a link to what is on the screen."""
    added: dict[str, str] = st.session_state.get(_ADDED, {})
    return {**to_query(table().position, language()), **added}
