"""What a tile picker or a link sends is untrusted: it becomes a position, or an AnalyzerError."""

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, BadCount, BadNotation, BadRequest, BadRules, BadSeat, TooManyCopies
from analyzer.notation import format_tiles, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position, Turn
from analyzer.rules import PRESETS, RuleSet
from analyzer.texts import LANGUAGES, describe
from analyzer.tiles import COPIES, KINDS
from pages.ui.links import from_query, language_of, query_names, to_query
from pages.ui.picker import picker_labels, picker_state, read_taps, read_written, with_hand

EMPTY = Position(hand=())
NOBODY = {"melds": [], "gangs": [], "drops": 0, "discards": []}
STATE = {"hand": [], "indicator": None, "laizi": None, "players": [NOBODY] * 4, "visible": [], "offer": None}


def report(**state):
    return {"session": "s", "base": 3, "seq": 7, "state": deepcopy({**STATE, **state})}


FULL = Position(
    hand=parse_tiles("23m55p456s5z"),
    rules=PRESETS["facai"],
    seat=1,
    dealer=2,
    indicator=parse_tiles("4m")[0],
    players=(
        Player(melds=(Meld(MeldKind.AN_GANG, ()),), discards=parse_tiles("1m9p")),
        Player(
            melds=(Meld(MeldKind.CHI, parse_tiles("123p"), 0), Meld(MeldKind.PENG, parse_tiles("1z"), 3)),
            gangs=parse_tiles("5z6z"),
        ),
        Player(gangs=parse_tiles("5m"), laizi_drops=1, tenpai=False),
        Player(melds=(Meld(MeldKind.XU_GANG, parse_tiles("9s"), 2),)),
    ),
    visible=parse_tiles("8m8m2z"),
)


# ------------------------------------------------------------------------------------------------ good taps


def test_taps_become_the_position():
    taps = read_taps(report(hand=[8, 0, 0, 27], indicator=3), EMPTY)
    assert (taps.session, taps.base, taps.seq) == ("s", 3, 7)
    assert format_tiles(taps.position.hand) == "119m1z"
    assert taps.position.laizi == 4  # 四万 turned over: 五万


def test_the_picker_gives_back_the_position_it_was_given():
    payload = json.loads(json.dumps({**report(), "state": picker_state(FULL)}))
    assert read_taps(payload, FULL).position == FULL


def test_what_the_picker_does_not_show_stays():
    taps = read_taps(report(hand=[0]), FULL)
    assert (taps.position.rules, taps.position.seat, taps.position.dealer) == (FULL.rules, 1, 2)
    assert taps.position.players[2].tenpai is False


def test_a_laizi_may_be_named_without_its_indicator():
    assert read_taps(report(laizi=4), EMPTY).position.laizi == 4


def test_numbers_may_arrive_as_floats():
    assert read_taps(report(hand=[4.0], indicator=3.0), EMPTY).position.hand == (4,)


def test_a_partial_hand_and_a_laizi_in_a_meld_are_a_persons_business():
    players = [{**NOBODY, "melds": [{"kind": "peng", "tiles": [4], "source": 3}]}, NOBODY, NOBODY, NOBODY]
    position = read_taps(report(hand=[0, 1, 2], indicator=3, players=players), EMPTY).position
    assert {problem.code for problem in position.problems()} == {"laizi_in_meld", "bad_count"}


# ------------------------------------------------------------------------------------------------- hostile

MELD = {"kind": "peng", "tiles": [3], "source": 1}


def with_meld(**fields):
    return report(players=[{**NOBODY, "melds": [{**MELD, **fields}]}, NOBODY, NOBODY, NOBODY])


def with_player(**fields):
    return report(players=[{**NOBODY, **fields}, NOBODY, NOBODY, NOBODY])


@pytest.mark.parametrize(
    "payload",
    [
        None,
        0,
        "taps",
        [],
        {},
        {"hand": []},
        {**report(), "more": 1},
        {**report(), "session": 5},
        {**report(), "session": "s" * 65},
        {**report(), "base": -1},
        {**report(), "base": None},
        {**report(), "seq": 2**53 + 1},
        {**report(), "seq": 1.5},
        {**report(), "seq": float("nan")},
        {**report(), "seq": float("inf")},
        {**report(), "seq": True},
        {**report(), "seq": "7"},
        {**report(), "state": None},
        {**report(), "state": []},
        {**report(), "state": {**STATE, "wall": 3}},
        report(hand=None),
        report(hand="1m"),
        report(hand={"0": 1}),
        report(hand=[34]),
        report(hand=[-1]),
        report(hand=[0.5]),
        report(hand=["0"]),
        report(hand=[True]),
        report(hand=[None]),
        report(hand=[[0]]),
        report(hand=[10**400]),
        report(hand=[0] * 137),
        report(visible=[34]),
        report(indicator=34),
        report(indicator="4m"),
        report(indicator=[3]),
        report(laizi=-1),
        report(indicator=3, laizi=4),
        report(players=[]),
        report(players=[NOBODY] * 3),
        report(players=[NOBODY] * 5),
        report(players=[None] * 4),
        report(players={"0": NOBODY}),
        with_player(drops=5),
        with_player(drops=-1),
        with_player(drops=None),
        with_player(gangs=[40]),
        with_player(discards="9m"),
        with_player(name="<img src=x onerror=alert(1)>"),
        with_player(melds=[MELD] * 5),
        with_player(melds=[None]),
        with_meld(kind="kan"),
        with_meld(kind=["peng"]),
        with_meld(kind=None),
        with_meld(tiles=[3, 3, 3, 3]),
        with_meld(tiles=3),
        with_meld(source=4),
        with_meld(source="left"),
        with_meld(extra=0),
    ],
    ids=repr,
)
def test_a_malformed_report_is_refused(payload):
    with pytest.raises(BadRequest) as caught:
        read_taps(payload, EMPTY)
    for lang in LANGUAGES:
        assert describe(caught.value, lang)


