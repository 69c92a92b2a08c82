"""例子: positions to learn from, positions dealt at random, and a deal to be reviewed.

Each example shows one thing that the rules of Wuhan make of a hand.  What it claims is a reason of
:mod:`analyzer.reasons` between two of its actions, so a test can hold the example to it.
"""

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from analyzer.advice import Action, Offer, Option, calls, discards
from analyzer.course import after
from analyzer.notation import parse_melds, parse_offer, parse_tile, parse_tiles
from analyzer.position import SEATS, Meld, MeldKind, Player, Position
from analyzer.reasons import Favours
from analyzer.record import Record
from analyzer.rules import RuleSet, preset
from analyzer.shorthand import read

__all__ = ["EXAMPLES", "Example", "Move", "example_deal", "random_position"]

ROUNDS: Final = 8
"""The most rounds that a random position is played on for."""
CALLS: Final = 2
"""The most calls in it, so that there is a hand left to think about."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action of an example, by what names it."""

    action: Action
    tile: int | None = None

    def of(self, options: tuple[Option, ...]) -> Option:
        """The first option that is this action.  Raises :class:`LookupError` where there is none."""
        for option in options:
            if option.action is self.action and (self.tile is None or option.tile == self.tile):
                return option
        raise LookupError(f"expected an option of the position: {self}")


@dataclass(frozen=True, slots=True)
class Example:
    """例子: a position, two of its actions, and what sets the one apart from the other."""

    name: str
    position: Position
    one: Move
    other: Move
    code: str
    """The reason (:data:`analyzer.reasons.CODES`) that the example is about."""
    favours: Favours
    offer: Offer | None = None


def _melds(written: str) -> tuple[Meld, ...]:
    return tuple(Meld(MeldKind(kind), tiles, source) for kind, tiles, source in parse_melds(written))


def _example(
    name: str,
    hand: str,
    *,
    indicator: str,
    one: str,
    other: str,
    code: str,
    favours: str,
    rules: str = "hongzhong",
    melds: str = "peng:2z@2",
    next_player: str = "",
    visible: str = "",
    offer: str = "",
) -> Example:
    """A row of :data:`EXAMPLES`: tiles in notation, moves as ``"discard 5m"``."""
    offered = Offer(*parse_offer(offer)) if offer else None
    position = Position(
        hand=parse_tiles(hand),
        rules=preset(rules),
        indicator=parse_tile(indicator),
        players=(Player(_melds(melds)), Player(_melds(next_player)), Player(), Player()),
        visible=parse_tiles(visible),
        offer=None if offered is None else offered.tile,
    )
    return Example(name, position, _move(one), _move(other), code, Favours(favours), offered)


def _move(written: str) -> Move:
    action, _, tile = written.partition(" ")
    return Move(Action(action), parse_tile(tile) if tile else None)


EXAMPLES: Final = (
    _example(
        "gang-honour",
        "13m567p22567s5z",
        indicator="9p",
        one="gang 5z",
        other="discard 1m",
        code="gang_tile_in_hand",
        favours="one",
    ),
    _example(
        "two-laizi",
        "13m11567p2256s",
        indicator="9p",
        one="gang 1p",
        other="discard 1m",
        code="laizi_limit",
        favours="one",
    ),
    _example(
        "hard",
        "13m1567p22567s",
        indicator="9p",
        one="discard 1p",
        other="discard 1m",
        code="pays_more",
        favours="one",
    ),
    _example(
        "open-first",
        "23m567p22456s789s",
        indicator="9p",
        melds="",
        offer="1m@3",
        one="chi 1m",
        other="pass",
        code="opens",
        favours="one",
    ),
    _example(
        "dead-wait",
        "135m567p22567s",
        indicator="9p",
        visible="2222m1111p",
        one="discard 5m",
        other="discard 1m",
        code="dead_wait",
        favours="other",
    ),
    _example(
        "minimum",
        "13m1567p22567s",
        rules="facai-x4",
        indicator="9p",
        one="gang 1p",
        other="discard 1m",
        code="below_minimum",
        favours="one",
    ),
    _example(
        "triplets",
        "1155m45567p22s",
        indicator="9p",
        one="discard 4p",
        other="discard 1m",
        code="route",
        favours="one",
    ),
    _example(
        "third-feed",
        "1358m5p22567s1z",
        indicator="9m",
        next_player="chi:123p@0 peng:9p@3",
        one="discard 5p",
        other="discard 8m",
        code="third_feed",
        favours="other",
    ),
    _example(
        "last-tile",
        "1358m5p22567s4z",
        indicator="7m",
        melds="peng:6p@3",
        next_player="peng:1z@0 peng:3z@0 peng:9m@0 peng:9s@0",
        one="discard 5p",
        other="discard 4z",
        code="feeds_quanqiuren",
        favours="other",
    ),
    _example(
        "robbed",
        "13m567p22567s9m",
        indicator="9p",
        melds="peng:9m@3",
        one="xu_gang 9m",
        other="discard 9m",
        code="robbable",
        favours="other",
    ),
)
"""The gallery, from what every player meets to what is seldom thought of."""


