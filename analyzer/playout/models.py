"""模型: the weights of the learned player and judge of each game, with where they come from.

One small file a game, ``models/<id>.npz``, written by ``make train``.  A custom rule set plays by the player of the
game it is based on.  The judge holds for exactly the rules it was trained on (:func:`is_judged`).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer.playout import model_kernels as kernels
from analyzer.rules import PRESETS, RuleSet

__all__ = [
    "FOLDER",
    "FORMAT",
    "empty_model",
    "is_judged",
    "is_learned",
    "model_of",
    "provenance",
    "save_model",
]

FORMAT: Final = 1
"""Version of the files' form; a file of another version is refused."""
FOLDER: Final = Path(__file__).with_name("models")


def empty_model() -> Any:
    """Weights that know nothing: int64[MODEL_SIZE] of zeros."""
    return np.zeros(kernels.MODEL_SIZE, np.int64)


@cache
def _file(name: str) -> tuple[dict[str, Any], Any] | None:
    path = FOLDER / f"{name}.npz"
    if not path.exists():
        return None
    with np.load(path) as data:
        told = json.loads(str(data["provenance"]))
        weights = data["weights"].astype(np.int64)
    if told["format"] != FORMAT or len(weights) != kernels.MODEL_SIZE:
        raise ValueError(f"expected {path.name} of format {FORMAT}: {told['format']!r}")
    weights.setflags(write=False)
    return told, weights


def model_of(rules: RuleSet) -> Any:
    """The weights that play under a rule set: int64[MODEL_SIZE], in the kernels' fixed-point numbers."""
    found = _file(rules.id)
    return empty_model() if found is None else found[1]


def is_learned(rules: RuleSet) -> bool:
    """Whether a learned player is there for the rule set, its own or that of its base game."""
    return _file(rules.id) is not None


def is_judged(rules: RuleSet) -> bool:
    """Whether the judge holds for the rule set: it was trained on these very rules."""
    return is_learned(rules) and rules == PRESETS.get(rules.id)


def judge_error(rules: RuleSet, depth: int) -> float:
    """How far playouts cut at ``depth`` own turns are off in the difference of two actions, rms; points.

    Measured when the judge was trained; 0 for playouts that are not cut.
    """
    found = provenance(rules).get("judge_error", [])
    return float(found[depth]) if depth < len(found) else 0.0


def provenance(rules: RuleSet) -> dict[str, Any]:
    """Where the weights come from: deals, seed, settings, opponents, date, commit; empty where there are none."""
    found = _file(rules.id)
    return {} if found is None else dict(found[0])


def save_model(name: str, weights: Any, told: dict[str, Any]) -> None:
    """Write the file of a game; ``weights`` in the kernels' fixed-point numbers."""
    FOLDER.mkdir(exist_ok=True)
    stored = np.clip(weights, -(2**31), 2**31 - 1).astype(np.int32)
    np.savez_compressed(
        FOLDER / f"{name}.npz", provenance=np.array(json.dumps({"format": FORMAT, **told})), weights=stored
    )
    _file.cache_clear()
