"""The review page by Streamlit's own test driver, and what its pens write."""

import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from analyzer import compiler
from analyzer.errors import BadRecord
from analyzer.examples import example_deal
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Snapshot, State
from analyzer.playout.recorded import Recorder
from analyzer.record import Record, write
from analyzer.review import Review, review
from analyzer.rules import preset
from analyzer.shorthand import read_any
from analyzer.texts import LANGUAGES, describe, text
from pages.ui import charts, reviewing, visitor
from pages.ui.answers import points_told
from pages.ui.grades import GradePen, ReviewPen, kind_told, loss_told
from pages.ui.worth import name_of
from tests.sources import ROOT

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

ZH, EN = LANGUAGES
PAGE = "pages/review.py"
HARM = "<b>&![x](http://evil.example.com)"


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compiler.warm_up(block=True)


@pytest.fixture(scope="module")
def graded() -> Review:
    """The example as the page grades it at its fastest."""
    return review(example_deal(), 0, speed=Speed.INSTANT)


@pytest.fixture
def _history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_DATABASE", f"sqlite:///{tmp_path / 'history.db'}")
    monkeypatch.setattr(visitor, "_opened", None)
    monkeypatch.setattr(visitor, "_failed", None)


def app(**query: str) -> AppTest:
    """The page before anything is opened."""
    return begun(query, {})


def begun(query: dict[str, str], session: dict[str, object]) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.session_state["review_speed"] = "instant"
    for name, entry in session.items():
        at.session_state[name] = entry
    for name, value in query.items():
        at.query_params[name] = value
    at.switch_page(PAGE).run()
    assert not at.exception
    return at


def opened(lang: str = ZH, record: Record | None = None, title: str = "x") -> AppTest:
    """The page with a review of 东 that is done."""
    shown = reviewing.Shown(record or example_deal(), 0, title)
    return done(begun({"lang": lang}, {"review": shown}))


def done(at: AppTest) -> AppTest:
    at.session_state["review_run"].ticket.wait(60)
    at.run()
    assert not at.exception
    return at


def click(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at)))


def place(at: AppTest) -> int:
    """The decision on the screen."""
    (found,) = re.findall(r'wm-scene" data-at="(\d+)"', html(at))
    return int(found)


def jump(at: AppTest) -> Selectbox:
    """The list of all decisions."""
    return next(
        each for each in at.selectbox if each.label in {text("review-jump", lang) for lang in LANGUAGES}
    )


def keys(at: AppTest, beginning: str) -> list[str]:
    return [each.key for each in at.button if each.key is not None and each.key.startswith(beginning)]


# Opening


def test_the_example_is_what_the_players_make_of_its_seed() -> None:
    kept = example_deal()
    assert kept.seed is not None
    assert Recorder(kept.rules).play(kept.seed, (0, 1, 1, 1)) == kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_is_told_by_line_and_what_was_written_stays(lang: str) -> None:
    written = write(example_deal()).replace('"tile":"3z"', '"tile":"9z"', 1).replace('"end"', '"ends"')
    at = app(lang=lang)
    at.text_area(key="review_text").set_value(written)
    at.button(key="read").click().run()
    assert not at.exception
    with pytest.raises(BadRecord) as raised:
        read_any(written)
    faults = [raised.value, *raised.value.others]
    assert len(faults) > 1
    told = shown(at)
    assert text("review-faults", lang, title=text("review-pasted", lang), count=len(faults)) in told
    for fault in faults:
        assert escape(describe(fault, lang)) in told
    assert at.text_area(key="review_text").value == written


def test_a_good_record_is_reviewed_for_a_seat_whose_hand_is_known() -> None:
    lang = EN
    record = example_deal().seen_from(2)
    at = app(lang=lang)
    click(at, "read")
    assert text("review-empty", lang) in shown(at)
    at.text_area(key="review_text").set_value(write(record, example_deal()))
    click(at, "read")
    done(at)
    assert at.session_state["review"].seat == 2
    assert "review_seat_choice" not in at.session_state
    assert text("review-pasted", lang) in shown(at)
    at.selectbox(key="review_deal_choice").set_value(1).run()
    assert at.session_state["review"].record == example_deal()
    done(at)
    assert at.session_state["review_seat_choice"] == 0


def test_a_file_is_opened_and_a_faulty_one_is_named() -> None:
    at = app()
    at.file_uploader[0].upload("a.txt", "东 9p".encode(), "text/plain").run()
    assert text("review-faults", ZH, title="a.txt", count=1) in shown(at)
    assert text("review-faults-kept", ZH) not in shown(at)
    at.file_uploader[0].upload("b.jsonl", write(example_deal()).encode(), "application/json").run()
    done(at)
    assert at.session_state["review"].record == example_deal()
    assert '<h2 class="wm-title">b.jsonl</h2>' in html(at)


