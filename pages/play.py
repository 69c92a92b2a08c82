"""练习桌: one person against three computer players, deal after deal, fair and kept.

The table is drawn by a fragment while computer players think; an act of the person is one run of the page.
"""

from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from analyzer.advice import Calls, Discards, Option
from analyzer.jobs import Snapshot
from analyzer.practice import Level, Practice
from analyzer.texts import text
from pages.ui import library, practising, reviewing, shell, state, storage, visitor
from pages.ui.analysis import Analysis
from pages.ui.choosing import choose, heard, shown
from pages.ui.plain import plain, told
from pages.ui.practice_table import PLACES, PracticePen, finished
from pages.ui.practising import Evening, Hints, Look
from pages.ui.running import TICK
from pages.ui.turns import in_turn

SEAL: Final = 16
"""Characters of the seal that stand beside the table; the whole of it is one tap away."""
LEVEL, HINTS, LEAVES = "play_level", "play_hints", "play_leaves"


def _pen(practice: Practice, lang: str) -> PracticePen:
    return PracticePen(practice.deal.position(practice.seat), lang, practice.offer)


# Before a deal


def _problem(lang: str) -> None:
    problem = practising.problem()
    if problem is not None:
        st.warning(told(problem, lang))


def _set_out(lang: str) -> None:
    """开桌: whom to play against, and whether to be helped."""
    invited = practising.invited()
    _problem(lang)
    with st.container(key="play_set_out"):
        st.html(f'<h2 class="wm-title">{text("play-title", lang)}</h2><p>{text("play-about", lang)}</p>')
        if invited is None:
            level = choose(
                text("play-level", lang),
                tuple(Level),
                key=LEVEL,
                told=lambda each: text(f"play-level-{each}", lang),
                width="stretch",
            )
            st.html(f'<p class="wm-note">{text(f"play-level-says-{level}", lang)}</p>')
            levels = (level,) * len(Practice.levels)
        else:
            st.info(text("play-invited", lang, seed=str(invited.seed)))
            levels = invited.levels
        hints = choose(
            text("play-hints", lang),
            (Hints.ASKED, Hints.ALWAYS, Hints.OFF),
            key=HINTS,
            told=lambda each: text(f"play-hints-{each}", lang),
            width="stretch",
        )
        st.button(
            text("play-begin", lang),
            key="play_begin",
            type="primary",
            on_click=practising.begin,
            args=(levels, hints, invited),
            width="stretch",
        )
        st.html(f'<p class="wm-note">{text("play-fair-before", lang)}</p>')


# The table


@dataclass
class _Page:
    """What one run of the page has drawn, for the fragments that go on drawing while somebody thinks."""

    now: Evening
    seen: Look
    advice: Snapshot[tuple[Option, ...]] | None
    fresh: set[str] = field(default_factory=lambda: {"table", "hint"})
    """Fragments that have not been drawn yet."""

    @property
    def ticking(self) -> bool:
        return self.seen.thinking or (self.advice is not None and self.advice.running)

    @property
    def best(self) -> Option | None:
        """What the hint recommends."""
        return self.advice.found[0] if self.advice is not None and self.advice.found else None

    def look(self, fragment: str) -> bool:
        """Look again, unless this is the fragment's first time; whether the wait is over and the page is to start over.

        The fragment draws before it does so, or there would be nothing in its place meanwhile.
        """
        if fragment in self.fresh:
            self.fresh.discard(fragment)
            return False
        if self.seen.thinking:
            self.seen = practising.look(self.now)
        elif self.ticking:
            self.advice = practising.advised(self.now)
        return not self.ticking


def _table(page: _Page, lang: str) -> None:
    done = page.look("table")
    practice, seen = page.seen.practice, page.seen
    pen = _pen(practice, lang)
    standing = page.now.at(practice).sitting.standing
    place = practising.place(page.now)
    waiting = seen.thinking or seen.failed
    st.html(pen.table(practice, standing, waiting=waiting, place=place, best=page.best))
    if seen.failed:
        st.warning(text("play-failed", lang))
        st.button(text("play-again", lang), key="play_again", on_click=practising.think_again)
    elif seen.crowded:
        st.html(f'<p class="wm-note">{pen.say("play-crowded")}</p>')
    if done:
        st.rerun()


def _hint(page: _Page, lang: str) -> None:
    done = page.look("hint")
    _advice(page, lang)
    if done:
        st.rerun()


def _advice(page: _Page, lang: str) -> None:
    """What the hint says, as far as it is known."""
    practice, advice = page.seen.practice, page.advice
    choice = practice.choice
    if choice is None or advice is None:
        return
    pen = _pen(practice, lang)
    if not advice.found:
        st.html(
            f'<p class="wm-note">{pen.say("play-hint-soon" if advice.running else "play-hint-failed")}</p>'
        )
        return
    analysis = Analysis(discards=Discards(advice.found))
    if choice.offer is not None:
        analysis = Analysis(calls=Calls(advice.found))
    st.html(pen.verdict(analysis, settled=not advice.running) + pen.notes())


def _ended(now: Evening, lang: str) -> None:
    """What the deal has paid and why, and what comes next."""
    practice = now.practice
    with st.container(horizontal=True, key="play_next"):
        st.button(
            text("play-next", lang),
            key="next_deal",
            type="primary",
            on_click=practising.next_deal,
            shortcut="N",
        )
        st.button(text("play-review", lang), key="play_review", on_click=_review, args=(now, lang))
    won = finished(practice, lang, library.name_in_use())
    if won is None:
        st.html(f'<section class="wm-card"><p>{text("play-drawn", lang)}</p></section>')
    else:
        pen, score, _ = won
        st.html(pen.head(score, None))
    kept = text("play-kept" if now.kept else "play-not-kept", lang)
    seed = text("play-seed", lang, seed=str(practice.seed))
    st.html(f'<p class="wm-note">{seed} {kept}</p>')


