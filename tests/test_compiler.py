"""Compiled twins: made in the background, never waited for, and kept where nobody else can write."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from analyzer import compiler, win_kernels
from analyzer.shapes import ShapeContext, discard_table, distances, kernels
from analyzer.shapes import distance as shapes
from analyzer.tiles import KINDS, ZHONG
from tests.sources import ROOT

CONTEXT = ShapeContext(4, 3, (ZHONG,))
HAND = [2, 2, 2, 1, 0, 1, 0, 0, 0, 1, 1, 1] + [0] * 15 + [2, 0, 0, 0, 1, 0, 0]
LIVE = [4 - count for count in HAND]

FIRST_ANSWER = f"""
import json, sys
from analyzer import compiler
from analyzer.shapes import ShapeContext, discard_table, kernels
rows = discard_table({HAND}, ShapeContext(4, 3, ({ZHONG},)), {LIVE})
found = [[row.tile, row.distance, list(row.paths), row.accepts.total] for row in rows]
"""


def run(code: str, **environment: str) -> Any:
    """What a fresh process prints as JSON; it sees none of this one's settings."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("ANALYZER", "NUMBA", "XDG", "PYTHON"))
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=kept | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def answer() -> list[list[Any]]:
    return [
        [row.tile, row.distance, list(row.paths), row.accepts.total]
        for row in discard_table(HAND, CONTEXT, LIVE)
    ]


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that has not begun, whatever this process has compiled already."""
    monkeypatch.delenv("ANALYZER_COMPILER", raising=False)
    monkeypatch.setattr(compiler, "_warm", {})
    monkeypatch.setattr(compiler, "_thread", None)
    monkeypatch.setattr(compiler, "_broken", False)


def toy(source: str, name: str = "toy_kernels") -> ModuleType:
    """A kernel module that stands in no file."""
    module = ModuleType(name)
    module.__file__ = __file__
    exec(compile(source, __file__, "exec"), module.__dict__)
    sys.modules[name] = module
    return module


@pytest.fixture
def toys() -> Any:
    """Makes kernel modules and forgets them."""
    made: list[str] = []

    def make(source: str, name: str = "toy_kernels") -> ModuleType:
        made.append(name)
        return toy(source, name)

    yield make
    for name in made:
        sys.modules.pop(name, None)
        compiler._twins.pop(name, None)
        compiler._exercises.pop(name, None)


def test_first_answer_needs_no_numba() -> None:
    code = FIRST_ANSWER + "print(json.dumps([found, 'numba' in sys.modules, compiler.ready()]))"
    assert run(code) == [answer(), False, False]


def test_compiler_can_be_turned_off() -> None:
    code = (
        "from analyzer import compiler; import analyzer.shapes; compiler.warm_up(block=True); compiler.warm_up()"
        + FIRST_ANSWER
        + "print(json.dumps([found, 'numba' in sys.modules, compiler.ready(), compiler.disabled()]))"
    )
    assert run(code, ANALYZER_COMPILER="off") == [answer(), False, False, True]


@pytest.mark.parametrize(
    ("value", "expected"), [("off", True), ("OFF", True), ("0", True), ("on", False), ("", False)]
)
def test_words_that_turn_it_off(value: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_COMPILER", value)
    assert compiler.disabled() is expected


def test_machine_code_is_kept_and_used_again(tmp_path: Path) -> None:
    """Two processes: the first compiles and keeps one kernel, the second finds it."""
    code = """
