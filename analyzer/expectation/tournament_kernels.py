"""比赛: players of every strength against each other, and what a better choice is worth, in integers only.

A player is told by five ints (``S_``): whose choice is its default, and with how many samples of which depth it
looks for a better one.  It takes the best other action only where that is better by more than ``S_CAUTION``
standard errors of the difference and the judge's own error together.

A search knows the tiles of other players' 暗杠, which are hidden at the table: its worlds keep the deal's melds.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.expectation.playout_kernels import E_SCORE, TO_THE_END, evaluate, play_action
from analyzer.playout.game_kernels import (
    A_WIN,
    ACTOR,
    CLAIM_CHI,
    CLAIM_SET,
    K_MODEL,
    K_POLICY,
    PAYS,
    PHASE,
    QUEUE_END,
    QUEUE_NEXT,
    STATE_SIZE,
    TURN,
    WALL,
    step,
)
from analyzer.playout.hidden_kernels import below, seed_random
from analyzer.playout.model_kernels import L_PAIR, choose
from analyzer.playout.selfplay_kernels import shuffled_deal

# A player
S_POLICY = 0  # EFFICIENT or LEARNED: its default, and how it goes on in its own playouts
S_SAMPLES = 1  # 0: the default is all
S_DEPTH = 2
S_CAUTION = 3  # in sixteenths
S_ERROR = 4  # the judge's error of a difference, points << FRACTION
S_SIZE = 5

MOST_ACTIONS = 24
FIRST_LOOK = 64  # samples after which, and after every doubling, weak actions are dropped
WEAK = 3  # by so many standard errors

# Kinds of decisions
D_DISCARD = 0
D_GANG = 1
D_CALL = 2
D_KINDS = 3


def mean_and_error(results: Any, n: int, a: int, b: int, out: MutableSequence[int]) -> None:
    """Write the mean of action ``a`` less ``b`` over ``n`` samples and its squared standard error to ``out[0:2]``.

    The mean in points << FRACTION, the square in the square of that, never nothing.
    """
    total = 0
    squares = 0
    for s in range(n):
        gap = (results[s][a][E_SCORE] - results[s][b][E_SCORE]) >> 4
        total += gap
        squares += gap * gap
    out[0] = total * 16 // n
    spread = squares - total * total // n
    out[1] = (spread // (n * (n - 1)) + 1) * 256 if n > 1 else 1 << 48


def better(gap: int, square: int, error: int, caution: int) -> bool:
    """Whether a difference is above ``caution`` sixteenths of its standard error, the judge's error included."""
    return gap > 0 and 256 * gap * gap > caution * caution * (square + error * error)


def decide(
    player: Sequence[int],
    seed: int,
    nearness: Sequence[int],
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    scratch: MutableSequence[int],
    g: MutableSequence[int],
    states: Any,
    listed: MutableSequence[int],
    n: int,
    dealt: MutableSequence[int],
    world: MutableSequence[int],
    alive: MutableSequence[int],
    results: Any,
) -> int:
    """What a player chooses among the ``n`` actions of ``listed``, the actor's.

    ``states`` is ``g`` as a table of one row; ``results`` (samples × MOST_ACTIONS × E_SIZE), ``alive``
    (MOST_ACTIONS), ``scratch`` (ACTIONS), ``dealt`` and ``world`` are its own.  The policies in ``work`` are those
    of the seats' defaults.
    """
    default = choose(core, work, g, listed, n)
    phase = g[PHASE]
    samples = player[S_SAMPLES]
    plain = phase != TURN and phase != CLAIM_SET and phase != CLAIM_CHI
    if samples == 0 or plain or n == 1 or n > MOST_ACTIONS or default == A_WIN:
        return default
    base = 0
    for i in range(n):
        alive[i] = 1
        if listed[i] == default:
            base = i
    pair = work[K_MODEL + L_PAIR : K_MODEL + L_PAIR + 2]
    done = 0
    look = FIRST_LOOK
    while done < samples:
        upto = look if look < samples else samples
        evaluate(
            g[ACTOR],
            states,
            listed[:n],
            alive,
            player[S_DEPTH],
            seed,
            done,
            nearness,
            core,
            work,
            rng,
            tiles,
            scratch,
            dealt,
            world,
            results[done:upto],
        )
        done = upto
        look = 2 * done
        left = 0
        for i in range(n):
            if i != base and alive[i]:
                mean_and_error(results, done, i, base, pair)
                if better(-pair[0], pair[1], 0, 16 * WEAK):
                    alive[i] = 0
                else:
                    left += 1
        if left == 0:
            return default
    best = base
    most = 0
    for i in range(n):
        if i != base and alive[i]:
            mean_and_error(results, samples, i, base, pair)
            if pair[0] > most:
                best = i
                most = pair[0]
    if best != base:
        mean_and_error(results, samples, best, base, pair)
        if better(pair[0], pair[1], player[S_ERROR], player[S_CAUTION]):
            return listed[best]
    return default


