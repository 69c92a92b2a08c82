"""Twenty visitors at once on one process: are their answers right, does the server stay awake, does it forget them?

python benchmarks/sessions.py [--sessions 20] [--rounds 4] [--hands 3]

Every visitor is a browser page with a session of its own.  It taps in random hands, at the same time as all others,
and what it then reads (each action with its tiles that help and its score) is compared with the engine's own answer.
Meanwhile another process asks for the health check all the time.  After each round all pages are closed; Streamlit
keeps a session for a while after that (here for seconds), then the process's memory is read.  Browser, server and the
comparison share the machine, so times are longer than those of a server alone.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import statistics
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Page, async_playwright

from analyzer import compiler
from analyzer.advice import discards, valued
from analyzer.expectation.playouts import Speed
from analyzer.notation import format_tiles
from analyzer.position import Position
from analyzer.tiles import NAMES
from pages.ui.answers import points_told
from tests.browser import FLAGS, find_browser, serve

SPEED = Speed.INSTANT
KEPT = 3
"""Seconds for which the server keeps a session whose page was closed."""
PATIENCE = 180_000
"""Milliseconds after which a page is given up."""
INDICATOR = 3
WANTED_MS = 200.0

TAP = """([indicator, tiles]) => {
    const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
        .map(host => host.shadowRoot?.querySelector('.picker')).find(found => found)
    const key = tile => root.querySelector(`.key[data-tile="${tile}"]`)
    root.querySelector('.clear').click()
    root.querySelector('.modes [data-value="indicator"]').click()
    key(indicator).click()
    for (const tile of tiles) key(tile).click()
}"""
READY = """hand => new URLSearchParams(location.search).get('hand') === hand
    && document.querySelector('.wm-run')?.dataset.state === 'done'
    && document.querySelector('[data-testid="stApp"]').dataset.testScriptState === 'notRunning'"""
READ = """() => [...document.querySelectorAll('.wm-options.worth .wm-option:not(.head)')].map(row => [
    row.dataset.action, row.dataset.tile, row.querySelector('.score b').textContent,
    parseInt(row.querySelector('.sum')?.textContent ?? '-1')])"""


def a_hand(seed: int) -> tuple[int, ...]:
    """Fourteen tiles of a shuffled set, without the indicator."""
    tiles = [kind for kind in range(34) for _ in range(4 - (kind == INDICATOR))]
    return tuple(sorted(random.Random(seed).sample(tiles, 14)))


def right(hand: tuple[int, ...]) -> list[list[object]]:
    """The rows that a page must show for a hand."""
    position = Position(hand=hand, indicator=INDICATOR)
    rows: list[list[object]] = []
    for option in valued(position, discards(position).options, speed=SPEED):
        assert option.estimate is not None
        helps = option.accepts_total if option.distance is not None else -1
        tile = "" if option.tile is None else NAMES[option.tile]
        rows.append([str(option.action), tile, points_told(option.estimate.score, signed=True), helps])
    return rows


async def visit(page: Page, seeds: list[int], waited: list[float]) -> list[str]:
    """Tap in each hand and read the answer; what was wrong with it."""
    wrong = []
    for seed in seeds:
        hand = a_hand(seed)
        begun = time.perf_counter()
        await page.evaluate(TAP, [NAMES[INDICATOR], [NAMES[kind] for kind in hand]])
        await page.wait_for_function(READY, arg=format_tiles(hand))
        waited.append(time.perf_counter() - begun)
        shown, expected = await page.evaluate(READ), await asyncio.to_thread(right, hand)
        if not shown or shown[0] != expected[0] or any(row not in expected for row in shown):
            wrong.append(f"{format_tiles(hand)}: shown {shown}, right {expected}")
    return wrong


def watch(
    url: str, stop: "multiprocessing.synchronize.Event", told: "multiprocessing.Queue[list[float]]"
) -> None:
    """Ask for the health check ten times a second; seconds until each answer."""
    took = []
    while not stop.is_set():
        begun = time.perf_counter()
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        connection.request("GET", "/_stcore/health")
        assert connection.getresponse().read() == b"ok"
        connection.close()
        took.append(time.perf_counter() - begun)
        time.sleep(0.1)
    told.put(took)


def memory(pid: int) -> float:
    """The resident memory of a process, MB (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


async def measure(asked: argparse.Namespace, url: str, pid: int, path: str | None) -> dict[str, object]:
    """All rounds; the figures by their names."""
    waited: list[float] = []
    wrong: list[str] = []
    rounds: list[tuple[float, float]] = []
    async with async_playwright() as playwright:
        flags = [*FLAGS, "--blink-settings=imagesEnabled=false"]
        chromium = await playwright.chromium.launch(executable_path=path, args=flags)

        few = asyncio.Semaphore(4)  # the browser, too, lives on this machine

        async def opened() -> Page:
            async with few:
                page = await (await chromium.new_context()).new_page()
                page.set_default_timeout(PATIENCE)
                await page.goto(url)
                await page.locator('.wm-run[data-state="done"]').wait_for()
            return page

        first = await opened()  # loads tables, kernels and Plotly
        await visit(first, [1], [])
        await first.context.close()
        start = memory(pid)
        for number in range(asked.rounds):
            pages = await asyncio.gather(*[opened() for _ in range(asked.sessions)])
            seeds = [
                [1000 * number + 10 * place + hand for hand in range(asked.hands)]
                for place in range(asked.sessions)
            ]
            for found in await asyncio.gather(
                *[visit(page, each, waited) for page, each in zip(pages, seeds, strict=True)]
            ):
                wrong += found
            full = memory(pid)
            await asyncio.gather(*[page.context.close() for page in pages])
            await asyncio.sleep(KEPT + 1)
            # Streamlit forgets sessions whose time is over when the next one comes or goes.
            await (await opened()).context.close()
            await asyncio.sleep(1)
            rounds.append((full, memory(pid)))
            print(
                f"round {number + 1}: {full:.0f} MB with {asked.sessions} sessions, {rounds[-1][1]:.0f} MB after"
            )
        await chromium.close()
    return {"start": start, "rounds": rounds, "waited": waited, "wrong": wrong}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--hands", type=int, default=3)
    asked = parser.parse_args()
    compiler.warm_up(block=True)
    path = find_browser()
    context = multiprocessing.get_context("spawn")
    with serve(ANALYZER_SPEED=SPEED, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL=str(KEPT)) as server:
        stop, told = context.Event(), context.Queue()
        watcher = context.Process(target=watch, args=(server.url, stop, told), daemon=True)
        watcher.start()
        found = asyncio.run(measure(asked, server.url, server.pid, path))
        stop.set()
        health = told.get(timeout=60)
        watcher.join()
        assert "Traceback" not in server.logged(), server.logged()[-3000:]
    waited, wrong, rounds = found["waited"], found["wrong"], found["rounds"]
    print(f"{asked.sessions} sessions, {asked.rounds} rounds of {asked.hands} hands, {os.cpu_count()} cores")
    print(f"answers: {len(waited)}, wrong: {len(wrong)}")
    print("\n".join(wrong[:5]))
    print(
        f"last figures on screen after: median {statistics.median(waited):.2f} s, longest {max(waited):.2f} s"
    )
    ordered = sorted(1000 * each for each in health)
    print(
        f"health check, {len(ordered)} times: median {statistics.median(ordered):.1f} ms, "
        f"99 of 100 within {ordered[int(0.99 * (len(ordered) - 1))]:.1f} ms, longest {ordered[-1]:.1f} ms "
        f"(wanted: under {WANTED_MS:.0f})"
    )
    print(
        f"memory: {found['start']:.0f} MB before, then {json.dumps([[round(x) for x in each] for each in rounds])}"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
