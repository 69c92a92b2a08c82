"""怎么胡的: what a session says of a finished hand beside its position, and how links carry it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from analyzer.compare import Finish
from analyzer.disputes import Paid
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.notation import format_tile, parse_tile, parse_tiles
from analyzer.position import SEATS, Meld, MeldKind, Player, Position, Turn
from analyzer.rules import PRESETS
from analyzer.wins import ALL_NAMED, MELDS, Unnamed, Win, WinBy

__all__ = [
    "EXAMPLES",
    "How",
    "Way",
    "finish_of",
    "hidden_gangs",
    "link_of",
    "read_link",
    "with_gangs",
    "with_hidden_gangs",
]


class Way(StrEnum):
    """怎么胡的, as a person says it."""

    ZIMO = "zimo"
    GANG_DRAW = "gang_draw"
    LAST_DRAW = "last_draw"
    DISCARD = "discard"
    QIANGGANG = "qianggang"

    @property
    def from_another(self) -> bool:
        """Whether the tile is another player's."""
        return self in (Way.DISCARD, Way.QIANGGANG)


_BY_TURN: Final = {Turn.GANG_DRAW: Way.GANG_DRAW, Turn.LAST_DRAW: Way.LAST_DRAW}
_WIN_BY: Final = {Way.DISCARD: WinBy.DISCARD, Way.QIANGGANG: WinBy.QIANGGANG}


@dataclass(frozen=True, slots=True)
class How:
    """What was said of the win; what was not follows from the position."""

    way: Way | None = None
    tile: int | None = None
    """The winning tile."""
    source: int | None = None
    """Seat of the discarder or of the robbed player."""
    unnamed: tuple[Unnamed, ...] = ALL_NAMED
    """The other players' melds whose tiles nobody named, by seat."""
    paid: Paid | None = None
    """What the table paid, where that is in dispute."""
    stake: str = ""
    """What a point is worth in money, as it was written."""

    def way_in(self, position: Position) -> Way:
        """How the hand was won: as said, else as the position's turn has it."""
        return self.way or _BY_TURN.get(position.turn, Way.ZIMO)

    def with_unnamed(self, seat: int, unnamed: Unnamed) -> "How":
        """The same with other melds without tiles of one player."""
        return replace(self, unnamed=(*self.unnamed[:seat], unnamed, *self.unnamed[seat + 1 :]))


def finish_of(position: Position, how: How) -> Finish:
    """The finished hand that ``how`` makes of ``position``, which holds one tile at least.

    A robbed player's peng is laid down where it is not: robbing its 蓄杠 says that it was there.
    """
    way = how.way_in(position)
    tile = how.tile if how.tile is not None and how.tile in position.hand else _usual_tile(position, way)
    unnamed = tuple(_fitting(position, seat, each) for seat, each in enumerate(how.unnamed))
    if not way.from_another:
        gang, last = way is Way.GANG_DRAW, way is Way.LAST_DRAW
        return Finish(position, Win(tile, after_gang=gang, last_tiles=last), unnamed)
    source = how.source if how.source in SEATS and how.source != position.seat else None
    if source is None:
        source = (position.seat + 1) % len(SEATS)
    win = Win(tile, _WIN_BY[way], source)
    if way is Way.QIANGGANG:
        position, unnamed = _with_robbed_peng(position, unnamed, win, source)
    return Finish(position, win, unnamed)


def _usual_tile(position: Position, way: Way) -> int:
    """The highest tile that can be won on so: no laizi, and of a robbed gang the other three lie elsewhere."""
    kinds = [kind for kind in reversed(position.hand) if kind != position.laizi]
    if way is Way.QIANGGANG:
        robbed = [kind for kind in kinds if position.counts[kind] == 1 and _can_be_robbed(position, kind)]
        kinds = robbed or kinds
    return kinds[0] if kinds else position.hand[-1]


def _can_be_robbed(position: Position, kind: int) -> bool:
    pengs = (meld for player in position.players for meld in player.melds if meld.kind is MeldKind.PENG)
    return position.live[kind] == 3 or any(meld.tiles == (kind,) for meld in pengs)


def _fitting(position: Position, seat: int, unnamed: Unnamed) -> Unnamed:
    """As many of the melds without tiles as there is room for beside those of the position."""
    room = 0 if seat == position.seat else max(0, MELDS - len(position.players[seat].melds))
    gangs = min(unnamed.gangs, room)
    return Unnamed(min(unnamed.calls, room - gangs), gangs)


