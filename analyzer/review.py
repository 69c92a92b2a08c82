"""复盘: every decision of one seat in a record, graded by the expectation.

A decision is a turn, or another's tile that the seat could have claimed and that nobody with the earlier word took
(rules §3).  Its grade is what the action chosen is worth less than the best one, in the same worlds; a loss counts
where it is more than the uncertainty of that difference.  Seeds depend on the place in the record alone, so the same
record gets the same grades, in any order and on any number of threads.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from math import hypot
from typing import Final, TypeAlias

from analyzer import events
from analyzer.advice import Action, Option, calls, discards, valued
from analyzer.deal import Stage
from analyzer.errors import BadRecord, BadSeat
from analyzer.events import Event
from analyzer.expectation.playouts import Cancelled, Speed, Spread, speed_for
from analyzer.position import SEATS, Offer, Position
from analyzer.reasons import Favours, Reason, compared, differences
from analyzer.record import Decision, Record, decisions

__all__ = [
    "Choice",
    "Grade",
    "Kind",
    "Review",
    "choice_of",
    "choices",
    "event_of",
    "grade",
    "review",
    "seats_known",
]

SEED: Final = 20_000
"""Seeds of neighbouring decisions have nothing in common."""


class Kind(StrEnum):
    """What a mistake is about."""

    WIN = "win"
    """漏胡: a win was passed."""
    DEAD_WAIT = "dead_wait"
    """死听: every tile waited for is gone."""
    LAIZI = "laizi"
    """癞子: a laizi spent too early, kept too long or one too many."""
    GANG = "gang"
    """杠: ganged, or not, at the wrong time."""
    OPENING = "opening"
    """开口: a call taken or passed while the hand was not open."""
    CALL = "call"
    """吃碰: a call taken or passed by an open hand."""
    RISK = "risk"
    """放冲, 承包: danger that the better action avoids."""
    SPEED = "speed"
    """慢: farther from a win, or fewer tiles that help."""
    ROUTE = "route"
    """做牌: a route given up."""
    VALUE = "value"
    """番: a win that is worth less."""


_BY_CODE: Final = (
    (Kind.DEAD_WAIT, ("dead_wait",)),
    (Kind.LAIZI, ("laizi_limit", "spends_laizi")),
    (Kind.RISK, ("third_feed", "feeds_quanqiuren", "robbable")),
    (Kind.SPEED, ("gang_tile_in_hand", "faster")),
    (Kind.ROUTE, ("route",)),
    (Kind.SPEED, ("more_waits", "more_accepts")),
    (Kind.VALUE, ("below_minimum", "hard", "pays_more", "payout")),
    (Kind.RISK, ("contract", "deal_in", "loss")),
    (Kind.SPEED, ("win_chance",)),
)
"""A mistake's kind is that of the first reason found that speaks for the better action."""
_GANGS: Final = frozenset({Action.GANG, Action.AN_GANG, Action.XU_GANG, Action.CHONG_GANG})
_CALLS: Final = frozenset({Action.CHI, Action.PENG, Action.PASS})


@dataclass(frozen=True, slots=True)
class Choice:
    """一次选择: a decision as the advice sees it."""

    at: int
    """Events before it."""
    position: Position
    offer: Offer | None
    """The tile that could be claimed; ``None`` on a turn."""
    options: tuple[Option, ...]
    """By shape; at least two."""
    taken: Option
    """What was done."""


