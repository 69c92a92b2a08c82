"""听牌细看: how each wait wins, why a hand does not wait and what would mend that, and the same hand in every game.

:mod:`analyzer.waits` says which tiles win; this module tells it to a person in full.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypedDict

from analyzer import win_kernels as kernels
from analyzer.advice import Action, Option, discards, opens_and_keeps_close
from analyzer.errors import AnalyzerError
from analyzer.position import SEATS, Position
from analyzer.routes import PATHS, Accept, context_of, split_accepts
from analyzer.rules import PRESETS, RuleSet
from analyzer.settlement import Score, score
from analyzer.shapes.distance import Accepts, discard_table, distances
from analyzer.shapes.distance import accepts as shape_accepts
from analyzer.tiles import KINDS, is_honour
from analyzer.waits import Wait, Waits, completing, waits
from analyzer.wins import Arrangement, Judge, Win, WinBy, any_pair

__all__ = [
    "Change",
    "InGame",
    "Laid",
    "Obstacle",
    "Tenpai",
    "WaitInFull",
    "Way",
    "Why",
    "in_every_game",
    "in_game",
    "laid_out",
    "obstacles",
    "tenpai",
]

NEAR: Final = 1
"""一向听: the farthest distance for which it is told which exchange leads to tenpai."""


class Why(StrEnum):
    """What keeps a hand from being tenpai."""

    NOT_OPEN = "not_open"
    GANG_TILE_IN_HAND = "gang_tile_in_hand"
    LAIZI_LIMIT = "laizi_limit"
    PAIR_NOT_258 = "pair_not_258"
    FAR = "far"
    """No tile completes any shape."""


_CLAUSES: Final = {
    Why.NOT_OPEN: "§3",
    Why.GANG_TILE_IN_HAND: "§2",
    Why.LAIZI_LIMIT: "§4",
    Why.PAIR_NOT_258: "§4",
    Why.FAR: "§4",
}


@dataclass(frozen=True, slots=True)
class Change:
    """换牌: a tile that must go, and the draws with which its discard leaves tenpai."""

    tile: int
    draws: tuple[Accept, ...]

    @property
    def total(self) -> int:
        """Live copies of all these draws together."""
        return sum(accept.live for accept in self.draws)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason why the hand is not tenpai, the tiles it concerns, and what would mend it."""

    why: Why
    tiles: tuple[int, ...] = ()
    """未开口: the tiles that would win were the hand open.  Gang tiles and laizi: those in hand, each copy.
    将不是258: the pairs of the shape."""
    calls: tuple[tuple[int, Option], ...] = ()
    """未开口: tiles of others and the call that opens the hand without taking it farther away."""
    changes: tuple[Change, ...] = ()
    """Exchanges that lead to tenpai (to the shape of it in an unopened hand), most live draws first."""
    draws: tuple[Accept, ...] = ()
    """Gang tiles: replacements with which the hand is tenpai once they are laid down.  Else: draws that bring
    it nearer to a legal wait."""
    distance: int = 0
    """Shanten to the nearest legal hand, an opening not counted."""
    routes: tuple[str, ...] = ()
    """The routes at that distance, of :data:`analyzer.routes.PATHS`."""

    @property
    def clause(self) -> str:
        """The section of the rules, "§3"."""
        return _CLAUSES[self.why]


@dataclass(frozen=True, slots=True)
class Way:
    """胡法: a wait won by self-draw or from one discarder."""

    source: int | None
    """The discarder's seat; ``None`` for the self-draw."""
    score: Score
    """With its steps and the arrangement that is scored; not valid where it is below the minimum."""
    owed: int
    """What counts against the minimum: the most that a loser owes before caps, or the least where every loser's
    counts; points."""
    lacking: int = 0
    """起胡: fan that the winner still lacks to reach the minimum; 0 where it is reached."""

    @property
    def capped(self) -> tuple[int, ...]:
        """封顶: the seats that are held to the cap."""
        return tuple(
            step.seat for step in self.score.steps if step.code == "capped" and step.seat is not None
        )

    @property
    def limit(self) -> int | None:
        """The cap that holds them; ``None`` where it holds nobody."""
        return next((step.limit for step in self.score.steps if step.code == "capped"), None)


