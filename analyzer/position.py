"""局面: what one player sees: hand, melds, gangs, drops and discards of all four, the indicator and the wall.

A position may hold faults; :meth:`Position.problems` lists every one, and :meth:`Position.check` raises them.
Seats are 0 东, 1 南, 2 西, 3 北, counter-clockwise; the next player (下家) of seat ``s`` is ``(s + 1) % 4``.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from analyzer.errors import (
    AnalyzerError,
    BadCount,
    BadMeld,
    BadRequest,
    BadSeat,
    GangTileInMeld,
    LaiziInMeld,
    TooManyCopies,
    raise_problems,
)
from analyzer.notation import format_tiles
from analyzer.rules import DEFAULT, RuleSet
from analyzer.rules.ruleset import laizi_is_gang_honour
from analyzer.tiles import COPIES, KINDS, NAMES, is_honour

__all__ = [
    "DEAL",
    "DRAWABLE",
    "SEATS",
    "Meld",
    "MeldKind",
    "Offer",
    "Player",
    "Position",
    "Turn",
    "meld_problems",
]

SEATS: Final = range(4)
DEAL: Final = 13
"""Tiles of a hand that waits; a set of four counts as three."""
DRAWABLE: Final = 72
"""Tiles of the wall that can be drawn after the deal: 136 − 53 dealt − 1 indicator − 10 (rules §4 海底)."""


class MeldKind(StrEnum):
    """副露: the kinds of melds (rules §3)."""

    CHI = "chi"
    PENG = "peng"
    CHONG_GANG = "chong_gang"
    XU_GANG = "xu_gang"
    AN_GANG = "an_gang"

    @property
    def opens(self) -> bool:
        """开口: whether the meld opens the hand; a 暗杠 does not."""
        return self is not MeldKind.AN_GANG

    @property
    def is_gang(self) -> bool:
        """Whether the meld holds four tiles."""
        return self not in (MeldKind.CHI, MeldKind.PENG)


class Turn(StrEnum):
    """How the hand came to be on turn (interface, ``turn``)."""

    DRAWN = "drawn"
    GANG_DRAW = "gang_draw"
    LAST_DRAW = "last_draw"
    CALLED = "called"


@dataclass(frozen=True, slots=True)
class Meld:
    """副露: one chi, peng or gang.

    ``tiles`` are the kinds it names: the three of a chi, the one of a peng or gang, none for another player's
    暗杠 whose tile is hidden.  ``source`` is the seat that fed it, ``None`` for an 暗杠.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    source: int | None = None

    @property
    def copies(self) -> tuple[int, ...]:
        """Every tile that lies in the meld, as far as it is known."""
        if self.kind is MeldKind.CHI:
            return self.tiles
        return self.tiles * (4 if self.kind.is_gang else 3)

    def __str__(self) -> str:
        fed = "" if self.source is None else f"@{self.source}"
        return f"{self.kind}:{format_tiles(self.tiles)}{fed}"


def meld_problems(
    meld: Meld, seat: int, own: bool, laizi: int | None, gang_tiles: Collection[int]
) -> Iterator[AnalyzerError]:
    """Why ``meld`` can't lie before ``seat``; only another player's 暗杠 (not ``own``) may hide its tile."""
    shown = f"{meld.kind}:{format_tiles(meld.tiles)}"
    if meld.kind is MeldKind.CHI:
        run = sorted(meld.tiles)
        if (
            len(run) != 3
            or is_honour(run[0])
            or run[2] // 9 != run[0] // 9
            or not run[0] + 2 == run[1] + 1 == run[2]
        ):
            yield BadMeld("meld-not-a-run", meld=shown)
    elif not meld.tiles:
        if meld.kind is not MeldKind.AN_GANG or own:
            yield BadMeld("meld-without-tile", meld=shown)
    elif len(meld.tiles) != 1:
        yield BadMeld("meld-not-one-tile", meld=shown)
    for kind in sorted(set(meld.tiles)):
        if kind in gang_tiles:
            yield GangTileInMeld("meld-with-gang-tile", meld=shown, tile=NAMES[kind])
        elif kind == laizi:
            yield LaiziInMeld("meld-with-laizi", meld=shown, tile=NAMES[kind])
    if meld.kind is MeldKind.AN_GANG:
        if meld.source is not None:
            yield BadMeld("meld-an-gang-has-no-source", meld=shown, source=meld.source)
    elif meld.source is None:
        yield BadMeld("meld-without-source", meld=shown)
    elif meld.source not in SEATS or meld.source == seat:
        yield BadMeld("meld-impossible-source", meld=shown, source=meld.source, seat=seat)
    elif meld.kind is MeldKind.CHI and meld.source != (seat + 3) % 4:
        yield BadMeld("meld-chi-not-from-left", meld=shown, source=meld.source, left=(seat + 3) % 4)


