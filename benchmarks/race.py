"""The race: contenders in several processes take turns on the same hands, so that whatever else the machine does
slows all of them alike.

A round gives every contender of a figure one chunk, about as long for the fast as for the slow; the next round starts
with another contender and on other hands. Speeds are medians over the rounds, a ratio is the median of the rounds'
own ratios. All processes run on one and the same core, where the system lets us say so.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

__all__ = ["Entry", "Result", "Worker", "calibrate", "race", "ratio", "started"]

ROOT = Path(__file__).resolve().parent.parent


class Worker:
    """A process that serves contenders (:mod:`benchmarks.worker`)."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            preexec_fn=_stay_on_one_core if hasattr(os, "sched_setaffinity") else None,
        )
        self.hello = self.ask(do="hello")

    def ask(self, **question: object) -> dict[str, Any]:
        """The process's answer; RuntimeError if it ended instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError(f"a worker ended before it answered {question}: see its error above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


@contextmanager
def started(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[Worker]:
    """A worker that ends with the block."""
    worker = Worker(command, environment)
    try:
        yield worker
    finally:
        worker.close()


@dataclass(frozen=True)
class Entry:
    """A contender at the start: how to run ``count`` hands from ``start`` on, in seconds."""

    name: str
    run: Callable[[int, int], float]


@dataclass
class Result:
    """Hands a second of one contender, round by round."""

    name: str
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The median."""
        return median(self.rates)


def calibrate(run: Callable[[int, int], float], slot: float) -> int:
    """How many hands take about ``slot`` seconds; the runs on the way warm the contender up."""
    count = 1
    while True:
        seconds = run(0, count)
        if seconds >= slot / 4:
            return max(1, round(count * slot / seconds))
        # At most ten times as many: the first runs pay for caches and say little.
        count *= 10 if seconds <= slot / 40 else 2


def race(entries: Sequence[Entry], rounds: int, slot: float) -> dict[str, Result]:
    """The speeds of all entries over ``rounds`` rounds of about ``slot`` seconds each."""
    counts = {entry.name: calibrate(entry.run, slot) for entry in entries}
    results = {entry.name: Result(entry.name) for entry in entries}
    for number in range(rounds):
        first = number % len(entries)
        for entry in [*entries[first:], *entries[:first]]:
            count = counts[entry.name]
            results[entry.name].rates.append(count / entry.run(number * count, count))
    return results


def ratio(ours: Result, peer: Result) -> tuple[float, float, float]:
    """How many times as fast ours is: the median of the rounds, the lowest and the highest."""
    ratios = [mine / theirs for mine, theirs in zip(ours.rates, peer.rates, strict=True)]
    return median(ratios), min(ratios), max(ratios)


def _stay_on_one_core() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
