"""Live figures, charts and the page on how good the numbers are, in a real browser on both screens."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.expectation.measured import measured
from analyzer.expectation.playouts import Speed
from analyzer.texts import LANGUAGES, text
from tests.browser import SIZES, Server, pick, serve, settle, wide
from tests.pages import first_on

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
SECONDS = 30


def played_out(page: Any) -> None:
    """Waits until the figures are the last ones."""
    page.locator('.wm-run[data-state="done"]').wait_for()
    settle(page)


def played_in_full(page: Any) -> None:
    """Asks for the slow speed, which alone knows everything, and waits until it is through."""
    played_out(page)
    page.get_by_text(text("speed-full", ZH), exact=True).click()
    run = page.locator('.wm-run[data-state="done"]').filter(has_text=f"{Speed.FULL.samples:,}")
    run.wait_for()
    settle(page)


STANDS_OUT = """() => {
    const bright = (one, name) => {
        const [r, g, b] = getComputedStyle(one)[name].match(/[\\d.]+/g).map(Number)
        return (0.299 * r + 0.587 * g + 0.114 * b) / 255
    }
    const words = document.querySelector("[data-testid=stPlotlyChart] .xtitle")
    const ground = document.querySelector("[data-testid=stApp]")
    return words && Math.abs(bright(words, "fill") - bright(ground, "backgroundColor")) > 0.35 }"""
"""Whether the words of a chart stand out from the page behind them."""
GROUND = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"


def darken(page: Any) -> None:
    """Switches to dark while the page is open."""
    light = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"before => {GROUND} !== before", arg=light)


def charts_are_drawn(page: Any) -> None:
    for name, marks in (
        ("scores", ".scatterlayer .points path"),
        ("turns", ".lines path"),
        ("payouts", ".bars path"),
    ):
        page.get_by_text(text(f"chart-{name}", ZH), exact=True).click()
        chart = page.get_by_test_id("stPlotlyChart")
        expect(chart.locator(marks).nth(1)).to_be_attached()
        settle(page)
        box = chart.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page.viewport_size["width"]
        expect(chart.locator(".modebar-btn")).to_have_count(0)
        page.wait_for_function(STANDS_OUT)
        expect(chart.locator(".xtitle")).not_to_be_empty()


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_figures_rank_card_picker_and_table_alike_and_charts_are_drawn_in_both_themes(page: Any) -> None:
    played_in_full(page)
    first = page.locator(".wm-options.worth .wm-option:not(.head)").first
    expect(first).to_have_class(re.compile("best"))
    expect(first.locator(".score b")).to_have_text(re.compile(r"^[+−]?\d+\.\d$"))
    expect(first.locator(".score small")).to_contain_text("±")
    for name in ("win", "tenpai", "deal-in"):
        expect(first.locator(f'[data-figure="{name}"]')).to_contain_text("%")
    tile = first.get_attribute("data-tile")
    expect(page.locator(".tray .advised")).to_have_attribute("data-tile", tile)
    action = text(f"action-{first.get_attribute('data-action')}", ZH)
    expect(page.locator(".tray .advised .flag")).to_have_text(action)
    expect(page.locator(".wm-verdict h2")).to_contain_text(action)
    scores = page.locator(".wm-options.worth .score b").all_inner_texts()
    assert len(scores) >= 5
    assert f"{Speed.FULL.samples:,}" in page.locator(".wm-run").inner_text()
    assert wide(page) == []
    charts_are_drawn(page)
    assert wide(page) == []
    darken(page)
    charts_are_drawn(page)
    assert wide(page) == []


@pytest.mark.audit
@pytest.mark.parametrize("size", SIZES)
def test_a_page_that_starts_over_draws_the_picker_once(open_page: Callable[..., Any], size: str) -> None:
    page = open_page("/?rules=hongzhong&hand=5m2255588p558s&indicator=4m&melds0=peng:8m@3", size=size)
    played_out(page)
    expect(page.locator('.key[data-tile="1m"]')).to_have_count(1)
    expect(page.locator(".clear")).to_have_count(1)
    page.locator(".tray .tile").first.click()
    expect(page.locator(".tray .tile")).to_have_count(10)
    page.locator(".undo").click()
    expect(page.locator(".tray .tile")).to_have_count(11)


@pytest.mark.audit
@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_another_action_is_looked_at_in_full(page: Any) -> None:
    played_in_full(page)
    details = page.locator(".wm-details")
    expect(details).to_contain_text(text("details-deal-in", ZH))
    before = details.inner_text()
    expect(page.locator("[data-testid=stPlotlyChart] .points path").first).to_be_visible()
    pick(page.locator("[class*=st-key-chosen-]").get_by_role("combobox"), page.get_by_role("option").last)
    expect(details).not_to_have_text(before, use_inner_text=True)


@pytest.mark.audit
@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_a_fold_stays_open_while_another_chart_is_chosen(page: Any) -> None:
    played_out(page)
    page.get_by_test_id("stExpander").locator("summary").click()
    rows = page.locator(".wm-option:visible")
    expect(rows).not_to_have_count(5)
    count = rows.count()
    page.get_by_text(text("chart-turns", ZH), exact=True).click()
    settle(page)
    expect(rows).to_have_count(count)


# ------------------------------------------------------------------------------ without the compiler: slow runs


@pytest.fixture(scope="module")
def slow_server() -> Iterator[Server]:
    """The app where a run takes long, because nothing is compiled."""
    with serve(ANALYZER_COMPILER="off") as server:
        yield server


@pytest.mark.parametrize("size", first_on("desktop"))
def test_a_slow_run_shows_first_figures_answers_taps_and_is_stopped(
    open_page: Callable[..., Any], slow_server: Server, size: str
) -> None:
    # A link, so that a server just started has to find its way to what the link says as well.
    page = open_page(f"{slow_server.url}/?rules=facai&hand=1123m456p78s12255z&indicator=9s", size=size)
    run = page.locator(".wm-run")
    running = page.locator('.wm-run[data-state="running"]:not([data-played="0"])')
    running.wait_for()
    expect(page.locator(".tray .tile")).to_have_count(14)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(run.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".wm-options.worth .score b").first).to_have_text(re.compile(r"\d"))
    if size == "desktop":  # taps are answered while it goes on
        started = time.monotonic()
        page.locator(".tray .tile").first.click()
        expect(page.locator(".wm-option")).to_have_count(0)
        page.locator(".undo").click()
        expect(page.locator(".wm-option.best")).to_be_visible()
        expect(page.locator(".tray .tile")).to_have_count(14)
        assert time.monotonic() - started < SECONDS / 3
        running.wait_for()
    page.get_by_role("button", name=text("run-stop", ZH), exact=True).click()
    expect(page.locator('.wm-run[data-state="stopped"]')).to_be_visible()
    expect(run.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("button", name=text("run-again", ZH), exact=True)).to_be_visible()
    played = run.get_attribute("data-played")
    expect(run).to_contain_text(text("run-stopped", ZH, played=played))
    settle(page)
    assert wide(page) == []


# ------------------------------------------------------------------------------- how good the numbers are


def test_the_page_on_the_numbers_is_one_tap_away(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.get_by_role("link", name=text("page-strength", ZH), exact=True).first.click()
    expect(page.locator(".wm-title")).to_have_text(text("page-strength", ZH))
    charts = page.get_by_test_id("stPlotlyChart")
    expect(charts).to_have_count(3)
    found = measured()["hongzhong"].calibration
    assert found is not None
    expect(charts.nth(0).locator(".points path")).to_have_count(len(found.deciles))
    expect(charts.nth(1).locator(".bars .point")).to_have_count(2 * len(found.deciles))
    assert wide(page) == []
    darken(page)
    expect(charts.nth(0).locator(".points path")).to_have_count(len(found.deciles))
    expect(charts.nth(1).locator(".bars .point")).to_have_count(2 * len(found.deciles))
    page.wait_for_function(STANDS_OUT)
    page.get_by_text(text("language-en", ZH), exact=True).click()
    expect(page.locator(".wm-title")).to_have_text(text("page-strength", EN))
    pick(
        page.locator(".st-key-rules_choice").get_by_role("combobox"),
        page.get_by_role("option", name=text("rules-facai", EN), exact=True),
    )
    expect(page.get_by_text(text("strength-none", EN), exact=True)).to_be_visible()
    expect(charts).to_have_count(1)  # what the learned player gains


def test_the_page_on_the_numbers_fits_a_phone(open_page: Callable[..., Any]) -> None:
    page = open_page(size="phone")
    played_out(page)
    page.get_by_test_id("stMain").get_by_role("link", name=text("page-strength", ZH), exact=True).click()
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(3)
    settle(page)
    assert wide(page) == []
    page.go_back()
    expect(page.locator(".wm-verdict h2")).to_be_visible()
    expect(page.locator(".tray .tile")).to_have_count(11)
