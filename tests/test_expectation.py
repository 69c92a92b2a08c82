"""The expectation: dealt worlds, one policy, figures that agree with each other and with their seed."""

import threading
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from analyzer import (
    Action,
    Meld,
    MeldKind,
    Player,
    Position,
    Turn,
    compiler,
    discards,
    parse_tile,
    parse_tiles,
    preset,
)
from analyzer import score as settle
from analyzer.advice import Offer, calls, default_first, valued
from analyzer.expectation import playouts
from analyzer.expectation.playouts import Speed
from analyzer.playout import game_kernels as game
from analyzer.playout import hidden_kernels as hidden
from analyzer.playout.calibration import summarise
from analyzer.playout.models import judge_error
from analyzer.playout.nearness import nearness_of, provenance
from analyzer.playout.selfplay import calibration_rows, prepare
from analyzer.playout.states import state_of
from analyzer.playout.tables import Bench
from analyzer.requests import answer
from analyzer.wins import Win

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    """Playouts are for compiled kernels; the test of the plain ones turns them off itself."""
    compiler.warm_up(block=True)


def position(hand: str, melds=(), indicator="4m", **more) -> Position:
    players = [Player(melds=tuple(melds)), Player(), Player(), Player()]
    found = Position(hand=parse_tiles(hand), indicator=parse_tile(indicator), players=tuple(players), **more)
    found.check()
    return found


PENG = Meld(MeldKind.PENG, (28,), 2)
TENPAI = position("135m567p22445s", [PENG], visible=parse_tiles("8m9p13s1z"))


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads():
    options = discards(TENPAI).options
    one = valued(TENPAI, options, samples=96, seed=7, threads=1)
    two = valued(TENPAI, options, samples=96, seed=7, threads=2)
    assert one == two
    other = valued(TENPAI, options, samples=96, seed=8, threads=2)
    assert [o.estimate.score for o in other] != [o.estimate.score for o in one]


def test_the_figures_of_a_row_agree():
    for option in valued(TENPAI, discards(TENPAI).options, samples=128, seed=3):
        found = option.estimate
        assert sum(chance for _, chance in found.payouts) == pytest.approx(1, abs=1e-12)
        assert sum(points * chance for points, chance in found.payouts) == pytest.approx(
            found.score, abs=1e-9
        )
        assert found.win <= found.tenpai
        assert found.win_by_turn == tuple(sorted(found.win_by_turn))
        assert found.tenpai_by_turn == tuple(sorted(found.tenpai_by_turn))
        assert all(w <= t for w, t in zip(found.win_by_turn, found.tenpai_by_turn, strict=True))
        assert found.win_by_turn[-1] <= found.win
        assert found.win + sum(found.deal_in) + found.drawn <= 1 + 1e-12
        assert found.deal_in[TENPAI.seat] == 0
        assert all(cost <= 0 for cost in found.deal_in_cost)
        small = dict(found.hands).get("small", 0)
        assert small <= found.win


def test_a_win_pays_what_the_score_says_without_any_doubt():
    complete = position("55m567p222444s", [PENG], indicator="9m")
    won = next(o for o in valued(complete, discards(complete).options, samples=32) if o.action is Action.WIN)
    assert won.estimate.score == settle(complete, Win(complete.hand[-1])).total
    assert won.estimate.score_se == 0
    assert won.estimate.win == 1


def test_kernels_value_alike_uncompiled(monkeypatch):
    options = discards(TENPAI).options[:2]
    compiled = valued(TENPAI, options, samples=3, seed=5, threads=1)
    monkeypatch.setattr(compiler, "active", lambda module: module)
    monkeypatch.setattr(compiler, "is_ready", lambda module: False)
    assert valued(TENPAI, options, samples=3, seed=5, threads=1) == compiled


def test_a_stopped_run_keeps_what_it_has():
    stop = threading.Event()
    seen = []

    def progress(samples, estimates):
        seen.append((samples, len(estimates)))
        stop.set()

    options = discards(TENPAI).options
    found = valued(TENPAI, options, samples=100_000, stop=stop, progress=progress)
    assert seen == [(playouts.FIRST_ROUND, len(options))]
    assert max(o.estimate.samples for o in found) == playouts.FIRST_ROUND
    with pytest.raises(playouts.Cancelled):
        valued(TENPAI, options, samples=100, stop=stop)


def test_weak_actions_are_dropped_and_say_so():
    found = valued(TENPAI, discards(TENPAI).options, samples=1024, seed=1)
    samples = [option.estimate.samples for option in found]
    assert max(samples) == 1024
    assert min(samples) < 1024


def test_every_answer_to_an_offer_is_valued():
    asked = position("135m567p2235s", [PENG], offer=parse_tile("4s"))
    offer = Offer(parse_tile("4s"), 3)
    found = valued(asked, calls(asked, offer).options, offer, samples=64)
    assert {option.action for option in found} >= {Action.PASS, Action.CHI}
    assert all(option.estimate.samples == 64 for option in found)


def test_a_robbed_gang_can_be_passed_or_won():
    robber = Player(melds=(Meld(MeldKind.PENG, (parse_tile("2m"),), 0),))
    asked = Position(
        hand=parse_tiles("13m567p22s444s"),
        indicator=parse_tile("9m"),
        players=(Player(melds=(PENG,)), robber, Player(), Player()),
        offer=parse_tile("2m"),
    )
    asked.check()
    offer = Offer(parse_tile("2m"), 1, robbed=True)
    win, passed = valued(asked, calls(asked, offer).options, offer, samples=32)
    assert (win.action, passed.action) == (Action.WIN, Action.PASS)
    assert win.estimate.score == win.score.total


