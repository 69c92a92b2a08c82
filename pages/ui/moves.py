"""走一步: the position after an action of the table, so that a person can go on from it."""

from dataclasses import replace

from analyzer.advice import Action, Option
from analyzer.position import Meld, MeldKind, Player, Position, Turn

__all__ = ["after"]


def after(position: Position, option: Option) -> Position:
    """The position when its player has done what ``option`` says; a replacement tile is not yet drawn."""
    tile = option.tile
    if tile is None or option.action not in _MOVES:
        return position
    hand = list(position.hand)
    copies = hand.count(tile) if option.action is Action.AN_GANG else 1
    for _ in range(copies):
        hand.remove(tile)
    me = _MOVES[option.action](position, tile)
    players = tuple(me if seat == position.seat else each for seat, each in enumerate(position.players))
    return replace(position, hand=tuple(hand), players=players, turn=Turn.DRAWN)


def _discard(position: Position, tile: int) -> Player:
    me = position.me
    if tile == position.laizi:
        return replace(me, laizi_drops=me.laizi_drops + 1)
    return replace(me, discards=(*me.discards, tile))


def _gang(position: Position, tile: int) -> Player:
    return replace(position.me, gangs=(*position.me.gangs, tile))


def _an_gang(position: Position, tile: int) -> Player:
    return replace(position.me, melds=(*position.me.melds, Meld(MeldKind.AN_GANG, (tile,))))


def _xu_gang(position: Position, tile: int) -> Player:
    melds = tuple(
        replace(meld, kind=MeldKind.XU_GANG) if meld.kind is MeldKind.PENG and meld.tiles == (tile,) else meld
        for meld in position.me.melds
    )
    return replace(position.me, melds=melds)


_MOVES = {
    Action.DISCARD: _discard,
    Action.GANG: _gang,
    Action.AN_GANG: _an_gang,
    Action.XU_GANG: _xu_gang,
}