import json
from analyzer import compiler
from analyzer.shapes import kernels
import numpy as np
twin = compiler.compiled(kernels)
twin.jiang_count(1 << 10)
stats = twin.jiang_count.stats
print(json.dumps([sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), str(compiler.cache_directory())]))
"""
    hits, misses, directory = run(code, ANALYZER_CACHE=str(tmp_path))
    assert (hits, misses) == (0, 1)
    assert Path(directory).parent == tmp_path
    assert list(Path(directory).rglob("*.nbi"))
    assert run(code, ANALYZER_CACHE=str(tmp_path))[:2] == [1, 0]


@pytest.mark.parametrize(
    "environment",
    [
        {"ANALYZER_CACHE": ""},
        {"ANALYZER_CACHE": str(Path(__file__) / "no" / "directory")},
        {"HOME": str(Path(__file__)), "TMPDIR": str(Path(__file__)), "LOCALAPPDATA": str(Path(__file__))},
    ],
    ids=["none", "unwritable", "unwritable home"],
)
def test_compiles_where_nothing_can_be_kept(environment: dict[str, str]) -> None:
    code = """
import json
from analyzer import compiler
from analyzer.shapes import kernels
print(json.dumps([compiler.compiled(kernels).jiang_count(3 << 10), compiler.cache_directory() is None]))
"""
    count, nowhere = run(code, **environment)
    assert count == 3
    assert nowhere is ("ANALYZER_CACHE" in environment)  # else a directory for temporary files will do


def test_numbas_own_setting_is_left_alone(toys: Any) -> None:
    from numba.core import config

    before = config.CACHE_DIR
    compiler.compiled(toys("def f(x):\n    return x\n"))
    assert before == config.CACHE_DIR


def test_cache_is_named_after_all_kernel_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    (package / "deep").mkdir(parents=True)
    for name in ("compiler.py", "kernels.py", "deep/win_kernels.py", "other.py"):
        (package / name).write_text("one", encoding="utf-8")
    monkeypatch.setattr(compiler, "_PACKAGE", package)
    monkeypatch.setattr(compiler, "__file__", str(package / "compiler.py"))
    seen = {compiler._sources_hash()}
    (package / "other.py").write_text("two", encoding="utf-8")
    assert compiler._sources_hash() in seen
    for name in ("compiler.py", "kernels.py", "deep/win_kernels.py"):
        (package / name).write_text("two", encoding="utf-8")
        assert compiler._sources_hash() not in seen, name
        seen.add(compiler._sources_hash())


def test_directory_that_others_can_write_is_refused(tmp_path: Path) -> None:
    """What numba loads from the cache is run. Windows has no such permissions, and its caches are the user's own."""
    allowed = not hasattr(os, "getuid")
    directory = tmp_path / "base" / "leaf"
    assert compiler._usable(directory)
    directory.chmod(0o777)
    assert compiler._usable(directory) is allowed
    directory.chmod(0o700)
    directory.parent.chmod(0o777)
    assert compiler._usable(directory) is allowed


def test_twin_is_wired_to_the_twins_of_other_modules() -> None:
    wins = compiler.compiled(win_kernels)
    assert wins is compiler.compiled(win_kernels)
    assert wins.hand_class is compiler.compiled(kernels).hand_class
    assert wins.hand_class is not kernels.hand_class
    assert win_kernels.hand_class is kernels.hand_class  # the plain module stays as it was


def test_twin_computes_what_its_source_does(toys: Any) -> None:
    toys("BASE = 10\ndef inner(x):\n    return x * BASE\n", "inner_kernels")
    outer = toys(
        "import inner_kernels\n"
        "from inner_kernels import inner\n"
        "MORE = 3\n"
        "def twice(x, by=2):\n    return inner(x) * by + MORE\n"
        "def fill(out):\n    for i in range(len(out)):\n        out[i] = inner_kernels.inner(i) + twice(i)\n",
        "outer_kernels",
    )
    compiled = compiler.compiled(outer)
    assert compiled.MORE == outer.MORE == 3
    assert compiled.inner_kernels is compiler.compiled(sys.modules["inner_kernels"])
    assert compiled.twice(4) == outer.twice(4) == 83
    assert compiled.twice(4, 3) == outer.twice(4, 3)
    numbers, array = [0] * 5, np.zeros(5, np.int64)
    outer.fill(numbers)
    compiled.fill(array)
    assert numbers == array.tolist()


