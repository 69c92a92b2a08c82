"""原样: what a person has written, where Streamlit would read it as Markdown."""

from typing import Final

__all__ = ["plain"]

_MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in r"""\`*_{}[]()#+-.!:$|<>~^&"'"""})


def plain(written: str) -> str:
    """``written`` for a label or a message of Streamlit's: shown as it is, marks and all."""
    return written.translate(_MARKS)
