"""The rules clause by clause (§2–§6): for each a case where it holds and a near miss, and every rule-set field.

The expected values are worked out by hand from the rules page; the comments show the arithmetic.  Unless a row says
otherwise the game is ``hongzhong``, the indicator 南 (so 西, 3z, is the laizi and 中 the only gang honour), the player
sits in seat 0 and seat 1 is the dealer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from analyzer.requests import answer
from analyzer.rules.ruleset import RULE_FIELDS
from tests.test_cases import differing

Json = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A clause's case: the request, and what its answer must hold.

    Beside the answer's own fields, ``actions`` are all actions ("peng 5p", "chi 6m 456m", "win"), ``has`` and
    ``lacks`` some of them, and ``live`` are waits with their live copies.
    """

    id: str
    request: Json
    want: Json


def melds_of(text: str) -> list[Json]:
    """``chi:123m@3 an_gang:9s`` as JSON."""
    found = []
    for word in text.split():
        kind, _, rest = word.partition(":")
        tiles, _, source = rest.partition("@")
        found.append({"kind": kind, "tiles": tiles} | ({"from": int(source)} if source else {}))
    return found


def position(
    op: str,
    hand: str,
    melds: str = "",
    *,
    rules: str | Json = "hongzhong",
    indicator: str = "2z",
    dealer: int = 1,
    others: Mapping[int, Json] | None = None,
    me: Json | None = None,
    **more: Any,
) -> Json:
    """A request about the hand of seat 0; ``others`` lie before seats 1–3, with melds as text."""
    players: list[Json] = [{"melds": melds} | (me or {}), {}, {}, {}]
    for seat, player in (others or {}).items():
        players[seat] = dict(player)
    for player in players:
        player["melds"] = melds_of(player.get("melds", ""))
    return {
        "op": op,
        "rules": rules,
        "indicator": indicator,
        "hand": hand,
        "dealer": dealer,
        "players": players,
        **more,
    }


def score(hand: str, tile: str, by: str = "zimo", melds: str = "", **more: Any) -> Json:
    """A complete hand; ``by`` is ``zimo``, ``discard@2`` or ``qianggang@1``; ``win`` adds its flags."""
    how, _, source = by.partition("@")
    win = {"tile": tile, "by": how} | more.pop("win", {})
    if source:
        win["from"] = int(source)
    return position("score", hand, melds, win=win, **more)


def calls(hand: str, tile: str, source: int, melds: str = "", robbed: bool = False, **more: Any) -> Json:
    """Another player's tile on offer."""
    offer = {"tile": tile, "from": source} | ({"robbed": True} if robbed else {})
    return position("calls", hand, melds, offer=offer, **more)


def laizi(indicator: str, rules: str | Json = "hongzhong") -> Json:
    """The laizi of an indicator."""
    return {"op": "laizi", "rules": rules, "indicator": indicator}


def custom(base: str = "hongzhong", **fields: Any) -> Json:
    """A preset with changed fields."""
    return {"base": base, **fields}


def valid(*big: str, **more: Any) -> Json:
    """A win: 小胡 without big hands."""
    return {"valid": True, "hu": "big" if big else "small", "big": list(big), **more}


def barred(reason: str) -> Json:
    """No win, and why."""
    return {"valid": False, "reasons": [reason]}


def error(code: str) -> Json:
    return {"error": {"code": code}}


CHI = "chi:123m@3"
SMALL = "456p789s234m55s"  # beside CHI a 小胡 on 55s: opening, hard, 自摸 are 3 fan, the dealer owes 2^4
TRIPLETS = "444p777s99m111p"  # beside PENG a 碰碰胡: opening and hard, 10 × 2^2
PENG = "peng:1m@1"
FENG = "11224466774z"  # beside peng:3z a 风一色 without a shape; needs another indicator
SINGLE = "peng:1m@1 peng:9p@1 peng:9s@1 chi:123s@3"  # four open melds
WAN = "chi:123m@3 peng:9m@1 chi:678m@3"  # three openings of one suit, the third fed by seat 3
GANG_DRAW: Json = {"after_gang": True}
LAST: Json = {"last_tiles": True}
RED: Json = {"gangs": "5z"}

