"""牌局: the whole game as a resumable state machine, in integers only (rules §2–§8).

A *state* is one flat array (``STATE_SIZE`` ints); copying it forks the game.  :func:`deal` starts one,
:func:`step` makes a choice, runs on until somebody has another, and lists it.  Wins are judged and settled by
:mod:`analyzer.win_kernels`, distances come from :mod:`analyzer.shapes.kernels`: nothing is decided twice.

**Wall.** After the deal 82 tiles are left.  Each seat draws from a queue of its own, replacement draws included,
so that two actions compared on the same wall keep the later draws of everybody.  A seat whose queue is empty
draws the last tile of the longest.  The last ten tiles are never drawn (§4 海底).

**Claims.** A discard is offered in the order of §3 and §4: to each who may win on it, counter-clockwise from the
dealer; then to the one player who may peng or gang it; then to the next player, who may chi.

``core`` are the tables of the rule set (:func:`analyzer.playout.tables.core_for`), ``work`` is scratch that belongs
to one thread (:func:`analyzer.playout.tables.new_work`).  Both are few large arrays, because every array that a
function takes costs the compiler time.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from analyzer.shapes.kernels import (
    PLAN_JIANG,
    PLAN_LAIZI,
    PLAN_LIMIT,
    PLAN_OPEN,
    PLAN_START,
    PLAN_SUITS,
    PLAN_WINDS,
    TABLE_SIZE,
    hand_class,
    missing,
)
from analyzer.win_kernels import (
    BY_DISCARD,
    BY_QIANGGANG,
    BY_ZIMO,
    C_SIZE,
    H_SIZE,
    M_CHI,
    M_JIANG,
    M_KNOWN,
    M_OPEN,
    M_SIZE,
    M_SUITS,
    M_WINDS,
    MOST_READINGS,
    O_SIZE,
    O_VALID,
    P_AN_GANG,
    P_HONOUR_GANG,
    P_LAIZI_DROP,
    P_LAIZI_GANG,
    P_MING_GANG,
    P_OPENINGS,
    P_SIZE,
    P_TENPAI,
    R_LAIZI_IN_BIG,
    W_AFTER_GANG,
    W_BY,
    W_DEALER,
    W_LAST_TILES,
    W_SIZE,
    W_SOURCE,
    W_THIRD_FEEDER,
    W_WINNER,
    is_jiang,
    judge,
    list_readings,
    look_at,
)

# Phases
TURN = 0  # the actor has 3k + 2 tiles and discards, gangs or wins
CLAIM_WIN = 1  # the actor may win on a discard
CLAIM_SET = 2  # the actor may peng or gang it, and chi it if next
CLAIM_CHI = 3  # the next player may chi it
ROB = 4  # the actor may win on the tile of a 蓄杠
LAST = 5  # the actor drew one of the last four tiles and may win
OVER = 6

# State: scalars
PHASE = 0
ACTOR = 1
DEALER = 2
LAIZI = 3  # −1 where it is unknown
INDICATOR = 4
LEFT = 5  # tiles that can still be drawn
TILE = 6  # the tile that was discarded, drawn or is being added to a peng
SOURCE = 7  # who let it go
AFTER_GANG = 8  # the actor's tile is a gang's replacement
CALLED = 9  # the actor has just chi'd or peng'd
ASKED = 10  # how many players have been asked in this phase
WINNER = 11  # −1 while nobody has won
WIN_BY = 12
WIN_TILE = 13
WIN_SOURCE = 14
TURNS = 15  # own turns played so far by all
# State: arrays
QUEUE_NEXT = 16  # 4: where each seat draws next
QUEUE_END = 20  # 4
MELDS = 24  # 4: melds of each seat
GANG_FLAGS = 28  # 34: kinds that are gang honours or 皮子 in this deal
SEEN = 62  # 34: copies that lie open
HANDS = 96  # 4 × 34
PILES = 232  # 4 × 34: discards that lie before each seat
PLAYERS = 368  # 4 × P_SIZE: what lies before each seat, as the win kernels read it
MELD_FACTS = 396  # 4 × M_SIZE
MELD_LIST = 420  # 4 × 4 × 3: kind, lowest tile, source
WALL = 468  # 82
PAYS = 550  # 4: the settlement
STATE_SIZE = 554

SUPPLY = 82
NEVER_DRAWN = 10
GANGS_END = 4  # no gang is made any more when so few tiles can be drawn

# Kinds of melds
CHI = 0
PENG = 1
CHONG_GANG = 2
XU_GANG = 3
AN_GANG = 4

# Actions
A_DISCARD = 0  # + kind; of a laizi a plain drop
A_GANG = 34  # + kind: a gang honour, 皮子 or laizi laid down alone
A_AN_GANG = 68  # + kind
A_XU_GANG = 102  # + kind
A_WIN = 136
A_PASS = 137
A_PENG = 138
A_CHONG_GANG = 139
A_CHI = 140  # + 0, 1, 2: the called tile is the lowest, middle, highest
ACTIONS = 143

# Work: where each scratch array begins in the one that holds them all
K_TAGS = 0  # 5: which plan is loaded for each seat and for a fork, −1 for none
K_POLICY = 5  # 4: who plays each seat
K_MODEL = 9  # scratch of the learned player and judge
K_HAND = K_MODEL + 320  # 68: counts and live counts for the shape kernels
K_TABLE = K_HAND + 68  # TABLE_SIZE
K_FACTS = K_TABLE + TABLE_SIZE  # H_SIZE
K_MASKS = K_FACTS + H_SIZE  # MOST_READINGS
K_PARTS = K_MASKS + MOST_READINGS  # 4 × C_SIZE
K_AMOUNTS = K_PARTS + 4 * C_SIZE  # 12
K_OUT = K_AMOUNTS + 12  # O_SIZE
K_WIN = K_OUT + O_SIZE  # W_SIZE
K_COUNTS = K_WIN + W_SIZE  # 34
K_PLAYERS = K_COUNTS + 34  # 4 × P_SIZE
K_FORK = K_PLAYERS + 4 * P_SIZE  # STATE_SIZE
K_PLANS = K_FORK + STATE_SIZE  # five plans
FORK = 4  # the slot of a fork's plan

# Core: the entries of the tuple
T_SMALL = 0  # see below
T_WORDS = 1
T_COMPOSE = 2
T_OVERLAPS = 3
T_FINALS = 4  # five tables, by number of sets
T_MODEL = 5  # weights of the learned player and judge
# The small tables: where each begins in the one that holds them all
X_RULES = 0  # 16: RuleSet.vector
X_LAIZI = 16  # 34: the laizi of each indicator
X_GANG_FLAGS = 50  # 34 × 34: by indicator, kinds that are gang tiles
X_WEIGHTS = 1206  # 34 × 38: by indicator
X_TRIPLETS = 2498  # 5 × 1024
X_TEMPLATES = 7618  # five plans, by number of sets

State = MutableSequence[int]


# Deal


def deal(tiles: Sequence[int], dealer: int, core: Any, g: State) -> None:
    """Fill ``g`` from a shuffled wall of 136 kinds: hands, the indicator, then the queues, seat by seat."""
    for i in range(STATE_SIZE):
        g[i] = 0
    g[DEALER] = dealer
    at = 0
    for turn in range(4):
        seat = (dealer + turn) % 4
        for _ in range(14 if turn == 0 else 13):
            g[HANDS + 34 * seat + tiles[at]] += 1
            at += 1
    set_indicator(tiles[at], core, g)
    at += 1
    for i in range(SUPPLY):
        g[WALL + i] = tiles[at + i]
    start_queues(SUPPLY, g)
    g[LEFT] = SUPPLY - NEVER_DRAWN
    for seat in range(4):
        g[PLAYERS + P_SIZE * seat + P_TENPAI] = 1
        reset_meld_facts(seat, g)
    g[PHASE] = TURN
    g[ACTOR] = dealer
    g[WINNER] = -1
    g[TILE] = -1
    g[SOURCE] = dealer


def set_indicator(indicator: int, core: Any, g: State) -> None:
    """翻牌: note the indicator, the laizi and the gang tiles that follow from it."""
    g[INDICATOR] = indicator
    g[LAIZI] = core[T_SMALL][X_LAIZI + indicator]
    for kind in range(34):
        g[GANG_FLAGS + kind] = core[T_SMALL][X_GANG_FLAGS + 34 * indicator + kind]
    g[SEEN + indicator] += 1


def start_queues(tiles: int, g: State) -> None:
    """Divide ``tiles`` tiles of the wall among the seats' queues, as evenly as can be."""
    at = 0
    for seat in range(4):
        length = (tiles + 3 - seat) // 4
        g[QUEUE_NEXT + seat] = at
        at += length
        g[QUEUE_END + seat] = at


