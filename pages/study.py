"""牌型分析: a hand from the screen to the best discard, what each is worth, waits, routes and points.

Distances are drawn with the tap; what the actions are worth comes from a job, and is drawn as far as it is by a
fragment that looks at it while it runs.  Everything on the page that ranks actions ranks them by one list.
"""

from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from analyzer.advice import Action, Discards, Option, can_be_valued
from analyzer.errors import AnalyzerError
from analyzer.jobs import SPEEDS, Snapshot
from analyzer.position import SEATS, Turn
from analyzer.settlement import Score
from analyzer.texts import describe, text
from analyzer.wins import Win, WinBy
from pages.ui import running, shell, state
from pages.ui.analysis import Analysis, analyse, is_unfinished, win_score
from pages.ui.moves import after
from pages.ui.picker import picker
from pages.ui.worth import WorthPen

PICKER, DEALER, TURN = "picker", "dealer", "turn"
WON_BY, WON_ON = "won_by", "won_on"
SPEED, CHOSEN, CHART = "speed_choice", "chosen", "chart"
CHARTS = ("scores", "turns", "payouts")
RELATIVE = ("me", "next", "across", "previous")

Seen = Snapshot[tuple[Option, ...]]


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


def _hurried() -> None:
    if st.session_state[SPEED] in SPEEDS:
        st.session_state[running.SPEED] = st.session_state[SPEED]


def _input(pen: WorthPen, best: Option | None) -> None:
    table = state.table()
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


def _circumstances(pen: WorthPen) -> None:
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


def _answer(pen: WorthPen, analysis: Analysis, drawn: Option | None) -> None:
    """Everything beside the picker, as far as it is known by now; ``drawn`` is the action that the picker shows."""
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
    if analysis.discards is None:
        _verdict(pen, analysis, settled=True)
        _sections(pen, analysis)
        return
    seen = running.follow(position, analysis.discards)
    running_now = seen is not None and seen.running
    st.fragment(_live, run_every=running.TICK if running_now else None)(pen, analysis, drawn, running_now)


def _live(pen: WorthPen, analysis: Analysis, drawn: Option | None, ticking: bool) -> None:
    """What depends on the run; started over while it goes on."""
    if state.table().position != pen.position:  # a button in here has changed it
        st.rerun()
    assert analysis.discards is not None
    seen = running.follow(pen.position, analysis.discards)
    answer = running.ranked(analysis.discards, seen)
    now = replace(analysis, discards=answer)
    going_on = seen is not None and seen.running
    # The picker stands outside, and the clock is part of the page: both change with the page only.
    if going_on != ticking or not _same(now.best, drawn):
        st.rerun()
    _verdict(pen, now, settled=not going_on)
    _run(pen, seen)
    if seen is None:
        st.html(pen.options(answer))
    else:
        _worth(pen, answer)
    _sections(pen, now)


def _same(one: Option | None, other: Option | None) -> bool:
    """Whether two options are the same action, whatever is known of each."""
    if one is None or other is None:
        return one is other
    return (one.action, one.tile, one.tiles) == (other.action, other.tile, other.tiles)


def _verdict(pen: WorthPen, analysis: Analysis, *, settled: bool) -> None:
    st.html(pen.verdict(analysis, settled=settled) + pen.notes())
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


def _run(pen: WorthPen, seen: Seen | None) -> None:
    """How far the run is, how fast it shall be, and an end to it."""
    with st.container(horizontal=True, vertical_alignment="center", key="run"):
        st.html(pen.standing(seen, can_be_valued(pen.position)))
        if seen is None:
            return
        if seen.running:
            st.button(text("run-stop", pen.lang), key="stop", on_click=running.stop)
        elif seen.share < 1:
            st.button(text("run-again", pen.lang), key="again", on_click=running.try_again)
    st.session_state[SPEED] = st.session_state.get(running.SPEED, running.FIRST_SPEED)
    st.segmented_control(
        text("speed-label", pen.lang),
        list(SPEEDS),
        format_func=lambda speed: text(f"speed-{speed}", pen.lang, samples=f"{SPEEDS[speed]:,}"),
        key=SPEED,
        on_change=_hurried,
        required=True,
        label_visibility="collapsed",
    )


