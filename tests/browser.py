"""Finds a browser for the tests and the screenshots, and serves the app to it.

Run as a program it fetches a browser where there is none: Playwright's own, else Debian's package.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent

SIZES: Final[Mapping[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
"""The two screens that every page must serve, as Playwright's context options."""

SPEED: Final = "instant"
"""What the pages of browser tests begin with: each opens one anew, and a full run takes seconds."""

FLAGS: Final = (
    "--no-sandbox",  # Chromium refuses to start as root otherwise; it only ever sees our own pages
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
_PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_IDLE: Final = (
    '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
)


def find_browser() -> str | None:
    """The path of a Chromium or Chrome that starts, or None.

    The one named by the environment variable ``BROWSER_PATH`` comes first, then the system's, then Playwright's.
    """
    named = os.environ.get("BROWSER_PATH")
    candidates = [named] if named else [*map(shutil.which, _NAMES), *_PLACES, _playwright_browser()]
    return next((path for path in candidates if path and _starts(path)), None)


def fetch_browser() -> str | None:
    """Gets Playwright's browser, else Debian's; returns its path, or None if neither can be had here."""
    print("No Chromium or Chrome here: fetching Playwright's …", flush=True)
    fetched = _ran([sys.executable, "-m", "playwright", "install", "chromium"])
    if fetched and (path := find_browser()):
        return path
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("That did not work: installing Debian's …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = [
            "apt-get",
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            "chromium",
            "fonts-wqy-zenhei",
        ]
        if _ran(["apt-get", "update", "-qq"], environment) and _ran(install, environment):
            return find_browser()
    return None


@dataclass(frozen=True)
class Server:
    """A running app: where it listens, what it has logged, and its process."""

    url: str
    log: Path
    pid: int = 0

    def logged(self) -> str:
        """Everything the server has written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextlib.contextmanager
def serve(
    app: Path = ROOT / "streamlit_app.py", base: str = "", port: int = 0, **environment: str
) -> Iterator[Server]:
    """Runs ``app`` on ``port`` of this machine, a free one if none is named, below the path ``base``, until the
    block ends.

    :raises RuntimeError: it does not come up; the message ends with its log.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(app), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--server.fileWatcherType=none"]
    command += [f"--server.baseUrlPath={base}"] if base else []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        with path.open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=app.parent,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        server = Server(f"http://127.0.0.1:{port}", path, process.pid)
        try:
            if not healthy(f"{server.url}/{base}".rstrip("/"), process, seconds=60):
                raise RuntimeError(f"The app did not come up. Its log:\n{server.logged()}")
            yield server
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def healthy(url: str, process: subprocess.Popen[Any], seconds: float) -> bool:
    """Whether the app at ``url`` answers its health check before ``process`` ends or the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer,
        ):
            if answer.read() == b"ok":
                return True
        time.sleep(0.1)
    return False


def settle(page: Any, seconds: float = 30) -> None:
    """Waits until the app in ``page`` is connected and its script has run to the end.

    An input that is sent with a delay (the tile picker's) may not have started its run yet: wait for what it
    should show instead.
    """
    page.wait_for_selector(_IDLE, timeout=1000 * seconds)


def wide(page: Any) -> list[str]:
    """The classes of what reaches beyond the right edge of the screen."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')]"
        ".filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className.toString())"
    )
    return found


def pick(box: Any, option: Any, seconds: float = 30) -> None:
    """Opens the select box ``box`` and takes ``option``.

    By a key: a list that a click has opened closes when the page still scrolls to it.  A run of the page that comes
    late closes it, too: then it is opened again.
    """
    from playwright.sync_api import TimeoutError as TooLong

    until = time.monotonic() + seconds
    while True:
        box.press("ArrowDown")
        try:
            option.click(timeout=3000)
        except TooLong:
            if time.monotonic() > until:
                raise
        else:
            return


def _playwright_browser() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _starts(path: str) -> bool:
    # Some systems ship a script of that name that only says where to get the browser.
    return Path(path).exists() and _ran([path, "--version"])


def _ran(command: list[str], environment: Mapping[str, str] | None = None) -> bool:
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet, timeout=600)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    named = os.environ.get("BROWSER_PATH")
    if not (find_browser() or (not named and fetch_browser())):
        print("No browser could be had: the browser tests will be reported as not run.")
