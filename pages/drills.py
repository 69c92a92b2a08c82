"""训练: rounds of questions from self-play and from one's own mistakes, answered by tap or key, and explained."""

import secrets

import streamlit as st

from analyzer.drills import LEVELS, SEEDS, Question, Topic
from analyzer.rounds import COUNTS, TIMES, Given, Round, Set
from analyzer.rules import PRESETS
from analyzer.texts import text
from pages.ui import drilling, entry, running, shell, state, visitor, won
from pages.ui.answers import Pen
from pages.ui.choosing import choose
from pages.ui.drill_pen import DrillPen, pen_of
from pages.ui.plain import told
from pages.ui.turns import in_turn
from pages.ui.winning import How, Way

TOPICS, RULES, LEVEL, COUNT, SECONDS = (
    f"drills_{name}" for name in ("topics", "rules", "level", "count", "seconds")
)
LEAVES = "drills_leaves"
WORDS = ("left", "late")
SHOWN_WRONG = 20
"""Wrong answers that a summary tells."""


# Before a round


def _wanted(before: Set) -> Set:
    """The set that the controls on the screen ask for, with a seed of its own."""
    topics = tuple(topic for topic in Topic if topic in st.session_state.get(TOPICS, ()))
    return Set(
        topics or before.topics,
        st.session_state[RULES],
        st.session_state[LEVEL],
        secrets.randbelow(SEEDS),
        st.session_state[COUNT],
        st.session_state[SECONDS],
    )


def _start(before: Set) -> None:
    drilling.begin_set(_wanted(before))


def _start_due() -> None:
    drilling.begin_due(st.session_state.get(SECONDS, 0))


def _set_out(pen: Pen) -> None:
    """What to drill: the topics, the game, how hard, how many, by the clock or not."""
    lang = pen.lang
    invited, problem = drilling.invited(), drilling.problem()
    if problem is not None:
        st.warning(told(problem, lang))
    st.html(f'<h2 class="wm-title">{pen.say("page-drills")}</h2><p>{pen.say("drills-about")}</p>')
    if invited is not None:
        _invitation(pen, invited)
    due = drilling.due()
    if due.keys:
        with st.container(horizontal=True, vertical_alignment="center", key="drills_due"):
            st.html(f'<p class="wm-count">{_due_told(pen, len(due.keys))}</p>', width="content")
            st.button(
                text("drills-due-start", lang),
                key="drills_review",
                icon=":material/event_repeat:",
                type="primary",
                on_click=_start_due,
            )
    if due.gone:
        st.html(f'<p class="wm-note">{pen.say("drills-due-gone", count=due.gone)}</p>')
    _controls(pen, primary=invited is None and not due.keys)


def _due_told(pen: Pen, count: int) -> str:
    """How many questions come up again by now."""
    if count > drilling.MOST_DUE:
        return pen.say("drills-due-many", count=count, most=drilling.MOST_DUE)
    return pen.say("drills-due", count=count)


def _invitation(pen: Pen, invited: Set) -> None:
    topics = [text(f"drills-topic-{topic}", pen.lang) for topic in invited.topics]
    line = pen.say(
        "drills-invited-line",
        topics=topics,
        rules=text(f"rules-{invited.rules}", pen.lang),
        level=text(f"drills-level-{invited.level}", pen.lang),
        count=invited.count,
    )
    st.html(f'<section class="wm-card"><h3>{pen.say("drills-invited")}</h3><p>{line}</p></section>')
    st.button(
        text("drills-invited-start", pen.lang),
        key="drills_invited",
        type="primary",
        icon=":material/play_arrow:",
        on_click=drilling.begin_set,
        args=(invited,),
    )


def _controls(pen: Pen, *, primary: bool) -> None:
    lang = pen.lang
    before = drilling.chosen()
    for key, value in (
        (TOPICS, list(before.topics)),
        (RULES, before.rules),
        (LEVEL, before.level),
        (COUNT, before.count),
        (SECONDS, before.seconds),
    ):
        st.session_state.setdefault(key, value)
    chosen = st.pills(
        text("drills-topics", lang),
        list(Topic),
        selection_mode="multi",
        format_func=lambda topic: text(f"drills-topic-{topic}", lang),
        key=TOPICS,
    )
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.selectbox(
            text("drills-rules", lang),
            list(PRESETS),
            format_func=lambda name: text(f"rules-{name}", lang),
            key=RULES,
        )
        level = choose(
            text("drills-level", lang),
            LEVELS,
            key=LEVEL,
            told=lambda each: text(f"drills-level-{each}", lang),
        )
        st.html(f'<p class="wm-note">{pen.say(f"drills-level-says-{level}")}</p>')
    with right:
        choose(
            text("drills-count", lang),
            COUNTS,
            key=COUNT,
            told=lambda each: text("drills-count-of", lang, count=each),
        )
        choose(
            text("drills-clock", lang),
            TIMES,
            key=SECONDS,
            told=lambda each: text("drills-clock-of" if each else "drills-clock-off", lang, seconds=each),
        )
    st.button(
        text("drills-start", lang),
        key="drills_start",
        type="primary" if primary else "secondary",
        icon=":material/play_arrow:",
        on_click=_start,
        args=(before,),
        disabled=not chosen,
    )
    if not chosen:
        st.html(f'<p class="wm-note">{pen.say("drills-topics-none")}</p>')


