"""浏览器存储: values that a page keeps in the visitor's browser, so that a reload or a sleeping phone loses nothing.

A page's module declares a name once, at import, with the function that reads what the browser hands over::

    storage.declare("table", read=from_json, title="page-table")

and a page (or a callback of its) uses it::

    storage.tell("table")            # what could not be read or kept, and what another tab has changed
    ledger = storage.value("table")  # what ``read`` made of the kept value; ``None`` where nothing is kept
    storage.keep("table", ledger.to_json())

- The browser answers a moment after a session's first page is drawn.  Until then :func:`ready` is false and
  :func:`value` is ``None``; the page starts over when the answer brings something that it has asked for.
- What a browser hands over is untrusted.  ``read`` gets the parsed JSON and returns a value of its own, or raises
  :class:`AnalyzerError`.  It should be pure and have tests of its own.  What can't be read stays as it is in the
  browser: :func:`tell` says so, and only the button beside it sets the old text aside and lets new values be kept.
- :func:`keep` takes a JSON value that ``read`` accepts, writes only if it differs, and at most :data:`LARGEST`
  characters of JSON; a larger one is held by the session alone, and :func:`tell` says so.
- Every write has a revision.  One that grew from a revision that another tab has replaced meanwhile is refused:
  the newer value wins, this tab takes it over and is told.  A ``quiet`` name is taken over without a word.

The frame draws the component once a run (:func:`draw`), in a fragment of its own: a report from the browser does not
run the page again unless it concerns what the page has asked for.

Streamlit runs a fragment in the name of the page from which it was asked for.  A report sent just after a link was
followed comes from a page that is no more, and the browser would take all of the new one off the screen for it.  So a
report names its page, and the new one is drawn again.
"""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from analyzer.errors import AnalyzerError, BadRequest
from analyzer.texts import text
from pages.ui import state
from pages.ui.plain import told
from pages.ui.reports import sent
from pages.ui.turns import in_turn

__all__ = ["LARGEST", "answered", "declare", "draw", "keep", "known", "read_report", "ready", "tell", "value"]

LARGEST: Final = 200_000
"""The most characters of JSON that a name may hold."""
FORM: Final = 1
"""The form of the envelope around a value; a browser may hold one of a later program."""
_MOST_REVISIONS: Final = 2**53
"""Where a browser's whole numbers end."""
_STATES: Final = ("seen", "refused", "failed")
_SHELVES, _ACK, _ASKED, _TOLD, _NEEDED, _NEWS, _FROM = (
    f"storage_{name}" for name in ("shelves", "ack", "asked", "told", "needed", "news", "from")
)
_changing: Final = threading.Lock()
"""Streamlit starts a run while the one before is still being stopped: both may be in a callback."""

