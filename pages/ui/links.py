"""分享链接: a position as the parameters of an address, and back.

A link carries the rules, the tiles of all four players, indicator or laizi, seat, dealer, turn, a tile on offer and
the language.
What is as in an empty position is left out. A link is untrusted: :func:`from_query` checks everything.
"""

import json
from collections.abc import Mapping
from typing import Final

from analyzer.advice import Offer
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.notation import (
    format_melds,
    format_tile,
    format_tiles,
    parse_melds,
    parse_offer,
    parse_seat,
    parse_tile,
    parse_tiles,
)
from analyzer.position import SEATS, Meld, MeldKind, Player, Position, Turn
from analyzer.rules import DEFAULT, PRESETS, RULE_FIELDS, RuleSet, preset
from analyzer.texts import LANGUAGES

__all__ = ["from_query", "language_of", "offer_of", "query_names", "to_query"]

_SHORT: Final = (
    "rules",
    "hand",
    "indicator",
    "laizi",
    "visible",
    "seat",
    "dealer",
    "turn",
    "wall",
    "offer",
    "robbed",
    "lang",
)
_PLAYER: Final = ("melds", "gangs", "drops", "discards")
LONGEST_VALUE: Final = 400


def query_names() -> frozenset[str]:
    """Every name that a link may use."""
    seats = {f"{name}{seat}" for name in _PLAYER for seat in SEATS}
    return frozenset({*_SHORT, *RULE_FIELDS, *seats})


def to_query(position: Position, lang: str, offer: Offer | None = None) -> dict[str, str]:
    """The address parameters of ``position`` and of the tile on ``offer`` to it.

    A custom rule set is its base and the fields that differ.
    """
    query = {"rules": position.rules.id, "hand": format_tiles(position.hand)}
    base = PRESETS.get(position.rules.id, DEFAULT)
    if position.rules != base:
        query["rules"] = base.id
        usual = base.to_fields()
        for name, value in position.rules.to_fields().items():
            if value != usual[name]:
                query[name] = value if isinstance(value, str) else json.dumps(value)
    if position.indicator is not None:
        query["indicator"] = format_tile(position.indicator)
    elif position.laizi is not None:
        query["laizi"] = format_tile(position.laizi)
    if position.visible:
        query["visible"] = format_tiles(position.visible)
    for name, number in (("seat", position.seat), ("dealer", position.dealer)):
        if number:
            query[name] = str(number)
    if position.turn is not Turn.DRAWN:
        query["turn"] = str(position.turn)
    if position.wall is not None:
        query["wall"] = str(position.wall)
    for seat, player in enumerate(position.players):
        if player.melds:
            melds = [(str(meld.kind), meld.tiles, meld.source) for meld in player.melds]
            query[f"melds{seat}"] = format_melds(melds)
        if player.gangs:
            query[f"gangs{seat}"] = format_tiles(player.gangs)
        if player.laizi_drops:
            query[f"drops{seat}"] = str(player.laizi_drops)
        if player.discards:
            query[f"discards{seat}"] = format_tiles(player.discards)
    if offer is not None:
        query["offer"] = f"{format_tile(offer.tile)}@{offer.source}"
        if offer.robbed:
            query["robbed"] = "1"
    if lang != LANGUAGES[0]:
        query["lang"] = lang
    return query


def language_of(query: Mapping[str, str]) -> str | None:
    """The language that a link asks for, ``None`` if it names none that exists."""
    lang = query.get("lang")
    return lang if lang in LANGUAGES else None


def from_query(query: Mapping[str, str]) -> Position | None:
    """The position of a link, ``None`` if it names none. Other parameters than a link's are ignored.

    :raises AnalyzerError: a value can't be read, or the position has a problem that no tapping leads to.
    """
    named = {name: value for name, value in query.items() if name in query_names() and name != "lang"}
    if not named:
        return None
    for name, value in named.items():
        if len(value) > LONGEST_VALUE:
            raise BadRequest("link-too-long", name=name, length=len(value), limit=LONGEST_VALUE)
    seat = _seat(named, "seat")
    return Position(
        rules=_rules(named),
        hand=parse_tiles(named.get("hand", "")),
        seat=seat,
        dealer=_seat(named, "dealer"),
        indicator=_tile(named, "indicator"),
        laizi=None if "indicator" in named else _tile(named, "laizi"),
        players=tuple(_player(named, each) for each in SEATS),
        visible=parse_tiles(named.get("visible", "")),
        wall=_number(named, "wall") if "wall" in named else None,
        turn=_turn(named),
        offer=None if (offer := offer_of(named)) is None else offer.tile,
    )


def offer_of(query: Mapping[str, str]) -> Offer | None:
    """The tile that a link puts on offer, ``None`` if it names none.

    :raises AnalyzerError: it can't be read.
    """
    robbed = query.get("robbed", "0")
    if robbed not in ("0", "1"):
        raise _malformed("robbed", robbed)
    if "offer" not in query:
        return None
    tile, source = parse_offer(query["offer"])
    return Offer(tile, source, robbed == "1")


def _rules(named: Mapping[str, str]) -> RuleSet:
    base = preset(named.get("rules", DEFAULT.id))
    fields: dict[str, object] = {}
    for name in RULE_FIELDS:
        if name in named:
            try:
                fields[name] = json.loads(named[name])
            except (ValueError, RecursionError):
                fields[name] = named[name]
    return RuleSet.from_fields(base, fields) if fields else base


def _tile(named: Mapping[str, str], name: str) -> int | None:
    return parse_tile(named[name]) if name in named else None


def _seat(named: Mapping[str, str], name: str) -> int:
    return parse_seat(named[name]) if name in named else 0


def _number(named: Mapping[str, str], name: str) -> int:
    value = named.get(name, "0")
    if not (value.isascii() and value.isdigit() and len(value) <= 3):
        raise _malformed(name, value)
    return int(value)


def _turn(named: Mapping[str, str]) -> Turn:
    value = named.get("turn", Turn.DRAWN.value)
    if value not in list(Turn):
        raise _malformed("turn", value)
    return Turn(value)


def _player(named: Mapping[str, str], seat: int) -> Player:
    return Player(
        melds=tuple(
            Meld(MeldKind(kind), tiles, source)
            for kind, tiles, source in parse_melds(named.get(f"melds{seat}", ""))
        ),
        gangs=parse_tiles(named.get(f"gangs{seat}", "")),
        laizi_drops=_number(named, f"drops{seat}"),
        discards=parse_tiles(named.get(f"discards{seat}", "")),
    )


def _malformed(name: str, value: str) -> AnalyzerError:
    return BadRequest("link-malformed", name=name, value=value)
