"""外框: navigation, rule set and language on top of every page, and what the document needs.

The first visit of a server just started may run a page's file alone, without ``streamlit_app.py``. So every
page begins with :func:`enter`, which then names the pages and starts over.
"""

import gc
import importlib
import threading
import time
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from analyzer import compiler
from analyzer.texts import LANGUAGES, text
from pages.ui import library, running, state, storage, turns
from pages.ui.choosing import heard, shown
from pages.ui.faces import FAVICON, FAVICON_URL
from pages.ui.links import to_query
from pages.ui.rulebook import grounds

__all__ = ["PAGES", "enter", "run", "style"]

PAGES: Final = (
    "study",
    "tenpai",
    "score",
    "play",
    "review",
    "drills",
    "progress",
    "rules",
    "table",
    "strength",
)
"""The pages by their files, in the order of the navigation; the first is the one at the bare address."""

_HERE: Final = Path(__file__).parent
_ENTERED: Final = "shell"
_RULES: Final = "rules_choice"
_LANGUAGE: Final = "language_choice"
_CHOSEN: Final = "own_rules_chosen"
_WORDS: Final = ("menu", "upload", "upload-limit")
"""What Streamlit says nothing of or in English only; style sheets write it in, ``var(--wm-menu)``."""
_PATIENCE: Final = 600
"""Seconds after which kernels that are still not compiled are waited for no more."""

_document = st.components.v2.component("page", js=(_HERE / "page.js").read_text(encoding="utf-8"))


@turns.in_turn
def run() -> None:
    """Draw the frame and the page in it."""
    state.open_table()
    page = _navigation()
    lang = state.language()
    st.set_page_config(page_title=text("app-title", lang), page_icon=str(FAVICON), layout="wide")
    st.html(_HERE / "style.css")
    library.adopt(lang)
    _controls(lang)
    # Before the page, so that it stands at the same place on each: what is drawn there late, for a page that has just
    # been left, finds its place on the next one.
    in_browser = st.container(key="browser")
    st.session_state[_ENTERED] = True
    state.begin_link()
    name = library.name_in_use()
    if name is not None:
        state.add_to_link(**{library.LINK_NAME: name})
    try:
        page.run()
    finally:
        del st.session_state[_ENTERED]
    # After the page: it may have changed what is kept, and the position.
    with in_browser:
        storage.draw(page)
    shared = state.share_query()
    fresh = shared == to_query(state.EXAMPLE, LANGUAGES[0])
    query = "" if fresh else urlencode(shared, safe=":@")
    _document(key="document", data=[_frame(page.url_path, query)], on_lost_change=lambda: None)
    _warm_up()


def _frame(page: str, query: str) -> dict[str, object]:
    """What the document is told; the page's name too, or the address would not be written where all else is alike."""
    lang = state.language()
    words = {name: text(f"control-{name}", lang) for name in _WORDS}
    return {"lang": lang, "page": page, "query": query, "words": words}


def enter() -> None:
    """Leave a page that was started without its frame; the rerun starts in ``streamlit_app.py``."""
    if _ENTERED not in st.session_state:
        state.open_table()
        _navigation()
        st.rerun()


def _navigation() -> StreamlitPage:
    lang = state.language()
    # No material icons: the browser would fetch the open page's as its favicon from another machine.
    pages = [
        st.Page(f"pages/{name}.py", title=text(f"page-{name}", lang), default=name == PAGES[0])
        for name in PAGES
    ]
    return st.navigation(pages, position="top")


def style(name: str) -> None:
    """Have a page drawn with a style sheet of its own, ``pages/ui/NAME.css``, beside the one of all."""
    st.html(_HERE / f"{name}.css")


@st.cache_resource
def _warm_up() -> None:
    """Let the engine compile its kernels beside the answers, once a process, after the first answer is drawn."""
    compiler.warm_up()
    threading.Thread(target=_come_to_rest, name="come-to-rest", daemon=True).start()


def _come_to_rest() -> None:
    """Take what will stay for good out of the garbage collector's sight: what is loaded by now, and the rest later.

    Libraries, tables and kernels are some hundred thousand objects.  A full collection walks through all of them
    and holds the interpreter for a fifth of a second meanwhile, for which every page stands still.  So there is none
    before either: the little garbage that stays with them for good is the smaller evil.
    """
    gc.freeze()
    until = time.monotonic() + _PATIENCE
    while not compiler.ready() and not compiler.disabled() and time.monotonic() < until:
        time.sleep(0.5)
    importlib.import_module("pages.ui.charts")  # Plotly, before anybody waits for it
    gc.freeze()


def _controls(lang: str) -> None:
    """规则 and language. Both are views of the session's own entries, written back by callbacks."""
    st.session_state[_RULES] = library.chosen()
    if st.session_state.pop(_CHOSEN, False):
        # Own rules are valued by what was learned for another game: said where they are chosen.
        st.toast(grounds(state.table().position.rules, running.speed(), lang), duration="long")
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        st.html(
            f'<h1 class="wm-brand"><img src="{FAVICON_URL}" alt="" width="34" height="34">'
            f"<b>{escape(text('app-title', lang))}</b></h1>",
            width="content",
        )
        st.selectbox(
            text("control-rules", lang),
            library.choices(),
            format_func=lambda choice: library.title(choice, lang),
            key=_RULES,
            on_change=_choose_rules,
            label_visibility="collapsed",
        )
        shown(
            text("control-language", lang),
            LANGUAGES,
            lang,
            key=_LANGUAGE,
            told=lambda name: text(f"language-{name.lower()}", lang),
            on_change=_choose_language,
            hidden=True,
        )


@heard
def _choose_rules() -> None:
    chosen = st.session_state.get(_RULES)
    if isinstance(chosen, str):
        library.choose(chosen)
        st.session_state[_CHOSEN] = library.own_name(chosen) is not None


@heard
def _choose_language() -> None:
    chosen = st.session_state.get(_LANGUAGE)
    if chosen in LANGUAGES:
        state.set_language(chosen)
