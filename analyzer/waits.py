"""听牌: the tiles that win, with live copies and what each pays, by discarder and by self-draw.

Waits go by shape, opening and the laizi limits; 海底捞, 杠上花 and 抢杠 are never assumed (interface, ``waits``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer import win_kernels as kernels
from analyzer.errors import BadCount
from analyzer.position import Position
from analyzer.settlement import Score, score_of
from analyzer.shapes.kernels import hand_class, missing
from analyzer.shapes.tables import layout_for
from analyzer.tiles import COPIES, JIANG, KINDS, WINDS
from analyzer.wins import Judge, Verdict, Win, WinBy, blocks, reason_names

__all__ = ["Channel", "Wait", "Waits", "completing", "waits", "waits_of"]


@dataclass(frozen=True, slots=True)
class Channel:
    """How one tile wins on one channel: by self-draw, or from the discarder who lets the winner gain most."""

    best: Score
    """The reading that pays most; where all are below the minimum, the one that comes nearest to paying."""
    by_discarder: tuple[Score | None, ...] = ()
    """At a discard, the score against each seat, ``None`` for the winner's own; empty at a self-draw."""

    @property
    def below_minimum(self) -> bool:
        """起胡: nobody who could let the tile go makes it pay enough."""
        return not self.best.valid


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that wins."""

    tile: int
    live: int
    """Copies that can still come; 0 for a dead wait."""
    discard: Channel | None
    """``None`` where the tile wins by self-draw alone."""
    zimo: Channel | None


@dataclass(frozen=True, slots=True)
class Waits:
    """听牌: the answer about a hand of 3k + 1 tiles."""

    waits: tuple[Wait, ...]
    blocked_by: tuple[str, ...]
    """Why no tile wins, over all tiles that would complete a shape; empty where one wins."""

    @property
    def tenpai(self) -> bool:
        """Whether any tile wins, whatever is live or pays."""
        return bool(self.waits)

    @property
    def live_total(self) -> int:
        """Live copies of all waits together."""
        return sum(wait.live for wait in self.waits)


def waits(position: Position) -> Waits:
    """听牌: every tile that wins.

    Raises :class:`BadCount` where the concealed tiles are not 3k + 1.
    """
    if len(position.hand) % 3 != 1:
        raise BadCount("waits-hand-count", concealed=len(position.hand))
    return waits_of(position, position.counts)


def waits_of(position: Position, hand: Sequence[int]) -> Waits:
    """The waits of ``hand`` (34 concealed counts, 3k + 1 tiles) in place of the position's own."""
    judge = Judge(position)
    found: list[Wait] = []
    reasons = 0
    if any(hand[kind] for kind in position.gang_tiles):
        return Waits((), reason_names(kernels.GANG_TILE_IN_HAND))
    counts = list(hand)
    for tile in completing(position, counts):
        counts[tile] += 1
        wait, why = _wait(judge, tile, counts)
        counts[tile] -= 1
        if wait is not None:
            found.append(wait)
        reasons |= why
    return Waits(tuple(found), () if found else reason_names(reasons))


def completing(position: Position, counts: Sequence[int]) -> Iterator[int]:
    """Tiles that complete a shape with at most all laizi free, the player not holding all four copies."""
    laizi = position.laizi
    melded = [kind for meld in position.me.melds for kind in meld.copies]
    tables = layout_for(position.gang_tiles).plain
    natural = [0 if kind == laizi else n for kind, n in enumerate(counts)]
    sets = sum(counts) // 3
    present = {*melded, *(kind for kind in range(KINDS) if natural[kind])}
    for tile in range(KINDS):
        if tile in position.gang_tiles or counts[tile] + melded.count(tile) >= COPIES:
            continue
        free = 0 if laizi is None else counts[laizi]
        if tile == laizi:
            free += 1
        else:
            natural[tile] += 1
        fits = missing(hand_class(natural, tables), sets, 2, tables) <= free
        if tile != laizi:
            natural[tile] -= 1
        alike = present if tile == laizi else {*present, tile}
        if fits or (position.missing_melds == 0 and (alike <= set(JIANG) or alike <= set(WINDS))):
            yield tile


def _wait(judge: Judge, tile: int, counts: Sequence[int]) -> tuple[Wait | None, int]:
    position = judge.position
    zimo = judge(Win(tile), counts)
    others = [seat for seat in range(4) if seat != position.seat]
    fed: dict[int, Verdict] = {}
    if not blocks(position, counts, tile, WinBy.DISCARD) & kernels.DEAD_TILE:
        fed = {seat: judge(Win(tile, WinBy.DISCARD, seat), counts) for seat in others}
    discard = _discard_channel(position, fed)
    drawn = Channel(score_of(position, zimo, steps=False)) if zimo.readable else None
    if discard is None and drawn is None:
        reasons = zimo.reasons
        for verdict in fed.values():
            reasons |= verdict.reasons
        return None, reasons & ~(kernels.NO_SHAPE | kernels.BELOW_MINIMUM)
    return Wait(tile, position.live[tile], discard, drawn), 0


def _discard_channel(position: Position, fed: dict[int, Verdict]) -> Channel | None:
    if not any(verdict.readable for verdict in fed.values()):
        return None
    scores = {
        seat: score_of(position, verdict, steps=False) for seat, verdict in fed.items() if verdict.readable
    }
    best = max(scores.values(), key=lambda score: (score.valid, score.total))
    return Channel(best, tuple(scores.get(seat) for seat in range(4)))
