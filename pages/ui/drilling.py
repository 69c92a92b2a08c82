"""训练: the round of questions that a session is in, the jobs that make them, and what is kept of its answers.

A round is a list of keys.  The question at hand is waited for; those that come next are made meanwhile, so that
nobody waits but for the first.  What a browser sends and what a link says is untrusted (:func:`take`,
:func:`analyzer.rounds.read_set`).
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import streamlit as st

from analyzer import jobs
from analyzer.drills import Mistake, Question, again, read_key
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.jobs import Busy, State, Ticket
from analyzer.record import Record, read_one
from analyzer.rounds import Round, Set, read_set
from analyzer.rules import PRESETS
from analyzer.store import now as moment
from pages.ui import state, visitor
from pages.ui.reports import sent

__all__ = [
    "LINK",
    "MOST_DUE",
    "Due",
    "Look",
    "begin",
    "begin_due",
    "begin_set",
    "chosen",
    "due",
    "go_on",
    "invited",
    "leave",
    "listen",
    "look",
    "now",
    "problem",
    "put_mistakes",
    "take",
    "try_again",
]

LINK: Final = "drill"
"""The parameter of a link that names a set."""
AHEAD: Final = 2
"""Questions that are made while one is answered."""
PATIENCE: Final = 0.3
"""Seconds that a page waits for a question before it is drawn without: many are there by then."""
MOST_DUE: Final = 20
"""Cards of one round."""
LOOKED_AT: Final = 200
"""Cards that are counted."""
_ROUND, _TICKETS, _SHOWN, _CHOSEN, _PROBLEM, _LED = (
    f"drilling_{name}" for name in ("round", "tickets", "shown", "chosen", "problem", "led")
)
_TAPPED: Final = "drilling"

_component = st.components.v2.component(
    "drilling", js=(Path(__file__).parent / "drills.js").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Look:
    """What there is of the question at hand."""

    question: Question | None = None
    failed: bool = False
    """Whether it could not be made, for no reason that a person could do something about."""


# Rounds


def now() -> Round | None:
    """The session's round; ``None`` before one has begun."""
    found: Round | None = st.session_state.get(_ROUND)
    return found


def begin(keys: Sequence[str], *, drawn: Set | None = None, seconds: int = 0) -> None:
    """Begin a round of questions."""
    leave()
    st.session_state[_ROUND] = Round(tuple(keys), secrets.token_hex(4), drawn, seconds)
    st.session_state[_LED] = True


def begin_set(asked: Set) -> None:
    """Begin a set, which is the same for everybody."""
    try:
        begin(asked.questions(), drawn=asked, seconds=asked.seconds)
    except AnalyzerError as error:
        st.session_state[_PROBLEM] = error
    else:
        st.session_state[_CHOSEN] = asked


def begin_due(seconds: int = 0) -> None:
    """复习: begin a round of the questions that come up again by now."""
    begin(due().keys[:MOST_DUE], seconds=seconds)


def put_mistakes(keeping: str, seat: int, places: Sequence[int]) -> None:
    """Set a round of the decisions before these events of the visitor's own record ``keeping``.

    Whoever calls it from elsewhere then switches to ``pages/drills.py``.
    """
    begin([str(Mistake(keeping, seat, at)) for at in places])


def leave() -> None:
    """End the round: nothing is made for it any more."""
    for ticket in _tickets().values():
        ticket.leave()
    for name in (_ROUND, _TICKETS, _SHOWN):
        st.session_state.pop(name, None)


@dataclass(frozen=True, slots=True)
class Due:
    """What comes up again by now."""

    keys: tuple[str, ...]
    """The longest overdue first."""
    gone: int
    """How many of the questions can't be made any more: their records were deleted."""


def due() -> Due:
    """The questions that come up again by now."""
    keys, gone = [], 0
    records: dict[str, bool] = {}
    for card in visitor.due(LOOKED_AT).rows:
        try:
            read = read_key(card.question)
        except AnalyzerError:
            gone += 1
            continue
        if isinstance(read, Mistake):
            if read.keeping not in records:
                records[read.keeping] = visitor.keeping(read.keeping) is not None
            if not records[read.keeping]:
                gone += 1
                continue
        keys.append(card.question)
    return Due(tuple(keys), gone)


def chosen() -> Set:
    """What the session has chosen last; at first all topics in the game that it is in."""
    found: Set | None = st.session_state.get(_CHOSEN)
    if found is not None:
        return found
    rules = state.table().position.rules.id
    return Set(rules=rules if rules in PRESETS else Set().rules)


def invited() -> Set | None:
    """The set that the session's link names, until a round has begun."""
    written = state.led_here_by(LINK)
    if written is None or st.session_state.get(_LED):
        return None
    try:
        return read_set(written)
    except AnalyzerError as error:
        st.session_state[_PROBLEM] = error
        st.session_state[_LED] = True
        return None


