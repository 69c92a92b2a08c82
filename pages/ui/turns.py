"""轮流: how many sessions draw at the same time.

Python runs one thread at a time and lets every waiting one have its turn.  Among twenty sessions that arrive in the
same second, the server's own thread, which sends the answers and says that the server is well, would get one turn in
twenty-one and stand still for seconds.  So a page is drawn when it has a turn; the drawing of one takes a tenth of a
second, and long computations run elsewhere (:mod:`analyzer.jobs`).
"""

import functools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

__all__ = ["AT_ONCE", "in_turn", "turn"]

AT_ONCE: Final = 2
"""Sessions that draw at the same time; a second one uses what the first leaves idle."""
SWITCH: Final = 0.001
"""Seconds after which a running thread lets another one go on; Python's own 0.005 are made for fewer of them."""

_room = threading.BoundedSemaphore(AT_ONCE)
_this = threading.local()

P = ParamSpec("P")
T = TypeVar("T")

sys.setswitchinterval(SWITCH)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn and keep it for the block; one within another is the same turn."""
    if getattr(_this, "drawing", False):
        yield
        return
    with _room:
        _this.drawing = True
        try:
            yield
        finally:
            _this.drawing = False


def in_turn(draw: Callable[P, T]) -> Callable[P, T]:
    """``draw`` as a fragment: Streamlit calls it outside the page's own run, too."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **named: P.kwargs) -> T:
        with turn():
            return draw(*args, **named)

    return drawn
