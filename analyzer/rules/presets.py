"""The games (rules §7): one row a game, told from its neighbours by the fields that differ."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from analyzer.errors import BadRules
from analyzer.rules.ruleset import RuleSet, unknown_preset
from analyzer.tiles import FA, ZHONG

__all__ = ["DEFAULT", "PRESETS", "parse_rules", "preset", "spell_rules"]

_HONGZHONG: Final = RuleSet(  # S1; every field not named by a later row is this one's
    id="hongzhong",
    gang_honours=(ZHONG,),
    pi="none",
    laizi_gang_fan=1,
    opening="once",
    minimum=0,
    minimum_scope="any",
    big_base="additive",
    fengyise_doubles=False,
    situational_any_pair=False,
    max_laizi_in_big=None,
    gang_draw_pays_zimo=True,
    robbed_gang_pays="discard",
    cap=300,
    cap_when="exceed",
    gold=400,
    unopened_gold=None,
    contract_cap=None,
    quanqiuren_contract="not_tenpai",
    escape=400,
)
_FACAI: Final = replace(  # S0
    _HONGZHONG, id="facai", gang_honours=(ZHONG, FA), cap=400, gold=500, unopened_gold=600
)
_FACAI_X4: Final = replace(  # S2; caps, base and contracts as S1 (decision)
    _HONGZHONG,
    id="facai-x4",
    gang_honours=(ZHONG, FA),
    laizi_gang_fan=2,
    minimum=20,
    situational_any_pair=True,
)
_PIZI: Final = replace(_FACAI_X4, id="pizi", gang_honours=(ZHONG,), pi="indicator")  # S2
_PIZI_KOUKOU: Final = replace(_PIZI, id="pizi-koukou", opening="each", gold=500, escape=500)  # S2


_ROWS: Final = (
    _HONGZHONG,
    replace(_HONGZHONG, id="hongzhong-koukou", opening="each", gold=500, escape=500),  # S1
    _FACAI,
    replace(_FACAI, id="facai-koukou", opening="each", gold=600, escape=500),  # S0
    _FACAI_X4,
    replace(_FACAI_X4, id="facai-x4-koukou", opening="each", gold=500, escape=500),  # S2
    _PIZI,
    _PIZI_KOUKOU,
    # S2 names 七皮四赖 only; its row is a decision from public servers
    replace(_PIZI_KOUKOU, id="qipi", pi="indicator_and_previous", situational_any_pair=False),
    replace(  # S3
        _HONGZHONG,
        id="yuanhang",
        laizi_gang_fan=2,
        opening="each",
        minimum=20,
        big_base="doubling",
        fengyise_doubles=True,
        robbed_gang_pays="zimo",
        cap_when="reach",
        contract_cap=400,
        quanqiuren_contract="always",
        escape=500,
    ),
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType({row.id: row for row in _ROWS})
"""Every game by its id, in the order of rules §7."""

DEFAULT: Final = _HONGZHONG
"""The game of a request that names none."""


def preset(name: str) -> RuleSet:
    """The game called ``name``.  Raises :class:`BadRules` where there is none."""
    if name not in PRESETS:
        raise unknown_preset(name, PRESETS)
    return PRESETS[name]


def parse_rules(rules: str | Mapping[str, object]) -> RuleSet:
    """A rule set as JSON spells it: a preset's id, or ``{"base": id, …fields}``.  Raises :class:`BadRules`."""
    if isinstance(rules, str):
        return preset(rules)
    values = dict(rules)
    base = values.pop("base", None)
    if not isinstance(base, str):
        raise BadRules("rules-without-base", value=repr(base)[:80])
    return RuleSet.from_fields(preset(base), values)


def spell_rules(rules: RuleSet) -> str | dict[str, object]:
    """The rule set as JSON spells it; :func:`parse_rules` reads it back."""
    if rules == PRESETS.get(rules.id):
        return rules.id
    base = rules.id if rules.id in PRESETS else DEFAULT.id
    return {"base": base, **rules.to_fields()}
