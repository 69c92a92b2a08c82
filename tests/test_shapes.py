"""Class tables, distances and accepted tiles: against the slow references, by properties, plain and compiled."""

from __future__ import annotations

import argparse
import dataclasses
import random
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analyzer import compiler
from analyzer.notation import parse_tiles
from analyzer.shapes import (
    ROUTES,
    ShapeContext,
    accepts,
    discard_table,
    distances,
    kernels,
    route_accepts,
    tables,
)
from analyzer.shapes import build as builder
from analyzer.shapes import distance as module
from analyzer.shapes.distance import batch_discard_tables, batch_distances, hand_indices
from analyzer.tiles import DONG, FA, JIANG, KINDS, NAMES, WINDS, ZHONG
from tests.proofs import prove_shapes
from tests.reference import shapes as reference


def tiles(text: str) -> list[int]:
    counts = [0] * KINDS
    for kind in parse_tiles(text):
        counts[kind] += 1
    return counts


def kind(text: str) -> int:
    return NAMES.index(text)


def names(kinds: Sequence[int]) -> set[str]:
    return {NAMES[one] for one in kinds}


PLAIN = ShapeContext(4, -1, (ZHONG,))
UNSEEN = [4] * KINDS


@cache
def twin() -> ModuleType:
    compiled = compiler.compiled(kernels)
    module._exercise(compiled)
    return compiled


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways that a call can take."""
    use(request.param, monkeypatch)
    return str(request.param)


def use(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "_warm", {kernels.__name__: twin()} if way == "compiled" else {})


# --------------------------------------------------------------------------------------------- the tables


def test_file_is_what_the_builder_builds() -> None:
    built, kept = builder.build(), tables.load()
    assert np.array_equal(built.overlaps, kept.overlaps)
    assert np.array_equal(built.compose, kept.compose)
    assert built.segments.keys() == kept.segments.keys()
    for key, levels in built.segments.items():
        assert all(np.array_equal(a, b) for a, b in zip(levels, kept.segments[key], strict=True))


def test_file_of_another_form_is_refused(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.npz"
    builder.save(tables.load(), path)
    assert tables.load(path).overlaps.shape == tables.load().overlaps.shape
    monkeypatch.setattr(tables, "FORMAT", tables.FORMAT + 1)
    with pytest.raises(ValueError, match="format"):
        tables.load(path)


def test_class_of_no_tiles_is_0() -> None:
    assert not tables.class_tables().overlaps[0].any()
    layout = tables.layout_for((ZHONG,))
    assert kernels.hand_class([0] * KINDS, layout.plain) == 0


def test_layouts_are_compared_by_their_gang_tiles() -> None:
    one = tables.layout_for([FA, ZHONG])
    assert one is tables.layout_for((ZHONG, FA))
    assert one == dataclasses.replace(one, plain=(), fast=())
    assert one != tables.layout_for([ZHONG])
    assert hash(one) != hash(tables.layout_for([ZHONG]))


@pytest.mark.parametrize("cut", [(), *prove_shapes.legal_cuts()], ids=str)
def test_suit_vectors_are_those_of_the_reference(cut: tuple[int, ...]) -> None:
    rng = np.random.default_rng(len(cut) + sum(cut))
    counts = rng.integers(0, 5, (4000, 9), np.uint8)
    counts = counts[counts.sum(axis=1) <= 14]
    counts = counts[: 500 if reference.library() else 4]
    wrong = prove_shapes.compare_group(counts, range(9), (ZHONG, *cut), reference.library() is not None)
    assert not wrong.any(), counts[wrong]


@pytest.mark.parametrize("gang", [(ZHONG,), (ZHONG, FA), (ZHONG, DONG, FA)], ids=str)
def test_honour_vectors_are_those_of_the_reference(gang: tuple[int, ...]) -> None:
    counts = prove_shapes.vectors(7)[::97]
    wrong = prove_shapes.compare_group(counts, range(DONG, KINDS), gang, False)
    assert not wrong.any(), counts[wrong]


def test_comparison_with_the_reference_finds_a_wrong_table(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.array([[0, 1, 1, 1, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0, 0, 0]], np.uint8)
    right = prove_shapes.our_words
    monkeypatch.setattr(prove_shapes, "our_words", lambda counts, kinds, gang: right(counts, kinds, (ZHONG,)))
    wrong = prove_shapes.compare_group(counts, range(9), (ZHONG, 2), False)
    assert wrong.tolist() == [True, False]


def test_both_references_agree() -> None:
    """The numpy reference stands in where there is no C compiler, so it must say the same."""
    rng = np.random.default_rng(11)
    for _ in range(20):
        context = prove_shapes.random_context(rng)
        hands = prove_shapes.random_hands(rng, 2, 3 * context.sets + 1, context.laizi)
        expected = prove_shapes.expected_distances(hands, context).tolist()
        for hand, row in zip(hands.tolist(), expected, strict=True):
            assert row == reference.distances(
                hand,
                context.laizi,
                context.gang_tiles,
                context.sets,
                context.laizi_in_big,
                context.suits_open,
                context.routes_open,
            )


@pytest.mark.parametrize(("part", "least"), [("composition", 600_000), ("triplets", 1_000)])
def test_proof(part: str, least: int) -> None:
    for title, total, differences in prove_shapes.PARTS[part](argparse.Namespace()):
        assert total > least, title
        assert differences == [], title


@pytest.mark.parametrize(("part", "least"), [("hands", 200), ("tables", 2)])
def test_random_hands_are_those_of_the_reference(part: str, least: int, way: str) -> None:
    options = argparse.Namespace(hands=4_000, tables=12, seed=len(way))
    for title, total, differences in prove_shapes.PARTS[part](options):
        assert total >= least, title
        assert differences == [], title


def test_proof_runs_as_a_program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_COMPILER", "off")
    assert prove_shapes.main(["--only", "triplets,hands", "--hands", "20"]) == 0
    assert "0 differ" in capsys.readouterr().out
    monkeypatch.setattr(prove_shapes, "most_in_triplets", lambda stacks, sets: 0)
    assert prove_shapes.main(["--only", "triplets"]) == 1
    assert "missing" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        prove_shapes.main(["--only", "suit"])


# ---------------------------------------------------------------------------- single hands, by the rules


@pytest.mark.parametrize(
    ("hand", "sets", "expected"),
    [
        # §4: sets and a 258 pair; the single 5 is a wait for the pair, the single 4 is not.
        ("123m456p789s111z5s", 4, 0),
        ("123m456p789s111z4s", 4, 1),
        # A laizi, held or to be drawn, may be a fifth copy (§2): four of a kind as a triplet and a single.
        ("2222m", 1, 0),
        ("1111m", 1, 1),
        # Nothing fits: four sets and a pair need 14 tiles, one of each pair is in hand.
        ("2m", 0, 0),
        ("1m", 0, 1),
        # The complete hand.
        ("123m456p789s111z55s", 4, -1),
    ],
)
def test_distance_of_small(hand: str, sets: int, expected: int, way: str) -> None:
    assert distances(tiles(hand), dataclasses.replace(PLAIN, sets=sets))[0] == expected


def test_one_laizi_helps_small_and_all_help_the_big_hands(way: str) -> None:
    """§4: two or more laizi forbid 小胡; a big hand may hold up to ``max_laizi_in_big``."""
    laizi = kind("9s")
    hand = tiles("123m456m78m5m1z" + "999s")
    context = ShapeContext(4, laizi, (ZHONG,))
    # One laizi helps; the two others are tiles like single honours, where 999p are a set.
    assert distances(hand, context)[0] == 2
    assert distances(tiles("123m456m78m5m1z999p"), dataclasses.replace(context, laizi=-1))[0] == 1
    limits = [distances(hand, dataclasses.replace(context, laizi_in_big=limit))[2] for limit in range(5)]
    assert limits == [4, 3, 2, 1, 1]


def test_gang_tiles_are_useless(way: str) -> None:
    """§2: no win while one is in hand, and a laizi can't stand for one; so no target holds one."""
    assert distances(tiles("123m456p789s555z5s"), dataclasses.replace(PLAIN, sets=4)) != distances(
        tiles("123m456p789s666z5s"), dataclasses.replace(PLAIN, sets=4)
    )
    cut = ShapeContext(1, kind("4m"), (kind("3m"), ZHONG))
    assert distances(tiles("12m55p"), cut)[0] == 1  # 3m is a 皮: no 顺子 can be made of it
    assert distances(tiles("12m55p"), dataclasses.replace(cut, gang_tiles=(ZHONG,)))[0] == 0


