"""走下去: playing a position on: an action by a tap, a draw, back and forth, another position."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import streamlit as st

from analyzer.advice import Option
from analyzer.course import after, can_draw, drawn, random_tile
from analyzer.examples import EXAMPLES, Example, random_position
from analyzer.position import Position
from analyzer.texts import text
from pages.ui import state
from pages.ui.analysis import analyse
from pages.ui.faces import hand_label
from pages.ui.reports import sent
from pages.ui.worth import WorthPen, name_of

__all__ = ["PAIR", "about", "another", "begin", "course", "listen", "play", "take_played"]

PAIR: Final = "pair"
"""The two actions that are compared, by their names; an entry of no widget."""
_PLAYED: Final = "played"
_DEALT: Final = "dealt"
"""The seed of a position dealt at random, and the position."""
_SHOWN: Final = "example"
_DEAL: Final = "deal"
"""The parameter of a link that names a seed."""
SEEDS: Final = 1_000_000

_component = st.components.v2.component(
    "played", js=(Path(__file__).parent / "played.js").read_text(encoding="utf-8")
)


# By a tap on the table of actions


def listen() -> None:
    """Have the actions of the table played by a tap."""
    table = state.table()
    _component(key=_PLAYED, data=[{"at": [table.revision, table.ack]}], on_played_change=_tapped)


def _tapped() -> None:
    take_played(sent(_PLAYED, "played"))


def take_played(payload: object) -> None:
    """Play the action that a tap names, which may be anything: what the position does not offer is left alone."""
    table = state.table()
    if not isinstance(payload, Mapping) or payload.get("at") != [table.revision, table.ack]:
        return
    for option in analyse(table.position, table.offer).options:
        if name_of(option) == payload.get("name"):
            play(option)
            return


def play(option: Option) -> None:
    """Do what the option says."""
    table = state.table()
    state.put(after(table.position, option, table.offer), playing=True)


# What comes next


def course(pen: WorthPen, best: Option | None) -> None:
    """The recommended action, a draw, and back and forth between positions."""
    table = state.table()
    with st.container(horizontal=True, key="course"):
        if best is not None and best.score is None:
            st.button(
                text("play-it", pen.lang, deed=pen.deed(best)),
                key="play",
                on_click=play,
                args=(best,),
                help=text("play-help", pen.lang),
            )
        if can_draw(pen.position):
            st.button(
                text("draw-random", pen.lang), key="draw", on_click=_draw, help=text("draw-help", pen.lang)
            )
        for name, change, known, keys in (
            ("undo", state.undo, table.past, "Ctrl+Z"),
            ("redo", state.redo, table.future, "Ctrl+Shift+Z"),
        ):
            if table.past or table.future:
                st.button(
                    text(f"step-{name}", pen.lang),
                    key=name,
                    on_click=change,
                    disabled=not known,
                    shortcut=keys,
                )


def _draw() -> None:
    position = state.table().position
    tile = random_tile(position, secrets.randbelow(SEEDS))
    if tile is not None and can_draw(position):
        state.put(drawn(position, tile), playing=True)


# Other positions


def another(pen: WorthPen) -> None:
    """A random hand, and the gallery of examples."""
    # One more with every change from outside the picker: it closes when another position has been chosen.
    with st.popover(text("another", pen.lang), key=f"another-{state.table().revision}"):
        st.button(text("deal-random", pen.lang), key="deal", on_click=_deal, type="primary", width="stretch")
        st.caption(text("deal-help", pen.lang))
        for example in EXAMPLES:
            title = (
                f"**{text(f'example-{example.name}', pen.lang)}** {hand_label(example.position, pen.lang)}"
            )
            st.button(title, key=f"example-{example.name}", on_click=_show, args=(example,), width="stretch")


def _deal() -> None:
    seed = secrets.randbelow(SEEDS)
    position = random_position(state.table().position.rules, seed)
    st.session_state[_DEALT] = (seed, position)
    state.put(position)


def begin() -> None:
    """Deal what the link that led here names by its seed alone, and have links carry the seed of what was dealt."""
    if _DEALT not in st.session_state:
        st.session_state[_DEALT] = _dealt_by_link()
        if state.led_here_by("hand") is None and st.session_state[_DEALT] is not None:
            state.put(st.session_state[_DEALT][1])
    if (seed := _seed_on_screen()) is not None:
        state.add_to_link(**{_DEAL: str(seed)})


def _dealt_by_link() -> tuple[int, Position] | None:
    named = state.led_here_by(_DEAL)
    if named is None or not (named.isascii() and named.isdigit() and len(named) <= len(str(SEEDS))):
        return None
    return int(named), random_position(state.table().position.rules, int(named))


def _seed_on_screen() -> int | None:
    dealt: tuple[int, Position] | None = st.session_state[_DEALT]
    return dealt[0] if dealt is not None and dealt[1] == state.table().position else None


def _show(example: Example) -> None:
    state.put(example.position, example.offer)
    st.session_state[_SHOWN] = example
    options = analyse(example.position, example.offer).options
    st.session_state[PAIR] = (name_of(example.one.of(options)), name_of(example.other.of(options)))


def about(pen: WorthPen) -> None:
    """What the position on the screen is, where it is an example or was dealt from a seed."""
    example: Example | None = st.session_state.get(_SHOWN)
    if example is not None and example.position == pen.position:
        title, line = (
            text(f"example-{example.name}", pen.lang),
            text(f"example-{example.name}-line", pen.lang),
        )
        st.html(pen.example(title, line))
    if (seed := _seed_on_screen()) is not None:
        st.html(f'<p class="wm-note">{pen.say("deal-seed", seed=str(seed))}</p>')
