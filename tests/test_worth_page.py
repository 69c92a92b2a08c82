"""期望 on the study page, and the page on how good the numbers are, by Streamlit's own test driver."""

import gc
import re
import time
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from analyzer import compiler, jobs
from analyzer.advice import Action, discards, how_valued, valued
from analyzer.expectation.measured import Gain, Measured, measured
from analyzer.expectation.playouts import Speed, speed_for
from analyzer.jobs import Busy, Snapshot, State
from analyzer.notation import parse_tiles
from analyzer.playout import models
from analyzer.position import Position
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from pages.ui import charts, running, shell
from pages.ui.answers import points_told
from pages.ui.measures import Measures
from pages.ui.state import EXAMPLE
from pages.ui.worth import WorthPen, name_of
from tests.sources import ROOT

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

ZH, EN = LANGUAGES
SECONDS = 60


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiler.warm_up(block=True)


@pytest.fixture(autouse=True)
def _own_pool(monkeypatch):
    """No result of another test is found again."""
    pool = jobs.Pool()
    monkeypatch.setattr(jobs, "_pool", pool)
    yield
    pool.close()


@pytest.fixture(scope="module")
def options():
    return valued(EXAMPLE, discards(EXAMPLE).options, samples=256)


def app(speed: Speed = Speed.QUICK, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=SECONDS)
    for name, value in query.items():
        at.query_params[name] = value
    at.session_state["speed"] = speed
    at.run()
    assert not at.exception
    return at


def finished(at: AppTest) -> AppTest:
    """The page once the run that it follows has ended."""
    at.session_state["followed"].ticket.wait(SECONDS)
    at.run()
    assert not at.exception
    return at


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at)))


def rows(at: AppTest) -> list[tuple[str, str]]:
    return re.findall(r'data-action="(\w+)" data-tile="(\w*)"', html(at))


# ------------------------------------------------------------------------------------- the study page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_of_a_finished_run_is_on_the_page(lang):
    at = finished(app(lang=lang, hand="135m567p22445s", indicator="4m", melds0="peng:2z@2"))
    position = at.session_state["table"].position
    found = valued(position, discards(position).options, speed=Speed.QUICK)
    assert rows(at) == [(option.action.value, NAMES[option.tile]) for option in found]
    told = shown(at)
    speed = speed_for(position.rules, Speed.QUICK)
    assert text(f"rank-by-{speed}", lang, played=f"{speed.samples:,}", turns=speed.depth) in told
    for option in found:
        assert points_told(option.estimate.score, signed=True) in told
        assert f"± {option.margin:.1f}" in told
        assert WorthPen.percent(option.estimate.win) in told
    # the card, the table and the picker tell the same action
    pen = WorthPen(position, lang)
    assert f"<h2>{pen.deed(found[0])}</h2>" in html(at)
    assert at.button(key="play").label == text("play-it", lang, deed=pen.deed(found[0]))


def test_distances_are_there_before_the_run_says_anything(monkeypatch):
    monkeypatch.setattr(jobs.Ticket, "snapshot", lambda ticket: Snapshot(State.RUNNING, 0, 256))
    at = app()
    told = shown(at)
    assert text("rank-by-distance", ZH) in told
    best = discards(EXAMPLE).options
    assert rows(at) == [(option.action.value, NAMES[option.tile]) for option in best]
    assert f"<h2>{WorthPen(EXAMPLE, ZH).deed(best[0])}</h2>" in html(at)
    assert at.button(key="stop").label == text("run-stop", ZH)


def test_a_run_under_way_says_how_far_it_is(monkeypatch, options):
    now = Snapshot(State.RUNNING, 256, 4096, options, others=3)
    monkeypatch.setattr(jobs.Ticket, "snapshot", lambda ticket: now)
    at = app()
    told = shown(at)
    assert text("run-so-far", ZH, played="256", wanted="4,096") in told
    assert text("run-others", ZH, count=3) in told
    assert text("why-so-far", ZH) in told
    behind = replace(options[0], estimate=replace(options[0].estimate, diff=-1.0))
    monkeypatch.setattr(jobs.Ticket, "snapshot", lambda ticket: replace(now, found=(behind, *options[1:])))
    assert text("why-so-far-unclear", ZH) in shown(at.run())
    assert 'aria-valuenow="6"' in html(at)


