"""摸风: who sits where, by four drawn tiles and a throw of the dice (rules §8)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from analyzer.errors import AnalyzerError, BadRequest, TooManyCopies, raise_problems
from analyzer.tiles import COPIES, KINDS, NAMES, SUITS, is_honour, rank_of, suit_of

__all__ = ["Seating", "drawn_at_random", "strength"]

PLAYERS: Final = range(4)
FACES: Final = range(1, 7)
_SUIT_ORDER: Final = "msp"
"""万 < 条 < 筒, for tiles of one number."""


def strength(kind: int) -> int:
    """How far up a drawn tile puts its player: by number, then 筒 > 条 > 万; honours below, 东 first, 白 last."""
    if is_honour(kind):
        return KINDS - kind
    return 10 * rank_of(kind) + _SUIT_ORDER.index(SUITS[suit_of(kind)])


@dataclass(frozen=True)
class Seating:
    """摸风: what each of four players has drawn, and the dice.

    Players are numbered 0–3 in any order of theirs.  Where two or more have drawn equal tiles these draw again
    between themselves, so that each has as many tiles as it took.
    """

    draws: tuple[tuple[int, ...], ...] = ((),) * 4
    """By player, the tiles drawn, first to last."""
    dice: tuple[int, int] | None = None
    """What the player who drew 东 has thrown."""

    @cached_property
    def due(self) -> tuple[int, ...]:
        """The players who have to draw (again) before the order is known; ascending."""
        return tuple(sorted(self._due(PLAYERS, 0)))

    def _due(self, group: Sequence[int], level: int) -> Iterator[int]:
        waiting = [player for player in group if len(self.draws[player]) <= level]
        if waiting:
            yield from waiting
            return
        for tied in self._equals(group, level):
            if len(tied) > 1:
                yield from self._due(tied, level + 1)

    def _equals(self, group: Sequence[int], level: int) -> list[list[int]]:
        """``group`` in parts of players with the same tile at ``level``."""
        parts: dict[int, list[int]] = {}
        for player in group:
            parts.setdefault(self.draws[player][level], []).append(player)
        return list(parts.values())

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The players who drew 东 南 西 北; empty until the order is known."""
        if self.due:
            return ()
        return tuple(
            sorted(PLAYERS, key=lambda player: [strength(kind) for kind in self.draws[player]], reverse=True)
        )

    @property
    def count(self) -> int | None:
        """What the two dice show together, 2–12."""
        return None if self.dice is None else sum(self.dice)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The players who sit 东 南 西 北, counter-clockwise; empty until the dice are thrown.

        They sit down as they have drawn; the thrower counts from the own seat, and where the count ends is 东.
        """
        if not self.order or self.count is None:
            return ()
        first = (self.count - 1) % len(PLAYERS)
        return self.order[first:] + self.order[:first]

    # Faults

    def check(self) -> None:
        """Raise the first problem, with all others attached; return if there is none."""
        raise_problems(self.problems())

    def problems(self) -> tuple[AnalyzerError, ...]:
        """Every fault, in a fixed order."""
        if len(self.draws) != len(PLAYERS):
            return (BadRequest("seating-not-four", count=len(self.draws)),)
        return (*self._tile_problems(), *self._draw_problems(), *self._dice_problems())

    def _tile_problems(self) -> Iterator[AnalyzerError]:
        drawn = [kind for tiles in self.draws for kind in tiles]
        for kind in drawn:
            if type(kind) is not int or not 0 <= kind < KINDS:
                yield BadRequest("seating-no-tile", value=repr(kind), most=KINDS - 1)
                return
        for kind, count in sorted(Counter(drawn).items()):
            if count > COPIES:
                yield TooManyCopies("position-too-many-copies", tile=NAMES[kind], count=count)

    def _draw_problems(self) -> Iterator[AnalyzerError]:
        """A player who drew again though nobody else had an equal tile."""
        for player in PLAYERS:
            tiles = self.draws[player]
            for level in range(1, len(tiles)):
                rivals = [
                    other
                    for other in PLAYERS
                    if other != player and self.draws[other][:level] == tiles[:level]
                ]
                if not rivals:
                    yield BadRequest("seating-drew-again", player=player + 1, count=len(tiles), right=level)
                    break

    def _dice_problems(self) -> Iterator[AnalyzerError]:
        if self.dice is None:
            return
        if len(self.dice) != 2 or any(type(each) is not int or each not in FACES for each in self.dice):
            yield BadRequest("seating-dice", dice=str(self.dice))


def drawn_at_random(seed: int) -> Seating:
    """摸风 from a shuffled set of 136 tiles with all redraws, and a throw; the same for the same ``seed``."""
    chance = random.Random(seed)
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    chance.shuffle(wall)
    seating = Seating()
    while seating.due:
        draws = list(seating.draws)
        for player in seating.due:
            draws[player] = (*draws[player], wall.pop())
        seating = Seating(tuple(draws))
    return Seating(seating.draws, (chance.choice(FACES), chance.choice(FACES)))
