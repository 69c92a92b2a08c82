"""理由: what sets two actions of one position apart, as codes with figures.

A reason is read off the two frozen options, their estimates where they have them, and the position; nothing is
worked out a second time beside them.  Only what differs is told, the weightiest first (:data:`CODES`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import hypot, isfinite, sqrt
from typing import Final, TypeAlias

from analyzer import win_kernels as kernels
from analyzer.advice import Accept, Action, Option, Z, may_gang
from analyzer.expectation.playouts import EQUAL, Estimate
from analyzer.position import MeldKind, Position
from analyzer.tiles import JIANG, is_honour
from analyzer.waits import Wait, Waits
from analyzer.win_kernels import (
    C_SIZE,
    P_AN_GANG,
    P_HONOUR_GANG,
    P_LAIZI_DROP,
    P_LAIZI_GANG,
    P_MING_GANG,
    P_OPENINGS,
    P_SIZE,
    SMALL_LAIZI,
)
from analyzer.wins import player_facts

__all__ = ["CHANCES", "CODES", "Comparison", "Favours", "Figure", "Reason", "compared", "differences"]

Figure: TypeAlias = int | float | tuple[int, ...] | tuple[str, ...]
"""By its name: ``tile`` is a kind, ``seats`` and ``routes`` list those; else a count, points or a chance 0–1."""

CODES: Final = (
    "equal",  # the expectations can't be told apart
    "score",  # the expectation is higher
    "wins_now",  # a win, for certain
    "gang_tile_in_hand",  # 杠牌 in hand: no win while one is there (§2)
    "opens",  # 开口: the call opens, and only an open hand wins (§3)
    "dead_wait",  # every tile waited for is gone
    "below_minimum",  # 起胡: live copies that pay enough
    "laizi_limit",  # two laizi bar 小胡 (§4)
    "faster",  # distance
    "more_waits",  # live copies waited for
    "more_accepts",  # live copies that bring the hand nearer
    "hard",  # 硬胡: live copies that win hard
    "pays_more",  # what a self-drawn wait pays, mean over its live copies
    "route",  # routes within reach that the other gives up
    "spends_laizi",  # a laizi leaves the hand
    "replacement",  # a gang draws at once
    "own_fan",  # 番 before the player: doubles what is won and what is lost
    "third_feed",  # 承包: may feed the third opening of a 清一色 (§6)
    "feeds_quanqiuren",  # 承包: may feed a 全求人 (§6)
    "robbable",  # 承包: a 蓄杠 may be robbed (§6)
    "win_chance",
    "payout",  # of a win, mean
    "deal_in",  # chance that somebody wins on the player's tile
    "loss",  # of a lost deal, mean
    "contract",  # chance of paying for all
)
"""Every code, the weightiest first."""
CHANCES: Final = frozenset({"win_chance", "deal_in", "contract"})
"""The codes whose figures are chances, 0–1."""

GANGS: Final = (Action.GANG, Action.AN_GANG, Action.XU_GANG, Action.CHONG_GANG)
CALLS: Final = (Action.CHI, Action.PENG, Action.CHONG_GANG)


class Favours(StrEnum):
    """Which of the two actions a reason speaks for."""

    ONE = "one"
    OTHER = "other"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Reason:
    """One difference between two actions: its code, its figures by name, and which action it speaks for."""

    code: str
    favours: Favours
    params: tuple[tuple[str, Figure], ...] = ()
    """Mostly ``one`` and ``other``: the figure of each action."""


def differences(position: Position, one: Option, other: Option) -> tuple[Reason, ...]:
    """理由: everything that sets ``one`` apart from ``other``, two options of ``position``, weightiest first."""
    found = [
        *_by_estimates(one.estimate, other.estimate),
        *_by_win(one, other),
        *_by_tiles(position, one, other),
        *_by_risk(position, one, other),
    ]
    if one.score is None and other.score is None:
        found += _by_shape(position, one, other)
    return tuple(sorted(found, key=lambda reason: CODES.index(reason.code)))


@dataclass(frozen=True, slots=True)
class Comparison:
    """对比: one action less another, in figures; what is not known of both is ``None``."""

    nearer: int | None
    """By how many steps the hand is nearer to tenpai."""
    gained: tuple[Accept, ...]
    """Tiles with live copies that help after the one and not after the other: waits at tenpai, else accepted ones."""
    lost: tuple[Accept, ...]
    kept: tuple[str, ...]
    """Routes that the other gives up and this one does not."""
    given_up: tuple[str, ...]
    score: float | None
    """Points of the expectation."""
    margin: float | None
    """Half the 95 % interval of ``score``."""
    win: float | None
    """Chance to win."""
    payout: float | None
    """Points of a win on average."""
    risk: float | None
    """放冲: chance that somebody wins on the player's tile."""


