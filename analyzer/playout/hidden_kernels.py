"""暗牌: deal the tiles that one player cannot see, in keeping with all that it knows, in integers only.

An even deal of the unseen tiles is badly wrong: players who have discarded for eight rounds are nearer to a win
than chance.  So each opponent draws a distance from what self-play showed for players in its place (tiles left,
melds), is dealt an even hand, and improves it by drawing from the unseen tiles and discarding as the efficiency
player does, until it is that near.

Random numbers come from two small generators added up (a 32-bit xorshift and a linear congruence; period about
2⁶⁴), so that the same seed gives the same deals compiled or not.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    AN_GANG,
    GANG_FLAGS,
    HANDS,
    LAIZI,
    LEFT,
    MELD_LIST,
    MELDS,
    PHASE,
    ROB,
    SEEN,
    SUPPLY,
    TILE,
    WALL,
    start_queues,
)
from analyzer.playout.policy_kernels import K_ROWS, best_discard, distance_of, tabulate
from analyzer.shapes.kernels import ROW, ROW_BEST

# The distribution of distances: by tiles left, melds and distance, in 1/65536, cumulative
LEFT_STEP = 6  # tiles left are told in steps of six
LEFT_BUCKETS = 13
MELD_BUCKETS = 5
DISTANCES = 8
NEARNESS_SIZE = LEFT_BUCKETS * MELD_BUCKETS * DISTANCES
WHOLE = 65536

IMPROVEMENTS = 80  # the most draws that a hidden hand is improved by
MASK = 0xFFFFFFFF


def seed_random(seed: int, rng: MutableSequence[int]) -> None:
    """Start ``rng`` (2 ints) from any seed of up to 62 bits."""
    low = seed & MASK
    high = seed >> 32 & MASK
    x = ((low ^ 0x9E3779B9) * 0x85EBCA6B + high * 0x27D4EB2F + 0x165667B1) & MASK
    x ^= x >> 15
    x = (x * 0x2C1B3C6D) & MASK
    x ^= x >> 12
    rng[0] = x if x != 0 else 0x6D2B79F5
    rng[1] = (high ^ x * 0x297A2D39 + low) & MASK
    for _ in range(8):
        below(1, rng)


def below(n: int, rng: MutableSequence[int]) -> int:
    """A random int from 0 to n − 1; n up to 2¹⁶ or so."""
    x = rng[0]
    x ^= x << 13 & MASK
    x ^= x >> 17
    x ^= x << 5 & MASK
    rng[0] = x
    y = (rng[1] * 1664525 + 1013904223) & MASK
    rng[1] = y
    return ((x + y & MASK) * n) >> 32


def shuffle(tiles: MutableSequence[int], n: int, rng: MutableSequence[int]) -> None:
    """Put the first ``n`` tiles into random order."""
    for i in range(n - 1, 0, -1):
        j = below(i + 1, rng)
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


def nearness_bucket(left: int, melds: int) -> int:
    """Where the distribution of a player with ``melds`` melds begins, ``left`` tiles being left."""
    step = left // LEFT_STEP
    if step >= LEFT_BUCKETS:
        step = LEFT_BUCKETS - 1
    return (step * MELD_BUCKETS + melds) * DISTANCES


def draw_distance(left: int, melds: int, nearness: Sequence[int], rng: MutableSequence[int]) -> int:
    """A distance from the distribution."""
    at = nearness_bucket(left, melds)
    point = below(WHOLE, rng)
    for distance in range(DISTANCES - 1):
        if point < nearness[at + distance]:
            return distance
    return DISTANCES - 1


def deal_hidden(
    seat: int,
    nearness: Sequence[int],
    rng: MutableSequence[int],
    core: Any,
    work: Any,
    pool: MutableSequence[int],
    g: MutableSequence[int],
) -> None:
    """Deal all that ``seat`` cannot see in ``g``: the others' hands, then the wall.

    ``g`` holds what the seat sees; the other hands are emptied first.  ``pool`` (136) is scratch.  ``nearness``
    (NEARNESS_SIZE) is the distribution of distances.  The tile of another player's 暗杠 must be set before.
    """
    n = 0
    for other in range(4):
        if other != seat:
            for kind in range(34):
                g[HANDS + 34 * other + kind] = 0
    for kind in range(34):
        unseen = 4 - g[HANDS + 34 * seat + kind] - g[SEEN + kind]
        if g[PHASE] == ROB and g[TILE] == kind:
            unseen -= 1  # it is on its way from a hand into a gang
        for other in range(4):
            for i in range(g[MELDS + other]):
                at = MELD_LIST + 12 * other + 3 * i
                if g[at] == AN_GANG and g[at + 1] == kind:
                    unseen -= 4
        for _ in range(unseen):
            pool[n] = kind
            n += 1
    shuffle(pool, n, rng)
    for turn in range(1, 4):
        other = (seat + turn) % 4
        n = deal_hand(other, n, nearness, rng, core, work, pool, g)
    shuffle(pool, n, rng)
    if n > SUPPLY:  # unknown melds of a partial hand leave their tiles over
        n = SUPPLY
    for i in range(n):
        g[WALL + i] = pool[i]
    start_queues(n, g)
    if g[LEFT] > n:
        g[LEFT] = n


def deal_hand(
    seat: int,
    n: int,
    nearness: Sequence[int],
    rng: MutableSequence[int],
    core: Any,
    work: Any,
    pool: MutableSequence[int],
    g: MutableSequence[int],
) -> int:
    """Take a hidden hand from the ``n`` tiles of the pool; return how many are left."""
    hand = HANDS + 34 * seat
    need = 13 - 3 * g[MELDS + seat]
    # gang tiles are laid down at once by nearly everybody: they stay in the pool where there is a choice
    taken = 0
    i = n - 1
    while taken < need and i >= 0:
        kind = pool[i]
        if g[GANG_FLAGS + kind] == 0 or i < need - taken:
            g[hand + kind] += 1
            n -= 1
            pool[i] = pool[n]
            taken += 1
        i -= 1
    target = draw_distance(g[LEFT], g[MELDS + seat], nearness, rng)
    distance = distance_of(seat, seat, core, work, g)
    for _ in range(IMPROVEMENTS):
        if distance <= target or n == 0:
            break
        j = below(n, rng)
        kind = pool[j]
        if g[GANG_FLAGS + kind] != 0:
            continue
        g[hand + kind] += 1
        tabulate(seat, seat, core, work, g)
        out = best_discard(g[LAIZI], seat, work, g)
        g[hand + out] -= 1
        pool[j] = out
        distance = work[K_ROWS + ROW * out + ROW_BEST]
    return n
