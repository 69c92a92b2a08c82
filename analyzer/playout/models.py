"""模型: the weights of the learned player and judge of each game, with where they come from.

One small file a game, ``models/<id>.npz``, written by ``make train``.  A custom rule set plays by the player of the
game it is based on; the judge holds for exactly the rules it was trained on (:func:`is_judged`).  Whoever trains a
custom rule set (``python -m analyzer.expectation.train --rules …``) gets a file of its own among the user's data,
``ANALYZER_MODELS`` or else the system's usual place; a running app takes it at its next start.
"""

import hashlib
import json
import logging
import os
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer.playout import model_kernels as kernels
from analyzer.rules import PRESETS, RuleSet

__all__ = [
    "FORMAT",
    "empty_model",
    "is_judged",
    "is_learned",
    "judge_error",
    "level_error",
    "model_of",
    "path_of",
    "provenance",
    "save_model",
]

_log: Final = logging.getLogger(__name__)

FORMAT: Final = 1
"""Version of the files' form; a file of another version is refused."""
FOLDER: Final = Path(__file__).with_name("models")


def empty_model() -> Any:
    """Weights that know nothing: int64[MODEL_SIZE] of zeros."""
    weights = np.zeros(kernels.MODEL_SIZE, np.int64)
    weights.setflags(write=False)  # as those of a file are: kernels are compiled for one kind of array
    return weights


def path_of(rules: RuleSet) -> Path:
    """Where the file of exactly these rules is, or would be."""
    if rules == PRESETS.get(rules.id):
        return FOLDER / f"{rules.id}.npz"
    fields = json.dumps(rules.to_fields(), sort_keys=True)
    return _user_folder() / f"{hashlib.sha256(fields.encode()).hexdigest()[:16]}.npz"


def _user_folder() -> Path:
    named = os.environ.get("ANALYZER_MODELS")
    if named:
        return Path(named)
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME")
    try:
        place = Path(base) if base else Path.home() / ".local" / "share"
    except RuntimeError:  # no home directory is known
        place = Path(tempfile.gettempdir())
    return place / "wuhan-mahjong-analyzer" / "models"


@cache
def _read(path: Path) -> tuple[dict[str, Any], Any] | None:
    if not path.exists():
        return None
    try:
        with np.load(path) as data:
            told = json.loads(str(data["provenance"]))
            weights = data["weights"].astype(np.int64)
        if told["format"] != FORMAT or len(weights) != kernels.MODEL_SIZE:
            raise ValueError(f"expected format {FORMAT}: {told['format']!r}")
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as fault:
        if path.parent == FOLDER:
            raise
        _log.warning("%s is left out: %s", path.name, fault)
        return None
    weights.setflags(write=False)
    return told, weights


def _file(rules: RuleSet) -> tuple[dict[str, Any], Any] | None:
    """The file of exactly these rules, else that of the base game."""
    found = _read(path_of(rules))
    return _read(FOLDER / f"{rules.id}.npz") if found is None and rules.id in PRESETS else found


def model_of(rules: RuleSet) -> Any:
    """The weights that play under a rule set: int64[MODEL_SIZE], in the kernels' fixed-point numbers."""
    found = _file(rules)
    return empty_model() if found is None else found[1]


def is_learned(rules: RuleSet) -> bool:
    """Whether a learned player is there for the rule set, its own or that of its base game."""
    return _file(rules) is not None


def is_judged(rules: RuleSet) -> bool:
    """Whether the judge holds for the rule set: it was trained on these very rules."""
    return _read(path_of(rules)) is not None


def judge_error(rules: RuleSet, depth: int) -> float:
    """How far playouts cut at ``depth`` own turns are off in the difference of two actions, rms; points.

    Measured when the judge was trained; 0 for playouts that are not cut.
    """
    return _error(rules, "judge_error", depth)


def level_error(rules: RuleSet, depth: int) -> float:
    """The same for the score of one action."""
    return _error(rules, "level_error", depth)


def _error(rules: RuleSet, name: str, depth: int) -> float:
    found = provenance(rules).get(name, [])
    return float(found[depth]) if depth < len(found) else 0.0


def provenance(rules: RuleSet) -> dict[str, Any]:
    """Where the weights come from: deals, seed, settings, opponents, date, commit; empty where there are none."""
    found = _file(rules)
    return {} if found is None else dict(found[0])


def save_model(rules: RuleSet, weights: Any, told: dict[str, Any]) -> Path:
    """Write the file of a rule set, at :func:`path_of`; ``weights`` in the kernels' fixed-point numbers."""
    path = path_of(rules)
    path.parent.mkdir(parents=True, exist_ok=True)
    stored = np.clip(weights, -(2**31), 2**31 - 1).astype(np.int32)
    provenance_ = json.dumps({"format": FORMAT, **told})
    written = path.with_suffix(".part.npz")
    np.savez_compressed(written, provenance=np.array(provenance_), weights=stored)
    written.replace(path)  # a reader finds the old file or the whole new one
    _read.cache_clear()
    return path
