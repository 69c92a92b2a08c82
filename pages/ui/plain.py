"""原样: what comes from outside, for the elements that Streamlit reads as Markdown: shown as it was written.

Markdown needs no HTML to do harm: a link to this app whose hand is ``![](http://…)`` would have the reader's browser
ask another machine for a picture.
"""

import re
from typing import Final

from analyzer.errors import AnalyzerError
from analyzer.texts import describe

__all__ = ["plain", "told"]

_MARKS: Final = re.compile(r"[!-/:-@\[-`{-~]")
_ADDRESSES: Final = re.compile(r"(?<=http:)(?=//)|(?<=https:)(?=//)|(?<=www)(?=\.)|(?=@)", re.IGNORECASE)
"""Where an address becomes a link even if all its marks are escaped."""
_JOINER: Final = "\u2060"
"""A character without width: the address still reads as it was written, but is none any more."""


def plain(written: str) -> str:
    """``written`` as Markdown that shows it and nothing else; for labels, alerts and options."""
    return _MARKS.sub(r"\\\g<0>", _ADDRESSES.sub(_JOINER, written))


def told(error: AnalyzerError, lang: str) -> str:
    """What is wrong with an input, as such Markdown: the sentence quotes the input."""
    return plain(describe(error, lang))
