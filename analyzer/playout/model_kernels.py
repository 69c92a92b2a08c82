"""估值: a learned player and a learned judge of positions, in integers only.

Both read a state as a short list of *rows*: one for how near the hand is and on how many live tiles, one for each
route, one for the player's own fan, and so on.  A row stands for one value of one feature, and a network adds up
what it has learned for each of its rows before its first bend, which costs additions only.

**The player** rates what an action leaves, in points against other actions of the same decision::

    rate = Σ line[row] + Σ out[j] · max(0, bias[j] + Σ weight[row, j])

It calls by the best discard that the call leaves, and wins when it can.

**The judge** looks at a state where another player is about to act, all hands open (a playout knows them), and
tells points, chance to win and chance to be tenpai by the end for one seat: two bends, three numbers.

Weights are fixed-point numbers, ``1 << FRACTION`` being one, so that compiled and plain runs agree to the bit.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.playout.game_kernels import (
    A_AN_GANG,
    A_CHONG_GANG,
    A_GANG,
    A_PASS,
    A_PENG,
    A_WIN,
    A_XU_GANG,
    ACTOR,
    AN_GANG,
    CHONG_GANG,
    CLAIM_CHI,
    CLAIM_SET,
    DEALER,
    FORK,
    GANG_FLAGS,
    HANDS,
    K_FACTS,
    K_FORK,
    K_HAND,
    K_MODEL,
    K_PLANS,
    K_POLICY,
    K_TABLE,
    LAIZI,
    LEFT,
    MELDS,
    PHASE,
    PLAYERS,
    SEEN,
    SOURCE,
    T_COMPOSE,
    T_FINALS,
    T_MODEL,
    T_SMALL,
    T_WORDS,
    TILE,
    TURN,
    X_RULES,
    add_meld,
    claim,
    fill_live,
    load_plan,
    plan_start,
    step,
)
from analyzer.playout.policy_kernels import K_ROWS, choose_efficient, distance_of, fork, tabulate
from analyzer.shapes.kernels import ROUTES, ROW, ROW_BEST, ROW_ROUTES, ROW_TOTAL, route_accepts
from analyzer.win_kernels import (
    P_AN_GANG,
    P_HONOUR_GANG,
    P_LAIZI_DROP,
    P_LAIZI_GANG,
    P_MING_GANG,
    P_OPENINGS,
    P_SIZE,
    R_EACH_OPENING,
    R_LAIZI_GANG_FAN,
)

# Who plays a seat: work[K_POLICY + seat]
EFFICIENT = 0  # P0
LEARNED = 1  # P1

# Rows of the hand that is judged
NEAR_STEPS = 7  # least distance 0–6
LIVE_STEPS = 32  # live tiles that lower it, by twos
ROUTE_STEPS = 9  # distance 0–7, closed
FAN_STEPS = 8
F_NEAR = 0  # distance × live
F_ROUTES = F_NEAR + NEAR_STEPS * LIVE_STEPS  # five routes
F_LAIZI = F_ROUTES + ROUTES * ROUTE_STEPS  # laizi held (0–3) × open
F_FAN = F_LAIZI + 8
F_MELDS = F_FAN + FAN_STEPS
F_OPEN = F_MELDS + 5  # open × distance
# Rows of what lies about
F_LEFT = F_OPEN + 2 * NEAR_STEPS  # tiles left, by threes
F_DEALER = F_LEFT + 25  # seat of the dealer, from oneself on
F_OTHER_FAN = F_DEALER + 4  # three players
F_OTHER_MELDS = F_OTHER_FAN + 3 * FAN_STEPS  # three players
F_SPECIFIC = F_OTHER_MELDS + 15
# Rows of an action
F_KIND = F_SPECIFIC  # what sort of action it is
F_TILE = F_KIND + 10  # what sort of tile goes
F_COPIES = F_TILE + 7  # copies of it that were seen
ACTION_ROWS = F_COPIES + 5
# Rows of the judge
F_NEXT = F_SPECIFIC  # who is about to act, from oneself on
F_OTHER_NEAR = F_NEXT + 3  # three players: distance −1–6 × open
JUDGE_ROWS = F_OTHER_NEAR + 3 * 16

# How many rows a state has
HAND_FEATURES = 1 + ROUTES + 4
AROUND_FEATURES = 2 + 3 + 3
ACTION_FEATURES = HAND_FEATURES + AROUND_FEATURES + 3
JUDGE_FEATURES = HAND_FEATURES + AROUND_FEATURES + 4

# Sorts of actions
S_DISCARD = 0
S_DROP = 1
S_HONOUR = 2
S_LAIZI = 3
S_AN_GANG = 4
S_XU_GANG = 5
S_PENG = 6
S_CHONG_GANG = 7
S_CHI = 8
S_PASS = 9
NO_TILE = 6

# Weights: where each part begins in core[T_MODEL]
FRACTION = 12
BENDS = 24  # of the player
FIRST = 48  # of the judge
SECOND = 16
OUTPUTS = 3  # points, chance to win, chance to be tenpai
N_LINE = 0
N_BIAS = N_LINE + ACTION_ROWS
N_OUT = N_BIAS + BENDS
N_WEIGHT = N_OUT + BENDS
J_BIAS = N_WEIGHT + ACTION_ROWS * BENDS
J_WEIGHT = J_BIAS + FIRST
J_SECOND_BIAS = J_WEIGHT + JUDGE_ROWS * FIRST
J_SECOND = J_SECOND_BIAS + SECOND
J_OUT_BIAS = J_SECOND + SECOND * FIRST
J_OUT = J_OUT_BIAS + OUTPUTS
MODEL_SIZE = J_OUT + OUTPUTS * SECOND

# Scratch: from work[K_MODEL] on
L_ROWS = 0  # rows of the state that is judged
L_BASE = L_ROWS + 32  # what the rows of a decision add up to: one line, then the bends
L_HIDDEN = L_BASE + 1 + BENDS  # FIRST, then SECOND
L_OUT = L_HIDDEN + FIRST + SECOND
L_BEST = L_OUT + OUTPUTS  # of a call: the rows of its best discard
L_RATES = L_BEST + HAND_FEATURES + 3  # one for each action on the list
L_PAIR = L_RATES + 143  # a mean and a squared error

FAR = 1 << 60


# Features


def own_fan(seat: int, core: Any, g: Sequence[int]) -> int:
    """番 that lie before a seat (rules §5): openings, gangs, dropped laizi."""
    p = PLAYERS + P_SIZE * seat
    rules = core[T_SMALL]
    opened = g[p + P_OPENINGS]
    if opened > 1 and rules[X_RULES + R_EACH_OPENING] == 0:
        opened = 1
    fan: int = (
        opened
        + g[p + P_MING_GANG]
        + 2 * g[p + P_AN_GANG]
        + g[p + P_HONOUR_GANG]
        + rules[X_RULES + R_LAIZI_GANG_FAN] * g[p + P_LAIZI_GANG]
        + g[p + P_LAIZI_DROP]
    )
    return fan


def at_most(value: int, most: int) -> int:
    """The value, held between 0 and ``most``."""
    return 0 if value < 0 else value if value < most else most


def list_around(seat: int, core: Any, g: Sequence[int], rows: MutableSequence[int], at: int) -> int:
    """Write the rows of what lies about, as a seat sees it, from ``rows[at]`` on; return where they end."""
    rows[at] = F_LEFT + at_most(g[LEFT] // 3, 24)
    rows[at + 1] = F_DEALER + (g[DEALER] - seat + 4) % 4
    at += 2
    for turn in range(3):
        other = (seat + 1 + turn) % 4
        rows[at] = F_OTHER_FAN + FAN_STEPS * turn + at_most(own_fan(other, core, g), FAN_STEPS - 1)
        rows[at + 1] = F_OTHER_MELDS + 5 * turn + g[MELDS + other]
        at += 2
    return at


def list_hand(
    best: int,
    live: int,
    routes: int,
    laizi: int,
    fan: int,
    melds: int,
    is_open: int,
    work: Any,
    rows: MutableSequence[int],
    at: int,
) -> int:
    """Write the rows of a hand of 3k + 1 tiles from ``rows[at]`` on; return where they end.

    ``work[routes:routes + 5]`` are its distances.
    """
    near = at_most(best, NEAR_STEPS - 1)
    rows[at] = F_NEAR + LIVE_STEPS * near + at_most(live >> 1, LIVE_STEPS - 1)
    for route in range(ROUTES):
        rows[at + 1 + route] = F_ROUTES + ROUTE_STEPS * route + at_most(work[routes + route], ROUTE_STEPS - 1)
    at += 1 + ROUTES
    rows[at] = F_LAIZI + 4 * is_open + at_most(laizi, 3)
    rows[at + 1] = F_FAN + at_most(fan, FAN_STEPS - 1)
    rows[at + 2] = F_MELDS + melds
    rows[at + 3] = F_OPEN + NEAR_STEPS * is_open + near
    return at + 4


def look_at_hand(slot: int, seat: int, core: Any, work: Any, g: MutableSequence[int]) -> int:
    """Write the five distances of the seat's 3k + 1 tiles to ``work[K_TABLE:]``; return the live tiles that help."""
    sets = load_plan(slot, seat, core, work, g)
    fill_live(seat, work, g)
    best = route_accepts(
        work[K_HAND:K_TABLE],
        work[plan_start(slot, work) : plan_start(slot + 1, work)],
        core[T_WORDS],
        core[T_COMPOSE],
        core[T_FINALS][sets],
        work[K_TABLE:K_FACTS],
    )
    draws = 0
    for route in range(ROUTES):
        if work[K_TABLE + route] == best:
            draws |= work[K_TABLE + ROUTES + route]
    live = 0
    for kind in range(34):
        if draws >> kind & 1 and work[K_HAND + 34 + kind] > 0:
            live += work[K_HAND + 34 + kind]
    return live


