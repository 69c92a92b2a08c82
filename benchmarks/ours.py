"""Our half: the engine's kernels, compiled (default) or as plain Python (``--plain``), on the peers' hands.

All five routes at once, with a laizi and a gang honour: the game is 红中癞子杠 with 4m turned over, so that 5m is the
laizi. The peers take the same tiles for ordinary ones.
"""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from analyzer import compiler
from analyzer.rules import preset
from analyzer.shapes import kernels
from analyzer.shapes.distance import ShapeContext, discard_table, distances, plan_for
from analyzer.tiles import COPIES
from benchmarks.worker import Contender, serve

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


def plain() -> dict[str, dict[str, Contender]]:
    """One hand a call, without the compiler: the kernel, and the public function with its frozen answer."""
    plan = plan_for(CONTEXT).plain

    def one_list(hands: Sequence[bytes]) -> list[list[int]]:
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
        "distance": {"ours, plain": Contender(one_list, distance_kernel, answers)},
        "table": {
            "ours, plain": Contender(one_list, table_kernel),
            "ours, plain, as objects": Contender(counts_and_live, tables_as_objects),
        },
    }


def tables_as_objects(hands: list[tuple[list[int], list[int]]], start: int, end: int) -> None:
    """The public function: frozen rows with every accepted tile and its live copies."""
    for counts, live in hands[start:end]:
        discard_table(counts, CONTEXT, live)


def compiled() -> dict[str, dict[str, Contender]]:
    """Many hands a call and one hand a call, compiled; waits for the compiler first."""
    compiler.warm_up(block=True)
    active: Any = compiler.active(kernels)
    if active is kernels:
        raise RuntimeError("the kernels could not be compiled, see the log above")
    plan = plan_for(CONTEXT).fast

    def rows(hands: Sequence[bytes]) -> Any:
        return np.frombuffer(b"".join(hands), np.uint8).reshape(len(hands), -1).copy()

    def rows_and_live(hands: Sequence[bytes]) -> Any:
        counts = rows(hands)
        return np.concatenate([counts, COPIES - counts], axis=1)

    def distance_batch(hands: Any, start: int, end: int) -> None:
        size = end - start
        indices, laizi = np.empty((size, 4), np.uint32), np.empty(size, np.uint8)
        out = np.empty((size, kernels.ROUTES), np.int8)
        active.indices_batch(hands[start:end], plan[0], indices, laizi)
        active.distances_batch(indices, laizi, *plan, out)

    def table_batch(hands: Any, start: int, end: int) -> None:
        size = end - start
        table = np.empty(kernels.TABLE_SIZE, np.int64)
        found = np.empty((size, 204), np.int8), np.empty((size, 34), np.int64), np.empty((size, 34), np.int16)
        active.discard_table_batch(hands[start:end], *plan, table, *found)

    def table_single(hands: Any, start: int, end: int) -> None:
        out = np.empty(kernels.TABLE_SIZE, np.int64)
        for hand in hands[start:end]:
            active.discard_table(hand, *plan, out)

    return {
        "distance": {"ours, compiled, batch": Contender(rows, distance_batch, answers)},
        "table": {
            "ours, compiled, batch": Contender(rows_and_live, table_batch),
            "ours, compiled": Contender(rows_and_live, table_single),
            "ours, compiled, as objects": Contender(counts_and_live, tables_as_objects),
        },
    }


def main() -> None:
    """Serve one half of ours."""
    figures = plain() if "--plain" in sys.argv[1:] else compiled()
    serve(figures, {"numpy": version("numpy"), "numba": version("numba")})


if __name__ == "__main__":
    main()
