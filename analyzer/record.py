"""牌谱: a deal as events, one JSON object a line with a ``type`` (JSON Lines, in the manner of the mjai protocol).

A :class:`Record` says how a deal began and what happened in it; passes are left out, as the next event tells them.
:func:`read` is strict: whatever is wrong with a text is told with its line, all of it at once, and an event that the
rules don't let happen is told with the rule.  ``docs/records.md`` describes every event and field.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from analyzer import events
from analyzer.deal import Deal, Hand
from analyzer.errors import AnalyzerError, BadRecord, BadRequest, raise_problems
from analyzer.events import Event
from analyzer.forms import Form, form_problems, read_json, shown
from analyzer.ledger import name_problems
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.rules import RuleSet, parse_rules, spell_rules
from analyzer.tiles import NAMES
from analyzer.wins import WinBy

__all__ = [
    "LARGEST",
    "MOST_FAULTS",
    "VERSION",
    "Decision",
    "Faults",
    "Record",
    "decisions",
    "read",
    "read_one",
    "schema",
    "write",
]

VERSION: Final = 1
"""The form of the JSON."""
LARGEST: Final = 2_000_000
"""The most characters of a text; some 250 deals."""
LONGEST_LINE: Final = 4_000
MOST_FAULTS: Final = 100
"""Reading stops after so many faults."""
MOST_SEEDS: Final = 1 << 53
"""A seed is below it, so that every reader of JSON keeps it exactly."""
HIDDEN: Final = "?"

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Record:
    """牌谱: one deal, from the hands dealt to its end; unfinished where the events end before it does."""

    rules: RuleSet
    dealer: int
    indicator: int
    hands: tuple[tuple[int | None, ...], ...]
    """As dealt, by seat; known kinds ascending, then ``None`` for each hidden tile."""
    events: tuple[Event, ...] = ()
    """Without passes."""
    seed: int | None = None
    """What the wall was shuffled with, where it was."""
    names: tuple[str, ...] | None = None
    """Of the four players, by seat."""

    def __post_init__(self) -> None:
        hands = tuple(
            tuple(sorted(hand, key=lambda tile: (tile is None, tile if tile is not None else 0)))
            for hand in self.hands
        )
        object.__setattr__(self, "hands", hands)
        kept = tuple(event for event in self.events if not isinstance(event, events.Pass))
        object.__setattr__(self, "events", kept)

    def start(self) -> Deal:
        """The deal before its first event.  Raises :class:`AnalyzerError` for one that can't begin so."""
        return Deal.start(self.rules, self.dealer, self.indicator, self.hands)

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The deal before each event, and after the last.  Raises as :meth:`Deal.apply`."""
        deals = [self.start()]
        for event in self.events:
            deals.append(deals[-1].apply(event))
        return tuple(deals)

    @property
    def final(self) -> Deal:
        """The deal after the last event."""
        return self.deals[-1]

    @property
    def finished(self) -> bool:
        """Whether the deal came to its end."""
        return self.final.over

    def seen_from(self, seat: int) -> "Record":
        """What ``seat`` at a real table could have noted: the others' hands, draws and 暗杠 are hidden.

        A winner shows his hand.
        """
        hands = tuple(hand if each == seat else (None,) * len(hand) for each, hand in enumerate(self.hands))
        told = []
        for deal, event in zip(self.deals, self.events, strict=False):
            if isinstance(event, events.Draw | events.AnGang) and event.seat != seat:
                event = replace(event, tile=None)
            elif isinstance(event, events.Win) and event.seat != seat and not deal.hides(event.seat):
                event = _showing(event, deal)
            told.append(event)
        return replace(self, hands=hands, events=tuple(told), seed=None)

    def settled(self) -> "Record":
        """The record with the win's amounts in it, checked event by event.

        Raises :class:`BadRecord` with the number of the event that can't be, counted from 1.
        """
        deal = self.start()
        told = []
        for number, event in enumerate(self.events, 1):
            try:
                deal = deal.apply(event)
            except AnalyzerError as error:
                raise _gathered("record-event", "number", [(number, error)]) from None
            told.append(_told(event, deal))
        return replace(self, events=tuple(told))


@dataclass(frozen=True, slots=True)
class Decision:
    """一次选择: what a player could do at one point of a deal, and what he did."""

    number: int
    """The event before which he chose, counted from 0."""
    deal: Deal
    options: tuple[Event, ...]
    """As :meth:`Deal.legal` lists them, without those that another player went before."""
    chosen: Event
    """One of the options; a pass where the tile was let be."""


def decisions(kept: Record, seat: int) -> Iterator[Decision]:
    """Every choice that ``seat``, whose hand is known, had in a record: turns, calls taken and let be, wins passed.

    What another player took before it was his turn to be asked (rules §3, §4) was no choice of his.  A turn with one
    act alone is told, too.
    """
    for number, (deal, event) in enumerate(zip(kept.deals, kept.events, strict=False)):
        options = deal.legal(seat)
        if not options:
            continue
        acted = not isinstance(event, events.HuangZhuang | events.Pass | events.Draw)
        if acted and event.seat == seat:  # type: ignore[union-attr]
            yield Decision(number, deal, options, event)
            continue
        if acted:
            taken = _precedence(event, deal)
            options = tuple(each for each in options if _precedence(each, deal) < taken)
            options = (*options, events.Pass(seat)) if options else ()
        if options:
            yield Decision(number, deal, options, events.Pass(seat))


def _precedence(event: Event, deal: Deal) -> tuple[int, int]:
    """When a player is asked about another's tile, the first first; a pass is behind all."""
    match event:
        case events.Win():
            return 0, (event.seat - deal.dealer) % 4
        case events.Peng() | events.ChongGang():
            return 1, 0
        case events.Chi():
            return 2, 0
    return 3, 0