def test_a_stopped_run_keeps_its_figures_and_can_be_run_again(monkeypatch):
    monkeypatch.setattr(Speed, "samples", property(lambda speed: 10_000_000))
    at = app()
    ticket = at.session_state["followed"].ticket
    deadline = time.monotonic() + SECONDS
    while not ticket.snapshot().found and time.monotonic() < deadline:
        time.sleep(0.02)
    at.run()
    at.button(key="stop").click().run()
    assert not at.exception
    kept = ticket.snapshot()
    assert kept.state is State.STOPPED
    assert text("run-stopped", ZH, played=f"{kept.done:,}") in shown(at)
    at.button(key="again").click().run()
    assert at.session_state["followed"].ticket is not ticket
    assert at.session_state["followed"].ticket.snapshot().running
    at.session_state["followed"].ticket.stop()


def test_a_new_position_leaves_the_run_of_the_old_one(monkeypatch):
    monkeypatch.setattr(Speed, "samples", property(lambda speed: 10_000_000))
    at = app()
    old = at.session_state["followed"]
    table = at.session_state["table"]
    at.session_state["table"] = replace(table, position=replace(EXAMPLE, dealer=2))
    at.run()
    new = at.session_state["followed"]
    assert new.position.dealer == 2
    assert old.ticket._job.stop.is_set()
    assert not new.ticket._job.stop.is_set()
    at.session_state["table"] = replace(table, position=replace(EXAMPLE, hand=()))
    at.run()
    assert "followed" not in at.session_state
    assert new.ticket._job.stop.is_set()


def test_the_speed_is_chosen_and_kept():
    at = finished(app())
    for speed in Speed:
        at.get_by_key("speed_choice").set_value(speed).run()
        assert at.session_state["speed"] is speed
        assert at.session_state["followed"].speed is speed
        at = finished(at)
        done = speed_for(EXAMPLE.rules, speed)
        assert text(f"rank-by-{done}", ZH, played=f"{done.samples:,}", turns=done.depth) in shown(at)
        assert text(f"speed-says-{speed}", ZH, samples=f"{speed.samples:,}", turns=speed.depth) in shown(at)
        for note, params in how_valued(EXAMPLE.rules, speed):
            game = {"game": text(f"rules-{params['game']}", ZH)} if params else {}
            assert text(note, ZH, **game) in shown(at)


@pytest.fixture
def _judged(monkeypatch, tmp_path):
    """The example's game has a learned player and a judge; neither knows anything."""
    monkeypatch.setattr(models, "FOLDER", tmp_path)
    told = {"format": models.FORMAT, "judge_error": [9.0, 4.0]}
    models.save_model(EXAMPLE.rules, models.empty_model(), told)


@pytest.mark.usefixtures("_judged")
@pytest.mark.parametrize("speed", [Speed.INSTANT, Speed.QUICK])
def test_a_judged_speed_says_so_and_leaves_out_what_it_does_not_know(speed):
    at = finished(app(speed))
    told = shown(at)
    assert text(f"rank-by-{speed}", ZH, played=f"{speed.samples:,}", turns=speed.depth) in told
    assert text("note-judged", ZH) in told
    assert text("details-deal-in", ZH) not in told
    at.get_by_key("chart").set_value("turns").run()
    assert text("chart-needs-full", ZH) in shown(at)
    at.get_by_key("chart").set_value("scores").run()
    assert len(at.get("plotly_chart")) == 1
    assert not at.exception


def test_without_an_indicator_one_sentence_says_why_there_are_no_figures():
    at = app(hand="135m567p22445s", melds0="peng:2z@2")
    assert text("worth-unknown", ZH) in shown(at)
    assert "followed" not in at.session_state
    assert text("column-distance", ZH) in shown(at)


@pytest.mark.parametrize(
    "query",
    [
        {"hand": "55m567p222444s", "melds0": "peng:2z@2", "turn": "last_draw"},  # a win or nothing
        {"hand": "12m567p222444s", "melds0": "peng:2z@2", "turn": "last_draw"},
        {"hand": "135m567p22445s", "melds0": "peng:2z@2", "turn": "called"},
        {"hand": "23m55p4s", "indicator": "4m"},  # unknown melds
        {"hand": "9999s12m225z5z", "rules": "qipi", "indicator": "5z"},
        {"hand": "135m567p22445s", "melds0": "peng:2z@2", "rules": "yuanhang"},
    ],
    ids=str,
)
def test_every_position_on_turn_comes_to_an_answer(query):
    at = app(**{"indicator": "4p", **query})
    if "followed" in at.session_state:
        assert at.session_state["followed"].ticket.wait(SECONDS).state is State.DONE
        at.run()
    assert not at.exception
    assert not at.warning


