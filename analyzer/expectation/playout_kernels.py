"""推演: an action is worth the mean of the deals played out after it, in integers only.

For sample s every action starts from the same dealt world: the same hidden hands, the same queues of draws.  The
action is made, then everybody plays by its policy, to the end or, cut, until the judge is asked.  A sample depends
on its number and the seed alone, so it comes out the same on any thread or machine.

A cut playout of ``depth`` d ends where, after d further own turns, another player is about to act: the judge then
says what is to be expected.  Depth 0 is the judge's word once the action and the claims on it are through.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    A_AN_GANG,
    A_CHONG_GANG,
    A_GANG,
    A_PASS,
    A_PENG,
    ACTOR,
    AFTER_GANG,
    HANDS,
    K_MODEL,
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
from analyzer.playout.model_kernels import FRACTION, L_OUT, at_most, choose, judge_state
from analyzer.playout.policy_kernels import distance_of
from analyzer.win_kernels import O_BIG, O_CONTRACT, O_HARD

# What one played-out action came to
E_SCORE = 0  # points of the player, << FRACTION
E_WINNER = 1  # seat, −1 at 荒庄, −2 where the playout was cut
E_BY = 2
E_SOURCE = 3  # who let the winning tile go, −1
E_BIG = 4  # big hands as bits
E_HARD = 5
E_CONTRACT = 6  # who pays for all, −1
E_TURN = 7  # own turns from now to the end
E_TENPAI = 8  # own turns from now to the first tenpai, 0 if it is there, −1 if it never came
E_WON = 9  # chance to win, << FRACTION
E_READY = 10  # chance to have been tenpai by the end, << FRACTION
E_SIZE = 11

CUT = -2
TO_THE_END = 99  # a depth that cuts nothing
ONE = 1 << FRACTION


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


def play_action(
    seat: int,
    action: int,
    depth: int,
    core: Any,
    work: Any,
    g: MutableSequence[int],
    actions: MutableSequence[int],
    row: Any,
) -> None:
    """Make ``action`` (−1 for none) in ``g``, play on and write what it came to for ``seat`` (E_SIZE)."""
    turn = 0
    tenpai = -1
    own = action >= 0 and g[PHASE] == TURN and g[ACTOR] == seat
    # the turn that a call begins belongs to the call
    fresh = -1 if action >= A_PENG and action != A_CHONG_GANG else 0
    cut = False
    n = 1
    if (action == A_PASS or action == -1) and g[PHASE] != TURN:
        if distance_of(seat, seat, core, work, g) == 0 and is_tenpai(seat, core, work, g):
            tenpai = 0  # already, whoever wins before the next own turn
    while n > 0:
        if own:
            if turn == 0 or g[AFTER_GANG] == 0:
                turn += 1
            if tenpai < 0 and action < A_AN_GANG and reaches_tenpai(seat, action, core, work, g):
                tenpai = turn
        n = step(action, core, work, g, actions)
        if n > 0:
            own = False
            if g[PHASE] == TURN:
                own = g[ACTOR] == seat
                if own and g[AFTER_GANG] == 0:
                    fresh += 1
                if not own and fresh >= depth:
                    cut = True
                    break
            action = choose(core, work, g, actions, n)
    row[E_TURN] = turn
    row[E_TENPAI] = tenpai
    if cut:
        judge_state(seat, core, work, g)
        out = K_MODEL + L_OUT
        row[E_SCORE] = work[out]
        row[E_WINNER] = CUT
        row[E_BY] = -1
        row[E_SOURCE] = -1
        row[E_BIG] = 0
        row[E_HARD] = 0
        row[E_CONTRACT] = -1
        row[E_WON] = at_most(work[out + 1], ONE)
        row[E_READY] = ONE if tenpai >= 0 else at_most(work[out + 2], ONE)
        return
    won = g[WINNER] >= 0
    row[E_SCORE] = g[PAYS + seat] << FRACTION
    row[E_WINNER] = g[WINNER]
    row[E_BY] = g[WIN_BY] if won else -1
    row[E_SOURCE] = g[WIN_SOURCE] if won else -1
    row[E_BIG] = work[K_OUT + O_BIG] if won else 0
    row[E_HARD] = work[K_OUT + O_HARD] if won else 0
    row[E_CONTRACT] = work[K_OUT + O_CONTRACT] if won else -1
    row[E_WON] = ONE if g[WINNER] == seat else 0
    row[E_READY] = ONE if g[WINNER] == seat or tenpai >= 0 else 0


def evaluate(
    seat: int,
    states: Any,
    codes: Sequence[int],
    alive: Sequence[int],
    depth: int,
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

    ``states`` holds the state of each action before it is made, or one that all share, and ``codes`` the action
    (−1 to run on from there); actions that are not ``alive`` are left out.  ``depth`` cuts the playouts
    (``TO_THE_END`` for none).  ``dealt`` and ``world`` (STATE_SIZE) are scratch.
    """
    shared = len(states) == 1
    for s in range(len(results)):
        seed_random(seed * 0x100000 + first + s, rng)
        for i in range(STATE_SIZE):
            dealt[i] = states[0][i]
        deal_hidden(seat, nearness, rng, core, work, tiles, dealt)
        for a in range(len(codes)):
            if alive[a] == 0:
                continue
            before = states[0 if shared else a]
            for i in range(STATE_SIZE):
                world[i] = before[i]
            copy_hidden(dealt, world, seat)
            play_action(seat, codes[a], depth, core, work, world, actions, results[s][a])
