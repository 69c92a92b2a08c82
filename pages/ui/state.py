"""会话: what a session remembers. The position is one entry that belongs to no widget.

Widgets come and go with the pages; each is given its value from here and writes back through a callback.  Every
position that was on the screen is kept for a while, so that a person can go back and forth between them.
"""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import streamlit as st

from analyzer.advice import Offer
from analyzer.course import can_draw, drawn
from analyzer.errors import AnalyzerError
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import SEATS, Meld, MeldKind, Player, Position
from analyzer.texts import LANGUAGES
from pages.ui.links import from_query, language_of, offer_of, to_query
from pages.ui.picker import Taps, picker_state, read_taps, read_written, with_hand

__all__ = [
    "EXAMPLE",
    "Scene",
    "Table",
    "accept",
    "add_to_link",
    "amend",
    "begin_link",
    "language",
    "led_here_by",
    "open_table",
    "put",
    "redo",
    "refuse",
    "set_language",
    "share_query",
    "table",
    "take_seat",
    "take_taps",
    "take_written",
    "undo",
]

_changing: Final = threading.Lock()
"""Streamlit starts a run while the one before is still being stopped: both may be in a callback."""
_TABLE: Final = "table"
_LANG: Final = "lang"
_KEPT: Final = 100
"""Positions of the past that are kept."""
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
class Scene:
    """One position of the session's history."""

    position: Position
    offer: Offer | None = None
    """Another player's tile that the hand is to answer; ``position.offer`` is its kind."""
    playing: bool = False
    """Whether it came about by playing on: a tile that the hand then gets is its draw."""


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
    offer: Offer | None = None
    playing: bool = False
    past: tuple[Scene, ...] = ()
    """What was on the screen before, the latest last."""
    future: tuple[Scene, ...] = ()
    """What was gone back from, the nearest first."""

    @property
    def scene(self) -> Scene:
        """What is on the screen, as the history keeps it."""
        return Scene(self.position, self.offer, self.playing)

    def on(self, scene: Scene) -> "Table":
        """The same table with ``scene`` on it; what was there before becomes the past."""
        if scene.offer is None and scene.position.offer is not None:
            scene = replace(scene, position=replace(scene.position, offer=None))
        shown = replace(self, position=scene.position, offer=scene.offer, playing=scene.playing, problem=None)
        if (scene.position, scene.offer) == (self.position, self.offer):
            return shown
        return replace(shown, past=(*self.past, self.scene)[-_KEPT:], future=())

    def back(self) -> "Table":
        """The table as it was before the last change, if there was one."""
        if not self.past:
            return self
        *past, scene = self.past
        return replace(self.on(scene), past=tuple(past), future=(self.scene, *self.future))

    def forth(self) -> "Table":
        """The table as it was before the last step back, if there was one."""
        if not self.future:
            return self
        scene, *future = self.future
        return replace(self.on(scene), future=tuple(future))


def open_table() -> None:
    """Begin a session: with the position of the link that led here, else with the example."""
    if _TABLE in st.session_state:
        return
    query = st.query_params.to_dict()
    st.session_state[_QUERY] = query
    st.session_state[_LANG] = language_of(query) or LANGUAGES[0]
    problem = None
    position = offer = None
    try:
        position = from_query(query)
        offer = None if position is None else offer_of(query)
    except AnalyzerError as error:
        problem = error
    session = secrets.token_hex(8)
    st.session_state[_TABLE] = Table(position or EXAMPLE, session, problem=problem, offer=offer)


def table() -> Table:
    """The session's table."""
    return cast("Table", st.session_state[_TABLE])


def language() -> str:
    """The session's language."""
    return cast("str", st.session_state.get(_LANG, LANGUAGES[0]))


def set_language(lang: str) -> None:
    """Switch the language; everything else stays."""
    st.session_state[_LANG] = lang


def put(position: Position, offer: Offer | None = None, *, playing: bool = False) -> None:
    """Replace the position from outside the picker, which then takes it over."""
    _show(lambda before: before.on(Scene(position, offer, playing)))


def take_seat(seat: int) -> None:
    """Have the player sit elsewhere; everybody keeps the place that he has around the player."""

    def seated(before: Table) -> Table:
        position, offer = before.position.seated(seat), before.offer
        if offer is not None:
            turned = seat - before.position.seat
            offer = replace(offer, source=(offer.source + turned) % len(SEATS))
        return before.on(Scene(position, offer, before.playing))

    _show(seated)


def undo() -> None:
    """退一步: what was on the screen before."""
    _show(Table.back)


def redo() -> None:
    """进一步: what was gone back from."""
    _show(Table.forth)


def _show(change: Callable[[Table], Table]) -> None:
    """Change the table from outside the picker, which then takes it over."""
    with _changing:
        before = table()
        st.session_state[_TABLE] = replace(change(before), revision=before.revision + 1)


def amend(**fields: Any) -> None:
    """Change circumstances that the picker knows nothing of: dealer, turn, rules. Taps under way stay good."""
    with _changing:
        before = table()
        position = replace(before.position, **fields)
        st.session_state[_TABLE] = before.on(replace(before.scene, position=position))


def accept(taps: Taps) -> None:
    """Take over what a picker reports, unless it grew from an older position or came late."""
    with _changing:
        before = table()
        if taps.session == before.session and taps.base == before.revision and taps.seq > before.ack:
            st.session_state[_TABLE] = replace(_tapped(before, taps), ack=taps.seq)


def _tapped(before: Table, taps: Taps) -> Table:
    """The table with what was tapped on it.

    The picker has an undo of its own and knows tiles only.  Where these are as they were, all of it is as it was; and
    a tile more in a hand that is being played on is its draw.
    """
    tiles = picker_state(taps.position, taps.offer)
    for scenes, step in ((before.past[-1:], Table.back), (before.future[:1], Table.forth)):
        if any(picker_state(scene.position, scene.offer) == tiles for scene in scenes):
            return step(before)
    position = taps.position
    if before.playing and can_draw(before.position) and len(position.hand) == len(before.position.hand) + 1:
        for tile in set(position.hand):
            if replace(before.position, hand=(*before.position.hand, tile)) == position:
                position = drawn(before.position, tile)
                break
    return before.on(Scene(position, taps.offer, before.playing and bool(position.hand)))


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
        put(with_hand(table().position, written), table().offer)
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
    return {**to_query(table().position, language(), table().offer), **added}