def test_a_full_house_is_waited_for(monkeypatch):
    def busy(*_, **__):
        raise Busy

    monkeypatch.setattr(jobs, "value", busy)
    at = app()
    assert text("rank-by-distance", ZH) in shown(at)
    monkeypatch.undo()
    assert text("rank-by-distance", ZH) not in shown(finished(at.run()))


def test_a_failure_is_told_and_the_distances_stay(monkeypatch):
    monkeypatch.setattr(
        jobs.Ticket, "snapshot", lambda ticket: Snapshot(State.FAILED, 0, 256, error=ValueError("x"))
    )
    at = app()
    assert text("run-failed", ZH) in shown(at)
    assert len(rows(at)) == len(discards(EXAMPLE).options)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chart_is_drawn(lang):
    at = app(Speed.FULL, lang=lang, hand="135m567p22445s", indicator="4m", melds0="peng:2z@2")
    at = finished(at)
    drawn = set()
    for chart in ("scores", "turns", "payouts"):
        at.get_by_key("chart").set_value(chart).run()
        assert not at.exception
        (one,) = at.get("plotly_chart")
        drawn.add(one.proto.spec)
    assert len(drawn) == 3


def test_any_action_can_be_looked_at_in_full():
    at = finished(app(Speed.FULL))
    best, *_, last = at.get_by_key("chosen-0-0").options
    for label in (best, last):
        at.get_by_key("chosen-0-0").set_value(
            next(name for name in _names(at) if _label(at, name) == label)
        ).run()
        assert not at.exception
        assert text("details-deal-in", ZH) in shown(at)


def _names(at: AppTest) -> list[str]:
    found = at.session_state["followed"].ticket.snapshot().found
    return [name_of(option) for option in found]


def _label(at: AppTest, name: str) -> str:
    pen = WorthPen(EXAMPLE, ZH)
    found = at.session_state["followed"].ticket.snapshot().found
    option = found[_names(at).index(name)]
    return pen.deed(option)


def test_a_win_stands_in_the_table_with_what_it_pays():
    at = finished(app(hand="5m2255588p558s", indicator="4m", melds0="peng:8m@3"))
    assert ("win", "8s") in rows(at)
    assert text("deed-win", ZH) in " ".join(at.get_by_key("chosen-0-0").options)


# ------------------------------------------------------------------------------------------- what it draws


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_speed_that_knows_only_means_leaves_the_rest_out(lang, options):
    bare = tuple(
        replace(
            option,
            estimate=replace(
                option.estimate,
                speed=Speed.INSTANT,
                win_by_turn=(),
                tenpai_by_turn=(),
                deal_in=(),
                deal_in_cost=(),
                contract=None,
                drawn=None,
                mean_payout=None,
                hands=(),
                payouts=(),
            ),
        )
        for option in options
    )
    pen = WorthPen(EXAMPLE, lang)
    assert charts.by_turn(pen, bare[1], bare[0]) is None
    assert charts.payouts(pen, bare[1], bare[0]) is None
    assert charts.scores(pen, bare) is not None
    assert "–" in pen.worth(bare, bare[0])
    told = pen.details(bare[1], bare[0])
    assert text("details-deal-in", lang) not in told
    assert text("details-samples", lang) in told


def test_charts_show_the_engines_figures(options):
    pen = WorthPen(EXAMPLE, ZH)
    (dots,) = charts.scores(pen, options).data
    assert list(dots.x) == [option.estimate.score for option in options]
    assert list(dots.error_x.array) == [option.margin for option in options]
    assert dots.hovertext[0] == f"{pen.deed(options[0])}: {pen.score_told(options[0])}"
    lines = charts.by_turn(pen, options[1], options[0]).data
    assert [tuple(line.y) for line in lines] == [
        options[0].estimate.win_by_turn,
        options[0].estimate.tenpai_by_turn,
        options[1].estimate.win_by_turn,
        options[1].estimate.tenpai_by_turn,
    ]
    assert len(charts.by_turn(pen, options[0], options[0]).data) == 2
    for bars in charts.payouts(pen, options[1], options[0]).data:
        assert sum(bars.x) == pytest.approx(1)


def test_actions_of_one_name_keep_their_own_row(options):
    twice = [options[0], options[0], options[1]]
    (dots,) = charts.scores(WorthPen(EXAMPLE, ZH), twice).data
    assert len(set(dots.y)) == 3


