"""胡牌: every reading of a complete hand with its laizi assigned, hard or soft, and why a hand can't win.

The choice among the readings and their settlement are :mod:`analyzer.win_kernels`; this module turns a position
and a win into what those kernels read, and their outcome into names and arrangements.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from analyzer import win_kernels as kernels
from analyzer.errors import BadCount, BadRequest, BadSeat
from analyzer.position import SEATS, MeldKind, Player, Position
from analyzer.shapes.tables import layout_for
from analyzer.tiles import JIANG, KINDS, NAMES, WINDS

__all__ = [
    "ALL_NAMED",
    "BIG_HANDS",
    "REASONS",
    "REASON_CLAUSES",
    "Arrangement",
    "Reading",
    "Unnamed",
    "Verdict",
    "Win",
    "WinBy",
    "any_pair",
    "arrange",
    "judge",
    "readings",
]

BIG_HANDS: Final = {
    "pengpenghu": kernels.PENGPENGHU,
    "qingyise": kernels.QINGYISE,
    "jiangyise": kernels.JIANGYISE,
    "fengyise": kernels.FENGYISE,
    "quanqiuren": kernels.QUANQIUREN,
    "gangshanghua": kernels.GANGSHANGHUA,
    "qianggang": kernels.QIANGGANG,
    "haidilao": kernels.HAIDILAO,
}
"""大胡: every big hand and its bit (rules §4)."""

REASONS: Final = {
    "not_open": kernels.NOT_OPEN,
    "gang_tile_in_hand": kernels.GANG_TILE_IN_HAND,
    "laizi_limit": kernels.LAIZI_LIMIT,
    "pair_not_258": kernels.PAIR_NOT_258,
    "no_shape": kernels.NO_SHAPE,
    "below_minimum": kernels.BELOW_MINIMUM,
    "dead_tile": kernels.DEAD_TILE,
}
"""Why a hand can't win, and the bit of each reason."""

REASON_CLAUSES: Final = {
    "not_open": "§3",
    "gang_tile_in_hand": "§2",
    "laizi_limit": "§4",
    "pair_not_258": "§4",
    "no_shape": "§4",
    "below_minimum": "§6",
    "dead_tile": "§2",
}
"""The clause that each reason rests on."""

MELDS: Final = 4
"""Melds of a player at the most."""
_JIANG: Final = frozenset(JIANG)
_WINDS: Final = frozenset(WINDS)
_SHAPES: Final = kernels.PENGPENGHU | kernels.QINGYISE | kernels.QUANQIUREN
"""Big hands that need sets and a pair; 将一色 and 风一色 alone don't."""


class WinBy(StrEnum):
    """How a hand is won."""

    ZIMO = "zimo"
    DISCARD = "discard"
    QIANGGANG = "qianggang"


_BY: Final = {
    WinBy.ZIMO: kernels.BY_ZIMO,
    WinBy.DISCARD: kernels.BY_DISCARD,
    WinBy.QIANGGANG: kernels.BY_QIANGGANG,
}


@dataclass(frozen=True, slots=True)
class Win:
    """胡: the winning tile and how it came."""

    tile: int
    by: WinBy = WinBy.ZIMO
    source: int | None = None
    """Seat of the discarder or of the robbed player; ``None`` at a self-draw."""
    after_gang: bool = False
    """杠上花: drawn as a gang's replacement."""
    last_tiles: bool = False
    """海底捞: one of the last four tiles."""

    def check(self, position: Position) -> None:
        """Raise what can't be said of this win in this position."""
        if len(position.hand) % 3 != 2:
            raise BadCount(
                "win-hand-count", concealed=len(position.hand), right=14 - 3 * min(4, len(position.me.melds))
            )
        if not position.counts[self.tile]:
            raise BadRequest("win-tile-not-in-hand", tile=NAMES[self.tile])
        if self.by is WinBy.ZIMO:
            if self.source is not None:
                raise BadSeat("win-zimo-has-no-source", source=self.source)
            if self.after_gang and self.last_tiles:
                raise BadRequest("win-after-gang-and-last")
            if self.after_gang and not _has_ganged(position.me):
                raise BadRequest("win-after-no-gang")
            return
        if self.source is None:
            raise BadSeat("win-without-source", by=str(self.by))
        if self.source not in SEATS or self.source == position.seat:
            raise BadSeat("win-impossible-source", source=self.source, seat=position.seat)
        if self.after_gang or self.last_tiles:
            raise BadRequest("win-situation-not-zimo", by=str(self.by))
        if self.by is WinBy.QIANGGANG:
            melds = position.players[self.source].melds
            if not any(meld.kind is MeldKind.PENG and meld.tiles == (self.tile,) for meld in melds):
                raise BadRequest("win-robbed-without-peng", source=self.source, tile=NAMES[self.tile])


