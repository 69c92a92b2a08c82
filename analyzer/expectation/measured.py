"""测量结果: how predictions compared with what happened, and what play by them gained, as measured and kept.

``measured.json`` holds, for each rule set, the table that `make calibration` writes (``--write``) and the results of
tournaments, each with its commit, deals and seed.  Nothing here is worked out; a page shows it as it is.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["FORMAT", "PATH", "Calibration", "Gain", "Measured", "Part", "measured", "read"]

FORMAT: Final = 1
"""Version of the file's form; a file of another version is refused."""
PATH: Final = Path(__file__).with_name("measured.json")


@dataclass(frozen=True, slots=True)
class Part:
    """Predicted and realised means over some of the positions; chances 0–1, points of the player."""

    name: str
    """``all``, the number of a decile, or the tiles left at a stage (``60–72``)."""
    positions: int
    win_predicted: float
    win_realised: float
    win_margin: float
    """Half the 95 % interval of the difference."""
    score_predicted: float
    score_realised: float
    score_margin: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """校准: one rule set's predictions beside the ends of the same deals."""

    commit: str
    first_deal: int
    samples: int
    """Worlds that each prediction rests on."""
    brier: float
    """Mean squared error of the chance to win, less what the finite samples add."""
    whole: Part
    deciles: tuple[Part, ...]
    """By predicted chance to win, ascending."""
    stages: tuple[Part, ...]
    """By tiles left, the first rounds first."""

    @property
    def worst(self) -> float:
        """By how much the chance to win is off in the decile where that is most, 0–1."""
        return max(abs(part.win_predicted - part.win_realised) for part in self.deciles)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a policy won beside three opponents of another one."""

    policy: str
    opponents: str
    deals: int
    points: float
    """Points a hand, on average."""
    margin: float
    """Half the 95 % interval of that."""
    ms_per_decision: float
    commit: str
    seed: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one rule set; a part that was not is ``None`` or empty."""

    calibration: Calibration | None = None
    gains: tuple[Gain, ...] = ()


def read(path: Path = PATH) -> Mapping[str, Measured]:
    """Everything that the file holds, by the id of the rule set.

    Raises :class:`ValueError` for a file of another format.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("format") != FORMAT:
        raise ValueError(f"expected {path.name} of format {FORMAT}: {data.get('format')!r}")
    return {name: _measured(each) for name, each in data["rules"].items()}


@cache
def measured() -> Mapping[str, Measured]:
    """What comes with the program, read once."""
    return read()


def _measured(data: Mapping[str, Any]) -> Measured:
    table = data.get("calibration")
    return Measured(
        None if table is None else _calibration(table), tuple(Gain(**each) for each in data.get("gains", ()))
    )


def _calibration(data: Mapping[str, Any]) -> Calibration:
    return Calibration(
        commit=data["commit"],
        first_deal=data["first_deal"],
        samples=data["samples"],
        brier=data["brier"],
        whole=Part(**data["whole"]),
        deciles=tuple(Part(**each) for each in data["deciles"]),
        stages=tuple(Part(**each) for each in data["stages"]),
    )
