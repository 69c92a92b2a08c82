"""The positions: seat 0 is asked, the indicator is 9p and the laizi 1p, and 20 tiles can still
be drawn, where nothing else is said.

``best`` names the actions that may come first.  ``worse`` names those that may not even be called equal to the first:
all others, where nothing is said.
"""

from dataclasses import dataclass
from typing import Any

from analyzer.notation import format_tiles, parse_melds

Json = dict[str, Any]


@dataclass(frozen=True)
class Plain:
    """One position, its plain answers and why they are plain."""

    name: str
    why: str
    best: tuple[str, ...]
    request: Json
    worse: tuple[str, ...] | None = None


def ask(
    hand: str, *melds: str, offer: str = "", robbed: bool = False, gangs: Json | None = None, **more: Any
) -> Json:
    """A request: ``melds`` are those of the seats in turn, ``offer`` a tile and its seat, ``gangs`` by seat."""
    players: list[Json] = []
    for seat in range(4):
        lying = [
            {"kind": kind, "tiles": format_tiles(tiles)} | ({} if source is None else {"from": source})
            for kind, tiles, source in parse_melds(melds[seat] if seat < len(melds) else "")
        ]
        players.append({"melds": lying, "gangs": (gangs or {}).get(seat, "")})
    request = {"op": "discards", "hand": hand, "indicator": "9p", "wall": 20, "players": players, **more}
    if offer:
        tile, source = offer.split("@")
        request |= {"op": "calls", "offer": {"tile": tile, "from": int(source), "robbed": robbed}}
    return request


ONE = "peng:3z@2"
CHI = "chi:789m@3"
TWO = "peng:3z@2 chi:789m@3"
PAIRS = "peng:3z@2 peng:9s@1"
SUITED = "chi:123s@3 peng:9s@1"
FOUR = "peng:3z@2 peng:9s@1 chi:789m@3 chi:456p@3"
COLLECTOR = "chi:123s@0 peng:9s@2"
"""An opponent, the player after, with two openings of one suit."""
OTHER_SUITS = "222333444555666777888m222333444555666777888p"
"""So much of the other two suits lies open that 条 make up most of what is left."""
REST = tuple(f"discard {tile}" for tile in ("1m", "9m", "1p", "9p", "1z", "2z", "3z", "6z", "7z"))