def test_equal_actions_are_marked_and_named(options):
    pen = WorthPen(EXAMPLE, ZH)
    second = replace(options[1], estimate=replace(options[1].estimate, equal=True))
    table = pen.worth([options[0], second], options[0])
    assert table.count(text("chip-equal", ZH)) == 1
    assert pen.deed(second) in pen._why((options[0], second))
    behind = replace(options[1], estimate=replace(options[1].estimate, equal=False, diff=-7.25, diff_se=1.0))
    why = pen._why((options[0], behind))
    assert text("why-worth", ZH, other=pen.deed(behind), gap="7.2", margin="2.0") in why


@pytest.mark.parametrize(
    ("chance", "told"),
    [(None, "–"), (0.0, "0.0%"), (0.0004, "<0.1%"), (0.0312, "3.1%"), (0.4156, "42%"), (1, "100%")],
)
def test_chances_are_told_as_people_read_them(chance, told):
    assert WorthPen.percent(chance) == told


def test_points_have_a_true_minus_and_no_signed_nought():
    assert [points_told(value, signed=True) for value in (1.25, -1.24, 0.0, -0.01)] == [
        "+1.2",
        "−1.2",
        "0.0",
        "0.0",
    ]


def test_a_followed_run_is_asked_for_by_position_and_speed(monkeypatch):
    session = {}
    monkeypatch.setattr(running.st, "session_state", session)
    answer = discards(EXAMPLE).options
    session["speed"] = Speed.QUICK
    assert running.follow(EXAMPLE, answer) is not None
    first = session["followed"].ticket
    running.follow(EXAMPLE, answer)
    assert session["followed"].ticket is first
    running.follow(Position(hand=parse_tiles("1m"), indicator=3), ())
    assert "followed" not in session
    assert running.look() is None


# ------------------------------------------------------------------------------ how good the numbers are


def strength(**query: str) -> AppTest:
    at = app(**query)
    at.switch_page("pages/strength.py").run()
    assert not at.exception
    return at


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", ["hongzhong", "yuanhang"])
def test_the_page_shows_what_was_measured(lang, rules):
    at = strength(lang=lang, rules=rules, hand="1m")
    found = measured()[rules].calibration
    told = shown(at)
    assert text("page-strength", lang) in told
    assert f"{found.whole.positions:,}" in told
    assert f"{100 * found.whole.win_realised:.1f}%" in told
    assert found.commit in told
    for part in found.stages:
        assert text("strength-left", lang, left=part.name) in told
    assert len(at.get("plotly_chart")) == 3
    (gain,) = measured()[rules].gains
    assert f"{gain.deals:,}" in told
    assert gain.commit in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_were_not_measured_say_so(lang):
    at = strength(lang=lang, rules="facai", hand="1m")
    assert text("strength-none", lang) in shown(at)
    assert text("rules-hongzhong", lang) in shown(at)
    assert len(at.get("plotly_chart")) == 1  # what the learned player gains


GAIN = Gain("cut:64:3", "p0", 10_000, 16.4, 2.1, 18.5, "abc1234", 7)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_gains_are_drawn_with_their_intervals(lang, monkeypatch):
    known = {"hongzhong": Measured(measured()["hongzhong"].calibration, (GAIN,))}
    monkeypatch.setattr("analyzer.expectation.measured.measured", lambda: known)
    at = strength(lang=lang)
    assert len(at.get("plotly_chart")) == 3
    assert "abc1234" in Measures(lang).gains((GAIN,))
    assert text("player-cut", lang, worlds="64") in Measures(lang).gains((GAIN,))
    assert Measures(lang).gains((GAIN,)).split("<li>")[1].split("</li>")[0] in html(at)
    (bars,) = charts.gains((GAIN,), lang).data
    assert list(bars.x) == [16.4]
    assert list(bars.error_x.array) == [2.1]


def test_charts_of_the_calibration_show_its_figures():
    parts = measured()["hongzhong"].calibration.deciles
    diagonal, dots = charts.reliability(parts, ZH).data
    assert list(diagonal.x) == list(diagonal.y)
    assert list(dots.x) == [part.win_predicted for part in parts]
    assert list(dots.y) == [part.win_realised for part in parts]
    predicted, realised = charts.scores_by_decile(parts, EN).data
    assert list(predicted.y) == [part.score_predicted for part in parts]
    assert list(realised.y) == [part.score_realised for part in parts]


def test_the_action_of_a_win_has_a_name_of_its_own():
    pen = WorthPen(EXAMPLE, ZH)
    assert pen.deed(replace(discards(EXAMPLE).options[0], action=Action.WIN)) == text("deed-win", ZH)


def test_what_is_loaded_for_good_is_taken_from_the_garbage_collectors_sight():
    gc.unfreeze()  # an app that ran here before may have come to rest, too
    try:
        shell._come_to_rest()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
