"""From a position to a state of the game's kernels: all that one player sees, the rest left empty."""

from typing import Any, Final

from analyzer.playout import game_kernels as kernels
from analyzer.playout.tables import new_state
from analyzer.position import MeldKind, Position, Turn
from analyzer.tiles import COPIES, KINDS
from analyzer.win_kernels import M_CHI, M_JIANG, M_KNOWN, M_SIZE, M_SUITS, M_WINDS, P_SIZE, P_TENPAI
from analyzer.wins import player_facts

__all__ = ["state_of"]

_KINDS: Final = {
    MeldKind.CHI: kernels.CHI,
    MeldKind.PENG: kernels.PENG,
    MeldKind.CHONG_GANG: kernels.CHONG_GANG,
    MeldKind.XU_GANG: kernels.XU_GANG,
    MeldKind.AN_GANG: kernels.AN_GANG,
}
_ALL_SUITS: Final = 15


def state_of(position: Position, source: int | None = None, robbed: bool = False) -> Any:
    """The state that ``position`` describes: int64[STATE_SIZE], the other hands and the wall still empty.

    With an offer the state is that of the owner being asked about it; ``source`` is who let the tile go, and
    ``robbed`` tells a 蓄杠 from a discard.  The indicator must be known (``ValueError``).

    Another player's hidden 暗杠 gets the lowest kind of which no copy is seen.
    """
    if position.indicator is None:
        raise ValueError("expected a position whose indicator is known")
    g = new_state()
    g[kernels.DEALER] = position.dealer
    g[kernels.INDICATOR] = position.indicator
    g[kernels.LAIZI] = position.laizi
    g[kernels.LEFT] = position.wall_left
    g[kernels.WINNER] = -1
    for kind in position.gang_tiles:
        g[kernels.GANG_FLAGS + kind] = 1
    for kind in range(KINDS):
        g[kernels.SEEN + kind] = position.seen[kind] - position.counts[kind]
        g[kernels.HANDS + KINDS * position.seat + kind] = position.counts[kind]
    hidden = [kind for kind in range(KINDS) if not position.seen[kind] and kind not in position.gang_tiles]
    for seat, player in enumerate(position.players):
        kernels.reset_meld_facts(seat, g)
        for meld in player.melds:
            tile = min(meld.tiles) if meld.tiles else hidden.pop(0)
            kernels.add_meld(seat, _KINDS[meld.kind], tile, -1 if meld.source is None else meld.source, g)
            if meld.kind is MeldKind.AN_GANG and meld.tiles:
                g[kernels.SEEN + tile] -= COPIES  # the kernels keep a 暗杠 apart from what lies open
        for kind in player.discards:
            g[kernels.PILES + KINDS * seat + kind] += 1
    _leave_out_melds(position, g)
    facts = player_facts(position)
    for at, fact in enumerate(facts):
        g[kernels.PLAYERS + at] = fact
    for seat in range(4):
        g[kernels.PLAYERS + P_SIZE * seat + P_TENPAI] = 1
    _set_turn(position, source, robbed, g)
    return g


def _leave_out_melds(position: Position, g: Any) -> None:
    """A partial hand: its unknown melds are open and rule out every route but 小胡."""
    if not position.missing_melds:
        return
    g[kernels.MELDS + position.seat] += position.missing_melds
    facts = kernels.MELD_FACTS + M_SIZE * position.seat
    g[facts + M_CHI] = 1
    g[facts + M_SUITS] = _ALL_SUITS
    g[facts + M_JIANG] = 0
    g[facts + M_WINDS] = 0
    g[facts + M_KNOWN] = 0


def _set_turn(position: Position, source: int | None, robbed: bool, g: Any) -> None:
    seat = position.seat
    g[kernels.ACTOR] = seat
    if position.offer is None or source is None:
        g[kernels.SOURCE] = seat
        g[kernels.PHASE] = kernels.LAST if position.turn is Turn.LAST_DRAW else kernels.TURN
        g[kernels.TILE] = max(position.hand)
        g[kernels.AFTER_GANG] = int(position.turn is Turn.GANG_DRAW)
        g[kernels.CALLED] = int(position.turn is Turn.CALLED)
        return
    g[kernels.TILE] = position.offer
    g[kernels.SOURCE] = source
    g[kernels.ASKED] = (seat - position.dealer) % 4
    g[kernels.PHASE] = kernels.ROB if robbed else kernels.CLAIM_WIN
    if robbed:  # the tile lies in the gang only once nobody has robbed it
        g[kernels.SEEN + position.offer] -= 1
    else:
        g[kernels.PILES + KINDS * source + position.offer] += 1
