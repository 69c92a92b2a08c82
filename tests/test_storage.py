"""浏览器存储: what a browser hands over is read as untrusted, and no tab writes over another's change."""

import json
from collections.abc import Callable
from functools import partial

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, BadRequest
from pages.ui import entry, play, seats, state, storage
from pages.ui.links import to_query
from pages.ui.storage import LARGEST, Shelf, open_envelope, read_report, taken

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def numbers(kept: object) -> tuple[int, ...]:
    if not isinstance(kept, list) or not all(type(each) is int for each in kept):
        raise BadRequest("storage-no-envelope", value=kept)
    return tuple(kept)


LOUD = storage.Name(numbers, "page-study", quiet=False)
QUIET = storage.Name(numbers, "page-study", quiet=True)


def kept(value: object, *, revision: int = 1, by: str = "another") -> str:
    return json.dumps({"form": storage.FORM, "revision": revision, "by": by, "value": value})


# ------------------------------------------------------------------------------------- what a browser sends


def test_a_report_is_read_as_it_is():
    payload = {
        "session": "s",
        "seq": 2.0,
        "page": "table",
        "names": {"table": {"text": None, "state": "seen"}},
    }
    report = read_report(payload)
    assert (report.session, report.seq, dict(report.names)) == ("s", 2, {"table": (None, "seen")})


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        {"session": "s", "seq": 1},
        {"session": "s", "seq": 1, "names": {}},
        {"session": "s", "seq": 1, "page": 5, "names": {}},
        {"session": 5, "seq": 1, "page": "table", "names": {}},
        {"session": "s", "seq": True, "page": "table", "names": {}},
        {"session": "s", "seq": 0, "page": "table", "names": {}},
        {"session": "s", "seq": 2.5, "page": "table", "names": {}},
        {"session": "s", "seq": 1, "page": "table", "names": []},
        {"session": "s", "seq": 1, "page": "table", "names": {"table": "text"}},
        {"session": "s", "seq": 1, "page": "table", "names": {"table": {"text": 5, "state": "seen"}}},
        {"session": "s", "seq": 1, "page": "table", "names": {"table": {"text": "5", "state": "written"}}},
    ],
)
def test_a_report_of_another_form_is_refused(payload):
    with pytest.raises(BadRequest) as refused:
        read_report(payload)
    assert refused.value.message == "storage-malformed"


@given(payload=ANYTHING)
def test_no_report_does_more_than_be_refused(payload):
    with pytest.raises(AnalyzerError):
        read_report(payload)


@given(value=ANYTHING, revision=st.integers(1, 2**53 - 1))
def test_an_envelope_gives_back_what_was_put_in_or_names_a_fault(value, revision):
    try:
        found, told = open_envelope(kept(value, revision=revision))
    except AnalyzerError as error:
        assert error.message == "storage-no-json"  # a number or a character that JSON has not
    else:
        assert found == revision
        assert json.loads(told) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rubbish", "storage-no-json"),
        ("[" * 100_000, "storage-no-json"),
        ('"<script>"', "storage-no-envelope"),
        ('{"form": 1, "revision": 1, "value": []}', "storage-no-envelope"),
        ('{"form": 1, "revision": 1.5, "by": "s", "value": []}', "storage-no-envelope"),
        ('{"form": 1, "revision": 0, "by": "s", "value": []}', "storage-no-envelope"),
        ('{"form": 2, "revision": 1, "by": "s", "value": []}', "storage-other-form"),
        ('{"form": 1, "revision": 1, "by": "s", "value": NaN}', "storage-no-json"),
        ('{"form": 1, "revision": 1, "by": "s", "value": "\\ud800"}', "storage-no-json"),
        (kept("x" * 2 * LARGEST), "storage-overlong"),
    ],
)
def test_a_text_of_another_form_is_named(text, message):
    with pytest.raises(BadRequest) as refused:
        open_envelope(text)
    assert refused.value.message == message


# --------------------------------------------------------------------------------------- what becomes of it


def test_what_is_kept_is_taken_over_at_the_start_without_a_word():
    shelf = taken(Shelf(), LOUD, kept([1, 2], revision=7), "seen")
    assert shelf == Shelf(ready=True, value=(1, 2), told="[1,2]", revision=7, base=7)


def test_nothing_kept_is_an_answer_too():
    assert taken(Shelf(), LOUD, None, "seen") == Shelf(ready=True)


def test_a_change_in_another_tab_wins_and_is_told_once_it_could_surprise():
    mine = Shelf(ready=True, value=(1,), told="[1]", revision=3, base=2, writes=True)
    for name, how, notice in (
        (LOUD, "seen", "storage-taken-over"),
        (LOUD, "refused", "storage-refused"),
        (QUIET, "seen", None),
        (QUIET, "refused", None),
    ):
        shelf = taken(mine, name, kept([1, 9], revision=4), how)
        assert (shelf.value, shelf.revision, shelf.base) == ((1, 9), 4, 4)
        assert (shelf.writes, shelf.notice) == (False, notice)
    assert taken(mine, LOUD, kept([1], revision=4), "seen").notice is None


@pytest.mark.parametrize("text", ["rubbish", kept({"no": "list"}, revision=5)])
def test_what_cannot_be_read_leaves_the_session_its_own(text):
    mine = Shelf(ready=True, value=(1,), told="[1]", revision=3, base=2, writes=True)
    shelf = taken(mine, LOUD, text, "seen")
    assert shelf.unread is not None
    assert (shelf.value, shelf.told) == ((1,), "[1]")


def test_a_browser_that_keeps_nothing_is_told_of_once_there_was_something_to_keep():
    assert taken(Shelf(), LOUD, None, "failed") == Shelf(ready=True)
    mine = Shelf(ready=True, value=(1,), told="[1]", revision=1, writes=True)
    assert taken(mine, LOUD, None, "failed").notice == "storage-failed"
    assert taken(mine, LOUD, None, "failed").value == (1,)


@pytest.mark.parametrize(
    "called_back",
    [
        storage._reported,
        play._tapped,
        entry._tapped,
        entry._written,
        partial(seats._named, 0),
        partial(seats._typed, 0, 0),
        seats._chose_way,
        seats._seeded,
        seats._thrown,
        seats._staked,
    ],
)
def test_a_report_that_went_with_its_page_is_no_error(called_back: Callable[[], None], monkeypatch) -> None:
    # Streamlit calls back for a component whose key it has dropped already.
    session: dict[str, object] = {"table": state.Table(state.EXAMPLE, session="a")}
    monkeypatch.setattr(streamlit, "session_state", session)
    before = dict(session)
    called_back()
    # What stood on the screen may have gone with it: the frame draws the page again.
    anew = {storage._FROM: None} if called_back is storage._reported else {}
    assert session == before | anew


def test_what_a_fragment_has_asked_for_since_the_page_was_drawn_is_drawn_again(monkeypatch) -> None:
    session: dict[str, object] = {
        "table": state.Table(state.EXAMPLE, session="a"),
        "storage_needed": frozenset(),
    }
    monkeypatch.setattr(streamlit, "session_state", session)
    nothing = {"hands": [], "last": None}
    storage.take(storage.Report("a", 1, {"recent": (kept(nothing), "seen")}))
    assert not session.get("storage_news")
    assert storage.value("recent") is not None
    storage.take(storage.Report("a", 2, {"recent": (None, "seen")}))
    assert not session.get("storage_news"), "what the browser has lost is still the session's"
    hand = to_query(state.EXAMPLE, "zh-CN")
    storage.take(storage.Report("a", 3, {"recent": (kept({"hands": [hand], "last": None}), "seen")}))
    assert session["storage_news"]
