"""Training: recorded deals give the same weights again, and better choices than those it began with."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer import preset
from analyzer.expectation import train
from analyzer.playout import model_kernels as models

pytestmark = pytest.mark.audit  # its kernels are compiled for it alone

RULES = preset("hongzhong")
SMALL = train.Settings(
    deals_judged=600,
    deals_chosen=300,
    rounds=1,
    epochs_judged=2,
    epochs_chosen=1,
    walls=40,
    decisions_measured=3,
    worlds=16,
)


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    train.prepare()


def test_training_is_repeatable_on_any_number_of_threads():
    weights, told = train.train(RULES, SMALL, say=lambda line: None)
    again, told_again = train.train(RULES, replace(SMALL, jobs=1), say=lambda line: None)
    assert (weights == again).all()
    assert told == told_again
    assert len(weights) == models.MODEL_SIZE


def test_errors_are_measured_against_playouts_to_the_end():
    weights = train.fixed(train.fresh_nets(np.random.default_rng(5)))
    found = train.errors_of(RULES, weights, SMALL)
    assert len(found["judge_error"]) == len(found["level_error"]) == len(train.DEPTHS)
    assert all(error >= 0 for error in (*found["judge_error"], *found["level_error"]))


def test_weights_go_to_fixed_point_and_back():
    nets = train.fresh_nets(np.random.default_rng(4))
    weights = train.fixed(nets)
    assert (train.fixed(train.loose(weights)) == weights).all()


def test_values_of_a_decision_add_up_to_nothing():
    weights = train.fixed(train.fresh_nets(np.random.default_rng(1)))
    chunks = train.decisions_of(RULES, weights, True, 1, 5, 60, 1)
    data = train.gathered(chunks)
    sums = np.add.reduceat(data.values.astype(np.float64), data.starts)
    assert np.abs(sums).max() < 0.05
    assert data.features.min() >= 0
    assert data.features.max() < models.ACTION_ROWS
    assert (np.add.reduceat(data.plain.astype(int), data.starts) == 1).all()
    assert (np.add.reduceat(data.chosen.astype(int), data.starts) == 1).all()


def test_the_player_learns_what_its_lessons_say():
    """Values that follow one row alone are found, near the best actions above all."""
    rng = np.random.default_rng(2)
    n, each = 3000, 5
    features = np.zeros((n * each, models.ACTION_FEATURES), np.int16)
    features[:, 0] = models.F_NEAR + models.LIVE_STEPS * 2
    tile = rng.integers(0, 6, n * each)
    features[:, -2] = models.F_TILE + tile
    worth = np.array([0, 3, -4, 8, 1, -2])[tile] + rng.normal(0, 5, n * each)
    starts = np.arange(0, n * each, each)
    values = (worth - np.repeat(np.add.reduceat(worth, starts) / each, each)).astype(np.float32)
    mask = np.zeros(n * each, bool)
    data = train.Decisions(features, values, mask, mask, starts)
    nets = train.fresh_nets(rng)
    train.learn_choices(nets, data, 8, rng)
    rates = train.rates_of(nets, features)
    chosen = np.array([start + rates[start : start + each].argmax() for start in starts])
    true = np.array([0, 3, -4, 8, 1, -2])[tile]
    assert (true[chosen] == np.maximum.reduceat(true, starts)).mean() > 0.9


def test_the_judge_learns_from_positions():
    nets = train.fresh_nets(np.random.default_rng(3))
    rows = train.positions_of(RULES, train.fixed(nets), False, 9, 15_000, 2)
    explained = train.learn_judgement(nets, rows, 2, 0.004, np.random.default_rng(3))
    assert 0.02 < explained < 0.5
    assert rows[:, train.kernels.G_WON].mean() == pytest.approx(0.25, abs=0.05)
    assert (rows[:, train.kernels.G_WON] <= rows[:, train.kernels.G_READY]).all()
