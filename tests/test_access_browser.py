"""无障碍: every page for those who don't see it well, or go through it by keyboard (axe-core and the tab key)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from analyzer.texts import LANGUAGES, text
from pages.ui.shell import PAGES
from tests.browser import settle
from tests.pages import EACH_PAGE, first_at, first_on

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
SCHEMES: Final = {"desktop": "light", "phone": "dark"}
GRAVE: Final = ("serious", "critical")

STREAMLITS: Final[dict[str, dict[str, str]]] = {}
"""What is Streamlit's own: by axe's rule, a selector of the elements that may break it, and the reason."""

TABBED: Final = """() => {
    let at = document.activeElement
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    const style = getComputedStyle(at)
    const around = at.closest('[data-baseweb], [role=combobox]')?.parentElement ?? at
    const seen = style.outlineStyle !== 'none' || style.boxShadow !== 'none'
        || at.matches('input, textarea, [role=combobox]')
    const name = at.getAttribute('aria-label') || at.innerText || at.labels?.[0]?.innerText
        || document.getElementById(at.getAttribute('aria-labelledby'))?.innerText
    at.dataset.tabbed = '1'
    return { tag: at.tagName, seen, name: (name ?? '').trim().slice(0, 40), html: at.outerHTML.slice(0, 160) }
}"""
"""The element that the keyboard is at: how it is called and whether one sees that it is there."""

MISSED: Final = """() => {
    const missed = []
    const walk = root => {
        for (const one of root.querySelectorAll('*')) {
            if (one.shadowRoot) walk(one.shadowRoot)
            if (!one.matches('a[href], button, input, select, textarea, summary')) continue
            if (one.disabled || one.tabIndex < 0 || one.dataset.tabbed || one.type === 'file') continue
            if (!one.checkVisibility({ visibilityProperty: true })) continue
            if (one.closest('[inert], [aria-hidden=true]')) continue
            // a group of radio buttons, or a bar of switches, is one stop, the arrow keys go on from there
            if (one.closest('[role=radiogroup], [role=toolbar]')?.querySelector('[data-tabbed]')) continue
            missed.push(one.outerHTML.slice(0, 160))
        }
    }
    walk(document.querySelector('[data-testid=stMain]'))
    return missed
}"""
"""What can be clicked on the page but was not come to."""


def address(name: str, **query: str) -> str:
    shown = "&".join(f"{key}={value}" for key, value in query.items())
    return ("/" if name == PAGES[0] else f"/{name}") + (f"?{shown}" if shown else "")


def come_to_rest(page: Any) -> None:
    """Waits until nothing on the page is still being computed, fetched or faded in."""
    settle(page)
    expect(page.locator('.wm-run[data-state="running"]')).to_have_count(0)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    settle(page)
    page.wait_for_function(
        "[...document.images].every(image => image.complete)"
        " && document.getAnimations().every(each => each.playState !== 'running'"
        " || each.effect.getTiming().iterations === Infinity)"
    )


def grave_faults(page: Any) -> list[str]:
    """What axe finds of weight, but for what is listed as Streamlit's own."""
    found = Axe().run(page).response["violations"]
    faults = []
    for rule in (each for each in found if each["impact"] in GRAVE):
        theirs = ", ".join(STREAMLITS.get(rule["id"], {}))
        for node in rule["nodes"]:
            (*outer, last) = node["target"]
            if theirs and not outer and isinstance(last, str):
                if page.locator(last).first.evaluate("(e, theirs) => e.closest(theirs) !== null", theirs):
                    continue
            faults.append(f"{rule['id']} at {node['target']}: {node['html'][:200]} {node['failureSummary']}")
    return faults


@pytest.mark.parametrize(("size", "lang"), first_at("phone"))
@pytest.mark.parametrize("name", EACH_PAGE)
def test_axe_finds_nothing_grave(open_page: Callable[..., Any], name: str, size: str, lang: str) -> None:
    page = open_page(address(name, lang=lang), size=size, color_scheme=SCHEMES[size])
    come_to_rest(page)
    expect(page.locator(f"html[lang={lang}]")).to_be_attached()
    faults = grave_faults(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", EACH_PAGE)
def test_every_control_is_reached_by_keyboard_and_shows_it(open_page: Callable[..., Any], name: str) -> None:
    page = open_page(address(name))
    come_to_rest(page)
    unseen, nameless, stops = [], [], 0
    page.get_by_test_id("stMain").focus()
    for _ in range(250):
        page.keyboard.press("Tab")
        at = page.evaluate(TABBED)
        if at["tag"] == "BODY":
            break
        stops += 1
        unseen += [] if at["seen"] else [at["html"]]
        nameless += [] if at["name"] else [at["html"]]
    else:
        pytest.fail("the tab key goes round in circles")
    assert stops > 1
    assert unseen == []
    assert nameless == []
    assert page.evaluate(MISSED) == []


@pytest.mark.parametrize("page", first_on("desktop"), indirect=True)
def test_a_theme_that_changes_while_the_page_is_open_reaches_every_colour(page: Any) -> None:
    colours = "() => getComputedStyle(document.documentElement).getPropertyValue('--wm-text')"
    come_to_rest(page)
    light = page.evaluate(colours)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"before => ({colours})() !== before", arg=light)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"before => ({colours})() === before", arg=light)


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_the_menu_of_a_phone_says_what_it_is(page: Any) -> None:
    menu = page.get_by_test_id("stExpandSidebarButton")
    expect(menu).to_have_attribute("aria-label", text("control-menu", ZH))
    said = menu.evaluate("e => getComputedStyle(e, '::after').content")
    assert text("control-menu", ZH) in said
    box = menu.bounding_box()
    assert min(box["width"], box["height"]) >= 24