SECTION_2 = [
    Row("§2-laizi-next-positive", laizi("4p"), {"laizi": "5p"}),
    Row("§2-laizi-next-near-miss", laizi("9m"), {"laizi": "1m"}),
    Row("§2-laizi-winds-positive", laizi("1z"), {"laizi": "2z"}),
    Row("§2-laizi-winds-near-miss", laizi("4z"), {"laizi": "6z"}),
    Row("§2-laizi-skips-zhong-positive", laizi("5z"), {"laizi": "6z"}),
    Row("§2-laizi-skips-zhong-near-miss", laizi("6z"), {"laizi": "7z"}),
    Row("§2-laizi-closes-positive", laizi("7z"), {"laizi": "1z"}),
    Row("§2-laizi-facai-bei-positive", laizi("4z", "facai"), {"laizi": "7z"}),
    Row("§2-laizi-facai-zhong-positive", laizi("5z", "facai"), {"laizi": "7z"}),
    Row("§2-laizi-facai-fa-positive", laizi("6z", "facai"), {"laizi": "7z"}),
    Row("§2-laizi-facai-near-miss", laizi("7z", "facai"), {"laizi": "1z"}),
    Row("§2-gang-honours-positive", laizi("1m", "facai"), {"gang_tiles": ["5z", "6z"]}),
    Row("§2-gang-honours-near-miss", laizi("1m"), {"gang_tiles": ["5z"]}),
    Row("§2-pi-positive", laizi("7p", "pizi"), {"laizi": "8p", "gang_tiles": ["7p", "5z"]}),
    Row("§2-pi-near-miss", laizi("5z", "pizi"), {"laizi": "6z", "gang_tiles": ["5z"]}),
    Row("§2-pi-previous-positive", laizi("1s", "qipi"), {"laizi": "2s", "gang_tiles": ["1s", "9s", "5z"]}),
    Row("§2-pi-previous-near-miss", laizi("1s", "pizi"), {"gang_tiles": ["1s", "5z"]}),
    Row("§2-pi-previous-bei", laizi("4z", "qipi"), {"laizi": "6z", "gang_tiles": ["3z", "4z", "5z"]}),
    Row("§2-pi-previous-zhong", laizi("5z", "qipi"), {"laizi": "6z", "gang_tiles": ["3z", "4z", "5z"]}),
    Row("§2-pi-previous-fa", laizi("6z", "qipi"), {"laizi": "7z", "gang_tiles": ["4z", "5z", "6z"]}),
    Row("§2-pi-previous-bai", laizi("7z", "qipi"), {"laizi": "1z", "gang_tiles": ["5z", "6z", "7z"]}),
    Row("§2-pi-previous-dong", laizi("1z", "qipi"), {"laizi": "2z", "gang_tiles": ["1z", "5z", "7z"]}),
    Row(
        "§2-indicator-is-visible-positive",
        position("waits", "23m456p789s55s", CHI, indicator="4m"),
        {"live": {"1m": 3, "4m": 3}},
    ),
    Row(
        "§2-indicator-is-visible-near-miss",
        position("waits", "23m456p789s55s", CHI, indicator="2z"),
        {"live": {"1m": 3, "4m": 4}},
    ),
    Row(
        "§2-gang-honour-in-peng-positive",
        position("waits", "456p789s55s23m", "peng:5z@1"),
        error("gang_tile_in_meld"),
    ),
    Row(
        "§2-gang-honour-in-peng-near-miss", position("waits", "456p789s55s23m", "peng:6z@1"), {"tenpai": True}
    ),
    Row(
        "§2-fa-in-peng-positive",
        position("waits", "456p789s55s23m", "peng:6z@1", rules="facai"),
        error("gang_tile_in_meld"),
    ),
    Row(
        "§2-pi-in-chi-positive",
        position("waits", "456p789s55s23m", "chi:567p@3", rules="pizi", indicator="7p"),
        error("gang_tile_in_meld"),
    ),
    Row(
        "§2-pi-in-chi-near-miss",
        position("waits", "456p789s55s23m", "chi:456p@3", rules="pizi", indicator="7p"),
        {"tenpai": True},
    ),
    Row(
        "§2-gang-honour-as-set-positive",
        position("discards", "456p55556666z", "chi:123m@3", turn="drawn"),
        {"has": ["gang 5z", "an_gang 6z"], "lacks": ["an_gang 5z", "discard 5z", "gang 6z"]},
    ),
    Row("§2-gang-honour-called-positive", calls("456p789s2m55z5s", "5z", 1, CHI), {"actions": ["pass"]}),
    Row(
        "§2-gang-honour-called-near-miss",
        calls("456p789s2m66z5s", "6z", 1, CHI),
        {"actions": ["pass", "peng 6z"]},
    ),
    Row(
        "§2-gang-honour-held-positive",
        score("456p789s234m5s5z", "5s", melds=CHI),
        barred("gang_tile_in_hand"),
    ),
    Row("§2-gang-honour-held-near-miss", score(SMALL, "5s", melds=CHI, me=RED), valid()),
    Row(
        "§2-fa-held-positive",
        score("456p666z234m55s", "5s", melds=CHI, rules="facai"),
        barred("gang_tile_in_hand"),
    ),
    Row("§2-fa-held-near-miss", score("456p666z234m55s", "5s", melds=CHI), valid()),
    Row(
        "§2-holder-not-tenpai-positive",
        position("waits", "456p789s23m5s5z", CHI),
        {"tenpai": False, "blocked_by": ["gang_tile_in_hand"]},
    ),
    Row("§2-holder-not-tenpai-near-miss", position("waits", "456p789s23m5s3z", CHI), {"tenpai": True}),
    Row(
        "§2-holder-robs-no-gang-positive",
        calls("456p789s23m5s5z", "4m", 1, CHI, robbed=True, others={1: {"melds": "peng:4m@2"}}),
        {"actions": ["pass"]},
    ),
    Row(
        "§2-holder-robs-no-gang-near-miss",
        calls("456p789s23m55s", "4m", 1, CHI, robbed=True, others={1: {"melds": "peng:4m@2"}}),
        {"actions": ["pass", "win"]},
    ),
    Row(
        "§2-won-on-gang-honour-positive",
        score("456p789s234m5s5z", "5z", "discard@2", CHI),
        barred("dead_tile"),
    ),
    Row(
        "§2-laizi-in-meld-positive", position("waits", "456p789s55s23m", "peng:3z@1"), error("laizi_in_meld")
    ),
    Row("§2-laizi-in-meld-near-miss", position("waits", "456p789s55s23m", "peng:4z@1"), {"tenpai": True}),
    Row(
        "§2-laizi-calls-nothing-positive",  # 5m is the laizi, 4m would go with it
        calls("456p789s45m19p", "6m", 3, CHI, indicator="4m"),
        {"actions": ["pass"]},
    ),
    Row(
        "§2-laizi-calls-nothing-near-miss",
        calls("456p789s45m19p", "6m", 3, CHI),
        {"actions": ["pass", "chi 6m 456m"]},
    ),
    Row("§2-laizi-not-called-positive", calls("456p789s2m33z5s", "3z", 1, CHI), {"actions": ["pass"]}),
    Row(
        "§2-laizi-not-called-near-miss",
        calls("456p789s2m44z5s", "4z", 1, CHI),
        {"actions": ["pass", "peng 4z"]},
    ),
    Row(
        "§2-laizi-not-won-on-positive", score("456p789s234m5s3z", "3z", "discard@2", CHI), barred("dead_tile")
    ),
    Row("§2-laizi-not-won-on-near-miss", score("456p789s234m5s3z", "3z", "zimo", CHI), valid(hard=False)),
    Row(
        "§2-laizi-dropped-or-ganged-positive",
        position("discards", "456p789s23m5s33z", CHI),
        {"has": ["discard 3z", "gang 3z"]},
    ),
    Row("§2-laizi-dropped-or-ganged-near-miss", position("discards", SMALL, CHI), {"lacks": ["gang 5s"]}),
    Row(
        "§2-laizi-soft-positive",
        score("456p789s24m55s3z", "5s", melds=CHI),
        valid(hard=False, laizi_as=["3m"]),
    ),
    Row(
        "§2-laizi-soft-near-miss",  # 3m is the laizi, and itself
        score(SMALL, "5s", melds="chi:678p@3", indicator="2m"),
        valid(hard=True, laizi_as=["3m"]),
    ),
    Row(
        "§2-laizi-as-gang-honour-positive",  # 3m is a 皮, the laizi 4m can't be it
        score("124m456p789s55s", "5s", melds="chi:678p@3", rules="pizi", indicator="3m"),
        barred("no_shape"),
    ),
    Row(
        "§2-laizi-as-gang-honour-near-miss",
        score("124m456p789s55s", "5s", melds="chi:678p@3", indicator="3m"),
        valid(hard=False, laizi_as=["3m"]),
    ),
    Row(
        "§2-laizi-fifth-copy-positive",
        score("5p3z", "5p", "discard@2", "peng:5p@1 peng:1m@1 peng:9s@1 peng:1s@1"),
        valid("pengpenghu", "quanqiuren", hard=False, laizi_as=["5p"]),
    ),
    Row(
        "§2-laizi-fifth-copy-near-miss",
        score("55p", "5p", "discard@2", "peng:5p@1 peng:1m@1 peng:9s@1 peng:1s@1"),
        error("too_many_copies"),
    ),
]

ROBBED: dict[int, Json] = {1: {"melds": "peng:4m@2"}}  # seat 1 adds the fourth 4m to its peng

