"""期望: score, chances and risks of each action, from deals played on from worlds that agree with all that is seen.

For every action ``a`` and sample ``s`` the kernels give what the deal paid, who won on what, and when.  All figures
of a row are means over the same samples, so they agree with each other::

    score(a)  = Σ over what can happen of chance × points          (exactly: both sides are the same sum)
    se(a)     = sd / √n,   diff_se(a) = sd(x_a − x_best) / √n       (the samples are paired)

**Three speeds.**  ``full`` plays to the end and knows every figure.  ``quick`` cuts each playout after the owner's
next three turns and asks the judge (:mod:`analyzer.playout.model_kernels`), ``instant`` after one turn in few worlds.
The judge is off by some points of its own, measured when it was trained; that error is added, in squares, to both
standard errors.

The owner plays by the learned policy of the game, the others by the efficiency policy.

Weak actions stop being sampled early: after each round an action is dropped when its mean lies more than
:data:`DROP` standard errors of the difference below the best, so what is reported for it rests on fewer samples, and
says so.  Every action, and with it every route, is sampled in the first rounds.  Rounds have fixed sizes, which keeps
an answer a function of seed and samples alone.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np

from analyzer import compiler
from analyzer.expectation import playout_kernels as kernels
from analyzer.playout import game_kernels, model_kernels
from analyzer.playout.model_kernels import EFFICIENT, LEARNED
from analyzer.playout.models import is_judged, is_learned, judge_error, level_error
from analyzer.playout.nearness import nearness_of
from analyzer.playout.tables import Bench, new_state
from analyzer.position import SEATS
from analyzer.rules import DEFAULT, RuleSet
from analyzer.win_kernels import BY_ZIMO
from analyzer.wins import BIG_HANDS

__all__ = ["Cancelled", "Estimate", "Speed", "Spread", "evaluate", "seat_policies", "speed_for"]

Spread = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], list[Any]]
"""Calls a function on every tuple of arguments, side by side or not; results in their order."""


class Speed(StrEnum):
    """How far a deal is played on before it is judged."""

    INSTANT = "instant"
    QUICK = "quick"
    FULL = "full"

    @property
    def depth(self) -> int:
        """Own turns that are played before the judge speaks."""
        return {"instant": 1, "quick": 3, "full": kernels.TO_THE_END}[self.value]

    @property
    def samples(self) -> int:
        """Worlds that are dealt where nothing else is asked for."""
        return {"instant": 32, "quick": 256, "full": 4096}[self.value]


FIRST_ROUND: Final = 16
ROUND: Final = 256
"""Worlds of the first round, which figures follow at once, and of those once things go smoothly."""
LOOK: Final = 64
"""Worlds after which weak actions begin to be dropped: fewer show too little of a route that seldom wins much."""
CHUNK: Final = 8
"""Samples that one thread takes at a time; few, since at a round's end one thread waits for the other's last chunk."""
PLAIN_CHUNK: Final = 1
DROP: Final = 4.0
EQUAL: Final = 2.0
"""Actions within so many standard errors of the difference to the best are called equal."""
TURNS: Final = 18
"""Own turns that the curves by turn cover."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one action is worth: means over ``samples`` worlds; chances 0–1, points of the player.

    What only the end of a deal can tell is empty or ``None`` where playouts are cut (:attr:`speed`).
    """

    speed: Speed

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
    """Chance to win."""
    tenpai: float
    """Chance to be tenpai, or to have won, by the end."""
    win_by_turn: tuple[float, ...]
    """Chance of having won within 1, 2, … own turns."""
    tenpai_by_turn: tuple[float, ...]
    """The same for having been tenpai, or won."""
    deal_in: tuple[float, ...]
    """By seat, the chance that this opponent wins on the player's tile."""
    deal_in_cost: tuple[float, ...]
    """By seat, points lost to that on average over all samples (not positive)."""
    contract: float | None
    """承包: chance of paying for all."""
    drawn: float | None
    """荒庄: chance of a deal that nobody wins."""
    mean_payout: float | None
    """Points of a win on average; 0 where there is none."""
    hands: tuple[tuple[str, float], ...]
    """Which hands are won with which chance: ``small`` and the big hands, most likely first."""
    payouts: tuple[tuple[int, float], ...]
    """Every payment that came up, ascending, with its chance."""


class Cancelled(Exception):
    """The computation was stopped from outside."""


def speed_for(rules: RuleSet, speed: Speed) -> Speed:
    """The speed that a rule set can be asked at: one that no judge was trained for is played to the end."""
    return speed if is_judged(rules) else Speed.FULL


