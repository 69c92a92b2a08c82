"""牌桌: the running ledger of a table, deal after deal (rules §8).

A ledger is a log that only grows: a deal is added, and so are the words that one is taken back or put in again.
:attr:`Ledger.standing` folds it to what counts: deals with their dealer, 圈 and 风, and running totals.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Self

from analyzer import win_kernels as kernels
from analyzer.errors import AnalyzerError, BadCount, BadRequest, BadSeat, raise_problems
from analyzer.position import SEATS
from analyzer.rules.ruleset import POINTS_LIMIT, RuleSet
from analyzer.settlement import Score
from analyzer.texts import text
from analyzer.wins import BIG_HANDS

__all__ = [
    "HANDS",
    "Deal",
    "Entry",
    "Kind",
    "Ledger",
    "Reckoned",
    "Standing",
    "Turn",
    "best_names",
    "fitting_hands",
    "money_of",
    "name_problems",
    "reckon",
    "stake_of",
    "to_csv",
]

FORM: Final = 1
"""The form of the JSON."""
DEALS_OF_ROUND: Final = 4
ROUNDS_OF_WIND: Final = 4
LONGEST_NAME: Final = 12
"""Characters of a player's name."""
LONGEST_LOG: Final = 1_500
"""Entries of a ledger; some thirty times what an evening brings, and what a browser can keep."""
LARGEST_AMOUNT: Final = 3 * POINTS_LIMIT
"""Points that one player can win or lose in a deal."""
DEAREST: Final = 100_000
"""The highest stake: hundredths of a unit of money a point."""
MOST_FAN: Final = 20
"""Fan of one player's board that can be entered."""
HANDS: Final = ("small", *BIG_HANDS)
"""What a won deal may say of its hand: 小胡, or big hands."""


class Kind(StrEnum):
    """How a deal ended."""

    WIN = "win"
    DRAWN = "drawn"
    ESCAPE = "escape"


