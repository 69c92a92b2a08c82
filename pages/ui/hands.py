"""最近 / 收藏: hands that a visitor has looked at or saved, kept in the browser as what links to them say.

A hand counts as looked at once it has stood on the screen for :data:`LOOKED` seconds; the one on the screen is kept
beside, so that it is among them when the browser comes back.  What the browser hands over is untrusted:
:func:`read_recent` and :func:`read_saved` check it as links are checked.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from analyzer.errors import BadRequest
from analyzer.position import Position
from analyzer.texts import LANGUAGES, text
from pages.ui import state, storage
from pages.ui.answers import Pen
from pages.ui.choosing import choose
from pages.ui.faces import hand_label
from pages.ui.links import from_query, query_names, to_query
from pages.ui.plain import plain
from pages.ui.turns import in_turn

__all__ = ["Hand", "Recent", "popover", "read_recent", "read_saved"]

RECENT, SAVED = "recent", "saved"
LOOKED: Final = 4.0
"""Seconds."""
MOST_RECENT: Final = 20
MOST_SAVED: Final = 50
LONGEST_NAME: Final = 20
_SEEN, _LOOKED, _BEGUN, _CHANGED = "hands_seen", "hands_looked_at", "hands_begun", "hands_changed"
_TITLE, _WHICH, _POPOVER = "hands_title", "hands_which", "hands"


@dataclass(frozen=True, slots=True)
class Recent:
    """最近: what was looked at, the latest first, and what stands on the screen."""

    hands: tuple[Position, ...] = ()
    last: Position | None = None

    def after(self, position: Position) -> "Recent":
        """With ``position`` looked at, too."""
        others = tuple(each for each in self.hands if each != position)
        return Recent((position, *others)[:MOST_RECENT], self.last)

    def to_json(self) -> dict[str, object]:
        """As :func:`read_recent` reads it."""
        return {
            "hands": [_query(each) for each in self.hands],
            "last": None if self.last is None else _query(self.last),
        }


@dataclass(frozen=True, slots=True)
class Hand:
    """收藏: a saved hand and what it is called, which may be nothing."""

    name: str
    position: Position


def _query(position: Position) -> dict[str, str]:
    return to_query(position, LANGUAGES[0])


def _position(value: object) -> Position:
    if (
        not isinstance(value, dict)
        or not all(isinstance(each, str) for pair in value.items() for each in pair)
        or not query_names().issuperset(value)
    ):
        raise BadRequest("hands-no-hand", value=repr(value))
    position = from_query(value)
    if position is None or not worth_keeping(position):
        raise BadRequest("hands-no-hand", value=repr(value))
    return position


def worth_keeping(position: Position) -> bool:
    """Whether a hand can be looked at again: there is one, and nothing is wrong with it."""
    return bool(position.hand) and not position.problems()


def read_recent(value: object) -> Recent:
    """The hands looked at that a browser has kept.

    :raises AnalyzerError: they are none.
    """
    if not isinstance(value, dict) or set(value) != {"hands", "last"}:
        raise BadRequest("hands-no-list", value=repr(value))
    hands, last = value["hands"], value["last"]
    if not isinstance(hands, list) or len(hands) > MOST_RECENT:
        raise BadRequest("hands-no-list", value=repr(hands))
    return Recent(tuple(map(_position, hands)), None if last is None else _position(last))


def read_saved(value: object) -> tuple[Hand, ...]:
    """The saved hands that a browser has kept.

    :raises AnalyzerError: they are none.
    """
    if not isinstance(value, list) or len(value) > MOST_SAVED:
        raise BadRequest("hands-no-list", value=repr(value))
    found = []
    for each in value:
        if not isinstance(each, dict) or set(each) != {"name", "hand"} or not isinstance(each["name"], str):
            raise BadRequest("hands-no-hand", value=repr(each))
        found.append(Hand(_title(each["name"]), _position(each["hand"])))
    return tuple(found)


def _title(written: str) -> str:
    """A name as it can be shown: one line, no marks that don't print."""
    line = " ".join(written.split())
    return "".join(mark for mark in line if mark.isprintable())[:LONGEST_NAME]


storage.declare(RECENT, read=read_recent, title="hands-recent", quiet=True)
storage.declare(SAVED, read=read_saved, title="hands-saved")


def _recent() -> Recent:
    return cast("Recent | None", storage.known(RECENT)) or Recent()


def _saved() -> tuple[Hand, ...]:
    return cast("tuple[Hand, ...] | None", storage.known(SAVED)) or ()


