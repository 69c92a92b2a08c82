"""历史: profiles, records, answers and their cards in a SQL database, SQLite by default, PostgreSQL by URL.

- What :class:`Store` has returned from is written down: SQLite runs with a write-ahead log that is synced at every
  commit (``synchronous=FULL``), and a change is one transaction, migrations included.
- A database that is damaged, cut off, made by a newer version, or none of ours is told as :class:`BadStore` when it
  is opened, and stays as it is.  A row carries a checksum of what was written; where it differs the row is told as
  damaged, beside the others, and stays as it is.
- Every question names a profile, and nothing of another profile is ever found.
"""

import contextlib
import hashlib
import json
import os
import secrets
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import platformdirs
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import exc

from analyzer.errors import AnalyzerError, BadRequest, BadStore

__all__ = [
    "Answer",
    "Card",
    "Found",
    "Keeping",
    "Profile",
    "Store",
    "default_url",
]

FORM: Final = 1
"""The form of an export."""
LONGEST_TITLE: Final = 80
"""Characters of a record's title."""
LARGEST_TEXT: Final = 1_000_000
"""Characters of a record, a card or an answer's details."""
LARGEST_EXPORT: Final = 200_000
"""Rows that an import may bring."""
_MAGIC: Final = b"SQLite format 3\x00"
_HEADER: Final = 100
"""Bytes of a SQLite file's header."""
_WAITS: Final = 10.0
"""Seconds that a change waits for another program's."""
_LOCK: Final = 0x77756861
"""The number under which PostgreSQL lets one program migrate at a time."""
_STALE: Final = 3600.0
"""Seconds after which a database that was never finished is swept away."""

_migrating: Final = threading.Lock()
"""Alembic has one environment a process."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Profile:
    """档案: whose history it is.  ``subject`` is ``issuer|subject`` of a login, ``None`` for an anonymous one."""

    id: str
    created: int
    """Milliseconds since 1970, UTC, like every time here."""
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Keeping:
    """牌谱: a record that is kept; ``body`` is its text as it was written."""

    id: str
    at: int
    title: str
    rules: str
    """The id of the game, or that of the game which an own rule set is based on."""
    source: str
    """Where it comes from: ``practice``, ``pasted``, ``typed`` …"""
    seat: int
    """Whose decisions are looked at; 0–3."""
    body: str


@dataclass(frozen=True, slots=True)
class Answer:
    """答题: one answer to one question, or one decision at the practice table."""

    id: str
    at: int
    topic: str
    """What is asked: ``discard``, ``waits``, ``tenpai``, ``score``, ``call``, ``gang``."""
    rules: str
    question: str
    """The question's key: the same for the same question."""
    correct: bool
    loss: float | None
    """Expected points that the answer costs; ``None`` where that is not what is asked."""
    seconds: float
    """How long it took."""
    given: str
    """What was answered, as the drill writes it."""


