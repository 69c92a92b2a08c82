"""牌型分析: a hand from the screen to the best discard, waits, routes and points."""

import streamlit as st

from analyzer.errors import AnalyzerError
from pages.ui import shell, state
from pages.ui.picker import picker, read_taps

PICKER = "picker"


def _tapped() -> None:
    try:
        state.accept(read_taps(st.session_state[PICKER].taps, state.table().position))
    except AnalyzerError as error:
        state.refuse(error)


shell.enter()
lang = state.language()
table = state.table()
left, right = st.columns([1, 1], gap="medium")
with left:
    picker(
        table.position,
        lang=lang,
        session=table.session,
        revision=table.revision,
        ack=table.ack,
        advice=None,
        on_taps=_tapped,
        key=PICKER,
    )
with right:
    st.write(str(table.position), table.revision, table.ack)