# A question


def _waiting(pen: Pen, round_: Round) -> None:
    """Until the question is there; drawn anew while it is made."""
    seen = drilling.look(0)
    if seen.question is not None or drilling.now() is not round_:
        st.rerun()
    where = pen.say("drills-where", number=round_.place + 1, count=len(round_.keys))
    if seen.failed:
        st.warning(text("drills-failed", pen.lang))
        st.button(text("run-again", pen.lang), key="drills_again", on_click=drilling.try_again)
        return
    told = f"<h3>{where}</h3><p>{pen.say('drills-looking')}</p>"
    st.html(f'<section class="wm-card wm-looking" role="status">{told}</section>')


def _question(pen: DrillPen, round_: Round, question: Question) -> None:
    st.html(pen.drill(round_, question))
    if round_.answered:
        _explained(pen, round_.answers[-1])


def _explained(pen: DrillPen, answer: Given) -> None:
    sections = pen.explained(answer)
    st.html(f'<section class="wm-section"><h3>{pen.say("drills-why")}</h3></section>')
    for section in sections:
        st.html(section)
    st.button(
        text("drills-open", pen.lang),
        key="drills_open",
        icon=":material/open_in_new:",
        on_click=_open,
        args=(answer.question,),
    )


def _open(question: Question) -> None:
    """Show the question's position on the page that is about such."""
    state.put(question.position, question.offer)
    st.session_state[LEAVES] = "pages/study.py" if question.options else "pages/tenpai.py"
    if question.win is not None:
        by_source = {True: Way.DISCARD, False: Way.ZIMO}
        win = question.win
        way = Way.QIANGGANG if win.by.value == "qianggang" else by_source[win.source is not None]
        if win.source is None and (win.after_gang or win.last_tiles):
            way = Way.GANG_DRAW if win.after_gang else Way.LAST_DRAW
        won.put(How(way, win.tile, win.source))
        st.session_state[LEAVES] = "pages/score.py"


def _leave() -> None:
    """Go where a button leads; a callback can't."""
    if (where := st.session_state.pop(LEAVES, None)) is not None:
        st.switch_page(where)


# After a round


def _again(round_: Round) -> None:
    drilling.begin([str(each.question.key) for each in round_.wrong], seconds=round_.seconds)


def _another(before: Set) -> None:
    drilling.begin_set(
        Set(before.topics, before.rules, before.level, secrets.randbelow(SEEDS), before.count, before.seconds)
    )


def _summary(pen: DrillPen, round_: Round) -> None:
    lang = pen.lang
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(pen.summary(round_))
        with st.container(horizontal=True, key="drills_after"):
            if round_.wrong:
                st.button(
                    text("drills-wrong-again", lang),
                    key="drills_wrong_again",
                    type="primary",
                    on_click=_again,
                    args=(round_,),
                )
            if round_.drawn is not None:
                st.button(
                    text("drills-another", lang),
                    key="drills_another",
                    type="secondary" if round_.wrong else "primary",
                    on_click=_another,
                    args=(round_.drawn,),
                )
            st.button(text("drills-set-out", lang), key="drills_set_out", on_click=drilling.leave)
        if round_.drawn is not None:
            with st.container(horizontal=True, vertical_alignment="center", key="drills_share"):
                st.html(f'<p class="wm-note">{pen.say("drills-share")}</p>')
                entry.share(pen)
    with right:
        if round_.wrong:
            st.html(f'<section class="wm-section"><h3>{pen.say("drills-mistakes")}</h3></section>')
        for each in round_.wrong[:SHOWN_WRONG]:
            st.html(pen_of(each.question, lang).mistake(each))


def _draw() -> None:
    lang = state.language()
    plain_pen = DrillPen(state.table().position, lang)
    seen = drilling.look()
    round_ = drilling.now()
    if round_ is None:
        _set_out(plain_pen)
        return
    if round_.drawn is not None:
        state.add_to_link(**{drilling.LINK: str(round_.drawn)})
    if round_.over:
        _summary(plain_pen, round_)
        return
    if seen.question is None:
        st.fragment(in_turn(_waiting), run_every=None if seen.failed else running.TICK)(plain_pen, round_)
    else:
        pen = pen_of(seen.question, lang)
        if round_.answered:
            answer = round_.answers[-1]
            pen = DrillPen(pen.position, lang, pen.offer, given=seen.question.chosen(answer.given))
        _question(pen, round_, seen.question)
    with st.container(horizontal=True, vertical_alignment="center", key="drills_foot"):
        st.button(text("drills-stop", lang), key="drills_stop", on_click=drilling.leave)
        if round_.drawn is not None:
            entry.share(plain_pen)
        st.html(f'<p class="wm-note wm-keys">{plain_pen.say("drills-keys")}</p>')


shell.enter()
_leave()
shell.style("review")
shell.style("tenpai")
shell.style("score")
shell.style("drills")
_draw()
drilling.listen({name: text(f"drills-clock-{name}", state.language(), n="{n}") for name in WORDS})
visitor.tell()
