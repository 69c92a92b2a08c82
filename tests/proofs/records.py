"""Self-played deals of every preset as records: legal event by event, settled alike, written and read back the same.

    python tests/proofs/records.py [--deals 10000] [--random 200] [--first 3100000000] [presets …]

Each deal is played by the kernels and kept as a record, which the course of a deal has to allow event by event.  Then
its JSON lines and its quick form are read back, each to the same record and the same text, and replayed to the same
settlement; and so is what one seat at a real table could have noted, the other three hands hidden, in one of the two.
``--random`` deals more of each preset are played by chance and beside the kernels, question by question.
Prints a line for each preset and exits 1 on the first difference.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import PRESETS, compiler, events, record, shorthand
from analyzer.deal import Stage
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels
from analyzer.playout.recorded import Recorder
from analyzer.record import Record
from tests.reference.sidebyside import play_beside

FIRST = 3_100_000_000


def policies_of(number: int) -> list[int]:
    """Who plays: all go for the nearest hand, all have learned, or one of either among three of the other."""
    kind, seat = number % 4, number // 4 % 4
    odd, others = ((0, 0), (1, 1), (1, 0), (0, 1))[kind]
    return [odd if each == seat else others for each in range(4)]


def check(kept: Record) -> str:
    """Hold one record to everything; what it came to.  Raises where anything differs."""
    told = kept.events[-1]
    pays = told.pays if isinstance(told, events.Win) else (0, 0, 0, 0)
    text = record.write(kept)
    back = record.read_one(text)
    assert back == kept, "JSON lines read back differ"
    assert record.write(back) == text, "JSON lines written again differ"
    end = back.final
    assert end.stage is Stage.OVER
    assert end.result is not None
    assert end.result.pays == pays, f"settled {end.result.pays}, played {pays}"
    assert sum(pays) == 0
    located = sum(hand.size for hand in end.hands) + sum(end.free) + 1
    for player in end.players:
        located += len(player.discards) + len(player.gangs) + player.laizi_drops
        located += sum(len(meld.copies) for meld in player.melds)
    on_the_way = isinstance(told, events.Win) and told.source is not None
    assert located + on_the_way == 136, "tiles were lost"
    assert min(end.free) >= 0
    assert shorthand.read(shorthand.write(kept)) == kept, "the quick form read back differs"
    number = kept.seed or 0
    noted = kept.seen_from(number // 4 % 4)
    quick = number // 16 % 2
    seen = shorthand.read(shorthand.write(noted)) if quick else record.read_one(record.write(noted))
    assert seen == noted, "what one seat noted differs when read back"
    assert seen.final.result is not None
    assert seen.final.result.pays == pays, "what one seat noted is settled otherwise"
    if not isinstance(told, events.Win):
        return "drawn"
    return str(told.by)


def main() -> None:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("presets", nargs="*", default=list(PRESETS))
    asked = parser.parse_args()
    twins = compiler.compiled(game), compiler.compiled(model_kernels)
    for name in asked.presets:
        recorder, ends, told, start = Recorder(PRESETS[name]), Counter(), Counter(), time.perf_counter()
        for number in range(asked.deals + asked.random):
            seed = asked.first + number
            try:
                if number < asked.deals:
                    kept = recorder.play(seed, policies_of(number))
                else:
                    kept = replace(play_beside(PRESETS[name], *twins, seed, policy=False), seed=seed)
                ends[check(kept)] += 1
            except (AssertionError, ValueError) as fault:
                raise SystemExit(f"{name}, deal {seed}: {fault}") from fault
            told.update(type(event).__name__ for event in kept.events)
        seconds = time.perf_counter() - start
        print(
            f"{name}: {asked.deals} deals, {asked.random} by chance, {told.total()} events, 0 differences; "
            f"{', '.join(f'{end} {count}' for end, count in sorted(ends.items()))}; "
            f"an_gang {told['AnGang']}, xu_gang {told['XuGang']}, drops {told['Drop']}; {seconds:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
