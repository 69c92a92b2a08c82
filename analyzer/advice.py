"""何切: every action of a position in one ranked table.

An action is told by what it leaves: distance, accepted tiles with live counts, per-route distances, the routes
it gives up, and at tenpai the waits with what they pay.  The order is: a win; then the nearest hand, more live
tiles, fewer routes given up, a gang (whose replacement draw comes free) before a discard.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import Any, Final, TypedDict, Unpack

import numpy as np

from analyzer import compiler
from analyzer.errors import BadCount, BadRequest, BadSeat
from analyzer.expectation.playouts import Estimate, Speed, Spread, evaluate, seat_policies, speed_for
from analyzer.moves import (
    call_faults,
    discard_faults,
    gang_faults,
    gangs_go_on,
    lay_down_faults,
    peng_of,
    shapes_with,
)
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels
from analyzer.playout.models import is_judged, is_learned
from analyzer.playout.states import state_of
from analyzer.playout.tables import Bench
from analyzer.position import SEATS, Meld, MeldKind, Offer, Position, Turn
from analyzer.routes import PATHS, Accept, context_of, split_accepts
from analyzer.rules import RuleSet
from analyzer.settlement import Score, score_of
from analyzer.shapes.distance import accepts as shape_accepts
from analyzer.shapes.distance import discard_table, distances
from analyzer.tiles import COPIES, KINDS, NAMES, is_honour
from analyzer.waits import Waits, waits_of
from analyzer.wins import Judge, Win, WinBy, arrange

__all__ = [
    "Accept",
    "Action",
    "Calls",
    "Discards",
    "Offer",
    "Option",
    "Z",
    "calls",
    "can_be_valued",
    "discards",
    "how_valued",
    "let_go",
    "may_gang",
    "opens_and_keeps_close",
    "passed",
    "ranked",
    "valued",
    "with_meld",
    "with_melds",
]

REACH: Final = 2
"""A route is within reach, and can be given up, while it is at most so much farther than the nearest one."""

Z: Final = 1.96
"""Standard errors on either side of a mean that make its 95 % interval."""
CAUTION: Final = 1.5
"""By how many standard errors another action must be better than the default to go before it."""

Paths = tuple[int | None, ...]


class How(TypedDict, total=False):
    """How much work an expectation is worth."""

    speed: Speed
    samples: int | None
    seed: int
    threads: int
    budget_s: float | None
    progress: Callable[[int, tuple[Estimate, ...]], None] | None
    stop: threading.Event | None
    spread: Spread | None


class Action(StrEnum):
    """What a player may do; a gang honour's discard is its ``gang`` (rules §2)."""

    WIN = "win"
    GANG = "gang"
    AN_GANG = "an_gang"
    XU_GANG = "xu_gang"
    CHONG_GANG = "chong_gang"
    PENG = "peng"
    CHI = "chi"
    PASS = "pass"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Option:
    """One action and what it leaves."""

    action: Action
    tile: int | None = None
    """The tile discarded, ganged, won on or called; ``None`` for a pass."""
    tiles: tuple[int, ...] = ()
    """Of a chi its three tiles."""
    distance: int | None = None
    """Shanten of what is left, 0 for tenpai; ``None`` for a win."""
    accepts: tuple[Accept, ...] = ()
    dead: tuple[int, ...] = ()
    """Tiles that would lower the distance but have no live copy."""
    paths: Paths = ()
    """Distance of each route of :data:`analyzer.routes.PATHS`, ``None`` where melds rule it out."""
    gives_up: tuple[str, ...] = ()
    """Routes within reach that another action keeps nearer."""
    then: int | None = None
    """After a chi or peng, the discard that the other figures are told for."""
    waits: Waits | None = None
    """At tenpai, what wins and pays."""
    score: Score | None = None
    """Of a win, what it pays."""
    estimate: Estimate | None = None
    """What the action is worth, where that was worked out."""

    @property
    def accepts_total(self) -> int:
        """Live copies of all accepted tiles together."""
        return sum(accept.live for accept in self.accepts)

    @property
    def margin(self) -> float | None:
        """Half the 95 % interval of the score; ``None`` without an estimate or from a single deal."""
        return None if self.estimate is None else _half(self.estimate.score_se)

    @property
    def behind(self) -> tuple[float, float | None] | None:
        """By how many points the best mean is better, and half the 95 % interval of that."""
        return (
            None if self.estimate is None else (max(0.0, -self.estimate.diff), _half(self.estimate.diff_se))
        )

    @property
    def deal_in(self) -> float | None:
        """放冲: chance that anybody wins on the player's tile, where that is known."""
        return sum(self.estimate.deal_in) if self.estimate is not None and self.estimate.deal_in else None


