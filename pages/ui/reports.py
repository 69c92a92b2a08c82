"""回报: what components send, read where Streamlit may have let go of it."""

import streamlit as st

__all__ = ["sent"]


def sent(component: str, name: str) -> object | None:
    """What the component with this key has sent as ``name``; ``None`` where there is nothing to be read.

    A page that is left while something is on its way is called back for it all the same, though what was sent is
    gone with the page.  The components send again what was not taken.
    """
    return getattr(st.session_state.get(component), name, None)