def random_position(rules: RuleSet, seed: int) -> Position:
    """A position on turn after a few rounds, the same for the same seed.

    All tiles are dealt; the player discards and calls what brings the hand nearest, the others let go what they
    draw.  A hand that could win is left there.
    """
    dealer = random.Random(seed)
    deck = [kind for kind in range(34) for _ in range(4)]
    dealer.shuffle(deck)
    indicator = deck.pop()
    hand = tuple(deck.pop() for _ in range(13))
    position = Position(hand=hand, rules=rules, dealer=dealer.randrange(4), indicator=indicator)
    rounds = dealer.randint(1, ROUNDS)
    for left in reversed(range(rounds)):
        position = replace(position, hand=(*position.hand, deck.pop()))
        if not left or discards(position).options[0].action is Action.WIN:
            break
        position = _round(_let_go(position, deck), deck)
    return position


def _let_go(position: Position, deck: list[int]) -> Position:
    """The player discards by what stays nearest, after the gangs that come before that."""
    while True:
        best = next(option for option in discards(position).options if option.action is not Action.WIN)
        position = after(position, best)
        if best.action is Action.DISCARD:
            return position
        position = replace(position, hand=(*position.hand, deck.pop()))


def _round(position: Position, deck: list[int]) -> Position:
    """The three others draw and let go, and the player calls what brings the hand nearer."""
    turn = 1
    while turn < len(SEATS):
        offer = Offer(deck.pop(), (position.seat + turn) % len(SEATS))
        position = replace(position, offer=offer.tile)
        options = calls(position, offer).options
        if options[0].action in (Action.CHI, Action.PENG) and len(position.me.open_melds) < CALLS:
            position = _let_go(after(position, options[0], offer), deck)
            turn = 1
        else:
            let_pass = next(option for option in options if option.action is Action.PASS)
            position = after(position, let_pass, offer)
            turn += offer.tile not in position.gang_tiles  # whose replacement comes next
    return position


_DEAL: Final = """
规则 hongzhong
庄 北
翻 5m
手 东 233m578p234679s1z
手 南 557m28p122579s12z
手 西 224m2347p59s2555z
手 北 12467889p136s367z
种子 115
北 3z
东 +1m 1z
南 +7z 2z
西 +4z 杠5z +3p 杠5z +5p 杠5z +9m 4z
北 +5s 6z
东 +7p 9s
南 +7m 7z
西 +5p 2z
北 +8s 7z
东 +4z 4z
南 +1m 1z
西 +3z 3z
北 +3p 1s
东 +5p 3m
南 +9s 1m
西 +6m 4m
北 +2z 2z
东 +2s 2s
南 碰 1s
西 +1p 9s
南 碰 2p
西 +6z 6z
北 +3p 3s
东 +5z 杠5z +6m 7p
南 +5m 8p
西 +8m 9m
北 +1p 8s
东 +7z 7z
南 +8s 8s
西 +6z 6z
北 +3s 3s
东 +6m 杠6m +4m 1m
南 +6p 6p
西 吃567p 5s
北 +4z 4z
东 +2m 2m
西 胡
"""


@cache
def example_deal() -> Record:
    """一局: played by computers, 东 by the efficiency player, the others by the learned one."""
    return read(_DEAL)
