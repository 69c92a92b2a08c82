"""What the engine answers about a finished hand, asked for once and kept."""

import functools
from dataclasses import dataclass

from analyzer.compare import Finish, Row, compare, games
from analyzer.disputes import Explanation, Paid, explain
from analyzer.settlement import Score
from analyzer.wins import Reading

__all__ = ["Account", "account", "disputed"]

KEPT = 256


@dataclass(frozen=True, slots=True)
class Account:
    """Everything that the score page shows of one finished hand."""

    finish: Finish
    score: Score
    readings: tuple[Reading, ...]
    """The winner's choice first."""
    rows: tuple[Row, ...]
    """Under every game."""


@functools.lru_cache(maxsize=KEPT)
def account(finish: Finish) -> Account:
    """The answers about ``finish``.

    :raises AnalyzerError: such a win can't be.
    """
    return Account(finish, finish.score(), finish.readings(), compare(finish, games(finish.position.rules)))


@functools.lru_cache(maxsize=KEPT)
def disputed(finish: Finish, paid: Paid) -> Explanation:
    """Which rules make ``finish`` pay what was paid.

    :raises AnalyzerError: such a payment can't be.
    """
    return explain(finish, paid)
