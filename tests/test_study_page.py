"""The study page by Streamlit's own test driver: inputs in, answers out, nothing lost on a mistake."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.advice import Action, Offer, discards
from analyzer.course import after, drawn
from analyzer.errors import BadNotation
from analyzer.examples import EXAMPLES, random_position
from analyzer.expectation.playouts import Speed
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position, Turn
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from pages.ui import play, state
from pages.ui.analysis import analyse, is_unfinished
from pages.ui.answers import Pen
from pages.ui.picker import picker_state
from pages.ui.plain import told
from pages.ui.state import EXAMPLE
from pages.ui.worth import WorthPen, name_of
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


def test_the_gallery_shows_each_hand_by_its_faces():
    at = app()
    for example in EXAMPLES:
        label = at.button(key=f"example-{example.name}").label
        assert label.startswith(f"**{text(f'example-{example.name}', ZH)}** ")
        shown = Counter(re.findall(r"tiles/(\w+)\.svg", label))
        mine = [*example.position.hand, *(kind for meld in example.position.me.melds for kind in meld.copies)]
        assert shown == Counter(NAMES[kind] for kind in mine)


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


def test_what_was_on_the_table_comes_back_whole(entries):
    state.amend(turn=Turn.GANG_DRAW)
    before = state.table()
    state.take_taps(report())
    taken = state.table()
    state.undo()
    back = state.table()
    assert back.scene == before.scene
    assert back.revision == taken.revision + 1
    state.redo()
    assert state.table().scene == taken.scene
    state.undo()
    state.undo()
    assert state.table().position == EXAMPLE
    state.undo()
    assert state.table().position == EXAMPLE


def test_the_pickers_own_undo_brings_back_more_than_the_tiles(entries):
    state.put(replace(EXAMPLE, wall=9, turn=Turn.GANG_DRAW))
    before = state.table()
    state.take_taps(report(base=before.revision))
    tiles = picker_state(before.position)
    state.take_taps(report(base=before.revision, seq=7) | {"state": tiles})
    assert state.table().scene == before.scene
    assert state.table().future


def test_a_tile_tapped_while_playing_on_is_the_draw(entries):
    waiting = replace(OPEN, hand=parse_tiles("135m567p2244s"), wall=30)
    state.put(waiting, playing=True)
    table = state.table()
    state.take_taps(report(base=table.revision))
    assert state.table().position == replace(OPEN, wall=26)
    state.put(EXAMPLE)
    state.put(waiting)
    state.take_taps(report(base=state.table().revision, seq=7))
    assert state.table().position == replace(OPEN, wall=30)


def test_a_seat_is_taken_with_the_tile_on_offer(entries):
    offer = Offer(parse_tile("5s"), 3)
    state.put(replace(OPEN, hand=parse_tiles("135m567p2244s"), offer=offer.tile), offer)
    state.take_seat(2)
    table = state.table()
    assert (table.position.seat, table.offer) == (2, replace(offer, source=1))
    assert table.position.me.melds[0].source == 0


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "discard:3:",
        {"name": "discard:3:"},
        {"name": "chi:1:", "at": [2, 5]},
        {"name": ["x"], "at": [2, 5]},
    ],
    ids=str,
)
def test_a_tap_on_no_action_of_the_position_plays_nothing(entries, payload):
    play.take_played(payload)
    assert state.table() == state.Table(EXAMPLE, session="s", revision=2, ack=5)


def test_a_tap_on_an_action_plays_it(entries):
    option = discards(EXAMPLE).options[-1]
    play.take_played({"name": name_of(option), "at": [2, 5]})
    assert state.table().position == after(EXAMPLE, option)
    assert state.table().playing


# -------------------------------------------------------------------------------------- another's tile

CALLED = {"hand": "3446m5567s99s", "indicator": "2p", "melds0": "peng:2z@2"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_to_a_discard_is_ranked_by_what_it_is_worth(lang):
    at = finished(app(**CALLED, offer="5s@3", lang=lang))
    position, offer = position_of(at), at.session_state["table"].offer
    assert offer == Offer(parse_tile("5s"), 3)
    found = at.session_state["followed"].ticket.snapshot().found
    assert {option.action for option in found} == {Action.CHI, Action.PENG, Action.PASS}
    assert all(option.estimate is not None for option in found)
    drawn = "".join(part.value for part in at.get("html"))
    rows = re.findall(r'data-action="(\w+)" data-tile="(\w*)"', drawn)
    assert rows == [(str(option.action), Pen.tile_code(option)) for option in found]
    pen = Pen(position, lang, offer)
    assert f"<h2>{pen.deed(found[0])}</h2>" in drawn
    assert pen.offered(offer) in shown(at)
    assert "offer=5s@3" in at.code[0].value
    one, other = found[1], found[0]
    assert text("compare-score", lang, change="", margin="").split()[0] in shown(at)
    at.button(key="play").click().run()
    assert position_of(at) == after(position, other, offer)
    assert at.session_state["table"].offer is None
    at.button(key="undo").click().run()
    assert (position_of(at), at.session_state["table"].offer) == (position, offer)
    assert not at.exception
    assert one is not other


def test_a_robbed_gang_and_a_mistaken_one():
    at = app(**CALLED, offer="9p@1", robbed="1", melds1="peng:9p@2")
    assert text("asked-robbed", ZH, who=text("seat-next", ZH), tile=text("tile-9p", ZH)) in shown(at)
    wrong = app(**CALLED, offer="9p@1", robbed="1")
    assert [warning.value for warning in wrong.warning]
    assert not wrong.exception
    assert len(app(**CALLED, offer="9p@1", robbed="x").error) == 1


# ----------------------------------------------------------------------------------- played on, and others


def test_a_hand_is_played_on_with_random_draws():
    at = finished(app())
    at.button(key="play").click().run()
    waiting = position_of(at)
    at.button(key="draw").click().run()
    assert not at.exception
    (tile,) = (Counter(position_of(at).hand) - Counter(waiting.hand)).elements()
    assert position_of(at) == drawn(waiting, tile)
    for key in ("undo", "undo", "redo", "redo"):
        at.button(key=key).click().run()
    assert position_of(at) == drawn(waiting, tile)
    assert not at.exception


def test_a_random_hand_comes_back_by_its_number():
    at = app()
    at.button(key="deal").click().run()
    seed, position = at.session_state["dealt"]
    assert position_of(at) == position == random_position(EXAMPLE.rules, seed)
    assert f"deal={seed}" in at.code[0].value
    assert position_of(app(deal=str(seed))) == position
    assert position_of(app(deal="<b>")) == EXAMPLE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_opens_with_the_two_actions_it_is_about(lang):
    at = app(hand="", lang=lang)
    example = EXAMPLES[3]
    at.button(key=f"example-{example.name}").click().run()
    at = finished(at)
    assert (position_of(at), at.session_state["table"].offer) == (example.position, example.offer)
    answer = shown(at)
    assert text(f"example-{example.name}-line", lang) in answer.replace("&#x27;", "'")
    found = at.session_state["followed"].ticket.snapshot().found
    pen = WorthPen(example.position, lang, example.offer)
    assert pen.comparison(example.one.of(found), example.other.of(found)) in answer


def test_the_table_is_told_by_dealer_seat_and_wall():
    at = app(hand="135m567p2244s", indicator="4m", melds0="peng:2z@2")
    at.get_by_key("own_seat").set_value(1).run()
    position = position_of(at)
    assert (position.seat, position.dealer, position.me.melds[0].source) == (1, 1, 3)
    at.get_by_key("wall_left").set_value(20).run()
    assert position_of(at).wall == 20
    at.button(key="wall_count").click().run()
    assert position_of(at).wall is None


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
