"""SIGKILL at random moments while history is written, made or migrated: nothing acknowledged is lost, nothing is half.

    python tests/proofs/store_kills.py [--kills 400] [--seed 1]

Each round begins with no database, with one of the oldest form, or with the one that the round before left.  A process
opens it and writes answers with their cards, records and an import; it tells each as soon as the store has returned,
and is killed a random moment later.  Then the database must open, ``integrity_check`` must say ok, everything told
must be there and whole, and at most the one change that was under way may be there besides, with all that belongs
to it.
Exits 1 on the first round that fails.
"""

import argparse
import json
import multiprocessing
import multiprocessing.context
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from alembic import command

from analyzer import store as module
from analyzer.store import Card, Keeping, Store

BEGINNINGS: Final = ("none", "older", "as it was")
MANY: Final = 40
"""Rows of an import."""


def as_of(url: str, revision: str) -> None:
    """Make a database of an older form, with the profile that ``token`` opens and a record."""
    engine = module._engine(module._url(url))
    config, _ = module._scripts()
    kept = Keeping("k", 1, "t", "pizi", "typed", 0, "old")
    with engine.execution_options(writes=True).begin() as at:
        config.attributes["connection"] = at
        command.upgrade(config, revision)
        at.execute(module._profile.insert().values(id="p", created=1, token=module._hashed("token")))
        at.execute(module._keeping.insert().values(module._KEEPINGS.row("p", kept)))
    engine.dispose()


def _processes() -> multiprocessing.context.BaseContext:
    """Children that begin where this process is, where the system has them: a new Python takes a second to start."""
    return multiprocessing.get_context(
        "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    )


def write(url: str, told: Connection, start: int, token: str | None) -> None:
    """Open the store and write until the end comes; tell what is done."""
    told.send(("begun", ""))
    store = Store(url)
    told.send(("opened", ""))
    profile = store.profile_of_token(token) if token is not None else None
    if profile is None:
        profile, token = store.new_profile()
        told.send(("profile", token))
    for number in range(start, start + 100_000):
        key = f"{number}"
        if number % 7 == 3:
            told.send(
                ("record", store.keep(profile, "牌" * 3_000, title=key, rules="pizi", source="typed").title)
            )
        elif number % 7 == 5:
            rows = [{"question": f"{key}-{each}", "due": number, "state": "x"} for each in range(MANY)]
            store.import_(profile, json.dumps({"form": 1, "records": [], "answers": [], "cards": rows}))
            told.send(("import", key))
        else:
            store.answered(
                profile,
                topic="discard",
                rules="pizi",
                question=key,
                correct=True,
                seconds=1,
                given="",
                card=Card(key, number, "{}"),
            )
            told.send(("answer", key))


class Kept:
    """What the store has acknowledged."""

    def __init__(self) -> None:
        self.token: str | None = None
        self.keys: dict[str, set[str]] = {"answer": set(), "record": set(), "import": set()}
        self.next = 0


def one_round(folder: Path, kept: Kept, beginning: str, within: float) -> str:
    """Kill one writer and look; returns in which phase it was killed.  ``AssertionError`` names what is wrong."""
    path = folder / "history.db"
    url = f"sqlite:///{path}"
    if beginning != "as it was" or not path.exists():
        for each in folder.iterdir():
            each.unlink()
        kept.__init__()  # type: ignore[misc]
        if beginning == "older":
            as_of(url, "1")
            kept.token = "token"
            kept.keys["record"].add("t")
    here, there = multiprocessing.Pipe(duplex=False)
    process = _processes().Process(target=write, args=(url, there, kept.next, kept.token))
    process.start()
    there.close()
    assert here.recv() == ("begun", "")
    time.sleep(within)
    process.kill()
    process.join()
    phase = "opening"
    try:
        while True:
            what, key = here.recv()
            if what == "profile":
                kept.token = key
            elif what != "opened":
                kept.keys[what].add(key)
                kept.next = max(kept.next, int(key) + 1)
            phase = "writing"
    except (EOFError, ConnectionError):
        pass
    check(path, kept)
    kept.next += 1  # what was under way has used its number
    return phase


def check(path: Path, kept: Kept) -> None:
    """The database is whole and holds what was acknowledged."""
    with Store(f"sqlite:///{path}") as store:
        with closing(sqlite3.connect(path)) as at:
            assert at.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert at.execute("PRAGMA foreign_key_check").fetchall() == []
        if kept.token is None:
            return
        profile = store.profile_of_token(kept.token)
        assert profile is not None, "the profile is gone"
        records = store.keepings(profile, limit=10**6)
        answers = store.answers(profile, limit=10**6)
        cards = store.due(profile, 10**12, limit=10**6)
        assert (records.damaged, answers.damaged, cards.damaged) == ((), (), ())
        titles = {each.title for each in records.rows}
        questions = {each.question for each in answers.rows}
        asked = {each.question for each in cards.rows}
        imports: dict[str, int] = {}
        for each in asked:
            name, dash, _ = each.partition("-")
            if dash:
                imports[name] = imports.get(name, 0) + 1
        missing = (
            kept.keys["record"] - titles,
            kept.keys["answer"] - questions,
            kept.keys["import"] - set(imports),
        )
        assert missing == (set(), set(), set()), f"acknowledged and gone: {missing}"
        assert questions == {each for each in asked if "-" not in each}, "an answer without its card"
        assert set(imports.values()) <= {MANY}, "half an import"
        more = len(titles - kept.keys["record"]) + len(questions - kept.keys["answer"])
        more += len(set(imports) - kept.keys["import"])
        assert more <= 1, f"{more} changes that nobody acknowledged"
        # One that was written and not acknowledged stays; from now on it is known.
        for name, found in (("record", titles), ("answer", questions), ("import", set(imports))):
            kept.keys[name] = set(found)
        kept.next = max([kept.next, *(int(each) for each in questions), *(int(each) for each in imports)]) + 1


def main() -> None:
    """All rounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    kept, counts = Kept(), dict.fromkeys(("opening", "writing"), 0)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        as_of(f"sqlite:///{folder}/warm.db", "1")
        Store(f"sqlite:///{folder}/warm.db").close()
        opens = 2 * (time.perf_counter() - begun)
        for number in range(asked.kills):
            beginning = BEGINNINGS[number % 3]
            within = chance.uniform(0, opens) if number % 2 else chance.uniform(0, 1.0)
            phase = one_round(Path(folder), kept, beginning, within)
            counts[phase] += 1
    print(f"{asked.kills} kills with seed {asked.seed}: {counts}; nothing lost, nothing half-written")


if __name__ == "__main__":
    main()