def _with_robbed_peng(
    position: Position, unnamed: tuple[Unnamed, ...], win: Win, source: int
) -> tuple[Position, tuple[Unnamed, ...]]:
    robbed = position.players[source]
    known = any(meld.kind is MeldKind.PENG and meld.tiles == (win.tile,) for meld in robbed.melds)
    mine = unnamed[source]
    if known or position.live[win.tile] < 3 or (len(robbed.melds) + mine.melds == MELDS and not mine.calls):
        return position, unnamed
    # Who fed a loser's meld changes nothing.
    peng = Meld(MeldKind.PENG, (win.tile,), position.seat)
    players = list(position.players)
    players[source] = replace(robbed, melds=(*robbed.melds, peng))
    rest = list(unnamed)
    rest[source] = Unnamed(max(0, mine.calls - 1), mine.gangs)
    return replace(position, players=tuple(players)), tuple(rest)


# What lies before the players, written into the position where its tiles are known


def hidden_gangs(player: Player) -> int:
    """暗杠 whose tile nobody knows."""
    return sum(1 for meld in player.melds if meld.kind is MeldKind.AN_GANG and not meld.tiles)


def with_hidden_gangs(player: Player, count: int) -> Player:
    """The player with so many 暗杠 of unknown tiles."""
    named = tuple(meld for meld in player.melds if meld.kind is not MeldKind.AN_GANG or meld.tiles)
    return replace(player, melds=named + (Meld(MeldKind.AN_GANG, ()),) * count)


def with_gangs(player: Player, kind: int, count: int) -> Player:
    """The player with so many of one kind laid down alone."""
    others = tuple(each for each in player.gangs if each != kind)
    return replace(player, gangs=tuple(sorted((*others, *(kind,) * count))))


# Links


def link_of(position: Position, how: How) -> dict[str, str]:
    """The parameters that a link to the win has beside the position's."""
    link: dict[str, str] = {}
    if how.way is not None:
        link["by"] = str(how.way)
    if how.tile is not None and how.tile in position.hand:
        link["won"] = format_tile(how.tile)
    if how.source is not None and how.way_in(position).from_another:
        link["from"] = str(how.source)
    noten = "".join(str(seat) for seat in SEATS if not position.players[seat].tenpai)
    if noten:
        link["noten"] = noten
    if how.unnamed != ALL_NAMED:
        link["unnamed"] = "".join(f"{each.calls}{each.gangs}" for each in how.unnamed)
    if how.paid is not None:
        told = (*how.paid.each, how.paid.total)
        link["paid"] = ".".join("" if points is None else str(points) for points in told)
    if how.stake:
        link["stake"] = how.stake
    return link


def read_link(led: Callable[[str], str | None]) -> tuple[How, tuple[bool, ...], AnalyzerError | None]:
    """What a link says of the win, who is tenpai, and what of it can't be read; ``led`` gives a parameter."""
    how, tenpai, problem = How(), (True,) * len(SEATS), None
    for name, read in _READERS.items():
        value = led(name)
        if value is None:
            continue
        try:
            how = read(how, value)
        except (AnalyzerError, ValueError):
            problem = BadRequest("score-link-malformed", name=name, value=value)
    noten = led("noten")
    if noten is not None:
        if set(noten) <= {str(seat) for seat in SEATS}:
            tenpai = tuple(str(seat) not in noten for seat in SEATS)
        else:
            problem = BadRequest("score-link-malformed", name="noten", value=noten)
    return how, tenpai, problem


LONGEST: Final = 40
"""Characters of a parameter at the most."""


