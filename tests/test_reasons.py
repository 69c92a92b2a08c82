"""Reasons: every code comes up, speaks for the right action, quotes computed figures, and has a sentence."""

from dataclasses import replace

import pytest

from analyzer import (
    Action,
    Meld,
    MeldKind,
    Player,
    Position,
    calls,
    discards,
    parse_tile,
    parse_tiles,
    preset,
)
from analyzer.advice import Offer, Option
from analyzer.expectation.playouts import Estimate, Speed
from analyzer.reasons import CODES, Favours, Reason, differences
from analyzer.requests import answer, reason_text
from analyzer.texts import LANGUAGES

PENG = Meld(MeldKind.PENG, (28,), 2)
WIN, DISCARD, GANG, PASS = Action.WIN, Action.DISCARD, Action.GANG, Action.PASS


def situation(
    hand: str, *own: Meld, rules="hongzhong", indicator="4m", others=(), gangs="", **more
) -> Position:
    """A position of seat 0; ``others`` are the players after it."""
    me = Player(melds=own, gangs=parse_tiles(gangs))
    players = (me, *others, *[Player()] * (3 - len(others)))
    found = Position(
        hand=parse_tiles(hand),
        rules=preset(rules),
        indicator=parse_tile(indicator),
        players=players,
        **{name: parse_tiles(value) if name == "visible" else value for name, value in more.items()},
    )
    found.check()
    return found


def meld(kind: str, tiles: str, source: int) -> Meld:
    named = parse_tiles(tiles)
    return Meld(MeldKind(kind), named, source)


def act(options, action: Action, tile: str | None = None) -> Option:
    """The one option of this action and tile."""
    (found,) = [
        option
        for option in options
        if option.action is action and (tile is None or option.tile == parse_tile(tile))
    ]
    return found


def of_discards(position: Position, one: tuple, other: tuple) -> tuple[Position, Option, Option]:
    options = discards(position).options
    return position, act(options, *one), act(options, *other)


def of_calls(position: Position, tile: str, source: int, one: tuple, other: tuple):
    asked = replace(position, offer=parse_tile(tile))
    asked.check()
    options = calls(asked, Offer(asked.offer, source)).options
    return asked, act(options, *one), act(options, *other)


WORTH = Estimate(
    speed=Speed.FULL,
    samples=400,
    score=4.0,
    score_se=1.0,
    diff=0.0,
    diff_se=0.0,
    equal=True,
    win=0.5,
    tenpai=0.9,
    win_by_turn=(),
    tenpai_by_turn=(),
    deal_in=(0.0, 0.05, 0.0, 0.0),
    deal_in_cost=(0.0, -1.0, 0.0, 0.0),
    contract=0.0,
    drawn=0.1,
    mean_payout=20.0,
    hands=(("small", 0.5),),
    payouts=((-20, 0.25), (-10, 0.25), (20, 0.5)),
)
WORSE = replace(
    WORTH,
    score=-3.0,
    diff=-7.0,
    diff_se=2.0,
    equal=False,
    win=0.3,
    deal_in=(0.0, 0.1, 0.05, 0.05),
    contract=0.1,
    mean_payout=12.0,
    payouts=((-30, 0.6), (12, 0.4)),
)


def with_estimates(one: Estimate, other: Estimate):
    position, mine, theirs = of_discards(TENPAI, (DISCARD, "5m"), (DISCARD, "1m"))
    return position, replace(mine, estimate=one), replace(theirs, estimate=other)


TENPAI = situation("135m567p22567s", PENG, indicator="9p", visible="4m")
DEAD = situation("135m567p22567s", PENG, indicator="9p", visible="2222m1111p")
ONE_LAIZI = situation("13m1567p22567s", PENG, indicator="9p")
SHORT = situation("13m1567p22567s", PENG, indicator="9p", rules="facai-x4")
TWO_LAIZI = situation("13m11567p2256s", PENG, indicator="9p")
ONE_SUIT = Player(melds=(meld("chi", "123p", 0), meld("peng", "9p", 3)))
FEEDS = situation("1358m5p22567s1z", PENG, indicator="9m", others=(ONE_SUIT,))
LONE = Player(melds=tuple(meld("peng", tile, 0) for tile in ("1z", "3z", "9m", "9s")))
LAST_TILE = situation("1358m5p22567s4z", meld("peng", "6p", 3), indicator="7m", others=(LONE,))
ADDED = situation("13m567p22567s9m", meld("peng", "9m", 3), indicator="9p")
CLOSED = situation("23m567p22456s789s", indicator="9p")
TRIPLETS = situation("1155m45567p22s", PENG, indicator="9p")
HONOUR = situation("13m567p22567s5z", PENG, indicator="9p")

