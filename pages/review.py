"""复盘: a record from a file, a text or the visitor's own, and every decision of a seat graded while one looks on.

The grades come from a job.  What is drawn of them is drawn by a fragment that looks at it while it runs; the decision
on the screen stays what it is, whichever grades come in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from analyzer.advice import Action, Option
from analyzer.errors import AnalyzerError, BadRecord
from analyzer.examples import example_deal
from analyzer.expectation.playouts import Speed
from analyzer.jobs import Snapshot
from analyzer.record import Record
from analyzer.report import Source, Task, html
from analyzer.review import Grade, Review, seats_known
from analyzer.shorthand import read_any
from analyzer.shorthand import write as write_quick
from analyzer.store import Keeping
from analyzer.texts import text
from pages.ui import copying, drilling, faces, reviewing, running, shell, state, visitor
from pages.ui.choosing import choose, heard, said, shown, view
from pages.ui.grades import GradePen, ReviewPen, kind_told, loss_told
from pages.ui.plain import plain, told
from pages.ui.turns import in_turn
from pages.ui.worth import name_of

TEXT, TYPED, FAULT, NOTICE, DEALS, UPLOADS, LEAVES, LED = (
    f"review_{name}" for name in ("text", "typed", "fault", "notice", "deals", "uploads", "leaves", "led")
)
SEAT, SPEED, DEAL, MODE, THRESHOLD, SCOPE, JUMP, CURVE = (
    f"review_{name}_choice"
    for name in ("seat", "speed", "deal", "mode", "threshold", "scope", "jump", "curve")
)
MODES: Final = ("told", "guess")
SCOPES: Final = ("mistakes", "all")
THRESHOLDS: Final = (0, 5, 10, 20, 40)
"""Points that a mistake costs at least to be looked at."""
LINK: Final = ("record", "of", "at")
"""What a link to a decision names beside what all links do: the kept record, whose decisions, the event behind it."""
LONGEST_PLACE: Final = 5
LISTED: Final = 6
"""Mistakes, or records, listed before the rest is folded away."""
CURVES: Final = 5
"""Times that the curve changes while the decisions are graded finely."""
DIGITS: Final = 9
"""Options that a digit chooses."""
SUFFIXES: Final = ["jsonl", "json", "mjson", "txt"]

Seen = Snapshot[Review]


# Opening


def _typed() -> None:
    st.session_state[TYPED] = st.session_state.get(TEXT, st.session_state.get(TYPED, ""))


def _read_text(lang: str) -> None:
    _typed()
    written = st.session_state[TYPED]
    if not written.strip():
        st.session_state[FAULT] = (text("review-pasted", lang), BadRecord("review-empty"))
        return
    _take(written, text("review-pasted", lang))


def _uploaded(key: str) -> None:
    held = st.session_state.get(key)
    if held is not None:
        _take(held.getvalue(), held.name)
    st.session_state[UPLOADS] = st.session_state.get(UPLOADS, 0) + 1


def _take(written: str | bytes, title: str) -> None:
    """Show the first deal of a text whose hands can be looked at, or keep what is wrong with it."""
    try:
        records = read_any(written)
        if not any(map(seats_known, records)):
            raise BadRecord("review-nobody-known")
    except AnalyzerError as error:
        st.session_state[FAULT] = (title, error)
        return
    st.session_state[FAULT] = None
    st.session_state[DEALS] = records
    first = next(record for record in records if seats_known(record))
    reviewing.put(first, seats_known(first)[0], title)


def _show_example(lang: str) -> None:
    st.session_state[FAULT] = None
    st.session_state[DEALS] = ()
    reviewing.put(example_deal(), 0, text("review-example-title", lang), source=reviewing.EXAMPLE)


# The visitor's own


def _open(key: str) -> None:
    """Show a record of the visitor's own, or say that he has none such."""
    kept = visitor.keeping(key)
    if kept is None:
        st.session_state[NOTICE] = BadRecord("review-not-there")
        return
    try:
        record = read_any(kept.body)[0]
        if not seats_known(record):
            raise BadRecord("review-nobody-known")
    except AnalyzerError as error:
        st.session_state[NOTICE] = error
        return
    st.session_state[FAULT] = st.session_state[NOTICE] = None
    st.session_state[DEALS] = ()
    seats = seats_known(record)
    seat = kept.seat if kept.seat in seats else seats[0]
    reviewing.put(record, seat, kept.title, kept.id, kept.source)


