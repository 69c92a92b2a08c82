"""History in a real SQLite file and a real PostgreSQL: what is kept, who sees it, and what is refused untouched."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st

from analyzer import store as module
from analyzer.errors import AnalyzerError, BadRequest, BadStore
from analyzer.store import Card, Profile, Store
from tests.proofs.store_kills import BEGINNINGS, Kept, as_of, one_round


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/history.db"
    address: str = request.getfixturevalue("postgres")
    engine = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as at:
        at.execute(sql.text("DROP SCHEMA public CASCADE"))
        at.execute(sql.text("CREATE SCHEMA public"))
    engine.dispose()
    return address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SQLite database with a record, an answer and a card, at rest."""
    path = tmp_path / "history.db"
    with Store(f"sqlite:///{path}") as opened:
        profile, _ = opened.new_profile()
        fill(opened, profile)
    assert not path.with_name("history.db-wal").exists()
    return path


def fill(store: Store, profile: Profile) -> None:
    store.keep(profile, '{"type":"start"}\n', title="第一局", rules="hongzhong", source="pasted", seat=2)
    answer(store, profile, "q1", card=Card("q1", 1_000, "{}"))


def answer(store: Store, profile: Profile, question: str, **more: Any) -> None:
    told: dict[str, Any] = {"topic": "discard", "rules": "hongzhong", "correct": False, "seconds": 2.5}
    store.answered(profile, **{**told, "question": question, "given": "discard:5s", "loss": 1.25, **more})


def all_of(path: Path) -> dict[str, str]:
    """Every file of the folder by its content."""
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in path.parent.iterdir()}


def refused(path: Path, message: str) -> None:
    """Opening it says ``message`` and changes no byte."""
    before = all_of(path)
    with pytest.raises(BadStore) as raised:
        Store(f"sqlite:///{path}")
    assert raised.value.message == message
    assert all_of(path) == before


# ---------------------------------------------------------------------------------------------- what is kept


def test_what_is_kept_is_found_again_after_closing(url: str) -> None:
    with Store(url) as first:
        profile, token = first.new_profile()
        kept = first.keep(profile, "牌谱\n", title="与老李", rules="facai", source="typed", seat=3)
        answer(first, profile, "q1", card=Card("q1", 5, '{"step":1}'), at=10)
        answer(first, profile, "q1", card=Card("q1", 9, '{"step":2}'), at=20, loss=None)
    with Store(url) as second:
        again = second.profile_of_token(token)
        assert again == profile
        assert second.keepings(profile).rows == (kept,)
        assert second.keeping(profile, kept.id) == kept
        answers = second.answers(profile).rows
        assert [(each.at, each.loss, each.seconds) for each in answers] == [(10, 1.25, 2.5), (20, None, 2.5)]
        assert second.answers(profile, since=11).rows == answers[1:]
        assert second.card(profile, "q1") == Card("q1", 9, '{"step":2}')
        assert second.due(profile, 8).rows == ()
        assert second.due(profile, 9).rows == (Card("q1", 9, '{"step":2}'),)
        assert second.forget(profile, kept.id)
        assert not second.forget(profile, kept.id)
        assert second.keepings(profile).rows == ()


def test_the_newest_records_come_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    profile, _ = store.new_profile()
    for at in (3, 1, 2):
        monkeypatch.setattr(module, "now", lambda at=at: at)
        store.keep(profile, "x", title=str(at), rules="pizi", source="practice")
    assert [kept.title for kept in store.keepings(profile, limit=2).rows] == ["3", "2"]


def test_nobody_reads_or_deletes_what_is_anothers(store: Store) -> None:
    mine, token = store.new_profile()
    other, _ = store.new_profile()
    fill(store, mine)
    (kept,) = store.keepings(mine).rows
    assert store.keeping(other, kept.id) is None
    assert not store.forget(other, kept.id)
    assert store.card(other, "q1") is None
    assert (store.keepings(other).rows, store.answers(other).rows, store.due(other, 10**12).rows) == (
        (),
        (),
        (),
    )
    assert json.loads(store.export(other)) == {"form": 1, "records": [], "answers": [], "cards": []}
    store.delete_profile(other)
    assert store.profile_of_token(token) == mine
    assert store.keepings(mine).rows == (kept,)
    assert store.profile_of_token(token[:-1]) is None
    assert store.profile_of_token("\udcff") is None


