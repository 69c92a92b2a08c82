"""事件: what happens in a deal, one frozen value each; the record and the course of a deal speak in them.

Tiles are kinds 0–33, seats 0 东 … 3 北.  A tile that nobody at the table could see, another player's draw or 暗杠,
may be ``None``.
"""

from dataclasses import dataclass
from typing import TypeAlias

from analyzer.wins import WinBy

__all__ = [
    "AnGang",
    "Chi",
    "ChongGang",
    "Discard",
    "Draw",
    "Drop",
    "Event",
    "Gang",
    "HuangZhuang",
    "Pass",
    "Peng",
    "Win",
    "XuGang",
]


@dataclass(frozen=True, slots=True)
class Draw:
    """摸牌: the next tile of the wall, or a gang's replacement."""

    seat: int
    tile: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """打牌: a tile that is neither laizi nor gang tile."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Drop:
    """丢癞子: a laizi plainly discarded."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Gang:
    """红中杠, 发财杠, 皮子杠, 癞子杠: a tile laid down alone, or a gang tile discarded, which is the same."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class AnGang:
    """暗杠."""

    seat: int
    tile: int | None = None


@dataclass(frozen=True, slots=True)
class XuGang:
    """蓄杠: the fourth tile goes to a peng; it may be robbed until somebody draws."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Chi:
    """吃: ``tiles`` are the run, ``tile`` the one of them that ``source`` let go."""

    seat: int
    tile: int
    tiles: tuple[int, ...]
    source: int


@dataclass(frozen=True, slots=True)
class Peng:
    """碰."""

    seat: int
    tile: int
    source: int


@dataclass(frozen=True, slots=True)
class ChongGang:
    """冲杠: three concealed and a discard."""

    seat: int
    tile: int
    source: int


@dataclass(frozen=True, slots=True)
class Win:
    """胡."""

    seat: int
    tile: int
    by: WinBy = WinBy.ZIMO
    source: int | None = None
    """Who discarded or was robbed; ``None`` at a self-draw."""
    hand: tuple[int, ...] | None = None
    """The concealed tiles as they were shown, the winning one included; ``None`` where they are known anyway."""
    pays: tuple[int, ...] | None = None
    """What each seat got or paid; ``None`` to have it worked out."""
    an_gangs: tuple[int, ...] | None = None
    """The tiles of the winner's hidden 暗杠, as they were shown."""


@dataclass(frozen=True, slots=True)
class HuangZhuang:
    """荒庄: the wall has ended and nobody has won."""


@dataclass(frozen=True, slots=True)
class Pass:
    """过: a player who is asked lets a tile be.  A record leaves it out: the next event tells it."""

    seat: int


Event: TypeAlias = (
    Draw | Discard | Drop | Gang | AnGang | XuGang | Chi | Peng | ChongGang | Win | HuangZhuang | Pass
)
