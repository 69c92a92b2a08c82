"""访客: who sits before the page, and what is kept of him in the database.

A visitor is whoever logged in, where the server has logins, else whoever holds the token in the browser's cookie.
Nothing is written for a mere look: the profile is made when the first thing is to be kept.

Nothing here raises.  Where the database can't be used the pages go on without it, and :func:`tell` says why nothing
is kept.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import streamlit as st

from analyzer import record as records
from analyzer.errors import AnalyzerError
from analyzer.progress import Progress, answers_of, progress
from analyzer.record import Record
from analyzer.review import Review
from analyzer.store import LARGEST_EXPORT, LONGEST_TITLE, Answer, Card, Found, Keeping, Profile, Store, now
from analyzer.texts import text
from pages.ui import state
from pages.ui.plain import told

__all__ = [
    "COOKIE",
    "answered",
    "bring",
    "can_log_in",
    "card",
    "delete",
    "due",
    "export",
    "forget",
    "history",
    "keep",
    "keeping",
    "keepings",
    "left_behind",
    "login",
    "profile",
    "reviewed",
    "take",
    "tell",
]

COOKIE: Final = "wuhan-mahjong-visitor"
_LASTS: Final = 400 * 24 * 3600
"""Seconds that a cookie lives on; browsers allow no more."""
_AGAIN: Final = 30.0
"""Seconds after which a database that could not be opened is tried again."""
_TOKEN, _PROFILE, _FAULT, _BROUGHT = (f"visitor_{name}" for name in ("token", "profile", "fault", "brought"))
"""Entries of the session."""

_opening: Final = threading.Lock()
_making: Final = threading.Lock()
"""Streamlit starts a run while the one before is still being stopped: both may be the first to keep something."""
_opened: Store | None = None
_failed: tuple[AnalyzerError, float] | None = None
"""Why the database could not be opened, and when that was."""

T = TypeVar("T")

_component = st.components.v2.component(
    "visitor", js=(Path(__file__).parent / "visitor.js").read_text(encoding="utf-8")
)


def _store() -> Store:
    """The process's database.  Raises what opening it raises."""
    global _opened, _failed
    with _opening:
        if _opened is None:
            if _failed is not None and time.monotonic() - _failed[1] < _AGAIN:
                raise _failed[0]
            try:
                _opened = Store()
            except AnalyzerError as error:
                _failed = error, time.monotonic()
                raise
        return _opened


def _tried(asked: Callable[[], T], otherwise: T) -> T:
    """What ``asked`` gives; ``otherwise`` where the database does not, which :func:`tell` will say."""
    try:
        return asked()
    except AnalyzerError as error:
        st.session_state[_FAULT] = error
        return otherwise


# Who it is


def can_log_in() -> bool:
    """Whether this server has logins (``[auth]`` in Streamlit's secrets)."""
    return "is_logged_in" in st.user


def login() -> str | None:
    """What whoever has logged in is called; ``None`` where nobody has."""
    if not st.user.get("is_logged_in"):
        return None
    return str(st.user.get("name") or st.user.get("email") or st.user.get("sub") or "")


def _identity() -> tuple[str, str] | None:
    """Issuer and subject of a login."""
    if not st.user.get("is_logged_in"):
        return None
    return str(st.user.get("iss") or ""), str(st.user.get("sub") or "")


def _token() -> str | None:
    token = st.session_state.get(_TOKEN) or st.context.cookies.get(COOKIE)
    return token if isinstance(token, str) else None  # a test of Streamlit's has a context that is none


def profile() -> Profile | None:
    """The visitor's profile; ``None`` where nothing of him was ever kept."""
    known: Profile | None = st.session_state.get(_PROFILE)
    if known is None:
        known = _tried(_found, None)
        st.session_state[_PROFILE] = known
    return known


def _found() -> Profile | None:
    identity = _identity()
    if identity is not None:
        return _store().profile_of_login(*identity)
    token = _token()
    return None if token is None else _store().profile_of_token(token)


def _mine() -> Profile:
    """The visitor's profile, made if there is none.  Raises what the database raises."""
    with _making:
        known: Profile | None = st.session_state.get(_PROFILE) or _found()
        if known is None:
            known, token = _store().new_profile()
            st.session_state[_TOKEN] = token
        st.session_state[_PROFILE] = known
        return known


def _written(change: Callable[[Store, Profile], T]) -> T | None:
    def asked() -> T:
        try:
            return change(_store(), _mine())
        except AnalyzerError as error:
            if error.message != "store-no-profile":
                raise
        # Deleted in another tab meanwhile: what comes now is the beginning of another history.
        st.session_state[_PROFILE] = None
        return change(_store(), _mine())

    return _tried(asked, None)


