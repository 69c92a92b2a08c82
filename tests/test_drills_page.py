"""The drills page by Streamlit's own test driver: rounds, answers and what is kept of them."""

import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from analyzer import compiler, jobs
from analyzer.drills import Key, Mistake, Question, Topic, answer_of, make, read_key
from analyzer.examples import example_deal
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Busy
from analyzer.record import write
from analyzer.review import review
from analyzer.rounds import Round, Set
from analyzer.rules import PRESETS
from analyzer.store import Card, Store
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from pages.ui import drilling, visitor
from pages.ui.drill_pen import pen_of
from tests.sources import ROOT

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

ZH, EN = LANGUAGES
PAGE = "pages/drills.py"
EXACT = (Topic.WAITS, Topic.TENPAI, Topic.SCORE)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compiler.warm_up(block=True)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path / 'history.db'}"
    monkeypatch.setenv("ANALYZER_DATABASE", address)
    monkeypatch.setattr(visitor, "_opened", None)
    monkeypatch.setattr(visitor, "_failed", None)
    return address


def app(session: dict[str, object] | None = None, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, entry in (session or {}).items():
        at.session_state[name] = entry
    for name, value in query.items():
        at.query_params[name] = value
    return run(at.switch_page(PAGE))


def run(at: AppTest) -> AppTest:
    at.run()
    assert not at.exception
    return at


def click(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click()
    return run(at)


def ready(at: AppTest) -> AppTest:
    """The page once the question at hand is made."""
    now: Round = at.session_state["drilling_round"]
    at.session_state["drilling_tickets"][now.keys[now.place]].wait(60)
    return run(at)


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html(at))))


def in_round(question: Question, **changed: Any) -> Round:
    return Round((str(question.key), "waits:hongzhong:1:2"), "x", **changed)


# Before a round


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_visitor_chooses_what_to_drill_and_is_asked_that(lang: str) -> None:
    at = app(lang=lang, rules="qipi")
    assert at.selectbox(key="drills_rules").value == "qipi"
    assert at.selectbox(key="drills_rules").options == [text(f"rules-{name}", lang) for name in PRESETS]
    at.session_state["drills_topics"] = [Topic.TENPAI]
    at.session_state["drills_count"] = 5
    at.session_state["drills_seconds"] = 30
    at = ready(click(at, "drills_start"))
    now: Round = at.session_state["drilling_round"]
    assert (len(now.keys), now.seconds) == (5, 30)
    assert {read_key(key).topic for key in now.keys} == {Topic.TENPAI}
    told = shown(at)
    assert text("drills-ask-tenpai", lang) in told
    assert text("drills-where", lang, number=1, count=5) in told
    assert 'data-limit="30"' in html(at)
    assert at.session_state["link"]["drill"] == str(now.drawn)


def test_a_link_leads_to_its_set_and_a_bad_one_is_told() -> None:
    asked = Set((Topic.SCORE,), "facai", 2, 9, 3, 0)
    at = app(drill=str(asked))
    assert text("drills-invited", ZH) in shown(at)
    at = ready(click(at, "drills_invited"))
    assert at.session_state["drilling_round"].keys == asked.questions()
    assert at.session_state["drilling_round"].drawn == asked
    bad = app(drill="<b>x")
    assert "drills_invited" not in [button.key for button in bad.button]
    assert len(bad.warning) == 1
    assert "b\\>x" in bad.warning[0].value


# A question


@pytest.mark.parametrize("topic", EXACT)
def test_a_question_shows_its_answers_and_gives_nothing_away(topic: Topic) -> None:
    question = make(Key(topic, "hongzhong", 2, 4))
    at = ready(app({"drilling_round": in_round(question)}))
    drawn = html(at)
    assert re.findall(r'data-answer="([^"]*)"', drawn) == list(question.answers)
    assert 'data-state="asked"' in drawn
    assert 'class="mark"' not in drawn
    assert 'class="right"' not in drawn
    keys = re.findall(r'data-answer="[^"]*" data-key="(\w+)"', drawn)
    assert len(set(keys)) == len(question.answers)
    if topic is Topic.WAITS:
        assert keys == list(NAMES)
    for kind in question.position.hand:
        assert f"tiles/{NAMES[kind]}.svg" in drawn


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("topic", Topic)
def test_an_answer_is_explained(topic: Topic, lang: str) -> None:
    question = make(Key(topic, "hongzhong", 1, 3), threads=2)
    wrong = frozenset({next(each for each in question.answers if each not in question.right)})
    for given in (question.right, wrong):
        now = in_round(question).answer(question, given, 4.2)
        at = app({"drilling_round": now}, lang=lang)
        told, drawn = shown(at), html(at)
        assert text("drills-right" if given == question.right else "drills-wrong", lang) in told
        assert text("drills-took", lang, seconds="4") in told
        assert drawn.count('class="right"') == len(question.right)
        assert drawn.count('class="wrong"') == (given == wrong)
        if given == wrong:
            right = pen_of(question, lang).answer_told(question, question.right)
            assert text("drills-right-is", lang, answer=right) in told
        if topic in (Topic.DISCARD, Topic.CALL, Topic.GANG):
            assert len(re.findall(r'data-action="', drawn)) == len(question.options)
            assert "data-play" not in drawn
        elif topic is Topic.SCORE:
            assert 'class="wm-account"' in drawn
        elif question.waits.tenpai:
            assert 'class="wm-card wm-wait"' in drawn
        else:
            assert 'class="wm-card wm-why"' in drawn


