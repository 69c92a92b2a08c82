"""What a person waits for: the first answer of a fresh process, and a table while a server is still cold.

Both start from an empty home, so that no machine code is kept from an earlier run, and both tell whether the compiler
had a part in it.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.race import ROOT
from benchmarks.worker import SEED

__all__ = ["page", "process"]

HAND = "23m55p456s1244z678p"
COMMAND = ["-m", "analyzer", "discards", HAND, "--indicator", "4m", "--json"]


def process(runs: int) -> dict[str, Any]:
    """Wall time of ``python -m analyzer discards …`` from its start to its end, with an empty home each time."""
    bare = [_wall(["-c", "pass"])[0] for _ in range(runs)]
    cold, work = [], []
    for _ in range(runs):
        before = _work_of_children()
        cold.append(_wall(COMMAND)[0])
        work.append(_work_of_children() - before)
    probe = _probe("first_answer")
    compiling = _probe("compile")
    return {
        "bare": bare,
        "cold": cold,
        "work": work,
        "probe": probe,
        "compile": compiling,
        "lines": [
            f"- `python {' '.join(COMMAND)}`: {_range(cold)} from start to end, of which {_range(work)} "
            f"processor time; Python alone {_range(bare)}",
            f"- when it had answered: numba imported: {probe['numba']}, compiled kernels in use: {probe['ready']}",
            f"- compiling all kernels in such a process: {compiling['seconds']:.1f} s, of which "
            f"{compiling['work']:.1f} s processor time",
        ],
    }


def page(runs: int) -> dict[str, Any]:
    """Server time of what the study page computes after a tap, in a fresh process with an empty home.

    Three times: with the compiler not even started, while its thread compiles, and with compiled kernels; each
    for dealt hands and for hands close to winning, whose waits are settled too.
    """
    probes = [_probe("page") for _ in range(min(runs, 3))]
    first = [1000 * probe["first"] for probe in probes]
    lines = [
        f"- the very first of a process, which loads the tables: {median(first):.0f} ms",
        "",
        "| compiler | hands | median | 95 of 100 | longest | processor time, median | longest | number |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for stage in ("plain", "compiling", "compiled"):
        for sort in ("dealt", "close"):
            pairs = [pair for probe in probes for pair in probe[stage][sort]]
            if pairs:
                times = sorted(1000 * seconds for seconds, _ in pairs)
                work = sorted(1000 * seconds for _, seconds in pairs)
                figures = (median(times), times[95 * len(times) // 100], times[-1], median(work), work[-1])
                cells = " | ".join(f"{figure:.1f} ms" for figure in figures)
                lines.append(f"| {stage} | {sort} | {cells} | {len(pairs)} |")
    return {"probes": probes, "lines": lines}


def _work_of_children() -> float:
    """Processor time of the processes that have ended, where the system counts it."""
    times = os.times()
    return times.children_user + times.children_system


def _range(seconds: Sequence[float]) -> str:
    return f"median {median(seconds):.2f} s ({min(seconds):.2f}–{max(seconds):.2f})"


def _wall(arguments: Sequence[str]) -> tuple[float, str]:
    """Seconds and output of a Python process with an empty home."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("ANALYZER", "NUMBA"))
        }
        for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "TMPDIR"):
            environment[name] = home
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        seconds = time.perf_counter() - begun
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return seconds, done.stdout


def _probe(name: str) -> dict[str, Any]:
    """What one of the functions below finds in a fresh process with an empty home."""
    answer: dict[str, Any] = json.loads(_wall(["-m", "benchmarks.cold", name])[1].splitlines()[-1])
    return answer


def _first_answer() -> dict[str, Any]:
    from analyzer import compiler
    from analyzer.cli import main

    status = main(COMMAND[2:])
    return {"status": status, "numba": "numba" in sys.modules, "ready": compiler.ready()}


def _compile() -> dict[str, Any]:
    import analyzer
    from analyzer import compiler

    begun, worked = time.perf_counter(), time.process_time()
    compiler.warm_up(block=True)
    return {
        "seconds": time.perf_counter() - begun,
        "work": time.process_time() - worked,
        "ready": compiler.ready(),
        "version": analyzer.__version__,
    }


def _page() -> dict[str, Any]:
    from analyzer import compiler
    from analyzer.position import Meld, MeldKind, Player, Position
    from analyzer.rules import preset
    from pages.ui.analysis import analyse

    source = random.Random(SEED)
    rules = preset("hongzhong")
    others = (Player(),) * 3
    opened = (Player(melds=(Meld(MeldKind.PENG, (30,), 2),)), *others)

    def dealt() -> Position:
        wall = [kind for kind in range(34) for _ in range(4)]
        wall.remove(3)
        return Position(hand=tuple(source.sample(wall, 14)), rules=rules, indicator=3)

    def close() -> Position:
        # Three sets and a pair beside an open peng, one tile of them another, a laizi among them or not.
        wall = [kind for kind in range(27) for _ in range(4)]
        wall.remove(3)
        hand: list[int] = []
        while len(hand) < 9:
            kind = source.randrange(27)
            three = [kind] * 3 if kind % 9 > 6 or source.random() < 0.4 else [kind, kind + 1, kind + 2]
            if all(wall.count(each) >= three.count(each) for each in three):
                hand += three
                for each in three:
                    wall.remove(each)
        hand += source.sample(wall, 2)
        hand[0] = 4 if source.random() < 0.5 and hand.count(4) < 3 else hand[0]
        return Position(hand=tuple(hand), rules=rules, indicator=3, players=opened)

    def timed(make: Callable[[], Position]) -> tuple[float, float]:
        position = make()
        position.check()
        begun, worked = time.perf_counter(), time.thread_time()
        analyse(position)
        return time.perf_counter() - begun, time.thread_time() - worked

    def both(count: int, go_on: Callable[[], bool] = lambda: True) -> dict[str, list[tuple[float, float]]]:
        times: dict[str, list[tuple[float, float]]] = {"dealt": [], "close": []}
        for _ in range(count):
            for sort, make in (("dealt", dealt), ("close", close)):
                found = timed(make)
                if go_on():
                    times[sort].append(found)
        return times

    found: dict[str, Any] = {"first": timed(dealt)[0], "plain": both(30)}
    compiler.warm_up()
    found["compiling"] = both(30, lambda: not compiler.ready())
    while not compiler.ready() and any(thread.name == "kernel-compiler" for thread in threading.enumerate()):
        time.sleep(0.1)
    found["ready"] = compiler.ready()
    found["compiled"] = both(100)
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    print(json.dumps({"first_answer": _first_answer, "compile": _compile, "page": _page}[sys.argv[1]]()))
