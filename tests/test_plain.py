"""Plain positions are answered plainly: the expectation ranks first what anybody at the table would do."""

import pytest

from analyzer import PRESETS, compiler
from analyzer.requests import answer
from tests.plain.positions import POSITIONS, Plain

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

SPEEDS = {"full": 1536}
"""The speeds that are asked, and the deals that each plays out."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiler.warm_up(block=True)


def named(option: dict) -> str:
    return f"{option['action']} {option.get('tiles') or option.get('tile', '')}".strip()


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("row", POSITIONS, ids=[row.name.replace(" ", "-") for row in POSITIONS])
def test_plain_position_is_answered_plainly(row: Plain, speed: str):
    options = answer(row.request | {"speed": speed, "samples": SPEEDS[speed], "seed": 1})["options"]
    told = {
        named(option): f"{option['ev']:.1f}, {option['ev_diff']:.1f} ± {option['ev_diff_se']:.1f}"
        for option in options
    }
    assert {*row.best, *(row.worse or ())} <= set(told)
    assert named(options[0]) in row.best, f"{row.why}: {told}"
    for option in options[1:]:
        if named(option) not in row.best and (row.worse is None or named(option) in row.worse):
            assert not option["equal"], f"{row.why}: {named(option)} is called equal: {told}"


def test_positions_are_many_and_of_many_games():
    assert len(POSITIONS) >= 44
    assert len({row.name for row in POSITIONS}) == len(POSITIONS)
    assert {row.request.get("rules", "hongzhong") for row in POSITIONS} == set(PRESETS)


def first_of_each_game() -> list[Plain]:
    """A position on a turn and one about a call of every game that has them, with few tiles left."""
    found: dict[tuple[str, str], Plain] = {}
    for row in POSITIONS:
        found.setdefault((row.request.get("rules", "hongzhong"), row.request["op"]), row)
    return list(found.values())


@pytest.mark.parametrize("row", first_of_each_game(), ids=lambda row: row.name.replace(" ", "-"))
def test_position_is_valued_alike_uncompiled(row: Plain, monkeypatch):
    asked = row.request | {"wall": 6, "samples": 2, "seed": 5}
    compiled = answer(asked)
    monkeypatch.setattr(compiler, "active", lambda module: module)
    monkeypatch.setattr(compiler, "is_ready", lambda module: False)
    assert answer(asked) == compiled
