"""Compiled twins of kernel modules, made in the background and never waited for.

A *kernel module* holds plain functions and int constants in the subset that numba compiles; its file is named
``kernels.py`` or ``…_kernels.py``. The same source runs plain, from the first call on, and compiled, as soon as a
thread has compiled it::

    compiler.register(kernels, exercise)    # exercise(twin): typical calls, so that their types get compiled
    compiler.warm_up()                      # starts the thread; at once back
    active = compiler.active(kernels)       # the twin if it is ready, else the module itself

A machine that compiles for the first time has another process do it, which leaves this one free to answer.
numba is imported by that thread only. The machine code is kept in a directory that belongs to the user, chosen
and tried before numba hears of it, and named after a hash of *all* kernel sources (numba itself looks at a
function's own file only). Where none can be written, kernels are compiled in memory. ``ANALYZER_COMPILER=off``
keeps everything plain; ``ANALYZER_CACHE`` names another directory, and an empty one turns the disk cache off.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

__all__ = ["active", "cache_directory", "compiled", "disabled", "is_ready", "ready", "register", "warm_up"]

Exercise = Callable[[ModuleType], object]

_log: Final = logging.getLogger(__name__)
_PACKAGE: Final = Path(__file__).parent
_CHILD: Final = """
import os, sys, importlib
if hasattr(os, "nice"):
    os.nice(5)
import analyzer
for name in sys.argv[1:]:
    importlib.import_module(name)
from analyzer import compiler
compiler._compile_registered()
"""
"""What the process runs that fills the disk cache."""
_PATIENCE: Final = 300
"""Seconds after which that process is given up, by the one that started it and by those that wait for it."""
_lock: Final = threading.RLock()
"""Held while twins are made or registered; never while a kernel runs for a caller."""
_exercises: dict[str, tuple[ModuleType, Exercise]] = {}
_twins: dict[str, ModuleType] = {}
_warm: dict[str, ModuleType] = {}
"""Twins whose exercise has run: the ones that :func:`active` hands out."""
_thread: threading.Thread | None = None
_broken = False
"""Whether compilation has failed: it is not tried again."""


def disabled() -> bool:
    """Whether ``ANALYZER_COMPILER`` is ``off`` (or 0, no, false): nothing is compiled then."""
    return os.environ.get("ANALYZER_COMPILER", "").strip().lower() in ("off", "0", "no", "false")


def is_kernel_module(module: ModuleType) -> bool:
    """Whether a module is named as kernel modules are: ``kernels`` or ``…_kernels``."""
    name = module.__name__.rpartition(".")[2]
    return name == "kernels" or name.endswith("_kernels")


def register(module: ModuleType, exercise: Exercise) -> None:
    """Have ``module`` compiled by :func:`warm_up`; ``exercise(twin)`` calls what callers will call.

    ``ValueError`` if the module is not named as a kernel module.
    """
    if not is_kernel_module(module):
        raise ValueError(
            f"{module.__name__} is not a kernel module: expected a name that ends with 'kernels'"
        )
    with _lock:
        _exercises[module.__name__] = (module, exercise)


def active(module: ModuleType) -> ModuleType:
    """The compiled twin of ``module`` if it is ready, else ``module`` itself. Costs one look-up."""
    return _warm.get(module.__name__, module)


def is_ready(module: ModuleType) -> bool:
    """Whether :func:`active` hands out a compiled twin."""
    return module.__name__ in _warm


def ready() -> bool:
    """Whether every registered module is compiled."""
    return all(name in _warm for name in _exercises)


def warm_up(block: bool = False) -> None:
    """Compile all registered modules in a daemon thread, or here and now if ``block``.

    Starts nothing where compilation is disabled or there is nothing left to do; safe to call at any time, from
    any thread. If compilation fails (no numba, or none for this machine) what is not compiled yet stays plain, and
    the reason is logged once.
    """
    global _thread
    if disabled() or _broken or ready():
        return
    if block:
        _compile_now()
        return
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_compile_politely, name="kernel-compiler", daemon=True)
            _thread.start()


def _compile_now() -> None:
    """Compile here, but not what another process is just compiling for the disk cache: that is waited for."""
    directory = cache_directory()
    if directory is None:
        _compile_registered()
        return
    _have_filled(directory, _compile_registered)
    if not _broken:  # another process has filled it: what it kept is loaded
        _compile_registered()


def _compile_politely() -> None:
    """Have the disk cache filled by another process first, so that this one goes on answering meanwhile."""
    directory = cache_directory()
    if directory is not None and sys.executable:
        _have_filled(directory, lambda: _fill(directory))
    _compile_registered()


def _have_filled(directory: Path, fill: Callable[[], None]) -> None:
    """Wait until the cache holds all that is registered; the first process to come has it filled, others wait."""
    lock = directory / "filling"
    until = time.monotonic() + _PATIENCE
    while not _marker(directory).exists() and time.monotonic() < until:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            with contextlib.suppress(OSError):
                if time.time() - lock.stat().st_mtime > _PATIENCE:  # left behind by one that was ended
                    lock.unlink()
            time.sleep(0.5)
            continue
        except OSError:
            return
        try:
            fill()
        finally:
            lock.unlink(missing_ok=True)
        return


def _fill(directory: Path) -> None:
    names = [module.__name__ for module, _ in _exercises.values()]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            [sys.executable, "-c", _CHILD, *names],
            env={**os.environ, "ANALYZER_CACHE": str(directory.parent)},
            cwd=_PACKAGE.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )


def _marker(directory: Path) -> Path:
    """The file that says that the cache holds all that is registered now."""
    names = "\n".join(sorted(_exercises))
    return directory / f"complete-{hashlib.sha256(names.encode()).hexdigest()[:16]}"


def _compile_registered() -> None:
    global _broken
    try:
        while pending := [name for name in list(_exercises) if name not in _warm]:
            for name in pending:
                module, exercise = _exercises[name]
                twin = compiled(module)
                exercise(twin)
                _warm[name] = twin
        directory = cache_directory()
        if directory is not None:
            with contextlib.suppress(OSError):
                _marker(directory).touch()
    except Exception:
        _broken = True
        _log.exception("kernels stay uncompiled")


def compiled(module: ModuleType) -> ModuleType:
    """A copy of a kernel module whose functions are numba dispatchers. Imports numba; made once.

    Functions that the module has from other kernel modules are replaced by those of their twins.
    """
    with _lock:
        name = module.__name__
        if name in _twins:
            return _twins[name]
        from numba import njit

        options: Any = njit  # its stubs know only the documented ones

        twin = ModuleType(name, module.__doc__)
        names: dict[str, Any] = {
            key: value for key, value in vars(module).items() if not key.startswith("__")
        }
        twin.__dict__.update(names, __file__=module.__file__)
        own: list[str] = []
        for key, value in names.items():
            if isinstance(value, ModuleType) and is_kernel_module(value):
                twin.__dict__[key] = compiled(value)
            elif isinstance(value, FunctionType):
                home = sys.modules[value.__module__]
                if home is module:
                    own.append(key)
                elif is_kernel_module(home):
                    twin.__dict__[key] = getattr(compiled(home), value.__name__)
        for key in own:
            source = names[key]
            plain = FunctionType(source.__code__, twin.__dict__, source.__name__, source.__defaults__)
            plain.__module__ = name
            plain.__qualname__ = source.__qualname__
            # kernels make no arrays, so there is nothing to count references of
            dispatcher = options(nogil=True, _nrt=False)(plain)
            _enable_cache(dispatcher)
            twin.__dict__[key] = dispatcher
        _twins[name] = twin
        return twin


def _enable_cache(dispatcher: Any) -> None:
    """Let a dispatcher keep its machine code in our directory; numba's own setting stays as it was."""
    directory = cache_directory()
    if directory is None:
        return
    from numba.core import config as numba_config

    config: Any = numba_config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        dispatcher.enable_caching()
    except (OSError, RuntimeError) as error:
        _log.warning("kernels are compiled in memory only: %s", error)
    finally:
        config.CACHE_DIR = before


