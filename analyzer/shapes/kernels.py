"""牌型 kernels: distances of the five routes and the draws that lower them, in integers only.

Plain functions in the subset that numba compiles; :mod:`analyzer.compiler` makes the compiled twin from this
source. Tiles are kinds 0–33, counts are per kind. Nothing here checks its arguments: counts are 0–4 and add up
to 14 at most, gang tiles may be among them (they fit nowhere), laizi are never counted as natural tiles unless
the caller reads them as themselves.

**For other kernels** (``tables`` is ``layout.plain`` or ``layout.fast``, five containers that
:class:`analyzer.shapes.tables.Layout` describes):

- ``hand_class(counts, tables)`` → class of the 34 counts;
- ``overlap(hand_class, sets, pair, tables)`` → the most tiles that fit into ``sets`` (0–4) sets and a pair
  (0 none, 1 a 258 pair, 2 any); ``missing`` → 3 sets + 2 − that;
- ``suit_class(counts, suit, tables)`` → class of one group alone (0–2 the suits, 3 the honours);
- ``hand_stacks(counts, tables)`` → the sum of the groups' words, whose lower bits count kinds with one, two and
  three copies, 258 tiles and tiles of 风一色;
- ``triplets_missing(stacks, sets, tables)`` → tiles missing to ``sets`` triplets and a pair;
  ``jiang_count(stacks)``, ``wind_count(stacks)``.

A sum of words begins with ``0 +``: numba adds two uint32 to a uint64, which next to an int64 becomes a float.

**For a context** (one game, number of sets, laizi, open routes) the small tables are gathered in one ``plan`` of
int32 that :mod:`analyzer.shapes.distance` fills; its layout is given by the constants below. ``hand`` is then the
34 concealed counts, laizi and gang tiles included, followed by the 34 live counts.
"""

from collections.abc import MutableSequence
from typing import TypeAlias

Ints: TypeAlias = MutableSequence[int]
"""Ints by index: a list, bytes or an array when plain, a numpy array when compiled."""
Rows: TypeAlias = MutableSequence[MutableSequence[int]]
"""Ints by two indices."""
Tables: TypeAlias = tuple[Ints, Ints, Rows, Ints, Ints]
"""``layout.plain`` or ``layout.fast``: weights, words, compose, overlaps, triplets."""

# Lower bits of a word; the class lies above them.
CLASS_SHIFT = 18
STACKS_MASK = (1 << 10) - 1
ADDITIVE_MASK = (1 << 18) - 1
JIANG_SHIFT = 10
WIND_SHIFT = 14

# A plan.
PLAN_START = (
    36  # where the words of the four groups begin; before it the weights, 0 for gang tiles, laizi, 34, 35
)
PLAN_LAIZI = 40  # kind, or −1
PLAN_LIMIT = 41  # laizi that may help a big route
PLAN_TILES = 42  # tiles of the complete hand, 3 sets + 2
PLAN_OPEN = 43  # five flags: routes that the melds leave open
PLAN_SUITS = 48  # three flags: suits that the melds leave open for 清一色
PLAN_JIANG = 51  # 34 flags: natural 258 tiles
PLAN_WINDS = 85  # 34 flags: natural tiles of 风一色
PLAN_TRIPLETS = 119  # 1024: tiles missing to triplets and a pair
PLAN_ONE_SUIT = 1143  # by class of a suit: tiles missing to sets and any pair

ROUTES = 5  # small, pengpenghu, qingyise, jiangyise, fengyise
CLOSED = 99  # distance of a route that the melds rule out

# What a discard table writes: eight numbers for each kind, from ``ROWS`` on.
ROWS = 168
ROW = 8
ROW_BEST = 0  # the least distance
ROW_ROUTES = 1  # the five distances
ROW_DRAWS = 6  # bit t: drawing t lowers the least distance
ROW_TOTAL = 7  # live tiles among these
TABLE_SIZE = 440