def _showing(event: events.Win, deal: Deal) -> events.Win:
    """The win with the hand and the 暗杠 that the winner shows."""
    won = () if event.by is WinBy.ZIMO else (event.tile,)
    melds = deal.players[event.seat].melds
    hidden = sorted(meld.tiles[0] for meld in melds if not meld.kind.opens)
    return replace(
        event,
        hand=tuple(sorted((*deal.hands[event.seat].tiles, *won))),
        an_gangs=tuple(hidden) or None,
    )


def _told(event: Event, after: Deal) -> Event:
    """The event as a record tells it: a win with its amounts."""
    if isinstance(event, events.Win) and event.pays is None and after.result is not None:
        return replace(event, pays=after.result.pays)
    return event


class Faults:
    """All that is wrong with a text, line by line; stops the reading at :data:`MOST_FAULTS`."""

    def __init__(self) -> None:
        self.found: list[tuple[int, AnalyzerError]] = []

    def add(self, line: int, error: AnalyzerError) -> None:
        """Note an error and those that came with it."""
        self.found += [(line, each) for each in (error, *error.others)]
        for each in (error, *error.others):
            each.others = ()

    @property
    def enough(self) -> bool:
        """Whether nothing more is worth telling."""
        return len(self.found) >= MOST_FAULTS

    def check(self) -> None:
        """Raise :class:`BadRecord` if anything was found; each fault is one of its ``params["fault"]``."""
        if self.found:
            raise _gathered("record-line", "line", self.found[:MOST_FAULTS])


def _gathered(message: str, where: str, found: Sequence[tuple[int, AnalyzerError]]) -> BadRecord:
    problems = [BadRecord(message, **{where: place}, fault=error) for place, error in found]
    return problems[0].with_others(problems[1:])


# Forms


_Seat: TypeAlias = Annotated[int, Field(ge=0, le=3, description="0 东, 1 南, 2 西, 3 北")]
_Tile: TypeAlias = Annotated[str, Field(description="a tile, such as 5m")]
_Hidden: TypeAlias = Annotated[
    str, Field(description="a tile, or ? for one that nobody at the table could see")
]
_Tiles: TypeAlias = Annotated[str, Field(description="tiles, such as 123m55z")]
_Hand: TypeAlias = Annotated[str, Field(description="tiles, then a ? for each hidden one")]
_Source: TypeAlias = Annotated[
    int, Field(alias="from", ge=0, le=3, description="the seat that let the tile go")
]
_Points: TypeAlias = Annotated[
    list[int], Field(min_length=4, max_length=4, description="what each seat got or paid; they sum to zero")
]


class _StartForm(Form):
    """一局开始: rules, dealer, indicator and the hands dealt."""

    type: Literal["start"]
    version: int
    rules: Annotated[str | dict[str, Any], Field(description="a game's id, or {base, …changed fields}")]
    dealer: _Seat
    indicator: _Tile
    laizi: _Tile | None = None
    hands: Annotated[list[_Hand], Field(min_length=4, max_length=4)]
    names: list[str] | None = None
    seed: Annotated[int | None, Field(ge=0, lt=MOST_SEEDS)] = None


