"""会话: what a session remembers. The position is one entry that belongs to no widget.

Widgets come and go with the pages; each is given its value from here and writes back through a callback.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.texts import LANGUAGES
from pages.ui.links import from_query, language_of, to_query
from pages.ui.picker import Taps

__all__ = [
    "EXAMPLE",
    "Table",
    "accept",
    "language",
    "open_table",
    "put",
    "refuse",
    "set_language",
    "share_query",
    "table",
]

_TABLE: Final = "table"
_LANG: Final = "lang"

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
    typed: bool = False
    """Whether that input was the notation box, which then keeps what was typed."""


def open_table() -> None:
    """Begin a session: with the position of the link that led here, else with the example."""
    if _TABLE in st.session_state:
        return
    query = st.query_params.to_dict()
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
    before = table()
    st.session_state[_TABLE] = Table(position, before.session, before.revision + 1, before.ack)


def accept(taps: Taps) -> None:
    """Take over what a picker reports, unless it grew from an older position or came late."""
    before = table()
    if taps.session == before.session and taps.base == before.revision and taps.seq > before.ack:
        st.session_state[_TABLE] = Table(taps.position, before.session, before.revision, taps.seq)


def refuse(problem: AnalyzerError, *, typed: bool = False) -> None:
    """Keep the position, remember why an input was not taken over, and let the picker show what was kept."""
    before = table()
    st.session_state[_TABLE] = replace(
        before, problem=problem, typed=typed, revision=before.revision + (not typed)
    )


def share_query() -> dict[str, str]:
    """The parameters of a link to what is on the screen."""
    return to_query(table().position, language())
