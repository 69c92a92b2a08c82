"""牌桌, by Streamlit's own test driver: seats, a deal in three taps, undo, export, what was scored elsewhere."""

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from analyzer.errors import AnalyzerError
from analyzer.ledger import Entry, Kind, Ledger, reckon
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.rules import preset
from analyzer.seating import drawn_at_random
from analyzer.settlement import score
from analyzer.texts import LANGUAGES, describe, text
from analyzer.wins import Win
from pages.ui import offer, seats, storage
from pages.ui.plain import plain
from pages.ui.seats import Draft, read_draft
from pages.ui.standing import amount_told
from tests.sources import ROOT

ZH, EN = LANGUAGES
NAMES = ("陈伯", "李姐", "王五", "周")
HOSTILE = ("<script>a", "*x*$y$", ":smile:", "[a](b)")
SECONDS = 60


def app(ledger: Ledger | None = None, draft: Draft | None = None, lang: str = ZH, **entries) -> AppTest:
    """The table page of a browser that has kept what is given."""
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=SECONDS)
    at.query_params["lang"] = lang
    for name, value in entries.items():
        at.session_state[name] = value
    at.session_state["storage_shelves"] = {
        "table": storage.Shelf(ready=True, value=ledger),
        seats.NAME: storage.Shelf(ready=True, value=draft),
    }
    at.switch_page("pages/table.py").run()
    assert not at.exception
    return at


def kept(at: AppTest) -> Ledger | None:
    return at.session_state["storage_shelves"]["table"].value


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at))))


def press(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


def deal(at: AppTest, winner: int, source: int) -> AppTest:
    """Two taps; the third is the button ``write``."""
    at.button_group(key="table_winner").set_value(winner).run()
    at.button_group(key="table_source").set_value(source).run()
    assert not at.exception
    return at


@pytest.fixture
def begun() -> Ledger:
    return Ledger(NAMES)


# ------------------------------------------------------------------------------------------------ the seats


def test_nothing_is_drawn_before_the_browser_has_answered():
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=SECONDS)
    at.switch_page("pages/table.py").run()
    assert text("table-reading", ZH) in shown(at)
    assert not [button for button in at.button if button.key == "begin"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_players_who_are_seated_begin_at_once(lang):
    at = app(lang=lang)
    at.text_input(key="seats_name_0").set_value(" 陈  伯 ").run()
    press(at, "begin")
    assert kept(at).names == ("陈 伯", *[text(f"seat-{seat}", lang) for seat in (1, 2, 3)])
    assert text("table-dealer", lang, name="陈 伯") in shown(at)


def test_a_draw_by_number_can_be_checked_by_everybody():
    at = app(draft=Draft(NAMES, way="random"))
    assert at.button(key="begin").disabled
    press(at, "draw")
    assert type(at.number_input(key="seats_seed").value) is int
    at.number_input(key="seats_seed").set_value(755575).run()
    drawn = drawn_at_random(755575)
    assert len(drawn.draws[drawn.order[1]]) == 2  # two of them drew the same
    said = text(
        "table-threw",
        ZH,
        name=NAMES[drawn.order[0]],
        one=drawn.dice[0],
        other=drawn.dice[1],
        count=str(drawn.count),
        east=NAMES[drawn.seats[0]],
    )
    assert said in shown(at)
    press(at, "begin")
    assert kept(at).names == tuple(NAMES[player] for player in drawn.seats)


def test_a_draw_at_the_table_is_typed_with_its_ties_and_dice():
    at = app(draft=Draft(NAMES, way="typed"))
    for player, tile in enumerate(("9p", "6s", "1m", "6s")):
        at.selectbox(key=f"seats_tile_{player}_0").set_value(parse_tile(tile)).run()
    assert at.button(key="begin").disabled
    at.selectbox(key="seats_tile_1_1").set_value(parse_tile("5p")).run()
    at.selectbox(key="seats_tile_3_1").set_value(parse_tile("5m")).run()
    at.button_group(key="seats_die_0").set_value(1).run()
    at.button_group(key="seats_die_1").set_value(2).run()
    assert not at.exception
    press(at, "begin")
    assert kept(at).names == (
        "周",
        "王五",
        "陈伯",
        "李姐",
    )  # 陈, 李, 周, 王 by the tiles; the dice count to the third


def test_two_of_one_name_are_told_and_wait():
    at = app(draft=Draft(("王", "王", "", "")))
    assert at.error[0].value == text("ledger-same-name", ZH, name="王")
    assert at.button(key="begin").disabled


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=10,
    ),
    where=st.sampled_from([None, *Draft().to_json()]),
)
def test_no_kept_draft_brings_more_than_a_named_fault(value, where):
    try:
        draft = read_draft(value if where is None else {**Draft().to_json(), where: value})
    except AnalyzerError:
        return
    assert read_draft(draft.to_json()) == draft
    assert len(draft.seats) in (0, 4)


