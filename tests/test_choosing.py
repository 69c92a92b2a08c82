"""选一个: a widget whose value the session changes, too, hears of choices only, never of what a browser still shows."""

from types import SimpleNamespace
from typing import Any

import pytest
import streamlit

from pages.ui import choosing
from pages.ui.choosing import heard, said, view


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    monkeypatch.setattr(streamlit, "session_state", entries)
    return entries


def test_a_choice_stays_under_its_key(session: dict[str, Any]) -> None:
    key = view("place", 3)
    assert session[key] == 3
    session[key] = 5
    assert said("place", key) == 5
    assert view("place", 5) == key
    assert session[key] == 5


def test_what_a_widget_that_was_replaced_still_says_is_not_heard(session: dict[str, Any]) -> None:
    before = view("place", 3)
    now = view("place", 7)
    assert now != before
    session[before] = 3
    assert said("place", before) is None
    assert view("place", 7) == now
    assert session[now] == 7


def test_a_widget_that_is_forgotten_says_nothing(session: dict[str, Any]) -> None:
    key = view("place", 3)
    del session[key]
    assert said("place", key) is None


@pytest.mark.parametrize(("run", "calls"), [([], 1), (None, 1), (["a fragment"], 0)])
def test_a_choice_outside_all_fragments_runs_the_page(
    run: list[str] | None, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = SimpleNamespace(fragment_ids_this_run=run)
    monkeypatch.setattr(choosing, "get_script_run_ctx", lambda **_: context)
    called: list[int] = []
    heard(called.append)(7)
    assert called == [7] * calls
