"""End-games as text and in the kernels, to be held against the tree of :mod:`tests.reference.endgame`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np

from analyzer import (
    PRESETS,
    Meld,
    MeldKind,
    Player,
    Position,
    Turn,
    compiler,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels as policy
from analyzer.playout.states import state_of
from analyzer.playout.tables import Bench
from tests.reference.endgame import Action, Deal, Outcome, Question, State, Tree
from tests.test_playout import name_of

# States as text


def to_json(deal: Deal) -> dict:
    state = deal.state

    def named(meld) -> dict:
        kind, tiles, source = meld
        return {"kind": kind, "tiles": format_tiles(tiles), "from": source}

    return {
        "rules": deal.rules,
        "dealer": deal.dealer,
        "indicator": format_tiles([deal.indicator]),
        "seat": deal.seat,
        "hands": [format_tiles(hand) for hand in state.hands],
        "melds": [[named(meld) for meld in melds] for melds in state.melds],
        "gangs": [format_tiles(gangs) for gangs in state.gangs],
        "drops": list(state.drops),
        "discards": [format_tiles(discards) for discards in state.discards],
        "wall": format_tiles(state.wall),
        "left": state.left,
        "visible": format_tiles(deal.visible),
        "offered": None if deal.offered is None else format_tiles([deal.offered]),
    }


def from_json(row: dict) -> Deal:
    def tiles(text: str) -> tuple[int, ...]:
        return tuple(sorted(parse_tiles(text)))

    state = State(
        hands=tuple(map(tiles, row["hands"])),
        melds=tuple(
            tuple((meld["kind"], tiles(meld["tiles"]), meld["from"]) for meld in melds)
            for melds in row["melds"]
        ),
        gangs=tuple(map(tiles, row["gangs"])),
        drops=tuple(row["drops"]),
        discards=tuple(map(tiles, row["discards"])),
        wall=tiles(row["wall"]),
        left=row["left"],
    )
    return Deal(
        rules=row["rules"],
        dealer=row["dealer"],
        indicator=parse_tile(row["indicator"]),
        state=state,
        seat=row["seat"],
        visible=tiles(row["visible"]),
        offered=None if row["offered"] is None else parse_tile(row["offered"]),
    )


# The kernels' side


def view(deal: Deal, state: State, seat: int, **more) -> Position:
    """What one seat sees of a state."""
    players = tuple(
        Player(
            melds=tuple(Meld(MeldKind(kind), tiles, source) for kind, tiles, source in state.melds[each]),
            gangs=state.gangs[each],
            laizi_drops=state.drops[each],
            discards=state.discards[each],
        )
        for each in range(4)
    )
    return Position(
        hand=state.hands[seat],
        rules=PRESETS[deal.rules],
        seat=seat,
        dealer=deal.dealer,
        indicator=deal.indicator,
        players=players,
        visible=deal.visible,
        wall=state.left,
        **more,
    )


def code_of(action: Action, tile: int | None) -> int:
    """The action as the kernels number it."""
    plain = {
        "win": game.A_WIN,
        "pass": game.A_PASS,
        "peng": game.A_PENG,
        "chong_gang": game.A_CHONG_GANG,
    }
    if action[0] in plain:
        return plain[action[0]]
    if action[0] == "chi":
        return game.A_CHI + tile - action[1]
    return 34 * ("discard", "gang", "an_gang", "xu_gang").index(action[0]) + action[1]


class Efficient:
    """P0 as the tree's policy: asked about a state that is built anew from what the seat sees."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.bench = deal, Bench(PRESETS[deal.rules])
        self.choose = compiler.compiled(policy).choose_efficient

    def __call__(self, asked: Question) -> Action:
        claim = asked.what in ("claim", "call", "rob")
        turn = Turn.LAST_DRAW if asked.what == "last" else Turn.DRAWN
        if asked.called or asked.after_gang:
            turn = Turn.CALLED if asked.called else Turn.GANG_DRAW
        seen = view(self.deal, asked.state, asked.seat, turn=turn, offer=asked.tile if claim else None)
        g = state_of(seen, asked.source, asked.what == "rob")
        if asked.what == "call":
            g[game.PHASE] = game.CLAIM_SET if ("peng",) in asked.choices else game.CLAIM_CHI
        codes = {code_of(action, asked.tile): action for action in asked.choices}
        listed = np.array(sorted(codes), np.int64)
        return codes[int(self.choose(self.bench.core, self.bench.work, g, listed, len(listed)))]


class Kernels:
    """The root of a deal in the kernels, to be played out on any order of its wall."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.bench = deal, Bench(PRESETS[deal.rules])
        self.game, self.policy = compiler.compiled(game), compiler.compiled(policy)
        seen = view(deal, deal.state, deal.seat)
        seen.check()
        g = state_of(seen)
        for seat, hand in enumerate(deal.state.hands):
            for kind in range(34):
                g[game.HANDS + 34 * seat + kind] = hand.count(kind)
        game.start_queues(len(deal.state.wall), g)
        self.root, self.world = g, g.copy()
        code = -1 if deal.offered is None else game.A_DISCARD + deal.offered
        bench = self.bench
        n = self.game.step(code, bench.core, bench.work, g, bench.actions)
        self.seat = int(g[game.ACTOR])
        self.actions = {name_of(code, int(g[game.TILE])): code for code in bench.actions[:n].tolist()}

    def play(self, action: Action, order: tuple[int, ...]) -> tuple[int | None, tuple[int, ...]]:
        """Make the root's action and let P0 play on: the winner and the four amounts."""
        bench, world = self.bench, self.world
        world[:] = self.root
        world[game.WALL : game.WALL + len(order)] = order
        if self.game.step(self.actions[action], bench.core, bench.work, world, bench.actions):
            self.policy.play_out(bench.core, bench.work, world, bench.actions)
        winner = int(world[game.WINNER])
        return (None if winner < 0 else winner), tuple(world[game.PAYS : game.PAYS + 4].tolist())

    def exact(self, action: Action) -> Outcome:
        """The outcome over every order of the wall, each as likely as any other."""
        orders = sorted(set(permutations(self.deal.state.wall)))
        ends = Counter(self.play(action, order) for order in orders)
        return {end: Fraction(count, len(orders)) for end, count in ends.items()}

    def sampled(self, orders: list[tuple[int, ...]]) -> dict[Action, list[int]]:
        """What each action pays the seat on the same random orders."""
        return {
            action: [self.play(action, order)[1][self.seat] for order in orders] for action in self.actions
        }


def compare(deal: Deal) -> dict[Action, Outcome]:
    """Hold the kernels to the tree, end by end; returns the tree's outcome of each action at the root."""
    kernels = Kernels(deal)
    seat, found = Tree(deal, Efficient(deal)).values()
    assert (kernels.seat, set(kernels.actions)) == (seat, set(found))
    for action, outcome in found.items():
        assert sum(outcome.values()) == 1
        assert all(sum(pays) == 0 for _, pays in outcome)
        assert kernels.exact(action) == outcome, action
    return found
