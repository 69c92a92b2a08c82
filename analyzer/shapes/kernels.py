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
PLAN_START = 34  # where the words of the four groups begin; before it the weights, 0 for gang tiles and laizi
PLAN_LAIZI = 38  # kind, or −1
PLAN_LIMIT = 39  # laizi that may help a big route
PLAN_TILES = 40  # tiles of the complete hand, 3 sets + 2
PLAN_OPEN = 41  # five flags: routes that the melds leave open
PLAN_SUITS = 46  # three flags: suits that the melds leave open for 清一色
PLAN_JIANG = 49  # 34 flags: natural 258 tiles
PLAN_WINDS = 83  # 34 flags: natural tiles of 风一色
PLAN_TRIPLETS = 117  # 1024: tiles missing to triplets and a pair
PLAN_ONE_SUIT = 1141  # by class of a suit: tiles missing to sets and any pair

ROUTES = 5  # small, pengpenghu, qingyise, jiangyise, fengyise
CLOSED = 99  # distance of a route that the melds rule out

# What a discard table writes: eight numbers for each kind, then scratch.
ROW = 8
ROW_BEST = 0  # the least distance
ROW_ROUTES = 1  # the five distances
ROW_DRAWS = 6  # bit t: drawing t lowers the least distance
ROW_TOTAL = 7  # live tiles among these
SCRATCH_CLASS = 272  # 34: class of the group after drawing the kind
SCRATCH_OTHERS = 306  # 16: composition of the groups other than g and h
TABLE_SIZE = 322


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

    ``out`` has ``TABLE_SIZE`` numbers; the row of kind t begins at ``ROW * t``, rows of kinds that the hand does
    not hold stay as they are. A draw changes one group only, so the composition of the other three is worked out
    once for each discard and group; a draw then costs a look-up of its class and one of the missing tiles. Only
    routes at the least distance can lower it.
    """
    limit = plan[PLAN_LIMIT]
    laizi_kind = plan[PLAN_LAIZI]
    laizi = hand[laizi_kind] if laizi_kind >= 0 else 0
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
    word0 = words[index0]
    word1 = words[index1]
    word2 = words[index2]
    word3 = words[index3]
    class0 = word0 >> CLASS_SHIFT
    class1 = word1 >> CLASS_SHIFT
    class2 = word2 >> CLASS_SHIFT
    class3 = word3 >> CLASS_SHIFT
    for group in range(4):
        index = index0 if group == 0 else index1 if group == 1 else index2 if group == 2 else index3
        for kind in range(9 * group, 9 * group + 9 if group < 3 else 34):
            # A fifth copy can't be drawn, and its index would run into the next rank's.
            drawn = index + plan[kind] if hand[kind] < 4 else index
            out[SCRATCH_CLASS + kind] = words[drawn] >> CLASS_SHIFT
    pair01 = compose[class0][class1]
    pair23 = compose[class2][class3]
    out[SCRATCH_OTHERS + 0] = compose[class1][pair23]
    out[SCRATCH_OTHERS + 5] = compose[class0][pair23]
    out[SCRATCH_OTHERS + 10] = compose[pair01][class3]
    out[SCRATCH_OTHERS + 15] = compose[pair01][class2]
    out[SCRATCH_OTHERS + 1] = out[SCRATCH_OTHERS + 4] = pair23
    out[SCRATCH_OTHERS + 2] = out[SCRATCH_OTHERS + 8] = compose[class1][class3]
    out[SCRATCH_OTHERS + 3] = out[SCRATCH_OTHERS + 12] = compose[class1][class2]
    out[SCRATCH_OTHERS + 6] = out[SCRATCH_OTHERS + 9] = compose[class0][class3]
    out[SCRATCH_OTHERS + 7] = out[SCRATCH_OTHERS + 13] = compose[class0][class2]
    out[SCRATCH_OTHERS + 11] = out[SCRATCH_OTHERS + 14] = pair01

    for less in range(34):
        if hand[less] == 0:
            continue
        row = ROW * less
        # The group that changes; −1 if what goes is useless: a gang tile, or a laizi, which no index counts.
        changed = -1
        now0 = index0
        now1 = index1
        now2 = index2
        now3 = index3
        held = laizi
        if less == laizi_kind:
            held -= 1
        elif plan[less]:
            if less < 9:
                changed = 0
                now0 -= plan[less]
            elif less < 18:
                changed = 1
                now1 -= plan[less]
            elif less < 27:
                changed = 2
                now2 -= plan[less]
            else:
                changed = 3
                now3 -= plan[less]
        word0 = words[now0]
        word1 = words[now1]
        word2 = words[now2]
        word3 = words[now3]
        best = route_distances(word0, word1, word2, word3, held, plan, compose, final, out, row + ROW_ROUTES)
        draws = 0
        total = 0
        if out[row + ROW_ROUTES] == best:
            base = best + 1 if held == 0 else best + 2
            index = now0 if changed == 0 else now1 if changed == 1 else now2 if changed == 2 else now3
            now = words[index] >> CLASS_SHIFT
            for group in range(4):
                start = 9 * group
                end = 9 * group + 9 if group < 3 else 34
                if group == changed:
                    missing_by_class = final[out[SCRATCH_OTHERS + 5 * group]]
                    for kind in range(start, end):
                        if hand[kind] < 4 or kind == less:
                            if missing_by_class[words[index + plan[kind]] >> CLASS_SHIFT] < base:
                                draws |= 1 << kind
                                total += hand[34 + kind]
                else:
                    if changed < 0:
                        others = out[SCRATCH_OTHERS + 5 * group]
                    else:
                        others = compose[out[SCRATCH_OTHERS + 4 * changed + group]][now]
                    missing_by_class = final[others]
                    for kind in range(start, end):
                        if missing_by_class[out[SCRATCH_CLASS + kind]] < base:
                            draws |= 1 << kind
                            total += hand[34 + kind]
            if held == 0 and laizi_kind >= 0:
                draws |= 1 << laizi_kind
                total += hand[34 + laizi_kind]
        before = draws
        if out[row + ROW_ROUTES + 1] == best:
            draws |= triplet_draws(hand, less, 0 + word0 + word1 + word2 + word3, plan)
        if out[row + ROW_ROUTES + 2] == best:
            base = best + 1 + (held if held < limit else limit)
            if plan[PLAN_SUITS] and plan[PLAN_ONE_SUIT + (word0 >> CLASS_SHIFT)] == base:
                draws |= one_suit_draws(hand, less, 0, now0, words, plan)
            if plan[PLAN_SUITS + 1] and plan[PLAN_ONE_SUIT + (word1 >> CLASS_SHIFT)] == base:
                draws |= one_suit_draws(hand, less, 9, now1, words, plan)
            if plan[PLAN_SUITS + 2] and plan[PLAN_ONE_SUIT + (word2 >> CLASS_SHIFT)] == base:
                draws |= one_suit_draws(hand, less, 18, now2, words, plan)
        if out[row + ROW_ROUTES + 3] == best:
            draws |= flagged_draws(hand, less, PLAN_JIANG, plan)
        if out[row + ROW_ROUTES + 4] == best:
            draws |= flagged_draws(hand, less, PLAN_WINDS, plan)
        if held < limit and laizi_kind >= 0:
            if (
                out[row + ROW_ROUTES + 1] == best
                or out[row + ROW_ROUTES + 2] == best
                or out[row + ROW_ROUTES + 3] == best
                or out[row + ROW_ROUTES + 4] == best
            ):
                draws |= 1 << laizi_kind
        if draws != before:
            for kind in range(34):
                if (draws ^ before) >> kind & 1:
                    total += hand[34 + kind]
        out[row + ROW_BEST] = best
        out[row + ROW_DRAWS] = draws
        out[row + ROW_TOTAL] = total


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


def discard_table_batch(hands: Rows, plan: Ints, words: Ints, compose: Rows, final: Rows, out: Rows) -> None:
    """:func:`discard_table` of each hand: ``hands`` [n, 68], ``out`` [n, TABLE_SIZE]."""
    for i in range(len(hands)):
        discard_table(hands[i], plan, words, compose, final, out[i])
