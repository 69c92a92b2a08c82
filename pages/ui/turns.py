"""轮流: sessions draw one after the other.

Python runs one thread at a time and lets every waiting one have its turn.  Among twenty sessions that arrive in the
same second, the server's own thread, which sends the answers and says that the server is well, would get one turn in
twenty-one and stand still for seconds.  So a page is drawn when it has a turn; the drawing of one takes a tenth of a
second, and long computations run elsewhere (:mod:`analyzer.jobs`).
"""

import functools
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

__all__ = ["PATIENCE", "in_turn", "turn"]

SWITCH: Final = 0.001
"""Seconds after which a running thread lets another one go on; Python's own 0.005 are made for fewer of them."""
REST: Final = 0.03
"""Seconds between two turns in which the server sends what was drawn."""
PATIENCE: Final = 5.0
"""Seconds after which a session draws without a turn: one page that hangs must not stop all others."""

_room = threading.Lock()
_count = threading.Lock()
_waiting = 0
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
    mine = _wait()
    _this.drawing = True
    try:
        yield
    finally:
        _this.drawing = False
        if mine:
            if _waiting:
                time.sleep(REST)
            _room.release()


def _wait() -> bool:
    """Whether there is a turn for this thread, at last."""
    global _waiting
    with _count:
        _waiting += 1
    try:
        return _room.acquire(timeout=PATIENCE)
    finally:
        with _count:
            _waiting -= 1


def in_turn(draw: Callable[P, T]) -> Callable[P, T]:
    """``draw`` as a fragment: Streamlit calls it outside the page's own run, too."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **named: P.kwargs) -> T:
        with turn():
            return draw(*args, **named)

    return drawn
