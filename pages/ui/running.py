"""推演: the run of playouts that a session follows, one at a time: that of the position on its screen."""

import os
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from analyzer import jobs
from analyzer.advice import Offer, Option, can_be_valued
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Busy, Snapshot, State, Ticket
from analyzer.position import Position

__all__ = [
    "FIRST_SPEED",
    "SPEED",
    "TICK",
    "Following",
    "follow",
    "leave",
    "look",
    "speed",
    "stop",
    "try_again",
]

TICK: Final = 0.4
"""Seconds between two looks at a run."""
SPEED: Final = "speed"
"""The session's entry for the chosen speed; it belongs to no widget."""
FIRST_SPEED: Final = next(
    (speed for speed in Speed if speed == os.environ.get("ANALYZER_SPEED", "").strip().lower()), Speed.FULL
)
"""The speed that a session begins with; a small server names a shorter one in ``ANALYZER_SPEED``."""
_FOLLOWED: Final = "followed"

Found = tuple[Option, ...]


def speed() -> Speed:
    """The speed that the session has chosen."""
    return Speed(st.session_state.get(SPEED, FIRST_SPEED))


@dataclass(frozen=True, slots=True)
class Following:
    """What a session follows: a request and, once there was room for it, its ticket."""

    position: Position
    options: Found
    speed: Speed
    offer: Offer | None = None
    """The tile that the options answer."""
    ticket: Ticket[Found] | None = None


def follow(position: Position, options: Found, offer: Offer | None = None) -> Snapshot[Found] | None:
    """Begin the run for these actions of ``position``, or go on following it; any other of this session is left.

    ``None`` where there is nothing to be valued.
    """
    if not options or not can_be_valued(position):
        leave()
        return None
    asked = Following(position, options, speed(), offer)
    now: Following | None = st.session_state.get(_FOLLOWED)
    if now is None or replace(now, ticket=None) != asked:
        leave()
        st.session_state[_FOLLOWED] = asked
    return look()


def look() -> Snapshot[Found] | None:
    """How far the run is; one that found no room is tried again."""
    now: Following | None = st.session_state.get(_FOLLOWED)
    if now is None:
        return None
    if now.ticket is None:
        try:
            ticket = jobs.value(now.position, now.options, now.offer, speed=now.speed)
        except Busy:
            return Snapshot(State.RUNNING, wanted=now.speed.samples, others=jobs.LIVE)
        now = replace(now, ticket=ticket)
        st.session_state[_FOLLOWED] = now
    assert now.ticket is not None
    return now.ticket.snapshot()


def stop() -> None:
    """End the run and keep what there is."""
    now: Following | None = st.session_state.get(_FOLLOWED)
    if now is not None and now.ticket is not None:
        now.ticket.stop()


def try_again() -> None:
    """Begin anew where a run was stopped or failed."""
    now: Following | None = st.session_state.get(_FOLLOWED)
    if now is not None:
        leave()
        st.session_state[_FOLLOWED] = replace(now, ticket=None)


def leave() -> None:
    """Follow nothing any more; a run that nobody else follows ends."""
    now: Following | None = st.session_state.pop(_FOLLOWED, None)
    if now is not None and now.ticket is not None:
        now.ticket.leave()
