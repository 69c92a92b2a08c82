"""Kernels of a win: which readings a complete hand has, what each pays, and which one the winner takes.

Plain functions on ints and flat arrays (lists serve as well), compiled on demand by :mod:`analyzer.compiler`.
They check nothing and name nothing: :mod:`analyzer.wins` and :mod:`analyzer.settlement` do that.

A *reading* is a set of big hands (a bit mask, empty for 小胡) and whether it is hard.  A hand is looked at twice:
hard, with every laizi standing for its own type, and soft, with every laizi free.  For each the caller says how
many tiles are missing from sets and a pair; a reading exists where exactly the free laizi are missing.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.shapes.kernels import hand_class, hand_stacks, missing, triplets_missing

# Big hands (rules §4), in the order they are listed
PENGPENGHU = 1
QINGYISE = 2
JIANGYISE = 4
FENGYISE = 8
QUANQIUREN = 16
GANGSHANGHUA = 32
QIANGGANG = 64
HAIDILAO = 128

# Rule vector: RuleSet.vector
R_LAIZI_GANG_FAN = 0
R_EACH_OPENING = 1
R_MINIMUM = 2
R_MINIMUM_EVERY = 3
R_DOUBLING = 4
R_FENGYISE_DOUBLES = 5
R_SITUATIONAL_ANY_PAIR = 6
R_LAIZI_IN_BIG = 7
R_GANG_DRAW_PAYS_ZIMO = 8
R_ROBBED_PAYS_ZIMO = 9
R_CAP = 10
R_CAP_REACH = 11
R_GOLD = 12
R_UNOPENED_GOLD = 13
R_CONTRACT_CAP = 14
R_QUANQIUREN_ALWAYS = 15

# What lies before a player: P_SIZE ints a seat
P_OPENINGS = 0
P_MING_GANG = 1
P_AN_GANG = 2
P_HONOUR_GANG = 3
P_LAIZI_GANG = 4
P_LAIZI_DROP = 5
P_TENPAI = 6
P_SIZE = 7

# How a hand was won, and by whom
W_WINNER = 0
W_DEALER = 1
W_BY = 2
W_SOURCE = 3  # discarder or robbed player, −1 at a self-draw
W_AFTER_GANG = 4
W_LAST_TILES = 5
W_THIRD_FEEDER = 6  # who fed the winner's third opening, −1 if there is none
W_SIZE = 7
BY_ZIMO = 0
BY_DISCARD = 1
BY_QIANGGANG = 2

# The winner's hand
H_LAIZI = 0  # laizi among the concealed tiles
H_SETS = 1  # sets that the concealed tiles form
H_BIG = 2  # 0 where unknown melds rule every big hand out
H_CHI = 3  # a chi among the melds
H_SINGLE_JIANG = 4  # 全求人: the last single tile, paired by the winning one, is a 将
# then V_SIZE ints for each of the two views: hard, soft
H_VIEWS = 5
V_FREE = 0  # laizi that stand for anything: 0 in the hard view
V_SMALL = 1  # tiles missing from sets and a 258 pair
V_ANY = 2  # … and any pair
V_TRIPLETS = 3  # … triplets and any pair
V_SUITS = 4  # suits of melds and natural tiles, a bit each, honours bit 3
V_JIANG = 5  # all of them 将
V_WINDS = 6  # all of them 东南西北发白
V_GROUPS = 7  # triplets or pairs that the natural tiles need at the least
V_NO_PAIR = 8  # tiles missing from sets alone, the pair lying outside the natural tiles' suit
V_SET_SMALL = 9  # tiles missing from one set fewer and a 258 pair
V_SET_ANY = 10  # tiles missing from one set fewer and any pair
V_SIZE = 11
H_SIZE = H_VIEWS + 2 * V_SIZE

# Fan components: C_SIZE ints a seat, each the fan that the component adds
C_OPENING = 0
C_MING_GANG = 1
C_AN_GANG = 2
C_HONOUR_GANG = 3
C_LAIZI_GANG = 4
C_LAIZI_DROP = 5
C_HARD = 6
C_ZIMO = 7
C_DISCARD = 8
C_DEALER = 9
C_SIZE = 10

# Outcome
O_VALID = 0
O_BIG = 1
O_HARD = 2
O_TOTAL = 3
O_BASE = 4
O_GOLD = 5
O_CONTRACT = 6  # the seat that pays for all, −1 for none
O_CONTRACT_CLAUSE = 7  # 1 抢杠, 2 全求人, 3 清一色; 0 for none
O_LIMIT = 8  # the cap that each amount was held to
O_REASONS = 9
O_SIZE = 10

# Why a hand can't win
NOT_OPEN = 1
GANG_TILE_IN_HAND = 2
LAIZI_LIMIT = 4
PAIR_NOT_258 = 8
NO_SHAPE = 16
BELOW_MINIMUM = 32
DEAD_TILE = 64

# The winner's melds, M_SIZE ints
M_CHI = 0  # a chi among them
M_OPEN = 1  # how many of them are open
M_SUITS = 2  # their suits, a bit each, honours bit 3
M_JIANG = 3  # all of them 将
M_WINDS = 4  # all of them 东南西北发白
M_KNOWN = 5  # 0 where a partial hand leaves melds out
M_SIZE = 6

MOST_READINGS = 24
SMALL_LAIZI = 1  # two or more laizi forbid 小胡 (rules §4)
CONTRACT_BY_QIANGGANG = 1
CONTRACT_BY_QUANQIUREN = 2
CONTRACT_BY_QINGYISE = 3


def is_jiang(kind: int) -> bool:
    """将: whether a kind is a 2, 5 or 8."""
    return kind < 27 and kind % 3 == 1


def look_at(
    counts: MutableSequence[int],
    laizi: int,
    tile: int,
    by: int,
    sets: int,
    melds: Sequence[int],
    tables: Any,
    hand: MutableSequence[int],
) -> None:
    """Fill ``hand`` (H_SIZE) from 34 concealed counts, the winning ``tile`` among them, no gang tile among them.

    ``laizi`` is a kind or −1, ``melds`` M_SIZE ints, ``tables`` those of the deal's layout.  ``counts`` is
    changed and restored.
    """
    held = 0
    if laizi >= 0:
        held = counts[laizi]
    hand[H_LAIZI] = held
    hand[H_SETS] = sets
    hand[H_BIG] = melds[M_KNOWN]
    hand[H_CHI] = melds[M_CHI]
    single = sets == 0 and melds[M_OPEN] == 4 and by != BY_ZIMO and is_jiang(tile) and tile != laizi
    hand[H_SINGLE_JIANG] = 1 if single and (counts[tile] == 2 or held == 1) else 0
    for view in range(2):
        base = H_VIEWS + view * V_SIZE
        free = held * view
        if view == 1:
            if held == 0:
                hand[base + V_FREE] = 0
                break
            counts[laizi] = 0
        suits = melds[M_SUITS]
        jiang = melds[M_JIANG]
        winds = melds[M_WINDS]
        groups = 0
        for kind in range(34):
            copies = counts[kind]
            if copies == 0:
                continue
            groups += 2 if copies > 3 else 1
            suits |= 1 << (kind // 9)
            if not is_jiang(kind):
                jiang = 0
            if kind < 27 or kind == 31:
                winds = 0
        whole = hand_class(counts, tables)
        hand[base + V_FREE] = free
        hand[base + V_SMALL] = missing(whole, sets, 1, tables)
        hand[base + V_ANY] = missing(whole, sets, 2, tables)
        hand[base + V_TRIPLETS] = triplets_missing(hand_stacks(counts, tables), sets, tables)
        hand[base + V_SUITS] = suits
        hand[base + V_JIANG] = jiang
        hand[base + V_WINDS] = winds
        hand[base + V_GROUPS] = groups
        hand[base + V_NO_PAIR] = missing(whole, sets, 0, tables) - 2
        if sets > 0:
            hand[base + V_SET_SMALL] = missing(whole, sets - 1, 1, tables)
            hand[base + V_SET_ANY] = missing(whole, sets - 1, 2, tables)
    if held > 0:
        counts[laizi] = held


def one_suit(suits: int) -> bool:
    """Whether a bit mask of suits names one numbered suit alone."""
    return suits == 1 or suits == 2 or suits == 4


def count_bits(mask: int) -> int:
    """Number of bits set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def view_readings(
    hand: Sequence[int], base: int, situation: int, any_pair: bool, masks: MutableSequence[int], n: int
) -> int:
    """Append the structural readings of one view to ``masks``; return their new number.

    Dominated readings (a subset of one that is there for the same assignment) are left out.
    """
    free = hand[base + V_FREE]
    suits = hand[base + V_SUITS]
    mono = one_suit(suits) and hand[base + V_ANY] == free
    jiang = hand[base + V_JIANG] == 1
    winds = hand[base + V_WINDS] == 1
    triplets = hand[base + V_TRIPLETS] == free and hand[H_CHI] == 0
    single = hand[H_SINGLE_JIANG] == 1 and hand[base + V_SMALL] == free
    start = n
    if free == 0:  # one assignment: all that holds holds together
        mask = 0
        if triplets:
            mask |= PENGPENGHU
        if mono:
            mask |= QINGYISE
        if jiang:
            mask |= JIANGYISE
        if winds:
            mask |= FENGYISE
        if single:
            mask |= QUANQIUREN
        if mask:
            masks[n] = mask | situation
            n += 1
    else:
        paired = QUANQIUREN if single else 0
        if triplets:
            mask = PENGPENGHU | paired
            if mono:
                mask |= QINGYISE
            if jiang:
                mask |= JIANGYISE
            if winds:
                mask |= FENGYISE
            masks[n] = mask | situation
            n += 1
        elif mono:
            masks[n] = QINGYISE | paired | situation
            n += 1
        elif single:
            masks[n] = QUANQIUREN | situation
            n += 1
        if jiang:
            masks[n] = JIANGYISE | situation
            n += 1
        if winds:
            masks[n] = FENGYISE | situation
            n += 1
    shape = V_ANY if any_pair else V_SMALL
    if situation and n == start and hand[base + shape] == free:
        masks[n] = situation
        n += 1
    return n


