"""争议: a table paid this much; which game gives that, and which changed fields of the rules in use do?

Every candidate is a whole rule set judged by the same kernels as any win: the games as they are, the rules in use
with one field changed, and with two.  Beside these stand slips of the table under the rules in use: a fan counted too
few or too many, another dealer.  A field is given every value that it allows or, where it holds points, those
of the games, those near to it, and those that the payment itself speaks for.  A pair is told only where neither of
its changes is enough alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from analyzer.compare import Finish, games
from analyzer.errors import AnalyzerError, BadRequest, BadRules, BadSeat
from analyzer.position import SEATS
from analyzer.rules import PRESETS, RULE_FIELDS, RuleSet
from analyzer.rules.ruleset import POINTS_LIMIT
from analyzer.settlement import Score, score_of
from analyzer.win_kernels import P_LAIZI_DROP, P_SIZE
from analyzer.wins import Judge, Verdict

__all__ = ["Candidate", "Change", "Explanation", "Paid", "Slip", "alternatives", "explain"]

NEAREST: Final = 3
"""Alternatives told where nothing gives the payment."""
STEPS: Final = (50, 100)
"""How far from its value a field of points is tried; points."""
SLIPS: Final = (-1, 1, -2, 2)
"""Fan that a table may have counted too few or too many."""
MOST_PAID: Final = 3 * POINTS_LIMIT


@dataclass(frozen=True, slots=True)
class Paid:
    """付了多少: what is known of a payment; at least one figure."""

    total: int | None = None
    """What the winner got in all; points."""
    each: tuple[int | None, ...] = (None,) * len(SEATS)
    """What each loser paid, by seat; ``None`` where unknown and for the winner."""

    def check(self, winner: int) -> None:
        """Raise what can't be said of a payment to the seat ``winner``."""
        if len(self.each) != len(SEATS):
            raise BadSeat("position-not-four-players", count=len(self.each))
        known = [points for points in (self.total, *self.each) if points is not None]
        if not known:
            raise BadRequest("paid-nothing-known")
        for points in known:
            if type(points) is not int or not 0 <= points <= MOST_PAID:
                raise BadRequest("paid-out-of-range", value=points, most=MOST_PAID)
        if self.each[winner] is not None:
            raise BadSeat("paid-by-winner", seat=winner)
        losers = [points for points in self.each if points is not None]
        if self.total is not None and len(losers) == 3 and sum(losers) != self.total:
            raise BadRequest("paid-adds-up-wrong", sum=sum(losers), total=self.total)

    def off(self, pays: Sequence[int]) -> int:
        """How far the four amounts ``pays`` are from what is known; 0 where they are just that."""
        apart = sum(
            abs(-points - told) for points, told in zip(pays, self.each, strict=True) if told is not None
        )
        return apart if self.total is None else apart + abs(max(pays) - self.total)

    @property
    def amount(self) -> int | None:
        """What the winner got, where it is known or follows."""
        losers = [points for points in self.each if points is not None]
        return self.total if self.total is not None or len(losers) < 3 else sum(losers)


@dataclass(frozen=True, slots=True)
class Change:
    """One field of the rules with another value, as :class:`RuleSet` holds it."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule set that was tried, and what the hand pays under it."""

    rules: RuleSet
    score: Score
    """Without its steps."""
    off: int
    """How far it is from the payment; points."""
    changes: tuple[Change, ...] = ()
    """What sets it apart from the rules in use; empty for a game as it is."""


@dataclass(frozen=True, slots=True)
class Slip:
    """数错: a mistake of the table that gives the payment under the rules in use."""

    seat: int
    """Whose fan was counted wrong, or who was taken for the dealer."""
    fan: int | None = None
    """How many fan were counted too many, negative for too few; ``None`` for a wrong dealer."""
    parts: tuple[str, ...] = ()
    """Of too few: the components of the player's fan, each as large, that may have been left out."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Which rules give a payment.  Where the rules in use do, no changes are looked for."""

    agrees: bool
    """Whether the rules in use give it."""
    games: tuple[Candidate, ...] = ()
    """The games that give it, in the order of rules §7."""
    one: tuple[Candidate, ...] = ()
    """Single changes that give it, likeliest first."""
    two: tuple[Candidate, ...] = ()
    """Pairs of changes that give it, of which neither is enough alone; likeliest first."""
    slips: tuple[Slip, ...] = ()
    """Mistakes that give it under the rules in use."""
    nearest: tuple[Candidate, ...] = ()
    """Where nothing gives it: what comes nearest, each with other amounts than those before it."""
    tried: int = 0
    """How many rule sets and slips were judged."""