def test_winds_are_never_zhong_and_may_lack_a_shape(way: str) -> None:
    """§4: 风一色 is 东南西北发白, in any shape; 将一色 is 258 in any shape."""
    context = ShapeContext(4, -1, (ZHONG,))
    assert distances(tiles("1122334466771z5z"), context)[4] == 0
    assert distances(tiles("258m258p258s2258m"), context)[3] == 0
    facai = dataclasses.replace(context, gang_tiles=(ZHONG, FA))
    assert distances(tiles("1122334466771z5z"), facai)[4] == 2


def test_routes_that_melds_rule_out_have_no_distance(way: str) -> None:
    context = ShapeContext(3, -1, (ZHONG,), (True, False, True, False, False), (False, True, False))
    found = distances(tiles("123p456p78p5p1z"), context)
    assert [number is None for number in found] == [False, True, False, True, True]
    assert found[2] == 1
    nowhere = dataclasses.replace(context, suits_open=(False, False, False))
    assert distances(tiles("123p456p78p5p1z"), nowhere)[2] is None
    row = discard_table(tiles("123p456p78p5p1z2z"), context, UNSEEN)[0]
    assert [number is None for number in row.paths] == [False, True, False, True, True]
    assert [route is None for route in route_accepts(tiles("123p456p78p5p1z"), context, UNSEEN)] == [
        False, True, False, True, True,
    ]  # fmt: skip


