"""训练: questions from self-play and from one's own mistakes, with keys that are checked, and when they come again.

A question is a value of its :class:`Key` alone: the same key, the same question on every machine, so that a fixed set
is a few numbers in a link and a card needs to keep nothing but the key.

- What a hand waits for, whether it is tenpai, and what a win pays are exact.
- Which tile, whether to call and whether to gang are asked by the expectation, and only where the best action is
  ahead of every other one by more than :data:`SURE` standard errors, in :data:`SAMPLES` worlds played to the end.
  Where to look is found out by glances in a few other worlds, so that what is asked is not what looked good by chance.
"""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

import fsrs

from analyzer import events
from analyzer.advice import Action, Option, valued
from analyzer.deal import Deal
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.events import Event
from analyzer.expectation.playouts import Cancelled, Speed, Spread
from analyzer.playout.models import is_learned
from analyzer.playout.recorded import Recorder
from analyzer.playout.selfplay import FIRST_OF_DRILLS
from analyzer.position import SEATS, Offer, Position
from analyzer.record import Record, decisions
from analyzer.review import Choice, choice_of, choices
from analyzer.rules import PRESETS, preset
from analyzer.settlement import Score, score
from analyzer.store import Card
from analyzer.tiles import KINDS
from analyzer.waits import Wait, Waits, waits
from analyzer.wins import Win, WinBy

__all__ = [
    "BY_EXPECTATION",
    "LEVELS",
    "LONGEST_SET",
    "SEEDS",
    "Key",
    "Mistake",
    "Question",
    "Topic",
    "again",
    "answer_of",
    "fixed_set",
    "make",
    "read_key",
    "remake",
]

LEVELS: Final = (1, 2, 3)
"""Easy, middling, hard."""
SEEDS: Final = 1 << 31
"""A question's number is below it."""
LONGEST_SET: Final = 50
SAMPLES: Final = 512
SURE: Final = 3.0
FIRST_GLANCE: Final = 32
SECOND_GLANCE: Final = 96
"""Worlds after which a position that is not asked about is given up, mostly."""
GLANCED_SURE: Final = 1.0
"""Standard errors that go for a further look."""
GLANCED: Final = 1
"""The seed of the glances' worlds; those that the key rests on are others."""
LEAST_LEAD: Final = 3.0
CLEAR_LEAD: Final = 50.0
FINE_LEAD: Final = 20.0
"""Points between the best action and the next: below the first nothing is asked, from the second on it is easy, below
the third it is hard."""
NEAR: Final = 1
"""一向听: discards of hands that are farther away differ by less than can be told."""
TRIES: Final = 400
"""Deals that are gone through for one question at most."""
PICKY: Final = 10
"""Deals that are gone through for the answer that chance would like best, and for exactly the level asked for where
the search is long."""
LOOKED_AT: Final = 24
"""Hands of one deal that are looked at."""
LAST: Final = 3
"""Hands of each player that are looked at where late ones are wanted."""
MANY_WAITS: Final = 6
MANY_PLAIN: Final = 4
"""Waits that make it hard, with a laizi in the hand and without."""
FEW_WAITS: Final = 3
NUMBERS: Final = 4
"""Payments to choose from."""
HESITATED: Final = 20.0
"""Seconds after which a right answer was a hard one."""
LONGEST_KEY: Final = 200


class Topic(StrEnum):
    """What is asked."""

    DISCARD = "discard"
    """何切: which tile."""
    WAITS = "waits"
    """听什么: all tiles that win."""
    TENPAI = "tenpai"
    """听没听: is it tenpai, and if not why not."""
    SCORE = "score"
    """算番: what each player gets or pays."""
    CALL = "call"
    """叫牌: chi, peng, gang or pass."""
    GANG = "gang"
    """杠: now, or hold."""


