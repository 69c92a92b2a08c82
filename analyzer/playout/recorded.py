"""自对弈牌谱: deals that the players play by themselves, written down event by event.

A deal depends on its number alone, which the record keeps as its seed: the same number, the same deal.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

from analyzer import compiler, events
from analyzer.deal import Deal
from analyzer.events import Event
from analyzer.playout import game_kernels as game
from analyzer.playout import hidden_kernels, model_kernels
from analyzer.playout.tables import Bench, new_state
from analyzer.record import Record
from analyzer.rules import RuleSet
from analyzer.tiles import KINDS
from analyzer.win_kernels import BY_DISCARD, BY_QIANGGANG, BY_ZIMO
from analyzer.wins import WinBy

__all__ = ["Recorder", "dealt", "event_of", "shuffled"]

_TILES: Final = 136
_INDICATOR_AT: Final = 53
_BY: Final = {BY_ZIMO: WinBy.ZIMO, BY_DISCARD: WinBy.DISCARD, BY_QIANGGANG: WinBy.QIANGGANG}


def shuffled(seed: int) -> list[int]:
    """The 136 tiles of deal number ``seed``, the same on every machine: four hands, the indicator, the wall."""
    tiles, rng = [tile // 4 for tile in range(_TILES)], [0, 0]
    hidden_kernels.seed_random(seed, rng)
    hidden_kernels.shuffle(tiles, _TILES, rng)
    return tiles


def dealt(rules: RuleSet, seed: int, dealer: int | None = None) -> Deal:
    """Deal number ``seed`` with all its tiles known, its wall drawn from the front; the dealer goes round with it."""
    tiles = shuffled(seed)
    first = seed % 4 if dealer is None else dealer
    return Deal.start(rules, first, tiles[_INDICATOR_AT], _hands(tiles, first), tiles[_INDICATOR_AT + 1 :])


def _hands(tiles: Sequence[int], dealer: int) -> list[Sequence[int]]:
    hands: list[Sequence[int]] = [()] * 4
    at = 0
    for turn in range(4):
        size = 14 if turn == 0 else 13
        hands[(dealer + turn) % 4] = tiles[at : at + size]
        at += size
    return hands


def _twin(module: ModuleType) -> Any:
    """The compiled twin of a kernel module, or the module itself where nothing can be compiled."""
    try:
        return module if compiler.disabled() else compiler.compiled(module)
    except ImportError:
        return module


class Recorder:
    """Plays deals of one rule set and keeps their records; belongs to one thread."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.bench = Bench(rules)
        self.wall = new_state()

    def play(self, seed: int, policies: Sequence[int] = (0, 0, 0, 0)) -> Record:
        """Deal number ``seed`` as self-play deals it, each seat by its policy (``EFFICIENT`` or ``LEARNED``)."""
        kernels, players = _twin(game), _twin(model_kernels)
        core, work, _, tiles, actions, g = self.bench.common
        if kernels is game:
            core = self.bench.plain
        self.bench.seat_players(policies)
        tiles[:] = shuffled(seed)
        dealer = seed % 4
        kernels.deal(tiles, dealer, core, g)
        self.wall[:] = g
        told: list[Event] = []
        deal = Deal.start(self.rules, dealer, int(g[game.INDICATOR]), _hands(tiles.tolist(), dealer))
        hands = tuple(hand.tiles for hand in deal.hands)
        n = kernels.step(-1, core, work, g, actions)
        while n > 0:
            action = int(players.choose(core, work, g, actions, n))
            if action != game.A_PASS:
                deal = self._draw_until(int(g[game.LEFT]), deal, told)
                event = event_of(action, g)
                deal = deal.apply(event)
                told.append(event)
            n = kernels.step(action, core, work, g, actions)
        if g[game.WINNER] < 0:
            self._draw_until(0, deal, told)
            told.append(events.HuangZhuang())
        else:
            told[-1] = _with_pays(told[-1], g)
        return Record(self.rules, dealer, int(g[game.INDICATOR]), hands, tuple(told), seed)

    def _draw_until(self, left: int, deal: Deal, told: list[Event]) -> Deal:
        """Make the draws that the kernels made by themselves, from the same queues."""
        while deal.left > left:
            seat = deal.drawer
            assert seat is not None
            event = events.Draw(seat, int(game.draw(seat, self.wall)))
            deal = deal.apply(event)
            told.append(event)
        return deal


def event_of(action: int, g: Sequence[int]) -> Event:
    """An action of the kernels, other than a pass, as an event of the actor."""
    seat, tile, source = int(g[game.ACTOR]), int(g[game.TILE]), int(g[game.SOURCE])
    if action == game.A_WIN:
        by = BY_DISCARD if g[game.PHASE] == game.CLAIM_WIN else BY_ZIMO
        by = BY_QIANGGANG if g[game.PHASE] == game.ROB else by
        return events.Win(seat, tile, _BY[by], None if by == BY_ZIMO else source)
    if action == game.A_PENG:
        return events.Peng(seat, tile, source)
    if action == game.A_CHONG_GANG:
        return events.ChongGang(seat, tile, source)
    if action >= game.A_CHI:
        low = tile - (action - game.A_CHI)
        return events.Chi(seat, tile, (low, low + 1, low + 2), source)
    kind = action % KINDS
    if action >= game.A_XU_GANG:
        return events.XuGang(seat, kind)
    if action >= game.A_AN_GANG:
        return events.AnGang(seat, kind)
    if action >= game.A_GANG:
        return events.Gang(seat, kind)
    return events.Drop(seat, kind) if kind == g[game.LAIZI] else events.Discard(seat, kind)


def _with_pays(event: Event, g: Any) -> Event:
    assert isinstance(event, events.Win)
    pays = tuple(g[game.PAYS : game.PAYS + 4].tolist())
    return events.Win(event.seat, event.tile, event.by, event.source, event.hand, pays)
