"""规则: a game's rules as one frozen row of fields, each checked and citing its clause (rules §5–§7).

Nothing in the engine asks which game is played; it asks the row.  The kernels read the same row as
:attr:`RuleSet.vector`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, Self

from analyzer.errors import AnalyzerError, BadRequest, BadRules, raise_problems
from analyzer.notation import parse_tiles
from analyzer.tiles import FA, NAMES, ZHONG, next_kind, previous_kind

__all__ = ["RULE_FIELDS", "RuleField", "RuleSet"]

POINTS_LIMIT = 1_000_000
"""No amount of points in a rule set may be larger; it keeps every payment inside 64 bits."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """What a field of a rule set may hold and which clause defines it."""

    clause: str
    """Section of the rules, "§5"."""
    choices: tuple[object, ...] = ()
    """The values that are allowed, or empty where any number in ``bounds`` is."""
    bounds: tuple[int, int] | None = None
    """Least and greatest number, in points unless the field says otherwise."""
    nullable: bool = False
    """Whether ``None``, "no such thing", is allowed."""

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the choices or a whole number within the bounds."""
        if value is None:
            return self.nullable
        if self.bounds is not None:
            return type(value) is int and self.bounds[0] <= value <= self.bounds[1]
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


def _choice(clause: str, *choices: object) -> Any:
    return field(metadata={"rule": RuleField(clause, choices=choices)})


def _flag(clause: str) -> Any:
    return _choice(clause, False, True)


def _points(clause: str, least: int, *, greatest: int = POINTS_LIMIT, nullable: bool = False) -> Any:
    return field(metadata={"rule": RuleField(clause, bounds=(least, greatest), nullable=nullable)})


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """规则: one game.  Raises :class:`BadRules`, listing every field that is wrong."""

    id: str
    """The preset's name, or what a user called a copy."""
    gang_honours: tuple[int, ...] = _choice("§2", (ZHONG,), (ZHONG, FA))
    """杠牌: the honours laid down alone as a gang; kinds of tiles."""
    pi: Literal["none", "indicator", "indicator_and_previous"] = _choice(
        "§2", "none", "indicator", "indicator_and_previous"
    )
    """皮子: which tiles become gang honours by the indicator."""
    laizi_gang_fan: Literal[1, 2] = _choice("§5", 1, 2)
    """癞子杠: fan of each, 1 (×2) or 2 (×4)."""
    opening: Literal["once", "each"] = _choice("§5", "once", "each")
    """开口翻 (1 fan in all) or 口口翻 (1 fan for each opening)."""
    minimum: int = _points("§6", 0)
    """起胡: what a loser must owe before caps for a hand to win; points, 0 for none."""
    minimum_scope: Literal["any", "every"] = _choice("§6", "any", "every")
    """Whether one loser who owes the minimum is enough, or every loser must."""
    big_base: Literal["additive", "doubling"] = _choice("§5", "additive", "doubling")
    """大胡: 10 points a big hand, or 10 doubled with every further one."""
    fengyise_doubles: bool = _flag("§5")
    """风一色 counts as two big hands in a doubling base."""
    situational_any_pair: bool = _flag("§4")
    """A hand that is big only by situation may have any pair."""
    max_laizi_in_big: int | None = _points("§4", 0, greatest=4, nullable=True)
    """The most laizi that a big hand may hold; ``None`` for no limit."""
    gang_draw_pays_zimo: bool = _flag("§5")
    """杠上花 and 海底捞 pay the × 1.5 of a self-draw."""
    robbed_gang_pays: Literal["discard", "zimo"] = _choice("§5", "discard", "zimo")
    """抢杠: × 1.5 for the robbed player alone, or for every loser."""
    cap: int = _points("§6", 1)
    """The most that one loser pays; points."""
    cap_when: Literal["exceed", "reach"] = _choice("§6", "exceed", "reach")
    """金顶 when all three amounts exceed the cap, or when all reach it."""
    gold: int = _points("§6", 1)
    """金顶: what each loser pays then; points, never below ``cap`` or ``contract_cap``."""
    unopened_gold: int | None = _points("§6", 1, nullable=True)
    """光明顶: what a loser who never opened pays at 金顶; points."""
    contract_cap: int | None = _points("§6", 1, nullable=True)
    """承包: takes the place of ``cap`` where one player pays for all; points."""
    quanqiuren_contract: Literal["not_tenpai", "always"] = _choice("§6", "not_tenpai", "always")
    """全求人 on a discard: the discarder pays for all if not tenpai, or always."""
    escape: int = _points("§6", 0)
    """逃跑: what leaving early costs; points."""

    def __post_init__(self) -> None:
        raise_problems(self._problems())

    def _problems(self) -> Iterator[AnalyzerError]:
        for name, rule in RULE_FIELDS.items():
            value = getattr(self, name)
            if not rule.allows(value):
                yield _bad_value(name, rule, value)
        numbers = all(type(value) is int for value in (self.cap, self.gold))
        if numbers and self.gold < self.cap:
            yield BadRules("rules-gold-below-cap", gold=self.gold, cap=self.cap)
        if numbers and type(self.contract_cap) is int and self.gold < self.contract_cap:
            yield BadRules("rules-gold-below-contract-cap", gold=self.gold, cap=self.contract_cap)

    # 癞子, 皮子 and gang honours of a deal (rules §2)

    def laizi_of(self, indicator: int) -> int:
        """癞子: the tile after the indicator, skipping every gang honour."""
        kind = next_kind(indicator)
        while kind in self.gang_honours:
            kind = next_kind(kind)
        return kind

    def pi_of(self, indicator: int) -> tuple[int, ...]:
        """皮子: the indicator's own kind and, in 七皮四赖, the one before it; ascending.

        Gang honours are skipped backwards: the 皮子 of a 红中 indicator in 七皮四赖 are those of 北.  In the
        plain 皮子 game such an indicator leaves no 皮子.
        """
        if self.pi == "none" or (self.pi == "indicator" and indicator in self.gang_honours):
            return ()
        if self.pi == "indicator":
            return (indicator,)
        first = indicator if indicator not in self.gang_honours else self._before(indicator)
        return tuple(sorted((first, self._before(first))))

    def _before(self, kind: int) -> int:
        kind = previous_kind(kind)
        while kind in self.gang_honours:
            kind = previous_kind(kind)
        return kind

    def gang_tiles(self, indicator: int | None) -> tuple[int, ...]:
        """杠牌 of a deal: gang honours and 皮子, ascending; without an indicator no 皮子 is known."""
        pi = () if indicator is None else self.pi_of(indicator)
        return tuple(sorted({*self.gang_honours, *pi}))

    # Copies and other spellings

    @classmethod
    def from_fields(cls, base: Self, values: Mapping[str, object], *, id: str | None = None) -> Self:
        """A copy of ``base`` with the fields of ``values``, spelled as in JSON (``gang_honours`` may be text)."""
        unknown = [name for name in values if name not in RULE_FIELDS]
        if unknown:
            raise_problems(
                BadRules("rules-unknown-field", field=name, known=", ".join(RULE_FIELDS)) for name in unknown
            )
        spelled = dict(values)
        honours = spelled.get("gang_honours")
        if isinstance(honours, str):
            spelled["gang_honours"] = tuple(sorted(set(parse_tiles(honours))))
        return replace(base, id=base.id if id is None else id, **spelled)  # type: ignore[arg-type]

    def to_fields(self) -> dict[str, object]:
        """Every field as JSON spells it."""
        spelled = {name: getattr(self, name) for name in RULE_FIELDS}
        spelled["gang_honours"] = "".join(NAMES[kind] for kind in self.gang_honours)
        return spelled

    @cached_property
    def vector(self) -> tuple[int, ...]:
        """The row as the kernels read it, in the order of the ``R_`` constants of the win kernels; −1 for none."""
        return (
            self.laizi_gang_fan,
            int(self.opening == "each"),
            self.minimum,
            int(self.minimum_scope == "every"),
            int(self.big_base == "doubling"),
            int(self.fengyise_doubles),
            int(self.situational_any_pair),
            4 if self.max_laizi_in_big is None else self.max_laizi_in_big,
            int(self.gang_draw_pays_zimo),
            int(self.robbed_gang_pays == "zimo"),
            self.cap,
            int(self.cap_when == "reach"),
            self.gold,
            -1 if self.unopened_gold is None else self.unopened_gold,
            -1 if self.contract_cap is None else self.contract_cap,
            int(self.quanqiuren_contract == "always"),
        )


