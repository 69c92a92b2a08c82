"""The study page by Streamlit's own test driver: inputs in, answers out, nothing lost on a mistake."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.advice import discards
from analyzer.course import after
from analyzer.errors import BadNotation
from analyzer.expectation.playouts import Speed
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position, Turn
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES, text
from pages.ui import state
from pages.ui.analysis import analyse, is_unfinished
from pages.ui.answers import Pen
from pages.ui.picker import picker_state
from pages.ui.plain import told
from pages.ui.state import EXAMPLE
from tests.sources import ROOT

ZH, EN = LANGUAGES


def app(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    at.session_state["speed"] = Speed.QUICK
    at.run()
    assert not at.exception
    return at


def finished(at: AppTest) -> AppTest:
    """The page once what its actions are worth is known."""
    at.session_state["followed"].ticket.wait()
    at.run()
    assert not at.exception
    return at


def position_of(at: AppTest) -> Position:
    return at.session_state["table"].position


def shown(at: AppTest) -> str:
    """The text of the page's answers, tags left out."""
    html = " ".join(part.value for part in at.get("html") if "<style>" not in part.value)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


PENG = Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2),))
OPEN = Position(
    hand=parse_tiles("135m567p22445s"), indicator=parse_tile("4m"), players=(PENG, *(Player(),) * 3)
)


# -------------------------------------------------------------------------------------------- first start


def test_the_first_start_shows_an_example_that_is_analysed():
    at = app()
    assert position_of(at) == EXAMPLE
    assert text("options-title", ZH) in shown(at)
    assert len(re.findall("data-action", "".join(part.value for part in at.get("html")))) == len(
        discards(EXAMPLE).options
    )
    assert not at.error
    assert not at.warning


def test_the_example_is_a_legal_open_position():
    assert EXAMPLE.problems() == ()
    assert EXAMPLE.is_open


# ------------------------------------------------------------------------------------- unfinished, refused


def test_an_unfinished_hand_is_told_what_it_needs():
    assert text("guide-title", ZH) in shown(app(hand=""))
    at = app(hand="123m")
    assert text("partial-hint", ZH, count=3) in shown(at)
    assert not at.error


def test_a_refused_input_is_named_beside_the_answer_to_the_last_good_hand():
    at = finished(app())
    answer = shown(at)
    mistake = BadNotation("notation-not-one-tile", text="5m5m", count=2)
    at.session_state["table"] = replace(at.session_state["table"], problem=mistake)
    at.run()
    assert [error.value for error in at.error] == [told(mistake, ZH)]
    assert shown(at) == answer


def test_every_fault_of_a_position_is_named():
    at = app(hand="55555m", indicator="4m", melds0="peng:5m@2")
    assert not at.exception
    assert len(at.warning) == len(position_of(at).problems()) > 1


# --------------------------------------------------------------------------------------- rules, language


def test_rules_change_the_gang_tiles_and_keep_everything_else():
    at = app()
    at.selectbox(key="rules_choice").select("facai").run()
    assert not at.exception
    position = position_of(at)
    assert position.rules == PRESETS["facai"]
    assert (position.hand, position.players, position.visible) == (
        EXAMPLE.hand,
        EXAMPLE.players,
        EXAMPLE.visible,
    )


def test_rules_change_the_laizi_that_follows_from_the_indicator():
    at = app(hand="135m567p2244s", indicator="5z")
    assert position_of(at).laizi == parse_tile("6z")
    at.selectbox(key="rules_choice").select("facai").run()
    assert position_of(at).laizi == parse_tile("7z")


def test_language_switches_every_text_and_keeps_the_position():
    at = app(hand="135m567p2244s", indicator="4m", melds0="peng:2z@2")
    before = position_of(at)
    at.get_by_key("language_choice").set_value(EN).run()
    assert not at.exception
    assert position_of(at) == before
    answer = shown(at)
    assert text("verdict-tenpai", EN) in answer
    assert text("board-title", EN) in answer
    assert text("board-title", ZH) not in answer


# -------------------------------------------------------------------------------------------------- links


