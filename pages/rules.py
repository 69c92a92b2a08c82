"""规则: the games side by side and in sentences, rule sets of one's own, and what the sources disagree about."""

import time
from collections.abc import Callable

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.rules.decisions import DECISIONS
from analyzer.rules.library import NAME_LIMIT, OwnRules, from_file, to_file
from analyzer.texts import text
from pages.ui import entry, library, rule_editor, running, shell, state, storage
from pages.ui.answers import Pen
from pages.ui.choosing import shown
from pages.ui.plain import plain
from pages.ui.rulebook import RulePen

VIEW, READ, ONE, OTHER = "rules_view", "rules_read", "rules_one", "rules_other"
NAME, ONLY_OPEN, TOLD, FAULTS = "rules_name", "rules_only_open", "rules_told", "rules_faults"
UPLOADS, UNTIL = "rules_uploads", "rules_told_until"
TOLD_FOR = 30.0
"""Seconds for which a deed is told, unless another one follows: the page may run again by itself meanwhile."""
VIEWS = ("compare", "read", "edit", "own", "decisions")
SHOWN = "rules_shown"


def _say(message: str, **params: object) -> None:
    """Remember what has been done, to be told next."""
    st.session_state[TOLD] = text(message, state.language(), **params)
    st.session_state[UNTIL] = time.monotonic() + TOLD_FOR


def _try(act: Callable[[], None], before: str = "") -> None:
    """Do something to the library; why it can't be done is told next, with the message ``before`` ahead of it."""
    _heard()
    try:
        act()
    except AnalyzerError as error:
        st.session_state[FAULTS] = (error, *error.others), before
        st.session_state[UNTIL] = time.monotonic() + TOLD_FOR


def _heard() -> None:
    """Tell no more of the last deed."""
    for name in (TOLD, FAULTS):
        st.session_state.pop(name, None)


def _show(view: str) -> None:
    _heard()
    st.session_state[SHOWN] = view


def _viewed() -> None:
    if st.session_state.get(VIEW) in VIEWS:
        _show(st.session_state[VIEW])


def _view(lang: str) -> str:
    """Which part of the page is on the screen; a link may name it."""
    led = state.led_here_by("view")
    view: str = st.session_state.setdefault(SHOWN, led if led in VIEWS else VIEWS[0])
    shown(
        text("rules-view", lang),
        VIEWS,
        view,
        key=VIEW,
        told=lambda name: text(f"rules-view-{name}", lang),
        on_change=_viewed,
        hidden=True,
    )
    if view != VIEWS[0]:
        state.add_to_link(view=view)
    return view


def _tell(pen: RulePen) -> None:
    """What the last action has done, or what was wrong with it."""
    if time.monotonic() > st.session_state.get(UNTIL, 0.0):
        _heard()
    if done := st.session_state.get(TOLD):
        st.html(pen.done(done))
    if FAULTS in st.session_state:
        st.html(pen.faults(*st.session_state[FAULTS]))


# Side by side


def _compare(pen: RulePen) -> None:
    current = state.table().position.rules
    games = [(choice, library.rules_of(choice)) for choice in library.choices()]
    known = {choice: rules for choice, rules in games if rules is not None}
    with st.container(key="rules_all"):
        st.html(pen.heading("rules-all-title", "rules-all-how"))
        columns = [
            (library.title(choice, pen.lang), rules)
            for choice, rules in known.items()
            if library.own_name(choice) is None or rules == current
        ]
        st.html(pen.table(columns, current))
    st.html(pen.heading("rules-two-title"))
    for key, usual in ((ONE, library.chosen()), (OTHER, _another(list(known)))):
        if st.session_state.get(key) not in known:
            st.session_state[key] = usual
    with st.container(horizontal=True, key="rules_pair"):
        one, other = (
            st.selectbox(
                text(label, pen.lang),
                list(known),
                format_func=lambda choice: library.title(choice, pen.lang),
                key=key,
            )
            for label, key in (("rules-two-one", ONE), ("rules-two-other", OTHER))
        )
    st.html(
        pen.two(
            (library.title(one, pen.lang), known[one]),
            (library.title(other, pen.lang), known[other]),
        )
    )


def _another(choices: list[str]) -> str:
    """A choice to compare the one in use with: the next in the list."""
    return choices[(choices.index(library.chosen()) + 1) % len(choices)]


def _read(pen: RulePen) -> None:
    if st.session_state.get(READ) not in library.choices():
        st.session_state[READ] = library.chosen()
    choice = st.selectbox(
        text("rules-read-which", pen.lang),
        library.choices(),
        format_func=lambda name: library.title(name, pen.lang),
        key=READ,
    )
    rules = library.rules_of(choice)
    if rules is not None:
        st.html(pen.told(rules))


# Change


def _save_new() -> None:
    def save() -> None:
        name = library.add(st.session_state[NAME], rule_editor.draft().rules())
        choice = library.choice_of(name)
        library.choose(choice)
        rule_editor.begin(choice)
        st.session_state[NAME] = ""
        _say("rules-saved", name=name)

    _try(save)


def _save_back(name: str) -> None:
    def save() -> None:
        library.store(name, rule_editor.draft().rules())
        rule_editor.begin(library.choice_of(name))
        _say("rules-changed", name=name)

    _try(save)


def _edit(pen: RulePen) -> None:
    asked = rule_editor.draft()
    st.html(pen.note("rules-edit-how"))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        rule_editor.source(pen.lang)
        with st.container(key="rules_summary", horizontal=True, vertical_alignment="center"):
            rule_editor.summary(asked, pen)
        rule_editor.controls(asked, pen)
        with st.container(key="rules_save", border=True):
            _save(asked, pen)
    with right, st.container(key="rules_preview"):
        rule_editor.preview(asked, pen)


