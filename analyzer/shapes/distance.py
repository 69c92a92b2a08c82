"""距离: how many tiles a hand is away from each route, and which draws lower that (interface, ``discards``).

The routes are, in this order everywhere: small (小胡), pengpenghu (碰碰胡), qingyise (清一色), jiangyise (将一色),
fengyise (风一色). The distance of a hand of 3k + 1 tiles is 0 when one more completes it. With the natural tiles
of the hand (laizi apart, gang tiles useless)::

    distance = tiles missing to the route's shape − laizi that may help − 1

One laizi may help 小胡; ``laizi_in_big`` of them a big route. Distances ignore the four-copy limit, since a laizi
may stand for a fifth copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer import compiler
from analyzer.shapes import kernels
from analyzer.shapes.tables import Layout, final_table, layout_for
from analyzer.tiles import JIANG, KINDS, WINDS

__all__ = [
    "ROUTES",
    "Accepts",
    "DiscardShape",
    "DiscardTables",
    "ShapeContext",
    "accepts",
    "batch_discard_tables",
    "batch_distances",
    "discard_table",
    "distances",
    "hand_indices",
    "route_accepts",
]

ROUTES: Final = ("small", "pengpenghu", "qingyise", "jiangyise", "fengyise")
"""Names of the routes, in the order of every five-tuple here."""

CHUNK: Final = 8192
"""Hands that are worked on at once without the compiler: few enough to stay in the processor's cache."""

AS_COMPILED: Final = ("C_CONTIGUOUS", "WRITEABLE")
"""What arrays must be to fit the kernels as compiled; others would be compiled for anew, in the midst of a call."""

Indices: TypeAlias = npt.NDArray[np.uint32]
Distances: TypeAlias = tuple[int | None, int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class ShapeContext:
    """What distances depend on besides the tiles.

    ``sets``: sets that the concealed tiles must still come to (4 − melds, 0–4). ``laizi``: its kind, or −1.
    ``gang_tiles``: gang honours and 皮子. ``routes_open``: which routes the melds leave open. ``suits_open``:
    which suits they leave open for 清一色. ``laizi_in_big``: how many laizi a big hand may hold (4 = no limit).
    """

    sets: int
    laizi: int
    gang_tiles: tuple[int, ...]
    routes_open: tuple[bool, bool, bool, bool, bool] = (True, True, True, True, True)
    suits_open: tuple[bool, bool, bool] = (True, True, True)
    laizi_in_big: int = 4

    @property
    def layout(self) -> Layout:
        """The class tables with the gang tiles cut out."""
        return layout_for(self.gang_tiles)


@dataclass(frozen=True)
class Accepts:
    """进张: draws that lower a distance. ``live``: (kind, live copies) where any are left; ``dead``: the others."""

    live: tuple[tuple[int, int], ...]
    dead: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class DiscardShape:
    """What is left when ``tile`` (a kind) is gone: the least distance, that of each route, the draws that lower it."""

    tile: int
    distance: int
    paths: Distances
    accepts: Accepts


@dataclass(frozen=True, eq=False)
class Plan:
    """The arguments of the kernels that stay the same for a context, plain and compiled."""

    plain: tuple[Any, Any, Any, Any]
    fast: tuple[Any, Any, Any, Any]


@dataclass(frozen=True, eq=False)
class DiscardTables:
    """Discard tables of n hands: ``distances`` int8[n, 34, 6], the least and the five without a tile of the kind;
    ``draws`` int64[n, 34], bit t set if drawing t lowers the least; ``totals`` int16[n, 34], live tiles among these.

    Closed routes have the distance ``kernels.CLOSED``; kinds that a hand does not hold have −128, 0 and 0.
    """

    distances: npt.NDArray[np.int8]
    draws: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int16]


@cache
def _finals(sets: int) -> tuple[list[list[int]], npt.NDArray[np.uint8]]:
    table = final_table(sets)
    return table.tolist(), table