def _half(error: float) -> float | None:
    return Z * error if isfinite(error) else None


@dataclass(frozen=True, slots=True)
class Discards:
    """何切: the ranked actions of a hand on turn."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Calls:
    """叫牌: the ranked answers to another player's tile."""

    options: tuple[Option, ...]


def discards(position: Position) -> Discards:
    """何切: every action of a hand of 3k + 2 concealed tiles, best first.

    Raises :class:`BadCount` for another number of tiles.
    """
    if len(position.hand) % 3 != 2:
        raise BadCount("discards-hand-count", concealed=len(position.hand))
    options = list(_wins(position))
    if position.turn is not Turn.LAST_DRAW:  # one of the last four tiles is won on or kept (§4)
        options += _discards(position)
        options += _gangs(position)
    return Discards(_rank(options))


def _wins(position: Position) -> Iterator[Option]:
    if position.turn is Turn.CALLED:
        return
    after_gang, last = position.turn is Turn.GANG_DRAW, position.turn is Turn.LAST_DRAW
    # which tile was drawn does not matter at a self-draw: the reading, and what it pays, are the same
    win = Win(position.hand[-1], WinBy.ZIMO, None, after_gang, last)
    verdict = Judge(position)(win)
    if verdict.valid:
        found = score_of(position, verdict, arrange(position, verdict.mask, verdict.hard))
        yield Option(Action.WIN, win.tile, score=found)


def may_gang(position: Position) -> bool:
    """Whether gangs are still made, each with its replacement draw (rules §4 海底)."""
    return gangs_go_on(position.wall_left)


def _discards(position: Position) -> Iterator[Option]:
    for row in discard_table(position.counts, context_of(position), position.live):
        counts = _without(position.counts, row.tile)
        accepts, dead = split_accepts(row.accepts, position, counts)
        left = Option(
            Action.DISCARD, row.tile, distance=row.distance, accepts=accepts, dead=dead, paths=row.paths
        )
        acts = []
        if not any(discard_faults(row.tile, position, dropped=row.tile == position.laizi)):
            acts.append(Action.DISCARD)
        if not any(lay_down_faults(row.tile, position)):
            acts.append(Action.GANG)
        for action in acts:
            yield _with_waits(
                replace(left, action=action), let_go(position, position.seat, row.tile, action), counts
            )


def let_go(position: Position, seat: int, tile: int, action: Action) -> Position:
    """The position once ``tile`` lies before ``seat``: as a gang, a dropped laizi or a plain discard.

    What is laid down or dropped adds fan (rules §5), so later wins pay by it.
    """
    player = position.players[seat]
    if action is Action.GANG:
        player = replace(player, gangs=(*player.gangs, tile))
    elif tile == position.laizi:
        player = replace(player, laizi_drops=player.laizi_drops + 1)
    else:
        player = replace(player, discards=(*player.discards, tile))
    players = tuple(player if each == seat else other for each, other in enumerate(position.players))
    hand = list(position.hand)
    if seat == position.seat:
        hand.remove(tile)
    return replace(position, hand=tuple(hand), players=players, offer=None)


def _gangs(position: Position) -> Iterator[Option]:
    """暗杠 and 蓄杠, each with what is left before its replacement is drawn."""
    called = position.turn is Turn.CALLED
    for kind in range(KINDS):
        meld, need = Meld(MeldKind.AN_GANG, (kind,)), (kind,) * COPIES
        if _holds(position, need) and not any(gang_faults(meld, position, called)):
            yield _left(Action.AN_GANG, kind, with_meld(position, meld), _without(position.counts, *need))
        at = peng_of(kind, position.me.melds)
        if at is None or not position.counts[kind]:
            continue
        added = replace(position.me.melds[at], kind=MeldKind.XU_GANG)
        if not any(gang_faults(added, position, called)):
            melds = (*position.me.melds[:at], added, *position.me.melds[at + 1 :])
            after = with_melds(position, melds)
            yield _left(Action.XU_GANG, kind, after, _without(position.counts, kind))


