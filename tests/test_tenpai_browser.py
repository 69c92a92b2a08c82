"""The tenpai page in a real browser, and what is taken along: the text, the picture, the paper."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.texts import LANGUAGES, text
from pages.ui.state import EXAMPLE
from tests.browser import settle, wide
from tests.pages import first_at, first_on

pytestmark = pytest.mark.browser

ZH, EN = LANGUAGES
MELDS = "indicator=4m&melds0=peng:2z@2"
READY = f"/tenpai?hand=135m567p2244s&{MELDS}"
ON_TURN = f"/tenpai?hand=135m567p22445s&{MELDS}"
CLOSED = "/tenpai?hand=135m567p2244s112z&indicator=4m&rules=facai"
A4 = {"width": 704, "height": 1032}
"""What a page of A4 holds inside margins of 12 mm; CSS pixels."""
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def verdict(page: Any) -> Any:
    return page.locator(".wm-verdict h2")


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_the_page_is_reached_by_its_name_and_keeps_the_hand(page: Any) -> None:
    page.locator('.wm-run[data-state="done"]').wait_for()
    settle(page)
    if page.viewport_size["width"] < 700:
        page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("link", name=text("page-tenpai", ZH), exact=True).click()
    expect(page.locator(".wm-leave").first).to_be_visible()
    expect(page.locator(".tray .tile")).to_have_count(len(EXAMPLE.hand))


@pytest.mark.parametrize(("size", "lang"), first_at("phone"))
def test_waits_reasons_and_discards_fit_the_screen(
    open_page: Callable[..., Any], size: str, lang: str
) -> None:
    page = open_page(f"{ON_TURN}&lang={lang}", size)
    expect(verdict(page)).to_have_text(text("tenpai-leaves", lang, count=2))
    assert wide(page) == []
    button = page.locator(".st-key-play-0 button")
    assert button.bounding_box()["height"] >= 40
    button.click()
    expect(page.locator('.wm-wait [data-tile="2m"]')).to_be_visible()
    expect(verdict(page)).to_contain_text(text("tile-2m", lang))
    expect(page.locator(".wm-game")).to_have_count(10)
    assert wide(page) == []
    page.goto(f"{CLOSED}&lang={lang}")
    settle(page)
    expect(page.locator('[data-why="not_open"] .wm-call').first).to_be_visible()
    expect(page.locator('[data-why="far"] .wm-change').first).to_be_visible()
    assert wide(page) == []


@pytest.mark.parametrize("size", first_on("phone"))
def test_the_answer_is_taken_along(open_page: Callable[..., Any], size: str, tmp_path: Path) -> None:
    page = open_page(READY, size)
    page.context.grant_permissions(CLIPBOARD)
    box = verdict(page).bounding_box()
    assert box["y"] + box["height"] < page.viewport_size["height"]  # 13 tiles fold the keys away on a phone
    bar = page.locator(".copying")
    for button in bar.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 40

    bar.get_by_role("button", name=text("copying-do-text", ZH)).click()
    expect(bar.get_by_role("status")).to_have_text(text("copying-do-copied", ZH))
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert copied[0] == text("copying-head", ZH, app=text("app-title", ZH), rules=text("rules-hongzhong", ZH))
    assert text("copying-verdict", ZH, verdict=verdict(page).inner_text()) in copied
    assert "135m567p2244s" in copied
    assert copied[-1].startswith(page.url.split("?")[0])

    with page.expect_download() as saved:
        bar.get_by_role("button", name=text("copying-do-picture", ZH)).click()
    assert re.fullmatch(r"[\w-]+-135m567p2244s\.png", saved.value.suggested_filename)
    path = tmp_path / "picture.png"
    saved.value.save_as(path)
    picture = path.read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1080
    assert 600 < height < 1500
    colours = bar.locator("figure img").evaluate(
        """async image => {
        await image.decode()
        const canvas = document.createElement("canvas")
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const pen = canvas.getContext("2d")
        pen.drawImage(image, 0, 0)
        return new Set(new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size }"""
    )
    assert colours > 500  # felt, ink and the faces of the tiles


@pytest.mark.parametrize(
    "path", ["/", *(pytest.param(path, marks=pytest.mark.audit) for path in (CLOSED, "/score"))]
)
def test_paper_shows_the_hand_and_the_answer_on_one_page_and_nothing_to_tap(
    open_page: Callable[..., Any], path: str
) -> None:
    page = open_page(path, color_scheme="dark")
    if path == "/":
        page.locator('.wm-run[data-state="done"]').wait_for()
    expect(page.locator(".copying .print")).to_be_visible()
    expect(page.locator(".wm-paper")).to_be_hidden()
    page.set_viewport_size(A4)
    page.emulate_media(media="print")
    expect(page.locator(".wm-paper")).to_be_visible()
    expect(page.locator(".wm-verdict")).to_be_visible()
    expect(page.locator(".keys")).to_be_hidden()
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    shown = page.locator("button, input, select, [role=button], [role=combobox]").locator("visible=true")
    # the rows of the study page's table are buttons that look like the text they are
    shown = shown.and_(page.locator(":not([data-play])"))
    expect(shown).to_have_count(0)
    box = page.get_by_test_id("stMainBlockContainer").bounding_box()
    assert box["height"] <= A4["height"]
    colours = page.locator(".wm-verdict h2").evaluate(
        "e => [getComputedStyle(e).color, getComputedStyle(document.querySelector('.stApp')).backgroundColor]"
    )
    assert colours == ["rgb(31, 38, 34)", "rgb(255, 255, 255)"]


def test_without_a_clipboard_the_text_is_left_selected(open_page: Callable[..., Any]) -> None:
    page = open_page(READY)
    page.evaluate(
        """() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined })
        document.execCommand = () => false }"""
    )
    page.locator(".copying .text").click()
    expect(page.locator(".copying .box")).to_be_visible()
    expect(page.locator(".copying .box")).to_have_value(re.compile("135m567p2244s"))
    expect(page.locator(".copying").get_by_role("status")).to_have_text(text("copying-do-by-hand", ZH))