class Turn(StrEnum):
    """What the log says beside deals."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """一盘: how a deal ended and what each seat won or lost; points, by table seat 0 东 … 3 北."""

    kind: Kind
    amounts: tuple[int, ...] = (0, 0, 0, 0)
    """They sum to zero."""
    who: int | None = None
    """The winner, or who left early; ``None`` in a drawn game."""
    source: int | None = None
    """Who discarded or was robbed; ``None`` at a self-draw."""
    hand: tuple[str, ...] = ()
    """Names of :data:`HANDS`; empty where unknown."""

    @classmethod
    def drawn(cls) -> Self:
        """荒庄."""
        return cls(Kind.DRAWN)

    @classmethod
    def won(
        cls, who: int, lost: Mapping[int, int], *, source: int | None = None, hand: Sequence[str] = ()
    ) -> Self:
        """A win that the seats of ``lost`` pay, each so many points; raises what :meth:`check` finds."""
        amounts = tuple(sum(lost.values()) if seat == who else -lost.get(seat, 0) for seat in SEATS)
        entry = cls(Kind.WIN, amounts, who, source, tuple(hand))
        entry.check()
        return entry

    @classmethod
    def escape(cls, who: int, points: int) -> Self:
        """逃跑: ``who`` leaves early and is taken off ``points`` (rules §6).

        The sources don't say who gets them.  Here it is the three who stay, in equal parts; of points that three
        don't divide the ones left over go to the next players counter-clockwise.
        """
        amounts = [0] * 4
        amounts[who] = -points
        for turn in (1, 2, 3):
            amounts[(who + turn) % 4] = (points + 3 - turn) // 3
        return cls(Kind.ESCAPE, tuple(amounts), who)

    @classmethod
    def scored(cls, score: Score, *, winner: int, source: int | None, turn: int = 0) -> Self:
        """A win as the score has it, its seats moved counter-clockwise by ``turn`` to those of the table.

        :raises AnalyzerError: the score is of no valid win.
        """
        if not score.valid:
            raise BadRequest("ledger-no-win")
        amounts = tuple(score.pays[(seat - turn) % 4] for seat in SEATS)
        hand = score.big or ("small",)
        entry = cls(
            Kind.WIN, amounts, (winner + turn) % 4, None if source is None else (source + turn) % 4, hand
        )
        entry.check()
        return entry

    def check(self) -> None:
        """Raise the first problem, with all others attached; return if there is none."""
        raise_problems(self.problems())

    def problems(self) -> Iterator[AnalyzerError]:
        """Every fault of the entry."""
        if len(self.amounts) != 4:
            yield BadCount("ledger-not-four-amounts", count=len(self.amounts))
            return
        for amount in self.amounts:
            if type(amount) is not int or abs(amount) > LARGEST_AMOUNT:
                yield BadRequest("ledger-amount", amount=repr(amount), most=LARGEST_AMOUNT)
                return
        if sum(self.amounts):
            yield BadRequest(
                "ledger-not-zero", amounts=[str(each) for each in self.amounts], total=sum(self.amounts)
            )
        for seat in (self.who, self.source):
            if seat is not None and (type(seat) is not int or seat not in SEATS):
                yield BadSeat("ledger-no-such-seat", seat=repr(seat))
                return
        yield from {Kind.WIN: self._of_win, Kind.DRAWN: self._of_drawn, Kind.ESCAPE: self._of_escape}[
            self.kind
        ]()

    def _of_win(self) -> Iterator[AnalyzerError]:
        if self.who is None:
            yield BadRequest("ledger-without-winner")
            return
        if self.source == self.who:
            yield BadSeat("ledger-own-discard", seat=self.who)
        if self.amounts[self.who] <= 0:
            yield BadRequest("ledger-winner-gets-nothing", amount=self.amounts[self.who])
        for seat in SEATS:
            if seat != self.who and self.amounts[seat] > 0:
                yield BadRequest("ledger-loser-gets", seat=seat, amount=self.amounts[seat])
        for name in self.hand:
            if name not in HANDS:
                yield BadRequest("ledger-no-such-hand", hand=repr(name), known=list(HANDS))

    def _of_drawn(self) -> Iterator[AnalyzerError]:
        if any(self.amounts) or self.who is not None or self.source is not None or self.hand:
            yield BadRequest("ledger-drawn-pays")

    def _of_escape(self) -> Iterator[AnalyzerError]:
        if self.who is None:
            yield BadRequest("ledger-without-runner")
        elif self.amounts[self.who] > 0 or any(self.amounts[seat] < 0 for seat in SEATS if seat != self.who):
            yield BadRequest("ledger-runner-gets", seat=self.who, amount=self.amounts[self.who])
        if self.source is not None or self.hand:
            yield BadRequest("ledger-escape-is-no-win")


@dataclass(frozen=True, slots=True)
class Deal:
    """An entry that counts, and where in the table's course it stands."""

    entry: Entry
    number: int
    """From 1."""
    dealer: int
    repeat: int
    """连庄: how often the dealer had kept the deal before."""
    wind: int
    """风 0 东 … 3 北."""
    round: int
    """圈 of the wind, 1–4."""
    totals: tuple[int, ...]
    """Points of each seat after it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands: what counts, and what comes next."""

    deals: tuple[Deal, ...] = ()
    dealer: int = 0
    repeat: int = 0
    passed: int = 0
    """How often the deal has passed on."""
    totals: tuple[int, ...] = (0, 0, 0, 0)
    undone: tuple[Entry, ...] = ()
    """What can be put in again, the last taken back at the end."""

    @property
    def wind(self) -> int:
        """风 of the next deal, 0 东 … 3 北."""
        return self.passed // (DEALS_OF_ROUND * ROUNDS_OF_WIND) % 4

    @property
    def round(self) -> int:
        """圈 of the next deal in its wind, 1–4."""
        return self.passed // DEALS_OF_ROUND % ROUNDS_OF_WIND + 1

    def after(self, entry: Entry) -> "Standing":
        """The standing once ``entry`` is in: a dealer who wins or a drawn game keeps the deal, else it passes to 下家.

        One who leaves early ends the deal without a result: the dealer deals again (a decision: the sources end
        the game there).
        """
        totals = tuple(a + b for a, b in zip(self.totals, entry.amounts, strict=True))
        deal = Deal(entry, len(self.deals) + 1, self.dealer, self.repeat, self.wind, self.round, totals)
        passes = entry.kind is Kind.WIN and entry.who != self.dealer
        again = entry.kind is not Kind.ESCAPE
        return Standing(
            deals=(*self.deals, deal),
            dealer=(self.dealer + passes) % 4,
            repeat=0 if passes else self.repeat + again,
            passed=self.passed + passes,
            totals=totals,
        )


