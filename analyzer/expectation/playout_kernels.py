"""全盘推演: an action is worth the mean of the deals played out after it, in integers only.

For sample s every action starts from the same dealt world: the same hidden hands, the same queues of draws.  The
action is made, then everybody plays by the efficiency policy to the end.  A sample depends on its number and the
seed alone, so it comes out the same on any thread or machine.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    A_AN_GANG,
    A_GANG,
    ACTOR,
    HANDS,
    K_OUT,
    LEFT,
    PAYS,
    PHASE,
    QUEUE_NEXT,
    STATE_SIZE,
    TURN,
    WALL,
    WIN_BY,
    WIN_SOURCE,
    WINNER,
    is_tenpai,
    step,
)
from analyzer.playout.hidden_kernels import deal_hidden, seed_random
from analyzer.playout.policy_kernels import choose_efficient, distance_of
from analyzer.win_kernels import O_BIG, O_CONTRACT, O_HARD

# What one played-out action came to
E_SCORE = 0  # points of the player
E_WINNER = 1  # seat, −1 at 荒庄
E_BY = 2
E_SOURCE = 3  # who let the winning tile go, −1
E_BIG = 4  # big hands as bits
E_HARD = 5
E_CONTRACT = 6  # who pays for all, −1
E_TURN = 7  # own turns from now to the end
E_TENPAI = 8  # own turns from now to the first tenpai, −1 if it never came
E_SIZE = 9


def copy_hidden(source: Sequence[int], target: MutableSequence[int], seat: int) -> None:
    """Copy what was dealt from one state to another: the others' hands, the wall, the queues."""
    for i in range(QUEUE_NEXT, QUEUE_NEXT + 8):
        target[i] = source[i]
    for other in range(4):
        if other != seat:
            for i in range(HANDS + 34 * other, HANDS + 34 * other + 34):
                target[i] = source[i]
    for i in range(WALL, PAYS):
        target[i] = source[i]
    if target[LEFT] > source[LEFT]:
        target[LEFT] = source[LEFT]


def reaches_tenpai(seat: int, action: int, core: Any, work: Any, g: MutableSequence[int]) -> bool:
    """Whether the discard or single gang ``action`` leaves the seat tenpai."""
    kind = action if action < A_GANG else action - A_GANG
    g[HANDS + 34 * seat + kind] -= 1
    found = distance_of(seat, seat, core, work, g) == 0 and is_tenpai(seat, core, work, g)
    g[HANDS + 34 * seat + kind] += 1
    return found


def evaluate(
    seat: int,
    states: Any,
    codes: Sequence[int],
    alive: Sequence[int],
    seed: int,
    first: int,
    nearness: Sequence[int],
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    dealt: MutableSequence[int],
    world: MutableSequence[int],
    results: Any,
) -> None:
    """Fill ``results`` (samples × actions × E_SIZE) for the samples from ``first`` on.

    ``states`` holds the state of each action before it is made and ``codes`` the action (−1 to run on from
    there); actions that are not ``alive`` are left out.  ``dealt`` and ``world`` (STATE_SIZE) are scratch.
    """
    for s in range(len(results)):
        seed_random(seed * 0x100000 + first + s, rng)
        for i in range(STATE_SIZE):
            dealt[i] = states[0][i]
        deal_hidden(seat, nearness, rng, core, work, tiles, dealt)
        for a in range(len(codes)):
            if alive[a] == 0:
                continue
            for i in range(STATE_SIZE):
                world[i] = states[a][i]
            copy_hidden(dealt, world, seat)
            row = results[s][a]
            turn = 0
            tenpai = -1
            action = codes[a]
            own = action >= 0 and world[PHASE] == TURN
            n = 1
            while n > 0:
                if own:
                    turn += 1
                    if tenpai < 0 and action < A_AN_GANG and reaches_tenpai(seat, action, core, work, world):
                        tenpai = turn
                n = step(action, core, work, world, actions)
                if n > 0:
                    own = world[ACTOR] == seat and world[PHASE] == TURN
                    action = choose_efficient(core, work, world, actions, n)
            won = world[WINNER] >= 0
            row[E_SCORE] = world[PAYS + seat]
            row[E_WINNER] = world[WINNER]
            row[E_BY] = world[WIN_BY] if won else -1
            row[E_SOURCE] = world[WIN_SOURCE] if won else -1
            row[E_BIG] = work[K_OUT + O_BIG] if won else 0
            row[E_HARD] = work[K_OUT + O_HARD] if won else 0
            row[E_CONTRACT] = work[K_OUT + O_CONTRACT] if won else -1
            row[E_TURN] = turn
            row[E_TENPAI] = tenpai