def compared(one: Option, other: Option) -> Comparison:
    """对比: ``one`` against ``other``, two options of one position."""
    mine, theirs = _helpful(one), _helpful(other)
    nearer = None if one.distance is None or other.distance is None else other.distance - one.distance
    both = nearer is not None
    known = (one.estimate, other.estimate)
    score = margin = win = payout = None
    if known[0] is not None and known[1] is not None:
        score, win = known[0].diff - known[1].diff, known[0].win - known[1].win
        error = Z * _error(known[0], known[1])
        margin = error if isfinite(error) else None
        payout = _less(known[0].mean_payout, known[1].mean_payout)
    return Comparison(
        nearer=nearer,
        gained=tuple(accept for tile, accept in mine.items() if both and tile not in theirs),
        lost=tuple(accept for tile, accept in theirs.items() if both and tile not in mine),
        kept=tuple(route for route in other.gives_up if both and route not in one.gives_up),
        given_up=tuple(route for route in one.gives_up if both and route not in other.gives_up),
        score=score,
        margin=margin,
        win=win,
        payout=payout,
        risk=_less(one.deal_in, other.deal_in),
    )


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _helpful(option: Option) -> dict[int, Accept]:
    """Tiles with live copies that help after the action, by their kind."""
    if option.waits is not None and option.waits.tenpai:
        return {wait.tile: Accept(wait.tile, wait.live) for wait in option.waits.waits if wait.live}
    return {accept.tile: accept for accept in option.accepts}


def _compared(code: str, one: int | float, other: int | float, *, less: bool = False) -> Iterator[Reason]:
    """A reason for the action with the greater figure, or with the lesser one; none where both are alike."""
    if one != other:
        favours = Favours.ONE if (one > other) != less else Favours.OTHER
        yield Reason(code, favours, (("one", one), ("other", other)))


def _by_win(one: Option, other: Option) -> Iterator[Reason]:
    for option, against, favours in ((one, other, Favours.ONE), (other, one, Favours.OTHER)):
        if option.score is not None and against.score is None:
            yield Reason("wins_now", favours, (("points", option.score.total),))


# Shape


def _by_shape(position: Position, one: Option, other: Option) -> Iterator[Reason]:
    if one.distance is None or other.distance is None:
        return
    yield from _compared("faster", one.distance, other.distance, less=True)
    calls = [option.action in CALLS for option in (one, other)]
    if not position.is_open and calls[0] != calls[1]:
        yield Reason("opens", Favours.ONE if calls[0] else Favours.OTHER)
    if one.distance == other.distance and one.distance > 0:
        yield from _compared("more_accepts", one.accepts_total, other.accepts_total)
    for option, against, favours in ((one, other, Favours.ONE), (other, one, Favours.OTHER)):
        kept = tuple(route for route in against.gives_up if route not in option.gives_up)
        if kept:
            yield Reason("route", favours, (("routes", kept),))
    yield from _by_waits(position, one, other)


def _by_waits(position: Position, one: Option, other: Option) -> Iterator[Reason]:
    mine, theirs = one.waits, other.waits
    if _is_dead(mine) != _is_dead(theirs):
        yield from _compared("dead_wait", _useful(one), _useful(other))
    if mine is None or theirs is None or not mine.tenpai or not theirs.tenpai:
        return
    yield from _compared("more_waits", mine.live_total, theirs.live_total)
    if _falls_short(mine) or _falls_short(theirs):
        yield from _compared("below_minimum", _paying_live(mine), _paying_live(theirs))
    yield from _compared("hard", _hard_live(mine), _hard_live(theirs))
    paid, theirs_paid = _mean_payment(position, mine), _mean_payment(position, theirs)
    if paid and theirs_paid:
        yield from _compared("pays_more", paid, theirs_paid)


def _is_dead(waits: Waits | None) -> bool:
    return waits is not None and waits.tenpai and not waits.live_total


def _useful(option: Option) -> int:
    """Live copies that help: of the waits at tenpai, else of the accepted tiles."""
    tenpai = option.waits is not None and option.waits.tenpai
    return option.waits.live_total if option.waits is not None and tenpai else option.accepts_total


def _pays_enough(wait: Wait) -> bool:
    channels = (wait.discard, wait.zimo)
    return any(channel is not None and not channel.below_minimum for channel in channels)


def _falls_short(waits: Waits) -> bool:
    return any(not _pays_enough(wait) for wait in waits.waits)