@dataclass(frozen=True, slots=True)
class Card:
    """卡片: when a question comes up again, as the scheduler keeps it."""

    question: str
    due: int
    state: str
    """The scheduler's own JSON."""


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What was found: the rows that are whole, and an error for each that is not."""

    rows: tuple[T, ...]
    damaged: tuple[BadStore, ...] = ()


_meta = sql.MetaData()
_profile = sql.Table(
    "profile",
    _meta,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("token", sql.String(64), unique=True),
    sql.Column("subject", sql.Text, unique=True),
)


def _table(name: str, *columns: sql.Column[Any], key: str) -> sql.Table:
    """Rows of a profile, each with its checksum."""
    owner = sql.ForeignKey("profile.id", ondelete="CASCADE")
    return sql.Table(
        name,
        _meta,
        sql.Column("profile", sql.String(32), owner, primary_key=True),
        sql.Column(key, sql.Text, primary_key=True),
        *columns,
        sql.Column("checksum", sql.String(64), nullable=False),
    )


_keeping = _table(
    "record",
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("title", sql.Text, nullable=False),
    sql.Column("rules", sql.Text, nullable=False),
    sql.Column("source", sql.Text, nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    key="id",
)
_answer = _table(
    "answer",
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("topic", sql.Text, nullable=False),
    sql.Column("rules", sql.Text, nullable=False),
    sql.Column("question", sql.Text, nullable=False),
    sql.Column("correct", sql.Boolean, nullable=False),
    sql.Column("loss", sql.Double),
    sql.Column("seconds", sql.Double, nullable=False),
    sql.Column("given", sql.Text, nullable=False),
    key="id",
)
_card = _table(
    "card",
    sql.Column("due", sql.BigInteger, nullable=False),
    sql.Column("state", sql.Text, nullable=False),
    key="question",
)


sql.Index("record_newest", _keeping.c.profile, _keeping.c.at)
sql.Index("answer_newest", _answer.c.profile, _answer.c.at)
sql.Index("card_next", _card.c.profile, _card.c.due)


@dataclass(frozen=True, slots=True)
class _Kind(Generic[T]):
    """How values of one class lie in their table."""

    table: sql.Table
    made: Callable[..., T]
    key: str
    names: tuple[str, ...]

    def row(self, profile: str, value: T) -> dict[str, Any]:
        """A value as a row, checksum included."""
        found = {name: getattr(value, name) for name in self.names}
        return {"profile": profile, **found, "checksum": _checksum(self.table.name, profile, found)}

    def read(self, row: sql.RowMapping) -> T:
        """A row as a value; :class:`BadStore` if it is not what was written."""
        found = {name: row[name] for name in self.names}
        if row["checksum"] != _checksum(self.table.name, row["profile"], found):
            raise BadStore("store-damaged-row", table=self.table.name, row=str(row[self.key]))
        return self.made(**found)


def _kind(table: sql.Table, made: type[T], key: str) -> _Kind[T]:
    return _Kind(table, made, key, tuple(each.name for each in fields(made)))  # type: ignore[arg-type]


_KEEPINGS: Final = _kind(_keeping, Keeping, "id")
_ANSWERS: Final = _kind(_answer, Answer, "id")
_CARDS: Final = _kind(_card, Card, "question")


def _checksum(table: str, profile: str, values: Mapping[str, Any]) -> str:
    told = json.dumps([table, profile, values], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def default_url() -> str:
    """Where history is kept: the URL in ``ANALYZER_DATABASE``, else a SQLite file among the user's own data."""
    named = os.environ.get("ANALYZER_DATABASE", "").strip()
    if named:
        return named
    folder = Path(platformdirs.user_data_dir("wuhan-mahjong-analyzer", appauthor=False))
    return f"sqlite:///{folder / 'history.db'}"


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Store:
    """历史: an open database; threads may share it.

    Everything it raises is :class:`BadStore`, or :class:`BadRequest` for what it is given.
    """

    def __init__(self, url: str | None = None) -> None:
        """Open ``url`` (:func:`default_url` if not named), make it if it is a file that isn't there, migrate it."""
        self._url = _url(url or default_url())
        with _told(self._url):
            if self._url.get_backend_name() == "sqlite":
                path = _file(self._url)
                if not path.exists():
                    _make(path, self._url)
                _inspect(path)
            self._engine = _engine(self._url)
            try:
                _migrate(self._engine, self._url)
            except BaseException:
                self._engine.dispose()
                raise

    def close(self) -> None:
        """Give the database back."""
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Profiles

    def new_profile(self) -> tuple[Profile, str]:
        """An anonymous profile, and the token that opens it; the database knows the token's hash only."""
        token = secrets.token_urlsafe(32)
        profile = Profile(uuid.uuid4().hex, now())
        with self._changing() as at:
            at.execute(_profile.insert().values(id=profile.id, created=profile.created, token=_hashed(token)))
        return profile, token

    def profile_of_token(self, token: str) -> Profile | None:
        """The anonymous profile that a token opens."""
        return self._profile(_profile.c.token == _hashed(token))

    def profile_of_login(self, issuer: str, subject: str) -> Profile:
        """The profile of a login, made at its first visit."""
        if not issuer or not subject:
            raise BadRequest("store-login", issuer=issuer, subject=subject)
        name = json.dumps([issuer, subject], ensure_ascii=False)
        with self._changing() as at:
            row = at.execute(_profile.select().where(_profile.c.subject == name)).mappings().first()
            if row is None:
                made = Profile(uuid.uuid4().hex, now(), name)
                at.execute(_profile.insert().values(id=made.id, created=made.created, subject=name))
                return made
        return _as_profile(row)

    def delete_profile(self, profile: Profile) -> None:
        """Delete a profile with all that is its own."""
        with self._changing() as at:
            for kind in (_KEEPINGS, _ANSWERS, _CARDS):
                at.execute(kind.table.delete().where(kind.table.c.profile == profile.id))
            at.execute(_profile.delete().where(_profile.c.id == profile.id))

    def _profile(self, which: sql.ColumnElement[bool]) -> Profile | None:
        with self._reading() as at:
            row = at.execute(_profile.select().where(which)).mappings().first()
        return None if row is None else _as_profile(row)

    # Records

    def keep(
        self, profile: Profile, body: str, *, title: str, rules: str, source: str, seat: int = 0
    ) -> Keeping:
        """Keep a record."""
        kept = Keeping(uuid.uuid4().hex, now(), title, rules, source, seat, body)
        _check_keeping(kept)
        with self._changing(profile) as at:
            at.execute(_keeping.insert().values(_KEEPINGS.row(profile.id, kept)))
        return kept

    def keepings(self, profile: Profile, limit: int = 100) -> Found[Keeping]:
        """The newest ``limit`` records, newest first."""
        order = (_keeping.c.at.desc(), _keeping.c.id)
        return self._rows(
            _KEEPINGS, _keeping.select().where(_keeping.c.profile == profile.id).order_by(*order).limit(limit)
        )

    def keeping(self, profile: Profile, key: str) -> Keeping | None:
        """One record of the profile's own, or ``None``; :class:`BadStore` if it is damaged."""
        found = self._rows(
            _KEEPINGS, _keeping.select().where(_keeping.c.profile == profile.id, _keeping.c.id == key)
        )
        for error in found.damaged:
            raise error
        return found.rows[0] if found.rows else None

    def forget(self, profile: Profile, key: str) -> bool:
        """Delete a record of the profile's own; whether there was one."""
        with self._changing(profile) as at:
            gone = at.execute(_keeping.delete().where(_keeping.c.profile == profile.id, _keeping.c.id == key))
            return gone.rowcount == 1

    # Answers and cards

    def answered(
        self,
        profile: Profile,
        *,
        topic: str,
        rules: str,
        question: str,
        correct: bool,
        seconds: float,
        given: str,
        loss: float | None = None,
        card: Card | None = None,
        at: int | None = None,
    ) -> Answer:
        """Write down an answer, and with it when its question comes up again."""
        answer = Answer(
            uuid.uuid4().hex,
            now() if at is None else at,
            topic,
            rules,
            question,
            correct,
            None if loss is None else float(loss),
            float(seconds),
            given,
        )
        _check_answer(answer)
        if card is not None:
            _check_card(card)
        with self._changing(profile) as connection:
            connection.execute(_answer.insert().values(_ANSWERS.row(profile.id, answer)))
            if card is not None:
                _put(connection, _CARDS, profile.id, card)
        return answer

    def note(self, profile: Profile, answers: Iterable[Answer]) -> None:
        """Write down answers that bring ids of their own, all or none, each in the place of the one with its id."""
        rows = tuple(answers)
        for answer in rows:
            _check_answer(answer)
        with self._changing(profile) as at:
            for answer in rows:
                _put(at, _ANSWERS, profile.id, answer)

    def answers(self, profile: Profile, since: int = 0, limit: int = 10_000) -> Found[Answer]:
        """The answers from ``since`` on, the newest ``limit`` of them, oldest first."""
        asked = _answer.select().where(_answer.c.profile == profile.id, _answer.c.at >= since)
        found = self._rows(_ANSWERS, asked.order_by(_answer.c.at.desc(), _answer.c.id.desc()).limit(limit))
        return Found(found.rows[::-1], found.damaged)

    def due(self, profile: Profile, until: int, limit: int = 100) -> Found[Card]:
        """Cards that come up again by ``until``, the longest overdue first."""
        asked = _card.select().where(_card.c.profile == profile.id, _card.c.due <= until)
        return self._rows(_CARDS, asked.order_by(_card.c.due, _card.c.question).limit(limit))

    def card(self, profile: Profile, question: str) -> Card | None:
        """The card of a question, if it was ever answered."""
        asked = _card.select().where(_card.c.profile == profile.id, _card.c.question == question)
        found = self._rows(_CARDS, asked)
        for error in found.damaged:
            raise error
        return found.rows[0] if found.rows else None

    # Taking all of it elsewhere

    def export(self, profile: Profile) -> str:
        """Everything of a profile as JSON; :class:`BadStore` if a row is damaged."""
        told: dict[str, Any] = {"form": FORM}
        for name, kind in _PARTS.items():
            asked = kind.table.select().where(kind.table.c.profile == profile.id).order_by(kind.key)
            found = self._rows(kind, asked)
            for error in found.damaged:
                raise error
            told[name] = [{each: getattr(row, each) for each in kind.names} for row in found.rows]
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def import_(self, profile: Profile, text: str) -> int:
        """Take over what :meth:`export` wrote, all of it or nothing; how many rows are new.

        What is here already stays as it is, but for a card that was answered later elsewhere.
        """
        parts = _read_export(text)
        new = 0
        with self._changing(profile) as at:
            for kind, values in parts:
                table = kind.table
                there = set(
                    at.execute(sql.select(table.c[kind.key]).where(table.c.profile == profile.id)).scalars()
                )
                fresh = {getattr(value, kind.key): value for value in values}
                for key, value in fresh.items():
                    if key not in there:
                        at.execute(table.insert().values(kind.row(profile.id, value)))
                        new += 1
                    elif kind is _CARDS:
                        row = at.execute(
                            table.select().where(table.c.profile == profile.id, table.c[kind.key] == key)
                        )
                        if row.mappings().one()["due"] < value.due:
                            _put(at, kind, profile.id, value)
        return new

    # The database

    @contextlib.contextmanager
    def _changing(self, profile: Profile | None = None) -> Iterator[sql.Connection]:
        """One transaction that writes; those of one profile come one after the other."""
        with _told(self._url), self._engine.execution_options(writes=True).begin() as connection:
            if profile is not None:
                mine = sql.select(_profile.c.id).where(_profile.c.id == profile.id).with_for_update()
                if connection.execute(mine).first() is None:
                    raise BadStore("store-no-profile", profile=profile.id[:40])
            yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        with _told(self._url), self._engine.begin() as connection:
            yield connection

    def _rows(self, kind: _Kind[T], asked: sql.Select[Any]) -> Found[T]:
        rows, damaged = [], []
        with self._reading() as at:
            for row in at.execute(asked).mappings():
                try:
                    rows.append(kind.read(row))
                except BadStore as error:
                    damaged.append(error)
        return Found(tuple(rows), tuple(damaged))