def reset_meld_facts(seat: int, g: State) -> None:
    """The meld facts of a seat without melds."""
    f = MELD_FACTS + M_SIZE * seat
    g[f + M_CHI] = 0
    g[f + M_OPEN] = 0
    g[f + M_SUITS] = 0
    g[f + M_JIANG] = 1
    g[f + M_WINDS] = 1
    g[f + M_KNOWN] = 1


# Helpers


def is_gang_tile(kind: int, g: State) -> bool:
    """杠牌 of this deal."""
    return g[GANG_FLAGS + kind] != 0


def holds_gang_tile(seat: int, g: State) -> bool:
    """Whether a gang tile is in the seat's hand."""
    for kind in range(34):
        if g[GANG_FLAGS + kind] != 0 and g[HANDS + 34 * seat + kind] > 0:
            return True
    return False


def draw(seat: int, g: State) -> int:
    """摸牌: move the seat's next tile into its hand; return its kind.  There must be one left."""
    if g[QUEUE_NEXT + seat] < g[QUEUE_END + seat]:
        tile = g[WALL + g[QUEUE_NEXT + seat]]
        g[QUEUE_NEXT + seat] += 1
    else:
        longest = 0
        most = -1
        for other in range(4):
            length = g[QUEUE_END + other] - g[QUEUE_NEXT + other]
            if length > most:
                longest = other
                most = length
        g[QUEUE_END + longest] -= 1
        tile = g[WALL + g[QUEUE_END + longest]]
    g[HANDS + 34 * seat + tile] += 1
    g[LEFT] -= 1
    return tile


