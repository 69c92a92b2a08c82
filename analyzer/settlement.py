"""结算: what a finished hand pays, player by player, with every step that leads there.

The amounts come from :func:`analyzer.win_kernels.settle`; the steps are told from its fan components and never
computed beside them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer import win_kernels as kernels
from analyzer.position import SEATS, Position
from analyzer.wins import (
    ALL_NAMED,
    Arrangement,
    Judge,
    Unnamed,
    Verdict,
    Win,
    arrange,
    big_names,
    check_unnamed,
    reason_names,
)

__all__ = ["Score", "Step", "score", "score_of"]

_PARTS: Final = (
    ("opening", kernels.C_OPENING, "§5"),
    ("ming_gang", kernels.C_MING_GANG, "§5"),
    ("an_gang", kernels.C_AN_GANG, "§5"),
    ("honour_gang", kernels.C_HONOUR_GANG, "§5"),
    ("laizi_gang", kernels.C_LAIZI_GANG, "§5"),
    ("laizi_drop", kernels.C_LAIZI_DROP, "§5"),
    ("hard", kernels.C_HARD, "§5"),
    ("zimo", kernels.C_ZIMO, "§5"),
    ("discard", kernels.C_DISCARD, "§5"),
    ("dealer", kernels.C_DEALER, "§5"),
)
_CONTRACTS: Final = {
    kernels.CONTRACT_BY_QIANGGANG: "qianggang",
    kernels.CONTRACT_BY_QUANQIUREN: "quanqiuren",
    kernels.CONTRACT_BY_QINGYISE: "qingyise",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a settlement: a code with its figures, and the clause it rests on.

    Codes are ``base``, ``fan`` (one component of one player), ``player_fan`` (a player's sum), ``half`` (the ×1.5
    of a big hand), ``owes``, ``gold``, ``unopened_gold``, ``capped``, ``contract`` and ``pays``.
    """

    code: str
    clause: str
    seat: int | None = None
    part: str | None = None
    """Of ``fan`` the component; of ``contract`` its ground; of ``base`` ``small`` or ``big``."""
    fan: int | None = None
    points: int | None = None
    limit: int | None = None
    """Of ``capped`` the cap; of ``base`` the number of big hands."""


@dataclass(frozen=True, slots=True)
class Score:
    """算番: the answer about one win.  Lists are by seat; points are what each loser owes, or all are paid."""

    valid: bool
    reasons: tuple[str, ...] = ()
    """Why the hand can't win; empty where it can."""
    hu: str | None = None
    """``small`` 小胡 or ``big`` 大胡; ``None`` where there is no reading."""
    big: tuple[str, ...] = ()
    hard: bool = False
    fan: tuple[int, ...] = ()
    """Each player's own exponent as applied."""
    raw: tuple[int, ...] = ()
    """What each loser owes before caps."""
    capped: tuple[int, ...] = ()
    pays: tuple[int, ...] = ()
    """The four amounts; they sum to zero."""
    gold: bool = False
    """金顶."""
    contract: int | None = None
    """承包: the seat that pays for all."""
    steps: tuple[Step, ...] = ()
    arrangement: Arrangement | None = None
    """How the concealed tiles lie in the reading that is scored."""

    @property
    def laizi_as(self) -> tuple[int, ...]:
        """What each laizi stands for."""
        return () if self.arrangement is None else self.arrangement.laizi_as

    @property
    def total(self) -> int:
        """What the winner gets; 0 where nobody wins."""
        return max(self.pays, default=0)


def score(position: Position, win: Win, unnamed: Sequence[Unnamed] = ALL_NAMED) -> Score:
    """算番: what the position's complete hand pays, or why it can't win.

    ``unnamed`` are the other players' melds, by seat, that do not lie in the position, as their tiles are unknown.
    Raises :class:`AnalyzerError` for a win that can't be said of the position.
    """
    win.check(position)
    check_unnamed(position, unnamed)
    verdict = Judge(position, unnamed)(win)
    arrangement = arrange(position, verdict.mask, verdict.hard) if verdict.readable else None
    return score_of(position, verdict, arrangement)


def score_of(
    position: Position, verdict: Verdict, arrangement: Arrangement | None = None, *, steps: bool = True
) -> Score:
    """The score that a verdict of the kernels stands for; without its ``steps`` where nobody reads them."""
    reasons = reason_names(verdict.reasons)
    if not verdict.readable:
        return Score(valid=False, reasons=reasons)
    contract = verdict.out[kernels.O_CONTRACT]
    return Score(
        valid=verdict.valid,
        reasons=reasons,
        hu="big" if verdict.mask else "small",
        big=big_names(verdict.mask),
        hard=verdict.hard,
        fan=tuple(_fan(verdict, seat) for seat in SEATS),
        raw=verdict.amounts[0:4],
        capped=verdict.amounts[4:8],
        pays=verdict.amounts[8:12],
        gold=bool(verdict.out[kernels.O_GOLD]),
        contract=None if contract < 0 else contract,
        steps=tuple(_steps(position, verdict)) if steps else (),
        arrangement=arrangement,
    )


def _fan(verdict: Verdict, seat: int) -> int:
    return sum(verdict.parts[seat * kernels.C_SIZE : (seat + 1) * kernels.C_SIZE])


def _steps(position: Position, verdict: Verdict) -> Iterator[Step]:
    winner, out, amounts = position.seat, verdict.out, verdict.amounts
    big = big_names(verdict.mask)
    yield Step("base", "§5", part="big" if big else "small", points=out[kernels.O_BASE], limit=len(big))
    order = [(winner + turn) % 4 for turn in range(4)]
    for seat in order:
        for part, index, clause in _PARTS:
            fan = verdict.parts[seat * kernels.C_SIZE + index]
            if fan:
                yield Step("fan", clause, seat=seat, part=part, fan=fan)
        yield Step("player_fan", "§5", seat=seat, fan=_fan(verdict, seat))
    for seat in order[1:]:
        plain = out[kernels.O_BASE] << _fan(verdict, winner) + _fan(verdict, seat)
        if plain != amounts[seat]:
            yield Step("half", "§5", seat=seat, points=plain)
        yield Step("owes", "§5", seat=seat, points=amounts[seat])
    gold = out[kernels.O_GOLD]
    if gold:
        yield Step("gold", "§6", points=position.rules.gold, limit=position.rules.cap)
    for seat in order[1:]:
        raw, capped = amounts[seat], amounts[4 + seat]
        if gold and capped != position.rules.gold:
            yield Step("unopened_gold", "§6", seat=seat, points=capped)
        elif not gold and raw != capped:
            yield Step("capped", "§6", seat=seat, points=capped, limit=out[kernels.O_LIMIT])
    contract = out[kernels.O_CONTRACT]
    if contract >= 0:
        part = _CONTRACTS[out[kernels.O_CONTRACT_CLAUSE]]
        yield Step("contract", "§6", seat=contract, part=part, points=-amounts[8 + contract])
    for seat in order:
        yield Step("pays", "§6", seat=seat, points=amounts[8 + seat])
