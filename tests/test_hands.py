"""最近 / 收藏: what a browser hands over is checked as a link is, and a hand counts once it was looked at."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from analyzer.errors import AnalyzerError, BadRequest
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Position
from analyzer.rules import RuleSet, preset
from analyzer.texts import LANGUAGES, text
from pages.ui import hands, storage
from pages.ui.hands import LONGEST_NAME, MOST_RECENT, Hand, Recent, read_recent, read_saved
from pages.ui.links import to_query
from pages.ui.state import EXAMPLE
from tests.sources import ROOT

ZH, EN = LANGUAGES
HAND = Position(parse_tiles("123m55p456789s111z"), indicator=parse_tile("4m"))
OWN_RULES = replace(HAND, rules=RuleSet.from_fields(preset("facai"), {"minimum": 30}))


def positions(count: int) -> list[Position]:
    return [replace(HAND, wall=wall) for wall in range(count)]


# ------------------------------------------------------------------------------------------- what is kept


def test_a_list_comes_back_as_it_went():
    recent = Recent((HAND, OWN_RULES, EXAMPLE), OWN_RULES)
    assert read_recent(json.loads(json.dumps(recent.to_json()))) == recent
    saved = [{"name": "<b>", "hand": to_query(OWN_RULES, ZH)}]
    assert read_saved(saved) == (Hand("<b>", OWN_RULES),)


def test_the_latest_comes_first_once_and_twenty_stay():
    recent = Recent()
    for position in [*positions(25), HAND, positions(25)[20]]:
        recent = recent.after(position)
    assert len(recent.hands) == MOST_RECENT
    assert [each.wall for each in recent.hands[:4]] == [20, None, 24, 23]


GOOD = to_query(HAND, ZH)


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (read_recent, []),
        (read_recent, {"hands": []}),
        (read_recent, {"hands": {}, "last": None}),
        (read_recent, {"hands": [GOOD] * 21, "last": None}),
        (read_recent, {"hands": [{**GOOD, "hand": "not tiles"}], "last": None}),
        (read_recent, {"hands": [{**GOOD, "hand": "11111m"}], "last": None}),
        (read_recent, {"hands": [{**GOOD, "more": "1"}], "last": None}),
        (read_recent, {"hands": [{**GOOD, "seat": 1}], "last": None}),
        (read_recent, {"hands": [], "last": {}}),
        (read_recent, {"hands": [], "last": {**GOOD, "hand": ""}}),
        (read_saved, {}),
        (read_saved, [{"name": "a", "hand": GOOD}] * 51),
        (read_saved, [{"name": 1, "hand": GOOD}]),
        (read_saved, [{"hand": GOOD}]),
        (read_saved, [{"name": "a", "hand": {**GOOD, "minimum": "none"}}]),
    ],
)
def test_what_is_no_hand_is_a_named_fault(read, value):
    with pytest.raises(AnalyzerError):
        read(value)


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=8,
    ),
    field=st.sampled_from(["hand", "rules", "indicator", "melds0", "turn", "wall"]),
)
def test_nothing_kept_brings_more_than_a_named_fault(value, field):
    for read, kept in (
        (read_recent, value),
        (read_recent, {"hands": [{**GOOD, field: value}], "last": value}),
        (read_saved, value),
        (read_saved, [{"name": value, "hand": GOOD}, {"name": "", "hand": {**GOOD, field: value}}]),
    ):
        try:
            read(kept)
        except AnalyzerError as error:
            assert str(error)


def test_a_name_is_one_short_line():
    (hand,) = read_saved([{"name": " a\n\x07b  c" + "d" * 90, "hand": GOOD}])
    assert hand.name == ("a b c" + "d" * 90)[:LONGEST_NAME]


# ------------------------------------------------------------------------------------------- on the page


def app(recent: Recent | None = None, saved: tuple[Hand, ...] = (), position: Position = HAND) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in to_query(position, ZH).items():
        at.query_params[name] = value
    at.session_state["speed"] = "instant"
    at.session_state["storage_shelves"] = {
        hands.RECENT: storage.Shelf(ready=True, value=recent),
        hands.SAVED: storage.Shelf(ready=True, value=saved or None),
    }
    at.session_state["hands"] = True
    at.run()
    assert not at.exception
    return at


def kept(at: AppTest, name: str):
    return at.session_state["storage_shelves"][name].value


def show(at: AppTest, position: Position) -> None:
    table = at.session_state["table"]
    at.session_state["table"] = replace(table, position=position, revision=table.revision + 1)
    at.run()
    assert not at.exception


def test_a_hand_counts_once_it_has_stood_for_some_seconds(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(hands.time, "monotonic", lambda: now[0])
    one, two, three = positions(3)
    at = app(position=one)
    now[0] += 1
    show(at, two)
    assert kept(at, hands.RECENT) == Recent((), two)
    now[0] += 5
    show(at, three)
    assert kept(at, hands.RECENT) == Recent((two,), three)


def test_what_stood_on_the_screen_last_time_is_among_them():
    at = app(Recent((), OWN_RULES))
    assert kept(at, hands.RECENT) == Recent((OWN_RULES,), HAND)


def test_the_example_and_what_is_no_hand_are_not_kept():
    for position in (EXAMPLE, replace(HAND, hand=parse_tiles("111m222m333m"))):
        assert kept(app(position=position), hands.RECENT) in (None, Recent())


def test_a_hand_is_saved_with_a_name_opened_and_deleted():
    at = app(Recent((OWN_RULES,)))
    at.text_input(key="hands_title").set_value("*好*牌").run()
    at.button(key="hands_keep").click().run()
    assert kept(at, hands.SAVED) == (Hand("*好*牌", HAND),)
    assert at.button(key="hands_open_0").label.startswith(r"\*好\*牌 ![一万]")
    at.button_group(key="hands_which").set_value(hands.RECENT).run()
    at.button(key="hands_open_0").click().run()
    assert at.session_state["table"].position == OWN_RULES
    at.button_group(key="hands_which").set_value(hands.SAVED).run()
    at.button(key="hands_delete_0").click().run()
    assert kept(at, hands.SAVED) == ()
    assert text("hands-none-saved", ZH) in [each.value for each in at.caption]
    assert not at.exception


def test_a_list_that_cannot_be_read_is_told_where_it_would_stand():
    at = app()
    shelves = at.session_state["storage_shelves"]
    unread = replace(shelves[hands.RECENT], unread=BadRequest("hands-no-list", value="7"))
    at.session_state["storage_shelves"] = {**shelves, hands.RECENT: unread}
    at.run()
    assert text("hands-no-list", ZH, value="7") in at.warning[0].value
