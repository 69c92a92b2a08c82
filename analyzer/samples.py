"""样例: sample wins that show what a rule set pays, and what changing one of its fields does to them.

Each sample is a hand of seat 0 with all that lies on the table, and how it is won.  The same hand is scored under
any rule set: no tile of its melds can become a gang honour or a laizi by a field.  Together the samples react to
every field that a hand can show at all; :func:`silent_fields` tells where a change stays without effect on them.
"""

import functools
from dataclasses import dataclass, replace
from typing import Final

from analyzer.errors import BadRules
from analyzer.notation import parse_melds, parse_tile, parse_tiles
from analyzer.position import SEATS, Meld, MeldKind, Player, Position
from analyzer.rules import RULE_FIELDS, RuleSet
from analyzer.settlement import Score, score
from analyzer.wins import Win, WinBy

__all__ = ["SAMPLES", "Compared", "Sample", "changed_fields", "compare", "sample_score", "silent_fields"]


@dataclass(frozen=True, slots=True)
class Sample:
    """样例: a finished hand of seat 0 and how it is won, without the rules."""

    id: str
    position: Position
    win: Win

    def under(self, rules: RuleSet) -> Position:
        """The same table under other rules; the laizi follows from the indicator."""
        return replace(self.position, rules=rules, laizi=None)


@dataclass(frozen=True, slots=True)
class Compared:
    """One sample under two rule sets."""

    sample: Sample
    before: Score
    after: Score

    @property
    def differs(self) -> bool:
        """Whether the two differ in what is paid or in why the hand can't win."""
        return _outcome(self.before) != _outcome(self.after)

    @property
    def seats(self) -> tuple[bool, ...]:
        """For each seat, whether its amount differs."""
        before, after = _outcome(self.before)[1], _outcome(self.after)[1]
        return tuple(before[seat] != after[seat] for seat in SEATS)