SECTION_3 = [
    Row("§3-chi-positive", calls("456p789s23m19p", "4m", 3, CHI), {"actions": ["pass", "chi 4m 234m"]}),
    Row("§3-chi-near-miss", calls("456p789s23m19p", "4m", 2, CHI), {"actions": ["pass"]}),
    Row("§3-chi-meld-positive", position("waits", "456p789s23m55s", "chi:123m@3"), {"tenpai": True}),
    Row("§3-chi-meld-near-miss", position("waits", "456p789s23m55s", "chi:123m@1"), error("bad_meld")),
    Row("§3-chi-no-honours", calls("456p789s12z19p", "3z", 3, CHI, indicator="3p"), {"actions": ["pass"]}),
    Row("§3-peng-positive", calls("456p789s2m44z5s", "4z", 2, CHI), {"actions": ["pass", "peng 4z"]}),
    Row("§3-peng-near-miss", calls("456p789s27m4z5s", "4z", 2, CHI), {"actions": ["pass"]}),
    Row(
        "§3-chong-gang-positive",
        calls("456p789s444z5s", "4z", 2, CHI),
        {"actions": ["pass", "peng 4z", "chong_gang 4z"]},
    ),
    Row("§3-chong-gang-near-miss", calls("456p789s44z25s", "4z", 2, CHI), {"actions": ["pass", "peng 4z"]}),
    Row(
        "§3-xu-gang-positive", position("discards", "456p789s4z2m55s1p", "peng:4z@1"), {"has": ["xu_gang 4z"]}
    ),
    Row("§3-xu-gang-near-miss", position("discards", "456p789s4z2m55s1p", CHI), {"lacks": ["xu_gang 4z"]}),
    Row(
        "§3-xu-gang-is-robbable-positive",
        calls("456p789s23m55s", "4m", 1, CHI, True, others=ROBBED),
        {"has": ["win"]},
    ),
    Row(
        "§3-xu-gang-is-robbable-near-miss",
        calls("456p789s23m55s", "4m", 1, CHI, True, others={1: {"melds": "peng:5m@2"}}),
        error("bad_request"),
    ),
    Row("§3-an-gang-positive", position("discards", "456p789s4444z5s", CHI), {"has": ["an_gang 4z"]}),
    Row("§3-an-gang-near-miss", position("discards", "456p789s444z55s", CHI), {"lacks": ["an_gang 4z"]}),
    Row(
        "§3-an-gang-is-hidden",
        position("waits", "23m456p789s55s", CHI, others={2: {"melds": "an_gang:"}}),
        {"live": {"1m": 3, "4m": 4}},
    ),
    Row(
        "§3-no-gang-after-a-call-positive",
        position("discards", "456p789s4444z5s", CHI, turn="called"),
        {"has": ["discard 4z"], "lacks": ["an_gang 4z"]},
    ),
    Row(
        "§3-gang-honours-after-a-call-positive",
        position("discards", "456p789s25s5z33z", CHI, turn="called"),
        {"has": ["gang 5z", "gang 3z", "discard 3z"]},
    ),
    Row(
        "§3-no-win-after-a-call-positive", position("discards", SMALL, CHI, turn="called"), {"lacks": ["win"]}
    ),
    Row("§3-no-win-after-a-call-near-miss", position("discards", SMALL, CHI, turn="drawn"), {"has": ["win"]}),
    Row("§3-open-by-chi-positive", score(SMALL, "5s", melds=CHI), valid()),
    Row("§3-open-by-peng-positive", score(SMALL, "5s", melds="peng:9m@1"), valid()),
    Row("§3-open-by-chong-gang-positive", score(SMALL, "5s", melds="chong_gang:9m@1"), valid()),
    Row("§3-open-by-xu-gang-positive", score(SMALL, "5s", melds="xu_gang:9m@1"), valid()),
    Row("§3-open-near-miss", score(SMALL, "5s", melds="an_gang:9m"), barred("not_open")),
    Row(
        "§3-open-big-hands-too-positive",
        score(FENG, "1z", melds="peng:3z@1", indicator="4p"),
        valid("fengyise"),
    ),
    Row(
        "§3-open-big-hands-too-near-miss",
        score(FENG, "1z", melds="an_gang:3z", indicator="4p"),
        barred("not_open"),
    ),
    Row(
        "§3-no-furiten",
        position("waits", "23m456p789s55s", CHI, me={"discards": "4m"}),
        {"tenpai": True, "live": {"1m": 3, "4m": 3}},
    ),
]

ALL_BUT_CHI = "4m" * 4 + "5m" * 4 + "6m" * 4 + "7m" * 4 + "8m" * 4 + "9m" * 4 + "123m" * 3
MANY = (
    ALL_BUT_CHI + "1p" * 4 + "2p" * 4 + "3p" * 4 + "7p" * 4 + "8p" * 4 + "9p" * 4 + "456p" * 3
)  # 33 + 33 discards
# 72 tiles can be drawn after the deal; each one drawn lies in front of somebody now, or is the one I have just drawn.
# The dealer's fourteenth tile lies there too but was dealt: 72 − (68 + 1 − 1) is 4.

