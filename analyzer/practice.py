"""练习桌: one person and three computer players, from the shuffled wall to the end of a deal, and deal after deal.

A :class:`Practice` is frozen and small: rules, seed, seats, levels and what everybody has answered so far, so that a
page can keep it as a text and rebuild the deal from it.  The computers' answers depend on what they may see, their
level and a seed of their own alone (:func:`choose`), so the same person's acts on the same seed give the same deal.

**Fair.**  The wall follows from the seed (:func:`analyzer.playout.recorded.shuffled`).  :attr:`Practice.seal` is the
SHA-256 of :attr:`Practice.sealed`, which names it: shown before the deal it gives nothing away, and nobody could change
the wall after it without being found out.
"""

import hashlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from analyzer import compiler, events
from analyzer.advice import Action, Option, calls, default_first, discards, valued
from analyzer.deal import Deal, Stage
from analyzer.errors import BadCount, BadRequest, BadSeat, IllegalEvent
from analyzer.events import Event
from analyzer.expectation import playout_kernels
from analyzer.expectation.playouts import Speed, Spread, speed_for
from analyzer.ledger import Entry, Ledger, Standing
from analyzer.playout.recorded import dealt
from analyzer.position import SEATS, Offer, Position
from analyzer.record import MOST_SEEDS, Decision, Record
from analyzer.review import Choice, choice_of, event_of
from analyzer.rules import RuleSet, parse_rules
from analyzer.rules.presets import spell_rules
from analyzer.tiles import NAMES

__all__ = ["SEEDS", "Level", "Practice", "Sitting", "choose", "from_code", "word_of"]

SEEDS: Final = MOST_SEEDS
"""A seed is below it."""
LONGEST: Final = 600
"""Answers of a deal, of all four; the longest deals have some 250."""
OPPONENTS: Final = 3
_NO_DEALS: Final = Ledger(("东", "南", "西", "北"))


class Level(StrEnum):
    """水平: how a computer player chooses."""

    SHAPE = "shape"
    """By the shape alone: the nearest hand, the most live tiles; calls that bring it nearer, or open it."""
    INSTANT = "instant"
    """By the expectation of few worlds, cut after one turn."""
    QUICK = "quick"
    """By the expectation as the quick advice tells it, in fewer worlds."""


SAMPLES: Final = {Level.INSTANT: 32, Level.QUICK: 128}
"""Worlds that a choice takes: as many as the advice at the instant speed, half as many as at the quick one, so that no
move takes 0.3 s (benchmarks/results.md)."""
SAMPLES_TO_THE_END: Final = {Level.INSTANT: 8, Level.QUICK: 24}
"""The same for rules without a judge, whose playouts go to the end of the deal."""


# What computer players do


def choose(
    position: Position,
    offer: Offer | None,
    able: Sequence[Event],
    *,
    level: Level,
    seed: int,
    spread: Spread | None = None,
    stop: threading.Event | None = None,
) -> Event:
    """What a computer player at ``position`` answers, one of ``able``; a win is always taken.

    It gets to see nothing but what its player does.  Until the playouts are compiled the better levels play by the
    learned policy alone, which needs none.
    """
    win = next((event for event in able if isinstance(event, events.Win)), None)
    if win is not None:
        return win
    ranked = (calls(position, offer) if offer is not None else discards(position)).options
    options = tuple(option for option in ranked if event_of(option, able) is not None)
    best = options[0]
    if level is Level.SHAPE:
        best = _by_shape(position, options)
    elif not (compiler.disabled() or compiler.is_ready(playout_kernels)):
        best = default_first(position, options, offer)[0]
    elif len(options) > 1:
        speed = speed_for(position.rules, Speed(level.value))
        samples = (SAMPLES_TO_THE_END if speed is Speed.FULL else SAMPLES)[level]
        best = valued(
            position, options, offer, speed=speed, samples=samples, seed=seed, spread=spread, stop=stop
        )[0]
    chosen = event_of(best, able)
    assert chosen is not None
    return chosen


def _by_shape(position: Position, options: Sequence[Option]) -> Option:
    """The first option; a hand that is not open can't win, so it calls whatever takes it no farther."""
    let_be = next((option for option in options if option.action is Action.PASS), None)
    if let_be is None or position.is_open or let_be.distance is None:
        return options[0]
    near = (
        option
        for option in options
        if option is not let_be and option.distance is not None and option.distance <= let_be.distance
    )
    return next(near, options[0])


