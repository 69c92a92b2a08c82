"""选牌: the tile picker, an inline component, and the reading of what it sends.

The browser keeps the state while a person taps and sends it as a whole. What arrives is untrusted:
:func:`read_taps` turns it into a :class:`~analyzer.position.Position` or raises.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import streamlit as st

from analyzer.advice import Offer
from analyzer.errors import AnalyzerError, BadRequest, TooManyCopies
from analyzer.notation import parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.texts import text
from analyzer.tiles import COPIES, KINDS, NAMES
from pages.ui.analysis import faults
from pages.ui.faces import FACES_URL, tile_name

__all__ = ["Taps", "picker", "picker_labels", "picker_state", "read_taps", "read_written", "with_hand"]

_HERE: Final = Path(__file__).parent
_HTML: Final = """
<div class="picker">
  <div class="felt"><div class="head"></div><div class="tray" role="group"></div><div class="rows"></div></div>
  <div class="bar"><div class="modes"></div></div>
  <div class="choices"></div>
  <div class="keys" role="group"></div>
  <p class="say" role="status" aria-live="polite"></p>
  <p class="told" role="status" aria-live="polite"></p>
  <div class="foot">
    <label class="written"><span></span><input class="box" type="text" autocomplete="off" autocapitalize="off"
      spellcheck="false" maxlength="400"></label>
    <button type="button" class="act spread" aria-controls="table"></button>
  </div>
  <div class="table" id="table" hidden></div>
</div>
"""

_component = st.components.v2.component(
    "tile_picker",
    html=_HTML,
    css=(_HERE / "picker.css").read_text(encoding="utf-8"),
    js=(_HERE / "picker.js").read_text(encoding="utf-8"),
)

MELDS: Final = 4
ALL_TILES: Final = COPIES * KINDS
SEATS: Final = 4
LARGEST_NUMBER: Final = 2**53
"""Where a browser's whole numbers end."""


@dataclass(frozen=True, slots=True)
class Taps:
    """What a picker reports."""

    session: str
    """The session whose position it grew from."""
    base: int
    """The revision of the position that it grew from."""
    seq: int
    """The picker's own number of this report."""
    position: Position
    offer: Offer | None = None
    """Another player's tile that the hand is to answer; ``position.offer`` is its kind."""


def read_taps(payload: object, position: Position) -> Taps:
    """What ``payload``, sent by a picker or by anybody, makes of ``position``.

    Rules, seat, dealer, wall and turn stay as they are; the tiles are the payload's. Faults that a person can
    tap in (a laizi in a meld, two tiles too few) are left to :meth:`Position.problems`.

    :raises AnalyzerError: the payload is not of the picker's form, or names more than four copies of a tile.
    """
    report = _fields(payload, "session", "base", "seq", "state")
    session = report["session"]
    if not isinstance(session, str) or len(session) > 64:
        raise _malformed("session")
    state = _fields(report["state"], "hand", "indicator", "laizi", "players", "visible", "offer")
    players = tuple(
        _player(each, before, f"players[{seat}]")
        for seat, (each, before) in enumerate(
            zip(_list(state["players"], "players", SEATS, exactly=True), position.players, strict=True)
        )
    )
    indicator = _kind_or_none(state["indicator"], "indicator")
    laizi = _kind_or_none(state["laizi"], "laizi")
    if indicator is not None and laizi is not None:
        raise _malformed("laizi")
    offer = None if state["offer"] is None else _offer(state["offer"])
    read = replace(
        position,
        offer=None if offer is None else offer.tile,
        hand=_kinds(state["hand"], "hand"),
        indicator=indicator,
        laizi=laizi,
        players=players,
        visible=_kinds(state["visible"], "visible"),
    )
    for kind, seen in enumerate(read.seen):
        if seen > COPIES:
            raise TooManyCopies("position-too-many-copies", tile=NAMES[kind], count=seen)
    return Taps(
        session=session,
        base=_number(report["base"], "base", LARGEST_NUMBER),
        seq=_number(report["seq"], "seq", LARGEST_NUMBER),
        position=read,
        offer=offer,
    )


