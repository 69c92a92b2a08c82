"""进步: what a person's answers come to, by topic and over time, and what he may do with all of it."""

from datetime import date

import streamlit as st

from analyzer.errors import BadRequest
from analyzer.progress import DAY, Progress
from analyzer.store import now
from analyzer.texts import text
from pages.ui import shell, state, visitor
from pages.ui.advances import Advances
from pages.ui.choosing import choose
from pages.ui.plain import plain, told

PERIODS = ("all", "month", "week")
SINCE = {"all": None, "month": 30, "week": 7}
CHARTS = ("accuracy", "loss", "seconds")
ALL, TOPIC = "", "progress_topic"
UPLOAD, DONE, PROBLEM = "progress_upload", "progress_done", "progress_problem"


def _figures(pen: Advances, found: Progress) -> None:
    # Plotly is slow to load, and nothing is drawn with it before there are answers.
    from pages.ui import charts

    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(pen.total(found))
        st.html(pen.topics(found))
    with right:
        st.html(pen.heading("progress-over-time"))
        which = choose(
            text("chart-label", pen.lang),
            CHARTS,
            key="progress_chart",
            told=lambda name: text(f"progress-{name}", pen.lang),
            hidden=True,
        )
        courses = {ALL: found.days, **dict(found.courses)}
        if st.session_state.get(TOPIC) not in courses:
            st.session_state[TOPIC] = ALL
        topic = st.selectbox(
            text("progress-of-topic", pen.lang), list(courses), format_func=pen.topic_told, key=TOPIC
        )
        figure = charts.by_day(courses[topic], which, pen.lang)
        if figure is None:
            st.html(f'<p class="wm-note">{pen.say("progress-none-of-it")}</p>')
        else:
            charts.show(figure, key=f"progress-{which}", alt=text(f"progress-{which}", pen.lang))


def _take() -> None:
    file = st.session_state.get(UPLOAD)
    if file is None:
        return
    try:
        written = file.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError:
        st.session_state[PROBLEM] = BadRequest("progress-no-text", name=file.name)
        return
    count = visitor.take(written)
    if count is not None:
        st.session_state[DONE] = ("progress-taken", count)


def _bring() -> None:
    count = visitor.bring()
    if count is not None:
        st.session_state[DONE] = ("progress-taken", count)


def _delete() -> None:
    visitor.delete()
    st.session_state[DONE] = ("progress-deleted", 0)


def _who(lang: str) -> None:
    """Whose history it is, and the way in and out."""
    name = visitor.login()
    if name is not None:
        st.markdown(text("progress-logged-in", lang, name=plain(name)))
        if visitor.left_behind() is not None:
            st.button(text("progress-bring", lang), key="bring", on_click=_bring)
        st.button(text("progress-log-out", lang), key="log_out", on_click=st.logout)
        return
    st.markdown(text("progress-anonymous", lang))
    if visitor.can_log_in():
        st.button(text("progress-log-in", lang), key="log_in", icon=":material/login:", on_click=st.login)


def _own(lang: str) -> None:
    """Take it along, take it over, delete it."""
    st.html(f'<section class="wm-section"><h3>{text("progress-mine", lang)}</h3></section>')
    _who(lang)
    known = visitor.profile() is not None
    with st.container(horizontal=True, key="mine"):
        st.download_button(
            text("progress-export", lang),
            data=visitor.export(),
            file_name=f"mahjong-{date.today():%Y-%m-%d}.json",
            mime="application/json",
            key="export",
            icon=":material/download:",
            disabled=not known,
            on_click="ignore",
        )
        with st.popover(text("progress-import", lang), icon=":material/upload:", key="import"):
            st.file_uploader(text("progress-file", lang), type=["json"], key=UPLOAD)
            st.button(
                text("progress-import-do", lang),
                key="import_do",
                type="primary",
                on_click=_take,
                disabled=st.session_state.get(UPLOAD) is None,
            )
        with st.popover(
            text("progress-delete", lang), icon=":material/delete:", key="delete", disabled=not known
        ):
            st.markdown(text("progress-delete-sure", lang))
            st.button(text("progress-delete-yes", lang), key="delete_yes", type="primary", on_click=_delete)


def _nothing(lang: str) -> None:
    st.html(f'<section class="wm-card"><p>{text("progress-none", lang)}</p></section>')
    with st.container(horizontal=True, key="progress_ways"):
        for name in ("drills", "play", "review"):
            st.page_link(f"pages/{name}.py", label=text(f"page-{name}", lang))


shell.enter()
lang = state.language()
pen = Advances(lang)
st.html(pen.title())
problem = st.session_state.pop(PROBLEM, None)
if problem is not None:
    st.error(told(problem, lang))
done = st.session_state.pop(DONE, None)
if done is not None:
    st.success(text(done[0], lang, count=done[1]))
period = choose(
    text("progress-period", lang),
    PERIODS,
    key="progress_period",
    told=lambda name: text(f"progress-{name}", lang),
    hidden=True,
)
days = SINCE[period]
found, rows = visitor.history(0 if days is None else max(0, now() - days * DAY))
for error in rows.damaged:
    st.warning(told(error, lang))
if found.total.count:
    _figures(pen, found)
else:
    _nothing(lang)
_own(lang)
visitor.tell()
