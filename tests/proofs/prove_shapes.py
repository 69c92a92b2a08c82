"""The class tables and distances against the slow reference: every vector of counts, and random whole hands.

    make prove-shapes                                   everything, 1,000,000 random hands, seed 1
    make prove-shapes ARGS="--hands 20000 --seed 7"     fewer, others
    make prove-shapes ARGS="--only hands,tables"        some of the parts

The reference (``tests/reference/shapes.c``, written from the definition) goes through every target of sets and a
pair for the vectors of one group, and searches over the kinds in order for whole hands. Needs a C compiler; without
one only random vectors and few hands are compared, against numpy. Ends with status 1 if anything differs. The
figures are kept in docs/proofs.md.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from analyzer import compiler
from analyzer.shapes import kernels
from analyzer.shapes.distance import (
    ROUTES,
    ShapeContext,
    batch_discard_tables,
    batch_distances,
    discard_table,
    distances,
    hand_indices,
)
from analyzer.shapes.tables import CLASS_SHIFT, class_tables, layout_for
from analyzer.tiles import DONG, KINDS, ZHONG, next_kind, previous_kind
from tests.reference import shapes as reference

TILES = 14
SHOWN = 5
"""Differences of a part that are written out."""


# ------------------------------------------------------------------------------------------ single groups


def vectors(length: int) -> Any:
    """Every vector of counts 0–4 with at most 14 tiles: uint8[n, length]."""
    every = np.indices((5,) * length, np.uint8).reshape(length, -1)
    return np.ascontiguousarray(every[:, every.sum(axis=0) <= TILES].T)


def our_words(counts: Any, kinds: Sequence[int], gang_tiles: Sequence[int]) -> Any:
    """The words of many vectors of one group under the layout of ``gang_tiles``: int64[n]."""
    weights, words = layout_for(gang_tiles).fast[:2]
    group = min(kinds[0] // 9, 3)
    return words[counts.astype(np.int64) @ weights[list(kinds)] + weights[KINDS + group]].astype(np.int64)


def compare_group(counts: Any, kinds: Sequence[int], gang_tiles: Sequence[int], every: bool) -> Any:
    """Which vectors of one group differ in any of the 15 numbers or in what else their word says: bool[n].

    ``every`` for the C reference; else numpy, vector by vector.
    """
    suit = kinds[0] < DONG
    allowed = sum(1 << rank for rank, kind in enumerate(kinds) if kind not in gang_tiles)
    is_258 = reference.JIANG_RANKS if suit else 0
    if every:
        expected = reference.c_overlaps(counts, suit, allowed, is_258)
    else:
        rows = [reference.overlaps(tuple(row), suit, allowed, is_258) for row in counts.tolist()]
        expected = np.moveaxis(np.array(rows), 0, 2)
    words = our_words(counts, kinds, gang_tiles)
    ours = np.moveaxis(class_tables().overlaps[words >> CLASS_SHIFT], 0, 2)
    wrong = (ours != expected).any(axis=(0, 1))
    kept = [rank for rank, kind in enumerate(kinds) if kind not in gang_tiles]
    natural = counts[:, kept]
    for shift, bits, number in (
        (0, 4, ((natural == 1) | (natural == 4)).sum(axis=1)),
        (4, 3, (natural == 2).sum(axis=1)),
        (7, 3, (natural >= 3).sum(axis=1)),
        (10, 4, counts[:, [rank for rank in kept if suit and rank % 3 == 1]].sum(axis=1)),
        (14, 4, counts[:, [rank for rank in kept if not suit and kinds[rank] != ZHONG]].sum(axis=1)),
    ):
        wrong |= (words >> shift & ((1 << bits) - 1)) != number
    return wrong


def legal_cuts() -> list[tuple[int, ...]]:
    """The ranks that 皮子 and the tile before it take out of a suit: one, or two neighbours of the cycle 1–9."""
    return [(rank,) for rank in range(9)] + [(rank, (rank + 8) % 9) for rank in range(9)]


def prove_suits(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """A whole suit, and every suit with 皮子 in it, with every vector."""
    counts = vectors(9)
    yield compare_named("suit, every vector", counts, range(9), (ZHONG,))
    for name, sort in (("suit with one 皮 cut out", 1), ("suit with two 皮 cut out", 2)):
        total, differences = 0, []
        for ranks in legal_cuts():
            if len(ranks) == sort:
                # Copies of a 皮 weigh nothing; the vectors with them would be looked up at the same place.
                _, count, found = compare_named(
                    name, counts[(counts[:, list(ranks)] == 0).all(axis=1)], range(9), (ZHONG, *ranks)
                )
                total += count
                differences += found
        yield name + ", every vector", total, differences


def prove_honours(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """The honours with every set of gang honours but all seven."""
    counts = vectors(7)
    total, differences = 0, []
    for flags in product((False, True), repeat=7):
        if not all(flags):
            gang_tiles = [DONG + place for place in range(7) if flags[place]]
            _, count, found = compare_named("", counts, range(DONG, KINDS), gang_tiles)
            total += count
            differences += found
    yield "honours, every vector and set of gang honours", total, differences


def compare_named(
    name: str, counts: Any, kinds: Sequence[int], gang_tiles: Sequence[int]
) -> tuple[str, int, list[str]]:
    """One group under one layout; differences as text."""
    rng = np.random.default_rng(0)
    every = reference.library() is not None
    if not every:
        counts = counts[rng.choice(len(counts), 200)]
    wrong = compare_group(counts, list(kinds), list(gang_tiles), every)
    return name, len(counts), [f"{row} cut {tuple(gang_tiles)}" for row in counts[wrong].tolist()]


# -------------------------------------------------------------------------------- composition and triplets


def prove_composition(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """Every pair of classes: the numbers of their composition, by max-plus from the definition."""
    tables = class_tables()
    numbers = tables.overlaps.astype(np.int8)
    differences = []
    for one in range(len(numbers)):
        expected = np.zeros_like(numbers)
        for m in range(5):
            for k in range(m + 1):
                for p in range(3):
                    for q, r in ((p, 0), (0, p)):
                        both = numbers[one, k, q] + numbers[:, m - k, r]
                        np.maximum(expected[:, m, p], both, out=expected[:, m, p])
        wrong = (numbers[tables.compose[one]] != expected).any(axis=(1, 2))
        differences += [f"{one} with {other}" for other in np.flatnonzero(wrong)]
    yield "composition, every pair of classes", len(numbers) ** 2, differences


def most_in_triplets(stacks: Sequence[int], sets: int) -> int:
    """The most tiles in ``sets`` triplets and a pair, for kinds with these numbers of copies; any target counts."""
    best = {(0, 0): 0}
    for copies in stacks:
        grown: dict[tuple[int, int], int] = {}
        for (used, paired), most in best.items():
            for triplets in range(sets - used + 1):
                for pair in range(2 - paired):
                    key = used + triplets, paired + pair
                    value = most + min(copies, 3 * triplets + 2 * pair)
                    grown[key] = max(value, grown.get(key, 0))
        best = grown
    return max(best.values())


def prove_triplets(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """碰碰胡: every collection of up to 14 tiles as stacks of one to four equal ones."""
    tables = layout_for((ZHONG,)).plain
    total, differences = 0, []
    for ones, twos, threes, fours in product(range(15), range(8), range(5), range(4)):
        if ones + 2 * twos + 3 * threes + 4 * fours <= TILES:
            stacks = [1] * ones + [2] * twos + [3] * threes + [4] * fours
            word = ones + fours | twos << 4 | threes + fours << 7
            for sets in range(5):
                total += 1
                expected = 3 * sets + 2 - most_in_triplets(stacks, sets)
                if kernels.triplets_missing(word, sets, tables) != expected:
                    differences.append(f"{stacks} to {sets} sets: {expected} missing")
    yield "triplets, every collection of stacks", total, differences


# ------------------------------------------------------------------------------------------- whole hands


def gang_tiles_of(rng: np.random.Generator) -> tuple[tuple[int, ...], int]:
    """Gang tiles and laizi of a random game and indicator; now and then a laizi of any kind, or none."""
    honours = ((ZHONG,), (ZHONG, ZHONG + 1))[rng.integers(2)]
    indicator = int(rng.integers(KINDS))
    laizi = next_kind(indicator)
    while laizi in honours:
        laizi = next_kind(laizi)
    gang = set(honours)
    pi = rng.integers(3)
    if pi and indicator != ZHONG:
        gang.add(indicator)
    if pi == 2:
        before = previous_kind(indicator)
        gang.add(previous_kind(before) if before == ZHONG else before)
    gang.discard(laizi)
    odd = rng.random()
    if odd < 0.1:
        laizi = -1
    elif odd < 0.2:
        laizi = int(rng.choice([kind for kind in range(KINDS) if kind not in gang]))
    return tuple(sorted(gang)), laizi


def random_context(rng: np.random.Generator) -> ShapeContext:
    """A context as positions have them: mostly all routes open, now and then any."""
    gang, laizi = gang_tiles_of(rng)
    routes = [True] * 5 if rng.random() < 0.7 else [True, *(rng.random(4) < 0.5).tolist()]
    suits = [True] * 3 if rng.random() < 0.7 else (rng.random(3) < 0.5).tolist()
    limit = 4 if rng.random() < 0.7 else int(rng.integers(4))
    return ShapeContext(int(rng.integers(5)), laizi, gang, tuple(routes), tuple(suits), limit)


def random_hands(rng: np.random.Generator, size: int, tiles: int, laizi: int) -> Any:
    """Concealed counts uint8[size, 34] of ``tiles`` tiles off a full wall.

    Half of the hands lean towards one suit, 258, winds or few kinds, and many hold laizi, so that every route is
    near for some and far for others.
    """
    kinds = np.repeat(np.arange(KINDS), 4)
    favour = np.zeros((size, KINDS))
    lean = rng.integers(8, size=size)
    for sort, chosen in enumerate(
        (
            np.arange(KINDS) < 9,
            (np.arange(KINDS) < DONG) & (np.arange(KINDS) % 3 == 1),
            (np.arange(KINDS) >= DONG) & (np.arange(KINDS) != ZHONG),
        )
    ):
        favour[lean == sort] += 0.6 * chosen
    few = lean == 3
    favour[few] += 0.8 * (rng.random((int(few.sum()), KINDS)) < 0.25)
    if laizi >= 0:
        favour[:, laizi] += rng.choice([0.0, 0.5, 1.0], size=size)
    # Whole suits change places, so that no suit is special.
    for row in np.flatnonzero(lean == 0):
        favour[row, :DONG] = np.roll(favour[row, :DONG], 9 * int(rng.integers(3)))
    order = np.argpartition(rng.random((size, 136)) - favour[:, kinds], tiles - 1, axis=1)[:, :tiles]
    hands = np.zeros((size, KINDS), np.uint8)
    np.add.at(hands, (np.arange(size)[:, None], kinds[order]), 1)
    return hands


def expected_distances(hands: Any, context: ShapeContext) -> Any:
    """The reference's distances of many hands: int8[n, 5]."""
    size = len(hands)
    if reference.library() is None:
        return np.array(
            [
                reference.distances(
                    hand,
                    context.laizi,
                    context.gang_tiles,
                    context.sets,
                    context.laizi_in_big,
                    context.suits_open,
                    context.routes_open,
                )
                for hand in hands.tolist()
            ],
            np.int8,
        ).reshape(size, 5)
    gang = np.zeros(KINDS, np.uint8)
    gang[list(context.gang_tiles)] = 1

    def rows(value: Any) -> Any:
        return np.repeat(np.atleast_1d(np.array(value))[None], size, axis=0)

    return reference.c_distances(
        hands,
        rows(context.laizi),
        rows(gang),
        rows(context.sets),
        rows(context.laizi_in_big),
        rows(context.suits_open),
        rows(context.routes_open),
    )


