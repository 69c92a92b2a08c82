"""Small end-games: what the kernels play out against an exhaustive tree with exact chances.

The states are recorded in ``tests/reference/endgames.jsonl``: the last draws of self-played deals, all hands known.
The kernels play every order of the wall; the tree draws every tile with its chance.  Both play by P0.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from analyzer import PRESETS, Position, calls, compiler, discards, parse_melds, parse_tile, parse_tiles
from analyzer.advice import Offer, valued
from analyzer.expectation import playouts
from analyzer.playout.model_kernels import EFFICIENT
from tests.endgames import Efficient, Kernels, compare, from_json, view
from tests.reference.endgame import Action, Deal, Outcome, State, Tree, mean, mixed

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

RECORDED = Path(__file__).parent / "reference" / "endgames.jsonl"
DEALS = [from_json(json.loads(line)) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
SAMPLES = 300
ERRORS = 4
"""Standard errors that a sampled mean may lie off the exact one."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiler.warm_up(block=True)


def stated_error(values: list[int]) -> float:
    """The standard error of a mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


@pytest.mark.parametrize("number", range(len(DEALS)))
def test_endgame_agrees_with_the_tree(number):
    deal = DEALS[number]
    exact = compare(deal)
    kernels, rng = Kernels(deal), random.Random(number)
    orders = [tuple(rng.sample(deal.state.wall, len(deal.state.wall))) for _ in range(SAMPLES)]
    paid = kernels.sampled(orders)
    worth = {action: float(mean(outcome, kernels.seat)) for action, outcome in exact.items()}
    for action, values in paid.items():
        assert abs(np.mean(values) - worth[action]) <= ERRORS * stated_error(values) + 1e-9
    ranked, best = (max(each, key=each.get) for each in ({a: np.mean(v) for a, v in paid.items()}, worth))
    gaps = [one - other for one, other in zip(paid[ranked], paid[best], strict=True)]
    assert worth[best] - worth[ranked] <= ERRORS * stated_error(gaps) + 1e-9


def test_recorded_endgames_cover_the_end_of_a_deal():
    assert len(DEALS) >= 30
    assert {deal.rules for deal in DEALS} == set(PRESETS)
    assert {deal.state.left for deal in DEALS} == {1, 2, 3, 4, 5, 6}
    assert any(deal.offered is not None for deal in DEALS)
    assert any(len(deal.state.wall) < 4 for deal in DEALS)  # a queue is empty from the start
    assert any(len(deal.state.wall) > deal.state.left for deal in DEALS)


# Others' hands hidden: the estimates themselves

LAID = (
    "chi:123m@3 chi:456m@3 peng:1z@1 peng:9s@2",
    "chi:123m@0 chi:456p@0 peng:2z@0 peng:9m@2",
    "chi:123p@1 chi:123s@1 peng:6z@0 peng:9p@1",
    "chi:789m@2 chi:123s@2 peng:7z@0 peng:7p@1",
)
"""Four melds each: every hand is a single tile, and where all unseen tiles are 将 each of them is tenpai."""
INDICATOR = parse_tile("3z")


def laid_down(rules: str, hand: str, unseen: str, left: int, offered: str | None) -> Deal:
    """Seat 0 holds ``hand``; three of ``unseen`` are the others' tiles, the rest is the wall."""
    melds = tuple(
        tuple(
            (str(kind), tiles if kind == "chi" else tiles[:1], source)
            for kind, tiles, source in parse_melds(text)
        )
        for text in LAID
    )
    mine, pool = parse_tiles(hand), parse_tiles(unseen)
    offer = () if offered is None else (parse_tile(offered),)
    lying = [*mine, *pool, *offer, INDICATOR]
    for seat in melds:
        for kind, tiles, _ in seat:
            lying += tiles if kind == "chi" else tiles * 3
    visible = tuple(kind for kind in range(34) for _ in range(4 - lying.count(kind)))
    state = State(
        hands=(tuple(sorted(mine)), (), (), offer),
        melds=melds,
        gangs=((),) * 4,
        drops=(0,) * 4,
        discards=((),) * 4,
        wall=tuple(sorted(pool)),
        left=left,
    )
    seat = 0 if offered is None else 3
    return Deal(rules, 0, INDICATOR, state, seat, visible, *offer)