POSITIONS = (
    # A dead wait is left
    Plain(
        "dead gap",
        "1m leaves 4m to wait for, 5m leaves 2m, of which all four lie open",
        ("discard 1m",),
        ask("135m567p22567s", ONE, visible="2222m"),
    ),
    Plain(
        "dead gap, each opening a fan",
        "9m leaves 6m to wait for, 5m leaves 8m, of which all four lie open",
        ("discard 9m",),
        ask("579m234p22567s", ONE, rules="hongzhong-koukou", visible="8888m"),
    ),
    Plain(
        "dead single tile",
        "three 2m lie open: a wait for 2m is dead, one for 8s has three copies",
        ("discard 2m",),
        ask("2m567p567s8s", TWO, visible="222m"),
    ),
    Plain(
        "dead pairs",
        "no third tile of either pair is left; 56s waits for two tiles with four copies each",
        ("discard 5s",),
        ask("22m567p556s", TWO, rules="facai", visible="22m55s"),
    ),
    # Gang tiles bar the win: they are laid down (§2)
    Plain(
        "red at tenpai",
        "no win while 红中 is in hand, and laying it down draws at once",
        ("gang 5z",),
        ask("13m567p22567s5z", ONE),
    ),
    Plain(
        "red at tenpai, early",
        "the same with the wall still long",
        ("gang 5z",),
        ask("23m567p22567s5z", ONE, wall=60),
    ),
    Plain(
        "green in facai",
        "发财 is a gang honour there and bars the win",
        ("gang 6z",),
        ask("23m567p22567s6z", ONE, rules="facai"),
    ),
    Plain(
        "red in facai-koukou",
        "红中 bars the win, and its gang adds a fan and a draw",
        ("gang 5z",),
        ask("23m567p22567s5z", ONE, rules="facai-koukou"),
    ),
    Plain(
        "red and green",
        "both bar the win: either goes first, neither stays",
        ("gang 5z", "gang 6z"),
        ask("23m567p2s56z", TWO, rules="facai"),
    ),
    Plain(
        "pi of the indicator",
        "9p is 皮 there: it bars the win",
        ("gang 9p",),
        ask("23m567p22567s9p", ONE, rules="pizi", gangs={0: "5z5z"}),
    ),
    Plain(
        "pi before the indicator",
        "in 七皮四赖 8p is 皮 too, though it would fit 567p",
        ("gang 8p",),
        ask("23m567p22567s8p", ONE, rules="qipi", gangs={0: "5z9p"}),
    ),
    Plain(
        "red with the last four tiles to come",
        "no replacement any more, but with 红中 in hand 海底捞 can't be won either",
        ("gang 5z",),
        ask("23m567p22567s5z", ONE, wall=4),
    ),
    # An opening that alone makes a win possible (§3)
    Plain(
        "chi opens a closed tenpai hand",
        "closed it can't win on any tile; after the chi it waits open",
        ("chi 123m",),
        ask("23m567p22456789s", offer="1m@3"),
    ),
    Plain(
        "peng opens a closed tenpai hand",
        "the pairs wait for 6m and 2s, but closed they win on neither",
        ("peng 6m",),
        ask("66m567p22234567s", offer="6m@1"),
    ),
    Plain(
        "peng opens and is tenpai",
        "closed and one away against open and tenpai",
        ("peng 6m",),
        ask("2366m567p22567s4z", offer="6m@2", rules="facai"),
    ),
    Plain(
        "gang opens a closed tenpai hand",
        "the 冲杠 opens, adds a fan and draws: passing leaves a hand that can't win",
        ("chong_gang 9m",),
        ask("23m567p22567s999m", offer="9m@2"),
    ),
    Plain(
        "chi opens in yuanhang",
        "the same with a minimum: closed it can't win at all",
        ("chi 234m",),
        ask("23m567p22456789s", offer="4m@3", rules="yuanhang", gangs={0: "5z5z"}),
    ),
    Plain(
        "the last chance to open",
        "one more round of discards: who passes stays closed and can't win 海底捞",
        ("chi 123m",),
        ask("23m567p22456789s", offer="1m@3", wall=5),
    ),
    # A lone laizi at tenpai is not ganged
    Plain(
        "lone laizi",
        "the laizi makes it tenpai; 4z is of no use",
        ("discard 4z",),
        ask("89m1567p2567s4z", ONE, wall=10),
        ("gang 1p", "discard 1p"),
    ),
    Plain(
        "lone laizi, two openings",
        "the laizi pairs 2s or completes 89m; 4z is of no use",
        ("discard 4z",),
        ask("89m1567p2s4z", TWO, rules="hongzhong-koukou", wall=10),
        ("gang 1p", "discard 1p"),
    ),
    Plain(
        "lone laizi in facai",
        "67p with the laizi is a set or a wait on both sides; 9m is of no use",
        ("discard 9m",),
        ask("2349m167p2s", PAIRS, rules="facai", wall=8),
    ),
    Plain(
        "lone honour as laizi",
        "3z turned over makes 4z the laizi: it is no useless honour",
        ("discard 9s",),
        ask("89m567p2567s4z9s", "peng:2z@2", rules="facai-koukou", indicator="3z", wall=10),
        ("discard 4z",),
    ),
    # Two laizi bar 小胡, and a chi rules the big triplets out (§4)
    Plain(
        "two laizi, only a small win",
        "complete with both and yet no win: one has to go, and as a gang it draws",
        ("gang 1p",),
        ask("1178p2256s", TWO, wall=8),
    ),
    Plain(
        "two laizi in facai",
        "the same where 发财 is a gang honour too",
        ("gang 1p",),
        ask("67m1145p22s", TWO, rules="facai", wall=8),
    ),
    Plain(
        "two laizi, each opening a fan",
        "the same under 口口翻",
        ("gang 1p",),
        ask("1134p2267s", TWO, rules="hongzhong-koukou", wall=8),
    ),
    # 起胡 20 (§6)
    Plain(
        "only triplets reach the minimum",
        "small, nobody owes more than 2^4 = 16; 碰碰胡 begins at 20",
        ("discard 4p",),
        ask("333m22334p", PAIRS, rules="facai-x4"),
    ),
    Plain(
        "a laizi gang reaches the minimum",
        "soft, nobody owes 20; with the gang's two fan and a hard hand 2^6 = 64 by self-draw",
        ("gang 1p",),
        ask("13m1567p22567s", ONE, rules="facai-x4"),
    ),
    Plain(
        "a laizi gang reaches the minimum in pizi",
        "the same where the indicator is 皮",
        ("gang 1p",),
        ask("24m1567p22567s", ONE, rules="pizi"),
    ),
    Plain(
        "an opening reaches the minimum",
        "one opening and nobody else open: 16 at most; with a second it is 32",
        ("chi 123m",),
        ask("23m567p22567s", ONE, offer="1m@3", rules="yuanhang", wall=8),
    ),
    Plain(
        "an opening reaches the minimum in facai-x4-koukou",
        "the same count: 16 with one opening, 32 with two",
        ("chi 123m",),
        ask("23m567p22567s", ONE, offer="1m@3", rules="facai-x4-koukou", wall=8),
    ),
    Plain(
        "green bars the win and reaches the minimum",
        "laid down, its fan makes 32 of 16; held, nothing wins",
        ("gang 6z",),
        ask("23m567p22567s6z", ONE, rules="facai-x4-koukou"),
    ),
    # 承包: the third feed of a 清一色 pays for all (§6)
    Plain(
        "third feed",
        "the next player has two openings of 条 and little else to draw: 5s would pay for all three",
        REST,
        ask(
            "1199m1199p5s12367z",
            "",
            COLLECTOR,
            visible=OTHER_SUITS,
            indicator="3z",
            wall=12,
            gangs={1: "5z5z5z"},
        ),
    ),
    Plain(
        "third feed to the player opposite",
        "he can't chi it, but with three 5s unseen he may peng it",
        REST,
        ask(
            "1199m1199p5s12367z",
            "",
            "",
            "chi:123s@1 peng:9s@0",
            visible=OTHER_SUITS,
            indicator="3z",
            wall=12,
            gangs={2: "5z5z5z"},
        ),
    ),
    Plain(
        "third feed under the contract cap",
        "yuanhang lets each of the three amounts reach 400 where one pays for all",
        REST,
        ask(
            "1199m1199p5s12367z",
            "",
            COLLECTOR,
            visible=OTHER_SUITS,
            indicator="3z",
            wall=12,
            gangs={1: "5z5z5z"},
            rules="yuanhang",
        ),
    ),
    Plain(
        "one tile after four openings",
        "a 将 may be the single tile of a 全求人, which one pays for; no other tile can be",
        ("discard 1m", "discard 9m", "discard 1p", "discard 9p", "discard 1s", "discard 7z"),
        ask(
            "1199m1199p5s11s77z5p",
            "",
            "peng:6s@2 peng:9s@2 peng:4s@3 peng:1z@3",
            wall=12,
            indicator="3z",
            gangs={1: "5z5z"},
        ),
        ("discard 5s", "discard 5p"),
    ),
    # The last tiles
    Plain(
        "tenpai now",
        "two more draws: without 1m it is tenpai, the one suit is too far",
        ("discard 1m",),
        ask("1m55p23467s", SUITED, wall=6),
    ),
    Plain(
        "last draw",
        "the last tiles are won on or lost",
        ("win 7s",),
        ask("234567p22567s", ONE, turn="last_draw", wall=2),
    ),
    Plain(
        "tenpai before the last four",
        "each draws one more tile and discards nothing: only a hand that is tenpai can win",
        ("discard 4z",),
        ask("24m567p22567s4z", ONE, wall=4),
    ),
    # A sure win against a wait
    Plain(
        "self-drawn small win",
        "the points are certain; one more draw is not likely to do better",
        ("win 7s",),
        ask("234567p22567s", ONE, wall=6),
    ),
    Plain(
        "small win on a discard",
        "after this tile one 4m is left to wait for",
        ("win 1m",),
        ask("23m567p22567s", ONE, offer="1m@2", visible="111444m1111p"),
    ),
    Plain(
        "big win by self-draw",
        "碰碰胡, paid by three",
        ("win 5s",),
        ask("333m222p55s", PAIRS, rules="facai-x4"),
    ),
    Plain(
        "robbing a gang",
        "抢杠 is big, and the robbed player pays for all",
        ("win 1m",),
        ask("23m567p22567s", ONE, "peng:1m@2", offer="1m@1", robbed=True),
    ),
    Plain(
        "robbing a gang in yuanhang",
        "the same, ×1.5 for every loser",
        ("win 1m",),
        ask("23m567p22567s", ONE, "peng:1m@2", offer="1m@1", robbed=True, rules="yuanhang"),
    ),
    # More waits of equal value
    Plain(
        "both ends against a gap",
        "56m waits for 4m and 7m, 35m for 4m alone",
        ("discard 3m",),
        ask("356m567p22567s", ONE),
    ),
    Plain(
        "two single waits in a run of four",
        "2345m waits for 2m and 5m, both 将",
        ("discard 9m",),
        ask("23459m567p", TWO, rules="facai-koukou"),
    ),
    Plain(
        "both ends against a gap in yuanhang",
        "67p waits for 5p and 8p, 79p for 8p alone",
        ("discard 9p",),
        ask("345m679p22567s", ONE, rules="yuanhang", gangs={0: "5z5z"}),
    ),
    # 小胡 needs a pair of 2, 5 or 8 (§4)
    Plain(
        "single 将",
        "a pair of 9m is no 小胡, one of 2m is",
        ("discard 9m",),
        ask("29m567p567s", TWO),
    ),
    Plain(
        "single 将 in facai",
        "8m pairs, 9m does not",
        ("discard 9m",),
        ask("89m567p234s", TWO, rules="facai"),
    ),
    Plain(
        "four openings and a single 将",
        "2m left alone may win as 全求人 too",
        ("discard 9m",),
        ask("29m", FOUR),
    ),
    # A call that leads nowhere
    Plain(
        "peng of the only pair",
        "tenpai on two tiles; the peng takes the only 将 pair apart",
        ("pass",),
        ask("34m567p22567s", ONE, offer="2s@1"),
    ),
    Plain(
        "peng of the only pair in yuanhang",
        "one fan more is nothing without a wait",
        ("pass",),
        ask("34m567p22s", TWO, offer="2s@1", rules="yuanhang"),
    ),
    # A big hand as near as the small one
    Plain(
        "one suit against small",
        "single waits both: 8s makes 清一色, 8p a small win",
        ("discard 8p",),
        ask("8p4566788s", SUITED),
    ),
    Plain(
        "triplets against small",
        "four tiles that win 碰碰胡 against six that win small",
        ("discard 4p",),
        ask("333m22334p", PAIRS),
    ),
    Plain(
        "all 258",
        "将一色 needs no shape: without 3m every 将 wins",
        ("discard 3m",),
        ask("358m258p28s", "peng:2m@2 peng:5s@1", rules="pizi-koukou"),
    ),
    Plain(
        "all winds",
        "风一色 needs no shape: without 5m every wind wins",
        ("discard 5m",),
        ask("5m2223344667z", "peng:1z@2", wall=8),
    ),
    # Gangs that help, and gangs that break a wait
    Plain(
        "concealed gang",
        "1z is of no other use: the gang keeps the wait, draws, and adds two fan",
        ("an_gang 1z",),
        ask("34m567p22s1111z", ONE),
    ),
    Plain(
        "added gang",
        "9m is of no other use: the gang keeps the wait, draws, and adds a fan",
        ("xu_gang 9m",),
        ask("349m567p22567s", "peng:9m@2"),
    ),
    Plain(
        "concealed gang that breaks a run",
        "333m and 345m stand; the gang leaves 45m to be filled again",
        ("discard 4z",),
        ask("333345m67p22s4z", ONE, wall=8),
    ),
    Plain(
        "added gang that breaks a run",
        "345m stands beside the peng of 3m; adding 3m opens the run again",
        ("discard 4z",),
        ask("345m567p2267s4z", "peng:3m@2", wall=8),
    ),
)
