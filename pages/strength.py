"""这些数字有多准: what was predicted beside what happened, and what play by it gained, as it was measured."""

import streamlit as st

from analyzer.expectation.measured import Calibration, Gain, Measured, measured
from analyzer.rules import PRESETS
from analyzer.texts import text
from pages.ui import charts, shell, state
from pages.ui.measures import Measures

shell.enter()
lang = state.language()
asked = state.table().position.rules
told = Measures(lang)
# Rules of one's own carry the id of the game they started from, but nothing was measured by them.
known = measured().get(asked.id, Measured()) if asked == PRESETS.get(asked.id) else Measured()
st.html(told.title())


def _calibration(found: Calibration) -> None:
    st.html(told.calibration(found))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(told.heading("strength-win-title", "strength-win-how"))
        charts.show(
            charts.reliability(found.deciles, lang), key="reliability", alt=text("strength-win-title", lang)
        )
    with right:
        st.html(told.heading("strength-score-title", "strength-score-how"))
        charts.show(
            charts.scores_by_decile(found.deciles, lang),
            key="by-decile",
            alt=text("strength-score-title", lang),
        )
    st.html(told.stages(found.stages))


def _gains(found: tuple[Gain, ...]) -> None:
    st.html(told.heading("strength-gain-title", "strength-gain-how"))
    if not found:
        st.html(told.nothing("strength-gain-none"))
        return
    charts.show(charts.gains(found, lang), key="gains", alt=text("strength-gain-title", lang))
    st.html(told.gains(found))


if known.calibration is None:
    others = [text(f"rules-{name}", lang) for name, each in measured().items() if each.calibration]
    st.html(told.unmeasured(others))
else:
    _calibration(known.calibration)
_gains(known.gains)