SECTION_4 = [
    Row("§4-small-positive", score(SMALL, "5s", melds=CHI), valid()),
    Row("§4-small-near-miss", score("456p789s234m99s", "9s", melds=CHI), barred("pair_not_258")),
    Row("§4-small-sets-near-miss", score("456p789s235m55s", "5s", melds=CHI), barred("no_shape")),
    Row("§4-no-seven-pairs", score("1133557799m1133p", "3p"), barred("no_shape")),
    Row("§4-no-concealed-win", score("123m456p789s234m55s", "5s"), barred("not_open")),
    Row(
        "§4-gang-is-a-triplet",
        score("444p777s99m", "9m", melds="xu_gang:1m@1 an_gang:3p"),
        valid("pengpenghu"),
    ),
    Row("§4-pengpenghu-positive", score(TRIPLETS, "9m", melds=PENG), valid("pengpenghu")),
    Row("§4-pengpenghu-near-miss", score(TRIPLETS, "9m", melds="chi:123s@3"), barred("pair_not_258")),
    Row("§4-pengpenghu-run-near-miss", score("456p777s99m111p", "9m", melds=PENG), barred("pair_not_258")),
    Row("§4-qingyise-positive", score("34567811456m", "1m", melds="chi:789m@3"), valid("qingyise")),
    Row("§4-qingyise-near-miss", score("34567811456m", "1m", melds="chi:789p@3"), barred("pair_not_258")),
    Row(
        "§4-qingyise-needs-shape-near-miss",
        score("11335577899m", "9m", melds="chi:234m@3"),
        barred("no_shape"),
    ),
    Row(
        "§4-qingyise-honours-near-miss",
        score("111444z99m", "9m", melds="peng:7z@1 peng:2z@1", indicator="4p"),
        valid("pengpenghu"),
    ),
    Row("§4-jiangyise-positive", score("2558m258p2588s", "8s", melds="peng:5p@1"), valid("jiangyise")),
    Row("§4-jiangyise-near-miss", score("2558m258p2388s", "8s", melds="peng:5p@1"), barred("no_shape")),
    Row("§4-jiangyise-meld-near-miss", score("2558m258p2588s", "8s", melds="chi:456p@3"), barred("no_shape")),
    Row("§4-fengyise-positive", score(FENG, "1z", melds="peng:3z@1", indicator="4p"), valid("fengyise")),
    Row(
        "§4-fengyise-near-miss",
        score("1122446677z1m", "1z", melds="peng:3z@1", indicator="4p"),
        barred("no_shape"),
    ),
    Row(
        "§4-fengyise-never-zhong-near-miss",
        score("11224456677z", "1z", melds="peng:3z@1", indicator="4p"),
        barred("gang_tile_in_hand"),
    ),
    Row("§4-quanqiuren-positive", score("55m", "5m", "discard@2", SINGLE), valid("quanqiuren", hard=True)),
    Row("§4-quanqiuren-zimo-near-miss", score("55m", "5m", "zimo", SINGLE), valid()),
    Row(
        "§4-quanqiuren-hidden-gang-near-miss",
        score("55m", "5m", "discard@2", SINGLE.replace("peng:9s@1", "an_gang:9s")),
        valid(),
    ),
    Row("§4-quanqiuren-no-258-near-miss", score("66m", "6m", "discard@2", SINGLE), barred("pair_not_258")),
    Row(
        "§4-quanqiuren-no-258-triplets-near-miss",
        score("66m", "6m", "discard@2", SINGLE.replace("chi:123s@3", "peng:1s@1")),
        valid("pengpenghu"),
    ),
    Row(
        "§4-quanqiuren-laizi-positive",
        score("5m3z", "5m", "discard@2", SINGLE),
        valid("quanqiuren", hard=False),
    ),
    Row(
        "§4-quanqiuren-robbed-positive",
        score("5m3z", "5m", "qianggang@1", SINGLE, others={1: {"melds": "peng:5m@2"}}),
        valid("quanqiuren", "qianggang"),
    ),
    Row(
        "§4-quanqiuren-pairs-the-single-positive",
        score("22m", "2m", "discard@2", "peng:2p@1 peng:5p@1 peng:8p@1 peng:2s@1"),
        valid("pengpenghu", "jiangyise", "quanqiuren"),
    ),
    Row(
        "§4-quanqiuren-pairs-the-single-near-miss",
        score("25m", "2m", "discard@2", "peng:2p@1 peng:5p@1 peng:8p@1 peng:2s@1"),
        valid("jiangyise"),
    ),
    Row(
        "§4-gangshanghua-positive",
        score(SMALL, "5s", melds=CHI, me=RED, win=GANG_DRAW),
        valid("gangshanghua"),
    ),
    Row("§4-gangshanghua-near-miss", score(SMALL, "5s", melds=CHI, me=RED), valid()),
    Row(
        "§4-gangshanghua-laizi-gang-positive",
        score(SMALL, "5s", melds=CHI, me={"gangs": "3z"}, win=GANG_DRAW),
        valid("gangshanghua"),
    ),
    Row(
        "§4-gangshanghua-an-gang-positive",
        score("456p789s55s", "5s", melds=f"{CHI} an_gang:9m", win=GANG_DRAW),
        valid("gangshanghua"),
    ),
    Row(
        "§4-gangshanghua-no-gang-near-miss",
        score(SMALL, "5s", melds=CHI, win=GANG_DRAW),
        error("bad_request"),
    ),
    Row("§4-qianggang-positive", score(SMALL, "4m", "qianggang@1", CHI, others=ROBBED), valid("qianggang")),
    Row(
        "§4-qianggang-near-miss",
        score(SMALL, "4m", "discard@1", CHI, others={1: {"melds": "peng:9m@2"}}),
        valid(),
    ),
    Row(
        "§4-qianggang-nothing-to-rob-near-miss", score(SMALL, "4m", "qianggang@1", CHI), error("bad_request")
    ),
    Row("§4-haidilao-positive", score(SMALL, "5s", melds=CHI, win=LAST), valid("haidilao")),
    Row("§4-haidilao-near-miss", score(SMALL, "5s", melds=CHI), valid()),
    Row(
        "§4-big-hands-add-up-positive",
        score("11122233399m", "9m", melds="peng:4m@1", win=LAST),
        valid("pengpenghu", "qingyise", "haidilao"),
    ),
    Row(
        "§4-big-hands-add-up-near-miss",
        score("11122233399m", "9m", melds="chi:456m@3", win=LAST),
        valid("qingyise", "haidilao"),
    ),
    Row(
        "§4-jiangyise-in-triplets-positive",
        score("222555m88p222s", "8p", melds="peng:5p@1"),
        valid("pengpenghu", "jiangyise"),
    ),
    Row(
        "§4-jiangyise-in-triplets-near-miss",
        score("222555m88p225s", "8p", melds="peng:5p@1"),
        valid("jiangyise"),
    ),
    Row(
        "§4-fengyise-in-triplets-positive",
        score("11122266644z", "4z", melds="peng:3z@1", indicator="4p"),
        valid("pengpenghu", "fengyise"),
    ),
    Row(
        "§4-situational-pair-positive",
        score("456p789s234m99s", "9s", melds=CHI, me=RED, win=GANG_DRAW),
        barred("pair_not_258"),
    ),
    Row(
        "§4-situational-any-pair-positive",
        score("456p789s234m99s", "9s", melds=CHI, me=RED, win=GANG_DRAW, rules="facai-x4"),
        valid("gangshanghua"),
    ),
    Row(
        "§4-situational-any-pair-near-miss",
        score("456p789s234m99s", "9s", melds=CHI, me={"gangs": "55z"}, rules="facai-x4"),
        barred("pair_not_258"),
    ),
    Row(
        "§4-any-pair-leaves-quanqiuren-its-258-positive",
        score(
            "6m3z",
            "6m",
            "qianggang@1",
            SINGLE,
            others={1: {"melds": "peng:6m@2"}},
            rules=custom(situational_any_pair=True),
        ),
        valid("qianggang"),
    ),
    Row(
        "§4-any-pair-leaves-quanqiuren-its-258-near-miss",
        score("6m3z", "6m", "qianggang@1", SINGLE, others={1: {"melds": "peng:6m@2"}}),
        barred("pair_not_258"),
    ),
    Row("§4-two-laizi-positive", score("456p789s234m33z", "4m", melds=CHI), barred("laizi_limit")),
    Row("§4-two-laizi-near-miss", score("456p789s234m5s3z", "4m", melds=CHI), valid(hard=False)),
    Row(
        "§4-two-laizi-as-themselves-positive",
        score("234345m789s55s", "5s", melds="chi:678p@3", indicator="2m"),
        barred("laizi_limit"),
    ),
    Row(
        "§4-two-laizi-big-positive",
        score("444p777s9m11p33z", "9m", melds=PENG),
        valid("pengpenghu", hard=False),
    ),
    Row(
        "§4-two-laizi-situational-positive",
        score("456p789s234m33z", "4m", melds=CHI, win=LAST),
        valid("haidilao", hard=False),
    ),
    Row(
        "§4-laizi-limit-in-big-positive",
        score("444p777s9m11p33z", "9m", melds=PENG, rules=custom(max_laizi_in_big=1)),
        barred("laizi_limit"),
    ),
    Row(
        "§4-laizi-limit-in-big-near-miss",
        score("444p777s9m11p33z", "9m", melds=PENG, rules=custom(max_laizi_in_big=2)),
        valid("pengpenghu"),
    ),
    Row("§4-hard-positive", score(SMALL, "5s", melds=CHI), valid(hard=True, laizi_as=[])),
    Row("§4-hard-near-miss", score("456p789s234m5s3z", "5s", melds=CHI), valid(hard=False, laizi_as=["5s"])),
    Row("§4-hard-ganged-laizi-positive", score(SMALL, "5s", melds=CHI, me={"gangs": "3z"}), valid(hard=True)),
    Row(
        "§4-best-reading-positive",  # three triplets rather than three runs
        score("111222333p55s", "5s", melds="peng:9m@1"),
        valid("pengpenghu"),
    ),
    Row("§4-best-reading-near-miss", score("111222333p55s", "5s", melds=CHI), valid()),
    Row(
        "§4-best-reading-hard-positive",  # the laizi 3m beside 24m is itself; as 5s it would be soft
        score("24m456p789s55s3m", "5s", melds="chi:678p@3", indicator="2m"),
        valid(hard=True),
    ),
    Row(
        "§4-last-tiles-no-gang-positive",
        position("discards", "456p789s4444z3z", CHI, wall=4),
        {"has": ["discard 4z", "discard 3z"], "lacks": ["an_gang 4z", "gang 3z"]},
    ),
    Row(
        "§4-last-tiles-no-gang-near-miss",
        position("discards", "456p789s4444z3z", CHI, wall=5),
        {"has": ["an_gang 4z", "gang 3z"]},
    ),
    Row(
        "§4-last-tiles-counted-positive",  # 68 discards: 4 tiles can still be drawn
        position("discards", "456p789s4444z3z", CHI, others={1: {"discards": MANY + "11s"}}),
        {"has": ["discard 4z"], "lacks": ["an_gang 4z", "gang 3z"]},
    ),
    Row(
        "§4-last-tiles-counted-near-miss",  # 67 discards: 5
        position("discards", "456p789s4444z3z", CHI, others={1: {"discards": MANY + "1s"}}),
        {"has": ["an_gang 4z", "gang 3z"]},
    ),
    Row(
        "§4-last-tiles-counted-with-gangs",  # 66 discards, a gang honour, and a 蓄杠's fourth tile: 4
        position(
            "discards",
            "456p789s4444z3z",
            CHI,
            others={1: {"discards": MANY}, 2: {"gangs": "5z", "melds": "xu_gang:6z@1"}},
        ),
        {"lacks": ["an_gang 4z", "gang 3z"]},
    ),
    Row(
        "§4-last-tiles-no-chong-gang-positive",
        calls("456p789s444z5s", "4z", 2, CHI, wall=4),
        {"actions": ["pass", "peng 4z"]},
    ),
    Row(
        "§4-last-tiles-no-chong-gang-near-miss",
        calls("456p789s444z5s", "4z", 2, CHI, wall=5),
        {"has": ["chong_gang 4z"]},
    ),
    Row(
        "§4-last-discard-called-positive",
        calls("456p789s23m19p", "4m", 3, CHI, wall=4),
        {"has": ["chi 4m 234m"]},
    ),
    Row("§4-last-draw-positive", position("discards", SMALL, CHI, turn="last_draw"), {"actions": ["win"]}),
    Row(
        "§4-last-draw-near-miss",
        position("discards", "456p789s235m55s", CHI, turn="last_draw"),
        {"actions": []},
    ),
]