RECORDED = {
    "equal": (with_estimates(WORTH, replace(WORTH, score=3.0, diff=-1.0, diff_se=0.6)), "neither"),
    "score": (with_estimates(WORTH, WORSE), "one"),
    "win_chance": (with_estimates(WORTH, WORSE), "one"),
    "payout": (with_estimates(WORTH, WORSE), "one"),
    "deal_in": (with_estimates(WORTH, WORSE), "one"),
    "loss": (with_estimates(WORSE, WORTH), "other"),
    "contract": (with_estimates(WORSE, WORTH), "other"),
    "wins_now": (
        of_discards(situation("55m567p222444s", PENG, indicator="9m"), (WIN,), (DISCARD, "5m")),
        "one",
    ),
    "gang_tile_in_hand": (of_discards(HONOUR, (GANG, "5z"), (DISCARD, "1m")), "one"),
    "opens": (of_calls(CLOSED, "1m", 3, (PASS,), (Action.CHI, "1m")), "other"),
    "dead_wait": (of_discards(DEAD, (DISCARD, "5m"), (DISCARD, "1m")), "other"),
    "below_minimum": (of_discards(SHORT, (GANG, "1p"), (DISCARD, "1m")), "one"),
    "laizi_limit": (of_discards(TWO_LAIZI, (GANG, "1p"), (DISCARD, "1m")), "one"),
    "faster": (of_discards(TENPAI, (DISCARD, "5p"), (DISCARD, "1m")), "other"),
    "more_waits": (of_discards(TENPAI, (DISCARD, "5m"), (DISCARD, "1m")), "one"),
    "more_accepts": (of_discards(TRIPLETS, (DISCARD, "4p"), (DISCARD, "1m")), "other"),
    "hard": (of_discards(ONE_LAIZI, (DISCARD, "1p"), (DISCARD, "1m")), "one"),
    "pays_more": (of_discards(ONE_LAIZI, (DISCARD, "1p"), (DISCARD, "1m")), "one"),
    "route": (of_discards(TRIPLETS, (DISCARD, "4p"), (DISCARD, "1m")), "one"),
    "spends_laizi": (of_discards(ONE_LAIZI, (DISCARD, "1p"), (DISCARD, "1m")), "other"),
    "replacement": (of_discards(ONE_LAIZI, (GANG, "1p"), (DISCARD, "1p")), "one"),
    "own_fan": (of_discards(ONE_LAIZI, (DISCARD, "1p"), (DISCARD, "1m")), "neither"),
    "third_feed": (of_discards(FEEDS, (DISCARD, "5p"), (DISCARD, "8m")), "other"),
    "feeds_quanqiuren": (of_discards(LAST_TILE, (DISCARD, "5p"), (DISCARD, "4z")), "other"),
    "robbable": (of_discards(ADDED, (Action.XU_GANG, "9m"), (DISCARD, "9m")), "other"),
}
"""Of each code a position, two of its actions, and the one it must speak for."""


def reason_of(code: str, case: tuple) -> Reason:
    return {reason.code: reason for reason in differences(*case)}[code]


def test_every_code_is_recorded():
    assert set(RECORDED) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_code_comes_up_and_is_told(code):
    case, favours = RECORDED[code]
    found = reason_of(code, case)
    assert found.favours is Favours(favours)
    for lang in LANGUAGES:
        sentence = reason_text(found, lang)
        assert "{" not in sentence
        assert sentence
    assert reason_text(found, "en") != reason_text(found, "zh-CN")