@dataclass(frozen=True, slots=True)
class WaitInFull:
    """One tile that wins, and every way to win on it."""

    wait: Wait
    ways: tuple[Way, ...]
    """By self-draw, then from each other player in the order of play; what is impossible is left out."""

    @property
    def below_minimum(self) -> bool:
        """起胡: whether it pays too little in every way."""
        return not any(way.score.valid for way in self.ways)


@dataclass(frozen=True, slots=True)
class Tenpai:
    """听牌: the answer about a hand of 3k + 1 tiles, in full."""

    waits: Waits
    each: tuple[WaitInFull, ...]
    """The waits, in tile order."""
    obstacles: tuple[Obstacle, ...]
    """Why it is not tenpai; empty where it is."""


def tenpai(position: Position) -> Tenpai:
    """听牌: what the position's hand waits for and what each wait pays, or why it does not wait.

    Raises :class:`BadCount` where the concealed tiles are not 3k + 1.
    """
    found = waits(position)
    each = tuple(_in_full(position, wait) for wait in found.waits)
    return Tenpai(found, each, () if found.tenpai else tuple(_obstacles(position)))


def obstacles(position: Position) -> tuple[Obstacle, ...]:
    """为什么不听: what keeps the position's hand from waiting; nothing where it waits.

    Raises :class:`BadCount` where the concealed tiles are not 3k + 1.
    """
    return tenpai(position).obstacles


# Ways to win


def _in_full(position: Position, wait: Wait) -> WaitInFull:
    complete = replace(position, hand=(*position.hand, wait.tile))
    ways = []
    if wait.zimo is not None:
        ways.append(_way(complete, wait.tile, None))
    if wait.discard is not None:
        for turn in (1, 2, 3):
            seat = (position.seat + turn) % len(SEATS)
            if wait.discard.by_discarder[seat] is not None:
                ways.append(_way(complete, wait.tile, seat))
    return WaitInFull(wait, tuple(ways))


def _way(complete: Position, tile: int, source: int | None) -> Way:
    by = WinBy.ZIMO if source is None else WinBy.DISCARD
    found = score(complete, Win(tile, by, source))
    rules = complete.rules
    losers = [amount for seat, amount in enumerate(found.raw) if seat != complete.seat]
    owed = min(losers) if rules.minimum_scope == "every" else max(losers)
    lacking = 0
    while not found.valid and owed << lacking < rules.minimum:  # a fan doubles what everybody owes (rules §5)
        lacking += 1
    return Way(source, found, owed, lacking)


