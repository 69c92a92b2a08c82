"""训练: the learned player and judge of a game, from deals that it plays itself.

``python -m analyzer.expectation.train GAME…`` (``make train``) goes through these steps for each game and writes its
file (:mod:`analyzer.playout.models`):

1. the efficiency player plays in every seat; the judge learns what became of the positions;
2. a learner that begins as the efficiency player meets three of those.  At its decisions every action is played on
   in the true deal to its next turn and judged, and the learner fits its rates to these values.  The judge learns
   anew from the learner's own deals, and the learner is trained again.  Games other than the first begin with the
   learner and judge of the first, and are trained once;
3. what is said of the result is measured on deals of their own: the player against three efficiency players, the
   judge's differences of actions against playouts to the end.

Fitting minimises squared errors by Adam (Kingma and Ba, 2015).  All is a function of the settings and the seed.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np

from analyzer import compiler
from analyzer.errors import AnalyzerError
from analyzer.expectation import playout_kernels
from analyzer.expectation import training_kernels as kernels
from analyzer.playout import game_kernels, selfplay, selfplay_kernels
from analyzer.playout import model_kernels as models
from analyzer.playout.models import empty_model, is_learned, model_of, provenance, save_model
from analyzer.playout.nearness import nearness_of
from analyzer.playout.selfplay import chunks_of, spread
from analyzer.playout.tables import Bench, new_state
from analyzer.rules import DEFAULT, PRESETS, RuleSet, preset
from analyzer.texts import describe

__all__ = ["Settings", "errors_of", "gain_of", "learn_choices", "learn_judgement", "main", "train"]

FIRST_OF_TRAINING: Final = 0
FIRST_OF_VALIDATION: Final = 900_000_000
POINTS: Final = 100.0
"""The judge learns points in hundreds, so that its three outputs weigh alike."""
SHARES: Final = np.array([1.0, 4.0, 2.0], np.float32)
"""What an error of points (in hundreds), chance to win, chance to be tenpai counts in its loss."""
CLIP: Final = 120.0
"""Differences between actions that are larger, in points, count as this."""
WARM: Final = 40.0
COOL: Final = 5.0
WARM_SHARE: Final = 0.6
"""The fit of the player is warm until the rate of its steps has fallen to this share."""
LINE_RATE: Final = 50.0
"""The line is in points and moves in larger steps than the bends' weights."""
CHUNK: Final = 250


@dataclass(frozen=True)
class Settings:
    """What a training costs, and its seed."""

    deals_judged: int = 100_000
    """Deals in which positions are recorded, each time the judge learns."""
    deals_chosen: int = 25_000
    """Deals in which the learner's decisions are recorded, each time it is trained."""
    rounds: int = 2
    epochs_judged: int = 2
    epochs_chosen: int = 2
    depth: int = 1
    """Own turns that an action is played on for before the judge speaks."""
    walls: int = 20_000
    """Walls on which the player is measured, from every seat."""
    decisions_measured: int = 80
    worlds: int = 1000
    """Decisions, and worlds of each, on which the judge is measured."""
    seed: int = 1
    jobs: int = 2


@dataclass
class Nets:
    """The weights while they are learned: float32 arrays, in points and chances."""

    line: Any
    player: list[Any]
    judge: list[Any]


def fresh_nets(rng: np.random.Generator) -> Nets:
    """A player that goes for the nearest hand and the most live tiles, and a judge that knows nothing."""
    line = np.zeros(models.ACTION_ROWS, np.float32)
    for near in range(models.NEAR_STEPS):
        for live in range(models.LIVE_STEPS):
            line[models.F_NEAR + models.LIVE_STEPS * near + live] = 0.6 * live - 20.0 * near
    line[models.F_KIND + models.S_HONOUR] = 20.0
    line[models.F_KIND + models.S_DROP] = -20.0
    line[models.F_KIND + models.S_LAIZI] = -20.0

    def some(*shape: int, scale: float) -> Any:
        return rng.normal(0, scale, shape).astype(np.float32)

    player = [
        some(models.ACTION_ROWS, models.BENDS, scale=0.2),
        np.full(models.BENDS, 0.1, np.float32),
        some(models.BENDS, scale=0.2),
    ]
    judge = [
        some(models.JUDGE_ROWS, models.FIRST, scale=0.2),
        np.zeros(models.FIRST, np.float32),
        some(models.FIRST, models.SECOND, scale=0.2),
        np.zeros(models.SECOND, np.float32),
        some(models.SECOND, models.OUTPUTS, scale=0.2),
        np.array([0.0, 0.25, 0.5], np.float32),
    ]
    return Nets(line, player, judge)