def list_own(
    slot: int, seat: int, fan: int, core: Any, work: Any, g: MutableSequence[int], rows: Any, at: int
) -> int:
    """Write the rows of the seat's own 3k + 1 tiles, with so many further fan; return where they end."""
    live = look_at_hand(slot, seat, core, work, g)
    best = work[K_TABLE]
    for route in range(1, ROUTES):
        if work[K_TABLE + route] < best:
            best = work[K_TABLE + route]
    laizi = g[HANDS + 34 * seat + g[LAIZI]] if g[LAIZI] >= 0 else 0
    is_open = 1 if g[PLAYERS + P_SIZE * seat + P_OPENINGS] > 0 else 0
    fan += own_fan(seat, core, g)
    return list_hand(best, live, K_TABLE, laizi, fan, g[MELDS + seat], is_open, work, rows, at)


def sort_of_tile(kind: int) -> int:
    """What sort of tile it is: 1 and 9, 2 and 8, 3 and 7, 4 and 6, 5, honours."""
    if kind >= 27:
        return 5
    rank = kind % 9
    return rank if rank < 5 else 8 - rank


# The player


def add_row(row: int, core: Any, work: Any) -> None:
    """Add what the player has learned of a row to the sums at ``L_HIDDEN``."""
    model = core[T_MODEL]
    work[K_MODEL + L_HIDDEN] += model[N_LINE + row]
    at = K_MODEL + L_HIDDEN + 1
    weight = N_WEIGHT + BENDS * row
    for j in range(BENDS):
        work[at + j] += model[weight + j]


