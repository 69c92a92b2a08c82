"""Recorded requests: the answers hold everything that is certain about them, in process and on the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.requests import answer

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[1]
UNORDERED = ("big", "blocked_by", "gang_tiles", "laizi_as")

Json = dict[str, Any]


def read(file: Path) -> list[Json]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


RECORDED = [case for file in sorted(CASES.glob("*.jsonl")) for case in read(file)]


def differing(want: Json, got: Json) -> list[str]:
    """Every field of a recorded answer that the given answer does not bear out, in words."""
    if "error" in want or "error" in got:
        codes = [side.get("error", {}).get("code") for side in (want, got)]
        return [] if codes[0] == codes[1] else [f"error {codes[0]} wanted, {got} given"]
    found = []
    for field, value in want.items():
        given = got.get(field)
        if field == "waits":
            found += differing_waits(value, given)
        elif field == "options":
            found += differing_options(value, given)
        elif field == "reasons":
            if not set(value) & set(given or ()):
                found.append(f"none of the reasons {value} in {given}")
        elif sorted(value) != sorted(given or ()) if field in UNORDERED else value != given:
            found.append(f"{field} {value} wanted, {given} given")
    return found


def differing_waits(want: list[Json], got: list[Json]) -> list[str]:
    given = {wait["tile"]: wait for wait in got}
    tiles = [wait["tile"] for wait in want]
    if sorted(tiles) != sorted(given):
        return [f"waits {tiles} wanted, {sorted(given)} given"]
    found = []
    for wait in want:
        mine = given[wait["tile"]]
        for field, value in wait.items():
            channel = mine[field]
            if value == "depends":
                continue
            if value == "below":
                good = channel is not None and channel.get("below_minimum", False)
            elif isinstance(value, dict):
                good = (
                    channel is not None and not channel.get("below_minimum") and not differing(value, channel)
                )
            else:
                good = value == channel
            if not good:
                found.append(f"{wait['tile']} {field} {value} wanted, {channel} given")
    return found


def differing_options(want: list[Json], got: list[Json]) -> list[str]:
    given = {}
    for option in got:
        if option["action"] in (
            "discard",
            "gang",
        ):  # a gang honour's discard is its gang; of a laizi, the discard
            given.setdefault(option["tile"], option)
            if option["action"] == "discard":
                given[option["tile"]] = option
    found = []
    for option in want:
        mine = given.get(option["tile"])
        if mine is None:
            found.append(f"discard {option['tile']} is missing")
            continue
        for field, value in option.items():
            have = mine[field]
            if field == "accepts":
                have = {accept["tile"]: accept["live"] for accept in have}
            if field == "paths":
                have = {route: have[route] for route in value}
            if have != value:
                found.append(f"discard {option['tile']} {field} {value} wanted, {have} given")
    return found


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["request"]["id"])
def test_recorded_answer(case: Json) -> None:
    got = answer(case["request"])
    assert got["id"] == case["request"]["id"]
    assert differing(case["answer"], got) == []


def test_recorded_answers_on_the_command_line() -> None:
    sample = RECORDED[::17] + [case for case in RECORDED if "error" in case["answer"]]
    lines = [json.dumps(case["request"], ensure_ascii=False) for case in sample]
    lines.insert(3, "no JSON")
    run = subprocess.run(
        [sys.executable, "-m", "analyzer", "batch"],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers.pop(3)["error"]["code"] == "bad_request"
    assert [got["id"] for got in answers] == [case["request"]["id"] for case in sample]
    for case, got in zip(sample, answers, strict=True):
        assert differing(case["answer"], got) == []


@pytest.mark.parametrize(
    ("want", "got"),
    [
        ({"valid": True}, {"valid": False}),
        ({"pays": [1, -1, 0, 0]}, {"pays": [0, 0, 1, -1]}),
        ({"reasons": ["no_shape"]}, {"reasons": ["not_open"]}),
        ({"big": ["qingyise"]}, {"big": ["qingyise", "pengpenghu"]}),
        ({"error": {"code": "bad_meld"}}, {"valid": True}),
        ({"valid": True}, {"error": {"code": "bad_meld"}}),
        ({"waits": [{"tile": "1m", "live": 3}]}, {"waits": [{"tile": "1m", "live": 2}]}),
        ({"waits": []}, {"waits": [{"tile": "1m", "live": 2}]}),
        ({"waits": [{"tile": "1m", "zimo": None}]}, {"waits": [{"tile": "1m", "zimo": {"hu": "small"}}]}),
        ({"waits": [{"tile": "1m", "zimo": "below"}]}, {"waits": [{"tile": "1m", "zimo": {"hu": "small"}}]}),
        (
            {"waits": [{"tile": "1m", "zimo": {"hu": "small"}}]},
            {"waits": [{"tile": "1m", "zimo": {"hu": "small", "below_minimum": True}}]},
        ),
        ({"options": [{"tile": "1m"}]}, {"options": []}),
        (
            {"options": [{"tile": "1m", "accepts": {"2m": 4}}]},
            {"options": [{"action": "discard", "tile": "1m", "accepts": [{"tile": "2m", "live": 3}]}]},
        ),
        (
            {"options": [{"tile": "1m", "paths": {"small": 1}}]},
            {"options": [{"action": "discard", "tile": "1m", "paths": {"small": 2}}]},
        ),
    ],
)
def test_comparison_sees(want: Json, got: Json) -> None:
    assert differing(want, got) != []