_directory: tuple[Path | None] | None = None


def cache_directory() -> Path | None:
    """Where machine code is kept, created if need be and tried; None if nowhere. Decided once."""
    global _directory
    with _lock:
        if _directory is None:
            _directory = (next(filter(_usable, _candidates()), None),)
        return _directory[0]


def _candidates() -> list[Path]:
    leaf = f"kernels-{_sources_hash()}"
    if "ANALYZER_CACHE" in os.environ:
        named = os.environ["ANALYZER_CACHE"]
        return [Path(named) / leaf] if named else []
    places = []
    if sys.platform == "win32":
        bases = [os.environ.get("LOCALAPPDATA", "")]
    else:
        bases = [os.environ.get("XDG_CACHE_HOME", "")]
    with contextlib.suppress(RuntimeError):  # no home directory is known
        bases.append(str(Path.home() / ".cache"))
    for base in bases:
        if base:
            places.append(Path(base) / "wuhan-mahjong-analyzer" / leaf)
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    places.append(Path(tempfile.gettempdir()) / f"wuhan-mahjong-analyzer-{user}" / leaf)
    return places


def _usable(directory: Path) -> bool:
    """Whether we can write there, and nobody else can: what numba loads from it is run."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid"):
            for place in (directory, directory.parent):
                state = place.stat()
                if state.st_uid != os.getuid() or state.st_mode & 0o022:
                    return False
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _sources_hash() -> str:
    """Hash of this file and every kernel source of the package, in a fixed order."""
    digest = hashlib.sha256()
    for path in [*sorted(_PACKAGE.rglob("*kernels.py")), Path(__file__)]:
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
