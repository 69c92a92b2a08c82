"""The score page by Streamlit's own test driver: a finished hand in, an account out, nothing believed of a link."""

import re
from dataclasses import replace
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.compare import compare, games
from analyzer.disputes import Paid, explain
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.position import MeldKind, Position
from analyzer.rules import PRESETS, RULE_FIELDS
from analyzer.texts import LANGUAGES, text
from analyzer.wins import ALL_NAMED, REASONS, Unnamed, Win, WinBy
from pages.ui import state
from pages.ui.account import AccountPen, signed
from pages.ui.links import to_query
from pages.ui.winning import EXAMPLES, How, Way, finish_of, link_of, read_link
from tests.sources import ROOT

ZH, EN = LANGUAGES
WORKED, WORKED_HOW = EXAMPLES["worked"]
UNSAID = How()


def app(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    at.switch_page("pages/score.py").run()
    assert not at.exception
    return at


def led_to(position: Position, how: How = UNSAID, lang: str = ZH) -> AppTest:
    return app(**to_query(position, lang), **link_of(position, how))


def position_of(at: AppTest) -> Position:
    return at.session_state["table"].position


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    """The text of the page's answers, tags left out."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html(at))))


# ------------------------------------------------------------------------------------------ the first answer


def test_the_study_page_leads_to_the_account_and_how_the_hand_was_won_goes_with_it():
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in to_query(WORKED, ZH).items():
        at.query_params[name] = value
    at.run()
    at.get_by_key("won_by").set_value(1).run()
    at.selectbox(key="won_on").set_value(parse_tile("8s")).run()
    assert not at.exception
    assert text("score-open", ZH) in [link.label for link in at.get("page_link")]
    at.switch_page("pages/score.py").run()
    assert not at.exception
    found = finish_of(WORKED, How(Way.DISCARD, parse_tile("8s"), 1)).score()
    assert text("pays-total", ZH, points=found.total) in shown(at)
    assert position_of(at) == WORKED


def test_a_first_visitor_sees_a_hand_that_is_settled():
    at = app()
    answer = shown(at)
    assert position_of(at).rules == state.EXAMPLE.rules
    assert text("pays-total", ZH, points=660) in answer
    for amount in (660, -240, -120, -300):
        assert signed(amount) in answer
    assert not at.warning
    assert not at.error
    assert set(re.findall(r'data-rules="([^"]+)"', html(at))) == set(PRESETS)


def test_the_worked_figure_opens_from_the_page():
    at = app(hand="")
    assert text("score-guide-title", ZH) in shown(at)
    at.button(key="example_worked").click().run()
    assert not at.exception
    assert position_of(at) == WORKED
    account = re.search(r'<table class="wm-account">.*?</table>', html(at)).group()
    told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)) for row in account.split("</tr>")]
    assert " 4 3 2 3 " in next(row for row in told if text("score-fan-sum", ZH) in row)
    assert " 1 × 2 4+3 128 1 × 2 4+2 64 1 × 2 4+3 128 " in next(
        row for row in told if text("score-owing", ZH) in row
    )
    assert f" {signed(320)} {signed(-128)} {signed(-64)} {signed(-128)} " in next(
        row for row in told if text("score-result", ZH) in row
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_of_an_account_names_its_clause(name, lang):
    finish = finish_of(*EXAMPLES[name])
    pen, found = AccountPen(finish.position, lang), finish.score()
    account = pen.account(found, finish)
    rows = account[account.index("<tbody>") :].split("</tr>")[:-1]
    assert all(row.count('class="wm-clause"') == 1 for row in rows)
    assert pen.sentences(found).count('class="wm-clause"') == len(found.steps)
    for step in found.steps:
        if step.points is not None and step.code == "owes":
            assert f"<b>{step.points:,}</b>" in account
    assert (text("chip-gold", lang) in account) == found.gold
    assert (text("score-contract", lang) in account) == (found.contract is not None)


def test_the_account_can_be_copied_as_text():
    at = led_to(WORKED, WORKED_HOW)
    copied = next(part.value for part in at.code if "\n" in part.value)
    assert len(copied.splitlines()) == 3 + len(finish_of(WORKED, WORKED_HOW).score().steps)
    assert text("rules-facai", ZH) in copied
    assert "§6" in copied


def test_a_laizi_is_shown_as_what_it_became():
    finish = finish_of(*EXAMPLES["robbed"])
    pen = AccountPen(finish.position, ZH)
    drawn = pen.reading(finish.score())
    assert drawn.count("wm-tile laizi") == 2
    names = [text(f"tile-{name}", ZH) for name in ("5m", "2s")]
    assert text("laizi-as", ZH, tiles=names) in drawn


# ----------------------------------------------------------------------------------------------- the controls


def test_how_the_hand_was_won_changes_the_answer():
    at = led_to(WORKED, WORKED_HOW)
    at.get_by_key("win_way").set_value(Way.ZIMO).run()
    assert not at.exception
    found = finish_of(WORKED, How(Way.ZIMO)).score()
    assert text("pays-total", ZH, points=found.total) in shown(at)
    at.get_by_key("win_way").set_value(Way.DISCARD).run()
    at.get_by_key("win_source").set_value(1).run()
    at.selectbox(key="win_tile").set_value(parse_tile("8s")).run()
    at.get_by_key("win_dealer").set_value(3).run()
    assert not at.exception
    dealt = replace(WORKED, dealer=3)
    found = finish_of(dealt, How(Way.DISCARD, parse_tile("8s"), 1)).score()
    assert position_of(at) == dealt
    assert text("pays-total", ZH, points=found.total) in shown(at)


def test_a_robbed_gang_takes_its_peng_for_granted():
    position = Position(
        hand=parse_tiles("345m456p678p88s"), indicator=parse_tile("3z"), players=WORKED.players
    )
    for unnamed in (Unnamed(), Unnamed(1, 0)):
        how = How(Way.QIANGGANG, parse_tile("4p"), 2).with_unnamed(2, unnamed)
        finish = finish_of(position, how)
        melds = finish.position.players[2].melds
        assert (melds[-1].kind, melds[-1].tiles) == (MeldKind.PENG, parse_tiles("4p"))
        assert finish.unnamed == ALL_NAMED
        assert finish.score().contract == 2


def test_what_lies_before_the_others_is_counted():
    at = led_to(WORKED, WORKED_HOW)
    at.get_by_key("win_whose").set_value(1).run()
    at.get_by_key("win_calls_1_0").set_value(2).run()
    at.get_by_key("win_ming_1_0").set_value(2).run()
    at.get_by_key(f"win_laizi_1_{WORKED.laizi}").set_value(1).run()
    at.get_by_key("win_drops_1_0").set_value(2).run()
    at.get_by_key("win_noten_1_0").set_value(True).run()
    assert not at.exception
    player = position_of(at).players[1]
    assert player.gangs == (WORKED.laizi,)
    assert player.laizi_drops == 2
    assert not player.tenpai
    how = WORKED_HOW.with_unnamed(1, Unnamed(2, 1))
    assert at.session_state["win"] == how
    found = finish_of(position_of(at), how).score()
    assert found.fan[1] == 1 + 2 + 1 + 2
    assert text("pays-total", ZH, points=found.total) in shown(at)
    at.get_by_key("win_calls_1_0").set_value(0).run()
    at.get_by_key("win_an_1_0").set_value(2).run()
    honours = parse_tile("6z")
    at.get_by_key(f"win_honour_1_{honours}").set_value(3).run()
    assert not at.exception
    player = position_of(at).players[1]
    assert [meld.kind for meld in player.melds] == [MeldKind.CHONG_GANG, MeldKind.AN_GANG, MeldKind.AN_GANG]
    assert player.gangs.count(honours) == 3
    assert position_of(at).problems() == ()


def test_a_hand_that_waits_is_asked_for_its_tile():
    waiting = replace(WORKED, hand=parse_tiles("345m456p78p88s"))
    at = led_to(waiting)
    assert text("score-one-short-tap", ZH) in shown(at)
    at.button(key=f"draw_{parse_tile('6p')}").click().run()
    assert not at.exception
    assert format_tiles(position_of(at).hand) == "345m456678p88s"
    assert at.session_state["win"].tile == parse_tile("6p")
    assert text("score-account", ZH) in shown(at)


# ------------------------------------------------------------------------------------------------ no answer


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_a_hand_cannot_win_is_told_with_its_clause(lang):
    closed = replace(WORKED, players=(*WORKED.players[:3], replace(WORKED.players[3], melds=())))
    closed = replace(closed, hand=parse_tiles("345m456p678p88s999p"))
    at = led_to(closed, WORKED_HOW, lang)
    assert text("score-refused", lang) in shown(at)
    assert text("score-why-not-open", lang) in shown(at)
    assert "§3" in shown(at)
    for reason in REASONS:
        assert text(f"score-why-{reason.replace('_', '-')}", lang)


def test_below_the_minimum_the_reading_is_shown_all_the_same():
    poor = Position(
        hand=WORKED.hand,
        rules=PRESETS["pizi"],
        indicator=WORKED.indicator,
        players=(replace(WORKED.players[0], gangs=()),) * 4,
    )
    at = led_to(replace(poor, players=(*poor.players[:1], *(type(poor.me)(),) * 3)))
    assert text("score-why-below-minimum", ZH) in shown(at)
    assert text("hu-small", ZH) in shown(at)
    assert "§6" in shown(at)


def test_unfinished_and_faulty_hands_are_told():
    assert text("partial-hint", ZH, count=3) in shown(app(hand="123m"))
    at = app(hand="55555m", indicator="4m", melds0="peng:5m@2")
    assert len(at.warning) == len(position_of(at).problems()) > 1
    at = led_to(replace(WORKED, players=(*WORKED.players[:3], replace(WORKED.players[3], gangs=()))))
    at.get_by_key("win_way").set_value(Way.GANG_DRAW).run()
    assert not at.exception
    assert len(at.warning) == 1


# ------------------------------------------------------------------------------------- games and disputes


def test_a_payment_of_another_table_is_explained():
    at = led_to(*EXAMPLES["gold"])
    position = position_of(at)
    for seat in (1, 2, 3):
        at.number_input(key=f"win_paid_{seat}").set_value(400)
    at.run()
    assert not at.exception
    finish, paid = finish_of(*EXAMPLES["gold"]), Paid(each=(None, 400, 400, 400))
    assert at.session_state["win"].paid == paid
    found = explain(finish, paid)
    answer = shown(at)
    assert found.games
    for each in found.games:
        assert text(f"rules-{each.rules.id}", ZH) in answer
    assert text("score-by-one", ZH) in answer
    assert text("rule-gold", ZH) in answer
    at.button(key="unpaid").click().run()
    assert at.session_state["win"].paid is None
    assert text("score-by-one", ZH) not in shown(at)
    at.number_input(key="win_paid_total").set_value(finish.score().total).run()
    assert text("score-agrees", ZH) in shown(at)
    assert position_of(at) == position


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_every_field_has_words(lang):
    pen = AccountPen(WORKED, lang)
    for name, rule in RULE_FIELDS.items():
        values = [*rule.choices, *([None] if rule.nullable else []), *(rule.bounds or ())]
        said = [pen.value(name, value) for value in values]
        assert len(set(said)) == len(said)


def test_a_custom_rule_set_is_an_eleventh_row():
    rules = replace(PRESETS["hongzhong"], id="<b>ours</b>", cap=100)
    position = replace(WORKED, rules=rules, indicator=WORKED.indicator)
    finish = finish_of(position, WORKED_HOW)
    drawn = AccountPen(position, ZH).games(compare(finish, games(rules)))
    assert len(re.findall("data-rules", drawn)) == 11
    assert "<b>ours</b>" not in drawn
    assert "&lt;b&gt;ours&lt;/b&gt;" in drawn


def test_rules_of_ones_own_are_called_by_their_name():
    at = app(**to_query(WORKED, ZH), cap="77", game="<b>ours</b>")
    row = re.search(r'<tr class="current".*?</th>', html(at))
    assert row is not None
    assert "&lt;b&gt;ours&lt;/b&gt;" in row[0]
    assert "<b>ours</b>（" in at.code[-1].value.replace("\n", "（")


def test_other_pages_say_which_melds_they_leave_out():
    at = app(**to_query(WORKED, ZH), unnamed="00200000")
    told = text(
        "score-unnamed-left-out",
        ZH,
        melds=[text("score-unnamed", ZH, seat=AccountPen(WORKED, ZH).seat(1), count=2)],
    )
    assert told not in shown(at)
    for page in ("study", "tenpai"):
        assert told in shown(at.switch_page(f"pages/{page}.py").run())
        assert not at.exception


# -------------------------------------------------------------------------------------------------- money


def test_points_become_money():
    at = led_to(WORKED, WORKED_HOW)
    at.text_input(key="win_stake").set_value("0.5").run()
    assert not at.exception
    for amount in ("+160.00", "−64.00", "−32.00"):
        assert text("score-money", ZH, amount=amount) in shown(at)
    at.text_input(key="win_stake").set_value("<script>1</script>").run()
    assert len(at.warning) == 1
    assert "<script>" not in html(at)


def test_a_scored_win_is_offered_to_the_ledger():
    at = led_to(WORKED, WORKED_HOW)
    at.button(key="win_offer").click().run()
    assert not at.exception
    offered = at.session_state["offered"]
    assert (offered.score, offered.winner, offered.source, offered.dealer) == (
        finish_of(WORKED, WORKED_HOW).score(),
        3,
        0,
        2,
    )


# -------------------------------------------------------------------------------------------------- links


def test_a_link_carries_the_win():
    how = replace(WORKED_HOW.with_unnamed(1, Unnamed(1, 2)), paid=Paid(300, (None, 5, 0, None)), stake="0.25")
    players = (*WORKED.players[:1], replace(WORKED.players[1], tenpai=False), *WORKED.players[2:])
    position = replace(WORKED, players=players)
    link = link_of(position, how)
    assert read_link(link.get) == (how, (True, False, True, True), None)
    at = led_to(position, how)
    assert position_of(at) == position
    assert at.session_state["win"] == how
    at.get_by_key("win_way").set_value(Way.ZIMO).run()
    assert "by=zimo" in at.code[0].value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("by", "<script>"),
        ("won", "5x"),
        ("from", "7"),
        ("from", "-1"),
        ("unnamed", "99999999"),
        ("unnamed", "1"),
        ("paid", "1.2"),
        ("paid", "....1" + "0" * 40),
        ("noten", "abc"),
        ("stake", "<img src=x>" * 50),
    ],
)
def test_a_link_is_not_believed(name, value):
    at = app(**to_query(WORKED, ZH), **{name: value})
    assert len(at.error) == 1
    assert name in at.error[0].value
    assert position_of(at) == WORKED
    assert text("score-account", ZH) in shown(at)
    at.run()
    assert not at.error


def test_what_a_win_is_not_said_to_be_follows_from_the_position():
    finish = finish_of(WORKED, How())
    assert finish.win == Win(parse_tile("8s"))
    assert finish_of(WORKED, How(Way.DISCARD, parse_tile("1z"), 3)).win == Win(
        parse_tile("8s"), WinBy.DISCARD, 0
    )
