"""一轮题: a set of questions as a link carries it, and a round of questions with its answers and their sums."""

from dataclasses import dataclass, replace
from typing import Final

from analyzer.drills import LEVELS, SEEDS, Question, Topic, fixed_set
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.rules import PRESETS

__all__ = ["COUNTS", "TIMES", "Given", "Round", "Set", "read_set"]

COUNTS: Final = (5, 10, 20)
"""Questions of a set."""
TIMES: Final = (0, 15, 30, 60)
"""Seconds for a question; any number for 0."""
LONGEST_LINK: Final = 120
SLOWEST: Final = 3600.0
"""Seconds that an answer is said to have taken at most: whoever took longer was away."""


@dataclass(frozen=True, slots=True)
class Set:
    """一组题: what a round is made of, as a link carries it."""

    topics: tuple[Topic, ...] = tuple(Topic)
    rules: str = next(iter(PRESETS))
    level: int = LEVELS[0]
    seed: int = 0
    count: int = COUNTS[1]
    seconds: int = 0

    def __str__(self) -> str:
        return f"{','.join(self.topics)}:{self.rules}:{self.level}:{self.seed}:{self.count}:{self.seconds}"

    def questions(self) -> tuple[str, ...]:
        """The keys of its questions.  Raises :class:`AnalyzerError` for a set that can't be."""
        return tuple(map(str, fixed_set(self.topics, self.rules, self.level, self.seed, self.count)))


def read_set(written: str) -> Set:
    """The set that a link names.

    :raises AnalyzerError: it names none.
    """
    parts = written[:LONGEST_LINK].split(":")
    try:
        named, rules, *numbers = parts
        if not all(each.isascii() and each.isdigit() and len(each) <= len(str(SEEDS)) for each in numbers):
            raise ValueError(written)
        level, seed, count, seconds = map(int, numbers)
        topics = tuple(Topic(each) for each in named.split(","))
        if seconds not in TIMES or len(set(topics)) != len(topics):
            raise ValueError(written)
        found = Set(topics, rules, level, seed, count, seconds)
        found.questions()
    except AnalyzerError:
        raise
    except ValueError:
        raise BadRequest("drill-no-set", value=written[:60]) from None
    return found


@dataclass(frozen=True, slots=True)
class Given:
    """答: one answer of a round."""

    question: Question
    given: frozenset[str]
    correct: bool
    loss: float | None
    seconds: float
    late: bool


@dataclass(frozen=True)
class Round:
    """一轮: the keys, how far it is, and the answers so far."""

    keys: tuple[str, ...]
    name: str
    """What tells this round from others."""
    drawn: Set | None = None
    """The set that it is, if it is one."""
    seconds: int = 0
    """For each question; any number for 0."""
    place: int = 0
    answers: tuple[Given, ...] = ()
    skipped: tuple[AnalyzerError, ...] = ()
    """Why there was no question for some of the keys."""
    answered: bool = False
    """Whether the question at hand is; the explanation is shown then."""

    @property
    def over(self) -> bool:
        """Whether there is no further question."""
        return self.place >= len(self.keys)

    @property
    def at(self) -> str:
        """The question at hand, as the browser names it."""
        return f"{self.name}-{self.place}"

    @property
    def right(self) -> int:
        """How many answers are right."""
        return sum(each.correct for each in self.answers)

    @property
    def wrong(self) -> tuple[Given, ...]:
        """The answers that are wrong."""
        return tuple(each for each in self.answers if not each.correct)

    @property
    def loss(self) -> float:
        """Points that all answers together cost where the expectation was asked."""
        return sum(each.loss or 0.0 for each in self.answers)

    @property
    def took(self) -> float:
        """Seconds of an answer on average; 0 without any."""
        return sum(each.seconds for each in self.answers) / len(self.answers) if self.answers else 0.0

    @property
    def late(self) -> int:
        """How many answers came late."""
        return sum(each.late for each in self.answers)

    def by_topic(self) -> tuple[tuple[Topic, int, int], ...]:
        """For each topic that was asked about, how many answers are right and how many there are."""
        found = []
        for topic in Topic:
            given = [each for each in self.answers if each.question.topic is topic]
            if given:
                found.append((topic, sum(each.correct for each in given), len(given)))
        return tuple(found)

    # On and on

    def answer(self, question: Question, given: frozenset[str], seconds: float) -> "Round":
        """The round with an answer to the question at hand.  Raises :class:`BadRequest` for what is none."""
        correct, took = question.is_right(given), min(SLOWEST, seconds)
        late = bool(self.seconds) and took > self.seconds
        found = Given(question, given, correct, question.loss(given), took, late)
        return replace(self, answers=(*self.answers, found), answered=True)

    def without(self, error: AnalyzerError) -> "Round":
        """The round with the question at hand passed over, as there is none."""
        return replace(self, place=self.place + 1, skipped=(*self.skipped, error))

    def next(self) -> "Round":
        """The round at its next question."""
        return replace(self, place=self.place + 1, answered=False)