def _save(asked: rule_editor.Draft, pen: RulePen) -> None:
    wrong = bool(rule_editor.problems(asked))
    st.text_input(
        text("rules-name", pen.lang),
        key=NAME,
        placeholder=text("rules-name-example", pen.lang),
        max_chars=2 * NAME_LIMIT,
    )
    with st.container(horizontal=True):
        st.button(
            text("rules-save-new", pen.lang),
            key="rules_save_new",
            on_click=_save_new,
            type="primary",
            disabled=wrong,
        )
        own = library.own_name(asked.source)
        if own is not None:
            st.button(
                text("rules-save-back", pen.lang, name=plain(own)),
                key="rules_save_back",
                on_click=_save_back,
                args=(own,),
                disabled=wrong or not asked.changes,
            )
    if not wrong:
        st.html(pen.valued(asked.rules(), running.speed()))


# One's own


def _use(name: str) -> None:
    library.choose(library.choice_of(name))


def _change(name: str) -> None:
    rule_editor.begin(library.choice_of(name))
    _show("edit")


def _rename(name: str, key: str) -> None:
    def rename() -> None:
        library.rename(name, st.session_state[key])
        _say("rules-renamed", name=st.session_state[key].strip())

    _try(rename)


def _delete(name: str) -> None:
    def delete() -> None:
        playing = library.name_in_use() == name
        library.delete(name)
        if playing:
            game = library.title(library.chosen(), state.language())
            _say("rules-deleted-in-use", name=name, game=game)
        else:
            _say("rules-deleted", name=name)

    _try(delete)


def _loaded(key: str) -> None:
    uploaded = st.session_state.get(key)
    if uploaded is not None:
        st.session_state[UPLOADS] = st.session_state.get(UPLOADS, 0) + 1  # the next one finds an empty box
        load(uploaded.getvalue())


def load(data: bytes) -> None:
    """Take the rule sets of a file into the library: all of them, or none."""

    def take() -> None:
        before = library.library()
        grown = before.joined(from_file(data))
        library.keep(grown)
        if grown == before:
            _say("rules-loaded-nothing")
        else:
            _say("rules-loaded", count=len(grown.own) - len(before.own))

    _try(take, "rules-upload-faults")


def _own(pen: RulePen) -> None:
    storage.tell(library.STORED)
    held = library.library().own
    current = library.name_in_use()
    if not held:
        st.html(f'<section class="wm-card"><p>{pen.say("rules-own-none")}</p></section>')
    for each in held:
        with st.container(border=True, key=f"own_{held.index(each)}"):
            st.html(pen.own_rules(each.name, each.rules, each.name == current))
            _deeds(each, pen, current)
    with st.container(horizontal=True, vertical_alignment="bottom", key="rules_files"):
        if held:
            st.download_button(
                text("rules-download-all", pen.lang),
                to_file(held),
                file_name="wuhan-mahjong-rules.json",
                mime="application/json",
                key="rules_download_all",
                on_click="ignore",
            )
            entry.share(Pen(state.table().position, pen.lang))
    if held:
        st.html(pen.note("rules-share-how") + pen.note("rules-own-kept"))
    key = f"rules_upload_{st.session_state.get(UPLOADS, 0)}"
    st.file_uploader(text("rules-upload", pen.lang), type=["json"], key=key, on_change=_loaded, args=(key,))
    if current is not None:
        st.html(pen.valued(state.table().position.rules, running.speed()))


def _deeds(each: OwnRules, pen: RulePen, current: str | None) -> None:
    """What can be done to one of one's own rule sets."""
    name, lang = each.name, pen.lang
    with st.container(horizontal=True):
        st.button(
            text("rules-use", lang), key=f"use:{name}", on_click=_use, args=(name,), disabled=name == current
        )
        st.button(text("rules-change-it", lang), key=f"change:{name}", on_click=_change, args=(name,))
        with st.popover(text("rules-rename", lang), key=f"rename:{name}"):
            key = f"new_name:{name}"
            st.text_input(text("rules-new-name", lang), value=name, key=key, max_chars=2 * NAME_LIMIT)
            st.button(
                text("rules-rename-do", lang), key=f"rename_do:{name}", on_click=_rename, args=(name, key)
            )
        with st.popover(text("rules-delete", lang), key=f"delete:{name}"):
            st.html(f"<p>{pen.say('rules-delete-sure', name=name)}</p>")
            st.button(text("rules-delete-do", lang), key=f"delete_do:{name}", on_click=_delete, args=(name,))
        st.download_button(
            text("rules-download", lang),
            to_file((each,)),
            file_name="wuhan-mahjong-rules.json",
            mime="application/json",
            key=f"download:{name}",
            on_click="ignore",
        )


# Open points


def _decisions(pen: RulePen) -> None:
    st.html(pen.note("rules-decisions-how") + pen.note("rules-sources-are"))
    only = st.toggle(text("rules-decisions-only-open", pen.lang), key=ONLY_OPEN)
    drawn = "".join(pen.decision(each) for each in DECISIONS if each.fields or not only)
    st.html(f'<div class="wm-decisions">{drawn}</div>')


DRAWN = {"compare": _compare, "read": _read, "edit": _edit, "own": _own, "decisions": _decisions}

shell.enter()
shell.style("rules")
pen = RulePen(state.language())
st.html(pen.title())
part = _view(pen.lang)
_tell(pen)
DRAWN[part](pen)