def seat_policies(rules: RuleSet, seat: int) -> tuple[int, int, int, int]:
    """Who plays each seat: the owner by the learned policy of the game, if there is one, the others by P0."""
    own = LEARNED if is_learned(rules) else EFFICIENT
    one, two, three, four = (own if other == seat else EFFICIENT for other in SEATS)
    return one, two, three, four


@contextmanager
def _own_threads(threads: int) -> Iterator[Spread]:
    with ThreadPoolExecutor(threads) as pool:

        def spread(function: Callable[..., Any], chunks: Sequence[tuple[Any, ...]]) -> list[Any]:
            return [each.result() for each in [pool.submit(function, *chunk) for chunk in chunks]]

        yield spread


def evaluate(
    rules: RuleSet,
    seat: int,
    states: Sequence[Any],
    codes: Sequence[int],
    *,
    speed: Speed = Speed.FULL,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 2,
    budget_s: float | None = None,
    progress: Callable[[int, tuple[Estimate, ...]], None] | None = None,
    stop: threading.Event | None = None,
    spread: Spread | None = None,
) -> tuple[Estimate, ...]:
    """The worth of each action, in the order given.

    ``states`` are the states before each action, the hidden parts empty, and ``codes`` the actions (−1: run on
    from the state).  At most ``samples`` worlds are dealt for each (those of the speed by default); with ``budget_s``
    no new chunk begins after so many seconds.  ``progress`` is told (samples so far, estimates) after each round;
    ``stop`` ends the work after the chunks at hand, with what there is.  Raises :class:`Cancelled` if that is
    nothing.  ``spread`` runs the chunks (by default ``threads`` threads of its own).

    The kernels are compiled in the background meanwhile and taken as soon as they are ready; the figures are the
    same either way.
    """
    compiler.warm_up()
    speed = speed_for(rules, speed)
    samples = speed.samples if samples is None else samples
    played = np.zeros((0, len(codes), kernels.E_SIZE), np.int64)
    alive = np.ones(len(codes), np.int64)
    counted = np.zeros(len(codes), np.int64)
    started = time.monotonic()
    table = np.stack(list(states))
    coded = np.array(codes, np.int64)
    nearness = nearness_of(rules)
    free: list[tuple[Bench, Any]] = []
    policies = seat_policies(rules, seat)

    def run(first: int, count: int) -> Any:
        results = np.zeros((count, len(codes), kernels.E_SIZE), np.int64)
        late = budget_s is not None and first and time.monotonic() - started >= budget_s
        if late or (stop is not None and stop.is_set()):
            return results[:0]
        try:
            bench, dealt = free.pop()
        except IndexError:
            bench, dealt = Bench(rules), new_state()
            bench.seat_players(policies)
        active = compiler.active(kernels)
        active.evaluate(
            seat,
            table,
            coded,
            alive,
            speed.depth,
            seed,
            first,
            nearness,
            bench.plain if active is kernels else bench.core,
            bench.work,
            bench.random,
            bench.tiles,
            bench.actions,
            dealt,
            bench.world,
            results,
        )
        free.append((bench, dealt))
        return results

    error, level = judge_error(rules, speed.depth), level_error(rules, speed.depth)
    with nullcontext(spread) if spread else _own_threads(threads) as spread_over:
        while len(played) < samples:
            size = min(_round(len(played)), samples - len(played))
            chunk = CHUNK if compiler.is_ready(kernels) else PLAIN_CHUNK
            starts = range(len(played), len(played) + size, chunk)
            sizes = [min(chunk, len(played) + size - start) for start in starts]
            parts = spread_over(run, list(zip(starts, sizes, strict=True)))
            whole = next((i for i, part in enumerate(parts) if len(part) < sizes[i]), len(parts))
            played = np.concatenate([played, *parts[:whole]])
            counted[alive == 1] = len(played)
            if whole < len(parts):
                break
            if progress is not None:
                progress(len(played), _estimates(played, counted, seat, speed, error, level))
            if len(played) >= LOOK:
                alive = _still_alive(played, counted, alive, error)
            if budget_s is not None and time.monotonic() - started >= budget_s:
                break
    if not len(played):
        raise Cancelled
    return _estimates(played, counted, seat, speed, error, level)