@dataclass(frozen=True)
class Ledger:
    """牌桌: four names by seat, 东 first, the stake, and the log of all that was entered."""

    names: tuple[str, ...]
    log: tuple[Entry | Turn, ...] = ()
    stake: int = 0
    """Hundredths of a unit of money a point; 0 for points alone."""

    @cached_property
    def standing(self) -> Standing:
        """What the log comes to."""
        done: list[Standing] = [Standing()]
        undone: list[Entry] = []
        for record in self.log:
            if record is Turn.UNDO:
                undone.append(done.pop().deals[-1].entry)
            elif record is Turn.REDO:
                done.append(done[-1].after(undone.pop()))
            else:
                assert isinstance(record, Entry)
                done.append(done[-1].after(record))
                undone.clear()
        return replace(done[-1], undone=tuple(undone))

    def add(self, entry: Entry) -> "Ledger":
        """Write a deal down."""
        entry.check()
        return self._with(entry)

    def undo(self) -> "Ledger":
        """Take the last deal that counts back."""
        if not self.standing.deals:
            raise BadRequest("ledger-nothing-to-undo")
        return self._with(Turn.UNDO)

    def redo(self) -> "Ledger":
        """Put in again what was taken back last."""
        if not self.standing.undone:
            raise BadRequest("ledger-nothing-to-redo")
        return self._with(Turn.REDO)

    def _with(self, record: Entry | Turn) -> "Ledger":
        if len(self.log) >= LONGEST_LOG:
            raise BadCount("ledger-full", most=LONGEST_LOG)
        return replace(self, log=(*self.log, record))

    def at_stake(self, stake: int) -> "Ledger":
        """The same table at another stake; raises where that can't be."""
        changed = replace(self, stake=stake)
        changed.check()
        return changed

    def money(self, points: int) -> Decimal:
        """What ``points`` are worth at the stake, in units of money."""
        return money_of(points * self.stake)

    # Faults

    def check(self) -> None:
        """Raise the first problem, with all others attached; return if there is none."""
        raise_problems(self.problems())

    def problems(self) -> Iterator[AnalyzerError]:
        """Every fault of names, stake and log."""
        yield from name_problems(self.names)
        if type(self.stake) is not int or not 0 <= self.stake <= DEAREST:
            yield BadRequest("ledger-stake", stake=repr(self.stake), most=DEAREST)
        if len(self.log) > LONGEST_LOG:
            yield BadCount("ledger-full", most=LONGEST_LOG)
        done = undone = 0
        for number, record in enumerate(self.log, 1):
            if isinstance(record, Entry):
                yield from record.problems()
                done, undone = done + 1, 0
            elif record is Turn.UNDO:
                done, undone = done - 1, undone + 1
            else:
                done, undone = done + 1, undone - 1
            if done < 0 or undone < 0:
                yield BadRequest("ledger-turn-from-nothing", number=number, turn=str(record))
                return

    # JSON

    def to_json(self) -> dict[str, object]:
        """The ledger as JSON values, small enough for a browser to keep."""
        return {
            "form": FORM,
            "names": list(self.names),
            "stake": self.stake,
            "log": [str(each) if isinstance(each, Turn) else _entry_json(each) for each in self.log],
        }

    @classmethod
    def from_json(cls, value: object) -> "Ledger":
        """Read what :meth:`to_json` wrote, or anybody else.

        :raises AnalyzerError: the value is of another form, or the ledger has a problem.
        """
        fields = _object(value, "form", "names", "stake", "log")
        if fields["form"] != FORM:
            raise BadRequest("ledger-form", form=repr(fields["form"]), right=FORM)
        names, log = fields["names"], fields["log"]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise BadRequest("ledger-malformed", where="names", value=repr(names))
        if not isinstance(log, list):
            raise BadRequest("ledger-malformed", where="log", value=repr(log))
        if len(log) > LONGEST_LOG:
            raise BadCount("ledger-full", most=LONGEST_LOG)
        records = tuple(_record(each, f"log[{number}]") for number, each in enumerate(log))
        ledger = cls(tuple(names), records, fields["stake"])
        ledger.check()
        return ledger