def describe(hand: Sequence[int], context: ShapeContext, ours: object, expected: object) -> str:
    """One difference as text."""
    return f"{list(hand)} {context}: {ours}, expected {expected}"


def prove_hands(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """Random whole hands, all five routes: the batch, and single calls for some."""
    rng = np.random.default_rng([options.seed, 1])
    every = reference.library() is not None
    total, differences, singles = 0, [], 0
    wanted = options.hands if every else min(options.hands, 200)
    while total < wanted:
        context = random_context(rng)
        size = min(2000 if every else 20, wanted - total)
        for part in (size // 2, size - size // 2):
            tiles = 3 * context.sets + (1 if part == size // 2 else 2)
            hands = random_hands(rng, part, tiles, context.laizi)
            expected = expected_distances(hands, context)
            ours = batch_distances(*hand_indices(hands, context), context)
            for row in np.flatnonzero((ours != expected).any(axis=1)):
                differences.append(describe(hands[row], context, ours[row], expected[row]))
            for hand, row in zip(hands[:5].tolist(), expected[:5].tolist(), strict=True):
                singles += 1
                single = distances(hand, context)
                if single != tuple(None if number == reference.CLOSED else number for number in row):
                    differences.append(describe(hand, context, single, row))
        total += size
    yield f"random hands, five routes (and {singles:,} of them one by one)", total, differences


def prove_tables(options: argparse.Namespace) -> Iterator[tuple[str, int, list[str]]]:
    """Random hands: every discard and, for each, every draw, by the reference alone."""
    rng = np.random.default_rng([options.seed, 2])
    total, differences = 0, []
    wanted = options.tables if reference.library() is not None else min(options.tables, 2)
    for _ in range(wanted):
        context = random_context(rng)
        hand = random_hands(rng, 1, 3 * context.sets + 2, context.laizi)[0]
        live = rng.integers(0, 5 - hand).astype(np.uint8)
        discards = np.flatnonzero(hand)
        left = np.repeat(hand[None], len(discards), axis=0)
        left[np.arange(len(discards)), discards] -= 1
        drawn = np.repeat(left[:, None], KINDS, axis=1)
        drawn[:, np.arange(KINDS), np.arange(KINDS)] += 1
        after = expected_distances(drawn.reshape(-1, KINDS), context).min(axis=1).reshape(-1, KINDS)
        before = expected_distances(left, context)
        rows = discard_table(hand.tolist(), context, live.tolist())
        batch = batch_discard_tables(hand[None], live[None], context)
        for row, place in zip(rows, range(len(discards)), strict=True):
            total += 1
            best = int(before[place].min())
            lower = [t for t in range(KINDS) if left[place, t] < 4 and after[place, t] < best]
            accepts = tuple((t, int(live[t])) for t in lower if live[t])
            paths = tuple(None if n == reference.CLOSED else n for n in before[place].tolist())
            expected = (
                int(discards[place]),
                best,
                paths,
                accepts,
                tuple(t for t in lower if not live[t]),
                sum(copies for _, copies in accepts),
            )
            ours = (row.tile, row.distance, row.paths, row.accepts.live, row.accepts.dead, row.accepts.total)
            same = (
                batch.distances[0, row.tile].tolist() == [best, *before[place].tolist()]
                and batch.draws[0, row.tile] == sum(1 << t for t in lower)
                and batch.totals[0, row.tile] == expected[-1]
            )
            if ours != expected or not same:
                differences.append(describe(hand, context, ours, expected))
    yield f"discards of {wanted:,} random hands, every draw", total, differences


# ---------------------------------------------------------------------------------------------- the run

PARTS: dict[str, Callable[[argparse.Namespace], Iterator[tuple[str, int, list[str]]]]] = {
    "suits": prove_suits,
    "honours": prove_honours,
    "composition": prove_composition,
    "triplets": prove_triplets,
    "hands": prove_hands,
    "tables": prove_tables,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts; one line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1_000_000, help="random hands (default 1,000,000)")
    parser.add_argument(
        "--tables", type=int, default=1_000, help="random hands with every draw (default 1,000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(PARTS), help="parts, by comma: " + ", ".join(PARTS))
    options = parser.parse_args(arguments)
    if unknown := set(options.only.split(",")) - set(PARTS):
        parser.error(f"unknown part {', '.join(sorted(unknown))}; expected {', '.join(PARTS)}")
    if reference.library() is None:
        print("no C compiler: samples only, against numpy")
    compiler.warm_up(block=True)
    print(f"kernels {'compiled' if compiler.is_ready(kernels) else 'plain'}, routes {', '.join(ROUTES)}")
    failed = False
    for name in options.only.split(","):
        begun = time.perf_counter()
        for title, total, differences in PARTS[name](options):
            seconds = time.perf_counter() - begun
            print(f"{title}: {total:,} compared, {len(differences):,} differ, {seconds:.0f} s", flush=True)
            for difference in differences[:SHOWN]:
                print("   ", difference)
            failed = failed or bool(differences)
            begun = time.perf_counter()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