_component = st.components.v2.component(
    "storage", js=(Path(__file__).parent / "storage.js").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Name:
    """What is declared of a name; see :func:`declare`."""

    read: Callable[[object], Any]
    title: str
    quiet: bool


_names: Final[dict[str, Name]] = {}


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a session knows of one name."""

    ready: bool = False
    """Whether the browser has answered."""
    value: Any = None
    told: str | None = None
    """The value as JSON; ``None`` where nothing is kept."""
    revision: int = 0
    base: int = 0
    """The last revision that came from the browser."""
    writes: bool = False
    """Whether the session has a value of its own to be written."""
    aside: int = 0
    """How often a person has let go of what can't be read."""
    unread: AnalyzerError | None = None
    """Why what the browser keeps can't be read."""
    notice: str | None = None
    """A message to be told once: ``storage-refused``, ``storage-taken-over``, ``storage-failed`` or
    ``storage-too-large``."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the component has sent: by name the kept text, and how it was come by."""

    session: str
    seq: int
    names: Mapping[str, tuple[str | None, str]]
    page: str = ""
    """The path of the page that it comes from."""


def declare(name: str, *, read: Callable[[object], Any], title: str, quiet: bool = False) -> None:
    """Have the browser keep a value under ``name``; see the module for ``read``.

    ``title`` is the message that names the value to a person; a ``quiet`` one changes in another tab without a word.
    """
    _names[name] = Name(read, title, quiet)


def ready(name: str) -> bool:
    """Whether the browser has answered what it keeps under ``name``; the page starts over when it does."""
    _ask(name, _READY)
    return answered(name)


def answered(name: str) -> bool:
    """The same for a page that does not wait for it: it goes on as it is when the answer is that there is nothing."""
    return _shelf(name).ready


def value(name: str) -> Any:
    """What is kept under ``name``, as its ``read`` made it; ``None`` where there is nothing (yet)."""
    _ask(name, _VALUE)
    return known(name)


def known(name: str) -> Any:
    """The same for a page that is not to start over for it."""
    return _shelf(name).value


def keep(name: str, kept: object) -> None:
    """Keep a JSON value under ``name``, in place of what was there; nothing is written if it is the same."""
    told = _json(kept)
    read = _names[name].read(json.loads(told))
    with _changing:
        before = _shelf(name)
        if told == before.told:
            return
        fits = len(told) <= LARGEST
        _put(
            name,
            replace(
                before,
                value=read,
                told=told,
                revision=before.revision + 1,
                writes=fits,
                notice=None if fits else "storage-too-large",
            ),
        )


def tell(name: str) -> None:
    """Draw what a person has to know of ``name``: what could not be read or kept, or what another tab has changed."""
    lang = state.language()
    shelf = _shelf(name)
    title = text(_names[name].title, lang)
    if shelf.unread is not None:
        st.warning(text("storage-unread", lang, title=title, why=told(shelf.unread, lang)))
        st.button(
            text("storage-set-aside", lang), key=f"storage_aside_{name}", on_click=_set_aside, args=(name,)
        )
    if shelf.notice is not None:
        sentences = {
            "storage-refused": text("storage-refused", lang, title=title),
            "storage-taken-over": text("storage-taken-over", lang, title=title),
            "storage-failed": text("storage-failed", lang, title=title),
            "storage-too-large": text("storage-too-large", lang, title=title, limit=LARGEST),
        }
        st.warning(sentences[shelf.notice])
        st.session_state[_TOLD] = st.session_state.get(_TOLD, frozenset()) | {name}


def draw(page: StreamlitPage) -> None:
    """Mount the component; the frame does this once a run, after ``page``."""
    st.session_state.pop(_FROM, None)
    st.session_state[_NEEDED] = st.session_state.pop(_ASKED, frozenset())
    st.session_state[_NEWS] = False
    _browser(page)
    with _changing:
        for name in st.session_state.pop(_TOLD, ()):
            _put(name, replace(_shelf(name), notice=None))


@st.fragment
@in_turn
def _browser(page: StreamlitPage) -> None:
    if st.session_state.pop(_FROM, page.url_path) != page.url_path:
        st.switch_page(page)
    if st.session_state.get(_NEWS):
        st.rerun()
    # In a list: Streamlit looks for dataframes in a dict, and imports pandas to know one.
    _component(
        key="storage",
        data=[
            {
                "session": state.table().session,
                "page": page.url_path,
                "ack": st.session_state.get(_ACK, 0),
                "names": list(_names),
                "writes": {
                    name: {
                        "revision": shelf.revision,
                        "base": shelf.base,
                        "text": _envelope(shelf),
                        "aside": shelf.aside,
                    }
                    for name, shelf in _shelves().items()
                    if shelf.writes and shelf.unread is None
                },
            }
        ],
        on_report_change=_reported,
    )


def _envelope(shelf: Shelf) -> str | None:
    """The text that the browser is to hold; ``None`` for none at all."""
    if shelf.told is None:
        return None
    head = json.dumps({"form": FORM, "revision": shelf.revision, "by": state.table().session})
    return f'{head[:-1]}, "value": {shelf.told}}}'


def _json(kept: object) -> str:
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _reported() -> None:
    try:
        report = read_report(sent("storage", "report"))
    except AnalyzerError:
        # Gone with the page that has sent it, or no script of ours has: there is nobody to be told.
        st.session_state[_FROM] = None
        return
    st.session_state[_FROM] = report.page
    take(report)


def take(report: Report) -> None:
    """Take over what the browser keeps, unless the report is an old one or another session's."""
    with _changing:
        if report.session != state.table().session or report.seq <= st.session_state.get(_ACK, 0):
            return
        st.session_state[_ACK] = report.seq
        for name, (kept, how) in report.names.items():
            if name in _names:
                before = _shelf(name)
                after = taken(before, _names[name], kept, how)
                _put(name, after)
                # What a fragment has asked for since the page was drawn counts as well.
                needed = st.session_state.get(_NEEDED, frozenset()) | st.session_state.get(
                    _ASKED, frozenset()
                )
                if any((name, what) in needed and shows(after) != shows(before) for what, shows in _SHOWS):
                    st.session_state[_NEWS] = True


_READY, _VALUE = "ready", "value"
"""What a page may ask for of a name."""
_SHOWS: Final[tuple[tuple[str, Callable[[Shelf], object]], ...]] = (
    (_READY, lambda shelf: shelf.ready),
    (_VALUE, lambda shelf: (shelf.told, str(shelf.unread), shelf.notice)),
)
"""What a page shows of a shelf by what it has asked for: it starts over when that changes."""


def taken(before: Shelf, name: Name, kept: str | None, how: str) -> Shelf:
    """``before`` with what the browser keeps now."""
    if how == "failed":
        return replace(before, ready=True, notice="storage-failed" if before.writes else None)
    if kept is None:
        # Nothing there, or cleared by hand: what the session has goes back with the next change.
        return replace(before, ready=True, base=0, unread=None)
    try:
        revision, told = open_envelope(kept)
        read = name.read(json.loads(told))
    except AnalyzerError as error:
        return replace(before, ready=True, unread=error)
    notice = None
    if how == "refused" and not name.quiet:
        notice = "storage-refused"
    elif before.ready and told != before.told and not name.quiet:
        notice = "storage-taken-over"
    return Shelf(ready=True, value=read, told=told, revision=revision, base=revision, notice=notice)


def open_envelope(kept: str) -> tuple[int, str]:
    """The revision of a kept text, and its value as JSON.

    :raises AnalyzerError: it is not of the form that this program writes.
    """
    if len(kept) > 2 * LARGEST:
        raise BadRequest("storage-overlong", length=len(kept), limit=LARGEST)
    try:
        envelope = json.loads(kept)
    except (ValueError, RecursionError):
        raise BadRequest("storage-no-json", value=kept) from None
    if not isinstance(envelope, dict) or set(envelope) != {"form", "revision", "by", "value"}:
        raise BadRequest("storage-no-envelope", value=kept)
    if envelope["form"] != FORM:
        raise BadRequest("storage-other-form", form=repr(envelope["form"]), right=FORM)
    revision = envelope["revision"]
    if type(revision) is not int or not 0 < revision < _MOST_REVISIONS:
        raise BadRequest("storage-no-envelope", value=kept)
    try:
        told = _json(envelope["value"])
        told.encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise BadRequest("storage-no-json", value=kept) from None
    return revision, told


def read_report(payload: object) -> Report:
    """What ``payload``, sent by the component or by anybody, says.

    :raises AnalyzerError: it is not of the component's form.
    """
    if not isinstance(payload, Mapping) or set(payload) != {"session", "seq", "page", "names"}:
        raise _malformed("session, seq, page, names")
    session, seq, page, names = (payload[name] for name in ("session", "seq", "page", "names"))
    if not isinstance(session, str):
        raise _malformed("session")
    if not isinstance(page, str):
        raise _malformed("page")
    if isinstance(seq, float) and seq.is_integer():
        seq = int(seq)
    if type(seq) is not int or not 0 < seq < _MOST_REVISIONS:
        raise _malformed("seq")
    if not isinstance(names, Mapping):
        raise _malformed("names")
    found: dict[str, tuple[str | None, str]] = {}
    for name, each in names.items():
        if not isinstance(each, Mapping) or set(each) != {"text", "state"}:
            raise _malformed(f"names.{name}")
        kept, how = each["text"], each["state"]
        if not (kept is None or isinstance(kept, str)) or how not in _STATES:
            raise _malformed(f"names.{name}")
        found[str(name)] = (kept, cast("str", how))
    return Report(session, seq, found, page)


def _malformed(where: str) -> AnalyzerError:
    return BadRequest("storage-malformed", where=where)


def _set_aside(name: str) -> None:
    """Let go of what can't be read: it is kept beside, and the name is free."""
    with _changing:
        before = _shelf(name)
        _put(
            name,
            replace(before, unread=None, aside=before.aside + 1, revision=before.revision + 1, writes=True),
        )


def _ask(name: str, what: str) -> None:
    st.session_state[_ASKED] = st.session_state.get(_ASKED, frozenset()) | {(name, what)}


def _shelves() -> dict[str, Shelf]:
    return cast("dict[str, Shelf]", st.session_state.get(_SHELVES, {}))


def _shelf(name: str) -> Shelf:
    return _shelves().get(name, Shelf())


def _put(name: str, shelf: Shelf) -> None:
    st.session_state[_SHELVES] = {**_shelves(), name: shelf}