_PARTS: Final[Mapping[str, _Kind[Any]]] = {"records": _KEEPINGS, "answers": _ANSWERS, "cards": _CARDS}


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _as_profile(row: sql.RowMapping) -> Profile:
    return Profile(row["id"], row["created"], row["subject"])


def _put(at: sql.Connection, kind: _Kind[T], profile: str, value: T) -> None:
    """Write a row in the place of the one with its key."""
    table = kind.table
    at.execute(
        table.delete().where(table.c.profile == profile, table.c[kind.key] == getattr(value, kind.key))
    )
    at.execute(table.insert().values(kind.row(profile, value)))


# What is written


def _check_text(name: str, value: object, longest: int = LONGEST_TITLE, least: int = 1) -> None:
    # PostgreSQL keeps no NUL, and nothing keeps half a pair of surrogates.
    if (
        not isinstance(value, str)
        or not least <= len(value) <= longest
        or "\x00" in value
        or any("\ud800" <= each <= "\udfff" for each in value)
    ):
        raise BadRequest("store-text", name=name, value=str(value)[:40], limit=longest)


def _check_number(name: str, value: object, least: float, greatest: float, whole: bool = True) -> None:
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= greatest:
        raise BadRequest("store-number", name=name, value=str(value)[:40], least=least, greatest=greatest)