@dataclass(frozen=True, slots=True)
class Unnamed:
    """副露 of another player of which only the number is known: whatever their tiles, they add their fan."""

    calls: int = 0
    """吃 and 碰."""
    gangs: int = 0
    """明杠; each is an opening, too."""

    @property
    def melds(self) -> int:
        """How many they are in all."""
        return self.calls + self.gangs


ALL_NAMED: Final = (Unnamed(),) * 4
"""Every meld lies in the position with its tiles."""


def check_unnamed(position: Position, unnamed: Sequence[Unnamed]) -> None:
    """Raise where the melds without tiles, one entry a seat, can't lie beside those of the position.

    The winner's own are told by a hand that is partial (interface), and have no entry here.
    """
    for seat, (player, more) in enumerate(zip(position.players, unnamed, strict=True)):
        melds = len(player.melds) + more.melds
        if min(more.calls, more.gangs) < 0 or melds > (len(player.melds) if seat == position.seat else MELDS):
            raise BadCount("win-unnamed-melds", seat=seat, count=melds)


def _has_ganged(player: Player) -> bool:
    return bool(player.gangs) or any(meld.kind.is_gang for meld in player.melds)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The kernels' outcome, in full: the reading chosen, its fan components, amounts, or why there is none."""

    valid: bool
    mask: int
    """Big hands as bits; 0 for 小胡."""
    hard: bool
    reasons: int
    """Why the hand can't win, as bits; 0 where it can."""
    readable: bool
    """Whether a reading stands behind ``mask``: a valid win, or one below the minimum alone."""
    parts: tuple[int, ...]
    """Fan components, ``C_SIZE`` a seat."""
    amounts: tuple[int, ...]
    """Raw, capped and paid points, four each by seat."""
    out: tuple[int, ...]
    """The O_ entries."""

    @property
    def total(self) -> int:
        """What the winner gets; points."""
        return self.out[kernels.O_TOTAL]


# From a position to what the kernels read


def player_facts(position: Position, unnamed: Sequence[Unnamed] = ALL_NAMED) -> list[int]:
    """What lies before the four players, ``P_SIZE`` ints a seat."""
    facts: list[int] = []
    for seat, player in enumerate(position.players):
        openings = len(player.open_melds) + unnamed[seat].melds
        if seat == position.seat:
            openings += position.missing_melds
        kinds = [meld.kind for meld in player.melds]
        laizi_gangs = 0 if position.laizi is None else player.gangs.count(position.laizi)
        facts += (
            openings,
            kinds.count(MeldKind.CHONG_GANG) + kinds.count(MeldKind.XU_GANG) + unnamed[seat].gangs,
            kinds.count(MeldKind.AN_GANG),
            len(player.gangs) - laizi_gangs,
            laizi_gangs,
            player.laizi_drops,
            int(player.tenpai),
        )
    return facts


def _third_feeder(position: Position) -> int:
    """Who fed the winner's third opening, −1 where there is none or it is unknown (rules §6)."""
    fed = position.me.open_melds
    if len(fed) < 3 or fed[2].source is None:
        return -1
    return fed[2].source


def win_facts(position: Position, win: Win) -> list[int]:
    """How the hand is won, ``W_SIZE`` ints."""
    return [
        position.seat,
        position.dealer,
        _BY[win.by],
        -1 if win.source is None else win.source,
        int(win.after_gang),
        int(win.last_tiles),
        _third_feeder(position),
    ]