# One deal

_LETTERS: Final[dict[type[Event], str]] = {
    events.Discard: "d",
    events.Drop: "l",
    events.Gang: "g",
    events.AnGang: "a",
    events.XuGang: "x",
    events.ChongGang: "k",
    events.Peng: "p",
    events.Chi: "c",
    events.Win: "w",
    events.Pass: "-",
}


def word_of(event: Event) -> str:
    """An answer as one short word: ``d5m`` a discard, ``c3m`` a chi whose lowest tile is 3m, ``-`` a pass."""
    letter = _LETTERS[type(event)]
    if isinstance(event, events.Chi):
        return letter + NAMES[min(event.tiles)]
    if isinstance(event, events.Win | events.Pass | events.Peng | events.ChongGang):
        return letter
    assert not isinstance(event, events.HuangZhuang)
    assert event.tile is not None
    return letter + NAMES[event.tile]


@dataclass(frozen=True, slots=True)
class _Course:
    """Where a deal stands after some answers."""

    deal: Deal
    told: tuple[Event, ...] = ()
    """All that happened, draws too and passes left out."""
    meant: str | None = None
    """What the person wants of the tile that lies there, once the question for it comes up."""


@dataclass(frozen=True)
class Practice:
    """练习: one deal at the practice table, as far as it is."""

    rules: RuleSet
    seed: int
    """Of the wall, below :data:`SEEDS`."""
    dealer: int = 0
    seat: int = 0
    """Where the person sits."""
    levels: tuple[Level, ...] = (Level.SHAPE,) * OPPONENTS
    """Of 下家, 对家, 上家."""
    acts: tuple[str, ...] = ()
    """What was answered, by whoever was asked, as :func:`word_of` spells it."""

    def __post_init__(self) -> None:
        if type(self.seed) is not int or not 0 <= self.seed < SEEDS:
            raise BadRequest("practice-seed", seed=repr(self.seed), most=SEEDS - 1)
        for name, seat in (("dealer", self.dealer), ("seat", self.seat)):
            if type(seat) is not int or seat not in SEATS:
                raise BadSeat("position-no-such-seat", name=name, seat=repr(seat))
        if len(self.levels) != OPPONENTS or not all(isinstance(each, Level) for each in self.levels):
            raise BadRequest("practice-levels", levels=repr(self.levels), known=", ".join(Level))
        if len(self.acts) > LONGEST:
            raise BadCount("practice-too-long", count=len(self.acts), most=LONGEST)

    # Where it stands

    @cached_property
    def _course(self) -> _Course:
        """Played from the beginning.  Raises where an act can't be."""
        course = self._led(_Course(dealt(self.rules, self.seed, self.dealer)))
        for number, word in enumerate(self.acts, 1):
            course = self._answered(course, word, number)
        return course

    def _led(self, course: _Course) -> _Course:
        """The course up to the next question: draws come by themselves, and so does what was said already."""
        while not course.deal.over:
            event = course.deal.forced if course.deal.asked is None else self._said_already(course)
            if event is None:
                break
            course = _gone_on(course, event)
        return course

    def _said_already(self, course: _Course) -> Event | None:
        if course.meant is None or course.deal.asked != self.seat:
            return None
        meant = (event for event in course.deal.question if word_of(event) == course.meant)
        return next(meant, events.Pass(self.seat))

    def _answered(self, course: _Course, word: str, number: int) -> _Course:
        """After one more answer, which may be to a later question about the same tile where the person gives it."""
        seat = course.deal.asked
        if seat is None:
            raise IllegalEvent("deal-over", clause="§3")
        able = {word_of(event): event for event in course.deal.question}
        if seat == self.seat and course.deal.stage not in (Stage.TURN, Stage.LAST):
            later = [word_of(event) for event in course.deal.legal(seat)]
            if word in later:
                event = able.get(word, events.Pass(seat))
                return self._led(_gone_on(replace(course, meant=word), event))
        if word not in able:
            raise BadRequest("practice-no-such-act", act=word, number=number, known=", ".join(able))
        return self._led(_gone_on(course, able[word]))

    def _with(self, word: str) -> "Practice":
        further = replace(self, acts=(*self.acts, word))
        vars(further)["_course"] = self._answered(self._course, word, len(further.acts))
        return further

    @property
    def deal(self) -> Deal:
        """The deal with all its tiles; a page shows of it what the person may see, until it is over."""
        return self._course.deal

    @property
    def told(self) -> tuple[Event, ...]:
        """All that happened, draws too; passes are left out."""
        return self._course.told

    @property
    def news(self) -> tuple[Event, ...]:
        """What happened since the person's last act, the person's own draw left out."""
        last = next(
            (
                at
                for at in range(len(self.told), 0, -1)
                if _seat_of(self.told[at - 1]) == self.seat and not isinstance(self.told[at - 1], events.Draw)
            ),
            0,
        )
        drawn = (events.Draw, events.HuangZhuang)
        return tuple(event for event in self.told[last:] if not isinstance(event, drawn))

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.deal.over

    @property
    def thinking(self) -> int | None:
        """The computer player who has the next word; ``None`` where it is the person's, or the deal is over."""
        asked = self.deal.asked
        return None if asked == self.seat else asked

    @property
    def position(self) -> Position:
        """局面: what the person sees."""
        return self.deal.position(self.seat)

    @property
    def offer(self) -> Offer | None:
        """The tile that the person is asked about."""
        return self.deal.offer(self.seat) if self.choices else None

    @cached_property
    def choices(self) -> tuple[Event, ...]:
        """What the person may do now, a pass last; empty while another has the word."""
        return self.deal.legal(self.seat) if self.deal.asked == self.seat else ()

    @cached_property
    def choice(self) -> Choice | None:
        """The same as the advice sees it, by shape; ``None`` where there is nothing to choose."""
        if len(self.choices) < 2:
            return None
        return choice_of(Decision(len(self.told), self.deal, self.choices, self.choices[-1]), self.seat)

    @property
    def record(self) -> Record:
        """牌谱: the deal so far, with all hands."""
        deal = dealt(self.rules, self.seed, self.dealer)
        hands = tuple(hand.tiles for hand in deal.hands)
        return Record(self.rules, self.dealer, deal.indicator, hands, self.told, self.seed)

    # Going on

    def act(self, event: Event) -> "Practice":
        """The practice after the person's ``event``.

        Raises :class:`AnalyzerError` with the rule that it breaks.
        """
        words = {word_of(each) for each in self.choices}
        if not isinstance(event, events.Draw | events.HuangZhuang) and _seat_of(event) == self.seat:
            if word_of(event) in words:
                return self._with(word_of(event))
        self.deal.apply(event)
        raise IllegalEvent("deal-not-asked", clause="§3", seat=self.seat)

    def act_by_word(self, word: str) -> "Practice":
        """The same for a word of :func:`word_of`, which may come from anywhere."""
        for event in self.choices:
            if word_of(event) == word:
                return self._with(word)
        known = ", ".join(map(word_of, self.choices))
        raise BadRequest("practice-no-such-act", act=word, number=len(self.acts) + 1, known=known)

    def played_on(self, *, spread: Spread | None = None, stop: threading.Event | None = None) -> "Practice":
        """The practice after the answer of the computer player who has the word (:attr:`thinking`)."""
        seat = self.thinking
        assert seat is not None
        chosen = choose(
            self.deal.position(seat),
            self.deal.offer(seat),
            self.deal.question,
            level=self.levels[(seat - self.seat) % len(SEATS) - 1],
            seed=self._seed_of(seat),
            spread=spread,
            stop=stop,
        )
        return self._with(word_of(chosen))

    def to_me(self) -> "Practice":
        """The practice when the person has the word, or the deal is over."""
        practice = self
        while practice.thinking is not None:
            practice = practice.played_on()
        return practice

    def _seed_of(self, seat: int) -> int:
        """What a computer player's worlds are dealt by at this place: nothing that tells of the wall."""
        place = f"worlds {self.seed} {len(self.acts)} {seat}"
        return int.from_bytes(hashlib.sha256(place.encode()).digest()[:6], "big")

    # Fair

    @property
    def sealed(self) -> str:
        """What the deal follows from, as one line of ASCII: seed, rules and dealer."""
        rules = spell_rules(self.rules)
        named = rules if isinstance(rules, str) else json.dumps(rules, sort_keys=True, separators=(",", ":"))
        return f"{self.seed} {named} {self.dealer}"

    @property
    def seal(self) -> str:
        """封条: the SHA-256 of :attr:`sealed`, to be shown before the deal."""
        return hashlib.sha256(self.sealed.encode()).hexdigest()

    @property
    def code(self) -> str:
        """What a link names the same deal by, beside its rules; :func:`from_code` reads it."""
        levels = "".join(level.value[0] for level in self.levels)
        return f"{self.seed}-{self.dealer}-{self.seat}-{levels}"

    # JSON

    def to_json(self) -> dict[str, object]:
        """The practice as JSON values, some kilobytes at most."""
        return {
            "rules": spell_rules(self.rules),
            "seed": self.seed,
            "dealer": self.dealer,
            "seat": self.seat,
            "levels": [level.value for level in self.levels],
            "acts": " ".join(self.acts),
        }

    @classmethod
    def from_json(cls, value: object) -> "Practice":
        """Read what :meth:`to_json` wrote, or anybody else, and play it through.

        :raises AnalyzerError: it is of another form, or an act can't be.
        """
        names = ("rules", "seed", "dealer", "seat", "levels", "acts")
        if not isinstance(value, dict) or set(value) != set(names):
            raise BadRequest("practice-malformed", value=repr(value))
        rules, levels, acts = value["rules"], value["levels"], value["acts"]
        if (
            not isinstance(rules, str | dict)
            or not isinstance(levels, list)
            or not isinstance(acts, str)
            or len(acts) > 8 * LONGEST
        ):
            raise BadRequest("practice-malformed", value=repr(value))
        practice = cls(
            parse_rules(rules),
            value["seed"],
            value["dealer"],
            value["seat"],
            tuple(map(_level, levels)),
            tuple(acts.split()),
        )
        practice._course  # noqa: B018
        return practice


