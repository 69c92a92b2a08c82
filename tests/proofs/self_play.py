"""Self-played deals of every preset: tiles kept, sums zero, each win and its payment equal to the score answer.

    python tests/proofs/self_play.py [--deals 10000] [--referee 100] [--first 3000000000]

Every deal is checked for its 136 tiles and its four amounts; every win is scored again by the engine's ``score``.
``--referee`` deals of each preset are moreover played side by side with the referee of the tests, choice by choice.
``--learned`` seats a learned player in every second deal, each seat in turn.
Prints the rates of each preset and exits 1 on the first difference.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import PRESETS, Meld, MeldKind, Player, Position, Win, WinBy, compiler, score, waits
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels as policy
from analyzer.playout import selfplay_kernels as selfplay
from analyzer.playout.selfplay import FIRST_OF_PROOFS
from analyzer.playout.tables import Bench
from analyzer.win_kernels import P_HONOUR_GANG, P_LAIZI_DROP, P_LAIZI_GANG, P_SIZE
from tests.test_playout import compare_deal

KINDS = (MeldKind.CHI, MeldKind.PENG, MeldKind.CHONG_GANG, MeldKind.XU_GANG, MeldKind.AN_GANG)
BY = (WinBy.ZIMO, WinBy.DISCARD, WinBy.QIANGGANG)


def player_of(g, seat: int, rules) -> Player:
    melds = []
    for i in range(g[game.MELDS + seat]):
        kind, tile, source = g[game.MELD_LIST + 12 * seat + 3 * i :][:3].tolist()
        named = (tile, tile + 1, tile + 2) if kind == game.CHI else (tile,)
        melds.append(Meld(KINDS[kind], named, None if kind == game.AN_GANG else source))
    facts = g[game.PLAYERS + P_SIZE * seat :][:P_SIZE].tolist()
    # which honour was laid down does not matter for the fan
    gangs = [rules.gang_honours[0]] * facts[P_HONOUR_GANG] + [int(g[game.LAIZI])] * facts[P_LAIZI_GANG]
    return Player(tuple(melds), tuple(gangs), facts[P_LAIZI_DROP])


def tiles_kept(g) -> bool:
    """Every tile of the deal lies in a hand, in the open, in an an_gang or still in the wall."""
    kept = Counter()
    for seat in range(4):
        for kind in range(34):
            kept[kind] += int(g[game.HANDS + 34 * seat + kind])
        for i in range(g[game.MELDS + seat]):
            kind, tile, _ = g[game.MELD_LIST + 12 * seat + 3 * i :][:3].tolist()
            kept[tile] += 4 * (kind == game.AN_GANG)
        wall = g[game.WALL + g[game.QUEUE_NEXT + seat] : game.WALL + g[game.QUEUE_END + seat]]
        kept.update(wall.tolist())
    for kind in range(34):
        kept[kind] += int(g[game.SEEN + kind])
    # the tile of a robbed gang is on its way from a hand into a meld
    if g[game.WINNER] >= 0 and g[game.WIN_BY] == 2:
        kept[int(g[game.WIN_TILE])] += 1
    # a queue that lent tiles from its end keeps their places
    return all(kept[kind] == 4 for kind in range(34))


def check_win(g, rules) -> None:
    """Score the win again by the engine's answer."""
    seat, by = int(g[game.WINNER]), BY[int(g[game.WIN_BY])]
    tile, source = int(g[game.WIN_TILE]), int(g[game.WIN_SOURCE])
    players = [player_of(g, each, rules) for each in range(4)]
    hands = [
        [kind for kind in range(34) for _ in range(g[game.HANDS + 34 * each + kind])] for each in range(4)
    ]
    common = {"rules": rules, "dealer": int(g[game.DEALER]), "indicator": int(g[game.INDICATOR])}
    if by is WinBy.DISCARD:
        fed = Position(hand=tuple(hands[source]), seat=source, players=tuple(players), **common)
        tenpai = waits(fed).tenpai
        players[source] = Player(
            *[getattr(players[source], f) for f in ("melds", "gangs", "laizi_drops")], (), tenpai
        )
    if by is not WinBy.ZIMO:
        hands[seat].append(tile)
    position = Position(hand=tuple(hands[seat]), seat=seat, players=tuple(players), **common)
    after_gang, last = bool(g[game.AFTER_GANG]), bool(g[game.LEFT] < game.GANGS_END)
    zimo = by is WinBy.ZIMO
    win = Win(tile, by, None if zimo else source, zimo and after_gang, zimo and last)
    found = score(position, win)
    if not found.valid or found.pays != tuple(g[game.PAYS : game.PAYS + 4].tolist()):
        raise SystemExit(
            f"{rules.id}: {position} {win}: {found.pays} {found.reasons}, played {g[game.PAYS :][:4]}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--referee", type=int, default=100)
    parser.add_argument("--first", type=int, default=FIRST_OF_PROOFS)
    parser.add_argument("--learned", action="store_true")
    parser.add_argument("presets", nargs="*", default=list(PRESETS))
    asked = parser.parse_args()
    kernels, players, deals = (compiler.compiled(module) for module in (game, policy, selfplay))
    for name in asked.presets:
        rules, start = PRESETS[name], time.perf_counter()
        for seed in range(asked.referee):
            compare_deal(rules, kernels, players, seed, policy=seed % 2 == 0)
        bench = Bench(rules)
        core, work, rng, tiles, actions, g = bench.common
        row, counted = np.zeros(selfplay.D_SIZE, np.int64), Counter()
        for deal in range(asked.deals):
            learner = deal >> 1 & 3 if asked.learned and deal & 1 else -1
            bench.seat_players([int(seat == learner) for seat in range(4)])
            deals.shuffled_deal(asked.first + deal, core, rng, tiles, g)
            players.play_out(core, work, g, actions)
            if not tiles_kept(g) or g[game.PAYS : game.PAYS + 4].sum():
                raise SystemExit(f"{name}, deal {asked.first + deal}: tiles or amounts lost")
            if g[game.WINNER] >= 0:
                check_win(g, rules)
                deals.note_deal(work, g, row)
                counted["won"] += 1
                counted["zimo"] += row[selfplay.D_BY] == 0
                counted["hard"] += row[selfplay.D_HARD]
                counted["big"] += row[selfplay.D_BIG] != 0
                counted["gold"] += row[selfplay.D_GOLD]
        won = max(1, counted["won"])
        print(
            f"{name}: {asked.deals} deals, {asked.referee} of them with the referee, 0 differences; "
            f"won {counted['won'] / asked.deals:.1%}, zimo {counted['zimo'] / won:.1%}, "
            f"hard {counted['hard'] / won:.1%}, big {counted['big'] / won:.1%}, gold {counted['gold'] / won:.1%}; "
            f"{time.perf_counter() - start:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
