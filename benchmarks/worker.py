"""One process that does what it is told and says how long it took.

The race (:mod:`benchmarks.race`) talks to it in JSON, one line for a question and one for its answer:

* ``{"do": "hello"}`` → what runs here: interpreter, versions, the contenders of each figure;
* ``{"do": "run", "figure": …, "name": …, "start": …, "count": …}`` → ``{"seconds": …}`` of processor time for ``count``
  hands from ``start`` on, over the end of the hands if need be;
* ``{"do": "answers", "name": …}`` → the distances that the contender finds for the hands of
  :func:`benchmarks.hands.deal_comparable`, a digit each.

Only standard library here: the peers' environment has nothing of ours.
"""

import gc
import json
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.hands import checksum, deal, deal_comparable

__all__ = ["SEED", "SIZES", "Contender", "Part", "parts", "serve"]

SEED = 20_240_601
SIZES = {"distance": (13, 120_000), "table": (14, 24_000)}
"""Tiles a hand and hands of each figure: so many that no peer's memo still holds a hand when it comes round again."""


@dataclass(frozen=True)
class Contender:
    """One way to compute one figure."""

    prepare: Callable[[Sequence[bytes]], Any]
    """Hands in the form this contender likes best; not timed."""
    run: Callable[[Any, int, int], None]
    """The work, timed: the prepared hands from one index up to another."""
    answers: Callable[[Sequence[bytes], str], list[int]] | None = None
    """Distances of hands of ten tiles to three sets and any pair, for comparison; the text names the deal."""


Part = tuple[int, int]


def parts(start: int, count: int, size: int) -> list[Part]:
    """``count`` places from ``start`` on round a circle of ``size``, as ranges that don't run over its end."""
    ranges = []
    while count:
        start %= size
        end = min(start + count, size)
        ranges.append((start, end))
        count -= end - start
        start = end
    return ranges


def serve(figures: Mapping[str, Mapping[str, Contender]], versions: Mapping[str, str]) -> None:
    """Answer questions until the input ends."""
    prepared: dict[tuple[str, str], Any] = {}
    dealt: dict[str, list[bytes]] = {}
    # What a contender prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr

    def hands_of(figure: str) -> list[bytes]:
        if figure not in dealt:
            tiles, hands = SIZES[figure]
            dealt[figure] = deal(SEED, hands, tiles)
        return dealt[figure]

    for line in sys.stdin:
        question = json.loads(line)
        answer: dict[str, Any]
        if question["do"] == "hello":
            answer = {
                "python": platform.python_version(),
                "versions": dict(versions),
                "contenders": {figure: list(names) for figure, names in figures.items()},
            }
        elif question["do"] == "answers":
            answers_of = figures["distance"][question["name"]].answers
            answer = {}
            if answers_of is not None:
                for name, hands in deal_comparable(SEED).items():
                    answer[name] = "".join(str(distance) for distance in answers_of(hands, name))
        else:
            figure, name = question["figure"], question["name"]
            contender = figures[figure][name]
            if (figure, name) not in prepared:
                prepared[figure, name] = contender.prepare(hands_of(figure))
            hands = prepared[figure, name]
            ranges = parts(question["start"], question["count"], SIZES[figure][1])
            gc.collect()
            gc.disable()
            begun = time.thread_time()
            for start, end in ranges:
                contender.run(hands, start, end)
            seconds = time.thread_time() - begun
            gc.enable()
            answer = {"seconds": seconds, "hands": checksum(hands_of(figure)[:1000])}
        print(json.dumps(answer), file=answers, flush=True)
