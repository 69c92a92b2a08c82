"""Turns: how many sessions draw at once."""

import threading
import time

import pytest

from pages.ui import turns


def test_no_more_than_a_few_draw_at_once() -> None:
    lock, drawing, most = threading.Lock(), 0, 0

    @turns.in_turn
    def draw() -> None:
        nonlocal drawing, most
        with lock:
            drawing += 1
            most = max(most, drawing)
        time.sleep(0.01)
        with lock:
            drawing -= 1

    sessions = [threading.Thread(target=draw) for _ in range(20)]
    for each in sessions:
        each.start()
    for each in sessions:
        each.join()
    assert (drawing, most) == (0, turns.AT_ONCE)


def test_a_fragment_within_a_page_has_the_pages_turn() -> None:
    with turns.turn(), turns.turn():
        pass
    others = [threading.Thread(target=_hold, daemon=True) for _ in range(turns.AT_ONCE)]
    for each in others:
        each.start()
        each.join(10)
    assert not any(each.is_alive() for each in others)


def test_a_page_that_fails_gives_its_turn_back() -> None:
    for _ in range(2 * turns.AT_ONCE):
        with pytest.raises(ZeroDivisionError), turns.turn():
            _ = 1 / 0
    other = threading.Thread(target=_hold, daemon=True)
    other.start()
    other.join(10)
    assert not other.is_alive()


def test_a_fragment_keeps_its_name() -> None:
    assert turns.in_turn(_hold).__qualname__ == "_hold"  # Streamlit knows fragments by it


def _hold() -> None:
    with turns.turn():
        pass