def read_written(payload: object, position: Position) -> tuple[Taps, str]:
    """A picker's report and the hand that was written beside it, not yet read as tiles.

    :raises AnalyzerError: as :func:`read_taps`, or the text is none.
    """
    fields = _fields(payload, "session", "base", "seq", "state", "text")
    if not isinstance(fields["text"], str):
        raise _malformed("text")
    report = {name: value for name, value in fields.items() if name != "text"}
    return read_taps(report, position), fields["text"]


def with_hand(position: Position, text: str) -> Position:
    """``position`` with the hand that ``text`` writes in place of its own.

    :raises AnalyzerError: the text is no tiles, or the hand brings a fault that the position did not have.
    """
    changed = replace(position, hand=parse_tiles(text))
    known = {str(fault) for fault in faults(position)}
    for fault in faults(changed):
        if str(fault) not in known:
            raise fault
    return changed


def _malformed(where: str) -> AnalyzerError:
    return BadRequest("picker-malformed", where=where)


def _fields(value: object, *names: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise _malformed(", ".join(names))
    return value


def _list(value: object, where: str, most: int, *, exactly: bool = False) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > most or (exactly and len(value) != most):
        raise _malformed(where)
    return value


def _number(value: object, where: str, most: int) -> int:
    # JSON knows one kind of number: 3 may arrive as 3.0.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value <= most:
        raise _malformed(where)
    return value


def _kinds(value: object, where: str) -> tuple[int, ...]:
    return tuple(_number(each, where, KINDS - 1) for each in _list(value, where, ALL_TILES))


def _kind_or_none(value: object, where: str) -> int | None:
    return None if value is None else _number(value, where, KINDS - 1)


def _player(value: object, before: Player, where: str) -> Player:
    fields = _fields(value, "melds", "gangs", "drops", "discards")
    return replace(
        before,
        melds=tuple(_meld(each, f"{where}.melds") for each in _list(fields["melds"], where, MELDS)),
        gangs=_kinds(fields["gangs"], f"{where}.gangs"),
        laizi_drops=_number(fields["drops"], f"{where}.drops", COPIES),
        discards=_kinds(fields["discards"], f"{where}.discards"),
    )


def _offer(value: object) -> Offer:
    fields = _fields(value, "tile", "source", "robbed")
    if not isinstance(fields["robbed"], bool):
        raise _malformed("offer.robbed")
    tile = _number(fields["tile"], "offer.tile", KINDS - 1)
    return Offer(tile, _number(fields["source"], "offer.source", SEATS - 1), fields["robbed"])


def _meld(value: object, where: str) -> Meld:
    fields = _fields(value, "kind", "tiles", "source")
    if not isinstance(fields["kind"], str) or fields["kind"] not in list(MeldKind):
        raise _malformed(where)
    source = fields["source"]
    tiles = _kinds(_list(fields["tiles"], where, 3), where)
    return Meld(
        kind=MeldKind(fields["kind"]),
        tiles=tiles,
        source=None if source is None else _number(source, where, SEATS - 1),
    )


# ----------------------------------------------------------------------------------------- what it is given


def picker_state(position: Position, offer: Offer | None = None) -> dict[str, object]:
    """The tiles of ``position`` in the form that the picker holds and :func:`read_taps` reads."""
    return {
        "hand": list(position.hand),
        "indicator": position.indicator,
        "laizi": None if position.indicator is not None else position.laizi,
        "players": [
            {
                "melds": [
                    {"kind": str(meld.kind), "tiles": list(meld.tiles), "source": meld.source}
                    for meld in player.melds
                ],
                "gangs": list(player.gangs),
                "drops": player.laizi_drops,
                "discards": list(player.discards),
            }
            for player in position.players
        ],
        "visible": list(position.visible),
        "offer": None
        if offer is None
        else {"tile": offer.tile, "source": offer.source, "robbed": offer.robbed},
    }


@functools.cache
def picker_labels(lang: str) -> dict[str, object]:
    """Every text of the picker in ``lang``; ``{n}`` and ``{tile}`` are filled in the browser."""

    def label(name: str, **params: object) -> str:
        return text(f"picker-{name}", lang, **params)

    melds = {str(kind): text(f"meld-{str(kind).replace('_', '-')}", lang) for kind in MeldKind}
    return {
        "mode": {
            name: label(f"mode-{name}") for name in ("hand", "indicator", "offer", "melds", "pond", "seen")
        },
        "modes": label("modes"),
        "hand": label("hand"),
        "keys": label("keys"),
        "count": label("count", n="{n}", full="{full}"),
        "indicator": label("indicator"),
        "set_indicator": label("set-indicator"),
        "laizi": label("laizi"),
        "laizi_mark": label("laizi-mark"),
        "laizi_choice": label("laizi-choice"),
        "laizi_by": {name: label(f"laizi-by-{name}") for name in ("indicator", "laizi")},
        "gang": label("gang"),
        "gang_mark": label("gang-mark"),
        "who": [text(f"seat-{name}", lang) for name in ("me", "next", "across", "previous")],
        "hidden": label("hidden"),
        "owner": label("owner"),
        "kind": label("kind"),
        "source": label("source"),
        "meld": melds,
        "zone": {name: label(name) for name in ("discards", "gangs")},
        "robbed": {name: label(f"robbed-{name}") for name in ("no", "yes")},
        "offered": {name: label(f"offered-{name}", who="{who}") for name in ("no", "yes")},
        "no_peng": label("no-peng", who="{who}", tile="{tile}"),
        "table": label("table"),
        "dealer": text("dealer-mark", lang),
        "winds": [text(f"seat-{seat}", lang) for seat in range(SEATS)],
        "wall": label("wall", n="{n}"),
        "add": label("add", who="{who}", zone="{zone}"),
        "discards": label("discards"),
        "gangs": label("gangs"),
        "drops": label("drops"),
        "seen": label("seen"),
        "take_out": label("take-out", tile="{tile}"),
        "left": label("left", tile="{tile}", n="{n}"),
        "write": label("write"),
        "write_example": label("write-example"),
        "write_help": label("write-help"),
        "unfold": label("unfold"),
        "undo": label("undo"),
        "clear": label("clear"),
        "full": label("full"),
        "none_left": label("none-left", tile="{tile}"),
        "not_laizi": label("not-laizi", tile="{tile}"),
        "no_special": label("no-special", tile="{tile}"),
        "no_run": label("no-run"),
        "four_melds": label("four-melds"),
        "only_gang_tiles": label("only-gang-tiles"),
        "hint": {
            name: label(f"hint-{name}")
            for name in ("indicator", "laizi", "offer", "chi", "meld", "pond", "seen")
        },
    }


def picker(
    position: Position,
    *,
    lang: str,
    session: str,
    revision: int,
    ack: int,
    offer: Offer | None,
    offers: bool,
    fold_at: int,
    advice: tuple[int, str] | None,
    told: str,
    on_taps: Callable[[], None],
    on_written: Callable[[], None],
    key: str,
) -> None:
    """Mount the picker. ``advice`` is a tile to lift from the hand, or the one on offer, and what its flag says,
    ``told`` the answer as a screen reader is to say it. A tile on offer can be chosen where ``offers`` is set.
    A narrow screen folds the keys away from ``fold_at`` tiles on, each meld counted as three.

    ``on_taps`` finds the report in the ``taps`` of the key's session entry, ``on_written`` in ``written``.
    """
    rules = position.rules
    # In a list: Streamlit looks for dataframes in a dict, and imports pandas to know one.
    _component(
        key=key,
        data=[
            {
                "session": session,
                "revision": revision,
                "ack": ack,
                "state": picker_state(position, offer if offers else None),
                "offers": offers,
                "fold_at": fold_at,
                "seat": position.seat,
                "dealer": position.dealer,
                "wall": position.wall_left,
                "laizi_of": [rules.laizi_of(kind) for kind in range(KINDS)],
                "gang_tiles_of": [list(rules.gang_tiles(kind)) for kind in range(KINDS)],
                "gang_honours": list(rules.gang_honours),
                "advice": None if advice is None else {"tile": advice[0], "flag": advice[1]},
                "told": told,
                "faces": FACES_URL,
                "names": [tile_name(kind, lang) for kind in range(KINDS)],
                "labels": picker_labels(lang),
                "lang": lang,
            }
        ],
        on_taps_change=on_taps,
        on_written_change=on_written,
    )