def test_a_position_opens_where_it_can_be_looked_at() -> None:
    question = make(Key(Topic.SCORE, "hongzhong", 1, 3))
    at = app({"drilling_round": in_round(question).answer(question, question.right, 1.0)})
    at = click(at, "drills_open")
    assert at.session_state["table"].position == question.position
    assert 'data-answer="four"' in html(at)


# The end of a round


def test_a_round_ends_with_its_sums_and_what_went_wrong() -> None:
    question = make(Key(Topic.SCORE, "hongzhong", 1, 3))
    wrong = frozenset({next(each for each in question.answers if each not in question.right)})
    drawn = Set((Topic.SCORE,), "hongzhong", 1, 3, 5, 15)
    now = Round((str(question.key),), "x", drawn, 15).answer(question, wrong, 20.0).next()
    at = app({"drilling_round": now})
    told = shown(at)
    assert text("drills-over", ZH, right=0, total=1) in told
    assert text("drills-mistakes", ZH) in told
    pen = pen_of(question, ZH)
    was = {"given": pen.answer_told(question, wrong), "right": pen.answer_told(question, question.right)}
    assert text("drills-was", ZH, **was) in told
    assert 'data-right="0" data-total="1"' in html(at)
    at = click(at, "drills_wrong_again")
    assert at.session_state["drilling_round"].keys == (str(question.key),)
    at = click(app({"drilling_round": now}), "drills_another")
    other: Round = at.session_state["drilling_round"]
    assert (len(other.keys), other.drawn.topics) == (5, drawn.topics)
    assert other.drawn.seed != drawn.seed
    at = click(app({"drilling_round": now}), "drills_set_out")
    assert "drilling_round" not in at.session_state


def test_a_crowded_server_has_the_page_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> None:
        raise Busy

    monkeypatch.setattr(jobs, "drill", busy)
    at = app({"drilling_round": Round(("waits:hongzhong:1:2",), "x")})
    assert text("drills-looking", ZH) in shown(at)


# What is kept


def script() -> None:
    """A session without its page: what the browser sends is an entry."""
    import streamlit as st

    from pages.ui import drilling, state, visitor

    state.open_table()
    sent = st.session_state.get("sent")
    if st.button("keep", key="keep"):
        st.session_state["kept"] = visitor.keep(sent, title="x", source="pasted", seat=0).id
    if st.button("begin", key="begin"):
        drilling.begin(sent)
    if st.button("mistakes", key="mistakes"):
        drilling.put_mistakes(*sent)
    if st.button("due", key="due"):
        drilling.begin_due()
    if st.button("take", key="take"):
        drilling.take(sent)
    if st.button("next", key="next"):
        drilling.go_on()
    seen = drilling.look()
    st.session_state["asked"] = seen.question
    found = drilling.due()
    st.text(f"{len(found.keys)} {found.gone}")


def do(at: AppTest, key: str, sent: object = None) -> AppTest:
    at.session_state["sent"] = sent
    at.button(key=key).click()
    return run(at)


def until_asked(at: AppTest) -> Question:
    while at.session_state["asked"] is None:
        run(at)
    found: Question = at.session_state["asked"]
    return found


