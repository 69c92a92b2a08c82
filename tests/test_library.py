"""自定规则: names are made plain or refused, files are taken whole or not at all, a library never holds two alike."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, BadRules
from analyzer.rules import PRESETS, RULE_FIELDS, RuleSet
from analyzer.rules.library import (
    FILE_LIMIT,
    MOST,
    NAME_LIMIT,
    Library,
    OwnRules,
    from_file,
    plain_name,
    to_file,
)
from analyzer.texts import LANGUAGES, describe, text

GAME = PRESETS["hongzhong"]
OURS = replace(GAME, cap=320, gold=500, unopened_gold=600)
SCRIPT = "<script>alert(1)</script>"


def messages(error: AnalyzerError) -> list[str]:
    """The messages of all faults; of one in an entry, that of the fault within."""
    found = []
    for each in (error, *error.others):
        within = each.params.get("fault", each)
        assert isinstance(within, AnalyzerError)
        found.append(within.message)
    return found


# ------------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("我家的打法", "我家的打法"),
        ("  two   words ", "two words"),
        (SCRIPT, SCRIPT),  # text like any other: who draws it escapes it
        ("e\u0301", "é"),
        ("x" * NAME_LIMIT, "x" * NAME_LIMIT),
        ("שלנו", "שלנו"),
    ],
)
def test_a_name_is_kept_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "library-name-empty"),
        (" \u3000 ", "library-name-empty"),
        ("x" * (NAME_LIMIT + 1), "library-name-too-long"),
        ("ours\u202egnp", "library-name-unseen"),  # turns what follows from right to left
        ("ours\u200f", "library-name-unseen"),
        ("\u2066ours\u2069", "library-name-unseen"),
        ("zero\u200bwidth", "library-name-unseen"),
        ("two\nlines", "library-name-unseen"),
        ("\x00", "library-name-unseen"),
        ("\ud800", "library-name-unseen"),
        ("hongzhong", "library-name-of-game"),
        ("ＨＯＮＧＺＨＯＮＧ", "library-name-of-game"),
        ("七皮四赖 口口翻", "library-name-of-game"),
        ("qipi silai, koukoufan", "library-name-of-game"),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_a_sentence(name: str, message: str) -> None:
    with pytest.raises(BadRules) as refused:
        plain_name(name)
    assert refused.value.message == message
    for lang in LANGUAGES:
        said = describe(refused.value, lang)
        assert said.isprintable() or "\u3000" in said
        assert len(said) < 300


@given(st.text(max_size=60))
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    try:
        plain = plain_name(name)
    except BadRules:
        return
    assert plain_name(plain) == plain
    assert 0 < len(plain) <= NAME_LIMIT
    assert plain.isprintable() or any(each.isspace() for each in plain)


# ---------------------------------------------------------------------------------------------------- library


def test_rule_sets_are_added_changed_renamed_and_deleted_and_what_was_stays() -> None:
    empty = Library()
    one = empty.added(" ours ", OURS)
    assert [each.name for each in one.own] == ["ours"]
    assert empty.own == ()
    two = one.added("theirs", GAME)
    assert two.changed("ours", GAME).find("ours") == OwnRules("ours", GAME)
    assert [each.name for each in two.renamed("ours", "new").own] == ["new", "theirs"]
    assert [each.name for each in two.renamed("ours", "OURS").own] == ["OURS", "theirs"]
    assert [each.name for each in two.without("ours").own] == ["theirs"]
    assert two.holding(OURS) == OwnRules("ours", OURS)
    assert two.holding(PRESETS["facai"]) is None
    assert hash(two) != hash(one)


@pytest.mark.parametrize("name", ["ours", "OURS", " ours", "ｏｕｒｓ"])
def test_two_names_that_look_alike_are_refused(name: str) -> None:
    held = Library().added("ours", OURS).added("theirs", OURS)
    for change in (lambda: held.added(name, GAME), lambda: held.renamed("theirs", name)):
        with pytest.raises(BadRules) as refused:
            change()
        assert refused.value.message == "library-name-taken"


def test_what_is_not_there_is_said_to_be_gone() -> None:
    for change in (
        lambda: Library().changed("x", GAME),
        lambda: Library().renamed("x", "y"),
        lambda: Library().without("x"),
    ):
        with pytest.raises(BadRules) as refused:
            change()
        assert refused.value.message == "library-unknown"


def full() -> Library:
    held = Library()
    for number in range(MOST):
        held = held.added(f"ours {number}", replace(OURS, escape=number))
    return held


def test_a_full_library_takes_no_more() -> None:
    with pytest.raises(BadRules) as refused:
        full().added("one more", GAME)
    assert refused.value.message == "library-full"
    with pytest.raises(BadRules):
        full().joined((OwnRules("one more", GAME),))
    assert full().joined(full().own) == full()


def test_joining_leaves_out_what_is_there_and_numbers_a_name_that_is_taken() -> None:
    held = Library().added("ours", OURS)
    assert held.joined((OwnRules("ours", OURS),)) == held
    grown = held.joined((OwnRules("ours", GAME), OwnRules("theirs", GAME)))
    assert [each.name for each in grown.own] == ["ours", "ours 2", "theirs"]
    long = "x" * NAME_LIMIT
    grown = Library().added(long, OURS).joined((OwnRules(long, GAME),))
    assert [len(each.name) for each in grown.own] == [NAME_LIMIT, NAME_LIMIT]


# ------------------------------------------------------------------------------------------------------ files


def test_a_file_holds_what_was_put_in() -> None:
    held = full().own
    assert from_file(to_file(held).encode()) == held
    assert from_file(b"\xef\xbb\xbf" + to_file(held).encode()) == held  # as some editors save it


@given(st.data())
def test_any_rule_set_survives_its_file(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(list(PRESETS.values())))
    changed: dict[str, Any] = {}
    for field, rule in RULE_FIELDS.items():
        kinds = [st.sampled_from(rule.choices)] if rule.choices else [st.integers(*(rule.bounds or (0, 0)))]
        changed[field] = data.draw(st.one_of(*kinds, *([st.none()] if rule.nullable else [])))
    top = max(changed["cap"], changed["contract_cap"] or 0)
    rules = replace(game, **{**changed, "gold": max(top, changed["gold"])})
    own = (OwnRules("ours", rules),)
    assert from_file(to_file(own).encode()) == own


def file(*entries: object, **more: object) -> bytes:
    return json.dumps(
        {"format": "wuhan-mahjong-rules", "version": 1, "rules": list(entries), **more}
    ).encode()


def entry(name: object = "ours", base: object = "hongzhong", fields: object = None, **more: object) -> object:
    return {"name": name, "base": base, "fields": {"cap": 320} if fields is None else fields, **more}


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"", ["rules-file-not-json"]),
        (b"\xff\xfe", ["rules-file-not-json"]),
        (b"[" * 50_000, ["rules-file-not-json"]),
        (b" " * (FILE_LIMIT + 1), ["rules-file-too-large"]),
        (b"[]", ["rules-file-not-ours"]),
        (b'{"format": "x"}', ["rules-file-not-ours"]),
        (file(entry(), version=2), ["rules-file-version"]),
        (file(entry(), version=True), ["rules-file-version"]),
        (file(entry(), more=1), ["rules-file-without-rules"]),
        (file(), ["rules-file-without-rules"]),
        (file(*[entry(f"n{number}") for number in range(MOST + 1)]), ["rules-file-too-many"]),
        (file(5), ["rules-file-entry-form"]),
        (file(entry(more=1)), ["rules-file-entry-form"]),
        (file(entry(name=5, base=None, fields=[])), ["rules-file-not-text"] * 2 + ["rules-file-not-fields"]),
        (file(entry(base="mine")), ["rules-unknown-preset"]),
        (file(entry(name="")), ["library-name-empty"]),
        (file(entry(name="a\u202eb")), ["library-name-unseen"]),
        (file(entry(name="\ud800")), ["library-name-unseen"]),
        (file(entry(), entry()), ["library-name-taken"]),
        (file(entry(fields={"caps": 1, "golds": 2})), ["rules-unknown-field"] * 2),
        (file(entry(fields={"cap": "300", "gold": True})), ["rules-not-a-number"] * 2),
        (file(entry(fields={"opening": 1})), ["rules-not-a-choice"]),
        (file(entry(fields={"situational_any_pair": 1})), ["rules-not-a-choice"]),
        (file(entry(fields={"gang_honours": ["5z"]})), ["rules-not-a-choice"]),
        (file(entry(fields={"gang_honours": "x"})), ["notation-unknown-character"]),
        (file(entry(fields={"cap": 500})), ["rules-gold-below-cap"]),
        (file(entry(fields={"cap": 300.5})), ["rules-file-not-whole"]),
        (file(entry(fields={"cap": float("nan")})), ["rules-file-not-whole"]),
        (file(entry()).replace(b'"cap"', b'"cap": 5, "cap"'), ["rules-file-twice"]),
        (file(entry(fields={"cap": 500}), entry(name="")), ["rules-gold-below-cap", "library-name-empty"]),
    ],
)
def test_a_faulty_file_is_refused_with_a_sentence_for_every_fault(data: bytes, faults: list[str]) -> None:
    with pytest.raises(AnalyzerError) as refused:
        from_file(data)
    assert messages(refused.value) == faults
    for lang in LANGUAGES:
        for each in (refused.value, *refused.value.others):
            said = describe(each, lang)
            assert said.encode()
            assert "\n" not in said


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["ours", *PRESETS]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "base", "fields", *RULE_FIELDS]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(ANYTHING)
def test_whatever_a_file_holds_it_is_taken_whole_or_refused(entries: object) -> None:
    data = json.dumps({"format": "wuhan-mahjong-rules", "version": 1, "rules": entries}).encode()
    try:
        found = from_file(data)
    except AnalyzerError as error:
        assert describe(error)
    else:
        assert isinstance(entries, list)
        assert len(found) == len(entries)
        assert all(isinstance(each.rules, RuleSet) for each in found)


def test_games_have_names_that_no_rule_set_of_ones_own_can_take() -> None:
    for lang in LANGUAGES:
        for game in PRESETS:
            with pytest.raises(BadRules):
                Library().added(text(f"rules-{game}", lang), OURS)
