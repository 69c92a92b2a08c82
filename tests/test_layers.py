"""The layers of the house: a file imports only what stands above it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT, imports, module_name, python_files, tree

LAYERS = (
    "errors",
    "texts",
    "tiles",
    "notation",
    "rules",
    "forms",
    "position",
    "moves",
    "compiler",
    "shapes",
    "win_kernels",
    "wins",
    "events",
    "settlement",
    "money",
    "compare",
    "disputes",
    "seating",
    "ledger",
    "samples",
    "waits",
    "deal",
    "record",
    "shorthand",
    "routes",
    "playout",
    "expectation",
    "advice",
    "tenpai",
    "course",
    "reasons",
    "review",
    "examples",
    "practice",
    "migrations",
    "store",
    "drills",
    "rounds",
    "jobs",
    "progress",
    "requests",
    "report",
    "cli",
    "__main__",
)
"""The engine from the ground floor up: modules, or packages whose files may import one another."""

MIGRATIONS = {
    module_name(path)
    for path in python_files("analyzer")
    if path.is_relative_to(ROOT / "analyzer" / "migrations")
}

KEEPERS = {
    "numba": {"analyzer.compiler"},
    "fluent": {"analyzer.texts"},
    "pydantic": {"analyzer.forms", "analyzer.record", "analyzer.requests"},
    "jinja2": {"analyzer.report"},
    "click": {"analyzer.cli", "analyzer.__main__"},
    "sqlalchemy": {"analyzer.store", *MIGRATIONS},
    "alembic": {"analyzer.store", *MIGRATIONS},
    "platformdirs": {"analyzer.store"},
    "fsrs": {"analyzer.drills"},
}
"""Libraries that one file of the engine alone may know."""

ENGINE = python_files("analyzer")
PAGES = [*python_files("pages"), *[path for path in python_files(".") if path.name == "streamlit_app.py"]]


def floor(module: str) -> int:
    """The place of ``module`` in LAYERS."""
    return LAYERS.index(module.split(".")[1])


@pytest.mark.parametrize("path", ENGINE, ids=module_name)
def test_engine_file_has_a_floor(path: Path) -> None:
    module = module_name(path)
    assert module == "analyzer" or module.split(".")[1] in LAYERS, f"{module} has no place in LAYERS"


@pytest.mark.parametrize("path", ENGINE, ids=module_name)
def test_engine_file_imports_only_from_above(path: Path) -> None:
    module = module_name(path)
    if module == "analyzer":
        return
    for name, line in imports(path):
        if name.split(".")[0] in ("pages", "streamlit_app", "tests", "benchmarks", "scripts"):
            pytest.fail(f"{path.name}:{line} imports {name}, which stands below the engine")
        if name == "analyzer":
            pytest.fail(f"{path.name}:{line} imports the whole engine: name the module")
        if name.startswith("analyzer."):
            own, other = floor(module), floor(name)
            assert other <= own, f"{path.name}:{line} imports {name}, which stands below {module}"


@pytest.mark.parametrize("path", ENGINE, ids=module_name)
def test_engine_file_knows_only_its_libraries(path: Path) -> None:
    for name, line in imports(path):
        library = name.split(".")[0]
        assert library != "streamlit", f"{path.name}:{line}: the engine knows nothing of Streamlit"
        keepers = KEEPERS.get(library)
        assert keepers is None or module_name(path) in keepers, (
            f"{path.name}:{line}: {library} is kept in {keepers}"
        )


@pytest.mark.parametrize("path", PAGES, ids=module_name)
def test_page_makes_no_numbers(path: Path) -> None:
    banned = {"numpy", "numba", "pandas", "sqlite3", "sqlalchemy", "alembic", "psycopg"}
    for name, line in imports(path):
        assert name.split(".")[0] not in banned, f"{path.name}:{line}: a page does not import {name}"


def test_files_of_a_layer_import_each_other_in_one_direction() -> None:
    edges = {
        module_name(path): {name for name, _ in imports(path) if name.startswith("analyzer.")}
        for path in ENGINE
    }
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, f"imports in a circle: {' → '.join([*trail, module])}"
        if module not in done:
            for other in edges.get(module, ()):
                visit(other, (*trail, module))
            done.add(module)

    for module in edges:
        visit(module, ())


def test_importing_the_engine_loads_nothing_heavy() -> None:
    heavy = ("streamlit", "numba", "fluent", "pydantic", "click", "joblib", "plotly", "fsrs")
    script = f"import analyzer, sys; print(*[name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


def test_layers_are_read_from_real_imports() -> None:
    """The reading itself: every import in a file of ours is seen, those inside functions too."""
    path = ROOT / "analyzer" / "texts.py"
    assert tree(path).body
    assert {"analyzer.errors", "fluent.runtime"} <= {name for name, _ in imports(path)}
