"""The tenpai page by Streamlit's own test driver, and what is taken along from any page as text."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.advice import discards
from analyzer.course import after
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.rules import PRESETS, preset
from analyzer.tenpai import Why, tenpai
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from analyzer.waits import waits
from pages.ui import copying
from pages.ui.answers import Pen
from pages.ui.tenpai import TenpaiPen
from tests.sources import ROOT

ZH, EN = LANGUAGES
SOUTH = Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2),))
READY = {"hand": "135m567p2244s", "indicator": "4m", "melds0": "peng:2z@2"}


def app(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    at.switch_page("pages/tenpai.py").run()
    assert not at.exception
    return at


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at)))


def position_of(at: AppTest) -> Position:
    return at.session_state["table"].position


def opened(hand: str, rules: str = "hongzhong", **fields: object) -> Position:
    return Position(
        hand=parse_tiles(hand),
        rules=preset(rules),
        indicator=parse_tile("4m"),
        players=(SOUTH, *(Player(),) * 3),
        **fields,  # type: ignore[arg-type]
    )


def numbers(told: str) -> list[int]:
    return [int(number.replace("−", "-")) for number in re.findall(r"[+−]\d+|(?<![\d.])0(?![\d.])", told)]


# ---------------------------------------------------------------------------------------------- what waits


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_wait_is_drawn_with_its_count_and_its_four_amounts(lang: str) -> None:
    at = app(**READY, lang=lang)
    answer = tenpai(position_of(at))
    page = shown(at)
    assert text("tenpai-yes", lang, tiles=[text("tile-2m", lang), text("tile-4s", lang)]) in page
    assert text("tenpai-by-rules", lang, rules=text("rules-hongzhong", lang)) in page
    for each in answer.each:
        assert f'data-tile="{NAMES[each.wait.tile]}"' in html(at)
        assert text("wait-live", lang, count=each.wait.live) in page
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', html(at))
    expected = [list(way.score.pays) for way in answer.each[0].ways]
    assert [numbers(re.sub("<[^>]+>", " ", cells)) for _, cells in rows] == expected
    assert text("tenpai-as", lang, tile=text("tile-4s", lang)) in page


def test_a_wait_below_the_minimum_is_warned_of_and_its_amounts_are_struck_out() -> None:
    at = app(**READY, rules="facai-x4")
    page = shown(at)
    assert text("tenpai-below-all", ZH, minimum=20) in page
    way = tenpai(position_of(at)).each[0].ways[0]
    assert text("tenpai-short", ZH, owed=way.owed, minimum=20, fan=way.lacking) in page
    assert html(at).count('<tr class="short">') == 4


def test_a_dead_wait_is_called_dead() -> None:
    at = app(**READY, visible="2222m")
    assert text("tenpai-dead-some", ZH, tiles=[text("tile-2m", ZH)]) in shown(at)
    at = app(**READY, visible="2222m44s")
    assert text("tenpai-dead-all", ZH) in shown(at)


# ------------------------------------------------------------------------------------------------- why not

WHY = {
    Why.NOT_OPEN: {"hand": "135m567p2244s678p", "indicator": "4m"},
    Why.GANG_TILE_IN_HAND: {"hand": "15m567p2244s5z", "indicator": "4m", "melds0": "peng:2z@2"},
    Why.LAIZI_LIMIT: {"hand": "1355m456p228s", "indicator": "4m", "melds0": "peng:2z@2"},
    Why.PAIR_NOT_258: {"hand": "13m567p333s11z", "indicator": "4m", "melds0": "peng:2z@2"},
    Why.FAR: {"hand": "147m258p369s1z", "indicator": "4m", "melds0": "peng:2z@2"},
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_its_card_with_clause_and_cure(why: Why, lang: str) -> None:
    at = app(**WHY[why], lang=lang)
    page = shown(at)
    assert text("tenpai-no", lang) in page
    (card,) = re.findall(rf'data-why="{why}">(.*?)</div>(?=<div class="wm-card|</div></section>)', html(at))
    (obstacle,) = [each for each in tenpai(position_of(at)).obstacles if each.why is why]
    assert text(f"tenpai-{why.replace('_', '-')}", lang) in card
    assert text("tenpai-clause", lang, clause=obstacle.clause) in card
    for tile in obstacle.tiles:
        assert f"tiles/{NAMES[tile]}.svg" in card
    for change in obstacle.changes:
        assert f'class="wm-change" data-tile="{NAMES[change.tile]}"' in card
    for tile, _ in obstacle.calls[:3]:
        assert f'class="wm-call" data-tile="{NAMES[tile]}"' in card


# ---------------------------------------------------------------------------------------- a hand on turn


def test_the_discards_that_leave_tenpai_are_one_tap_away_best_first() -> None:
    at = app(hand="135m567p22445s", indicator="4m", melds0="peng:2z@2")
    position = position_of(at)
    ready = [option for option in discards(position).options if option.waits and option.waits.tenpai]
    pen = Pen(position, ZH)
    assert [button.label for button in at.button if button.key.startswith("play-")] == [
        pen.deed(option) for option in ready
    ]
    at.button(key="play-1").click().run()
    assert not at.exception
    assert position_of(at).hand == after(position, ready[1]).hand
    assert text("tenpai-each-title", ZH) in shown(at)


def test_a_hand_that_no_discard_makes_ready_is_told_the_nearest() -> None:
    at = app(hand="147m258p369s12z", indicator="4m", melds0="peng:2z@2")
    assert text("tenpai-leaves-none", ZH) in shown(at)
    assert not [button for button in at.button if button.key.startswith("play-")]


@pytest.mark.parametrize("hand", ["", "123m", "55555m"])
def test_what_is_no_hand_yet_is_answered_without_a_comparison(hand: str) -> None:
    at = app(hand=hand, indicator="4m", melds0="peng:5m@2" if hand == "55555m" else "")
    assert "data-game" not in html(at)
    assert len(at.warning) == len(position_of(at).problems()) * (hand == "55555m")


# ------------------------------------------------------------------------------------------- every game


def test_all_games_are_compared_in_one_line_each() -> None:
    at = app(**READY)
    assert re.findall('data-game="([^"]+)"', html(at)) == list(PRESETS)
    assert html(at).count('class="wm-game here"') == 1
    assert text("tenpai-game-most", ZH, points=24) in shown(at)


def test_rules_of_ones_own_are_called_by_their_name() -> None:
    at = app(**{**READY, "cap": "77", "game": "ours"})
    assert text("tenpai-by-rules", ZH, rules="ours") in shown(at)
    assert re.search(r'class="wm-game here"[^>]*><b>ours</b>', html(at))


def test_the_page_shows_nothing_but_what_it_draws() -> None:
    at = app(**READY)
    assert [part.value for part in at.markdown] == []


def test_a_game_that_forbids_a_meld_says_so() -> None:
    at = app(hand="135m567p2244s", indicator="4m", melds0="peng:6z@2")
    assert shown(at).count(text("tenpai-game-impossible", ZH)) == sum(
        parse_tile("6z") in rules.gang_honours for rules in PRESETS.values()
    )


# ------------------------------------------------------------------------------------------- taken along


def test_the_text_reads_as_a_player_says_it() -> None:
    position = replace(opened("135m567p2244s"), visible=parse_tiles("2222m"))
    pen = TenpaiPen(position, ZH)
    told = copying.plain(pen, pen.sheet(tenpai(position)), "https://example.org/tenpai")
    assert told.splitlines() == [
        "【武汉麻将分析】红中癞子杠 开口翻",
        "手牌：一三五万 五六七筒 二二四四条",
        "副露：碰南风",
        "翻牌：四万",
        "癞子：五万",
        "135m567p2244s",
        "",
        "▶ 听二万、四条",
        "2 种牌，还有 2 张活牌。",
        "二万一张都不剩了，是死听。",
        "· 二万 没有了，小胡 · 软胡，自摸收 24 分，别人放冲收 16 分",
        "· 四条 活 2 张，小胡 · 软胡，自摸收 24 分，别人放冲收 16 分",
        "",
        "https://example.org/tenpai",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("why", list(Why))
def test_the_text_of_a_hand_that_does_not_wait_names_the_reason_and_the_cure(why: Why, lang: str) -> None:
    position = position_of(app(**WHY[why]))
    pen = TenpaiPen(position, lang)
    answer = tenpai(position)
    sheet = pen.sheet(answer)
    assert sheet.verdict == text("tenpai-no", lang)
    assert pen.why_name(why) in sheet.notes[0]
    assert len(sheet.notes) > 1
    for obstacle in answer.obstacles:
        for change in obstacle.changes[:1]:
            assert any(pen.name(change.tile) in note and str(change.total) in note for note in sheet.notes)


def test_the_text_of_a_hand_on_turn_lists_the_discards() -> None:
    position = opened("135m567p22445s")
    pen = TenpaiPen(position, ZH)
    sheet = pen.sheet_on_turn(discards(position))
    found = waits(replace(position, hand=parse_tiles("135m567p2245s")))
    assert sheet.lines[0].told == text(
        "tenpai-sheet-leaves",
        ZH,
        deed="打四条",
        tiles=[pen.name(wait.tile) for wait in found.waits],
        total=found.live_total,
    )


def test_what_a_rule_set_is_called_stays_text() -> None:
    rules = replace(PRESETS["hongzhong"], id="<b onclick=x>我们</b>", minimum=1)
    position = replace(opened("135m567p2244s"), rules=rules)
    pen = TenpaiPen(position, ZH)
    assert "<b onclick" not in copying.paper(pen) + pen.standing(tenpai(position))
    assert rules.id in copying.plain(pen, pen.sheet(tenpai(position)), "")
