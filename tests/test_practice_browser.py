"""练习桌 in the browser: a deal from its first tile to its review, by finger and by keys; a reload in its middle."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.practice import Practice, from_code
from analyzer.rules import preset
from analyzer.texts import LANGUAGES, text
from tests.browser import SIZES, settle, wide

pytestmark = pytest.mark.browser

CODE = "130-2-0-sss"
"""A short deal that a person wins who always takes the first thing offered."""
PLACES = pytest.mark.parametrize(("size", "lang"), list(zip(SIZES, LANGUAGES, strict=True)))
TABLE = ".wm-practice"
MINE = f'{TABLE}:not([data-state="waiting"])'
TILES = f"{TABLE} .own .piece:not(:disabled)"
DEEDS = f"{TABLE} .deeds [data-act]"


def small(page: Any) -> int:
    return page.evaluate(
        f"[...document.querySelectorAll('{TABLE} button, .st-key-play_next button, .st-key-play_beside button')]"
        ".map(e => e.getBoundingClientRect()).filter(r => r.width && (r.width < 40 || r.height < 40)).length"
    )


def kept(page: Any) -> Practice:
    held = page.evaluate("localStorage.getItem('wuhan-mahjong/practice')")
    return Practice.from_json(json.loads(held)["value"]["sitting"]["practice"])


def first_offered(page: Any, size: str) -> None:
    """By finger a tile is raised and let go; by keys, digits are the buttons and arrows go to the tiles."""
    deeds, keys = page.locator(DEEDS), size == "desktop"
    if deeds.count():
        page.keyboard.press("1") if keys else deeds.first.tap()
    elif keys:
        page.keyboard.press("ArrowRight")
        expect(page.locator(TILES).first).to_have_class(re.compile("raised"))
        page.keyboard.press("Enter")
    else:
        page.locator(TILES).first.tap()
        expect(page.locator(f"{TILES}.raised .flag")).to_be_visible()
        page.locator(TILES).first.tap()


@PLACES
def test_a_deal_is_played_to_its_end_and_reviewed(
    open_page: Callable[..., Any], size: str, lang: str
) -> None:
    page = open_page(f"/play?practice={CODE}&rules=hongzhong&lang={lang}", size=size)
    page.locator(".st-key-play_begin button").click()
    acts = 0
    while True:
        table = page.locator(MINE)
        expect(table).to_have_attribute("data-at", re.compile("^0-"))
        at = table.get_attribute("data-at")
        if table.get_attribute("data-state") == "over":
            break
        if acts == 2:
            settle(page)
            assert wide(page) == []
            assert small(page) == 0
            page.reload()
            expect(page.locator(MINE)).to_have_attribute("data-at", at)
            settle(page)
        settle(page)  # the listener comes after the table
        first_offered(page, size)
        expect(page.locator(f'{TABLE}:not([data-at="{at}"])')).to_be_visible()
        acts += 1
        assert acts < 10
    expect(page.locator(".wm-four b").first).to_be_visible()
    settle(page)
    assert wide(page) == []
    assert small(page) == 0
    practice = kept(page)
    result = practice.deal.result
    assert result is not None
    assert result.winner == 0
    begun = from_code(preset("hongzhong"), CODE)
    assert (practice.seed, practice.dealer, practice.levels) == (begun.seed, begun.dealer, begun.levels)
    expect(page.locator(".wm-account")).to_be_visible()
    expect(page).to_have_url(re.compile(f"practice={CODE}"))
    page.locator(".st-key-play_review button").click()
    expect(page).to_have_url(re.compile("/review"))
    title = text("play-record", lang, rules=text("rules-hongzhong", lang), number=1)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.locator('.wm-run[data-state="done"]').wait_for()
    expect(page.locator(".wm-scene")).to_be_visible()
    expect(page.locator(".wm-judged")).to_be_visible()
    page.go_back()
    page.locator(".st-key-next_deal button").click()
    expect(page.locator(MINE)).to_have_attribute("data-at", re.compile("^1-"))
    settle(page)