# How a complete hand lies


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile of an arranged hand."""

    kind: int
    """What it stands for."""
    laizi: bool = False
    """Whether a laizi stands there."""
    won: bool = False
    """Whether it is the winning tile."""


def laid_out(arrangement: Arrangement, laizi: int | None, tile: int) -> tuple[tuple[Laid, ...], ...]:
    """The concealed tiles of a complete hand, group by group, won on ``tile``: sets, then the pair, or all in one.

    Each laizi of the arrangement is marked at one of the tiles that it may stand for, and one copy of the winning
    tile is.
    """
    groups: list[Sequence[int]] = [*arrangement.sets]
    if arrangement.pair is not None:
        groups.append((arrangement.pair, arrangement.pair))
    if arrangement.loose:
        groups.append(arrangement.loose)
    standing = list(arrangement.laizi_as)
    pending = True
    shown = []
    for group in groups:
        row = []
        for kind in group:
            is_laizi = kind in standing
            if is_laizi:
                standing.remove(kind)
            # Of the copies of a kind those of laizi come first, so a natural winning tile is still to come.
            won = pending and (is_laizi if tile == laizi else kind == tile and not is_laizi)
            pending = pending and not won
            row.append(Laid(kind, is_laizi, won))
        shown.append(tuple(row))
    return tuple(shown)


# Why not


def _obstacles(position: Position, *, mend: bool = True) -> Iterator[Obstacle]:
    """Everything that stands between the hand and a wait; without what would mend it where nobody reads that."""
    held = tuple(kind for kind in position.hand if kind in position.gang_tiles)
    shape = _shape(position, position.counts)
    reasons = [reason for _, reason in shape]
    if not position.is_open:
        would = tuple(tile for tile, reason in shape if not reason)
        yield Obstacle(Why.NOT_OPEN, would, calls=opens_and_keeps_close(position) if mend else ())
    if held:
        draws = tuple(_replacements(position, held)) if mend else ()
        yield Obstacle(Why.GANG_TILE_IN_HAND, held, draws=draws)
    if 0 in reasons:  # nothing but the opening is lacking
        return
    distance, near = shape_accepts(position.counts, context_of(position), position.live)
    if distance > len(held) or shape:
        legal = _legal(position, distance, near, held) if mend else {}
        if any(reason & kernels.LAIZI_LIMIT for reason in reasons):
            laizi = tuple(kind for kind in position.hand if kind == position.laizi)
            yield Obstacle(Why.LAIZI_LIMIT, laizi, distance=distance, **legal)
        pairs = tuple(sorted({*_pairs(position, shape)}))
        if pairs:
            yield Obstacle(Why.PAIR_NOT_258, pairs, distance=distance, **legal)
        if not shape:
            yield Obstacle(Why.FAR, distance=distance, **legal)


class _Legal(TypedDict, total=False):
    """What leads to a legal wait."""

    changes: tuple[Change, ...]
    draws: tuple[Accept, ...]
    routes: tuple[str, ...]


def _legal(position: Position, distance: int, near: Accepts, held: Sequence[int]) -> _Legal:
    paths = distances(position.counts, context_of(position))
    routes = tuple(name for name, far in zip(PATHS, paths, strict=True) if far == distance)
    if held:  # these come first, and their replacements change what helps
        return {"routes": routes}
    return {
        "changes": _changes(position, distance, near) if distance <= NEAR else (),
        "draws": split_accepts(near, position, position.counts)[0],
        "routes": routes,
    }


def _shape(position: Position, hand: Sequence[int]) -> list[tuple[int, int]]:
    """Tiles that complete a shape of ``hand`` (34 concealed counts), and what of pair and laizi bars each.

    Those are reason bits, 0 for nothing: the tile wins, or would in an open hand.
    """
    counts = list(hand)
    if any(counts[kind] for kind in position.gang_tiles):
        return []
    judge = Judge(position)
    found = []
    for tile in completing(position, counts):
        counts[tile] += 1
        reasons = judge(Win(tile), counts).reasons
        counts[tile] -= 1
        if not reasons & kernels.NO_SHAPE:
            found.append((tile, reasons & (kernels.LAIZI_LIMIT | kernels.PAIR_NOT_258)))
    return found


def _pairs(position: Position, shape: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The pairs of what is complete but for its 将."""
    for tile, reason in shape:
        if reason & kernels.PAIR_NOT_258:
            pair = any_pair(replace(position, hand=(*position.hand, tile)))
            if pair is not None:
                yield pair


def _ready(position: Position, counts: Sequence[int]) -> bool:
    """Whether ``counts`` are tenpai, or would be in an open hand."""
    return any(not reasons for _, reasons in _shape(position, counts))