class _DrawForm(Form):
    """摸牌, a gang's replacement included."""

    type: Literal["draw"]
    seat: _Seat
    tile: _Hidden

    def event(self) -> Event:
        return events.Draw(self.seat, _hidden(self.tile))


class _DiscardForm(Form):
    """打牌."""

    type: Literal["discard"]
    seat: _Seat
    tile: _Tile

    def event(self) -> Event:
        return events.Discard(self.seat, parse_tile(self.tile))


class _DropForm(Form):
    """丢癞子."""

    type: Literal["drop"]
    seat: _Seat
    tile: _Tile

    def event(self) -> Event:
        return events.Drop(self.seat, parse_tile(self.tile))


class _GangForm(Form):
    """红中杠, 发财杠, 皮子杠, 癞子杠."""

    type: Literal["gang"]
    seat: _Seat
    tile: _Tile

    def event(self) -> Event:
        return events.Gang(self.seat, parse_tile(self.tile))


class _AnGangForm(Form):
    """暗杠."""

    type: Literal["an_gang"]
    seat: _Seat
    tile: _Hidden

    def event(self) -> Event:
        return events.AnGang(self.seat, _hidden(self.tile))


class _XuGangForm(Form):
    """蓄杠."""

    type: Literal["xu_gang"]
    seat: _Seat
    tile: _Tile

    def event(self) -> Event:
        return events.XuGang(self.seat, parse_tile(self.tile))


class _ChiForm(Form):
    """吃."""

    type: Literal["chi"]
    seat: _Seat
    tile: _Tile
    tiles: _Tiles
    source: _Source

    def event(self) -> Event:
        run = tuple(sorted(parse_tiles(self.tiles)))
        return events.Chi(self.seat, parse_tile(self.tile), run, self.source)


class _PengForm(Form):
    """碰."""

    type: Literal["peng"]
    seat: _Seat
    tile: _Tile
    source: _Source

    def event(self) -> Event:
        return events.Peng(self.seat, parse_tile(self.tile), self.source)


class _ChongGangForm(Form):
    """冲杠."""

    type: Literal["chong_gang"]
    seat: _Seat
    tile: _Tile
    source: _Source

    def event(self) -> Event:
        return events.ChongGang(self.seat, parse_tile(self.tile), self.source)


class _WinForm(Form):
    """胡, with its settlement."""

    type: Literal["win"]
    seat: _Seat
    tile: _Tile
    by: Annotated[str, Field(description="zimo, discard or qianggang")]
    source: Annotated[
        int | None, Field(alias="from", ge=0, le=3, description="the discarder or the robbed player")
    ] = None
    hand: Annotated[
        str | None, Field(description="a hidden hand as it was shown, the winning tile included")
    ] = None
    an_gangs: Annotated[
        str | None, Field(description="the tiles of the winner's hidden 暗杠, one each, as they were shown")
    ] = None
    pays: _Points

    def event(self) -> Event:
        try:
            by = WinBy(self.by)
        except ValueError:
            raise BadRequest("request-win-by", value=shown(self.by), known=", ".join(WinBy)) from None
        hand = None if self.hand is None else tuple(sorted(parse_tiles(self.hand)))
        an_gangs = None if self.an_gangs is None else tuple(sorted(parse_tiles(self.an_gangs)))
        return events.Win(self.seat, parse_tile(self.tile), by, self.source, hand, tuple(self.pays), an_gangs)


class _HuangZhuangForm(Form):
    """荒庄."""

    type: Literal["huang_zhuang"]

    def event(self) -> Event:
        return events.HuangZhuang()


class _EndForm(Form):
    """牌谱完: closes a deal, finished or not, so that one cut off can be told."""

    type: Literal["end"]


_EventForm: TypeAlias = (
    _DrawForm
    | _DiscardForm
    | _DropForm
    | _GangForm
    | _AnGangForm
    | _XuGangForm
    | _ChiForm
    | _PengForm
    | _ChongGangForm
    | _WinForm
    | _HuangZhuangForm
)
_FORMS: Final[dict[str, type[Form]]] = {
    "start": _StartForm,
    "draw": _DrawForm,
    "discard": _DiscardForm,
    "drop": _DropForm,
    "gang": _GangForm,
    "an_gang": _AnGangForm,
    "xu_gang": _XuGangForm,
    "chi": _ChiForm,
    "peng": _PengForm,
    "chong_gang": _ChongGangForm,
    "win": _WinForm,
    "huang_zhuang": _HuangZhuangForm,
    "end": _EndForm,
}
_EXPECTED: Final = {
    "missing": "record-field-missing",
    "extra_forbidden": "record-field-unknown",
    "string_type": "record-field-not-text",
    "int_type": "record-field-not-a-number",
    "list_type": "record-field-not-a-list",
    "too_short": "record-field-not-four",
    "too_long": "record-field-not-four",
    "": "record-field-wrong",
}