def _forget(key: str) -> None:
    visitor.forget(key)


def _led_here() -> None:
    """Show what the link that began this session leads to; it may say anything."""
    if st.session_state.get(LED):
        return
    st.session_state[LED] = True
    key, seat, at = (state.led_here_by(name) for name in LINK)
    if key is None or reviewing.shown() is not None:
        return
    _open(key)
    now = reviewing.shown()
    if now is None:
        return
    if seat in [str(each) for each in seats_known(now.record)]:
        reviewing.take_seat(int(seat))
    if at is not None and at.isascii() and at.isdigit() and len(at) <= LONGEST_PLACE:
        reviewing.go(int(at))


def _kept(pen: ReviewPen) -> None:
    """The visitor's records, newest first."""
    found = visitor.keepings().rows
    if not found:
        return
    st.html(f'<section class="wm-section"><h3>{pen.say("review-kept")}</h3></section>')
    with st.container(key="kept"):
        for each in found[:LISTED]:
            _kept_one(pen, each)
        if rest := found[LISTED:]:
            with st.expander(text("review-kept-more", pen.lang, count=len(rest))):
                for each in rest:
                    _kept_one(pen, each)


def _kept_one(pen: ReviewPen, kept: Keeping) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            plain(pen.kept(kept, st.context.timezone_offset or 0)),
            key=f"open_{kept.id}",
            on_click=_open,
            args=(kept.id,),
            width="stretch",
        )
        with st.popover(
            text("review-forget", pen.lang),
            key=f"forget_{kept.id}",
            icon=":material/delete:",
            type="tertiary",
        ):
            st.html(f"<p>{pen.say('review-forget-sure', title=kept.title)}</p>")
            st.button(
                text("review-forget-yes", pen.lang),
                key=f"forget_yes_{kept.id}",
                on_click=_forget,
                args=(kept.id,),
            )


def _opening(pen: ReviewPen) -> None:
    """Where a record comes from: a file, a text, an example."""
    lang = pen.lang
    st.html(f'<h2 class="wm-title">{pen.say("page-review")}</h2><p>{pen.say("review-about")}</p>')
    fault, notice = st.session_state.get(FAULT), st.session_state.pop(NOTICE, None)
    if notice is not None:
        st.error(told(notice, lang))
    if fault is not None:
        st.html(pen.faults(*fault, kept=bool(st.session_state.get(TYPED))))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.button(
            text("review-example", lang),
            key="example",
            type="primary",
            icon=":material/play_arrow:",
            on_click=_show_example,
            args=(lang,),
        )
        st.html(f'<p class="wm-note">{pen.say("review-example-note")}</p>')
        key = f"review_upload_{st.session_state.get(UPLOADS, 0)}"
        st.file_uploader(
            text("review-upload", lang), type=SUFFIXES, key=key, on_change=_uploaded, args=(key,)
        )
        _kept(pen)
    with right:
        st.session_state[TEXT] = st.session_state.get(TYPED, "")
        st.text_area(
            text("review-paste", lang),
            key=TEXT,
            height=260,
            on_change=_typed,
            help=text("review-paste-help", lang),
        )
        st.button(text("review-read", lang), key="read", type="primary", on_click=_read_text, args=(lang,))
        with st.expander(text("review-quick", lang)):
            st.html(f"<p>{pen.say('review-quick-how')}</p>")
            st.code(write_quick(example_deal().seen_from(0)), language=None)


# What is shown


@heard
def _seated() -> None:
    if isinstance(st.session_state.get(SEAT), int):
        reviewing.take_seat(st.session_state[SEAT])


@heard
def _hurried() -> None:
    if st.session_state.get(SPEED) in list(Speed):
        reviewing.set_speed(Speed(st.session_state[SPEED]))


@heard
def _dealt() -> None:
    now, deals = reviewing.shown(), st.session_state.get(DEALS, ())
    chosen = st.session_state.get(DEAL)
    if now is not None and isinstance(chosen, int) and chosen < len(deals):
        reviewing.put(deals[chosen], seats_known(deals[chosen])[0], now.title)


