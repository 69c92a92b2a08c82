"""进步 in a real browser: the cookie that knows a visitor, what is kept of him, and a login."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from analyzer.store import Store
from pages.ui.visitor import COOKIE
from tests.browser import SIZES, SPEED, free_port, serve, settle
from tests.oidc import serve_logins

pytestmark = pytest.mark.browser


def filled(store: Store, count: int) -> tuple[Any, str]:
    mine, token = store.new_profile()
    for number in range(count):
        store.answered(
            mine,
            topic="waits",
            rules="hongzhong",
            question=f"{number}",
            correct=number > 0,
            seconds=2.0,
            given="1m",
        )
    return mine, token


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "zh-CN")])
def test_the_cookie_alone_opens_a_visitor_s_history(
    open_page: Callable[..., Any], app_history: str, size: str, lang: str
) -> None:
    with Store(app_history) as store:
        _, token = filled(store, 4)
    page = open_page(f"/progress?lang={lang}", size=size)
    expect(page.locator(".wm-figures")).to_have_count(0)
    address = page.url.partition("/progress")[0]
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
    page.reload()
    settle(page)
    expect(page.locator(".wm-figures")).to_contain_text("75%")
    expect(page.locator(".main-svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["viewport"]["width"]
    with page.expect_download() as download:
        page.locator(".st-key-export button").click()
    exported = Path(download.value.path()).read_text(encoding="utf-8")
    page.locator(".st-key-delete button").first.click()
    page.locator(".st-key-delete_yes button").click()
    expect(page.locator(".wm-figures")).to_have_count(0)
    settle(page)
    with Store(app_history) as store:
        assert store.profile_of_token(token) is None
    # As on another device: the file alone brings it back, for a visitor with a token of his own.
    page.locator(".st-key-import button").first.click()
    page.locator("[data-testid=stFileUploaderDropzoneInput]").set_input_files(
        {"name": "h.json", "mimeType": "application/json", "buffer": exported.encode()}
    )
    page.locator(".st-key-import_do button:enabled").click()
    expect(page.locator(".wm-figures")).to_contain_text("75%")
    settle(page)
    page.wait_for_function("name => document.cookie.includes(name)", arg=COOKIE)
    assert token not in page.evaluate("document.cookie")
    page.reload()
    expect(page.locator(".wm-figures")).to_contain_text("75%")


@pytest.mark.audit
def test_a_login_has_a_history_of_its_own_wherever_it_is_used(browser: Any, tmp_path: Path) -> None:
    port = free_port()
    file, history = tmp_path / "secrets.toml", f"sqlite:///{tmp_path / 'history.db'}"
    with Store(history) as store:
        _, token = filled(store, 4)
    with serve_logins() as logins:
        file.write_text(logins.secrets(f"http://127.0.0.1:{port}"), encoding="utf-8")
        with serve(
            port=port, ANALYZER_SPEED=SPEED, ANALYZER_DATABASE=history, STREAMLIT_SECRETS_FILES=str(file)
        ) as server:

            def visit(cookie: str | None = None) -> Any:
                context = browser.new_context(base_url=server.url, **SIZES["phone"])
                if cookie is not None:
                    context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.url}])
                page = context.new_page()
                page.goto("/progress?lang=en")
                settle(page)
                return page

            def log_in(page: Any) -> None:
                page.locator(".st-key-log_in button").click()
                back(page)
                expect(page.locator(".st-key-log_out button")).to_be_visible()
                settle(page)

            def back(page: Any) -> None:
                page.wait_for_url(re.compile(r":\d+/(\?.*)?$"))  # Streamlit leads to the first page
                settle(page)
                page.goto("/progress?lang=en")

            page = visit(token)
            expect(page.locator(".wm-figures")).to_contain_text("75%")
            log_in(page)
            expect(page.get_by_text("Logged in as n1")).to_be_visible()
            expect(page.locator(".wm-figures")).to_have_count(0)
            page.locator(".st-key-bring button").click()
            expect(page.locator(".wm-figures")).to_contain_text("75%")
            page.context.close()

            page = visit()
            log_in(page)
            expect(page.locator(".wm-figures")).to_contain_text("75%")
            page.locator(".st-key-log_out button").click()
            back(page)
            expect(page.locator(".st-key-log_in button")).to_be_visible()
            expect(page.locator(".wm-figures")).to_have_count(0)
            page.context.close()

            logins.subject = "2"
            page = visit()
            log_in(page)
            expect(page.get_by_text("Logged in as n2")).to_be_visible()
            expect(page.locator(".wm-figures")).to_have_count(0)
            page.context.close()
            assert "Traceback" not in server.logged()
