"""Matches on duplicate deals: the same on any threads or machines, honest intervals, a gain that two ways agree on."""

import dataclasses
import math
from argparse import ArgumentTypeError

import numpy as np
import pytest
from distributed import LocalCluster

from analyzer import PRESETS, compiler, preset
from analyzer.expectation import tournament
from analyzer.expectation.tournament import anytime_margin, contender, play
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels as models
from analyzer.playout.models import empty_model, is_judged, is_learned, model_of, provenance
from analyzer.playout.selfplay import cluster
from analyzer.playout.tables import Bench
from analyzer.rules import RuleSet

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

RULES = preset("hongzhong")


@pytest.fixture(scope="module")
def compiled():
    tournament.prepare()


matches = pytest.mark.audit  # their kernels are compiled for them alone


def without_time(result):
    return dataclasses.replace(result, seconds=0.0, jobs=0)


@matches
@pytest.mark.usefixtures("compiled")
def test_the_same_match_on_any_number_of_threads():
    asked = (RULES, contender("cut:8"), contender("p0"), 6)
    one = play(*asked, repeats=2, jobs=1, size=3)
    two = play(*asked, repeats=2, jobs=2, size=1)
    assert without_time(one) == without_time(two)
    assert one.decisions > 1
    assert 0 < one.differing < one.decisions
    assert one.difference == pytest.approx(sum(one.by_kind.values()), abs=1e-9)


@matches
@pytest.mark.usefixtures("compiled")
def test_the_same_match_on_a_cluster():
    asked = (RULES, contender("p1"), contender("p0"), 40)
    here = play(*asked, repeats=1, jobs=1, size=10)
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as made,
        cluster(made.scheduler_address),
    ):
        there = play(*asked, repeats=1, size=10)
    assert without_time(here) == without_time(there)


@matches
@pytest.mark.usefixtures("compiled")
def test_a_player_against_itself_wins_nothing():
    found = play(RULES, contender("p0"), contender("p0"), 50, repeats=1)
    assert found.gain == 0  # every wall from every seat: the amounts of a deal add up to zero
    assert found.differing == 0
    assert found.difference == 0


@matches
@pytest.mark.usefixtures("compiled")
def test_score_and_performance_difference_agree():
    found = play(RULES, contender("p1"), contender("p0"), 500, repeats=4)
    off = abs(found.gain - found.difference)
    assert off < 2 * math.hypot(found.gain_margin, found.difference_margin)
    assert found.difference > found.difference_margin  # the learned player is the better one


@matches
@pytest.mark.usefixtures("compiled")
def test_a_match_ends_once_it_is_decided():
    found = play(RULES, contender("p1"), contender("p0"), 4000, until=-30.0, size=1)
    assert found.decided == "above"
    assert found.walls < 4000


def test_the_sequential_interval_holds_at_all_times():
    rng = np.random.default_rng(1)
    missed = 0
    for _ in range(200):
        values = rng.normal(0, 30, 2000)
        looks = (values[:n] for n in range(50, 2001, 50))
        missed += any(abs(seen.mean()) > anytime_margin(seen) for seen in looks)
    assert missed <= 18  # 5 % of 200, and what chance may add


@pytest.mark.parametrize(
    "wrong", ["", "p2", "cut", "cut:0", "cut:1", "cut:many", "cut:8:4", "full:1:1", "p1:3", "cut:1000000"]
)
def test_unknown_players_are_refused(wrong):
    with pytest.raises(ArgumentTypeError, match="expected p0, p1"):
        contender(wrong)


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_game_has_a_player_with_provenance(name):
    told = provenance(PRESETS[name])
    assert is_learned(PRESETS[name])
    assert is_judged(PRESETS[name])
    assert told["game"] == name
    assert told["opponents"] == "P0"
    assert told["commit"]
    assert told["settings"]["deals_chosen"] >= 10_000
    assert told["measured"]["gain"] > told["measured"]["gain_margin"]
    assert len(told["judge_error"]) == len(told["level_error"]) == 4


def test_a_custom_rule_set_has_its_base_games_player_and_no_judge():
    custom = RuleSet.from_fields(RULES, {"minimum": 10})
    assert is_learned(custom)
    assert not is_judged(custom)
    assert (model_of(custom) == model_of(RULES)).all()
    other = RuleSet.from_fields(RULES, {}, id="a table of its own")
    assert not is_learned(other)
    assert (model_of(other) == empty_model()).all()


@pytest.mark.parametrize("name", ["hongzhong", "qipi"])
def test_the_learned_player_chooses_alike_uncompiled(name):
    """And always a legal action: step would not survive another."""
    twin, made = compiler.compiled(models), compiler.compiled(game)
    bench = Bench(PRESETS[name])
    bench.seat_players([models.LEARNED] * 4)
    seen = 0
    for seed in range(2):
        rng = np.random.default_rng(seed)
        tiles = rng.permutation(np.arange(136) >> 2)
        made.deal(tiles, 0, bench.core, bench.state)
        n = made.step(-1, bench.core, bench.work, bench.state, bench.actions)
        while n > 0:
            listed = bench.actions[:n].tolist()
            chosen = twin.choose(bench.core, bench.work, bench.state, bench.actions, n)
            assert chosen in listed
            if rng.random() < 0.4:
                assert models.choose(bench.plain, bench.work, bench.state, listed, n) == chosen
                seen += 1
            n = made.step(chosen, bench.core, bench.work, bench.state, bench.actions)
    assert seen > 20


def test_the_judge_says_the_same_uncompiled():
    twin, made = compiler.compiled(models), compiler.compiled(game)
    bench = Bench(RULES)
    made.deal(np.arange(136) * 7 % 136 >> 2, 0, bench.core, bench.state)
    out = slice(game.K_MODEL + models.L_OUT, game.K_MODEL + models.L_OUT + models.OUTPUTS)
    for seat in (1, 2, 3):
        twin.judge_state(seat, bench.core, bench.work, bench.state)
        compiled = bench.work[out].tolist()
        models.judge_state(seat, bench.plain, bench.work, bench.state)
        assert bench.work[out].tolist() == compiled
        assert -600 < compiled[0] / (1 << models.FRACTION) < 600


@matches
@pytest.mark.usefixtures("compiled")
def test_results_are_told_in_one_line():
    found = play(RULES, contender("p1"), contender("p0"), 4, repeats=1)
    line = tournament.describe(found)
    assert line.startswith("hongzhong: p1 against three p0, 4 walls × 4 seats: ")
    assert "discard" in line
    assert found.ms_a_decision > 0