def who(record: Record, seat: int, lang: str) -> str:
    """A seat and, where the record tells it, who sits there. Unescaped."""
    name = text(f"seat-{seat}", lang)
    return name if record.names is None else f"{record.names[seat]} · {name}"


def _head(pen: ReviewPen, now: reviewing.Shown) -> None:
    """Which record, whose decisions, how finely."""
    lang = pen.lang
    st.html(pen.head(now.record, now.title))
    deals: Sequence[Record] = st.session_state.get(DEALS, ())
    open_to = [number for number, record in enumerate(deals) if seats_known(record)]
    with st.container(horizontal=True, vertical_alignment="bottom", key="review_head"):
        if len(open_to) > 1 and now.record in deals:
            st.session_state[DEAL] = deals.index(now.record)
            st.selectbox(
                text("review-deal", lang),
                open_to,
                format_func=lambda number: text("review-deal-name", lang, number=number + 1),
                key=DEAL,
                on_change=_dealt,
            )
        known = seats_known(now.record)
        if len(known) > 1:
            shown(
                text("review-who", lang),
                known,
                now.seat,
                key=SEAT,
                told=lambda seat: plain(who(now.record, seat, lang)),
                on_change=_seated,
            )
        shown(
            text("review-speed", lang),
            list(Speed),
            reviewing.speed(),
            key=SPEED,
            told=lambda speed: text(f"speed-{speed}", lang),
            on_change=_hurried,
        )
        st.button(
            text("review-another", lang),
            key="another",
            icon=":material/folder_open:",
            on_click=reviewing.clear,
        )
        if now.keeping is None:
            st.button(text("review-keep", lang), key="keep", icon=":material/bookmark:", on_click=_keep)
        with st.popover(text("share", lang), icon=":material/share:", key="share"):
            if now.keeping is None:
                st.html(f"<p>{pen.say('review-share-keep')}</p>")
            else:
                st.html(f"<p>{pen.say('review-share-hint')}</p>")
                st.code(copying.address(), language=None, wrap_lines=True)


def _keep() -> None:
    reviewing.keep()


