"""练习桌: the sitting of a session, kept in the browser, and the jobs that have the computer players think.

What the browser keeps is :class:`Evening`; it is untrusted, and read as strictly as a link (:func:`read_evening`).
"""

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlencode

import streamlit as st

from analyzer import jobs
from analyzer.advice import Option
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Busy, Snapshot, State, Ticket
from analyzer.position import Position
from analyzer.practice import SEEDS, Level, Practice, Sitting, from_code
from analyzer.texts import text
from analyzer.tiles import NAMES
from pages.ui import library, running, state, storage, visitor
from pages.ui.faces import FACES_URL
from pages.ui.links import to_query
from pages.ui.reports import sent

__all__ = [
    "NAME",
    "Evening",
    "Hints",
    "Look",
    "advised",
    "ask_advice",
    "begin",
    "evening",
    "finish",
    "invited",
    "leave",
    "link",
    "listen",
    "look",
    "next_deal",
    "place",
    "problem",
    "read_evening",
    "rules_name",
    "take_act",
    "think_again",
    "wish",
]

NAME: Final = "practice"
PATIENCE: Final = 0.45
"""Seconds that an act waits for the computer players, so that what they do quickly is drawn at once."""
LINK: Final = "practice"
"""The parameter of a link that names a deal."""
LONGEST_KEY: Final = 64
_THOUGHT, _ADVISED, _WISHED, _SHOWN, _PROBLEM = (
    f"practising_{name}" for name in ("thought", "advised", "wished", "shown", "problem")
)
_TAPPED: Final = "practising"
_KNOWN: Final = 64
"""Practices that are remembered as they were read, so that what was just written is not played through again."""

_FACES: Final = [FACES_URL.format(name=name) for name in (*NAMES, "back")]
"""What the browser fetches before it is needed, so that no tile comes to the table without its face."""

_known: Final[OrderedDict[str, Sitting]] = OrderedDict()
_component = st.components.v2.component(
    "practising", js=(Path(__file__).parent / "practising.js").read_text(encoding="utf-8")
)


class Hints(StrEnum):
    """提示."""

    OFF = "off"
    ASKED = "asked"
    ALWAYS = "always"


@dataclass(frozen=True)
class Evening:
    """What the browser keeps: the sitting and what the person has wished for it."""

    sitting: Sitting
    levels: tuple[Level, ...]
    """Of the next deal."""
    hints: Hints = Hints.ASKED
    given: bool = False
    """Whether the seed of the deal was known before it."""
    kept: str | None = None
    """What the finished deal is kept under, empty where it could not be; ``None`` before that was tried."""

    @property
    def practice(self) -> Practice:
        """The deal on the table."""
        return self.sitting.practice

    @property
    def number(self) -> int:
        """The deal's place in the sitting, from 1."""
        return len(self.sitting.ledger.standing.deals) + 1

    def at(self, practice: Practice) -> "Evening":
        """The same evening with the deal further on."""
        return replace(self, sitting=replace(self.sitting, practice=practice))

    def to_json(self) -> dict[str, object]:
        """As :func:`read_evening` reads it."""
        return {
            "sitting": self.sitting.to_json(),
            "levels": [level.value for level in self.levels],
            "hints": self.hints.value,
            "given": self.given,
            "kept": self.kept,
        }


def read_evening(value: object) -> Evening | None:
    """The evening that a browser has kept; ``None`` for one that was cleared away.

    :raises AnalyzerError: it is none, or its deal can't be.
    """
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"sitting", "levels", "hints", "given", "kept"}:
        raise BadRequest("practice-malformed", value=repr(value))
    levels, hints, given, kept = (value[name] for name in ("levels", "hints", "given", "kept"))
    if (
        not isinstance(levels, list)
        or len(levels) != len(Practice.levels)
        or not all(isinstance(each, str) and each in list(Level) for each in levels)
        or not isinstance(hints, str)
        or hints not in list(Hints)
        or type(given) is not bool
        or not (kept is None or (isinstance(kept, str) and len(kept) <= LONGEST_KEY))
    ):
        raise BadRequest("practice-malformed", value=repr(value))
    return Evening(
        _sitting(value["sitting"]), tuple(Level(each) for each in levels), Hints(hints), given, kept
    )