def test_a_draft_is_the_same_after_the_browser_kept_it():
    for draft in (
        Draft(NAMES, "random", 5, stake=20),
        Draft(NAMES, "typed", None, drawn_at_random(7)),
        Draft(),
    ):
        assert read_draft(json.loads(json.dumps(draft.to_json()))) == draft


# ----------------------------------------------------------------------------------------------- the ledger


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_ordinary_deal_is_three_taps(begun, lang):
    at = press(deal(app(begun, lang=lang), 1, 0), "write")
    (only,) = kept(at).standing.deals
    assert only.entry.amounts == reckon(preset("hongzhong"), dealer=0, winner=1, source=0).amounts
    assert (only.entry.who, only.entry.source, only.entry.hand) == (1, 0, ("small",))
    assert text("table-told-win", lang, name="李姐", source="陈伯") in shown(at)
    assert text("table-dealer", lang, name="李姐") in shown(at)
    for amount in only.totals:
        assert amount_told(amount) in shown(at)
    assert at.button_group(key="table_winner").value is None


def test_fan_and_big_hands_follow_the_rules_on_top(begun):
    at = deal(app(begun), 2, -1)
    at.button_group(key="table_big").set_value(["qingyise", "haidilao"]).run()
    at.toggle(key="table_hard").set_value(True).run()
    at.number_input(key="table_fan_3").set_value(4).run()
    press(at, "write")
    (only,) = kept(at).standing.deals
    found = reckon(
        preset("hongzhong"),
        dealer=0,
        winner=2,
        source=None,
        fan=(1, 1, 1, 4),
        hard=True,
        big=("qingyise", "haidilao"),
    )
    assert only.entry.amounts == found.amounts
    assert only.entry.hand == ("qingyise", "haidilao")
    # the next deal begins with an empty form
    at = deal(at, 0, 1)
    assert at.number_input(key="table_fan_3").value == 1
    assert not at.toggle(key="table_hard").value


def test_amounts_can_be_typed_instead(begun):
    at = deal(app(begun), 3, 1)
    at.toggle(key="table_typed").set_value(True).run()
    for seat, points in ((0, 5), (1, 300), (2, 0)):
        at.number_input(key=f"table_lost_{seat}").set_value(points).run()
    press(at, "write")
    assert kept(at).standing.totals == (-5, -300, 0, 305)


def test_a_win_for_nothing_is_told_and_not_written(begun):
    at = deal(app(begun), 3, 1)
    at.toggle(key="table_typed").set_value(True).run()
    for seat in (0, 1, 2):
        at.number_input(key=f"table_lost_{seat}").set_value(0).run()
    assert at.error[0].value == text("ledger-winner-gets-nothing", ZH, amount=0)
    assert not [button for button in at.button if button.key == "write"]


def test_drawn_games_and_escapes_are_written(begun):
    at = press(press(app(begun), "drawn"), "escape_2")
    kinds = [(each.entry.kind, each.dealer) for each in kept(at).standing.deals]
    assert kinds == [(Kind.DRAWN, 0), (Kind.ESCAPE, 0)]
    assert kept(at).standing.totals == Entry.escape(2, preset("hongzhong").escape).amounts
    assert text("table-told-escape", ZH, name="王五") in shown(at)


def test_undo_and_redo(begun):
    at = press(deal(app(begun), 1, 0), "write")
    after = kept(at).standing
    press(at, "undo")
    assert kept(at).standing.deals == ()
    assert at.button(key="undo").disabled
    press(at, "redo")
    assert kept(at).standing == after


