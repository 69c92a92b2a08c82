"""期望: score, chances and risks of each action, from deals played out to the end.

For every action ``a`` and sample ``s`` the kernels give what the deal paid, who won on what, and when.  All figures
of a row are means over the same samples, so they agree with each other::

    score(a)  = Σ over what can happen of chance × points          (exactly: both sides are the same sum)
    se(a)     = sd / √n,   diff_se(a) = sd(x_a − x_best) / √n       (the samples are paired)

Weak actions stop being sampled early: after each round of :data:`ROUND` samples an action is dropped when its mean
lies more than :data:`DROP` standard errors of the difference below the best, so what is reported for it rests on
fewer samples, and says so.  Rounds have a fixed size, which keeps an answer a function of seed and samples alone.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from analyzer import compiler
from analyzer.expectation import playout_kernels as kernels
from analyzer.playout import game_kernels
from analyzer.playout.nearness import nearness_of
from analyzer.playout.tables import Bench, new_state
from analyzer.position import SEATS
from analyzer.rules import DEFAULT, RuleSet
from analyzer.win_kernels import BY_ZIMO
from analyzer.wins import BIG_HANDS

__all__ = ["Estimate", "evaluate"]

ROUND: Final = 256
"""Samples between two looks at which actions are worth going on with."""
CHUNK: Final = 32
"""Samples that one thread takes at a time; fewer while the kernels are not compiled yet."""
PLAIN_CHUNK: Final = 1
DROP: Final = 4.0
EQUAL: Final = 2.0
"""Actions within so many standard errors of the difference to the best are called equal."""
TURNS: Final = 18
"""Own turns that the curves by turn cover."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one action is worth: means over ``samples`` deals; chances 0–1, points of the player."""

    samples: int
    score: float
    score_se: float
    diff: float
    """Score less the best action's, never positive but by noise."""
    diff_se: float
    """Standard error of ``diff``; 0 for the best itself."""
    equal: bool
    """Whether the action can't be told from the best."""
    win: float
    tenpai: float
    win_by_turn: tuple[float, ...]
    """Chance of having won within 1, 2, … own turns."""
    tenpai_by_turn: tuple[float, ...]
    deal_in: tuple[float, ...]
    """By seat, the chance that this opponent wins on the player's tile."""
    deal_in_cost: tuple[float, ...]
    """By seat, points lost to that on average over all samples (not positive)."""
    contract: float
    """承包: chance of paying for all."""
    drawn: float
    """荒庄: chance of a deal that nobody wins."""
    mean_payout: float
    """Points of a win on average; 0 where there is none."""
    hands: tuple[tuple[str, float], ...]
    """Which hands are won with which chance: ``small`` and the big hands, most likely first."""
    payouts: tuple[tuple[int, float], ...]
    """Every payment that came up, ascending, with its chance."""


class Cancelled(Exception):
    """The computation was stopped from outside."""


def evaluate(
    rules: RuleSet,
    seat: int,
    states: Sequence[Any],
    codes: Sequence[int],
    *,
    samples: int,
    seed: int = 0,
    threads: int = 2,
    budget_s: float | None = None,
    progress: Callable[[int, tuple[Estimate, ...]], None] | None = None,
    stop: threading.Event | None = None,
) -> tuple[Estimate, ...]:
    """The worth of each action, in the order given.

    ``states`` are the states before each action, the hidden parts empty, and ``codes`` the actions (−1: run on
    from the state).  At most ``samples`` deals are played for each; with ``budget_s`` no new round begins after
    so many seconds.  ``progress`` is told (samples so far, estimates) after each round; ``stop`` ends the work
    after the chunk at hand, with what there is.  Raises :class:`Cancelled` if that is nothing.

    The kernels are compiled in the background meanwhile and taken as soon as they are ready; the figures are the
    same either way.
    """
    compiler.warm_up()
    played = np.zeros((0, len(codes), kernels.E_SIZE), np.int64)
    alive = np.ones(len(codes), np.int64)
    counted = np.zeros(len(codes), np.int64)
    started = time.monotonic()
    table = np.stack(list(states))
    coded = np.array(codes, np.int64)
    nearness = nearness_of(rules)
    benches = [Bench(rules) for _ in range(threads)]
    free = list(benches)
    dealt = {id(bench): new_state() for bench in benches}

    def run(first: int, count: int) -> Any:
        results = np.zeros((count, len(codes), kernels.E_SIZE), np.int64)
        late = budget_s is not None and first and time.monotonic() - started >= budget_s
        if late or (stop is not None and stop.is_set()):
            return results[:0]
        bench = free.pop()
        active = compiler.active(kernels)
        active.evaluate(
            seat,
            table,
            coded,
            alive,
            seed,
            first,
            nearness,
            bench.plain if active is kernels else bench.core,
            bench.work,
            bench.random,
            bench.tiles,
            bench.actions,
            dealt[id(bench)],
            bench.world,
            results,
        )
        free.append(bench)
        return results

    with ThreadPoolExecutor(threads) as pool:
        while len(played) < samples:
            size = min(ROUND, samples - len(played))
            chunk = CHUNK if compiler.is_ready(kernels) else PLAIN_CHUNK
            starts = range(len(played), len(played) + size, chunk)
            sizes = [min(chunk, len(played) + size - start) for start in starts]
            parts = list(pool.map(run, starts, sizes))
            whole = next((i for i, part in enumerate(parts) if len(part) < sizes[i]), len(parts))
            played = np.concatenate([played, *parts[:whole]])
            counted[alive == 1] = len(played)
            if whole < len(parts):
                break
            if progress is not None:
                progress(len(played), _estimates(played, counted, seat))
            alive = _still_alive(played, counted, alive)
            if budget_s is not None and time.monotonic() - started >= budget_s:
                break
    if not len(played):
        raise Cancelled
    return _estimates(played, counted, seat)


