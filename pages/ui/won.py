"""怎么胡的: the session's word on how the hand on the screen was won, shared by the pages that ask for it."""

from dataclasses import replace
from typing import Any, Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.texts import text
from pages.ui import state
from pages.ui.answers import Pen
from pages.ui.winning import How, read_link

__all__ = ["how", "left_out", "put", "refused", "say"]

_HOW: Final = "win"
_REFUSED: Final = "win_refused"


def how() -> How:
    """What the session says of the win; at first what its link did, and who is tenpai besides."""
    if _HOW not in st.session_state:
        told, tenpai, problem = read_link(state.led_here_by)
        st.session_state[_HOW], st.session_state[_REFUSED] = told, problem
        if not all(tenpai):
            players = zip(state.table().position.players, tenpai, strict=True)
            state.amend(players=tuple(replace(player, tenpai=ready) for player, ready in players))
    return cast("How", st.session_state[_HOW])


def put(said: How) -> None:
    """Replace it."""
    st.session_state[_HOW] = said


def say(**said: Any) -> None:
    """Change some of it."""
    put(replace(how(), **said))


def refused() -> AnalyzerError | None:
    """What of the link could not be read, told once."""
    return cast("AnalyzerError | None", st.session_state.pop(_REFUSED, None))


def left_out(pen: Pen) -> None:
    """On a page that goes by the tiles on the table alone: which melds the score page counts besides, if any."""
    told = [
        text("score-unnamed", pen.lang, seat=pen.seat(seat), count=each.melds)
        for seat, each in enumerate(how().unnamed)
        if each.melds
    ]
    if told:
        st.html(f'<p class="wm-note">{pen.say("score-unnamed-left-out", melds=told)}</p>')