def explain(finish: Finish, paid: Paid) -> Explanation:
    """Which game, which changed field and which pair of changed fields make ``finish`` pay ``paid``.

    Raises :class:`AnalyzerError` for a payment that can't be, or a win that can't be said of the position.
    """
    paid.check(finish.position.seat)
    finish.position.check()
    finish.score()  # what can't be said of the win is raised here
    bench = _Bench(finish)
    current = finish.position.rules
    whole = [(rules, ()) for rules in games(current)]
    played = _matching(bench, paid, whole)
    if bench.off(current, paid) == 0:
        return Explanation(True, games=played, tried=bench.tried)
    changes = [
        Change(name, getattr(current, name), value)
        for name in RULE_FIELDS
        for value in alternatives(finish, paid, name)
    ]
    single = list(_changed(current, ((change,) for change in changes)))
    one = _matching(bench, paid, single)
    enough = {candidate.changes[0] for candidate in one}
    rest = [change for change in changes if change not in enough]
    pairs = list(
        _changed(current, (pair for pair in combinations(rest, 2) if pair[0].field != pair[1].field))
    )
    two = _matching(bench, paid, pairs)
    slips = tuple(_slips(bench, paid))
    nearest = () if played or one or two or slips else _nearest(bench, paid, [*whole, *single, *pairs])
    return Explanation(False, played, _likeliest(one), _likeliest(two), slips, nearest, bench.tried)


def alternatives(finish: Finish, paid: Paid, name: str) -> tuple[object, ...]:
    """The values other than its own that the field ``name`` of the rules in use is tried with."""
    rule, value = RULE_FIELDS[name], getattr(finish.position.rules, name)
    found: list[object] = list(rule.choices)
    if rule.nullable:
        found.append(None)
    if rule.bounds is not None:
        least, greatest = rule.bounds
        if greatest < POINTS_LIMIT:
            found += range(least, greatest + 1)
        else:
            found += [getattr(rules, name) for rules in PRESETS.values()]
            found += [value + step for far in STEPS for step in (-far, far)] if value is not None else []
            found += _spoken_for(finish, paid)
    return tuple(each for each in dict.fromkeys(found) if each != value and rule.allows(each))


def _spoken_for(finish: Finish, paid: Paid) -> Iterator[int]:
    """Amounts that a payment speaks for: a cap or 金顶 that one, two or three of the losers may have paid."""
    yield from (points for points in paid.each if points is not None)
    if paid.amount is None:
        return
    score = finish.score()
    losers = [seat for seat in SEATS if seat != finish.position.seat]
    for size in range(len(losers), 0, -1):
        for held in combinations(losers, size):
            for amounts in dict.fromkeys((score.raw, score.capped)):
                others = sum(amounts[seat] for seat in losers if seat not in held) if amounts else 0
                if (paid.amount - others) % size == 0 and paid.amount > others:
                    yield (paid.amount - others) // size


_Tried = tuple[RuleSet, tuple[Change, ...]]


def _changed(current: RuleSet, changes: Iterable[tuple[Change, ...]]) -> Iterator[_Tried]:
    """The rules in use with these changes, as far as there can be such rules."""
    for each in changes:
        try:
            fields = {change.field: change.after for change in each}
            yield replace(current, **fields), each  # type: ignore[arg-type]
        except BadRules:  # a 金顶 below the cap
            continue


