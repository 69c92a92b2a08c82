"""摸风: from four names to who sits where, with the draft kept in the browser until the first deal.

The draft is what a person has entered so far.  What comes back from a browser is untrusted: :func:`read_draft`.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError, BadRequest
from analyzer.ledger import DEAREST, LONGEST_NAME, Ledger, best_names, money_of, stake_of
from analyzer.seating import Seating, drawn_at_random
from analyzer.texts import text
from analyzer.tiles import KINDS
from pages.ui import storage
from pages.ui.choosing import shown
from pages.ui.faces import tile_html, tile_name
from pages.ui.plain import plain, told

__all__ = ["NAME", "Draft", "read_draft", "setting_out"]

NAME: Final = "seats"
WAYS: Final = ("seated", "random", "typed")
"""已经坐好, 电脑摸风, 桌上摸好了填进来."""
SEEDS: Final = 1_000_000
PLAYERS: Final = range(4)


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been entered of a table that has not begun."""

    names: tuple[str, ...] = ("",) * 4
    way: str = WAYS[0]
    seed: int | None = None
    """Of 电脑摸风; ``None`` before anything was drawn."""
    typed: Seating = field(default_factory=Seating)
    stake: int = 0

    @property
    def seating(self) -> Seating | None:
        """The draw, as far as it is; ``None`` where nothing is drawn."""
        if self.way == "random":
            return None if self.seed is None else drawn_at_random(self.seed)
        return self.typed if self.way == "typed" else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The players by seat, empty until that is known."""
        if self.way == WAYS[0]:
            return tuple(PLAYERS)
        seating = self.seating
        return () if seating is None or seating.problems() else seating.seats

    def to_json(self) -> dict[str, object]:
        """The draft as :func:`read_draft` reads it."""
        dice = self.typed.dice
        return {
            "names": list(self.names),
            "way": self.way,
            "seed": self.seed,
            "draws": [list(tiles) for tiles in self.typed.draws],
            "dice": None if dice is None else list(dice),
            "stake": self.stake,
        }


def read_draft(value: object) -> Draft:
    """The draft that a browser has kept.

    :raises AnalyzerError: it is none.
    """
    if not isinstance(value, dict) or set(value) != set(Draft().to_json()):
        raise BadRequest("table-no-draft", value=repr(value))
    names, way, seed, draws, dice = (value[name] for name in ("names", "way", "seed", "draws", "dice"))
    if (
        not _strings(names)
        or len(names) != len(PLAYERS)
        or way not in WAYS
        or not (seed is None or (type(seed) is int and 0 <= seed < SEEDS))
        or not isinstance(draws, list)
        or not all(isinstance(tiles, list) for tiles in draws)
        or not (dice is None or isinstance(dice, list))
        or type(value["stake"]) is not int
        or not 0 <= value["stake"] <= DEAREST
    ):
        raise BadRequest("table-no-draft", value=repr(value))
    typed = Seating(
        tuple(tuple(tiles) for tiles in draws), None if dice is None else cast("tuple[int, int]", tuple(dice))
    )
    typed.check()
    return Draft(tuple(name[:LONGEST_NAME] for name in names), way, seed, typed, value["stake"])


def _strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


storage.declare(NAME, read=read_draft, title="table-draft", quiet=True)


def _draft() -> Draft:
    return cast("Draft | None", storage.value(NAME)) or Draft()


def _change(**fields: Any) -> None:
    storage.keep(NAME, replace(_draft(), **fields).to_json())


# What each widget does; all of them write to the draft and are shown what it holds


def _named(player: int) -> None:
    name = st.session_state.get(f"seats_name_{player}")
    if name is not None:
        names = list(_draft().names)
        names[player] = str(name)[:LONGEST_NAME]
        _change(names=tuple(names))


def _chose_way() -> None:
    if st.session_state.get("seats_way") in WAYS:
        _change(way=st.session_state["seats_way"])


def _drew() -> None:
    _change(seed=secrets.randbelow(SEEDS))


def _seeded() -> None:
    seed = st.session_state.get("seats_seed")
    if type(seed) is int and 0 <= seed < SEEDS:
        _change(seed=seed)


def _typed(player: int, level: int) -> None:
    key = f"seats_tile_{player}_{level}"
    if key not in st.session_state:
        return
    kind = st.session_state[key]
    typed = _draft().typed
    draws = list(typed.draws)
    draws[player] = (*draws[player][:level], *(() if kind is None else (kind,)))
    # A tile that changes may end a tie: what was drawn after it goes.
    cut = tuple(tiles[: level + 1] for tiles in draws)
    _change(typed=Seating(cut, typed.dice))


def _thrown() -> None:
    dice = tuple(st.session_state.get(f"seats_die_{die}") for die in range(2))
    if None not in dice:
        _change(typed=replace(_draft().typed, dice=cast("tuple[int, int]", dice)))


def _staked() -> None:
    if "seats_stake" in st.session_state:
        _change(stake=stake_of(st.session_state["seats_stake"] or 0.0))


def setting_out(lang: str, begin: Callable[[Ledger], None]) -> None:
    """Draw the form; ``begin`` is called with the table once its seats are settled."""
    draft = _draft()
    st.html(f'<h2 class="wm-title">{escape(text("table-new-title", lang))}</h2>')
    shown(
        text("table-way", lang),
        WAYS,
        draft.way,
        key="seats_way",
        told=lambda way: text(f"table-way-{way}", lang),
        on_change=_chose_way,
    )
    seated = draft.way == WAYS[0]
    with st.container(horizontal=True, key="names"):
        for player in PLAYERS:
            st.session_state[f"seats_name_{player}"] = draft.names[player]
            st.text_input(
                text(f"table-seat-{player}", lang)
                if seated
                else text("table-player", lang, number=player + 1),
                key=f"seats_name_{player}",
                max_chars=LONGEST_NAME,
                placeholder=_usual(lang, seated)[player],
                on_change=_named,
                args=(player,),
            )
    try:
        names = best_names(draft.names, _usual(lang, seated))
    except AnalyzerError as error:
        st.error(told(error, lang))
        names = ()
    if draft.way == "random":
        _random(draft, lang)
    elif draft.way == "typed":
        _by_hand(draft, lang, names or _usual(lang, seated))
    if draft.seating is not None:
        _drawn(draft.seating, names or _usual(lang, seated), lang)
    st.session_state["seats_stake"] = float(money_of(draft.stake))
    st.number_input(
        text("table-stake", lang),
        min_value=0.0,
        max_value=float(money_of(DEAREST)),
        step=0.1,
        format="%.2f",
        key="seats_stake",
        on_change=_staked,
        help=text("table-stake-help", lang),
        width=260,
    )
    ready = bool(names and draft.seats)
    table = Ledger(tuple(names[player] for player in draft.seats), stake=draft.stake) if ready else None
    st.button(
        text("table-begin", lang),
        key="begin",
        type="primary",
        disabled=table is None,
        on_click=begin,
        args=(table,),
        width="stretch",
    )


def _usual(lang: str, seated: bool) -> tuple[str, ...]:
    """What a player without a name is called."""
    if seated:
        return tuple(text(f"seat-{player}", lang) for player in PLAYERS)
    return tuple(text("table-player", lang, number=player + 1) for player in PLAYERS)


def _random(draft: Draft, lang: str) -> None:
    st.button(
        text("table-draw" if draft.seed is None else "table-draw-again", lang),
        key="draw",
        on_click=_drew,
        type="primary" if draft.seed is None else "secondary",
        width="stretch",
    )
    if draft.seed is not None:
        st.session_state["seats_seed"] = draft.seed
        st.number_input(
            text("table-seed", lang),
            min_value=0,
            max_value=SEEDS - 1,
            step=1,
            key="seats_seed",
            on_change=_seeded,
            help=text("table-seed-help", lang),
            width=260,
        )


def _by_hand(draft: Draft, lang: str, names: tuple[str, ...]) -> None:
    """A tile for each player, another for those who drew equal ones, then the dice."""
    typed = draft.typed
    levels = max([len(tiles) for tiles in typed.draws] + [0]) + bool(typed.due)
    for level in range(levels):
        players = [
            player
            for player in PLAYERS
            if len(typed.draws[player]) > level or (player in typed.due and len(typed.draws[player]) == level)
        ]
        st.markdown(text("table-draw-tiles" if level == 0 else "table-draw-once-more", lang))
        with st.container(horizontal=True, key=f"draws_{level}"):
            for player in players:
                tiles = typed.draws[player]
                key = f"seats_tile_{player}_{level}"
                st.session_state[key] = tiles[level] if len(tiles) > level else None
                st.selectbox(
                    plain(names[player]),
                    range(KINDS),
                    format_func=lambda kind: tile_name(kind, lang),
                    key=key,
                    index=None,
                    placeholder=text("table-which-tile", lang),
                    on_change=_typed,
                    args=(player, level),
                )
    if typed.due:
        return
    st.markdown(text("table-dice", lang, name=plain(names[typed.order[0]])))
    with st.container(horizontal=True, key="dice"):
        for die in range(2):
            if typed.dice is not None:
                st.session_state[f"seats_die_{die}"] = typed.dice[die]
            st.segmented_control(
                text("table-die", lang, number=die + 1),
                range(1, 7),
                key=f"seats_die_{die}",
                on_change=_thrown,
                required=typed.dice is not None,
            )


def _drawn(seating: Seating, names: tuple[str, ...], lang: str) -> None:
    """What was drawn, who is 东 by it, and where the dice put everybody."""
    for problem in seating.problems():
        st.error(told(problem, lang))
    if seating.problems() or not seating.order:
        return
    rows = "".join(
        f'<li><b class="wind">{escape(text(f"wind-{place}", lang))}</b>'
        f'<span class="faces">{"".join(tile_html(kind, lang, width=34) for kind in seating.draws[player])}</span>'
        f'<span class="name">{escape(names[player])}</span></li>'
        for place, player in enumerate(seating.order)
    )
    drawn = f'<section class="wm-card wm-drawn"><h3>{escape(text("table-drew", lang))}</h3><ol>{rows}</ol>'
    if seating.dice is not None and seating.seats:
        said = text(
            "table-threw",
            lang,
            name=names[seating.order[0]],
            one=seating.dice[0],
            other=seating.dice[1],
            count=str(seating.count),
            east=names[seating.seats[0]],
        )
        places = "".join(
            f'<div class="seat{place}"><small>{escape(text(f"table-seat-{place}", lang))}</small>'
            f"<b>{escape(names[player])}</b></div>"
            for place, player in enumerate(seating.seats)
        )
        drawn += f'<p>{escape(said)}</p><div class="wm-square">{places}<i aria-hidden="true"></i></div>'
    st.html(drawn + "</section>")
