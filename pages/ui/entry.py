"""录入: the tile picker and the circumstances of a position, as every page that reads one draws them."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from analyzer.position import DRAWABLE, SEATS, Turn
from analyzer.texts import text
from pages.ui import copying, hands, state
from pages.ui.analysis import FULL
from pages.ui.answers import Pen
from pages.ui.choosing import heard, shown
from pages.ui.picker import picker
from pages.ui.plain import told as problem_told
from pages.ui.reports import sent

__all__ = ["circumstances", "hand", "row", "share"]

PICKER, DEALER, TURN, SEAT, WALL = "picker", "dealer", "turn", "own_seat", "wall_left"
RELATIVE = ("me", "next", "across", "previous")


def _tapped() -> None:
    if (taps := sent(PICKER, "taps")) is not None:
        state.take_taps(taps)


def _written() -> None:
    if (written := sent(PICKER, "written")) is not None:
        state.take_written(written)


@heard
def _dealt() -> None:
    if st.session_state.get(DEALER) in SEATS:
        state.amend(dealer=(state.table().position.seat + st.session_state[DEALER]) % len(SEATS))


@heard
def _turned() -> None:
    if st.session_state.get(TURN) in list(Turn):
        state.amend(turn=Turn(st.session_state[TURN]))


@heard
def _seated() -> None:
    if st.session_state.get(SEAT) in SEATS:
        state.take_seat(st.session_state[SEAT])


@heard
def _walled() -> None:
    wall = st.session_state.get(WALL)
    if isinstance(wall, int) and 0 <= wall <= DRAWABLE:
        state.amend(wall=wall)


def _wall_counted() -> None:
    state.amend(wall=None)


def hand(
    pen: Pen,
    advice: tuple[int, str] | None = None,
    told: str = "",
    *,
    offers: bool = False,
    fold_at: int = FULL,
) -> None:
    """The picker on the session's position, and why the last input was not taken over.

    ``advice`` is a tile to be marked and the word for what to do with it, ``told`` what is read out of it; another
    player's tile can be put on offer where ``offers`` is set. From ``fold_at`` tiles on a phone folds the keys away.
    """
    table = state.table()
    st.html(copying.paper(pen))
    picker(
        table.position,
        lang=pen.lang,
        session=table.session,
        revision=table.revision,
        ack=table.ack,
        offer=table.offer,
        offers=offers,
        fold_at=fold_at,
        advice=advice,
        told=told,
        on_taps=_tapped,
        on_written=_written,
        key=PICKER,
    )
    if table.problem is not None:
        st.error(problem_told(table.problem, pen.lang), icon=":material/error:")


def row() -> DeltaGenerator:
    """The row of small buttons below the picker, for a page to fill."""
    return st.container(horizontal=True, gap="small", key="about")


def circumstances(pen: Pen) -> None:
    """Who deals, where the player sits, how the hand came to be on turn, what is left; beside it the link and what
    was saved.  All of it stands in the :func:`row` that the page has opened.
    """
    position = pen.position
    relative = (position.dealer - position.seat) % len(SEATS)
    dealer, turn = text(f"seat-{RELATIVE[relative]}", pen.lang), _turn_name(position.turn, pen.lang)
    with st.popover(text("circumstances", pen.lang, dealer=dealer, turn=turn), key="circumstances"):
        shown(
            text("dealer-label", pen.lang),
            SEATS,
            relative,
            key=DEALER,
            told=lambda seat: text(f"seat-{RELATIVE[seat]}", pen.lang),
            on_change=_dealt,
        )
        shown(
            text("turn-label", pen.lang),
            list(Turn),
            position.turn,
            key=TURN,
            told=lambda turn: _turn_name(turn, pen.lang),
            on_change=_turned,
        )
        shown(
            text("seat-label", pen.lang),
            SEATS,
            position.seat,
            key=SEAT,
            told=lambda seat: text(f"seat-{seat}", pen.lang),
            on_change=_seated,
        )
        st.session_state[WALL] = position.wall_left
        st.number_input(text("wall-label", pen.lang), 0, DRAWABLE, step=1, key=WALL, on_change=_walled)
        if position.wall is None:
            st.caption(text("wall-counted", pen.lang))
        else:
            st.button(text("wall-count", pen.lang), key="wall_count", on_click=_wall_counted)
    share(pen)
    hands.popover(pen)


def share(pen: Pen) -> None:
    """分享: the link to what is on the screen."""
    with st.popover(text("share", pen.lang), icon=":material/share:", key="share"):
        st.caption(text("share-hint", pen.lang))
        st.code(copying.address(), language=None, wrap_lines=True)


def _turn_name(turn: Turn, lang: str) -> str:
    return text(f"turn-{turn.replace('_', '-')}", lang)