def _paying_live(waits: Waits) -> int:
    return sum(wait.live for wait in waits.waits if _pays_enough(wait))


def _hard_live(waits: Waits) -> int:
    """Live copies of the tiles that win hard on some channel."""
    return sum(
        wait.live
        for wait in waits.waits
        if any(channel is not None and channel.best.hard for channel in (wait.discard, wait.zimo))
    )


def _mean_payment(position: Position, waits: Waits) -> float:
    """What a self-drawn win pays, mean over the live copies that win so; 0 where none does."""
    paid = [
        (wait.live, wait.zimo.best.pays[position.seat])
        for wait in waits.waits
        if wait.live and wait.zimo is not None and not wait.zimo.below_minimum
    ]
    return sum(live * points for live, points in paid) / sum(live for live, _ in paid) if paid else 0.0


# What leaves the hand, and what lies before the player then


def _lets_go(option: Option) -> tuple[int, ...]:
    """The tiles that leave the hand other than into a meld of several."""
    if option.action in (Action.DISCARD, Action.GANG) and option.tile is not None:
        return (option.tile,)
    return () if option.then is None else (option.then,)


def _by_tiles(position: Position, one: Option, other: Option) -> Iterator[Reason]:
    if one.score is not None or other.score is not None:
        return
    gone = [_lets_go(one), _lets_go(other)]
    held = sum(position.counts[kind] for kind in position.gang_tiles)
    mine, theirs = (held - sum(kind in position.gang_tiles for kind in tiles) for tiles in gone)
    yield from _compared("gang_tile_in_hand", mine, theirs, less=True)
    if position.laizi is not None:
        laizi = position.counts[position.laizi]
        left = [laizi - tiles.count(position.laizi) for tiles in gone]
        yield from _compared("spends_laizi", left[0], left[1])
        if min(left) <= SMALL_LAIZI < max(left):
            yield _laizi_limit(left, (one, other))
    draws = [option.action in GANGS and may_gang(position) for option in (one, other)]
    if draws[0] != draws[1]:
        yield Reason("replacement", Favours.ONE if draws[0] else Favours.OTHER)
    fan = [_own_fan(position, option) for option in (one, other)]
    if fan[0] != fan[1]:
        yield Reason("own_fan", Favours.NEITHER, (("one", fan[0]), ("other", fan[1])))


def _laizi_limit(left: Sequence[int], options: Sequence[Option]) -> Reason:
    """One action keeps too many laizi for a 小胡: bad where that is the nearest hand, else of no weight."""
    heavy = left.index(max(left))
    paths = options[heavy].paths
    small = bool(paths) and paths[0] == options[heavy].distance
    spoken_for = (Favours.OTHER, Favours.ONE)[heavy] if small else Favours.NEITHER
    return Reason("laizi_limit", spoken_for, (("one", left[0]), ("other", left[1])))


def _own_fan(position: Position, option: Option) -> int:
    """番 that lies before the player once the action is made; whoever wins, it counts (rules §5)."""
    facts = player_facts(position)[P_SIZE * position.seat : P_SIZE * (position.seat + 1)]
    facts[P_OPENINGS] += option.action in CALLS
    facts[P_MING_GANG] += option.action in (Action.CHONG_GANG, Action.XU_GANG)
    facts[P_AN_GANG] += option.action is Action.AN_GANG
    for kind in _lets_go(option):
        if kind in position.gang_tiles:
            facts[P_HONOUR_GANG] += 1
        elif kind == position.laizi:
            facts[P_LAIZI_GANG if option.action is Action.GANG else P_LAIZI_DROP] += 1
    # another seat wins by self-draw as the dealer: what is left is what lies on the table
    win = [1, 1, kernels.BY_ZIMO, -1, 0, 0, -1]
    parts = [0] * (4 * C_SIZE)
    kernels.settle(0, False, facts * 4, win, position.rules.vector, parts, [0] * 12, [0] * kernels.O_SIZE)
    return sum(parts[:C_SIZE])


# 承包


def _by_risk(position: Position, one: Option, other: Option) -> Iterator[Reason]:
    for code, find in (("third_feed", _third_feeds), ("feeds_quanqiuren", _quanqiuren_feeds)):
        mine, theirs = find(position, one), find(position, other)
        for seats, against, favours in ((mine, theirs, Favours.OTHER), (theirs, mine, Favours.ONE)):
            fed = tuple(seat for seat in seats if seat not in against)
            if fed:
                yield Reason(code, favours, (("seats", fed),))
    added = [option.action is Action.XU_GANG for option in (one, other)]
    for option, adds, favours in zip((one, other), added, (Favours.OTHER, Favours.ONE), strict=True):
        if adds and option.tile is not None and not all(added):
            yield Reason("robbable", favours, (("tile", option.tile),))