def _sitting(value: object) -> Sitting:
    known = _known.get(repr(value))
    return Sitting.from_json(value) if known is None else known


storage.declare(NAME, read=read_evening, title="page-play")


def evening() -> Evening | None:
    """The session's evening; ``None`` where none was begun."""
    return cast("Evening | None", storage.value(NAME))


def _keep(changed: Evening | None) -> None:
    if changed is None:
        storage.keep(NAME, None)
        return
    told = changed.to_json()
    _known[repr(told["sitting"])] = changed.sitting
    while len(_known) > _KNOWN:
        _known.popitem(last=False)
    storage.keep(NAME, told)


# Beginning


def invited() -> Practice | None:
    """The deal that the link names which led here, unless it was played or can't be read."""
    code, now = state.led_here_by(LINK), evening()
    if code is None or st.session_state.get(_SHOWN) == code:
        return None
    if now is not None and now.practice.code == code:  # the page's own address
        st.session_state[_SHOWN] = code
        return None
    try:
        return from_code(state.table().position.rules, code)
    except AnalyzerError as error:
        st.session_state[_PROBLEM] = error
        return None


def problem() -> AnalyzerError | None:
    """Why the link that led here names no deal, or why there is no next one; told once."""
    return cast("AnalyzerError | None", st.session_state.pop(_PROBLEM, None))


def link(practice: Practice, lang: str) -> str:
    """The address that deals the same again: rules, wall, seats and computer players."""
    query = to_query(Position(hand=(), rules=practice.rules), lang)
    del query["hand"]
    return f"{(st.context.url or '').split('?')[0]}?{urlencode({**query, LINK: practice.code})}"


def begin(levels: tuple[Level, ...], hints: Hints, practice: Practice | None = None) -> None:
    """Begin an evening, with a deal of its own where none is given."""
    st.session_state[_SHOWN] = state.led_here_by(LINK)
    given = practice is not None
    if practice is None:
        practice = Practice(
            state.table().position.rules, secrets.randbelow(SEEDS), 0, secrets.randbelow(4), levels
        )
    _go_on(Evening(Sitting(practice), levels, hints, given))


def next_deal() -> None:
    """下一局, by the rules on top of the page; one that is left before its end counts for nothing."""
    now = evening()
    if now is None:
        return
    rules = state.table().position.rules
    try:
        sitting = now.sitting.next(rules, secrets.randbelow(SEEDS), now.levels)
    except AnalyzerError as error:  # the ledger is full
        st.session_state[_PROBLEM] = error
        return
    _go_on(replace(now, sitting=sitting, given=False, kept=None))


def leave() -> None:
    """收桌: the next deal begins another evening."""
    _forget()
    st.session_state[_SHOWN] = state.led_here_by(LINK)
    _keep(None)


def wish(**fields: Any) -> None:
    """Change the levels of the next deal, or when hints are given."""
    now = evening()
    if now is not None:
        _keep(replace(now, **fields))


def finish(now: Evening, title: str) -> Evening:
    """Keep the record of a finished deal, once."""
    if not now.practice.over or now.kept is not None:
        return now
    kept = visitor.keep(now.practice.record, title=title, source="practice", seat=now.practice.seat)
    done = replace(now, kept="" if kept is None else kept.id)
    _keep(done)
    return done


# The person's acts


def listen(now: Evening, lang: str) -> None:
    """Have tiles and actions played by taps and keys."""
    words = {name: text(f"play-js-{name}", lang) for name in ("again", "choose")}
    _component(key=_TAPPED, data=[{"at": place(now), "words": words, "faces": _FACES}], on_act_change=_tapped)


