"""A sample of what ``make fuzz`` runs, and that its checks would see a fault."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.proofs import fuzz


@pytest.mark.parametrize("kind", fuzz.FUZZED)
def test_a_sample_of_random_input_raises_nothing_but_named_errors(kind: str) -> None:
    faults = {}
    for number in range(4 * fuzz.FUZZED[kind].share):
        _, fault = fuzz.wrong(kind, fuzz.make(2024, kind, number))
        if fault:
            faults[f"--seed 2024 --only {kind}:{number}"] = fault
    assert faults == {}


@pytest.mark.parametrize("kind", fuzz.FUZZED)
def test_a_case_is_made_from_its_seed_and_number_alone(kind: str) -> None:
    assert [repr(fuzz.make(3, kind, number)) for number in range(20)] == [
        repr(fuzz.make(3, kind, number)) for number in range(20)
    ]
    assert [repr(fuzz.make(3, kind, number)) for number in range(20)] != [
        repr(fuzz.make(4, kind, number)) for number in range(20)
    ]


def test_most_positions_are_legal_and_go_deep() -> None:
    outcomes = [fuzz.check_request(fuzz.a_position(fuzz.Random(number))) for number in range(60)]
    assert outcomes.count("answered") >= 25


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"error": {"code": "oops", "message": "what"}},
        {"error": {"code": "bad_request", "message": ""}},
        {"error": {"code": "bad_request", "message": "one\ntwo"}},
        {"error": {"code": "bad_request", "message": "Traceback (most recent call last)"}},
        {"error": {"code": "bad_request", "message": "\x1b[31m"}},
        {"waits": [{"tile": "1m", "live": -1}]},
        {"options": [{"accepts_total": -4}]},
        {"pays": [1, 2, 3, -5]},
        {"ev": float("nan")},
        {"tile": "\ud800"},
    ],
)
def test_answers_that_must_not_be_are_seen(answer: Any) -> None:
    with pytest.raises((fuzz.Finding, ValueError)):
        fuzz.check_answer(answer)


def fault_of(
    check: Callable[[Any], str], value: Any, monkeypatch: pytest.MonkeyPatch, limit: float = 5.0
) -> str:
    monkeypatch.setitem(fuzz.FUZZED, "text", fuzz.Kind(fuzz.a_text, check, 1))
    return fuzz.wrong("text", value, limit)[1]


def test_an_exception_is_a_fault_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fault_of(lambda value: str(value["none"]), {}, monkeypatch).startswith(
        "KeyError: 'none' (test_fuzz.py:"
    )


@pytest.mark.parametrize("wait", [0.0, 1.0])
def test_a_hang_is_a_fault(wait: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(_: Any) -> str:
        while True:
            try:
                time.sleep(wait)
            except Exception:  # what a careless handler would swallow
                continue

    assert fault_of(hang, "", monkeypatch, limit=0.05) == "slower than 0.05 s"


def test_a_fault_is_shrunk_to_the_smallest_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(value: Any) -> str:
        if "q" in str(value.get("hand")):
            raise fuzz.Finding("q")
        return "fine"

    monkeypatch.setitem(fuzz.FUZZED, "request", fuzz.Kind(fuzz.a_request, check, 1))
    value = {"op": "waits", "hand": "123mq5z", "players": [{}, {"melds": []}]}
    assert fuzz.shrunk("request", value) == {"hand": "q"}
