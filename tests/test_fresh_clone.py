"""`make run`, here and as a newcomer has it: a fresh clone, an empty home, no environment, no package cache."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.browser import free_port, healthy
from tests.sources import ROOT, committed_files

pytestmark = pytest.mark.fresh

SECONDS = 600
"""Enough for a slow network: the packages are downloaded anew."""


def clone(folder: Path) -> None:
    """The last commit; where there is no git, the files as they are."""
    if (ROOT / ".git").exists():
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        return
    for path in committed_files():
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)


def newcomer(home: Path) -> dict[str, str]:
    """The machine's environment (its way to packages included) without what belongs to a user or a virtualenv."""
    personal = (
        "XDG_",
        "STREAMLIT_",
        "NUMBA_",
        "PYTHON",
        "MAKE",
        "MFLAGS",
        "UV_CACHE",
        "VIRTUAL_ENV",
        "PYTEST_",
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(personal)}
    for name in ("VENV", "PYTHON", "ARGS", "CI", "PIP_CACHE_DIR"):
        kept.pop(name, None)
    inside = os.environ.get("VIRTUAL_ENV")
    path = [place for place in kept["PATH"].split(os.pathsep) if not (inside and place.startswith(inside))]
    return {**kept, "HOME": str(home), "PATH": os.pathsep.join(path)}


def test_make_run_serves_the_app(tmp_path: Path) -> None:
    serves(ROOT, dict(os.environ), tmp_path / "log")


@pytest.mark.audit
def test_make_run_serves_a_newcomer(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    clone(project)
    serves(project, newcomer(home), tmp_path / "log")


def serves(project: Path, environment: dict[str, str], log: Path) -> None:
    """Runs the app by `make run` in ``project`` and asks it for its page."""
    port = free_port()
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["make", "run", f"PORT={port}", "ADDRESS=127.0.0.1"],
            cwd=project,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        up = healthy(url, process, SECONDS)
        assert up, f"`make run` did not serve the app. What it said:\n{log.read_text(encoding='utf-8')}"
        with urllib.request.urlopen(url, timeout=10) as answer:
            assert b"<title>" in answer.read()
    finally:
        # Make, the shell and the app: the whole group that was started above.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)
    assert "Traceback" not in log.read_text(encoding="utf-8")
