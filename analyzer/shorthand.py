"""速记: a deal as a person types it from memory, a short line for each turn.

::

    规则 hongzhong
    庄 东
    翻 4m
    手 南 123m456p789s11223z
    东 9p                   东 discards 9p
    南 碰 1z                南 has two 9p, takes it, and discards 1z
    西 + 5z +1s 2s          西 draws what nobody saw, lays 5z down, draws 1s for it, discards 2s
    东 胡                   东 wins, here on 2s

What the rules leave no choice about may be left out: the draws of hidden hands, the tile that is claimed, whether a
tile let go is a discard, a gang or a dropped laizi, which kind of gang it is, and what a win pays.  English words do
as well.  ``docs/records.md`` describes the form.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from analyzer import events
from analyzer.deal import Deal, Hand, Stage
from analyzer.errors import AnalyzerError, BadRecord, raise_problems
from analyzer.events import Event
from analyzer.forms import read_json
from analyzer.ledger import name_problems
from analyzer.moves import gangs_go_on, peng_of
from analyzer.notation import format_tiles, parse_seat, parse_tile, parse_tiles
from analyzer.position import DEAL, SEATS
from analyzer.record import HIDDEN, LONGEST_LINE, MOST_SEEDS, Faults, Record, lines_of, parse_hand
from analyzer.record import read as read_json_lines
from analyzer.rules import DEFAULT, RuleSet, parse_rules, spell_rules
from analyzer.tiles import NAMES
from analyzer.wins import WinBy

__all__ = ["read", "read_any", "write"]

SEAT_NAMES: Final = "东南西北"
_COMMENT: Final = re.compile(r"(^|\s)#.*")
_HEADS: Final = {
    **dict.fromkeys(("规则", "規則", "rules"), "rules"),
    **dict.fromkeys(("庄", "莊", "庄家", "dealer"), "dealer"),
    **dict.fromkeys(("翻", "翻牌", "indicator"), "indicator"),
    **dict.fromkeys(("手", "手牌", "hand"), "hand"),
    **dict.fromkeys(("名", "names"), "names"),
    **dict.fromkeys(("种子", "種子", "seed"), "seed"),
}
_ACTS: Final = {
    **dict.fromkeys(("打", "discard"), "discard"),
    **dict.fromkeys(("丢", "丟", "drop"), "drop"),
    **dict.fromkeys(("吃", "chi"), "chi"),
    **dict.fromkeys(("碰", "peng"), "peng"),
    **dict.fromkeys(("暗杠", "暗槓", "an_gang"), "an_gang"),
    **dict.fromkeys(("蓄杠", "蓄槓", "xu_gang"), "xu_gang"),
    **dict.fromkeys(("冲杠", "冲槓", "衝槓", "沖槓", "chong_gang"), "chong_gang"),
    **dict.fromkeys(("杠", "槓", "gang"), "gang"),
    **dict.fromkeys(("胡", "win"), "win"),
}
_DRAWS: Final = ("+", "＋", "摸")
_DRAWN_GAME: Final = ("荒", "荒庄", "荒莊", "huang_zhuang")
_CLAIMS: Final = ("chi", "peng", "chong_gang")
_TAKE_TILES: Final = ("discard", "drop", "chi", "xu_gang", "an_gang", "gang")
"""Acts that the tiles behind them belong to; what a peng or 冲杠 takes is told by what lies there."""


@dataclass(frozen=True, slots=True)
class _Act:
    """One word of a turn's line, with the tiles behind it."""

    word: str
    """``draw``, or one of the acts."""
    tiles: str = ""
    hand: str = ""
    """Of a win, all concealed tiles as they were shown."""
    an_gangs: str = ""
    """Of a win, the tiles of the hidden 暗杠."""
    pays: tuple[int, ...] | None = None


@dataclass(slots=True)
class _Opening:
    """What the head of the text says before the first turn."""

    rules: RuleSet = DEFAULT
    dealer: int = 0
    indicator: int | None = None
    hands: dict[int, tuple[int | None, ...]] = field(default_factory=dict)
    names: tuple[str, ...] | None = None
    seed: int | None = None


