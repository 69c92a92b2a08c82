"""The same random hands for everybody: dealt from a seed by plain Python, so that any interpreter deals them alike."""

import random
from array import array
from zlib import crc32

__all__ = ["COPIES", "KINDS", "checksum", "deal", "deal_comparable", "deal_one_suit"]

KINDS = 34
COPIES = 4


def deal(seed: int, hands: int, tiles: int) -> list[bytes]:
    """``hands`` hands of ``tiles`` tiles each from a full set of 136, every one as its 34 counts (0–4)."""
    return _deal(seed, hands, tiles, range(KINDS))


def deal_one_suit(seed: int, hands: int, tiles: int) -> list[bytes]:
    """Hands of one suit each, 万, 筒 and 条 by turns (``hands`` is rounded down to a multiple of three)."""
    third = hands // 3
    dealt = [_deal(seed + suit, third, tiles, range(9 * suit, 9 * suit + 9)) for suit in range(3)]
    return [hand for triple in zip(*dealt, strict=True) for hand in triple]


def deal_comparable(seed: int) -> dict[str, list[bytes]]:
    """Hands on which the peers and we compute the same: three sets and any pair, ten tiles held.

    With ten tiles no peer thinks of seven pairs or thirteen orphans. ``mixed``: of the whole set; ``one_suit``: here
    清一色 asks for sets and any pair; ``four_copies``: likewise, and a tile is held four times.
    """
    one_suit = deal_one_suit(seed, 24_000, 10)
    return {
        "mixed": deal(seed, 1500, 10),
        "one_suit": one_suit[:1500],
        "four_copies": [hand for hand in one_suit if max(hand) == COPIES][:1500],
    }


def checksum(hands: list[bytes]) -> int:
    """A number that differs when the hands do."""
    return crc32(b"".join(hands))


def _deal(seed: int, hands: int, tiles: int, kinds: range) -> list[bytes]:
    source = random.Random(seed)
    wall = array("B", [kind for kind in kinds for _ in range(COPIES)])
    size = len(wall)
    dealt = []
    for _ in range(hands):
        counts = bytearray(KINDS)
        # A partial Fisher–Yates shuffle: what the last hand left behind is as good a start as a fresh wall.
        for place in range(tiles):
            other = place + int(source.random() * (size - place))
            wall[place], wall[other] = wall[other], wall[place]
            counts[wall[place]] += 1
        dealt.append(bytes(counts))
    return dealt
