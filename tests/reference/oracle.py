"""A second, independent implementation of the rules, slow and plain: what the engine is held against.

Written from the rules page and the interface page only; it shares no code with the engine.  :func:`answer` takes a
request of the command line's ``batch`` as a dict and returns the answer as a dict.  Where the rules let several
readings of a hand tie, :func:`score_answers` and :func:`channel_answers` return all of them.

Nothing here is tuned: a win is looked for by laying out every target hand that the tiles fit into, and every reading is
settled by the arithmetic of the rules page.  Distances compare the hand with every target of each suit.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Json = dict[str, Any]

# --- §1 tiles and notation ---------------------------------------------------------------------

SUITS = "mpsz"
ALL_KINDS = range(34)
ZHONG, FA = 31, 32
JIANG = frozenset({1, 4, 7, 10, 13, 16, 19, 22, 25})
WINDS = frozenset({27, 28, 29, 30, 32, 33})


class OracleError(Exception):
    """A request that has no answer; ``code`` is the interface's error code."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code


def name(kind: int) -> str:
    """Canonical text of one kind: 0 is 1m, 33 is 7z."""
    return f"{kind % 9 + 1}{SUITS[kind // 9]}"


def parse(text: object) -> list[int]:
    """Kinds of canonical text such as ``123m55z``, in order of appearance."""
    if not isinstance(text, str):
        raise OracleError("bad_notation", f"{text!r} is no text")
    kinds: list[int] = []
    digits: list[int] = []
    for character in text.replace(" ", ""):
        if character in "123456789":
            digits.append(int(character))
        elif character in SUITS and digits:
            if character == "z" and max(digits) > 7:
                raise OracleError("bad_notation", f"no such honour in {text!r}")
            kinds += [9 * SUITS.index(character) + digit - 1 for digit in digits]
            digits = []
        else:
            raise OracleError("bad_notation", f"{character!r} in {text!r}")
    if digits:
        raise OracleError("bad_notation", f"digits without a suit in {text!r}")
    return kinds


def one(text: object) -> int:
    """The kind of a text that names a single tile."""
    kinds = parse(text)
    if len(kinds) != 1:
        raise OracleError("bad_notation", f"{text!r} is not one tile")
    return kinds[0]


# --- §7 the games ------------------------------------------------------------------------------

# The table of §7, a row a game, and the sentence below it.
_GAMES = """
id               gang_honours pi                     laizi_gang_fan opening minimum big_base situational_any_pair
hongzhong        5z           none                   1              once    0       additive no
hongzhong-koukou 5z           none                   1              each    0       additive no
facai            5z6z         none                   1              once    0       additive no
facai-koukou     5z6z         none                   1              each    0       additive no
facai-x4         5z6z         none                   2              once    20      additive yes
facai-x4-koukou  5z6z         none                   2              each    20      additive yes
pizi             5z           indicator              2              once    20      additive yes
pizi-koukou      5z           indicator              2              each    20      additive yes
qipi             5z           indicator_and_previous 2              each    20      additive no
yuanhang         5z           none                   2              each    20      doubling no
"""
_CAPS = """
id               cap cap_when gold unopened_gold contract_cap escape
hongzhong        300 exceed   400  -             -            400
hongzhong-koukou 300 exceed   500  -             -            500
facai            400 exceed   500  600           -            400
facai-koukou     400 exceed   600  600           -            500
facai-x4         300 exceed   400  -             -            400
facai-x4-koukou  300 exceed   500  -             -            500
pizi             300 exceed   400  -             -            400
pizi-koukou      300 exceed   500  -             -            500
qipi             300 exceed   500  -             -            500
yuanhang         300 reach    400  -             400          500
"""
_OTHERS: Json = {
    "minimum_scope": "any",
    "gang_draw_pays_zimo": True,
    "max_laizi_in_big": None,
    "robbed_gang_pays": "discard",
    "quanqiuren_contract": "not_tenpai",
    "fengyise_doubles": False,
}
_YUANHANG: Json = {"robbed_gang_pays": "zimo", "quanqiuren_contract": "always", "fengyise_doubles": True}


def _rows(text: str) -> dict[str, Json]:
    """A table in words: 'yes' and 'no' are flags, '-' is null, digits alone are numbers."""
    head, *lines = [line.split() for line in text.strip().splitlines()]
    words: dict[str, object] = {"yes": True, "no": False, "-": None}
    read = [[words.get(w, int(w) if w.isdigit() else w) for w in line] for line in lines]
    return {str(row[0]): dict(zip(head[1:], row[1:], strict=True)) for row in read}


PRESETS: dict[str, Json] = {
    game: row | _rows(_CAPS)[game] | _OTHERS | (_YUANHANG if game == "yuanhang" else {})
    for game, row in _rows(_GAMES).items()
}

_CHOICES: dict[str, tuple[object, ...]] = {
    "pi": ("none", "indicator", "indicator_and_previous"),
    "opening": ("once", "each"),
    "minimum_scope": ("any", "every"),
    "big_base": ("additive", "doubling"),
    "robbed_gang_pays": ("discard", "zimo"),
    "cap_when": ("exceed", "reach"),
    "quanqiuren_contract": ("not_tenpai", "always"),
}
_FLAGS = ("fengyise_doubles", "situational_any_pair", "gang_draw_pays_zimo")
_NUMBERS = ("minimum", "cap", "gold", "escape")
_NUMBERS_OR_NULL = ("max_laizi_in_big", "unopened_gold", "contract_cap")


