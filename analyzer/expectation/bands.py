"""输赢分段: a payout distribution gathered into the bands that people speak of, for a chart of a dozen rows.

The bands of a distribution follow its width: 小胡 games pay some dozens, a 口口翻 game hundreds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["Band", "bands"]

STEPS: Final = (1, 2, 4, 8, 16)
"""Where the bands of each side begin, in units; the last one has no end."""
UNITS: Final = (10, 25, 50, 100, 250, 500)
RARE: Final = 0.02
"""The widest band holds about so much of the distribution, or less, on either side."""


@dataclass(frozen=True, slots=True)
class Band:
    """Payments from ``low`` to ``high`` points, both included, and their chance."""

    low: int | None
    """``None``: no matter how much is lost."""
    high: int | None
    """``None``: no matter how much is won."""
    chance: float


def bands(*payouts: Sequence[tuple[int, float]]) -> tuple[tuple[Band, ...], ...]:
    """For each distribution of (points, chance), its chances by the same bands, from the greatest loss upwards.

    Bands at both ends that are empty in all of them are left out.
    """
    unit = _unit(payouts)
    edges = [unit * step for step in STEPS]
    limits: list[tuple[int | None, int | None]] = [(None, -edges[-1])]
    limits += [(1 - high, -low) for low, high in reversed(list(zip([1, *edges], edges, strict=False)))]
    limits.append((0, 0))
    limits += [(low, high - 1) for low, high in zip([1, *edges], edges, strict=False)]
    limits.append((edges[-1], None))
    found = [
        tuple(
            Band(low, high, sum(chance for points, chance in each if _within(points, low, high)))
            for low, high in limits
        )
        for each in payouts
    ]
    used = [index for index in range(len(limits)) if any(each[index].chance for each in found)]
    if not used:
        return tuple(() for _ in found)
    return tuple(each[used[0] : used[-1] + 1] for each in found)


def _within(points: int, low: int | None, high: int | None) -> bool:
    return (low is None or points >= low) and (high is None or points <= high)


def _unit(payouts: Sequence[Sequence[tuple[int, float]]]) -> int:
    """The smallest unit with which little lies beyond the last edge."""
    for unit in UNITS:
        beyond = [
            sum(chance for points, chance in each if abs(points) >= unit * STEPS[-1]) for each in payouts
        ]
        if max(beyond, default=0.0) <= RARE:
            return unit
    return UNITS[-1]