def _offered(position: Position, option: Option) -> int | None:
    """The tile that others may then claim."""
    for kind in _lets_go(option):
        if option.action is not Action.GANG and kind != position.laizi and kind not in position.gang_tiles:
            return kind
    return None


def _third_feeds(position: Position, option: Option) -> tuple[int, ...]:
    """Opponents with two openings of one suit who could call the discard, of that suit, as their third."""
    tile = _offered(position, option)
    if tile is None or is_honour(tile):
        return ()
    found = []
    for seat, player in enumerate(position.players):
        suits = {kind // 9 for meld in player.melds for kind in meld.tiles}
        can_call = seat == (position.seat + 1) % 4 or position.live[tile] >= 2
        if seat != position.seat and len(player.open_melds) == 2 and suits == {tile // 9} and can_call:
            found.append(seat)
    return tuple(found)


def _quanqiuren_feeds(position: Position, option: Option) -> tuple[int, ...]:
    """Opponents down to one tile after four openings, where the discard is a 将 that the player would pay for."""
    tile = _offered(position, option)
    if tile is None or tile not in JIANG:
        return ()
    tenpai = option.waits is not None and option.waits.tenpai
    if position.rules.quanqiuren_contract == "not_tenpai" and tenpai:
        return ()
    return tuple(
        seat
        for seat, player in enumerate(position.players)
        if seat != position.seat
        and len(player.open_melds) == 4
        and all(meld.kind is not MeldKind.AN_GANG for meld in player.melds)
    )


# The expectation


def _by_estimates(one: Estimate | None, other: Estimate | None) -> Iterator[Reason]:
    if one is None or other is None:
        return
    gap, error = one.diff - other.diff, _error(one, other)
    if abs(gap) <= EQUAL * error:
        yield Reason("equal", Favours.NEITHER, (("gap", abs(gap)), ("error", error)))
    else:
        favours = Favours.ONE if gap > 0 else Favours.OTHER
        yield Reason("score", favours, (("one", one.score), ("other", other.score), ("error", error)))
    yield from _chances("win_chance", one, other, one.win, other.win)
    yield from _chances("deal_in", one, other, sum(one.deal_in), sum(other.deal_in), less=True)
    if one.contract is not None and other.contract is not None:
        yield from _chances("contract", one, other, one.contract, other.contract, less=True)
    yield from _amounts("payout", one, other, 1)
    yield from _amounts("loss", one, other, -1)


def _error(one: Estimate, other: Estimate) -> float:
    """Standard error of the difference of two expectations, or the least that is known to be no smaller.

    Each estimate has the error of its difference to the best: exact where one of the two is the best.  Else the two
    errors added up are a bound, and so is that of independent samples, since these share their worlds.
    """
    apart = one.diff_se + other.diff_se
    if one.diff_se and other.diff_se:
        return min(apart, hypot(one.score_se, other.score_se))
    return apart


def _chances(
    code: str, one: Estimate, other: Estimate, mine: float, theirs: float, *, less: bool = False
) -> Iterator[Reason]:
    """A difference of two chances where it is more than chance itself: beyond two standard errors."""
    spread = sqrt(mine * (1 - mine) / one.samples + theirs * (1 - theirs) / other.samples)
    if abs(mine - theirs) > EQUAL * spread:
        yield from _compared(code, mine, theirs, less=less)


def _amounts(code: str, one: Estimate, other: Estimate, sign: int) -> Iterator[Reason]:
    """What is won (``sign`` 1) or lost (−1) on average where something is, beyond two standard errors."""
    mine, theirs = _mean_amount(one, sign), _mean_amount(other, sign)
    if (
        mine is not None
        and theirs is not None
        and abs(mine[0] - theirs[0]) > EQUAL * hypot(mine[1], theirs[1])
    ):
        yield from _compared(code, mine[0], theirs[0], less=sign < 0)


def _mean_amount(estimate: Estimate, sign: int) -> tuple[float, float] | None:
    """Mean of the amounts of this sign, made positive, and its standard error; ``None`` where there are none."""
    paid = [(sign * points, chance) for points, chance in estimate.payouts if sign * points > 0]
    total = sum(chance for _, chance in paid)
    if not total:
        return None
    mean = sum(points * chance for points, chance in paid) / total
    spread = sum((points - mean) ** 2 * chance for points, chance in paid) / total
    return mean, sqrt(spread / (total * estimate.samples))
