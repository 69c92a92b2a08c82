"""打法: how a player chooses in a playout, in integers only.

P0, the efficiency player, goes for the nearest hand: it wins when it can, lays gang honours down at once, calls
what brings it nearer, keeps its laizi, and discards what leaves the least distance and then the most live tiles.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    A_AN_GANG,
    A_CHONG_GANG,
    A_DISCARD,
    A_GANG,
    A_PASS,
    A_WIN,
    A_XU_GANG,
    ACTOR,
    AN_GANG,
    CHONG_GANG,
    CLAIM_CHI,
    CLAIM_SET,
    FORK,
    HANDS,
    K_FACTS,
    K_FORK,
    K_HAND,
    K_PLANS,
    K_TABLE,
    LAIZI,
    PHASE,
    SOURCE,
    STATE_SIZE,
    T_COMPOSE,
    T_FINALS,
    T_WORDS,
    TILE,
    TURN,
    add_meld,
    claim,
    fill_live,
    load_plan,
    plan_start,
)
from analyzer.shapes.kernels import ROW, ROW_BEST, ROW_TOTAL, ROWS, discard_table, hand_distances

FAR = 1 << 30
K_ROWS = K_TABLE + ROWS


def tabulate(slot: int, seat: int, core: Any, work: Any, g: MutableSequence[int]) -> None:
    """Fill ``work`` with the discard table of the seat's hand of 3k + 2 tiles."""
    sets = load_plan(slot, seat, core, work, g)
    fill_live(seat, work, g)
    discard_table(
        work[K_HAND:K_TABLE],
        work[plan_start(slot, work) : plan_start(slot + 1, work)],
        core[T_WORDS],
        core[T_COMPOSE],
        core[T_FINALS][sets],
        work[K_TABLE:K_FACTS],
    )


def distance_of(slot: int, seat: int, core: Any, work: Any, g: MutableSequence[int]) -> int:
    """The least distance of the seat's hand of 3k + 1 tiles."""
    sets = load_plan(slot, seat, core, work, g)
    least: int = hand_distances(
        g[HANDS + 34 * seat : HANDS + 34 * seat + 34],
        work[plan_start(slot, work) : plan_start(slot + 1, work)],
        core[T_WORDS],
        core[T_COMPOSE],
        core[T_FINALS][sets],
        work[K_TABLE:K_FACTS],
    )
    return least


def fork(work: Any, g: MutableSequence[int]) -> None:
    """Copy the state to its place in ``work``."""
    for i in range(STATE_SIZE):
        work[K_FORK + i] = g[i]


def plainness(kind: int) -> int:
    """How little a lone tile is good for, to break ties: honours most, then terminals, 将 least."""
    if kind >= 27:
        return 9
    rank = kind % 9
    edge = 4 - rank if rank < 4 else rank - 4
    return 2 * edge - (1 if rank % 3 == 1 else 0)


def rate_row(kind: int, work: Any) -> int:
    """Rank of a discard in the table, the higher the better: less distance, more live tiles, a plainer tile."""
    row = K_ROWS + ROW * kind
    rate: int = -100_000 * work[row + ROW_BEST] + 100 * work[row + ROW_TOTAL] + plainness(kind)
    return rate


def best_discard(laizi: int, seat: int, work: Any, g: MutableSequence[int]) -> int:
    """The kind that the table rates highest; the laizi only where nothing else is left, −1 for none."""
    best = -1
    rate = -FAR
    for kind in range(34):
        if g[HANDS + 34 * seat + kind] == 0 or kind == laizi:
            continue
        if rate_row(kind, work) > rate:
            best = kind
            rate = rate_row(kind, work)
    if best < 0 and laizi >= 0 and g[HANDS + 34 * seat + laizi] > 0:
        return laizi
    return best


def choose_efficient(core: Any, work: Any, g: MutableSequence[int], actions: Sequence[int], n: int) -> int:
    """P0's choice among the ``n`` legal actions of the actor."""
    seat = g[ACTOR]
    laizi = g[LAIZI]
    if g[PHASE] == CLAIM_SET or g[PHASE] == CLAIM_CHI:
        # call what brings the hand nearer, gang what keeps it as near
        best = A_PASS
        rate = -100_000 * distance_of(seat, seat, core, work, g) + 99_999
        for i in range(n):
            action = actions[i]
            if action == A_PASS:
                continue
            fork(work, g)
            after = work[K_FORK:K_PLANS]
            if action == A_CHONG_GANG:
                after[HANDS + 34 * seat + g[TILE]] -= 3
                add_meld(seat, CHONG_GANG, g[TILE], g[SOURCE], after)
                found = -100_000 * distance_of(FORK, seat, core, work, after) + 100_000
            else:
                claim(seat, action, after)
                tabulate(FORK, seat, core, work, after)
                found = rate_row(best_discard(laizi, seat, work, after), work)
            if found > rate:
                best = action
                rate = found
        return best
    if g[PHASE] != TURN:
        return A_WIN
    lays = -1
    quads = False
    for i in range(n):
        action = actions[i]
        if action == A_WIN:
            return A_WIN
        if A_GANG <= action < A_AN_GANG and action - A_GANG != laizi and lays < 0:
            lays = action
        quads = quads or A_AN_GANG <= action < A_XU_GANG
    if lays >= 0:
        return lays
    before = nearest_quad(quads, seat, core, work, g, actions, n)
    tabulate(seat, seat, core, work, g)
    choice = best_discard(laizi, seat, work, g)
    best = work[K_ROWS + ROW * choice + ROW_BEST]
    if before >= 0 and before % 100 <= best:
        return A_AN_GANG + before // 100
    drop = -1
    for i in range(n):
        action = actions[i]
        if A_XU_GANG <= action < A_WIN:
            if work[K_ROWS + ROW * (action - A_XU_GANG) + ROW_BEST] <= best:
                return action
        elif laizi >= 0 and g[HANDS + 34 * seat + laizi] > 1:
            if action == A_GANG + laizi or (action == A_DISCARD + laizi and drop < 0):
                drop = action
    # a second laizi bars 小胡: let it go where that makes the hand tenpai
    if (
        drop >= 0
        and work[K_ROWS + ROW * laizi + ROW_BEST] == 0
        and rate_row(laizi, work) > rate_row(choice, work)
    ):
        return drop
    return A_DISCARD + choice


def nearest_quad(
    quads: bool, seat: int, core: Any, work: Any, g: MutableSequence[int], actions: Sequence[int], n: int
) -> int:
    """The first 暗杠 on the list that leaves the hand nearest, as 100 × kind + distance; −1 if there is none."""
    best = -1
    if quads:
        for i in range(n):
            kind = actions[i] - A_AN_GANG
            if 0 <= kind < 34:
                fork(work, g)
                after = work[K_FORK:K_PLANS]
                after[HANDS + 34 * seat + kind] -= 4
                add_meld(seat, AN_GANG, kind, -1, after)
                distance = distance_of(FORK, seat, core, work, after)
                if best < 0 or distance < best % 100:
                    best = 100 * kind + distance
    return best
