"""Random bytes, text, JSON values, mutated requests and positions through every way in.

    make fuzz                                       200,000 cases and more, seed 1
    make fuzz ARGS="--cases 5000 --seed 7"          fewer, others
    make fuzz ARGS="--seed 7 --only request:4711"   one case again, shrunk to the smallest input that still fails

What must hold: nothing but :class:`AnalyzerError` leaves the parser, nothing at all the JSON border (errors are
answers with a known code), the command line ends with status 0, or with 2 and one line on stderr; every answer
is plain JSON whose live counts are not negative and whose payments sum to zero; no case takes longer than its limit.

Every case is made from the seed, its kind and its number alone. Ends with status 1 if anything was found.
"""

import argparse
import copy
import io
import json
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import category

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import errors
from analyzer.cli import main as command_line
from analyzer.errors import AnalyzerError
from analyzer.notation import (
    MELD_KINDS,
    format_tiles,
    parse_melds,
    parse_offer,
    parse_seat,
    parse_tile,
    parse_tiles,
)
from analyzer.requests import answer, answer_line
from analyzer.rules import PRESETS, preset
from analyzer.texts import LANGUAGES, describe
from analyzer.tiles import KINDS, NAMES

CASES = Path(__file__).resolve().parents[1] / "cases"
CODES = {
    kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AnalyzerError)
}
LIMIT = 5.0
"""Seconds of work a case may take: far more than any needs, so that only a hang or an explosion reaches it."""

Random = random.Random
OPERATIONS = ("laizi", "waits", "score", "discards", "calls")


class TooSlow(BaseException):
    """A case went over its limit; no handler for ordinary exceptions can swallow it."""


class Finding(Exception):
    """An answer that must not be."""


# What goes in -----------------------------------------------------------------------------------------------------

TILE_CHARACTERS = "0123456789mpszMPSZ一二三四五六七八九万萬筒饼餅条條索东東南西北中发發白红紅财財板皮风" + (
    " ,、，·/@:：１９Ｍｐ〇"
)
ODD_CHARACTERS = "\x00\x1b\n\r\t\u200b\u202e\ufeff\ud800\udfff🀄𝟏٣ﬁİßе'\"\\{}$%"


def a_text(source: Random) -> str:
    """Text from nothing like tiles to nearly tiles."""
    way = source.randrange(6)
    length = source.choice((0, 1, 2, 5, 14, 40, 120))
    if way == 0:
        return "".join(chr(source.randrange(0x110000)) for _ in range(length))
    if way == 1:
        return source.randbytes(length).decode(source.choice(("latin-1", "utf-16")), "replace")
    if way == 2:
        return source.randbytes(length).decode("utf-8", "surrogateescape")
    if way == 3:
        return "".join(source.choice(TILE_CHARACTERS) for _ in range(length))
    text = some_tiles(source, source.randrange(15)) if way == 4 else some_melds(source)
    for _ in range(source.randrange(3)):
        place = source.randrange(len(text) + 1)
        text = (
            text[:place]
            + source.choice(TILE_CHARACTERS + ODD_CHARACTERS)
            + text[place + source.randrange(2) :]
        )
    return text


def some_tiles(source: Random, tiles: int) -> str:
    """Canonical text of tiles, often more of a kind than there are."""
    lowest = source.randrange(KINDS)
    return format_tiles(source.randrange(lowest, KINDS) for _ in range(tiles))


def some_melds(source: Random) -> str:
    """The command line's text of melds, mostly impossible ones."""
    return " ".join(
        f"{source.choice(MELD_KINDS)}:{some_tiles(source, source.choice((1, 1, 3)))}@{source.randrange(-1, 5)}"
        for _ in range(source.randrange(1, 5))
    )


