"""What a visitor waits for: the first load and each interaction, measured in a browser on a desktop and on a phone.

python benchmarks/browsing.py [--repeats 5] [--profiles desktop phone]

The phone is a small screen with a processor four times as slow (Chromium's own throttling); the server is a process of
its own beside it.  Each row tells:

- *on screen*: from the last tap or click until the page shows what belongs to it;
- *server*: from the message that the browser sends until the last one of its run comes back;
- *bytes*: what has come over the network for it, websocket and files.

A tap is kept for 150 ms in the browser, in case another follows; *on screen* contains that.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, sync_playwright

from analyzer.notation import format_tiles
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from pages.ui.shell import PAGES
from tests.browser import FLAGS, SIZES, find_browser, serve

SLOWER = {"desktop": 1, "phone": 4}
GOALS = {"desktop": 0.5, "phone": 1.0}
ZH, EN = LANGUAGES
INDICATOR = 3
LINK = "rules=hongzhong&hand=23m55p456s1244z678p&indicator=4m"

IDLE = "document.querySelector('[data-testid=\"stApp\"]')?.dataset.testScriptState === 'notRunning'"
TAP = """([indicator, tiles]) => {
    const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
        .map(host => host.shadowRoot?.querySelector('.picker')).find(found => found)
    const key = tile => root.querySelector(`.key[data-tile="${tile}"]`)
    root.querySelector('.clear').click()
    root.querySelector('.modes [data-value="indicator"]').click()
    key(indicator).click()
    for (const tile of tiles) key(tile).click()
    window.begun = performance.now()
}"""
CLICK = "element => { window.begun = performance.now(); element.click() }"
SHOWN = "document.querySelector('.wm-verdict')?.dataset.hand === value"
"""Whether the verdict is that of the hand ``value``."""
SINCE = """([test, value]) => new Promise((done, fail) => {
    const look = () => new Function('value', `return ${test}`)(value)
        ? requestAnimationFrame(() => done((performance.now() - window.begun) / 1000))
        : performance.now() - window.begun > 60000 ? fail(new Error(`never: ${test} (${value})`))
        : requestAnimationFrame(look)
    look()
})"""
"""Seconds from ``window.begun`` until ``test`` holds and the frame that shows it is drawn; an error after a minute."""


class Line:
    """What goes over the network for a page."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.dataReceived", self._files)
        self.session.on("Network.webSocketFrameSent", self._sent)
        self.session.on("Network.webSocketFrameReceived", self._received)
        self.forget()

    def forget(self) -> None:
        """Count from nothing."""
        self.bytes, self.first, self.last = 0, None, None

    def _files(self, told: dict[str, Any]) -> None:
        self.bytes += told["encodedDataLength"]

    def _sent(self, told: dict[str, Any]) -> None:
        if self.first is None:
            self.first = told["timestamp"]

    def _received(self, told: dict[str, Any]) -> None:
        if self.first is not None:
            self.last = told["timestamp"]
        # Binary frames are told in base 64.
        self.bytes += len(told["response"]["payloadData"]) * 3 // 4

    def server(self) -> float:
        """Seconds from the first message sent to the last received."""
        return 0.0 if self.first is None or self.last is None else self.last - self.first


Row = tuple[str, list[float], list[float], list[int]]


def measured(name: str, repeats: int, line: Line, act: Callable[[int], float]) -> Row:
    """One row: ``act(number)`` does it and tells the seconds until it was on screen."""
    seconds, server, size = [], [], []
    for number in range(repeats):
        line.forget()
        seconds.append(act(number))
        server.append(line.server())
        size.append(line.bytes)
    return name, seconds, server, size


def a_hand(seed: int) -> tuple[int, ...]:
    """Fourteen tiles of a shuffled set, without the indicator."""
    tiles = [kind for kind in range(34) for _ in range(4 - (kind == INDICATOR))]
    return tuple(sorted(random.Random(seed).sample(tiles, 14)))


def first_loads(browser: Browser, url: str, profile: str, repeats: int) -> list[Row]:
    """Every page opened by its address, by a browser that has nothing of it, and by one that has."""
    rows = []
    for name in PAGES:
        for cached in (False, True):
            seconds, server, size = [], [], []
            for _ in range(repeats if not cached else 1):
                context = browser.new_context(**SIZES[profile])
                for visit in range(2 if cached else 1):
                    page = context.new_page()
                    line = Line(page)
                    line.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[profile]})
                    begun = time.perf_counter()
                    page.goto(f"{url}/{'' if name == PAGES[0] else name}?{LINK}")
                    page.wait_for_function(
                        f"location.search.includes('hand=') && {IDLE}"
                        " && document.querySelector('[data-testid=\"stMain\"] .st-key-controls')"
                    )
                    took = time.perf_counter() - begun
                    if visit == cached:
                        seconds.append(took)
                        server.append(line.server())
                        size.append(line.bytes)
                    page.close()
                context.close()
            rows.append((f"{name}: {'opened again' if cached else 'first load'}", seconds, server, size))
    return rows


