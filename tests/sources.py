"""The project's own files, for the tests that read them."""

from __future__ import annotations

import ast
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
_NOT_OURS: Final = {"build", "dist", "node_modules", "__pycache__"}


def python_files(*folders: str) -> list[Path]:
    """Every Python file below ``folders`` of the project; ``.`` is its ground floor without the folders."""
    found = [path for folder in folders for path in _below(folder, "*.py")]
    return sorted(path for path in found if not _NOT_OURS.intersection(path.relative_to(ROOT).parts))


@functools.cache
def tree(path: Path) -> ast.Module:
    """The parsed source of ``path``."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def module_name(path: Path) -> str:
    """``analyzer/shapes/tables.py`` → ``analyzer.shapes.tables``; a package has the name of its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that ``path`` imports, anywhere in it, by its absolute name, and the line.

    ``from package import name`` gives ``package.name`` where that is a module of ours, else ``package``.
    """
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                yield (f"{base}.{alias.name}" if _is_module(f"{base}.{alias.name}") else base), node.lineno


def committed_files() -> list[Path]:
    """Every file that git knows; without git, every file that is not built."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return [path for path in _below(".", "**/*") if path.is_file() and not _is_built(path)]
    # A file may be renamed and not yet committed.
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def _below(folder: str, pattern: str) -> list[Path]:
    return list((ROOT / folder).glob(pattern) if folder == "." else (ROOT / folder).rglob(pattern))


def _is_built(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return bool(_NOT_OURS.intersection(parts)) or any(
        part.startswith(".") and part not in (".ci", ".streamlit", ".gitignore") for part in parts
    )


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()