def test_accepts_by_hand(way: str) -> None:
    hand = tiles("123m456p789s44s55s")
    live = [4 - count for count in hand]
    live[kind("4s")] = 0
    best, found = accepts(hand, PLAIN, live)
    assert best == 0
    assert (found.live, found.dead, found.total) == ((), (kind("4s"),), 0)  # 55s is the pair of a 258
    table = discard_table(tiles("123m456p789s44s55s1z"), PLAIN, UNSEEN)
    assert [NAMES[row.tile] for row in table] == [
        "1m",
        "2m",
        "3m",
        "4p",
        "5p",
        "6p",
        "4s",
        "5s",
        "7s",
        "8s",
        "9s",
        "1z",
    ]
    last = table[-1]
    assert (last.distance, names([one for one, _ in last.accepts.live]), last.accepts.total) == (0, {"4s"}, 4)


def test_tile_that_is_held_four_times_is_no_draw(way: str) -> None:
    """Waits and accepts are tiles that can come: a fifth copy can't."""
    small = ShapeContext(1, -1, (ZHONG,), (True, False, False, False, False))
    best, found = accepts(tiles("2222m"), small, UNSEEN)
    assert (best, found.live, found.dead) == (0, (), ())  # 222m 2m waits for the fifth 2m alone
    rows = discard_table(tiles("2222m1z"), small, [0] * KINDS)
    assert [(NAMES[row.tile], row.distance) for row in rows] == [("2m", 1), ("1z", 0)]
    assert set(JIANG) <= set(rows[0].accepts.dead)  # any 258 for the pair, the 2m that went too
    assert rows[1].accepts.dead == ()


def test_laizi_drawn_counts_as_a_laizi(way: str) -> None:
    laizi = kind("1z")
    context = ShapeContext(1, laizi, (ZHONG,), (True, False, False, False, False))
    for hand, wanted in (("79m55p", True), ("79m5p1z", False)):
        _, found = accepts(tiles(hand), context, UNSEEN)
        assert (laizi in [one for one, _ in found.live]) == wanted, hand


# --------------------------------------------------------------------------------------------- properties