def test_names_and_titles_are_shown_as_they_are() -> None:
    at = opened(record=replace(example_deal(), names=(HARM, "b", "c", "d")), title=HARM)
    assert escape(HARM) in html(at)
    assert HARM not in html(at)
    (group,) = [each for each in at.get("button_group") if each.key == "review_seat_choice"]
    labels = [option.content for option in group.proto.options]
    assert not [label for label in labels if re.search(r"(?<!\\)[<\[!]", label)]


# What is told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sums_are_the_reviews(lang: str, graded: Review) -> None:
    at = opened(lang)
    told = shown(at)
    assert graded.luck is not None
    assert graded.expected is not None
    assert graded.match is not None
    assert points_told(graded.luck, signed=True) in told
    assert points_told(graded.expected, signed=True) in told
    assert f"{graded.loss:.1f} ± {graded.margin:.1f}" in told
    assert f"{graded.match:.0%}" in told
    for kind, count, points in graded.by_kind():
        assert (
            f"{kind_told(kind, lang)} {text('review-times', lang, count=count)} {loss_told(points)}" in told
        )
    assert keys(at, "mistake_") == [f"mistake_{each.choice.at}" for each in graded.mistakes]
    assert len(at.get("plotly_chart")) == 1


def test_mistakes_are_gone_through_worst_first(graded: Review) -> None:
    at = opened()
    worst = [each.choice.at for each in graded.mistakes]
    assert len(worst) > 1
    assert place(at) == worst[0]
    assert at.button(key="previous").disabled
    for expected in worst[1:]:
        click(at, "next")
        assert place(at) == expected
    assert at.button(key="next").disabled
    click(at, "previous")
    assert place(at) == worst[-2]
    click(at, "next_step")
    everywhere = [each.choice.at for each in graded.grades]
    after = everywhere[everywhere.index(worst[-2]) + 1]
    assert place(at) == after
    jump(at).set_value(everywhere[0]).run()
    assert place(at) == everywhere[0]
    click(at, f"mistake_{worst[0]}")
    assert place(at) == worst[0]
    at.session_state["review_threshold_choice"] = 40
    at.run()
    assert keys(at, "mistake_") == [f"mistake_{each.choice.at}" for each in graded.beyond(40)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_decision_is_told_in_full(lang: str, graded: Review) -> None:
    at = opened(lang)
    worst = graded.mistakes[0]
    pen = GradePen(worst.choice.position, lang, worst.choice.offer, taken=worst.taken)
    told = html(at)
    assert pen.judged(worst) in told
    assert pen.why(worst) in told
    assert loss_told(worst.loss) in pen.judged(worst)
    assert told.count(text("review-chip-taken", lang)) >= 1
    assert len(re.findall(r'class="wm-option[ "]', told)) == len(worst.options) + 1  # and the head
    for reason in worst.reasons:
        if reason.code == "opens":
            assert pen.reason(reason) in told


def test_the_study_page_opens_on_the_decision(graded: Review) -> None:
    at = opened()
    click(at, "study")
    worst = graded.mistakes[0].choice
    table = at.session_state["table"]
    assert (table.position, table.offer) == (worst.position, worst.offer)
    assert at.get("html")
    assert "wm-scene" not in html(at)


def test_every_state_of_a_run_is_told(graded: Review) -> None:
    pen = ReviewPen(ZH)
    begun = replace(graded, grades=graded.grades[:3], speed=Speed.QUICK)
    rough = replace(graded, speed=Speed.QUICK)
    for seen, message, params in (
        (Snapshot(State.RUNNING, others=32), "review-waiting", {}),
        (Snapshot(State.RUNNING, 0, 15, begun), "review-run-first", {"done": 3, "wanted": 15}),
        (Snapshot(State.RUNNING, 4, 15, rough), "review-run", {"done": 4, "wanted": 15}),
        (Snapshot(State.STOPPED, 4, 15, rough), "review-stopped", {"done": 4, "wanted": 15}),
        (Snapshot(State.FAILED, 4, 15, rough), "review-failed", {}),
        (
            Snapshot(State.DONE, 15, 15, graded),
            "review-done",
            {"wanted": 15, "speed": text("speed-instant", ZH)},
        ),
        (Snapshot(State.DONE, 0, 0, replace(graded, grades=(), decisions=0)), "review-none-asked", {}),
    ):
        told = pen.standing(seen)
        assert text(message, ZH, **params) in told
        assert ("progressbar" in told) == seen.running
        assert f'data-state="{seen.state}"' in told


def test_an_unfinished_deal_has_no_luck(graded: Review) -> None:
    record = example_deal()
    cut = replace(graded, record=replace(record, events=record.events[:-1]))
    told = ReviewPen(EN).summary(cut)
    assert text("report-unfinished", EN) in told
    assert text("report-luck", EN) not in told
    assert text("report-unfinished", EN) in ReviewPen(EN).head(cut.record, "x")


def test_the_curve_is_the_reviews(graded: Review) -> None:
    (line,) = charts.losses(graded, ZH).data
    assert list(line.y) == list(graded.curve)
    lost = [points_told(each.loss) for each in graded.grades]
    assert all(figure in told for figure, told in zip(lost, line.hovertext, strict=True))


# 先猜再看


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_guess_comes_before_the_answer(lang: str, graded: Review) -> None:
    at = begun(
        {"lang": lang}, {"review": reviewing.Shown(example_deal(), 0, "x"), "review_mode_choice": "guess"}
    )
    done(at)
    worst = graded.mistakes[0]
    assert place(at) == worst.choice.at
    assert "wm-judged" not in html(at)
    assert not at.get("plotly_chart")
    assert not re.search(r"[−+]\d", shown(at))
    assert len(keys(at, "guess_")) == len(worst.options)
    click(at, f"guess_{name_of(worst.taken)}")
    pen = GradePen(worst.choice.position, lang, worst.choice.offer)
    assert pen.guess(worst) in html(at)
    assert text("review-guessed", lang, count=1, right=0, loss=points_told(worst.loss)) in shown(at)
    assert "wm-judged" in html(at)
    click(at, "previous")
    assert "wm-judged" not in html(at)
    answered = graded.guessed({worst.choice.at: worst.best})
    assert (answered.loss, answered.match) == (0.0, 1.0)


# Kept


@pytest.mark.usefixtures("_history")
def test_a_record_is_kept_linked_to_and_forgotten(graded: Review) -> None:
    at = opened(title=HARM)
    assert text("review-share-keep", ZH) in shown(at)
    click(at, "keep")
    (kept,) = visitor_rows(at)
    assert at.session_state["review"].keeping == kept.id
    click(at, "next")
    link = at.session_state["link"]
    assert link == {"record": kept.id, "of": "0", "at": str(graded.mistakes[1].choice.at)}
    mine = {"visitor_token": at.session_state["visitor_token"]}
    again = done(begun(link, mine))
    assert place(again) == graded.mistakes[1].choice.at
    assert again.session_state["review"].title == HARM
    stranger = begun(link, {})
    assert stranger.error[0].value == text("review-not-there", ZH)
    assert "review" not in stranger.session_state
    for spoilt in ({"of": "9", "at": "x"}, {"at": "99999"}, {"record": HARM}):
        found = begun({**link, **spoilt}, mine)
        assert ("review" in found.session_state) == ("record" not in spoilt)
    click(again, "another")
    click(again, f"forget_yes_{kept.id}")
    assert visitor_rows(again) == ()
    gone = begun(link, mine)
    assert gone.error[0].value == text("review-not-there", ZH)


@pytest.mark.usefixtures("_history")
@pytest.mark.parametrize("key", ["drill", "drill_all"])
def test_mistakes_are_drilled_from_the_kept_record(graded: Review, key: str) -> None:
    at = opened()
    click(at, key)
    (kept,) = visitor_rows(at)
    asked = graded.mistakes if key == "drill_all" else graded.mistakes[:1]
    assert list(at.session_state["drilling_round"].keys) == [
        f"record:{kept.id}:0:{each.choice.at}" for each in asked
    ]
    assert keys(at, "study") == []  # another page is open


@pytest.mark.usefixtures("_history")
def test_a_database_that_cannot_be_used_leaves_the_review_as_it_is(tmp_path: Path, graded: Review) -> None:
    (tmp_path / "history.db").write_text("none of ours", encoding="utf-8")
    at = opened()
    for key in ("keep", "drill"):
        click(at, key)
        assert "SQLite" in at.warning[0].value
        assert place(at) == graded.mistakes[0].choice.at


def visitor_rows(at: AppTest) -> tuple:  # type: ignore[type-arg]
    """What is kept of the visitor of a session."""
    store = visitor._store()
    mine = store.profile_of_token(at.session_state["visitor_token"])
    assert mine is not None
    return store.keepings(mine).rows


@pytest.mark.usefixtures("_history")
@pytest.mark.parametrize(
    ("source", "speed", "counts"),
    [("pasted", "quick", True), ("pasted", "instant", False), ("example", "quick", False)],
)
def test_own_decisions_of_a_full_review_count_for_progress(source: str, speed: str, counts: bool) -> None:
    record = Recorder(preset("hongzhong")).play(117, (0, 1, 1, 1))
    at = begun({}, {"review": reviewing.Shown(record, 0, "x", source=source), "review_speed": speed})
    done(at)
    click(at, "keep")
    at.run()
    store = visitor._store()
    mine = store.profile_of_token(at.session_state["visitor_token"])
    assert mine is not None
    expected = len(review(record, 0, speed=Speed.INSTANT).grades) if counts else 0
    assert len(store.answers(mine).rows) == expected