def meld_facts(position: Position) -> list[int]:
    """The winner's melds, ``M_SIZE`` ints."""
    me = position.me
    melded = [kind for meld in me.melds for kind in meld.tiles]
    suits = 0
    for kind in melded:
        suits |= 1 << kind // 9
    return [
        int(any(meld.kind is MeldKind.CHI for meld in me.melds)),
        len(me.open_melds),
        suits,
        int(_JIANG.issuperset(melded)),
        int(_WINDS.issuperset(melded)),
        int(position.missing_melds == 0),
    ]


def blocks(position: Position, counts: Sequence[int], tile: int, by: WinBy) -> int:
    """What bars any win, whatever the shape, as reason bits."""
    bits = 0
    if not position.is_open:
        bits |= kernels.NOT_OPEN
    if any(counts[kind] for kind in position.gang_tiles):
        bits |= kernels.GANG_TILE_IN_HAND
    if by is not WinBy.ZIMO and (tile == position.laizi or tile in position.gang_tiles):
        bits |= kernels.DEAD_TILE
    return bits


class Judge:
    """Judges wins of one position, many tiles and discarders in turn."""

    def __init__(self, position: Position, unnamed: Sequence[Unnamed] = ALL_NAMED) -> None:
        self.position = position
        self.players = player_facts(position, unnamed)
        self.rules = position.rules.vector
        self.melds = meld_facts(position)
        self.tables = layout_for(position.gang_tiles).plain

        self._seen: tuple[tuple[int, ...], int, bool] | None = None
        self._facts: list[int] = []

    def _hand(self, counts: Sequence[int], win: Win) -> list[int]:
        """The hand's facts; those of the last look are kept, as the three discarders ask for the same."""
        asked = (tuple(counts), win.tile, win.by is WinBy.ZIMO)
        if asked == self._seen:
            return self._facts
        self._seen, self._facts = asked, [0] * kernels.H_SIZE
        hand = self._facts
        laizi = -1 if self.position.laizi is None else self.position.laizi
        sets = sum(counts) // 3
        kernels.look_at(list(counts), laizi, win.tile, _BY[win.by], sets, self.melds, self.tables, hand)
        return hand

    def __call__(self, win: Win, counts: Sequence[int] | None = None) -> Verdict:
        """The verdict on ``win``; ``counts`` (34, the winning tile included) replace the position's hand."""
        if counts is None:
            counts = self.position.counts
        barred = blocks(self.position, counts, win.tile, win.by)
        out = [0] * kernels.O_SIZE
        parts = [0] * (4 * kernels.C_SIZE)
        amounts = [0] * 12
        if barred & kernels.GANG_TILE_IN_HAND:  # it fits into no shape, so nothing more can be said
            return Verdict(False, 0, False, barred, False, tuple(parts), tuple(amounts), tuple(out))
        kernels.judge(
            self._hand(counts, win),
            self.players,
            win_facts(self.position, win),
            self.rules,
            [0] * kernels.MOST_READINGS,
            parts,
            amounts,
            out,
        )
        reasons = barred | out[kernels.O_REASONS]
        readable = not reasons & ~kernels.BELOW_MINIMUM
        mask, hard = out[kernels.O_BIG], bool(out[kernels.O_HARD])
        return Verdict(not reasons, mask, hard, reasons, readable, tuple(parts), tuple(amounts), tuple(out))

    def readings(self, win: Win) -> tuple["Reading", ...]:
        """Every reading that the limits allow, with what it pays, the winner's choice first.

        Empty where the hand can't win for another reason than the minimum.
        """
        counts = self.position.counts
        if blocks(self.position, counts, win.tile, win.by):
            return ()
        hand, facts = self._hand(counts, win), win_facts(self.position, win)
        masks = [0] * kernels.MOST_READINGS
        found, hard_ones, _ = kernels.list_readings(hand, facts, self.rules, masks)
        readings = []
        for k in range(found):
            parts, amounts, out = [0] * (4 * kernels.C_SIZE), [0] * 12, [0] * kernels.O_SIZE
            total = kernels.settle(
                masks[k], k < hard_ones, self.players, facts, self.rules, parts, amounts, out
            )
            enough = kernels.reaches_minimum(amounts, facts, self.rules)
            hard = k < hard_ones
            readings.append(
                Reading(big_names(masks[k]), hard, enough, total, arrange(self.position, masks[k], hard))
            )
        return tuple(sorted(readings, key=lambda r: (r.enough, r.total, len(r.big), r.hard), reverse=True))