def _replacements(position: Position, held: Sequence[int]) -> Iterator[Accept]:
    """What a lone gang tile's replacement must be for the hand to wait."""
    if len(held) != 1:
        return
    counts = list(position.counts)
    counts[held[0]] -= 1
    for tile, live in enumerate(position.live):
        if live > 0 and tile not in position.gang_tiles:
            counts[tile] += 1
            if _ready(position, counts):
                yield Accept(tile, live)
            counts[tile] -= 1


def _changes(position: Position, distance: int, near: Accepts) -> tuple[Change, ...]:
    """Every discard that some draw lets leave tenpai, with these draws, of a hand at most :data:`NEAR` away."""
    context, counts, live = context_of(position), list(position.counts), position.live
    # At distance 0 the hand waits but for a limit that distances know nothing of: any draw may help then.
    draws = [tile for tile, _ in near.live] if distance else [t for t in range(KINDS) if live[t] > 0]
    found: dict[int, list[Accept]] = {}
    for tile in draws:
        if tile in position.gang_tiles:
            continue
        counts[tile] += 1
        for row in discard_table(counts, context, live):
            if row.tile != tile and row.distance == 0:
                counts[row.tile] -= 1
                if _ready(position, counts):
                    found.setdefault(row.tile, []).append(Accept(tile, live[tile]))
                counts[row.tile] += 1
        counts[tile] -= 1
    changes = [Change(tile, tuple(accepts)) for tile, accepts in found.items()]
    return tuple(sorted(changes, key=lambda change: (-change.total, not is_honour(change.tile), change.tile)))


# The same hand elsewhere


@dataclass(frozen=True, slots=True)
class InGame:
    """The hand under one rule set."""

    rules: RuleSet
    position: Position
    """The position there: a laizi that follows from the indicator follows from these rules."""
    problems: tuple[AnalyzerError, ...] = ()
    """Why the position can't be in that game; nothing else is told then."""
    waits: Waits | None = None
    """Of a hand of 3k + 1 tiles; of one on turn the waits after ``option``."""
    option: Option | None = None
    """Of a hand on turn, the best action that leaves tenpai."""
    win: Score | None = None
    """Of a hand on turn that may win now."""
    obstacles: tuple[Why, ...] = ()
    """Why it is not tenpai there."""

    @property
    def tenpai(self) -> bool:
        """Whether it waits there, or does so after its best discard."""
        return self.waits is not None and self.waits.tenpai

    @property
    def most(self) -> int:
        """What the best wait gets on the better channel; points, 0 where nothing pays enough."""
        found = [] if self.waits is None else self.waits.waits
        channels = [channel for wait in found for channel in (wait.zimo, wait.discard) if channel is not None]
        return max((channel.best.total for channel in channels if channel.best.valid), default=0)


def in_game(position: Position, rules: RuleSet) -> InGame:
    """The position's hand under ``rules``."""
    laizi = position.laizi if position.indicator is None else None
    there = replace(position, rules=rules, laizi=laizi)
    problems = there.problems()
    if problems:
        return InGame(rules, there, problems)
    if len(there.hand) % 3 == 1:
        found = waits(there)
        why = () if found.tenpai else tuple(obstacle.why for obstacle in _obstacles(there, mend=False))
        return InGame(rules, there, waits=found, obstacles=why)
    options = discards(there).options
    win = next((option.score for option in options if option.action is Action.WIN), None)
    left = next((option for option in options if option.waits is not None and option.waits.tenpai), None)
    if left is not None:
        return InGame(rules, there, waits=left.waits, option=left, win=win)
    why = tuple(Why(reason) for option in options if option.waits for reason in option.waits.blocked_by)
    return InGame(rules, there, win=win, obstacles=tuple(dict.fromkeys(why)) or (Why.FAR,))


def in_every_game(position: Position) -> tuple[InGame, ...]:
    """The position's hand under its own rules, if they are custom ones, and in all games of rules §7."""
    own = () if position.rules in PRESETS.values() else (position.rules,)
    return tuple(in_game(position, rules) for rules in (*own, *PRESETS.values()))
