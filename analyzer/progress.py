"""进步: what a person's answers and reviewed decisions come to, by topic and by day.

Days are those of the person's own clock.  A figure that nothing was measured for is ``None``, never 0.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import groupby
from statistics import fmean, median
from typing import Final

from analyzer.advice import Action
from analyzer.review import Grade, Review
from analyzer.store import Answer

__all__ = ["DAY", "TOPICS", "Day", "Progress", "Tally", "answers_of", "progress"]

DAY: Final = 24 * 3600 * 1000
"""Milliseconds."""
TOPICS: Final = ("discard", "call", "gang", "waits", "tenpai", "score")
"""In the order in which they are told; any other comes behind."""
SOURCE: Final = "record"
"""What the key of a reviewed decision begins with."""
_GANGS: Final = frozenset({Action.GANG, Action.AN_GANG, Action.XU_GANG, Action.CHONG_GANG})
_NAMES: Final = uuid.UUID("9a3e5f0c-2f0d-4d52-a0a9-5a1f0f6c7be1")
"""Under which decisions get their ids: reviewed again, a decision takes the place of its former self."""


@dataclass(frozen=True, slots=True)
class Tally:
    """计数: some answers together."""

    count: int
    right: int
    loss: float | None
    """Points that an answer cost in the mean, of those that were valued."""
    seconds: float | None
    """How long an answer took, the median of those that were timed."""

    @property
    def accuracy(self) -> float | None:
        """正确率: the share of right answers, 0–1."""
        return self.right / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class Day:
    """一天: the answers of a day."""

    date: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Progress:
    """进步: everything that a person's history comes to."""

    total: Tally
    topics: tuple[tuple[str, Tally], ...]
    """By topic, those with answers."""
    days: tuple[Day, ...]
    """Days with answers, oldest first."""
    courses: tuple[tuple[str, tuple[Day, ...]], ...]
    """The same by topic, those with answers."""
    run: int
    """连对: right answers in a row up to now."""
    longest_run: int
    streak: int
    """连续天数: days in a row with answers, up to today, or to yesterday while today has none yet."""
    longest_streak: int


def answers_of(record: str, review: Review, at: int) -> tuple[Answer, ...]:
    """The decisions of a review as answers, given at ``at`` (milliseconds since 1970); ``record`` is its id."""
    return tuple(_answer_of(record, review, each, at) for each in review.grades)


def _answer_of(record: str, review: Review, grade: Grade, at: int) -> Answer:
    question = f"{SOURCE}:{record}:{review.seat}:{grade.choice.at}"
    return Answer(
        uuid.uuid5(_NAMES, question).hex,
        at,
        _topic(grade),
        review.record.rules.id,
        question,
        not grade.is_mistake,
        grade.loss,
        0.0,
        "" if grade.kind is None else grade.kind.value,
    )


def _topic(grade: Grade) -> str:
    if grade.choice.offer is not None:
        return "call"
    return "gang" if {grade.best.action, grade.taken.action} & _GANGS else "discard"


def progress(answers: Sequence[Answer], *, now: int, offset: int = 0) -> Progress:
    """进步 of ``answers``, oldest first.  ``now`` is in milliseconds since 1970, ``offset`` in minutes west of UTC."""
    zone = timezone(timedelta(minutes=-offset))

    def day_of(moment: int) -> date:
        return datetime.fromtimestamp(moment / 1000, UTC).astimezone(zone).date()

    def days_of(some: Iterable[Answer]) -> tuple[Day, ...]:
        by_day = groupby(some, key=lambda answer: day_of(answer.at))
        return tuple(Day(each, _tally(found)) for each, found in by_day)

    days = days_of(answers)
    topics = {
        topic: [each for each in answers if each.topic == topic]
        for topic in sorted({each.topic for each in answers}, key=_place)
    }
    rights = [len(list(found)) if right else 0 for right, found in groupby(answers, key=_is_right)]
    streaks = _streaks([each.date for each in days])
    going = bool(days) and days[-1].date >= day_of(now) - timedelta(days=1)
    return Progress(
        _tally(answers),
        tuple((topic, _tally(found)) for topic, found in topics.items()),
        days,
        tuple((topic, days_of(found)) for topic, found in topics.items()),
        rights[-1] if rights else 0,
        max(rights, default=0),
        streaks[-1] if going else 0,
        max(streaks, default=0),
    )


def _is_right(answer: Answer) -> bool:
    return answer.correct


def _place(topic: str) -> tuple[int, str]:
    return TOPICS.index(topic) if topic in TOPICS else len(TOPICS), topic


def _tally(answers: Iterable[Answer]) -> Tally:
    found = list(answers)
    losses = [each.loss for each in found if each.loss is not None]
    times = [each.seconds for each in found if each.seconds > 0]
    return Tally(
        len(found),
        sum(each.correct for each in found),
        fmean(losses) if losses else None,
        median(times) if times else None,
    )


def _streaks(days: Sequence[date]) -> list[int]:
    """The lengths of the runs of days that follow each other, the latest last."""
    found: list[int] = []
    for number, each in enumerate(days):
        if number and each - days[number - 1] == timedelta(days=1):
            found[-1] += 1
        else:
            found.append(1)
    return found