def read_any(text: str | bytes) -> tuple[Record, ...]:
    """The records of a text in either form.  Raises :class:`BadRecord`."""
    for _, line in lines_of(text):
        return read_json_lines(text) if line.startswith("{") else (read(text),)
    raise BadRecord("record-empty")


def read(text: str | bytes) -> Record:
    """The record of a text in the quick form; a deal without its end is an unfinished one.

    Raises :class:`BadRecord` as :func:`analyzer.record.read`.
    """
    faults, opening, turns = Faults(), _Opening(), False
    course: _Course | None = None
    last = 1
    for number, whole in lines_of(text):
        if faults.enough:
            break
        line = _COMMENT.sub("", whole).strip()
        if not line:
            continue
        last = number
        try:
            if len(line) > LONGEST_LINE:
                raise BadRecord("record-line-too-long", length=len(line), most=LONGEST_LINE)
            word, _, rest = line.partition(" ")
            if word in _HEADS:
                if turns:
                    raise BadRecord("quick-head-too-late", word=word)
                _head(opening, _HEADS[word], rest.strip())
                continue
            if not turns:
                turns = True
                course = None if faults.found else _Course(opening)
            seat, acts = _turn(line)
            if course is not None:
                course.turn(seat, acts)
        except AnalyzerError as error:
            faults.add(number, error)
            course = None
    if course is None and not faults.found:
        try:
            course = _Course(opening)
        except AnalyzerError as error:
            faults.add(last, error)
    faults.check()
    assert course is not None
    return course.record()


def _head(opening: _Opening, kind: str, rest: str) -> None:
    """Take one line of the head."""
    if kind == "rules":
        opening.rules = _rules(rest)
    elif kind == "dealer":
        opening.dealer = parse_seat(rest)
    elif kind == "indicator":
        opening.indicator = parse_tile(rest)
    elif kind == "hand":
        name, _, tiles = rest.partition(" ")
        opening.hands[parse_seat(name)] = parse_hand(tiles)
    elif kind == "names":
        opening.names = _names(rest)
    elif not rest.isascii() or not rest.isdecimal() or len(rest) > 16 or int(rest) >= MOST_SEEDS:
        raise BadRecord("quick-seed", value=rest)
    else:
        opening.seed = int(rest)


def _rules(text: str) -> RuleSet:
    value = _json(text) if text.startswith("{") else text
    assert isinstance(value, str | dict)
    return parse_rules(value)


def _names(text: str) -> tuple[str, ...]:
    value = _json(text) if text.startswith("[") else text.split()
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadRecord("quick-names", value=text)
    raise_problems(name_problems(value))
    return tuple(value)


def _json(text: str) -> object:
    try:
        found: object = read_json(text, once=True)
    except (ValueError, RecursionError) as fault:
        raise BadRecord("record-not-json", reason=str(fault)[:80]) from None
    return found


def _turn(line: str) -> tuple[int | None, tuple[_Act, ...]]:
    """Whose line it is and what it says; no seat for 荒庄."""
    words = line.split()
    if words[0] in _DRAWN_GAME and len(words) == 1:
        return None, ()
    seat = parse_seat(words[0])
    acts: list[_Act] = []
    for word in words[1:]:
        draw = word[:1] if word.startswith(_DRAWS) else None
        if draw is not None:
            tile = word.removeprefix(draw).removeprefix(HIDDEN)
            _checked_tile(tile)
            acts.append(_Act("draw", tile))
        elif word.startswith("="):
            if not acts or acts[-1].word != "win" or acts[-1].pays is not None:
                raise BadRecord("quick-pays-without-win", word=word)
            acts[-1] = replace(acts[-1], pays=_amounts(word))
        else:
            name, rest = _named(word)
            if name == "an_gang" and rest and acts and acts[-1].word == "win" and not acts[-1].an_gangs:
                parse_tiles(rest)
                acts[-1] = replace(acts[-1], an_gangs=rest)
                continue
            if name:
                acts.append(_Act(name))
            if rest:
                _tiles_behind(acts, rest)
    if not acts:
        raise BadRecord("quick-nothing-done", line=line)
    return seat, tuple(acts)