def test_a_link_opens_the_position_it_names():
    at = app(
        rules="pizi-koukou", hand="135m567p2244s", indicator="9m", melds0="chi:123s@3", dealer="2", lang="en"
    )
    position = position_of(at)
    assert position.rules == PRESETS["pizi-koukou"]
    assert position.laizi == parse_tile("1m")
    assert position.dealer == 2
    assert [str(meld) for meld in position.me.melds] == ["chi:123s@3"]
    assert text("board-title", EN) in shown(at)


@pytest.mark.parametrize(
    "query", [{"hand": "5x"}, {"hand": "1m", "rules": "riichi"}, {"hand": "1m", "seat": "9"}]
)
def test_a_bad_link_is_named_and_the_example_shown(query):
    at = app(**query)
    assert len(at.error) == 1
    assert position_of(at) == EXAMPLE


def test_the_share_link_is_on_the_page():
    at = app()
    assert "hand=135m567p22445s" in at.code[0].value
    assert "melds0=peng:2z@2" in at.code[0].value


# ------------------------------------------------------------------------------------------------ answers


def test_a_waiting_hand_shows_its_waits_and_pay():
    at = app(hand="135m567p2244s", indicator="4m", melds0="peng:2z@2")
    answer = shown(at)
    assert text("verdict-tenpai", ZH) in answer
    assert text("waits-title", ZH) in answer
    assert text("channel-zimo", ZH) in answer


def test_an_unopened_hand_shows_the_calls_that_open_it():
    at = app(hand="1235m567p22445s1z", indicator="4m")
    assert text("opening-title", ZH) in shown(at)


def test_a_complete_hand_shows_its_points_by_self_draw_and_by_discard():
    at = app(hand="5m2255588p558s", indicator="4m", melds0="peng:8m@3")
    answer = shown(at)
    assert text("verdict-win", ZH) in answer
    assert text("points-steps", ZH) in answer
    by_zimo = answer
    at.get_by_key("won_by").set_value(2).run()
    assert not at.exception
    assert at.selectbox(key="won_on").value is not None
    assert shown(at) != by_zimo


def test_a_complete_hand_that_can_not_win_says_why():
    at = app(hand="123m456m789m123p55p", indicator="1z")
    answer = shown(at)
    assert text("points-invalid", ZH) in answer
    assert text("reason-not-open", ZH) in answer


def test_playing_the_advice_goes_on_with_the_hand_that_is_left():
    at = finished(app())
    best = at.session_state["followed"].ticket.snapshot().found[0]
    at.button(key="play").click().run()
    assert not at.exception
    assert position_of(at) == after(EXAMPLE, best)
    assert len(position_of(at).hand) == len(EXAMPLE.hand) - 1
    assert text("board-title", ZH) in shown(at)


def test_the_dealer_is_chosen_by_where_he_sits():
    at = app(seat="1", hand="135m567p2244s", indicator="4m", melds1="peng:2z@3")
    at.get_by_key("dealer").set_value(3).run()  # 上家
    assert position_of(at).dealer == 0
    at.get_by_key("turn").set_value(Turn.GANG_DRAW).run()
    assert position_of(at).turn is Turn.GANG_DRAW


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", ["hongzhong", "facai-x4", "qipi", "yuanhang"])
@pytest.mark.parametrize(
    "hand", ["135m567p22445s", "1235m567p22445s1z", "5m2255588p558s", "2255888m58p258s5z", "1m", "55m"]
)
def test_every_answer_can_be_drawn(hand, rules, lang):
    for indicator in ("4m", "5z", None):
        for me in (Player(), PENG, Player(gangs=parse_tiles("5z"))):
            position = Position(
                hand=parse_tiles(hand),
                rules=PRESETS[rules],
                indicator=None if indicator is None else parse_tile(indicator),
                players=(me, *(Player(),) * 3),
            )
            pen, analysis = Pen(position, lang), analyse(position)
            if is_unfinished(position) or analysis.problems:
                continue
            drawn = pen.verdict(analysis) + pen.notes()
            if analysis.complete is not None:
                drawn += pen.points(analysis.complete)
            if analysis.discards is not None:
                drawn += pen.options(analysis.options)
            if analysis.waits is not None:
                drawn += pen.waits(analysis.waits, pen.say("waits-title"))
            assert analysis.board is not None
            drawn += pen.opening(analysis.opening) + pen.board(analysis.board)
            assert drawn.count("<section") == drawn.count("</section")
            assert drawn.count("<div") == drawn.count("</div")
            assert drawn.count("<span") == drawn.count("</span")