@pytest.mark.parametrize(
    "payload",
    [
        report(hand=[0, 0, 0, 0, 0]),
        report(hand=[3, 3, 3, 3], indicator=3),
        report(hand=[3, 3], visible=[3, 3, 3]),
        with_player(melds=[MELD, MELD]),
        with_player(discards=[9] * 5),
        {**with_player(drops=4), "state": {**with_player(drops=4)["state"], "laizi": 4, "hand": [4]}},
    ],
    ids=repr,
)
def test_a_fifth_copy_anywhere_is_refused(payload):
    with pytest.raises(TooManyCopies) as caught:
        read_taps(payload, EMPTY)
    assert caught.value.params["count"] > COPIES


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_read_or_refused(payload):
    with pytest.raises(AnalyzerError):
        read_taps(payload, EMPTY)


@given(st.data())
def test_a_report_with_one_part_replaced_is_read_or_refused(data):
    payload = {**report(), "state": picker_state(FULL)}
    payload = json.loads(json.dumps(payload))
    part: object = payload
    while isinstance(part, dict | list) and part:
        keys = sorted(part) if isinstance(part, dict) else range(len(part))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(part[key], dict | list) or data.draw(st.booleans()):
            part[key] = data.draw(json_values)
            break
        part = part[key]
    try:
        taps = read_taps(payload, FULL)
    except AnalyzerError:
        return
    assert max(taps.position.seen) <= COPIES


# ------------------------------------------------------------------------------------------- a written hand


def test_a_written_hand_comes_with_a_report():
    taps, written = read_written({**report(hand=[0]), "text": "一万 5条"}, EMPTY)
    assert (taps.position.hand, written) == ((0,), "一万 5条")


@pytest.mark.parametrize(
    "payload", [report(), {**report(), "text": 5}, {**report(), "text": None}, {"text": "1m"}, "1m", None]
)
def test_a_written_hand_without_a_report_or_a_text_is_refused(payload):
    with pytest.raises(BadRequest):
        read_written(payload, EMPTY)


def test_a_written_hand_takes_the_place_of_the_hand_alone():
    written = with_hand(FULL, "一万 一万 5条 東 红中")
    assert format_tiles(written.hand) == "11m5s15z"
    assert (written.players, written.indicator, written.rules) == (FULL.players, FULL.indicator, FULL.rules)


def test_a_written_hand_may_be_unfinished():
    assert with_hand(EMPTY, "123m").hand == (0, 1, 2)
    assert with_hand(EMPTY, "").hand == ()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("135m567p22445x", BadNotation),
        ("10m", BadNotation),
        ("<b>1m</b>", BadNotation),
        ("1m" * 500, BadNotation),
        ("55555z", TooManyCopies),
        ("123m456m789m123p456p", BadCount),
    ],
)
def test_a_mistake_in_a_written_hand_is_named(text, error):
    with pytest.raises(error) as caught:
        with_hand(EMPTY, text)
    for lang in LANGUAGES:
        assert "\n" not in describe(caught.value, lang)


def test_a_fault_that_was_there_before_does_not_stop_writing():
    meld = Player(melds=(Meld(MeldKind.PENG, (4,), 2),))
    faulty = Position(hand=(0, 0), indicator=3, players=(meld, *(Player(),) * 3))
    assert faulty.problems()
    assert format_tiles(with_hand(faulty, "22m").hand) == "22m"


# -------------------------------------------------------------------------------------------------- labels


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_label_is_a_text_of_the_language(lang):
    def leaves(value):
        if isinstance(value, str):
            yield value
        else:
            for each in value.values() if isinstance(value, dict) else value:
                yield from leaves(each)

    texts = list(leaves(picker_labels(lang)))
    assert all(texts)
    if lang == "en":
        assert not [text for text in texts if any("\u4e00" <= c <= "\u9fff" for c in text)]


