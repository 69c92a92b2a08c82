"""听牌 in full: each wait against the plain answer, each way out tried, each reason with its tiles."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer.advice import Action, discards
from analyzer.cli import commands
from analyzer.errors import BadCount, GangTileInMeld
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.requests import _PositionForm, answer, parse_position
from analyzer.rules import PRESETS, preset
from analyzer.tenpai import Change, Obstacle, Why, in_every_game, in_game, laid_out, tenpai
from analyzer.texts import LANGUAGES
from analyzer.tiles import NAMES
from analyzer.waits import waits
from tests.reference.positions import random_request

OPEN = {"players": [{"melds": [{"kind": "peng", "tiles": "2z", "from": 2}]}, {}, {}, {}]}
FIELDS = set(_PositionForm.model_fields)


def drawn(seed: int) -> Position:
    """A random position of a hand that waits or might."""
    while True:
        request = random_request(seed)
        if request["op"] == "waits":
            return parse_position(
                _PositionForm.model_validate({k: v for k, v in request.items() if k in FIELDS})
            )
        seed += 1


positions = st.integers(0, 2**40).map(drawn)


def meld(text: str, kind: MeldKind = MeldKind.PENG, source: int = 2) -> Meld:
    return Meld(kind, parse_tiles(text), source)


def of(hand: str, *melds: Meld, rules: str = "hongzhong", indicator: str = "4m", **fields: Any) -> Position:
    players = (Player(melds=melds, gangs=fields.pop("gangs", ())), *(Player(),) * 3)
    return Position(
        hand=parse_tiles(hand),
        rules=preset(rules),
        indicator=parse_tile(indicator),
        players=players,
        **fields,
    )


SOUTH = meld("2z")


def obstacle(position: Position, why: Why) -> Obstacle:
    return next(each for each in tenpai(position).obstacles if each.why is why)


def told(change: Change) -> tuple[str, str]:
    return format_tiles([change.tile]), format_tiles(draw.tile for draw in change.draws)


# ---------------------------------------------------------------------------------------------- each wait


def test_every_way_to_win_has_its_four_amounts():
    found = tenpai(of("135m567p2244s", SOUTH, gangs=parse_tiles("5z")))
    assert [format_tiles([each.wait.tile]) for each in found.each] == ["2m", "4s"]
    assert found.obstacles == ()
    # 小胡, soft: I have 1 opening, 1 红中杠, I deal; the self-draw adds 1, a discarder 1 (rules §5).
    for each in found.each:
        assert [(way.source, way.score.pays) for way in each.ways] == [
            (None, (48, -16, -16, -16)),
            (1, (32, -16, -8, -8)),
            (2, (32, -8, -16, -8)),
            (3, (32, -8, -8, -16)),
        ]


def test_a_laizi_is_marked_at_the_tile_it_stands_for():
    position = of("135m567p2244s", SOUTH)
    first = tenpai(position).each[0]
    arrangement = first.ways[0].score.arrangement
    assert arrangement is not None
    groups = laid_out(arrangement, position.laizi, first.wait.tile)
    marked = [
        (format_tiles([laid.kind]), laid.laizi, laid.won)
        for group in groups
        for laid in group
        if laid.laizi or laid.won
    ]
    assert marked == [("2m", False, True), ("4s", True, False)]


def test_a_wait_below_the_minimum_says_how_many_fan_it_lacks():
    found = tenpai(of("135m567p2244s", SOUTH, rules="facai-x4", gangs=parse_tiles("5z")))
    zimo = found.each[0].ways[0]
    # 16 points by self-draw, 16 by the discarder: 20 are needed, one fan doubles them.
    assert [(way.owed, way.lacking, way.score.valid) for way in found.each[0].ways] == [(16, 1, False)] * 4
    assert found.each[0].below_minimum
    assert (
        not tenpai(of("135m567p2244s", SOUTH, rules="facai-x4", gangs=parse_tiles("5z5z")))
        .each[0]
        .below_minimum
    )
    assert zimo.score.raw[1] == zimo.owed


def test_the_minimum_of_every_loser_counts_the_one_who_owes_least():
    position = of("135m567p2244s", SOUTH, rules="facai-x4", gangs=parse_tiles("5z5z"))
    every = replace(position, rules=replace(position.rules, minimum_scope="every"))
    ways = {way.source: way for way in tenpai(every).each[0].ways}
    assert (ways[None].owed, ways[None].lacking) == (32, 0)
    assert (ways[1].owed, ways[1].lacking) == (16, 1)


def test_caps_are_told_with_the_seats_they_hold():
    # 清一色 on a discard: 10 × 2^(1 opening + 2 gangs + 1 hard) × 1.5 = 240, doubled for who has opened too.
    position = of("2223456m", meld("789m", MeldKind.CHI, 3), meld("1m", source=1), indicator="1p")
    me = replace(position.me, gangs=parse_tiles("5z5z"))
    open_too = Player(melds=(meld("9p", source=0),))
    position = replace(position, players=(me, open_too, Player(), Player()))
    way = next(way for way in tenpai(position).each[0].ways if way.source == 1)
    assert way.score.raw == (0, 480, 160, 160)
    assert (way.capped, way.limit) == ((1,), 300)
    assert not way.score.gold


@settings(deadline=None, max_examples=25)
@given(positions)
def test_each_wait_pays_what_the_plain_answer_says(position: Position) -> None:
    found = tenpai(position)
    plain = waits(position)
    assert found.waits == plain
    assert [each.wait for each in found.each] == list(plain.waits)
    for each in found.each:
        for way in each.ways:
            channel = each.wait.zimo if way.source is None else each.wait.discard
            assert channel is not None
            expected = channel.best if way.source is None else channel.by_discarder[way.source]
            assert expected is not None
            assert replace(way.score, steps=(), arrangement=None) == expected
        assert {way.source is None for way in each.ways} == {
            zimo for zimo, channel in ((True, each.wait.zimo), (False, each.wait.discard)) if channel
        }


@settings(deadline=None, max_examples=25)
@given(positions)
def test_the_tiles_that_lie_are_the_tiles_that_are_held(position: Position) -> None:
    for each in tenpai(position).each:
        for way in each.ways:
            assert way.score.arrangement is not None
            groups = laid_out(way.score.arrangement, position.laizi, each.wait.tile)
            flat = [laid for group in groups for laid in group]
            held = [position.laizi if laid.laizi else laid.kind for laid in flat]
            assert Counter(held) == Counter([*position.hand, each.wait.tile])
            (won,) = [laid for laid in flat if laid.won]
            assert (position.laizi if won.laizi else won.kind) == each.wait.tile
            assert all(len(set(group)) > 0 for group in groups)


@settings(deadline=None, max_examples=25)
@given(positions)
def test_what_is_lacking_is_the_least_that_reaches_the_minimum(position: Position) -> None:
    minimum = position.rules.minimum
    for each in tenpai(position).each:
        for way in each.ways:
            assert way.score.valid == (way.lacking == 0)
            assert way.owed << way.lacking >= minimum
            assert way.lacking == 0 or way.owed << (way.lacking - 1) < minimum


# ------------------------------------------------------------------------------------------------ why not


def test_an_unopened_hand_is_told_what_it_would_win_on_and_which_call_opens_it():
    position = of("135m567p22445s78p")
    position = replace(position, hand=parse_tiles("135m567p2244s678p"))
    found = obstacle(position, Why.NOT_OPEN)
    assert (found.clause, format_tiles(found.tiles)) == ("§3", "2m4s")
    assert [obstacle.why for obstacle in tenpai(position).obstacles] == [Why.NOT_OPEN]
    assert found.calls
    for tile, option in found.calls:
        assert option.action in (Action.CHI, Action.PENG, Action.CHONG_GANG)
        assert position.live[tile] > 0


def test_a_gang_tile_in_hand_is_laid_down_and_its_replacement_makes_tenpai():
    position = of("15m567p2244s5z", SOUTH)
    found = obstacle(position, Why.GANG_TILE_IN_HAND)
    assert (found.clause, format_tiles(found.tiles)) == ("§2", "5z")
    expected = []
    for tile in range(34):
        hand = [*parse_tiles("15m567p2244s"), tile]
        laid = replace(
            position,
            hand=tuple(hand),
            players=(replace(position.me, gangs=parse_tiles("5z")), *position.players[1:]),
        )
        if position.live[tile] and not laid.problems() and waits(laid).tenpai:
            expected.append((tile, position.live[tile]))
    assert [(draw.tile, draw.live) for draw in found.draws] == expected != []


def test_two_gang_tiles_are_both_named_pi_too():
    position = of("14m567p224s5z5m", SOUTH, rules="pizi")
    found = obstacle(position, Why.GANG_TILE_IN_HAND)
    assert format_tiles(found.tiles) == "4m5z"
    assert found.draws == ()


def test_a_pair_that_is_no_258_is_named():
    position = of("13m567p333s11z", SOUTH)
    found = obstacle(position, Why.PAIR_NOT_258)
    assert (found.clause, format_tiles(found.tiles)) == ("§4", "1z")
    assert found.distance == 2
    assert found.changes == ()
    assert {format_tiles([draw.tile]) for draw in found.draws} >= {"2m", "5p", "8s"}


def test_too_many_laizi_are_mended_by_letting_one_go():
    found = obstacle(of("1355m456p228s", SOUTH, rules="facai"), Why.LAIZI_LIMIT)
    assert (found.clause, format_tiles(found.tiles)) == ("§4", "55m")
    assert [told(change) for change in found.changes] == [("5m", "2m26789s")]


def test_a_hand_with_nothing_near_is_told_its_distance_and_what_brings_it_nearer():
    position = of("147m258p369s1z", SOUTH)
    assert [each.why for each in tenpai(position).obstacles] == [Why.FAR]
    found = obstacle(position, Why.FAR)
    assert found.distance > 1
    assert "small" in found.routes
    assert found.changes == ()
    assert found.draws


def test_tiles_that_make_no_waiting_hand_are_refused():
    with pytest.raises(BadCount):
        tenpai(of("135m567p22445s", SOUTH))


@settings(deadline=None, max_examples=30)
@given(positions)
def test_what_is_not_tenpai_has_every_reason_of_the_plain_answer(position: Position) -> None:
    found = tenpai(position)
    whys = {each.why for each in found.obstacles}
    assert bool(whys) == (not found.waits.tenpai)
    blocked = set(found.waits.blocked_by)
    if Why.NOT_OPEN in whys and not obstacle(position, Why.NOT_OPEN).tiles:
        assert blocked <= whys
    elif found.obstacles and Why.NOT_OPEN not in whys:
        assert blocked == whys - {Why.FAR}
    for each in found.obstacles:
        assert set(each.tiles) <= set(position.hand) or each.why in (Why.NOT_OPEN, Why.PAIR_NOT_258)
        assert each.tiles or each.why in (Why.NOT_OPEN, Why.FAR)


@settings(deadline=None, max_examples=20)
@given(positions)
def test_every_exchange_that_leads_to_tenpai_is_told_and_no_other(position: Position) -> None:
    found = tenpai(position)
    assume(position.is_open and not found.waits.tenpai)
    assume(not set(position.hand) & set(position.gang_tiles))
    changes = {
        (change.tile, draw.tile)
        for each in found.obstacles
        for change in each.changes
        for draw in change.draws
    }
    expected = set()
    for tile in range(34):
        if position.live[tile] <= 0 or tile in position.gang_tiles:
            continue
        for gone in set(position.hand) - {tile}:
            hand = [*position.hand, tile]
            hand.remove(gone)
            if waits(replace(position, hand=tuple(hand))).tenpai:
                expected.add((gone, tile))
    assert changes == expected


# ------------------------------------------------------------------------------------------- every game


def test_every_game_is_asked_with_the_laizi_of_its_own_rules():
    position = of("135m567p2244s", SOUTH, indicator="5z")
    found = {each.rules.id: each for each in in_every_game(position)}
    assert list(found) == list(PRESETS)
    assert format_tiles([found["hongzhong"].position.laizi or 0]) == "6z"
    assert format_tiles([found["facai"].position.laizi or 0]) == "7z"


def test_a_meld_that_another_game_forbids_is_named():
    found = in_game(of("135m567p2244s", meld("6z")), preset("facai"))
    assert isinstance(found.problems[0], GangTileInMeld)
    assert (found.waits, found.tenpai, found.most) == (None, False, 0)


def test_a_game_of_ones_own_comes_first():
    rules = replace(PRESETS["facai"], id="ours", minimum=20)
    found = in_every_game(replace(of("135m567p2244s", SOUTH), rules=rules))
    assert [each.rules.id for each in found] == ["ours", *PRESETS]


def test_games_with_a_minimum_say_that_nothing_pays():
    found = {each.rules.id: each for each in in_every_game(of("135m567p2244s", SOUTH))}
    assert (found["hongzhong"].tenpai, found["hongzhong"].most) == (True, 24)
    assert (found["facai-x4"].tenpai, found["facai-x4"].most) == (True, 0)
    assert found["qipi"].obstacles == (Why.GANG_TILE_IN_HAND,)


def test_a_hand_on_turn_is_compared_by_its_best_discard():
    position = of("135m567p22445s", SOUTH)
    best = next(option for option in discards(position).options if option.waits and option.waits.tenpai)
    found = {each.rules.id: each for each in in_every_game(position)}
    assert found["hongzhong"].option == best
    assert found["hongzhong"].waits == best.waits
    assert found["hongzhong"].win is None
    won = in_game(of("123m567p22444s", SOUTH), preset("hongzhong"))
    assert won.win is not None
    assert won.win.valid


@settings(deadline=None, max_examples=6)
@given(positions)
def test_each_game_answers_as_if_asked_alone(position: Position) -> None:
    for each in in_every_game(position):
        if each.problems:
            continue
        assert each.waits == waits(each.position)
        assert each.tenpai == (not each.obstacles)
        assert each.obstacles == tuple(obstacle.why for obstacle in tenpai(each.position).obstacles)


# ------------------------------------------------------------------------ in JSON and on the command line

ASKED = {
    Why.NOT_OPEN: ("135m567p2244s678p", ""),
    Why.GANG_TILE_IN_HAND: ("15m567p2244s5z", "peng:2z@2"),
    Why.LAIZI_LIMIT: ("1355m456p228s", "peng:2z@2"),
    Why.PAIR_NOT_258: ("13m567p333s11z", "peng:2z@2"),
    Why.FAR: ("147m258p369s1z", "peng:2z@2"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("why", list(Why))
def test_json_and_command_line_give_each_reason_with_its_clause_and_cure(why: Why, lang: str) -> None:
    hand, melds = ASKED[why]
    position = of(hand, *([SOUTH] if melds else []))
    found = obstacle(position, why)
    asked = ["waits", hand, "--melds", melds, "--indicator", "4m", "--why", "--lang", lang]
    said = CliRunner().invoke(commands, asked)
    assert said.exit_code == 0, said.output
    (reason,) = [
        each
        for each in json.loads(CliRunner().invoke(commands, [*asked, "--json"]).output)["reasons"]
        if each["code"] == why
    ]
    assert f"{found.clause}  {reason['text']}" in said.output
    assert reason["clause"] == found.clause
    assert reason.get("tiles", []) == [NAMES[tile] for tile in found.tiles]
    assert reason.get("distance", 0) == found.distance
    assert reason.get("routes", []) == list(found.routes)
    assert [(each["tile"], each["total"]) for each in reason.get("changes", [])] == [
        (NAMES[change.tile], change.total) for change in found.changes
    ]
    assert [(each["offer"], each["action"]) for each in reason.get("calls", [])] == [
        (NAMES[tile], option.action) for tile, option in found.calls
    ]
    assert [(each["tile"], each["live"]) for each in reason.get("draws", [])] == [
        (NAMES[accept.tile], accept.live) for accept in found.draws
    ]
    mends = len(found.calls) + (len(found.changes) or bool(found.draws))
    lines = said.output.split(reason["text"])[1].splitlines()[1:]
    shown = next((number for number, line in enumerate(lines) if not line.startswith("      ")), len(lines))
    assert shown == mends + bool(found.calls and found.tiles)


def test_reasons_are_given_only_where_asked_for() -> None:
    request = {"op": "waits", "hand": "147m258p369s1z"}
    assert "reasons" not in answer(request)
    assert [each["code"] for each in answer({**request, "reasons": True})["reasons"]] == ["far"]
    assert answer({"op": "waits", "hand": "23m456p789s55s", "reasons": True, **OPEN})["reasons"] == []


def test_a_hand_that_holds_gang_tiles_and_is_far_is_told_the_nearest_route() -> None:
    found = obstacle(of("147m258p369s5z", SOUTH), Why.FAR)
    assert "small" in found.routes
    assert (found.draws, found.changes) == ((), ())