def _worth(pen: WorthPen, answer: Discards) -> None:
    """The table of what each action is worth, one of them in full, and charts."""
    best = answer.options[0]
    near, far = pen.near_and_far(answer)
    st.html(pen.worth(near, best))
    if far:
        # No fold in HTML: it would fall shut whenever the figures change.
        with st.expander(text("options-more", pen.lang, count=len(far))):
            st.html(pen.worth(far, best, head=False))
    st.html(f'<p class="wm-note">{pen.say("worth-policy")}</p>')
    if best.estimate is None:
        return
    st.page_link("pages/strength.py", label=text("page-strength", pen.lang))
    st.html(f'<section class="wm-section"><h3>{pen.say("details-title")}</h3></section>')
    names = {_name(option): option for option in answer.options}
    if st.session_state.get(CHOSEN) not in names:
        st.session_state[CHOSEN] = _name(answer.options[min(1, len(answer.options) - 1)])
    chosen = st.selectbox(
        text("details-choose", pen.lang),
        list(names),
        format_func=lambda name: f"{pen.deed(names[name])}  {pen.score_told(names[name])}",
        key=CHOSEN,
        label_visibility="collapsed",
    )
    st.html(pen.details(names[chosen], best))
    _charts(pen, answer, names[chosen])


def _name(option: Option) -> str:
    """What an action is kept by while its figures and its rank change."""
    return f"{option.action}:{option.tile}:{option.tiles}"


def _charts(pen: WorthPen, answer: Discards, chosen: Option) -> None:
    from pages.ui import (
        charts,
    )  # Plotly is slow to load, and nothing is drawn with it before there are figures

    if st.session_state.get(CHART) not in CHARTS:
        st.session_state[CHART] = CHARTS[0]
    which = st.segmented_control(
        text("chart-label", pen.lang),
        CHARTS,
        format_func=lambda name: text(f"chart-{name}", pen.lang),
        key=CHART,
        required=True,
        label_visibility="collapsed",
    )
    best = answer.options[0]
    if which == "turns":
        figure = charts.by_turn(pen, chosen, best)
    elif which == "payouts":
        figure = charts.payouts(pen, chosen, best)
    else:
        figure = charts.scores(pen, answer.options)
    if figure is None:
        st.html(f'<p class="wm-note">{pen.say("chart-needs-full")}</p>')
    else:
        charts.show(figure, key=f"chart-{which}", alt=text(f"chart-{which}", pen.lang))


def _sections(pen: WorthPen, analysis: Analysis) -> None:
    """What follows from the position and the recommended action: waits, ways to open, routes."""
    best = analysis.best
    sections = []
    if best is not None and best.waits is not None:
        sections.append(pen.waits(best.waits, pen.say("waits-after", deed=pen.deed(best))))
    if analysis.waits is not None:
        sections.append(pen.waits(analysis.waits, pen.say("waits-title")))
    sections.append(pen.opening(analysis.opening))
    if analysis.board is not None:
        sections.append(pen.board(analysis.board))
    for section in filter(None, sections):
        st.html(section)


def _points(pen: WorthPen, found: Score) -> None:
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


def _best(analysis: Analysis) -> Option | None:
    """The action that picker and page recommend: by what is known of the run at this moment."""
    if analysis.discards is None:
        running.leave()
        return None
    seen = running.follow(state.table().position, analysis.discards)
    return replace(analysis, discards=running.ranked(analysis.discards, seen)).best


shell.enter()
pen = WorthPen(state.table().position, state.language())
analysis = analyse(pen.position)
best = _best(analysis)
left, right = st.columns([1, 1], gap="medium")
with left:
    _input(pen, best)
    _circumstances(pen)
with right:
    _answer(pen, analysis, best)