def _best(played: Any, counted: Any) -> int:
    """The action with the best mean among those that were sampled to the end."""
    means = [
        played[:n, a, kernels.E_SCORE].mean() if n == counted.max() else -np.inf
        for a, n in enumerate(counted)
    ]
    return int(np.argmax(means))


def _difference(played: Any, counted: Any, a: int, best: int) -> tuple[float, float]:
    """Mean of the paired difference to the best over the samples of ``a``, and its standard error."""
    n = int(counted[a])
    gaps = played[:n, a, kernels.E_SCORE] - played[:n, best, kernels.E_SCORE]
    return float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(n)) if n > 1 else float("inf")


def _still_alive(played: Any, counted: Any, alive: Any) -> Any:
    best = _best(played, counted)
    after = alive.copy()
    for a in range(len(alive)):
        if alive[a] and a != best:
            gap, error = _difference(played, counted, a, best)
            if gap < -DROP * error:
                after[a] = 0
    return after


def _estimates(played: Any, counted: Any, seat: int) -> tuple[Estimate, ...]:
    best = _best(played, counted)
    return tuple(_estimate(played, counted, a, best, seat) for a in range(len(counted)))


def _estimate(played: Any, counted: Any, a: int, best: int, seat: int) -> Estimate:
    n = int(counted[a])
    rows = played[:n, a]
    score = rows[:, kernels.E_SCORE]
    gap, error = (0.0, 0.0) if a == best else _difference(played, counted, a, best)
    won = rows[:, kernels.E_WINNER] == seat
    tenpai = rows[:, kernels.E_TENPAI]
    fed = (rows[:, kernels.E_SOURCE] == seat) & (rows[:, kernels.E_BY] != BY_ZIMO)
    deal_in, cost = [], []
    for other in SEATS:
        hit = fed & (rows[:, kernels.E_WINNER] == other)
        deal_in.append(float(hit.mean()))
        cost.append(float(score[hit].sum() / n))
    turns = np.arange(1, TURNS + 1)
    ended = rows[:, kernels.E_TURN]
    values, times = np.unique(score, return_counts=True)
    return Estimate(
        samples=n,
        score=float(score.mean()),
        score_se=float(score.std(ddof=1) / np.sqrt(n)) if n > 1 else float("inf"),
        diff=gap,
        diff_se=error,
        equal=bool(gap >= -EQUAL * error),
        win=float(won.mean()),
        tenpai=float((won | (tenpai >= 0)).mean()),
        win_by_turn=tuple(float((won & (ended <= turn)).mean()) for turn in turns),
        tenpai_by_turn=tuple(
            float((((tenpai >= 0) & (tenpai <= turn)) | (won & (ended <= turn))).mean()) for turn in turns
        ),
        deal_in=tuple(deal_in),
        deal_in_cost=tuple(cost),
        contract=float((rows[:, kernels.E_CONTRACT] == seat).mean()),
        drawn=float((rows[:, kernels.E_WINNER] < 0).mean()),
        mean_payout=float(score[won].mean()) if won.any() else 0.0,
        hands=_hands(rows[won], n),
        payouts=tuple((int(value), float(count / n)) for value, count in zip(values, times, strict=True)),
    )


def _hands(rows: Any, n: int) -> tuple[tuple[str, float], ...]:
    counted: Counter[str] = Counter()
    masks = rows[:, kernels.E_BIG]
    counted["small"] = int((masks == 0).sum())
    for name, bit in BIG_HANDS.items():
        counted[name] = int(((masks & bit) != 0).sum())
    return tuple((name, count / n) for name, count in counted.most_common() if count)


def _exercise(twin: Any) -> None:
    """Call what this module calls, so that it is compiled for these types."""
    bench = Bench(DEFAULT)
    tiles = np.arange(136, dtype=np.int64) >> 2
    compiler.compiled(game_kernels).deal(tiles, 0, bench.core, bench.state)
    results = np.zeros((1, 1, kernels.E_SIZE), np.int64)
    state, none = bench.state[None, :].copy(), np.array([-1], np.int64)
    twin.evaluate(
        0,
        state,
        none,
        np.ones(1, np.int64),
        0,
        0,
        nearness_of(DEFAULT),
        bench.core,
        bench.work,
        bench.random,
        bench.tiles,
        bench.actions,
        new_state(),
        bench.world,
        results,
    )


compiler.register(kernels, _exercise)