def outside_readings(
    hand: Sequence[int], base: int, situation: int, any_pair: bool, masks: MutableSequence[int], n: int
) -> int:
    """Append the readings of a one-suit hand whose free laizi form a pair or a set of another suit.

    They have fewer big hands than those of :func:`view_readings` and matter only where the 清一色 contract's
    cap is lower than the ordinary one.
    """
    free = hand[base + V_FREE]
    if free < 2 or not one_suit(hand[base + V_SUITS]):
        return n
    sets = hand[H_SETS]
    groups = hand[base + V_GROUPS]
    if hand[H_CHI] == 0 and groups <= sets:
        mask = PENGPENGHU
        if hand[base + V_JIANG] == 1:
            mask |= JIANGYISE
        masks[n] = mask | situation
        n += 1
    pair_outside = hand[base + V_NO_PAIR] == free - 2
    set_outside = (
        free >= 3 and sets >= 1 and hand[base + (V_SET_ANY if any_pair else V_SET_SMALL)] == free - 3
    )
    if situation and (pair_outside or set_outside):
        masks[n] = situation
        n += 1
    return n


def settle(
    mask: int,
    hard: bool,
    players: Sequence[int],
    win: Sequence[int],
    rules: Sequence[int],
    parts: MutableSequence[int],
    amounts: MutableSequence[int],
    out: MutableSequence[int],
) -> int:
    """结算: what one reading pays.  Returns the total.

    ``mask`` 0 is 小胡.  Fills ``parts`` (C_SIZE fan components a seat), ``amounts`` (12 ints: raw, capped and
    paid by seat) and the O_ entries of ``out`` but O_VALID and O_REASONS (rules §5, §6).
    """
    winner = win[W_WINNER]
    source = win[W_SOURCE]
    by = win[W_BY]
    big = mask != 0
    for seat in range(4):
        p = seat * P_SIZE
        c = seat * C_SIZE
        openings = players[p + P_OPENINGS]
        if rules[R_EACH_OPENING] == 0 and openings > 1:
            openings = 1
        parts[c + C_OPENING] = openings
        parts[c + C_MING_GANG] = players[p + P_MING_GANG]
        parts[c + C_AN_GANG] = 2 * players[p + P_AN_GANG]
        parts[c + C_HONOUR_GANG] = players[p + P_HONOUR_GANG]
        parts[c + C_LAIZI_GANG] = rules[R_LAIZI_GANG_FAN] * players[p + P_LAIZI_GANG]
        parts[c + C_LAIZI_DROP] = players[p + P_LAIZI_DROP]
        parts[c + C_HARD] = 1 if hard and seat == winner else 0
        parts[c + C_ZIMO] = 1 if not big and seat == winner and by == BY_ZIMO else 0
        parts[c + C_DISCARD] = 1 if not big and seat == source else 0
        parts[c + C_DEALER] = 1 if not big and seat == win[W_DEALER] else 0
    base = 1
    if big:
        count = count_bits(mask)
        if rules[R_DOUBLING] == 1:
            if mask & FENGYISE and rules[R_FENGYISE_DOUBLES] == 1:
                count += 1
            base = 10 * (1 << (count - 1))
        else:
            base = 10 * count
    out[O_BASE] = base
    winner_fan = 0
    for k in range(C_SIZE):
        winner_fan += parts[winner * C_SIZE + k]
    half_for_all = False
    if big and by == BY_ZIMO:
        half_for_all = rules[R_GANG_DRAW_PAYS_ZIMO] == 1 or (
            win[W_AFTER_GANG] == 0 and win[W_LAST_TILES] == 0
        )
    elif big and by == BY_QIANGGANG:
        half_for_all = rules[R_ROBBED_PAYS_ZIMO] == 1
    gold = True
    for seat in range(4):
        amounts[seat] = 0
        if seat == winner:
            continue
        fan = winner_fan
        for k in range(C_SIZE):
            fan += parts[seat * C_SIZE + k]
        amount = base * (1 << fan)
        if big and (half_for_all or seat == source):
            amount += amount // 2
        amounts[seat] = amount
        if amount < rules[R_CAP] or (amount == rules[R_CAP] and rules[R_CAP_REACH] == 0):
            gold = False
    contract = -1
    clause = 0
    if by == BY_QIANGGANG:
        contract = source
        clause = CONTRACT_BY_QIANGGANG
    elif (
        mask & QUANQIUREN
        and by == BY_DISCARD
        and (rules[R_QUANQIUREN_ALWAYS] == 1 or players[source * P_SIZE + P_TENPAI] == 0)
    ):
        contract = source
        clause = CONTRACT_BY_QUANQIUREN
    elif mask & QINGYISE and win[W_THIRD_FEEDER] >= 0:
        contract = win[W_THIRD_FEEDER]
        clause = CONTRACT_BY_QINGYISE
    limit = rules[R_CAP]
    if contract >= 0 and rules[R_CONTRACT_CAP] >= 0:
        limit = rules[R_CONTRACT_CAP]
    total = 0
    for seat in range(4):
        capped = amounts[seat]
        if seat != winner:
            if gold:
                capped = rules[R_GOLD]
                if rules[R_UNOPENED_GOLD] >= 0 and players[seat * P_SIZE + P_OPENINGS] == 0:
                    capped = rules[R_UNOPENED_GOLD]
            elif capped > limit:
                capped = limit
        amounts[4 + seat] = capped
        amounts[8 + seat] = -capped
        total += capped
    if contract >= 0:
        for seat in range(4):
            amounts[8 + seat] = 0
        amounts[8 + contract] = -total
    amounts[8 + winner] = total
    out[O_BIG] = mask
    out[O_HARD] = 1 if hard else 0
    out[O_TOTAL] = total
    out[O_GOLD] = 1 if gold else 0
    out[O_CONTRACT] = contract
    out[O_CONTRACT_CLAUSE] = clause
    out[O_LIMIT] = limit
    return total