def rules_of(value: object) -> Json:
    """The rule set that a request names: a preset id, or a preset with changed fields (§7)."""
    if isinstance(value, str):
        if value not in PRESETS:
            raise OracleError("bad_rules", f"no game {value!r}")
        return dict(PRESETS[value])
    if not isinstance(value, dict) or value.get("base") not in PRESETS:
        raise OracleError("bad_rules", f"{value!r} names no base")
    changes = {field: v for field, v in value.items() if field != "base"}
    rules = dict(PRESETS[value["base"]])
    for field, v in changes.items():
        number = isinstance(v, int) and not isinstance(v, bool) and v >= 0
        good = (
            (field in _CHOICES and v in _CHOICES[field])
            or (field in _FLAGS and isinstance(v, bool))
            or (field in _NUMBERS and number)
            or (field in _NUMBERS_OR_NULL and (v is None or number))
            or (field == "laizi_gang_fan" and number and v in (1, 2))
            or (field == "gang_honours" and isinstance(v, str) and sorted(parse(v)) in ([ZHONG], [ZHONG, FA]))
        )
        if not good:
            raise OracleError("bad_rules", f"{field} = {v!r}")
        rules[field] = v
    if rules["gold"] < max(rules["cap"], rules["contract_cap"] or 0):
        raise OracleError("bad_rules", "gold below cap or contract_cap")
    return rules


# --- §2 laizi, 皮子, gang honours ----------------------------------------------------------------


def _cycle(kind: int, skip: Iterable[int]) -> list[int]:
    """The cycle that ``kind`` moves in, without ``skip`` (but with ``kind`` itself)."""
    whole = range(27, 34) if kind >= 27 else range(kind - kind % 9, kind - kind % 9 + 9)
    return [k for k in whole if k == kind or k not in set(skip)]


def laizi_of(indicator: int, rules: Json) -> int:
    """癞子: the next tile of the cycle, every gang honour skipped."""
    cycle = _cycle(indicator, parse(rules["gang_honours"]))
    return cycle[(cycle.index(indicator) + 1) % len(cycle)]


def gang_tiles_of(indicator: int | None, rules: Json) -> frozenset[int]:
    """杠牌: the gang honours, and the 皮子 that the indicator gives.

    An indicator that is a gang honour is no 皮; 七皮四赖 then takes the two tiles before it (§2: 中→皮 北西).
    """
    honours = parse(rules["gang_honours"])
    gang = set(honours)
    if indicator is None or rules["pi"] == "none":
        return frozenset(gang)
    cycle = _cycle(indicator, honours)
    before = cycle[cycle.index(indicator) - 1]
    if indicator not in honours:
        gang.add(indicator)
        if rules["pi"] == "indicator_and_previous":
            gang.add(before)
    elif rules["pi"] == "indicator_and_previous":
        gang.add(before)
        gang.add(cycle[cycle.index(before) - 1])
    return frozenset(gang)


# --- The position of a request -----------------------------------------------------------------

OPEN_KINDS = ("chi", "peng", "chong_gang", "xu_gang")
GANG_KINDS = ("chong_gang", "xu_gang", "an_gang")


@dataclass
class Meld:
    """吃碰杠: its kind, its tiles with every copy (empty for a hidden 暗杠), and the seat it came from."""

    kind: str
    tiles: list[int]
    source: int | None


@dataclass
class Player:
    """What lies before one player."""

    melds: list[Meld]
    gangs: list[int]
    laizi_drops: int
    discards: list[int]
    tenpai: bool

    def openings(self) -> list[Meld]:
        """The melds that open (§3), in order."""
        return [meld for meld in self.melds if meld.kind in OPEN_KINDS]


@dataclass
class Table:
    """A request's position, checked."""

    rules: Json
    indicator: int | None
    laizi: int
    gang_tiles: frozenset[int]
    hand: list[int]
    seat: int
    dealer: int
    players: list[Player]
    visible: list[int]
    wall: int
    turn: str
    unknown: int  # open melds of unknown tiles in a partial hand
    seen: Counter[int]

    def me(self) -> Player:
        return self.players[self.seat]

    def sets(self) -> int:
        """Sets that the concealed tiles have to form."""
        return 4 - len(self.me().melds) - self.unknown

    def is_open(self) -> bool:
        return self.unknown > 0 or bool(self.me().openings())

    def live(self, kind: int) -> int:
        return 4 - self.seen[kind]

    def allowed(self) -> tuple[int, ...]:
        """Kinds that a winning hand may hold and a laizi may stand for: all but the gang honours (§2)."""
        return tuple(k for k in ALL_KINDS if k not in self.gang_tiles)