def _named(word: str) -> tuple[str, str]:
    """The act that a word begins with, none for bare tiles, and the rest of it."""
    if word[0].isdecimal():
        return "", word
    name, colon, rest = word.partition(":")
    if name in _ACTS and (colon or not rest):
        return _ACTS[name], rest
    spelled = next((name for name in _ACTS if not name.isascii() and word.startswith(name)), "")
    return _ACTS.get(spelled, ""), word.removeprefix(spelled)


def _tiles_behind(acts: list[_Act], text: str) -> None:
    """Give tiles to the act before them, or have them be a discard."""
    tiles = () if text == HIDDEN else parse_tiles(text)
    last = acts[-1] if acts else None
    if last is not None and last.word == "win" and last.pays is None:
        if len(tiles) == 1 and not last.tiles:
            acts[-1] = replace(last, tiles=text)
            return
        if len(tiles) > 1 and not last.hand:
            acts[-1] = replace(last, hand=text)
            return
    elif last is not None and last.word in _TAKE_TILES and not last.tiles:
        acts[-1] = replace(last, tiles=text)
        return
    _checked_tile(text)
    acts.append(_Act("discard", text))


def _checked_tile(text: str) -> None:
    if text:
        parse_tile(text)


def _amounts(word: str) -> tuple[int, ...]:
    parts = word[1:].replace("，", ",").split(",")
    if len(parts) != len(SEATS) or not all(_is_amount(part) for part in parts):
        raise BadRecord("quick-amounts", word=word)
    return tuple(int(part) for part in parts)


def _is_amount(text: str) -> bool:
    digits = text[1:] if text[:1] in ("+", "-") else text
    return digits.isascii() and digits.isdecimal() and len(digits) <= 9


class _Course:
    """The deal as the lines tell it, with what they leave out filled in."""

    def __init__(self, opening: _Opening) -> None:
        if opening.indicator is None:
            raise BadRecord("quick-without-indicator")
        hands = tuple(opening.hands.get(seat, (None,) * (DEAL + (seat == opening.dealer))) for seat in SEATS)
        self.begun = Record(
            opening.rules, opening.dealer, opening.indicator, hands, seed=opening.seed, names=opening.names
        )
        self.deal = self.begun.start()
        self.deals = [self.deal]
        self.told: list[Event] = []

    def record(self) -> Record:
        """What has been told."""
        record = replace(self.begun, events=tuple(self.told))
        vars(record)["deals"] = tuple(self.deals)  # they have just been played
        return record

    def apply(self, event: Event) -> None:
        self.deal = self.deal.apply(event)
        self.deals.append(self.deal)
        if isinstance(event, events.Win) and event.pays is None and self.deal.result is not None:
            event = replace(event, pays=self.deal.result.pays)
        self.told.append(event)

    def turn(self, seat: int | None, acts: tuple[_Act, ...]) -> None:
        if seat is None:
            self.last_draws(None)
            self.apply(events.HuangZhuang())
            return
        for act in acts:
            if act.word == "draw":
                self.last_draws(seat)
            elif act.word == "win":
                if self.deal.offer(seat) is None:
                    self.last_draws(seat)
                    self.draw_hidden(seat)
            elif act.word not in _CLAIMS and not (
                act.word == "gang" and _gang_of_discard(self.deal, seat, act)
            ):
                self.draw_hidden(seat)
            self.apply(_EVENTS[act.word](self.deal, seat, act))

    def last_draws(self, seat: int | None) -> None:
        """海底: the hidden draws of those before ``seat`` need no line."""
        while not gangs_go_on(self.deal.left) and self.deal.stage in (Stage.CLAIM, Stage.LAST):
            drawer = self.deal.drawer
            if self.deal.stage is Stage.LAST and self.deal.actor == seat:
                return
            if drawer is None or drawer == seat or not self.deal.hands[drawer].unknown:
                return
            self.apply(events.Draw(drawer))

    def draw_hidden(self, seat: int) -> None:
        """The draw before an act, where the line leaves it out: that of a hidden hand alone."""
        if self.deal.drawer != seat:
            return
        if not self.deal.hands[seat].unknown:
            raise BadRecord("quick-draw-missing", seat=seat)
        self.apply(events.Draw(seat))