def _review(now: Evening, lang: str) -> None:
    practice = now.practice
    reviewing.put(practice.record, practice.seat, _title(now, lang), now.kept or None)
    st.session_state[LEAVES] = True


def _account(now: Evening, lang: str) -> None:
    """The win line by line."""
    won = finished(now.practice, lang, library.name_in_use())
    if won is not None:
        pen, score, finish = won
        st.html(pen.account(score, finish) + pen.sentences(score))


def _beside(now: Evening, lang: str) -> None:
    """Hints, settings, and how to check that all was fair."""
    with st.container(horizontal=True, key="play_beside"):
        if now.hints is Hints.ASKED and not now.practice.over:
            st.button(
                text("play-hint", lang),
                key="play_hint",
                on_click=practising.ask_advice,
                icon=":material/lightbulb:",
                disabled=now.practice.choice is None,
                shortcut="T",
            )
        with st.popover(text("play-settings", lang), icon=":material/tune:", key="play_settings"):
            _settings(now, lang)
        with st.popover(text("play-keys", lang), key="play_keys"):
            st.html(f"<p>{text('play-keys-told', lang)}</p>")
        with st.popover(text("play-fair", lang), key="play_fair"):
            _fair(now, lang)
        if now.practice.over:
            with st.popover(text("play-send", lang), icon=":material/share:", key="play_send"):
                st.caption(text("play-share", lang))
                st.code(practising.link(now.practice, lang), language=None, wrap_lines=True)
    if not now.practice.over:
        st.html(f'<p class="wm-note">{text("play-seal", lang, seal=now.practice.seal[:SEAL])}</p>')


def _settings(now: Evening, lang: str) -> None:
    for number, place in enumerate(PLACES[1:]):
        shown(
            text("play-level-of", lang, who=text(f"seat-{place}", lang)),
            tuple(Level),
            now.levels[number],
            key=f"{LEVEL}_{number}",
            told=lambda each: text(f"play-level-{each}", lang),
            on_change=_levelled,
        )
    st.caption(text("play-next-only", lang))
    shown(
        text("play-hints", lang),
        tuple(Hints),
        now.hints,
        key=f"{HINTS}_now",
        told=lambda each: text(f"play-hints-{each}", lang),
        on_change=_hinted,
    )
    if not now.practice.over:
        st.button(
            text("play-give-up", lang), key="play_give_up", on_click=practising.next_deal, width="stretch"
        )
    st.button(text("play-leave", lang), key="play_leave", on_click=practising.leave, width="stretch")


@heard
def _levelled() -> None:
    chosen = [str(st.session_state.get(f"{LEVEL}_{number}")) for number in range(len(PLACES) - 1)]
    if set(chosen) <= set(Level):
        practising.wish(levels=tuple(map(Level, chosen)))


@heard
def _hinted() -> None:
    chosen = st.session_state.get(f"{HINTS}_now")
    if chosen in list(Hints):
        practising.wish(hints=Hints(chosen))


def _fair(now: Evening, lang: str) -> None:
    practice = now.practice
    if practice.over:
        st.html(f"<p>{text('play-fair-check', lang)}</p>")
        st.code(practice.sealed, language=None, wrap_lines=True)
        st.html(f"<p>{text('play-fair-same', lang)}</p>")
    elif now.given:
        st.html(f"<p>{text('play-fair-given', lang, seed=str(practice.seed))}</p>")
    else:
        st.html(f"<p>{text('play-fair-sealed', lang)}</p>")
    st.code(practice.seal, language=None, wrap_lines=True)


def _title(now: Evening, lang: str) -> str:
    """What the record of a deal is called."""
    return text("play-record", lang, rules=practising.rules_name(now.practice, lang), number=now.number)


def _play(now: Evening, lang: str) -> None:
    seen = practising.look(now)
    if not seen.thinking:
        now = now.at(seen.practice)
    now = practising.finish(now, _title(now, lang))
    practice = now.practice
    if (practice.over or now.given) and practice.rules == state.table().position.rules:
        state.add_to_link(**{practising.LINK: practice.code})
    page = _Page(now, seen, None if seen.thinking else practising.advised(now))
    clock = TICK if page.ticking else None
    left, right = st.columns([2, 1], gap="medium")
    with left:
        st.fragment(in_turn(_table), run_every=clock)(page, lang)
    with right:
        if now.practice.rules != state.table().position.rules:
            name = practising.rules_name(now.practice, lang)
            st.info(text("play-other-rules", lang, rules=plain(name)))
        _problem(lang)
        if now.practice.over:
            _ended(now, lang)
        _beside(now, lang)
        if now.hints is not Hints.OFF:
            st.fragment(in_turn(_hint), run_every=clock)(page, lang)
    if now.practice.over:
        _account(now, lang)
    practising.listen(now, lang)
    visitor.tell()  # at the end: what comes before the table would have it drawn from nothing


shell.enter()
if st.session_state.pop(LEAVES, False):
    st.switch_page("pages/review.py")
shell.style("practising")
shell.style("score")
language = state.language()
storage.tell(practising.NAME)
evening = practising.evening()
if not storage.ready(practising.NAME):
    st.html(f'<p class="wm-note">{text("play-reading", language)}</p>')
elif evening is None or practising.invited() is not None:
    _set_out(language)
else:
    _play(evening, language)