def best_names(names: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    """``names`` without blanks around them, the ``usual`` one where nothing is written.

    :raises AnalyzerError: a name is too long, does not print, or is given twice.
    """
    found = tuple(" ".join(name.split()) or other for name, other in zip(names, usual, strict=True))
    raise_problems(name_problems(found))
    return found


def name_problems(names: Sequence[str]) -> Iterator[AnalyzerError]:
    """Every fault of the four players' names."""
    if len(names) != 4:
        yield BadCount("ledger-not-four-names", count=len(names))
        return
    for name in names:
        if not name or not name.isprintable() or name != name.strip():
            yield BadRequest("ledger-name", name=name)
        elif len(name) > LONGEST_NAME:
            yield BadRequest("ledger-long-name", name=name, length=len(name), most=LONGEST_NAME)
    for seat, name in enumerate(names):
        if name in names[:seat]:
            yield BadRequest("ledger-same-name", name=name)


def _entry_json(entry: Entry) -> list[object]:
    if entry.kind is Kind.DRAWN:
        return [str(entry.kind)]
    if entry.kind is Kind.ESCAPE:
        return [str(entry.kind), entry.who, list(entry.amounts)]
    return [str(entry.kind), entry.who, list(entry.amounts), entry.source, list(entry.hand)]


_FIELDS: Final = {Kind.DRAWN: 1, Kind.ESCAPE: 3, Kind.WIN: 5}


def _record(value: object, where: str) -> Entry | Turn:
    if isinstance(value, str) and value in list(Turn):
        return Turn(value)
    if (
        not isinstance(value, list)
        or not value
        or not isinstance(value[0], str)
        or value[0] not in list(Kind)
        or len(value) != _FIELDS[Kind(value[0])]
    ):
        raise BadRequest("ledger-malformed", where=where, value=repr(value))
    kind = Kind(value[0])
    if kind is Kind.DRAWN:
        return Entry(kind)
    amounts, hand = value[2], value[4] if kind is Kind.WIN else []
    if not isinstance(amounts, list) or not isinstance(hand, list):
        raise BadRequest("ledger-malformed", where=where, value=repr(value))
    if not all(isinstance(name, str) for name in hand):
        raise BadRequest("ledger-malformed", where=where, value=repr(value))
    return Entry(kind, tuple(amounts), value[1], value[3] if kind is Kind.WIN else None, tuple(hand))


def _object(value: object, *names: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or set(value) != set(names):
        raise BadRequest("ledger-not-an-object", value=_shown(value), names=list(names))
    return value


def _shown(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(type(value))


def stake_of(money: float) -> int:
    """A stake in units of money a point, as :attr:`Ledger.stake` counts it: to the nearest hundredth."""
    return min(DEAREST, max(0, round(money * 100)))


def money_of(hundredths: int) -> Decimal:
    """Hundredths of a unit of money as units."""
    return Decimal(hundredths) / 100


# What an ordinary win pays, for an entry in three taps


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a win told by its fan pays."""

    amounts: tuple[int, ...]
    """By seat; they sum to zero."""
    enough: bool
    """起胡: whether it reaches the minimum of the rules."""
    gold: bool
    """金顶."""
    contract: int | None
    """承包: the seat that pays for all."""


def fitting_hands(source: int | None) -> tuple[str, ...]:
    """The big hands that a win by self-draw (``None``) or on another's tile can have."""
    out = ("qianggang", "quanqiuren") if source is None else ("gangshanghua", "haidilao")
    return tuple(name for name in BIG_HANDS if name not in out)


def reckon(
    rules: RuleSet,
    *,
    dealer: int,
    winner: int,
    source: int | None,
    fan: Sequence[int] = (1, 1, 1, 1),
    hard: bool = False,
    big: Sequence[str] = (),
) -> Reckoned:
    """What a win pays that is told by its fan instead of its tiles (rules §5, §6).

    ``fan`` is what lies before each seat, 0–20: openings, gangs, dropped laizi; a seat with 0 has not opened.
    硬胡, 自摸, 放冲 and the dealer are added by the rules.  Nobody is taken to have fed a third opening, and a
    discarder to be tenpai.

    :raises AnalyzerError: a seat, a fan or a hand that can't be.
    """
    for seat in (dealer, winner, *(() if source is None else (source,))):
        if seat not in SEATS:
            raise BadSeat("ledger-no-such-seat", seat=repr(seat))
    if source == winner:
        raise BadSeat("ledger-own-discard", seat=winner)
    if len(fan) != 4 or any(type(each) is not int or not 0 <= each <= MOST_FAN for each in fan):
        raise BadCount("ledger-fan", fan=[str(each) for each in fan], most=MOST_FAN)
    fitting = fitting_hands(source)
    for name in big:
        if name not in fitting:
            raise BadRequest("ledger-hand-does-not-fit", hand=name, known=list(fitting))
    robbed = "qianggang" in big
    win = [0] * kernels.W_SIZE
    win[kernels.W_WINNER], win[kernels.W_DEALER] = winner, dealer
    win[kernels.W_BY] = (
        kernels.BY_ZIMO if source is None else kernels.BY_QIANGGANG if robbed else kernels.BY_DISCARD
    )
    win[kernels.W_SOURCE] = -1 if source is None else source
    win[kernels.W_AFTER_GANG] = int("gangshanghua" in big)
    win[kernels.W_LAST_TILES] = int("haidilao" in big)
    win[kernels.W_THIRD_FEEDER] = -1
    facts: list[int] = []
    for each in fan:
        player = [0] * kernels.P_SIZE
        # One opening, and the rest as what counts one fan apiece under every rule set.
        player[kernels.P_OPENINGS] = min(1, each)
        player[kernels.P_LAIZI_DROP] = each - min(1, each)
        player[kernels.P_TENPAI] = 1
        facts += player
    mask = sum(BIG_HANDS[name] for name in set(big))
    amounts, out = [0] * 12, [0] * kernels.O_SIZE
    parts = [0] * (4 * kernels.C_SIZE)
    kernels.settle(mask, hard, facts, win, rules.vector, parts, amounts, out)
    contract = out[kernels.O_CONTRACT]
    return Reckoned(
        amounts=tuple(amounts[8:12]),
        enough=kernels.reaches_minimum(amounts, win, rules.vector),
        gold=bool(out[kernels.O_GOLD]),
        contract=None if contract < 0 else contract,
    )


# For a spreadsheet

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""


def to_csv(ledger: Ledger, lang: str) -> bytes:
    """The deals that count as a table (RFC 4180), UTF-8 with a byte order mark, so that Excel reads Chinese.

    Amounts are numbers; a text that a spreadsheet would take for a formula stands behind an apostrophe.
    """
    file = io.StringIO()
    write = csv.writer(file)
    names = [_inert(name) for name in ledger.names]
    columns = ("number", "wind", "round", "dealer", "result", "who", "source", "hand")
    head = [text(f"ledger-column-{name}", lang) for name in columns]
    sums = [_inert(text("ledger-column-total", lang, name=name)) for name in ledger.names]
    write.writerow([*head, *names, *sums])
    for deal in ledger.standing.deals:
        entry = deal.entry
        write.writerow(
            [
                deal.number,
                text(f"wind-{deal.wind}", lang),
                deal.round,
                names[deal.dealer],
                text(f"ledger-kind-{entry.kind}", lang),
                "" if entry.who is None else names[entry.who],
                "" if entry.source is None else names[entry.source],
                " ".join(
                    text("hu-small" if each == "small" else f"hand-{each}", lang) for each in entry.hand
                ),
                *entry.amounts,
                *deal.totals,
            ]
        )
    return file.getvalue().encode("utf-8-sig")


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
