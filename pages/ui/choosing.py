"""选一个: a row of a few things of which one is chosen, in the two ways that pages need it.

Streamlit forgets a widget's value with the page it stands on.  So what outlives the page is an entry of the session
that belongs to no widget: the row shows it, and a callback writes a tap back (:func:`shown`).  What may be forgotten
belongs to the row itself (:func:`choose`).

While a page is drawn by the clock, a browser goes on saying what its widgets showed until it has heard that the session
has changed a value, and Streamlit takes that for a choice.  So the callback of a widget outside all fragments is
:func:`heard` in runs of the whole page alone, and a widget inside one whose value the session changes, too, stands
under a key that :func:`view` tells.
"""

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, ParamSpec, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

__all__ = ["choose", "heard", "said", "shown", "view"]

P = ParamSpec("P")
T = TypeVar("T")
Width = Literal["content", "stretch"]


def shown(
    label: str,
    options: Sequence[T],
    value: T | None,
    *,
    key: str,
    told: Callable[[T], str],
    on_change: Callable[[], None],
    hidden: bool = False,
    width: Width = "content",
) -> None:
    """Draw the row with ``value`` chosen, if there is one; ``on_change`` finds a tap under ``key`` in the session.

    ``told`` names an option; with ``hidden`` the label is for screen readers only.
    """
    st.session_state[key] = value
    st.segmented_control(
        label,
        options,
        format_func=told,
        key=key,
        on_change=on_change,
        required=True,
        label_visibility="collapsed" if hidden else "visible",
        width=width,
    )


def choose(
    label: str,
    options: Sequence[T],
    *,
    key: str,
    told: Callable[[T], str],
    hidden: bool = False,
    width: Width = "content",
) -> T:
    """Draw the row and return what is chosen: the first option until another one is tapped."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = options[0]
    found = st.segmented_control(
        label,
        options,
        format_func=told,
        key=key,
        required=True,
        label_visibility="collapsed" if hidden else "visible",
        width=width,
    )
    return options[0] if found is None else found


def heard(callback: Callable[P, None]) -> Callable[P, None]:
    """``callback`` of a widget outside all fragments, not called in the run of a fragment: a choice runs the page."""

    @functools.wraps(callback)
    def called(*args: P.args, **named: P.kwargs) -> None:
        run = get_script_run_ctx(suppress_warning=True)
        if run is None or not run.fragment_ids_this_run:
            callback(*args, **named)

    return called


def view(name: str, value: Hashable) -> str:
    """The key of the widget that shows ``value`` now: another one when that was not chosen there.

    ``value`` is put under the new key; what the widget before still says is heard by nobody.
    """
    number, before = st.session_state.get(f"{name}_view", (0, value))
    if before != value:
        number += 1
    st.session_state[f"{name}_view"] = (number, value)
    key = f"{name}_{number}"
    st.session_state.setdefault(key, value)
    return key


def said(name: str, key: str) -> Any:
    """What was chosen in the widget under ``key``, for its callback; ``None`` if another one has taken its place."""
    number, _ = st.session_state.get(f"{name}_view", (0, None))
    if key != f"{name}_{number}":
        return None
    value = st.session_state.get(key)
    st.session_state[f"{name}_view"] = (number, value)
    return value