def reaches_minimum(amounts: Sequence[int], win: Sequence[int], rules: Sequence[int]) -> bool:
    """起胡: whether the raw amounts let the hand win (rules §6)."""
    enough = 0
    for seat in range(4):
        if seat != win[W_WINNER] and amounts[seat] >= rules[R_MINIMUM]:
            enough += 1
    if rules[R_MINIMUM_EVERY] == 1:
        return enough == 3
    return enough > 0


def list_readings(
    hand: Sequence[int], win: Sequence[int], rules: Sequence[int], masks: MutableSequence[int]
) -> tuple[int, int, int]:
    """Fill ``masks`` (MOST_READINGS) with every reading that the laizi limits allow, the hard ones first.

    Returns (their number, the number of hard ones, why there is none as bits).
    """
    situation = 0
    if win[W_AFTER_GANG] == 1:
        situation |= GANGSHANGHUA
    if win[W_BY] == BY_QIANGGANG:
        situation |= QIANGGANG
    if win[W_LAST_TILES] == 1:
        situation |= HAIDILAO
    laizi = hand[H_LAIZI]
    big_allowed = laizi <= rules[R_LAIZI_IN_BIG]
    any_pair = rules[R_SITUATIONAL_ANY_PAIR] == 1
    freak_cap = rules[R_CONTRACT_CAP] >= 0 and rules[R_CONTRACT_CAP] < rules[R_CAP]
    n = 0
    hard_until = 0
    reasons = 0
    for view in range(2):
        base = H_VIEWS + view * V_SIZE
        free = hand[base + V_FREE]
        if view == 1 and free == 0:
            break
        start = n
        reasons = 0  # the soft view is the wider one, and comes last
        if hand[H_BIG] == 1:
            n = view_readings(hand, base, situation, any_pair, masks, n)
            if freak_cap:
                n = outside_readings(hand, base, situation, any_pair, masks, n)
        elif situation and hand[base + (V_ANY if any_pair else V_SMALL)] == free:
            masks[n] = situation
            n += 1
        if n > start and not big_allowed:
            reasons |= LAIZI_LIMIT
            n = start
        if hand[base + V_SMALL] == free:
            if laizi <= SMALL_LAIZI:  # what could be read as big may be taken as 小胡 too
                masks[n] = 0
                n += 1
            elif n == start:
                reasons |= LAIZI_LIMIT
        elif n == start and hand[base + V_ANY] == free and reasons == 0:
            reasons |= PAIR_NOT_258
            if laizi > SMALL_LAIZI and (situation == 0 or not big_allowed):
                reasons |= LAIZI_LIMIT
        elif n == start and hand[base + V_ANY] == free and laizi <= SMALL_LAIZI:
            reasons |= PAIR_NOT_258
        if view == 0:
            hard_until = n
    if n == 0 and reasons == 0:
        reasons = NO_SHAPE
    return n, hard_until, reasons