def problem() -> AnalyzerError | None:
    """What was wrong with what was asked for, once."""
    found: AnalyzerError | None = st.session_state.pop(_PROBLEM, None)
    return found


# The question at hand


def _tickets() -> dict[str, Ticket[Question | AnalyzerError]]:
    found: dict[str, Ticket[Question | AnalyzerError]] = st.session_state.setdefault(_TICKETS, {})
    return found


def _ticket(key: str) -> Ticket[Question | AnalyzerError]:
    """The job that makes a question.  Raises :class:`Busy`, and what is wrong with the key or its record."""
    tickets = _tickets()
    if key not in tickets:
        read = read_key(key)
        record = _record(read) if isinstance(read, Mistake) else None
        tickets[key] = jobs.drill(read, record)
    return tickets[key]


def _record(mistake: Mistake) -> Record:
    kept = visitor.keeping(mistake.keeping)
    if kept is None:
        raise BadRequest("drill-no-record", key=str(mistake))
    return read_one(kept.body)


def look(patience: float = PATIENCE) -> Look:
    """The question at hand, as far as it is after so many seconds; those that there are none for are passed over."""
    while (round_ := now()) is not None and not round_.over:
        if round_.answered:
            return Look(round_.answers[-1].question)
        key = round_.keys[round_.place]
        try:
            seen = _ticket(key).wait(patience)
        except Busy:
            return Look()
        except AnalyzerError as error:
            _pass_over(round_, error)
            continue
        if isinstance(seen.found, AnalyzerError):
            _pass_over(round_, seen.found)
        elif seen.state is State.DONE:
            _make_ahead(round_)
            if st.session_state.get(_SHOWN, ("",))[0] != round_.at:
                st.session_state[_SHOWN] = (round_.at, time.monotonic())
            return Look(seen.found)
        elif seen.state is State.STOPPED:  # nobody had looked at it for a while
            del _tickets()[key]
        else:
            return Look(failed=seen.state is State.FAILED)
    return Look()


def _pass_over(round_: Round, error: AnalyzerError) -> None:
    st.session_state[_ROUND] = round_.without(error)


def _make_ahead(round_: Round) -> None:
    """Have the next questions made while this one is answered."""
    for key in round_.keys[round_.place + 1 : round_.place + 1 + AHEAD]:
        try:
            _ticket(key)
        except (Busy, AnalyzerError):
            return  # told when it is its turn


def try_again() -> None:
    """Have a question made anew that could not be."""
    round_ = now()
    if round_ is not None and not round_.over:
        _tickets().pop(round_.keys[round_.place], None)


# Answers


def listen(words: Mapping[str, str]) -> None:
    """Have taps and keys tell what is answered."""
    round_ = now()
    answered = round_ is not None and round_.answered
    data = {"at": "" if round_ is None else round_.at, "answered": answered, "words": dict(words)}
    _component(key=_TAPPED, data=[data], on_given_change=_given, on_next_change=_next)


def _given() -> None:
    take(sent(_TAPPED, "given"))


def _next() -> None:
    payload = sent(_TAPPED, "next")
    round_ = now()
    if isinstance(payload, Mapping) and round_ is not None and payload.get("at") == round_.at:
        go_on()


def take(payload: object) -> None:
    """Take an answer, which may be anything: what is none to the question at hand is left alone."""
    round_ = now()
    if round_ is None or round_.over or round_.answered or not isinstance(payload, Mapping):
        return
    given = payload.get("given")
    if payload.get("at") != round_.at or not isinstance(given, list):
        return
    if not all(isinstance(each, str) for each in given):
        return
    ticket = _tickets().get(round_.keys[round_.place])
    found: Any = None if ticket is None else ticket.snapshot().found
    if not isinstance(found, Question):
        return
    try:
        _answer(round_, found, frozenset(given))
    except AnalyzerError:
        return


def _answer(round_: Round, question: Question, given: frozenset[str]) -> None:
    shown_at, since = st.session_state.get(_SHOWN, ("", 0.0))
    after = round_.answer(question, given, time.monotonic() - since if shown_at == round_.at else 0.0)
    answer = after.answers[-1]
    st.session_state[_ROUND] = after
    key = str(question.key)
    visitor.answered(
        topic=question.topic,
        rules=question.position.rules.id,
        question=key,
        correct=answer.correct,
        seconds=answer.seconds,
        given=" ".join(sorted(given)),
        loss=answer.loss,
        card=again(key, visitor.card(key), correct=answer.correct, seconds=answer.seconds, at=moment()),
    )


def go_on() -> None:
    """The next question, once this one is answered."""
    round_ = now()
    if round_ is None or not round_.answered:
        return
    ticket = _tickets().pop(round_.keys[round_.place], None)
    if ticket is not None:
        ticket.leave()
    st.session_state[_ROUND] = round_.next()
