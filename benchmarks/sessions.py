"""Twenty visitors at once on one process: are their answers right, does the server stay awake, does it forget them?

python benchmarks/sessions.py [--sessions 20] [--rounds 4] [--hands 3]

Every visitor is a session of its own that says what a browser says (Streamlit's messages over a websocket) and keeps
what a browser would show; twenty real browsers would leave the server no processor to be measured on.  It opens the
link of a random hand at the same time as all others, follows the page's clocks until the figures are complete, and
each action that is then on the page, with its tiles that help and its score, is compared with the engine's own answer.
Meanwhile another process asks for the health check all the time.  After each round everybody leaves; Streamlit keeps a
session for a while after that (here for seconds), then the process's memory is read.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import multiprocessing.synchronize
import os
import random
import re
import statistics
import sys
import time
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from analyzer import compiler
from analyzer.advice import discards, valued
from analyzer.expectation.playouts import Speed
from analyzer.notation import format_tiles
from analyzer.position import Position
from analyzer.tiles import NAMES
from pages.ui.answers import points_told
from tests.browser import serve

SPEED = Speed.INSTANT
KEPT = 3
"""Seconds for which the server keeps a session whose page was closed."""
PATIENCE = 120
"""Seconds after which an answer is given up."""
INDICATOR = 3
WANTED_MS = 200.0

_ROW: Final = re.compile(
    r'<div class="wm-option[^"]*" data-action="(?P<action>[^"]*)" data-tile="(?P<tile>[^"]*)">'
    r'.*?<div class="score"><b>(?P<score>[^<]*)</b>(?P<rest>.*?)(?=<div class="wm-option|$)',
    re.DOTALL,
)
_SUM: Final = re.compile(r'<div class="sum">(\d+)')

WHOLE: Final = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
"""How a run ends that was not given up for another one."""

Row = tuple[str, str, str, int]


class Visitor:
    """A session: the page as far as the server has sent it, and its clocks."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.page: dict[tuple[int, ...], tuple[str, Delta]] = {}
        self.clocks: dict[str, float] = {}
        self.fragments: set[str] = set()
        self.run = ""

    async def ask(self, query: str, fragment: str = "") -> None:
        """Have the page run: whole, or one fragment whose clock has struck."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = query
        state.fragment_id, state.is_auto_rerun = fragment, bool(fragment)
        await self.line.send(message.SerializeToString())

    def hear(self, message: ForwardMsg) -> bool:
        """Take in one message; whether a run has come to its end with it, and not been given up for another."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.run = message.metadata.run.script_run_id
            self.fragments = set(message.metadata.run.fragment_ids)
            if not self.fragments:
                self.clocks.clear()
        elif kind == "delta":
            self.page[tuple(message.metadata.delta_path)] = (self.run, message.delta)
        elif kind == "auto_rerun":
            self.clocks[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "stop_auto_rerun":
            self.clocks.clear()
        elif (
            kind == "script_finished" and message.script_finished in WHOLE
        ):  # what a run, or a fragment's, has not drawn again is gone
            self.page = {
                path: (run, delta)
                for path, (run, delta) in self.page.items()
                if run == self.run or (self.fragments and delta.fragment_id not in self.fragments)
            }
            return True
        return False

    def html(self) -> str:
        """All HTML on the page, in its order."""
        drawn = [
            delta for _, (_, delta) in sorted(self.page.items()) if delta.WhichOneof("type") == "new_element"
        ]
        return "\n".join(each.new_element.html.body for each in drawn if each.new_element.HasField("html"))

    def rows(self) -> list[Row]:
        """The actions with their figures, as they stand in the table."""
        found = []
        for match in _ROW.finditer(self.html()):
            helps = _SUM.search(match["rest"])
            score = unescape(match["score"])
            found.append((match["action"], match["tile"], score, int(helps[1]) if helps else -1))
        return found

    async def read(self, query: str) -> list[Row]:
        """Open a link and go on until its figures are complete, ticking as a browser ticks."""
        await self.ask(query)
        due: dict[str, float] = {}
        while True:
            wait = min(due.values(), default=time.monotonic() + PATIENCE) - time.monotonic()
            try:
                raw = await asyncio.wait_for(self.line.recv(), max(0.0, wait))
            except TimeoutError:
                if not due:
                    raise
                fragment = min(due, key=lambda each: due[each])
                del due[fragment]
                await self.ask(query, fragment)
                continue
            assert isinstance(raw, bytes)
            message = ForwardMsg.FromString(raw)
            if not self.hear(message):
                continue
            html = self.html()
            if 'class="wm-run" data-state="done"' in html:
                return self.rows()
            now = time.monotonic()
            due = {name: now + every for name, every in self.clocks.items()}


def a_hand(seed: int) -> tuple[int, ...]:
    """Fourteen tiles of a shuffled set, without the indicator."""
    tiles = [kind for kind in range(34) for _ in range(4 - (kind == INDICATOR))]
    return tuple(sorted(random.Random(seed).sample(tiles, 14)))


def right(hand: tuple[int, ...]) -> list[Row]:
    """The rows that a page must show for a hand."""
    position = Position(hand=hand, indicator=INDICATOR)
    rows = []
    for option in valued(position, discards(position).options, speed=SPEED):
        assert option.estimate is not None
        helps = option.accepts_total if option.distance is not None else -1
        tile = "" if option.tile is None else NAMES[option.tile]
        rows.append((str(option.action), tile, points_told(option.estimate.score, signed=True), helps))
    return rows


async def visit(url: str, seeds: list[int], shown: dict[int, list[Row]], waited: list[float]) -> None:
    """One visitor, who opens the link of each hand in turn: as a browser does, each in a session of its own."""
    place = f"ws://{urlsplit(url).netloc}/_stcore/stream"
    for seed in seeds:
        begun = time.perf_counter()
        hand = format_tiles(a_hand(seed))
        query = urlencode({"rules": "hongzhong", "hand": hand, "indicator": NAMES[INDICATOR]})
        async with connect(
            place,
            subprotocols=[Subprotocol("streamlit")],
            origin=Origin(url),
            max_size=None,
            open_timeout=PATIENCE,
        ) as line:
            shown[seed] = await Visitor(line).read(query)
        waited.append(time.perf_counter() - begun)


def watch(
    url: str,
    stop: multiprocessing.synchronize.Event,
    told: "multiprocessing.Queue[list[tuple[float, float]]]",
) -> None:
    """Ask for the health check ten times a second; seconds until each answer, and since the first question."""
    took = []
    first = time.perf_counter()
    while not stop.is_set():
        begun = time.perf_counter()
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        connection.request("GET", "/_stcore/health")
        assert connection.getresponse().read() == b"ok"
        connection.close()
        took.append((time.perf_counter() - begun, begun - first))
        time.sleep(0.1)
    told.put(took)


def memory(pid: int) -> float:
    """The resident memory of a process, MB (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


async def measure(asked: argparse.Namespace, url: str, pid: int) -> dict[str, Any]:
    """All rounds; the figures by their names."""
    waited: list[float] = []
    shown: dict[int, list[Row]] = {}
    rounds: list[tuple[float, float]] = []
    await visit(url, [1], {}, [])  # loads tables, kernels and Plotly
    start = memory(pid)
    for number in range(asked.rounds):
        seeds = [
            [1000 * number + 10 * place + hand + 10 for hand in range(asked.hands)]
            for place in range(asked.sessions)
        ]
        full = [0.0]

        async def look(full: list[float] = full) -> None:
            while True:
                full[0] = max(full[0], memory(pid))
                await asyncio.sleep(0.5)

        looking = asyncio.create_task(look())
        await asyncio.gather(*[visit(url, each, shown, waited) for each in seeds])
        looking.cancel()
        await asyncio.sleep(KEPT + 1)
        await visit(url, [1], {}, [])  # Streamlit forgets those whose time is over when another comes or goes
        await asyncio.sleep(KEPT + 1)
        rounds.append((full[0], memory(pid)))
        print(
            f"round {number + 1}: {full[0]:.0f} MB with {asked.sessions} sessions, {rounds[-1][1]:.0f} MB after",
            flush=True,
        )
    return {"start": start, "rounds": rounds, "waited": waited, "shown": shown}


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
    context = multiprocessing.get_context("spawn")
    with serve(ANALYZER_SPEED=SPEED, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL=str(KEPT)) as server:
        stop, told = context.Event(), context.Queue()
        watcher = context.Process(target=watch, args=(server.url, stop, told), daemon=True)
        watcher.start()
        if hasattr(os, "nice"):
            os.nice(10)  # visitors have machines of their own
        found = asyncio.run(measure(asked, server.url, server.pid))
        stop.set()
        health = told.get(timeout=60)
        watcher.join()
        assert "Traceback" not in server.logged(), server.logged()[-3000:]
    wrong = []
    for seed, rows in found["shown"].items():
        expected = right(a_hand(seed))
        if sorted(rows) != sorted(expected) or rows[:1] != expected[:1]:
            wrong.append(f"{format_tiles(a_hand(seed))}: shown {rows}, right {expected}")
    waited, rounds = found["waited"], found["rounds"]
    print(f"{asked.sessions} sessions, {asked.rounds} rounds of {asked.hands} hands, {os.cpu_count()} cores")
    print(f"answers: {len(found['shown'])}, wrong: {len(wrong)}")
    print("\n".join(wrong[:5]))
    print(f"all figures there after: median {statistics.median(waited):.2f} s, longest {max(waited):.2f} s")
    ordered = sorted(1000 * took for took, _ in health)
    print(
        f"health check, {len(ordered)} times: median {statistics.median(ordered):.1f} ms, "
        f"99 of 100 within {ordered[int(0.99 * (len(ordered) - 1))]:.1f} ms, longest {ordered[-1]:.1f} ms "
        f"(wanted: under {WANTED_MS:.0f})"
    )
    slowest = sorted(health, reverse=True)[:5]
    print("slowest:", ", ".join(f"{1000 * took:.1f} ms after {at:.1f} s" for took, at in slowest))
    print(
        f"memory: {found['start']:.0f} MB before, then {json.dumps([[round(x) for x in each] for each in rounds])}"
    )
    sys.exit(1 if wrong or ordered[-1] > WANTED_MS else 0)


if __name__ == "__main__":
    main()