BY_EXPECTATION: Final = frozenset({Topic.DISCARD, Topic.CALL, Topic.GANG})
"""Topics whose key is an estimate; the others are exact."""
TENPAI: Final = "tenpai"
FAR: Final = "far"
BLOCKS: Final = ("not_open", "gang_tile_in_hand", "laizi_limit", "pair_not_258")
"""Answers to whether a hand is tenpai: it is, it is too far away, or what alone keeps it from being so."""
_GANGS: Final = frozenset({Action.GANG, Action.AN_GANG, Action.XU_GANG})


def _check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise BadRequest("drill-seed", seed=seed, most=SEEDS - 1)


@dataclass(frozen=True, slots=True)
class Key:
    """题号: all that a question is made from."""

    topic: Topic
    rules: str
    """A game's id."""
    level: int
    seed: int

    def __post_init__(self) -> None:
        if self.rules not in PRESETS:
            raise BadRequest("drill-rules", rules=self.rules[:40], known=", ".join(PRESETS))
        if self.level not in LEVELS:
            raise BadRequest("drill-level", level=self.level, known=", ".join(map(str, LEVELS)))
        _check_seed(self.seed)

    def __str__(self) -> str:
        return f"{self.topic}:{self.rules}:{self.level}:{self.seed}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """错题: a decision of one's own, by the record that is kept and its place in it."""

    keeping: str
    seat: int
    at: int
    """As :attr:`analyzer.review.Choice.at`."""

    def __str__(self) -> str:
        return f"record:{self.keeping}:{self.seat}:{self.at}"


def read_key(text: str) -> Key | Mistake:
    """The key that ``str`` wrote.  Raises :class:`BadRequest`."""
    parts = text[:LONGEST_KEY].split(":")
    try:
        first, second, third, fourth = parts
        if first == "record" and second:
            found = Mistake(second, _number(third), _number(fourth))
            if found.seat in SEATS:
                return found
        else:
            return Key(Topic(first), second, _number(third), _number(fourth))
    except AnalyzerError:
        raise
    except ValueError:
        pass
    raise BadRequest("drill-key", key=text[:60])


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS))):
        raise ValueError(text)
    return int(text)


@dataclass(frozen=True)
class Question:
    """题: a position, what is asked about it, and the answers that are right."""

    key: Key | Mistake
    topic: Topic
    position: Position
    offer: Offer | None = None
    options: tuple[Option, ...] = ()
    """Where the expectation is asked: the actions, best first, each with its estimate."""
    waits: Waits | None = None
    win: Win | None = None
    score: Score | None = None
    payments: tuple[tuple[int, ...], ...] = ()
    """Where a payment is asked: the four amounts by seat to choose from, smaller ones first."""
    taken: Option | None = None
    """Of a mistake, what was done."""

    @property
    def several(self) -> bool:
        """Whether the answer is all that is right at once, not one of it."""
        return self.topic is Topic.WAITS

    @cached_property
    def choices(self) -> tuple[Option, ...]:
        """Where the expectation is asked: the actions in the order in which they are shown, which tells nothing."""
        order = list(Action)
        if self.topic is Topic.DISCARD:
            order.reverse()
        return tuple(
            sorted(self.options, key=lambda each: (order.index(each.action), each.tile or 0, each.tiles))
        )

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """Everything that can be chosen, in the order in which it is shown."""
        if self.topic in BY_EXPECTATION:
            return tuple(map(answer_of, self.choices))
        if self.topic is Topic.WAITS:
            return tuple(map(str, range(KINDS)))
        if self.topic is Topic.TENPAI:
            return (TENPAI, *BLOCKS, FAR)
        return tuple(map(_amounts_told, self.payments))

    @cached_property
    def right(self) -> frozenset[str]:
        """The answers that are right; of one's own mistakes all that can't be told from the best."""
        if self.topic in BY_EXPECTATION:
            best, *others = self.options
            equal = [each for each in others if each.estimate is not None and each.estimate.equal]
            return frozenset(map(answer_of, (best, *equal)))
        if self.waits is not None:
            if self.topic is Topic.WAITS:
                return frozenset(str(wait.tile) for wait in self.waits.waits)
            return frozenset({TENPAI} if self.waits.tenpai else self.waits.blocked_by or {FAR})
        assert self.score is not None
        return frozenset({_amounts_told(self.score.pays)})

    def check(self, given: frozenset[str]) -> None:
        """Raise :class:`BadRequest` for what is no answer to the question."""
        unknown = given.difference(self.answers)
        if unknown or not given or (len(given) > 1 and not self.several):
            raise BadRequest("drill-answer", given=", ".join(sorted(given))[:40])

    def is_right(self, given: frozenset[str]) -> bool:
        """Whether an answer is right: all of it, and nothing else."""
        self.check(given)
        return given == self.right if self.several else given <= self.right

    def loss(self, given: frozenset[str]) -> float | None:
        """Points that an answer costs where the expectation is asked, else ``None``; a right one costs nothing."""
        if self.topic not in BY_EXPECTATION:
            return None
        if self.is_right(given):
            return 0.0
        chosen = self.chosen(given)
        assert chosen is not None
        assert chosen.estimate is not None
        return max(0.0, -chosen.estimate.diff)

    def chosen(self, given: frozenset[str]) -> Option | None:
        """The action that an answer names, where it names one."""
        return next((option for option in self.options if answer_of(option) in given), None)


