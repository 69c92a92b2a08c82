"""A PostgreSQL server of the tests' own: a new cluster in a temporary folder, gone when they end."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.browser import free_port

_PLACES: Final = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql")


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, or None."""
    named = shutil.which("initdb")
    if named:
        return Path(named).parent
    found = [path for place in _PLACES for path in Path(place).glob("**/bin/initdb")]
    return max(found, key=lambda path: path.stat().st_mtime).parent if found else None


@contextlib.contextmanager
def serve_postgres(programs: Path) -> Iterator[str]:
    """Runs a new server until the block ends; the URL of its one database, which is empty."""
    # PostgreSQL refuses to run as root.
    other = pwd.getpwnam("postgres") if os.getuid() == 0 else None
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        if other is not None:
            os.chown(folder, other.pw_uid, other.pw_gid)

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [str(programs / program), *arguments],
                check=True,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                user=None if other is None else other.pw_uid,
                group=None if other is None else other.pw_gid,
                extra_groups=None if other is None else [],
                env={**os.environ, "HOME": folder, "LC_ALL": "C.UTF-8"},
            )

        run("initdb", "-D", str(data), "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        run("pg_ctl", "-D", str(data), "-l", f"{folder}/log", "-o", options, "-w", "start")
        try:
            yield f"postgresql://tests@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