def test_deleting_a_profile_leaves_nothing_of_it(url: str, store: Store) -> None:
    profile, token = store.new_profile()
    fill(store, profile)
    store.delete_profile(profile)
    assert store.profile_of_token(token) is None
    for table in ("profile", "record", "answer", "card"):
        with store._reading() as at:
            assert at.execute(sql.text(f"SELECT count(*) FROM {table}")).scalar_one() == 0
    with pytest.raises(BadStore):  # its rows have nobody to belong to
        fill(store, profile)


def test_a_login_has_one_profile(store: Store) -> None:
    first = store.profile_of_login("https://login.example", "42")
    assert store.profile_of_login("https://login.example", "42") == first
    assert store.profile_of_login("https://other.example", "42") != first
    assert store.profile_of_login("https://login.exampl", "e42") != first
    with pytest.raises(BadRequest, match="store-login"):
        store.profile_of_login("https://login.example", "")


def test_the_token_itself_is_not_in_the_database(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with Store(f"sqlite:///{path}") as store:
        _, token = store.new_profile()
    assert token.encode() not in path.read_bytes()


def test_threads_may_write_at_once(store: Store) -> None:
    profile, _ = store.new_profile()
    failed: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for each in range(5):
                answer(store, profile, f"{number}-{each}", card=Card("same", number, "{}"))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    assert len(store.answers(profile).rows) == 30
    assert store.card(profile, "same") is not None


def test_programs_may_open_a_new_database_at_once(url: str) -> None:
    opened: list[Store] = []
    failed: list[BaseException] = []

    def open_it() -> None:
        try:
            opened.append(Store(url))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    profile, token = opened[0].new_profile()
    assert all(each.profile_of_token(token) == profile for each in opened)
    for each in opened:
        each.close()


# ------------------------------------------------------------------------------------- export and import


def test_an_export_is_taken_over_once(store: Store) -> None:
    mine, _ = store.new_profile()
    fill(store, mine)
    told = store.export(mine)
    other, _ = store.new_profile()
    assert store.import_(other, told) == 3
    assert store.import_(other, told) == 0
    assert store.export(other) == told
    assert store.keepings(other).rows == store.keepings(mine).rows


def test_the_card_that_was_answered_later_wins(store: Store) -> None:
    mine, _ = store.new_profile()
    other, _ = store.new_profile()
    answer(store, mine, "q", card=Card("q", 100, "mine"))
    answer(store, other, "q", card=Card("q", 200, "other"))
    store.import_(mine, store.export(other))
    assert store.card(mine, "q") == Card("q", 200, "other")
    answer(store, other, "q", card=Card("q", 50, "older"))
    store.import_(mine, store.export(other))
    assert store.card(mine, "q") == Card("q", 200, "other")


RECORD = {"id": "a", "at": 1, "title": "t", "rules": "pizi", "source": "typed", "seat": 0, "body": "b"}


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("牌", "store-export-json"),
        ("[" * 100_000, "store-export-json"),
        ("[]", "store-export-form"),
        ('{"form":1}', "store-export-form"),
        ('{"form":2,"records":[],"answers":[],"cards":[]}', "store-export-newer"),
        ('{"form":1,"records":{},"answers":[],"cards":[]}', "store-export-part"),
        ('{"form":1,"records":[1],"answers":[],"cards":[]}', "store-export-row"),
        (
            json.dumps({"form": 1, "records": [{**RECORD, "seat": 4}], "answers": [], "cards": []}),
            "store-number",
        ),
        (
            json.dumps({"form": 1, "records": [{**RECORD, "seat": True}], "answers": [], "cards": []}),
            "store-number",
        ),
        (
            json.dumps({"form": 1, "records": [{**RECORD, "body": "\0"}], "answers": [], "cards": []}),
            "store-text",
        ),
        (
            json.dumps({"form": 1, "records": [{**RECORD, "title": 5}], "answers": [], "cards": []}),
            "store-text",
        ),
        (
            '{"form":1,"records":[],"answers":[],"cards":[{"question":"\\ud800","due":1,"state":"x"}]}',
            "store-text",
        ),
    ],
)
def test_a_bad_import_is_told_and_changes_nothing(store: Store, told: str, message: str) -> None:
    profile, _ = store.new_profile()
    fill(store, profile)
    before = store.export(profile)
    with pytest.raises(BadRequest) as raised:
        store.import_(profile, told)
    assert raised.value.message == message
    assert store.export(profile) == before


