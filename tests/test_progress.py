"""进步: tallies, days and streaks against a plain count, and the page that shows them."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from analyzer.expectation.playouts import Speed
from analyzer.playout.recorded import Recorder
from analyzer.progress import DAY, answers_of, progress
from analyzer.review import review
from analyzer.rules import PRESETS
from analyzer.store import Answer, Store
from pages.ui import visitor
from tests.sources import ROOT

NOON = 1_700_049_600_000  # 2023-11-15 12:00 UTC


def answer(
    at: int = NOON,
    *,
    topic: str = "waits",
    correct: bool = True,
    loss: float | None = None,
    seconds: float = 4.0,
) -> Answer:
    return Answer(f"{at}", at, topic, "hongzhong", "q", correct, loss, seconds, "x")


def test_nothing_is_nothing_and_never_zero() -> None:
    found = progress((), now=NOON)
    assert (found.total.count, found.total.accuracy, found.total.loss, found.total.seconds) == (
        0,
        None,
        None,
        None,
    )
    assert (found.days, found.topics, found.run, found.streak) == ((), (), 0, 0)


def test_each_topic_by_what_was_measured_of_it() -> None:
    answers = (
        answer(topic="discard", loss=3.0, correct=False, seconds=9.0),
        answer(topic="discard", loss=0.0, seconds=0.0),
        answer(topic="waits", seconds=5.0),
        answer(topic="waits", seconds=6.0),
        answer(topic="waits", seconds=70.0),
    )
    found = progress(answers, now=NOON)
    told = {name: (each.count, each.right, each.loss, each.seconds) for name, each in found.topics}
    assert told == {"discard": (2, 1, 1.5, 9.0), "waits": (3, 3, None, 6.0)}
    assert list(told) == ["discard", "waits"]
    assert {name: [day.tally.count for day in days] for name, days in found.courses} == {
        "discard": [2],
        "waits": [3],
    }
    assert (found.run, found.longest_run) == (4, 4)


@given(
    st.lists(st.tuples(st.integers(0, 400), st.booleans()), max_size=40).map(sorted),
    st.integers(-840, 720),
    st.integers(0, 30),
)
def test_days_and_streaks_are_those_of_a_plain_count(
    hours: list[tuple[int, bool]], offset: int, after: int
) -> None:
    answers = tuple(answer(NOON + hour * 3_600_000, correct=right) for hour, right in hours)
    now = NOON + (hours[-1][0] if hours else 0) * 3_600_000 + after * 3_600_000
    found = progress(answers, now=now, offset=offset)

    def local(moment: int) -> date:
        return (datetime.fromtimestamp(moment / 1000, UTC) - timedelta(minutes=offset)).date()

    dates = {local(each.at) for each in answers}
    assert {day.date for day in found.days} == dates
    assert sum(day.tally.count for day in found.days) == len(answers) == found.total.count
    assert dict(found.courses).get("waits", ()) == found.days
    today = local(now)
    start = today if today in dates else today - timedelta(days=1)
    streak = 0
    while start - timedelta(days=streak) in dates:
        streak += 1
    assert found.streak == streak
    longest = max((sum(1 for _ in run) for run in runs(sorted(dates))), default=0)
    assert found.longest_streak == longest
    text = "".join("1" if right else "0" for _, right in hours)
    assert found.longest_run == max(map(len, text.split("0")))
    assert found.run == len(text) - len(text.rstrip("1"))


def runs(dates: list[date]) -> list[list[date]]:
    found: list[list[date]] = []
    for each in dates:
        if found and found[-1][-1] + timedelta(days=1) == each:
            found[-1].append(each)
        else:
            found.append([each])
    return found


def test_a_review_becomes_answers_once(tmp_path: Path) -> None:
    rules = PRESETS["hongzhong"]
    reviewed = review(Recorder(rules).play(7), 1, speed=Speed.INSTANT)
    with Store(f"sqlite:///{tmp_path}/h.db") as store:
        mine, _ = store.new_profile()
        for _ in range(2):
            store.note(mine, answers_of("abc", reviewed, NOON))
        kept = store.answers(mine).rows
    assert len(kept) == len(reviewed.grades) > 0
    found = progress(kept, now=NOON)
    assert found.total.right == len(reviewed.grades) - len(reviewed.mistakes)
    assert found.total.loss == pytest.approx(reviewed.loss / len(reviewed.grades))
    assert found.total.seconds is None
    assert {each.question for each in kept} == {f"record:abc:1:{each.choice.at}" for each in reviewed.grades}


# The page


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path}/history.db"
    monkeypatch.setenv("ANALYZER_DATABASE", address)
    monkeypatch.setattr(visitor, "_opened", None)
    monkeypatch.setattr(visitor, "_failed", None)
    return address


def opened(token: str | None = None) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.session_state["speed"] = "instant"
    if token is not None:
        at.session_state["visitor_token"] = token
    at.run()
    at.switch_page("pages/progress.py").run()
    assert not at.exception
    return at


def drawn(at: AppTest) -> str:
    assert not at.exception
    return " ".join(each.proto.body for each in at.get("html"))


def filled(url: str) -> str:
    with Store(url) as store:
        mine, token = store.new_profile()
        for number in range(5):
            store.answered(
                mine,
                topic="discard",
                rules="hongzhong",
                question="q",
                correct=number != 2,
                seconds=3.0 + number,
                given="1m",
                loss=2.5 if number == 2 else 0.0,
            )
        old = store.answers(mine).rows[0].at - 40 * DAY
        store.answered(
            mine, topic="score", rules="qipi", question="s", correct=True, seconds=1.0, given="8", at=old
        )
    return token


def test_the_page_shows_what_the_answers_come_to(url: str) -> None:
    at = opened(filled(url))
    body = drawn(at)
    assert "<b>6</b>" in body
    assert "<b>83%</b>" in body
    assert "<b>0.5</b>" in body  # 2.5 points over five valued answers
    at.button_group(key="progress_period").set_value("month").run()
    body = drawn(at)
    assert "<b>5</b>" in body
    assert "<b>80%</b>" in body
    at.selectbox(key="progress_topic").set_value("discard").run()
    assert not at.exception
    at.button_group(key="progress_period").set_value("all").run()
    assert at.selectbox(key="progress_topic").value == "discard"


def test_a_first_visitor_is_told_where_to_begin(url: str) -> None:
    at = opened()
    assert "训练" in drawn(at)
    assert not Path(url.removeprefix("sqlite:///")).exists() or not at.button_group(key="progress_chart")


def test_all_of_it_is_deleted_on_a_second_word(url: str) -> None:
    token = filled(url)
    at = opened(token)
    at.button(key="delete_yes").click().run()
    assert at.success
    with Store(url) as store:
        assert store.profile_of_token(token) is None


def test_an_export_is_taken_over_elsewhere_and_what_is_none_is_named(url: str) -> None:
    token = filled(url)
    with Store(url) as store:
        mine = store.profile_of_token(token)
        assert mine is not None
        told = store.export(mine)
    at = opened()
    at.file_uploader(key="progress_upload").set_value(("h.json", told.encode(), "application/json")).run()
    at.button(key="import_do").click().run()
    assert "6" in at.success[0].value
    assert "<b>6</b>" in drawn(at)
    at.file_uploader(key="progress_upload").set_value(("h.json", b'{"a":1}', "application/json")).run()
    at.button(key="import_do").click().run()
    assert json.dumps({"a": 1}, separators=(",", ":"))[:3] in at.warning[0].value.replace("\\", "")
    at.file_uploader(key="progress_upload").set_value(("<b>.json", b"\xff\xfe\xff", "application/json")).run()
    at.button(key="import_do").click().run()
    assert "UTF\\-8" in at.error[0].value