def kind_of_decision(phase: int, one: int, other: int) -> int:
    """What sort of decision two different actions are about: a discard (of a laizi, too), a gang, a call."""
    if phase != TURN:
        return D_CALL
    return D_DISCARD if one < 34 and other < 34 else D_GANG


def shuffle_wall(rng: MutableSequence[int], g: MutableSequence[int]) -> None:
    """Put what is left of the wall into another order; the queues keep their lengths."""
    n = 0
    for seat in range(4):  # the queues' tiles in one row: swap any two
        n += g[QUEUE_END + seat] - g[QUEUE_NEXT + seat]
    for i in range(n - 1, 0, -1):
        one = wall_place(i, g)
        other = wall_place(below(i + 1, rng), g)
        tile = g[one]
        g[one] = g[other]
        g[other] = tile


def wall_place(i: int, g: Sequence[int]) -> int:
    """Where the ``i``-th tile that is left stands."""
    for seat in range(4):
        length = g[QUEUE_END + seat] - g[QUEUE_NEXT + seat]
        if i < length:
            return WALL + g[QUEUE_NEXT + seat] + i
        i -= length
    return WALL


def play_match(
    first: int,
    deals: int,
    ours: Sequence[int],
    theirs: Sequence[int],
    baseline: int,
    repeats: int,
    nearness: Sequence[int],
    core: Any,
    work: Any,
    rng: MutableSequence[int],
    tiles: MutableSequence[int],
    actions: MutableSequence[int],
    g: MutableSequence[int],
    world: MutableSequence[int],
    states: Any,
    dealt: MutableSequence[int],
    listed: MutableSequence[int],
    alive: MutableSequence[int],
    result: MutableSequence[int],
    results: Any,
    out: Any,
) -> None:
    """Deals ``first`` … with our player in one seat and theirs in the others, seat by seat; a row of ``out`` each.

    Deal number i is played with us in seat i mod 4, on the tiles of i div 4: every wall is played from every seat.
    The row is: our points; the seat; decisions; those where our choice is not that of the ``baseline`` policy; then
    for each kind of decision how often that was and, if ``repeats``, what it was worth (points << FRACTION): the
    mean over so many orders of the wall, in the true deal, of our action less the baseline's, the baseline going on
    in our seat.  Those add up to what we win above the baseline in our place (the performance difference).
    """
    for i in range(deals):
        number = first + i
        seat = number & 3
        shuffled_deal(number >> 2, core, rng, tiles, g)
        for other in range(4):
            work[K_POLICY + other] = ours[S_POLICY] if other == seat else theirs[S_POLICY]
        row = out[i]
        row[1] = seat
        n = step(-1, core, work, g, listed)
        turn = 0
        while n > 0:
            turn += 1
            actor = g[ACTOR]
            player = ours if actor == seat else theirs
            # numbers of their own for every decision, so that a search never sees the deal's
            seed = (number << 8 | turn & 255) + (1 << 40)
            action = decide(
                player,
                seed,
                nearness,
                core,
                work,
                rng,
                tiles,
                actions,
                g,
                states,
                listed,
                n,
                dealt,
                world,
                alive,
                results,
            )
            if actor == seat and n > 1:
                row[2] += 1
                work[K_POLICY + seat] = baseline
                plain = choose(core, work, g, listed, n)
                if plain != action:
                    row[3] += 1
                    kind = kind_of_decision(g[PHASE], plain, action)
                    row[4 + kind] += 1
                    seed_random(seed + (1 << 50), rng)
                    for _ in range(repeats):
                        for k in range(STATE_SIZE):
                            dealt[k] = g[k]
                        shuffle_wall(rng, dealt)
                        for k in range(STATE_SIZE):
                            world[k] = dealt[k]
                        play_action(seat, action, TO_THE_END, core, work, world, actions, result)
                        row[4 + D_KINDS + kind] += result[E_SCORE] // repeats
                        for k in range(STATE_SIZE):
                            world[k] = dealt[k]
                        play_action(seat, plain, TO_THE_END, core, work, world, actions, result)
                        row[4 + D_KINDS + kind] -= result[E_SCORE] // repeats
                work[K_POLICY + seat] = ours[S_POLICY]
            n = step(action, core, work, g, listed)
        row[0] = g[PAYS + seat]
