"""Whole deals: every choice that the kernels offer, every move they make and every payment, against the referee."""

import random

import numpy as np
import pytest

from analyzer import PRESETS, compiler
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels as players
from analyzer.playout.tables import core_for, new_state, new_work, plain_core
from tests.reference.referee import Referee

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

NAMES = {
    game.A_WIN: ("win",),
    game.A_PASS: ("pass",),
    game.A_PENG: ("peng",),
    game.A_CHONG_GANG: ("chong_gang",),
}


def name_of(code: int, tile: int) -> tuple:
    if code in NAMES:
        return NAMES[code]
    if code >= game.A_CHI:
        return ("chi", tile - (code - game.A_CHI))
    kind = ("discard", "gang", "an_gang", "xu_gang")[code // 34]
    return (kind, code % 34)


def compare_deal(rules, kernels, chooser, seed: int, policy: bool) -> Referee:
    """Play one deal in the kernels and with the referee side by side."""
    rng = random.Random(seed)
    tiles = [kind for kind in range(34) for _ in range(4)]
    rng.shuffle(tiles)
    core = core_for(rules)
    work, g, actions = new_work(core), new_state(), np.zeros(game.ACTIONS, np.int64)
    work[game.K_POLICY : game.K_POLICY + 4] = seed // 2 % 2  # the efficient player, the learned one
    kernels.deal(np.array(tiles), seed % 4, core, g)
    referee = Referee(rules, tiles, seed % 4)
    n = kernels.step(-1, core, work, g, actions)
    whole = referee.all_tiles()
    while n > 0:
        codes = actions[:n].tolist()
        offered = {name_of(code, int(g[game.TILE])): code for code in codes}
        assert (g[game.ACTOR], set(offered)) == (referee.actor, referee.choices)
        if policy:
            code = int(chooser.choose(core, work, g, actions, n))
        else:  # wins are rare enough without being passed by chance
            code = (
                offered[("win",)] if ("win",) in offered and rng.random() < 0.8 else rng.choice(sorted(codes))
            )
        assert code in codes
        action = name_of(code, int(g[game.TILE]))
        n = kernels.step(code, core, work, g, actions)
        referee.play(action)
        if not referee.waiting and referee.result is None:  # a tile on offer lies nowhere
            assert referee.all_tiles() == whole
        for seat in range(4):
            hand = g[game.HANDS + 34 * seat : game.HANDS + 34 * seat + 34]
            assert all(referee.hands[seat][kind] == hand[kind] for kind in range(34))
    winner, pays = referee.result
    assert g[game.WINNER] == (-1 if winner is None else winner)
    assert tuple(g[game.PAYS : game.PAYS + 4].tolist()) == tuple(pays)
    assert sum(pays) == 0
    return referee


@pytest.fixture(scope="module")
def twins():
    return compiler.compiled(game), compiler.compiled(players)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("policy", [True, False], ids=["policy", "random"])
def test_deals_agree_with_the_referee(name, policy, twins):
    for seed in range(12):
        compare_deal(PRESETS[name], *twins, seed, policy)


def test_kernels_play_alike_uncompiled(twins):
    for seed, name in enumerate(PRESETS):
        rules, tiles = PRESETS[name], np.random.default_rng(seed).permutation(136) >> 2
        ends = []
        for kernels, chooser in (twins, (game, players)):
            work, g, actions = new_work(core_for(rules)), new_state(), np.zeros(game.ACTIONS, np.int64)
            core = plain_core(core_for(rules)) if kernels is game else core_for(rules)
            kernels.deal(tiles, seed % 4, core, g)
            chooser.play_out(core, work, g, actions)
            ends.append(g.tolist())
        assert ends[0] == ends[1]