# Scratch before the rows: nine slots for each group, so that loops over them have a fixed length. From 0 on 36
# steps (what the draw adds to the index of its group), 36 classes of the group after the draw, and 36 gains
# (what the draw adds to a sum of gains: its bit, and its live copies above GAIN_SHIFT). Then:
SCRATCH_OTHERS = 108  # 16: at 4 g + h composition of the groups other than g and h
SCRATCH_INDEX = 124  # 4: index of the group
SCRATCH_NOW = (
    128  # 9: class that a kind of the group leaves behind; 9: sum of the gains in the other groups then
)
GAIN_SHIFT = 40
DRAWS_MASK = (1 << 34) - 1


def group_index(counts: Ints, group: int, tables: Tables) -> int:
    """Where the words of one group (0–3) hold the word of these counts."""
    weights = tables[0]
    index = weights[34 + group]
    for kind in range(9 * group, 34 if group == 3 else 9 * group + 9):
        index += counts[kind] * weights[kind]
    return index


def suit_class(counts: Ints, group: int, tables: Tables) -> int:
    """Class of the counts of one group alone (0–2 the suits, 3 the honours)."""
    return tables[1][group_index(counts, group, tables)] >> CLASS_SHIFT


def hand_class(counts: Ints, tables: Tables) -> int:
    """Class of 34 counts."""
    compose = tables[2]
    suits = compose[suit_class(counts, 0, tables)][suit_class(counts, 1, tables)]
    rest = compose[suit_class(counts, 2, tables)][suit_class(counts, 3, tables)]
    return compose[suits][rest]


def overlap(hand_class: int, sets: int, pair: int, tables: Tables) -> int:
    """The most tiles of a hand of this class that fit into ``sets`` sets and a pair (0 none, 1 258, 2 any)."""
    return tables[3][15 * hand_class + 3 * sets + pair]


def missing(hand_class: int, sets: int, pair: int, tables: Tables) -> int:
    """Tiles missing to ``sets`` sets and a pair (1 a 258 pair, 2 any)."""
    return 3 * sets + 2 - tables[3][15 * hand_class + 3 * sets + pair]


def hand_stacks(counts: Ints, tables: Tables) -> int:
    """Sum of the words of the four groups; only its lower 18 bits mean something."""
    words = tables[1]
    total = 0
    for group in range(4):
        total += words[group_index(counts, group, tables)] & ADDITIVE_MASK
    return total


def triplets_missing(stacks: int, sets: int, tables: Tables) -> int:
    """Tiles missing to ``sets`` triplets and a pair, from the sum of :func:`hand_stacks`."""
    return tables[4][1024 * sets + (stacks & STACKS_MASK)]


def jiang_count(stacks: int) -> int:
    """将: 258 tiles, from the sum of :func:`hand_stacks`."""
    return stacks >> JIANG_SHIFT & 15


def wind_count(stacks: int) -> int:
    """Tiles of 风一色, from the sum of :func:`hand_stacks`."""
    return stacks >> WIND_SHIFT & 15


def route_distances(
    words0: int,
    words1: int,
    words2: int,
    words3: int,
    laizi: int,
    plan: Ints,
    compose: Rows,
    final: Rows,
    out: Ints,
    at: int,
) -> int:
    """Write the five distances of a hand, given the words of its groups and its laizi, to ``out[at:at + 5]``.

    Returns the least. A hand of 3k + 2 tiles gets the distance that a hand of 3k + 1 would have with the same
    tiles used, −1 if complete.
    """
    limit = plan[PLAN_LIMIT]
    tiles = plan[PLAN_TILES] - 1
    helping = laizi if laizi < limit else limit
    total = 0 + words0 + words1 + words2 + words3
    class0 = words0 >> CLASS_SHIFT
    class1 = words1 >> CLASS_SHIFT
    class2 = words2 >> CLASS_SHIFT
    best = CLOSED
    for route in range(ROUTES):
        out[at + route] = CLOSED
    if plan[PLAN_OPEN]:
        best = final[compose[class0][class1]][compose[class2][words3 >> CLASS_SHIFT]] - 1
        if laizi > 0:
            best -= 1
        out[at] = best
    if plan[PLAN_OPEN + 1]:
        distance = plan[PLAN_TRIPLETS + (total & STACKS_MASK)] - 1 - helping
        out[at + 1] = distance
        if distance < best:
            best = distance
    if plan[PLAN_OPEN + 2]:
        distance = CLOSED
        if plan[PLAN_SUITS]:
            distance = plan[PLAN_ONE_SUIT + class0]
        if plan[PLAN_SUITS + 1] and plan[PLAN_ONE_SUIT + class1] < distance:
            distance = plan[PLAN_ONE_SUIT + class1]
        if plan[PLAN_SUITS + 2] and plan[PLAN_ONE_SUIT + class2] < distance:
            distance = plan[PLAN_ONE_SUIT + class2]
        distance -= 1 + helping
        out[at + 2] = distance
        if distance < best:
            best = distance
    if plan[PLAN_OPEN + 3]:
        distance = tiles - (total >> JIANG_SHIFT & 15) - helping
        out[at + 3] = distance
        if distance < best:
            best = distance
    if plan[PLAN_OPEN + 4]:
        distance = tiles - (total >> WIND_SHIFT & 15) - helping
        out[at + 4] = distance
        if distance < best:
            best = distance
    return best