def add_meld(seat: int, kind: int, tile: int, source: int, g: State) -> None:
    """副露: note a new meld of ``kind`` whose lowest tile is ``tile``; the hand is the caller's business."""
    at = MELD_LIST + 12 * seat + 3 * g[MELDS + seat]
    g[at] = kind
    g[at + 1] = tile
    g[at + 2] = source
    g[MELDS + seat] += 1
    p = PLAYERS + P_SIZE * seat
    f = MELD_FACTS + M_SIZE * seat
    g[f + M_SUITS] |= 1 << (tile // 9)
    if kind == CHI:
        g[f + M_CHI] = 1
    if kind == CHI or not is_jiang(tile):
        g[f + M_JIANG] = 0
    if tile < 27 or tile == 31:
        g[f + M_WINDS] = 0
    if kind == AN_GANG:
        g[p + P_AN_GANG] += 1
    else:
        g[f + M_OPEN] += 1
        g[p + P_OPENINGS] += 1
        if kind == CHONG_GANG or kind == XU_GANG:
            g[p + P_MING_GANG] += 1


def third_feeder(seat: int, g: State) -> int:
    """Who fed the seat's third opening, −1 if there is none (rules §6)."""
    opened = 0
    for i in range(g[MELDS + seat]):
        at = MELD_LIST + 12 * seat + 3 * i
        if g[at] != AN_GANG:
            opened += 1
            if opened == 3:
                return g[at + 2]
    return -1


def plan_size(work: Any) -> int:
    """Length of one plan."""
    return (len(work) - K_PLANS) // 5


def plan_start(slot: int, work: Any) -> int:
    """Where in ``work`` the plan of a slot (a seat, or FORK) begins."""
    return K_PLANS + plan_size(work) * slot


def win_tables(core: Any, g: State) -> Any:
    """The five tables that the win kernels read, for this deal's indicator."""
    small = core[T_SMALL]
    weights = X_WEIGHTS + 38 * g[INDICATOR]
    return (
        small[weights : weights + 38],
        core[T_WORDS],
        core[T_COMPOSE],
        core[T_OVERLAPS],
        small[X_TRIPLETS:X_TEMPLATES],
    )


def load_plan(slot: int, seat: int, core: Any, work: Any, g: State) -> int:
    """Make the plan in ``slot`` fit the seat's melds; return the number of sets its concealed tiles form."""
    sets = 4 - g[MELDS + seat]
    f = MELD_FACTS + M_SIZE * seat
    suits = g[f + M_SUITS]
    flags = g[f + M_CHI] | g[f + M_JIANG] << 1 | g[f + M_WINDS] << 2 | suits << 3
    tag = sets | flags << 3 | g[INDICATOR] << 12
    if work[K_TAGS + slot] == tag:
        return sets
    work[K_TAGS + slot] = tag
    small = core[T_SMALL]
    size = plan_size(work)
    plan = work[plan_start(slot, work) : plan_start(slot + 1, work)]
    for i in range(size):
        plan[i] = small[X_TEMPLATES + size * sets + i]
    weights = X_WEIGHTS + 38 * g[INDICATOR]
    laizi = g[LAIZI]
    for kind in range(34):
        natural = kind != laizi and g[GANG_FLAGS + kind] == 0
        plan[kind] = small[weights + kind] if natural else 0
        plan[PLAN_JIANG + kind] = 1 if natural and is_jiang(kind) else 0
        plan[PLAN_WINDS + kind] = 1 if natural and kind >= 27 and kind != 31 else 0
    for group in range(4):
        plan[PLAN_START + group] = small[weights + 34 + group]
    plan[PLAN_LAIZI] = laizi
    plan[PLAN_LIMIT] = small[X_RULES + R_LAIZI_IN_BIG]
    plan[PLAN_OPEN] = 1
    plan[PLAN_OPEN + 1] = 1 - g[f + M_CHI]
    any_suit = 0
    for suit in range(3):
        is_open = 1 if suits == 0 or suits == 1 << suit else 0
        plan[PLAN_SUITS + suit] = is_open
        any_suit |= is_open
    plan[PLAN_OPEN + 2] = any_suit
    plan[PLAN_OPEN + 3] = g[f + M_JIANG]
    plan[PLAN_OPEN + 4] = g[f + M_WINDS]
    return sets


def fill_live(seat: int, work: Any, g: State) -> None:
    """Copy the seat's hand, and the live counts as it sees them, to ``work``."""
    hand = work[K_HAND : K_HAND + 68]
    for kind in range(34):
        held = g[HANDS + 34 * seat + kind]
        hand[kind] = held
        hand[34 + kind] = 4 - held - g[SEEN + kind]
    for i in range(g[MELDS + seat]):
        at = MELD_LIST + 12 * seat + 3 * i
        if g[at] == AN_GANG:
            hand[34 + g[at + 1]] = 0


# Wins


def could_win(seat: int, extra: int, core: Any, work: Any, g: State) -> bool:
    """Whether the seat is open, holds no gang tile and has some complete shape; ``extra`` a kind to add, or −1.

    Leaves the counts in ``work``.
    """
    if g[PLAYERS + P_SIZE * seat + P_OPENINGS] == 0 or holds_gang_tile(seat, g):
        return False
    counts = work[K_COUNTS : K_COUNTS + 34]
    for kind in range(34):
        counts[kind] = g[HANDS + 34 * seat + kind]
    if extra >= 0:
        counts[extra] += 1
    laizi = g[LAIZI]
    held = counts[laizi] if laizi >= 0 else 0
    if held > 0:
        counts[laizi] = 0
    tables = win_tables(core, g)
    fits = missing(hand_class(counts, tables), 4 - g[MELDS + seat], 2, tables) <= held
    if not fits:
        jiang = g[MELD_FACTS + M_SIZE * seat + M_JIANG] == 1
        winds = g[MELD_FACTS + M_SIZE * seat + M_WINDS] == 1
        if jiang or winds:
            for kind in range(34):
                if counts[kind] > 0:
                    if not is_jiang(kind):
                        jiang = False
                    if kind < 27 or kind == 31:
                        winds = False
            fits = jiang or winds
    if held > 0:
        counts[laizi] = held
    return fits


def examine(
    seat: int, tile: int, by: int, source: int, after_gang: int, last: int, core: Any, work: Any, g: State
) -> None:
    """Fill the win kernels' inputs in ``work`` for the counts that :func:`could_win` left there."""
    tables = win_tables(core, g)
    look_at(
        work[K_COUNTS : K_COUNTS + 34],
        g[LAIZI],
        tile,
        by,
        4 - g[MELDS + seat],
        g[MELD_FACTS + M_SIZE * seat : MELD_FACTS + M_SIZE * (seat + 1)],
        tables,
        work[K_FACTS:K_MASKS],
    )
    win = work[K_WIN:K_COUNTS]
    win[W_WINNER] = seat
    win[W_DEALER] = g[DEALER]
    win[W_BY] = by
    win[W_SOURCE] = source
    win[W_AFTER_GANG] = after_gang
    win[W_LAST_TILES] = last
    win[W_THIRD_FEEDER] = third_feeder(seat, g)


def is_tenpai(seat: int, core: Any, work: Any, g: State) -> bool:
    """听牌: whether any tile wins for a seat that holds 3k + 1 tiles, whatever is live or pays."""
    melded = work[K_TABLE : K_TABLE + 34]
    for kind in range(34):
        melded[kind] = 0
    for i in range(g[MELDS + seat]):
        at = MELD_LIST + 12 * seat + 3 * i
        if g[at] == CHI:
            for step in range(3):
                melded[g[at + 1] + step] += 1
        else:
            melded[g[at + 1]] += 3 if g[at] == PENG else 4
    for kind in range(34):
        if is_gang_tile(kind, g) or g[HANDS + 34 * seat + kind] + melded[kind] >= 4:
            continue
        if could_win(seat, kind, core, work, g):
            for by in (BY_ZIMO, BY_DISCARD):
                if by == BY_DISCARD and kind == g[LAIZI]:
                    continue
                source = (seat + 1) % 4 if by == BY_DISCARD else -1
                examine(seat, kind, by, source, 0, 0, core, work, g)
                n, _, _ = list_readings(
                    work[K_FACTS:K_MASKS],
                    work[K_WIN:K_COUNTS],
                    core[T_SMALL][X_RULES:X_LAIZI],
                    work[K_MASKS:K_PARTS],
                )
                if n > 0:
                    return True
    return False


def can_win(
    seat: int, tile: int, by: int, source: int, after_gang: int, last: int, core: Any, work: Any, g: State
) -> bool:
    """胡: whether the seat may win; its settlement is in ``work`` then.

    By self-draw the tile is in the hand already; else it is added for the look.
    """
    if by == BY_DISCARD and (tile == g[LAIZI] or is_gang_tile(tile, g)):
        return False
    if not could_win(seat, tile if by != BY_ZIMO else -1, core, work, g):
        return False
    tenpai = 1
    if by == BY_DISCARD and g[MELDS + seat] == 4 and g[MELD_FACTS + M_SIZE * seat + M_OPEN] == 4:
        tenpai = 1 if is_tenpai(source, core, work, g) else 0  # 全求人: the contract asks for it
        could_win(seat, tile, core, work, g)
    examine(seat, tile, by, source, after_gang, last, core, work, g)
    players = work[K_PLAYERS:K_FORK]
    for i in range(4 * P_SIZE):
        players[i] = g[PLAYERS + i]
    if source >= 0:
        players[P_SIZE * source + P_TENPAI] = tenpai
    judge(
        work[K_FACTS:K_MASKS],
        players,
        work[K_WIN:K_COUNTS],
        core[T_SMALL][X_RULES:X_LAIZI],
        work[K_MASKS:K_PARTS],
        work[K_PARTS:K_AMOUNTS],
        work[K_AMOUNTS:K_OUT],
        work[K_OUT:K_WIN],
    )
    valid: bool = work[K_OUT + O_VALID] == 1
    return valid


# Choices


def may_gang(g: State) -> bool:
    """Whether gangs are still made (rules §4 海底)."""
    return g[LEFT] > GANGS_END


def has_peng(seat: int, kind: int, g: State) -> int:
    """Where in its list the seat has a peng of ``kind``, −1 if nowhere."""
    for i in range(g[MELDS + seat]):
        at = MELD_LIST + 12 * seat + 3 * i
        if g[at] == PENG and g[at + 1] == kind:
            return at
    return -1


def list_chi(seat: int, tile: int, g: State, actions: MutableSequence[int], n: int) -> int:
    """Append the shapes in which the seat may chi ``tile``; return the new number of actions."""
    if tile >= 27:
        return n
    hand = HANDS + 34 * seat
    rank = tile % 9
    for place in range(3):  # the called tile is the lowest, middle, highest
        low = tile - place
        if rank - place < 0 or rank - place > 6:
            continue
        fits = True
        for kind in range(low, low + 3):
            if kind != tile and (g[hand + kind] == 0 or kind == g[LAIZI] or is_gang_tile(kind, g)):
                fits = False
        if fits:
            actions[n] = A_CHI + place
            n += 1
    return n


# Moves


def step(action: int, core: Any, work: Any, g: State, actions: MutableSequence[int]) -> int:
    """Make one legal ``action`` of the actor (−1 for none), run to the next choice and list it.

    Fills ``actions`` (ACTIONS long) with the legal actions of the player who is the actor now and returns their
    number; 0 when the deal is over, with the settlement in the state.
    """
    if action == A_WIN:
        phase = g[PHASE]
        by = BY_DISCARD if phase == CLAIM_WIN else BY_QIANGGANG if phase == ROB else BY_ZIMO
        after_gang = g[AFTER_GANG] if phase == TURN else 0
    elif action >= 0:
        move(action, g)
    while True:  # ask claimants in turn, complete gangs, draw
        seat = -1
        phase = g[PHASE]
        source = -1
        if phase == OVER:
            return 0
        if action == A_WIN:
            seat = g[ACTOR]
            source = -1 if by == BY_ZIMO else g[SOURCE]
        elif phase == TURN:
            seat = g[ACTOR] if g[CALLED] == 0 else -1
            by = BY_ZIMO
            after_gang = g[AFTER_GANG]
        elif phase == CLAIM_WIN or phase == ROB:
            by = BY_QIANGGANG if phase == ROB else BY_DISCARD
            after_gang = 0
            source = g[SOURCE]
            if g[ASKED] < 4:
                seat = (g[DEALER] + g[ASKED]) % 4
                if seat == source:
                    g[ASKED] += 1
                    continue
        elif phase == LAST and g[ASKED] == 0:
            seat = g[ACTOR]
            by = BY_ZIMO
            after_gang = 0
        wins = False
        if seat >= 0:
            last = 1 if phase == LAST else 0
            wins = can_win(seat, g[TILE], by, source, after_gang, last, core, work, g)
        if action == A_WIN:
            g[PHASE] = OVER
            g[WINNER] = seat
            g[WIN_BY] = by
            g[WIN_TILE] = g[TILE]
            g[WIN_SOURCE] = source
            for other in range(4):
                g[PAYS + other] = work[K_AMOUNTS + 8 + other]
            return 0
        if phase == TURN:
            return list_turn(wins, g, actions)
        if wins:
            g[ACTOR] = seat
            actions[0] = A_WIN
            actions[1] = A_PASS
            return 2
        if seat >= 0 and phase != LAST:
            g[ASKED] += 1
            continue
        if phase == CLAIM_WIN:
            g[ASKED] = 0
            g[PHASE] = CLAIM_SET
        elif phase == ROB:
            complete_xu_gang(g[SOURCE], g[TILE], g)
        elif phase == LAST:
            next_draw(g[ACTOR], g)
        else:
            n = ask_claims(g, actions)
            if n > 0:
                return n
            next_draw(g[SOURCE], g)


def ask_claims(g: State, actions: MutableSequence[int]) -> int:
    """Find who may peng, gang or chi the discard and has not been asked; list the choices, 0 if nobody may."""
    source = g[SOURCE]
    tile = g[TILE]
    following = (source + 1) % 4
    if tile == g[LAIZI] or is_gang_tile(tile, g):
        return 0
    if g[PHASE] == CLAIM_SET:
        if g[ASKED] == 0:
            for turn in range(1, 4):
                seat = (source + turn) % 4
                held = g[HANDS + 34 * seat + tile]
                if held >= 2 and g[MELDS + seat] < 4:
                    g[ACTOR] = seat
                    actions[0] = A_PASS
                    actions[1] = A_PENG
                    n = 2
                    if held == 3 and may_gang(g):
                        actions[n] = A_CHONG_GANG
                        n += 1
                    return list_chi(seat, tile, g, actions, n) if seat == following else n
        elif g[ACTOR] == following:  # he has had his say on chi as well
            return 0
        g[ASKED] = 0
        g[PHASE] = CLAIM_CHI
    if g[ASKED] == 0 and g[MELDS + following] < 4:
        actions[0] = A_PASS
        n = list_chi(following, tile, g, actions, 1)
        if n > 1:
            g[ACTOR] = following
            return n
    return 0


def list_turn(wins: bool, g: State, actions: MutableSequence[int]) -> int:
    """List what the actor may do on its own turn; return the number."""
    seat = g[ACTOR]
    hand = HANDS + 34 * seat
    n = 0
    if wins:
        actions[n] = A_WIN
        n += 1
    for kind in range(34):
        if g[hand + kind] == 0:
            continue
        if is_gang_tile(kind, g):
            actions[n] = A_GANG + kind
            n += 1
            continue
        actions[n] = A_DISCARD + kind
        n += 1
        if not may_gang(g):
            continue
        if kind == g[LAIZI]:
            actions[n] = A_GANG + kind
            n += 1
        elif g[CALLED] == 0 and g[hand + kind] == 4:
            actions[n] = A_AN_GANG + kind
            n += 1
        elif g[CALLED] == 0 and has_peng(seat, kind, g) >= 0:
            actions[n] = A_XU_GANG + kind
            n += 1
    return n


def move(action: int, g: State) -> None:
    """Make one action other than a win."""
    seat = g[ACTOR]
    hand = HANDS + 34 * seat
    if action == A_PASS:
        g[ASKED] += 1
    elif action < A_GANG:
        discard(seat, action - A_DISCARD, g)
    elif action < A_AN_GANG:
        lay_down(seat, action - A_GANG, g)
    elif action < A_XU_GANG:
        kind = action - A_AN_GANG
        g[hand + kind] -= 4
        add_meld(seat, AN_GANG, kind, -1, g)
        replace(seat, g)
    elif action < A_WIN:
        kind = action - A_XU_GANG
        g[hand + kind] -= 1
        g[PHASE] = ROB
        g[TILE] = kind
        g[SOURCE] = seat
        g[ASKED] = 0
    else:
        claim(seat, action, g)


def discard(seat: int, kind: int, g: State) -> None:
    """打牌: let a tile go; a laizi is a plain drop, which nobody may claim."""
    g[HANDS + 34 * seat + kind] -= 1
    g[SEEN + kind] += 1
    if kind == g[LAIZI]:
        g[PLAYERS + P_SIZE * seat + P_LAIZI_DROP] += 1
    else:
        g[PILES + 34 * seat + kind] += 1
    g[TURNS] += 1
    g[CALLED] = 0
    g[AFTER_GANG] = 0
    g[TILE] = kind
    g[SOURCE] = seat
    g[ASKED] = 0
    g[PHASE] = CLAIM_WIN


def lay_down(seat: int, kind: int, g: State) -> None:
    """红中杠, 发财杠, 皮子杠, 癞子杠; with no gangs left to make it is the turn's discard (rules §2)."""
    g[HANDS + 34 * seat + kind] -= 1
    g[SEEN + kind] += 1
    fan = P_LAIZI_GANG if kind == g[LAIZI] else P_HONOUR_GANG
    g[PLAYERS + P_SIZE * seat + fan] += 1
    if may_gang(g):
        replace(seat, g)
        return
    g[TURNS] += 1
    g[CALLED] = 0
    g[AFTER_GANG] = 0
    g[TILE] = kind
    g[SOURCE] = seat
    g[ASKED] = 0
    g[PHASE] = CLAIM_WIN


def replace(seat: int, g: State) -> None:
    """Draw a gang's replacement; the seat goes on with its turn."""
    g[TILE] = draw(seat, g)
    g[AFTER_GANG] = 1
    g[CALLED] = 0
    g[PHASE] = TURN
    g[ACTOR] = seat


def claim(seat: int, action: int, g: State) -> None:
    """吃, 碰, 冲杠: take the discard into a meld."""
    tile = g[TILE]
    source = g[SOURCE]
    hand = HANDS + 34 * seat
    g[PILES + 34 * source + tile] -= 1
    if action == A_PENG:
        g[hand + tile] -= 2
        g[SEEN + tile] += 2
        add_meld(seat, PENG, tile, source, g)
    elif action == A_CHONG_GANG:
        g[hand + tile] -= 3
        g[SEEN + tile] += 3
        add_meld(seat, CHONG_GANG, tile, source, g)
        replace(seat, g)
        return
    else:
        low = tile - (action - A_CHI)
        for kind in range(low, low + 3):
            if kind != tile:
                g[hand + kind] -= 1
                g[SEEN + kind] += 1
        add_meld(seat, CHI, low, source, g)
    g[PHASE] = TURN
    g[ACTOR] = seat
    g[CALLED] = 1
    g[AFTER_GANG] = 0
    g[ASKED] = 0


def complete_xu_gang(seat: int, tile: int, g: State) -> None:
    """蓄杠 that nobody robbed: the peng becomes a gang and the replacement is drawn."""
    at = has_peng(seat, tile, g)
    g[at] = XU_GANG
    g[PLAYERS + P_SIZE * seat + P_MING_GANG] += 1
    g[SEEN + tile] += 1
    replace(seat, g)


def next_draw(seat: int, g: State) -> None:
    """The player after ``seat`` draws; one of the last four tiles is won on or kept (rules §4 海底)."""
    if g[LEFT] == 0:
        g[PHASE] = OVER
        return
    following = (seat + 1) % 4
    last = g[LEFT] <= GANGS_END
    g[ACTOR] = following
    g[TILE] = draw(following, g)
    g[AFTER_GANG] = 0
    g[CALLED] = 0
    g[ASKED] = 0
    g[PHASE] = LAST if last else TURN
