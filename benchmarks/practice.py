"""How long a computer player of the practice table thinks, level by level: whole deals of every game, each move timed.

python benchmarks/practice.py [--deals 2] [--games hongzhong facai …] [--levels shape instant quick]

All four seats are played at the level.  A move is what a page waits for: the choice and the draws that follow from it,
its playouts side by side on two threads as the shared workers do them.  Forced moves count too.  On a busy machine the
processor time says more: with both cores free a move takes between half of it and all of it.
"""

import argparse
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from analyzer import compiler
from analyzer.practice import Level, Practice, choose
from analyzer.rules import PRESETS

FIRST = 1 << 40
"""The number of the first deal; nothing else uses these."""
THREADS = 2
WANTED_MS = 300.0


def deal_played(practice: Practice, level: Level, pool: ThreadPoolExecutor) -> list[tuple[float, float]]:
    """The milliseconds of every move of one deal, waited and of processor time."""

    def spread(function: Any, chunks: Any) -> list[Any]:
        return [each.result() for each in [pool.submit(function, *chunk) for chunk in chunks]]

    took = []
    while not practice.over:
        started, worked = time.perf_counter(), time.process_time()
        if practice.thinking is not None:
            practice = practice.played_on(spread=spread)
        else:
            choice = choose(
                practice.position,
                practice.offer,
                practice.choices,
                level=level,
                seed=len(practice.acts),
                spread=spread,
            )
            practice = practice.act(choice)
        took.append((1000 * (time.perf_counter() - started), 1000 * (time.process_time() - worked)))
    return took


def main() -> None:
    """Print a row a level."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=2, help="of every game")
    parser.add_argument("--games", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    parser.add_argument("--levels", nargs="+", type=Level, default=list(Level), choices=list(Level))
    arguments = parser.parse_args()
    compiler.warm_up(block=True)
    names = ("median", "mean", "95 of 100", "longest", "over 0.3 s")
    print(f"| level | moves | {' | '.join(names)} | processor time: {' | '.join(names)} |")
    print(f"|{'---|' * (2 + 2 * len(names))}")
    with ThreadPoolExecutor(THREADS) as pool:
        for level in arguments.levels:
            took: list[tuple[float, float]] = []
            for game in arguments.games:
                for number in range(arguments.deals):
                    begun = Practice(PRESETS[game], FIRST + number, number % 4, 0, (level,) * 3)
                    took += deal_played(begun, level, pool)
            waited, worked = (told(sorted(each)) for each in zip(*took, strict=True))
            print(f"| {level} | {len(took):,} | {waited} | {worked} |", flush=True)


def told(times: list[float]) -> str:
    """Ascending times as cells."""
    late = sum(each > WANTED_MS for each in times)
    figures = (statistics.median(times), statistics.fmean(times), times[int(0.95 * len(times))], times[-1])
    return " | ".join([*(f"{each:.0f} ms" for each in figures), f"{late}"])


if __name__ == "__main__":
    main()
