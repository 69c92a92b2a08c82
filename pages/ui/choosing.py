"""选一个: a row of a few things of which one is chosen, in the two ways that pages need it.

Streamlit forgets a widget's value with the page it stands on.  So what outlives the page is an entry of the session
that belongs to no widget: the row shows it, and a callback writes a tap back (:func:`shown`).  What may be forgotten
belongs to the row itself (:func:`choose`).
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

import streamlit as st

__all__ = ["choose", "shown"]

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