def hand_distances(hand: Ints, plan: Ints, words: Ints, compose: Rows, final: Rows, out: Ints) -> int:
    """Write the five distances of 34 concealed counts to ``out[0:5]``; returns the least."""
    index0 = plan[PLAN_START]
    index1 = plan[PLAN_START + 1]
    index2 = plan[PLAN_START + 2]
    index3 = plan[PLAN_START + 3]
    for kind in range(9):
        index0 += hand[kind] * plan[kind]
        index1 += hand[kind + 9] * plan[kind + 9]
        index2 += hand[kind + 18] * plan[kind + 18]
    for kind in range(27, 34):
        index3 += hand[kind] * plan[kind]
    laizi = hand[plan[PLAN_LAIZI]] if plan[PLAN_LAIZI] >= 0 else 0
    return route_distances(
        words[index0], words[index1], words[index2], words[index3], laizi, plan, compose, final, out, 0
    )


def triplet_draws(hand: Ints, less: int, stacks: int, plan: Ints) -> int:
    """Bits of the natural draws that lower 碰碰胡; ``less`` is a kind of which ``hand`` has one too many, or −1."""
    stacks &= STACKS_MASK
    base = plan[PLAN_TRIPLETS + stacks]
    first = plan[PLAN_TRIPLETS + stacks + 1] < base  # a new single, a fourth copy included
    second = plan[PLAN_TRIPLETS + stacks + 15] < base  # a single becomes a pair
    third = plan[PLAN_TRIPLETS + stacks + 112] < base  # a pair becomes a triplet
    draws = 0
    if first or second or third:
        for kind in range(34):
            if plan[kind]:
                count = hand[kind]
                if kind == less:
                    count -= 1
                if count == 0 or count == 3:
                    if first:
                        draws |= 1 << kind
                elif count == 1:
                    if second:
                        draws |= 1 << kind
                elif count == 2:
                    if third:
                        draws |= 1 << kind
    return draws


def one_suit_draws(hand: Ints, less: int, start: int, index: int, words: Ints, plan: Ints) -> int:
    """Bits of the draws that lower 清一色 in the suit that begins at kind ``start``; ``index`` is its word's."""
    base = plan[PLAN_ONE_SUIT + (words[index] >> CLASS_SHIFT)]
    draws = 0
    for kind in range(start, start + 9):
        if plan[kind] and (hand[kind] < 4 or kind == less):
            if plan[PLAN_ONE_SUIT + (words[index + plan[kind]] >> CLASS_SHIFT)] < base:
                draws |= 1 << kind
    return draws


def flagged_draws(hand: Ints, less: int, at: int, plan: Ints) -> int:
    """Bits of the kinds that ``plan[at:at + 34]`` flags and of which ``hand`` has fewer than four."""
    draws = 0
    for kind in range(34):
        if plan[at + kind] and (hand[kind] < 4 or kind == less):
            draws |= 1 << kind
    return draws