def answer_of(option: Option) -> str:
    """An action as an answer."""
    tiles = option.tiles or (() if option.tile is None else (option.tile,))
    return "-".join([option.action.value, *map(str, tiles)])


def _amounts_told(pays: Sequence[int]) -> str:
    return "/".join(map(str, pays))


def fixed_set(topics: Sequence[Topic], rules: str, level: int, seed: int, count: int) -> tuple[Key, ...]:
    """The keys of a set of ``count`` questions, the topics in turn: the same for everybody who has its link."""
    if not topics or not 1 <= count <= LONGEST_SET:
        raise BadRequest("drill-set", count=count, most=LONGEST_SET)
    _check_seed(seed)
    chance = random.Random(f"{','.join(topics)}:{rules}:{level}:{seed}")
    return tuple(
        Key(topics[number % len(topics)], rules, level, chance.randrange(SEEDS)) for number in range(count)
    )


# Making


@dataclass
class _Search:
    """The deals that are gone through for one question."""

    key: Key
    chance: random.Random
    how: dict[str, Any]
    stop: threading.Event | None
    tried: int = 0

    def __post_init__(self) -> None:
        self.liked = self.chance.random()
        """0–1: which answer chance would like best."""

    @property
    def picky(self) -> bool:
        return self.tried <= PICKY

    def takes(self, level: int) -> bool:
        """Whether a question of this level will do: after many deals one that is nearly as hard does."""
        return abs(level - self.key.level) <= (self.tried - 1) // PICKY

    def value(
        self, choice: Choice, options: Sequence[Option], speed: Speed, samples: int, seed: int
    ) -> tuple[Option, ...]:
        """The options, valued; :class:`Cancelled` where that was not finished."""
        found = valued(
            choice.position, options, choice.offer, speed=speed, samples=samples, seed=seed, **self.how
        )
        self.check()
        return found

    def check(self) -> None:
        if self.stop is not None and self.stop.is_set():
            raise Cancelled


def make(
    key: Key,
    *,
    threads: int = 1,
    spread: Spread | None = None,
    stop: threading.Event | None = None,
) -> Question:
    """The question of a key.  Raises :class:`Cancelled` once ``stop`` is set, :class:`BadRequest` where self-play
    meets no such question in many deals.
    """
    rules = preset(key.rules)
    chance = random.Random(str(key))
    search = _Search(key, chance, {"threads": threads, "spread": spread, "stop": stop}, stop)
    recorder = Recorder(rules)
    players = (int(is_learned(rules)),) * len(SEATS)
    for search.tried in range(1, TRIES + 1):
        search.check()
        record = recorder.play(FIRST_OF_DRILLS + chance.randrange(SEEDS), players)
        found = _MAKERS[key.topic](search, record)
        if found is not None:
            return found
    raise BadRequest("drill-none", key=str(key))