def fixed(nets: Nets) -> Any:
    """The weights as the kernels read them: int64[MODEL_SIZE], fixed-point."""
    found = empty_model().copy()
    one = 1 << models.FRACTION

    def put(at: int, values: Any) -> None:
        flat = np.rint(np.asarray(values, np.float64) * one).astype(np.int64).reshape(-1)
        found[at : at + len(flat)] = flat

    scale = np.array([POINTS, 1.0, 1.0])
    put(models.N_LINE, nets.line)
    put(models.N_WEIGHT, nets.player[0])
    put(models.N_BIAS, nets.player[1])
    put(models.N_OUT, nets.player[2])
    put(models.J_WEIGHT, nets.judge[0])
    put(models.J_BIAS, nets.judge[1])
    put(models.J_SECOND, nets.judge[2])
    put(models.J_SECOND_BIAS, nets.judge[3])
    put(models.J_OUT, (nets.judge[4] * scale).T)
    put(models.J_OUT_BIAS, nets.judge[5] * scale)
    found.setflags(write=False)  # as those of a file are: kernels are compiled for one kind of array
    return found


def loose(weights: Any) -> Nets:
    """The inverse of :func:`fixed`."""

    def take(at: int, *shape: int) -> Any:
        size = int(np.prod(shape))
        return (weights[at : at + size] / (1 << models.FRACTION)).astype(np.float32).reshape(shape)

    scale = np.array([POINTS, 1.0, 1.0], np.float32)
    player = [
        take(models.N_WEIGHT, models.ACTION_ROWS, models.BENDS),
        take(models.N_BIAS, models.BENDS),
        take(models.N_OUT, models.BENDS),
    ]
    judge = [
        take(models.J_WEIGHT, models.JUDGE_ROWS, models.FIRST),
        take(models.J_BIAS, models.FIRST),
        take(models.J_SECOND, models.FIRST, models.SECOND),
        take(models.J_SECOND_BIAS, models.SECOND),
        take(models.J_OUT, models.OUTPUTS, models.SECOND).T / scale,
        take(models.J_OUT_BIAS, models.OUTPUTS) / scale,
    ]
    return Nets(take(models.N_LINE, models.ACTION_ROWS), player, judge)