def test_a_new_table_asks_first_and_clears(begun):
    at = app(begun.add(Entry.drawn()))
    assert text("table-new-sure", ZH, count=1) in shown(at)
    press(at, "clear")
    assert kept(at) is None
    assert at.button(key="begin").label == text("table-begin", ZH)


def test_points_are_told_as_money(begun):
    at = app(begun.add(Entry.won(0, {1: 30, 2: 7})))
    at.number_input(key="table_stake").set_value(0.05).run()
    assert kept(at).stake == 5
    assert [money in shown(at) for money in ("+1.85", "−1.5", "−0.35")] == [True] * 3


def test_an_evening_has_a_chart_and_a_spreadsheet(begun):
    at = app(begun.add(Entry.won(0, {1: 30, 2: 7})).add(Entry.drawn()))
    (chart,) = at.get("plotly_chart")
    traces = json.loads(chart.proto.spec)["data"]
    assert [trace["name"] for trace in traces] == list(NAMES)
    assert [trace["hovertext"][-1] for trace in traces] == [
        text("told-total", ZH, name=name, deal=2, points=points)
        for name, points in zip(NAMES, ("+37", "−30", "−7", "0"), strict=True)
    ]
    assert not at.get("download_button")[0].proto.disabled


# ------------------------------------------------------------------------------------ from the score page


def a_score():
    position = Position(
        parse_tiles("123456m789p55s"),
        seat=2,
        dealer=3,
        indicator=parse_tile("9s"),
        players=tuple(
            Player(melds=(Meld(MeldKind.PENG, parse_tiles(f"{seat + 1}z"), (seat + 1) % 4),))
            for seat in range(4)
        ),
    )
    win = Win(parse_tile("5s"))
    return score(position, win), position, win


def test_a_score_is_written_down_by_the_dealer_of_the_table(begun):
    found, position, win = a_score()
    ledger = begun.add(Entry.won(1, {0: 4}))  # the deal has passed to seat 1
    waiting = offer.Offered(found, position.seat, win.source, position.dealer)
    at = app(ledger, offered=waiting)
    assert text("table-told-zimo", ZH, name=NAMES[0]) in shown(at)
    press(at, "write_offered")
    entry = kept(at).standing.deals[-1].entry
    # the dealer of the score, seat 3, is seat 1 here; the winner before him seat 0
    assert entry.who == 0
    assert entry.amounts[1] == found.pays[3]
    assert "offered" not in at.session_state


def test_an_offer_can_be_let_go(begun):
    found, position, win = a_score()
    at = app(begun, offered=offer.Offered(found, position.seat, win.source, position.dealer))
    press(at, "withdraw")
    assert kept(at).log == ()
    assert "offered" not in at.session_state


# ------------------------------------------------------------------------------------------ hostile input


def test_hostile_names_are_shown_as_they_are():
    ledger = Ledger(HOSTILE).add(Entry.won(0, {1: 5})).add(Entry.escape(3, 400))
    at = deal(app(ledger), 0, 1)
    for name in HOSTILE:
        assert name in shown(at)
    assert "<script" not in html(at)
    labels = at.button_group(key="table_winner").options
    assert labels == [plain(name) for name in HOSTILE]
    assert re.sub(r"\\(.)", r"\1", " ".join(labels)) == " ".join(HOSTILE)
    assert not re.search(r"(?<!\\)[*$:\[\]()<]", " ".join(labels))


@pytest.mark.parametrize(
    "value", ["0", [], {"form": 1}, {"form": 1, "names": ["<b>"], "stake": 0, "log": []}]
)
def test_a_kept_table_of_another_form_is_left_where_it_is(value):
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=SECONDS)
    at.switch_page("pages/table.py").run()
    text_kept = json.dumps({"form": 1, "revision": 3, "by": "another", "value": value})
    name = storage.Name(Ledger.from_json, "page-table", quiet=False)
    shelf = storage.taken(storage.Shelf(), name, text_kept, "seen")
    assert shelf.unread is not None
    at.session_state["storage_shelves"] = {"table": shelf, seats.NAME: storage.Shelf(ready=True)}
    at.run()
    assert not at.exception
    why = plain(describe(shelf.unread, ZH))
    assert at.warning[0].value == text("storage-unread", ZH, title=text("page-table", ZH), why=why)
    press(at, "storage_aside_table")
    assert not at.warning
