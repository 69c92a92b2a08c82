"""The slow reference of the shapes, in numpy and, where a C compiler is at hand, in C.

Both are written from the definition alone, every target of sets and a pair, and differently from each other: for
whole hands the C source searches over the kinds in order, this one splits the sets over the groups. Neither knows of
classes, words or layouts.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

CLOSED = 99
SOURCE = Path(__file__).with_name("shapes.c")


# ------------------------------------------------------------------------------------------------- numpy


@cache
def targets(length: int, runs: bool, allowed: int, is_258: int) -> dict[tuple[int, int], Any]:
    """Every target of one group: copies uint8[length, n] by number of sets and pair (0 none, 1 of 258, 2 another).

    ``allowed`` and ``is_258`` are bits by rank. There is a target without a pair, and one for each pair.
    """
    ranks = [rank for rank in range(length) if allowed >> rank & 1]
    sets = [(rank, rank, rank) for rank in ranks]
    if runs:
        sets += [(rank, rank + 1, rank + 2) for rank in ranks if allowed >> rank & 7 == 7]
    found: dict[tuple[int, int], list[list[int]]] = {}
    for number in range(5):
        for chosen in combinations_with_replacement(sets, number):
            bare = [0] * length
            for one in chosen:
                for rank in one:
                    bare[rank] += 1
            found.setdefault((number, 0), []).append(bare)
            for pair in ranks:
                target = bare.copy()
                target[pair] += 2
                found.setdefault((number, 1 if is_258 >> pair & 1 else 2), []).append(target)
    return {key: np.ascontiguousarray(np.array(copies, np.uint8).T) for key, copies in found.items()}


@lru_cache(maxsize=4096)
def overlaps(counts: tuple[int, ...], runs: bool, allowed: int, is_258: int) -> Any:
    """The most tiles of one group in a target of at most m sets and a pair (0 none, 1 258, 2 any): int[5, 3]."""
    table = np.zeros((5, 3), int)
    held = [(rank, np.uint8(count)) for rank, count in enumerate(counts) if count]
    for key, copies in targets(len(counts), runs, allowed, is_258).items():
        covered = np.zeros(copies.shape[1], np.uint8)
        for rank, count in held:
            covered += np.minimum(copies[rank], count)
        table[key] = covered.max()
    return np.maximum.accumulate(np.maximum.accumulate(table, axis=0), axis=1)


JIANG_RANKS = 0b010010010


def distances(
    counts: Sequence[int],
    laizi: int,
    gang: Sequence[int],
    sets: int,
    limit: int = 4,
    suits: Sequence[bool] = (True, True, True),
    routes: Sequence[bool] = (True, True, True, True, True),
) -> list[int]:
    """The five distances of 34 concealed counts; ``CLOSED`` where a route is."""
    natural = [0 if kind == laizi else count for kind, count in enumerate(counts)]
    held = counts[laizi] if laizi >= 0 else 0
    helping = min(held, limit)
    tiles = 3 * sets + 2
    allowed = [sum(1 << i for i in range(9) if 9 * g + i < 34 and 9 * g + i not in gang) for g in range(4)]
    groups = [tuple(natural[9 * g : 9 * g + 9]) for g in range(4)]

    def whole(runs: bool, pair: int) -> int:
        tables = [
            overlaps(groups[g], runs and g < 3, allowed[g], JIANG_RANKS if g < 3 else 0) for g in range(4)
        ]
        most = 0
        for a in range(sets + 1):
            for b in range(sets + 1 - a):
                for c in range(sets + 1 - a - b):
                    split = (a, b, c, sets - a - b - c)
                    bare = sum(int(tables[g][split[g], 0]) for g in range(4))
                    for g in range(4):
                        gained = int(tables[g][split[g], pair]) - int(tables[g][split[g], 0])
                        most = max(most, bare + gained)
        return most

    one_suit = [
        int(overlaps(groups[suit], True, allowed[suit], JIANG_RANKS)[sets, 2])
        for suit in range(3)
        if suits[suit]
    ]
    jiang = sum(natural[kind] for kind in range(27) if kind % 3 == 1 and kind not in gang)
    winds = sum(natural[kind] for kind in range(27, 34) if kind != 31 and kind not in gang)
    found = [
        tiles - whole(True, 1) - min(held, 1) - 1,
        tiles - whole(False, 2) - helping - 1,
        tiles - max(one_suit, default=0) - helping - 1,
        tiles - jiang - helping - 1,
        tiles - winds - helping - 1,
    ]
    return [
        distance if routes[route] and (route != 2 or one_suit) else CLOSED
        for route, distance in enumerate(found)
    ]


# ----------------------------------------------------------------------------------------------------- C


@cache
def library() -> ctypes.CDLL | None:
    """The C source, compiled for this machine; None where there is no C compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / "shapes.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(SOURCE)]
        try:
            subprocess.run(command, check=True, capture_output=True)
            return ctypes.CDLL(str(target))
        except (OSError, subprocess.CalledProcessError):
            return None


def c_overlaps(counts: Any, runs: bool, allowed: int, is_258: int) -> Any:
    """:func:`overlaps` of many vectors uint8[n, length] at once: uint8[5, 3, n]."""
    known = library()
    assert known is not None
    columns = np.ascontiguousarray(counts.T, np.uint8)
    length, size = columns.shape
    out = np.zeros((5, 3, size), np.uint8)
    known.reference_overlaps(
        _pointer(columns), ctypes.c_long(size), length, int(runs), allowed, is_258, _pointer(out)
    )
    return out


def c_distances(counts: Any, laizi: Any, gang: Any, sets: Any, limit: Any, suits: Any, routes: Any) -> Any:
    """:func:`distances` of many hands, one row of every argument each (``gang`` as 34 flags): int8[n, 5]."""
    known = library()
    assert known is not None
    out = np.zeros((len(counts), 5), np.int8)
    arguments = [
        np.ascontiguousarray(argument, np.int8 if argument is laizi else np.uint8)
        for argument in (counts, laizi, gang, sets, limit, suits, routes)
    ]
    known.reference_distances(ctypes.c_long(len(counts)), *map(_pointer, arguments), _pointer(out))
    return out


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