def remake(
    mistake: Mistake,
    record: Record,
    *,
    threads: int = 1,
    spread: Spread | None = None,
    stop: threading.Event | None = None,
) -> Question:
    """The question that a mistake of one's own makes.

    Raises :class:`BadRequest` where the record has no such decision, or where what was done can't be told from the
    best, :class:`Cancelled` once ``stop`` is set, and what the record raises.
    """
    choice = next((each for each in choices(record, mistake.seat) if each.at == mistake.at), None)
    if choice is None:
        raise BadRequest("drill-no-decision", at=mistake.at + 1)
    options = valued(
        choice.position,
        choice.options,
        choice.offer,
        speed=Speed.FULL,
        samples=SAMPLES,
        threads=threads,
        spread=spread,
        stop=stop,
    )
    if stop is not None and stop.is_set():
        raise Cancelled
    taken = next(each for each in options if answer_of(each) == answer_of(choice.taken))
    if taken is options[0] or taken.estimate is None or taken.estimate.equal:
        raise BadRequest("drill-close", at=mistake.at + 1)
    if choice.offer is not None:
        topic = Topic.CALL
    else:
        topic = Topic.GANG if {options[0].action, taken.action} & _GANGS else Topic.DISCARD
    return Question(mistake, topic, choice.position, choice.offer, options, taken=taken)


Maker = Callable[[_Search, Record], Question | None]


def _some_choices(search: _Search, record: Record, fits: Callable[[Event], bool]) -> Iterator[Choice]:
    """The decisions of one player that have an option which ``fits``, and none that wins."""
    seat = search.chance.choice(SEATS)
    found = [
        decision
        for decision in decisions(record, seat)
        if any(map(fits, decision.options))
        and not any(isinstance(each, events.Win) for each in decision.options)
    ]
    search.chance.shuffle(found)
    for decision in found:
        choice = choice_of(decision, seat)
        if len(choice.options) > 1:
            yield choice


def _by_expectation(
    fits: Callable[[Event], bool],
    worthwhile: Callable[[Choice], bool],
    asked: Callable[[_Search, tuple[Option, ...]], tuple[Option, ...]],
) -> Maker:
    """A maker of questions about the decisions that are ``worthwhile``; ``asked`` are the actions to choose from."""

    def maker(search: _Search, record: Record) -> Question | None:
        for choice in _some_choices(search, record, fits):
            if not worthwhile(choice):
                continue
            seen = search.value(choice, choice.options, Speed.INSTANT, FIRST_GLANCE, GLANCED)
            options = asked(search, seen)
            if len(options) < 2 or not _is_sure(options, GLANCED_SURE):
                continue
            options = search.value(choice, options, Speed.FULL, SECOND_GLANCE, GLANCED)
            if not _is_sure(options, GLANCED_SURE) or not search.takes(_level(choice, options)):
                continue
            options = search.value(choice, options, Speed.FULL, SAMPLES, 0)
            if _is_sure(options, SURE) and search.takes(_level(choice, options)):
                topic = search.key.topic
                return Question(search.key, topic, choice.position, choice.offer, options)
        return None

    return maker


def _is_sure(options: Sequence[Option], errors: float) -> bool:
    """Whether the best action is ahead of every other one by more than so many standard errors."""
    best = options[0].estimate
    others = [option.estimate for option in options[1:] if option.estimate is not None]
    return (
        best is not None
        and best.diff >= 0
        and _lead(options) >= LEAST_LEAD
        and all(-each.diff > errors * each.diff_se for each in others)
    )


def _lead(options: Sequence[Option]) -> float:
    """Points between the first action and the best of the others."""
    scores = [option.estimate.score for option in options if option.estimate is not None]
    return scores[0] - max(scores[1:])


def _level(choice: Choice, options: Sequence[Option]) -> int:
    """How hard it is to see: against the shape, or by little, is hard."""
    asked = {answer_of(each) for each in options}
    by_shape = next(answer_of(each) for each in choice.options if answer_of(each) in asked)
    lead = _lead(options)
    if by_shape != answer_of(options[0]) or lead < FINE_LEAD:
        return 3
    return 1 if lead >= CLEAR_LEAD else 2


