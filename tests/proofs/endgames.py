"""End-games of self-played deals against the exhaustive tree, end by end with exact chances.

    python tests/proofs/endgames.py [--states 200] [--first 7000000] [--left 6] [--record FILE]

Each preset in turn plays deals by P0 until few tiles are left; the state is then held to the tree of the tests, the
choice on a turn and the choice about a discard by turns.  ``--record`` writes the states as the tests read them.
Prints what came up and exits 1 on the first difference.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analyzer import PRESETS, compiler
from analyzer.playout import game_kernels as game
from analyzer.playout import policy_kernels as policy
from analyzer.playout.tables import Bench
from analyzer.win_kernels import P_HONOUR_GANG, P_LAIZI_DROP, P_LAIZI_GANG, P_SIZE
from tests.endgames import compare, to_json
from tests.reference.endgame import Deal, State

KINDS = ("chi", "peng", "chong_gang", "xu_gang", "an_gang")


def melds_of(g, seat: int) -> tuple:
    found = []
    for i in range(g[game.MELDS + seat]):
        kind, tile, source = g[game.MELD_LIST + 12 * seat + 3 * i :][:3].tolist()
        named = (tile, tile + 1, tile + 2) if kind == game.CHI else (tile,)
        found.append((KINDS[kind], named, None if kind == game.AN_GANG else source))
    return tuple(found)


def kinds_of(g, at: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) for _ in range(g[at + kind]))


def gangs_of(g) -> tuple[tuple[int, ...], ...]:
    """Gang tiles that lie before each seat: the kernels keep their number, and of each kind how many lie open."""
    lying = [kind for kind in range(34) if g[game.GANG_FLAGS + kind] for _ in range(g[game.SEEN + kind])]
    if g[game.INDICATOR] in lying:
        lying.remove(g[game.INDICATOR])
    found = []
    for seat in range(4):
        facts = g[game.PLAYERS + P_SIZE * seat :][:P_SIZE].tolist()
        mine = [lying.pop() for _ in range(facts[P_HONOUR_GANG])]
        found.append(tuple(sorted(mine + [int(g[game.LAIZI])] * facts[P_LAIZI_GANG])))
    return tuple(found)


def deal_of(g, rules, left: int, wall: list[int], visible: list[int], offered: int | None) -> Deal:
    state = State(
        hands=tuple(kinds_of(g, game.HANDS + 34 * seat) for seat in range(4)),
        melds=tuple(melds_of(g, seat) for seat in range(4)),
        gangs=gangs_of(g),
        drops=tuple(int(g[game.PLAYERS + P_SIZE * seat + P_LAIZI_DROP]) for seat in range(4)),
        discards=tuple(kinds_of(g, game.PILES + 34 * seat) for seat in range(4)),
        wall=tuple(sorted(wall)),
        left=left,
    )
    return Deal(
        rules.id,
        int(g[game.DEALER]),
        int(g[game.INDICATOR]),
        state,
        int(g[game.ACTOR]),
        tuple(sorted(visible)),
        offered,
    )


def endgame(rules, seed: int, left: int, over: int, claim: bool) -> Deal | None:
    """The state of a self-played deal when ``left`` tiles can be drawn and somebody is on turn.

    ``over`` tiles more are in the wall without ever being drawn; the others of the ten lie open.  With ``claim`` it is
    a state in which somebody may claim the discard that P0 makes.  ``None`` where the deal has no such state.
    Nobody has a turn with fewer than four tiles to come, but a player may describe one: the wall is cut short then.
    """
    rng, bench = random.Random(seed), Bench(rules)
    steps, chooser = compiler.compiled(game), compiler.compiled(policy)
    tiles = [kind for kind in range(34) for _ in range(4)]
    rng.shuffle(tiles)
    g = bench.state
    steps.deal(np.array(tiles), seed % 4, bench.core, g)
    n = steps.step(-1, bench.core, bench.work, g, bench.actions)
    while n > 0:
        action = int(chooser.choose_efficient(bench.core, bench.work, g, bench.actions, n))
        if g[game.LEFT] == max(left, game.GANGS_END) and g[game.PHASE] == game.TURN and not g[game.CALLED]:
            wall = []
            for seat in range(4):
                wall += g[game.WALL :][g[game.QUEUE_NEXT + seat] : g[game.QUEUE_END + seat]].tolist()
            rng.shuffle(wall)
            kept, shown = wall[: left + over], wall[left + over :]
            if not claim:
                return deal_of(g, rules, left, kept, shown, None)
            after = g.copy()
            if action < game.A_GANG and action != g[game.LAIZI]:
                steps.step(action, bench.core, bench.work, after, bench.actions.copy())
                if game.CLAIM_WIN <= after[game.PHASE] <= game.CLAIM_CHI:
                    return deal_of(g, rules, left, kept, shown, action)
        n = steps.step(action, bench.core, bench.work, g, bench.actions)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--first", type=int, default=7_000_000)
    parser.add_argument("--left", type=int, default=6, help="the most tiles that can be drawn")
    parser.add_argument("--record", type=Path)
    asked = parser.parse_args()
    compiler.warm_up(block=True)
    started, seed, found, seen = time.monotonic(), asked.first, [], Counter()
    presets = list(PRESETS.values())
    while len(found) < asked.states:
        at, seed = len(found), seed + 1
        left = 1 + at // 3 % asked.left
        deal = endgame(presets[at % len(presets)], seed, left, at // 5 % 2, at % 4 == 3)
        if deal is None:
            continue
        try:
            outcomes = compare(deal)
        except AssertionError as fault:
            print(json.dumps(to_json(deal), ensure_ascii=False))
            print(f"seed {seed}: {fault}")
            return 1
        ends = {end for outcome in outcomes.values() for end in outcome}
        if asked.record and len(ends) < 2 and at % 5:
            continue
        found.append(deal)
        seen[f"{left} left"] += 1
        seen["actions"] += len(outcomes)
        seen["ends"] += len(ends)
        seen["drawn deals"] += any(winner is None for winner, _ in ends)
        seen["won deals"] += any(winner is not None for winner, _ in ends)
        seen["claims at the root"] += deal.offered is not None
        for action in outcomes:
            seen[f"action {action[0]}"] += 1
    if asked.record:
        lines = (json.dumps(to_json(deal), ensure_ascii=False) + "\n" for deal in found)
        asked.record.write_text("".join(lines), encoding="utf-8")
    print(f"{len(found)} states in {time.monotonic() - started:.0f} s, no difference")
    for name, count in sorted(seen.items()):
        print(f"  {name}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