def _gang_of_discard(deal: Deal, seat: int, act: _Act) -> bool:
    """Whether a plain 杠 takes the tile that lies there."""
    offer = deal.offer(seat)
    return offer is not None and not offer.robbed and (not act.tiles or parse_tile(act.tiles) == offer.tile)


def _tile_of(act: _Act) -> int:
    if not act.tiles or act.tiles == HIDDEN:
        raise BadRecord("quick-tile-missing", word=act.word)
    return parse_tile(act.tiles)


def _claimed(deal: Deal, seat: int, act: _Act) -> tuple[int, int]:
    """The tile that lies there and who let it go; a tile that a 碰 or 杠 names is taken at its word."""
    if act.tiles and act.word != "chi":
        return parse_tile(act.tiles), deal.actor
    if deal.tile is None or deal.stage is not Stage.CLAIM:
        raise BadRecord("quick-nothing-lies-there", seat=seat)
    return deal.tile, deal.actor


def _draw(deal: Deal, seat: int, act: _Act) -> Event:
    return events.Draw(seat, parse_tile(act.tiles) if act.tiles else None)


def _discard(deal: Deal, seat: int, act: _Act) -> Event:
    tile = _tile_of(act)
    if tile in deal.gang_tiles:
        return events.Gang(seat, tile)
    return events.Drop(seat, tile) if tile == deal.laizi else events.Discard(seat, tile)


def _drop(deal: Deal, seat: int, act: _Act) -> Event:
    return events.Drop(seat, _tile_of(act) if act.tiles else deal.laizi)


def _chi(deal: Deal, seat: int, act: _Act) -> Event:
    tile, source = _claimed(deal, seat, act)
    run = parse_tiles(act.tiles)
    if len(run) == 2:  # the own two alone
        run = (*run, tile)
    return events.Chi(seat, tile, tuple(sorted(run)), source)


def _peng(deal: Deal, seat: int, act: _Act) -> Event:
    return events.Peng(seat, *_claimed(deal, seat, act))


def _chong_gang(deal: Deal, seat: int, act: _Act) -> Event:
    return events.ChongGang(seat, *_claimed(deal, seat, act))


def _an_gang(deal: Deal, seat: int, act: _Act) -> Event:
    return events.AnGang(seat, None if act.tiles in ("", HIDDEN) else parse_tile(act.tiles))


def _xu_gang(deal: Deal, seat: int, act: _Act) -> Event:
    return events.XuGang(seat, _tile_of(act))


def _gang(deal: Deal, seat: int, act: _Act) -> Event:
    if _gang_of_discard(deal, seat, act):
        return _chong_gang(deal, seat, act)
    tile = _tile_of(act)
    if tile in deal.gang_tiles or tile == deal.laizi:
        return events.Gang(seat, tile)
    if peng_of(tile, deal.players[seat].melds) is not None:
        return events.XuGang(seat, tile)
    return events.AnGang(seat, tile)


def _win(deal: Deal, seat: int, act: _Act) -> Event:
    hand = tuple(sorted(parse_tiles(act.hand))) if act.hand else None
    an_gangs = tuple(sorted(parse_tiles(act.an_gangs))) if act.an_gangs else None
    offer = deal.offer(seat)
    by, source, tile = WinBy.ZIMO, None, deal.tile
    if offer is not None:
        by, source, tile = WinBy.QIANGGANG if offer.robbed else WinBy.DISCARD, offer.source, offer.tile
    if act.tiles:
        tile = _tile_of(act)
    elif tile is None:  # a hidden draw: which tile of the hand it was makes no difference
        held = hand or deal.hands[seat].tiles
        if not held:
            raise BadRecord("quick-win-without-tile", seat=seat)
        tile = held[-1]
    return events.Win(seat, tile, by, source, hand, act.pays, an_gangs)