def _lets_go(event: Event) -> bool:
    return isinstance(event, events.Discard)


def _calls(event: Event) -> bool:
    return isinstance(event, events.Chi | events.Peng | events.ChongGang)


def _gangs(event: Event) -> bool:
    return isinstance(event, events.Gang | events.AnGang | events.XuGang)


def _is_near(choice: Choice) -> bool:
    """Whether the hand is near, and holds no gang honour, whose time is another question."""
    distance = choice.options[0].distance
    position = choice.position
    return (
        choice.offer is None
        and distance is not None
        and distance <= NEAR
        and not any(position.counts[kind] for kind in position.gang_tiles)
    )


def _every(_: Choice) -> bool:
    return True


def _a_discard(_: _Search, seen: tuple[Option, ...]) -> tuple[Option, ...]:
    return seen if seen[0].action is Action.DISCARD else ()


def _whatever(_: _Search, seen: tuple[Option, ...]) -> tuple[Option, ...]:
    return seen


def _gang_or_hold(search: _Search, seen: tuple[Option, ...]) -> tuple[Option, ...]:
    """The gangs and the best of the others: now, or hold.  To hold is right far more often: not every time here."""
    others = [option for option in seen if option.action not in _GANGS][:1]
    options = tuple(option for option in seen if option.action in _GANGS or option in others)
    if search.picky and (options[0].action in _GANGS) != (search.liked < 0.5):
        return ()
    return options if others else ()


# What is exact


def _waiting(search: _Search, record: Record, late: bool) -> Iterator[tuple[Position, Waits, int]]:
    """Hands of 3k + 1 tiles that somebody held, what they wait for, and how many laizi are in them; the last ones of
    each player where ``late`` ones are wanted.
    """
    hands: dict[tuple[int, tuple[int | None, ...]], Deal] = {}
    for deal in record.deals:
        if not deal.over:
            for seat in SEATS:
                if deal.hands[seat].size % 3 == 1 and deal.offer(seat) is None:
                    hands[seat, deal.hands[seat].tiles] = deal
    found = [(seat, deal) for (seat, _), deal in hands.items()]
    if late:
        found = [each for seat in SEATS for each in [pair for pair in found if pair[0] == seat][-LAST:]]
    search.chance.shuffle(found)
    for seat, deal in found[:LOOKED_AT]:
        position = deal.position(seat)
        laizi = 0 if position.laizi is None else position.counts[position.laizi]
        yield position, waits(position), laizi


def _pays(wait: Wait) -> bool:
    """Whether a wait pays enough by self-draw or from anybody (起胡)."""
    return any(channel is not None and not channel.below_minimum for channel in (wait.discard, wait.zimo))


def _waits_question(search: _Search, record: Record) -> Question | None:
    for position, found, laizi in _waiting(search, record, late=True):
        count = len(found.waits)
        if not count or not all(map(_pays, found.waits)):
            continue  # what wins too little is called a wait by some and not by others
        fine = count >= (MANY_WAITS if laizi else MANY_PLAIN)
        level = 3 if fine else 1 if not laizi and count < FEW_WAITS else 2
        if level == search.key.level:
            return Question(search.key, Topic.WAITS, position, waits=found)
    return None


_ASKED: Final = {
    1: (TENPAI, "not_open", "gang_tile_in_hand", FAR),
    2: (TENPAI, "not_open", "gang_tile_in_hand"),
    3: (TENPAI, "laizi_limit", "pair_not_258"),
}
"""By level, what is the answer to whether a hand is tenpai, each as often as can be."""


def _tenpai_question(search: _Search, record: Record) -> Question | None:
    kinds = _ASKED[search.key.level]
    liked = kinds[int(search.liked * len(kinds))]
    for position, found, laizi in _waiting(search, record, late=liked == TENPAI):
        blocks = found.blocked_by
        if len(blocks) > 1 or (found.tenpai and not any(wait.live and _pays(wait) for wait in found.waits)):
            continue
        answer = TENPAI if found.tenpai else blocks[0] if blocks else FAR
        fine = laizi > 1 if answer == TENPAI else answer not in _ASKED[1]
        level = 3 if fine else 2 if laizi else 1
        if level == search.key.level and (answer == liked if search.picky else answer in kinds):
            return Question(search.key, Topic.TENPAI, position, waits=found)
    return None