def test_the_table_shows_the_engines_figures():
    pen, analysis = Pen(OPEN, ZH), analyse(OPEN)
    assert analysis.discards is not None
    drawn = pen.options(analysis.options)
    for option in analysis.discards.options:
        assert option.tile is not None
        row = re.search(rf'data-tile="{format_tiles([option.tile])}".*?(?=data-action|$)', drawn, re.DOTALL)
        assert row is not None
        assert f'<div class="sum">{option.accepts_total} ' in row[0]
        for accept in option.accepts:
            assert f"</span><b>{accept.live}</b>" in row[0]


# ---------------------------------------------------------------------------------------------- the picker


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """A session that shows the example, in its third revision, five reports taken over."""
    session: dict[str, object] = {"table": state.Table(EXAMPLE, session="s", revision=2, ack=5)}
    monkeypatch.setattr(state.st, "session_state", session)
    return session


def report(session: str = "s", base: int = 2, seq: int = 6, **more: object) -> dict[str, object]:
    return {"session": session, "base": base, "seq": seq, "state": picker_state(OPEN), **more}


@pytest.mark.parametrize("late", [report(base=1), report(seq=5), report(session="other")], ids=str)
def test_a_report_that_knows_less_than_the_table_changes_nothing(entries, late):
    state.take_taps(late)
    assert state.table() == state.Table(EXAMPLE, session="s", revision=2, ack=5)


def test_a_newer_report_is_taken_over(entries):
    state.take_taps(report())
    assert (state.table().position, state.table().ack) == (OPEN, 6)
    state.take_taps(report(seq=9))
    assert (state.table().ack, state.table().revision) == (9, 2)


def test_a_malformed_report_is_named_and_the_picker_starts_over(entries):
    state.take_taps({"hand": "1m"})
    table = state.table()
    assert (table.position, table.revision) == (EXAMPLE, 3)
    assert table.problem is not None


def test_a_written_hand_replaces_the_hand_as_tapped(entries):
    state.take_written(report(text="一三五万 567p 2244s"))
    table = state.table()
    assert format_tiles(table.position.hand) == "135m567p2244s"
    assert table.position.players == OPEN.players
    assert (table.revision, table.ack, table.problem) == (3, 6, None)


@pytest.mark.parametrize("mistake", ["135m567p22445x", "10m", "55555z", "123m456m789m123p456p", "<b>1m</b>"])
def test_a_mistake_is_kept_by_name_beside_the_last_good_hand(entries, mistake):
    state.take_written(report(text=mistake))
    table = state.table()
    assert table.position == OPEN
    assert table.problem is not None
    assert table.revision == 2  # what is being written stays in its box
    state.take_taps(report(seq=7))
    assert state.table().problem is None


def test_circumstances_change_without_losing_taps_under_way(entries):
    state.amend(dealer=3)
    state.take_taps(report())
    assert state.table().ack == 6


# ----------------------------------------------------------------------------------------------- the moves


def test_moves_leave_what_the_action_says():
    laizi = replace_hand("5m1123z555z")
    gang = next(o for o in discards(laizi).options if o.action == "gang" and o.tile == parse_tile("5z"))
    assert after(laizi, gang).me.gangs == (parse_tile("5z"),)
    drop = next(o for o in discards(laizi).options if o.action == "discard" and o.tile == parse_tile("5m"))
    assert after(laizi, drop).me.laizi_drops == 1
    hidden = replace_hand("9999s12m22z")
    an_gang = next(o for o in discards(hidden).options if o.action == "an_gang")
    assert [str(meld) for meld in after(hidden, an_gang).me.melds] == ["an_gang:9s"]
    added = Position(
        hand=parse_tiles("2z1123456789m")[:11],
        indicator=parse_tile("4p"),
        players=(PENG, *(Player(),) * 3),
    )
    xu_gang = next(o for o in discards(added).options if o.action == "xu_gang")
    assert [str(meld) for meld in after(added, xu_gang).me.melds] == ["xu_gang:2z@2"]


def replace_hand(hand: str) -> Position:
    return Position(hand=parse_tiles(hand), indicator=parse_tile("4m"))
