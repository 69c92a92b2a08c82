"""Ours and the peers in one run: prints speeds and ratios (``make bench``; README.md beside this file).

python benchmarks/run.py [--rounds 9] [--slot 0.25] [--only distance table cold page] [--json FILE] [--write FILE]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import agreement, cold
from benchmarks.race import ROOT, Entry, Result, Worker, race, ratio, started

PEERS = ROOT / ".venv-bench"
PYTHON = PEERS / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = Path(__file__).with_name("requirements.txt")

FIGURES = {
    "distance": "Distance of a hand of 13, hands a second: five routes with a laizi against the peers' one target",
    "table": "Every discard × every draw with live counts, tables a second: likewise",
}
WAITED_FOR = {
    "cold": ("A fresh process with an empty home", cold.process),
    "page": ("After a tap: server time of all the study page's figures", cold.page),
}
GOALS = (
    ("distance", "ours, compiled, batch", "mahjong", 1000),
    ("distance", "ours, compiled, batch", "xiangting", 30),
    ("table", "ours, compiled", "mahjong", 2500),
    ("table", "ours, plain", "mahjong", 60),
)
"""What issue 1 asks for: figure, our contender, peer, ratio."""


def set_up_peers() -> None:
    """The peers' own environment, made once and again whenever their versions change."""
    stamp = PEERS / ".stamp"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and PYTHON.exists():
        return
    print(f"Setting up {PEERS.name} for the peers (once) …", file=sys.stderr)
    if not PYTHON.exists():
        venv.create(PEERS, with_pip=True)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # One by one: a peer that has no build for this machine must not keep the others away.
    peers = [line for line in wanted.splitlines() if line and not line.startswith("#")]
    failed = [peer for peer in peers if subprocess.run([*install, peer]).returncode]
    if failed:
        print(f"Could not be installed, left out: {', '.join(failed)}", file=sys.stderr)
    else:
        stamp.write_text(wanted, encoding="utf-8")


def conditions(workers: Sequence[Worker]) -> dict[str, Any]:
    """When, where and what was measured."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "analyzer", "benchmarks")
    versions = {"numpy": version("numpy"), "numba": version("numba")}
    for worker in workers:
        versions |= worker.hello["versions"]
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": git("rev-parse", "--short", "HEAD") + (" and changes" if changed else ""),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "versions": versions,
    }


def processor() -> str:
    """The processor's name as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def entries(figure: str, workers: Sequence[Worker]) -> list[Entry]:
    """Everybody who computes the figure, after a check that all have dealt the same hands."""
    found = []
    dealt = set()
    for worker in workers:
        for name in worker.hello["contenders"].get(figure, ()):

            def run(start: int, count: int, worker: Worker = worker, name: str = name) -> float:
                answer = worker.ask(do="run", figure=figure, name=name, start=start, count=count)
                dealt.add(answer["hands"])
                return float(answer["seconds"])

            found.append(Entry(name, run))
    for entry in found:
        entry.run(0, 1)
    if len(dealt) != 1:
        raise RuntimeError(f"the contenders of {figure} have different hands: {dealt}")
    return found


def table_of(results: Mapping[str, Result]) -> list[str]:
    """Speeds, fastest first, and how many times as fast each of ours is."""
    ours = [result for result in results.values() if result.name.startswith("ours")]
    peers = [result for result in results.values() if not result.name.startswith("ours")]
    ours.sort(key=lambda result: -result.rate)
    peers.sort(key=lambda result: -result.rate)
    lines = ["| | a second | " + " | ".join(result.name for result in ours) + " |"]
    lines.append("|---|---|" + "---|" * len(ours))
    lines += [f"| {mine.name} | {mine.rate:,.0f} |" + " |" * len(ours) for mine in ours]
    for peer in peers:
        ratios = [ratio(mine, peer) for mine in ours]
        cells = [f"{number(middle)}× ({number(low)}–{number(high)})" for middle, low, high in ratios]
        lines.append(f"| {peer.name} | {peer.rate:,.0f} | " + " | ".join(cells) + " |")
    return lines


