"""docs/deployment.md against the code, the container file and the server that it speaks of."""

from __future__ import annotations

import ast
import base64
import hashlib
import http.client
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import streamlit

from pages.ui.shell import PAGES
from tests.browser import SPEED, Server, serve, settle
from tests.proxy import proxied
from tests.sources import ROOT, committed_files, python_files, tree

DOCUMENT = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
NAME = "majiang.example.org"
BASE = "majiang"


def policy() -> str:
    """The Content-Security-Policy that the document has the proxy set."""
    (found,) = re.findall(r'add_header Content-Security-Policy "([^"]+)" always;', DOCUMENT)
    return found


def instructions(name: str) -> list[str]:
    return re.findall(rf"^ *{name} (.*)$", CONTAINER, re.MULTILINE)


# Settings


def test_every_variable_that_the_app_reads_is_in_the_table() -> None:
    read = {
        node.value
        for path in python_files("analyzer", "pages", ".")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"ANALYZER_[A-Z_]+", node.value)
    }
    listed = re.findall(r"^\| `(ANALYZER_[A-Z_]+)` \|", DOCUMENT, re.MULTILINE)
    assert sorted(read) == sorted(listed)


def test_every_setting_of_streamlit_that_is_named_exists() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "streamlit", "config", "show"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    sections = re.split(r"^\[(\w+)\]$", re.sub(r"\x1b\[[0-9;]*m", "", listed), flags=re.MULTILINE)[1:]
    known = {
        f"{section.upper()}_" + re.sub("([a-z])([A-Z])", r"\1_\2", option).upper()
        for section, options in zip(sections[::2], sections[1::2], strict=True)
        for option in re.findall(r"^#? ?(\w+) = ?", options, re.MULTILINE)
    }
    named = set(re.findall(r"STREAMLIT_([A-Z_]+)", DOCUMENT + CONTAINER))
    assert len(named) > 5
    assert named <= known


# The policy


def test_the_policy_allows_the_inline_script_of_this_streamlit_and_nothing_loose() -> None:
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rules = dict(rule.split(maxsplit=1) for rule in policy().split("; "))
    assert f"'sha256-{digest}'" in rules["script-src"].split()
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in rules["script-src"]
    assert not re.search(r"(^|\s)(\*|https?:)", policy())


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    """The app as the document sets it up: below a path, for one name only."""
    with serve(
        base=BASE,
        ANALYZER_SPEED=SPEED,
        STREAMLIT_SERVER_ALLOWED_HOSTS=f"{NAME} 127.0.0.1",
    ) as server:
        yield server


@pytest.mark.browser
@pytest.mark.audit
def test_the_first_page_works_below_a_path_under_the_policy(
    open_page: Callable[..., Any], served: Server
) -> None:
    # A violation is logged as an error, which fails the test by itself.
    with proxied(served.url, {"Content-Security-Policy": policy()}) as address:
        page = open_page(f"{address}/{BASE}/", anew=True)
        page.locator('.wm-run[data-state="done"]').wait_for()
        tiles = page.locator(".tray .tile")
        before = tiles.count()
        tiles.first.click()
        page.locator(".wm-option").first.wait_for(state="detached")
        page.locator(".undo").click()
        page.locator(".wm-option.best").wait_for()
        assert tiles.count() == before
        page.locator("[data-testid=stPlotlyChart] .main-svg").first.wait_for()
        assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth)")


@pytest.mark.browser
@pytest.mark.audit
def test_every_page_works_below_a_path_under_the_policy(
    open_page: Callable[..., Any], served: Server
) -> None:
    with proxied(served.url, {"Content-Security-Policy": policy()}) as address:
        page = open_page(f"{address}/{BASE}/", anew=True)
        for name in PAGES[1:]:
            page.goto(f"{address}/{BASE}/{name}")
            settle(page)
            page.locator(f'[aria-current="page"][href$="/{BASE}/{name}"]').wait_for()
            assert urlsplit(page.url).path == f"/{BASE}/{name}"


@pytest.mark.browser
def test_the_policy_stops_scripts_from_elsewhere(browser: Any, app_server: Server) -> None:
    with proxied(app_server.url, {"Content-Security-Policy": policy()}) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        written = """() => {
            const script = document.createElement('script')
            script.textContent = 'window.harm = 1'
            document.head.append(script)
            return window.harm ?? 0
        }"""
        asked = f"fetch('http://localhost:{urlsplit(address).port}/').then(() => 1, () => 0)"
        assert [page.evaluate(written), page.evaluate(asked)] == [0, 0]
        context.close()


def shake_hands(server: Server, host: str, origin: str) -> int:
    """The status that a websocket's first request is answered with."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    connection.putrequest("GET", f"/{BASE}/_stcore/stream", skip_host=True)
    for name, value in {
        "Host": host,
        "Origin": origin,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
        "Sec-WebSocket-Version": "13",
    }.items():
        connection.putheader(name, value)
    connection.endheaders()
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_websocket_is_opened_under_the_name_of_the_server_only(served: Server) -> None:
    assert shake_hands(served, NAME, f"https://{NAME}") == 101
    assert shake_hands(served, "rebound.example.com", "https://rebound.example.com") == 403


# The container


def test_the_container_copies_what_there_is_and_leaves_the_rest() -> None:
    copied = [source for line in instructions("COPY") for source in line.split()[:-1]]
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sorted(copied) == sorted(line[1:] for line in kept if line.startswith("!"))
    assert "*" in kept
    committed = {path.relative_to(ROOT).parts[0] for path in committed_files()}
    assert set(copied) <= committed
    # All that the app imports is among it.
    assert {"analyzer", "pages", "static", ".streamlit", "streamlit_app.py"} <= set(copied)


def test_the_container_runs_without_rights() -> None:
    (user,) = instructions("USER")
    assert user not in ("root", "0")
    assert CONTAINER.index(f"USER {user}") < CONTAINER.index("RUN python -c")
    assert f"/usr/sbin/nologin {user}" in CONTAINER


def test_the_container_s_own_programs_run() -> None:
    for command in instructions("RUN"):
        arguments = shlex.split(command)
        if arguments[:2] == ["python", "-c"]:
            compile(arguments[2], "Containerfile", "exec")
    (started,) = re.findall(r"^CMD (.*)$", CONTAINER, re.MULTILINE)
    program = ast.literal_eval(started)
    assert program[0] == "python"
    assert (ROOT / program[-1]).exists()


def test_the_container_s_health_check_asks_the_server(app_server: Server) -> None:
    (checked,) = re.findall(r"^HEALTHCHECK .*? CMD (.*)$", CONTAINER, re.MULTILINE)
    program, option, code = ast.literal_eval(checked)
    assert (program, option) == ("python", "-c")
    assert "127.0.0.1:8501" in code
    there = code.replace("127.0.0.1:8501", urlsplit(app_server.url).netloc)
    nowhere = code.replace("127.0.0.1:8501", "127.0.0.1:9")
    assert subprocess.run([sys.executable, "-c", there]).returncode == 0
    assert subprocess.run([sys.executable, "-c", nowhere], stderr=subprocess.DEVNULL).returncode == 1
