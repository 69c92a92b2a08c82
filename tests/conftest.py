"""What the tests share: the running app, pages of both sizes, and a loud word where there is no browser."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import settings

from tests.browser import FLAGS, ROOT, SIZES, SPEED, Server, find_browser, serve, settle
from tests.postgres import find_postgres, serve_postgres

CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
"""On a build machine a browser test that can't run is a failure."""
SECONDS = 30
"""How long a page may take to show what it should."""
REPORT = ROOT / "build" / "browser-tests.txt"
SCREENS = ROOT / "build" / "failed-pages"
NO_BROWSER = "no Chromium or Chrome could be found or fetched"
NO_POSTGRES = "no PostgreSQL could be found"

# A busy machine is no failure; on a build machine the same inputs are tried every time.
settings.register_profile("project", deadline=None, derandomize=CI, print_blob=True)
settings.load_profile("project")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests of a file share one worker, with one app and one browser; the slow ones start first."""
    for item in items:
        if item.get_closest_marker("browser") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=lambda item: not (item.get_closest_marker("browser") or item.get_closest_marker("fresh")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Lets a fixture see how its test went."""
    report: Any = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


_FAILED = pytest.StashKey[bool]()

_GONE = re.compile(
    r"Exception in ASGI application\nTraceback .*?\n"
    r"(?:RuntimeError|starlette\.websockets\.WebSocketDisconnected): Cannot call \"send\" once a close message[^\n]*\n",
    re.DOTALL,
)
"""What Streamlit logs now and then when a page is closed while an answer is on its way to it; no fault of the app."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says loudly, and writes down, if browser tests did not run."""
    stats = terminalreporter.stats
    of_browser = [
        report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in stats.get(outcome, [])
        if "browser" in getattr(report, "keywords", {})
    ]
    if not of_browser:
        return
    missing = sorted(
        {report.nodeid.partition("@")[0] for report in of_browser if NO_BROWSER in str(report.longrepr)}
    )
    ran = len({report.nodeid for report in of_browser}) - len(missing)
    REPORT.parent.mkdir(exist_ok=True)
    lines = [
        f"browser tests: {ran} ran, {len(missing)} NOT RUN" + (f" ({NO_BROWSER})" if missing else ""),
        *missing,
    ]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if missing:
        terminalreporter.section("BROWSER TESTS NOT RUN", red=True, bold=True)
        terminalreporter.line(
            f"NOT RUN: {len(missing)} browser tests, since {NO_BROWSER}.", red=True, bold=True
        )
        terminalreporter.line("Install Chromium or Chrome, or name one: BROWSER_PATH=… make test.", red=True)