@st.composite
def contexts(draw: st.DrawFn) -> ShapeContext:
    return prove_shapes.random_context(np.random.default_rng(draw(st.integers(0, 2**32 - 1))))


@st.composite
def positions(draw: st.DrawFn, more: int, **fixed: Any) -> tuple[list[int], ShapeContext]:
    """A context and a hand of 3k + ``more`` tiles that leans towards some route; shrinks by its seed only."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    context = dataclasses.replace(prove_shapes.random_context(rng), **fixed)
    hand = prove_shapes.random_hands(rng, 1, 3 * context.sets + more, context.laizi)[0]
    return hand.tolist(), context


def numbers(found: Sequence[int | None]) -> list[int]:
    return [99 if number is None else number for number in found]


@given(positions(1))
def test_distance_of_a_hand_that_waits_is_not_negative(position: tuple[list[int], ShapeContext]) -> None:
    hand, context = position
    assert all(number is None or 0 <= number <= 3 * context.sets + 1 for number in distances(hand, context))


@given(positions(1), st.integers(0, 13))
def test_laizi_for_another_tile_never_harms(position: tuple[list[int], ShapeContext], place: int) -> None:
    """Nor 小胡, if it is the first: no limit on the laizi of a big hand here."""
    hand, context = position
    if context.laizi < 0 or hand[context.laizi] == 4:
        return
    context = dataclasses.replace(context, laizi_in_big=4)
    others = [one for one in range(KINDS) if hand[one] and one != context.laizi]
    if not others:
        return
    changed = hand.copy()
    changed[others[place % len(others)]] -= 1
    changed[context.laizi] += 1
    before, after = numbers(distances(hand, context)), numbers(distances(changed, context))
    assert all(new <= old for old, new in zip(before[1:], after[1:], strict=True))
    if hand[context.laizi] == 0:
        assert after[0] <= before[0]


@given(positions(2), st.permutations(range(3)))
def test_suits_are_alike(position: tuple[list[int], ShapeContext], order: list[int]) -> None:
    hand, context = position
    live = [(one * 7 + 3) % (5 - hand[one]) for one in range(KINDS)]

    def moved(one: int) -> int:
        return 9 * order[one // 9] + one % 9 if 0 <= one < DONG else one

    suits = [False] * 3
    for suit in range(3):
        suits[order[suit]] = context.suits_open[suit]
    other = dataclasses.replace(
        context,
        laizi=moved(context.laizi),
        gang_tiles=tuple(sorted(map(moved, context.gang_tiles))),
        suits_open=tuple(suits),
    )
    there, live_there = [0] * KINDS, [0] * KINDS
    for one in range(KINDS):
        there[moved(one)], live_there[moved(one)] = hand[one], live[one]
    assert distances(hand, context) == distances(there, other)
    rows = {row.tile: row for row in discard_table(there, other, live_there)}
    for row in discard_table(hand, context, live):
        twin_row = rows[moved(row.tile)]
        assert (row.distance, row.paths, row.accepts.total) == (
            twin_row.distance, twin_row.paths, twin_row.accepts.total,
        )  # fmt: skip
        assert {(moved(one), left) for one, left in row.accepts.live} == set(twin_row.accepts.live)


@given(positions(1))
def test_accepted_tiles_lower_the_distance_by_one_and_no_others_do(
    position: tuple[list[int], ShapeContext],
) -> None:
    hand, context = position
    live = [min(4 - hand[one], one % 3) for one in range(KINDS)]
    before = numbers(distances(hand, context))
    best, found = accepts(hand, context, live)
    assert best == min(before)
    accepted = {one for one, _ in found.live} | set(found.dead)
    by_route = route_accepts(hand, context, live)
    assert found.total == sum(live[one] for one in accepted)
    assert all(left == live[one] > 0 for one, left in found.live)
    assert all(live[one] == 0 for one in found.dead)
    for one in range(KINDS):
        if hand[one] == 4:
            assert one not in accepted
            continue
        hand[one] += 1
        after = numbers(distances(hand, context))
        hand[one] -= 1
        assert min(after) == best - (one in accepted)
        for route in range(5):
            given_up = by_route[route]
            lowered = given_up is not None and one in {k for k, _ in given_up.live} | set(given_up.dead)
            assert after[route] == before[route] - lowered, ROUTES[route]


@given(positions(2))
def test_discarding_the_least_useful_tile_keeps_every_distance(
    position: tuple[list[int], ShapeContext],
) -> None:
    """A hand of 3k + 2 tiles is as far away as what its best discard leaves; a complete hand waits."""
    hand, context = position
    whole = numbers(distances(hand, context))
    rows = discard_table(hand, context, UNSEEN)
    assert [row.tile for row in rows] == [one for one in range(KINDS) if hand[one]]
    for route in range(5):
        assert min(numbers(row.paths)[route] for row in rows) == max(whole[route], 0), ROUTES[route]
    for row in rows:
        hand[row.tile] -= 1
        assert row.paths == distances(hand, context)
        assert (row.distance, row.accepts) == accepts(hand, context, UNSEEN)
        hand[row.tile] += 1


def complete(counts: list[int], runs: bool, pair: Sequence[int], sets: int) -> bool:
    """Whether natural tiles are exactly ``sets`` sets and a pair out of ``pair``."""

    def only_sets(left: list[int]) -> bool:
        first = next((one for one in range(KINDS) if left[one]), None)
        if first is None:
            return True
        if left[first] >= 3 and only_sets([*left[:first], left[first] - 3, *left[first + 1 :]]):
            return True
        if runs and first < DONG and first % 9 < 7 and left[first + 1] and left[first + 2]:
            rest = left.copy()
            for one in range(first, first + 3):
                rest[one] -= 1
            return only_sets(rest)
        return False

    return any(
        counts[one] >= 2 and only_sets([*counts[:one], counts[one] - 2, *counts[one + 1 :]]) for one in pair
    )


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_complete_hands_are_those_that_laizi_can_complete(seed: int) -> None:
    """The counting formula against every assignment of the laizi to tiles (§2: any but a gang tile)."""
    rng = random.Random(seed)
    gang = tuple(sorted({ZHONG, *rng.sample(range(KINDS), rng.randrange(3))}))
    kinds = [one for one in range(KINDS) if one not in gang]
    laizi = rng.choice(kinds)
    sets = rng.randrange(1, 4)
    near = rng.sample(kinds, 6)
    target: list[int] = []
    while len(target) < 3 * sets:
        one = rng.choice(near)
        if rng.random() < 0.5:
            target += [one] * 3
        elif one < DONG and one % 9 < 7 and {one + 1, one + 2} <= set(kinds):
            target += [one, one + 1, one + 2]
    target += [rng.choice([one for one in kinds if one in JIANG] if rng.random() < 0.7 else kinds)] * 2
    if rng.random() < 0.5:
        target[rng.randrange(len(target))] = rng.choice(kinds)
    held = rng.randrange(3)
    natural = [0] * KINDS
    for one in rng.sample(target, len(target) - held):
        if one == laizi:
            held += 1
        else:
            natural[one] += 1
    if held > 2 or max(natural) > 4:
        return
    hand = natural.copy()
    hand[laizi] += held

    def some(test: Any) -> bool:
        first = kinds if held > 0 else [None]
        second = kinds if held > 1 else [None]
        for a in first:
            for b in second:
                if a is not None and b is not None and b < a:
                    continue
                filled = natural.copy()
                for one in (a, b):
                    if one is not None:
                        filled[one] += 1
                if test(filled):
                    return True
        return False

    context = ShapeContext(sets, laizi, gang)
    found = [number == -1 for number in distances(hand, context)]
    eights = [one for one in JIANG if one not in gang]
    assert found[0] == (held <= 1 and some(lambda filled: complete(filled, True, eights, sets)))
    assert found[1] == some(lambda filled: complete(filled, False, kinds, sets))
    assert found[2] == some(
        lambda filled: (
            len({one // 9 for one in range(KINDS) if filled[one]}) == 1
            and not any(filled[DONG:])
            and complete(filled, True, kinds, sets)
        )
    )
    assert found[3] == all(one in JIANG for one in range(KINDS) if natural[one])
    assert found[4] == all(one in WINDS for one in range(KINDS) if natural[one])


@settings(max_examples=40)
@example(sets=4, seed=0)
@given(sets=st.integers(0, 4), seed=st.integers(0, 2**32 - 1))
def test_batch_single_plain_and_compiled_agree(sets: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    context = dataclasses.replace(prove_shapes.random_context(rng), sets=sets)
    waiting = prove_shapes.random_hands(rng, 20, 3 * sets + 1, context.laizi)
    drawn = prove_shapes.random_hands(rng, 6, 3 * sets + 2, context.laizi)
    live = rng.integers(0, 5 - drawn).astype(np.uint8)
    answers = []
    for way in ("plain", "compiled"):
        with pytest.MonkeyPatch.context() as patch:
            use(way, patch)
            indices, laizi = hand_indices(waiting, context)
            batch = batch_distances(indices, laizi, context)
            singles = [distances(hand, context) for hand in waiting.tolist()]
            assert batch.tolist() == [numbers(found) for found in singles]
            whole = batch_discard_tables(drawn, live, context)
            tables_of = [
                discard_table(hand, context, left)
                for hand, left in zip(drawn.tolist(), live.tolist(), strict=True)
            ]
            for place, rows in enumerate(tables_of):
                for row in rows:
                    assert whole.distances[place, row.tile].tolist() == [row.distance, *numbers(row.paths)]
                    bits = sum(1 << one for one in [*row.accepts.dead, *dict(row.accepts.live)])
                    assert whole.draws[place, row.tile] == bits
                    assert whole.totals[place, row.tile] == row.accepts.total
            answers.append((indices.tolist(), laizi.tolist(), singles, tables_of))
    assert answers[0] == answers[1]


def test_batch_kernel_runs_plain_too() -> None:
    """One source: the loop that numba compiles, run as it is, against the columns of numpy."""
    rng = np.random.default_rng(3)
    context = ShapeContext(4, kind("7p"), (ZHONG, kind("6p")))
    hands = prove_shapes.random_hands(rng, 50, 13, context.laizi)
    plan = module.plan_for(context)
    indices, laizi = [[0] * 4 for _ in range(50)], [0] * 50
    out = [[0] * 5 for _ in range(50)]
    kernels.indices_batch(hands.tolist(), plan.plain[0], indices, laizi)
    kernels.distances_batch(indices, laizi, *plan.plain, out)
    expected = hand_indices(hands, context)
    assert (indices, laizi) == (expected[0].tolist(), expected[1].tolist())
    assert out == batch_distances(*expected, context).tolist()


def test_kernels_for_other_kernels_agree_with_the_reference() -> None:
    rng = np.random.default_rng(17)
    gang = (2, ZHONG)
    layout = tables.layout_for(gang)
    for counts in prove_shapes.random_hands(rng, 30, 14, -1).tolist():
        for one in gang:
            counts[one] = 0
        for sets in range(5):
            expected = reference.distances(counts, -1, gang, sets)
            for twin_of, tables_of, hand in (
                (kernels, layout.plain, counts),
                (twin(), layout.fast, np.array(counts, np.uint8)),
            ):
                whole = twin_of.hand_class(hand, tables_of)
                stacks = twin_of.hand_stacks(hand, tables_of)
                assert twin_of.missing(whole, sets, 1, tables_of) == expected[0] + 1
                assert twin_of.overlap(whole, sets, 1, tables_of) == 3 * sets + 2 - expected[0] - 1
                assert twin_of.triplets_missing(stacks, sets, tables_of) == expected[1] + 1
                one_suit = [
                    twin_of.missing(twin_of.suit_class(hand, suit, tables_of), sets, 2, tables_of)
                    for suit in range(3)
                ]
                assert min(one_suit) == expected[2] + 1
                assert 3 * sets + 1 - twin_of.jiang_count(stacks) == expected[3]
                assert 3 * sets + 1 - twin_of.wind_count(stacks) == expected[4]
