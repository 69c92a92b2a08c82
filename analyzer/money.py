"""钱: points times a stake, in decimal, to the cent.

Each loser's amount is rounded to the cent, halves upwards; the winner gets the sum of the rounded amounts, so the
money of a hand sums to zero as its points do.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Final
from unicodedata import normalize

from analyzer.errors import BadRequest

__all__ = ["CENT", "LARGEST_STAKE", "money", "parse_stake"]

CENT: Final = Decimal("0.01")
"""What amounts are rounded to."""
LARGEST_STAKE: Final = 10_000
"""The most that a point may be worth."""
DECIMALS: Final = 4


def parse_stake(text: str) -> Decimal:
    """What a point is worth, from what a person writes: ``0.5``, ``0，5``, ``２``.

    :raises BadRequest: it is no number above 0 and up to :data:`LARGEST_STAKE`, or has more than four decimals.
    """
    spelled = normalize("NFKC", text).strip().replace(",", ".").replace("。", ".")
    plain = spelled.replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit() and len(spelled.partition(".")[2]) <= DECIMALS):
        raise BadRequest("stake-not-a-number", value=text)
    try:
        stake = Decimal(spelled)
    except InvalidOperation:
        raise BadRequest("stake-not-a-number", value=text) from None
    if not 0 < stake <= LARGEST_STAKE:
        raise BadRequest("stake-out-of-range", value=text, most=LARGEST_STAKE)
    return stake


def money(pays: Sequence[int], stake: Decimal) -> tuple[Decimal, ...]:
    """The four amounts of money for ``pays``, which sum to zero and hold one winner at most; by seat.

    Losers' amounts are rounded to the cent, halves away from zero; the winner's is their sum.
    """
    amounts = [(points * stake).quantize(CENT, ROUND_HALF_UP) for points in pays]
    for seat, points in enumerate(pays):
        if points > 0:
            amounts[seat] = -sum((each for other, each in enumerate(amounts) if other != seat), Decimal(0))
    return tuple(amounts)
