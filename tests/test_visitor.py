"""访客: what is kept of whom, with a real SQLite file behind the pages' own functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import visitor


def script() -> None:
    """Keeps an answer on a tap, and shows how many there are."""
    import streamlit as st

    from pages.ui import state, visitor

    state.open_table()
    if st.button("keep", key="keep"):
        visitor.answered(
            topic="waits", rules="hongzhong", question="q", correct=True, seconds=1.0, given="1m"
        )
    if st.button("delete", key="delete"):
        visitor.delete()
    st.text(f"{visitor.history()[0].total.count} {visitor.profile() is not None}")
    visitor.tell()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "history.db"
    monkeypatch.setenv("ANALYZER_DATABASE", f"sqlite:///{path}")
    monkeypatch.setattr(visitor, "_opened", None)
    monkeypatch.setattr(visitor, "_failed", None)
    return path


def visit(cookie: str | None = None) -> AppTest:
    at = AppTest.from_function(script)
    if cookie is not None:
        at.session_state["visitor_token"] = cookie
    return at.run()


def shown(at: AppTest) -> Any:
    assert not at.exception
    return at.text[0].value


def test_nothing_is_written_for_a_look_and_an_answer_makes_a_profile() -> None:
    at = visit()
    assert shown(at) == "0 False"
    at.button(key="keep").click().run()
    assert shown(at) == "1 True"
    at.button(key="keep").click().run()
    assert shown(at) == "2 True"


def test_the_token_alone_opens_the_history_and_nobody_else_s() -> None:
    at = visit()
    at.button(key="keep").click().run()
    token = at.session_state["visitor_token"]
    assert shown(visit(token)) == "1 True"
    assert shown(visit()) == "0 False"
    assert shown(visit(token[:-1] + ("A" if token[-1] != "A" else "B"))) == "0 False"


def test_what_is_deleted_in_another_tab_is_gone_and_a_new_history_begins() -> None:
    one = visit()
    one.button(key="keep").click().run()
    two = visit(one.session_state["visitor_token"])
    two.button(key="delete").click().run()
    assert shown(two) == "0 False"
    one.button(key="keep").click().run()
    assert shown(one) == "1 True"


def test_a_database_that_cannot_be_used_is_told_and_left_as_it_is(place: Path) -> None:
    place.write_text("this is no database, and it is somebody's own text")
    at = visit()
    at.button(key="keep").click().run()
    assert shown(at) == "0 False"
    assert [each.value for each in at.warning]
    assert "SQLite" in at.warning[0].value
    assert place.read_text().startswith("this is no database")