def a_value(source: Random, depth: int = 0) -> Any:
    """Any JSON value, and a few that are only nearly JSON."""
    ways: list[Callable[[], Any]] = [
        lambda: None,
        lambda: source.random() < 0.5,
        lambda: source.randrange(-3, 16),
        lambda: source.choice((-1, 2**31, -(2**63), 2**64, 10**40, 10**400)),
        lambda: source.choice((0.5, -0.0, 1.0, 4.0, 1e308, float("nan"), float("inf"), -float("inf"))),
        lambda: a_text(source),
        lambda: source.choice(NAMES),
        lambda: source.choice(
            ("", "0", "true", "null", "discard", "drawn", "chi", "5z", "__class__", "none")
        ),
        lambda: source.choice(list(PRESETS)),
    ]
    if depth < 4:
        ways += [
            lambda: [a_value(source, depth + 1) for _ in range(source.choice((0, 1, 2, 4, 5)))],
            lambda: {a_key(source): a_value(source, depth + 1) for _ in range(source.randrange(5))},
        ]
    if depth == 0:
        ways.append(lambda: nested(source.choice((50, 500, 5_000)), source.random() < 0.5))
    return source.choice(ways)()


def nested(depth: int, lists: bool) -> Any:
    """A value deep enough to exhaust whoever recurses into it."""
    value: Any = "1m"
    for _ in range(depth):
        value = [value] if lists else {"rules": value}
    return value


def a_key(source: Random) -> str:
    """A key of the interface, or any text."""
    return a_text(source) if source.random() < 0.2 else source.choice(KEYS)


def a_position(source: Random) -> dict[str, Any]:
    """A request dealt from one wall by the rules, so that most are legal and go deep; one in four has slips."""
    operation = source.choice(OPERATIONS[1:] if source.random() < 0.95 else OPERATIONS)
    slip = 0.1 if source.random() < 0.25 else 0.0
    rules = preset(source.choice(list(PRESETS)))
    wall = [kind for kind in range(KINDS) for _ in range(4)]
    source.shuffle(wall)
    if (
        source.random() < 0.7
    ):  # hands that look like something are of few kinds, which the hand takes from the end
        wanted = set(source.sample(range(KINDS), source.randrange(3, 14)))
        wall.sort(key=lambda kind: kind in wanted and source.random() < 0.9)
    indicator = wall.pop(source.randrange(len(wall)))
    laizi, gang_tiles = rules.laizi_of(indicator), set(rules.gang_tiles(indicator))
    request: dict[str, Any] = {
        "op": operation,
        "rules": rules.id if source.random() < 0.7 else {"base": rules.id, **changed_rules(source, slip)},
    }
    if operation == "laizi":
        return {**request, "indicator": NAMES[indicator]}
    if source.random() < 0.85:
        request["indicator"] = NAMES[indicator]
    elif laizi not in gang_tiles:
        request["laizi"] = NAMES[laizi]
    seat = source.randrange(4)
    request |= {"seat": seat, "dealer": source.randrange(4)}

    def take(count: int, special: bool = False) -> list[int]:
        """Some tiles from the front of the wall: gang tiles and laizi, or none of them."""
        taken: list[int] = []
        for kind in list(wall):
            if len(taken) >= count:
                break
            if (kind in gang_tiles or kind == laizi) == special or source.random() < slip:
                wall.remove(kind)
                taken.append(kind)
        return taken

    # The hand first, from the end where its kinds lie.
    own_melds = source.choice((0, 0, 1, 1, 2, 2, 3, 4))
    size = 14 - 3 * own_melds - (operation in ("waits", "calls"))
    size -= source.choice((0, 0, 0, 0, 0, 3, 6)) if size > 6 else 0
    hand = a_shaped_hand(source, wall, size, laizi, gang_tiles)
    offered = hand[-1] if hand else 0
    if operation == "calls":
        near = [kind for kind in wall if kind in hand or kind + 1 in hand or kind - 1 in hand] or wall
        offered = source.choice(near)
        wall.remove(offered)
    request["hand"] = format_tiles(hand)
    players: list[dict[str, Any]] = []
    for number in range(4):
        player: dict[str, Any] = {
            "melds": [
                a_meld(source, number, wall, gang_tiles | {laizi}, slip)
                for _ in range(own_melds if number == seat else source.choice((0, 0, 1, 1, 2, 3, 4)))
            ]
        }
        special = take(source.choice((0, 0, 0, 1, 2)), special=True)
        player["gangs"] = format_tiles(kind for kind in special if kind != laizi)
        player["laizi_drops"] = sum(kind == laizi for kind in special)
        player["discards"] = format_tiles(take(source.randrange(10)))
        if source.random() < 0.2:
            player["tenpai"] = source.random() < 0.5
        players.append(player)
    request["players"] = players
    if source.random() < 0.2:
        request["visible"] = format_tiles(take(source.randrange(20)))
    if source.random() < 0.2:
        request["wall"] = source.choice((0, 1, 4, 5, 14, 40, 84 if source.random() < slip else 72))
    if source.random() < 0.3 and operation == "discards":
        request["turn"] = source.choice(("drawn", "gang_draw", "last_draw", "called"))
    others = [other for other in range(4) if other != seat or source.random() < slip]
    if operation == "score":
        by = source.choice(("zimo", "discard", "qianggang"))
        request["win"] = {"tile": NAMES[offered], "by": by}
        if by != "zimo":
            request["win"]["from"] = source.choice(others)
        if by == "qianggang":  # the peng that the tile is added to
            robbed = players[request["win"]["from"]]["melds"]
            if robbed and wall.count(offered) >= 3 and source.random() < 0.9:
                feeder = (request["win"]["from"] + 1) % 4
                robbed[-1] = {"kind": "peng", "tiles": NAMES[offered], "from": feeder}
        if by == "zimo" and source.random() < 0.3:
            request["win"][source.choice(("after_gang", "last_tiles"))] = True
    if operation == "calls":
        request["offer"] = {"tile": NAMES[offered], "from": source.choice(others)}
        if source.random() < 0.1:
            request["offer"]["robbed"] = True
    return request