def _round(played: int) -> int:
    """Worlds of the next round: few at first, so that figures are there at once, then a share of all so far."""
    return max(FIRST_ROUND, played) if played < ROUND else max(ROUND, played // 4)


def _best(played: Any, counted: Any) -> int:
    """The action with the best mean among those that were sampled to the end."""
    means = [
        played[:n, a, kernels.E_SCORE].mean() if n == counted.max() else -np.inf
        for a, n in enumerate(counted)
    ]
    return int(np.argmax(means))


def _mean_and_error(values: Any, error: float) -> tuple[float, float]:
    """Mean of values in the kernels' unit, in points, and its standard error, with a further ``error`` in squares."""
    n = len(values)
    sampled = float(values.std(ddof=1) / np.sqrt(n)) / kernels.ONE if n > 1 else float("inf")
    return float(values.mean()) / kernels.ONE, float(np.hypot(sampled, error))


def _difference(played: Any, counted: Any, a: int, best: int, error: float) -> tuple[float, float]:
    """Mean of the paired difference to the best over the samples of ``a``, and its standard error; points."""
    n = int(counted[a])
    gaps = played[:n, a, kernels.E_SCORE] - played[:n, best, kernels.E_SCORE]
    return _mean_and_error(gaps, error)


def _still_alive(played: Any, counted: Any, alive: Any, error: float) -> Any:
    best = _best(played, counted)
    after = alive.copy()
    for a in range(len(alive)):
        if alive[a] and a != best:
            gap, deviation = _difference(played, counted, a, best, error)
            if gap < -DROP * deviation:
                after[a] = 0
    return after


def _estimates(
    played: Any, counted: Any, seat: int, speed: Speed, error: float, level: float
) -> tuple[Estimate, ...]:
    best = _best(played, counted)
    return tuple(_estimate(played, counted, a, best, seat, speed, error, level) for a in range(len(counted)))


def _estimate(
    played: Any, counted: Any, a: int, best: int, seat: int, speed: Speed, error: float, level: float
) -> Estimate:
    n = int(counted[a])
    rows = played[:n, a]
    judged = bool((rows[:, kernels.E_WINNER] == kernels.CUT).any())
    score, score_se = _mean_and_error(rows[:, kernels.E_SCORE], level if judged else 0.0)
    gap, gap_se = (0.0, 0.0) if a == best else _difference(played, counted, a, best, error)
    found = Estimate(
        speed=speed,
        samples=n,
        score=score,
        score_se=score_se,
        diff=gap,
        diff_se=gap_se,
        equal=bool(gap >= -EQUAL * gap_se),
        win=float(rows[:, kernels.E_WON].mean()) / kernels.ONE,
        tenpai=float(rows[:, kernels.E_READY].mean()) / kernels.ONE,
        win_by_turn=(),
        tenpai_by_turn=(),
        deal_in=(),
        deal_in_cost=(),
        contract=None,
        drawn=None,
        mean_payout=None,
        hands=(),
        payouts=(),
    )
    return _with_ends(found, rows, seat) if speed is Speed.FULL else found


def _with_ends(found: Estimate, rows: Any, seat: int) -> Estimate:
    """The figures that the ends of the deals tell."""
    n = len(rows)
    points = rows[:, kernels.E_SCORE] // kernels.ONE
    won = rows[:, kernels.E_WINNER] == seat
    tenpai = rows[:, kernels.E_TENPAI]
    fed = (rows[:, kernels.E_SOURCE] == seat) & (rows[:, kernels.E_BY] != BY_ZIMO)
    deal_in, cost = [], []
    for other in SEATS:
        hit = fed & (rows[:, kernels.E_WINNER] == other)
        deal_in.append(float(hit.mean()))
        cost.append(float(points[hit].sum() / n))
    turns = np.arange(1, TURNS + 1)
    ended = rows[:, kernels.E_TURN]
    values, times = np.unique(points, return_counts=True)
    return replace(
        found,
        win_by_turn=tuple(float((won & (ended <= turn)).mean()) for turn in turns),
        tenpai_by_turn=tuple(
            float((((tenpai >= 0) & (tenpai <= turn)) | (won & (ended <= turn))).mean()) for turn in turns
        ),
        deal_in=tuple(deal_in),
        deal_in_cost=tuple(cost),
        contract=float((rows[:, kernels.E_CONTRACT] == seat).mean()),
        drawn=float((rows[:, kernels.E_WINNER] < 0).mean()),
        mean_payout=float(points[won].mean()) if won.any() else 0.0,
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
        kernels.TO_THE_END,
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


def _exercise_model(twin: Any) -> None:
    """The same for the choice of a default."""
    bench = Bench(DEFAULT)
    bench.seat_players([LEARNED] * len(SEATS))
    compiler.compiled(game_kernels).deal(np.arange(136, dtype=np.int64) >> 2, 0, bench.core, bench.state)
    codes = np.array([kind for kind in range(game_kernels.A_GANG) if bench.state[game_kernels.HANDS + kind]])
    twin.choose(bench.core, bench.work, bench.state, codes, len(codes))


compiler.register(kernels, _exercise)
compiler.register(model_kernels, _exercise_model)