PARTIAL = [
    Row(
        "interface-partial-positive",  # two unknown melds: open, an opening each
        score("234m55p456s", "4m", rules="hongzhong-koukou"),
        valid(fan=[4, 1, 0, 0], raw=[0, 32, 16, 16]),
    ),
    Row("interface-partial-fits-small-only-near-miss", score("222333m99p", "3m"), barred("pair_not_258")),
    Row("interface-partial-waits", position("waits", "23m55p456s"), {"live": {"1m": 4, "4m": 4, "3z": 4}}),
    Row("interface-partial-count-near-miss", position("waits", "23m55p45s"), error("bad_count")),
]

WON = "5s"
SECTION_5 = [
    # opening 1, hard 1, 自摸 1; the dealer owes 2^(3+1)
    Row("§5-small-positive", score(SMALL, WON, melds=CHI), valid(fan=[3, 1, 0, 0], raw=[0, 16, 8, 8])),
    Row(
        "§5-opening-once-positive",
        score("456p789s55s", WON, melds=f"{CHI} peng:9m@1"),
        valid(fan=[3, 1, 0, 0], raw=[0, 16, 8, 8]),
    ),
    Row(
        "§5-opening-each-positive",
        score("456p789s55s", WON, melds=f"{CHI} peng:9m@1", rules="hongzhong-koukou"),
        valid(fan=[4, 1, 0, 0], raw=[0, 32, 16, 16]),
    ),
    Row(
        "§5-opening-each-near-miss",  # the 暗杠 adds its 2 but no opening
        score("456p789s55s", WON, melds=f"{CHI} an_gang:9m", rules="hongzhong-koukou"),
        valid(fan=[5, 1, 0, 0], raw=[0, 64, 32, 32]),
    ),
    Row(
        "§5-chong-gang-positive",  # an opening and a gang
        score(SMALL, WON, melds="chong_gang:9m@1", rules="hongzhong-koukou"),
        valid(fan=[4, 1, 0, 0], raw=[0, 32, 16, 16]),
    ),
    Row(
        "§5-xu-gang-positive",  # its peng has counted as the opening
        score(SMALL, WON, melds="xu_gang:9m@1", rules="hongzhong-koukou"),
        valid(fan=[4, 1, 0, 0]),
    ),
    Row(
        "§5-ming-gang-near-miss",
        score(SMALL, WON, melds="peng:9m@1", rules="hongzhong-koukou"),
        valid(fan=[3, 1, 0, 0]),
    ),
    Row("§5-hongzhong-gang-positive", score(SMALL, WON, melds=CHI, me=RED), valid(fan=[4, 1, 0, 0])),
    Row(
        "§5-hongzhong-gang-twice", score(SMALL, WON, melds=CHI, me={"gangs": "55z"}), valid(fan=[5, 1, 0, 0])
    ),
    Row(
        "§5-facai-gang-positive",
        score(SMALL, WON, melds=CHI, me={"gangs": "6z"}, rules="facai"),
        valid(fan=[4, 1, 0, 0]),
    ),
    Row("§5-facai-gang-near-miss", score(SMALL, WON, melds=CHI, me={"gangs": "6z"}), error("bad_request")),
    Row(
        "§5-pi-gang-positive",
        score(SMALL, WON, melds=CHI, me={"gangs": "2z"}, rules="pizi"),
        valid(fan=[4, 1, 0, 0], raw=[0, 32, 16, 16]),
    ),
    Row("§5-laizi-gang-positive", score(SMALL, WON, melds=CHI, me={"gangs": "3z"}), valid(fan=[4, 1, 0, 0])),
    Row(
        "§5-laizi-gang-x4-positive",
        score(SMALL, WON, melds=CHI, me={"gangs": "3z"}, rules="facai-x4"),
        valid(fan=[5, 1, 0, 0], raw=[0, 64, 32, 32]),
    ),
    Row(
        "§5-laizi-drop-positive", score(SMALL, WON, melds=CHI, me={"laizi_drops": 1}), valid(fan=[4, 1, 0, 0])
    ),
    Row(
        "§5-laizi-drop-x4-near-miss",
        score(SMALL, WON, melds=CHI, me={"laizi_drops": 1}, rules="facai-x4"),
        valid(fan=[4, 1, 0, 0]),
    ),
    Row(
        "§5-losers-fan-positive",
        score(
            SMALL,
            WON,
            melds=CHI,
            others={
                1: {"melds": "peng:4z@3"},
                2: {"melds": "an_gang:1p"},
                3: {"gangs": "5z", "laizi_drops": 1},
            },
        ),
        valid(fan=[3, 2, 2, 2], raw=[0, 32, 32, 32]),
    ),
    Row(
        "§5-small-hard-near-miss",
        score("456p789s234m5s3z", WON, melds=CHI),
        valid(fan=[2, 1, 0, 0], raw=[0, 8, 4, 4]),
    ),
    Row(
        "§5-small-discarder-positive",
        score(SMALL, WON, "discard@2", CHI),
        valid(fan=[2, 1, 1, 0], raw=[0, 8, 8, 4], pays=[20, -8, -8, -4]),
    ),
    Row(
        "§5-small-discarding-dealer-positive",
        score(SMALL, WON, "discard@1", CHI),
        valid(fan=[2, 2, 0, 0], raw=[0, 16, 4, 4]),
    ),
    Row(
        "§5-small-dealer-wins-positive",
        score(SMALL, WON, melds=CHI, dealer=0),
        valid(fan=[4, 0, 0, 0], raw=[0, 16, 16, 16]),
    ),
    # opening and hard: 10 × 2^2, and half as much again
    Row(
        "§5-big-zimo-positive",
        score(TRIPLETS, "9m", melds=PENG),
        valid("pengpenghu", fan=[2, 0, 0, 0], raw=[0, 60, 60, 60]),
    ),
    Row(
        "§5-big-no-dealer-factor",
        score(TRIPLETS, "9m", melds=PENG, dealer=0),
        valid("pengpenghu", fan=[2, 0, 0, 0], raw=[0, 60, 60, 60]),
    ),
    Row(
        "§5-big-discarder-positive",
        score(TRIPLETS, "9m", "discard@2", PENG),
        valid("pengpenghu", raw=[0, 40, 60, 40], pays=[140, -40, -60, -40]),
    ),
    Row(
        "§5-big-hard-near-miss",
        score("444p777s9m111p3z", "9m", "discard@2", PENG),
        valid("pengpenghu", fan=[1, 0, 0, 0], raw=[0, 20, 30, 20]),
    ),
    Row(
        "§5-base-additive-positive",  # 30 × 2^2 × 1.5
        score("11122233399m", "9m", melds="peng:4m@1", win=LAST),
        valid("pengpenghu", "qingyise", "haidilao", raw=[0, 180, 180, 180]),
    ),
    Row(
        "§5-base-doubling-positive",  # 40 × 2^2 × 1.5
        score("11122233399m", "9m", melds="peng:4m@1", win=LAST, rules=custom(big_base="doubling")),
        valid("pengpenghu", "qingyise", "haidilao", raw=[0, 240, 240, 240]),
    ),
    Row(
        "§5-fengyise-doubles-positive",  # 10 × 2 × 2^2 × 1.5
        score(
            FENG,
            "1z",
            melds="peng:3z@1",
            indicator="4p",
            rules=custom(big_base="doubling", fengyise_doubles=True),
        ),
        valid("fengyise", raw=[0, 120, 120, 120]),
    ),
    Row(
        "§5-fengyise-doubles-near-miss",  # matters with doubling only
        score(FENG, "1z", melds="peng:3z@1", indicator="4p", rules=custom(fengyise_doubles=True)),
        valid("fengyise", raw=[0, 60, 60, 60]),
    ),
    Row(
        "§5-gang-draw-pays-zimo-positive",  # 10 × 2^3 × 1.5
        score(SMALL, WON, melds=CHI, me=RED, win=GANG_DRAW),
        valid("gangshanghua", raw=[0, 120, 120, 120]),
    ),
    Row(
        "§5-gang-draw-pays-zimo-off",
        score(SMALL, WON, melds=CHI, me=RED, win=GANG_DRAW, rules=custom(gang_draw_pays_zimo=False)),
        valid("gangshanghua", raw=[0, 80, 80, 80]),
    ),
    Row(
        "§5-last-draw-pays-zimo-off",
        score(SMALL, WON, melds=CHI, win=LAST, rules=custom(gang_draw_pays_zimo=False)),
        valid("haidilao", raw=[0, 40, 40, 40]),
    ),
    Row(
        "§5-gang-draw-pays-zimo-off-near-miss",  # an ordinary self-draw
        score(TRIPLETS, "9m", melds=PENG, rules=custom(gang_draw_pays_zimo=False)),
        valid("pengpenghu", raw=[0, 60, 60, 60]),
    ),
    Row(
        "§5-robbed-gang-discard-positive",  # the robbed player has a peng: 10 × 2^3 × 1.5
        score(SMALL, "4m", "qianggang@1", CHI, others=ROBBED),
        valid("qianggang", fan=[2, 1, 0, 0], raw=[0, 120, 40, 40], pays=[200, -200, 0, 0]),
    ),
    Row(
        "§5-robbed-gang-zimo-positive",
        score(SMALL, "4m", "qianggang@1", CHI, others=ROBBED, rules=custom(robbed_gang_pays="zimo")),
        valid("qianggang", raw=[0, 120, 60, 60], pays=[240, -240, 0, 0]),
    ),
]