def dealt(deal: Deal) -> Iterator[tuple[Fraction, Deal]]:
    """Every way in which the others' three tiles may lie, with its chance."""
    wall = list(deal.state.wall)
    ways = list(permutations(range(len(wall)), 3))
    chances: dict[tuple[int, ...], int] = {}
    for way in ways:
        tiles = tuple(wall[at] for at in way)
        chances[tiles] = chances.get(tiles, 0) + 1
    for tiles, count in chances.items():
        rest = list(wall)
        hands = [deal.state.hands[0]]
        for seat, tile in enumerate(tiles, 1):
            rest.remove(tile)
            hands.append(tuple(sorted((*deal.state.hands[seat], tile))))
        state = replace(deal.state, hands=tuple(hands), wall=tuple(rest))
        yield Fraction(count, len(ways)), replace(deal, state=state)


def expected(deal: Deal) -> dict[Action, Outcome]:
    """The exact outcome of each action of seat 0, over all that it cannot see."""
    parts: dict[Action, list[tuple[Fraction, Outcome]]] = {}
    for chance, known in dealt(deal):
        seat, found = Tree(known, Efficient(known)).values()
        assert seat == 0
        for action, outcome in found.items():
            parts.setdefault(action, []).append((chance, outcome))
    return {action: mixed(each) for action, each in parts.items()}


HIDDEN = (
    ("hongzhong", "2m5p", "2m5p5p8s8s5s8p", 4, None),
    ("hongzhong-koukou", "2m8s", "2m5p8s8s5s5s8p", 4, None),
    ("yuanhang", "5p8p", "2m5p5p8s8s8p8p", 3, None),
    ("yuanhang", "5s", "2m5p5p8s8s5s5s8p", 4, "5s"),
    ("hongzhong", "8p", "2m5p8s8s8s8p5s", 4, "8p"),
)


@pytest.mark.parametrize("row", HIDDEN, ids=lambda row: f"{row[0]}-{row[1]}-{row[4]}")
def test_estimates_agree_with_the_tree(row, monkeypatch):
    monkeypatch.setattr(playouts, "seat_policies", lambda rules, seat: (EFFICIENT,) * 4)  # as the tree plays
    deal = laid_down(*row)
    exact = expected(deal)
    assert all(sum(outcome.values()) == 1 for outcome in exact.values())
    offer = None if deal.offered is None else Offer(deal.offered, 3)
    known = deal if offer is None else replace(deal, state=deal.state.put("hands", 3, ()))
    position: Position = view(known, known.state, 0, offer=deal.offered)
    position.check()
    options = discards(position).options if offer is None else calls(position, offer).options
    found = valued(position, options, offer, samples=4096, seed=2)
    told = {}
    for option in found:
        action = (
            (str(option.action),) if option.action in ("win", "pass") else (str(option.action), option.tile)
        )
        told[action] = option.estimate
    assert set(told) == set(exact)
    for action, estimate in told.items():
        outcome = exact[action]
        assert abs(estimate.score - float(mean(outcome, 0))) <= ERRORS * estimate.score_se + 1e-9
        for seat, seen in ((0, estimate.win), (None, estimate.drawn)):
            chance = float(
                sum((part for (winner, _), part in outcome.items() if winner == seat), Fraction(0))
            )
            error = (chance * (1 - chance) / estimate.samples) ** 0.5
            assert abs(seen - chance) <= ERRORS * error + 1e-9
    worth = {action: float(mean(outcome, 0)) for action, outcome in exact.items()}
    first, best = next(iter(told)), max(worth, key=worth.get)
    assert worth[best] - worth[first] <= ERRORS * max(told[best].diff_se, told[first].diff_se) + 1e-9