_EVENTS: Final[dict[str, Callable[[Deal, int, _Act], Event]]] = {
    "draw": _draw,
    "discard": _discard,
    "drop": _drop,
    "chi": _chi,
    "peng": _peng,
    "chong_gang": _chong_gang,
    "an_gang": _an_gang,
    "xu_gang": _xu_gang,
    "gang": _gang,
    "win": _win,
}


# Out


def write(record: Record) -> str:
    """The record in the quick form, as :func:`read` reads it: with every draw, and amounts that can't be reckoned."""
    return "".join(f"{line}\n" for line in _written(record))


def _written(record: Record) -> Iterator[str]:
    rules = spell_rules(record.rules)
    yield f"规则 {rules if isinstance(rules, str) else json.dumps(rules)}"
    yield f"庄 {SEAT_NAMES[record.dealer]}"
    yield f"翻 {NAMES[record.indicator]}"
    for seat, hand in enumerate(record.hands):
        if any(tile is not None for tile in hand):
            yield f"手 {SEAT_NAMES[seat]} {Hand.of(hand)}"
    if record.names is not None:
        plain = not any(set(name) & set(" #[") for name in record.names)
        spelled = json.dumps(record.names, ensure_ascii=False).replace("#", "\\u0023")
        yield f"名 {' '.join(record.names) if plain else spelled}"
    if record.seed is not None:
        yield f"种子 {record.seed}"
    words: list[str] = []
    whose: int | None = None
    for deal, event in zip(record.deals, record.events, strict=False):
        if isinstance(event, events.HuangZhuang | events.Pass):
            continue
        if event.seat != whose and words:
            yield " ".join(words)
            words = []
        if not words:
            whose = event.seat
            words = [SEAT_NAMES[whose]]
        words.append(_word(deal, event))
    if words:
        yield " ".join(words)
    if any(isinstance(event, events.HuangZhuang) for event in record.events):
        yield "荒"


def _word(deal: Deal, event: Event) -> str:
    match event:
        case events.Draw(tile=tile):
            return "+" if tile is None else f"+{NAMES[tile]}"
        case events.Discard(tile=tile):
            return NAMES[tile]
        case events.Drop():
            return "丢"
        case events.Gang(tile=tile):
            return f"杠{NAMES[tile]}"
        case events.AnGang(tile=tile):
            return f"暗杠{HIDDEN if tile is None else NAMES[tile]}"
        case events.XuGang(tile=tile):
            return f"蓄杠{NAMES[tile]}"
        case events.Chi(tiles=tiles):
            return f"吃{format_tiles(tiles)}"
        case events.Peng():
            return "碰"
        case events.ChongGang():
            return "冲杠"
        case events.Win():
            return _win_words(deal, event)
    raise TypeError(f"not told in a line: {event!r}")


def _win_words(deal: Deal, event: events.Win) -> str:
    words = ["胡"]
    if event.by is WinBy.ZIMO and deal.tile is None:
        words.append(NAMES[event.tile])
    if event.hand is not None:
        words.append(format_tiles(event.hand))
    if event.an_gangs is not None:
        words.append(f"暗杠{format_tiles(event.an_gangs)}")
    if event.pays is not None and not _reckoned(deal, event):
        words.append("=" + ",".join(map(str, event.pays)))
    return " ".join(words)


def _reckoned(deal: Deal, event: events.Win) -> bool:
    """Whether the amounts follow from what is known."""
    try:
        result = deal.apply(replace(event, pays=None)).result
    except AnalyzerError:  # a hidden hand
        return False
    return result is not None and result.pays == event.pays