def a_shaped_hand(source: Random, wall: list[int], size: int, laizi: int, gang_tiles: set[int]) -> list[int]:
    """A hand out of the wall: sets and a pair as far as they can be had, then whatever comes, some laizi."""
    hand: list[int] = []

    def have(kinds: list[int]) -> bool:
        if any(wall.count(kind) < kinds.count(kind) for kind in kinds) or len(hand) + len(kinds) > size:
            return False
        for kind in kinds:
            wall.remove(kind)
        hand.extend(kinds)
        return True

    shaped = source.random() < 0.7
    for _ in range(12 if shaped else 0):
        kind = wall[-1 - min(source.randrange(30), len(wall) - 1)]
        if kind in gang_tiles:
            continue
        run = [kind, kind + 1, kind + 2]
        if kind < 27 and kind % 9 < 7 and source.random() < 0.5 and not gang_tiles & set(run):
            have(run)
        else:
            have([kind] * (3 if size - len(hand) > 2 else 2))
    for _ in range(source.choice((0, 0, 0, 1, 2, 3))):
        if hand and laizi in wall and laizi not in gang_tiles:
            wall.append(hand.pop(source.randrange(len(hand))))
            wall.remove(laizi)
            hand.append(laizi)
    while len(hand) < size and wall:
        kind = wall.pop()
        if kind in gang_tiles and shaped and source.random() < 0.8:
            wall.insert(0, kind)
            continue
        hand.append(kind)
    source.shuffle(hand)
    return hand


def a_meld(source: Random, owner: int, wall: list[int], barred: set[int], slip: float) -> dict[str, Any]:
    """A meld of tiles that are still in the wall and may be in one, but for slips."""
    kind = source.choice(MELD_KINDS)
    while True:
        tile = source.choice(wall)
        tiles = [tile] * (3 if kind == "peng" else 4)
        if kind == "chi":
            tile = source.randrange(3) * 9 + source.randrange(7)
            tiles = [tile, tile + 1, tile + 2]
        possible = not barred & set(tiles) and all(wall.count(each) >= tiles.count(each) for each in tiles)
        if possible or source.random() < max(slip, 0.02):
            break
    for used in tiles:
        if used in wall:
            wall.remove(used)
    meld: dict[str, Any] = {"kind": kind, "tiles": format_tiles(tiles if kind == "chi" else tiles[:1])}
    if kind == "chi":
        meld["from"] = (owner + 3) % 4
    elif kind != "an_gang":
        meld["from"] = (owner + source.randrange(1, 4)) % 4
    return meld


def changed_rules(source: Random, slip: float) -> dict[str, Any]:
    """Some fields of a rule set with other values, with slips also values that no field may have."""
    changed = {}
    for field in source.sample(list(RULE_VALUES), source.randrange(1, 5)):
        allowed, wrong_ones = RULE_VALUES[field]
        changed[field] = source.choice(wrong_ones if wrong_ones and source.random() < slip else allowed)
    return changed


