"""The rules page in a real browser: compared, changed, saved, kept over a reload, carried by link and file."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.rules import PRESETS, RULE_FIELDS
from analyzer.rules.decisions import DECISIONS
from analyzer.rules.library import OwnRules, from_file, to_file
from analyzer.rules.told import told
from analyzer.texts import LANGUAGES, text
from tests.browser import pick, settle
from tests.pages import first_at, first_on

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
TAP = 40
"""The least height of what is tapped, in pixels."""
SCRIPT = "<script>alert(1)</script>"


def wide(page: Any) -> list[str]:
    """What reaches beyond the right edge of the screen, but for the table that scrolls by itself."""
    return page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')]"
        ".filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.wm-rules-all'))"
        ".map(e => e.className.toString())"
    )


def low(page: Any) -> list[str]:
    """What is tapped on this page and is lower than a finger wants."""
    return page.evaluate(
        "least => [...document.querySelectorAll('[data-testid=stMain] button, [data-testid=stMain] summary')]"
        ".filter(e => e.checkVisibility() && !e.closest('.st-key-controls'))"
        ".filter(e => !e.closest('[data-testid=stNumberInput], [data-testid=stSelectbox]'))"
        ".filter(e => { const h = e.getBoundingClientRect().height; return h > 0 && h < least - 0.5 })"
        ".map(e => e.textContent)",
        TAP,
    )


def in_use(page: Any) -> Any:
    """The list on top, whose value is the name of the rule set in use."""
    return page.locator(".st-key-rules_choice").get_by_role("combobox")


def show(page: Any, view: str, lang: str = ZH) -> None:
    page.locator(".st-key-rules_view").get_by_text(text(f"rules-view-{view}", lang), exact=True).click()
    settle(page)


def choose(page: Any, key: str, name: str) -> None:
    pick(
        page.locator(f".st-key-{key}").get_by_role("combobox"),
        page.get_by_role("option", name=name, exact=True),
    )
    settle(page)


@pytest.mark.parametrize(("size", "lang"), first_at("phone"))
def test_every_part_of_the_page_fits_the_screen(open_page: Callable[..., Any], size: str, lang: str) -> None:
    page = open_page(f"/rules?hand=1m&lang={lang}", size=size)
    full = page.locator(".wm-rules-all")
    if size == "desktop":
        expect(full.locator("tbody tr")).to_have_count(len(RULE_FIELDS))
    else:
        expect(full).to_be_hidden()
    expect(page.locator(".wm-rules.two").first).to_be_visible()
    assert wide(page) == []
    assert low(page) == []
    for view, selector, count in (
        ("read", ".wm-told li", len(told(PRESETS["hongzhong"]))),
        ("edit", "[class*=st-key-field_]", len(RULE_FIELDS)),
        ("own", ".wm-card", 1),
        ("decisions", ".wm-decision", len(DECISIONS)),
    ):
        show(page, view, lang)
        expect(page.locator(selector)).to_have_count(count)
        assert wide(page) == []
        assert low(page) == []
    page.locator(".wm-decision summary").first.click()
    expect(page.locator(".wm-decision dd").first).to_be_visible()


@pytest.mark.parametrize("size", first_on("phone"))
def test_rules_are_changed_saved_used_everywhere_and_still_there_after_a_reload(
    open_page: Callable[..., Any], size: str
) -> None:
    page = open_page("/rules?hand=1m&view=edit", size=size)
    page.locator(".st-key-field_opening").get_by_text("口口翻", exact=True).click()
    summary = page.locator(".wm-summary")
    expect(summary).not_to_have_text(text("rules-summary-none", ZH))
    expect(page.locator('[data-sample="small-dealer"] td.differs')).to_have_count(8)
    expect(summary).to_be_in_viewport()
    page.get_by_label(text("rules-name", ZH)).fill(SCRIPT)
    page.get_by_label(text("rules-name", ZH)).press("Enter")
    settle(page)
    page.get_by_role("button", name=text("rules-save-new", ZH)).click()
    expect(page.locator(".wm-done")).to_have_text(text("rules-saved", ZH, name=SCRIPT))
    assert wide(page) == []
    expect(in_use(page)).to_have_value(SCRIPT)
    page.wait_for_function("localStorage.getItem('wuhan-mahjong/rules')?.includes('script')")
    page.goto("/rules?hand=1m&view=own")  # a new session in the same browser
    expect(page.locator(".wm-own h3 bdi")).to_have_text(SCRIPT)
    choose(page, "rules_choice", SCRIPT)
    expect(page.get_by_test_id("stToast")).to_contain_text(text("rules-hongzhong", ZH))
    expect(in_use(page)).to_have_value(SCRIPT)
    expect(page.locator(".wm-own .wm-chips")).to_contain_text(text("rule-title-opening", ZH))
    assert wide(page) == []


def test_rules_go_to_a_friend_by_link_and_by_file(open_page: Callable[..., Any], tmp_path: Any) -> None:
    rules = replace(PRESETS["facai"], cap=320)
    page = open_page("/rules?hand=1m&rules=facai&cap=320&game=our%20table&view=own")
    expect(in_use(page)).to_have_value("our table")
    # Kept without a tap.
    page.wait_for_function("localStorage.getItem('wuhan-mahjong/rules')?.includes('our table')")
    with page.expect_download() as download:
        page.get_by_role("button", name=text("rules-download-all", ZH)).click()
    saved = tmp_path / "rules.json"
    download.value.save_as(saved)
    assert from_file(saved.read_bytes()) == (OwnRules("our table", rules),)
    address = page.evaluate("location.search")

    friend = open_page(f"/rules{address}", size="phone")
    expect(in_use(friend)).to_have_value("our table")
    faulty = json.loads(to_file((OwnRules("theirs", rules),)))
    faulty["rules"][0]["fields"]["cap"] = SCRIPT
    box = friend.get_by_test_id("stFileUploaderDropzone")
    words = (
        "e => [...e.querySelectorAll('*')].map(each => getComputedStyle(each, '::after').content).join(' ')"
    )
    assert all(text(f"control-{name}", ZH) in box.evaluate(words) for name in ("upload", "upload-limit"))
    assert "per file" not in box.inner_text(), "Streamlit's English is still seen"
    upload = friend.get_by_test_id("stFileUploaderDropzoneInput")
    upload.set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(faulty).encode()}
    )
    expect(friend.locator(".wm-faults")).to_contain_text("cap")
    expect(friend.locator(".wm-own")).to_have_count(1)
    settle(friend)  # an empty box stands there by then
    good = to_file((OwnRules("theirs", replace(rules, gold=600)),)).encode()
    upload.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": good})
    expect(friend.locator(".wm-own")).to_have_count(2)
    assert wide(friend) == []
    friend.get_by_role("button", name=text("rules-delete", ZH)).last.click()
    friend.get_by_role("button", name=text("rules-delete-do", ZH)).click()
    expect(friend.locator(".wm-own")).to_have_count(1)
