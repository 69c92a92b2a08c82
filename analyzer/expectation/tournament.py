"""比赛: what a player wins above three others, on duplicate deals, with intervals and a sequential test.

``python -m analyzer.expectation.tournament`` (``make tournament``).  A player is named by what it does:

- ``p0`` the efficiency player, ``p1`` the learned player;
- ``cut:32`` the learned player that looks 32 worlds ahead to its next turn and asks the judge, ``cut:32:2`` two turns;
- ``full:256`` the same with playouts to the end.

**Duplicate deals.**  Every wall is played four times, our player in each seat once, the others in the rest.  The
unit of all intervals is the wall, since its four deals belong together.

**Performance difference.**  At each decision of ours where the baseline would choose otherwise, both actions are
played on in the true deal by the baseline, over several orders of the wall.  For policies π (ours) and β (baseline)
and the value V under β, ::

    V_π − V_β = E over deals played by π of Σ over its decisions of (Q_β(s, π(s)) − Q_β(s, β(s)))

(Kakade and Langford, 2002), so the mean sum is the gain in points a hand.  It comes split by kind of decision.

**Sequential test.**  With ``--until B`` the match ends as soon as the gain is surely above or below B: the interval
used for that, a normal mixture (Robbins, 1970), holds at all times at once.

Chunks depend on their first number alone: threads, processes or a Dask cluster give the same result.
"""

import argparse
import json
import math
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer import compiler
from analyzer.errors import AnalyzerError
from analyzer.expectation import playout_kernels
from analyzer.expectation import tournament_kernels as kernels
from analyzer.expectation.measured import PATH as MEASURED
from analyzer.playout import game_kernels, model_kernels
from analyzer.playout.models import is_judged, is_learned, judge_error
from analyzer.playout.nearness import nearness_of
from analyzer.playout.selfplay import cluster, spread
from analyzer.playout.tables import Bench, new_state
from analyzer.rules import DEFAULT, PRESETS, RuleSet, preset
from analyzer.texts import describe as text_of

__all__ = ["Contender", "Result", "contender", "play", "summary"]

FIRST_OF_TOURNAMENTS: Final = 400_000_000
"""Where the numbers of the walls begin."""
CAUTION: Final = 1.5
Z: Final = 1.96
KINDS: Final = ("discard", "gang", "call")
MIXTURE: Final = 400.0
"""The sequential interval is at its tightest, for its number of walls, after about eight times so many."""
MOST_TURNS: Final = 3
"""Own turns for which the judge's error is measured."""
EXPECTED: Final = "expected p0, p1, cut:WORLDS, cut:WORLDS:TURNS (1–3) or full:WORLDS (2–20000 worlds): {!r}"


@dataclass(frozen=True, slots=True)
class Contender:
    """A player: its default policy, and how far it looks for better."""

    name: str
    policy: int
    samples: int = 0
    depth: int = 0

    def vector(self, rules: RuleSet) -> Any:
        """As the kernels read it: int64[S_SIZE]."""
        error = round(judge_error(rules, self.depth) * playout_kernels.ONE)
        return np.array([self.policy, self.samples, self.depth, round(16 * CAUTION), error], np.int64)