class Adam:
    """Steps down a gradient for several arrays (float32, changed in place)."""

    def __init__(self, arrays: list[Any], rate: float) -> None:
        self.arrays, self.rate, self.time = arrays, rate, 0
        self.means = [np.zeros_like(each) for each in arrays]
        self.squares = [np.zeros_like(each) for each in arrays]

    def step(self, gradients: list[Any], share: float) -> None:
        """One step at ``share`` of the full rate."""
        self.time += 1
        whole = self.rate * share * np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
        for each, mean, square, gradient in zip(
            self.arrays, self.means, self.squares, gradients, strict=True
        ):
            mean *= 0.9
            mean += 0.1 * gradient
            square *= 0.999
            square += 0.001 * gradient * gradient
            each -= (whole * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def one_hot(rows: Any, size: int) -> Any:
    """float32[n, size] with a one at each of the n × k row numbers."""
    found = np.zeros((len(rows), size), np.float32)
    found[np.arange(len(rows))[:, None], rows] = 1
    return found


# What is recorded


def _bench(rules: RuleSet, weights: Any) -> Bench:
    bench = Bench(rules)
    bench.core = (*bench.core[: game_kernels.T_MODEL], weights)
    return bench


def _position_chunk(rules: RuleSet, weights: Any, learned: int, one_in: int, first: int, count: int) -> Any:
    bench = _bench(rules, weights)
    out = np.zeros((90 * count, kernels.G_SIZE), np.int32)
    n = compiler.active(kernels).record_positions(
        first, count, learned, one_in, *bench.common, np.zeros(8, np.int64), out
    )
    return out[:n].copy()


def positions_of(rules: RuleSet, weights: Any, learned: bool, first: int, deals: int, jobs: int) -> Any:
    """Recorded positions: int32[n, G_SIZE].  Of a learner's deals every second one, else every fourth."""
    chunks = ((rules, weights, int(learned), 2 if learned else 4, *c) for c in chunks_of(first, deals, CHUNK))
    return np.concatenate(spread(_position_chunk, chunks, jobs))


def _decision_chunk(rules: RuleSet, weights: Any, learned: int, depth: int, first: int, count: int) -> Any:
    bench = _bench(rules, weights)
    out = np.zeros((260 * count, kernels.H_SIZE), np.int64)
    n = compiler.active(kernels).record_decisions(
        first,
        count,
        learned,
        1,
        depth,
        *bench.common,
        bench.world,
        np.zeros(game_kernels.ACTIONS, np.int64),
        np.zeros(playout_kernels.E_SIZE, np.int64),
        out,
    )
    return out[:n].copy()


def decisions_of(
    rules: RuleSet, weights: Any, learned: bool, depth: int, first: int, deals: int, jobs: int
) -> list[Any]:
    """Recorded decisions, a chunk of deals each: int64[n, H_SIZE]."""
    chunks = ((rules, weights, int(learned), depth, *c) for c in chunks_of(first, deals, CHUNK))
    return spread(_decision_chunk, chunks, jobs)


# What is learned


def learn_judgement(nets: Nets, rows: Any, epochs: int, rate: float, rng: np.random.Generator) -> float:
    """Fit the judge to recorded positions, in place; returns the share of the score's variance it explains.

    The last twentieth of the rows, which are those of the last deals, is kept for that.
    """
    features = rows[:, : models.JUDGE_FEATURES]
    told = np.stack(
        [rows[:, kernels.G_SCORE] / POINTS, rows[:, kernels.G_WON], rows[:, kernels.G_READY]], axis=1
    ).astype(np.float32)
    adam = Adam(nets.judge, rate)
    kept = len(rows) - len(rows) // 20
    for batch, share in _batches(kept, 4096, epochs, rng):
        x = one_hot(features[batch], models.JUDGE_ROWS)
        w1, b1, w2, b2, w3, b3 = nets.judge
        first = np.maximum(x @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        error = (second @ w3 + b3 - told[batch]) * (SHARES / len(batch))
        back2 = (error @ w3.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        gradients = [x.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), second.T @ error, error.sum(0)]
        adam.step(gradients, share)
    x = one_hot(features[kept:], models.JUDGE_ROWS)
    w1, b1, w2, b2, w3, b3 = nets.judge
    found = np.maximum(np.maximum(x @ w1 + b1, 0) @ w2 + b2, 0) @ w3 + b3
    left = ((found[:, 0] - told[kept:, 0]) ** 2).mean()
    return float(1 - left / told[kept:, 0].var())


def _batches(n: int, size: int, epochs: int, rng: np.random.Generator) -> Iterator[tuple[Any, float]]:
    """Random batches of all numbers below ``n``, again and again, with the share of the rate: falling to nothing."""
    whole = epochs * (n // size + 1)
    done = 0
    for _ in range(epochs):
        order = rng.permutation(n)
        for start in range(0, n, size):
            done += 1
            yield order[start : start + size], 1 - done / (whole + 1)


@dataclass(frozen=True)
class Decisions:
    """Decisions in one table: rows of features, values in points, where each decision begins."""

    features: Any
    values: Any
    plain: Any
    """Whether P0 would choose it."""
    chosen: Any
    """Whether the player did."""
    starts: Any


def gathered(chunks: list[Any]) -> Decisions:
    """Chunks of recorded decisions in one table; values are less the mean of their decision."""
    rows = np.concatenate(chunks)
    starts, base = [], 0
    for chunk in chunks:
        numbers = chunk[:, kernels.H_DECISION]
        starts.append(base + np.flatnonzero(np.diff(numbers, prepend=-1)))
        base += len(chunk)
    found = np.concatenate(starts)
    values = rows[:, kernels.H_SCORE].astype(np.float32) / (1 << models.FRACTION)
    lengths = np.diff(found, append=len(rows))
    values -= np.repeat(np.add.reduceat(values, found) / lengths, lengths)
    return Decisions(
        rows[:, : models.ACTION_FEATURES].astype(np.int16),
        values,
        rows[:, kernels.H_PLAIN] == 1,
        rows[:, kernels.H_CHOSEN] == 1,
        found,
    )


def rates_of(nets: Nets, features: Any) -> Any:
    """The player's rates of recorded actions: float32[n], points."""
    found = []
    for start in range(0, len(features), 16_384):
        x = one_hot(features[start : start + 16_384], models.ACTION_ROWS)
        w, b, out = nets.player
        found.append(x @ nets.line + np.maximum(x @ w + b, 0) @ out)
    return np.concatenate(found)


def learn_choices(nets: Nets, data: Decisions, epochs: int, rng: np.random.Generator) -> None:
    """Fit the player to recorded decisions, in place.

    Errors are squared and weighted by the chances ∝ e^(rate / heat) that the player itself would give to the
    actions of a decision: what matters is how those near the best compare.  The heat falls from :data:`WARM` to
    :data:`COOL` points.
    """
    lengths = np.diff(data.starts, append=len(data.features))
    adam = Adam([nets.line, *nets.player], 0.004)
    for batch, share in _batches(len(data.starts), 1024, epochs, rng):
        counts = lengths[batch]
        starts = np.cumsum(counts) - counts
        places = np.repeat(data.starts[batch] - starts, counts) + np.arange(counts.sum())
        x = one_hot(data.features[places], models.ACTION_ROWS)
        value = np.clip(data.values[places], -CLIP, CLIP)
        w, b, out = nets.player
        bends = np.maximum(x @ w + b, 0)
        rate = x @ nets.line + bends @ out
        top = np.repeat(np.maximum.reduceat(rate, starts), counts)
        chance = np.exp((rate - top) / (WARM if share > WARM_SHARE else COOL))
        chance /= np.repeat(np.add.reduceat(chance, starts), counts)
        error = rate - value
        error -= np.repeat(np.add.reduceat(chance * error, starts), counts)
        back = chance * error / len(batch)
        bent = back[:, None] * out[None, :] * (bends > 0)
        before = nets.line.copy()
        adam.step([x.T @ back, x.T @ bent, bent.sum(0), bends.T @ back], share)
        nets.line += (LINE_RATE - 1) * (nets.line - before)


def _match_chunk(rules: RuleSet, weights: Any, seat: int, first: int, count: int) -> Any:
    bench = _bench(rules, weights)
    rows = np.zeros((count, selfplay_kernels.D_SIZE), np.int64)
    bench.seat_players([models.LEARNED if other == seat else models.EFFICIENT for other in range(4)])
    compiler.active(selfplay_kernels).self_play(first, *bench.common, rows)
    return rows[:, selfplay_kernels.D_PAYS + seat]


def gain_of(rules: RuleSet, weights: Any, walls: int, jobs: int) -> tuple[float, float]:
    """Points a hand of the learned player against three efficiency players, and half the 95 % interval.

    Every wall is played from all four seats, on numbers that nothing is trained on.
    """
    found = []
    for seat in range(4):
        chunks = ((rules, weights, seat, *c) for c in chunks_of(FIRST_OF_VALIDATION, walls, 2000))
        found.append(np.concatenate(spread(_match_chunk, chunks, jobs)))
    by_wall = np.mean(found, axis=0)
    return float(by_wall.mean()), float(1.96 * by_wall.std(ddof=1) / np.sqrt(walls))


DEPTHS: Final = (0, 1, 2, 3)
"""Own turns after which the judge is measured."""


def some_decision(bench: Bench, number: int) -> tuple[int, Any] | None:
    """A decision of the learned player in deal ``number``: its seat, and the actions, best-rated first.

    The state is the bench's then.  ``None`` where the deal ends before.
    """
    core, work, rng, tiles, actions, g = bench.common
    game, players, deals = (compiler.compiled(each) for each in (game_kernels, models, selfplay_kernels))
    seat, turn = number // 4 % 4, number % 9  # the dealer is number % 4
    bench.seat_players([int(other == seat) for other in range(4)])
    deals.shuffled_deal(number, core, rng, tiles, g)
    n = game.step(-1, core, work, g, actions)
    while n > 0:
        if g[game_kernels.ACTOR] == seat and n > 1 and actions[0] != game_kernels.A_WIN:
            turn -= 1
            if turn < 0:
                listed = actions[:n].copy()
                players.rate_actions(core, work, g, listed, n)
                rates = work[game_kernels.K_MODEL + models.L_RATES :][:n]
                return seat, listed[np.argsort(-rates, kind="stable")]
        n = game.step(players.choose(core, work, g, actions, n), core, work, g, actions)
    return None


def _error_chunk(rules: RuleSet, weights: Any, worlds: int, number: int) -> Any:
    """Squared errors, less what finite worlds add, of the best-rated actions of one decision.

    float64[2, depths]: of the differences to the first, and of the first's score itself, by playouts cut at each
    depth.  ``None`` if the deal has no such decision.
    """
    bench = _bench(rules, weights)
    found = some_decision(bench, number)
    if found is None:
        return None
    seat, codes = found[0], found[1][:4].copy()
    scores = {}
    for depth in (*DEPTHS, playout_kernels.TO_THE_END):
        results = np.zeros((worlds, len(codes), playout_kernels.E_SIZE), np.int64)
        compiler.compiled(playout_kernels).evaluate(
            seat,
            bench.state[None, :].copy(),
            codes,
            np.ones(len(codes), np.int64),
            depth,
            number,
            0,
            nearness_of(rules),
            bench.core,
            bench.work,
            bench.random,
            bench.tiles,
            bench.actions,
            new_state(),
            bench.world,
            results,
        )
        scores[depth] = results[:, :, playout_kernels.E_SCORE] / playout_kernels.ONE
    full = scores.pop(playout_kernels.TO_THE_END)
    gaps = full[:, 1:] - full[:, :1]

    def square(off: Any) -> float:
        return float((off.mean(axis=0) ** 2 - off.var(axis=0, ddof=1) / worlds).mean())

    by_gap = [square(cut[:, 1:] - cut[:, :1] - gaps) for cut in scores.values()]
    by_level = [square(cut[:, :1] - full[:, :1]) for cut in scores.values()]
    return np.array([by_gap, by_level])


def errors_of(rules: RuleSet, weights: Any, settings: Settings) -> dict[str, Any]:
    """How far the judge is off, rms over decisions, points: ``judge_error``, ``level_error``.

    The first in the differences of two actions, the other in the score of one; a list each, for playouts cut at each
    of :data:`DEPTHS`.  Playouts to the end of the same worlds are the measure; what their own finite number adds is
    taken off.
    """
    first = FIRST_OF_VALIDATION + 50_000_000
    chunks = ((rules, weights, settings.worlds, first + i) for i in range(settings.decisions_measured))
    found = [each for each in spread(_error_chunk, chunks, settings.jobs) if each is not None]
    gaps, levels = np.sqrt(np.maximum(np.mean(found, axis=0), 0)).round(2).tolist()
    return {"judge_error": gaps, "level_error": levels}


def train(
    rules: RuleSet, settings: Settings, start: Any = None, say: Any = print
) -> tuple[Any, dict[str, Any]]:
    """The weights of a game and what was measured on the way; ``start`` are the weights of another one."""
    rng = np.random.default_rng(settings.seed)
    nets = fresh_nets(rng) if start is None else loose(start)
    jobs = settings.jobs
    started = time.monotonic()
    first = FIRST_OF_TRAINING + settings.seed * 10_000_000
    told: dict[str, Any] = {}

    def note(text: str) -> None:
        say(f"{rules.id} {time.monotonic() - started:6.0f} s  {text}")

    def judge(learned: bool) -> None:
        nonlocal first
        rate = 0.002 if learned else 0.004
        rows = positions_of(rules, fixed(nets), learned, first, settings.deals_judged, jobs)
        first += settings.deals_judged
        told["explained"] = round(learn_judgement(nets, rows, settings.epochs_judged, rate, rng), 4)
        note(f"{len(rows)} positions judged, {told['explained']:.3f} of the variance explained")

    for number in range(settings.rounds if start is None else 1):
        judge(number > 0 or start is not None)
        weights = fixed(nets)
        chunks = decisions_of(rules, weights, True, settings.depth, first, settings.deals_chosen, jobs)
        first += settings.deals_chosen
        data = gathered(chunks)
        note(f"{len(data.starts)} decisions of {len(data.features)} actions recorded")
        learn_choices(nets, data, settings.epochs_chosen, rng)
        gain, margin = gain_of(rules, fixed(nets), settings.walls, jobs)
        told["gain"], told["gain_margin"] = round(gain, 2), round(margin, 2)
        note(f"{gain:+.2f} ± {margin:.2f} points a hand against three efficiency players")
    judge(True)
    return fixed(nets), told


def judge_on(rules: RuleSet, settings: Settings) -> tuple[Any, float]:
    """The weights of a game with its judge trained on further deals of its player; the variance it explains.

    The deals are those of the settings' seed, which should not be that of the training before.
    """
    nets, rng = loose(model_of(rules)), np.random.default_rng(settings.seed)
    first = FIRST_OF_TRAINING + settings.seed * 10_000_000
    rows = positions_of(rules, fixed(nets), True, first, settings.deals_judged, settings.jobs)
    explained = learn_judgement(nets, rows, settings.epochs_judged, 0.002, rng)
    return fixed(nets), explained


def main() -> None:
    """Train the games that are named, all by default, or a rule set given as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="ids of games")
    parser.add_argument(
        "--rules", metavar="JSON", help='a rule set of one\'s own: {"base": "hongzhong", …fields}'
    )
    parser.add_argument(
        "--judge", action="store_true", help="train only the judge of what is there, on further deals"
    )
    parser.add_argument(
        "--measure", action="store_true", help="only measure the errors of what is there anew"
    )
    parser.add_argument("--seed", type=int, default=1, choices=range(40), metavar="0–39")
    parser.add_argument("--deals-judged", type=int, default=Settings.deals_judged)
    parser.add_argument("--deals-chosen", type=int, default=Settings.deals_chosen)
    parser.add_argument("--jobs", type=int, default=2, help="threads")
    parser.add_argument("--commit", default="", help="the commit that the training runs at")
    asked = parser.parse_args()
    try:
        asked_rules = [preset(name) for name in asked.games]
        if asked.rules is not None:
            fields = json.loads(asked.rules)
            if not isinstance(fields, dict):
                raise ValueError
            asked_rules.append(RuleSet.from_fields(preset(str(fields.pop("base", ""))), fields))
    except AnalyzerError as error:
        raise SystemExit(describe(error, "en")) from None
    except ValueError:
        raise SystemExit(f"expected a JSON object: {asked.rules!r}") from None
    prepare()
    settings = Settings(
        deals_judged=asked.deals_judged, deals_chosen=asked.deals_chosen, seed=asked.seed, jobs=asked.jobs
    )
    for rules in asked_rules or PRESETS.values():
        if asked.measure or asked.judge:
            weights, told = model_of(rules), provenance(rules)
            if asked.judge:
                weights, explained = judge_on(rules, settings)
                judged = {"commit": asked.commit, "seed": asked.seed, "deals": settings.deals_judged}
                told["judged"] = [*told.get("judged", ()), judged | {"explained": round(explained, 4)}]
            told |= errors_of(rules, weights, settings)
            print(rules.id, told.get("judged"), told["judge_error"], told["level_error"], flush=True)
            save_model(rules, weights, told)
            continue
        base = DEFAULT if rules == PRESETS.get(rules.id) else PRESETS.get(rules.id, DEFAULT)
        start = None if rules == DEFAULT or not is_learned(base) else model_of(base)
        weights, measured = train(rules, settings, start)
        told = {
            "game": rules.id,
            "start": "P0" if start is None else base.id,
            "opponents": "P0",
            "commit": asked.commit,
            "date": datetime.now(UTC).date().isoformat(),
            "settings": asdict(settings),
            "measured": measured,
        }
        errors = errors_of(rules, weights, settings)
        print(rules.id, errors, flush=True)
        save_model(rules, weights, told | errors)


def _exercise(twin: Any) -> None:
    """Call what this module calls, so that it is compiled for these types."""
    bench = Bench(DEFAULT)
    twin.record_positions(
        0, 1, 0, 4, *bench.common, np.zeros(8, np.int64), np.zeros((90, kernels.G_SIZE), np.int32)
    )
    twin.record_decisions(
        0,
        1,
        1,
        1,
        0,
        *bench.common,
        bench.world,
        np.zeros(game_kernels.ACTIONS, np.int64),
        np.zeros(playout_kernels.E_SIZE, np.int64),
        np.zeros((260, kernels.H_SIZE), np.int64),
    )


def prepare() -> None:
    """Have these kernels compiled by the next warm-up, and wait for it; the app, which needs none of them, does not."""
    selfplay.prepare()
    compiler.register(kernels, _exercise)
    compiler.warm_up(block=True)


if __name__ == "__main__":
    main()
