"""记到牌桌: a win that one page has scored, offered to the ledger of the table page.

The page that scores draws :func:`button` beside its answer.  The table page finds the offer with :func:`offered`,
asks once more whose seats these are, and writes it down or lets it go with :func:`withdraw`.
"""

from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from analyzer.position import Position
from analyzer.settlement import Score
from analyzer.texts import text
from analyzer.wins import Win
from pages.ui import state

__all__ = ["Offered", "button", "offer", "offered", "withdraw"]

_OFFERED: Final = "offered"


@dataclass(frozen=True, slots=True)
class Offered:
    """A scored win with its seats, 0–3 as in the position that was scored."""

    score: Score
    winner: int
    source: int | None
    """Who discarded or was robbed; ``None`` at a self-draw."""
    dealer: int


def offer(score: Score, position: Position, win: Win) -> None:
    """Offer what ``win`` pays in ``position``; it takes the place of an offer before."""
    st.session_state[_OFFERED] = Offered(score, position.seat, win.source, position.dealer)


def offered() -> Offered | None:
    """What waits to be written down."""
    return cast("Offered | None", st.session_state.get(_OFFERED))


def withdraw() -> None:
    """Let the offer go."""
    st.session_state.pop(_OFFERED, None)


def button(score: Score, position: Position, win: Win, *, key: str = "offer") -> None:
    """记到牌桌: offers a valid score and says so."""
    if score.valid:
        st.button(
            text("offer-button", state.language()), key=key, on_click=offer, args=(score, position, win)
        )
