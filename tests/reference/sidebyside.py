"""The course of a deal by :mod:`analyzer.deal` beside that by the game's kernels: questions, moves, payments."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from analyzer import RuleSet, events
from analyzer.deal import Deal
from analyzer.events import Event
from analyzer.playout import game_kernels as game
from analyzer.playout.recorded import event_of
from analyzer.playout.tables import core_for, new_state, new_work
from analyzer.record import Record

WALL, INDICATOR_AT = 82, 53


def hands_of(tiles: list[int], dealer: int) -> list[list[int]]:
    """The four hands of a shuffled wall, by seat."""
    hands: list[list[int]] = [[], [], [], []]
    at = 0
    for turn in range(4):
        size = 14 if turn == 0 else 13
        hands[(dealer + turn) % 4] = tiles[at : at + size]
        at += size
    return hands


class Queues:
    """The kernels' order of draws, as they document it."""

    def __init__(self, wall: list[int]) -> None:
        self.queues: list[list[int]] = []
        for seat in range(4):
            length = (WALL + 3 - seat) // 4
            self.queues.append(wall[:length])
            wall = wall[length:]

    def draw(self, seat: int) -> int:
        return self.queues[seat].pop(0) if self.queues[seat] else max(self.queues, key=len).pop()


def plain(event: Event) -> Event:
    """A win without its amounts."""
    return replace(event, pays=None) if isinstance(event, events.Win) else event


def answer_of(code: int, g) -> Event:
    """What an action of the kernels is as an event."""
    return events.Pass(int(g[game.ACTOR])) if code == game.A_PASS else event_of(code, g)


def run_on(deal: Deal, queues: Queues) -> Iterator[tuple[Event, Deal]]:
    """What follows by itself, until somebody is asked."""
    while deal.asked is None and not deal.over:
        event = deal.forced
        assert event is not None
        if isinstance(event, events.Draw):
            event = events.Draw(event.seat, queues.draw(event.seat))
        deal = deal.apply(event)
        yield event, deal


def play_beside(rules: RuleSet, kernels, chooser, seed: int, policy: bool) -> Record:
    """Play one deal in both; every question must be the same, and so must the hands and the payment.

    Without ``policy`` every choice but a win is made by chance, so that the rare events come up as well.
    """
    rng = random.Random(seed)
    tiles = [kind for kind in range(34) for _ in range(4)]
    rng.shuffle(tiles)
    dealer, core = seed % 4, core_for(rules)
    work, g, actions = new_work(core), new_state(), np.zeros(game.ACTIONS, np.int64)
    work[game.K_POLICY : game.K_POLICY + 4] = seed // 2 % 2
    kernels.deal(np.array(tiles), dealer, core, g)
    begun = Record(rules, dealer, tiles[INDICATOR_AT], tuple(map(tuple, hands_of(tiles, dealer))))
    deal = begun.start()
    queues, told = Queues(tiles[INDICATOR_AT + 1 :]), []
    n = kernels.step(-1, core, work, g, actions)
    while True:
        for event, after in run_on(deal, queues):
            told.append(event)
            deal = after
        for seat in range(4):
            hand = g[game.HANDS + 34 * seat : game.HANDS + 34 * seat + 34]
            assert deal.hands[seat].counts == tuple(hand.tolist())
        if n == 0:
            break
        codes = actions[:n].tolist()
        offered = {answer_of(code, g): code for code in codes}
        asked = [plain(event) for event in deal.question]
        assert (deal.asked, set(asked), len(asked)) == (g[game.ACTOR], set(offered), n)
        if policy:
            code = int(chooser.choose(core, work, g, actions, n))
        else:  # wins are rare enough without being passed by chance
            code = game.A_WIN if game.A_WIN in codes and rng.random() < 0.8 else rng.choice(sorted(codes))
        event = deal.question[asked.index(answer_of(code, g))]
        n = kernels.step(code, core, work, g, actions)
        deal = deal.apply(event)
        if not isinstance(event, events.Pass):
            told.append(event)
    assert deal.over
    assert deal.result is not None
    assert deal.result.winner == (None if g[game.WINNER] < 0 else g[game.WINNER])
    assert deal.result.pays == tuple(g[game.PAYS : game.PAYS + 4].tolist())
    assert sum(deal.result.pays) == 0
    return replace(begun, events=tuple(told))