def test_an_answer_is_kept_once_and_a_wrong_one_is_due_again(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = run(AppTest.from_function(script, default_timeout=60))
    do(at, "begin", ["tenpai:hongzhong:1:2", "waits:hongzhong:1:2"])
    question = until_asked(at)
    now: Round = at.session_state["drilling_round"]
    wrong = next(each for each in question.answers if each not in question.right)
    for refused in (
        None,
        {"at": now.at},
        {"at": "y-0", "given": [wrong]},
        {"at": now.at, "given": wrong},
        {"at": now.at, "given": [1]},
        {"at": now.at, "given": []},
        {"at": now.at, "given": ["<b>"]},
        {"at": now.at, "given": list(question.answers)},
    ):
        do(at, "take", refused)
        assert at.session_state["drilling_round"] == now
    do(at, "take", {"at": now.at, "given": [wrong]})
    do(at, "take", {"at": now.at, "given": [wrong]})  # the same tap, sent twice
    with Store(place) as store:
        mine = store.profile_of_token(at.session_state["visitor_token"])
        (kept,) = store.answers(mine).rows
        card = store.card(mine, "tenpai:hongzhong:1:2")
    assert (kept.topic, kept.rules, kept.question, kept.correct, kept.given) == (
        "tenpai",
        "hongzhong",
        "tenpai:hongzhong:1:2",
        False,
        wrong,
    )
    assert at.text[0].value == "0 0"
    monkeypatch.setattr(visitor, "now", lambda: card.due)
    do(at, "next")
    assert at.text[0].value == "1 0"
    do(at, "due")
    assert at.session_state["drilling_round"].keys == ("tenpai:hongzhong:1:2",)


def test_one_s_own_mistakes_are_asked_and_the_rest_is_passed_over_with_a_word(place: str) -> None:
    at = run(AppTest.from_function(script, default_timeout=60))
    do(at, "keep", example_deal())
    kept = at.session_state["kept"]
    worst = review(example_deal(), 0, speed=Speed.INSTANT).mistakes[0]
    do(at, "mistakes", (kept, 0, [10_000, worst.choice.at]))
    question = until_asked(at)
    now: Round = at.session_state["drilling_round"]
    assert [error.message for error in now.skipped] == ["drill-no-decision"]
    assert question.key == Mistake(kept, 0, worst.choice.at)
    assert question.position == worst.choice.position
    page = ready(app({"drilling_round": now, "visitor_token": at.session_state["visitor_token"]}))
    assert text("drills-own-mistake", ZH) in shown(page)
    taken = answer_of(worst.taken)
    do(at, "take", {"at": now.at, "given": [taken]})
    (answer,) = at.session_state["drilling_round"].answers
    assert not answer.correct
    assert answer.loss > 0
    do(at, "mistakes", ("gone", 0, [3]))
    now = at.session_state["drilling_round"]
    assert [error.message for error in now.skipped] == ["drill-no-record"]
    with Store(place) as store:
        mine = store.profile_of_token(at.session_state["visitor_token"])
        assert store.keeping(mine, kept).body == write(example_deal())


def test_cards_of_deleted_records_are_left_out_with_a_word(place: str) -> None:
    with Store(place) as store:
        mine, token = store.new_profile()
        for question in ("record:gone:0:3", "riichi:hongzhong:1:2", "waits:hongzhong:1:2"):
            store.answered(
                mine,
                topic="call",
                rules="hongzhong",
                question=question,
                correct=False,
                seconds=1.0,
                given="pass",
                card=Card(question, 5, "{}"),
            )
    at = app({"visitor_token": token})
    told = shown(at)
    assert text("drills-due", ZH, count=1) in told
    assert text("drills-due-gone", ZH, count=2) in told
    at = click(at, "drills_review")
    assert at.session_state["drilling_round"].keys == ("waits:hongzhong:1:2",)


def test_a_card_of_a_question_that_is_none_any_more_is_passed_over() -> None:
    at = run(AppTest.from_function(script, default_timeout=60))
    do(at, "begin", ["riichi:hongzhong:1:2", "waits:nowhere:1:2"])
    now: Round = at.session_state["drilling_round"]
    assert now.over
    assert [error.message for error in now.skipped] == ["drill-key", "drill-rules"]


def test_questions_are_made_ahead() -> None:
    keys = [f"tenpai:hongzhong:1:{number}" for number in range(5)]
    at = run(AppTest.from_function(script, default_timeout=60))
    do(at, "begin", keys)
    until_asked(at)
    assert list(at.session_state["drilling_tickets"]) == keys[: 1 + drilling.AHEAD]


def test_a_pen_writes_markup_as_text() -> None:
    question = make(Key(Topic.TENPAI, "hongzhong", 1, 2))
    drawn = pen_of(question, EN).drill(Round((str(question.key),), "<b>"), question)
    assert "<b>-0" not in drawn
    assert escape("<b>-0") in drawn
