"""The engine against the reference on random legal positions; ``tests/proofs/compare_oracle.py`` runs far more of them.

The positions come from seeds, so a difference found here is found again; the reference itself is held to the
recorded cases.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.requests import answer
from tests.reference import comparison, oracle, positions
from tests.reference.comparison import difference
from tests.reference.oracle import Json
from tests.reference.positions import SPOILERS, faulty_request, random_request, text
from tests.test_cases import RECORDED, differing

SEEDS = 200
CHUNK = 20
SEEN = 500  # requests that the engine alone answers, to see which branches are met


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_engine_agrees_with_the_reference(first: int) -> None:
    found = []
    for seed in range(first, first + CHUNK):
        request = random_request(seed)
        words = difference(request, answer(request))
        if words:
            found.append(f"seed {seed}: {words}\n{json.dumps(request, ensure_ascii=False)}")
    assert not found, "\n".join(found)


def recorded_for_the_reference() -> list[Json]:
    """Every clause and reported hand, and a few of the random positions."""
    few = [case for case in RECORDED if case["request"]["id"][0] in "cp"]
    return few + [case for case in RECORDED if case["request"]["id"][0] not in "cp"][::12]


def test_reference_agrees_with_recorded_answers() -> None:
    cases = recorded_for_the_reference()
    assert len(cases) > 150
    for case in cases:
        got = oracle.answer(case["request"])
        assert differing(case["answer"], got) == [], case["request"]["id"]


def branches() -> Counter[str]:
    """How often the engine's answers to the first requests show each branch of the rules."""
    seen: Counter[str] = Counter()
    for seed in range(SEEN):
        request = random_request(seed)
        got = answer(request)
        op = request["op"]
        assert "error" not in got, (seed, got)
        if op == "score" and got["valid"]:
            seen.update([f"{op} {got['hu']}", f"{op} by {request['win']['by']}", *got["big"]])
            seen[f"{op} {'hard' if got['hard'] else 'soft'}"] += 1
            seen[f"{op} {len(got['big'])} big hands"] += 1
            seen["gold"] += got["gold"]
            seen["contract"] += got["contract"] is not None
        elif op == "score":
            seen.update(f"score {reason}" for reason in got["reasons"])
        elif op == "waits":
            seen.update(f"waits {reason}" for reason in got["blocked_by"])
            for wait in got["waits"]:
                for by in ("discard", "zimo"):
                    channel = wait[by]
                    kind = "none" if channel is None else channel["hu"]
                    seen[f"waits {by} {kind}"] += 1
                    seen["waits below the minimum"] += channel is not None and "below_minimum" in channel
                seen["waits dead"] += wait["live"] == 0
        elif op in ("discards", "calls"):
            seen.update(f"{op} {option['action']}" for option in got["options"])
            seen.update(f"{op} at {option.get('distance')}" for option in got["options"])
        seen["partial"] += "notes" in got
    return seen


MET = [
    *(f"score {kind}" for kind in ("small", "big", "hard", "soft")),
    *(f"score by {by}" for by in ("zimo", "discard", "qianggang")),
    *oracle.BIG_HANDS,
    *(f"score {number} big hands" for number in (1, 2)),
    "gold",
    "contract",
    *(f"score {reason}" for reason in ("not_open", "gang_tile_in_hand", "laizi_limit", "pair_not_258")),
    *(f"score {reason}" for reason in ("no_shape", "below_minimum", "dead_tile")),
    *(f"waits {reason}" for reason in ("not_open", "gang_tile_in_hand", "laizi_limit", "pair_not_258")),
    *(f"waits {by} {kind}" for by in ("discard", "zimo") for kind in ("small", "big")),
    "waits discard none",
    "waits below the minimum",
    "waits dead",
    *(f"discards {action}" for action in ("win", "discard", "gang", "an_gang", "xu_gang")),
    *(f"calls {action}" for action in ("win", "pass", "chi", "peng", "chong_gang")),
    *(f"{op} at {distance}" for op in ("discards", "calls") for distance in range(4)),
    "partial",
]


def test_random_positions_meet_every_branch() -> None:
    seen = branches()
    assert [branch for branch in MET if not seen[branch]] == []


@pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__.removeprefix("_spoil_"))
def test_fault_gets_its_code(spoil: Callable[[Json], str]) -> None:
    for seed in range(4):
        request, code = faulty_request(seed, spoil)
        assert oracle.answer(request)["error"]["code"] == code
        error = answer(request)["error"]
        assert code in [error["code"], *(other["code"] for other in error.get("others", []))], request


def test_same_seed_same_request() -> None:
    assert [random_request(seed) for seed in range(20)] == [random_request(seed) for seed in range(20)]
    assert random_request(1) != random_request(2)


def test_reference_shares_no_code_with_the_engine() -> None:
    for module in (oracle, comparison, positions):
        assert module.__file__ is not None
        assert "analyzer" not in Path(module.__file__).read_text(encoding="utf-8"), module.__name__


# The reference has no second reference: the arithmetic that everything rests on, in small.


def test_reference_finds_every_shape() -> None:
    sevens = tuple(oracle.parse("22334455667788m"))
    pairs = {shape.pair for shape in oracle.shapes(sevens, 0, 4, tuple(range(34)))}
    assert text(sorted(pairs)) == "258m"
    triplets = oracle.shapes(tuple(oracle.parse("11122233355m")), 0, 3, tuple(range(34)))
    assert {(shape.pair, shape.runs) for shape in triplets} == {(4, False), (4, True)}
    assert oracle.shapes(tuple(oracle.parse("1245m")), 1, 1, tuple(range(34))) == ()
    filled = oracle.shapes(tuple(oracle.parse("4455m")), 1, 1, tuple(range(34)))
    assert {text(shape.laizi_as) for shape in filled} == {"4m", "5m"}


def test_reference_lets_laizi_stand_for_a_fifth_copy_but_no_gang_honour() -> None:
    fifth = oracle.shapes(tuple(oracle.parse("5555m")), 1, 1, tuple(range(34)))
    assert {text(shape.laizi_as) for shape in fifth} == {"5m"}
    without_red = tuple(kind for kind in range(34) if kind != oracle.ZHONG)
    assert oracle.shapes(tuple(oracle.parse("55z")), 0, 0, without_red) == ()


def test_reference_counts_distances_by_definition() -> None:
    request = {"rules": "hongzhong", "laizi": "9s", "players": [{"melds": []}, {}, {}, {}]}
    table = oracle.table_of(request | {"hand": "123m456m789m22p1z2z"}, 1)
    melds = oracle.melds_of([], 0)
    paths = oracle.distances(table.hand, melds, table)
    # two tiles of the last set are missing, 碰碰胡 keeps the pair and five singles, 清一色 nine of 万
    assert paths == {"small": 1, "pengpenghu": 7, "qingyise": 4, "jiangyise": 8, "fengyise": 11}