def begin_rating(seat: int, core: Any, work: Any, g: MutableSequence[int]) -> None:
    """Add up the rows that all actions of a decision share, to ``L_BASE``."""
    model = core[T_MODEL]
    work[K_MODEL + L_HIDDEN] = 0
    for j in range(BENDS):
        work[K_MODEL + L_HIDDEN + 1 + j] = model[N_BIAS + j]
    rows = work[K_MODEL : K_MODEL + L_BASE]
    end = list_around(seat, core, g, rows, HAND_FEATURES)
    for i in range(HAND_FEATURES, end):
        add_row(rows[i], core, work)
    for j in range(1 + BENDS):
        work[K_MODEL + L_BASE + j] = work[K_MODEL + L_HIDDEN + j]


def rate(sort: int, tile: int, copies: int, core: Any, work: Any) -> int:
    """The rate of an action whose hand's rows are in ``work[K_MODEL:]``: points << FRACTION, against the others."""
    model = core[T_MODEL]
    rows = K_MODEL + L_ROWS
    at = rows + HAND_FEATURES + AROUND_FEATURES
    work[at] = F_KIND + sort
    work[at + 1] = F_TILE + tile
    work[at + 2] = F_COPIES + copies
    for j in range(1 + BENDS):
        work[K_MODEL + L_HIDDEN + j] = work[K_MODEL + L_BASE + j]
    for i in range(HAND_FEATURES):
        add_row(work[rows + i], core, work)
    for i in range(3):
        add_row(work[at + i], core, work)
    total = 0
    for j in range(BENDS):
        bend = work[K_MODEL + L_HIDDEN + 1 + j]
        if bend > 0:
            total += bend * model[N_OUT + j]
    found: int = work[K_MODEL + L_HIDDEN] + (total >> FRACTION)
    return found


