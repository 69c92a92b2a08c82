"""牌型分析: a hand from the screen to the best discard, waits, routes and points."""

from urllib.parse import urlencode

import streamlit as st

from analyzer.advice import Action, Option
from analyzer.errors import AnalyzerError
from analyzer.position import SEATS, Turn
from analyzer.settlement import Score
from analyzer.texts import describe, text
from analyzer.wins import Win, WinBy
from pages.ui import shell, state
from pages.ui.analysis import Analysis, analyse, is_unfinished, win_score
from pages.ui.answers import Pen
from pages.ui.moves import after
from pages.ui.picker import picker

PICKER, DEALER, TURN = "picker", "dealer", "turn"
WON_BY, WON_ON = "won_by", "won_on"
RELATIVE = ("me", "next", "across", "previous")


def _tapped() -> None:
    state.take_taps(st.session_state[PICKER].taps)


def _written() -> None:
    state.take_written(st.session_state[PICKER].written)


def _dealt() -> None:
    if st.session_state[DEALER] in SEATS:
        state.amend(dealer=(state.table().position.seat + st.session_state[DEALER]) % len(SEATS))


def _turned() -> None:
    if st.session_state[TURN] in list(Turn):
        state.amend(turn=Turn(st.session_state[TURN]))


def _played(option: Option) -> None:
    state.put(after(state.table().position, option))


def _input(pen: Pen, analysis: Analysis) -> None:
    table = state.table()
    best = analysis.best
    advice = None
    if best is not None and best.tile is not None and best.action is not Action.WIN:
        advice = (best.tile, pen.action(best))
    picker(
        table.position,
        lang=pen.lang,
        session=table.session,
        revision=table.revision,
        ack=table.ack,
        advice=advice,
        told="" if best is None else pen.deed(best),
        on_taps=_tapped,
        on_written=_written,
        key=PICKER,
    )

    if table.problem is not None:
        st.error(describe(table.problem, pen.lang), icon=":material/error:")


def _circumstances(pen: Pen) -> None:
    position = pen.position
    relative = (position.dealer - position.seat) % len(SEATS)
    with st.container(horizontal=True):
        dealer, turn = text(f"seat-{RELATIVE[relative]}", pen.lang), _turn_name(position.turn, pen.lang)
        with st.popover(text("circumstances", pen.lang, dealer=dealer, turn=turn), key="circumstances"):
            st.session_state[DEALER] = relative
            st.segmented_control(
                text("dealer-label", pen.lang),
                SEATS,
                format_func=lambda seat: text(f"seat-{RELATIVE[seat]}", pen.lang),
                key=DEALER,
                on_change=_dealt,
                required=True,
            )
            st.session_state[TURN] = position.turn
            st.segmented_control(
                text("turn-label", pen.lang),
                list(Turn),
                format_func=lambda turn: _turn_name(turn, pen.lang),
                key=TURN,
                on_change=_turned,
                required=True,
            )
        with st.popover(text("share", pen.lang), icon=":material/share:", key="share"):
            st.caption(text("share-hint", pen.lang))
            address = (st.context.url or "").split("?")[0]
            st.code(f"{address}?{urlencode(state.share_query(), safe=':@')}", language=None, wrap_lines=True)


def _turn_name(turn: Turn, lang: str) -> str:
    return text(f"turn-{turn.replace('_', '-')}", lang)


def _answer(pen: Pen, analysis: Analysis) -> None:
    position = pen.position
    if not position.hand:
        st.html(pen.empty())
        return
    if analysis.problems:
        for problem in pen.problems(analysis):
            st.warning(problem, icon=":material/error:")
        return
    if is_unfinished(position):
        st.html(pen.partial())
        return
    st.html(pen.verdict(analysis) + pen.notes())
    if analysis.complete is not None:
        _points(pen, analysis.complete)
    best = analysis.best
    if best is not None and best.tile is not None and best.action is not Action.WIN:
        st.button(
            text("play-it", pen.lang, deed=pen.deed(best)),
            key="play",
            on_click=_played,
            args=(best,),
            help=text("play-help", pen.lang),
        )
    sections = []
    if analysis.discards is not None:
        if best is not None and best.waits is not None:
            sections.append(pen.waits(best.waits, pen.say("waits-after", deed=pen.deed(best))))
        sections.append(pen.options(analysis.discards))
    if analysis.waits is not None:
        sections.append(pen.waits(analysis.waits, pen.say("waits-title")))
    sections.append(pen.opening(analysis.opening))
    if analysis.board is not None:
        sections.append(pen.board(analysis.board))
    for section in filter(None, sections):
        st.html(section)


def _points(pen: Pen, found: Score) -> None:
    """算番: by self-draw, or on another's tile where the reader says so."""
    if "not_open" in found.reasons:  # nothing else matters then
        st.html(pen.points(found))
        return
    position = pen.position
    seats = [(position.seat + turn) % len(SEATS) for turn in SEATS]
    if st.session_state.get(WON_BY) not in seats:
        st.session_state[WON_BY] = position.seat
    chosen = st.segmented_control(
        text("won-by", pen.lang),
        seats,
        format_func=lambda seat: (
            text("channel-zimo", pen.lang)
            if seat == position.seat
            else text("discard-by", pen.lang, seat=pen.seat(seat))
        ),
        key=WON_BY,
        required=True,
    )
    if chosen is not None and chosen != position.seat:
        kinds = sorted(set(position.hand), reverse=True)
        tile = st.selectbox(text("won-on", pen.lang), kinds, format_func=pen.name, key=WON_ON)
        try:
            found = win_score(position, Win(tile, WinBy.DISCARD, chosen))
        except AnalyzerError as error:
            st.warning(describe(error, pen.lang))
            return
    st.html(pen.points(found))


shell.enter()
pen = Pen(state.table().position, state.language())
analysis = analyse(pen.position)
left, right = st.columns([1, 1], gap="medium")
with left:
    _input(pen, analysis)
    _circumstances(pen)
with right:
    _answer(pen, analysis)