def _digits(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise ValueError(value)
    return int(value)


def _seat(value: str) -> int:
    seat = _digits(value)
    if seat not in SEATS:
        raise ValueError(value)
    return seat


def _unnamed(value: str) -> tuple[Unnamed, ...]:
    numbers = [_digits(each) for each in value]
    if len(numbers) != 2 * len(SEATS) or max(numbers) > MELDS:
        raise ValueError(value)
    return tuple(Unnamed(*numbers[2 * seat : 2 * seat + 2]) for seat in SEATS)


def _paid(value: str) -> Paid:
    *each, total = (None if part == "" else _digits(part) for part in value.split("."))
    if len(each) != len(SEATS):
        raise ValueError(value)
    return Paid(total, tuple(each))


def _stake(value: str) -> str:
    if len(value) > LONGEST:
        raise ValueError(value)
    return value


_READERS: Final[Mapping[str, Callable[[How, str], How]]] = {
    "by": lambda how, value: replace(how, way=Way(value)),
    "won": lambda how, value: replace(how, tile=parse_tile(value)),
    "from": lambda how, value: replace(how, source=_seat(value)),
    "unnamed": lambda how, value: replace(how, unnamed=_unnamed(value)),
    "paid": lambda how, value: replace(how, paid=_paid(value)),
    "stake": lambda how, value: replace(how, stake=_stake(value)),
}


# Examples


def _tile(name: str) -> int:
    return parse_tile(name)


def _meld(kind: MeldKind, tiles: str, source: int | None = None) -> Meld:
    return Meld(kind, parse_tiles(tiles), source)


_PENG, _CHI, _CHONG = MeldKind.PENG, MeldKind.CHI, MeldKind.CHONG_GANG

EXAMPLES: Final[Mapping[str, tuple[Position, How]]] = {
    # 碰碰胡, self-drawn, that pays otherwise in nearly every game: two openings, a 癞子杠, one loser over the cap.
    "usual": (
        Position(
            hand=parse_tiles("222m555p33s"),
            rules=PRESETS["hongzhong"],
            dealer=1,
            indicator=_tile("6s"),
            players=(
                Player(melds=(_meld(_PENG, "8m", 2), _meld(_PENG, "1p", 1)), gangs=parse_tiles("7s")),
                Player(melds=(_meld(_PENG, "9m", 3),)),
                Player(),
                Player(melds=(_meld(_CHI, "678p", 2), _meld(_CHI, "345m", 2)), gangs=parse_tiles("5z")),
            ),
        ),
        How(way=Way.ZIMO, tile=_tile("3s")),
    ),
    # The worked figure of rules §9: A (seat 0) discards to D (seat 3), C (seat 2) is the dealer.
    "worked": (
        Position(
            hand=parse_tiles("345m456p678p88s"),
            rules=PRESETS["facai"],
            seat=3,
            dealer=2,
            indicator=_tile("3z"),
            players=(
                Player(melds=(_meld(_PENG, "1m", 1),), gangs=parse_tiles("5z")),
                Player(melds=(_meld(_CHONG, "9m", 2),)),
                Player(melds=(_meld(_CHI, "123s", 1),), gangs=parse_tiles("5z")),
                Player(melds=(_meld(_PENG, "9p", 0),), gangs=parse_tiles("5z5z")),
            ),
        ),
        How(way=Way.DISCARD, tile=_tile("6p"), source=0),
    ),
    # 清一色 with three openings: whoever fed the third pays for all.
    "contract": (
        Position(
            hand=parse_tiles("34588p"),
            rules=PRESETS["hongzhong"],
            dealer=1,
            indicator=_tile("1m"),
            players=(
                Player(melds=(_meld(_PENG, "1p", 2), _meld(_CHI, "234p", 3), _meld(_PENG, "9p", 1))),
                Player(melds=(_meld(_PENG, "7s", 0),), gangs=parse_tiles("5z")),
                Player(),
                Player(melds=(_meld(_CHI, "456s", 2),), laizi_drops=1),
            ),
        ),
        How(way=Way.DISCARD, tile=_tile("8p"), source=3),
    ),
    # 碰碰胡 after a gang, self-drawn: all three pass the cap.
    "gold": (
        Position(
            hand=parse_tiles("222m555p777s3s5s"),
            rules=PRESETS["hongzhong-koukou"],
            indicator=_tile("4s"),
            players=(
                Player(
                    melds=(_meld(_PENG, "8m", 2),),
                    gangs=parse_tiles("5z5z"),
                ),
                Player(melds=(_meld(_PENG, "1p", 0),)),
                Player(melds=(_meld(_CHI, "789p", 1),), gangs=parse_tiles("5z")),
                Player(melds=(_meld(_CHONG, "9s", 0),)),
            ),
        ),
        How(way=Way.GANG_DRAW, tile=_tile("3s")),
    ),
    # 抢杠 with two laizi in hand.
    "robbed": (
        Position(
            hand=parse_tiles("456p6755m34s88s"),
            rules=PRESETS["facai-x4"],
            dealer=3,
            indicator=_tile("4m"),
            players=(
                Player(melds=(_meld(_CHI, "123s", 3),)),
                Player(melds=(_meld(_PENG, "4p", 2),), gangs=parse_tiles("6z")),
                Player(),
                Player(melds=(_meld(_PENG, "9m", 0),)),
            ),
        ),
        How(way=Way.QIANGGANG, tile=_tile("4p"), source=1),
    ),
}
"""Finished hands to begin from, by name; the first is what a first visitor sees."""
