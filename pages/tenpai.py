"""听牌: is the hand tenpai, on what, for how much; if not, why not and what would mend it; and elsewhere?"""

import streamlit as st

from analyzer.advice import Option
from analyzer.course import after
from analyzer.texts import text
from pages.ui import copying, entry, library, shell, state, won
from pages.ui.analysis import Analysis, analyse, is_unfinished
from pages.ui.plain import plain
from pages.ui.tenpai import TenpaiPen, compared, in_full

# No docstring: Streamlit would show it on the page.
DEAL = 13  # tiles of a hand that waits


def _played(option: Option) -> None:
    state.put(after(state.table().position, option), playing=True)


def _answer(pen: TenpaiPen, analysis: Analysis) -> None:
    """What stands beside the picker."""
    position = pen.position
    if not position.hand:
        st.html(pen.guide())
    elif analysis.problems:
        for problem in pen.problems(analysis):
            st.warning(plain(problem), icon=":material/error:")
    elif is_unfinished(position):
        st.html(pen.partial())
    elif analysis.discards is not None:
        _on_turn(pen, analysis)
    else:
        told = in_full(position)
        st.html(pen.standing(told))
        for section in pen.reasons(told) if told.obstacles else pen.each_wait(told):
            st.html(section)
        copying.bar(pen, pen.sheet(told))


def _said(pen: TenpaiPen, analysis: Analysis) -> str:
    """The verdict, for screen readers to say."""
    if analysis.discards is not None:
        return pen.sheet_on_turn(analysis.discards).verdict
    return "" if analysis.waits is None else pen.sheet(in_full(pen.position)).verdict


def _on_turn(pen: TenpaiPen, analysis: Analysis) -> None:
    """A hand that has a tile too many: the discards that leave tenpai, each a tap away."""
    assert analysis.discards is not None
    ready = pen.ready(analysis.discards)
    st.html(pen.on_turn(analysis.discards))
    if ready:
        _leaves(pen, ready)
    copying.bar(pen, pen.sheet_on_turn(analysis.discards))


def _leaves(pen: TenpaiPen, ready: list[Option]) -> None:
    st.html(f'<section class="wm-section"><h3>{pen.say("tenpai-leaves-title")}</h3></section>')
    for number, option in enumerate(ready):
        with st.container(horizontal=True, vertical_alignment="center", key=f"leave-{number}"):
            st.html(pen.leaves(option, best=number == 0))
            st.button(pen.deed(option), key=f"play-{number}", on_click=_played, args=(option,))


shell.enter()
shell.style("tenpai")
pen = TenpaiPen(state.table().position, state.language(), own=library.name_in_use())
analysis = analyse(pen.position)
said = _said(pen, analysis)
left, right = st.columns([1, 1], gap="medium")
with left:
    entry.hand(pen, told=said, fold_at=DEAL)
    with entry.row():
        entry.circumstances(pen)
with right:
    won.left_out(pen)
    _answer(pen, analysis)
if pen.position.hand and not analysis.problems and not is_unfinished(pen.position):
    st.html(pen.games(compared(pen.position)))
    st.caption(text("tenpai-games-note", pen.lang))
