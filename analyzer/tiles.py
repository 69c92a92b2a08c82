"""牌: the 34 kinds of tiles as ints, their suits, the 将 tiles and the cycles that 癞子 and 皮子 follow.

A tile is its kind, an int 0–33: 0–8 一万–九万, 9–17 筒, 18–26 条, 27–33 东南西北中发白 (rules §1).
"""

from typing import Final

__all__ = [
    "BAI",
    "COPIES",
    "FA",
    "HONOURS",
    "JIANG",
    "KINDS",
    "NAMES",
    "SUITS",
    "WINDS",
    "ZHONG",
    "is_honour",
    "next_kind",
    "previous_kind",
    "rank_of",
    "suit_of",
]

KINDS: Final = 34
COPIES: Final = 4
SUITS: Final = "mpsz"
"""Suit letters in the order of the kinds: 万, 筒, 条 and the honours."""

DONG, NAN, XI, BEI, ZHONG, FA, BAI = range(27, 34)
HONOURS: Final = range(27, 34)

JIANG: Final = tuple(9 * suit + rank for suit in range(3) for rank in (1, 4, 7))
"""将牌: every 2, 5 and 8 of the three suits (rules §1)."""

WINDS: Final = (DONG, NAN, XI, BEI, FA, BAI)
"""The kinds that 风一色 is made of: 东南西北发白, never 中 (rules §4)."""

NAMES: Final = tuple(f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(KINDS))
"""Canonical text of every kind: ``NAMES[0] == "1m"``, ``NAMES[33] == "7z"``."""


def suit_of(kind: int) -> int:
    """0 万, 1 筒, 2 条, 3 honours."""
    return kind // 9


def rank_of(kind: int) -> int:
    """1–9 in a suit, 1–7 for the honours."""
    return kind % 9 + 1


def is_honour(kind: int) -> bool:
    """Whether ``kind`` is one of 东南西北中发白."""
    return kind >= DONG


def _step(kind: int, by: int) -> int:
    start, length = (DONG, len(HONOURS)) if is_honour(kind) else (kind - kind % 9, 9)
    return start + (kind - start + by) % length


def next_kind(kind: int) -> int:
    """The next kind in the cycle: 1→…→9→1 in a suit, 东南西北中发白→东 (rules §2)."""
    return _step(kind, 1)


def previous_kind(kind: int) -> int:
    """The kind before in the same cycle."""
    return _step(kind, -1)
