"""比一比: one finished hand under several games, row by row."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from analyzer.errors import AnalyzerError
from analyzer.position import Position
from analyzer.rules import PRESETS, RuleSet
from analyzer.settlement import Score, score
from analyzer.wins import ALL_NAMED, Reading, Unnamed, Win, readings

__all__ = ["Finish", "Row", "compare", "games", "under"]


@dataclass(frozen=True)
class Finish:
    """胡了的一副牌: the winner's position, how the hand was won, and the melds whose tiles nobody named."""

    position: Position
    win: Win
    unnamed: tuple[Unnamed, ...] = ALL_NAMED
    """By seat."""

    def score(self) -> Score:
        """What it pays, or why it can't win.  Raises :class:`AnalyzerError` for a win that can't be."""
        return score(self.position, self.win, self.unnamed)

    def readings(self) -> tuple[Reading, ...]:
        """Every reading, the winner's choice first.  Raises :class:`AnalyzerError` for a win that can't be."""
        return readings(self.position, self.win, self.unnamed)

    def under(self, rules: RuleSet) -> "Finish":
        """The same tiles under other rules."""
        return replace(self, position=under(self.position, rules))


@dataclass(frozen=True, slots=True)
class Row:
    """What the hand pays under one game."""

    rules: RuleSet
    score: Score | None
    """``None`` where the position can't be under these rules."""
    problem: AnalyzerError | None = None
    """Why it can't be."""


def under(position: Position, rules: RuleSet) -> Position:
    """The same tiles under ``rules``: a laizi that follows from the indicator follows from the new rules."""
    return replace(position, rules=rules, laizi=position.laizi if position.indicator is None else None)


def games(current: RuleSet) -> tuple[RuleSet, ...]:
    """The presets, and the ``current`` rule set after them where it is none of them."""
    presets = tuple(PRESETS.values())
    return presets if current in presets else (*presets, current)


def compare(finish: Finish, rule_sets: Iterable[RuleSet]) -> tuple[Row, ...]:
    """The finished hand under each of ``rule_sets``, in their order.

    What lies on the table may be a fault under another game, a 发财杠 for instance where 发财 is no gang honour;
    such a row has no score but the fault.
    """
    return tuple(_row(finish.under(rules)) for rules in rule_sets)


def _row(finish: Finish) -> Row:
    rules = finish.position.rules
    try:
        finish.position.check()
        return Row(rules, finish.score())
    except AnalyzerError as problem:
        return Row(rules, None, problem)
