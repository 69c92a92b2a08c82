"""样例, 玩法说明 and 各说不一: the samples react to every field, and every game can be told in full."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from analyzer.errors import BadRules
from analyzer.requests import answer, position_fields
from analyzer.rules import PRESETS, RULE_FIELDS, RuleSet
from analyzer.rules.decisions import DECISIONS
from analyzer.rules.told import CLAUSES, spell, spelled, told
from analyzer.samples import SAMPLES, changed_fields, compare, sample_score, silent_fields
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from analyzer.wins import WinBy

BESIDE: dict[str, dict[str, Any]] = {
    "minimum_scope": {"minimum": 20},  # without a minimum there is no scope
    "fengyise_doubles": {"gang_honours": (31,), "big_base": "doubling"},  # 发财 can be held, the base doubles
    "cap_when": {"cap": 240, "gold": 500, "big_base": "doubling", "gang_honours": (31,)},
    "contract_cap": {"cap": 300, "gold": 500},
}
"""What must hold beside a field for it to matter at all (rules §5, §6)."""
TRIED: dict[str, tuple[object, ...]] = {
    "minimum": (0, 40),
    "max_laizi_in_big": (None, 2),
    "cap": (250, 290),
    "gold": (650, 700),
    "unopened_gold": (None, 800),
    "contract_cap": (None, 400),
}
"""The values that a field of numbers is tried with."""
IN_THE_LEDGER = "escape"
"""逃跑 is an entry of the table's ledger (§6): no win shows it."""


def values(field: str) -> tuple[object, ...]:
    return TRIED.get(field, RULE_FIELDS[field].choices)


def differing(one: RuleSet, other: RuleSet) -> set[str]:
    return {each.sample.id for each in compare(one, other) if each.differs}


@pytest.mark.parametrize("field", [name for name in RULE_FIELDS if name not in (IN_THE_LEDGER, "cap_when")])
def test_a_field_flipped_changes_a_sample(field: str) -> None:
    for game in PRESETS.values():
        rules = replace(game, **BESIDE.get(field, {}))
        shown = [
            differing(replace(rules, **{field: one}), replace(rules, **{field: other}))
            for one, other in zip(values(field), values(field)[1:], strict=False)
        ]
        assert all(shown), (game.id, values(field), shown)


def test_reaching_the_cap_and_exceeding_it_differ_where_all_three_reach_it() -> None:
    """三个大胡 in a doubling base: 240, 480 and 240, so a cap of 240 is reached by all and exceeded by one."""
    exceed = replace(PRESETS["hongzhong"], big_base="doubling", cap=240)
    reach = replace(exceed, cap_when="reach")
    assert "three-big" in differing(exceed, reach)
    three = next(each for each in SAMPLES if each.id == "three-big")
    assert sample_score(three, exceed).raw == (0, 240, 480, 240)
    assert sample_score(three, exceed).pays == (720, -240, -240, -240)
    assert sample_score(three, reach).pays == (1200, -400, -400, -400)


def test_leaving_early_is_in_no_sample_and_said_to_be_silent() -> None:
    for game in PRESETS.values():
        changed = replace(game, escape=game.escape + 100)
        assert differing(game, changed) == set()
        assert silent_fields(game, changed) == (IN_THE_LEDGER,)


def test_a_silent_field_is_told_beside_one_that_shows() -> None:
    game = PRESETS["hongzhong"]
    changed = replace(game, minimum_scope="every", opening="each")
    assert changed_fields(game, changed) == ("opening", "minimum_scope")
    assert silent_fields(game, changed) == ("minimum_scope",)
    changed = replace(changed, minimum=20)
    assert silent_fields(game, changed) == ()


def test_a_field_that_can_only_change_with_another_is_not_called_silent() -> None:
    game = PRESETS["hongzhong"]
    changed = replace(game, cap=600, gold=700)
    with pytest.raises(BadRules):
        replace(changed, gold=game.gold)
    assert silent_fields(game, changed) == ()


def test_samples_are_positions_under_every_rule_set() -> None:
    """No field turns a tile of a meld into a gang tile or a laizi."""
    base = PRESETS["hongzhong"]
    choices = product(RULE_FIELDS["gang_honours"].choices, RULE_FIELDS["pi"].choices)
    for honours, pi in choices:
        rules = replace(base, gang_honours=honours, pi=pi)
        for sample in SAMPLES:
            assert sample.under(rules).problems() == (), (sample.id, honours, pi)
    assert len({sample.id for sample in SAMPLES}) == len(SAMPLES)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.id)