def rate_discard(
    seat: int, kind: int, sort: int, fan: int, core: Any, work: Any, g: MutableSequence[int]
) -> int:
    """The rate of letting ``kind`` go, from its row of the discard table in ``work``."""
    row = K_ROWS + ROW * kind
    laizi = g[HANDS + 34 * seat + g[LAIZI]] if g[LAIZI] >= 0 else 0
    if kind == g[LAIZI]:
        laizi -= 1
    list_hand(
        work[row + ROW_BEST],
        work[row + ROW_TOTAL],
        row + ROW_ROUTES,
        laizi,
        fan,
        g[MELDS + seat],
        1 if g[PLAYERS + P_SIZE * seat + P_OPENINGS] > 0 else 0,
        work,
        work[K_MODEL : K_MODEL + L_BASE],
        0,
    )
    copies = at_most(g[SEEN + kind] + g[HANDS + 34 * seat + kind] - 1, 3)
    return rate(sort, sort_of_tile(kind), copies, core, work)


def rate_call(sort: int, seat: int, core: Any, work: Any, after: MutableSequence[int]) -> int:
    """The rate of the best discard after a call; leaves its rows in ``work[K_MODEL:]``."""
    tabulate(FORK, seat, core, work, after)
    fan = own_fan(seat, core, after)
    laizi = after[LAIZI]
    best = -FAR
    for kind in range(34):
        if after[HANDS + 34 * seat + kind] == 0 or kind == laizi:
            continue
        more = 1 if after[GANG_FLAGS + kind] != 0 else 0
        found = rate_discard(seat, kind, sort, fan + more, core, work, after)
        if found > best:
            best = found
            keep_rows(work)
    if best == -FAR:  # nothing but laizi is left
        best = rate_discard(seat, laizi, sort, fan + 1, core, work, after)
        keep_rows(work)
    restore_rows(work)
    return best


def keep_rows(work: Any) -> None:
    """Note the rows of the action that was rated last."""
    for i in range(HAND_FEATURES):
        work[K_MODEL + L_BEST + i] = work[K_MODEL + L_ROWS + i]
    for i in range(3):
        work[K_MODEL + L_BEST + HAND_FEATURES + i] = work[
            K_MODEL + L_ROWS + HAND_FEATURES + AROUND_FEATURES + i
        ]


def restore_rows(work: Any) -> None:
    """Bring back the rows that were noted."""
    for i in range(HAND_FEATURES):
        work[K_MODEL + L_ROWS + i] = work[K_MODEL + L_BEST + i]
    for i in range(3):
        work[K_MODEL + L_ROWS + HAND_FEATURES + AROUND_FEATURES + i] = work[
            K_MODEL + L_BEST + HAND_FEATURES + i
        ]


def rate_action(action: int, core: Any, work: Any, g: MutableSequence[int]) -> int:
    """The rate of one legal action of the actor other than a win; leaves its rows in ``work[K_MODEL:]``.

    :func:`begin_rating` was called before and, on the actor's own turn, the discard table is in ``work``.
    """
    seat = g[ACTOR]
    rows = work[K_MODEL : K_MODEL + L_BASE]
    if action < A_GANG:
        sort = S_DROP if action == g[LAIZI] else S_DISCARD
        more = 1 if action == g[LAIZI] else 0
        return rate_discard(seat, action, sort, own_fan(seat, core, g) + more, core, work, g)
    if action < A_AN_GANG:
        kind = action - A_GANG
        sort = S_HONOUR
        more = 1
        if kind == g[LAIZI]:
            sort = S_LAIZI
            more = core[T_SMALL][X_RULES + R_LAIZI_GANG_FAN]
        return rate_discard(seat, kind, sort, own_fan(seat, core, g) + more, core, work, g)
    if action < A_XU_GANG or action == A_CHONG_GANG:
        fork(work, g)
        after = work[K_FORK:K_PLANS]
        if action == A_CHONG_GANG:
            after[HANDS + 34 * seat + g[TILE]] -= 3
            after[SEEN + g[TILE]] += 3
            add_meld(seat, CHONG_GANG, g[TILE], g[SOURCE], after)
        else:
            after[HANDS + 34 * seat + action - A_AN_GANG] -= 4
            add_meld(seat, AN_GANG, action - A_AN_GANG, -1, after)
        list_own(FORK, seat, 0, core, work, after, rows, 0)
        return rate(S_CHONG_GANG if action == A_CHONG_GANG else S_AN_GANG, NO_TILE, 4, core, work)
    if action < A_WIN:
        return rate_discard(seat, action - A_XU_GANG, S_XU_GANG, own_fan(seat, core, g) + 1, core, work, g)
    if action == A_PASS:
        list_own(seat, seat, 0, core, work, g, rows, 0)
        return rate(S_PASS, NO_TILE, 4, core, work)
    fork(work, g)
    after = work[K_FORK:K_PLANS]
    claim(seat, action, after)
    return rate_call(S_PENG if action == A_PENG else S_CHI, seat, core, work, after)