@lru_cache(maxsize=32)
def plan_for(context: ShapeContext) -> Plan:
    """The kernels' arguments (plan, words, compose, final) for a context, from a small cache."""
    layout = context.layout
    weights, words, compose, overlaps, triplets = layout.plain
    sets = context.sets
    natural = [kind != context.laizi and kind not in layout.gang_tiles for kind in range(KINDS)]
    suits = [bool(flag) for flag in context.suits_open]
    routes = [bool(flag) for flag in context.routes_open]
    routes[2] = routes[2] and any(suits)
    plan = [weights[kind] if natural[kind] else 0 for kind in range(KINDS)]
    plan += [0] * (kernels.PLAN_START - KINDS)
    plan += weights[KINDS:]
    plan += [context.laizi, context.laizi_in_big, 3 * sets + 2]
    plan += routes
    plan += suits
    plan += [natural[kind] and kind in JIANG for kind in range(KINDS)]
    plan += [natural[kind] and kind in WINDS for kind in range(KINDS)]
    plan += triplets[1024 * sets : 1024 * (sets + 1)]
    plan += [3 * sets + 2 - most for most in overlaps[3 * sets + 2 :: 15]]
    plan = [int(number) for number in plan]
    rows, final = _finals(sets)
    fast = (np.array(plan, np.int32), layout.fast[1], layout.fast[2], final)
    return Plan((plan, words, compose, rows), fast)


def _hand(counts: Sequence[int], live: Sequence[int] | None) -> list[int]:
    return [*counts, *(live if live is not None else (0,) * KINDS)]


def _call(name: str, hand: list[int], context: ShapeContext, size: int) -> list[int]:
    plan = plan_for(context)
    active: ModuleType = compiler.active(kernels)
    if active is kernels:
        out = [0] * size
        getattr(kernels, name)(hand, *plan.plain, out)
        return out
    array = np.zeros(size, np.int64)
    getattr(active, name)(np.array(hand, np.uint8), *plan.fast, array)
    result: list[int] = array.tolist()
    return result


def _open(numbers: Sequence[int]) -> Distances:
    closed = kernels.CLOSED
    a, b, c, d, e = numbers
    return (
        None if a == closed else a,
        None if b == closed else b,
        None if c == closed else c,
        None if d == closed else d,
        None if e == closed else e,
    )


@cache
def _kinds(start: int, bits: int) -> tuple[int, ...]:
    """The kinds that nine bits name, from ``start`` on."""
    return tuple(start + place for place in range(9) if bits >> place & 1)


def _accepts(draws: int, live: Sequence[int]) -> Accepts:
    kinds = (
        _kinds(0, draws & 511)
        + _kinds(9, draws >> 9 & 511)
        + _kinds(18, draws >> 18 & 511)
        + _kinds(27, draws >> 27)
    )
    alive = tuple([(kind, live[kind]) for kind in kinds if live[kind] > 0])
    dead = tuple([kind for kind in kinds if live[kind] <= 0]) if len(alive) < len(kinds) else ()
    return Accepts(alive, dead, sum([copies for _, copies in alive]))


def distances(counts: Sequence[int], context: ShapeContext) -> Distances:
    """Distance of every route for 34 concealed counts (laizi and gang tiles included), None where it is closed.

    For 3k + 1 tiles, k = ``context.sets``: 0 is tenpai. For 3k + 2 tiles −1 is a complete hand.
    """
    return _open(_call("hand_distances", _hand(counts, None), context, kernels.ROUTES))


def route_accepts(
    counts: Sequence[int], context: ShapeContext, live: Sequence[int]
) -> tuple[Accepts | None, ...]:
    """For a hand of 3k + 1 tiles, route by route: the draws that lower its distance; None where it is closed."""
    out = _call("route_accepts", _hand(counts, live), context, 2 * kernels.ROUTES)
    return tuple(
        None if out[route] == kernels.CLOSED else _accepts(out[kernels.ROUTES + route], live)
        for route in range(kernels.ROUTES)
    )


def accepts(counts: Sequence[int], context: ShapeContext, live: Sequence[int]) -> tuple[int, Accepts]:
    """For a hand of 3k + 1 tiles: the least distance of all routes, and the draws that lower it."""
    out = _call("route_accepts", _hand(counts, live), context, 2 * kernels.ROUTES)
    best = min(out[: kernels.ROUTES])
    draws = 0
    for route in range(kernels.ROUTES):
        if out[route] == best:
            draws |= out[kernels.ROUTES + route]
    return best, _accepts(draws, live)


