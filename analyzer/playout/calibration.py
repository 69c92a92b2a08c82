"""校准: predicted against realised results of positions from self-play, by decile and by stage.

``python -m analyzer.playout.calibration`` (``make calibration``) plays deals that nothing was made from, predicts
one decision of each from dealt worlds, and compares the prediction with what happened.  Intervals are 95 %; the
decisions come from different deals, so they are independent.  ``--write`` keeps the tables in the file that the
program shows its measured results from.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer.playout import selfplay_kernels as kernels
from analyzer.playout.nearness import nearness_of
from analyzer.playout.selfplay import FIRST_OF_CALIBRATION, calibration_rows, prepare
from analyzer.rules import preset

__all__ = ["Calibration", "Part", "summarise"]

MEASURED: Final = Path(__file__).parents[1] / "expectation" / "measured.json"
"""What :mod:`analyzer.expectation.measured` reads."""
STAGES: Final = ((60, 72), (48, 59), (36, 47), (24, 35), (0, 23))
"""Tiles left, from the first rounds to the last."""
Z: Final = 1.96


@dataclass(frozen=True, slots=True)
class Part:
    """Predicted and realised means over some of the positions."""

    name: str
    positions: int
    win_predicted: float
    win_realised: float
    win_margin: float
    """Half the 95 % interval of realised − predicted."""
    score_predicted: float
    score_realised: float
    score_margin: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The comparison for one rule set."""

    rules: str
    samples: int
    first_deal: int
    whole: Part
    brier: float
    """Mean squared error of the win chance, less what the finite samples add."""
    deciles: tuple[Part, ...]
    """By predicted win chance, ascending."""
    stages: tuple[Part, ...]
    """By tiles left, first rounds first."""


def _part(name: str, rows: Any, samples: int) -> Part:
    n = len(rows)
    win, score = rows[:, kernels.B_WINS] / samples, rows[:, kernels.B_SCORE] / samples
    won, paid = rows[:, kernels.B_WON], rows[:, kernels.B_PAID]

    def margin(gaps: Any) -> float:
        return float(Z * gaps.std(ddof=1) / math.sqrt(n)) if n > 1 else math.inf

    return Part(
        name,
        n,
        float(win.mean()),
        float(won.mean()),
        margin(won - win),
        float(score.mean()),
        float(paid.mean()),
        margin(paid - score),
    )


def summarise(rules: str, rows: Any, samples: int) -> Calibration:
    """The comparison that calibration rows (int64[n, B_SIZE], ``samples`` worlds each) come to."""
    win = rows[:, kernels.B_WINS] / samples
    left = rows[:, kernels.B_LEFT]
    brier = float(((win - rows[:, kernels.B_WON]) ** 2).mean() - (win * (1 - win) / (samples - 1)).mean())
    order = np.argsort(win, kind="stable")
    deciles = tuple(
        _part(f"{i + 1}", rows[part], samples)
        for i, part in enumerate(np.array_split(order, 10))
        if len(part)
    )
    stages = tuple(
        _part(f"{low}–{high}", rows[inside], samples)
        for low, high in STAGES
        if (inside := (left >= low) & (left <= high)).any()
    )
    return Calibration(
        rules, samples, FIRST_OF_CALIBRATION, _part("all", rows, samples), brier, deciles, stages
    )


def table_of(found: Calibration) -> str:
    """The comparison as a Markdown table."""
    lines = [
        f"### `{found.rules}`",
        "",
        f"{found.whole.positions:,} positions, one a deal, {found.samples} worlds each; Brier {found.brier:.3f}.",
        "",
        "| part | positions | win % predicted | realised | off by | score predicted | realised | off by |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    rows: Sequence[tuple[str, Part]] = [
        ("all", found.whole),
        *((f"decile {part.name}", part) for part in found.deciles),
        *((f"{part.name} tiles left", part) for part in found.stages),
    ]
    for name, part in rows:
        win_off = 100 * (part.win_predicted - part.win_realised)
        score_off = part.score_predicted - part.score_realised
        lines.append(
            f"| {name} | {part.positions:,} | {100 * part.win_predicted:.1f} | {100 * part.win_realised:.1f} "
            f"| {win_off:+.1f} ± {100 * part.win_margin:.1f} | {part.score_predicted:+.1f} "
            f"| {part.score_realised:+.1f} | {score_off:+.1f} ± {part.score_margin:.1f} |"
        )
    return "\n".join(lines)


def keep(found: Sequence[Calibration], commit: str, path: Path = MEASURED) -> None:
    """Put tables in the place of those that ``path`` has of the same rule sets; the rest of the file stays."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for each in found:
        table = {"commit": commit, **asdict(each)}
        data["rules"].setdefault(table.pop("rules"), {})["calibration"] = table
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Calibrate the rule sets asked for; print tables, and write everything to a file if one is named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="*", default=["hongzhong", "yuanhang"])
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--samples", type=int, default=64, help="worlds for each position")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", action="store_true", help=f"keep the tables in {MEASURED.name}")
    parser.add_argument("--commit", default="", help="the commit that they are measured at, for --write")
    asked = parser.parse_args()
    if asked.write and not asked.commit:
        parser.error("--write needs the commit: --commit $(git rev-parse --short HEAD)")
    prepare()
    found = []
    for name in asked.rules:
        rules = preset(name)
        start = time.perf_counter()
        rows = calibration_rows(rules, nearness_of(rules), asked.deals, asked.samples, asked.jobs)
        found.append(summarise(name, rows, asked.samples))
        print(table_of(found[-1]), f"\n\n{time.perf_counter() - start:.0f} s\n", flush=True)
    if asked.json:
        text = json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=1)
        asked.json.write_text(text, encoding="utf-8")
    if asked.write:
        keep(found, asked.commit)


if __name__ == "__main__":
    main()
