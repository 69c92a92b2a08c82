"""Random legal requests, biased so that every branch of the rules is met often.

A request starts from a complete hand of a chosen kind; tiles are swapped for laizi, spoilt, or replaced by gang
honours, and the table around it is filled from the tiles that are left.  The same seed gives the same request.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence

from tests.reference.oracle import (
    JIANG,
    PRESETS,
    SUITS,
    WINDS,
    ZHONG,
    Json,
    gang_tiles_of,
    laizi_of,
    name,
    parse,
    rules_of,
    special_tiles,
    table_of,
)

HANDS = (
    ("small", 6),
    ("any_pair", 2),
    ("pengpenghu", 4),
    ("qingyise", 4),
    ("qingyise_pengpenghu", 1),
    ("jiangyise", 3),
    ("jiangyise_pengpenghu", 2),
    ("fengyise", 3),
    ("fengyise_pengpenghu", 2),
    ("quanqiuren", 3),
    ("qingyise_quanqiuren", 2),
    ("random", 2),
)
OPERATIONS = (("score", 9), ("waits", 6), ("discards", 4), ("calls", 4), ("laizi", 1))


def text(kinds: Sequence[int]) -> str:
    """Canonical text of some tiles."""
    return "".join(
        "".join(str(k % 9 + 1) for k in group) + SUITS[suit]
        for suit in range(4)
        if (group := sorted(k for k in kinds if k // 9 == suit))
    )


class Spent(Exception):
    """The tiles asked for are not there: the attempt is thrown away."""


class Pool:
    """The 136 tiles, less those that lie somewhere already."""

    def __init__(self) -> None:
        self.left = Counter(dict.fromkeys(range(34), 4))

    def take(self, tiles: Sequence[int]) -> list[int]:
        """These tiles, or Spent."""
        if any(n > self.left[k] for k, n in Counter(tiles).items()):
            raise Spent
        self.left.subtract(tiles)
        return list(tiles)

    def draw(self, rng: random.Random, among: Sequence[int]) -> int:
        """One tile out of ``among``, likelier where more copies are left."""
        copies = [k for k in among for _ in range(self.left[k])]
        if not copies:
            raise Spent
        return self.take([rng.choice(copies)])[0]


def pick(rng: random.Random, table: Sequence[tuple[str, int]]) -> str:
    """A weighted choice."""
    return rng.choices([row[0] for row in table], [row[1] for row in table])[0]


def random_rules(rng: random.Random) -> str | Json:
    """A preset, or a preset with several of its fields changed."""
    base = rng.choice(list(PRESETS))
    if rng.random() < 0.4:
        return base
    often = rng.choice((0.1, 0.3, 0.6))
    changes: Json = {
        "gang_honours": rng.choice(("5z", "5z6z")),
        "pi": rng.choice(("none", "indicator", "indicator_and_previous")),
        "laizi_gang_fan": rng.choice((1, 2)),
        "opening": rng.choice(("once", "each")),
        "minimum": rng.choice((0, 8, 16, 20, 32, 64, 100, 300)),
        "minimum_scope": rng.choice(("any", "every")),
        "big_base": rng.choice(("additive", "doubling")),
        "fengyise_doubles": rng.random() < 0.5,
        "situational_any_pair": rng.random() < 0.5,
        "max_laizi_in_big": rng.choice((None, 0, 1, 1, 2, 2, 3, 4)),
        "gang_draw_pays_zimo": rng.random() < 0.5,
        "robbed_gang_pays": rng.choice(("discard", "zimo")),
        "quanqiuren_contract": rng.choice(("not_tenpai", "always")),
        "escape": rng.choice((0, 400, 500)),
    }
    rules: Json = {"base": base} | {field: v for field, v in changes.items() if rng.random() < often}
    if rng.random() < often:
        cap = rng.choice((16, 32, 60, 64, 80, 120, 160, 240, 300, 400, 1000))
        gold = cap + rng.choice((0, 50, 100, 300))
        rules |= {
            "cap": cap,
            "cap_when": rng.choice(("exceed", "reach")),
            "gold": gold,
            "unopened_gold": rng.choice((None, gold, gold + 100)),
            "contract_cap": rng.choice((None, gold, cap, max(8, cap // 2))),
        }
    return rules


def complete(
    rng: random.Random, kind: str, pool: Pool, usable: Sequence[int]
) -> tuple[list[list[int]], list[int]]:
    """Four sets (lists of three) and the remaining two tiles of a hand of this kind, taken from the pool.

    A hand that needs no shape comes in loose threes.
    """
    jiang = [k for k in usable if k in JIANG]
    winds = [k for k in usable if k in WINDS]
    suit = rng.randrange(3)
    among = [k for k in usable if k // 9 == suit] if kind.startswith("qingyise") else list(usable)
    if kind.startswith("jiangyise"):
        among = jiang
    if kind.startswith("fengyise"):
        among = winds
    if kind in ("jiangyise", "fengyise"):
        sets = []
        for _ in range(4):
            if rng.random() < 0.4:
                tile = rng.choice(among)
                sets.append(pool.take([tile] * 3))
            else:
                sets.append([pool.draw(rng, among) for _ in range(3)])
        return sets, [pool.draw(rng, among) for _ in range(2)]
    if kind == "random":
        return [[pool.draw(rng, among) for _ in range(3)] for _ in range(4)], [
            pool.draw(rng, among) for _ in range(2)
        ]
    triplets_only = "pengpenghu" in kind
    sets = []
    while len(sets) < 4:
        tile = rng.choice(among)
        run = [tile, tile + 1, tile + 2]
        if not triplets_only and rng.random() < 0.7:
            if tile < 27 and tile % 9 <= 6 and set(run) <= set(among):
                sets.append(pool.take(run))
        elif rng.random() < 0.5 or triplets_only:
            sets.append(pool.take([tile] * 3))
    pairs = among
    if kind in ("small", "quanqiuren", "qingyise_quanqiuren"):
        pairs = [k for k in among if k in JIANG]
    tile = rng.choice(pairs or among)
    return sets, pool.take([tile] * 2)


def random_meld(rng: random.Random, owner: int, tiles: Sequence[int], pool: Pool) -> Json:
    """One of the melds that a set can be."""
    if tiles[0] != tiles[1]:
        return {"kind": "chi", "tiles": text(tiles), "from": (owner + 3) % 4}
    kind = rng.choice(("peng", "peng", "peng", "chong_gang", "xu_gang", "an_gang"))
    if kind != "peng":
        try:
            pool.take([tiles[0]])
        except Spent:
            kind = "peng"
    meld: Json = {"kind": kind, "tiles": name(tiles[0])}
    if kind != "an_gang":
        meld["from"] = rng.choice([s for s in range(4) if s != owner])
    return meld


def is_set(tiles: Sequence[int]) -> bool:
    """Whether three tiles are a run or a triplet."""
    low, middle, high = sorted(tiles)
    return low == middle == high or (
        low < 27 and low // 9 == high // 9 and (middle, high) == (low + 1, low + 2)
    )


def lay_out(
    rng: random.Random, player: Json, pool: Pool, gang: Sequence[int], laizi: int, often: float
) -> None:
    """Gangs and drops before a player."""
    gangs = []
    for tile in [*sorted(gang), laizi, laizi]:
        while rng.random() < often * 0.4:
            if pool.left[tile] > 0:
                gangs += pool.take([tile])
    if gangs:
        player["gangs"] = text(gangs)
    if rng.random() < often * 0.4 and pool.left[laizi] > 0:
        pool.take([laizi])
        player["laizi_drops"] = 1


def attempt(rng: random.Random) -> Json:
    """One request, or Spent."""
    operation = pick(rng, OPERATIONS)
    rules_value = random_rules(rng)
    rules = rules_of(rules_value)
    if operation == "laizi":
        return {
            "op": "laizi",
            "rules": rules_value,
            "indicator": name(rng.choice([*range(34), *range(27, 34)])),
        }
    request: Json = {"op": operation, "rules": rules_value}
    pool = Pool()
    indicator = rng.choice(range(27, 34)) if rng.random() < 0.35 else rng.randrange(34)
    if rng.random() < 0.12:
        gang = gang_tiles_of(None, rules)
        laizi = rng.choice([k for k in range(34) if k not in gang])
        request["laizi"] = name(laizi)
    else:
        gang, laizi = gang_tiles_of(indicator, rules), laizi_of(indicator, rules)
        pool.take([indicator])
        request["indicator"] = name(indicator)
    usable = [k for k in range(34) if k not in gang and k != laizi]
    seat = rng.randrange(4)
    players: list[Json] = [{}, {}, {}, {}]

    # My hand: a complete one, some of its sets called.
    kind = pick(rng, HANDS)
    sets, pair = complete(rng, kind, pool, usable)
    rng.shuffle(sets)
    number = 4 if "quanqiuren" in kind else rng.choices(range(5), (8, 30, 30, 22, 10))[0]
    melds: list[Json] = []
    hand = list(pair)
    for tiles in sets:
        if len(melds) < number and is_set(tiles):
            melds.append(random_meld(rng, seat, sorted(tiles), pool))
        else:
            hand += tiles
    if rng.random() < 0.06:  # hidden gangs alone do not open
        for meld in melds:
            if meld["kind"] != "an_gang":
                tiles = parse(meld["tiles"])
                hand += tiles * (3 // len(tiles))
                pool.left[tiles[0]] += meld["kind"] in ("chong_gang", "xu_gang")
        melds = [meld for meld in melds if meld["kind"] == "an_gang"]

    # Laizi for some of the tiles, a spoilt tile, a gang honour.
    swaps = rng.choices(range(5), (40, 28, 18, 9, 5))[0]
    for _ in range(swaps):
        at = rng.randrange(len(hand))
        if pool.left[laizi] > 0 and hand[at] != laizi:
            pool.left[hand[at]] += 1
            hand[at] = pool.take([laizi])[0]
    spoil = rng.choices(range(4), (70, 15, 10, 5))[0] + (operation in ("discards", "calls")) * rng.randrange(
        4
    )
    for _ in range(spoil):
        at = rng.randrange(len(hand))
        new = pool.draw(rng, usable)
        pool.left[hand[at]] += 1
        hand[at] = new
    if rng.random() < 0.06:
        at = rng.randrange(len(hand))
        new = pool.draw(rng, sorted(gang))
        pool.left[hand[at]] += 1
        hand[at] = new
    if rng.random() < 0.5:
        lay_out(rng, players[seat], pool, sorted(gang), laizi, rng.choice((0.3, 1.0)))
    if melds:
        players[seat]["melds"] = melds

    # A fourth copy to gang with, of a triplet in the hand or called.
    fourths = [k for k in usable if hand.count(k) == 3 and pool.left[k] > 0]
    fourths += [
        tile for m in melds if m["kind"] == "peng" for tile in parse(m["tiles"]) if pool.left[tile] > 0
    ]
    if operation in ("discards", "calls") and fourths and rng.random() < 0.4:
        new = rng.choice(fourths)
        at = rng.choice([i for i, k in enumerate(hand) if k != new])
        pool.take([new])
        pool.left[hand[at]] += 1
        hand[at] = new
    else:
        fourths = []

    # The winning or the offered tile: mostly one of the complete hand, else one that may be called or not.
    called = rng.choice(hand)
    naturals = [k for k in hand if k != laizi and k not in gang]
    if naturals and rng.random() < 0.85:
        called = rng.choice(naturals)
    if operation == "calls" and fourths:
        called = new
    elif operation == "calls" and rng.random() < 0.35:
        near = {k + step for k in naturals for step in (-1, 0, 1)} & set(range(34))
        called = pool.draw(rng, sorted(near) if near and rng.random() < 0.8 else range(34))
        at = rng.randrange(len(hand))
        pool.left[hand[at]] += 1
        hand[at] = called
    single = "quanqiuren" in kind and len(hand) == 2
    by = rng.choices(("zimo", "discard", "qianggang"), (4, 1 if not single else 9, 2))[0]
    source = rng.choice([s for s in (*range(4), (seat + 3) % 4, (seat + 3) % 4) if s != seat])
    robbed = False
    if by == "qianggang" and called in usable:
        try:
            pool.take([called] * 3)
        except Spent:
            by = "discard"
        else:
            giver = rng.choice([s for s in range(4) if s != source])
            players[source]["melds"] = [{"kind": "peng", "tiles": name(called), "from": giver}]
            robbed = True
    elif by == "qianggang":
        by = "zimo"
    if by == "zimo" and rng.random() < 0.4 and operation == "score":
        by = "discard"

    # The others.
    busy = rng.choice((0.2, 0.7, 1.2))
    for other in range(4):
        row = players[other]
        if other != seat:
            number = rng.choices(range(4), (4, 4, 2, 1))[0] if rng.random() < busy else 0
            mine = row.setdefault("melds", [])
            while len(mine) < number:
                tile = rng.choice(usable)
                run = [tile, tile + 1, tile + 2]
                if rng.random() < 0.5 and tile < 27 and tile % 9 <= 6 and set(run) <= set(usable):
                    mine.append(random_meld(rng, other, pool.take(run), pool))
                elif rng.random() < 0.5:
                    mine.append(random_meld(rng, other, pool.take([tile] * 3), pool))
            for meld in mine:
                if meld["kind"] == "an_gang" and rng.random() < 0.4:
                    meld["tiles"] = ""
            lay_out(rng, row, pool, sorted(gang), laizi, busy)
            row["tenpai"] = rng.random() < 0.5
        if rng.random() < busy:
            row["discards"] = text([pool.draw(rng, usable) for _ in range(rng.randrange(9))])
    if rng.random() < 0.3:
        request["visible"] = text([pool.draw(rng, usable) for _ in range(rng.randrange(20))])

    # A partial hand: the same, with the melds untold.
    if rng.random() < 0.05 and not robbed:
        players[seat].pop("melds", None)
    request |= {"seat": seat, "dealer": rng.randrange(4), "players": players}
    if rng.random() < 0.15:
        request["wall"] = rng.choice((0, 1, 3, 4, 5, 6, 20, 60))
    ganged = bool(players[seat].get("gangs")) or any(
        "gang" in meld["kind"] for meld in players[seat].get("melds", [])
    )
    if operation == "score":
        win: Json = {"tile": name(called), "by": by}
        if by != "zimo":
            win["from"] = source
        elif ganged and rng.random() < 0.5:
            win["after_gang"] = True
        elif rng.random() < 0.2:
            win["last_tiles"] = True
        request |= {"hand": text(hand), "win": win}
    elif operation == "discards":
        turns = ["drawn", "drawn", "called", "last_draw", *(["gang_draw"] * ganged)]
        request |= {"hand": text(hand), "turn": rng.choice(turns)}
    else:
        hand.remove(called)
        request["hand"] = text(hand)
        if operation == "calls":
            request["offer"] = {"tile": name(called), "from": source}
            if robbed:
                request["offer"]["robbed"] = True
    return request


def random_request(seed: int | str) -> Json:
    """The request of this seed."""
    rng = random.Random(f"position {seed}")
    while True:
        try:
            return attempt(rng)
        except Spent:
            continue


# --- Requests with one fault --------------------------------------------------------------------------------------


def _own(request: Json) -> Json:
    return request["players"][request["seat"]]


def _other(request: Json) -> Json:
    return request["players"][(request["seat"] + 1) % 4]


def _add_meld(request: Json, meld: Json) -> None:
    """A meld more for the next player, in place of all that lies before him."""
    meld["from"] = (request["seat"] + 2) % 4
    request["players"][(request["seat"] + 1) % 4] = {"melds": [meld]}


def _spoil_wrong_seat(request: Json) -> str:
    _other(request).setdefault("melds", []).insert(
        0, {"kind": "chi", "tiles": "123m", "from": (request["seat"] + 2) % 4}
    )
    return "bad_meld"


def _spoil_no_run(request: Json) -> str:
    _other(request)["melds"] = [{"kind": "chi", "tiles": "124m", "from": request["seat"]}]
    return "bad_meld"


def _spoil_meld_kind(request: Json) -> str:
    _other(request)["melds"] = [{"kind": "pong", "tiles": "1m", "from": request["seat"]}]
    return "bad_meld"


def _spoil_gang_honour(request: Json) -> str:
    _free(request, ZHONG)
    _add_meld(request, {"kind": "peng", "tiles": "5z"})
    return "gang_tile_in_meld"


def _spoil_laizi(request: Json) -> str:
    laizi, _ = special_tiles(request)
    _free(request, laizi)
    _add_meld(request, {"kind": "peng", "tiles": name(laizi)})
    return "laizi_in_meld"


def _free(request: Json, tile: int) -> None:
    """Only requests that show no copy of a tile can be given three."""
    table = table_of(request, 1 if request["op"] in ("waits", "calls") else 2)
    if table.seen[tile]:
        raise Spent


def _spoil_copies(request: Json) -> str:
    request["visible"] = "99999s"
    return "too_many_copies"


def _spoil_count(request: Json) -> str:
    request["hand"] += "1m" if "1m" not in request["hand"] else "9s"
    return "bad_count"


def _spoil_seat(request: Json) -> str:
    request["seat"] = 4
    return "bad_seat"


def _spoil_dealer(request: Json) -> str:
    request["dealer"] = -1
    return "bad_seat"


def _spoil_rules(request: Json) -> str:
    request["rules"] = "wuhan"
    return "bad_rules"


def _spoil_field(request: Json) -> str:
    request["rules"] = {"base": "hongzhong", "minimun": 20}
    return "bad_rules"


def _spoil_value(request: Json) -> str:
    request["rules"] = {"base": "hongzhong", "opening": "twice"}
    return "bad_rules"


def _spoil_gold(request: Json) -> str:
    request["rules"] = {"base": "hongzhong", "cap": 500, "gold": 400}
    return "bad_rules"


def _spoil_contract_cap(request: Json) -> str:
    request["rules"] = {"base": "hongzhong", "contract_cap": 500}
    return "bad_rules"


def _spoil_notation(request: Json) -> str:
    request["hand"] = request["hand"] + "8z"
    return "bad_notation"


def _spoil_laizi_given(request: Json) -> str:
    request.pop("indicator", None)
    request["laizi"] = "5z"
    return "bad_request"


def _spoil_operation(request: Json) -> str:
    request["op"] = "win"
    return "bad_request"


def _spoil_win_tile(request: Json) -> str:
    if request["op"] != "score":
        raise Spent
    missing = [k for k in range(34) if k not in parse(request["hand"])]
    request["win"] = {"tile": name(missing[0]), "by": "zimo"}
    return "bad_request"


def _spoil_after_gang(request: Json) -> str:
    if request["op"] != "score":
        raise Spent
    me = _own(request)
    if me.get("gangs") or any("gang" in meld["kind"] for meld in me.get("melds", [])):
        raise Spent
    request["win"] = {"tile": request["win"]["tile"], "by": "zimo", "after_gang": True}
    return "bad_request"


def _spoil_robbed(request: Json) -> str:
    source = (request["seat"] + 1) % 4
    if _other(request).get("melds"):
        raise Spent
    if request["op"] == "score":
        request["win"] = {"tile": request["win"]["tile"], "by": "qianggang", "from": source}
    elif request["op"] == "calls":
        request["offer"] |= {"from": source, "robbed": True}
    else:
        raise Spent
    return "bad_request"


def _spoil_by(request: Json) -> str:
    if request["op"] != "score":
        raise Spent
    request["win"]["by"] = "luck"
    return "bad_request"


def _spoil_offer(request: Json) -> str:
    if request["op"] != "calls":
        raise Spent
    request["offer"] = {"tile": request["offer"]["tile"], "from": request["seat"]}
    return "bad_seat"


def _spoil_turn(request: Json) -> str:
    if request["op"] != "discards":
        raise Spent
    request["turn"] = "mine"
    return "bad_request"


SPOILERS = tuple(spoil for key, spoil in sorted(globals().items()) if key.startswith("_spoil_"))


def faulty_request(seed: int | str, spoil: Callable[[Json], str]) -> tuple[Json, str]:
    """The random request of this seed that ``spoil`` can give a fault, and the code of its error."""
    for number in itertools.count():
        request = random_request(f"fault {seed} {number}")
        if request["op"] == "laizi":
            continue
        try:
            return request, spoil(request)
        except Spent:
            continue
    raise AssertionError("unreachable")