def discard_table(hand: Ints, plan: Ints, words: Ints, compose: Rows, final: Rows, out: Ints) -> None:
    """Write one row of ``out`` for each kind in a hand of 3k + 2 tiles: what is left when one of it is gone.

    ``out`` has ``TABLE_SIZE`` numbers; the row of kind t begins at ``ROWS + ROW * t``, rows of kinds that the hand
    does not hold stay as they are. A draw changes one group only, so the composition of the other three is worked
    out once for each discard and group; a draw then costs a look-up of its class and one of the missing tiles.
    Only routes at the least distance can lower it. Half of the draws do, so instead of a branch that a processor
    guesses wrong, the sign of the difference (shifted: −1 or 0) masks the gain.
    """
    limit = plan[PLAN_LIMIT]
    tiles = plan[PLAN_TILES]
    small = plan[PLAN_OPEN]
    pengpenghu = plan[PLAN_OPEN + 1]
    qingyise = plan[PLAN_OPEN + 2]
    jiangyise = plan[PLAN_OPEN + 3]
    fengyise = plan[PLAN_OPEN + 4]
    laizi_kind = plan[PLAN_LAIZI]
    laizi = 0
    laizi_gain = 0
    if laizi_kind >= 0:
        laizi = hand[laizi_kind]
        laizi_gain = 1 << laizi_kind | hand[34 + laizi_kind] << GAIN_SHIFT

    # The hand as it is: of each group the index and class, of each draw its step in the index (none for a fifth
    # copy, which can't be drawn and would run into the next rank), class and gain: its bit and its live copies.
    total = 0
    for group in range(4):
        start = 9 * group
        index = plan[PLAN_START + group]
        for slot in range(start, start + 9):
            weight = plan[slot]
            if weight and hand[slot]:
                index += hand[slot] * weight
                if hand[slot] == 4:
                    weight = 0
            out[slot] = weight
        for slot in range(start, start + 9):
            out[slot + 36] = words[index + out[slot]] >> CLASS_SHIFT
        out[SCRATCH_INDEX + group] = index
        total += words[index]
    for kind in range(34):
        out[kind + 72] = 1 << kind | hand[kind + 34] << GAIN_SHIFT
    class0 = words[out[SCRATCH_INDEX]] >> CLASS_SHIFT
    class1 = words[out[SCRATCH_INDEX + 1]] >> CLASS_SHIFT
    class2 = words[out[SCRATCH_INDEX + 2]] >> CLASS_SHIFT
    class3 = words[out[SCRATCH_INDEX + 3]] >> CLASS_SHIFT
    pair01 = compose[class0][class1]
    pair23 = compose[class2][class3]
    out[SCRATCH_OTHERS] = compose[class1][pair23]
    out[SCRATCH_OTHERS + 5] = compose[class0][pair23]
    out[SCRATCH_OTHERS + 10] = compose[pair01][class3]
    out[SCRATCH_OTHERS + 15] = compose[pair01][class2]
    out[SCRATCH_OTHERS + 1] = out[SCRATCH_OTHERS + 4] = pair23
    out[SCRATCH_OTHERS + 2] = out[SCRATCH_OTHERS + 8] = compose[class1][class3]
    out[SCRATCH_OTHERS + 3] = out[SCRATCH_OTHERS + 12] = compose[class1][class2]
    out[SCRATCH_OTHERS + 6] = out[SCRATCH_OTHERS + 9] = compose[class0][class3]
    out[SCRATCH_OTHERS + 7] = out[SCRATCH_OTHERS + 13] = compose[class0][class2]
    out[SCRATCH_OTHERS + 11] = out[SCRATCH_OTHERS + 14] = pair01
    suit0 = plan[PLAN_ONE_SUIT + class0] if plan[PLAN_SUITS] else CLOSED
    suit1 = plan[PLAN_ONE_SUIT + class1] if plan[PLAN_SUITS + 1] else CLOSED
    suit2 = plan[PLAN_ONE_SUIT + class2] if plan[PLAN_SUITS + 2] else CLOSED

    for group in range(4):
        start = 9 * group
        whole = out[SCRATCH_INDEX + group]
        rest = total - words[whole]
        missing_here = final[out[SCRATCH_OTHERS + 5 * group]]
        # 清一色 in the other suits, and whether in this one.
        suit = CLOSED
        if group != 0:
            suit = suit0
        if group != 1 and suit1 < suit:
            suit = suit1
        if group != 2 and suit2 < suit:
            suit = suit2
        here = group < 3 and plan[PLAN_SUITS + group] != 0
        known = 0
        for less in range(start, start + 9 if group < 3 else 34):
            count = hand[less]
            if count == 0:
                continue
            row = ROWS + ROW * less
            held = laizi - 1 if less == laizi_kind else laizi
            helping = (held if held < limit else limit) + 1
            # Gang tiles and laizi have no weight: without one of them every index stays the same.
            weight = plan[less]
            index = whole - weight
            word = words[index]
            now = word >> CLASS_SHIFT
            additive = rest + word
            base = missing_here[now]

            big = CLOSED
            best = CLOSED
            if small:
                best = base - 2 if held else base - 1
            out[row + ROW_ROUTES] = best
            distance = CLOSED
            if pengpenghu:
                distance = plan[PLAN_TRIPLETS + (additive & STACKS_MASK)] - helping
                big = distance
            out[row + ROW_ROUTES + 1] = distance
            distance = CLOSED
            if qingyise:
                distance = suit
                if here and plan[PLAN_ONE_SUIT + now] < suit:
                    distance = plan[PLAN_ONE_SUIT + now]
                distance -= helping
                if distance < big:
                    big = distance
            out[row + ROW_ROUTES + 2] = distance
            distance = CLOSED
            if jiangyise:
                distance = tiles - (additive >> JIANG_SHIFT & 15) - helping
                if distance < big:
                    big = distance
            out[row + ROW_ROUTES + 3] = distance
            distance = CLOSED
            if fengyise:
                distance = tiles - (additive >> WIND_SHIFT & 15) - helping
                if distance < big:
                    big = distance
            out[row + ROW_ROUTES + 4] = distance

            gains = 0
            if best <= big:
                if count == 4:
                    out[less] = weight
                for slot in range(start, start + 9):
                    fewer = missing_here[words[index + out[slot]] >> CLASS_SHIFT] - base
                    gains += out[slot + 72] & fewer >> 8
                if count == 4:
                    out[less] = 0
                # Kinds of one group that leave the same class behind leave the same gains in the other groups.
                place = SCRATCH_NOW
                end = SCRATCH_NOW + known
                while place < end and out[place] != now:
                    place += 1
                if place == end:
                    elsewhere = 0
                    for other in range(4):
                        if other != group:
                            missing_there = final[compose[out[SCRATCH_OTHERS + 4 * group + other]][now]]
                            for slot in range(9 * other, 9 * other + 9):
                                fewer = missing_there[out[slot + 36]] - base
                                elsewhere += out[slot + 72] & fewer >> 8
                    out[place] = now
                    out[place + 9] = elsewhere
                    known += 1
                gains += out[place + 9]
                if held == 0:
                    gains += laizi_gain
            draws = gains & DRAWS_MASK
            live = gains >> GAIN_SHIFT
            if big <= best:
                best = big
                more = 0
                if held < limit and laizi_kind >= 0:
                    more = 1 << laizi_kind
                if out[row + ROW_ROUTES + 1] == best:
                    more |= triplet_draws(hand, less, additive, plan)
                if out[row + ROW_ROUTES + 2] == best:
                    if here and plan[PLAN_ONE_SUIT + now] - helping == best:
                        more |= one_suit_draws(hand, less, start, index, words, plan)
                    if group != 0 and suit0 - helping == best:
                        more |= one_suit_draws(hand, less, 0, out[SCRATCH_INDEX], words, plan)
                    if group != 1 and suit1 - helping == best:
                        more |= one_suit_draws(hand, less, 9, out[SCRATCH_INDEX + 1], words, plan)
                    if group != 2 and suit2 - helping == best:
                        more |= one_suit_draws(hand, less, 18, out[SCRATCH_INDEX + 2], words, plan)
                if out[row + ROW_ROUTES + 3] == best:
                    more |= flagged_draws(hand, less, PLAN_JIANG, plan)
                if out[row + ROW_ROUTES + 4] == best:
                    more |= flagged_draws(hand, less, PLAN_WINDS, plan)
                more &= ~draws
                draws |= more
                for kind in range(34):
                    if more >> kind & 1:
                        live += hand[34 + kind]
            out[row] = best
            out[row + ROW_DRAWS] = draws
            out[row + ROW_TOTAL] = live