def _read(ask: Callable[[Store, Profile], T], otherwise: T) -> T:
    mine = profile()
    return otherwise if mine is None else _tried(lambda: ask(_store(), mine), otherwise)


def tell() -> None:
    """Say why nothing is kept, where that is so, and have the browser remember its visitor.

    Every page that keeps something calls it once, after it has done so, and within the fragment that does.
    """
    fault = st.session_state.pop(_FAULT, None)
    if fault is not None:
        lang = state.language()
        st.warning(text("visitor-not-kept", lang, why=told(fault, lang)), icon=":material/cloud_off:")
    token = _token()
    known: Profile | None = st.session_state.get(_PROFILE)
    if token is not None and known is not None and known.subject is None:
        path = "/" + str(st.get_option("server.baseUrlPath")).strip("/")
        cookie = f"{COOKIE}={token}; Path={path}; Max-Age={_LASTS}; SameSite=Strict"
        _component(key="visitor", data=[{"cookie": cookie}])


# What is kept


def keep(record: Record, *, title: str, source: str, seat: int) -> Keeping | None:
    """Keep a record; ``None`` where that failed."""
    body, rules = records.write(record), record.rules.id
    cut = title[:LONGEST_TITLE]
    return _written(
        lambda store, mine: store.keep(mine, body, title=cut, rules=rules, source=source, seat=seat)
    )


def keepings(limit: int = 100) -> Found[Keeping]:
    """The visitor's records, newest first."""
    return _read(lambda store, mine: store.keepings(mine, limit), Found(()))


def keeping(key: str) -> Keeping | None:
    """One record of the visitor's own; ``None`` where he has none such, or it is damaged."""
    return _read(lambda store, mine: store.keeping(mine, key), None)


def forget(key: str) -> bool:
    """Delete a record of the visitor's own; whether there was one."""
    return _read(lambda store, mine: store.forget(mine, key), False)


def answered(
    *,
    topic: str,
    rules: str,
    question: str,
    correct: bool,
    seconds: float,
    given: str,
    loss: float | None = None,
    card: Card | None = None,
) -> Answer | None:
    """Keep an answer, and with it when its question comes up again; ``None`` where that failed."""
    return _written(
        lambda store, mine: store.answered(
            mine,
            topic=topic,
            rules=rules,
            question=question,
            correct=correct,
            seconds=seconds,
            given=given,
            loss=loss,
            card=card,
        )
    )


def card(question: str) -> Card | None:
    """When a question comes up again, if it was ever answered."""
    return _read(lambda store, mine: store.card(mine, question), None)


def due(limit: int = 100) -> Found[Card]:
    """The cards that come up again by now, the longest overdue first."""
    return _read(lambda store, mine: store.due(mine, now(), limit), Found(()))


def reviewed(kept: Keeping, review: Review) -> None:
    """Keep what a complete review of a record of his own says of each decision; done again, it changes nothing."""
    answers = answers_of(kept.id, review, kept.at)
    _written(lambda store, mine: store.note(mine, answers))


# All of it


def history(since: int = 0) -> tuple[Progress, Found[Answer]]:
    """What the visitor's answers from ``since`` on come to, and these themselves, oldest first."""
    none: Found[Answer] = Found(())
    found = _read(lambda store, mine: store.answers(mine, since, LARGEST_EXPORT), none)
    return progress(found.rows, now=now(), offset=st.context.timezone_offset or 0), found


def export() -> Callable[[], str]:
    """What writes everything of the visitor's as JSON; it may be called when the page has long been drawn.

    It raises :class:`BadStore` where a row is damaged: half a copy is none.
    """
    mine = profile()
    return lambda: "" if mine is None else _store().export(mine)


def take(told: str) -> int | None:
    """Take over what :func:`export` wrote elsewhere; how many entries are new, ``None`` where that failed."""
    return _written(lambda store, mine: store.import_(mine, told))


def delete() -> None:
    """Delete everything of the visitor's; the cookie opens nothing any more."""

    def asked(store: Store, mine: Profile) -> None:
        store.delete_profile(mine)
        for name in (_TOKEN, _PROFILE):
            st.session_state[name] = None

    _read(asked, None)


def left_behind() -> Profile | None:
    """The anonymous profile that this browser has beside a login, unless it was brought along in this session."""
    token = _token()
    if _identity() is None or token is None or st.session_state.get(_BROUGHT):
        return None
    return _tried(lambda: _store().profile_of_token(token), None)


def bring() -> int | None:
    """Take what this browser kept without a login into that of the login; how many entries are new."""

    def asked(store: Store, mine: Profile) -> int:
        before = left_behind()
        return 0 if before is None else store.import_(mine, store.export(before))

    found = _written(asked)
    st.session_state[_BROUGHT] = found is not None
    return found