def _rule(item: "Field[Any]") -> RuleField:
    rule = item.metadata["rule"]
    assert isinstance(rule, RuleField)
    return rule


RULE_FIELDS: Mapping[str, RuleField] = {item.name: _rule(item) for item in fields(RuleSet) if item.metadata}
"""Every field of a rule set but its name, in the order of rules §7, with what it may hold."""


def _bad_value(name: str, rule: RuleField, value: object) -> AnalyzerError:
    spelled = repr(value)[:80]
    if rule.bounds is None:
        choices = ", ".join(_spell(choice) for choice in rule.choices)
        return BadRules("rules-not-a-choice", field=name, value=spelled, choices=choices)
    least, greatest = rule.bounds
    message = "rules-not-a-number-or-null" if rule.nullable else "rules-not-a-number"
    return BadRules(message, field=name, value=spelled, least=least, greatest=greatest)


def _spell(choice: object) -> str:
    if isinstance(choice, tuple):
        return "".join(NAMES[kind] for kind in choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def unknown_preset(name: object, known: Mapping[str, RuleSet]) -> AnalyzerError:
    """The error for a rule set that nobody knows."""
    return BadRules("rules-unknown-preset", name=repr(name)[:80], known=", ".join(known))


def laizi_is_gang_honour(kind: int) -> AnalyzerError:
    """The error for a laizi that is a gang honour (rules §2)."""
    return BadRequest("laizi-is-gang-honour", tile=NAMES[kind])