def judge(position: Position, win: Win) -> Verdict:
    """The verdict on one win.  Raises :class:`AnalyzerError` for a win that can't be said of the position."""
    win.check(position)
    return Judge(position)(win)


def readings(position: Position, win: Win, unnamed: Sequence[Unnamed] = ALL_NAMED) -> tuple["Reading", ...]:
    """Every reading of a complete hand with its laizi assigned, the winner's choice first.

    Raises :class:`AnalyzerError` for a win that can't be said of the position.
    """
    win.check(position)
    check_unnamed(position, unnamed)
    return Judge(position, unnamed).readings(win)


# Names and arrangements


def big_names(mask: int) -> tuple[str, ...]:
    """The big hands of a bit mask, in the order of rules §4."""
    return tuple(name for name, bit in BIG_HANDS.items() if mask & bit)


def reason_names(bits: int) -> tuple[str, ...]:
    """The reasons of a bit mask, in the order of :data:`REASONS`."""
    return tuple(name for name, bit in REASONS.items() if bits & bit)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the concealed tiles of a hand lie in one reading."""

    sets: tuple[tuple[int, int, int], ...] = ()
    """刻子 and 顺子."""
    pair: int | None = None
    """将: the pair's kind."""
    loose: tuple[int, ...] = ()
    """The tiles of 乱将 or 乱风, which need no shape; ``sets`` and ``pair`` are empty then."""
    laizi_as: tuple[int, ...] = ()
    """What each laizi stands for, ascending."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand."""

    big: tuple[str, ...]
    hard: bool
    enough: bool
    """起胡: whether it reaches the minimum."""
    total: int
    """What the winner gets; points."""
    arrangement: Arrangement


