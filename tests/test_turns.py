"""Turns: sessions draw one after the other."""

import threading
import time

import pytest

from pages.ui import turns


def test_one_session_draws_at_a_time() -> None:
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
    assert (drawing, most) == (0, 1)


def test_a_fragment_within_a_page_has_the_pages_turn() -> None:
    with turns.turn(), turns.turn():
        pass
    assert _others_turn_comes()


def test_a_page_that_fails_gives_its_turn_back() -> None:
    with pytest.raises(ZeroDivisionError), turns.turn():
        _ = 1 / 0
    assert _others_turn_comes()


def test_a_page_that_hangs_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    with turns.turn():
        assert _others_turn_comes()
    assert _others_turn_comes()


def test_a_fragment_keeps_its_name() -> None:
    assert turns.in_turn(_hold).__qualname__ == "_hold"  # Streamlit knows fragments by it


def _hold() -> None:
    with turns.turn():
        pass


def _others_turn_comes() -> bool:
    other = threading.Thread(target=_hold, daemon=True)
    other.start()
    other.join(10)
    return not other.is_alive()