@pytest.mark.parametrize("seed", range(20))
def test_hidden_tiles_are_dealt_from_what_is_unseen(seed):
    rules = preset("qipi" if seed % 2 else "hongzhong")
    g = state_of(replace(TENPAI, rules=rules, laizi=None))
    bench = Bench(rules)
    hidden.seed_random(seed, bench.random)
    hidden.deal_hidden(0, nearness_of(rules), bench.random, bench.plain, bench.work, bench.tiles, g)
    lying = Counter({kind: int(g[game.SEEN + kind]) for kind in range(34)})
    for seat in range(4):
        hand = g[game.HANDS + 34 * seat : game.HANDS + 34 * seat + 34].tolist()
        assert sum(hand) == (11 if seat == 0 else 13)
        lying.update(dict(enumerate(hand)))
        lying.update(g[game.WALL + g[game.QUEUE_NEXT + seat] : game.WALL + g[game.QUEUE_END + seat]].tolist())
    assert all(lying[kind] == 4 for kind in range(34))


@pytest.mark.parametrize("name", ["hongzhong", "yuanhang"])
def test_predictions_come_true(name):
    """A sample of `make calibration`: deals that the data of hidden hands was not made from."""
    prepare()
    rules = preset(name)
    found = summarise(name, calibration_rows(rules, nearness_of(rules), 600, 24), 24)
    assert abs(found.whole.win_predicted - found.whole.win_realised) < 1.5 * found.whole.win_margin
    assert abs(found.whole.score_predicted - found.whole.score_realised) < 1.5 * found.whole.score_margin
    assert found.brier < 0.19  # knowing nothing


def test_the_data_says_where_it_comes_from():
    assert provenance()["policy"] == "P0"
    assert provenance()["deals"] >= 10_000


def test_small_generators_are_even():
    rng = np.zeros(2, np.int64)
    hidden.seed_random(1, rng)
    drawn = Counter(hidden.below(7, rng) for _ in range(7000))
    assert set(drawn) == set(range(7))
    assert all(abs(count - 1000) < 5 * 30 for count in drawn.values())


def test_the_last_draw_is_won_on_or_kept():
    last = position("55m567p222444s", [PENG], indicator="9m", turn=Turn.LAST_DRAW, wall=2)
    (won,) = valued(last, discards(last).options, samples=8)
    assert won.action is Action.WIN
    assert won.estimate.win == 1


REQUEST = {
    "op": "discards",
    "hand": "135m567p22445s",
    "indicator": "4m",
    "players": [{"melds": []}, {}, {}, {}],
}


@pytest.mark.parametrize("speed", ["instant", "quick", "full"])
def test_requests_reproduce_their_answers(speed):
    asked = REQUEST | {"speed": speed, "samples": 64, "seed": 4}
    first, again = answer(asked), answer(asked)
    assert first == again
    told = {name: first[name] for name in ("speed", "seed", "samples", "policy", "opponents")}
    assert told == {"speed": speed, "seed": 4, "samples": 64, "policy": "P1", "opponents": "P0"}
    best = first["options"][0]
    assert {"win", "tenpai", "ev", "ev_se"} <= set(best)
    assert ("payouts" in best) == (speed == "full")
    assert len(first["notes"]) == (2 if speed == "full" else 3)  # partial hand, whose policy; who judges


def test_a_custom_rule_set_is_played_to_the_end_and_says_so():
    custom = {"base": "hongzhong", "cap": 200}
    found = answer(REQUEST | {"rules": custom, "speed": "quick", "samples": 16})
    assert (found["speed"], found["policy"]) == ("full", "P1")
    assert "payouts" in found["options"][0]
    assert "hongzhong" in found["notes"][-1]


def test_what_the_judge_may_be_off_by_is_part_of_the_error():
    options = discards(TENPAI).options
    quick = valued(TENPAI, options, speed=Speed.QUICK, samples=512, seed=2)
    error = judge_error(TENPAI.rules, Speed.QUICK.depth)
    assert error > 0
    for option in quick:
        if option.estimate.diff_se:
            assert error < option.estimate.diff_se < error + 5
        assert option.estimate.payouts == ()
    full = valued(TENPAI, options, speed=Speed.FULL, samples=4096, seed=2)
    told = {(option.action, option.tile): option.estimate for option in full}
    for option in quick:
        other = told[option.action, option.tile]
        off = abs(option.estimate.score - other.score)
        assert off < 5 * (option.estimate.score_se + other.score_se)


def test_the_default_is_what_the_owners_policy_takes():
    first = default_first(TENPAI, discards(TENPAI).options)
    assert sorted(first, key=str) == sorted(discards(TENPAI).options, key=str)
    assert default_first(TENPAI, first) == first
    lone = discards(TENPAI).options[:1]
    assert default_first(TENPAI, lone) == lone


@pytest.mark.parametrize(
    "wrong",
    [
        {"samples": 0},
        {"samples": 10**9},
        {"budget_s": -1.0},
        {"seed": -1},
        {"speed": "fast"},
        {"samples": "many"},
    ],
    ids=str,
)
def test_wrong_amounts_of_work_are_refused(wrong):
    assert answer(REQUEST | wrong)["error"]["code"] == "bad_request"


def test_without_an_indicator_nothing_is_played_out():
    asked = {key: value for key, value in REQUEST.items() if key != "indicator"} | {"speed": "full"}
    found = answer(asked)
    assert "ev" not in found["options"][0]
    assert found["notes"]