def _level(value: object) -> Level:
    for level in Level:
        if level.value == value:
            return level
    raise BadRequest("practice-levels", levels=repr(value), known=", ".join(Level))


def from_code(rules: RuleSet, code: str) -> Practice:
    """The deal that :attr:`Practice.code` names.

    :raises AnalyzerError: the code is none.
    """
    parts = code.split("-")
    initials = {level.value[0]: level for level in Level}
    numbers = parts[:3]
    if (
        len(parts) != 4
        or not all(each.isascii() and each.isdigit() and len(each) <= len(str(SEEDS)) for each in numbers)
        or not set(parts[3]) <= set(initials)
    ):
        raise BadRequest("practice-code", code=code)
    seed, dealer, seat = map(int, numbers)
    return Practice(rules, seed, dealer, seat, tuple(initials[each] for each in parts[3]))


def _gone_on(course: _Course, event: Event) -> _Course:
    deal = course.deal.apply(event)
    if isinstance(event, events.Pass):
        return replace(course, deal=deal)
    return _Course(deal, (*course.told, event))


def _seat_of(event: Event) -> int | None:
    return None if isinstance(event, events.HuangZhuang) else event.seat


# Deal after deal


@dataclass(frozen=True)
class Sitting:
    """一场: the deal on the table and the ledger of those before it; who deals next is the ledger's word (rules §8)."""

    practice: Practice
    ledger: Ledger = _NO_DEALS

    @property
    def entry(self) -> Entry | None:
        """The deal on the table as the ledger writes it; ``None`` while it goes on."""
        result = self.practice.deal.result
        if result is None:
            return None
        if result.score is None or result.winner is None or result.win is None:
            return Entry.drawn()
        return Entry.scored(result.score, winner=result.winner, source=result.win.source)

    @cached_property
    def standing(self) -> Standing:
        """Where the table stands, the deal on it counted once it is over."""
        entry = self.entry
        return self.ledger.standing if entry is None else self.ledger.standing.after(entry)

    def next(self, rules: RuleSet, seed: int, levels: tuple[Level, ...]) -> "Sitting":
        """The next deal; one that was left before its end counts for nothing, and is dealt anew by the same dealer."""
        ledger = self.ledger if self.entry is None else self.ledger.add(self.entry)
        return Sitting(Practice(rules, seed, ledger.standing.dealer, self.practice.seat, levels), ledger)

    def to_json(self) -> dict[str, object]:
        """As :meth:`from_json` reads it."""
        return {"practice": self.practice.to_json(), "ledger": self.ledger.to_json()}

    @classmethod
    def from_json(cls, value: object) -> "Sitting":
        """Read what :meth:`to_json` wrote, or anybody else.

        :raises AnalyzerError: it is of another form.
        """
        if not isinstance(value, dict) or set(value) != {"practice", "ledger"}:
            raise BadRequest("practice-malformed", value=repr(value))
        return cls(Practice.from_json(value["practice"]), Ledger.from_json(value["ledger"]))