def schema() -> Json:
    """The JSON Schema of one line."""
    line: Any = Annotated[_StartForm | _EventForm | _EndForm, Field(discriminator="type")]
    return TypeAdapter(line).json_schema(by_alias=True) | {"title": "one line of a record"}


# In


def read(text: str | bytes) -> tuple[Record, ...]:
    """The records of a text of JSON lines, in their order.

    Raises :class:`BadRecord` for the first fault, the others attached; each has its ``line``, counted from 1, and the
    ``fault`` itself.  After an event that can't be, the rest of its deal is read for its form alone.
    """
    reader = _Reader()
    for number, line in lines_of(text):
        if reader.faults.enough:
            break
        reader.line(number, line)
    reader.close()
    reader.faults.check()
    if not reader.records:
        raise BadRecord("record-empty")
    return tuple(reader.records)


def read_one(text: str | bytes) -> Record:
    """The record of a text that holds one.  Raises :class:`BadRecord`."""
    found = read(text)
    if len(found) != 1:
        raise BadRecord("record-not-one", count=len(found))
    return found[0]


def lines_of(text: str | bytes) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not blank, with their numbers from 1.  Raises :class:`BadRecord`."""
    if len(text) > LARGEST:
        raise BadRecord("record-too-large", size=len(text), most=LARGEST)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise BadRecord("record-not-utf-8", position=fault.start + 1) from None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            yield number, line.strip()


class _Reader:
    """Takes line after line; what is wrong with them is in ``faults``."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.records: list[Record] = []
        self.open = False
        """Whether a deal has begun and not been closed."""
        self.begun: Record | None = None
        self.deal: Deal | None = None
        """The deal so far; ``None`` where an earlier fault leaves it unknown."""
        self.told: list[Event] = []
        self.deals: list[Deal] = []
        self.number = 0

    def line(self, number: int, line: str) -> None:
        self.number = number
        try:
            form = _form_of(line)
        except AnalyzerError as error:
            self.faults.add(number, error)
            self.deal = None
            # a start that can't be read begins its deal all the same: what follows belongs to it
            self.open = self.open or '"start"' in line
            return
        if isinstance(form, _StartForm):
            self.start(form)
        elif isinstance(form, _EndForm):
            self.end()
        else:
            assert isinstance(form, _EventForm)
            self.event(form)

    def start(self, form: _StartForm) -> None:
        if self.open:
            self.faults.add(self.number, BadRecord("record-not-closed"))
        self.open, self.told, self.begun, self.deal = True, [], None, None
        try:
            self.begun = _begun(form)
            self.deal = self.begun.start()
            self.deals = [self.deal]
        except AnalyzerError as error:
            self.faults.add(self.number, error)

    def event(self, form: _EventForm) -> None:
        if not self.open:
            self.faults.add(self.number, BadRecord("record-before-start", type=form.type))
            self.open = True  # told once
        try:
            event = form.event()
            if self.deal is not None:
                self.deal = self.deal.apply(event)
                self.told.append(event)
                self.deals.append(self.deal)
        except AnalyzerError as error:
            self.faults.add(self.number, error)
            self.deal = None

    def end(self) -> None:
        if not self.open:
            self.faults.add(self.number, BadRecord("record-before-start", type="end"))
        elif self.begun is not None and self.deal is not None:
            record = replace(self.begun, events=tuple(self.told))
            vars(record)["deals"] = tuple(self.deals)  # they have just been played
            self.records.append(record)
        self.open, self.begun, self.deal = False, None, None

    def close(self) -> None:
        """The text has ended."""
        if self.open and not self.faults.enough:
            self.faults.add(self.number, BadRecord("record-cut-off"))