@pytest.mark.parametrize("code", CODES)
def test_code_speaks_for_the_same_action_either_way_round(code):
    (position, one, other), favours = RECORDED[code]
    turned = {"one": Favours.OTHER, "other": Favours.ONE, "neither": Favours.NEITHER}
    found = reason_of(code, (position, other, one))
    assert found.favours is turned[favours]
    assert reason_text(found, "en")
    figures = dict(found.params)
    if {"one", "other"} <= set(figures):
        before = dict(reason_of(code, (position, one, other)).params)
        assert (figures["one"], figures["other"]) == (before["other"], before["one"])


@pytest.mark.parametrize("code", CODES)
def test_reasons_come_weightiest_first(code):
    codes = [reason.code for reason in differences(*RECORDED[code][0])]
    assert codes == sorted(codes, key=CODES.index)


def test_an_action_does_not_differ_from_itself():
    options = discards(ONE_LAIZI).options
    assert all(differences(ONE_LAIZI, option, option) == () for option in options)


FIGURES = {
    "wins_now": {"points": RECORDED["wins_now"][0][1].score.total},
    "more_waits": {"one": 8, "other": 7},  # 2m, or 4m of which one is seen, and four laizi
    "dead_wait": {"one": 0, "other": 4},
    "hard": {"one": 4, "other": 0},
    "own_fan": {"one": 2, "other": 1},  # opening, and a dropped laizi
    # opening, 自摸, dealer and the drop, hard with the four 2m, soft with the three laizi; else no drop and soft
    "pays_more": {"one": (4 * 3 * 2**5 + 3 * 3 * 2**4) / 7, "other": 3 * 2**3},
    "third_feed": {"seats": (1,)},
    "robbable": {"tile": parse_tile("9m")},
    "score": {"one": 4.0, "other": -3.0, "error": 2.0},
    "loss": {"one": 30.0, "other": 15.0},
}


@pytest.mark.parametrize("code", FIGURES)
def test_figures_are_those_of_the_options(code):
    assert dict(reason_of(code, RECORDED[code][0]).params) == FIGURES[code]


def test_a_tenpai_player_does_not_fear_quanqiuren_where_the_contract_spares_him():
    tenpai = replace(LAST_TILE, hand=parse_tiles("13m567p22567s5p"))
    _, fed, other = of_discards(tenpai, (DISCARD, "5p"), (DISCARD, "1m"))
    assert fed.waits.tenpai
    assert "feeds_quanqiuren" not in {reason.code for reason in differences(tenpai, fed, other)}
    always = replace(tenpai, rules=preset("yuanhang"))
    _, fed, other = of_discards(always, (DISCARD, "5p"), (DISCARD, "1m"))
    assert "feeds_quanqiuren" in {reason.code for reason in differences(always, fed, other)}


def test_noise_is_no_reason():
    """Amounts and chances that differ by less than two standard errors are not told."""
    near = replace(WORTH, win=0.52, deal_in=(0.0, 0.06, 0.0, 0.0), payouts=((-21, 0.48), (21, 0.52)))
    spread = replace(WORTH, payouts=((-80, 0.1), (-5, 0.4), (5, 0.4), (80, 0.1)))
    codes = {reason.code for reason in differences(*with_estimates(near, spread))}
    assert codes & {"win_chance", "deal_in", "payout", "loss", "contract"} == set()


def test_two_actions_beside_the_best_are_told_apart_by_the_smaller_bound():
    one = replace(WORTH, score=1.0, score_se=1.2, diff=-3.0, diff_se=4.0)
    other = replace(WORTH, score=-3.0, score_se=0.9, diff=-7.0, diff_se=4.0)
    assert dict(reason_of("score", with_estimates(one, other)).params)["error"] == pytest.approx(1.5)
    close = with_estimates(replace(one, diff_se=0.5), replace(other, diff_se=0.75))
    assert dict(reason_of("score", close).params)["error"] == pytest.approx(1.25)


REQUEST = {"op": "discards", "hand": "13m1567p22567s", "indicator": "9p"}


def test_requests_tell_reasons_where_they_are_asked_to():
    assert all("reasons" not in option for option in answer(REQUEST)["options"])
    best, *rest = answer(REQUEST | {"reasons": True, "lang": "en"})["options"]
    assert "reasons" not in best
    for option in rest:
        assert option["reasons"]
        for reason in option["reasons"]:
            assert reason["code"] in CODES
            assert reason["text"]
    assert answer(REQUEST | {"reasons": "yes"})["error"]["code"] == "bad_request"