@dataclass(frozen=True, slots=True)
class Grade:
    """评分: a decision with what each action was worth."""

    choice: Choice
    options: tuple[Option, ...]
    """Best first, each with its estimate."""
    taken: Option

    @property
    def best(self) -> Option:
        """The action that comes first."""
        return self.options[0]

    @property
    def is_mistake(self) -> bool:
        """Whether the action taken is worth less by more than the uncertainty."""
        estimate = self.taken.estimate
        return self.taken != self.best and estimate is not None and not estimate.equal

    @property
    def speed(self) -> Speed | None:
        """How finely it was graded."""
        return None if self.best.estimate is None else self.best.estimate.speed

    def instead(self, option: Option) -> "Grade":
        """The grade of another action at the same decision.  Raises :class:`LookupError` where it was not open."""
        taken = next((each for each in self.options if _key(each) == _key(option)), None)
        if taken is None:
            raise LookupError(f"expected an option of the decision: {option}")
        return replace(self, taken=taken)

    @property
    def gap(self) -> tuple[float, float | None]:
        """Points that the action taken is worth less than the best (by chance it can be more), and half the 95 %
        interval of that.
        """
        if self.taken == self.best:
            return 0.0, 0.0
        found = compared(self.best, self.taken)
        return found.score or 0.0, found.margin

    @property
    def loss(self) -> float:
        """失分: :attr:`gap` of a mistake, else 0."""
        return max(0.0, self.gap[0]) if self.is_mistake else 0.0

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What sets the best action apart from the one taken."""
        if self.taken == self.best:
            return ()
        return differences(self.choice.position, self.best, self.taken)

    @property
    def kind(self) -> Kind | None:
        """What the mistake is about; ``None`` where there is none."""
        return _kind(self) if self.is_mistake else None

    @property
    def accuracy(self) -> float:
        """准确度: 1 for the best action or one equal to it, 0 for the worst open one, between by points."""
        if not self.is_mistake:
            return 1.0
        worst = max(compared(self.best, option).score or 0.0 for option in self.options)
        return 1.0 - min(1.0, self.loss / worst) if worst > 0 else 1.0


@dataclass(frozen=True)
class Review:
    """复盘: the grades of one seat in one record, in the order of play; those there are by now."""

    record: Record
    seat: int
    speed: Speed
    grades: tuple[Grade, ...]
    decisions: int
    """How many there are to be graded."""

    @property
    def complete(self) -> bool:
        """Whether every decision is graded."""
        return len(self.grades) == self.decisions

    def find(self, at: int) -> Grade | None:
        """The grade of the decision before event ``at``; ``None`` where there is none by now."""
        return next((each for each in self.grades if each.choice.at == at), None)

    def beyond(self, points: float) -> tuple[Grade, ...]:
        """The mistakes that cost at least so many points, worst first."""
        return tuple(each for each in self.mistakes if each.loss >= points)

    def guessed(self, picks: Mapping[int, Option]) -> "Review":
        """先猜: the same decisions graded for what somebody would have done, by their places; those he was asked."""
        grades = tuple(each.instead(picks[each.choice.at]) for each in self.grades if each.choice.at in picks)
        return replace(self, grades=grades, decisions=len(picks))

    @cached_property
    def mistakes(self) -> tuple[Grade, ...]:
        """The mistakes, worst first."""
        return tuple(sorted((each for each in self.grades if each.is_mistake), key=lambda each: -each.loss))

    @cached_property
    def loss(self) -> float:
        """失分: points that all mistakes cost together."""
        return sum(each.loss for each in self.mistakes)

    @cached_property
    def margin(self) -> float:
        """Half the 95 % interval of :attr:`loss`; the decisions are sampled apart."""
        return hypot(*[each.gap[1] or 0.0 for each in self.mistakes])

    @property
    def curve(self) -> tuple[float, ...]:
        """The running loss after each decision."""
        total, found = 0.0, []
        for each in self.grades:
            total += each.loss
            found.append(total)
        return tuple(found)

    @property
    def match(self) -> float | None:
        """一致率: the share of decisions that are the best action or equal to it; ``None`` without any."""
        return 1 - len(self.mistakes) / len(self.grades) if self.grades else None

    @property
    def accuracy(self) -> float | None:
        """准确度: the mean of :attr:`Grade.accuracy`, 0–1."""
        return sum(each.accuracy for each in self.grades) / len(self.grades) if self.grades else None

    @cached_property
    def points(self) -> int | None:
        """What the seat got or paid; ``None`` for an unfinished deal."""
        result = self.record.final.result
        return None if result is None else result.pays[self.seat]

    @property
    def expected(self) -> float | None:
        """期望: what the best action was worth at the first decision."""
        first = self.grades[0].best.estimate if self.grades else None
        return None if first is None else first.score

    @property
    def luck(self) -> float | None:
        """手气: what the seat got beyond what was expected at first less what its mistakes cost.

        Draws, what the others did and what could not be told apart from the best; ``points = expected − loss + luck``.
        """
        if not self.complete or self.points is None or self.expected is None:
            return None
        return self.points - self.expected + self.loss

    def by_kind(self) -> tuple[tuple[Kind, int, float], ...]:
        """How many mistakes of each kind, and what they cost; the dearest first."""
        found: dict[Kind, tuple[int, float]] = {}
        for each in self.mistakes:
            assert each.kind is not None
            count, points = found.get(each.kind, (0, 0.0))
            found[each.kind] = count + 1, points + each.loss
        ordered = sorted(found.items(), key=lambda item: -item[1][1])
        return tuple((kind, count, points) for kind, (count, points) in ordered)


def _kind(found: Grade) -> Kind:
    best, taken = found.best, found.taken
    position = found.choice.position
    if best.action is Action.WIN:
        return Kind.WIN
    if (
        position.laizi is not None
        and position.laizi in (best.tile, taken.tile)
        and found.choice.offer is None
    ):
        return Kind.LAIZI
    if (best.action in _GANGS) != (taken.action in _GANGS):
        return Kind.GANG
    if (
        found.choice.offer is not None
        and best.action != taken.action
        and {best.action, taken.action} <= _CALLS
    ):
        return Kind.CALL if position.is_open else Kind.OPENING
    codes = {reason.code for reason in found.reasons if reason.favours is Favours.ONE}
    return next((kind for kind, named in _BY_CODE if codes.intersection(named)), Kind.VALUE)


# The choices


def seats_known(record: Record) -> tuple[int, ...]:
    """The seats that can be reviewed: those whose hand was dealt face up to whoever wrote the record."""
    return tuple(seat for seat in SEATS if None not in record.hands[seat])


def choices(record: Record, seat: int) -> tuple[Choice, ...]:
    """Every decision of ``seat`` in a record where more than one thing could be done, in the order of play.

    Raises :class:`BadSeat`, :class:`BadRecord` where the seat's own tiles are hidden, and what an illegal event
    raises.
    """
    if seat not in SEATS:
        raise BadSeat("review-seat", seat=seat)
    if seat not in seats_known(record):
        raise BadRecord("review-hidden-hand", seat=seat)
    return tuple(choice_of(each, seat) for each in decisions(record, seat) if len(each.options) > 1)


def choice_of(decision: Decision, seat: int) -> Choice:
    """A decision of ``seat`` as the advice ranks it, with the options of the position that the rules let it have."""
    deal = decision.deal
    position, offer = deal.position(seat), deal.offer(seat)
    if offer is not None:
        found = calls(position, offer).options
    else:
        found = discards(position).options
        if deal.stage is Stage.LAST:  # it is won on or kept (§4)
            found = (*found, Option(Action.PASS))
    options = {_key(each): each for each in found}
    able = [_done(event) for event in decision.options]
    taken = options[_done(decision.chosen)]
    return Choice(
        decision.number, position, offer, tuple(options[each] for each in options if each in able), taken
    )


def event_of(option: Option, events: Sequence[Event]) -> Event | None:
    """The one of some events of a player that takes ``option``; ``None`` where none does."""
    return next((event for event in events if _done(event) == _key(option)), None)


_Key: TypeAlias = tuple[Action, int | None, tuple[int, ...]]


def _key(option: Option) -> _Key:
    """What tells one option of a position from another."""
    return option.action, None if option.action in (Action.WIN, Action.PASS) else option.tile, option.tiles


def _done(event: Event) -> _Key:
    """An event as the option that it takes."""
    match event:
        case events.Win():
            return Action.WIN, None, ()
        case events.Chi():
            return Action.CHI, event.tile, event.tiles
        case events.Peng():
            return Action.PENG, event.tile, ()
        case events.ChongGang():
            return Action.CHONG_GANG, event.tile, ()
        case events.AnGang():
            return Action.AN_GANG, event.tile, ()
        case events.XuGang():
            return Action.XU_GANG, event.tile, ()
        case events.Gang():
            return Action.GANG, event.tile, ()
        case events.Discard() | events.Drop():
            return Action.DISCARD, event.tile, ()
    return Action.PASS, None, ()


# The grades


def grade(
    choice: Choice,
    *,
    speed: Speed = Speed.QUICK,
    seed: int = 0,
    threads: int = 1,
    spread: Spread | None = None,
    stop: threading.Event | None = None,
) -> Grade:
    """评分: one decision.  Raises :class:`Cancelled` once ``stop`` is set."""
    options = valued(
        choice.position,
        choice.options,
        choice.offer,
        speed=speed,
        seed=seed + SEED * choice.at,
        threads=threads,
        spread=spread,
        stop=stop,
    )
    taken = next(each for each in options if _key(each) == _key(choice.taken))
    return Grade(choice, options, taken)


def review(
    record: Record,
    seat: int,
    *,
    speed: Speed = Speed.QUICK,
    seed: int = 0,
    threads: int = 1,
    spread: Spread | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """复盘: all decisions of ``seat``, told to ``progress`` one after the other; what there is once ``stop`` is set."""
    speed = speed_for(record.rules, speed)
    asked = choices(record, seat)
    found = Review(record, seat, speed, (), len(asked))
    for each in asked:
        try:
            graded = grade(each, speed=speed, seed=seed, threads=threads, spread=spread, stop=stop)
        except Cancelled:
            break
        found = replace(found, grades=(*found.grades, graded))
        if progress is not None:
            progress(found)
    return found