def _score_question(search: _Search, record: Record) -> Question | None:
    before, after = record.deals[-2:]
    result = after.result
    if result is None or result.winner is None or result.win is None:
        return None
    win = result.win
    hand = before.hands[result.winner].tiles
    if win.source is not None:
        hand = tuple(sorted((*hand, win.tile)))
    position = replace(before.position(result.winner), hand=hand, offer=None)
    found = score(position, win)
    level = 3 if found.gold or found.contract is not None else 1 if found.hu == "small" else 2
    if level != search.key.level:
        return None
    payments = _payments(position, win, found, search.chance)
    return Question(search.key, Topic.SCORE, position, win=win, score=found, payments=payments)


def _payments(
    position: Position, win: Win, found: Score, chance: random.Random
) -> tuple[tuple[int, ...], ...]:
    """The right amounts among those that a mistake gives: another dealer, another way to win, a fan too many."""
    wrong: set[tuple[int, ...]] = set()
    tried = [(replace(position, dealer=seat), win) for seat in SEATS]
    if win.by is not WinBy.QIANGGANG:
        ways = [Win(win.tile, WinBy.DISCARD, seat) for seat in SEATS if seat != position.seat]
        tried += [(position, way) for way in (Win(win.tile), *ways)]
    for held, way in tried:
        try:
            other = score(held, way)
        except AnalyzerError:
            continue
        if other.valid:
            wrong.add(other.pays)
    wrong.discard(found.pays)
    likely = sorted(wrong)
    doubled, raw = tuple(2 * each for each in found.pays), found.raw
    uncapped = tuple(sum(raw) if seat == position.seat else -raw[seat] for seat in SEATS)
    further = [each for each in (doubled, uncapped, _halved(found.pays)) if each is not None]
    chosen = chance.sample(likely, min(NUMBERS - 1, len(likely)))
    for each in further:
        if len(chosen) < NUMBERS - 1 and each != found.pays and each not in chosen:
            chosen.append(each)
    return tuple(sorted([found.pays, *chosen], key=lambda pays: (max(pays), pays)))


def _halved(pays: tuple[int, ...]) -> tuple[int, ...] | None:
    return tuple(each // 2 for each in pays) if all(each % 2 == 0 for each in pays) else None


_MAKERS: Final[dict[Topic, Maker]] = {
    Topic.DISCARD: _by_expectation(_lets_go, _is_near, _a_discard),
    Topic.CALL: _by_expectation(_calls, _every, _whatever),
    Topic.GANG: _by_expectation(_gangs, _every, _gang_or_hold),
    Topic.WAITS: _waits_question,
    Topic.TENPAI: _tenpai_question,
    Topic.SCORE: _score_question,
}


# Spaced repetition


_scheduler: Final = fsrs.Scheduler(enable_fuzzing=False)


def again(question: str, before: Card | None, *, correct: bool, seconds: float, at: int) -> Card:
    """重现: when a question comes up again after an answer at ``at`` (milliseconds since 1970).

    A wrong answer comes again soon; a right one later, and later still if it came at once.  A card that the scheduler
    can't read begins anew.
    """
    rating = (
        fsrs.Rating.Again if not correct else fsrs.Rating.Hard if seconds > HESITATED else fsrs.Rating.Good
    )
    moment = datetime.fromtimestamp(at / 1000, UTC)
    card = fsrs.Card(card_id=0)
    if before is not None:
        try:
            card = fsrs.Card.from_json(before.state)
            card, _ = _scheduler.review_card(card, rating, moment)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            before = None  # it was brought along from elsewhere, and is none
            card = fsrs.Card(card_id=0)
    if before is None:
        card, _ = _scheduler.review_card(card, rating, moment)
    return Card(question, int(card.due.timestamp() * 1000), card.to_json())