def route_accepts(hand: Ints, plan: Ints, words: Ints, compose: Rows, final: Rows, out: Ints) -> int:
    """For a hand of 3k + 1 tiles: the five distances to ``out[0:5]``, for each route the bits of the natural and
    laizi draws that lower it to ``out[5:10]``; returns the least distance.
    """
    best = hand_distances(hand, plan, words, compose, final, out)
    laizi_kind = plan[PLAN_LAIZI]
    laizi = hand[laizi_kind] if laizi_kind >= 0 else 0
    helping = laizi if laizi < plan[PLAN_LIMIT] else plan[PLAN_LIMIT]
    index0 = plan[PLAN_START]
    index1 = plan[PLAN_START + 1]
    index2 = plan[PLAN_START + 2]
    index3 = plan[PLAN_START + 3]
    for kind in range(9):
        index0 += hand[kind] * plan[kind]
        index1 += hand[kind + 9] * plan[kind + 9]
        index2 += hand[kind + 18] * plan[kind + 18]
    for kind in range(27, 34):
        index3 += hand[kind] * plan[kind]
    class0 = words[index0] >> CLASS_SHIFT
    class1 = words[index1] >> CLASS_SHIFT
    class2 = words[index2] >> CLASS_SHIFT
    class3 = words[index3] >> CLASS_SHIFT
    for route in range(ROUTES):
        out[5 + route] = 0
    if plan[PLAN_OPEN]:
        draws = 0
        base = out[0] + 1 if laizi == 0 else out[0] + 2
        for group in range(4):
            if group == 0:
                index = index0
                others = compose[class1][compose[class2][class3]]
            elif group == 1:
                index = index1
                others = compose[class0][compose[class2][class3]]
            elif group == 2:
                index = index2
                others = compose[compose[class0][class1]][class3]
            else:
                index = index3
                others = compose[compose[class0][class1]][class2]
            missing_by_class = final[others]
            for kind in range(9 * group, 9 * group + 9 if group < 3 else 34):
                if hand[kind] < 4:
                    if missing_by_class[words[index + plan[kind]] >> CLASS_SHIFT] < base:
                        draws |= 1 << kind
        if laizi == 0 and laizi_kind >= 0:
            draws |= 1 << laizi_kind
        out[5] = draws
    if plan[PLAN_OPEN + 1]:
        stacks = 0 + words[index0] + words[index1] + words[index2] + words[index3]
        out[6] = triplet_draws(hand, -1, stacks, plan)
    if plan[PLAN_OPEN + 2]:
        base = out[2] + 1 + helping
        draws = 0
        if plan[PLAN_SUITS] and plan[PLAN_ONE_SUIT + class0] == base:
            draws |= one_suit_draws(hand, -1, 0, index0, words, plan)
        if plan[PLAN_SUITS + 1] and plan[PLAN_ONE_SUIT + class1] == base:
            draws |= one_suit_draws(hand, -1, 9, index1, words, plan)
        if plan[PLAN_SUITS + 2] and plan[PLAN_ONE_SUIT + class2] == base:
            draws |= one_suit_draws(hand, -1, 18, index2, words, plan)
        out[7] = draws
    if plan[PLAN_OPEN + 3]:
        out[8] = flagged_draws(hand, -1, PLAN_JIANG, plan)
    if plan[PLAN_OPEN + 4]:
        out[9] = flagged_draws(hand, -1, PLAN_WINDS, plan)
    if laizi_kind >= 0 and laizi < plan[PLAN_LIMIT]:
        for route in range(1, ROUTES):
            if plan[PLAN_OPEN + route]:
                out[5 + route] |= 1 << laizi_kind
    return best