_LAST: Final = 2**53


def _check_keeping(kept: Keeping) -> None:
    for name in ("id", "title", "rules", "source"):
        _check_text(name, getattr(kept, name))
    _check_text("body", kept.body, LARGEST_TEXT)
    _check_number("seat", kept.seat, 0, 3)
    _check_number("at", kept.at, 0, _LAST)


def _check_answer(answer: Answer) -> None:
    for name in ("id", "topic", "rules"):
        _check_text(name, getattr(answer, name))
    _check_text("question", answer.question, LARGEST_TEXT)
    _check_text("given", answer.given, LARGEST_TEXT, least=0)
    _check_number("at", answer.at, 0, _LAST)
    _check_number("seconds", answer.seconds, 0, 1e9, whole=False)
    if answer.loss is not None:
        _check_number("loss", answer.loss, -1e6, 1e6, whole=False)
    if not isinstance(answer.correct, bool):
        raise BadRequest("store-number", name="correct", value=str(answer.correct)[:40], least=0, greatest=1)


def _check_card(card: Card) -> None:
    _check_text("question", card.question, LARGEST_TEXT)
    _check_text("state", card.state, LARGEST_TEXT)
    _check_number("due", card.due, 0, _LAST)


_CHECKS: Final[Mapping[str, Callable[[Any], None]]] = {
    "records": _check_keeping,
    "answers": _check_answer,
    "cards": _check_card,
}


