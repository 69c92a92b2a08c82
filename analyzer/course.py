"""走一步: the position after an action, after a draw, so that a person can play a position on.

What the other players do in between is not known and not made up: their three tiles leave the wall, unseen.
"""

import random
from dataclasses import replace
from typing import Final

from analyzer.advice import Action, Offer, Option, let_go, may_gang, passed, with_meld, with_melds
from analyzer.errors import BadCount, TooManyCopies
from analyzer.position import SEATS, Meld, MeldKind, Position, Turn
from analyzer.tiles import NAMES

__all__ = ["after", "can_draw", "drawn", "random_tile"]

OTHERS: Final = len(SEATS) - 1
LAST: Final = 4
"""海底: the last tiles of the wall are drawn and won on, or kept (rules §4)."""


def after(position: Position, option: Option, offer: Offer | None = None) -> Position:
    """The position when its player has done what ``option`` says; the next tile is not yet drawn.

    ``offer`` is the tile that the option answers.  A gang leaves the hand before its replacement draw
    (:attr:`Turn.GANG_DRAW`), a chi or peng before its discard.  A win ends the deal and changes nothing.
    """
    action, tile = option.action, option.tile
    if action is Action.PASS and offer is not None:
        return replace(passed(position, offer), turn=Turn.DRAWN)
    if action in (Action.WIN, Action.PASS) or tile is None:
        return position
    replacement = Turn.GANG_DRAW if may_gang(position) else Turn.DRAWN
    if action in (Action.DISCARD, Action.GANG):
        turn = replacement if action is Action.GANG else Turn.DRAWN
        return replace(let_go(position, position.seat, tile, action), turn=turn)
    source = None if offer is None else offer.source
    if action is Action.CHI:
        return replace(with_meld(position, Meld(MeldKind.CHI, option.tiles, source)), turn=Turn.CALLED)
    if action is Action.PENG:
        return replace(with_meld(position, Meld(MeldKind.PENG, (tile,), source)), turn=Turn.CALLED)
    if action is Action.XU_GANG:
        melds = tuple(
            replace(meld, kind=MeldKind.XU_GANG)
            if meld.kind is MeldKind.PENG and meld.tiles == (tile,)
            else meld
            for meld in position.me.melds
        )
        return replace(with_melds(position, melds), turn=replacement)
    kind = MeldKind.AN_GANG if action is Action.AN_GANG else MeldKind.CHONG_GANG
    return replace(with_meld(position, Meld(kind, (tile,), source)), turn=replacement)


def can_draw(position: Position) -> bool:
    """Whether the hand waits for a tile of its own and the wall has one for it."""
    return len(position.hand) % 3 == 1 and position.offer is None and _left(position) > 0


def _left(position: Position) -> int:
    """Tiles that can still be drawn once it is the player's turn: a replacement comes at once."""
    return position.wall_left - (0 if position.turn is Turn.GANG_DRAW else OTHERS)


def drawn(position: Position, tile: int) -> Position:
    """The position when its player has drawn ``tile``; the other players' draws before it are taken off the wall.

    Raises :class:`BadCount` where nothing can be drawn, :class:`TooManyCopies` for a tile of which none is left.
    """
    if not can_draw(position):
        raise BadCount("draw-impossible", concealed=len(position.hand), wall=position.wall_left)
    if position.live[tile] <= 0:
        raise TooManyCopies("draw-none-left", tile=NAMES[tile])
    left = _left(position)
    if position.turn is Turn.GANG_DRAW:
        turn = Turn.GANG_DRAW
    else:
        turn = Turn.LAST_DRAW if left <= LAST else Turn.DRAWN
    return replace(position, hand=(*position.hand, tile), turn=turn, wall=left - 1)


def random_tile(position: Position, seed: int) -> int | None:
    """A tile that ``position`` may draw, each unseen copy as likely as another; ``None`` where all are seen."""
    unseen = [kind for kind, live in enumerate(position.live) for _ in range(live)]
    return random.Random(seed).choice(unseen) if unseen else None