def test_only_kernel_modules_can_be_registered() -> None:
    with pytest.raises(ValueError, match="not a kernel module"):
        compiler.register(shapes, lambda twin: None)


@pytest.mark.usefixtures("nothing_compiled")
def test_plain_until_compiled(toys: Any) -> None:
    """A call never waits: it takes the plain kernels as long as the thread is busy."""
    module = toys("def f(x):\n    return x + 1\n")
    begun, may_end = threading.Event(), threading.Event()
    order: list[str] = []

    def exercise(twin: ModuleType) -> None:
        begun.set()
        order.append("exercised")
        assert may_end.wait(60)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_exercises", {})
        compiler.register(module, exercise)
        compiler.warm_up()
        assert begun.wait(60)
        compiler.warm_up()  # does not start a second thread
        assert compiler.active(module) is module
        assert not compiler.is_ready(module)
        assert not compiler.ready()
        late = toys("def g(x):\n    return x\n", "late_kernels")
        compiler.register(late, lambda twin: order.append("late"))
        may_end.set()
        assert compiler._thread is not None
        compiler._thread.join(60)
        assert order == ["exercised", "late"]
        assert compiler.ready()
        assert compiler.active(module) is compiler.compiled(module)
        assert compiler.active(module).f(1) == 2


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("block", [True, False])
def test_failure_leaves_everything_plain(toys: Any, block: bool, caplog: pytest.LogCaptureFixture) -> None:
    module = toys("def f(x):\n    return x.no_such_thing\n")
    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.ERROR, compiler.__name__):
        patch.setattr(compiler, "_exercises", {})
        compiler.register(module, lambda twin: twin.f(1))
        for _ in range(2):
            compiler.warm_up(block=block)
            if compiler._thread is not None:
                compiler._thread.join(60)
        assert compiler.active(module) is module
        assert not compiler.ready()
    assert [record.getMessage() for record in caplog.records] == ["kernels stay uncompiled"]


@pytest.mark.usefixtures("nothing_compiled")
def test_answers_stay_the_same_when_the_kernels_change() -> None:
    """Many threads ask while the compiled kernels take the plain ones' place, and back."""
    twin = compiler.compiled(kernels)
    shapes._exercise(twin)
    expected = answer()
    stop = threading.Event()
    wrong: list[Any] = []
    asked = [0] * 4

    def ask(number: int) -> None:
        while not stop.is_set():
            found = answer()
            asked[number] += 1
            if found != expected:
                wrong.append(found)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    limit = time.monotonic() + 60
    for turn in range(12):
        then = list(asked)
        while any(now < before + 2 for now, before in zip(asked, then, strict=True)):
            assert time.monotonic() < limit
            time.sleep(0.001)
        if turn % 2:
            del compiler._warm[kernels.__name__]
        else:
            compiler._warm[kernels.__name__] = twin
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_calls_meet_only_types_that_the_exercise_has_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a call would wait for the compiler."""
    twin = compiler.compiled(kernels)
    shapes._exercise(twin)
    monkeypatch.setattr(compiler, "_warm", {kernels.__name__: twin})
    entries = [
        twin.hand_distances, twin.route_accepts, twin.discard_table,
        twin.indices_batch, twin.distances_batch, twin.discard_table_batch,
    ]  # fmt: skip
    known = [len(entry.signatures) for entry in entries]
    distances(tuple(HAND), CONTEXT)
    discard_table(np.array(HAND), CONTEXT, LIVE)
    shapes.accepts(HAND, CONTEXT, LIVE)
    frozen = np.array([HAND, HAND, HAND], np.int64)[::2]
    frozen.setflags(write=False)
    indices, laizi = shapes.hand_indices(frozen, CONTEXT)
    indices.setflags(write=False)
    shapes.batch_distances(indices[::-1], laizi, CONTEXT)
    shapes.batch_discard_tables(frozen, frozen[:, ::-1], CONTEXT)
    assert [len(entry.signatures) for entry in entries] == known
    assert len(HAND) == KINDS
