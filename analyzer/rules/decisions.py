"""各说不一: the points where the sources are silent or disagree, with the fields that change what was decided.

What the sources say of a point and what was decided are messages of the locale files, ``decision-ID-sources`` and
``decision-ID-decided``.
"""

from dataclasses import dataclass
from typing import Final

__all__ = ["DECISIONS", "Decision"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One point: what it is called, its clause, and the fields of a rule set that settle it otherwise."""

    id: str
    clause: str
    fields: tuple[str, ...] = ()


DECISIONS: Final = (
    Decision("laizi-skips", "§2", ("gang_honours",)),
    Decision("gang-by-discard", "§2"),
    Decision("facai-in-hand", "§2"),
    Decision("fifth-copy", "§2"),
    Decision("qipi", "§2", ("pi",)),
    Decision("gang-after-call", "§3"),
    Decision("chong-gang-opens", "§3"),
    Decision("big-opens", "§3"),
    Decision("quanqiuren-big", "§4"),
    Decision("quanqiuren-jiang", "§4"),
    Decision("quanqiuren-discard", "§4"),
    Decision("quanqiuren-laizi", "§4"),
    Decision("any-pair", "§4", ("situational_any_pair",)),
    Decision("two-laizi", "§4"),
    Decision("laizi-limit", "§4", ("max_laizi_in_big",)),
    Decision("hard", "§4"),
    Decision("reading", "§4"),
    Decision("last-ten", "§4"),
    Decision("xu-gang", "§5", ("opening",)),
    Decision("chong-gang-twice", "§5"),
    Decision("pi-fan", "§5"),
    Decision("laizi-gang", "§5", ("laizi_gang_fan",)),
    Decision("big-base", "§5", ("big_base", "fengyise_doubles")),
    Decision("robbed", "§5", ("robbed_gang_pays",)),
    Decision("minimum-scope", "§6", ("minimum_scope",)),
    Decision("cap-when", "§6", ("cap_when",)),
    Decision("contract-order", "§6"),
    Decision("robbed-contract", "§6"),
    Decision("quanqiuren-contract", "§6", ("quanqiuren_contract",)),
    Decision("qingyise-contract", "§6"),
    Decision("contract-cap", "§6", ("contract_cap",)),
    Decision("cap-points", "§6", ("cap",)),
    Decision("escape", "§6", ("escape",)),
    Decision("unopened-gold", "§6", ("unopened_gold",)),
    Decision("borrowed-caps", "§7", ("cap", "gold", "big_base", "quanqiuren_contract")),
    Decision("dealer-passes", "§8"),
)
"""Every point, in the order of the rules' sections."""