def arrange(position: Position, mask: int, hard: bool) -> Arrangement:
    """An arrangement of the position's complete hand that reads as ``mask``, ``hard`` or soft.

    Raises ``LookupError`` where there is none, which a reading of the kernels always has.
    """
    laizi, counts = position.laizi, list(position.counts)
    held = 0 if laizi is None else counts[laizi]
    free = 0 if hard else held
    if free and laizi is not None:
        counts[laizi] = 0
    kinds = [kind for kind in range(KINDS) if kind not in position.gang_tiles]
    suits = {kind // 9 for meld in position.me.melds for kind in meld.tiles}
    suits |= {kind // 9 for kind in range(KINDS) if counts[kind]}
    one_suit = len(suits) == 1 and suits < {0, 1, 2}
    if mask & kernels.QINGYISE:
        kinds = [kind for kind in kinds if kind // 9 in suits]
    if mask & kernels.JIANGYISE:
        kinds = [kind for kind in kinds if kind in _JIANG]
    if mask & kernels.FENGYISE:
        kinds = [kind for kind in kinds if kind in _WINDS]
    own = (laizi,) * held if hard and laizi is not None else ()
    if mask & (kernels.JIANGYISE | kernels.FENGYISE) and not mask & _SHAPES:
        fillers = (kinds[0],) * free
        return Arrangement(loose=tuple(sorted((*_listed(counts), *fillers))), laizi_as=own or fillers)
    structural = mask & (kernels.PENGPENGHU | kernels.QINGYISE)
    any_pair = structural or (mask and not mask & kernels.QUANQIUREN and position.rules.situational_any_pair)
    outside = one_suit and not mask & kernels.QINGYISE and free >= 2 and position.missing_melds == 0
    search = _Search(
        kinds=kinds,
        pairs=kinds if any_pair else [kind for kind in kinds if kind in _JIANG],
        runs=not mask & kernels.PENGPENGHU,
        inside=suits if outside else set(),
    )
    for sets, pair, fills in search.divide(counts, free, position.sets_needed, None):
        return Arrangement(sets=tuple(sorted(sets)), pair=pair, laizi_as=own or tuple(sorted(fills)))
    raise LookupError(f"expected an arrangement of {position} for {big_names(mask)}, {hard=}")


def any_pair(position: Position) -> int | None:
    """The pair of the position's complete hand in a division that may have any; ``None`` where there is none."""
    counts = list(position.counts)
    free = 0 if position.laizi is None else counts[position.laizi]
    if position.laizi is not None:
        counts[position.laizi] = 0
    kinds = [kind for kind in range(KINDS) if kind not in position.gang_tiles]
    search = _Search(kinds=kinds, pairs=kinds, runs=True, inside=set())
    found = next(search.divide(counts, free, position.sets_needed, None), None)
    return None if found is None else found[1]


def _listed(counts: Sequence[int]) -> Iterator[int]:
    for kind, n in enumerate(counts):
        yield from (kind,) * n


_Set: TypeAlias = tuple[int, int, int]
_Division: TypeAlias = tuple[list[_Set], int, list[int]]


@dataclass(frozen=True, slots=True)
class _Search:
    """Divides tiles into sets and a pair, free laizi filling the gaps; each division once."""

    kinds: Sequence[int]
    """What a laizi may stand for."""
    pairs: Sequence[int]
    """Kinds that the pair may be of."""
    runs: bool
    """Whether 顺子 are allowed."""
    inside: set[int]
    """Suits outside of which at least one set or the pair must lie, all of it laizi; empty for no such demand."""

    def divide(self, counts: list[int], free: int, sets: int, pair: int | None) -> Iterator[_Division]:
        """Every division of ``counts`` into ``sets`` sets and, where ``pair`` is ``None``, a pair.

        Yields (sets, the pair's kind, what the laizi stand for).  ``counts`` is restored between yields.
        """
        kind = next((k for k, n in enumerate(counts) if n), None)
        if kind is None:
            yield from self._all_free(free, sets, pair)
            return
        for tiles, is_pair in self._groups(kind, counts, sets, pair):
            natural: list[int] = []
            fills: list[int] = []
            for tile in tiles:
                if counts[tile]:
                    counts[tile] -= 1
                    natural.append(tile)
                else:
                    fills.append(tile)
            if len(fills) <= free and all(tile in self.kinds for tile in fills):
                rest = (sets, kind) if is_pair else (sets - 1, pair)
                for found, eyes, filled in self.divide(counts, free - len(fills), *rest):
                    yield found if is_pair else [(tiles[0], tiles[1], tiles[2]), *found], eyes, fills + filled
            for tile in natural:
                counts[tile] += 1

    def _groups(
        self, kind: int, counts: Sequence[int], sets: int, pair: int | None
    ) -> Iterator[tuple[tuple[int, ...], bool]]:
        """The groups that may take a tile of ``kind``, the lowest kind left."""
        if sets:
            yield (kind,) * 3, False
            if self.runs and kind < 27:
                rank = kind % 9
                for first in range(max(0, rank - 2), min(6, rank) + 1):
                    start = kind - rank + first
                    yield (start, start + 1, start + 2), False
        if pair is None and kind in self.pairs:
            yield (kind, kind), True

    def _all_free(self, free: int, sets: int, pair: int | None) -> Iterator[_Division]:
        if free != 3 * sets + (2 if pair is None else 0):
            return
        if self.inside:
            if free == 0:
                return
            kinds = [kind for kind in self.kinds if kind // 9 not in self.inside]
            pairs = [kind for kind in self.pairs if kind // 9 not in self.inside]
        else:
            kinds, pairs = list(self.kinds), list(self.pairs)
        if (sets and not kinds) or (pair is None and not pairs):
            return
        eyes = pairs[0] if pair is None else pair
        fills = [kinds[0]] * (3 * sets) if sets else []
        if pair is None:
            fills += [eyes, eyes]
        yield [(kinds[0],) * 3] * sets, eyes, fills