def place(now: Evening) -> str:
    """What tells one choice of an evening from another."""
    return f"{len(now.sitting.ledger.log)}-{now.practice.seal[:12]}-{len(now.practice.acts)}"


def _tapped() -> None:
    take_act(sent(_TAPPED, "act"))


def take_act(payload: object) -> None:
    """Do what a tap names, which may be anything: what the table does not offer is left alone."""
    now = evening()
    if now is None or not isinstance(payload, Mapping) or payload.get("at") != place(now):
        return
    word = payload.get("word")
    try:
        practice = now.practice.act_by_word(word if isinstance(word, str) else "")
    except AnalyzerError:
        return
    _go_on(now.at(practice))


def _go_on(now: Evening) -> None:
    """Keep where the deal stands, the computer players' quick answers included."""
    st.session_state[_WISHED] = None
    _leave(_ADVISED)
    found = _think(now.practice, PATIENCE)
    _keep(now.at(found.practice))


# The computer players


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen of a deal while computer players think."""

    practice: Practice
    thinking: bool = False
    crowded: bool = False
    """Whether there was no room for the computers to think."""
    failed: bool = False


def look(now: Evening) -> Look:
    """How far the computer players are; what they have done in full is kept."""
    if now.practice.thinking is None:
        return Look(now.practice)
    found = _think(now.practice, 0.0)
    if not found.thinking and not found.failed:
        _keep(now.at(found.practice))
    return found


def _think(practice: Practice, patience: float) -> Look:
    if practice.thinking is None:
        return Look(practice)
    held: tuple[Practice, Ticket[Practice]] | None = st.session_state.get(_THOUGHT)
    if held is None or held[0] != practice:
        _leave(_THOUGHT)
        try:
            held = (practice, jobs.practise(practice))
        except Busy:
            return Look(practice, thinking=True, crowded=True)
        st.session_state[_THOUGHT] = held
    seen = held[1].wait(patience) if patience else held[1].snapshot()
    if seen.state is State.FAILED:
        return Look(practice, failed=True)
    if seen.state is State.STOPPED:  # nobody has looked for a while
        _leave(_THOUGHT)
        return Look(practice, thinking=True)
    found = practice if seen.found is None else seen.found
    if not seen.running:
        _leave(_THOUGHT)
    return Look(found, thinking=seen.running)


def think_again() -> None:
    """Have the computer players begin anew where they failed."""
    _leave(_THOUGHT)


# Hints


def advised(now: Evening) -> Snapshot[tuple[Option, ...]] | None:
    """What the advice makes of the person's choice, where it is wished for; ``None`` where it is not."""
    choice = now.practice.choice
    wished = now.hints is Hints.ALWAYS or st.session_state.get(_WISHED) == place(now)
    if choice is None or not wished or now.hints is Hints.OFF:
        return None
    held: tuple[str, Ticket[tuple[Option, ...]]] | None = st.session_state.get(_ADVISED)
    if held is None or held[0] != place(now):
        _leave(_ADVISED)
        speed = Speed.INSTANT if running.FIRST_SPEED is Speed.INSTANT else Speed.QUICK
        try:
            ticket = jobs.value(choice.position, choice.options, choice.offer, speed=speed)
        except Busy:
            return Snapshot(State.RUNNING)
        held = (place(now), ticket)
        st.session_state[_ADVISED] = held
    return held[1].snapshot()


def ask_advice() -> None:
    """One hint, for the choice on the table."""
    now = evening()
    if now is not None:
        st.session_state[_WISHED] = place(now)


def _leave(entry: str) -> None:
    held = st.session_state.pop(entry, None)
    if held is not None:
        held[1].leave()


def _forget() -> None:
    for entry in (_THOUGHT, _ADVISED):
        _leave(entry)


def rules_name(practice: Practice, lang: str) -> str:
    """What the rules of a deal are called."""
    choices = (choice for choice in library.choices() if library.rules_of(choice) == practice.rules)
    choice = next(choices, None)
    return text("library-nameless", lang) if choice is None else library.title(choice, lang)