LIMITS_60: Json = {"cap": 60, "gold": 100}
NOT_TENPAI: dict[int, Json] = {2: {"tenpai": False}}
SECTION_6 = [
    Row(
        "§6-minimum-positive",
        score(SMALL, WON, melds=CHI, me=RED, rules="facai-x4"),
        valid(raw=[0, 32, 16, 16]),
    ),
    Row("§6-minimum-near-miss", score(SMALL, WON, melds=CHI, rules="facai-x4"), barred("below_minimum")),
    Row("§6-minimum-exact-positive", score(SMALL, WON, melds=CHI, rules=custom(minimum=16)), valid()),
    Row(
        "§6-minimum-exact-near-miss",
        score(SMALL, WON, melds=CHI, rules=custom(minimum=17)),
        barred("below_minimum"),
    ),
    Row(
        "§6-minimum-every-positive",
        score(SMALL, WON, melds=CHI, rules=custom(minimum=8, minimum_scope="every")),
        valid(raw=[0, 16, 8, 8]),
    ),
    Row(
        "§6-minimum-every-near-miss",
        score(SMALL, WON, melds=CHI, rules=custom(minimum=9, minimum_scope="every")),
        barred("below_minimum"),
    ),
    Row(
        "§6-minimum-before-caps-positive",
        score(SMALL, WON, melds=CHI, me=RED, rules=custom(minimum=20, cap=16, gold=16)),
        valid(raw=[0, 32, 16, 16], capped=[0, 16, 16, 16], gold=False),
    ),
    Row(
        "§6-minimum-in-waits-positive",
        position("waits", "456p789s23m55s", CHI, rules="facai-x4"),
        {
            "tenpai": True,
            "waits": [
                {"tile": "1m", "discard": "below", "zimo": "below"},
                {"tile": "4m", "discard": "below", "zimo": "below"},
                {"tile": "3z", "discard": None, "zimo": "below"},
            ],
        },
    ),
    Row(
        "§6-minimum-in-waits-near-miss",  # 32 from the dealer, hard or soft by 自摸; 16 or less from a discarder
        position("waits", "456p789s23m55s", CHI, me={"gangs": "55z"}, rules="facai-x4"),
        {
            "tenpai": True,
            "waits": [
                {
                    "tile": "1m",
                    "discard": {"hu": "small", "hard": True},
                    "zimo": {"hu": "small", "hard": True},
                },
                {
                    "tile": "4m",
                    "discard": {"hu": "small", "hard": True},
                    "zimo": {"hu": "small", "hard": True},
                },
                {"tile": "3z", "discard": None, "zimo": {"hu": "small", "hard": False}},
            ],
        },
    ),
    Row(
        "§6-cap-positive",
        score(SMALL, WON, melds=CHI, rules=custom(cap=10, gold=50)),
        valid(raw=[0, 16, 8, 8], capped=[0, 10, 8, 8], gold=False, pays=[26, -10, -8, -8]),
    ),
    Row(
        "§6-cap-near-miss",
        score(SMALL, WON, melds=CHI, rules=custom(cap=16, gold=50)),
        valid(capped=[0, 16, 8, 8], pays=[32, -16, -8, -8]),
    ),
    Row(
        "§6-gold-exceed-positive",
        score(TRIPLETS, "9m", melds=PENG, rules=custom(cap=59, gold=100)),
        valid("pengpenghu", gold=True, capped=[0, 100, 100, 100], pays=[300, -100, -100, -100]),
    ),
    Row(
        "§6-gold-exceed-near-miss",
        score(TRIPLETS, "9m", melds=PENG, rules=custom(**LIMITS_60)),
        valid("pengpenghu", gold=False, capped=[0, 60, 60, 60]),
    ),
    Row(
        "§6-gold-reach-positive",
        score(TRIPLETS, "9m", melds=PENG, rules=custom(**LIMITS_60, cap_when="reach")),
        valid("pengpenghu", gold=True, capped=[0, 100, 100, 100]),
    ),
    Row(
        "§6-gold-reach-near-miss",
        score(TRIPLETS, "9m", melds=PENG, rules=custom(cap=61, gold=100, cap_when="reach")),
        valid("pengpenghu", gold=False, capped=[0, 60, 60, 60]),
    ),
    Row(
        "§6-gold-all-three-near-miss",  # 40, 60 and 40
        score(TRIPLETS, "9m", "discard@2", PENG, rules=custom(cap=40, gold=100)),
        valid("pengpenghu", gold=False, capped=[0, 40, 40, 40]),
    ),
    Row(
        "§6-unopened-gold-positive",  # 120, 240 and 60; a 暗杠 opens nothing
        score(
            TRIPLETS,
            "9m",
            melds=PENG,
            others={1: {"melds": "peng:4z@2"}, 2: {"melds": "an_gang:9s"}},
            rules=custom(cap=59, gold=100, unopened_gold=200),
        ),
        valid(
            "pengpenghu",
            raw=[0, 120, 240, 60],
            gold=True,
            capped=[0, 100, 200, 200],
            pays=[500, -100, -200, -200],
        ),
    ),
    Row(
        "§6-unopened-gold-near-miss",
        score(TRIPLETS, "9m", melds=PENG, rules=custom(**LIMITS_60, unopened_gold=200)),
        valid("pengpenghu", gold=False, capped=[0, 60, 60, 60]),
    ),
    Row(
        "§6-contract-robbed-positive",
        score(SMALL, "4m", "qianggang@1", CHI, others=ROBBED),
        valid("qianggang", contract=1, pays=[200, -200, 0, 0]),
    ),
    Row("§6-contract-robbed-near-miss", score(SMALL, "4m", "discard@1", CHI), valid(contract=None)),
    Row(
        "§6-contract-quanqiuren-positive",
        score("55m", "5m", "discard@2", SINGLE, others=NOT_TENPAI),
        valid("quanqiuren", contract=2, raw=[0, 40, 60, 40], pays=[140, 0, -140, 0]),
    ),
    Row(
        "§6-contract-quanqiuren-near-miss",
        score("55m", "5m", "discard@2", SINGLE),
        valid("quanqiuren", contract=None, pays=[140, -40, -60, -40]),
    ),
    Row(
        "§6-contract-quanqiuren-always-positive",
        score("55m", "5m", "discard@2", SINGLE, rules=custom(quanqiuren_contract="always")),
        valid("quanqiuren", contract=2, pays=[140, 0, -140, 0]),
    ),
    Row(
        "§6-contract-no-quanqiuren-near-miss",
        score("66m", "6m", "discard@2", SINGLE.replace("chi:123s@3", "peng:1s@1"), others=NOT_TENPAI),
        valid("pengpenghu", contract=None),
    ),
    Row(
        "§6-contract-qingyise-positive",
        score("44455m", "5m", melds=WAN),
        valid("qingyise", contract=3, raw=[0, 60, 60, 60], pays=[180, 0, 0, -180]),
    ),
    Row(
        "§6-contract-qingyise-near-miss",  # two openings: 10 × 2^4 × 1.5
        score("44455m", "5m", melds="chi:123m@3 peng:9m@1 an_gang:7m"),
        valid("qingyise", contract=None, raw=[0, 240, 240, 240], pays=[720, -240, -240, -240]),
    ),
    Row(
        "§6-contract-third-opening-positive",  # not the fourth
        score("44m", "4m", melds="chi:123m@3 peng:9m@1 peng:8m@2 chi:567m@3"),
        valid("qingyise", contract=2, pays=[180, 0, -180, 0]),
    ),
    Row(
        "§6-contract-third-opening-hidden-gang",  # the 暗杠 is no opening
        score("44m", "4m", melds="chi:123m@3 an_gang:7m peng:9m@1 peng:8m@2"),
        valid("qingyise", contract=2, pays=[720, 0, -720, 0]),
    ),
    Row(
        "§6-contract-third-opening-xu-gang",  # a 蓄杠 keeps its peng's place: 10 × 2^3 × 1.5
        score("44455m", "5m", melds="chi:123m@3 peng:8m@2 xu_gang:9m@1"),
        valid("qingyise", contract=1, pays=[360, -360, 0, 0]),
    ),
    Row("§6-contract-one-suit-near-miss", score("444p55m", "5m", melds=WAN), valid(contract=None)),
    Row(
        "§6-contract-order-robbed-first",  # 20 × 2^3 × 1.5 and 20 × 2^2
        score("23455m", "4m", "qianggang@1", WAN, others=ROBBED),
        valid("qingyise", "qianggang", contract=1, raw=[0, 240, 80, 80], pays=[400, -400, 0, 0]),
    ),
    Row(
        "§6-contract-order-quanqiuren-second",
        score("55m", "5m", "discard@2", f"{WAN} chi:234m@3", others=NOT_TENPAI),
        valid("qingyise", "quanqiuren", contract=2, pays=[280, 0, -280, 0]),
    ),
    Row(
        "§6-contract-order-qingyise-third",
        score("55m", "5m", "discard@2", f"{WAN} chi:234m@3"),
        valid("qingyise", "quanqiuren", contract=3, pays=[280, 0, 0, -280]),
    ),
    Row(
        "§6-contract-cap-positive",
        score(
            "55m",
            "5m",
            "discard@2",
            SINGLE,
            others=NOT_TENPAI,
            rules=custom(cap=50, gold=100, contract_cap=100),
        ),
        valid("quanqiuren", capped=[0, 40, 60, 40], pays=[140, 0, -140, 0], gold=False),
    ),
    Row(
        "§6-contract-cap-near-miss",
        score("55m", "5m", "discard@2", SINGLE, rules=custom(cap=50, gold=100, contract_cap=100)),
        valid("quanqiuren", capped=[0, 40, 50, 40], pays=[130, -40, -50, -40]),
    ),
    Row(
        "§6-contract-cap-none-near-miss",
        score("55m", "5m", "discard@2", SINGLE, others=NOT_TENPAI, rules=custom(cap=50, gold=100)),
        valid("quanqiuren", capped=[0, 40, 50, 40], pays=[130, 0, -130, 0]),
    ),
    Row(
        "§6-contract-gold-against-cap-positive",
        score(
            "55m",
            "5m",
            "discard@2",
            SINGLE,
            others=NOT_TENPAI,
            rules=custom(cap=30, gold=200, contract_cap=100),
        ),
        valid("quanqiuren", gold=True, capped=[0, 200, 200, 200], pays=[600, 0, -600, 0]),
    ),
    Row(
        "§6-contract-gold-against-cap-near-miss",
        score(
            "55m",
            "5m",
            "discard@2",
            SINGLE,
            others=NOT_TENPAI,
            rules=custom(cap=40, gold=200, contract_cap=50),
        ),
        valid("quanqiuren", gold=False, capped=[0, 40, 50, 40], pays=[130, 0, -130, 0]),
    ),
    Row("§6-gold-below-cap-refused", score(SMALL, WON, melds=CHI, rules=custom(cap=401)), error("bad_rules")),
    Row("§6-gold-below-contract-cap-refused", laizi("1m", custom(contract_cap=401)), error("bad_rules")),
    Row("§6-gold-equal-to-cap-near-miss", score(SMALL, WON, melds=CHI, rules=custom(cap=400)), valid()),
]