def _keep_saved(hands: Sequence[Hand]) -> None:
    storage.keep(SAVED, [{"name": each.name, "hand": _query(each.position)} for each in hands[:MOST_SAVED]])
    st.session_state[_CHANGED] = True


def _look(position: Position) -> None:
    """Take note of what stands on the screen, and for how long it has."""
    fit = position != state.EXAMPLE and worth_keeping(position)
    now = time.monotonic()
    seen, since = st.session_state.get(_SEEN, (None, now))
    looked_at = []
    if seen != position or _SEEN not in st.session_state:
        if seen is not None and now - since >= LOOKED:
            looked_at.append(seen)
        st.session_state[_SEEN] = (position if fit else None, now)
    st.session_state[_LOOKED] = [*st.session_state.get(_LOOKED, []), *looked_at]
    if not storage.answered(RECENT):
        return
    recent = _recent()
    if not st.session_state.get(_BEGUN):
        st.session_state[_BEGUN] = True
        if recent.last is not None and recent.last != position:
            recent = recent.after(recent.last)
    for each in st.session_state.pop(_LOOKED):
        recent = recent.after(each)
    storage.keep(RECENT, Recent(recent.hands, position if fit else recent.last).to_json())


def popover(pen: Pen) -> None:
    """Draw the button and what is behind it; the list is made up only while that is open."""
    _look(pen.position)
    _drawn(pen)


@st.fragment
@in_turn
def _drawn(pen: Pen) -> None:
    # What a button in here has changed is drawn by the page, and written down by the frame.
    if st.session_state.pop(_CHANGED, False):
        st.rerun()
    with st.popover(
        text("hands-title", pen.lang), icon=":material/bookmark:", key=_POPOVER, on_change="rerun"
    ) as box:
        # This much is always there: a popover is placed by what it holds when it opens.
        _save_row(pen)
        which = _choice(pen)
        if box.open:
            _list(pen, which)


def _save_row(pen: Pen) -> None:
    if worth_keeping(pen.position):
        with st.container(horizontal=True, vertical_alignment="bottom", key="hands_save"):
            st.text_input(
                text("hands-name", pen.lang),
                key=_TITLE,
                max_chars=LONGEST_NAME,
                placeholder=text("hands-name-example", pen.lang),
            )
            st.button(
                text("hands-save", pen.lang),
                key="hands_keep",
                type="primary",
                on_click=_save,
                args=(pen.position,),
                disabled=len(_saved()) >= MOST_SAVED,
            )


def _choice(pen: Pen) -> str:
    """Which of the lists is shown."""
    return choose(
        text("hands-which", pen.lang),
        (RECENT, SAVED),
        key=_WHICH,
        told=lambda name: text(f"hands-{name}", pen.lang),
        hidden=True,
        width="stretch",
    )


def _list(pen: Pen, which: str) -> None:
    storage.value(which)  # opened before the browser has answered: the list is drawn again when it does
    storage.tell(which)
    if which == RECENT:
        listed = [Hand("", each) for each in _recent().hands]
    else:
        listed = list(_saved())
    if not listed:
        st.caption(text(f"hands-none-{which}", pen.lang))
    with st.container(height=320 if len(listed) > 4 else "content", border=False, key="hands_listed"):
        for number, hand in enumerate(listed):
            with st.container(horizontal=True, key=f"hands_row_{number}"):
                st.button(
                    _label(hand, pen.lang),
                    key=f"hands_open_{number}",
                    on_click=_open,
                    args=(hand.position,),
                    width="stretch",
                )
                st.button(
                    text("hands-delete", pen.lang),
                    key=f"hands_delete_{number}",
                    type="tertiary",
                    on_click=_delete_recent if which == RECENT else _delete_saved,
                    args=(hand.position,),
                )


def _label(hand: Hand, lang: str) -> str:
    """The name and the faces, which a label shows as images."""
    faces = hand_label(hand.position, lang)
    return f"{plain(hand.name)} {faces}" if hand.name else faces


def _open(position: Position) -> None:
    state.put(position)
    st.session_state[_CHANGED] = True


def _save(position: Position) -> None:
    name = _title(str(st.session_state.get(_TITLE, "")))
    _keep_saved([Hand(name, position), *[each for each in _saved() if each.position != position]])
    st.session_state[_TITLE] = ""
    st.session_state[_WHICH] = SAVED


def _delete_saved(position: Position) -> None:
    _keep_saved([each for each in _saved() if each.position != position])


def _delete_recent(position: Position) -> None:
    recent = _recent()
    kept = tuple(each for each in recent.hands if each != position)
    storage.keep(RECENT, Recent(kept, recent.last).to_json())
    st.session_state[_CHANGED] = True
