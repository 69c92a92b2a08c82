"""Our half: the engine's kernels, compiled (default) or as plain Python (``--plain``), on the peers' hands.

All five routes at once, with a laizi and a gang honour: the game is 红中癞子杠 with 4m turned over, so that 5m is the
laizi. The peers take the same tiles for ordinary ones.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from analyzer import compiler
from analyzer.rules import preset
from analyzer.shapes import kernels
from analyzer.shapes.distance import (
    ShapeContext,
    batch_discard_tables,
    batch_distances,
    discard_table,
    distances,
    hand_indices,
    plan_for,
)
from analyzer.tiles import COPIES, KINDS
from benchmarks.worker import Contender, serve

BATCH = 8192
INDICATOR = 3
RULES = preset("hongzhong")
CONTEXT = ShapeContext(4, RULES.laizi_of(INDICATOR), tuple(sorted(RULES.gang_tiles(INDICATOR))))


def counts_and_live(hands: Sequence[bytes]) -> list[tuple[list[int], list[int]]]:
    """Each hand's counts, and the copies that are left of each kind."""
    return [(list(hand), [COPIES - held for held in hand]) for hand in hands]


def answers(hands: Sequence[bytes], deal: str) -> list[int]:
    """Distances of ten tiles to three sets and any pair, without laizi and gang tiles (agreement.py).

    Of a one-suit hand that is 清一色; of a mixed one it comes from the class tables, which know sets and any pair.
    """
    context = ShapeContext(3, -1, ())
    if deal == "mixed":
        tables = context.layout.plain
        return [kernels.missing(kernels.hand_class(list(hand), tables), 3, 2, tables) - 1 for hand in hands]
    found = []
    for hand in hands:
        qingyise = distances(list(hand), context)[2]
        assert qingyise is not None
        found.append(qingyise)
    return found


def rows(hands: Sequence[bytes]) -> Any:
    """All hands in one array, uint8[n, 34]."""
    return np.frombuffer(b"".join(hands), np.uint8).reshape(len(hands), -1).copy()


def rows_and_live(hands: Sequence[bytes]) -> Any:
    """All hands with their live counts in one array, uint8[n, 68]."""
    counts = rows(hands)
    return np.concatenate([counts, COPIES - counts], axis=1)


def indices(hands: Sequence[bytes]) -> Any:
    """All hands in the form in which the engine keeps them within a computation."""
    return hand_indices(rows(hands), CONTEXT)


def batches(start: int, end: int) -> Iterator[slice]:
    """Batches that stay in the processor's cache."""
    for first in range(start, end, BATCH):
        yield slice(first, min(first + BATCH, end))


def distances_of_counts(hands: Any, start: int, end: int) -> None:
    """The public function for many hands, from plain counts."""
    for batch in batches(start, end):
        batch_distances(*hand_indices(hands[batch], CONTEXT), CONTEXT)


def distances_of_indices(hands: Any, start: int, end: int) -> None:
    """The same, from indices."""
    groups, laizi = hands
    for batch in batches(start, end):
        batch_distances(groups[batch], laizi[batch], CONTEXT)


def tables_of_many(hands: Any, start: int, end: int) -> None:
    """The public function for many hands, compact rows out."""
    for batch in batches(start, end):
        batch_discard_tables(hands[batch, :KINDS], hands[batch, KINDS:], CONTEXT)


def tables_as_objects(hands: list[tuple[list[int], list[int]]], start: int, end: int) -> None:
    """The public function for one hand: frozen rows with every accepted tile and its live copies."""
    for counts, live in hands[start:end]:
        discard_table(counts, CONTEXT, live)


def plain() -> dict[str, dict[str, Contender]]:
    """Without the compiler: one hand a call of the kernel, the public functions."""
    plan = plan_for(CONTEXT).plain

    def lists(hands: Sequence[bytes]) -> list[list[int]]:
        return [[*counts, *live] for counts, live in counts_and_live(hands)]

    def distance_kernel(hands: list[list[int]], start: int, end: int) -> None:
        out = [0] * kernels.ROUTES
        for hand in hands[start:end]:
            kernels.hand_distances(hand, *plan, out)

    def table_kernel(hands: list[list[int]], start: int, end: int) -> None:
        out = [0] * kernels.TABLE_SIZE
        for hand in hands[start:end]:
            kernels.discard_table(hand, *plan, out)

    return {
        "distance": {
            "ours, numpy, batch": Contender(rows, distances_of_counts),
            "ours, plain": Contender(lists, distance_kernel, answers),
        },
        "table": {
            "ours, plain": Contender(lists, table_kernel),
            "ours, plain, as objects": Contender(counts_and_live, tables_as_objects),
        },
    }


def compiled() -> dict[str, dict[str, Contender]]:
    """With the compiler, which is waited for: many hands a call, and one hand a call of the kernel."""
    compiler.warm_up(block=True)
    active: Any = compiler.active(kernels)
    if active is kernels:
        raise RuntimeError("the kernels could not be compiled, see the log above")
    plan = plan_for(CONTEXT).fast

    def table_kernel(hands: Any, start: int, end: int) -> None:
        out = np.empty(kernels.TABLE_SIZE, np.int64)
        for hand in hands[start:end]:
            active.discard_table(hand, *plan, out)

    return {
        "distance": {
            "ours, compiled, batch": Contender(rows, distances_of_counts, answers),
            "ours, compiled, batch of indices": Contender(indices, distances_of_indices),
        },
        "table": {
            "ours, compiled, batch": Contender(rows_and_live, tables_of_many),
            "ours, compiled": Contender(rows_and_live, table_kernel),
            "ours, compiled, as objects": Contender(counts_and_live, tables_as_objects),
        },
    }


def main() -> None:
    """Serve one half of ours."""
    figures = plain() if "--plain" in sys.argv[1:] else compiled()
    serve(figures, {"numpy": version("numpy"), "numba": version("numba")})


if __name__ == "__main__":
    main()