def _holds(position: Position, kinds: Sequence[int]) -> bool:
    return all(position.counts[kind] >= kinds.count(kind) for kind in kinds)


def _left(action: Action, kind: int | None, after: Position, counts: Sequence[int]) -> Option:
    """The option that leaves ``counts`` (3k + 1) beside the melds of ``after``."""
    context = context_of(after)
    paths = distances(counts, context)
    distance, found = shape_accepts(counts, context, after.live)
    accepts, dead = split_accepts(found, after, counts)
    option = Option(action, kind, distance=distance, accepts=accepts, dead=dead, paths=paths)
    return _with_waits(option, after, counts)


def _with_waits(option: Option, position: Position, counts: Sequence[int]) -> Option:
    return replace(option, waits=waits_of(position, counts)) if option.distance == 0 else option


def _nearest(paths: Paths) -> int:
    return min(distance for distance in paths if distance is not None)


def _without(counts: Sequence[int], *kinds: int) -> list[int]:
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return left


def with_melds(position: Position, melds: tuple[Meld, ...]) -> Position:
    """The position with the owner's melds replaced and the tiles they took out of the hand.

    The tiles of the new melds were seen before, in hand or on offer, so the live counts stay as they are.
    """
    had = [kind for meld in position.me.melds for kind in meld.copies]
    took = [kind for meld in melds for kind in meld.copies]
    for kind in had:
        took.remove(kind)
    hand = list(position.hand)
    offer = position.offer
    if offer is not None and offer in took:
        took.remove(offer)
        offer = None
    for kind in took:
        hand.remove(kind)
    me = replace(position.me, melds=melds)
    players = tuple(me if seat == position.seat else player for seat, player in enumerate(position.players))
    return replace(position, hand=tuple(hand), players=players, offer=offer)


def with_meld(position: Position, meld: Meld) -> Position:
    """The position with one meld more; see :func:`with_melds`."""
    return with_melds(position, (*position.me.melds, meld))


def _rank(options: Sequence[Option]) -> tuple[Option, ...]:
    """Best first, with the routes that each gives up."""
    found = [option for option in options if option.paths]
    overall = min((option.distance for option in found if option.distance is not None), default=0)
    nearest: dict[str, int] = {}
    for index, name in enumerate(PATHS):
        best = min((d for option in found if (d := option.paths[index]) is not None), default=None)
        if best is not None and best <= overall + REACH:
            nearest[name] = best
    found = []
    for option in options:
        lost = () if not option.paths else tuple(_given_up(option.paths, nearest))
        found.append(replace(option, gives_up=lost))
    order = list(Action)
    found.sort(
        key=lambda option: (
            option.action is not Action.WIN,
            option.distance if option.distance is not None else -1,
            -option.accepts_total,
            len(option.gives_up),
            order.index(option.action),
            not is_honour(option.tile or 0),
            option.tile or 0,
        )
    )
    return tuple(found)


def _given_up(paths: Paths, nearest: dict[str, int]) -> Iterator[str]:
    for name, distance in zip(PATHS, paths, strict=True):
        if name in nearest and (distance is None or distance > nearest[name]):
            yield name


# Calls (rules §3)


def calls(position: Position, offer: Offer) -> Calls:
    """叫牌: every legal answer of a hand of 3k + 1 concealed tiles to another player's tile, best first.

    ``position.offer`` is the offered tile, so that it counts as seen.  Raises :class:`AnalyzerError` for an
    offer that can't be.
    """
    if len(position.hand) % 3 != 1:
        raise BadCount("calls-hand-count", concealed=len(position.hand))
    if offer.source not in SEATS or offer.source == position.seat:
        raise BadSeat("offer-impossible-source", source=offer.source, seat=position.seat)
    if offer.robbed and not any(
        meld.kind is MeldKind.PENG and meld.tiles == (offer.tile,)
        for meld in position.players[offer.source].melds
    ):
        raise BadRequest("offer-robbed-without-peng", source=offer.source, tile=NAMES[offer.tile])
    let_pass = _left(Action.PASS, None, passed(position, offer), position.counts)
    options = [let_pass, *_win_on(position, offer)]
    if not offer.robbed:
        options += _claims(position, offer)
    return Calls(_rank(options))


