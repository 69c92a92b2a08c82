"""自对弈: many deals by the policies themselves, in chunks that any number of threads or machines may share.

A deal depends on its number alone, a chunk on its first number: results are the same however the chunks are spread
(decision 6 of the design).  Deals for training, for the data of hidden hands and for proofs have numbers of their
own, so that nothing is tested on what it was made from.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import numpy as np
from joblib import Parallel, delayed, parallel_config

from analyzer import compiler
from analyzer.playout import hidden_kernels, selfplay_kernels
from analyzer.playout.models import is_learned
from analyzer.playout.tables import Bench
from analyzer.rules import RuleSet

__all__ = ["calibration_rows", "cluster", "nearness_counts", "play_deals", "prepare", "spread", "spreading"]

FIRST_OF_NEARNESS: Final = 1_000_000_000
FIRST_OF_CALIBRATION: Final = 2_000_000_000
FIRST_OF_PROOFS: Final = 3_000_000_000
FIRST_OF_DRILLS: Final = 5_000_000_000
"""Where the numbers of each purpose's deals begin."""

T = TypeVar("T")


def spread(function: Callable[..., T], chunks: Iterator[tuple[Any, ...]], jobs: int) -> list[T]:
    """Call ``function`` on every chunk of arguments, ``jobs`` at a time; results in the order of the chunks.

    Kernels let go of the interpreter, so threads do; within :func:`cluster` its machines take over.
    """
    return list(spreading(function, chunks, jobs))


def spreading(function: Callable[..., T], chunks: Iterator[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """As :func:`spread`, each result as soon as it and those before it are there."""
    side_by_side = Parallel(
        n_jobs=None if _clusters else jobs, prefer=None if _clusters else "threads", return_as="generator"
    )
    found: Iterator[T] = side_by_side(delayed(function)(*chunk) for chunk in chunks)
    return found


_clusters: list[str] = []
"""Addresses of the clusters in use."""


@contextmanager
def cluster(address: str | None) -> Iterator[None]:
    """Have :func:`spread` use an existing Dask cluster (``tcp://host:port``); with ``None`` nothing changes.

    Needs the package ``distributed`` here and the analyzer on the cluster's machines.
    """
    if address is None:
        yield
        return
    with parallel_config(backend="dask", scheduler_host=address):
        _clusters.append(address)
        try:
            yield
        finally:
            _clusters.pop()


def chunks_of(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, count) of each chunk of at most ``size``."""
    for start in range(0, count, size):
        yield first + start, min(size, count - start)


def _play_chunk(rules: RuleSet, first: int, count: int) -> Any:
    bench = Bench(rules)
    rows = np.zeros((count, selfplay_kernels.D_SIZE), np.int64)
    compiler.active(selfplay_kernels).self_play(first, *bench.common, rows)
    return rows


def play_deals(rules: RuleSet, count: int, first: int = FIRST_OF_PROOFS, jobs: int = 1) -> Any:
    """Self-played deals by P0: int64[count, D_SIZE], the ``D_`` columns of the kernels."""
    chunks = ((rules, *chunk) for chunk in chunks_of(first, count, 500))
    return np.concatenate(spread(_play_chunk, chunks, jobs))


def _count_chunk(rules: RuleSet, first: int, count: int) -> Any:
    bench = Bench(rules)
    counted = np.zeros(hidden_kernels.NEARNESS_SIZE, np.int64)
    compiler.active(selfplay_kernels).count_nearness(first, count, *bench.common, counted)
    return counted


def nearness_counts(rules: RuleSet, deals: int, jobs: int = 1) -> Any:
    """How often a player was how near in self-play: int64[LEFT_BUCKETS, MELD_BUCKETS, DISTANCES]."""
    chunks = ((rules, *chunk) for chunk in chunks_of(FIRST_OF_NEARNESS, deals, 500))
    counted = np.sum(spread(_count_chunk, chunks, jobs), axis=0)
    return counted.reshape(hidden_kernels.LEFT_BUCKETS, hidden_kernels.MELD_BUCKETS, hidden_kernels.DISTANCES)


def _calibrate_chunk(
    rules: RuleSet, nearness: Any, samples: int, learned: int, first: int, count: int
) -> Any:
    bench = Bench(rules)
    rows = np.zeros((count, selfplay_kernels.B_SIZE), np.int64)
    compiler.active(selfplay_kernels).calibrate(
        first, samples, learned, nearness, *bench.common, bench.world, rows
    )
    return rows


def calibration_rows(
    rules: RuleSet, nearness: Any, deals: int, samples: int, jobs: int = 1, learned: bool = True
) -> Any:
    """Predicted and realised results of one decision a deal: int64[n, B_SIZE].

    With ``learned`` the decisions are those of a learned player among three of P0, as the advice assumes, and the
    few deals that end before its first turn are left out; else everybody plays by P0.
    """
    own = int(learned and is_learned(rules))
    chunks = (
        (rules, nearness, samples, own, *chunk) for chunk in chunks_of(FIRST_OF_CALIBRATION, deals, 100)
    )
    rows = np.concatenate(spread(_calibrate_chunk, chunks, jobs))
    return rows[rows[:, selfplay_kernels.B_SEAT] >= 0]


def _exercise(twin: Any) -> None:
    """Call what this module calls, so that it is compiled for these types."""
    from analyzer.rules import DEFAULT

    bench = Bench(DEFAULT)
    twin.self_play(0, *bench.common, np.zeros((1, selfplay_kernels.D_SIZE), np.int64))
    counted = np.zeros(hidden_kernels.NEARNESS_SIZE, np.int64)
    twin.count_nearness(0, 1, *bench.common, counted)
    counted[:] = hidden_kernels.WHOLE
    twin.calibrate(
        0, 1, 0, counted, *bench.common, bench.world, np.zeros((1, selfplay_kernels.B_SIZE), np.int64)
    )


def prepare() -> None:
    """Have these kernels compiled by the next warm-up, and wait for it; the app, which needs none of them, does not."""
    compiler.register(selfplay_kernels, _exercise)
    compiler.warm_up(block=True)
