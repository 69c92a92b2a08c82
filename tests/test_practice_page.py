"""练习桌, by Streamlit's own test driver: setting out, the table, the end of a deal, what a browser keeps."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from analyzer import events, jobs
from analyzer.deal import Stage
from analyzer.errors import AnalyzerError
from analyzer.jobs import Snapshot, State
from analyzer.ledger import Entry
from analyzer.position import SEATS
from analyzer.practice import Level, Practice, Sitting, word_of
from analyzer.rules import preset
from analyzer.texts import LANGUAGES, text
from pages.ui import practising, reviewing, state, storage, visitor
from pages.ui.faces import tile_name
from pages.ui.plain import plain
from pages.ui.practice_table import PracticePen
from pages.ui.practising import Evening, Hints, read_evening
from tests.sources import ROOT
from tests.test_practice import CAN_WIN_AND_PENG, end_of, hidden_otherwise, played

ZH, EN = LANGUAGES
SHAPE = (Level.SHAPE,) * 3
SECONDS = 60


def evening(practice: Practice, **fields: Any) -> Evening:
    return replace(Evening(Sitting(practice), SHAPE), **fields)


def app(kept: Evening | None = None, lang: str = ZH, **query: str) -> AppTest:
    """The page of a browser that has kept what is given."""
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=SECONDS)
    for name, value in {"lang": lang, **query}.items():
        at.query_params[name] = value
    at.session_state["storage_shelves"] = {practising.NAME: storage.Shelf(ready=True, value=kept)}
    at.switch_page("pages/play.py").run()
    assert not at.exception
    return at


def kept(at: AppTest) -> Evening:
    found = at.session_state["storage_shelves"][practising.NAME].value
    assert isinstance(found, Evening)
    return found


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at))))


def press(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


# Setting out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_is_set_out_and_the_first_deal_is_sealed(lang: str) -> None:
    at = app(lang=lang, rules="pizi")
    at.button_group(key="play_level").set_value(Level.INSTANT).run()
    at.button_group(key="play_hints").set_value(Hints.OFF).run()
    press(at, "play_begin")
    now = kept(at)
    assert now.practice.rules == preset("pizi")
    assert now.practice.levels == (Level.INSTANT,) * 3
    assert (now.hints, now.given) == (Hints.OFF, False)
    assert at.code[0].value == now.practice.seal
    assert str(now.practice.seed) not in html(at)
    assert not [each for each in at.button if each.key == "play_hint"]
    assert 'data-state="' in html(at)
    assert text("picker-laizi", lang) in shown(at)


def test_a_link_deals_what_a_friend_has_played_and_bad_ones_are_named() -> None:
    at = app(practice="123-2-1-siq")
    assert text("play-invited", ZH, seed="123") in at.info[0].value
    press(at, "play_begin")
    assert kept(at).practice.code == "123-2-1-siq"
    assert kept(at).given
    assert state_of(at, "link")["practice"] == "123-2-1-siq"
    at = app(practice="1-2-<b>")
    assert plain("1-2-<b>") in at.warning[0].value
    assert [each.key for each in at.button if each.key == "play_begin"]


def state_of(at: AppTest, entry: str) -> Any:
    return at.session_state[entry]


def test_the_pages_own_address_leads_back_to_the_deal_on_the_table() -> None:
    last = end_of(Practice(preset("hongzhong"), 77), 1)
    at = app(evening(last, kept="x"), practice=last.code)
    assert "wm-practice" in html(at)
    other = app(evening(last, kept="x"), practice="5-0-0-sss")
    assert "wm-practice" not in html(other)
    assert other.info


# The table


def tables() -> Iterator[tuple[Practice, str]]:
    for seed, lang in ((0, ZH), (1, EN)):
        for practice in played(Practice(preset("pizi"), seed, seat=seed), seed):
            pen = PracticePen(practice.position, lang, practice.offer)
            waiting = practice.thinking is not None
            standing = evening(practice).sitting.standing
            yield practice, pen.table(practice, standing, waiting=waiting, place="x")


def test_the_table_shows_what_may_be_seen_and_offers_what_may_be_done() -> None:
    ends = claims = 0
    for practice, drawn in tables():
        deal = practice.deal
        words = re.findall(r'data-act="([^"]+)"', drawn)
        hands = [deal.hands[seat].size for seat in SEATS if seat != practice.seat]
        if practice.over:
            ends += 1
            assert words == []
            assert "<u>" not in drawn
            continue
        assert drawn.count("<u></u>") == sum(hands)
        assert drawn.count('class="piece') == deal.hands[practice.seat].size
        if practice.thinking is not None:
            assert words == []
            continue
        able = {word_of(event) for event in practice.choices}
        assert set(words) <= able
        # a laizi is dropped or laid down by its buttons; all else is there to be tapped
        assert able == set(words)
        keys = [key for key in re.findall(r'data-key="(\d?)"', drawn) if key]
        assert len(keys) == len(set(keys))
        if practice.offer is not None:
            claims += 1
            assert ('class="last"' in drawn) is not practice.offer.robbed
            assert 'data-key="0"' in drawn
    assert ends == 2
    assert claims > 1


def test_nothing_hidden_is_anywhere_on_the_table() -> None:
    chance, compared = random.Random(5), 0
    for practice in played(Practice(preset("facai"), 4, seat=1), 4):
        other = hidden_otherwise(practice.deal, 1, chance)
        if practice.over or (practice.thinking is None) is not (other.asked == 1):
            continue  # another would be asked before
        twin = replace(practice)
        vars(twin)["_course"] = replace(practice._course, deal=other)
        drawn = []
        for each in (practice, twin):
            pen = PracticePen(each.position, ZH, each.offer)
            waiting = practice.thinking is not None
            drawn.append(pen.table(each, evening(each).sitting.standing, waiting=waiting, place="x"))
        assert practice.deal.hands != other.hands
        assert drawn[0] == drawn[1]
        compared += 1
    assert compared > 20


def test_others_hidden_gangs_stay_hidden_until_the_end() -> None:
    practice = Practice(preset("hongzhong"), 75, dealer=3, acts=("a1s", "g5z", "d1z"))
    (hidden,) = [event.tile for event in practice.told if isinstance(event, events.AnGang)]
    assert hidden is not None
    standing = evening(practice).sitting.standing
    for seat, known in ((3, True), (0, False)):
        mine = replace(practice, seat=seat)
        drawn = PracticePen(mine.position, ZH).table(mine, standing, waiting=True, place="x")
        before = drawn[: drawn.index('class="own"')]  # the hand below has none of them
        assert (tile_name(hidden, ZH) in before) is known


def test_a_tile_that_may_be_robbed_is_marked_where_it_was_added() -> None:
    penged = CAN_WIN_AND_PENG.act_by_word("p")
    tile = penged.deal.players[0].melds[-1].tiles[0]
    robbed = replace(penged, seat=1)
    deal = penged.deal._next(stage=Stage.ROB, tile=tile)
    vars(robbed)["_course"] = replace(penged._course, deal=deal)
    pen = PracticePen(robbed.position, ZH)
    drawn = pen.table(robbed, evening(robbed).sitting.standing, waiting=True, place="x")
    (last,) = re.findall(r'class="last">(.*?)</span></span>', drawn)
    assert tile_name(tile, ZH) in last


def test_a_hint_ranks_what_may_be_done_and_says_why() -> None:
    at = app(evening(CAN_WIN_AND_PENG))
    assert "wm-verdict" not in html(at)
    press(at, "play_hint")
    for _ in range(200):
        if "wm-verdict" in html(at):
            break
        at.run()
    assert text("verdict-win", ZH) in shown(at)
    assert 'class="win advised"' in html(at)


# The end


def test_a_finished_deal_is_paid_kept_and_reviewed_and_the_next_one_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    practice = end_of(Practice(preset("hongzhong"), 3, dealer=1, seat=2), 3)
    result = practice.deal.result
    assert result is not None
    assert result.score is not None
    at = app(evening(practice))
    assert text("pays-total", ZH, points=result.score.total) in shown(at)
    assert text("play-kept", ZH) in shown(at)
    assert practice.sealed in [code.value for code in at.code]
    assert state_of(at, "link")["practice"] == practice.code
    (sent,) = [code.value for code in at.code if "practice=" in code.value]
    assert dict(parse_qsl(urlsplit(sent).query)) == {"rules": "hongzhong", "practice": practice.code}
    key = kept(at).kept
    assert key
    at.run()
    assert kept(at).kept == key  # once
    press(at, "next_deal")
    now = kept(at)
    assert now.sitting.ledger.log == (Sitting(practice).entry,)
    assert now.kept is None
    assert now.practice.seat == 2
    assert "practice" not in state_of(at, "link")
    reviewed: list[Any] = []
    monkeypatch.setattr(reviewing, "put", lambda *given: reviewed.append(given))
    press(app(evening(practice, kept=key)), "play_review")
    ((record, seat, title, keeping),) = reviewed
    assert (record, seat, keeping) == (practice.record, 2, key)
    assert title == text("play-record", ZH, rules=text("rules-hongzhong", ZH), number=1)


def test_a_drawn_deal_and_a_record_that_cannot_be_kept_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = replace(CAN_WIN_AND_PENG)
    course = CAN_WIN_AND_PENG._course
    end = course.deal._next(left=0, stage=Stage.CLAIM).apply(events.HuangZhuang())
    vars(drawn)["_course"] = replace(course, deal=end, told=(*course.told, events.HuangZhuang()))
    monkeypatch.setattr(visitor, "keep", lambda *args, **fields: None)
    at = app(evening(drawn))
    assert text("play-drawn", ZH) in shown(at)
    assert text("play-not-kept", ZH) in shown(at)
    assert Sitting(drawn).entry == Entry.drawn()


def test_levels_and_hints_can_be_changed_and_the_table_cleared() -> None:
    at = app(evening(CAN_WIN_AND_PENG))
    at.button_group(key="play_level_1").set_value(Level.QUICK).run()
    at.button_group(key="play_hints_now").set_value(Hints.ALWAYS).run()
    now = kept(at)
    assert now.levels == (Level.SHAPE, Level.QUICK, Level.SHAPE)
    assert now.hints is Hints.ALWAYS
    assert now.practice == CAN_WIN_AND_PENG
    press(at, "play_give_up")
    assert kept(at).practice.levels == now.levels
    assert kept(at).practice.seed != CAN_WIN_AND_PENG.seed
    press(at, "play_leave")
    assert state_of(at, "storage_shelves")[practising.NAME].value is None


# What a browser sends and keeps


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    entries: dict[str, Any] = {
        "table": state.Table(state.EXAMPLE, session="a"),
        "query": {},
        "storage_shelves": {practising.NAME: storage.Shelf(ready=True, value=evening(CAN_WIN_AND_PENG))},
    }
    monkeypatch.setattr(streamlit, "session_state", entries)
    return entries


def test_a_tap_is_done_once_and_anything_else_is_left_alone(session: dict[str, Any]) -> None:
    now = practising.evening()
    assert now is not None
    at = practising.place(now)
    for payload in (
        None,
        5,
        {},
        {"word": "w"},
        {"word": "w", "at": "x"},
        {"word": ["w"], "at": at},
        {"word": "d1m", "at": at},
        {"word": "<b>", "at": at},
        {"word": None, "at": at},
    ):
        practising.take_act(payload)
        assert practising.evening() == now
    practising.take_act({"word": "p", "at": at})
    after = practising.evening()
    assert after is not None
    assert after.practice == CAN_WIN_AND_PENG.act_by_word("p").to_me()
    practising.take_act({"word": "p", "at": at})  # late
    assert practising.evening() == after


def test_what_is_kept_is_read_back_and_what_is_no_evening_is_refused() -> None:
    now = evening(CAN_WIN_AND_PENG, hints=Hints.ALWAYS, given=True, kept="")
    good = json.loads(json.dumps(now.to_json()))
    assert read_evening(good) == now
    assert read_evening(None) is None
    chance = random.Random(1)
    hostile = [None, 5, [], "<b>", {}, {"hand": "x"}, True, ["shape"] * 4, "x" * 999]
    for name in good:
        for value in hostile:
            if (name, str(value)) in {("kept", "None"), ("kept", "<b>"), ("given", "True")}:
                continue
            with pytest.raises(AnalyzerError):
                read_evening({**good, name: value})
    for value in hostile[1:]:
        with pytest.raises(AnalyzerError):
            read_evening(value)
    # texts that were tampered with anywhere: an evening or an error of ours, nothing else
    told = json.dumps(good)
    for _ in range(300):
        at = chance.randrange(len(told))
        changed = told[:at] + chance.choice('0123456789abpw- "') + told[at + 1 :]
        try:
            value = json.loads(changed)
        except ValueError:
            continue
        try:
            read_evening(value)
        except AnalyzerError:
            continue


def test_computers_who_find_no_room_or_fail_hold_nobody_up(
    session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = CAN_WIN_AND_PENG.act_by_word("-")
    assert asked.thinking is not None
    now = evening(asked)

    def busy(practice: Practice) -> None:
        raise jobs.Busy

    monkeypatch.setattr(jobs, "practise", busy)
    assert practising.look(now) == practising.Look(asked, thinking=True, crowded=True)
    states = [State.FAILED, State.STOPPED, State.DONE]

    class Done:
        def snapshot(self) -> Snapshot[Practice]:
            return Snapshot(states.pop(0), found=asked.to_me() if not states else None)

        def leave(self) -> None: ...

    monkeypatch.setattr(jobs, "practise", lambda practice: Done())
    assert practising.look(now) == practising.Look(asked, failed=True)
    practising.think_again()
    assert practising.look(now) == practising.Look(asked, thinking=True)
    assert practising.look(now) == practising.Look(asked.to_me())
    kept_now = practising.evening()
    assert kept_now is not None
    assert kept_now.practice == asked.to_me()
