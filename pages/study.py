"""牌型分析: a hand from the screen to the best discard, what each is worth, waits, routes and points.

Distances are drawn with the tap; what the actions are worth comes from a job, and is drawn as far as it is by a
fragment that looks at it while it runs.  Everything on the page that ranks actions ranks them by one list.
"""

from dataclasses import dataclass, field

import streamlit as st

from analyzer.advice import Action, Offer, Option, can_be_valued
from analyzer.errors import AnalyzerError
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Snapshot
from analyzer.position import SEATS, Position
from analyzer.settlement import Score
from analyzer.texts import text
from pages.ui import copying, entry, library, play, running, shell, state, won
from pages.ui.analysis import Analysis, analyse, is_unfinished, win_score
from pages.ui.choosing import choose, shown
from pages.ui.plain import plain, told
from pages.ui.play import PAIR
from pages.ui.turns import in_turn
from pages.ui.winning import Way, finish_of
from pages.ui.worth import WorthPen, name_of

WON_BY, WON_ON = "won_by", "won_on"
SPEED, CHOSEN, AGAINST, CHART = "speed_choice", "chosen", "against", "chart"
CHARTS = ("scores", "turns", "payouts")

Seen = Snapshot[tuple[Option, ...]]


def _hurried() -> None:
    if st.session_state.get(SPEED) in list(Speed):
        st.session_state[running.SPEED] = Speed(st.session_state[SPEED])


def _advised(pen: WorthPen, best: Option | None) -> tuple[tuple[int, str] | None, str]:
    """What the picker marks: the tile of the best action with its word, and the whole of it said."""
    if best is None:
        return None, ""
    tile = best.tile if pen.offer is None else pen.offer.tile
    marks = pen.offer is not None or best.action is not Action.WIN
    return ((tile, pen.action(best)) if tile is not None and marks else None), pen.deed(best)


def _answer(pen: WorthPen, analysis: Analysis) -> None:
    """What stands beside the picker where nothing ranks actions."""
    position = pen.position
    if not analysis.waits:
        play.course(pen, None)
    if not position.hand:
        st.html(pen.empty())
    elif analysis.problems:
        for problem in pen.problems(analysis):
            st.warning(plain(problem), icon=":material/error:")
    elif is_unfinished(position):
        st.html(pen.partial())
    else:
        _verdict(pen, analysis, settled=True)
        for section in (*_waits(pen, analysis), *_routes(pen, analysis)):
            st.html(section)
        copying.bar(pen, pen.sheet(analysis))


@dataclass
class _Page:
    """What one run of the page has drawn, for the fragments that go on drawing while the playouts run."""

    analysis: Analysis
    best: Option | None
    seen: Seen | None
    speed: Speed = field(default_factory=running.speed)
    fresh: set[str] = field(default_factory=lambda: {"advice", "depth"})
    """Fragments that have not been drawn yet: the first time they show what the page has seen, not what came since."""

    @property
    def ticking(self) -> bool:
        return self.seen is not None and self.seen.running

    def look(self, pen: WorthPen, fragment: str) -> tuple[Seen | None, Analysis]:
        """How far the run is, and the answers ranked by it.

        The picker stands outside the fragments, and their clock is part of the page: where one of these has to
        change, the page starts over.
        """
        seen = self.seen
        if fragment in self.fresh:
            self.fresh.discard(fragment)
        elif _on_screen() != (pen.position, pen.offer) or running.speed() is not self.speed:
            st.rerun()  # a button in a fragment has changed it
        else:
            seen = running.follow(pen.position, self.analysis.options, pen.offer)
        now = _ranked(self.analysis, seen)
        if (seen is not None and seen.running) != self.ticking or not _same(now.best, self.best):
            st.rerun()
        return seen, now


def _advice(pen: WorthPen, page: _Page) -> None:
    """结论 and the table of all actions; drawn anew while the run goes on."""
    seen, now = page.look(pen, "advice")
    _verdict(pen, now, settled=not page.ticking)
    _run(pen, seen)
    if seen is not None:
        _worth(pen, now.options)
    elif now.options:
        st.html(pen.options(now.options))
    if not page.ticking:
        copying.bar(pen, pen.sheet(now))