def contender(name: str) -> Contender:
    """A player by its name; ``ArgumentTypeError`` for one that nobody knows."""
    kind, *numbers = name.split(":")
    if kind in ("p0", "p1") and not numbers:
        return Contender(name, model_kernels.EFFICIENT if kind == "p0" else model_kernels.LEARNED)
    if kind in ("cut", "full") and 1 <= len(numbers) <= (2 if kind == "cut" else 1):
        if all(each.isdecimal() and 0 < int(each) <= 20_000 for each in numbers):
            samples = int(numbers[0])
            if samples < 2 or (kind == "cut" and len(numbers) > 1 and int(numbers[1]) > MOST_TURNS):
                raise ArgumentTypeError(EXPECTED.format(name))
            depth = playout_kernels.TO_THE_END if kind == "full" else int((numbers[1:] or ["1"])[0])
            return Contender(name, model_kernels.LEARNED, samples, depth)
    raise ArgumentTypeError(EXPECTED.format(name))


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to; points a hand; margins are half 95 % intervals, ever-valid ones after a sequential test."""

    rules: str
    ours: str
    theirs: str
    baseline: str
    first_wall: int
    walls: int
    repeats: int
    gain: float
    gain_margin: float
    """What we win, by the score of the deals."""
    difference: float
    difference_margin: float
    """Our gain over the baseline in our seat, by the performance difference."""
    by_kind: dict[str, float]
    """The difference, split by kind of decision."""
    by_kind_margin: dict[str, float]
    decisions: float
    """Decisions of ours in a deal."""
    differing: float
    """Those where the baseline would choose otherwise."""
    seconds: float
    jobs: int
    decided: str
    """``above`` or ``below`` where the sequential test ended the match, else empty."""

    @property
    def ms_a_decision(self) -> float:
        """Time of one thread for each decision of ours, everybody else's play included, in milliseconds."""
        return 1000 * self.seconds * self.jobs / max(1.0, self.decisions * 4 * self.walls)


def _chunk(
    rules: RuleSet, ours: Contender, theirs: Contender, baseline: int, repeats: int, first: int, count: int
) -> Any:
    """``count`` walls from number ``first``: int64[4 × count, columns of the kernels]."""
    prepare()
    bench = Bench(rules)
    out = np.zeros((4 * count, 4 + 2 * len(KINDS)), np.int64)
    active = compiler.active(kernels)
    active.play_match(
        4 * first,
        4 * count,
        ours.vector(rules),
        theirs.vector(rules),
        baseline,
        repeats,
        nearness_of(rules),
        bench.plain if active is kernels else bench.core,
        *bench.common[1:],
        bench.world,
        bench.state[None, :],
        new_state(),
        np.zeros(game_kernels.ACTIONS, np.int64),
        np.zeros(kernels.MOST_ACTIONS, np.int64),
        np.zeros(playout_kernels.E_SIZE, np.int64),
        np.zeros(
            (max(ours.samples, theirs.samples, 1), kernels.MOST_ACTIONS, playout_kernels.E_SIZE), np.int64
        ),
        out,
    )
    return out


def _by_wall(values: Any, anytime: bool) -> tuple[float, float]:
    """Mean over deals and half its 95 % interval, from means over walls."""
    walls = values.reshape(-1, 4).mean(axis=1)
    if anytime:
        return float(walls.mean()), anytime_margin(walls)
    if len(walls) < 2:
        return float(walls.mean()), math.inf
    return float(walls.mean()), float(Z * walls.std(ddof=1) / math.sqrt(len(walls)))


def anytime_margin(values: Any) -> float:
    """Half an interval for the mean of values that holds with 95 % however often one looks."""
    n = len(values)
    if n < 2:
        return math.inf
    spread_ = (n + MIXTURE) / n**2 * math.log((n + MIXTURE) / (MIXTURE * 0.05**2))
    return float(values.std(ddof=1)) * math.sqrt(spread_)


def summary(
    rules: RuleSet,
    ours: Contender,
    theirs: Contender,
    baseline: int,
    repeats: int,
    first: int,
    rows: Any,
    seconds: float,
    jobs: int,
    decided: str | None = None,
) -> Result:
    """What the rows of whole walls come to; ``decided`` is what a sequential test says, if there was one."""
    anytime = decided is not None
    gain, gain_margin = _by_wall(rows[:, 0].astype(np.float64), anytime)
    worth = rows[:, 4 + len(KINDS) :] / playout_kernels.ONE
    difference, difference_margin = _by_wall(worth.sum(axis=1), anytime)
    kinds = [_by_wall(worth[:, kind], anytime) for kind in range(len(KINDS))]
    return Result(
        rules=rules.id,
        ours=ours.name,
        theirs=theirs.name,
        baseline="p0" if baseline == model_kernels.EFFICIENT else "p1",
        first_wall=first,
        walls=len(rows) // 4,
        repeats=repeats,
        gain=gain,
        gain_margin=gain_margin,
        difference=difference,
        difference_margin=difference_margin,
        by_kind={name: kind[0] for name, kind in zip(KINDS, kinds, strict=True)},
        by_kind_margin={name: kind[1] for name, kind in zip(KINDS, kinds, strict=True)},
        decisions=float(rows[:, 2].mean()),
        differing=float(rows[:, 3].mean()),
        seconds=seconds,
        jobs=jobs,
        decided=decided or "",
    )


