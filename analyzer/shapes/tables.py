"""牌型表: the classes that the counts of a suit fall into, and the tables of a game's layout.

**Overlap.** For the counts of some tiles let ``OV[m, p]`` be the most of them that fit into a target of at most
``m`` sets (0–4) and a pair ``p`` (0 none, 1 a 258 pair, 2 any pair). Targets may hold any number of copies of a
tile: a laizi, held or still to be drawn, may be the fifth (rules §2). Two sets of counts with the same 15
numbers are of the same *class*. The numbers of two groups that share no set compose by max-plus::

    (A ∘ B)[m, p] = max over m1 + m2 = m of A[m1, p1] + B[m2, p2], where p1 or p2 is p and the other 0

so the classes of the four groups of a hand (万, 筒, 条, honours) give the class of the hand by three look-ups,
and a hand that must come to ``m`` sets and a pair ``p`` misses ``3 m + 2 − OV[m, p]`` tiles.

**Cut suits.** No target holds a gang honour or 皮子 (rules §2). A suit with a 皮子 inside falls into *segments*,
its class is the composition of theirs, and copies of the 皮子 count for nothing.

**File.** ``tables.npz`` holds the classes' numbers, their compositions, and for each kind of segment its classes
folded into a small automaton (equal blocks of five entries are kept once, level by level), which unfolds to
``uint16[5**n]`` by one look-up a level. ``python -m analyzer.shapes.build`` builds the file anew.

**Words.** What a layout stores for the counts of one group, indexed in base 5 (rank 1 lowest), is one word::

    bits 0–3    kinds with one copy left over once triplets are set aside (1 or 4 copies)
    bits 4–6    kinds with two copies
    bits 7–9    kinds with a triplet (3 or 4 copies)
    bits 10–13  258 tiles
    bits 14–17  tiles of 风一色
    bits 18–27  class

Words of a hand's groups may be added: the lower 18 bits stay apart for up to 14 tiles.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.tiles import DONG, HONOURS, JIANG, KINDS, WINDS

__all__ = [
    "FORMAT",
    "PAIRS",
    "SETS",
    "ClassTables",
    "Layout",
    "Tables",
    "class_tables",
    "layout_for",
    "load",
    "shared_words",
]

FORMAT: Final = 1
"""Version of the file's form; a file of another version is refused."""
PATH: Final = Path(__file__).with_name("tables.npz")
SETS: Final = 5
"""Numbers of sets a class knows: 0–4."""
PAIRS: Final = 3
"""Kinds of pair a class knows: 0 none, 1 a 258 pair, 2 any."""
SUIT: Final = 9
"""Ranks of a suit."""
STARTS: Final = 3
"""Segments that start three ranks apart have the same 258 tiles, so the same classes."""

UInt8: TypeAlias = npt.NDArray[np.uint8]
UInt16: TypeAlias = npt.NDArray[np.uint16]
UInt32: TypeAlias = npt.NDArray[np.uint32]
Int64: TypeAlias = npt.NDArray[np.int64]
Tables: TypeAlias = tuple[Any, Any, Any, Any, Any]
"""What kernels take: (weights, words, compose, overlaps, triplets); see :mod:`analyzer.shapes.kernels`."""


@dataclass(frozen=True, eq=False)
class ClassTables:
    """The classes, without regard to any game.

    ``overlaps`` uint8[classes, 5, 3], ``compose`` uint16[classes, classes], ``segments``: for (first rank modulo
    3, length) the folds of the segment's table, from the highest rank down. Class 0 is that of no tiles.
    """

    overlaps: UInt8
    compose: UInt16
    segments: dict[tuple[int, int], tuple[UInt16, ...]]

    def segment(self, first: int, length: int) -> UInt16:
        """Class of every count vector of ranks ``first`` … ``first + length − 1`` (from 0): uint16[5**length]."""
        classes = np.zeros(1, np.uint16)
        for fold in self.segments[first % STARTS, length]:
            classes = fold[classes].reshape(-1)
        return classes


def load(path: Path = PATH) -> ClassTables:
    """Read the file; ``ValueError`` if it is of another version."""
    with np.load(path, allow_pickle=False) as data:
        if int(data["format"]) != FORMAT:
            raise ValueError(f"{path.name} has format {int(data['format'])}, expected {FORMAT}")
        levels = np.split(data["levels"], np.cumsum(data["lengths"])[:-1])
        segments = {}
        for first, length in data["kinds"].tolist():
            segments[first, length] = tuple(levels[:length])
            levels = levels[length:]
        return ClassTables(data["overlaps"], data["compose"], segments)


@cache
def class_tables() -> ClassTables:
    """The class tables of the file, read once."""
    return load()


# ---------------------------------------------------------------------------------------------- layouts

CLASS_SHIFT: Final = 18


@dataclass(frozen=True)
class Layout:
    """How a game's hands are indexed: the class tables with its gang honours and 皮子 cut out.

    ``plain`` and ``fast`` hold the same five tables for kernels, the first in containers that plain Python
    indexes fastest, the second as numpy arrays:

    - ``weights`` int32[38]: of each kind the base-5 weight in its group (0 for gang tiles, so that they change
      nothing), then where the words of the four groups (万, 筒, 条, honours) begin;
    - ``words`` uint32: the words of the module's docstring, group after group (equal suits share theirs);
    - ``compose`` uint16[classes, classes];
    - ``overlaps`` uint8[classes × 15]: OV[m, p] of class c at 15 c + 3 m + p;
    - ``triplets`` uint8[5 × 1024]: tiles missing to m triplets and a pair at 1024 m + the lowest ten bits of the
      hand's word.
    """

    gang_tiles: tuple[int, ...]
    plain: Tables = field(compare=False, repr=False)
    fast: Tables = field(compare=False, repr=False)


