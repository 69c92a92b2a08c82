"""Hostile input: script and markup in every parameter, text field, file and name renders as the text it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from analyzer.errors import AnalyzerError, BadRequest
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES, text
from pages.ui import state
from pages.ui.links import from_query, query_names, to_query
from pages.ui.plain import plain, told
from pages.ui.shell import PAGES
from tests.browser import settle
from tests.sources import ROOT

ZH, EN = LANGUAGES
OWN: Final = {
    "at",
    "by",
    "deal",
    "drill",
    "from",
    "game",
    "noten",
    "of",
    "paid",
    "practice",
    "record",
    "stake",
    "unnamed",
    "view",
    "won",
}
"""Parameters that single pages read from a link."""
NAMES: Final = sorted(query_names() - {"lang"})

HARM: Final = (
    '"><img src=x onerror="window.harm=1"><svg onload=window.harm=1>',
    "![p](http://evil.example.com/p.png) [l](javascript:window.harm=1) <script>window.harm=1</script>",
)
SHORT: Final = "<img src=x onerror=window.harm=1>"
"""For fields that take a name only."""
SHORTER: Final = "<u>harm</u>"
"""For those of twelve characters."""
LINK: Final = "![p](http://evil.example.com/p.png)"

TRACES: Final = """() => {
    const found = []
    const walk = root => {
        for (const one of root.querySelectorAll('*')) {
            if (one.shadowRoot) walk(one.shadowRoot)
            const source = one.getAttribute('src') ?? one.getAttribute('href') ?? ''
            if (/^x$|evil|^javascript:/.test(source)) found.push(one.outerHTML)
            if (one.hasAttribute('onerror') || one.hasAttribute('onload')) found.push(one.outerHTML)
            if (one.tagName === 'U') found.push(one.outerHTML)
            if (one.tagName === 'SCRIPT' && /harm/.test(one.textContent)) found.push(one.outerHTML)
        }
    }
    walk(document)
    return window.harm ? ['a script ran', ...found] : found
}"""
"""Whatever an input has become but text."""


# Markdown


@given(st.text(max_size=60))
def test_plain_escapes_every_mark_and_loses_nothing(written: str) -> None:
    shown = plain(written)
    read, escaped = [], False
    for character in shown:
        if escaped or character != "\\":
            read.append(character)
        escaped = character == "\\" and not escaped
    assert not escaped
    assert "".join(read).replace("\u2060", "") == written.replace("\u2060", "")


def test_an_address_is_no_link_any_more() -> None:
    for address in ("http://evil.example.com", "HTTPS://evil.example.com", "www.evil.example.com", "a@b.cn"):
        assert "\u2060" in plain(address)
    assert told(BadRequest("link-malformed", name="wall", value="<b>"), ZH).count("\\<") == 1


# Parameters


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_is_refused_and_quoted_as_text(name: str) -> None:
    for value in HARM:
        with pytest.raises(AnalyzerError) as refused:
            from_query({name: value})
        for lang in LANGUAGES:
            sentence = told(refused.value, lang)
            assert not re.search(r"(?<!\\)[<\[!]", sentence), f"Markdown would read {sentence}"


@pytest.mark.parametrize("name", ["hand", "cap"])
def test_a_refused_parameter_is_told_on_the_page(name: str) -> None:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.query_params[name] = HARM[0]
    at.run()
    assert not at.exception
    with pytest.raises(AnalyzerError) as refused:
        from_query({name: HARM[0]})
    assert [each.value for each in at.error] == [told(refused.value, ZH)]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_reads_a_parameter_that_is_not_tried_here(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    before = state.led_here_by

    def recorded(parameter: str) -> str | None:
        asked.add(parameter)
        return before(parameter)

    monkeypatch.setattr(state, "led_here_by", recorded)
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.query_params["cap"] = "77"  # rules that no game has: their name is asked for, too
    at.run()
    at.switch_page(f"pages/{name}.py").run()
    assert not at.exception
    assert asked <= OWN | query_names()


@pytest.mark.browser
@pytest.mark.audit
@pytest.mark.parametrize("name", PAGES)
def test_links_and_fields_of_every_page_take_markup_as_text(open_page: Callable[..., Any], name: str) -> None:
    address = "/" if name == PAGES[0] else f"/{name}"
    for value in HARM:
        query = {"hand": value, "lang": value, **dict.fromkeys(OWN, value)}
        page = open_page(f"{address}?{urlencode(query)}", anew=True)
        page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
        assert page.evaluate(TRACES) == []
        page.close()
    page = open_page(address)
    _unfold(page)
    fields = page.get_by_test_id("stMain").locator("input[type=text]:visible, textarea:visible")
    for number in range(fields.count()):
        field = fields.nth(number)
        if not field.is_visible() or not field.is_editable():
            continue  # an answer before this one has taken it away
        limit = int(field.get_attribute("maxlength") or 0)
        for value in (*HARM, SHORT):
            if limit and len(value) > limit:
                value = value[:limit]
            field.fill(value)
            field.press("Enter")
            settle(page)
            assert page.evaluate(TRACES) == []
    for uploader in page.locator("input[type=file]").all():
        for content in (SHORT, json.dumps({"name": HARM[0], "id": SHORT, "base": HARM[1], "rules": SHORT})):
            uploader.set_input_files(
                {"name": f"{SHORT}.json", "mimeType": "application/json", "buffer": content.encode()}
            )
            settle(page)
            assert page.evaluate(TRACES) == []


@pytest.mark.browser
@pytest.mark.audit
def test_what_is_behind_buttons_and_in_other_views_takes_markup_as_text(
    open_page: Callable[..., Any],
) -> None:
    own = urlencode({**to_query(state.EXAMPLE, ZH), "cap": "77", "game": SHORT})
    page = open_page(f"/?{own}")
    main = page.get_by_test_id("stMain")

    def press(message: str, inside: Any = main, **params: object) -> None:
        inside.get_by_role("button", name=text(message, ZH, **params), exact=True).first.click()
        settle(page)
        assert page.evaluate(TRACES) == []

    def behind(message: str) -> Any:
        """What opens with a button."""
        press(message)
        box = page.get_by_test_id("stPopoverBody")
        expect(box).to_be_visible()
        assert page.evaluate(TRACES) == []
        return box

    box = behind("hands-title")
    box.get_by_role("textbox").fill(SHORTER)
    press("hands-save", box)
    expect(box.get_by_text(SHORTER)).to_be_visible()
    for view in ("compare", "read", "decisions", "edit"):
        page.goto(f"/rules?{own}&view={view}")
        settle(page)
        assert page.evaluate(TRACES) == []
    field = main.get_by_role("textbox", name=text("rules-name", ZH))
    for value, answer in ((HARM[0], ".wm-faults"), (LINK, ".wm-done")):
        field.fill(value)
        field.press("Enter")
        press("rules-save-new")
        expect(main.locator(answer)).to_contain_text(value)
    page.goto(f"/rules?{own}&view=own")
    settle(page)
    expect(main.get_by_text(SHORT).first).to_be_visible()
    behind("share")
    page.keyboard.press("Escape")
    box = behind("rules-delete")
    expect(box.get_by_text(SHORT)).to_be_visible()
    page.keyboard.press("Escape")
    box = behind("rules-rename")
    box.get_by_role("textbox").fill(f"{SHORTER} {SHORT[:20]}")
    press("rules-rename-do", box)
    entry = {"name": SHORT, "base": "facai", "fields": {**PRESETS["facai"].to_fields(), "cap": 78}}
    file = {"format": "wuhan-mahjong-rules", "version": 1, "rules": [entry]}
    for content, answer in (({SHORT: SHORT}, ".wm-faults"), (file, ".wm-done")):
        page.locator("input[type=file]").set_input_files(
            {"name": f"{SHORT}.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()}
        )
        expect(main.locator(answer)).to_be_visible()
        settle(page)
        assert page.evaluate(TRACES) == []
    expect(main.locator(".wm-own", has_text=SHORT)).to_be_visible()
    page.goto("/table")
    settle(page)
    for number in range(4):
        main.get_by_role("textbox").nth(number).fill(f"{SHORTER}{number}")
    press("table-begin")
    press("ledger-kind-drawn")
    expect(main.locator(".js-plotly-plot")).to_be_visible()
    assert page.evaluate(TRACES) == []
    for message in ("ledger-kind-escape", "table-new"):
        behind(message)
        page.keyboard.press("Escape")


def _unfold(page: Any) -> None:
    """Opens every fold of the page, so that no field stays out of sight."""
    for fold in page.get_by_test_id("stMain").locator("details:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()
    settle(page)