def _outcome(found: Score) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Why the hand can't win, and the four amounts: noughts where it can't."""
    return (found.reasons, found.pays) if found.valid else (found.reasons, (0,) * len(SEATS))


def _melds(text: str) -> tuple[Meld, ...]:
    return tuple(Meld(MeldKind(kind), tiles, source) for kind, tiles, source in parse_melds(text))


def _player(melds: str = "", gangs: str = "") -> Player:
    return Player(melds=_melds(melds), gangs=parse_tiles(gangs))


def _sample(
    name: str,
    hand: str,
    tile: str,
    by: WinBy = WinBy.ZIMO,
    *,
    indicator: str,
    me: Player,
    others: tuple[Player, Player, Player],
    dealer: int = 1,
    source: int | None = None,
    after_gang: bool = False,
    last_tiles: bool = False,
) -> Sample:
    position = Position(
        hand=parse_tiles(hand),
        indicator=parse_tile(indicator),
        dealer=dealer,
        players=(me, *others),
    )
    return Sample(name, position, Win(parse_tile(tile), by, source, after_gang, last_tiles))


_CLOSED: Final = Player()

SAMPLES: Final = (
    _sample(  # one loser owes 20 and more, two do not: the scope of the minimum shows
        "small-discard",
        "234m456p789s55s",
        "5s",
        WinBy.DISCARD,
        source=2,
        indicator="2z",
        me=_player("chi:123m@3", "5z"),
        others=(_CLOSED, _player("peng:9p@1"), _CLOSED),
    ),
    _sample(  # two openings: 开口翻 and 口口翻 differ
        "small-dealer",
        "678p34588s",
        "3s",
        indicator="2z",
        dealer=0,
        me=_player("chi:456m@3 peng:1p@2"),
        others=(_CLOSED, _player("chi:789m@1"), _player("peng:9s@0", "5z")),
    ),
    _sample(  # 起胡; and the tile before the indicator lies in the hand, a 皮子 in some games
        "small-poor",
        "234p88p6p234s79s",
        "9s",
        WinBy.DISCARD,
        source=3,
        indicator="5p",
        me=_player("chi:567m@3"),
        others=(_CLOSED, _CLOSED, _CLOSED),
    ),
    _sample(  # a tile of the indicator's own kind lies in the hand, a 皮子 in some games
        "small-held",
        "456m789p22567s",
        "7s",
        indicator="6m",
        me=_player("chi:123p@3", "5z"),
        others=(_CLOSED, _player("peng:9s@1"), _player("chi:123s@2")),
    ),
    _sample(  # three laizi in the hand: their limit in a big hand shows
        "pengpenghu",
        "889m444p77s333z",
        "4p",
        indicator="2z",
        me=_player("peng:1p@1"),
        others=(_CLOSED, _player("chi:789m@1"), _player("peng:8s@0", "5z")),
    ),
    _sample(  # 承包: the third opening fed by seat 3, who pays for all; one loser owes more than the cap
        "qingyise",
        "23466m",
        "2m",
        indicator="5p",
        me=_player("chi:123m@3 peng:9m@1 chi:678m@3"),
        others=(_player("peng:9p@3 an_gang:1s"), _CLOSED, _player("chi:456s@2")),
    ),
    _sample(  # three big hands: added up or doubled
        "three-big",
        "222p22555888s",
        "8s",
        indicator="4m",
        me=_player("peng:8m@1"),
        others=(_CLOSED, _player("peng:9s@3"), _CLOSED),
        last_tiles=True,
    ),
    _sample(  # 发财 in the hand: a gang honour in some games
        "fengyise",
        "11224466774z",
        "1z",
        indicator="4p",
        me=_player("peng:3z@1"),
        others=(_CLOSED, _player("chi:123s@1"), _CLOSED),
    ),
    _sample(  # fed by a player who is tenpai: whether he pays for all differs
        "quanqiuren",
        "55m",
        "5m",
        WinBy.DISCARD,
        source=2,
        indicator="2z",
        me=_player("peng:1m@1 peng:9p@1 peng:9s@1 chi:123s@3"),
        others=(_CLOSED, _player("chi:678p@1"), _CLOSED),
    ),
    _sample(  # the replacement of a 癞子杠
        "gangshanghua",
        "234m456p789s55s",
        "5s",
        indicator="2z",
        me=_player("chi:123m@3", "3z"),
        others=(_CLOSED, _player("peng:9p@1"), _CLOSED),
        after_gang=True,
    ),
    _sample(
        "qianggang",
        "234m456p789s55s",
        "4m",
        WinBy.QIANGGANG,
        source=1,
        indicator="2z",
        dealer=2,
        me=_player("chi:123m@3"),
        others=(_player("peng:4m@2"), _CLOSED, _player("chi:123p@2")),
    ),
    _sample(  # big by its situation alone, and its pair is no 258
        "haidilao",
        "234m456p789s99s",
        "4m",
        indicator="2z",
        me=_player("chi:123m@3"),
        others=(_CLOSED, _player("chi:123p@1"), _CLOSED),
        last_tiles=True,
    ),
    _sample(  # 金顶 with a loser who never opened, 光明顶
        "gold",
        "33355m",
        "5m",
        indicator="4p",
        me=_player("peng:1m@1 chong_gang:9m@1 an_gang:7m", "5z5z"),
        others=(_player("peng:1p@2"), _CLOSED, _player("chi:123s@2")),
    ),
)


@functools.lru_cache(maxsize=4096)
def sample_score(sample: Sample, rules: RuleSet) -> Score:
    """What the sample pays under ``rules``, or why it can't win there."""
    return score(sample.under(rules), sample.win)


def compare(before: RuleSet, after: RuleSet) -> tuple[Compared, ...]:
    """Every sample under both rule sets, in the order of :data:`SAMPLES`."""
    return tuple(Compared(each, sample_score(each, before), sample_score(each, after)) for each in SAMPLES)


def changed_fields(before: RuleSet, after: RuleSet) -> tuple[str, ...]:
    """The fields in which two rule sets differ, in the order of rules §7."""
    return tuple(name for name in RULE_FIELDS if getattr(before, name) != getattr(after, name))


def silent_fields(before: RuleSet, after: RuleSet) -> tuple[str, ...]:
    """The changed fields that no sample shows: with that one alone taken back, all samples pay the same."""
    return tuple(name for name in changed_fields(before, after) if _is_silent(name, before, after))


def _is_silent(name: str, before: RuleSet, after: RuleSet) -> bool:
    try:
        without = replace(after, **{name: getattr(before, name)})
    except BadRules:  # only allowed together with another change
        return False
    return not any(each.differs for each in compare(without, after))