def _depth(pen: WorthPen, page: _Page) -> None:
    """What lies below picker and table: one action in full, charts, waits and routes; drawn anew likewise."""
    seen, now = page.look(pen, "depth")
    left, right = st.columns([1, 1], gap="medium")
    with left:
        for section in _waits(pen, now):
            st.html(section)
        chosen = _details(pen, now.options) if seen is not None and seen.found else None
    with right:
        if chosen is not None:
            _charts(pen, now.options, *chosen)
        for section in _routes(pen, now):
            st.html(section)


def _on_screen() -> tuple[Position, Offer | None]:
    table = state.table()
    return table.position, table.offer


def _ranked(analysis: Analysis, seen: Seen | None) -> Analysis:
    """The answers with the actions in the order of what they are worth, once that is known."""
    return analysis if seen is None or not seen.found else analysis.ranked(seen.found)


def _same(one: Option | None, other: Option | None) -> bool:
    """Whether two options are the same action, whatever is known of each."""
    if one is None or other is None:
        return one is other
    return (one.action, one.tile, one.tiles) == (other.action, other.tile, other.tiles)


def _verdict(pen: WorthPen, analysis: Analysis, *, settled: bool) -> None:
    st.html(pen.verdict(analysis, settled=settled) + pen.notes())
    if analysis.complete is not None:
        _points(pen, analysis.complete)
    play.course(pen, analysis.best)


def _run(pen: WorthPen, seen: Seen | None) -> None:
    """How far the run is, how fast it shall be, and an end to it."""
    if seen is None and can_be_valued(pen.position):
        return  # there is no action to be valued
    with st.container(horizontal=True, vertical_alignment="center", key="run"):
        st.html(pen.standing(seen, can_be_valued(pen.position)))
        if seen is None:
            return
        if seen.running:
            st.button(text("run-stop", pen.lang), key="stop", on_click=running.stop)
        elif seen.share < 1:
            st.button(text("run-again", pen.lang), key="again", on_click=running.try_again)
    asked = running.speed()
    shown(
        text("speed-label", pen.lang),
        list(Speed),
        asked,
        key=SPEED,
        told=lambda speed: text(f"speed-{speed}", pen.lang),
        on_change=_hurried,
        hidden=True,
    )
    st.html(pen.speed(asked))


def _worth(pen: WorthPen, options: tuple[Option, ...]) -> None:
    """The table of what each action is worth, one of them in full, and charts."""
    best = options[0]
    near, far = pen.near_and_far(options)
    st.html(pen.worth(near, best))
    if far:
        # No fold in HTML: it would fall shut whenever the figures change.
        with st.expander(text("options-more", pen.lang, count=len(far))):
            st.html(pen.worth(far, best, head=False))
    st.html(pen.grounds(running.speed()))
    if best.estimate is not None:
        st.page_link("pages/strength.py", label=text("page-strength", pen.lang))


def _details(pen: WorthPen, options: tuple[Option, ...]) -> tuple[Option, Option]:
    """One action in full, against another: at first the one that comes next after the best, and the best."""
    st.html(f'<section class="wm-section"><h3>{pen.say("details-title")}</h3></section>')
    names = {name_of(option): option for option in options}
    pair = st.session_state.get(PAIR, (None, None))
    first = (options[min(1, len(options) - 1)], options[0])
    # New ones for every position: a browser whose choice is gone from the options reports another by itself.
    table = state.table()
    keys = tuple(f"{name}-{table.revision}-{table.ack}" for name in (CHOSEN, AGAINST))
    labels = ("details-chosen", "details-against")
    with st.container(horizontal=True):
        for key, label, name, usual in zip(keys, labels, pair, first, strict=True):
            st.session_state[key] = name if name in names else name_of(usual)
            st.selectbox(
                text(label, pen.lang),
                list(names),
                format_func=lambda name: pen.deed(names[name]) if name in names else str(name),
                key=key,
                on_change=_paired,
                args=keys,
            )
    chosen, against = (names[st.session_state[key]] for key in keys)
    st.html(pen.details(chosen, against))
    return chosen, against


def _paired(chosen: str, against: str) -> None:
    pair = st.session_state.get(chosen), st.session_state.get(against)
    if None not in pair:  # a browser may still speak of those that were on the screen before
        st.session_state[PAIR] = pair