def test_a_sample_pays_what_the_score_answer_says(sample: Any) -> None:
    win: dict[str, Any] = {"tile": NAMES[sample.win.tile], "by": sample.win.by.value}
    if sample.win.by is not WinBy.ZIMO:
        win["from"] = sample.win.source
    win |= {"after_gang": sample.win.after_gang, "last_tiles": sample.win.last_tiles}
    for game in PRESETS.values():
        asked = position_fields(sample.under(game)) | {"op": "score", "win": win}
        told_ = answer(asked)
        found = sample_score(sample, game)
        assert told_["valid"] is found.valid
        assert told_.get("pays", []) == list(found.pays) or not found.valid
        assert sum(found.pays) == 0


# (game, sample) → the four amounts, worked out by hand from rules §5 and §6
WORKED = {
    # opening, hard and 红中 of the winner, 放冲 and opening of the discarder: 2^(3+2); dealer 2^(3+1); 2^3
    ("hongzhong", "small-discard"): (56, -16, -32, -8),
    # opening, hard, 自摸, dealer: 2^4; one loser open, one open with 红中
    ("hongzhong", "small-dealer"): (112, -16, -32, -64),
    ("hongzhong-koukou", "small-dealer"): (224, -32, -64, -128),
    # 10 × 2^2 × 1.5 = 60; one loser with an opening and an 暗杠 owes 480, capped 300; seat 3 pays for all
    ("hongzhong", "qingyise"): (480, 0, 0, -480),
    ("yuanhang", "qingyise"): (1040, 0, 0, -1040),  # three openings: 240, 480, 1920, capped 400 each
    ("facai", "gold"): (1600, -500, -600, -500),
    ("yuanhang", "gold"): (1200, -400, -400, -400),
    ("hongzhong", "qianggang"): (240, -240, 0, 0),  # 10 × 2^2: 80 × 1.5, 40, 80
    ("yuanhang", "qianggang"): (300, -300, 0, 0),  # × 1.5 for all three
}


@pytest.mark.parametrize(("game", "name"), sorted(WORKED))
def test_samples_against_figures_worked_out_by_hand(game: str, name: str) -> None:
    sample = next(each for each in SAMPLES if each.id == name)
    assert sample_score(sample, PRESETS[game]).pays == WORKED[game, name]


# ------------------------------------------------------------------------------------------- told in sentences


def test_a_game_is_told_with_every_field_and_in_the_order_of_the_clauses() -> None:
    for game in PRESETS.values():
        sentences = told(game)
        assert {each.field for each in sentences} - {None} == set(RULE_FIELDS)
        clauses = [each.clause for each in sentences]
        assert clauses == sorted(clauses)
        assert set(clauses) <= set(CLAUSES)
        for each in sentences:
            if each.field is not None:
                assert each.clause == RULE_FIELDS[each.field].clause
                assert each.value == spelled(game, each.field)


def every_value(field: str) -> tuple[object, ...]:
    rule = RULE_FIELDS[field]
    return (*rule.choices, *(rule.bounds or ()), *((None,) if rule.nullable else ()), *TRIED.get(field, ()))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", RULE_FIELDS)
def test_every_value_of_a_field_has_its_own_words(field: str, lang: str) -> None:
    name = field.replace("_", "-")
    for prefix in ("told", "rule-value"):
        said = {value: text(f"{prefix}-{name}", lang, value=spell(value)) for value in every_value(field)}
        assert len(set(said.values())) == len(said), said
    assert text(f"rule-title-{name}", lang)


# ------------------------------------------------------------------------------------ what the sources leave open


def test_decisions_name_fields_and_clauses_that_exist() -> None:
    assert len({each.id for each in DECISIONS}) == len(DECISIONS)
    for each in DECISIONS:
        assert each.clause in CLAUSES
        assert set(each.fields) <= set(RULE_FIELDS)
    assert [each.clause for each in DECISIONS] == sorted(each.clause for each in DECISIONS)
    assert {rule.clause for rule in RULE_FIELDS.values()} <= set(CLAUSES)


def test_a_decision_that_one_section_settles_names_fields_of_that_section() -> None:
    for each in DECISIONS:
        if each.clause != "§7":  # what a whole game borrows from another
            assert {RULE_FIELDS[field].clause for field in each.fields} <= {each.clause}, each.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decision_is_told(lang: str) -> None:
    for each in DECISIONS:
        parts = [text(f"decision-{each.id}{part}", lang) for part in ("", "-sources", "-decided")]
        assert len(set(parts)) == len(parts)
