"""训练: what self-play shows of positions and of choices, for the learned player and judge, in integers only."""

from collections.abc import MutableSequence
from typing import Any

from analyzer.expectation.playout_kernels import E_SCORE, play_action
from analyzer.playout.game_kernels import (
    A_AN_GANG,
    A_WIN,
    A_XU_GANG,
    ACTOR,
    CLAIM_CHI,
    CLAIM_SET,
    K_MODEL,
    K_POLICY,
    PAYS,
    PHASE,
    STATE_SIZE,
    TURN,
    TURNS,
    WINNER,
    is_tenpai,
    step,
)
from analyzer.playout.hidden_kernels import below
from analyzer.playout.model_kernels import (
    ACTION_FEATURES,
    JUDGE_FEATURES,
    L_ROWS,
    LEARNED,
    begin_rating,
    choose,
    list_judged,
    rate_action,
)
from analyzer.playout.policy_kernels import choose_efficient, distance_of, tabulate
from analyzer.playout.selfplay_kernels import shuffled_deal

# A position: JUDGE_FEATURES rows, then
G_SEAT = JUDGE_FEATURES
G_TURNS = G_SEAT + 1
G_SCORE = G_TURNS + 1
G_WON = G_SCORE + 1
G_READY = G_WON + 1
G_SIZE = G_READY + 1

# An action of a decision: ACTION_FEATURES rows, then
H_DECISION = ACTION_FEATURES  # number of the decision
H_PLAIN = H_DECISION + 1  # whether the efficiency player would choose it
H_CHOSEN = H_PLAIN + 1  # whether the policy chose it
H_SCORE = H_CHOSEN + 1  # << FRACTION
H_SIZE = H_SCORE + 1


def seat_learner(number: int, learned: int, work: Any) -> int:
    """The seat that learns in deal ``number``; it plays by the learned policy if ``learned``."""
    seat = number >> 2 & 3
    for other in range(4):
        work[K_POLICY + other] = LEARNED if learned and other == seat else 0
    return seat


def record_positions(
    first: int,
    deals: int,
    learned: int,
    one_in: int,
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    tenpai: MutableSequence[int],
    out: Any,
) -> int:
    """Record states where somebody is about to act, as the others see them, and what became of those.

    With ``learned`` the learner alone looks, else everybody does; one in ``one_in`` is kept.  ``tenpai`` (8) is
    scratch.  Returns how many rows of ``out`` were filled; ends early when it is full.
    """
    at = 0
    for number in range(first, first + deals):
        learner = seat_learner(number, learned, work)
        shuffled_deal(number, core, rng, tiles, g)
        begun = at
        for seat in range(4):
            tenpai[seat] = -1  # last own turn after which it was tenpai
            tenpai[4 + seat] = 0  # whether it was after the last
        n = step(-1, core, work, g, actions)
        while n > 0:
            actor = g[ACTOR]
            own = g[PHASE] == TURN
            if own:
                for turn in range(1, 4):
                    seat = (actor + turn) % 4
                    if (learned and seat != learner) or below(one_in, rng) > 0:
                        continue
                    if at == len(out):
                        return begun
                    row = out[at]
                    list_judged(seat, core, work, g, row)
                    row[G_SEAT] = seat
                    row[G_TURNS] = -1 if tenpai[4 + seat] else g[TURNS]
                    at += 1
            n = step(choose(core, work, g, actions, n), core, work, g, actions)
            if (
                own and n > 0 and not (g[PHASE] == TURN and g[ACTOR] == actor)
            ):  # after a gang it has a tile more
                near = distance_of(actor, actor, core, work, g) == 0
                tenpai[4 + actor] = 1 if near and is_tenpai(actor, core, work, g) else 0
                if tenpai[4 + actor]:
                    tenpai[actor] = g[TURNS]
        for i in range(begun, at):
            row = out[i]
            seat = row[G_SEAT]
            row[G_SCORE] = g[PAYS + seat]
            row[G_WON] = 1 if g[WINNER] == seat else 0
            row[G_READY] = 1 if row[G_WON] or tenpai[seat] > row[G_TURNS] else 0
    return at


def record_decisions(
    first: int,
    deals: int,
    learned: int,
    one_in: int,
    depth: int,
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    world: MutableSequence[int],
    listed: MutableSequence[int],
    result: MutableSequence[int],
    out: Any,
) -> int:
    """Record one in ``one_in`` of the learner's decisions, and what each action comes to in the deal itself.

    Every action is played on in the true deal to ``depth`` further turns of its own, after which the judge speaks.
    ``world`` (STATE_SIZE), ``listed`` (ACTIONS) and ``result`` (E_SIZE) are scratch.  Returns how many rows were
    filled; ends early when ``out`` is full.
    """
    at = 0
    for number in range(first, first + deals):
        learner = seat_learner(number, learned, work)
        shuffled_deal(number, core, rng, tiles, g)
        n = step(-1, core, work, g, actions)
        while n > 0:
            phase = g[PHASE]
            asked = g[ACTOR] == learner and n > 1 and actions[0] != A_WIN
            if (
                asked
                and (phase == TURN or phase == CLAIM_SET or phase == CLAIM_CHI)
                and below(one_in, rng) == 0
            ):
                if at + n > len(out):
                    return at
                plain = choose_efficient(core, work, g, actions, n)
                chosen = choose(core, work, g, actions, n)
                begin_rating(learner, core, work, g)
                if phase == TURN:
                    tabulate(learner, learner, core, work, g)
                for late in range(2):
                    for i in range(n):
                        action = actions[i]
                        listed[i] = action
                        if (A_AN_GANG <= action < A_XU_GANG) != (late == 1):
                            continue
                        rate_action(action, core, work, g)
                        for k in range(ACTION_FEATURES):
                            out[at + i][k] = work[K_MODEL + L_ROWS + k]
                for i in range(n):
                    for k in range(STATE_SIZE):
                        world[k] = g[k]
                    play_action(learner, listed[i], depth, core, work, world, actions, result)
                    row = out[at + i]
                    row[H_DECISION] = at
                    row[H_PLAIN] = 1 if listed[i] == plain else 0
                    row[H_CHOSEN] = 1 if listed[i] == chosen else 0
                    row[H_SCORE] = result[E_SCORE]
                at += n
                for i in range(n):
                    actions[i] = listed[i]
            n = step(choose(core, work, g, actions, n), core, work, g, actions)
    return at