def distances_batch(
    indices: Rows, laizi: Ints, plan: Ints, words: Ints, compose: Rows, final: Rows, out: Rows
) -> None:
    """Five distances of each hand: ``indices`` [n, 4] in base 5 of each group, ``laizi`` [n], ``out`` [n, 5].

    What :func:`route_distances` does, with all that stays the same kept out of the loop.
    """
    group0 = words[plan[PLAN_START] :]
    group1 = words[plan[PLAN_START + 1] :]
    group2 = words[plan[PLAN_START + 2] :]
    group3 = words[plan[PLAN_START + 3] :]
    triplets = plan[PLAN_TRIPLETS:]
    one_suit = plan[PLAN_ONE_SUIT:]
    limit = plan[PLAN_LIMIT]
    tiles = plan[PLAN_TILES]
    small = plan[PLAN_OPEN]
    pengpenghu = plan[PLAN_OPEN + 1]
    qingyise = plan[PLAN_OPEN + 2]
    jiangyise = plan[PLAN_OPEN + 3]
    fengyise = plan[PLAN_OPEN + 4]
    suit0 = plan[PLAN_SUITS]
    suit1 = plan[PLAN_SUITS + 1]
    suit2 = plan[PLAN_SUITS + 2]
    for i in range(len(laizi)):
        word0 = group0[indices[i][0]]
        word1 = group1[indices[i][1]]
        word2 = group2[indices[i][2]]
        word3 = group3[indices[i][3]]
        total = 0 + word0 + word1 + word2 + word3
        class0 = word0 >> CLASS_SHIFT
        class1 = word1 >> CLASS_SHIFT
        class2 = word2 >> CLASS_SHIFT
        held = laizi[i]
        less = (held if held < limit else limit) + 1
        distance = final[compose[class0][class1]][compose[class2][word3 >> CLASS_SHIFT]]
        out[i][0] = distance - (2 if held > 0 else 1) if small else CLOSED
        out[i][1] = triplets[total & STACKS_MASK] - less if pengpenghu else CLOSED
        best = CLOSED
        if suit0:
            best = one_suit[class0]
        if suit1:
            distance = one_suit[class1]
            best = distance if distance < best else best
        if suit2:
            distance = one_suit[class2]
            best = distance if distance < best else best
        out[i][2] = best - less if qingyise else CLOSED
        out[i][3] = tiles - (total >> JIANG_SHIFT & 15) - less if jiangyise else CLOSED
        out[i][4] = tiles - (total >> WIND_SHIFT & 15) - less if fengyise else CLOSED