ROWS = [*SECTION_2, *SECTION_3, *SECTION_4, *PARTIAL, *SECTION_5, *SECTION_6]


def action_words(option: Json) -> str:
    """``discard 5s``, ``chi 6m 456m``, ``win`` or ``pass``."""
    if option["action"] in ("win", "pass"):
        return str(option["action"])
    return " ".join(option[key] for key in ("action", "tile", "tiles") if key in option)


def unmet(want: Json, got: Json) -> list[str]:
    """Everything that a row asks for and the answer does not hold, in words."""
    asked = dict(want)
    actions = [action_words(option) for option in got.get("options", [])]
    live = {wait["tile"]: wait["live"] for wait in got.get("waits", [])}
    found = []
    if "actions" in asked and sorted(asked.pop("actions")) != sorted(actions):
        found.append(f"actions are {actions}")
    found += [f"{action} is missing in {actions}" for action in asked.pop("has", []) if action not in actions]
    found += [f"{action} should not be possible" for action in asked.pop("lacks", []) if action in actions]
    for tile, copies in asked.pop("live", {}).items():
        if live.get(tile) != copies:
            found.append(f"{tile} has {live.get(tile)} live copies")
    return found + differing(asked, got)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_clause(row: Row) -> None:
    got = answer(row.request)
    assert unmet(row.want, got) == [], got
    if got.get("valid"):
        assert sum(got["pays"]) == 0  # §6: the four amounts sum to zero


