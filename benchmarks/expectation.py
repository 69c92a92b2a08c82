"""How long the expectation takes: seconds to a standard error of half a point, and what a second thread brings.

python benchmarks/expectation.py [--rules hongzhong] [--decisions 16] [--samples 1024]

Decisions come from self-played deals.  For each the two actions that the learned player rates highest are valued with
the same worlds; a standard error e of their difference then takes (sd / e)² worlds.  The judge's own error, which
no number of worlds lowers, is left out here; docs/strength.md tells it.  Ratios of one run are what counts.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from analyzer import preset
from analyzer.expectation.playouts import Speed, evaluate
from analyzer.expectation.train import prepare, some_decision
from analyzer.playout.models import judge_error
from analyzer.playout.tables import Bench
from analyzer.rules import RuleSet

FIRST = 600_000_000
ERROR = 0.5


def decisions(rules: RuleSet, count: int):
    """(seat, state, the two actions rated highest) of one decision a deal, from deals that nothing is trained on."""
    bench = Bench(rules)
    number = FIRST
    while count:
        number += 1
        found = some_decision(bench, number)
        if found is not None:
            yield found[0], bench.state.copy(), found[1][:2].tolist()
            count -= 1


def timed(rules: RuleSet, found, speed: Speed, samples: int, threads: int) -> tuple[float, float]:
    """Seconds for ``samples`` worlds of two actions, and the standard deviation of their difference; points.

    0 where one of them was dropped before the end: such a decision is not close and says nothing of the time.
    """
    seat, state, codes = found
    start = time.perf_counter()
    one = evaluate(rules, seat, [state, state], codes, speed=speed, samples=samples, threads=threads, seed=1)
    seconds = time.perf_counter() - start
    other = min(one, key=lambda estimate: estimate.diff)
    sampled = max(0.0, other.diff_se**2 - judge_error(rules, speed.depth) ** 2) ** 0.5
    return seconds, sampled * samples**0.5 if other.samples == samples else 0.0


def main() -> None:
    """Measure every speed and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="hongzhong")
    parser.add_argument("--decisions", type=int, default=16)
    parser.add_argument("--samples", type=int, default=1024)
    asked = parser.parse_args()
    rules = preset(asked.rules)
    prepare()
    chosen = list(decisions(rules, asked.decisions))
    print(f"{rules.id}, {len(chosen)} decisions, {asked.samples} worlds, {os.cpu_count()} processors")
    for speed in (Speed.QUICK, Speed.FULL):
        ratios, waits, rates = [], [], []
        for found in chosen:
            one, _ = timed(rules, found, speed, asked.samples, 1)
            two, deviation = timed(rules, found, speed, asked.samples, 2)
            if not deviation:
                continue
            ratios.append(one / two)
            rates.append(2 * asked.samples / two)
            waits.append(two / asked.samples * (deviation / ERROR) ** 2)
        if not waits:
            print(f"{speed}: no close decision among these")
            continue
        print(
            f"{speed}, {len(waits)} close decisions: {statistics.median(rates):,.0f} playouts a second on two threads, "
            f"{statistics.median(ratios):.2f} times those of one; standard error {ERROR} of the difference after "
            f"{statistics.median(waits):.2f} s (median; mean {statistics.mean(waits):.2f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