RULE_VALUES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "gang_honours": (("5z", "5z6z"), ("6z", "", "5z5z", "0z")),
    "pi": (("none", "indicator", "indicator_and_previous"), ("all", None)),
    "laizi_gang_fan": ((1, 2), (3, 0, "1", True, 1.0)),
    "opening": (("once", "each"), ("never",)),
    "minimum": ((0, 1, 20, 10**6), (-5, 10**40, 0.5)),
    "minimum_scope": (("any", "every"), ("",)),
    "big_base": (("additive", "doubling"), (10,)),
    "fengyise_doubles": ((True, False), (1,)),
    "situational_any_pair": ((True, False), (None,)),
    "max_laizi_in_big": ((None, 0, 1, 2, 3, 4), (-1, 5)),
    "gang_draw_pays_zimo": ((True, False), ("on",)),
    "robbed_gang_pays": (("discard", "zimo"), ("all",)),
    "cap": ((1, 300, 400), (0, -1, 10**40)),
    "cap_when": (("exceed", "reach"), ("never",)),
    "gold": ((400, 500, 10**6), (0, 1)),
    "unopened_gold": ((None, 600, 10**6), (1, -1)),
    "contract_cap": ((None, 300, 400), (10**9,)),
    "quanqiuren_contract": (("not_tenpai", "always"), ("no",)),
    "escape": ((400, 0), (-1,)),
}
RECORDED: list[dict[str, Any]] = [
    json.loads(line)["request"]
    for file in sorted(CASES.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
KEYS = sorted(
    {key for request in RECORDED for key in request}
    | {
        "op",
        "rules",
        "indicator",
        "laizi",
        "hand",
        "melds",
        "kind",
        "tiles",
        "from",
        "tile",
        "by",
        "win",
        "offer",
    }
    | {"speed", "seed", "samples", "budget_s", "reasons", "base", "robbed", *RULE_VALUES}
)


def a_mutated_request(source: Random) -> Any:
    """A recorded request with one to four things wrong with it, or none."""
    request: Any = copy.deepcopy(source.choice(RECORDED))
    for _ in range(source.choice((0, 1, 1, 1, 2, 4))):
        places = list(walk(request))
        if not places:
            break
        holder, key = source.choice(places)
        way = source.randrange(6)
        if way == 0:
            del holder[key]
        elif way == 1:
            holder[key] = a_value(source, 2)
        elif way == 2:
            other = source.choice(list(walk(source.choice(RECORDED))))
            holder[key] = copy.deepcopy(other[0][other[1]])
        elif way == 3 and isinstance(holder[key], str):
            text = holder[key]
            place = source.randrange(len(text) + 1)
            holder[key] = text[:place] + source.choice(TILE_CHARACTERS) + text[place + source.randrange(2) :]
        elif way == 4 and isinstance(holder[key], list) and holder[key]:
            holder[key].append(copy.deepcopy(source.choice(holder[key])))
        elif isinstance(request, dict):
            request["op" if way == 4 else a_key(source)] = (
                source.choice(OPERATIONS) if way == 4 else a_value(source, 2)
            )
    return request


def walk(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value, as its holder and the key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from walk(value[key])


def a_request(source: Random) -> Any:
    """What the JSON border is given: anything, a mutated request or a position."""
    way = source.randrange(10)
    if way == 0:
        return a_value(source)
    return a_mutated_request(source) if way < 5 else a_position(source)


def a_line(source: Random) -> str:
    """A line of a batch: JSON text of some request, whole or damaged, or no JSON at all."""
    way = source.randrange(5)
    if way == 0:
        return a_text(source)
    if way == 1:
        return source.choice(ODD_LINES)
    line = json.dumps(a_mutated_request(source), ensure_ascii=source.random() < 0.5)
    if way == 2:
        place = source.randrange(len(line) + 1)
        line = line[:place] + source.choice('{}[]",:\\0e-\ud800\x00 ') + line[place + source.randrange(9) :]
    return line


ODD_LINES = (
    "",
    "null",
    "[]",
    "{}",
    "[" * 100_000,
    '{"a":' * 20_000,
    "1" * 5_000,
    '{"op":"waits","hand":' + "1" * 5_000 + "}",
    '{"op":"laizi","op":"waits"}',
    '{"op":"laizi","rules":"facai","indicator":"4z","id":1e999}',
    '{"op":"laizi","rules":"facai","indicator":"4z","id":NaN}',
    '{"op":"laizi","rules":"facai","indicator":"4z","id":"\\ud800"}',
    '{"op":"\\ud800"}',
    '{"op":"laizi","rules":"\\u0000","indicator":"4z"}',
    '\ufeff{"op":"laizi","rules":"facai","indicator":"4z"}',
)


def a_batch(source: Random) -> bytes:
    """What a batch reads: lines, some of them no text."""
    lines = []
    for _ in range(source.randrange(1, 4)):
        if source.random() < 0.3:
            lines.append(source.randbytes(source.randrange(60)).replace(b"\n", b"").replace(b"\r", b""))
        else:
            line = a_line(source).replace("\n", " ").replace("\r", " ")
            lines.append(line.encode("utf-8", "surrogatepass"))
    return b"\n".join(lines) + (b"\n" if source.random() < 0.8 else b"")


def some_arguments(source: Random) -> list[str]:
    """Arguments of the command line, from right to wrong."""

    def either(right: str) -> str:
        return a_text(source) if source.random() < 0.15 else right

    command = source.choice(("discards", "waits", "score", "calls", "rules"))
    if command == "rules":
        return ["rules", *([either(source.choice(list(PRESETS)))] if source.random() < 0.7 else [])]
    size = source.choice((14, 11, 8, 5, 2)) - (command in ("waits", "calls")) + source.choice((0, 0, 0, 0, 1))
    hand = format_tiles(source.sample([kind for kind in range(KINDS) for _ in range(4)], size))
    arguments = [command, either(hand)]
    if source.random() < 0.8:
        arguments += [
            source.choice(("--indicator", "--laizi")),
            either(source.choice(NAMES)),
        ]
    if source.random() < 0.3:
        arguments += ["--melds", either(some_melds(source))]
    if source.random() < 0.5:
        arguments += ["--rules", either(source.choice(list(PRESETS)))]
    if source.random() < 0.3:
        arguments += ["--visible", either(some_tiles(source, source.randrange(9)))]
    if command == "score":
        arguments += ["--win-tile", either(source.choice(NAMES))]
        arguments += ["--by", either(source.choice(("zimo", "discard", "qianggang")))]
    if command == "calls":
        arguments += ["--offer", either(f"{source.choice(NAMES)}@{source.randrange(4)}")]
    if source.random() < 0.4:
        arguments.append("--json")
    if source.random() < 0.1:
        arguments.insert(source.randrange(len(arguments) + 1), a_text(source))
    if source.random() < 0.1:
        del arguments[source.randrange(len(arguments))]
    # No program can be started with a zero byte among its arguments.
    return [argument.replace("\x00", "") for argument in arguments]


# What must come out -----------------------------------------------------------------------------------------------


def check_text(text: str) -> str:
    """Every parser of text; the outcome is that of the tiles'."""
    outcomes = []
    for parse in (parse_tiles, parse_tile, parse_melds, parse_offer, parse_seat):
        try:
            parse(text)
        except AnalyzerError as error:
            outcomes.append(error.code)
            if error.code not in CODES:
                raise Finding(f"unknown code {error.code!r}") from error
            for language in LANGUAGES:
                check_sentence(describe(error, language))
        else:
            outcomes.append("read")
    return outcomes[0]


def check_sentence(sentence: Any) -> None:
    """One line that can be printed anywhere."""
    if not isinstance(sentence, str) or not sentence.strip():
        raise Finding(f"no sentence: {sentence!r}")
    if len(sentence.splitlines()) != 1 or "Traceback" in sentence:
        raise Finding(f"not one line: {sentence!r}")
    if not all(character.isprintable() or category(character) == "Zs" for character in sentence):
        raise Finding(f"can't be printed: {sentence!r}")


def check_request(request: Any) -> str:
    """The border's answer to a value."""
    return check_answer(without_id(answer(request)))


def check_line(line: str) -> str:
    """The border's answer to a line of a batch: one line of strict JSON that can be written anywhere."""
    written = answer_line(line)
    if "\n" in written or "\r" in written:
        raise Finding(f"not one line: {written!r}")
    written.encode()
    return check_answer(without_id(json.loads(written, parse_constant=no_constant)))


def without_id(answered: Any) -> Any:
    """An answer without the id that came back as it was, half a character or a number that JSON has not included."""
    if isinstance(answered, dict):
        answered.pop("id", None)
    return answered


def no_constant(name: str) -> None:
    """Refuse what only Python writes in JSON."""
    raise Finding(f"{name} is no JSON")


def check_answer(answered: Any) -> str:
    """An answer of the interface: an error with a known code and a sentence, or figures that can be."""
    if not isinstance(answered, dict):
        raise Finding(f"no object: {answered!r}")
    json.dumps(answered, allow_nan=False, ensure_ascii=False).encode()
    if "error" in answered:
        if answered["error"]["code"] not in CODES:
            raise Finding(f"unknown code: {answered['error']!r}")
        check_sentence(answered["error"]["message"])
        return str(answered["error"]["code"])
    for holder, key in walk(answered):
        if key in ("live", "accepts_total") and holder[key] < 0:
            raise Finding(f"negative {key}: {holder!r}")
    if sum(answered.get("pays") or (0,)) != 0:
        raise Finding(f"pays don't sum to zero: {answered['pays']!r}")
    return "answered"


def check_arguments(arguments: list[str]) -> str:
    """The command line's status and what it writes."""
    status, out, err = run_command(arguments, b"")
    if status == 2:
        check_sentence(err.removesuffix("\n"))
        if out:
            raise Finding(f"an answer beside the error: {out!r}")
        return "status 2"
    if status != 0 or err or "Traceback" in out:
        raise Finding(f"status {status}: {out!r} {err!r}")
    if "--json" in arguments:
        check_answer(json.loads(out))
    return "status 0"


def check_batch(written: bytes) -> str:
    """A batch: one answer for every line, in order, whatever the lines are."""
    status, out, err = run_command(["batch"], written)
    if status != 0 or err:
        raise Finding(f"status {status}: {err!r}")
    answers = out.split("\n")
    if answers.pop() != "":
        raise Finding("no end of line after the last answer")
    lines = written.removesuffix(b"\n").split(b"\n")
    # A line of nothing but spaces may be passed over.
    at_least = sum(1 for line in lines if line.strip())
    if not at_least <= len(answers) <= len(lines):
        raise Finding(f"{len(lines)} lines, {len(answers)} answers")
    for line in answers:
        check_answer(without_id(json.loads(line, parse_constant=no_constant)))
    return "status 0"


def run_command(arguments: list[str], written: bytes) -> tuple[int, str, str]:
    """Status, output and errors of the command line in this process, with streams as a terminal has them."""
    # Arguments that are no text reach a program so.
    arguments = [
        argument.encode("utf-8", "surrogateescape" if escaped(argument) else "replace").decode(
            "utf-8", "surrogateescape"
        )
        for argument in arguments
    ]
    out, err = io.BytesIO(), io.BytesIO()
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(written), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    try:
        status = command_line(arguments)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    finally:
        # Kept until the streams are set back: closing one closes its bytes.
        ours = sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = streams
        for stream in ours:
            stream.flush()
    return status or 0, out.getvalue().decode(), err.getvalue().decode()


def escaped(text: str) -> bool:
    """Whether every lone surrogate in the text stands for a byte."""
    return all(
        not 0xD800 <= ord(character) <= 0xDFFF or 0xDC80 <= ord(character) <= 0xDCFF for character in text
    )


@dataclass(frozen=True)
class Kind:
    """A kind of case: how one is made and checked, and its share of all cases in percent."""

    make: Callable[[Random], Any]
    check: Callable[[Any], str]
    share: int


FUZZED = {
    "text": Kind(a_text, check_text, 40),
    "request": Kind(a_request, check_request, 35),
    "line": Kind(a_line, check_line, 15),
    "batch": Kind(a_batch, check_batch, 5),
    "arguments": Kind(some_arguments, check_arguments, 5),
}


# The run ----------------------------------------------------------------------------------------------------------


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise :class:`TooSlow` in the block after so many seconds of work, or twenty times as many of waiting.

    Where the system has no such alarms, only after the block.
    """
    if not hasattr(signal, "setitimer"):
        begun = time.process_time()
        yield
        if time.process_time() - begun > seconds:
            raise TooSlow
        return

    def stop(*_: object) -> None:
        raise TooSlow

    alarms = [
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, 20 * seconds),
    ]
    before = [signal.signal(number, stop) for _, number, _ in alarms]
    for timer, _, after in alarms:
        signal.setitimer(timer, after)
    try:
        yield
    finally:
        for (timer, number, _), handler in zip(alarms, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def make(seed: int, kind: str, number: int) -> Any:
    """The case of that number."""
    return FUZZED[kind].make(Random(f"{seed} {kind} {number}"))


def wrong(kind: str, value: Any, limit: float = LIMIT) -> tuple[str, str]:
    """What came of a case, and what is wrong with that ("" if nothing)."""
    try:
        with limited(limit):
            return FUZZED[kind].check(value), ""
    except TooSlow:
        return "wrong", f"slower than {limit} s"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        last = traceback.extract_tb(error.__traceback__)[-1]
        return (
            "wrong",
            f"{type(error).__name__}: {str(error)[:300]} ({Path(last.filename).name}:{last.lineno})",
        )


def same(fault: str) -> str:
    """What makes two faults the same: the exception and where it was raised."""
    return fault.split(":", 1)[0] + fault[fault.rfind("(") :]


def shrunk(kind: str, value: Any) -> Any:
    """The smallest input found that fails alike, by leaving things out as long as it does."""
    fault = same(wrong(kind, value)[1])
    smaller = True
    while smaller:
        smaller = False
        for candidate in smaller_values(value):
            if same(wrong(kind, candidate)[1]) == fault:
                value = candidate
                smaller = True
                break
    return value


def smaller_values(value: Any) -> Iterator[Any]:
    """The value with one thing less, at any depth."""
    if isinstance(value, (str, bytes)):
        text: Any = value
        for part in {max(1, len(text) // 2): None, 1: None}:
            for place in range(0, len(text), part):
                yield text[:place] + text[place + part :]
    elif isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
        for key in value:
            for smaller in smaller_values(value[key]):
                yield {**value, key: smaller}
    elif isinstance(value, list):
        for place in range(len(value)):
            yield value[:place] + value[place + 1 :]
        for place, item in enumerate(value):
            for smaller in smaller_values(item):
                yield [*value[:place], smaller, *value[place + 1 :]]


def run(cases: int, seed: int, limit: float = LIMIT) -> tuple[Counter[str], dict[str, tuple[str, str]]]:
    """Outcomes of ``cases`` cases, and for every fault found the first case (kind:number) and what happened."""
    outcomes: Counter[str] = Counter()
    faults: dict[str, tuple[str, str]] = {}
    for kind, fuzzed in FUZZED.items():
        for number in range(-(-cases * fuzzed.share // 100)):
            outcome, fault = wrong(kind, make(seed, kind, number), limit)
            outcomes[f"{kind}: {outcome}"] += 1
            if fault:
                faults.setdefault(f"{kind} {same(fault)}", (f"{kind}:{number}", fault))
    return outcomes, faults


def main() -> int:
    """Run what the arguments say; 1 if anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=210_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one case, shrunk")
    arguments = parser.parse_args()
    if arguments.only:
        kind, _, number = arguments.only.partition(":")
        value = make(arguments.seed, kind, int(number))
        outcome, fault = wrong(kind, value)
        print(f"{value!r}\n{outcome} {fault}")
        if fault:
            value = shrunk(kind, value)
            print(f"smallest: {value!r}\n{wrong(kind, value)[1]}")
        return int(bool(fault))
    begun = time.perf_counter()
    outcomes, faults = run(arguments.cases, arguments.seed)
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:8,}  {outcome}")
    for fault, (case, what) in faults.items():
        print(f"FOUND {fault}\n      {what}\n      again: --seed {arguments.seed} --only {case}")
    print(
        f"{sum(outcomes.values()):,} cases, seed {arguments.seed}, {time.perf_counter() - begun:.0f} s: "
        + (f"{len(faults)} faults" if faults else "nothing but named errors")
    )
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
