"""导航: every page by its own address, its place in the menu, and what a switch of language keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from analyzer.texts import LANGUAGES, text
from pages.ui.shell import PAGES
from tests.browser import SPEED, serve, settle

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
LINK = {"rules": "facai", "hand": "123m456p78s2255z", "indicator": "9s", "dealer": "2", "wall": "41"}
"""A position that no page begins with: what shows it can have it from the link only."""


def path_of(name: str) -> str:
    return "/" if name == PAGES[0] else f"/{name}"


def link(name: str, **more: str) -> str:
    return f"{path_of(name)}?{urlencode({**LINK, **more})}"


def carries(page: Any, name: str, **more: str) -> None:
    """Waits until the address is that of the page with the position of the link; it is written last."""
    page.wait_for_function(
        """([path, wanted]) => location.pathname === path
            && Object.entries(wanted).every(([name, value]) =>
                new URLSearchParams(location.search).get(name) === value)""",
        arg=[path_of(name), {**LINK, **more}],
    )


def holds(page: Any, name: str, lang: str = ZH) -> None:
    """The page is open, named and marked in the menu, and stands on the position of the link."""
    expect(page.locator(f"html[lang={lang}]")).to_be_attached()
    here = page.locator('[data-testid="stTopNavLink"][aria-current="page"]')
    expect(here).to_have_text(text(f"page-{name}", lang))
    carries(page, name, **({} if lang == ZH else {"lang": lang}))
    settle(page)


@pytest.mark.audit
@pytest.mark.parametrize("name", PAGES)
def test_a_link_opens_its_page_as_the_first_of_a_server(open_page: Callable[..., Any], name: str) -> None:
    with serve(ANALYZER_SPEED=SPEED, ANALYZER_COMPILER="off") as server:
        page = open_page(server.url + link(name, lang=EN), anew=True)
        holds(page, name, lang=EN)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        page.close()
        assert "Traceback" not in server.logged()


def test_each_page_has_one_place_and_a_switch_of_language_keeps_what_is_on_it(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(link(PAGES[0]))
    lang = ZH
    for name in PAGES[::-1]:
        places = page.get_by_test_id("stTopNavLink")
        expect(places).to_have_text([text(f"page-{each}", lang) for each in PAGES])
        places.get_by_text(text(f"page-{name}", lang), exact=True).click()
        holds(page, name, lang=lang)
        other = EN if lang == ZH else ZH
        page.get_by_text(text(f"language-{other.lower()}", lang), exact=True).click()
        holds(page, name, lang=other)
        lang = other


LEAVES = """name => [...document.querySelectorAll('[data-testid="stTopNavLink"]')]
    .find(each => each.innerText.trim().endsWith(name)).click()"""
OF_ANOTHER_TAB = """kept => {
    localStorage.setItem("wuhan-mahjong/saved", kept)
    window.dispatchEvent(new StorageEvent("storage", { storageArea: localStorage })) }"""
SWITCHED = """word => [...document.querySelectorAll('[data-testid="stMain"] button')]
    .find(each => each.innerText.trim() === word).click()"""


def at_once(page: Any, *steps: tuple[str, str]) -> None:
    """Does these steps before the page hears of anything in between."""
    page.evaluate(
        "steps => { for (const [does, given] of steps) (0, eval)(does)(given) }",
        [list(each) for each in steps],
    )


def test_what_is_sent_while_a_page_is_left_takes_nothing_off_the_next(
    open_page: Callable[..., Any],
) -> None:
    """Streamlit runs a fragment for the page that has asked for it, and shows that one again, empty.

    The browser's storage reports by itself (a fragment that stands on every page), a person taps twice (one of
    the page's own).
    """
    page = open_page()
    page.locator('.wm-run[data-state="done"]').wait_for()
    for revision, name in enumerate(("strength", "study"), 1):
        kept = json.dumps({"form": 1, "revision": 1000 + revision, "by": "another", "value": []})
        at_once(page, (LEAVES, text(f"page-{name}", ZH)), (OF_ANOTHER_TAB, kept))
        stands(page, name)
    page.locator('.wm-run[data-state="done"]').wait_for()
    at_once(page, (LEAVES, text("page-strength", ZH)), (SWITCHED, text("chart-turns", ZH)))
    stands(page, "strength")


def stands(page: Any, name: str) -> None:
    """Waits until the page is there, and sees that it stays."""
    page.wait_for_function("path => location.pathname === path", arg=path_of(name))
    mark = page.locator({"strength": ".js-plotly-plot .points path", "study": ".wm-verdict"}[name]).first
    expect(mark).to_be_visible()
    page.wait_for_timeout(1000)  # what comes late has come by then
    expect(mark).to_be_visible()
    settle(page)


def test_the_menu_of_a_phone_lists_every_page_leads_there_and_closes(open_page: Callable[..., Any]) -> None:
    page = open_page(link(PAGES[0]), size="phone")
    for name in (PAGES[1], PAGES[-1], PAGES[0]):
        page.get_by_role("button", name=text("control-menu", ZH), exact=True).click()
        places = page.get_by_test_id("stSidebarNavLink")
        expect(places).to_have_text([text(f"page-{each}", ZH) for each in PAGES])
        places.get_by_text(text(f"page-{name}", ZH), exact=True).click()
        expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
        carries(page, name)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