def _charts(pen: WorthPen, options: tuple[Option, ...], chosen: Option, against: Option) -> None:
    # Plotly is slow to load, and nothing is drawn with it before there are figures.
    from pages.ui import charts

    which = choose(
        text("chart-label", pen.lang),
        CHARTS,
        key=CHART,
        told=lambda name: text(f"chart-{name}", pen.lang),
        hidden=True,
    )
    if which == "turns":
        figure = charts.by_turn(pen, chosen, against)
    elif which == "payouts":
        figure = charts.payouts(pen, chosen, against)
    else:
        figure = charts.scores(pen, options)
    if figure is None:
        st.html(f'<p class="wm-note">{pen.say("chart-needs-full")}</p>')
    else:
        charts.show(figure, key=f"chart-{which}", alt=text(f"chart-{which}", pen.lang))


def _waits(pen: WorthPen, analysis: Analysis) -> list[str]:
    """What the hand waits for, or will after the recommended action, and how it can open."""
    best = analysis.best
    told = pen.opening(analysis.opening)
    if best is not None and best.waits is not None:
        told = pen.waits(best.waits, pen.say("waits-after", deed=pen.deed(best))) + told
    elif analysis.waits is not None:
        told = pen.waits(analysis.waits, pen.say("waits-title")) + told
    return [told] if told else []


def _routes(pen: WorthPen, analysis: Analysis) -> list[str]:
    return [] if analysis.board is None else [pen.board(analysis.board)]


def _won_by() -> None:
    seat = st.session_state.get(WON_BY)
    if seat in SEATS:
        discarded = seat != state.table().position.seat
        won.say(way=Way.DISCARD if discarded else None, source=seat if discarded else None)


def _won_on() -> None:
    if st.session_state.get(WON_ON) in state.table().position.hand:
        won.say(tile=st.session_state[WON_ON])


def _points(pen: WorthPen, found: Score) -> None:
    """算番: by self-draw, or on another's tile where the reader says so; the score page has the rest."""
    if "not_open" in found.reasons:  # nothing else matters then
        st.html(pen.points(found))
        return
    position, how = pen.position, won.how()
    finish = finish_of(position, how)
    discarded = how.way is Way.DISCARD
    shown(
        text("won-by", pen.lang),
        pen.from_me(),
        finish.win.source if discarded else position.seat,
        key=WON_BY,
        told=lambda seat: (
            text("channel-zimo", pen.lang)
            if seat == position.seat
            else text("discard-by", pen.lang, seat=pen.seat(seat))
        ),
        on_change=_won_by,
    )
    if discarded:
        st.session_state[WON_ON] = finish.win.tile
        st.selectbox(
            text("won-on", pen.lang),
            sorted(set(position.hand), reverse=True),
            format_func=pen.name,
            key=WON_ON,
            on_change=_won_on,
        )
        try:
            found = win_score(position, finish.win)
        except AnalyzerError as error:
            st.warning(told(error, pen.lang))
            return
    st.html(pen.points(found))
    st.page_link("pages/score.py", label=text("score-open", pen.lang))


def _open(analysis: Analysis) -> _Page:
    """The run of this position as far as it is, and the action that picker and page recommend by it."""
    table = state.table()
    seen = running.follow(table.position, analysis.options, table.offer)
    return _Page(analysis, _ranked(analysis, seen).best, seen)


shell.enter()
play.begin()
pen = WorthPen(state.table().position, state.language(), state.table().offer, library.name_in_use())
page = _open(analyse(pen.position, pen.offer))
clock = running.TICK if page.ticking else None
left, right = st.columns([1, 1], gap="medium")
with left:
    entry.hand(pen, *_advised(pen, page.best), offers=True)
    with entry.row():
        entry.circumstances(pen)
        play.another(pen)
with right:
    play.about(pen)
    won.left_out(pen)
    if not page.analysis.is_asked:
        _answer(pen, page.analysis)
    else:
        st.fragment(in_turn(_advice), run_every=clock)(pen, page)
if page.analysis.is_asked:
    st.fragment(in_turn(_depth), run_every=clock)(pen, page)
play.listen()
