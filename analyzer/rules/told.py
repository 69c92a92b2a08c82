"""玩法说明: what a rule set says, sentence by sentence, each with its clause.

The sentences are messages of the locale files.  Those of a field depend on its value alone, as JSON spells it;
the others hold for every game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.rules.ruleset import RULE_FIELDS, RuleSet
from analyzer.tiles import NAMES

__all__ = ["CLAUSES", "Told", "spell", "spelled", "told"]

CLAUSES: Final = ("§1", "§2", "§3", "§4", "§5", "§6", "§7", "§8")
"""The sections of the rules that a clause may name: tiles, 癞子 and 杠牌, calls, hands, 番, payment, games, course."""

_ORDER: Final = (
    ("§1", ("tiles", "jiang")),
    ("§2", ("laizi", "gang_honours", "pi", "gang-tiles", "laizi-limits", "laizi-use")),
    ("§3", ("calls", "open")),
    (
        "§4",
        (
            "small",
            "two-laizi",
            "big",
            "situational_any_pair",
            "max_laizi_in_big",
            "hard",
            "last",
            "one-winner",
        ),
    ),
    (
        "§5",
        (
            "fan",
            "opening",
            "gangs",
            "laizi_gang_fan",
            "small-fan",
            "big_base",
            "fengyise_doubles",
            "big-pay",
            "gang_draw_pays_zimo",
            "robbed_gang_pays",
        ),
    ),
    (
        "§6",
        (
            "minimum",
            "minimum_scope",
            "cap",
            "cap_when",
            "gold",
            "unopened_gold",
            "contract",
            "quanqiuren_contract",
            "contract_cap",
            "escape",
        ),
    ),
    ("§8", ("dealer",)),
)
"""The sentences in the order they are told: a field's under its name, one of every game under a name of its own."""


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence about a game: its clause, what it is called, and the field and value it tells, if any."""

    clause: str
    name: str
    field: str | None = None
    value: str | int = ""


def spelled(rules: RuleSet, field: str) -> str | int:
    """A field's value for a sentence: points as a number, the rest as a word, such as ``none``, ``on``, ``off``."""
    return spell(getattr(rules, field))


def spell(value: object) -> str | int:
    """Any value that a field may hold, for a sentence; 杠牌 as ``h5z6z``, since no word begins with a digit."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "h" + "".join(NAMES[kind] for kind in value)
    assert isinstance(value, (str, int))
    return value


def told(rules: RuleSet) -> tuple[Told, ...]:
    """玩法说明: everything about a game, in the order of the rules' sections."""
    return tuple(_told(rules))


def _told(rules: RuleSet) -> Iterator[Told]:
    for clause, names in _ORDER:
        for name in names:
            if name in RULE_FIELDS:
                yield Told(clause, name, name, spelled(rules, name))
            else:
                yield Told(clause, name)
