"""What a person waits for who reviews a deal: the first grade, all first grades, all grades, by the job of the page.

python benchmarks/reviewing.py [--deals 8] [--games hongzhong yuanhang] [--speed quick] [--twice]

Deals are self-played, two players by shape and two learned ones; the seat that is reviewed goes round.  ``--twice`` has
each deal reviewed a second time by workers of its own and compares the grades.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from analyzer import compiler, preset
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Pool
from analyzer.jobs import review as job
from analyzer.playout.recorded import Recorder
from analyzer.record import Record
from analyzer.review import Review

FIRST_GOAL, ALL_GOAL = 2.0, 30.0
"""Seconds on two cores."""
POLICIES = (0, 1, 0, 1)


@dataclass(frozen=True)
class Waited:
    """Seconds from the request on."""

    first: float
    """The first decision has a grade."""
    rough: float
    """Every decision has one."""
    all: float
    """Every decision has its last."""
    found: Review


def reviewed(record: Record, seat: int, speed: Speed, pool: Pool) -> Waited:
    """One review as the page asks for it."""
    begun = time.perf_counter()
    ticket = job(record, seat, speed=speed, pool=pool)
    first = rough = None
    while True:
        seen = ticket.wait(0.005)
        since = time.perf_counter() - begun
        graded = 0 if seen.found is None else len(seen.found.grades)
        first = since if first is None and graded else first
        if rough is None and seen.found is not None and seen.found.complete:
            rough = since
        if not seen.running:
            break
    assert seen.found is not None
    return Waited(first or since, rough or since, since, seen.found)


def deals(games: Sequence[str], count: int) -> Iterator[tuple[str, int, int, Record]]:
    """Game, seed, seat and record."""
    for name in games:
        recorder = Recorder(preset(name))
        for seed in range(count):
            yield name, seed, seed % 4, recorder.play(seed, POLICIES)


def main() -> int:
    """Print a table; 1 where a second review found other grades."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--games", nargs="+", default=["hongzhong", "yuanhang"])
    parser.add_argument("--speed", type=Speed, default=Speed.QUICK)
    parser.add_argument("--twice", action="store_true")
    asked = parser.parse_args()
    compiler.warm_up(block=True)
    compiled = "compiled" if not compiler.disabled() else "not compiled"
    print(f"kernels {compiled}, speed {asked.speed}; seconds from the request on\n")
    print("| deal | decisions | first grade | all first grades | all grades | mistakes | the same again |")
    print("|---|---|---|---|---|---|---|")
    rows: list[Waited] = []
    differing = 0
    for name, seed, seat, record in deals(asked.games, asked.deals):
        pool = Pool()
        waited = reviewed(record, seat, asked.speed, pool)
        pool.close()
        rows.append(waited)
        again = ""
        if asked.twice:
            other = Pool(1)
            same = reviewed(record, seat, asked.speed, other).found == waited.found
            other.close()
            differing += not same
            again = "yes" if same else "NO"
        found = waited.found
        print(
            f"| {name} {seed}, seat {seat} | {found.decisions} | {waited.first:.2f} | {waited.rough:.2f} "
            f"| {waited.all:.2f} | {len(found.mistakes)} | {again} |",
            flush=True,
        )
    for title, goal, values in (
        ("first grade", FIRST_GOAL, [each.first for each in rows]),
        ("all first grades", None, [each.rough for each in rows]),
        ("all grades", ALL_GOAL, [each.all for each in rows]),
    ):
        wanted = "" if goal is None else f" (wanted: {goal:g} at most)"
        print(f"\n{title}: median {statistics.median(values):.2f}, longest {max(values):.2f}{wanted}", end="")
    print(f"\ndeals whose second review differs: {differing}" if asked.twice else "")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
