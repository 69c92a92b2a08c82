"""暗牌: how near hidden opponents are, by tiles left and melds, as self-play showed it: data with provenance.

``python -m analyzer.playout.nearness`` (``make nearness``) measures every preset anew and writes the file.
"""

import argparse
import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer.playout import hidden_kernels as kernels
from analyzer.rules import PRESETS, RuleSet

__all__ = ["FORMAT", "cumulative", "nearness_of", "provenance"]

FORMAT: Final = 1
"""Version of the file's form; a file of another version is refused."""
PATH: Final = Path(__file__).with_name("nearness.npz")
ENOUGH: Final = 200
"""A bucket with fewer observations leans on all others of the same number of melds."""


def cumulative(counts: Any) -> Any:
    """Counts (LEFT_BUCKETS × MELD_BUCKETS × DISTANCES) as the kernels read them: int64[NEARNESS_SIZE], cumulative."""
    filled = np.asarray(counts, np.float64)
    over_time = filled.sum(axis=0, keepdims=True)
    over_time = over_time / np.maximum(1, over_time.sum(axis=2, keepdims=True))
    filled = filled + ENOUGH * over_time * (filled.sum(axis=2, keepdims=True) < ENOUGH)
    filled[filled.sum(axis=2) == 0] = 1  # never seen at all: any distance
    shares = np.cumsum(filled, axis=2) / filled.sum(axis=2, keepdims=True)
    return np.rint(shares * kernels.WHOLE).astype(np.int64).reshape(-1)


@cache
def _file() -> tuple[dict[str, Any], dict[str, Any]]:
    with np.load(PATH) as data:
        told = json.loads(str(data["provenance"]))
        if told["format"] != FORMAT:
            raise ValueError(f"expected {PATH.name} of format {FORMAT}: {told['format']!r}")
        return told, {name: data[name] for name in data.files if name != "provenance"}


def provenance() -> dict[str, Any]:
    """Where the data comes from: policy, deals, first deal, date, commit."""
    return dict(_file()[0])


@cache
def nearness_of(rules: RuleSet) -> Any:
    """The distribution for a rule set, as the kernels read it; a custom one uses that of the game it is based on."""
    counts = _file()[1]
    return cumulative(counts[rules.id if rules.id in counts else next(iter(PRESETS))])


def main() -> None:
    """Measure every preset and write the file."""
    from analyzer.playout.selfplay import (
        nearness_counts,
        prepare,
    )  # brings joblib, which nobody needs to read the file

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=20_000, help="self-played deals for each rule set")
    parser.add_argument("--jobs", type=int, default=2, help="threads")
    parser.add_argument("--commit", default="", help="the commit that the data is measured at")
    asked = parser.parse_args()
    prepare()
    counts = {}
    for name, rules in PRESETS.items():
        counts[name] = nearness_counts(rules, asked.deals, asked.jobs).astype(np.int32)
        print(name, counts[name].sum(), "observations", flush=True)
    told = {
        "format": FORMAT,
        "policy": "P0",
        "deals": asked.deals,
        "commit": asked.commit,
        "date": datetime.now(UTC).date().isoformat(),
    }
    np.savez_compressed(PATH, provenance=np.array(json.dumps(told)), **counts)


if __name__ == "__main__":
    main()