@pytest.fixture(scope="session")
def app_history(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the database in which the served app keeps history."""
    return f"sqlite:///{tmp_path_factory.mktemp('served') / 'history.db'}"


@pytest.fixture(scope="session")
def app_server(app_history: str) -> Iterator[Server]:
    """The app of this project, served on a port of its own, with a history of its own."""
    with serve(ANALYZER_SPEED=SPEED, ANALYZER_DATABASE=app_history) as server:
        yield server


@pytest.fixture(autouse=True, scope="session")
def _history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What pages keep in a test's own process never lands among the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANALYZER_DATABASE", f"sqlite:///{tmp_path_factory.mktemp('own') / 'history.db'}")
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real PostgreSQL's database; without one its tests are reported as not run."""
    programs = find_postgres()
    if programs is None:
        (pytest.fail if CI else pytest.skip)(f"NOT RUN: {NO_POSTGRES}")
    with serve_postgres(programs) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium or Chrome; without one its tests are reported as not run."""
    path = find_browser()
    if path is None:
        (pytest.fail if CI else pytest.skip)(f"NOT RUN: {NO_BROWSER}")
    from playwright.sync_api import expect, sync_playwright

    # The default of 5 s is short on a machine that runs other tests beside; no test waits longer than it must.
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def kept_pages(browser: Any) -> Iterator[dict[str, list[Any]]]:
    """By size, the pages that tests take over from each other: Streamlit's scripts are compiled in them already."""
    pages: dict[str, list[Any]] = {size: [] for size in SIZES}
    yield pages
    for page in chain.from_iterable(pages.values()):
        page.context.close()


@pytest.fixture
def open_page(
    browser: Any, kept_pages: dict[str, list[Any]], app_server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Opens the app in sessions of their own: ``open_page(path="/", size="desktop", color_scheme="light")``.

    Each is a visitor of its own. A page may be one that was used before, with nothing left of that but what is
    cached; it asks for reduced motion. One asked for by ``anew=True`` is opened in a new browser context: for what
    tests may not leave behind, and for what should happen on a first visit.

    The test fails if a page throws an error, logs one, gets a failing answer or asks another machine for
    anything, or if the server logs a traceback meanwhile.
    """
    faults: list[str] = []
    lent: list[tuple[str, Any]] = []
    fresh: list[Any] = []
    logged = len(app_server.logged())
    heard: dict[str, Callable[[Any], object]] = {
        "pageerror": lambda error: faults.append(f"error on the page: {error}"),
        "console": lambda line: (
            line.type == "error"
            and not _is_a_try(line.location["url"])
            and faults.append(f"error logged: {line.text}")
        ),
        "response": lambda got: (
            got.status >= 400 and not _is_a_try(got.url) and faults.append(f"status {got.status}: {got.url}")
        ),
        "request": lambda asked: _is_ours(asked.url) or faults.append(f"another machine: {asked.url}"),
    }

    def new_page(size: str) -> Any:
        context = browser.new_context(base_url=app_server.url, **SIZES[size])
        context.set_default_timeout(SECONDS * 1000)
        context.set_default_navigation_timeout(3 * SECONDS * 1000)  # the first page of a server waits for all
        return context.new_page()

    def open_it(
        path: str = "/", size: str = "desktop", *, color_scheme: str = "light", anew: bool = False
    ) -> Any:
        if anew:
            page = new_page(size)
            fresh.append(page)
            page.emulate_media(color_scheme=color_scheme)
        else:
            page = kept_pages[size].pop() if kept_pages[size] else new_page(size)
            lent.append((size, page))
            page.set_viewport_size(SIZES[size]["viewport"])
            page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion="reduce")
        for event, listener in heard.items():
            page.on(event, listener)
        page.goto(path)
        settle(page)
        return page

    yield open_it
    failed = request.node.stash.get(_FAILED, False)
    for number, page in enumerate((*(page for _, page in lent), *fresh)):
        if failed:
            for tab, shown in enumerate(page.context.pages):
                SCREENS.mkdir(parents=True, exist_ok=True)
                name = "".join(c if c.isalnum() else "-" for c in request.node.name)
                shown.screenshot(path=SCREENS / f"{name}-{number}-{tab}.png", full_page=True)
        for event, listener in heard.items():
            page.remove_listener(event, listener)
    for size, page in reversed(lent):
        if failed or not _wiped(page):
            fresh.append(page)
        else:
            kept_pages[size].append(page)
    for page in fresh:
        page.context.close()
    log = _GONE.sub("", app_server.logged()[logged:])
    if "Traceback" in log:
        faults.append(f"the server logged a traceback:\n{log}")
    assert not faults, "\n".join(faults)


def _wiped(page: Any) -> bool:
    """Whether ``page`` could be left as if it had never been used: no other tab, nothing stored, no rights."""
    from playwright.sync_api import Error

    try:
        for other in page.context.pages:
            if other != page:
                other.close()
        address = urlsplit(page.url)
        # A plain text of the same server, where no script of ours could write again.
        page.goto(f"{address.scheme}://{address.netloc}/_stcore/health")
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.context.clear_cookies()
        page.context.clear_permissions()
    except Error:
        return False
    return True


@pytest.fixture(params=list(SIZES))
def page(open_page: Callable[..., Any], request: pytest.FixtureRequest) -> Any:
    """The app's first page, on a desktop and on a phone: a test that takes it runs once on each.

    A test for one of them only: ``@pytest.mark.parametrize("page", ["phone"], indirect=True)``.
    """
    return open_page(size=request.param)


def _is_a_try(url: str) -> bool:
    """Whether Streamlit looks with this for the app's base path, below the page's own: no harm if nothing is there."""
    return re.search(r"/[\w-]+/_stcore/(health|host-config)$", urlsplit(url).path) is not None


def _is_ours(url: str) -> bool:
    address = urlsplit(url)
    return address.scheme in ("data", "blob") or address.hostname in ("127.0.0.1", "localhost")