def indices_batch(hands: Rows, plan: Ints, indices: Rows, laizi: Ints) -> None:
    """Base-5 indices [n, 4] of the groups and laizi [n] of concealed counts ``hands`` [n, 34 or more]."""
    for i in range(len(laizi)):
        for group in range(4):
            index = 0
            for kind in range(9 * group, 9 * group + 9 if group < 3 else 34):
                index += hands[i][kind] * plan[kind]
            indices[i][group] = index
        laizi[i] = hands[i][plan[PLAN_LAIZI]] if plan[PLAN_LAIZI] >= 0 else 0


def discard_table_batch(
    hands: Rows,
    plan: Ints,
    words: Ints,
    compose: Rows,
    final: Rows,
    table: Ints,
    distances: Rows,
    draws: Rows,
    totals: Rows,
) -> None:
    """:func:`discard_table` of each of ``hands`` [n, 68], without the scratch; ``table`` has ``TABLE_SIZE`` numbers.

    ``distances`` [n, 204]: at 6 t the least and the five distances without a tile of kind t; ``draws`` [n, 34] and
    ``totals`` [n, 34] as in the rows. What belongs to kinds that a hand does not hold stays as it is.
    """
    for i in range(len(hands)):
        hand = hands[i]
        discard_table(hand, plan, words, compose, final, table)
        for kind in range(34):
            if hand[kind]:
                row = ROWS + ROW * kind
                for place in range(6):
                    distances[i][6 * kind + place] = table[row + place]
                draws[i][kind] = table[row + ROW_DRAWS]
                totals[i][kind] = table[row + ROW_TOTAL]
