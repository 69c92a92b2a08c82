"""规则: rule sets as data (rules §5–§7)."""

from analyzer.rules.presets import DEFAULT, PRESETS, parse_rules, preset, spell_rules
from analyzer.rules.ruleset import RULE_FIELDS, RuleField, RuleSet

__all__ = [
    "DEFAULT",
    "PRESETS",
    "RULE_FIELDS",
    "RuleField",
    "RuleSet",
    "parse_rules",
    "preset",
    "spell_rules",
]