def passed(position: Position, offer: Offer) -> Position:
    """The position once nobody has claimed the offer: a 蓄杠 stands, other tiles lie before who let them go."""
    if not offer.robbed:
        action = Action.GANG if offer.tile in position.gang_tiles else Action.DISCARD
        return let_go(position, offer.source, offer.tile, action)
    player = position.players[offer.source]
    melds = tuple(
        replace(meld, kind=MeldKind.XU_GANG)
        if meld.kind is MeldKind.PENG and meld.tiles == (offer.tile,)
        else meld
        for meld in player.melds
    )
    robbed = replace(player, melds=melds)
    players = tuple(robbed if seat == offer.source else other for seat, other in enumerate(position.players))
    return replace(position, players=players, offer=None)


def _win_on(position: Position, offer: Offer) -> Iterator[Option]:
    by = WinBy.QIANGGANG if offer.robbed else WinBy.DISCARD
    complete = replace(position, hand=(*position.hand, offer.tile), offer=None)
    verdict = Judge(complete)(Win(offer.tile, by, offer.source))
    if verdict.valid:
        found = score_of(complete, verdict, arrange(complete, verdict.mask, verdict.hard))
        yield Option(Action.WIN, offer.tile, score=found)


def _claims(position: Position, offer: Offer) -> Iterator[Option]:
    for meld, need in shapes_with(offer.tile, offer.source):
        if not _holds(position, need) or any(call_faults(meld, position)):
            continue
        if meld.kind.is_gang:
            after = with_meld(position, meld)
            yield _left(Action.CHONG_GANG, offer.tile, after, after.counts)
        else:
            yield _called(position, meld, Action(meld.kind), offer.tile)


def _called(position: Position, meld: Meld, action: Action, tile: int) -> Option:
    """A chi or peng: its figures are those after the best discard, per route the nearest after any."""
    after = replace(with_meld(position, meld), turn=Turn.CALLED)
    found = list(_discards(after))
    # a laizi laid down instead draws another tile: that is no discard to tell figures for
    best = _rank(
        [option for option in found if option.action is Action.DISCARD or option.tile != after.laizi]
    )
    paths: list[int | None] = []
    for index in range(len(PATHS)):
        paths.append(min((d for option in best if (d := option.paths[index]) is not None), default=None))
    run = meld.tiles if meld.kind is MeldKind.CHI else ()
    return replace(best[0], action=action, tile=tile, tiles=run, paths=tuple(paths), then=best[0].tile)


def opens_and_keeps_close(position: Position) -> tuple[tuple[int, Option], ...]:
    """开口: for an unopened hand, the tiles that a call would open it on without taking it farther away.

    Pairs of the tile and the best call on it, the nearest hand first, then more live copies.
    """
    if position.is_open or len(position.hand) % 3 != 1:
        return ()
    here = _nearest(distances(position.counts, context_of(position)))
    left = (position.seat + 3) % 4
    found = []
    for tile, live in enumerate(position.live):
        if live <= 0 or tile in position.gang_tiles or tile == position.laizi:
            continue
        asked = replace(position, offer=tile)
        options = _rank(list(_claims(asked, Offer(tile, left))))
        close = [option for option in options if option.distance is not None and option.distance <= here]
        if close:
            found.append((tile, close[0]))
    found.sort(key=lambda pair: (pair[1].distance, -position.live[pair[0]], pair[0]))
    return tuple(found)


# The expectation


def can_be_valued(position: Position) -> bool:
    """Whether playouts can go on from here: the indicator is known, so that what is left of the wall is too."""
    return position.indicator is not None