@dataclass(frozen=True, slots=True)
class Offer:
    """Another player's tile: a discard, or the fourth tile of a 蓄杠."""

    tile: int
    source: int
    robbed: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """一家: what lies in front of one player."""

    melds: tuple[Meld, ...] = ()
    """In the order they were opened; a 蓄杠 stands in its peng's place."""
    gangs: tuple[int, ...] = ()
    """Gang honours and 皮子 laid down or discarded, and laizi laid down as a gang."""
    laizi_drops: int = 0
    """丢癞子: laizi plainly discarded."""
    discards: tuple[int, ...] = ()
    """Discards that nobody claimed."""
    tenpai: bool = True
    """Matters for the 全求人 contract alone (rules §6)."""

    @property
    def open_melds(self) -> tuple[Meld, ...]:
        """开口: the melds that opened the hand, in order."""
        return tuple(meld for meld in self.melds if meld.kind.opens)

    @property
    def is_open(self) -> bool:
        """Whether the player has opened (rules §3)."""
        return any(meld.kind.opens for meld in self.melds)


@dataclass(frozen=True)
class Position:
    """局面: a hand and all that its owner can see."""

    hand: tuple[int, ...]
    """Concealed kinds, gang honours and laizi included; kept in ascending order."""
    rules: RuleSet = DEFAULT
    seat: int = 0
    dealer: int = 0
    indicator: int | None = None
    """翻牌: the tile turned over after the deal."""
    laizi: int | None = None
    """癞子; worked out from the indicator where that is known, ``None`` where neither is."""
    players: tuple[Player, ...] = (Player(),) * 4
    visible: tuple[int, ...] = ()
    """Further seen tiles that belong to nobody above."""
    wall: int | None = None
    """Tiles that can still be drawn; worked out from what lies on the table where not given."""
    turn: Turn = Turn.DRAWN
    offer: int | None = None
    """A tile that another player has just let go, on offer to this one; it is seen but lies nowhere yet."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        if self.laizi is None and self.indicator is not None:
            object.__setattr__(self, "laizi", self.rules.laizi_of(self.indicator))

    # What follows from the fields

    @cached_property
    def gang_tiles(self) -> tuple[int, ...]:
        """杠牌 of this deal, ascending (rules §2)."""
        return self.rules.gang_tiles(self.indicator)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Concealed copies of each of the 34 kinds."""
        return _count(self.hand)

    @property
    def me(self) -> Player:
        """The player whose hand it is."""
        return self.players[self.seat]

    @property
    def sets_needed(self) -> int:
        """Sets that the concealed tiles must still form, 0–4."""
        return len(self.hand) // 3

    @property
    def missing_melds(self) -> int:
        """Melds that a partial hand leaves out: they count as open melds of unknown tiles (interface)."""
        return max(0, 4 - self.sets_needed - len(self.me.melds))

    @property
    def is_open(self) -> bool:
        """开口: whether the hand has opened; the unknown melds of a partial hand count as openings."""
        return self.me.is_open or self.missing_melds > 0

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """Copies of each kind that can't be drawn: all that is known, wherever it lies."""
        known: list[int] = [*self.hand, *self.visible]
        if self.indicator is not None:
            known.append(self.indicator)
        if self.offer is not None:
            known.append(self.offer)
        for player in self.players:
            known.extend(player.gangs)
            known.extend(player.discards)
            if self.laizi is not None:
                # a wrong number is a problem of its own, and may be huge
                known.extend((self.laizi,) * min(COPIES, player.laizi_drops))
            for meld in player.melds:
                known.extend(meld.copies)
        return _count(known)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """Live copies of each kind: 4 − everything seen; never negative in a position without problems."""
        return tuple(COPIES - seen for seen in self.seen)

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn: ``wall``, or 72 less the draws that the table implies."""
        if self.wall is not None:
            return self.wall
        out = sum(
            len(player.discards)
            + len(player.gangs)
            + player.laizi_drops
            + sum(m.kind.is_gang for m in player.melds)
            for player in self.players
        )
        on_turn = len(self.hand) % 3 == 2 or self.offer is not None
        return max(0, min(DRAWABLE, DRAWABLE + 1 - out - on_turn))

    def seated(self, seat: int) -> "Position":
        """The same table with its owner at ``seat``: everybody keeps the place that he has around the owner."""
        turned = (seat - self.seat) % len(SEATS)

        def moved(player: Player) -> Player:
            melds = (
                meld if meld.source is None else replace(meld, source=(meld.source + turned) % len(SEATS))
                for meld in player.melds
            )
            return replace(player, melds=tuple(melds))

        players = tuple(moved(self.players[(each - turned) % len(SEATS)]) for each in SEATS)
        return replace(self, seat=seat, dealer=(self.dealer + turned) % len(SEATS), players=players)

    def notes(self) -> tuple[tuple[str, dict[str, object]], ...]:
        """What an answer about this position has to say beside it: message ids and their parameters."""
        notes: list[tuple[str, dict[str, object]]] = []
        if self.missing_melds:
            notes.append(("note-partial-hand", {"melds": self.missing_melds}))
        if self.laizi is None:
            notes.append(("note-no-laizi", {}))
        elif self.indicator is None and self.rules.pi != "none":
            notes.append(("note-no-indicator", {}))
        return tuple(notes)

    # Faults

    def check(self) -> None:
        """Raise the first problem, with all others attached; return if there is none."""
        raise_problems(self.problems())

    def problems(self) -> tuple[AnalyzerError, ...]:
        """Every fault of the position, in a fixed order."""
        seats = tuple(self._seat_problems())
        if seats:  # nothing below can be told without a valid seat
            return seats
        return (
            *self._laizi_problems(),
            *(problem for seat in SEATS for problem in self._player_problems(seat)),
            *self._count_problems(),
            *self._copy_problems(),
        )

    def _seat_problems(self) -> Iterator[AnalyzerError]:
        if len(self.players) != len(SEATS):
            yield BadRequest("position-not-four-players", count=len(self.players))
        for name, seat in (("seat", self.seat), ("dealer", self.dealer)):
            if seat not in SEATS:
                yield BadSeat("position-no-such-seat", name=name, seat=repr(seat))

    def _laizi_problems(self) -> Iterator[AnalyzerError]:
        if self.laizi is None:
            return
        if self.laizi in self.rules.gang_honours:
            yield laizi_is_gang_honour(self.laizi)
        elif self.indicator is not None and self.laizi != self.rules.laizi_of(self.indicator):
            yield BadRequest(
                "position-laizi-not-of-indicator",
                laizi=NAMES[self.laizi],
                indicator=NAMES[self.indicator],
                right=NAMES[self.rules.laizi_of(self.indicator)],
            )

    def _player_problems(self, seat: int) -> Iterator[AnalyzerError]:
        player = self.players[seat]
        for meld in player.melds:
            yield from meld_problems(meld, seat, seat == self.seat, self.laizi, self.gang_tiles)
        if len(player.melds) > 4:
            yield BadCount("position-five-melds", seat=seat, count=len(player.melds))
        for kind in sorted(set(player.gangs)):
            if kind not in self.gang_tiles and kind != self.laizi:
                yield BadRequest(
                    "position-not-a-gang-tile", seat=seat, tile=NAMES[kind], right=format_tiles(self._layable)
                )
        for kind in sorted(set(player.discards)):
            if kind in self.gang_tiles:
                yield BadRequest("position-gang-tile-in-discards", seat=seat, tile=NAMES[kind])
            elif kind == self.laizi:
                yield BadRequest("position-laizi-in-discards", seat=seat, tile=NAMES[kind])
        if not 0 <= player.laizi_drops <= COPIES:
            yield BadCount("position-laizi-drops", seat=seat, count=player.laizi_drops)
        elif player.laizi_drops and self.laizi is None:
            yield BadRequest("position-drops-without-laizi", seat=seat)

    @property
    def _layable(self) -> tuple[int, ...]:
        return self.gang_tiles if self.laizi is None else (*self.gang_tiles, self.laizi)

    def _count_problems(self) -> Iterator[AnalyzerError]:
        concealed, melds = len(self.hand), len(self.me.melds)
        if concealed % 3 == 0 or concealed + 3 * melds > DEAL + 1:
            yield BadCount(
                "position-hand-count",
                concealed=concealed,
                melds=melds,
                waiting=max(1, DEAL - 3 * melds),
                turn=max(2, DEAL + 1 - 3 * melds),
            )
        if self.wall is not None and not 0 <= self.wall <= DRAWABLE:
            yield BadCount("position-wall", wall=self.wall, most=DRAWABLE)

    def _copy_problems(self) -> Iterator[AnalyzerError]:
        for kind, seen in enumerate(self.seen):
            if seen > COPIES:
                yield TooManyCopies("position-too-many-copies", tile=NAMES[kind], count=seen)

    def __str__(self) -> str:
        melds = "".join(f" {meld}" for meld in self.me.melds)
        return f"{format_tiles(self.hand)}{melds}"


def _count(kinds: Iterable[int]) -> tuple[int, ...]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)