def _additive(kinds: Sequence[int]) -> UInt32:
    """The lower 18 bits of the words of a group that consists of ``kinds``: uint32[5 ** len(kinds)]."""
    words = np.zeros(1, np.uint32)
    for kind in kinds:
        counts = np.arange(5, dtype=np.uint32)
        digit = np.array([0, 1, 1 << 4, 1 << 7, 1 << 7 | 1], np.uint32)
        digit += counts << np.uint32(10) if kind in JIANG else np.uint32(0)
        digit += counts << np.uint32(14) if kind in WINDS else np.uint32(0)
        words = (digit[:, None] + words).reshape(-1)
    return words


def _runs(kinds: Sequence[int]) -> list[list[int]]:
    """The kinds in maximal stretches of neighbours; honours have no neighbours."""
    stretches: list[list[int]] = []
    for kind in kinds:
        if stretches and kind < DONG and stretches[-1][-1] == kind - 1:
            stretches[-1].append(kind)
        else:
            stretches.append([kind])
    return stretches


@lru_cache(maxsize=32)
def _group_words(kinds: tuple[int, ...]) -> UInt32:
    """The words of one group: uint32[5 ** len(kinds)]."""
    tables = class_tables()
    classes = np.zeros(1, np.uint16)
    for stretch in _runs(kinds):
        segment = tables.segment(0 if stretch[0] >= DONG else stretch[0] % SUIT, len(stretch))
        classes = tables.compose[segment[:, None], classes].reshape(-1)
    words = classes.astype(np.uint32)
    words <<= np.uint32(CLASS_SHIFT)
    words |= _additive(kinds) & np.uint32((1 << CLASS_SHIFT) - 1)
    return words


@cache
def _triplets() -> bytes:
    """Tiles missing to m triplets and a pair, for the counts of kinds with one, two and three copies.

    The m largest stacks go to the triplets; of the largest that remains, two go to the pair. Nothing does better:
    a stack of three gives the pair no more than two, and exchanging a smaller stack for a larger loses tiles.
    """
    table = bytearray()
    for m in range(SETS):
        for word in range(1024):
            stacks = [3] * (word >> 7) + [2] * (word >> 4 & 7) + [1] * (word & 15) + [0] * SETS
            table.append(3 * m + 2 - sum(stacks[:m]) - min(2, stacks[m]))
    return bytes(table)


def _place_groups(games: Sequence[tuple[int, ...]]) -> tuple[list[list[int]], list[UInt32]]:
    """For each set of gang tiles a row of weights and starts; the words that the starts point into, in parts.

    Groups whose kinds are alike share their words, within a game and between games.
    """
    rows: list[list[int]] = []
    parts: list[UInt32] = []
    starts: dict[tuple[int, ...], int] = {}
    end = 0
    for gang_tiles in games:
        weights = [0] * (KINDS + 4)
        for group in range(4):
            kinds = tuple(
                k for k in (HONOURS if group == 3 else range(9 * group, 9 * group + 9)) if k not in gang_tiles
            )
            for place, kind in enumerate(kinds):
                weights[kind] = 5**place
            alike = kinds if group == 3 else tuple(kind - 9 * group for kind in kinds)
            if alike not in starts:
                words = _group_words(alike)
                starts[alike] = end
                parts.append(words)
                end += len(words)
            weights[KINDS + group] = starts[alike]
        rows.append(weights)
    return rows, parts


def shared_words(games: Sequence[tuple[int, ...]]) -> tuple[npt.NDArray[np.int32], UInt32]:
    """The layouts of several sets of gang tiles over one array of words: int32[games, 38] weights, uint32 words."""
    rows, parts = _place_groups(games)
    return np.array(rows, np.int32), np.concatenate(parts)


@lru_cache(maxsize=8)
def _layout(gang_tiles: tuple[int, ...]) -> Layout:
    tables = class_tables()
    (weights,), parts = _place_groups((gang_tiles,))
    end = sum(len(part) for part in parts)
    plain_words = array("I", bytes(4 * end))
    fast_words = np.frombuffer(plain_words, np.uint32)
    np.concatenate(parts, out=fast_words)
    plain: Tables = (
        weights,
        plain_words,
        [array("H", row.tobytes()) for row in tables.compose],
        tables.overlaps.tobytes(),
        _triplets(),
    )
    fast: Tables = (
        np.array(weights, np.int32),
        fast_words,
        tables.compose,
        tables.overlaps.reshape(-1),
        np.array(list(_triplets()), np.uint8),
    )
    return Layout(gang_tiles, plain, fast)


def layout_for(gang_tiles: Iterable[int]) -> Layout:
    """The layout of a game with these gang honours and 皮子 (kinds 0–33), from a small cache."""
    return _layout(tuple(sorted(set(gang_tiles))))


def final_table(sets: int) -> UInt8:
    """Tiles missing to ``sets`` sets and a 258 pair, by the classes of two parts of a hand: uint8[classes, classes]."""
    tables = class_tables()
    return np.uint8(3 * sets + 2) - tables.overlaps[:, sets, 1][tables.compose]