def discard_table(
    counts: Sequence[int], context: ShapeContext, live: Sequence[int]
) -> tuple[DiscardShape, ...]:
    """For a hand of 3k + 2 tiles: what is left after each distinct concealed tile, in tile order.

    A tile of which all four copies stay in the hand is never among the draws. ``live`` are the copies of each
    kind that nobody has seen.
    """
    out = _call("discard_table", _hand(counts, live), context, kernels.TABLE_SIZE)
    table = []
    for kind in range(KINDS):
        if counts[kind]:
            start = kernels.ROWS + kernels.ROW * kind
            row = out[start : start + kernels.ROW]
            paths = _open(row[kernels.ROW_ROUTES : kernels.ROW_ROUTES + kernels.ROUTES])
            shape = DiscardShape(kind, row[kernels.ROW_BEST], paths, _accepts(row[kernels.ROW_DRAWS], live))
            table.append(shape)
    return tuple(table)


def hand_indices(
    hands: npt.NDArray[np.uint8], context: ShapeContext
) -> tuple[Indices, npt.NDArray[np.uint8]]:
    """The compact form of hands for :func:`batch_distances`, from their concealed counts uint8[n, 34].

    uint32[n, 4]: the counts of each group as a number in base 5, gang tiles and laizi left out; uint8[n]: laizi.
    """
    hands = np.require(hands, np.uint8, AS_COMPILED)
    indices = np.zeros((len(hands), 4), np.uint32)
    laizi = np.zeros(len(hands), np.uint8)
    plan = plan_for(context).fast[0]
    active: Any = compiler.active(kernels)
    if active is not kernels:
        active.indices_batch(hands, plan, indices, laizi)
        return indices, laizi
    for kind in range(KINDS):
        if plan[kind]:
            indices[:, min(kind // 9, 3)] += hands[:, kind] * np.uint32(plan[kind])
    if context.laizi >= 0:
        laizi[:] = hands[:, context.laizi]
    return indices, laizi


def batch_distances(
    indices: Indices, laizi: npt.NDArray[np.uint8], context: ShapeContext
) -> npt.NDArray[np.int8]:
    """Distances of many hands in the form of :func:`hand_indices`: int8[n, 5], ``kernels.CLOSED`` where closed."""
    indices = np.require(indices, np.uint32, AS_COMPILED)
    laizi = np.require(laizi, np.uint8, AS_COMPILED)
    out = np.empty((len(indices), kernels.ROUTES), np.int8)
    plan = plan_for(context).fast
    active: Any = compiler.active(kernels)
    if active is not kernels:
        active.distances_batch(indices, laizi, *plan, out)
    else:
        for start in range(0, len(indices), CHUNK):
            chunk = slice(start, start + CHUNK)
            _distances_by_columns(indices[chunk], laizi[chunk], *plan, out[chunk])
    return out


def _distances_by_columns(
    indices: Indices,
    laizi: npt.NDArray[np.uint8],
    plan: npt.NDArray[np.int32],
    words: npt.NDArray[np.uint32],
    compose: npt.NDArray[np.uint16],
    final: npt.NDArray[np.uint8],
    out: npt.NDArray[np.int8],
) -> None:
    """:func:`kernels.distances_batch` in numpy. Look-ups go by ``take`` into arrays at hand, the fastest way."""
    size = len(indices)
    classes = np.intp(len(compose))
    limit, tiles = int(plan[kernels.PLAN_LIMIT]), np.int8(plan[kernels.PLAN_TILES])
    routes = plan[kernels.PLAN_OPEN : kernels.PLAN_OPEN + kernels.ROUTES]
    place = np.empty((4, size), np.intp)
    word = np.empty((4, size), np.uint32)
    np.add(indices.T, plan[kernels.PLAN_START : kernels.PLAN_START + 4, None], out=place, casting="unsafe")
    words.take(place, out=word, mode="clip")
    total = word[0] + word[1]
    total += word[2]
    total += word[3]
    group = place
    np.right_shift(word, np.uint32(kernels.CLASS_SHIFT), out=group, casting="unsafe")
    helping = np.minimum(laizi, limit).astype(np.int8)
    helping += np.int8(1)
    found = np.empty((kernels.ROUTES, size), np.int8)
    spare = np.empty(size, np.intp)

    if routes[0]:
        pair = group[0::2] * classes
        pair += group[1::2]
        half = np.empty((2, size), np.uint16)
        compose.reshape(-1).take(pair, out=half, mode="clip")
        np.multiply(half[0], classes, out=spare)
        spare += half[1]
        final.view(np.int8).reshape(-1).take(spare, out=found[0], mode="clip")
        found[0] -= np.minimum(laizi, 1).astype(np.int8)
        found[0] -= np.int8(1)
    if routes[1]:
        triplets = plan[kernels.PLAN_TRIPLETS : kernels.PLAN_ONE_SUIT].astype(np.int8)
        np.bitwise_and(total, np.uint32(kernels.STACKS_MASK), out=spare, casting="unsafe")
        triplets.take(spare, out=found[1], mode="clip")
        found[1] -= helping
    if routes[2]:
        one_suit = plan[kernels.PLAN_ONE_SUIT :].astype(np.int8)
        suit = np.empty(size, np.int8)
        found[2] = kernels.CLOSED
        for number in range(3):
            if plan[kernels.PLAN_SUITS + number]:
                one_suit.take(group[number], out=suit, mode="clip")
                np.minimum(found[2], suit, out=found[2])
        found[2] -= helping
    for route, shift in ((3, kernels.JIANG_SHIFT), (4, kernels.WIND_SHIFT)):
        if routes[route]:
            count = total >> np.uint32(shift)
            count &= np.uint32(15)
            np.subtract(tiles, count, out=found[route], casting="unsafe")
            found[route] -= helping
    for route in range(kernels.ROUTES):
        out[:, route] = found[route] if routes[route] else kernels.CLOSED


def batch_discard_tables(
    hands: npt.NDArray[np.uint8], live: npt.NDArray[np.uint8], context: ShapeContext
) -> DiscardTables:
    """Discard tables of many hands of 3k + 2 tiles: concealed counts and live counts, both uint8[n, 34]."""
    size = len(hands)
    distances = np.full((size, 6 * KINDS), -128, np.int8)
    draws = np.zeros((size, KINDS), np.int64)
    totals = np.zeros((size, KINDS), np.int16)
    active: Any = compiler.active(kernels)
    rows = np.concatenate([hands, live], axis=1, dtype=np.uint8, casting="unsafe")
    plan = plan_for(context)
    if active is not kernels:
        table = np.zeros(kernels.TABLE_SIZE, np.int64)
        active.discard_table_batch(rows, *plan.fast, table, distances, draws, totals)
    else:
        kernels.discard_table_batch(
            rows.tolist(),  # lists are faster to index than arrays
            *plan.plain,
            [0] * kernels.TABLE_SIZE,
            distances,  # type: ignore[arg-type]
            draws,  # type: ignore[arg-type]
            totals,  # type: ignore[arg-type]
        )
    return DiscardTables(distances.reshape(size, KINDS, 6), draws, totals)


def _exercise(twin: ModuleType) -> None:
    """Call what this module calls, so that it is compiled for these types."""
    plan = plan_for(ShapeContext(4, -1, ()))
    hand = np.array([2] * 7 + [0] * 61, np.uint8)
    twin.hand_distances(hand, *plan.fast, np.zeros(kernels.ROUTES, np.int64))
    twin.route_accepts(hand, *plan.fast, np.zeros(2 * kernels.ROUTES, np.int64))
    twin.discard_table(hand, *plan.fast, np.zeros(kernels.TABLE_SIZE, np.int64))
    hands = hand[None]
    indices, laizi = np.zeros((1, 4), np.uint32), np.zeros(1, np.uint8)
    twin.indices_batch(hands, plan.fast[0], indices, laizi)
    twin.distances_batch(indices, laizi, *plan.fast, np.zeros((1, kernels.ROUTES), np.int8))
    twin.discard_table_batch(
        hands,
        *plan.fast,
        np.zeros(kernels.TABLE_SIZE, np.int64),
        np.zeros((1, 6 * KINDS), np.int8),
        np.zeros((1, KINDS), np.int64),
        np.zeros((1, KINDS), np.int16),
    )


compiler.register(kernels, _exercise)