def play(
    rules: RuleSet,
    ours: Contender,
    theirs: Contender,
    walls: int,
    *,
    baseline: int = model_kernels.EFFICIENT,
    repeats: int = 0,
    first: int = FIRST_OF_TOURNAMENTS,
    jobs: int = 2,
    until: float | None = None,
    size: int = 4,
) -> Result:
    """Play the walls from ``first`` on, each from all four seats.

    ``repeats`` orders of the wall measure the performance difference to ``baseline`` (a policy of the kernels; 0
    measures none).  With ``until`` the match ends once the difference, or without repeats the gain, is surely above
    or below it.  ``size`` is how many walls are a chunk.  Raises ``ValueError`` for repeats against opponents that
    search: the difference is told for policies alone.
    """
    if repeats and theirs.samples:
        raise ValueError(f"expected p0 or p1 as opponents where the difference is measured: {theirs.name!r}")
    prepare()
    start = time.perf_counter()
    rows = np.zeros((0, 4 + 2 * len(KINDS)), np.int64)
    decided = ""
    while len(rows) < 4 * walls and not decided:
        done = len(rows) // 4
        batch = walls - done if until is None else min(walls - done, 64 * size)
        chunks: Iterator[tuple[Any, ...]] = (
            (rules, ours, theirs, baseline, repeats, number, min(size, first + done + batch - number))
            for number in range(first + done, first + done + batch, size)
        )
        rows = np.concatenate([rows, *spread(_chunk, chunks, jobs)])
        if until is not None:
            told = rows[:, 4 + len(KINDS) :].sum(axis=1) / playout_kernels.ONE if repeats else rows[:, 0]
            by_wall = told.reshape(-1, 4).mean(axis=1)
            margin = anytime_margin(by_wall)
            decided = "above" if by_wall.mean() - margin > until else decided
            decided = "below" if by_wall.mean() + margin < until else decided
    seconds = time.perf_counter() - start
    told_by_test = None if until is None else decided
    return summary(rules, ours, theirs, baseline, repeats, first, rows, seconds, jobs, told_by_test)


def describe(found: Result) -> str:
    """A result as one line."""
    kinds = ", ".join(
        f"{name} {found.by_kind[name]:+.2f} ± {found.by_kind_margin[name]:.2f}" for name in KINDS
    )
    split = f"; above {found.baseline} {found.difference:+.2f} ± {found.difference_margin:.2f} ({kinds})"
    return (
        f"{found.rules}: {found.ours} against three {found.theirs}, {found.walls} walls × 4 seats: "
        f"{found.gain:+.2f} ± {found.gain_margin:.2f} a hand{split if found.repeats else ''}; "
        f"{found.decisions:.1f} decisions a hand, {found.differing:.2f} otherwise, {found.seconds:.0f} s"
        f"{', ' + found.decided if found.decided else ''}"
    )


