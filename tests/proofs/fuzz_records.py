"""Mutated records and quick forms: nothing but named errors, and what is read is written and read back the same.

    make fuzz-records                                200,000 cases and more, seed 1
    make fuzz-records ARGS="--cases 5000 --seed 7"   fewer, others
    make fuzz-records ARGS="--seed 7 --only lines:4711"   one case again

Every case begins with a self-played deal of some preset, all hands known or one, cut off somewhere and mutated: its
bytes, the values of its JSON, its lines (swapped, dropped, doubled), its tiles and seats, the words of its quick form.
Whatever comes of it is an :class:`AnalyzerError` with a known code and a sentence in both languages for each fault, or
records whose amounts sum to zero.  Every case is made from the seed, its kind and its number alone.
"""

import argparse
import functools
import json
import pickle
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import record, shorthand
from analyzer.errors import AnalyzerError
from analyzer.playout.recorded import Recorder
from analyzer.record import Record
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES, describe
from analyzer.tiles import NAMES
from tests.proofs.fuzz import CODES, LIMIT, Finding, TooSlow, a_value, limited

Random = random.Random
DEALS_OF_A_GAME = 6


@functools.cache
def deals(name: str) -> tuple[Record, ...]:
    """Some deals of a preset, every second as one seat noted it."""
    recorder = Recorder(PRESETS[name])
    played = [recorder.play(900 + number, [number % 2] * 4) for number in range(DEALS_OF_A_GAME)]
    return tuple(
        kept if number % 2 else kept.seen_from(number // 2 % 4) for number, kept in enumerate(played)
    )


def a_deal(source: Random) -> Record:
    """A deal, more often than not broken off early."""
    kept = source.choice(deals(source.choice(list(PRESETS))))
    if source.random() < 0.94:
        events = kept.events[: source.randrange(min(len(kept.events), source.choice((6, 15, 30, 90))) + 1)]
        return Record(kept.rules, kept.dealer, kept.indicator, kept.hands, events, kept.seed, kept.names)
    return kept


def a_text_of_lines(source: Random) -> str:
    """JSON lines of one deal, now and then of two."""
    text = record.write(a_deal(source))
    return text + record.write(a_deal(source)) if source.random() < 0.05 else text


@functools.cache
def quick_text(name: str, number: int) -> str:
    return shorthand.write(deals(name)[number])


def a_quick_text(source: Random) -> str:
    """The quick form of one deal, more often than not broken off early."""
    text = quick_text(source.choice(list(PRESETS)), source.randrange(DEALS_OF_A_GAME))
    lines = text.split("\n")
    return "\n".join(lines[: source.choice((8, 12, 16, 24, 32, len(lines)))])


def mutated_bytes(source: Random) -> bytes:
    """Some bytes changed, put in or taken out."""
    text = a_text_of_lines(source) if source.random() < 0.6 else a_quick_text(source)
    data = bytearray(text.encode())
    for _ in range(source.choice((1, 1, 2, 5, 40))):
        at = source.randrange(len(data) + 1)
        data[at : at + source.choice((0, 0, 1, 1, 3, 60))] = source.randbytes(source.choice((0, 1, 1, 2)))
    return bytes(data)


def mutated_lines(source: Random) -> str:
    """Lines swapped, dropped, doubled or moved."""
    lines = (a_text_of_lines(source) if source.random() < 0.7 else a_quick_text(source)).split("\n")
    for _ in range(source.choice((1, 1, 2, 4))):
        one, other = source.randrange(len(lines)), source.randrange(len(lines))
        way = source.randrange(4)
        if way == 0:
            lines[one], lines[other] = lines[other], lines[one]
        elif way == 1 and len(lines) > 1:
            del lines[one]
        elif way == 2:
            lines.insert(other, lines[one])
        else:
            lines.insert(one, source.choice(("", "{}", "[]", "null", '{"type":"end"}', "荒", "东", "# …")))
    return "\n".join(lines)


def mutated_values(source: Random) -> str:
    """Fields with other values, left out, or new."""
    lines = [json.loads(line) for line in a_text_of_lines(source).splitlines()]
    for _ in range(source.choice((1, 1, 2, 3))):
        line = source.choice(lines)
        name = source.choice(list(line)) if line else "type"
        way = source.randrange(5)
        if way == 0:
            line.pop(name, None)
        elif way == 1:
            line[source.choice(("seat", "tile", "from", "hand", "pays", "seed", "names", "x"))] = a_value(
                source, 2
            )
        elif way == 2 and isinstance(line.get(name), list) and line[name]:
            line[name][source.randrange(len(line[name]))] = a_value(source, 3)
        elif way == 3 and isinstance(line.get("rules"), str):
            line["rules"] = {
                "base": line["rules"],
                source.choice(("cap", "pi", "minimum", "gold")): a_value(source, 3),
            }
        else:
            line[name] = a_value(source, source.choice((1, 2, 3)))
    try:
        return "\n".join(json.dumps(line) for line in lines)
    except (ValueError, RecursionError):
        return "\n".join(repr(line) for line in lines)


def changed_deal(source: Random) -> str:
    """Well-formed events that happened otherwise: other tiles, seats, sources, types, amounts."""
    lines = [json.loads(line) for line in a_text_of_lines(source).splitlines()]
    for _ in range(source.choice((1, 1, 2, 3))):
        line = source.choice(lines)
        way = source.randrange(7)
        if way == 0 and "tile" in line:
            line["tile"] = source.choice((*NAMES, "?"))
        elif way == 1 and "seat" in line:
            line["seat"] = source.randrange(4)
        elif way == 2 and "from" in line:
            line["from"] = source.randrange(4)
        elif way == 3 and line["type"] not in ("start", "end"):
            line["type"] = source.choice(("draw", "discard", "drop", "gang", "an_gang", "xu_gang", "peng"))
        elif way == 4 and "pays" in line:
            line["pays"] = [source.randrange(-400, 400) for _ in range(4)]
        elif way == 5 and line["type"] not in ("start", "end"):
            seat = source.randrange(4)
            line.clear()
            line |= {"type": "win", "seat": seat, "tile": source.choice(NAMES), "pays": [30, -10, -10, -10]}
            line |= {"by": source.choice(("zimo", "discard", "qianggang")), "from": source.randrange(4)}
            if line["by"] == "zimo":
                del line["from"]
            if source.random() < 0.5:
                line["hand"] = "".join(source.choice(NAMES) for _ in range(source.choice((2, 5, 8, 11, 14))))
        elif "hands" in line:
            hands = line["hands"]
            hands[source.randrange(4)] = source.choice(("?" * 13, "?" * 14, hands[0], hands[3]))
        elif "tiles" in line:
            line["tiles"] = source.choice(("123m", "456p", "789s", "5m", "111z"))
    return "\n".join(json.dumps(line) for line in lines)


def changed_quick(source: Random) -> str:
    """Words of the quick form changed, put in or taken out."""
    lines = a_quick_text(source).split("\n")
    words = (
        *NAMES,
        "+",
        "+5m",
        "碰",
        "吃123m",
        "吃",
        "杠",
        "杠5z",
        "暗杠?",
        "蓄杠",
        "冲杠",
        "丢",
        "胡",
        "打",
        "=1,2,3",
    )
    words += (
        "=24,-8,-8,-8",
        "win:5m",
        "chi:",
        "?",
        "东",
        "南",
        "3",
        "手",
        "规则",
        "庄",
        "翻",
        "名",
        "种子",
        "#",
        "荒",
        ":",
    )
    for _ in range(source.choice((1, 1, 2, 4))):
        at = source.randrange(len(lines))
        line = lines[at].split(" ")
        place = source.randrange(len(line) + 1)
        way = source.randrange(3)
        line[place : place + (way != 0)] = [] if way == 1 else [source.choice(words)]
        lines[at] = " ".join(line)
    return "\n".join(lines)


KINDS: dict[str, tuple[Callable[[Random], str | bytes], int]] = {
    "bytes": (mutated_bytes, 25),
    "lines": (mutated_lines, 20),
    "values": (mutated_values, 20),
    "events": (changed_deal, 20),
    "quick": (changed_quick, 15),
}
"""How a kind of case is made, and its share of all cases in percent."""


def make(seed: int, kind: str, number: int) -> str | bytes:
    """The case of that number."""
    return KINDS[kind][0](Random(f"{seed} {kind} {number}"))


def check(text: str | bytes) -> str:
    """What came of a text; raises for what must not be."""
    try:
        records = shorthand.read_any(text)
    except AnalyzerError as error:
        faults = [error, *error.others]
        if len(faults) > record.MOST_FAULTS:
            raise Finding(f"{len(faults)} faults are told") from None
        for fault in {inner_of(fault).message: fault for fault in faults}.values():
            check_fault(fault)
        pickle.loads(pickle.dumps(error))
        return inner_of(error).code
    for kept in records:
        end = kept.final
        if end.result is not None and sum(end.result.pays):
            raise Finding(f"amounts {end.result.pays}")
    if record.read(record.write(*records)) != records:
        raise Finding("written and read back, the records differ")
    if shorthand.read(shorthand.write(records[0])) != records[0]:
        raise Finding("written in the quick form and read back, the record differs")
    return "read"


def inner_of(error: AnalyzerError) -> AnalyzerError:
    """What an error says is wrong, without its line."""
    inner = error.params.get("fault", error)
    assert isinstance(inner, AnalyzerError)
    return inner


def check_fault(fault: AnalyzerError) -> None:
    """A fault has a known code, and one printable line in each language."""
    if not {fault.code, inner_of(fault).code} <= CODES:
        raise Finding(f"unknown code of {fault}")
    for lang in LANGUAGES:
        line = describe(fault, lang)
        if not line or len(line.splitlines()) != 1:
            raise Finding(f"no sentence: {line!r}")
        line.encode()


def wrong(text: str | bytes, limit: float = LIMIT) -> tuple[str, str]:
    """What came of a case, and what is wrong with that ("" if nothing)."""
    try:
        with limited(limit):
            return check(text), ""
    except TooSlow:
        return "wrong", f"slower than {limit} s"
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        return "wrong", f"{type(error).__name__}: {str(error)[:300]} ({where})"


def main() -> int:
    """Run what the arguments say; 1 if anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=210_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one case")
    asked = parser.parse_args()
    if asked.only:
        kind, _, number = asked.only.partition(":")
        text = make(asked.seed, kind, int(number))
        outcome, fault = wrong(text)
        print(f"{text!r}\n{outcome} {fault}")
        return int(bool(fault))
    begun, outcomes, found = time.perf_counter(), Counter(), {}
    for kind, (_, share) in KINDS.items():
        for number in range(-(-asked.cases * share // 100)):
            outcome, fault = wrong(make(asked.seed, kind, number))
            outcomes[f"{kind}: {outcome}"] += 1
            if fault:
                found.setdefault(fault, f"--seed {asked.seed} --only {kind}:{number}")
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:8,}  {outcome}")
    for fault, again in found.items():
        print(f"FOUND {fault}\n      again: {again}")
    print(
        f"{outcomes.total():,} cases, seed {asked.seed}, {time.perf_counter() - begun:.0f} s: "
        + (f"{len(found)} faults" if found else "nothing but named errors")
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