class _Bench:
    """Judges one finished hand under many rule sets; the hand itself is looked at once a layout of gang tiles."""

    def __init__(self, finish: Finish) -> None:
        self.finish = finish
        self.tried = 0
        self._judges: dict[tuple[object, ...], Judge | None] = {}
        self._verdicts: dict[tuple[object, ...], Verdict | None] = {}

    def verdict(self, rules: RuleSet) -> Verdict | None:
        """What the hand pays under ``rules``, ``None`` where the position can't be under them."""
        tiles = (rules.gang_honours, rules.pi)
        key = (*tiles, *rules.vector)
        if key not in self._verdicts:
            if tiles not in self._judges:
                self._judges[tiles] = self._judge(rules)
            judge = self._judges[tiles]
            self.tried += 1
            self._verdicts[key] = None if judge is None else self._ask(judge, rules)
        return self._verdicts[key]

    def _ask(self, judge: Judge, rules: RuleSet) -> Verdict:
        judge.rules = rules.vector
        return judge(self.finish.win)

    def _judge(self, rules: RuleSet) -> Judge | None:
        position = self.finish.under(rules).position
        try:
            position.check()
            self.finish.win.check(position)
        except AnalyzerError:
            return None
        return Judge(position, self.finish.unnamed)

    def off(self, rules: RuleSet, paid: Paid) -> int | None:
        """How far the payment under ``rules`` is from ``paid``; ``None`` where the hand can't win."""
        verdict = self.verdict(rules)
        return paid.off(verdict.amounts[8:12]) if verdict is not None and verdict.valid else None

    def slips(self, fan: int, seat: int) -> Verdict:
        """What the hand pays under the rules in use with ``fan`` more for one player, whatever for."""
        position = self.finish.position
        judge = Judge(position, self.finish.unnamed)
        # A dropped laizi adds one fan and does nothing else.
        judge.players[seat * P_SIZE + P_LAIZI_DROP] += fan
        self.tried += 1
        return judge(self.finish.win)

    def dealt_by(self, dealer: int) -> Verdict:
        """What it pays under the rules in use with another dealer."""
        self.tried += 1
        return Judge(replace(self.finish.position, dealer=dealer), self.finish.unnamed)(self.finish.win)

    def candidate(self, tried: _Tried, off: int) -> Candidate:
        """A rule set that was judged, with its score."""
        rules, changes = tried
        verdict = self.verdict(rules)
        assert verdict is not None
        position = self.finish.under(rules).position
        return Candidate(rules, score_of(position, verdict, steps=False), off, changes)


def _matching(bench: _Bench, paid: Paid, tried: Iterable[_Tried]) -> tuple[Candidate, ...]:
    return tuple(bench.candidate(each, 0) for each in tried if bench.off(each[0], paid) == 0)


def _slips(bench: _Bench, paid: Paid) -> Iterator[Slip]:
    """Slips that give the payment: fan of one player first, then the dealer."""
    finish = bench.finish
    score = finish.score()
    if not score.fan:
        return
    dealer = finish.position.dealer
    for fan in SLIPS:
        for seat in SEATS:
            if score.fan[seat] + fan >= 0 and _gives(bench.slips(fan, seat), paid):
                yield Slip(seat, fan, _left_out(score, seat, -fan))
    for seat in SEATS:
        if seat != dealer and _gives(bench.dealt_by(seat), paid):
            yield Slip(seat)


def _gives(verdict: Verdict, paid: Paid) -> bool:
    return verdict.valid and paid.off(verdict.amounts[8:12]) == 0


def _left_out(score: Score, seat: int, fan: int) -> tuple[str, ...]:
    """The components of a player's fan that are just so large."""
    return tuple(
        step.part
        for step in score.steps
        if step.code == "fan" and step.seat == seat and step.fan == fan and step.part is not None
    )


def _nearest(bench: _Bench, paid: Paid, tried: Iterable[_Tried]) -> tuple[Candidate, ...]:
    """The best of all, each with other amounts; of those that pay alike the one with the fewest changes."""
    ranked = sorted(
        (
            (off, len(each[1]), index, each)
            for index, each in enumerate(tried)
            if (off := bench.off(each[0], paid)) is not None
        ),
        key=lambda entry: entry[:3],
    )
    found: dict[tuple[int, ...], Candidate] = {}
    for off, _, _, each in ranked:
        candidate = bench.candidate(each, off)
        found.setdefault(candidate.score.pays, candidate)
        if len(found) == NEAREST:
            break
    return tuple(found.values())


def _likeliest(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """First what some game has; the order of rules §7 within."""
    return tuple(sorted(candidates, key=lambda candidate: sum(map(_is_rare, candidate.changes))))


def _is_rare(change: Change) -> bool:
    return all(getattr(rules, change.field) != change.after for rules in PRESETS.values())
