"""走法: what the rules let a player do with a tile, whatever the hand (rules §2–§4).

Each question lists every rule that stands against an act; with none the act is legal for a hand that holds its tiles.
The advice about a position and the course of a deal both ask here.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final, Protocol

from analyzer.errors import AnalyzerError, IllegalEvent
from analyzer.position import Meld, MeldKind, Player, meld_problems
from analyzer.tiles import NAMES, is_honour

__all__ = [
    "GANGS_END",
    "MOST_MELDS",
    "Table",
    "call_faults",
    "discard_faults",
    "gang_faults",
    "gangs_go_on",
    "lay_down_faults",
    "peng_of",
    "shapes_with",
]

GANGS_END: Final = 4
"""No gang is made any more when so few tiles can still be drawn: 14 are left with the ten never drawn (§4)."""
MOST_MELDS: Final = 4


class Table(Protocol):
    """What the rules ask about the table; a position and a seat's view of a deal both answer it."""

    @property
    def seat(self) -> int:
        """Whose act it is."""

    @property
    def laizi(self) -> int | None:
        """癞子."""

    @property
    def gang_tiles(self) -> Collection[int]:
        """杠牌."""

    @property
    def me(self) -> Player:
        """What lies before the seat."""

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn."""


def gangs_go_on(wall_left: int) -> bool:
    """Whether gangs are still made, each with its replacement draw (rules §4 海底)."""
    return wall_left > GANGS_END


@cache
def shapes_with(tile: int, source: int) -> tuple[tuple[Meld, tuple[int, ...]], ...]:
    """碰, 冲杠, 吃: every meld that another player's ``tile`` could complete, with the own tiles that it takes."""
    found = [
        (Meld(MeldKind.PENG, (tile,), source), (tile,) * 2),
        (Meld(MeldKind.CHONG_GANG, (tile,), source), (tile,) * 3),
    ]
    rank = tile % 9
    for first in () if is_honour(tile) else range(max(0, rank - 2), min(6, rank) + 1):
        run = tuple(tile - rank + first + step for step in range(3))
        found.append((Meld(MeldKind.CHI, run, source), tuple(kind for kind in run if kind != tile)))
    return tuple(found)


def call_faults(meld: Meld, table: Table) -> Iterator[AnalyzerError]:
    """吃, 碰, 冲杠: every rule against the seat's taking another player's discard into ``meld`` (rules §2–§4)."""
    yield from meld_problems(meld, table.seat, True, table.laizi, table.gang_tiles)
    if len(table.me.melds) >= MOST_MELDS:
        yield IllegalEvent("move-four-melds", clause="§4", seat=table.seat)
    if meld.kind.is_gang and not gangs_go_on(table.wall_left):
        yield IllegalEvent("move-no-more-gangs", clause="§4", seat=table.seat, wall=table.wall_left)


def peng_of(kind: int, melds: Sequence[Meld]) -> int | None:
    """Where among ``melds`` a peng of ``kind`` lies."""
    for at, meld in enumerate(melds):
        if meld.kind is MeldKind.PENG and meld.tiles == (kind,):
            return at
    return None


def gang_faults(meld: Meld, table: Table, called: bool) -> Iterator[AnalyzerError]:
    """暗杠, 蓄杠: every rule against the seat's making this gang on its own turn.

    ``called`` tells a turn that a chi or peng began, without a draw since (rules §3).
    """
    own = meld.kind is not MeldKind.AN_GANG or bool(meld.tiles)
    yield from meld_problems(meld, table.seat, own, table.laizi, table.gang_tiles)
    if meld.kind is MeldKind.XU_GANG:
        if meld.tiles and peng_of(meld.tiles[0], table.me.melds) is None:
            yield IllegalEvent(
                "move-xu-gang-without-peng", clause="§3", seat=table.seat, tile=NAMES[meld.tiles[0]]
            )
    elif len(table.me.melds) >= MOST_MELDS:
        yield IllegalEvent("move-four-melds", clause="§4", seat=table.seat)
    if called:
        yield IllegalEvent("move-gang-after-call", clause="§3", seat=table.seat)
    if not gangs_go_on(table.wall_left):
        yield IllegalEvent("move-no-more-gangs", clause="§4", seat=table.seat, wall=table.wall_left)


def lay_down_faults(tile: int, table: Table) -> Iterator[AnalyzerError]:
    """红中杠, 发财杠, 皮子杠, 癞子杠: every rule against laying ``tile`` down alone (rules §2).

    A gang tile is let go in this way even when no gangs are left to make, without a replacement then.
    """
    if tile == table.laizi:
        if not gangs_go_on(table.wall_left):
            yield IllegalEvent("move-no-more-gangs", clause="§4", seat=table.seat, wall=table.wall_left)
    elif tile not in table.gang_tiles:
        yield IllegalEvent("move-not-a-gang-tile", clause="§2", seat=table.seat, tile=NAMES[tile])


def discard_faults(tile: int, table: Table, dropped: bool) -> Iterator[AnalyzerError]:
    """打牌, 丢癞子: every rule against letting ``tile`` go as a discard, or as a ``dropped`` laizi (rules §2)."""
    if tile in table.gang_tiles:
        yield IllegalEvent("move-gang-tile-discarded", clause="§2", seat=table.seat, tile=NAMES[tile])
    elif dropped and tile != table.laizi:
        yield IllegalEvent("move-drop-not-laizi", clause="§2", seat=table.seat, tile=NAMES[tile])
    elif not dropped and tile == table.laizi:
        yield IllegalEvent("move-laizi-discarded", clause="§2", seat=table.seat, tile=NAMES[tile])