@given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5)
)
def test_any_json_in_a_row_is_taken_or_told(value: object) -> None:
    for name in RECORD:
        row = {**RECORD, name: value}
        told = json.dumps({"form": 1, "records": [row], "answers": [], "cards": []})
        try:
            module._read_export(told)
        except AnalyzerError as error:
            assert error.message in ("store-text", "store-number", "store-export-json")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"title": ""}, "store-text"),
        ({"title": "x" * 81}, "store-text"),
        ({"title": "a\0"}, "store-text"),
        ({"seat": -1}, "store-number"),
    ],
)
def test_what_cannot_be_kept_is_told(store: Store, changed: dict[str, Any], message: str) -> None:
    profile, _ = store.new_profile()
    told: dict[str, Any] = {
        "body": "b",
        "title": "t",
        "rules": "pizi",
        "source": "typed",
        "seat": 0,
        **changed,
    }
    with pytest.raises(BadRequest) as raised:
        store.keep(profile, told.pop("body"), **told)
    assert raised.value.message == message
    with pytest.raises(BadRequest):
        answer(store, profile, "q", seconds=float("nan"))


# --------------------------------------------------------------------------------------------- migrations


def test_migrations_make_what_the_tables_say(store: Store) -> None:
    with store._reading() as at:
        found = compare_metadata(MigrationContext.configure(at), module._meta)
    assert found == []


def test_an_older_database_is_brought_up_with_what_it_holds(url: str) -> None:
    as_of(url, "1")
    with Store(url) as store:
        profile = store.profile_of_token("token")
        assert profile is not None
        (kept,) = store.keepings(profile).rows
        assert kept.body == "old"
        answer(store, profile, "q")
        assert len(store.answers(profile).rows) == 1


def test_a_newer_database_is_told_and_left_alone(url: str) -> None:
    Store(url).close()
    engine = module._engine(module._url(url))
    with engine.begin() as at:
        at.execute(sql.text("UPDATE alembic_version SET version_num = '9'"))
    engine.dispose()
    with pytest.raises(BadStore) as raised:
        Store(url)
    assert raised.value.message == "store-newer"
    assert raised.value.params["found"] == "9"


def test_a_newer_file_is_not_changed_by_a_byte(file: Path) -> None:
    with closing(sqlite3.connect(file)) as at, at:
        at.execute("UPDATE alembic_version SET version_num = '9'")
    before = all_of(file)
    with pytest.raises(BadStore, match="store-newer"):
        Store(f"sqlite:///{file}")
    assert all_of(file) == before


def test_another_programs_database_is_left_alone(url: str) -> None:
    engine = module._engine(module._url(url))
    with engine.begin() as at:
        at.execute(sql.text("CREATE TABLE theirs (a INTEGER)"))
    engine.dispose()
    with pytest.raises(BadStore, match="store-not-ours"):
        Store(url)
    engine = module._engine(module._url(url))
    assert sql.inspect(engine).get_table_names() == ["theirs"]
    engine.dispose()


# -------------------------------------------------------------------------------------------------- kills


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    kept = Kept()
    for number in range(9):
        one_round(tmp_path, kept, BEGINNINGS[number % 3], 0.06 * number)


