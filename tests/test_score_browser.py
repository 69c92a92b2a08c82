"""The score page in a real browser, on a desktop and on a phone: from a link to a settled dispute."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from analyzer.texts import LANGUAGES, text
from pages.ui.account import signed
from pages.ui.links import to_query
from pages.ui.winning import EXAMPLES, How, Way, finish_of, link_of
from tests.browser import settle, wide
from tests.pages import first_at

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
WORKED, WORKED_HOW = EXAMPLES["worked"]
GOLD, GOLD_HOW = EXAMPLES["gold"]
SMALLEST = 40
"""Pixels that a finger needs."""


def address(name: str, lang: str) -> str:
    position, how = EXAMPLES[name]
    return "/score?" + urlencode({**to_query(position, lang), **link_of(position, how)}, safe=":@")


def account(open_page: Callable[..., Any], name: str, lang: str, size: str, **options: Any) -> Any:
    """The page, with an example that a link brings, as soon as its account is there."""
    page = open_page(address(name, lang), size=size, **options)
    page.locator(".wm-account").wait_for()
    settle(page)
    return page


def shows(page: Any, amounts: list[str]) -> None:
    """Waits until the account says these four amounts."""
    expect(page.locator('[data-answer="four"] b')).to_have_text(amounts)


def pays(name: str, how: How | None = None) -> list[str]:
    position, usual = EXAMPLES[name]
    found = finish_of(position, how or usual).score()
    return [signed(found.pays[(position.seat + turn) % 4]) for turn in range(4)]


def choose(page: Any, key: str, label: str) -> None:
    page.locator(f".st-key-{key}").get_by_role("radio", name=label, exact=True).click()


def small(page: Any) -> list[str]:
    """Buttons of the page's own that a finger would miss."""
    return page.evaluate(
        "least => [...document.querySelectorAll('[class*=st-key-win_] button, .st-key-score_foot button')]"
        ".filter(e => e.offsetParent && e.getBoundingClientRect().height < least).map(e => e.textContent)",
        SMALLEST,
    )


@pytest.mark.parametrize(("size", "lang"), first_at("phone"))
def test_an_account_is_settled_by_taps(open_page: Callable[..., Any], size: str, lang: str) -> None:
    page = account(open_page, "worked", lang, size)
    shows(page, pays("worked"))
    assert wide(page) == []
    assert small(page) == []

    # another way of winning, and what lies before a player
    choose(page, "win_way", text("score-way-qianggang", lang))
    robbed = How(Way.QIANGGANG, None, 0)
    shows(page, pays("worked", robbed))
    page.locator(".st-key-score_table summary").click()
    choose(page, "win_whose", text("seat-across", lang))
    choose(page, "win_calls_1_0", "2")
    assert (
        finish_of(WORKED, robbed).win.tile == finish_of(WORKED, robbed).position.players[0].melds[-1].tiles[0]
    )
    more = robbed.with_unnamed(1, type(robbed.unnamed[1])(calls=2))
    settle(page)
    shows(page, pays("worked", more))
    assert wide(page) == []
    assert small(page) == []

    # the link on the address bar is the page's own
    for name, value in link_of(WORKED, more).items():
        expect(page).to_have_url(re.compile(re.escape(f"{name}={value}")))


@pytest.mark.parametrize(("size", "lang"), first_at("desktop"))
def test_a_dispute_is_settled_and_goes_into_the_ledger(
    open_page: Callable[..., Any], size: str, lang: str
) -> None:
    scheme = "dark" if size == "phone" else "light"
    page = account(open_page, "gold", lang, size, color_scheme=scheme)
    for seat in (1, 2, 3):
        page.locator(f".st-key-win_paid_{seat} input").fill("400")
        page.keyboard.press("Tab")
        settle(page)
    told = page.locator(".wm-dispute")
    expect(told).to_contain_text(text("rules-hongzhong", lang))
    expect(told).to_contain_text(text("rule-gold", lang))
    expect(told).to_contain_text("500 → 400")
    assert wide(page) == []
    assert small(page) == []

    # in money, and on to the ledger
    page.locator(".st-key-win_stake input").fill("0.5")
    page.keyboard.press("Enter")
    expect(page.locator('[data-answer="four"]')).to_contain_text("250.00")
    page.locator(".st-key-win_offer button").click()
    expect(page.get_by_text(text("table-offered-first", lang), exact=True)).to_be_visible()