# --------------------------------------------------------------------------------------------------- links


def test_a_link_carries_the_whole_table():
    query = to_query(FULL, "en")
    assert query["rules"] == "facai"
    assert query["melds1"] == "chi:123p@0 peng:1z@3"
    assert query["indicator"] == "4m"
    assert "laizi" not in query
    told = from_query(query)
    untold = Player(gangs=FULL.players[2].gangs, laizi_drops=1)  # `tenpai` is no part of a link
    assert told is not None
    assert told.players[2] == untold
    assert told.hand == FULL.hand
    assert told.laizi == FULL.laizi
    assert (told.seat, told.dealer, told.visible) == (1, 2, FULL.visible)
    assert told.players[0] == FULL.players[0]
    assert language_of(query) == "en"


def test_an_empty_query_is_no_link():
    assert from_query({}) is None
    assert from_query({"utm_source": "friend", "lang": "en"}) is None
    assert language_of({"lang": "tlh"}) is None


def test_a_custom_rule_set_travels_as_the_fields_that_differ():
    rules = RuleSet.from_fields(
        PRESETS["pizi"], {"minimum": 40, "max_laizi_in_big": 2, "gang_honours": "5z6z"}
    )
    query = to_query(Position(hand=(0,), rules=rules), "zh-CN")
    assert {name for name in query if name not in ("rules", "hand")} == {
        "minimum",
        "max_laizi_in_big",
        "gang_honours",
    }
    told = from_query(query)
    assert told is not None
    assert told.rules == rules


def test_turn_and_wall_travel():
    position = Position(hand=parse_tiles("11m"), turn=Turn.GANG_DRAW, wall=12, laizi=9)
    assert from_query(to_query(position, "zh-CN")) == position


tiles = st.lists(st.integers(0, KINDS - 1), max_size=20).map(tuple)
meld_values = st.builds(
    Meld,
    st.sampled_from([MeldKind.PENG, MeldKind.CHONG_GANG, MeldKind.XU_GANG]),
    st.tuples(st.integers(0, KINDS - 1)),
    st.integers(0, 3),
)
players = st.builds(
    Player,
    melds=st.lists(meld_values, max_size=4).map(tuple),
    gangs=tiles.map(lambda kinds: tuple(sorted(kinds))),
    laizi_drops=st.integers(0, 4),
    discards=tiles.map(lambda kinds: tuple(sorted(kinds))),
)


@given(
    st.builds(
        Position,
        hand=tiles,
        rules=st.sampled_from(list(PRESETS.values())),
        seat=st.integers(0, 3),
        dealer=st.integers(0, 3),
        indicator=st.none() | st.integers(0, KINDS - 1),
        players=st.tuples(players, players, players, players),
        visible=tiles.map(lambda kinds: tuple(sorted(kinds))),
        wall=st.none() | st.integers(0, 72),
        turn=st.sampled_from(list(Turn)),
    ),
    st.sampled_from(LANGUAGES),
)
def test_a_link_leads_back_to_the_position(position, lang):
    query = to_query(position, lang)
    assert from_query(query) == position
    assert (language_of(query) or LANGUAGES[0]) == lang


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"hand": "10m"}, BadNotation),
        ({"hand": "<script>alert(1)</script>"}, BadNotation),
        ({"hand": "1m" * 300}, BadRequest),
        ({"hand": "1m", "indicator": "4m5m"}, BadNotation),
        ({"hand": "1m", "laizi": ""}, BadNotation),
        ({"hand": "1m", "seat": "4"}, BadSeat),
        ({"hand": "1m", "dealer": "-1"}, BadSeat),
        ({"hand": "1m", "rules": "riichi"}, BadRules),
        ({"hand": "1m", "minimum": "-5"}, BadRules),
        ({"hand": "1m", "minimum": "[" * 390}, BadRules),
        ({"hand": "1m", "cap": "1e9"}, BadRules),
        ({"hand": "1m", "turn": "riichi"}, BadRequest),
        ({"hand": "1m", "wall": "-1"}, BadRequest),
        ({"hand": "1m", "wall": "٣"}, BadRequest),
        ({"hand": "1m", "drops2": "x"}, BadRequest),
        ({"hand": "1m", "melds0": "kan:5m@1"}, AnalyzerError),
    ],
    ids=repr,
)
def test_a_bad_link_is_refused_in_one_sentence(query, error):
    with pytest.raises(error) as caught:
        from_query(query)
    for lang in LANGUAGES:
        sentence = describe(caught.value, lang)
        assert "\n" not in sentence
        assert len(sentence) < 400


@given(st.dictionaries(st.sampled_from(sorted(query_names())), st.text(max_size=30)))
def test_any_query_is_read_or_refused(query):
    try:
        outcome = repr(from_query(query))
    except AnalyzerError as error:
        outcome = describe(error)
    assert outcome
