"""Hold an answer of the engine against the reference: the first difference in words, or None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from tests.reference import oracle
from tests.reference.oracle import Json
from tests.reference.positions import text


def difference(request: Json, got: Json) -> str | None:
    """Where ``got`` leaves the rules; ``got`` may hold more than the reference knows."""
    operation = request.get("op")
    try:
        if operation == "score":
            return score_difference(request, oracle.score_answers(request), got)
        want = oracle.answer(request)
    except oracle.OracleError as error:
        want = {"error": {"code": error.code}}
    if "error" in want or "error" in got:
        codes = [side["error"].get("code") if "error" in side else None for side in (want, got)]
        return None if codes[0] == codes[1] else f"error: want {codes[0]}, got {codes[1]}: {_short(got)}"
    if operation == "waits":
        return waits_difference(want, got)
    if operation in ("discards", "calls"):
        return options_difference(want["options"], got["options"]) or later_waits(request, got["options"])
    return fields_difference(want, got, tuple(want))


def _short(value: object) -> str:
    return str(value)[:300]


def fields_difference(want: Json, got: Json, fields: Sequence[str]) -> str | None:
    """The first field that differs."""
    for field in fields:
        if got.get(field) != want[field]:
            return f"{field}: want {want[field]}, got {got.get(field)}"
    return None


def reasons_difference(want: Sequence[str], got: Sequence[str]) -> str | None:
    """Reasons as sets; beside a dead tile only what does not depend on the shape."""
    if "dead_tile" in want and "dead_tile" in got:
        of_the_player = {"not_open", "gang_tile_in_hand"}
        want, got = sorted(set(want) & of_the_player), sorted(set(got) & of_the_player)
    return None if sorted(want) == sorted(got) else f"want {sorted(want)}, got {sorted(got)}"


AMOUNTS = ("hu", "big", "hard", "fan", "raw", "capped", "pays", "gold", "contract")


def _sorted_big(value: Json) -> Json:
    return value | {"big": sorted(value["big"], key=oracle.BIG_HANDS.index)} if "big" in value else value


def score_difference(request: Json | None, want: Sequence[Json], got: Json) -> str | None:
    """A settled hand: one of the readings that tie for the best, and laizi that may stand for what is said."""
    if "error" in got:
        return f"want {_short(want[0])}, got {_short(got)}"
    if got["valid"] != want[0]["valid"]:
        return f"valid: want {_short(want[0])}, got {_short(got)}"
    if not got["valid"]:
        found = reasons_difference(want[0]["reasons"], got["reasons"])
        return f"reasons: {found}" if found else None
    tied = [fields_difference(reading, _sorted_big(got), AMOUNTS) for reading in want]
    if all(tied):
        return tied[0]
    if request is not None and not oracle.laizi_as_fits(request, got):
        return f"laizi_as: {got['laizi_as']} can't be {got['hu']} {got['big']} {got['hard']}"
    return None


def waits_difference(want: Json, got: Json) -> str | None:
    """Waits, both channels of each, and what bars the hand."""
    if got["tenpai"] != want["tenpai"]:
        return f"tenpai: want {want['tenpai']}, got {got['tenpai']}"
    found = reasons_difference(want["blocked_by"], got["blocked_by"])
    if found:
        return f"blocked_by: {found}"
    have = {wait["tile"]: wait for wait in got["waits"]}
    tiles = [wait["tile"] for wait in want["waits"]]
    if list(have) != tiles:
        return f"waits: want {tiles}, got {list(have)}"
    for wait in want["waits"]:
        mine = have[wait["tile"]]
        if mine["live"] != wait["live"]:
            return f"{wait['tile']} live: want {wait['live']}, got {mine['live']}"
        for by in ("discard", "zimo"):
            tied, channel = wait[f"{by}_ties"], mine[by]
            if not tied or channel is None:
                if bool(tied) != (channel is not None):
                    return f"{wait['tile']} {by}: want {_short(tied[:1])}, got {_short(channel)}"
                continue
            said = _sorted_big({field: channel[field] for field in ("hu", "big", "hard")})
            said |= {"gain": max(channel["pays"])}
            if channel.get("below_minimum"):
                said["below_minimum"] = True
            if said not in tied:
                return f"{wait['tile']} {by}: want {_short(tied)}, got {said}"
            for against, ties in zip(channel.get("by_discarder", []), wait["discarders"], strict=False):
                if against is None or not ties:
                    if against is not None or ties:
                        return f"{wait['tile']} by discarder: want {_short(ties)}, got {against}"
                    continue
                said = _sorted_big({field: against[field] for field in ("hu", "big", "hard")})
                said |= {"gain": max(against["pays"])}
                if not against["valid"]:
                    said["below_minimum"] = True
                if said not in ties:
                    return f"{wait['tile']} by discarder: want {_short(ties)}, got {said}"
    return None


NUMBERS = ("distance", "paths", "accepts", "accepts_total", "dead")


def _key(item: Mapping[str, object]) -> tuple[object, ...]:
    return (
        item["action"],
        item.get("tile") if item["action"] not in ("win", "pass") else None,
        item.get("tiles"),
    )


def options_difference(want: Sequence[Json], got: Sequence[Json]) -> str | None:
    """The same actions, each with the same numbers."""
    have = {_key(item): item for item in got}
    keys = {_key(item) for item in want}
    if set(have) != keys or len(got) != len(have):
        return f"actions: missing {keys - set(have)}, too many {set(have) - keys}"
    for item in want:
        mine = have[_key(item)]
        what = f"{item['action']} {item.get('tile')}"
        if item["action"] == "win":
            found = score_difference(None, item["score"], mine["score"])
        elif "then" in item:
            found = fields_difference(item, mine, ("distance", "paths"))
            line = item["then"][mine["then"]]
            found = found or fields_difference(line, mine, ("distance", "accepts", "accepts_total", "dead"))
        else:
            found = fields_difference(item, mine, NUMBERS)
        if found:
            return f"{what} {found}"
    return None


def later_waits(request: Json, options: Sequence[Json]) -> str | None:
    """The waits told beside an action: those of the position that it leads to."""
    for item in options:
        if item["action"] == "win":
            continue
        if (item["distance"] == 0) != ("waits" in item):
            return f"{item['action']} {item.get('tile')}: waits at distance {item['distance']}"
        if "waits" in item:
            found = waits_difference(oracle.answer(after(request, item)), item["waits"])
            if found:
                return f"{item['action']} {item.get('tile')} {item.get('then', '')}, then {found}"
    return None


def after(request: Json, option: Json) -> Json:
    """The ``waits`` request of the position that an action leads to, its replacement tile not yet drawn."""
    later = {k: v for k, v in deepcopy(request).items() if k not in ("turn", "offer", "wall", "op")}
    later["op"] = "waits"
    offer, action = request.get("offer"), option["action"]
    laizi, gang_tiles = oracle.special_tiles(request)
    me = later["players"][request.get("seat", 0)]
    hand = oracle.parse(request["hand"])

    def put_away(tile: int, player: Json, action: str) -> None:
        """A tile leaves a hand for the table: a gang honour's discard is its gang (§2)."""
        if tile in gang_tiles or action == "gang":
            player["gangs"] = player.get("gangs", "") + oracle.name(tile)
        elif tile == laizi:
            player["laizi_drops"] = player.get("laizi_drops", 0) + 1
        else:
            player["discards"] = player.get("discards", "") + oracle.name(tile)

    def peng_to_gang(player: Json, tile: int) -> None:
        for meld in player["melds"]:
            if meld["kind"] == "peng" and oracle.one(meld["tiles"]) == tile:
                meld["kind"] = "xu_gang"

    def lay(meld: Json, used: Sequence[int]) -> None:
        me.setdefault("melds", []).append(meld)
        for tile in used:
            hand.remove(tile)

    if action == "pass":
        source, tile = later["players"][offer["from"]], oracle.one(offer["tile"])
        if offer.get("robbed"):
            peng_to_gang(source, tile)
        else:
            put_away(tile, source, "discard")
    elif action in ("discard", "gang"):
        tile = oracle.one(option["tile"])
        hand.remove(tile)
        put_away(tile, me, action)
    elif action == "xu_gang":
        tile = oracle.one(option["tile"])
        hand.remove(tile)
        peng_to_gang(me, tile)
    elif action == "an_gang":
        lay({"kind": action, "tiles": option["tile"]}, [oracle.one(option["tile"])] * 4)
    else:
        tile = oracle.one(offer["tile"])
        tiles = option["tiles"] if action == "chi" else option["tile"]
        used = {"peng": [tile] * 2, "chong_gang": [tile] * 3}.get(action) or oracle.parse(tiles)
        if action == "chi":
            used.remove(tile)
        lay({"kind": action, "tiles": tiles, "from": offer["from"]}, used)
        if action != "chong_gang":
            then = oracle.one(option["then"])
            hand.remove(then)
            put_away(then, me, "discard")
    later["hand"] = text(hand)
    return later
