"""大胡路线: how far a hand is from each hand it may become, what it misses, and which discards keep it.

Distances are shanten: 0 is tenpai.  They go by shape, whether the hand is open yet or not, and count gang
honours as useless tiles (interface, ``discards``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from analyzer.position import MeldKind, Position
from analyzer.shapes.distance import Accepts, ShapeContext, distances, route_accepts
from analyzer.tiles import COPIES, JIANG, KINDS, WINDS

__all__ = ["PATHS", "Accept", "Board", "Route", "Ruled", "board", "context_of"]

PATHS: Final = ("small", "pengpenghu", "qingyise", "jiangyise", "fengyise")
"""The hands with a fixed distance, in the order of every list of distances."""


@dataclass(frozen=True, slots=True)
class Accept:
    """进张: a tile that brings a hand nearer, and its live copies."""

    tile: int
    live: int


class Ruled(StrEnum):
    """Why a route is closed."""

    CHI = "chi"
    """A chi among the melds."""
    SUITS = "suits"
    """Melds of two suits, or of honours."""
    NOT_JIANG = "not_jiang"
    """A meld that is no 将."""
    NOT_WIND = "not_wind"
    """A meld that is no wind."""
    AN_GANG = "an_gang"
    """A 暗杠 counts as nobody's feed."""
    PARTIAL = "partial"
    """The melds of a partial hand are unknown."""


@dataclass(frozen=True, slots=True)
class Route:
    """One hand that the tiles may become."""

    name: str
    """One of :data:`PATHS`, or ``quanqiuren``."""
    distance: int | None
    """``None`` where the melds rule it out; of 全求人 always."""
    accepts: tuple[Accept, ...] = ()
    """Live tiles that bring it nearer; after the discard that keeps it nearest, where one is due."""
    dead: tuple[int, ...] = ()
    """Tiles that would, of which no copy is left."""
    keeps: tuple[int, ...] = ()
    """Where a discard is due: the discards after which it is nearest."""
    ruled_out: Ruled | None = None
    open_melds: int = 0
    """Of 全求人: open melds so far, four are needed."""

    @property
    def accepts_total(self) -> int:
        """Live copies of all accepted tiles together."""
        return sum(accept.live for accept in self.accepts)


@dataclass(frozen=True, slots=True)
class Board:
    """All routes of a hand, in the order of :data:`PATHS`, then 全求人."""

    routes: tuple[Route, ...]


def context_of(position: Position, melds: Sequence[tuple[MeldKind, tuple[int, ...]]] = ()) -> ShapeContext:
    """What distances need to know of a position besides the tiles; ``melds`` are added to the owner's own."""
    kinds = [meld.kind for meld in position.me.melds] + [kind for kind, _ in melds]
    tiles = {kind for meld in position.me.melds for kind in meld.tiles} | {
        t for _, named in melds for t in named
    }
    suits = {kind // 9 for kind in tiles}
    known = position.missing_melds == 0
    suits_open = tuple(known and suits <= {suit} for suit in range(3))
    return ShapeContext(
        sets=position.sets_needed - len(melds),
        laizi=-1 if position.laizi is None else position.laizi,
        gang_tiles=position.gang_tiles,
        routes_open=(
            True,
            known and MeldKind.CHI not in kinds,
            any(suits_open),
            known and tiles <= set(JIANG),
            known and tiles <= set(WINDS),
        ),
        suits_open=(suits_open[0], suits_open[1], suits_open[2]),
        laizi_in_big=4 if position.rules.max_laizi_in_big is None else position.rules.max_laizi_in_big,
    )


def split_accepts(
    found: Accepts, position: Position, counts: Sequence[int]
) -> tuple[tuple[Accept, ...], tuple[int, ...]]:
    """Accepted tiles with live copies, and the dead ones.

    A tile of which the player holds all four copies, in hand (``counts``) and melds, is neither, as it is no
    wait (interface, ``waits``).
    """
    melded = [kind for meld in position.me.melds for kind in meld.copies]
    dead = tuple(tile for tile in found.dead if counts[tile] + melded.count(tile) < COPIES)
    return tuple(Accept(tile, live) for tile, live in found.live), dead


def board(position: Position) -> Board:
    """大胡路线: every route of the position's hand, before its discard where one is due."""
    context = context_of(position)
    counts = list(position.counts)
    after: dict[int | None, list[int]] = {None: counts}
    if len(position.hand) % 3 == 2:
        held = [kind for kind in range(KINDS) if counts[kind]]
        after = {kind: [n - (k == kind) for k, n in enumerate(counts)] for kind in held}
    all_distances = {kind: distances(left, context) for kind, left in after.items()}
    routes = []
    for index, name in enumerate(PATHS):
        found = {kind: each[index] for kind, each in all_distances.items()}
        nearest = min((d for d in found.values() if d is not None), default=None)
        if nearest is None:
            routes.append(Route(name, None, ruled_out=_why_ruled_out(position, name)))
            continue
        keeps = [kind for kind, distance in found.items() if distance == nearest]
        told = [_route_accepts(position, context, after[kind], index) for kind in keeps]
        best_accepts, best_dead = max(told, key=lambda each: sum(accept.live for accept in each[0]))
        kept = tuple(kind for kind in keeps if kind is not None)
        routes.append(Route(name, nearest, best_accepts, best_dead, kept))
    routes.append(_quanqiuren(position))
    return Board(tuple(routes))


def _route_accepts(
    position: Position, context: ShapeContext, counts: Sequence[int], index: int
) -> tuple[tuple[Accept, ...], tuple[int, ...]]:
    found = route_accepts(counts, context, position.live)[index]
    return ((), ()) if found is None else split_accepts(found, position, counts)


def _quanqiuren(position: Position) -> Route:
    opened = len(position.me.open_melds)
    ruled_out = None
    if position.missing_melds:
        ruled_out = Ruled.PARTIAL
    elif opened < len(position.me.melds):
        ruled_out = Ruled.AN_GANG
    return Route("quanqiuren", None, ruled_out=ruled_out, open_melds=opened)


def _why_ruled_out(position: Position, name: str) -> Ruled:
    if position.missing_melds:
        return Ruled.PARTIAL
    return {
        "pengpenghu": Ruled.CHI,
        "qingyise": Ruled.SUITS,
        "jiangyise": Ruled.NOT_JIANG,
        "fengyise": Ruled.NOT_WIND,
    }[name]
