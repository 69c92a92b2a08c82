"""What the engine answers about a position, asked for once and kept: the pages draw it and compute nothing."""

import functools
from dataclasses import dataclass, replace

from analyzer.advice import (
    Calls,
    Discards,
    Offer,
    Option,
    calls,
    discards,
    opens_and_keeps_close,
)
from analyzer.errors import AnalyzerError, BadCount
from analyzer.position import Position, Turn
from analyzer.routes import Board, board
from analyzer.settlement import Score, score
from analyzer.waits import Waits, waits
from analyzer.wins import Win

__all__ = ["Analysis", "analyse", "faults", "is_unfinished", "win_score"]

KEPT = 512
FULL = 14
"""Tiles of a complete hand, each meld counted as three."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that the study page shows of one position; what does not apply is ``None`` or empty."""

    problems: tuple[AnalyzerError, ...] = ()
    """What a person should mend; nothing else is answered then."""
    discards: Discards | None = None
    """Of a hand on turn."""
    calls: Calls | None = None
    """Of a hand that another player's tile is offered to."""
    waits: Waits | None = None
    """Of a hand that waits."""
    opening: tuple[tuple[int, Option], ...] = ()
    """Of an unopened hand that waits: tiles and the calls that would open it."""
    board: Board | None = None
    complete: Score | None = None
    """Of a hand whose shape is complete: what a self-draw pays, or why it can't win."""

    @property
    def best(self) -> Option | None:
        """The recommended action."""
        return self.options[0] if self.options else None

    @property
    def options(self) -> tuple[Option, ...]:
        """Every action that is open to the player, on turn or asked about a tile, best first."""
        answer = self.calls or self.discards
        return () if answer is None else answer.options

    @property
    def is_asked(self) -> bool:
        """Whether the player has an action to choose."""
        return self.discards is not None or self.calls is not None

    def ranked(self, options: tuple[Option, ...]) -> "Analysis":
        """The same answers with the actions in another order, or with what they are worth."""
        if self.calls is not None:
            return replace(self, calls=Calls(options))
        return replace(self, discards=Discards(options))


def is_unfinished(position: Position) -> bool:
    """Whether the hand is one that more tiles would make whole: 0, 3, 6 … and not yet full."""
    size = len(position.hand) + 3 * len(position.me.melds)
    return len(position.hand) % 3 == 0 and size < FULL


def faults(position: Position) -> tuple[AnalyzerError, ...]:
    """What is wrong with a position, leaving out that tiles are still missing."""
    problems = position.problems()
    if is_unfinished(position):
        return tuple(problem for problem in problems if not isinstance(problem, BadCount))
    return problems


@functools.lru_cache(maxsize=KEPT)
def analyse(position: Position, offer: Offer | None = None) -> Analysis:
    """The engine's answers for ``position``; none but its faults for one that is faulty or unfinished.

    ``offer`` is the tile that ``position.offer`` counts as seen.
    """
    problems = faults(position)
    if problems or is_unfinished(position):
        return Analysis(problems=problems)
    if offer is not None:
        try:
            return Analysis(calls=calls(position, offer), board=board(position))
        except AnalyzerError as error:
            return Analysis(problems=(error,))
    if len(position.hand) % 3 == 2:
        return Analysis(discards=discards(position), board=board(position), complete=_complete(position))
    return Analysis(waits=waits(position), opening=opens_and_keeps_close(position), board=board(position))


def _complete(position: Position) -> Score | None:
    try:
        found = score(
            position,
            Win(
                position.hand[-1],
                after_gang=position.turn is Turn.GANG_DRAW,
                last_tiles=position.turn is Turn.LAST_DRAW,
            ),
        )
    except AnalyzerError:  # 杠上花 of a player without a gang: the table below tells what can be done
        return None
    # With a gang tile in hand there is no shape to speak of.
    return None if {"no_shape", "gang_tile_in_hand"} & set(found.reasons) else found


@functools.lru_cache(maxsize=KEPT)
def win_score(position: Position, win: Win) -> Score:
    """What the complete hand of ``position`` pays when won so.

    :raises AnalyzerError: such a win can't be.
    """
    return score(position, win)