def _form_of(line: str) -> Form:
    if len(line) > LONGEST_LINE:
        raise BadRecord("record-line-too-long", length=len(line), most=LONGEST_LINE)
    try:
        value = read_json(line, once=True)
    except (ValueError, RecursionError) as fault:
        raise BadRecord("record-not-json", reason=str(fault)[:80]) from None
    if not isinstance(value, dict):
        raise BadRecord("record-not-an-object", value=shown(value))
    named = value.get("type")
    if not isinstance(named, str) or named not in _FORMS:
        raise BadRecord("record-no-such-type", value=shown(named), known=", ".join(_FORMS))
    if named == "start" and value.get("version") != VERSION and isinstance(value.get("version"), int):
        raise BadRecord("record-version", version=shown(value["version"]), right=VERSION)
    try:
        return _FORMS[named].model_validate(value)
    except ValidationError as fault:
        problems = list(form_problems(fault, _EXPECTED))
        raise problems[0].with_others(problems[1:]) from None


def _begun(form: _StartForm) -> Record:
    """The record that a start begins, without events.  Raises every fault of its fields."""
    problems: list[AnalyzerError] = []

    def tried(reading: Callable[[], T]) -> T | None:
        try:
            return reading()
        except AnalyzerError as error:
            problems.extend((error, *error.others))
            return None

    rules = tried(lambda: parse_rules(form.rules))
    indicator = tried(lambda: parse_tile(form.indicator))
    laizi = None if form.laizi is None else tried(lambda: parse_tile(form.laizi or ""))
    hands = [tried(lambda text=text: parse_hand(text)) for text in form.hands]  # type: ignore[misc]
    if form.names is not None:
        problems += name_problems(form.names)
    if rules is not None and indicator is not None and laizi is not None:
        right = rules.laizi_of(indicator)
        if laizi != right:
            problems.append(
                BadRequest(
                    "position-laizi-not-of-indicator",
                    laizi=NAMES[laizi],
                    indicator=NAMES[indicator],
                    right=NAMES[right],
                )
            )
    raise_problems(problems)
    assert rules is not None
    assert indicator is not None
    return Record(
        rules,
        form.dealer,
        indicator,
        tuple(hand for hand in hands if hand is not None),
        seed=form.seed,
        names=None if form.names is None else tuple(form.names),
    )


def parse_hand(text: str) -> tuple[int | None, ...]:
    """手牌: tiles, then a ``?`` for each hidden one.  Raises :class:`BadNotation`."""
    tiles = text.rstrip(HIDDEN + "？ ")
    hidden = text[len(tiles) :].replace(" ", "")
    return (*parse_tiles(tiles), *(None for _ in hidden))


def _hidden(text: str) -> int | None:
    return None if text == HIDDEN else parse_tile(text)


# Out


def write(*records: Record) -> str:
    """The text of some records, as :func:`read` reads it; a win without its amounts is settled first."""
    lines = [line for record in records for line in _lines(record)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def _lines(record: Record) -> Iterator[Json]:
    if any(isinstance(event, events.Win) and event.pays is None for event in record.events):
        record = record.settled()
    begin: Json = {"type": "start", "version": VERSION, "rules": spell_rules(record.rules)}
    begin |= {"dealer": record.dealer, "indicator": NAMES[record.indicator]}
    begin["laizi"] = NAMES[record.rules.laizi_of(record.indicator)]
    begin["hands"] = [str(Hand.of(hand)) for hand in record.hands]
    if record.names is not None:
        begin["names"] = list(record.names)
    if record.seed is not None:
        begin["seed"] = record.seed
    yield begin
    for event in record.events:
        yield _event_json(event)
    yield {"type": "end"}


_TYPES: Final[dict[type[Event], str]] = {
    events.Draw: "draw",
    events.Discard: "discard",
    events.Drop: "drop",
    events.Gang: "gang",
    events.AnGang: "an_gang",
    events.XuGang: "xu_gang",
    events.Chi: "chi",
    events.Peng: "peng",
    events.ChongGang: "chong_gang",
    events.Win: "win",
    events.HuangZhuang: "huang_zhuang",
}


def _event_json(event: Event) -> Json:
    line: Json = {"type": _TYPES[type(event)]}
    if isinstance(event, events.HuangZhuang | events.Pass):
        return line
    line |= {"seat": event.seat, "tile": HIDDEN if event.tile is None else NAMES[event.tile]}
    if isinstance(event, events.Chi):
        line["tiles"] = format_tiles(event.tiles)
    if isinstance(event, events.Chi | events.Peng | events.ChongGang):
        line["from"] = event.source
    if isinstance(event, events.Win):
        line["by"] = event.by.value
        if event.source is not None:
            line["from"] = event.source
        if event.hand is not None:
            line["hand"] = format_tiles(event.hand)
        if event.an_gangs is not None:
            line["an_gangs"] = format_tiles(event.an_gangs)
        line["pays"] = list(event.pays or ())
    return line
