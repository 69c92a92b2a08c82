"""复盘 in a real browser: a faulty text, grades as they come in, from mistake to mistake, and guesses."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.examples import example_deal
from analyzer.expectation.playouts import Speed
from analyzer.record import write
from analyzer.review import Review, review
from analyzer.texts import LANGUAGES, text
from pages.ui.grades import loss_told
from tests.browser import SIZES, pick, settle, wide

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
PLACES = pytest.mark.parametrize(("size", "lang"), list(zip(SIZES, LANGUAGES, strict=True)))
RECORD = write(example_deal())


@pytest.fixture(scope="module")
def graded() -> Review:
    """What the served app finds, at its speed."""
    return review(example_deal(), 0, speed=Speed.INSTANT)


def here(page: Any, at: int) -> None:
    """Waits until the decision is on the screen."""
    expect(page.locator(".wm-scene")).to_have_attribute("data-at", str(at))
    settle(page)


def small(page: Any) -> int:
    """How many things to be tapped are too small for a finger."""
    return page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] [data-testid=stButton] button')]"
        ".map(e => e.getBoundingClientRect()).filter(r => r.width && (r.height < 40 || r.width < 40)).length"
    )


def middle(thing: Any) -> tuple[float, float]:
    """Where on the screen a finger meets it."""
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ringed(page: Any) -> list[int]:
    """The points of the curve that carry a ring, counted along it."""
    return page.evaluate(
        """[...document.querySelectorAll(".js-plotly-plot .points path")].map((point, number) => [point, number])
            .filter(([point]) => parseFloat(getComputedStyle(point).strokeWidth) > 1).map(([, number]) => number)"""
    )


def read(page: Any, written: str) -> None:
    field = page.locator(".st-key-review_text textarea")
    field.fill(written)
    page.locator(".st-key-read button").click()


@PLACES
def test_a_pasted_record_is_mended_and_its_mistakes_are_gone_through(
    open_page: Callable[..., Any], size: str, lang: str, graded: Review
) -> None:
    page = open_page(f"/review?lang={lang}", size=size)
    assert wide(page) == []
    spoilt = RECORD.replace('"tile":"1m"', '"tile":"1x"', 1).replace('"seat":3', '"seat":7', 1)
    read(page, spoilt)
    faults = page.locator(".wm-faults li")
    expect(faults.filter(has_text="1x")).to_have_count(1)
    lines = [number for number, line in enumerate(spoilt.splitlines(), 1) if "1x" in line or ":7" in line]
    told = " ".join(faults.all_inner_texts())
    assert [int(number) for number in re.findall(r"(?:第 |ine )(\d+)", told)][: len(lines)] == lines
    expect(page.locator(".st-key-review_text textarea")).to_have_value(spoilt)
    assert wide(page) == []
    read(page, RECORD)
    worst = [each.choice.at for each in graded.mistakes]
    page.locator('.wm-run[data-state="done"]').wait_for()
    here(page, worst[0])
    expect(page.locator(".wm-judged .wm-loss")).to_have_text(loss_told(graded.mistakes[0].loss))
    page.keyboard.press("n")
    here(page, worst[1])
    page.keyboard.press("p")
    here(page, worst[0])
    # off to another decision and back: by the list of all, by the curve, by the list of mistakes
    first = graded.grades[0].choice.at
    pick(
        page.get_by_role("combobox", name=re.compile(text("review-jump", lang))),
        page.get_by_role("option").first,
    )
    here(page, first)
    dots = page.locator(".js-plotly-plot .points path")
    expect(dots).to_have_count(len(graded.grades))
    place = [each.choice.at for each in graded.grades].index(worst[1])
    chart = dots.first.element_handle()
    touched = page.touchscreen.tap if size == "phone" else page.mouse.click
    dots.nth(place).scroll_into_view_if_needed()
    x, y = middle(dots.nth(place))
    touched(x, y + 12)  # a finger isn't as fine as a point
    here(page, worst[1])
    assert ringed(page) == [place]
    assert chart.evaluate("point => point.isConnected")  # a chart drawn anew would lose the next tap
    # a tap before the screen has followed would meet another line
    page.wait_for_function(
        """() => { const { top, bottom } = document.querySelector(".wm-scene").getBoundingClientRect()
            return top >= -1 && (bottom <= innerHeight || top <= 1) }"""
    )
    page.locator(f".st-key-mistake_{worst[0]} button").click()
    here(page, worst[0])
    assert wide(page) == []
    assert small(page) == 0
    with page.expect_download() as report:
        page.locator(".st-key-report button").click()
    assert report.value.suggested_filename.endswith(".html")
    page.locator(".st-key-study button").click()
    expect(page.locator(".tray .tile")).to_have_count(len(graded.mistakes[0].choice.position.hand))


@pytest.mark.audit
@PLACES
def test_a_guess_is_made_by_key_and_a_kept_record_is_linked_to(
    open_page: Callable[..., Any], size: str, lang: str, graded: Review
) -> None:
    page = open_page(f"/review?lang={lang}", size=size)
    page.locator(".st-key-example button").click()
    page.locator('.wm-run[data-state="done"]').wait_for()
    page.get_by_role("radio", name=text("review-mode-guess", lang)).click()
    expect(page.locator(".st-key-guesses button")).to_have_count(len(graded.mistakes[0].options))
    expect(page.locator(".wm-judged")).to_have_count(0)
    assert wide(page) == []
    assert small(page) == 0
    settle(page)
    page.keyboard.press("1")
    expect(page.locator(".wm-judged")).to_have_count(1)
    expect(page.locator(".wm-guessed")).to_be_visible()
    assert wide(page) == []
    page.get_by_role("radio", name=text("review-mode-told", lang)).click()
    page.locator(".st-key-keep button").click()
    expect(page.locator(".st-key-keep")).to_have_count(0)
    second = graded.mistakes[1].choice.at
    page.locator(f".st-key-mistake_{second} button").click()
    page.wait_for_url(re.compile(f"record=[0-9a-f]{{32}}&of=0&at={second}"))
    page.goto(page.url)
    here(page, second)
    page.locator(".st-key-another button").click()
    expect(page.locator(".st-key-kept button").first).to_contain_text(text("review-example-title", lang))