def _read_export(text: str) -> list[tuple[_Kind[Any], list[Any]]]:
    """The parts of an export; :class:`BadRequest` with the first thing that is not as it should be."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest("store-export-json", found=text[:40]) from None
    if not isinstance(told, dict) or set(told) != {"form", *_PARTS}:
        raise BadRequest("store-export-form", found=text[:40])
    if told["form"] != FORM:
        raise BadRequest("store-export-newer", form=str(told["form"])[:40], known=FORM)
    parts = []
    for name, kind in _PARTS.items():
        rows = told[name]
        if not isinstance(rows, list) or len(rows) > LARGEST_EXPORT:
            raise BadRequest("store-export-part", part=name, limit=LARGEST_EXPORT)
        values = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict) or set(row) != set(kind.names):
                raise BadRequest("store-export-row", part=name, number=number, fields=", ".join(kind.names))
            if kind is _ANSWERS:
                row = {**row, **{each: _as_float(row[each]) for each in ("loss", "seconds")}}
            value = kind.made(**row)
            _CHECKS[name](value)
            values.append(value)
        parts.append((kind, values))
    return parts


def _as_float(value: object) -> object:
    """Whole seconds that a program wrote as ``3`` are ``3.0``, as the database gives them back."""
    return (
        float(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LAST
        else value
    )


# Opening


def _url(text: str) -> sql.URL:
    if text.startswith("postgres://"):  # as many hosts still write it
        text = text.replace("postgres", "postgresql", 1)
    try:
        url = sql.make_url(text)
        backend = url.get_backend_name()
    except exc.SQLAlchemyError:
        raise BadStore("store-url", url=text.partition("://")[0][:20]) from None
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or not url.database or url.database == ":memory:" or url.query:
        raise BadStore("store-url", url=url.render_as_string(hide_password=True)[:200])
    return url.set(drivername="sqlite+pysqlite")


def _file(url: sql.URL) -> Path:
    return Path(str(url.database)).expanduser().absolute()


def _engine(url: sql.URL) -> sql.Engine:
    if url.get_backend_name() != "sqlite":
        try:
            return sql.create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise BadStore("store-driver", name=str(error.name)) from None
    engine = sql.create_engine(url.set(database=str(_file(url))), connect_args={"timeout": _WAITS})

    @sql.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # Python's own transactions leave out CREATE and ALTER; SQLAlchemy begins ours below.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        # One that reads first and then writes could find that another has written meanwhile.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _make(path: Path, url: sql.URL) -> None:
    """Make a database beside its place and move it there when it is whole, so that no half of one ever lies there."""
    if (log := path.with_name(f"{path.name}-wal")).exists() and log.stat().st_size:
        raise BadStore("store-lost", file=str(path), log=str(log))
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f"{path.name}.*.new*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE:
                left.unlink()
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex}.new")
    made = _engine(url.set(database=str(new)))
    try:
        _migrate(made, url)
    finally:
        made.dispose()  # the last one to leave puts the log into the file
    with new.open("rb+") as written:
        os.fsync(written.fileno())
    try:
        os.link(new, path)  # not over one that another program has made meanwhile
    except FileExistsError:
        pass
    finally:
        new.unlink()
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _inspect(path: Path) -> None:
    """Look at a SQLite file without changing a byte of it; :class:`BadStore` if it is not whole."""
    with path.open("rb") as opened:
        head = opened.read(_HEADER)
        size = os.fstat(opened.fileno()).st_size
    if head[: len(_MAGIC)] != _MAGIC[: len(head)]:
        raise BadStore("store-not-a-database", file=str(path))
    if len(head) < _HEADER:
        raise BadStore("store-cut-off", file=str(path), size=size)
    page = int.from_bytes(head[16:18], "big")
    if size < int.from_bytes(head[28:32], "big") * (65536 if page == 1 else page):
        raise BadStore("store-cut-off", file=str(path), size=size)
    log = path.with_name(f"{path.name}-wal")
    # Without a log nobody has the database open, and SQLite is told to write nothing beside it.  Whoever opens it
    # meanwhile may write into what is being read; then it is looked at again as one that is in use.
    found = _faults(path, alone=not log.exists())
    if found and log.exists():
        found = _faults(path, alone=False)
    if found:
        raise BadStore("store-damaged", file=str(path), found="; ".join(found)[:200])


def _faults(path: Path, *, alone: bool) -> list[str]:
    """What SQLite finds wrong with a file."""
    name = f"{path.as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    with contextlib.closing(sqlite3.connect(name, uri=True, timeout=_WAITS, isolation_level=None)) as at:
        try:
            found = [str(row[0]) for row in at.execute("PRAGMA integrity_check(3)")]
            alien = [f"foreign key of {row[0]}" for row in at.execute("PRAGMA foreign_key_check")]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            return [str(error)]
    return [each for each in found if each != "ok"] + alien


def _scripts() -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config, ScriptDirectory.from_config(config)


def _migrate(engine: sql.Engine, url: sql.URL) -> None:
    """Bring the database to this program's form, in one transaction; nothing is done where it has it."""
    config, scripts = _scripts()
    known = {script.revision for script in scripts.walk_revisions()}
    with engine.begin() as at:
        if _revision(at, url, known) == scripts.get_current_head():
            return
    with _migrating, engine.execution_options(writes=True).begin() as at:
        if engine.dialect.name == "postgresql":
            at.execute(sql.select(sql.func.pg_advisory_xact_lock(_LOCK)))
        _revision(at, url, known)
        config.attributes["connection"] = at
        command.upgrade(config, "head")


def _revision(at: sql.Connection, url: sql.URL, known: set[str]) -> str | None:
    """The database's form; ``None`` where it is empty."""
    found = MigrationContext.configure(at).get_current_heads()
    if len(found) > 1 or not known.issuperset(found):
        raise BadStore("store-newer", database=_named(url), found=", ".join(found)[:80])
    if not found and sql.inspect(at).get_table_names():
        raise BadStore("store-not-ours", database=_named(url))
    return found[0] if found else None


def _named(url: sql.URL) -> str:
    return str(_file(url)) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


@contextlib.contextmanager
def _told(url: sql.URL) -> Iterator[None]:
    """Whatever a database says is told as :class:`BadStore`, in one line."""
    try:
        yield
    except AnalyzerError:
        raise
    except exc.SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise BadStore("store-failed", database=_named(url), said=(said or [""])[0][:200]) from error
    except (OSError, sqlite3.Error) as error:
        raise BadStore("store-failed", database=_named(url), said=str(error)[:200]) from error