def judge(
    hand: Sequence[int],
    players: Sequence[int],
    win: Sequence[int],
    rules: Sequence[int],
    masks: MutableSequence[int],
    parts: MutableSequence[int],
    amounts: MutableSequence[int],
    out: MutableSequence[int],
) -> None:
    """Choose the reading that pays the winner most, then more big hands, then hard (rules §4), and settle it.

    ``hand`` H_SIZE, ``players`` 4 × P_SIZE, ``win`` W_SIZE and ``rules`` are read; ``masks`` (MOST_READINGS) is
    scratch; ``parts``, ``amounts`` and ``out`` are filled as by :func:`settle`.  O_VALID is 1 where the hand may
    win; else O_REASONS tells why not, and with BELOW_MINIMUM the best reading is there all the same.
    The caller has made sure that the hand is open, holds no gang tile and wins on a tile that may be won on.
    """
    n, hard_until, reasons = list_readings(hand, win, rules, masks)
    if n == 0:
        out[O_VALID] = 0
        out[O_REASONS] = reasons
        return
    best = -1
    best_rank = -1
    best_total = -1
    best_enough = False
    for k in range(n):
        hard = k < hard_until
        total = settle(masks[k], hard, players, win, rules, parts, amounts, out)
        enough = reaches_minimum(amounts, win, rules)
        rank = 2 * count_bits(masks[k]) + (1 if hard else 0)
        better = total > best_total or (total == best_total and rank > best_rank)
        if (enough and not best_enough) or (enough == best_enough and better):
            best = k
            best_rank = rank
            best_total = total
            best_enough = enough
    settle(masks[best], best < hard_until, players, win, rules, parts, amounts, out)
    out[O_VALID] = 1 if best_enough else 0
    out[O_REASONS] = 0 if best_enough else BELOW_MINIMUM
