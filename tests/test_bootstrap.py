"""The set-up: a machine that lacks something is told what, in one sentence, and a ready one is left alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sources import ROOT

TOOLS = ("cat", "chmod", "cksum", "dirname", "env", "grep", "mkdir", "rm", "sh")


class Project:
    """A copy of what the set-up reads, on a machine that has only the programs put into ``bin``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "scripts").mkdir()
        shutil.copy(ROOT / "scripts" / "bootstrap.sh", folder / "scripts")
        for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt"):
            (folder / name).write_text("", encoding="utf-8")
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found is not None, tool
            (self.bin / tool).symlink_to(found)

    def program(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def python(self, name: str, version: str, has_venv: bool = True) -> None:
        """A Python that answers the set-up's questions and makes an environment whose pip writes to a log.

        What it can't do is covered by the test that sets the whole project up.
        """
        old = tuple(map(int, version.split("."))) < (3, 11)
        inside = r"""
case "$*" in
    "-m pip install "*) echo "$*" >>pip.log; test ! -f fail-pip ;;
    -*) exit 0 ;;
esac"""
        self.program(
            name,
            f"""
case "$*" in
    "-m venv "*)
        mkdir -p .venv/bin
        rm -f .venv/bin/python
        printf '%s\\n' '#!/bin/sh' '{inside}' >.venv/bin/python
        chmod +x .venv/bin/python
        ;;
    *print*) echo {version} ;;
    *version_info*) exit {int(old)} ;;
    *ensurepip*) exit {int(not has_venv)} ;;
    *) exit 9 ;;
esac""",
        )

    def installed(self) -> list[str]:
        """What pip was asked to install, call by call."""
        log = self.folder / "pip.log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def bootstrap(self, what: str = "run", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str(self.folder / "scripts" / "bootstrap.sh"), what],
            env={
                "PATH": str(self.bin),
                "HOME": str(self.folder),
                "XDG_CONFIG_DIRS": str(self.folder),
                "UV": "",
                **environment,
            },
            capture_output=True,
            text=True,
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_machine_without_python_is_told(project: Project) -> None:
    done = project.bootstrap()
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and none was found" in done.stderr
    assert not (project.folder / ".venv").exists()


def test_old_python_is_named(project: Project) -> None:
    project.python("python3", "3.9")
    done = project.bootstrap()
    assert done.returncode == 1
    assert f"found only 3.9 ({project.bin / 'python3'})" in done.stderr


def test_python_without_venv_is_told_the_package(project: Project) -> None:
    project.python("python3", "3.12", has_venv=False)
    done = project.bootstrap()
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr


def test_newer_python_beside_an_old_one_is_found(project: Project) -> None:
    project.python("python3", "3.9")
    project.python("python3.13", "3.13")
    done = project.bootstrap()
    assert done.returncode == 0, done.stderr
    assert (project.folder / ".venv" / ".stamp-run").exists()


def test_named_python_that_is_not_there_is_named(project: Project) -> None:
    project.python("python3", "3.11")
    done = project.bootstrap(PYTHON="python-of-mine")
    assert done.returncode == 1
    assert "'python-of-mine'" in done.stderr


def test_second_time_does_nothing_until_a_requirement_changes(project: Project) -> None:
    project.python("python3", "3.11")
    assert project.bootstrap("test").returncode == 0
    stamp = project.folder / ".venv" / ".stamp-test"
    before = stamp.read_text(encoding="utf-8")
    (command,) = project.installed()
    assert command.split()[-6:] == [
        "--requirement",
        "requirements.txt",
        "--requirement",
        "requirements-dev.txt",
        "--constraint",
        "constraints.txt",
    ]
    again = project.bootstrap("test")
    assert (again.returncode, again.stderr) == (0, "")
    assert len(project.installed()) == 1
    (project.folder / "requirements-dev.txt").write_text("# changed\n", encoding="utf-8")
    changed = project.bootstrap("test")
    assert "Setting up" in changed.stderr
    assert stamp.read_text(encoding="utf-8") != before
    assert len(project.installed()) == 2


def test_broken_environment_is_made_anew(project: Project) -> None:
    project.python("python3", "3.11")
    assert project.bootstrap().returncode == 0
    python = project.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(project.folder / "gone")
    done = project.bootstrap()
    assert done.returncode == 0, done.stderr
    assert subprocess.run([python, "-c", ""]).returncode == 0


def test_package_that_can_not_be_had_is_no_success(project: Project) -> None:
    project.python("python3", "3.11")
    (project.folder / "fail-pip").touch()
    done = project.bootstrap()
    assert done.returncode == 1
    assert "could not be installed" in done.stderr
    assert not (project.folder / ".venv" / ".stamp-run").exists()


def test_uv_that_fails_is_followed_by_pip(project: Project) -> None:
    project.python("python3", "3.11")
    project.program("uv", 'echo "uv called" >&2; exit 2')
    done = project.bootstrap(UV="uv")
    assert (done.returncode, len(project.installed())) == (0, 1), done.stderr
    # The one place that the set-up looks at and a test can't move.
    assert ("uv called" in done.stderr) is not Path("/etc/pip.conf").exists()


def test_uv_is_left_out_where_pip_is_set_up(project: Project) -> None:
    project.python("python3", "3.11")
    project.program("uv", 'echo "uv called" >&2; exit 2')
    by_variable = project.bootstrap(UV="uv", PIP_INDEX_URL="a-mirror")
    (project.folder / ".pip").mkdir()
    (project.folder / ".pip" / "pip.conf").touch()
    by_file = project.bootstrap("test", UV="uv")
    assert (by_variable.returncode, by_file.returncode, len(project.installed())) == (0, 0, 2)
    assert "uv called" not in by_variable.stderr + by_file.stderr


def test_unknown_argument_is_named(project: Project) -> None:
    done = project.bootstrap("everything")
    assert done.returncode == 2
    assert "'everything'" in done.stderr