@dataclass
class _Page:
    """What one run of the page has drawn, for the fragment that goes on drawing while grades come in."""

    now: reviewing.Shown
    seen: Seen
    at: int | None = None
    fresh: bool = field(default=True)
    drawn: tuple[tuple[int, bool], Review] | None = None
    """What the curve shows, and how far the review was then."""

    def look(self) -> Seen:
        """How far the review is; the page starts over where what stands outside the fragment has to change."""
        if self.fresh:
            self.fresh = False
            return self.seen
        seen = reviewing.look() if reviewing.shown() is self.now else None
        if seen is None or seen.running != self.seen.running:
            st.rerun()
        self.seen = seen
        return seen

    def curve(self, found: Review) -> Review:
        """The review that the curve is drawn of.

        Streamlit puts a new chart in the place of one that has changed, and one that blinks with every grade is
        looked at by nobody: while grades come in it changes a few times only.
        """
        stage = (CURVES * self.seen.done // max(1, found.decisions), found.complete)
        if self.drawn is None or self.drawn[0] != stage:
            self.drawn = stage, found
        return self.drawn[1]


def _review(pen: ReviewPen, page: _Page) -> None:
    """All that the grades say; drawn anew while they come in."""
    _leave()
    seen = page.look()
    found = seen.found
    with st.container(horizontal=True, vertical_alignment="center", key="run"):
        st.html(pen.standing(seen))
        if seen.running:
            st.button(text("run-stop", pen.lang), key="stop", on_click=reviewing.stop)
        elif seen.share < 1 and seen.wanted:
            st.button(text("run-again", pen.lang), key="again", on_click=reviewing.try_again)
        guessing = (
            choose(
                text("review-mode", pen.lang),
                MODES,
                key=MODE,
                told=lambda name: text(f"review-mode-{name}", pen.lang),
                hidden=True,
            )
            == "guess"
        )
    if found is None or not found.grades:
        return
    if guessing:
        _guessing(pen, page, found)
    else:
        _told(pen, page, found)


def _here(page: _Page, found: Review) -> Grade | None:
    """The decision on the screen; the page starts over where its address tells another."""
    here = reviewing.current(found, settled=not page.seen.running)
    at = None if here is None else here.choice.at
    if page.at is not None and at != page.at:
        st.rerun()
    page.at = at
    return here


# 看讲评


def _told(pen: ReviewPen, page: _Page, found: Review) -> None:
    st.html(pen.summary(found))
    here = _here(page, found)
    threshold = st.session_state.get(THRESHOLD)
    mistakes = found.beyond(threshold if threshold in THRESHOLDS else 0)
    left, right = st.columns([1, 1], gap="medium")
    with left:
        if here is not None:
            _steps(pen, found, mistakes, here)
            _decision(pen, found, here)
    with right:
        curve = page.curve(found)
        _curve(pen, curve)
        choose(
            text("review-threshold", pen.lang),
            THRESHOLDS,
            key=THRESHOLD,
            told=lambda points: (
                text("review-threshold-points", pen.lang, points=points)
                if points
                else text("review-threshold-all", pen.lang)
            ),
        )
        _mistakes(pen, found, mistakes, here)
        st.html(pen.kinds(found) + pen.means(found.speed))
        _report(pen, page, found)
    reviewing.follow([each.choice.at for each in curve.grades], None if here is None else here.choice.at)


def _neighbours(route: Sequence[Grade], here: Grade) -> tuple[Grade | None, Grade | None]:
    """What stands before and behind ``here`` on a way through the decisions; off it, its first one is next."""
    places = [each.choice.at for each in route]
    if here.choice.at not in places:
        return None, next(iter(route), None)
    number = places.index(here.choice.at)
    before = route[number - 1] if number else None
    return before, route[number + 1] if number + 1 < len(route) else None


def _step(lang: str, message: str, to: Grade | None, key: str, shortcut: str, *, main: bool = False) -> None:
    st.button(
        text(message, lang),
        key=key,
        on_click=reviewing.go,
        args=(-1 if to is None else to.choice.at,),
        disabled=to is None,
        shortcut=shortcut,
        type="primary" if main else "secondary",
        width="stretch",
    )


def _steps(pen: ReviewPen, found: Review, mistakes: Sequence[Grade], here: Grade) -> None:
    """From mistake to mistake, worst first, and from move to move."""
    lang = pen.lang
    before, after = _neighbours(mistakes, here)
    earlier, later = _neighbours(found.grades, here)
    with st.container(horizontal=True, key="steps"):
        _step(lang, "review-previous", before, "previous", "P")
        _step(lang, "review-next", after, "next", "N", main=True)
    with st.container(horizontal=True, key="moves", vertical_alignment="bottom"):
        _step(lang, "review-previous-step", earlier, "previous_step", "Shift+P")
        _step(lang, "review-next-step", later, "next_step", "Shift+N")
    names = {each.choice.at: _line(each, lang, guessing=False) for each in found.grades}
    _jump(lang, names, here)
    number = next((at for at, each in enumerate(mistakes, 1) if each.choice.at == here.choice.at), None)
    counted = (
        pen.say("review-count-none", total=len(mistakes))
        if number is None
        else pen.say("review-count", number=number, total=len(mistakes))
    )
    st.html(f'<p class="wm-count" aria-live="polite">{counted}</p>')


def _line(each: Grade, lang: str, *, guessing: bool) -> str:
    """A decision among others. Unescaped."""
    at = each.choice.at + 1
    if guessing:
        return text("review-step-asked", lang, at=at)
    taken = GradePen(each.choice.position, lang, each.choice.offer).deed(each.taken)
    if each.is_mistake:
        return text("review-step-lost", lang, at=at, taken=taken, loss=loss_told(each.loss))
    return text("review-step-line", lang, at=at, taken=taken)


def _jump(lang: str, names: dict[int, str], here: Grade) -> None:
    key = view(JUMP, here.choice.at)
    st.selectbox(
        text("review-jump", lang),
        list(names),
        format_func=lambda at: names.get(at, str(at)),
        key=key,
        on_change=_jumped,
        args=(key,),
    )


def _jumped(key: str) -> None:
    at = said(JUMP, key)
    if isinstance(at, int):
        reviewing.go(at)


def _curve(pen: ReviewPen, found: Review) -> None:
    # Plotly is slow to load, and nothing is drawn with it before there are figures.
    from pages.ui import charts

    st.html(f'<section class="wm-section"><h3>{pen.say("report-curve")}</h3></section>')
    charts.show(charts.losses(found, pen.lang), key=CURVE, alt=text("report-curve", pen.lang))
    st.html(
        f'<p class="wm-note">{pen.say("review-curve-how")} <span class="wm-keys">{pen.say("review-keys")}</span></p>'
    )


def _mistakes(pen: ReviewPen, found: Review, mistakes: Sequence[Grade], here: Grade | None) -> None:
    """失误, the dearest first; a tap shows one in full."""
    st.html(f'<section class="wm-section"><h3>{pen.say("report-mistakes")}</h3></section>')
    if not mistakes:
        message = "review-none-so-big" if found.mistakes else "report-none"
        st.html(f'<p class="wm-note">{pen.say(message)}</p>')
        return
    with st.container(key="mistakes"):
        for each in mistakes[:LISTED]:
            _mistake(pen, each, here)
        if rest := mistakes[LISTED:]:
            with st.expander(text("review-list-more", pen.lang, count=len(rest))):
                for each in rest:
                    _mistake(pen, each, here)
    st.button(
        text("review-drill-all", pen.lang, count=len(mistakes)),
        key="drill_all",
        icon=":material/fitness_center:",
        on_click=_drill,
        args=(mistakes,),
    )


def _mistake(pen: ReviewPen, each: Grade, here: Grade | None) -> None:
    deeds = GradePen(each.choice.position, pen.lang, each.choice.offer)
    line = text(
        "review-list-line",
        pen.lang,
        loss=f"**{loss_told(each.loss)}**",
        at=each.choice.at + 1,
        kind=kind_told(each.kind, pen.lang),
        taken=deeds.deed(each.taken),
        best=deeds.deed(each.best),
    )
    st.button(
        line,
        key=f"mistake_{each.choice.at}",
        on_click=reviewing.jump,
        args=(each.choice.at,),
        type="primary" if here is not None and here.choice.at == each.choice.at else "secondary",
        width="stretch",
    )


def _decision(pen: ReviewPen, found: Review, here: Grade) -> None:
    """One decision in full."""
    choice = here.choice
    drawn = GradePen(choice.position, pen.lang, choice.offer, taken=here.taken)
    st.html(drawn.scene(choice.at) + drawn.judged(here))
    if here.speed is not found.speed:
        st.html(f'<p class="wm-note">{pen.say("review-rough")}</p>')
    near, far = drawn.shown_rows(here)
    st.html(drawn.why(here) + drawn.worth(near, here.best))
    if far:
        with st.expander(text("options-more", pen.lang, count=len(far))):
            st.html(drawn.worth(far, here.best, head=False))
    with st.container(horizontal=True, key="decision_acts"):
        st.button(
            text("review-study", pen.lang),
            key="study",
            icon=":material/search:",
            on_click=_to_study,
            args=(here,),
        )
        if here.is_mistake:
            st.button(
                text("review-drill", pen.lang),
                key="drill",
                icon=":material/fitness_center:",
                on_click=_drill,
                args=((here,),),
            )


def _drill(mistakes: Sequence[Grade]) -> None:
    """Have them asked as questions; they are found again by the record, which is kept for that."""
    key, now = reviewing.keep(), reviewing.shown()
    if key is None or now is None:
        st.session_state[LEAVES] = "pages/review.py"  # which says why nothing is kept
        return
    reviewing.leave()  # what is not graded by now would keep the questions waiting
    drilling.put_mistakes(key, now.seat, [each.choice.at for each in mistakes])
    st.session_state[LEAVES] = "pages/drills.py"


def _to_study(here: Grade) -> None:
    state.put(here.choice.position, here.choice.offer)
    st.session_state[LEAVES] = "pages/study.py"


def _leave() -> None:
    """Go where a button leads; a callback can't, and the run after it may begin in the page or in its fragment."""
    if (where := st.session_state.pop(LEAVES, None)) is not None:
        st.switch_page(where)


def _report(pen: ReviewPen, page: _Page, found: Review) -> None:
    """The review as one file to be taken along."""
    task = Task(Source(page.now.title, 1, page.now.record), page.now.seat)
    st.download_button(
        text("review-report", pen.lang),
        data=lambda: html([(task, found)], pen.lang),
        file_name=f"{text('review-report-file', pen.lang)}.html",
        mime="text/html",
        key="report",
        icon=":material/download:",
        disabled=not found.complete,
        on_click="ignore",
    )


# 先猜再看


def _guessing(pen: ReviewPen, page: _Page, found: Review) -> None:
    lang = pen.lang
    scope = choose(
        text("review-guess-which", lang),
        SCOPES,
        key=SCOPE,
        told=lambda name: text(f"review-guess-{name}", lang),
        hidden=True,
    )
    picks = reviewing.picks()
    guessed = {at: option for at, option in picks.items() if found.find(at) is not None}
    if guessed:
        st.html(pen.guessed(found.guessed(guessed)))
    asked = [each for each in found.grades if scope == "all" or each.is_mistake or each.choice.at in guessed]
    here = _here(page, found)
    if here is None or not asked:
        st.html(f'<p class="wm-note">{pen.say("review-guess-nothing")}</p>')
        return
    if here not in asked:
        reviewing.go(asked[0].choice.at)
        st.rerun()
    before, after = _neighbours(asked, here)
    left, right = st.columns([1, 1], gap="medium")
    choice = here.choice
    revealed = choice.at in guessed
    with left:
        with st.container(horizontal=True, key="steps"):
            _step(lang, "review-previous-question", before, "previous", "P")
            _step(lang, "review-next-question", after, "next", "N", main=revealed)
        _jump(lang, {each.choice.at: _line(each, lang, guessing=True) for each in asked}, here)
        drawn = GradePen(choice.position, lang, choice.offer)
        st.html(drawn.scene(choice.at))
    with right:
        if revealed:
            st.html(drawn.guess(here.instead(guessed[choice.at])))
            answer = GradePen(choice.position, lang, choice.offer, taken=here.taken)
            st.html(answer.judged(here) + answer.why(here))
            st.html(answer.worth(here.options, here.best))
        else:
            _ask(pen, drawn, here)
        st.html(f'<p class="wm-note wm-keys">{pen.say("review-keys-guess")}</p>')


def _ask(pen: ReviewPen, drawn: GradePen, here: Grade) -> None:
    """The options without their grades, in the order of the tiles."""
    st.html(f'<section class="wm-section"><h3>{pen.say("review-ask")}</h3></section>')
    ordered = sorted(
        here.choice.options,
        key=lambda each: (
            each.action is Action.PASS,
            each.action is Action.DISCARD,
            each.tile or 0,
            each.tiles,
        ),
    )
    with st.container(horizontal=True, key="guesses"):
        for number, option in enumerate(ordered, 1):
            st.button(
                _offered(drawn, option),
                key=f"guess_{name_of(option)}",
                on_click=reviewing.guess,
                args=(here.choice.at, option),
                shortcut=str(number) if number <= DIGITS else None,
            )


def _offered(drawn: GradePen, option: Option) -> str:
    """An option as a button's label: its word and its tile."""
    if option.tile is None or option.action in (Action.WIN, Action.PASS):
        return drawn.deed(option)
    return f"{drawn.action(option)} {faces.tiles_label(option.tiles or (option.tile,), drawn.lang)}"


shell.enter()
shell.style("review")
_leave()
_led_here()
pen = ReviewPen(state.language())
now = reviewing.shown()
if now is None:
    _opening(pen)
else:
    try:
        seen = reviewing.look()
    except AnalyzerError as error:
        _head(pen, now)
        st.error(told(error, pen.lang))
    else:
        assert seen is not None
        reviewing.note(seen)
        page = _Page(now, seen)
        if seen.found is not None:
            _here(page, seen.found)
        if now.keeping is not None:
            places = (now.keeping, str(now.seat), *(() if page.at is None else (str(page.at),)))
            state.add_to_link(**dict(zip(LINK, places, strict=False)))
        _head(pen, now)
        if seen.running:
            st.fragment(in_turn(_review), run_every=running.TICK)(pen, page)
        else:
            with st.container():  # as a fragment has one
                _review(pen, page)
visitor.tell()
