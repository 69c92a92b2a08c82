"""The drills page in a real browser: a round answered on the keyboard, and one by tapping on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.drills import Topic, make, read_key
from analyzer.rounds import Set
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from tests.browser import SIZES, settle
from tests.test_access_browser import grave_faults

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
TOPICS = (Topic.WAITS, Topic.TENPAI, Topic.SCORE)


def begun(open_page: Callable[..., Any], size: str, lang: str, asked: Set, scheme: str = "light") -> Any:
    page = open_page(f"/drills?lang={lang}&drill={asked}", size=size, color_scheme=scheme)
    page.locator(".st-key-drills_invited button").click()
    return page


def fits(page: Any, size: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["viewport"]["width"]


@pytest.mark.parametrize(("size", "lang"), [("desktop", ZH), ("phone", EN)])
def test_a_round_is_answered_on_the_keyboard_and_counts_for_progress(
    open_page: Callable[..., Any], size: str, lang: str
) -> None:
    asked = Set(TOPICS, "hongzhong", 1, 4, 3, 60)
    page = begun(open_page, size, lang, asked)
    drill = page.locator(".wm-drill")
    for key in asked.questions():
        expect(drill).to_have_attribute("data-key", key)
        expect(drill).to_have_attribute("data-state", "asked")
        expect(drill.locator(".clock")).not_to_be_empty()
        settle(page)
        expect(drill.locator("[data-do=answer]")).to_be_disabled()
        question = make(read_key(key))
        if question.several:
            for kind in sorted(map(int, question.right)):
                page.keyboard.press(NAMES[kind][1])
                page.keyboard.press(NAMES[kind][0])
        else:
            at = next(place for place, each in enumerate(question.answers) if each not in question.right)
            page.keyboard.press(str(at + 1))
        pressed = drill.locator('[aria-pressed="true"]')
        expect(pressed).to_have_count(len(question.right) if question.several else 1)
        page.keyboard.press("Enter")
        expect(drill).to_have_attribute("data-state", "answered")
        expect(drill.locator(".wm-told")).to_contain_text(
            text("drills-right" if question.several else "drills-wrong", lang)
        )
        expect(drill.locator("button.right")).to_have_count(len(question.right))
        settle(page)
        fits(page, size)
        if question.several and size == "desktop":
            assert grave_faults(page) == []
        page.keyboard.press("Enter")
    over = page.locator(".wm-round")
    expect(over).to_have_attribute("data-right", "1")
    expect(over).to_have_attribute("data-total", "3")
    expect(page.locator(".wm-wrong")).to_have_count(2)
    # the address leads to the same set
    settle(page)
    assert f"drill={asked}" in page.url.replace("%2C", ",")
    # wrong ones again
    page.locator(".st-key-drills_wrong_again button").click()
    expect(drill).to_have_attribute("data-key", asked.questions()[1])
    settle(page)
    page.goto(f"/progress?lang={lang}")
    expect(page.locator(".wm-figures").first).to_contain_text("33%")
    expect(page.locator(".main-svg").first).to_be_visible()
    settle(page)


def test_a_round_is_answered_with_a_finger(open_page: Callable[..., Any]) -> None:
    asked = Set(TOPICS, "pizi", 2, 4, 2, 0)
    page = begun(open_page, "phone", EN, asked, "dark")
    drill = page.locator(".wm-drill")
    first, second = (make(read_key(key)) for key in asked.questions())
    expect(drill).to_have_attribute("data-key", str(first.key))
    settle(page)
    for button in drill.locator("button:visible").all():
        box = button.bounding_box()
        assert box["width"] >= 40
        assert box["height"] >= 40
    fits(page, "phone")
    assert grave_faults(page) == []
    for answer in first.right:
        drill.locator(f'[data-answer="{answer}"]').tap()
    # a tap more takes a tile out again
    other = drill.locator(f'[data-answer="{min(set(first.answers) - first.right)}"]')
    other.tap()
    expect(other).to_have_attribute("aria-pressed", "true")
    other.tap()
    expect(other).to_have_attribute("aria-pressed", "false")
    drill.locator("[data-do=answer]").tap()
    expect(drill).to_have_attribute("data-state", "answered")
    expect(drill.locator(".wm-told")).to_contain_text(text("drills-right", EN))
    expect(drill.locator(".wm-told")).to_be_in_viewport()
    settle(page)
    fits(page, "phone")
    drill.locator("[data-do=next]").tap()
    expect(drill).to_have_attribute("data-key", str(second.key))
    settle(page)
    (right,) = second.right
    # the same answer once more is the answer
    for _ in range(2):
        drill.locator(f'[data-answer="{right}"]').tap()
    expect(drill).to_have_attribute("data-state", "answered")
    settle(page)
    drill.locator("[data-do=next]").tap()
    expect(page.locator(".wm-round")).to_have_attribute("data-right", "2")
    settle(page)
    fits(page, "phone")
