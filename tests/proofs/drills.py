"""The long proof of the drills: questions of every topic, game and level, their keys checked by other means.

    python tests/proofs/drills.py --count 10 --seed 1 [--topic waits …] [--rules hongzhong …]

``--count`` questions of each topic, game and level.  Exact keys are compared with the slow reference, those of the
expectation with estimates in other worlds.  Prints every key that is not confirmed, and exits 1 if there is an exact
one among them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import compiler
from analyzer.drills import BY_EXPECTATION, LEVELS, Key, Topic, make
from analyzer.errors import AnalyzerError
from analyzer.rules import PRESETS
from tests.checked_drills import problem


def main() -> int:
    """Run the proof."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10, help="questions of each topic, game and level")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first question")
    parser.add_argument("--topic", nargs="*", default=list(Topic), type=Topic)
    parser.add_argument("--rules", nargs="*", default=list(PRESETS))
    args = parser.parse_args()
    compiler.warm_up(block=True)
    wrong = 0
    for topic in args.topic:
        made: Counter[str] = Counter()
        slowest = total = 0.0
        for rules in args.rules:
            for level in LEVELS:
                for number in range(args.seed, args.seed + args.count):
                    key = Key(topic, rules, level, number)
                    start = time.perf_counter()
                    try:
                        question = make(key, threads=2)
                    except AnalyzerError as error:
                        made["none"] += 1
                        print(f"{key}: {error}", flush=True)
                        continue
                    seconds = time.perf_counter() - start
                    slowest, total = max(slowest, seconds), total + seconds
                    words = problem(question)
                    made["confirmed" if words is None else "not confirmed"] += 1
                    if words is not None:
                        print(f"{key}: {words}, the key {sorted(question.right)}", flush=True)
                        wrong += topic not in BY_EXPECTATION
        told = ", ".join(f"{count} {name}" for name, count in sorted(made.items()))
        asked = made["confirmed"] + made["not confirmed"]
        print(f"{topic}: {told}; {total / max(1, asked):.2f} s each, {slowest:.1f} s at most", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
