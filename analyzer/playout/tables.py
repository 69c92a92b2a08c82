"""What the game's kernels read and scribble on: one core of tables for a rule set, work space for each thread."""

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from analyzer.playout import game_kernels as kernels
from analyzer.playout.models import model_of
from analyzer.rules import RuleSet
from analyzer.shapes.distance import ShapeContext, plan_for
from analyzer.shapes.tables import class_tables, final_table, layout_for, shared_words
from analyzer.tiles import KINDS

__all__ = ["Bench", "core_for", "new_state", "new_work", "plain_core"]

SETS: Final = 5


@lru_cache(maxsize=16)
def core_for(rules: RuleSet) -> tuple[Any, ...]:
    """The tables of a rule set for every indicator, as the game's kernels read them (``T_`` entries)."""
    weights, words = shared_words(tuple(rules.gang_tiles(indicator) for indicator in range(KINDS)))
    flags = np.zeros((KINDS, KINDS), np.int64)
    for indicator in range(KINDS):
        flags[indicator, list(rules.gang_tiles(indicator))] = 1
    tables = class_tables()
    small = np.concatenate(
        [
            np.array(rules.vector),
            np.array([rules.laizi_of(indicator) for indicator in range(KINDS)]),
            flags.reshape(-1),
            weights.reshape(-1),
            np.frombuffer(layout_for(rules.gang_honours).fast[4], np.uint8),
            *(plan_for(ShapeContext(sets, -1, ())).fast[0] for sets in range(SETS)),
        ]
    ).astype(np.int64)
    finals = np.stack([final_table(sets) for sets in range(SETS)])
    return small, words, tables.compose, tables.overlaps.reshape(-1), finals, model_of(rules)


def plain_core(core: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same tables in containers of Python ints, for kernels that run uncompiled."""
    small, words, compose, overlaps, finals, model = core
    return (
        small.tolist(),
        array("I", words.tobytes()),
        [array("H", row.tobytes()) for row in compose],
        overlaps.tobytes(),
        [[row.tobytes() for row in final] for final in finals],
        model.tolist(),
    )


def new_work(core: tuple[Any, ...]) -> Any:
    """Scratch for one thread: int64, the arrays that begin at the ``K_`` offsets."""
    plans = (len(core[kernels.T_SMALL]) - kernels.X_TEMPLATES) // SETS
    work = np.zeros(kernels.K_PLANS + 5 * plans, np.int64)
    work[kernels.K_TAGS : kernels.K_POLICY] = -1
    return work


def new_state() -> Any:
    """An empty state."""
    return np.zeros(kernels.STATE_SIZE, np.int64)


class Bench:
    """The tables and scratch that one thread needs to run the kernels of a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.core = core_for(rules)
        self.work = new_work(self.core)
        self.random = np.zeros(2, np.int64)
        self.tiles = np.zeros(136, np.int64)
        self.actions = np.zeros(kernels.ACTIONS, np.int64)
        self.state = new_state()
        self.world = new_state()

    @cached_property
    def plain(self) -> tuple[Any, ...]:
        """The tables for kernels that run uncompiled."""
        return plain_core(self.core)

    def seat_players(self, policies: Sequence[int]) -> None:
        """Say by which policy each seat plays (``EFFICIENT`` or ``LEARNED`` of the model kernels)."""
        self.work[kernels.K_POLICY : kernels.K_POLICY + len(policies)] = policies

    @property
    def common(self) -> tuple[Any, ...]:
        """The arguments that self-play kernels share, in their order."""
        return self.core, self.work, self.random, self.tiles, self.actions, self.state