def number(value: float) -> str:
    """Three digits or so."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


class Paper:
    """What is printed, kept to be written down."""

    def __init__(self) -> None:
        self.lines = ["# Measured", "", "By `make bench`; README.md beside this file says how and what."]

    def add(self, title: str, lines: Sequence[str]) -> None:
        """Print a section now."""
        section = ["", f"## {title}", "", *lines]
        print("\n".join(section), flush=True)
        self.lines += section


def compared(workers: Sequence[Worker], record: bool) -> list[str]:
    """Whether all compute the same where the definitions meet; ``record`` keeps the peers' answers for the tests."""
    peers = agreement.peers_answers(workers[-1])
    if record:
        agreement.record(peers, workers[-1].hello["versions"])
    ours = workers[0].ask(do="answers", name="ours, compiled, batch")
    return [f"- {line}" for line in agreement.report(ours, peers)]


def goals(measured: Mapping[str, Mapping[str, Result]]) -> tuple[list[str], list[dict[str, Any]]]:
    """What was to be reached and what is."""
    lines, found = [], []
    for figure, mine, peer, goal in GOALS:
        if peer in measured.get(figure, ()):
            reached = ratio(measured[figure][mine], measured[figure][peer])[0]
            verdict = "reached" if reached >= goal else "**not reached**"
            lines.append(
                f"- {figure}: {mine} against {peer}: {number(reached)}×, to reach {goal:,}×: {verdict}"
            )
            found.append({"figure": figure, "ours": mine, "peer": peer, "goal": goal, "reached": reached})
    return lines, found


def main() -> int:
    """Measure and print; 0 whatever the figures are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9, help="chunks of each contender (9)")
    parser.add_argument("--slot", type=float, default=0.25, help="seconds of a chunk (0.25)")
    parser.add_argument("--only", nargs="+", choices=[*FIGURES, *WAITED_FOR], help="some figures only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="everything measured, for machines")
    parser.add_argument("--write", type=Path, metavar="FILE", help="what is printed, as results.md")
    parser.add_argument("--record", action="store_true", help="keep the peers' answers for the tests")
    arguments = parser.parse_args()
    wanted = arguments.only or [*FIGURES, *WAITED_FOR]
    report: dict[str, Any] = {}
    paper = Paper()
    measured: dict[str, dict[str, Result]] = {}
    with ExitStack() as stack:
        workers = []
        if set(wanted) & set(FIGURES):
            set_up_peers()
            workers = [
                stack.enter_context(started([sys.executable, "-m", "benchmarks.ours"])),
                stack.enter_context(started([sys.executable, "-m", "benchmarks.ours", "--plain"])),
                stack.enter_context(started([str(PYTHON), "-m", "benchmarks.peers"])),
            ]
        report["conditions"] = conditions(workers)
        paper.add("Conditions", [f"- {name}: {value}" for name, value in report["conditions"].items()])
        if workers:
            report["agreement"] = compared(workers, arguments.record)
            paper.add("Distances of ten tiles to three sets and any pair", report["agreement"])
        for figure in (figure for figure in FIGURES if figure in wanted):
            measured[figure] = race(entries(figure, workers), arguments.rounds, arguments.slot)
            paper.add(FIGURES[figure], table_of(measured[figure]))
    report["rates"] = {
        figure: {name: result.rates for name, result in results.items()}
        for figure, results in measured.items()
    }
    if measured:
        lines, report["goals"] = goals(measured)
        paper.add("Goals", lines)
    for figure, (title, measure) in WAITED_FOR.items():
        if figure in wanted:
            report[figure] = measure(arguments.rounds)
            paper.add(title, report[figure]["lines"])
    if arguments.json:
        arguments.json.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if arguments.write:
        arguments.write.write_text("\n".join(paper.lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