def rate_actions(core: Any, work: Any, g: MutableSequence[int], actions: Sequence[int], n: int) -> int:
    """Rate every action of the list, to ``work[K_MODEL + L_RATES:]``; return the best one."""
    seat = g[ACTOR]
    begin_rating(seat, core, work, g)
    if g[PHASE] == TURN:
        tabulate(seat, seat, core, work, g)
    best = actions[0]
    most = -FAR
    late = False
    for i in range(n):  # a 暗杠 looks at another hand, which spoils the table
        if A_AN_GANG <= actions[i] < A_XU_GANG:
            late = True
            continue
        found = FAR if actions[i] == A_WIN else rate_action(actions[i], core, work, g)
        work[K_MODEL + L_RATES + i] = found
        if found > most:
            most = found
            best = actions[i]
    if late:
        for i in range(n):
            if A_AN_GANG <= actions[i] < A_XU_GANG:
                found = rate_action(actions[i], core, work, g)
                work[K_MODEL + L_RATES + i] = found
                if found > most:
                    most = found
                    best = actions[i]
    return best


def choose(core: Any, work: Any, g: MutableSequence[int], actions: Sequence[int], n: int) -> int:
    """What the policy of the actor's seat chooses among the ``n`` legal actions."""
    if work[K_POLICY + g[ACTOR]] == EFFICIENT:
        return choose_efficient(core, work, g, actions, n)
    if g[PHASE] != TURN and g[PHASE] != CLAIM_SET and g[PHASE] != CLAIM_CHI:
        return A_WIN
    if n == 1 or actions[0] == A_WIN:
        return actions[0]
    return rate_actions(core, work, g, actions, n)


def play_out(core: Any, work: Any, g: MutableSequence[int], actions: MutableSequence[int]) -> None:
    """Play the deal to its end, each seat by its policy; ``actions`` is scratch (ACTIONS)."""
    n = step(-1, core, work, g, actions)
    while n > 0:
        n = step(choose(core, work, g, actions, n), core, work, g, actions)


# The judge


def list_judged(seat: int, core: Any, work: Any, g: MutableSequence[int], rows: Any) -> None:
    """Write the JUDGE_FEATURES rows of a state where another seat is about to act, all hands open."""
    at = list_own(seat, seat, 0, core, work, g, rows, 0)
    at = list_around(seat, core, g, rows, at)
    rows[at] = F_NEXT + (g[ACTOR] - seat + 3) % 4
    for turn in range(3):
        other = (seat + 1 + turn) % 4
        is_open = 1 if g[PLAYERS + P_SIZE * other + P_OPENINGS] > 0 else 0
        near = at_most(distance_of(other, other, core, work, g) + 1, 7)
        rows[at + 1 + turn] = F_OTHER_NEAR + 16 * turn + 8 * is_open + near


def judge_state(seat: int, core: Any, work: Any, g: MutableSequence[int]) -> None:
    """Write points, chance to win and chance to be tenpai of a seat to ``work[K_MODEL + L_OUT:]``, << FRACTION."""
    model = core[T_MODEL]
    rows = work[K_MODEL : K_MODEL + L_BASE]
    list_judged(seat, core, work, g, rows)
    first = K_MODEL + L_HIDDEN
    second = first + FIRST
    for j in range(FIRST):
        work[first + j] = model[J_BIAS + j]
    for i in range(JUDGE_FEATURES):
        weight = J_WEIGHT + FIRST * rows[i]
        for j in range(FIRST):
            work[first + j] += model[weight + j]
    for j in range(SECOND):
        work[second + j] = 0
    for i in range(FIRST):
        bend = work[first + i]
        if bend > 0:
            weight = J_SECOND + SECOND * i
            for j in range(SECOND):
                work[second + j] += bend * model[weight + j]
    for k in range(OUTPUTS):
        total = 0
        for j in range(SECOND):
            bend = (work[second + j] >> FRACTION) + model[J_SECOND_BIAS + j]
            if bend > 0:
                total += bend * model[J_OUT + SECOND * k + j]
        work[K_MODEL + L_OUT + k] = (total >> FRACTION) + model[J_OUT_BIAS + k]