def interactions(browser: Browser, url: str, profile: str, repeats: int) -> list[Row]:
    """What is done on an open page."""
    context = browser.new_context(**SIZES[profile])
    page = context.new_page()
    line = Line(page)
    page.goto(f"{url}/?{LINK}")
    page.wait_for_function(IDLE)
    page.locator('.wm-run[data-state="done"]').wait_for(timeout=180_000)
    line.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[profile]})

    def since(test: str, value: str) -> float:
        return float(page.evaluate(SINCE, [test, value]))

    def tap(number: int) -> float:
        hand = a_hand(number)
        page.wait_for_function(IDLE)
        page.locator(".clear").wait_for()
        page.evaluate(TAP, [NAMES[INDICATOR], [NAMES[kind] for kind in hand]])
        return since(SHOWN, format_tiles(hand))

    def one_more(number: int) -> float:
        whole = page.locator(".wm-verdict").get_attribute("data-hand")
        page.locator(".tray .tile").nth(number % 5).evaluate(CLICK)
        took = since("document.querySelector('.wm-verdict')?.dataset.hand !== value", whole)
        page.locator(".undo").click()
        page.wait_for_function(f"value => {SHOWN}", arg=whole)
        return took

    def speak(_: int) -> float:
        lang = EN if page.evaluate("document.documentElement.lang") == ZH else ZH
        now = ZH if lang == EN else EN
        page.get_by_text(text(f"language-{lang.lower()}", now), exact=True).evaluate(CLICK)
        return since("document.documentElement.lang === value", lang)

    def figures(number: int) -> float:
        tap(10 + number)
        done = "document.querySelector('.wm-run')?.dataset.state === 'done'"
        return since(f"{SHOWN} && {done}", format_tiles(a_hand(10 + number)))

    rows = [
        measured("study: 14 tiles tapped → verdict", repeats, line, tap),
        measured("study: a tile taken out → answer", repeats, line, one_more),
        measured("study: 14 tiles tapped → all figures", repeats, line, figures),
        measured("study: the other language", repeats, line, speak),
    ]
    for name in (*PAGES[1:], PAGES[0]):
        path = "/" if name == PAGES[0] else f"/{name}"

        def go(_: int, name: str = name, path: str = path) -> float:
            lang = page.evaluate("document.documentElement.lang")
            if profile == "phone":
                page.get_by_test_id("stExpandSidebarButton").click()
            links = page.get_by_test_id("stSidebarNavLink" if profile == "phone" else "stTopNavLink")
            links.get_by_text(text(f"page-{name}", lang), exact=True).evaluate(CLICK)
            return since("location.pathname === value && location.search.includes('hand=')", path)

        rows.append(measured(f"to the page {name}", 1, line, go))
        page.wait_for_function(IDLE)
        if name != PAGES[0]:
            rows.append(measured(f"{name}: the other language", repeats, line, speak))
    context.close()
    return rows


def table(rows: list[Row], goal: float | None) -> str:
    """The rows as Markdown."""
    said = ["| | on screen, median | longest | server, median | KB | |", "|---|---|---|---|---|---|"]
    for name, seconds, server, size in rows:
        middle = statistics.median(seconds)
        verdict = "" if goal is None else ("reached" if middle <= goal else "missed")
        said.append(
            f"| {name} | {middle:.2f} s | {max(seconds):.2f} s | {1000 * statistics.median(server):.0f} ms "
            f"| {statistics.median(size) / 1000:,.0f} | {verdict} |"
        )
    return "\n".join(said)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--profiles", nargs="+", choices=list(SLOWER), default=list(SLOWER))
    asked = parser.parse_args()
    path = find_browser()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with serve(ANALYZER_SPEED="instant") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for profile in asked.profiles:
            print(f"\n## {profile}: first loads\n")
            print(table(first_loads(browser, server.url, profile, max(1, asked.repeats // 2)), None))
            print(f"\n## {profile}: interactions, to take {GOALS[profile]} s at most\n")
            print(table(interactions(browser, server.url, profile, asked.repeats), GOALS[profile]))
        browser.close()


if __name__ == "__main__":
    main()