def keep(found: Result, commit: str, path: Path = MEASURED) -> None:
    """Put a result among those that the program shows, in the place of an older one of the same players.

    What is kept is the performance difference where one was measured, else the score of the deals.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    gains = data["rules"].setdefault(found.rules, {}).setdefault("gains", [])
    names = {"policy": found.ours, "opponents": found.theirs}
    gains[:] = [each for each in gains if not names.items() <= each.items()]
    points, margin = found.gain, found.gain_margin
    if found.repeats:
        points, margin = found.difference, found.difference_margin
    figures = {
        "deals": 4 * found.walls,
        "points": round(points, 2),
        "margin": round(margin, 2),
        "ms_per_decision": round(found.ms_a_decision, 2),
        "commit": commit,
        "seed": found.first_wall,
    }
    gains.append(names | figures)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Play the match asked for in every rule set named; print results, and write them to a file if one is named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="*", default=list(PRESETS))
    parser.add_argument("--ours", type=contender, default=contender("p1"))
    parser.add_argument("--theirs", type=contender, default=contender("p0"))
    parser.add_argument(
        "--baseline", choices=("p0", "p1"), default="p0", help="for the performance difference"
    )
    parser.add_argument("--walls", type=int, default=1000)
    parser.add_argument("--first", type=int, default=FIRST_OF_TOURNAMENTS, help="number of the first wall")
    parser.add_argument(
        "--repeats", type=int, default=0, help="orders of the wall for the difference; 0: none"
    )
    parser.add_argument(
        "--until", type=float, help="end once the result is surely above or below so many points"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", metavar="ADDRESS", help="an existing Dask cluster")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", action="store_true", help=f"keep the results in {MEASURED.name}")
    parser.add_argument("--commit", default="", help="the commit that they are measured at, for --write")
    asked = parser.parse_args()
    if asked.write and (not asked.commit or asked.baseline != asked.theirs.name or asked.until is not None):
        parser.error("--write needs the commit, opponents that are the baseline, and no --until")
    if asked.walls < 2 or asked.repeats < 0 or asked.jobs < 1 or asked.first < 0:
        parser.error("expected at least 2 walls, 1 job, and no negative numbers")
    if asked.repeats and asked.theirs.samples:
        parser.error(
            f"expected p0 or p1 as opponents where the difference is measured: {asked.theirs.name!r}"
        )
    learned = [each for each in (asked.ours, asked.theirs) if each.policy == model_kernels.LEARNED]
    try:
        games = [preset(name) for name in asked.rules]
    except AnalyzerError as error:
        parser.error(text_of(error, "en"))
    for rules in games:
        untrained = not is_learned(rules) or not is_judged(rules)
        if untrained and (learned or asked.baseline == "p1"):
            parser.error(f"no player was trained for {rules.id}: make train ARGS={rules.id}")
    found = []
    with cluster(asked.cluster):
        for rules in games:
            result = play(
                rules,
                asked.ours,
                asked.theirs,
                asked.walls,
                baseline=model_kernels.EFFICIENT if asked.baseline == "p0" else model_kernels.LEARNED,
                repeats=asked.repeats,
                first=asked.first,
                jobs=asked.jobs,
                until=asked.until,
            )
            found.append(result)
            print(describe(result), flush=True)
            if asked.write:
                keep(result, asked.commit)
    if asked.json:
        asked.json.write_text(json.dumps([asdict(each) for each in found], indent=1), encoding="utf-8")


def _exercise(twin: Any) -> None:
    """Call what this module calls, so that it is compiled for these types."""
    bench = Bench(DEFAULT)
    player = contender("cut:2").vector(DEFAULT)
    twin.play_match(
        0,
        1,
        player,
        player,
        0,
        1,
        nearness_of(DEFAULT),
        *bench.common,
        bench.world,
        bench.state[None, :],
        new_state(),
        np.zeros(game_kernels.ACTIONS, np.int64),
        np.zeros(kernels.MOST_ACTIONS, np.int64),
        np.zeros(playout_kernels.E_SIZE, np.int64),
        np.zeros((2, kernels.MOST_ACTIONS, playout_kernels.E_SIZE), np.int64),
        np.zeros((1, 4 + 2 * len(KINDS)), np.int64),
    )


def prepare() -> None:
    """Have these kernels compiled by the next warm-up, and wait for it; the app, which needs none of them, does not."""
    compiler.register(kernels, _exercise)
    compiler.warm_up(block=True)


if __name__ == "__main__":
    main()
