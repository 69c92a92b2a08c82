"""复盘: the record that the review page shows in this session, and the run that grades it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import streamlit as st

from analyzer import jobs
from analyzer.advice import Option
from analyzer.errors import AnalyzerError
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Busy, Snapshot, State, Ticket
from analyzer.record import Record
from analyzer.review import Grade, Review
from pages.ui import visitor
from pages.ui.reports import sent
from pages.ui.running import FIRST_SPEED

__all__ = [
    "EXAMPLE",
    "Shown",
    "clear",
    "current",
    "follow",
    "go",
    "guess",
    "jump",
    "keep",
    "leave",
    "look",
    "note",
    "picks",
    "put",
    "set_speed",
    "shown",
    "speed",
    "stop",
    "take_seat",
    "try_again",
]

_SHOWN: Final = "review"
_PLACE: Final = "review_place"
_SPEED: Final = "review_speed"
_FOLLOWED: Final = "review_run"
_PICKS: Final = "review_picks"
_JUMPS: Final = "review_jumps"
_SCREEN: Final = "review_screen"
_NOTED: Final = "review_noted"
EXAMPLE: Final = "example"
"""The source of a record that nobody has played: its decisions are not the visitor's."""
_component = st.components.v2.component(
    "review", js=(Path(__file__).parent / "review.js").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A record on the review page: whose decisions are looked at, and what it is called."""

    record: Record
    seat: int
    title: str
    keeping: str | None = None
    """Its key among the visitor's own records; ``None`` for one that is not kept."""
    source: str = "pasted"
    """Where it comes from, as :class:`analyzer.store.Keeping` has it."""


@dataclass(frozen=True, slots=True)
class _Followed:
    """What a session has asked for and, once there was room for it, its ticket."""

    record: Record
    seat: int
    speed: Speed
    ticket: Ticket[Review] | None = None


# What is shown


def put(record: Record, seat: int, title: str, keeping: str | None = None, source: str = "pasted") -> None:
    """Set what the review page shows; whoever calls it from elsewhere then switches to ``pages/review.py``."""
    st.session_state[_SHOWN] = Shown(record, seat, title, keeping, source)
    _begin()


def shown() -> Shown | None:
    """What the page shows; ``None`` before anything was opened."""
    found: Shown | None = st.session_state.get(_SHOWN)
    return found


def clear() -> None:
    """Show nothing: another record is to be opened."""
    leave()
    st.session_state.pop(_SHOWN, None)
    _begin()


def _begin() -> None:
    """Nothing was gone to and nothing guessed."""
    for name in (_PLACE, _PICKS):
        st.session_state.pop(name, None)


def keep() -> str | None:
    """Keep the record that is shown among the visitor's own; its key, ``None`` where that failed."""
    now = shown()
    if now is None or now.keeping is not None:
        return None if now is None else now.keeping
    kept = visitor.keep(now.record, title=now.title, source=now.source, seat=now.seat)
    if kept is None:
        return None
    st.session_state[_SHOWN] = replace(now, keeping=kept.id)
    return kept.id


def note(seen: Snapshot[Review]) -> None:
    """Once a review is complete, keep what it says of the visitor's own decisions; a rough one says too little."""
    now, found = shown(), seen.found
    if seen.state is not State.DONE or now is None or now.keeping is None or found is None:
        return
    done = (now.keeping, found.seat, found.speed)
    if found.speed is Speed.INSTANT or not found.complete or st.session_state.get(_NOTED) == done:
        return
    st.session_state[_NOTED] = done
    kept = visitor.keeping(now.keeping)
    if kept is not None and kept.seat == found.seat and kept.source != EXAMPLE:
        visitor.reviewed(kept, found)


def take_seat(seat: int) -> None:
    """Look at another seat of the same record."""
    if (now := shown()) is not None and now.seat != seat:
        st.session_state[_SHOWN] = replace(now, seat=seat)
        _begin()


def go(at: int) -> None:
    """Show the decision before event ``at``."""
    st.session_state[_PLACE] = at


def jump(at: int) -> None:
    """The same from far away on the page: the screen is to follow."""
    go(at)
    st.session_state[_JUMPS] = st.session_state.get(_JUMPS, 0) + 1


def follow(curve: Sequence[int], here: int | None) -> None:
    """Draw what has the screen follow :func:`jump`, and hears taps on the curve; nothing of it is seen.

    ``curve`` are the events behind the decisions that it shows, ``here`` that of the one on the screen.
    """
    told = {
        "jump": st.session_state.get(_JUMPS, 0),
        "curve": list(curve),
        "here": curve.index(here) if here in curve else None,
    }
    _component(key=_SCREEN, data=[told], on_pointed_change=_pointed)


def _pointed() -> None:
    """A tap on the curve of losses leads to the decision nearest to it."""
    at = sent(_SCREEN, "pointed")
    if isinstance(at, int):
        jump(at)


def current(found: Review, *, settled: bool) -> Grade | None:
    """The decision on the screen: that which was gone to, else whichever cost most by now; it stays once that is
    ``settled``.
    """
    at = st.session_state.get(_PLACE)
    here = None if at is None else found.find(at)
    if here is None:
        here = next(iter((*found.mistakes, *found.grades)), None)
        if here is not None and settled:
            go(here.choice.at)
    return here


def guess(at: int, option: Option) -> None:
    """先猜: what the visitor would have done before event ``at``."""
    st.session_state[_PICKS] = {**picks(), at: option}


def picks() -> dict[int, Option]:
    """His guesses, by their places."""
    found: dict[int, Option] = st.session_state.get(_PICKS, {})
    return found


# How it is graded


def speed() -> Speed:
    """How finely this session's reviews are graded; a small server begins with less."""
    usual = FIRST_SPEED if FIRST_SPEED is Speed.INSTANT else Speed.QUICK
    return Speed(st.session_state.get(_SPEED, usual))


def set_speed(wanted: Speed) -> None:
    """Grade anew, finer or faster."""
    st.session_state[_SPEED] = wanted


def look() -> Snapshot[Review] | None:
    """How far the review of what is shown is; begins it, and leaves any other of this session.

    ``None`` where nothing is shown.  Raises :class:`AnalyzerError` for a record that can't be graded.
    """
    asked = shown()
    if asked is None:
        leave()
        return None
    now: _Followed | None = st.session_state.get(_FOLLOWED)
    wanted = _Followed(asked.record, asked.seat, speed())
    if now is None or replace(now, ticket=None) != wanted:
        leave()
        now = wanted
    if now.ticket is None:
        try:
            now = replace(now, ticket=jobs.review(now.record, now.seat, speed=now.speed))
        except Busy:
            st.session_state[_FOLLOWED] = now
            return Snapshot(State.RUNNING, others=jobs.LIVE)
        except AnalyzerError:
            st.session_state.pop(_FOLLOWED, None)
            raise
        st.session_state[_FOLLOWED] = now
    assert now.ticket is not None
    return now.ticket.snapshot()


def stop() -> None:
    """End the run and keep the grades there are."""
    now: _Followed | None = st.session_state.get(_FOLLOWED)
    if now is not None and now.ticket is not None:
        now.ticket.stop()


def try_again() -> None:
    """Begin anew where a run was stopped or failed."""
    leave()


def leave() -> None:
    """Follow no review any more; one that nobody else follows ends."""
    now: _Followed | None = st.session_state.pop(_FOLLOWED, None)
    if now is not None and now.ticket is not None:
        now.ticket.leave()