def _seat(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in range(4):
        raise OracleError("bad_seat", f"{what} {value!r}")
    return value


def _meld(entry: Json, owner: int, mine: bool, laizi: int, gang: frozenset[int]) -> Meld:
    kind = entry.get("kind")
    tiles = parse(entry.get("tiles", ""))
    source = entry.get("from")
    if kind == "chi":
        tiles.sort()
        suit_run = len(tiles) == 3 and tiles[0] < 27 and tiles[0] % 9 <= 6
        if not suit_run or tiles != [tiles[0], tiles[0] + 1, tiles[0] + 2]:
            raise OracleError("bad_meld", f"no run: {entry}")
    elif kind in ("peng", "chong_gang", "xu_gang", "an_gang"):
        if kind == "an_gang" and not tiles and not mine:
            return Meld(kind, [], None)
        if len(tiles) != 1:
            raise OracleError("bad_meld", f"one tile names it: {entry}")
        tiles = tiles * (3 if kind == "peng" else 4)
    else:
        raise OracleError("bad_meld", f"no such meld: {entry}")
    if kind == "an_gang":
        if source is not None:
            raise OracleError("bad_meld", "a 暗杠 comes from nobody")
    else:
        source = _seat(source, "from")
        if source == owner or (kind == "chi" and source != (owner + 3) % 4):
            raise OracleError("bad_meld", f"not from that seat: {entry}")
    if gang & set(tiles):
        raise OracleError("gang_tile_in_meld", f"{entry}")
    if laizi in tiles:
        raise OracleError("laizi_in_meld", f"{entry}")
    return Meld(kind, tiles, source)


def special_tiles(request: Json) -> tuple[int, frozenset[int]]:
    """The laizi and the gang honours of a request."""
    rules = rules_of(request.get("rules"))
    if ("indicator" in request) == ("laizi" in request):
        raise OracleError("bad_request", "one of indicator and laizi")
    indicator = one(request["indicator"]) if "indicator" in request else None
    gang = gang_tiles_of(indicator, rules)
    laizi = one(request["laizi"]) if indicator is None else laizi_of(indicator, rules)
    if laizi in gang:
        raise OracleError("bad_request", "the laizi can't be a gang honour")
    return laizi, gang


def table_of(request: Json, size: int, offer: int | None = None) -> Table:
    """The position of a request whose concealed hand has 3k + ``size`` tiles; ``offer`` lies on the table too."""
    rules = rules_of(request.get("rules"))
    laizi, gang = special_tiles(request)
    indicator = one(request["indicator"]) if "indicator" in request else None
    seat = _seat(request.get("seat", 0), "seat")
    dealer = _seat(request.get("dealer", 0), "dealer")
    rows = request.get("players", [{}, {}, {}, {}])
    if len(rows) != 4:
        raise OracleError("bad_request", "four players")
    players = []
    for owner, row in enumerate(rows):
        melds = [_meld(entry, owner, owner == seat, laizi, gang) for entry in row.get("melds", [])]
        gangs = parse(row.get("gangs", ""))
        if any(k not in gang and k != laizi for k in gangs):
            raise OracleError("bad_request", "only gang honours, 皮子 and laizi are ganged alone")
        if len(melds) > 4:
            raise OracleError("bad_count", "more than four melds")
        players.append(
            Player(
                melds,
                gangs,
                row.get("laizi_drops", 0),
                parse(row.get("discards", "")),
                row.get("tenpai", True),
            )
        )
    hand = parse(request.get("hand", ""))
    whole = 12 + size
    unknown, rest = divmod(whole - len(hand) - 3 * len(players[seat].melds), 3)
    if rest or unknown < 0 or not hand:
        raise OracleError("bad_count", f"{len(hand)} concealed tiles")
    visible = parse(request.get("visible", ""))
    seen = Counter(hand) + Counter(visible)
    if indicator is not None:
        seen[indicator] += 1
    if offer is not None:
        seen[offer] += 1
    for player in players:
        seen.update(player.gangs)
        seen.update(player.discards)
        seen[laizi] += player.laizi_drops
        for meld in player.melds:
            seen.update(meld.tiles)
    if seen and max(seen.values()) > 4:
        raise OracleError("too_many_copies", f"{[name(k) for k, n in seen.items() if n > 4]}")
    if "wall" in request:
        wall = request["wall"]
    else:
        # Every tile that was drawn lies in front of somebody now: 53 were dealt, claimed discards lie in melds.
        drawn = sum(len(p.gangs) + p.laizi_drops + len(p.discards) for p in players)
        drawn += sum(meld.kind in GANG_KINDS for p in players for meld in p.melds)
        drawn += (size == 2) + (offer is not None)
        wall = 72 - max(0, drawn - 1)
    return Table(
        rules,
        indicator,
        laizi,
        gang,
        hand,
        seat,
        dealer,
        players,
        visible,
        wall,
        request.get("turn", "drawn"),
        unknown,
        seen,
    )


# --- §4 every way in which tiles make a complete hand ------------------------------------------

SETS: tuple[tuple[int, int, int], ...] = tuple(
    sorted(
        [(k, k, k) for k in ALL_KINDS] + [(k, k + 1, k + 2) for k in range(27) if k % 9 <= 6],
    )
)


class Shape(NamedTuple):
    """Sets and a pair that the concealed tiles form, and what the laizi stand for in it."""

    pair: int
    runs: bool
    tiles: frozenset[int]
    laizi_as: tuple[int, ...]


@functools.lru_cache(maxsize=200)
def shapes(naturals: tuple[int, ...], laizi: int, sets: int, allowed: tuple[int, ...]) -> tuple[Shape, ...]:
    """Every target of ``sets`` sets and a pair that holds all ``naturals`` (sorted kinds) and ``laizi`` more tiles.

    Targets are made of the ``allowed`` kinds and know no limit of copies (§2: a laizi may be a fifth copy).
    """
    need = [0] * 34  # tiles of the hand that lie in no set yet
    for kind in naturals:
        need[kind] += 1
    found: set[Shape] = set()

    def lacking(tiles: Sequence[int]) -> int:
        """How many of the tiles laizi have to stand for."""
        if tiles[0] == tiles[-1]:
            return max(0, len(tiles) - need[tiles[0]])
        return sum(need[kind] == 0 for kind in tiles)

    usable = [s for s in SETS if set(s) <= set(allowed) and lacking(s) <= laizi]

    def extend(start: int, left: int, pair: int, chosen: list[tuple[int, ...]], filled: list[int]) -> None:
        if left == 0:
            if len(filled) == laizi:
                tiles = frozenset(k for s in chosen for k in s) | {pair}
                runs = any(s[0] != s[1] for s in chosen)
                found.add(Shape(pair, runs, tiles, tuple(sorted(filled))))
            return
        lowest = next((kind for kind in ALL_KINDS if need[kind]), 34)
        for index in range(start, len(usable)):
            if usable[index][0] > lowest:
                break  # sets come in rising order: nothing later holds the lowest tile that is still loose
            place(usable[index], filled, index, left - 1, pair, [*chosen, usable[index]])

    def place(
        tiles: Sequence[int],
        filled: list[int],
        start: int,
        left: int,
        pair: int,
        chosen: list[tuple[int, ...]],
    ) -> None:
        """Lay a set or the pair, and go on if there are laizi enough for what it lacks."""
        if len(filled) + lacking(tiles) > laizi:
            return
        taken, stood_for = [], []
        for kind in tiles:
            if need[kind] > 0:
                need[kind] -= 1
                taken.append(kind)
            else:
                stood_for.append(kind)
        extend(start, left, pair, chosen, filled + stood_for)
        for kind in taken:
            need[kind] += 1

    for pair in allowed:
        place((pair, pair), [], 0, sets, pair, [])
    return tuple(found)


STRUCTURAL = ("pengpenghu", "qingyise", "jiangyise", "fengyise", "quanqiuren")
BIG_HANDS = (*STRUCTURAL, "gangshanghua", "qianggang", "haidilao")


class Reading(NamedTuple):
    """One way to take a complete hand, and what forbids it (empty: nothing)."""

    hu: str
    big: tuple[str, ...]
    hard: bool
    laizi_as: tuple[int, ...]
    obstacles: frozenset[str]


class Win(NamedTuple):
    """How the hand is completed."""

    by: str
    source: int | None = None
    after_gang: bool = False
    last_tiles: bool = False

    def situations(self) -> list[str]:
        """The situational big hands (§4)."""
        names = []
        if self.by == "zimo" and self.after_gang:
            names.append("gangshanghua")
        if self.by == "qianggang":
            names.append("qianggang")
        if self.by == "zimo" and self.last_tiles:
            names.append("haidilao")
        return names


def readings(table: Table, concealed: Sequence[int], win: Win) -> Iterator[Reading]:
    """Every reading of a complete concealed hand, legal or not; opening and gang tiles are not looked at."""
    laizi_as_own = table.laizi
    held = sum(k == table.laizi for k in concealed)
    naturals = tuple(sorted(k for k in concealed if k != table.laizi))
    allowed = table.allowed()
    if not set(naturals) <= set(allowed):
        return
    limit = table.rules["max_laizi_in_big"]
    over_big = {"laizi_limit"} if limit is not None and held > limit else set()
    over_small = {"laizi_limit"} if held >= 2 else set()
    any_pair = table.rules["situational_any_pair"]
    situations = win.situations()
    me = table.me()
    known = table.unknown == 0  # unknown melds fit 小胡 only
    meld_tiles = {k for meld in me.melds for k in meld.tiles}
    chi = any(meld.kind == "chi" for meld in me.melds)

    def order(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(set(names), key=BIG_HANDS.index))

    for shape in shapes(naturals, held, table.sets(), allowed):
        tiles = shape.tiles | meld_tiles
        hard = all(k == laizi_as_own for k in shape.laizi_as)
        big = []
        if known:
            if not shape.runs and not chi:
                big.append("pengpenghu")
            if len({k // 9 for k in tiles}) == 1 and min(tiles) < 27:
                big.append("qingyise")
            if tiles <= JIANG:
                big.append("jiangyise")
            if tiles <= WINDS:
                big.append("fengyise")
            four_open = len(me.openings()) == 4
            if four_open and win.by in ("discard", "qianggang") and shape.pair in JIANG:
                big.append("quanqiuren")
        free_pair = bool(big) or any_pair  # 全求人 has a 将 as its pair anyway
        bad_pair = {"pair_not_258"} if shape.pair not in JIANG else set()
        yield Reading("small", (), hard, shape.laizi_as, frozenset(bad_pair | over_small))
        if big or situations:
            obstacles = over_big | (set() if free_pair else bad_pair)
            yield Reading("big", order(big + situations), hard, shape.laizi_as, frozenset(obstacles))

    if not known:
        return
    for hand_name, kinds in (("jiangyise", JIANG), ("fengyise", WINDS)):  # no shape needed
        if not set(naturals) | meld_tiles <= kinds:
            continue
        names = order([hand_name, *situations])
        stand_for = kinds & set(allowed)
        if held and stand_for - {laizi_as_own}:
            other = min(stand_for - {laizi_as_own})
            yield Reading("big", names, False, (other,) * held, frozenset(over_big))
        if held == 0 or laizi_as_own in stand_for:
            yield Reading("big", names, True, (laizi_as_own,) * held, frozenset(over_big))


def alike(found: Iterable[Reading]) -> list[Reading]:
    """One of the readings that differ only in what the laizi stand for."""
    return list({(r.hu, r.big, r.hard, r.obstacles): r for r in found}.values())


def reasons_of(found: Sequence[Reading]) -> set[str]:
    """Why none of the readings may win: the smallest sets of obstacles, together."""
    sets = {reading.obstacles for reading in found}
    smallest = [s for s in sets if not any(other < s for other in sets)]
    return set().union(*smallest)


# --- §5, §6 settlement -------------------------------------------------------------------------


class Settlement(NamedTuple):
    """What everybody owes and pays for one reading."""

    fan: list[int]
    raw: list[int]
    capped: list[int]
    pays: list[int]
    gold: bool
    contract: int | None
    enough: bool  # reaches the minimum


def table_fan(table: Table, seat: int) -> int:
    """Fan that a player's own melds, gangs and drops are worth (§5), for winner and losers alike."""
    player = table.players[seat]
    openings = len(player.openings()) + (table.unknown if seat == table.seat else 0)
    fan = openings if table.rules["opening"] == "each" else min(openings, 1)
    fan += sum(meld.kind in ("chong_gang", "xu_gang") for meld in player.melds)
    fan += 2 * sum(meld.kind == "an_gang" for meld in player.melds)
    for kind in player.gangs:
        fan += table.rules["laizi_gang_fan"] if kind == table.laizi else 1
    return fan + player.laizi_drops


def contractor(table: Table, reading: Reading, win: Win) -> int | None:
    """承包: who pays what all three owe (§6), in the order of the rules page."""
    if win.by == "qianggang":
        return win.source
    if "quanqiuren" in reading.big and win.by == "discard":
        assert win.source is not None
        if table.rules["quanqiuren_contract"] == "always" or not table.players[win.source].tenpai:
            return win.source
    openings = table.me().openings()
    if "qingyise" in reading.big and len(openings) >= 3:
        return openings[2].source
    return None


def settle(table: Table, reading: Reading, win: Win) -> Settlement:
    """番, 封顶, 承包: the four amounts of one reading."""
    rules, winner = table.rules, table.seat
    losers = [seat for seat in range(4) if seat != winner]
    fan = [table_fan(table, seat) for seat in range(4)]
    if reading.hard:
        fan[winner] += 1
    if reading.hu == "small":
        if win.by == "zimo":
            fan[winner] += 1
        else:
            assert win.source is not None
            fan[win.source] += 1
        fan[table.dealer] += 1  # the winner, or that loser
        base = 1
    elif rules["big_base"] == "additive":
        base = 10 * len(reading.big)
    else:
        base = 10 * 2 ** (len(reading.big) - 1)
        if "fengyise" in reading.big and rules["fengyise_doubles"]:
            base *= 2

    raw = [0, 0, 0, 0]
    for seat in losers:
        raw[seat] = base * 2 ** (fan[winner] + fan[seat])
        if reading.hu == "big":
            if win.by == "zimo":
                on_gang_or_last = win.after_gang or win.last_tiles
                more = rules["gang_draw_pays_zimo"] or not on_gang_or_last
            elif win.by == "qianggang" and rules["robbed_gang_pays"] == "zimo":
                more = True
            else:
                more = seat == win.source
            if more:
                raw[seat] = raw[seat] * 3 // 2

    owed = [raw[seat] for seat in losers]
    reached = [amount >= rules["minimum"] for amount in owed]
    enough = all(reached) if rules["minimum_scope"] == "every" else any(reached)

    contract = contractor(table, reading, win)
    if rules["cap_when"] == "exceed":
        gold = all(amount > rules["cap"] for amount in owed)
    else:
        gold = all(amount >= rules["cap"] for amount in owed)
    cap = rules["cap"]
    if contract is not None and rules["contract_cap"] is not None:
        cap = rules["contract_cap"]
    capped = [0, 0, 0, 0]
    for seat in losers:
        if not gold:
            capped[seat] = min(raw[seat], cap)
        elif rules["unopened_gold"] is not None and not table.players[seat].openings():
            capped[seat] = rules["unopened_gold"]
        else:
            capped[seat] = rules["gold"]
    total = sum(capped)
    pays = [-amount for amount in capped]
    if contract is not None:
        pays = [0, 0, 0, 0]
        pays[contract] = -total
    pays[winner] = total
    return Settlement(fan, raw, capped, pays, gold, contract, enough)


def best(candidates: list[tuple[Reading, Settlement]], winner: int) -> list[tuple[Reading, Settlement]]:
    """The reading that pays the winner most, then more big hands, then hard (§4); all that tie."""

    def key(candidate: tuple[Reading, Settlement]) -> tuple[int, int, bool]:
        reading, settlement = candidate
        return settlement.pays[winner], len(reading.big), reading.hard

    top = max(key(c) for c in candidates)
    return [c for c in candidates if key(c) == top]


# --- score -------------------------------------------------------------------------------------


def _win_of(request: Json, table: Table) -> tuple[int, Win]:
    entry = request.get("win")
    if not isinstance(entry, dict):
        raise OracleError("bad_request", "no win")
    tile, by = one(entry.get("tile")), entry.get("by")
    if by not in ("zimo", "discard", "qianggang"):
        raise OracleError("bad_request", f"by {by!r}")
    if tile not in table.hand:
        raise OracleError("bad_request", "the winning tile is not in the hand")
    source = None
    if by != "zimo":
        source = _seat(entry.get("from"), "from")
        if source == table.seat:
            raise OracleError("bad_seat", "won from oneself")
    after_gang, last_tiles = bool(entry.get("after_gang", False)), bool(entry.get("last_tiles", False))
    if by == "qianggang" and not any(
        m.kind == "peng" and m.tiles[0] == tile for m in table.players[source or 0].melds
    ):
        raise OracleError("bad_request", "nothing to rob")
    if after_gang and not (table.me().gangs or any(m.kind in GANG_KINDS for m in table.me().melds)):
        raise OracleError("bad_request", "after a gang without any gang")
    return tile, Win(by, source, after_gang, last_tiles)


def judge(table: Table, concealed: Sequence[int], tile: int | None, win: Win) -> list[Json]:
    """All answers to one complete hand that tie; ``tile`` is the winning tile, None when a self-draw left it open."""
    reasons = set()
    if not table.is_open():
        reasons.add("not_open")
    dead = win.by != "zimo" and (tile == table.laizi or tile in table.gang_tiles)
    if dead:
        reasons.add("dead_tile")
    if table.gang_tiles & set(concealed):
        reasons.add("gang_tile_in_hand")
    found = list(readings(table, concealed, win))
    if not found and "gang_tile_in_hand" not in reasons:  # with a gang tile no shape is looked for
        reasons.add("no_shape")
    reasons |= reasons_of(found)
    legal = [(r, settle(table, r, win)) for r in found if not r.obstacles]
    paying = [c for c in legal if c[1].enough]
    if legal and not paying:
        reasons.add("below_minimum")
    if reasons:
        return [{"valid": False, "reasons": sorted(reasons)}]
    answers = []
    for reading, s in best(paying, table.seat):
        item: Json = {
            "valid": True,
            "hu": reading.hu,
            "big": list(reading.big),
            "hard": reading.hard,
            "laizi_as": [name(k) for k in reading.laizi_as],
            "fan": s.fan,
            "raw": s.raw,
            "capped": s.capped,
            "pays": s.pays,
            "gold": s.gold,
            "contract": s.contract,
        }
        answers.append(item)
    return answers


def score_answers(request: Json) -> list[Json]:
    """Every answer to a ``score`` request that ties for the best."""
    table = table_of(request, 2)
    tile, win = _win_of(request, table)
    return judge(table, table.hand, tile, win)


def laizi_as_fits(request: Json, got: Json) -> bool:
    """Whether the laizi of a winning answer may stand for what it says, in the reading it says."""
    table = table_of(request, 2)
    stands = parse("".join(got["laizi_as"]))
    if len(stands) != table.hand.count(table.laizi):
        return False
    _, win = _win_of(request, table)
    wanted = (got["hu"], tuple(sorted(got["big"], key=BIG_HANDS.index)), got["hard"])
    for reading in readings(table, table.hand, win):
        if reading.obstacles or (reading.hu, reading.big, reading.hard) != wanted:
            continue
        if reading.laizi_as == tuple(sorted(stands)):
            return True
        shapeless = {"jiangyise": JIANG, "fengyise": WINDS}
        for hand_name, kinds in shapeless.items():
            only = set(reading.big) & set(STRUCTURAL) == {hand_name}
            hard = all(k == table.laizi for k in stands)
            if only and set(stands) <= kinds & set(table.allowed()) and hard == got["hard"]:
                return True
    return False


# --- waits -------------------------------------------------------------------------------------


def channel_answers(table: Table, tile: int, by: str, discarders: Iterable[int] = range(4)) -> list[Json]:
    """What winning on ``tile`` by this channel comes to: [] if it can't, else every best reading that ties."""
    if by == "discard" and tile == table.laizi:
        return []
    others = [seat for seat in discarders if seat != table.seat]
    wins = [Win("zimo")] if by == "zimo" else [Win("discard", seat) for seat in others]
    candidates = [
        (reading, settle(table, reading, win))
        for win in wins
        for reading in alike(readings(table, [*table.hand, tile], win))
        if not reading.obstacles
    ]
    if not candidates:
        return []
    paying = [c for c in candidates if c[1].enough]
    answers: list[Json] = []
    for reading, s in best(paying or candidates, table.seat):
        item: Json = {
            "hu": reading.hu,
            "big": list(reading.big),
            "hard": reading.hard,
            "gain": s.pays[table.seat],
        }
        if not paying:
            item["below_minimum"] = True
        if item not in answers:
            answers.append(item)
    return answers


def waits(request: Json) -> Json:
    """听牌: every tile tried on both channels, against all three discarders."""
    table = table_of(request, 1)
    mine = Counter(table.hand)
    for meld in table.me().melds:
        mine.update(meld.tiles)
    blocked = not table.is_open() or bool(table.gang_tiles & set(table.hand))
    entries: list[Json] = []
    reasons: set[str] = set()
    for tile in ALL_KINDS:
        if tile in table.gang_tiles or mine[tile] >= 4:
            continue
        found = alike(readings(table, [*table.hand, tile], Win("zimo")))
        if not found:
            continue
        reasons |= reasons_of(found)
        if not table.is_open():
            reasons.add("not_open")
        if blocked:
            continue
        channels = {by: channel_answers(table, tile, by) for by in ("discard", "zimo")}
        if any(channels.values()):
            entry: Json = {"tile": name(tile), "live": table.live(tile)}
            for by, answers in channels.items():
                entry[by] = answers[0] if answers else None
                entry[f"{by}_ties"] = answers
            entry["discarders"] = [channel_answers(table, tile, "discard", [seat]) for seat in range(4)]
            entries.append(entry)
    if table.gang_tiles & set(table.hand):
        reasons.add("gang_tile_in_hand")
    return {"tenpai": bool(entries), "blocked_by": [] if entries else sorted(reasons), "waits": entries}


# --- distances ---------------------------------------------------------------------------------

ROUTES = ("small", "pengpenghu", "qingyise", "jiangyise", "fengyise")


PAIRS = {"none": ("none",), "258": ("258",), "any": ("258", "other")}


@functools.cache
def targets_of(
    honours: bool, banned: frozenset[int]
) -> tuple[np.ndarray, list[tuple[int, str, bool]], list[int]]:
    """All targets of up to four sets, with or without a pair, of one suit's ranks 0–8 without the ``banned`` ones.

    Returns their tile counts (rows × 9) in groups of equal (sets, pair, whether runs occur), the groups' names and the
    row that each group starts at.
    """
    ranks = [r for r in range(7 if honours else 9) if r not in banned]
    triplets = [(r, r, r) for r in ranks]
    runs = [] if honours else [(r, r + 1, r + 2) for r in range(7) if {r, r + 1, r + 2} <= set(ranks)]
    groups: dict[tuple[int, str, bool], list[list[int]]] = {}
    for number in range(5):
        for chosen in itertools.combinations_with_replacement(triplets + runs, number):
            for pair in [None, *ranks]:
                row = [0] * 9
                for tiles in chosen:
                    for rank in tiles:
                        row[rank] += 1
                if pair is not None:
                    row[pair] += 2
                kind = "none" if pair is None else "258" if pair in (1, 4, 7) and not honours else "other"
                groups.setdefault((number, kind, any(s[0] != s[1] for s in chosen)), []).append(row)
    starts = [0, *itertools.accumulate(len(rows) for rows in groups.values())][:-1]
    return np.array([row for rows in groups.values() for row in rows], np.int8), list(groups), starts


Fit = dict[tuple[int, str, bool], int]
"""The most tiles that fit into a target of m sets with no, any or a 258 pair, runs allowed or not."""
Suit = tuple[tuple[int, ...], bool, frozenset[int]]
"""Counts of the ranks of one suit, whether it is the honours, and the ranks that are gang honours."""


@functools.lru_cache(maxsize=20_000)
def fit_of(suit: Suit) -> Fit:
    """Compare the tiles of one suit with every target."""
    counts, honours, banned = suit
    rows, names, starts = targets_of(honours, banned)
    fit = np.minimum(rows, np.array(counts + (0,) * (9 - len(counts)), np.int8)).sum(axis=1, dtype=np.int8)
    exact = dict(zip(names, np.maximum.reduceat(fit, starts).tolist(), strict=True))
    return {
        (number, pair, runs): max(
            exact.get((number, kind, with_runs), -99) for kind in kinds for with_runs in {False, runs}
        )
        for number in range(5)
        for pair, kinds in PAIRS.items()
        for runs in (False, True)
    }


@functools.lru_cache(maxsize=20_000)
def joint_fit(left: Suit, right: Suit) -> Fit:
    """The same of two suits together: the sets shared out between them, the pair in one."""
    a, b = fit_of(left), fit_of(right)
    return {key: _join(a, b, *key) for key in a}


def _join(a: Fit, b: Fit, sets: int, pair: str, runs: bool) -> int:
    return max(
        max(
            a[here, pair, runs] + b[sets - here, "none", runs],
            a[here, "none", runs] + b[sets - here, pair, runs],
        )
        for here in range(sets + 1)
    )


@dataclass(frozen=True)
class Melds:
    """What the melds leave open for a hand: the sets still to form and, for each route, whether it is possible."""

    sets: int
    known: bool
    chi: bool
    copies: tuple[int, ...]

    @property
    def tiles(self) -> frozenset[int]:
        return frozenset(self.copies)


def melds_of(melds: Iterable[Meld], unknown: int) -> Melds:
    """Summarise a player's melds."""
    melds = list(melds)
    return Melds(
        4 - len(melds) - unknown,
        unknown == 0,
        any(meld.kind == "chi" for meld in melds),
        tuple(sorted(k for meld in melds for k in meld.tiles)),
    )


def distances(hand: Iterable[int], melds: Melds, table: Table) -> dict[str, int | None]:
    """向听: tiles to exchange until tenpai, for every route; −1 is a complete shape (3k + 2 tiles)."""
    return _distances(
        tuple(sorted(hand)), melds, table.laizi, table.gang_tiles, table.rules["max_laizi_in_big"]
    )


@functools.lru_cache(maxsize=20_000)
def _distances(
    hand: tuple[int, ...], melds: Melds, laizi: int, gang_tiles: frozenset[int], limit: int | None
) -> dict[str, int | None]:
    held = hand.count(laizi)
    naturals = [k for k in hand if k != laizi and k not in gang_tiles]
    counts = Counter(naturals)
    size = 3 * melds.sets + 2
    small_help = min(held, 1)
    big_help = held if limit is None else min(held, limit)
    suits: list[Suit] = []
    for suit in range(4):
        ranks = tuple(counts[9 * suit + r] for r in range(7 if suit == 3 else 9))
        banned = frozenset(k - 9 * suit for k in gang_tiles if k // 9 == suit)
        suits.append((ranks, suit == 3, banned))

    first, second = joint_fit(suits[0], suits[1]), joint_fit(suits[2], suits[3])
    result: dict[str, int | None] = dict.fromkeys(ROUTES)
    result["small"] = size - _join(first, second, melds.sets, "258", True) - small_help - 1
    if not melds.known:
        return result
    if not melds.chi:
        result["pengpenghu"] = size - _join(first, second, melds.sets, "any", False) - big_help - 1
    colours = {k // 9 for k in melds.tiles}
    if len(colours) <= 1 and 3 not in colours:
        open_suits = colours or {0, 1, 2}
        result["qingyise"] = (
            size - max(fit_of(suits[s])[melds.sets, "any", True] for s in open_suits) - big_help - 1
        )
    for route, kinds in (("jiangyise", JIANG), ("fengyise", WINDS)):
        if melds.tiles <= kinds:
            result[route] = size - sum(counts[k] for k in kinds) - big_help - 1
    return result


def nearest(paths: Mapping[str, int | None]) -> int:
    """The distance to the nearest hand."""
    return min(d for d in paths.values() if d is not None)


def option(table: Table, action: str, tile: int | None, hand: Sequence[int], melds: Melds) -> Json:
    """An action, and what the 3k + 1 concealed tiles it leaves look like.

    A tile of which the player holds all four copies is not listed as dead, as it is no wait either.
    """
    paths = distances(hand, melds, table)
    distance = nearest(paths)
    helpful = [k for k in ALL_KINDS if nearest(distances([*hand, k], melds, table)) < distance]
    accepts = [{"tile": name(k), "live": table.live(k)} for k in helpful if table.live(k) > 0]
    mine = Counter(hand) + Counter(melds.copies)
    return {
        "action": action,
        "tile": None if tile is None else name(tile),
        "distance": distance,
        "paths": paths,
        "accepts": accepts,
        "accepts_total": sum(a["live"] for a in accepts),
        "dead": [name(k) for k in helpful if table.live(k) <= 0 and mine[k] < 4],
    }


def without(hand: Sequence[int], *tiles: int) -> list[int]:
    """The hand less these tiles."""
    rest = list(hand)
    for tile in tiles:
        rest.remove(tile)
    return rest


# --- discards and calls ------------------------------------------------------------------------

LAST_TILES = 4  # drawable tiles left when 14 are: nobody may gang any more (§4)


def discards(request: Json) -> Json:
    """Every action at one's own turn."""
    table = table_of(request, 2)
    if table.turn not in ("drawn", "gang_draw", "last_draw", "called"):
        raise OracleError("bad_request", f"turn {table.turn!r}")
    melds = melds_of(table.me().melds, table.unknown)
    options: list[Json] = []
    if table.turn != "called":
        win = Win("zimo", None, table.turn == "gang_draw", table.turn == "last_draw")
        verdict = judge(table, table.hand, None, win)
        if verdict[0]["valid"]:
            options.append({"action": "win", "score": verdict})
    if table.turn == "last_draw":
        return {"options": options}
    gangs_left = table.wall > LAST_TILES
    for tile in sorted(set(table.hand)):
        rest = without(table.hand, tile)
        if tile in table.gang_tiles:
            options.append(option(table, "gang", tile, rest, melds))
            continue
        options.append(option(table, "discard", tile, rest, melds))
        if tile == table.laizi:
            if gangs_left:
                options.append(option(table, "gang", tile, rest, melds))
            continue
        if table.turn == "called" or not gangs_left:
            continue
        if table.hand.count(tile) == 4:
            after = melds_of([*table.me().melds, Meld("an_gang", [tile] * 4, None)], table.unknown)
            options.append(option(table, "an_gang", tile, without(table.hand, *[tile] * 4), after))
        if any(meld.kind == "peng" and meld.tiles[0] == tile for meld in table.me().melds):
            others = [meld for meld in table.me().melds if meld.tiles[0] != tile or meld.kind != "peng"]
            after = melds_of([*others, Meld("xu_gang", [tile] * 4, None)], table.unknown)
            options.append(option(table, "xu_gang", tile, rest, after))
    return {"options": options}


def calls(request: Json) -> Json:
    """Every answer to a tile that another player offers; a chi or peng lists, under "then", every discard after it.

    Its own paths are the best of these, each for itself.
    """
    entry = request.get("offer")
    if not isinstance(entry, dict):
        raise OracleError("bad_request", "no offer")
    tile = one(entry.get("tile"))
    table = table_of(request, 1, tile)
    source = _seat(entry.get("from"), "from")
    if source == table.seat:
        raise OracleError("bad_seat", "offered by oneself")
    robbed = bool(entry.get("robbed", False))
    if robbed and not any(m.kind == "peng" and m.tiles[0] == tile for m in table.players[source].melds):
        raise OracleError("bad_request", "nothing to rob")
    mine = table.me().melds
    options = [option(table, "pass", None, table.hand, melds_of(mine, table.unknown))]
    verdict = judge(table, [*table.hand, tile], tile, Win("qianggang" if robbed else "discard", source))
    if verdict[0]["valid"]:
        options.append({"action": "win", "tile": name(tile), "score": verdict})
    if robbed or tile == table.laizi or tile in table.gang_tiles:
        return {"options": options}

    def then_discard(action: str, used: Sequence[int], meld: Meld) -> Json:
        rest = without(table.hand, *used)
        melds = melds_of([*mine, meld], table.unknown)
        lines = {name(k): option(table, "discard", k, without(rest, k), melds) for k in sorted(set(rest))}
        paths = {
            route: None if known[0] is None else min(known)
            for route in ROUTES
            if (known := [line["paths"][route] for line in lines.values()])
        }
        return {
            "action": action,
            "tile": name(tile),
            "distance": nearest(paths),
            "paths": paths,
            "then": lines,
        }

    if source == (table.seat + 3) % 4 and tile < 27:
        for low in (tile - 2, tile - 1, tile):
            run = [low, low + 1, low + 2]
            if low < 0 or low // 9 != tile // 9 or (low + 2) // 9 != tile // 9:
                continue
            used = [k for k in run if k != tile]
            if any(k not in table.hand or k == table.laizi or k in table.gang_tiles for k in used):
                continue
            item = then_discard("chi", used, Meld("chi", run, source))
            item["tiles"] = "".join(str(k % 9 + 1) for k in run) + SUITS[tile // 9]
            options.append(item)
    if table.hand.count(tile) >= 2:
        options.append(then_discard("peng", [tile] * 2, Meld("peng", [tile] * 3, source)))
    if table.hand.count(tile) == 3 and table.wall > LAST_TILES:
        melds = melds_of([*mine, Meld("chong_gang", [tile] * 4, source)], table.unknown)
        options.append(option(table, "chong_gang", tile, without(table.hand, *[tile] * 3), melds))
    return {"options": options}


# --- requests ----------------------------------------------------------------------------------


def laizi_answer(request: Json) -> Json:
    """癞子 and 杠牌 of an indicator."""
    rules = rules_of(request.get("rules"))
    if "indicator" in request:
        indicator = one(request["indicator"])
        laizi, gang = laizi_of(indicator, rules), gang_tiles_of(indicator, rules)
    else:
        laizi, gang = one(request.get("laizi")), gang_tiles_of(None, rules)
    if laizi in gang:
        raise OracleError("bad_request", "the laizi can't be a gang honour")
    return {"laizi": name(laizi), "gang_tiles": [name(k) for k in sorted(gang)]}


def answer(request: Json) -> Json:
    """The answer to one request, or ``{"error": {"code": …}}``."""
    operations = {
        "laizi": laizi_answer,
        "waits": waits,
        "score": lambda r: score_answers(r)[0],
        "discards": discards,
        "calls": calls,
    }
    try:
        operation = operations.get(str(request.get("op")))
        if operation is None:
            raise OracleError("bad_request", f"op {request.get('op')!r}")
        return operation(request)
    except OracleError as error:
        return {"error": {"code": error.code, "message": str(error)}}
