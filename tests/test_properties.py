"""What holds of every position, whatever lies on the table: properties over random legal requests."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer import waits as waits_of
from analyzer.advice import opens_and_keeps_close
from analyzer.notation import format_tiles, parse_tiles
from analyzer.requests import _PositionForm, answer, parse_position, position_fields
from analyzer.routes import context_of
from analyzer.shapes.distance import distances
from tests.reference.positions import random_request

Json = dict[str, Any]
SUITS = "mps"
FIELDS = set(_PositionForm.model_fields)

requests = st.integers(0, 2**40).map(random_request)


def of(op: str) -> st.SearchStrategy[Json]:
    return requests.filter(lambda request: request["op"] == op)


def position_of(request: Json):
    fields = {name: value for name, value in request.items() if name in FIELDS}
    return parse_position(_PositionForm.model_validate(fields))


@settings(deadline=None, max_examples=60)
@given(requests.filter(lambda request: request["op"] in ("waits", "score", "discards")))
def test_live_counts_are_never_negative(request: Json) -> None:
    position = position_of(request)
    assert all(0 <= live <= 4 for live in position.live)
    assert 0 <= position.wall_left <= 72


@settings(deadline=None, max_examples=60)
@given(of("waits"))
def test_what_waits_is_at_distance_zero(request: Json) -> None:
    position = position_of(request)
    found = waits_of(position)
    if found.tenpai:
        nearest = min(d for d in distances(position.counts, context_of(position)) if d is not None)
        assert nearest == 0
        assert found.blocked_by == ()
    for wait in found.waits:
        assert wait.discard is not None or wait.zimo is not None


@settings(deadline=None, max_examples=60)
@given(of("discards"))
def test_waits_beside_an_option_mean_tenpai(request: Json) -> None:
    for option in answer(request)["options"]:
        if option["action"] == "win":
            continue
        assert option["distance"] == min(d for d in option["paths"].values() if d is not None) >= 0
        assert (option["distance"] == 0) == ("waits" in option)
        assert option["accepts_total"] == sum(each["live"] for each in option["accepts"])
        assert all(each["live"] > 0 for each in option["accepts"])
        assert not {each["tile"] for each in option["accepts"]} & set(option["dead"])


@settings(deadline=None, max_examples=80)
@given(of("score"))
def test_payments_sum_to_zero(request: Json) -> None:
    found = answer(request)
    assume("pays" in found)
    seat = request.get("seat", 0)
    assert sum(found["pays"]) == 0
    assert found["pays"][seat] == sum(found["capped"]) > 0
    assert all(paid <= 0 for other, paid in enumerate(found["pays"]) if other != seat)
    assert found["raw"][seat] == found["capped"][seat] == 0
    if found["contract"] is None:
        assert [-paid for other, paid in enumerate(found["pays"]) if other != seat] == [
            capped for other, capped in enumerate(found["capped"]) if other != seat
        ]
    else:
        assert found["pays"][found["contract"]] == -sum(found["capped"])
    assert (found["hu"] == "small") == (found["big"] == [])


def renamed(value: Any, order: Mapping[str, str]) -> Any:
    """A request or answer with its suits permuted; tiles stand in texts, and nowhere else does a suit letter."""
    if isinstance(value, dict):
        return {key: renamed(each, order) if key not in KEPT else each for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, order) for each in value]
    if isinstance(value, str) and is_tiles(value):
        kinds = [9 * SUITS.index(order[SUITS[k // 9]]) + k % 9 if k < 27 else k for k in parse_tiles(value)]
        return format_tiles(kinds)
    return value


KEPT = {
    "op",
    "id",
    "lang",
    "rules",
    "kind",
    "by",
    "turn",
    "action",
    "hu",
    "big",
    "notes",
    "text",
    "code",
    "part",
}
KEPT |= {"clause", "reasons", "blocked_by", "gives_up"}


def is_tiles(text: str) -> bool:
    return bool(text) and set(text) <= set("123456789mpsz")


def sets_of(value: Any) -> Any:
    """An answer in which the order of tiles and options, which follows their names, plays no part."""
    if isinstance(value, dict):
        return {key: sets_of(each) for key, each in value.items() if key not in ("then", "waits", "laizi_as")}
    if isinstance(value, list):
        return sorted((sets_of(each) for each in value), key=lambda each: json.dumps(each, sort_keys=True))
    return value


def without_choices(found: Json) -> Json:
    """Leave out what ties may decide otherwise: which of equal discards the figures of a call are told for, and
    which tile stands for a self-draw, whose tile makes no difference."""
    if "options" in found:
        for option in found["options"]:
            if option["action"] == "win":
                option.pop("tile")
            if option["action"] in ("chi", "peng"):
                for name in ("accepts", "accepts_total", "dead", "gives_up"):
                    option.pop(name)
    return found


@settings(deadline=None, max_examples=60)
@given(requests.filter(lambda request: "indicator" in request), st.permutations(SUITS))
def test_suits_are_but_names(request: Json, order: list[str]) -> None:
    names = dict(zip(SUITS, order, strict=True))
    first = without_choices(answer(request))
    second = without_choices(answer(renamed(request, names)))
    assert sets_of(renamed(first, names)) == sets_of(second)


@settings(deadline=None, max_examples=60)
@given(requests.filter(lambda request: request["op"] in ("waits", "discards")))
def test_a_position_survives_its_own_spelling(request: Json) -> None:
    position = position_of(request)
    spelled = position_fields(position)
    if isinstance(request["rules"], dict):  # a copy of a preset is spelled as all its fields
        spelled["rules"] = request["rules"]
    assert position_of({"op": request["op"], **spelled}) == position
    assert answer({"op": request["op"], **spelled}) == {
        name: value for name, value in answer(request).items() if name != "id"
    }


@settings(deadline=None, max_examples=30)
@given(of("waits"))
def test_calls_that_open_keep_close(request: Json) -> None:
    position = position_of(request)
    found = opens_and_keeps_close(position)
    if position.is_open:
        assert found == ()
    here = min(d for d in distances(position.counts, context_of(position)) if d is not None)
    for tile, option in found:
        assert position.live[tile] > 0
        assert option.distance is not None
        assert option.distance <= here


@pytest.mark.parametrize("tiles", ["", "123m", "1z", "147m258p369s1234567z"])
def test_renaming_back_is_the_identity(tiles: str) -> None:
    order = {"m": "p", "p": "s", "s": "m"}
    back = {new: old for old, new in order.items()}
    assert renamed(renamed(tiles, order), back) == tiles