# ------------------------------------------------------------------------------------------------- damage


def test_a_file_cut_off_anywhere_is_told_and_left_alone(file: Path) -> None:
    whole = file.read_bytes()
    for size in (0, 1, 15, 16, 50, 99, 100, 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        file.write_bytes(whole[:size])
        refused(file, "store-cut-off")


def test_what_is_no_database_is_told_and_left_alone(file: Path) -> None:
    for content in (b"hello", b"PK\x03\x04" * 5000, "牌谱".encode()):
        file.write_bytes(content)
        refused(file, "store-not-a-database")


def test_damage_that_sqlite_sees_is_told_and_left_alone(file: Path) -> None:
    whole = file.read_bytes()
    seen = 0
    for page in range(1, len(whole) // 4096):
        file.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        refused(file, "store-damaged")
        seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("record", "body", "x"),
        ("record", "title", "别的"),
        ("record", "seat", 1),
        ("answer", "loss", 0.0),
        ("answer", "correct", 1),
        ("card", "due", 7),
        ("card", "state", "[]"),
    ],
)
def test_a_row_that_is_not_what_was_written_is_told_beside_the_others(
    file: Path, table: str, column: str, value: object
) -> None:
    with Store(f"sqlite:///{file}") as store:
        profile = first_profile(store)
        store.keep(profile, "whole", title="whole", rules="pizi", source="typed")
        answer(store, profile, "whole", card=Card("whole", 5, "{}"))
    with closing(sqlite3.connect(file)) as at, at:
        key = "question" if table == "card" else "id"
        named = f"SELECT {key} FROM {table} ORDER BY rowid LIMIT 1"
        at.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ({named})", (value,))
    with Store(f"sqlite:///{file}") as store:
        found = {
            "record": store.keepings(profile),
            "answer": store.answers(profile),
            "card": store.due(profile, 10**12),
        }
        for name, each in found.items():
            assert len(each.rows) == (1 if name == table else 2)
            assert [error.message for error in each.damaged] == ["store-damaged-row"] * (name == table)
        with pytest.raises(BadStore, match="store-damaged-row"):
            store.export(profile)


def first_profile(store: Store) -> Profile:
    with store._reading() as at:
        return module._as_profile(at.execute(module._profile.select()).mappings().one())


def test_a_row_moved_to_another_profile_is_damaged(file: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        other, _ = store.new_profile()
    with closing(sqlite3.connect(file)) as at, at:
        at.execute("UPDATE record SET profile = ?", (other.id,))
    with Store(f"sqlite:///{file}") as store:
        assert [error.message for error in store.keepings(other).damaged] == ["store-damaged-row"]


def test_a_log_without_its_database_is_not_thrown_away(file: Path) -> None:
    log = file.with_name("history.db-wal")
    log.write_bytes(b"left")
    file.unlink()
    refused(file, "store-lost")


# ------------------------------------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    "address",
    [
        "",
        "history.db",
        "mysql://x/y",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///a?mode=ro",
        "postgresql:/",
    ],
)
def test_an_address_that_cannot_be_used_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_DATABASE", address or "nonsense")
    with pytest.raises(BadStore, match="store-url"):
        Store()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_password_is_never_told(scheme: str) -> None:
    with pytest.raises(BadStore) as raised:
        Store(f"{scheme}://me:secret@127.0.0.1:1/none")
    assert raised.value.message == "store-failed"
    assert "secret" not in str(raised.value)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadStore, match="store-failed"):
        Store(f"sqlite:///{tmp_path}/file/history.db")


def test_the_address_comes_from_the_environment_or_the_users_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANALYZER_DATABASE", " sqlite:////x/y.db ")
    assert module.default_url() == "sqlite:////x/y.db"
    monkeypatch.delenv("ANALYZER_DATABASE")
    assert module.default_url().startswith("sqlite:///")
    assert module.default_url().endswith("history.db")