def how_valued(rules: RuleSet, speed: Speed) -> tuple[tuple[str, dict[str, str]], ...]:
    """What the figures of a speed rest on under a rule set: messages with their parameters."""
    told: list[tuple[str, dict[str, str]]] = [
        ("note-policy" if is_learned(rules) else "note-policy-plain", {}),
    ]
    if speed_for(rules, speed) is not Speed.FULL:
        told.append(("note-judged", {}))
    elif not is_judged(rules):
        told.append(("note-not-judged", {"game": rules.id}))
    return tuple(told)


def valued(
    position: Position,
    options: Sequence[Option],
    offer: Offer | None = None,
    **how: Unpack[How],
) -> tuple[Option, ...]:
    """期望: the options with what each is worth, best first.

    The owner goes on by the learned policy of the game, the others by the efficiency policy.  What the owner's
    policy would do is the default: another action goes before it only where it is better by :data:`CAUTION`
    standard errors of the difference.  ``how`` is passed on to :func:`analyzer.expectation.playouts.evaluate`.
    """
    if not options:
        return ()
    options = default_first(position, options, offer)
    base = _state(position, offer)
    wins = any(option.action is Action.WIN for option in options)
    states, codes = [], []
    for option in options:
        state = base.copy()
        code = _code(option, offer)
        if offer is not None and not offer.robbed and option.action is not Action.WIN:
            if option.action is not Action.PASS or not wins:  # nobody has won on it
                state[game.PHASE] = game.CLAIM_SET
                state[game.ASKED] = int(option.action is Action.PASS)
                code = -1 if option.action is Action.PASS else code
        states.append(state)
        codes.append(code)
    return ranked(options, evaluate(position.rules, position.seat, states, codes, **how))


def ranked(options: Sequence[Option], estimates: Sequence[Estimate]) -> tuple[Option, ...]:
    """The options, the default first, with what each is worth, best first; see :func:`valued`."""
    found = [replace(option, estimate=each) for option, each in zip(options, estimates, strict=True)]
    order = sorted(found, key=_worth, reverse=True)
    default = found[0]
    if default.estimate is not None and -default.estimate.diff <= CAUTION * default.estimate.diff_se:
        order.remove(default)
        order.insert(0, default)
    return tuple(order)


def default_first(
    position: Position, options: Sequence[Option], offer: Offer | None = None
) -> tuple[Option, ...]:
    """The options with the one first that the owner's policy takes; a win comes before all."""
    if len(options) < 2:
        return tuple(options)
    codes = [_code(option, offer) for option in options]
    if game.A_WIN in codes:
        chosen = codes.index(game.A_WIN)
    else:
        state = _state(position, offer)
        if offer is not None:
            state[game.PHASE] = game.CLAIM_SET
        bench = Bench(position.rules)
        bench.seat_players(seat_policies(position.rules, position.seat))
        active = compiler.active(model_kernels)
        core = bench.plain if active is model_kernels else bench.core
        chosen = codes.index(int(active.choose(core, bench.work, state, np.array(codes), len(codes))))
    return (options[chosen], *options[:chosen], *options[chosen + 1 :])


def _state(position: Position, offer: Offer | None) -> Any:
    return state_of(position, None if offer is None else offer.source, offer is not None and offer.robbed)


def _worth(option: Option) -> tuple[int, float]:
    """What is sorted by: an action that was dropped early had other worlds than the best, so it comes after."""
    found = option.estimate
    return (0, float("-inf")) if found is None else (found.samples, found.score)


def _code(option: Option, offer: Offer | None) -> int:
    """The action as the game's kernels number it."""
    tile = 0 if option.tile is None else option.tile
    if option.action is Action.CHI:
        return game.A_CHI + tile - min(option.tiles)
    return {
        Action.WIN: game.A_WIN,
        Action.PASS: game.A_PASS,
        Action.PENG: game.A_PENG,
        Action.CHONG_GANG: game.A_CHONG_GANG,
        Action.DISCARD: game.A_DISCARD + tile,
        Action.GANG: game.A_GANG + tile,
        Action.AN_GANG: game.A_AN_GANG + tile,
        Action.XU_GANG: game.A_XU_GANG + tile,
    }[option.action]
