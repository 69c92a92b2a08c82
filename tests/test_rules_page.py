"""The rules page and the list of rule sets on top of every page, by Streamlit's own test driver."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.advice import how_valued
from analyzer.errors import BadRules
from analyzer.expectation.playouts import Speed
from analyzer.rules import PRESETS, RULE_FIELDS
from analyzer.rules.decisions import DECISIONS
from analyzer.rules.library import MOST, NAME_LIMIT, Library, OwnRules, to_file
from analyzer.rules.told import told
from analyzer.samples import SAMPLES, sample_score
from analyzer.texts import LANGUAGES, describe, text
from pages.ui import rule_editor, storage
from pages.ui.rule_editor import GROUPS, Draft
from pages.ui.rulebook import RulePen, grounds
from tests.sources import ROOT

ZH, EN = LANGUAGES
SCRIPT = "<script>alert(1)</script>"
HOSTILE = (SCRIPT, "![x](https://example.com/x.png)", "<img src=x onerror=alert(1)>", "`**x**`")
OURS = replace(PRESETS["hongzhong"], cap=320, gold=500)


def app(view: str = "compare", *, own: tuple[OwnRules, ...] = (), **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in {"hand": "1m", "view": view, **query}.items():
        at.query_params[name] = value
    if own:
        at.session_state["library"] = Library(own)
    at.run()
    return went(at.switch_page("pages/rules.py").run())


def went(at: AppTest) -> AppTest:
    assert not at.exception
    return at


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html(at))))


def own(at: AppTest) -> tuple[OwnRules, ...]:
    return at.session_state["library"].own if "library" in at.session_state else ()


def rules_of(at: AppTest) -> Any:
    return at.session_state["table"].position.rules


def show(at: AppTest, view: str) -> AppTest:
    return went(at.get_by_key("rules_view").set_value(view).run())


def change(at: AppTest, field: str, value: object) -> AppTest:
    return went(at.get_by_key(f"edit_{field}").set_value(value).run())


def press(at: AppTest, key: str) -> AppTest:
    return went(at.button(key=key).click().run())


# ------------------------------------------------------------------------------------------- side by side, told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_games_stand_side_by_side_field_by_field(lang: str) -> None:
    at = app(lang=lang)
    drawn = html(at)
    for game in PRESETS:
        assert text(f"rules-{game}", lang) in drawn
    table = drawn[drawn.index("wm-rules-all") :].split("</table>")[0]
    assert re.findall(r'data-field="(\w+)"', table) == list(RULE_FIELDS)
    cells = re.findall(r'<td class="([^"]*)"', table)
    assert len(cells) == len(PRESETS) * len(RULE_FIELDS)
    differing = sum(
        getattr(game, field) != getattr(PRESETS["hongzhong"], field)
        for game in PRESETS.values()
        for field in RULE_FIELDS
    )
    assert sum("differs" in each for each in cells) == differing > 0


def test_two_games_are_compared_and_what_differs_comes_first() -> None:
    at = app()
    at.selectbox(key="rules_one").select("facai")
    went(at.selectbox(key="rules_other").select("yuanhang").run())
    one, other = PRESETS["facai"], PRESETS["yuanhang"]
    fields = [field for field in RULE_FIELDS if getattr(one, field) != getattr(other, field)]
    two = html(at).rsplit("wm-count", 1)[1]
    assert re.findall(r'data-field="(\w+)"', two)[: len(fields)] == fields
    assert text("rules-two-differ", ZH, count=len(fields)) in shown(at)
    went(at.selectbox(key="rules_other").select("facai").run())
    assert text("rules-two-differ", ZH, count=0) in shown(at)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_with_every_clause(lang: str) -> None:
    at = app("read", lang=lang)
    went(at.selectbox(key="rules_read").select("yuanhang").run())
    answer = shown(at)
    for each in told(PRESETS["yuanhang"]):
        params = {} if each.field is None else {"value": each.value}
        assert text(f"told-{each.name.replace('_', '-')}", lang, **params) in answer
        assert each.clause in answer
    assert rules_of(at) == PRESETS["hongzhong"]  # only looked at


def test_a_changed_sentence_of_ones_own_rules_is_marked() -> None:
    at = app("read", cap="320", gold="500")
    marked = re.findall(r'<li data-field="(\w+)">(?:(?!</li>).)*wm-chip', html(at))
    assert marked == ["cap", "gold"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_open_point_is_shown_with_what_changes_it(lang: str) -> None:
    at = app("decisions", lang=lang)
    assert re.findall(r'data-decision="([\w-]+)"', html(at)) == [each.id for each in DECISIONS]
    went(at.toggle(key="rules_only_open").set_value(True).run())
    assert re.findall(r'data-decision="([\w-]+)"', html(at)) == [each.id for each in DECISIONS if each.fields]


# --------------------------------------------------------------------------------------------------- changing


def test_there_is_a_control_for_every_field() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(RULE_FIELDS)
    at = app("edit")
    for field, rule in RULE_FIELDS.items():
        if rule.nullable:
            at.toggle(key=f"edit_has_{field}").set_value(True)
    went(at.run())
    asked = {}
    for field, rule in RULE_FIELDS.items():
        before = at.session_state["rules_draft"].value(field)
        asked[field] = before + 1 if rule.bounds else next(each for each in rule.choices if each != before)
        at.get_by_key(f"edit_{field}").set_value(asked[field])
    went(at.run())
    assert {field: at.session_state["rules_draft"].value(field) for field in RULE_FIELDS} == asked
    changed = dict(at.session_state["rules_draft"].changes)
    assert set(changed) == set(RULE_FIELDS)
    press(at, "rules_reset")
    assert at.session_state["rules_draft"].changes == ()
    assert text("rules-summary-none", ZH) in shown(at)


def rows(at: AppTest, sample: str) -> dict[str, list[tuple[str, str]]]:
    """By ``before`` and ``after`` the amounts of a sample, each with its mark."""
    drawn = html(at)
    article = drawn[drawn.index(f'data-sample="{sample}"') :].split("</article>")[0]
    return {
        key: re.findall(r'<td class="num( differs)?">([^<]+)', row)
        for key, row in re.findall(r'<tr data-rules="(\w+)">(.*?)</tr>', article)
    }


def test_a_change_is_seen_at_once_in_what_samples_pay() -> None:
    at = change(app("edit"), "opening", "each")
    changed = replace(PRESETS["hongzhong"], opening="each")
    scores = {
        each.id: (sample_score(each, PRESETS["hongzhong"]), sample_score(each, changed)) for each in SAMPLES
    }
    differing = [name for name, (one, other) in scores.items() if one.pays != other.pays]
    assert text("rules-summary", ZH, fields=1, samples=len(differing), all=len(SAMPLES)) in shown(at)
    assert "small-dealer" in differing
    found = rows(at, "small-dealer")
    for key, score in zip(("before", "after"), scores["small-dealer"], strict=True):
        assert [amount for _, amount in found[key]] == [f"{each:+d}".replace("-", "−") for each in score.pays]
        assert all(mark for mark, _ in found[key])
    assert set(rows(at, "small-discard")) == {"after"}  # the same: one row is enough
    order = re.findall(r'data-sample="([\w-]+)"', html(at))
    assert order[: len(differing)] == differing


def test_only_the_amounts_that_differ_are_marked() -> None:
    at = change(app("edit"), "robbed_gang_pays", "zimo")
    marks = [bool(mark) for mark, _ in rows(at, "qianggang")["after"]]
    assert marks == [True, True, False, False]  # the robbed player pays for all


def test_a_hand_that_may_not_win_any_more_says_why() -> None:
    at = change(app("edit"), "minimum", 40)
    reason = text("rules-no-win", ZH, reasons=[text("reason-below-minimum", ZH)])
    assert reason in shown(at)


def test_a_change_that_no_sample_shows_is_told_with_the_reason() -> None:
    at = change(app("edit"), "escape", 300)
    assert text("rules-silent", ZH, field="escape") in shown(at)
    change(at, "minimum_scope", "every")
    assert text("rules-silent", ZH, field="minimum_scope") in shown(at)
    change(at, "minimum", 20)
    assert text("rules-silent", ZH, field="minimum_scope") not in shown(at)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_set_that_can_not_be_is_told_and_not_saved(lang: str) -> None:
    at = change(app("edit", lang=lang), "cap", 900)
    change(at, "gold", 350)
    fault = BadRules("rules-gold-below-cap", gold=350, cap=900)
    assert describe(fault, lang) in shown(at)
    assert at.button(key="rules_save_new").disabled
    assert "data-sample" not in html(at)
    change(at, "gold", 900)
    assert describe(fault, lang) not in shown(at)
    assert not at.button(key="rules_save_new").disabled


def test_a_draft_knows_all_that_is_wrong_with_it() -> None:
    draft = Draft("hongzhong", PRESETS["hongzhong"]).changing("cap", 0).changing("opening", "never")
    assert [each.message for each in rule_editor.problems(draft)] == [
        "rules-not-a-choice",
        "rules-not-a-number",
    ]
    assert rule_editor.problems(draft.changing("cap", 300).changing("opening", "once")) == ()


# ---------------------------------------------------------------------------------------- saving, using, deleting


def test_changed_rules_are_saved_under_a_name_and_used_on_every_page() -> None:
    at = change(app("edit"), "cap", 320)
    at.text_input(key="rules_name").set_value(" 我家的打法 ")
    press(at, "rules_save_new")
    assert own(at) == (OwnRules("我家的打法", replace(PRESETS["hongzhong"], cap=320)),)
    assert rules_of(at).cap == 320
    assert at.selectbox(key="rules_choice").value == "own:我家的打法"
    assert text("rules-saved", ZH, name="我家的打法") in shown(at)
    for page in ("score", "tenpai", "study"):
        went(at.switch_page(f"pages/{page}.py").run())
        assert at.selectbox(key="rules_choice").value == "own:我家的打法"
        assert rules_of(at).cap == 320
    went(at.selectbox(key="rules_choice").select("facai").run())
    assert rules_of(at) == PRESETS["facai"]
    went(at.selectbox(key="rules_choice").select("own:我家的打法").run())
    assert rules_of(at).cap == 320


def test_how_own_rules_are_valued_is_told_where_they_are_chosen() -> None:
    at = app("own", own=(OwnRules("ours", OURS),))
    went(at.selectbox(key="rules_choice").select("own:ours").run())
    line = grounds(OURS, Speed.FULL, ZH)
    assert [each.value for each in at.toast] == [line]
    assert line in shown(at)
    codes = [note for note, _ in how_valued(OURS, Speed.FULL)]
    assert "note-not-judged" in codes
    assert text("note-not-judged", ZH, game=text("rules-hongzhong", ZH)) in line
    show(at, "edit")
    assert line in shown(at)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "library-name-empty"),
        ("x" * (NAME_LIMIT + 1), "library-name-too-long"),
        ("a\u202eb", "library-name-unseen"),
    ],
)
def test_a_name_that_will_not_do_saves_nothing(name: str, message: str) -> None:
    at = app("edit")
    at.text_input(key="rules_name").set_value(name)
    press(at, "rules_save_new")
    assert own(at) == ()
    assert rules_of(at) == PRESETS["hongzhong"]
    params = {"limit": NAME_LIMIT, "name": name, "length": len(name), "character": "U+202E"}
    needed = {"library-name-empty": ("limit",), "library-name-too-long": ("name", "length", "limit")}
    fault = BadRules(message, **{each: params[each] for each in needed.get(message, ("name", "character"))})
    assert describe(fault, ZH) in re.sub(r"<[^>]+>", "", html(at))
    assert at.text_input(key="rules_name").value == name  # to be mended


def test_a_saved_rule_set_is_changed_again_and_what_plays_by_it_goes_along() -> None:
    at = app("own", own=(OwnRules("ours", OURS),))
    press(at, "use:ours")
    press(at, "change:ours")
    change(at, "cap", 330)
    press(at, "rules_save_back")
    assert own(at) == (OwnRules("ours", replace(OURS, cap=330)),)
    assert rules_of(at).cap == 330
    assert at.selectbox(key="rules_choice").value == "own:ours"


def test_a_rule_set_is_renamed_and_deleted() -> None:
    at = app("own", own=(OwnRules("ours", OURS), OwnRules("theirs", replace(OURS, cap=330))))
    press(at, "use:ours")
    at.text_input(key="new_name:ours").set_value("theirs")
    press(at, "rename_do:ours")
    assert [each.name for each in own(at)] == ["ours", "theirs"]
    assert describe(BadRules("library-name-taken", name="theirs"), ZH) in shown(at)
    at.text_input(key="new_name:ours").set_value("家规")
    press(at, "rename_do:ours")
    assert [each.name for each in own(at)] == ["家规", "theirs"]
    assert at.selectbox(key="rules_choice").value == "own:家规"
    press(at, "delete_do:theirs")
    assert rules_of(at) == OURS
    press(at, "delete_do:家规")
    assert own(at) == ()
    assert rules_of(at) == PRESETS["hongzhong"]
    assert text("rules-deleted-in-use", ZH, name="家规", game=text("rules-hongzhong", ZH)) in shown(at)
    assert text("rules-own-none", ZH) in shown(at)


def test_a_full_library_says_so() -> None:
    held = tuple(OwnRules(f"ours {number}", replace(OURS, escape=number)) for number in range(MOST))
    at = app("edit", own=held)
    at.text_input(key="rules_name").set_value("one more")
    press(at, "rules_save_new")
    assert own(at) == held
    assert describe(BadRules("library-full", limit=MOST), ZH) in shown(at)


# -------------------------------------------------------------------------------------------- links and files


def test_rules_of_a_link_come_into_the_list_under_their_name() -> None:
    at = app("own", rules="facai", cap="320", game="老王家")
    assert own(at) == (OwnRules("老王家", replace(PRESETS["facai"], cap=320)),)
    assert at.selectbox(key="rules_choice").value == "own:老王家"
    address = " ".join(code.value for code in at.code)
    assert "cap=320" in address
    assert "game=%E8%80%81%E7%8E%8B%E5%AE%B6" in address
    assert "view=own" in address


@pytest.mark.parametrize("name", ["", "x" * 500, "a\u202eb", "hongzhong", "七皮四赖 口口翻"])
def test_a_link_with_a_name_that_will_not_do_brings_its_rules_all_the_same(name: str) -> None:
    at = app("own", cap="320", gold="500", game=name)
    assert own(at) == (OwnRules(text("library-nameless", ZH), OURS),)


def test_rules_of_a_link_are_kept_as_soon_as_the_browser_has_answered() -> None:
    at = app(cap="77", game="ours")
    assert ("rules", "ready") in at.session_state["storage_needed"], (
        "the answer would not start the page over"
    )
    at.session_state["storage_shelves"] = {"rules": storage.Shelf(ready=True)}
    shelf = went(at.run()).session_state["storage_shelves"]["rules"]
    assert shelf.writes
    assert [each.name for each in shelf.value.own] == ["ours"]


def test_a_link_to_rules_that_are_there_adds_nothing() -> None:
    at = app("own", own=(OwnRules("ours", OURS),), cap="320", gold="500", game="theirs")
    assert own(at) == (OwnRules("ours", OURS),)
    assert at.selectbox(key="rules_choice").value == "own:ours"


def test_a_hostile_name_is_text_wherever_it_stands() -> None:
    held = tuple(OwnRules(name, replace(OURS, escape=number)) for number, name in enumerate(HOSTILE))
    for used in held:
        at = app("own", own=held, cap="320", gold="500", escape=str(used.rules.escape))
        assert at.selectbox(key="rules_choice").value == f"own:{used.name}"
        for view in ("own", "compare", "edit"):
            show(at, view)
            drawn = html(at)
            assert "<script" not in drawn
            assert "<img src=x" not in drawn
            for part in (*at.markdown, *at.error, *at.warning, *at.caption, *at.success):
                assert used.name not in part.value  # Streamlit would read it as Markdown
            assert not [button.label for button in at.button if used.name in button.label]
            assert used.name in unescape(drawn) or view == "edit"


def test_a_link_brings_a_hostile_name_as_text() -> None:
    at = app("own", cap="320", gold="500", game=SCRIPT)
    assert own(at) == (OwnRules(SCRIPT, OURS),)
    assert "<script" not in html(at)
    assert SCRIPT in unescape(html(at))


def uploaded(at: AppTest, data: bytes) -> AppTest:
    return went(at.get("file_uploader")[0].upload("rules.json", data, "application/json").run())


def test_a_file_is_read_and_a_faulty_one_changes_nothing() -> None:
    at = app("own", own=(OwnRules("ours", OURS),))
    theirs = (OwnRules("ours", PRESETS["facai"]), OwnRules("theirs", replace(OURS, cap=330)))
    uploaded(at, to_file(theirs).encode())
    assert [each.name for each in own(at)] == ["ours", "ours 2", "theirs"]
    assert text("rules-loaded", ZH, count=2) in shown(at)
    before = own(at)
    faulty = json.loads(to_file(theirs))
    faulty["rules"][0]["name"] = SCRIPT
    faulty["rules"][0]["fields"] |= {"cap": -1, "opening": SCRIPT}
    uploaded(at, json.dumps(faulty).encode())
    assert own(at) == before
    assert text("rules-upload-faults", ZH) in shown(at)
    assert html(at).count("wm-faults") == 1
    assert "<script" not in html(at)
    for field in ("cap", "opening"):
        assert f"{field}" in shown(at)
    uploaded(at, to_file(theirs[1:]).encode())
    assert own(at) == before
    assert text("rules-loaded-nothing", ZH) in shown(at)


def test_the_page_names_figures_measured_by_a_game_for_that_game_alone() -> None:
    at = app("own", own=(OwnRules("ours", OURS),))
    press(at, "use:ours")
    went(at.switch_page("pages/strength.py").run())
    assert text("strength-none", ZH) in shown(at)


def test_a_name_keeps_the_text_around_it_in_order() -> None:
    assert RulePen(ZH).own("שלנו <b>") == "<bdi>שלנו &lt;b&gt;</bdi>"