def test_clauses_have_their_own_ids() -> None:
    assert len({row.id for row in ROWS}) == len(ROWS)
    for section in range(2, 7):
        assert [row for row in ROWS if row.id.startswith(f"§{section}-")]


@dataclass(frozen=True)
class Flip:
    """One field of a rule set at two values: the request, and what it gives with each."""

    request: Json
    values: tuple[object, object]
    wants: tuple[Json, Json]
    beside: Json | None = None
    """Other fields that both requests set."""


GANGED = score(SMALL, WON, melds=CHI, me={"gangs": "3z"})
TWICE_OPEN = score("456p789s55s", WON, melds=f"{CHI} peng:9m@1")
THREE_BIG = score("11122233399m", "9m", melds="peng:4m@1", win=LAST)
WINDS_ONLY = score(FENG, "1z", melds="peng:3z@1", indicator="4p")
LONE_258 = score("55m", "5m", "discard@2", SINGLE, others=NOT_TENPAI)

FLIPS: dict[str, Flip] = {
    "gang_honours": Flip(laizi("4z"), ("5z", "5z6z"), ({"laizi": "6z"}, {"laizi": "7z"})),
    "pi": Flip(laizi("5p"), ("none", "indicator"), ({"gang_tiles": ["5z"]}, {"gang_tiles": ["5p", "5z"]})),
    "laizi_gang_fan": Flip(GANGED, (1, 2), (valid(raw=[0, 32, 16, 16]), valid(raw=[0, 64, 32, 32]))),
    "opening": Flip(TWICE_OPEN, ("once", "each"), (valid(raw=[0, 16, 8, 8]), valid(raw=[0, 32, 16, 16]))),
    "minimum": Flip(score(SMALL, WON, melds=CHI), (16, 20), (valid(), barred("below_minimum"))),
    "minimum_scope": Flip(
        score(SMALL, WON, melds=CHI), ("any", "every"), (valid(), barred("below_minimum")), {"minimum": 16}
    ),
    "big_base": Flip(
        THREE_BIG,
        ("additive", "doubling"),
        (
            valid("pengpenghu", "qingyise", "haidilao", raw=[0, 180, 180, 180]),
            valid("pengpenghu", "qingyise", "haidilao", raw=[0, 240, 240, 240]),
        ),
    ),
    "fengyise_doubles": Flip(
        WINDS_ONLY,
        (False, True),
        (valid("fengyise", raw=[0, 60, 60, 60]), valid("fengyise", raw=[0, 120, 120, 120])),
        {"big_base": "doubling"},
    ),
    "situational_any_pair": Flip(
        score("456p789s234m99s", "9s", melds=CHI, win=LAST),
        (False, True),
        (barred("pair_not_258"), valid("haidilao")),
    ),
    "max_laizi_in_big": Flip(
        score("444p777s9m11p33z", "9m", melds=PENG), (None, 1), (valid("pengpenghu"), barred("laizi_limit"))
    ),
    "gang_draw_pays_zimo": Flip(
        score(SMALL, WON, melds=CHI, win=LAST),
        (True, False),
        (valid("haidilao", raw=[0, 60, 60, 60]), valid("haidilao", raw=[0, 40, 40, 40])),
    ),
    "robbed_gang_pays": Flip(
        score(SMALL, "4m", "qianggang@1", CHI, others=ROBBED),
        ("discard", "zimo"),
        (valid("qianggang", raw=[0, 120, 40, 40]), valid("qianggang", raw=[0, 120, 60, 60])),
    ),
    "cap": Flip(
        score(SMALL, WON, melds=CHI), (16, 10), (valid(capped=[0, 16, 8, 8]), valid(capped=[0, 10, 8, 8]))
    ),
    "cap_when": Flip(
        score(TRIPLETS, "9m", melds=PENG),
        ("exceed", "reach"),
        (valid("pengpenghu", capped=[0, 60, 60, 60]), valid("pengpenghu", capped=[0, 100, 100, 100])),
        LIMITS_60,
    ),
    "gold": Flip(
        score(TRIPLETS, "9m", melds=PENG),
        (100, 150),
        (valid("pengpenghu", capped=[0, 100, 100, 100]), valid("pengpenghu", capped=[0, 150, 150, 150])),
        {"cap": 50},
    ),
    "unopened_gold": Flip(
        score(TRIPLETS, "9m", melds=PENG),
        (None, 150),
        (valid("pengpenghu", capped=[0, 100, 100, 100]), valid("pengpenghu", capped=[0, 150, 150, 150])),
        {"cap": 50, "gold": 100},
    ),
    "contract_cap": Flip(
        LONE_258,
        (None, 100),
        (valid("quanqiuren", pays=[130, 0, -130, 0]), valid("quanqiuren", pays=[140, 0, -140, 0])),
        {"cap": 50, "gold": 100},
    ),
    "quanqiuren_contract": Flip(
        score("55m", "5m", "discard@2", SINGLE),
        ("not_tenpai", "always"),
        (valid("quanqiuren", contract=None), valid("quanqiuren", contract=2)),
    ),
}
IN_THE_LEDGER = {"escape"}
"""Fields that no answer about a hand depends on: 逃跑 is an entry of the table's ledger (§6)."""


@pytest.mark.parametrize("field", sorted(set(RULE_FIELDS) - IN_THE_LEDGER))
def test_field_changes_an_answer(field: str) -> None:
    flip = FLIPS[field]  # a new field needs a row
    for value, want in zip(flip.values, flip.wants, strict=True):
        rules = custom(**(flip.beside or {}), **{field: value})
        assert unmet(want, answer(flip.request | {"rules": rules})) == []
    assert flip.wants[0] != flip.wants[1]


def test_every_flip_is_a_field() -> None:
    assert set(FLIPS) == set(RULE_FIELDS) - IN_THE_LEDGER
