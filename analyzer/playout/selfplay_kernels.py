"""自对弈: deals played by the policies themselves, and what is counted in them, in integers only."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    ACTOR,
    DEALER,
    HANDS,
    K_OUT,
    K_POLICY,
    LEFT,
    MELDS,
    PAYS,
    PHASE,
    STATE_SIZE,
    TURN,
    TURNS,
    WIN_BY,
    WIN_SOURCE,
    WIN_TILE,
    WINNER,
    deal,
    step,
)
from analyzer.playout.hidden_kernels import (
    DISTANCES,
    below,
    deal_hidden,
    nearness_bucket,
    seed_random,
    shuffle,
)
from analyzer.playout.model_kernels import EFFICIENT, LEARNED, choose, play_out
from analyzer.playout.policy_kernels import distance_of
from analyzer.win_kernels import O_BIG, O_CONTRACT, O_GOLD, O_HARD

# A row of what a deal came to
D_WINNER = 0
D_BY = 1
D_TILE = 2
D_SOURCE = 3
D_BIG = 4
D_HARD = 5
D_GOLD = 6
D_CONTRACT = 7
D_TURNS = 8
D_LEFT = 9
D_PAYS = 10
D_DEALER = 14
D_SIZE = 15

# A row of a calibration
B_SEAT = 0
B_LEFT = 1
B_DISTANCE = 2
B_WINS = 3  # of the samples
B_SCORE = 4  # sum over the samples
B_SQUARES = 5
B_WON = 6  # what happened
B_PAID = 7
B_MELDS = 8
B_SIZE = 9


def shuffled_deal(
    seed: int,
    core: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    g: MutableSequence[int],
) -> None:
    """Deal number ``seed``: the dealer goes round, the wall is shuffled anew.  ``tiles`` (136) is scratch."""
    seed_random(seed, rng)
    for i in range(136):
        tiles[i] = i >> 2
    shuffle(tiles, 136, rng)
    deal(tiles, seed & 3, core, g)


def note_deal(work: Any, g: Sequence[int], row: MutableSequence[int]) -> None:
    """Write what a finished deal came to."""
    row[D_WINNER] = g[WINNER]
    row[D_BY] = g[WIN_BY]
    row[D_TILE] = g[WIN_TILE]
    row[D_SOURCE] = g[WIN_SOURCE]
    won = g[WINNER] >= 0
    row[D_BIG] = work[K_OUT + O_BIG] if won else 0
    row[D_HARD] = work[K_OUT + O_HARD] if won else 0
    row[D_GOLD] = work[K_OUT + O_GOLD] if won else 0
    row[D_CONTRACT] = work[K_OUT + O_CONTRACT] if won else -1
    row[D_TURNS] = g[TURNS]
    row[D_LEFT] = g[LEFT]
    row[D_DEALER] = g[DEALER]
    for seat in range(4):
        row[D_PAYS + seat] = g[PAYS + seat]


def self_play(
    first: int,
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    rows: Any,
) -> None:
    """Play the deals ``first``, ``first`` + 1, … one for each of ``rows``, each seat by its policy in ``work``."""
    for i in range(len(rows)):
        shuffled_deal(first + i, core, rng, tiles, g)
        play_out(core, work, g, actions)
        note_deal(work, g, rows[i])


def count_nearness(
    first: int,
    deals: int,
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    counted: MutableSequence[int],
) -> None:
    """Count, whenever somebody is on turn, how near the three others are (NEARNESS_SIZE counts)."""
    for i in range(deals):
        shuffled_deal(first + i, core, rng, tiles, g)
        n = step(-1, core, work, g, actions)
        while n > 0:
            if g[PHASE] == TURN:
                for turn in range(1, 4):
                    seat = (g[ACTOR] + turn) % 4
                    distance = distance_of(seat, seat, core, work, g)
                    if distance >= DISTANCES:
                        distance = DISTANCES - 1
                    counted[nearness_bucket(g[LEFT], g[MELDS + seat]) + distance] += 1
            n = step(choose(core, work, g, actions, n), core, work, g, actions)


def calibrate(
    first: int,
    samples: int,
    learned: int,
    nearness: Sequence[int],
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    world: MutableSequence[int],
    rows: Any,
) -> None:
    """For one decision of each deal: what ``samples`` dealt worlds predict, and what happened.

    The decision is one of the deal's own turns, each with the same chance; the action is the policy's, and so is
    all play after it, in the worlds and in the deal.  With ``learned`` one seat of each deal plays by the learned
    policy and all decisions are its own; else everybody plays by P0.  ``world`` (STATE_SIZE) is scratch.
    """
    for i in range(len(rows)):
        learner = first + i >> 2 & 3
        for other in range(4):
            work[K_POLICY + other] = LEARNED if learned and other == learner else EFFICIENT
        shuffled_deal(first + i, core, rng, tiles, g)
        decisions = 0
        n = step(-1, core, work, g, actions)
        while n > 0:
            decisions += g[PHASE] == TURN and (learned == 0 or g[ACTOR] == learner)
            n = step(choose(core, work, g, actions, n), core, work, g, actions)
        if decisions == 0:  # the deal ended before its turn; the row stays empty, with the seat −1
            rows[i][B_SEAT] = -1
            continue
        chosen = below(decisions, rng)
        later = below(1 << 20, rng)
        shuffled_deal(first + i, core, rng, tiles, g)
        n = step(-1, core, work, g, actions)
        action = -1
        while n > 0:
            action = choose(core, work, g, actions, n)
            if g[PHASE] == TURN and (learned == 0 or g[ACTOR] == learner):
                if chosen == 0:
                    break
                chosen -= 1
            n = step(action, core, work, g, actions)
        row = rows[i]
        seat = g[ACTOR]
        row[B_SEAT] = seat
        row[B_LEFT] = g[LEFT]
        row[B_MELDS] = g[MELDS + seat]
        row[B_DISTANCE] = -1
        if action < 34:
            g[HANDS + 34 * seat + action] -= 1
            row[B_DISTANCE] = distance_of(seat, seat, core, work, g)
            g[HANDS + 34 * seat + action] += 1
        seed_random(first + i + (later << 32), rng)
        for _ in range(samples):
            for k in range(STATE_SIZE):
                world[k] = g[k]
            deal_hidden(seat, nearness, rng, core, work, tiles, world)
            n = step(action, core, work, world, actions)
            while n > 0:
                n = step(choose(core, work, world, actions, n), core, work, world, actions)
            row[B_WINS] += world[WINNER] == seat
            row[B_SCORE] += world[PAYS + seat]
            row[B_SQUARES] += world[PAYS + seat] * world[PAYS + seat]
        n = step(action, core, work, g, actions)
        while n > 0:
            n = step(choose(core, work, g, actions, n), core, work, g, actions)
        row[B_WON] = g[WINNER] == seat
        row[B_PAID] = g[PAYS + seat]
