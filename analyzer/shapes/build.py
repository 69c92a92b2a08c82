"""Build the file of class tables anew: ``python -m analyzer.shapes.build``. What it holds is told in ``tables``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from analyzer.shapes.tables import FORMAT, PAIRS, PATH, SETS, STARTS, SUIT, ClassTables, Int64, UInt8, UInt16
from analyzer.tiles import JIANG

__all__ = ["build", "save"]


def _clipped(length: int, takes: dict[int, int]) -> tuple[Int64, UInt8]:
    """For every count vector: the index of what is left when ``takes`` are taken out, and how many tiles that is."""
    index = np.zeros(1, np.int64)
    taken = np.zeros(1, np.uint8)
    for rank in range(length):
        count = np.arange(5)
        rest = np.maximum(count - takes.get(rank, 0), 0)
        index = (rest[:, None] * 5**rank + index).reshape(-1)
        taken = ((count - rest).astype(np.uint8)[:, None] + taken).reshape(-1)
    return index, taken


def _segment_overlaps(first: int, length: int) -> UInt8:
    """OV of every count vector of a segment: uint8[5, 3, 5**length].

    What a target covers is what its sets take one after the other, each from what the earlier have left; so the
    best cover of m sets is the best first set and the best cover of the rest by m − 1.
    """
    overlaps = np.zeros((SETS, PAIRS, 5**length), np.uint8)
    sets = [{rank: 3} for rank in range(length)] + [
        {rank: 1, rank + 1: 1, rank + 2: 1} for rank in range(length - 2)
    ]
    bare = overlaps[:, 0]
    clipped = [_clipped(length, takes) for takes in sets]
    for m in range(1, SETS):
        for index, taken in clipped:
            np.maximum(bare[m], taken + bare[m - 1][index], out=bare[m])
    overlaps[:, 1:] = bare[:, None]
    for rank in range(length):
        index, taken = _clipped(length, {rank: 2})
        for m in range(SETS):
            with_pair = taken + bare[m][index]
            np.maximum(overlaps[m, 2], with_pair, out=overlaps[m, 2])
            if (first + rank) in JIANG:
                np.maximum(overlaps[m, 1], with_pair, out=overlaps[m, 1])
    return overlaps


def _keys(overlaps: UInt8) -> npt.NDArray[np.uint64]:
    """The 15 numbers of each row, four bits each, as one integer; rows of zeros give 0."""
    rows = overlaps.reshape(-1, SETS * PAIRS)
    keys = np.zeros(len(rows), np.uint64)
    for column in range(SETS * PAIRS):
        keys |= rows[:, column].astype(np.uint64) << np.uint64(4 * column)
    return keys


def _numbers(keys: npt.NDArray[np.uint64]) -> UInt8:
    """The inverse of :func:`_keys`: uint8[n, 5, 3]."""
    columns = [(keys >> np.uint64(4 * column)) & np.uint64(15) for column in range(SETS * PAIRS)]
    return np.stack(columns, axis=-1).astype(np.uint8).reshape(-1, SETS, PAIRS)


def _max_plus(one: UInt8, many: UInt8) -> UInt8:
    """The composition of one class with each of many."""
    out = np.zeros_like(many)
    for m in range(SETS):
        for k in range(m + 1):
            for p in range(PAIRS):
                np.maximum(out[:, m, p], one[k, 0] + many[:, m - k, p], out=out[:, m, p])
                np.maximum(out[:, m, p], one[k, p] + many[:, m - k, 0], out=out[:, m, p])
    return out


def _fold(classes: UInt16, length: int) -> tuple[UInt16, ...]:
    """Split a table of 5**length entries into levels of blocks of five, each different block kept once."""
    levels: list[UInt16] = []
    for _ in range(length):
        blocks, places = np.unique(classes.reshape(-1, 5), axis=0, return_inverse=True)
        levels.append(blocks)
        classes = places.reshape(-1).astype(np.uint16)
    return tuple(reversed(levels))


def build() -> ClassTables:
    """Work out all classes from the definition; takes some seconds."""
    kinds = [(first, length) for first in range(STARTS) for length in range(1, SUIT + 1 - first)]
    keys = {kind: _keys(np.moveaxis(_segment_overlaps(*kind), 2, 0)) for kind in kinds}
    known = np.unique(np.concatenate(list(keys.values())))
    while True:
        numbers = _numbers(known)
        composed = [_keys(_max_plus(one, numbers)) for one in numbers]
        grown = np.unique(np.concatenate([known, *composed]))
        if len(grown) == len(known):
            break
        known = grown
    compose = np.stack([np.searchsorted(known, row) for row in composed]).astype(np.uint16)
    segments = {kind: _fold(np.searchsorted(known, keys[kind]).astype(np.uint16), kind[1]) for kind in kinds}
    return ClassTables(numbers, compose, segments)


def save(tables: ClassTables, path: Path = PATH) -> None:
    """Write the file that :func:`load` reads."""
    kinds = sorted(tables.segments)
    np.savez_compressed(
        path,
        format=np.array(FORMAT),
        overlaps=tables.overlaps,
        compose=tables.compose,
        kinds=np.array(kinds),
        lengths=np.array([len(level) for kind in kinds for level in tables.segments[kind]]),
        levels=np.concatenate([level for kind in kinds for level in tables.segments[kind]]),
    )


def main() -> None:
    """Build the file anew."""
    tables = build()
    save(tables)
    print(f"{PATH.name}: {len(tables.overlaps)} classes, {PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
