"""The long proof: random requests answered by the engine and by the reference, and compared.

    python tests/proofs/compare_oracle.py --count 200000 --seed 1 [--jobs 2] [--show 10] [--op score …]

Prints the first differences, each with its request, and exits 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer.requests import answer
from tests.reference.comparison import difference
from tests.reference.oracle import Json
from tests.reference.positions import random_request

Found = tuple[str, Json, str]


def compare(
    seed: int, first: int, count: int, operations: tuple[str, ...]
) -> tuple[Counter[str], list[Found]]:
    """Requests ``first`` to ``first + count`` of a seed: how many of each operation, and the differences."""
    counted: Counter[str] = Counter()
    found = []
    for number in range(first, first + count):
        request = random_request(f"{seed}-{number}")
        if operations and request["op"] not in operations:
            continue
        counted[request["op"]] += 1
        try:
            words = difference(request, answer(request))
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
        if words is not None:
            found.append((f"{seed}-{number}", request, words))
    return counted, found


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2000, help="requests to compare")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    parser.add_argument("--op", nargs="*", default=[], help="only these operations")
    args = parser.parse_args()
    start = time.perf_counter()
    chunk = max(1, min(500, args.count // args.jobs))
    starts = range(0, args.count, chunk)
    sizes = [min(chunk, args.count - first) for first in starts]
    counted: Counter[str] = Counter()
    differences = 0
    columns = [args.seed] * len(sizes), starts, sizes, [tuple(args.op)] * len(sizes)
    with ProcessPoolExecutor(args.jobs) as pool:
        results = map(compare, *columns) if args.jobs == 1 else pool.map(compare, *columns)
        for some, found in results:
            counted += some
            for name, request, words in found:
                differences += 1
                if differences <= args.show:
                    print(
                        f"{name} {request['op']}: {words}\n    {json.dumps(request, ensure_ascii=False)}",
                        flush=True,
                    )
    numbers = ", ".join(f"{number} {operation}" for operation, number in sorted(counted.items()))
    seconds = time.perf_counter() - start
    print(f"{counted.total()} requests ({numbers}), {differences} differences, {seconds:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
