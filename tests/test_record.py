"""Records: both forms read back the same, every fault told with its line, a sample of `make prove-records`."""

import json
import re
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import PRESETS, calls, discards, events, parse_tile, parse_tiles, record, shorthand
from analyzer.cli import main as command_line
from analyzer.deal import Deal, Stage
from analyzer.errors import AnalyzerError, BadRecord
from analyzer.events import Discard, Draw, HuangZhuang, Pass, Peng, Win
from analyzer.playout.recorded import Recorder, dealt, shuffled
from analyzer.record import Record
from analyzer.texts import LANGUAGES, describe
from analyzer.wins import WinBy
from tests.proofs import fuzz_records
from tests.proofs.records import check, policies_of
from tests.reference.sidebyside import hands_of
from tests.sources import ROOT

DOCUMENT = ROOT / "docs" / "records.md"
LINES, QUICK, NOTED = re.findall(
    r"```(?:jsonl|text)\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
)


def faults_of(text: str | bytes, read=record.read) -> list[tuple[int | None, str]]:
    """(line, message) of everything that is wrong with a text."""
    with pytest.raises(BadRecord) as raised:
        read(text)
    found = []
    for error in (raised.value, *raised.value.others):
        assert all(describe(error, lang) for lang in LANGUAGES)
        fault = error.params.get("fault", error)
        found.append((error.params.get("line"), fault.message))
    return found


# Round trips


@pytest.mark.xdist_group("playouts")
@pytest.mark.parametrize("name", PRESETS)
def test_self_played_deals_replay_and_read_back(name):
    recorder = Recorder(PRESETS[name])
    for number in range(4):
        check(recorder.play(3_200_000_000 + number, policies_of(number)))


@pytest.mark.xdist_group("playouts")
def test_a_check_would_see_a_record_that_differs():
    kept = Recorder(PRESETS["hongzhong"]).play(7)
    told = kept.events[-1]
    assert isinstance(told, Win)
    with pytest.raises(AnalyzerError, match="deal-wrong-settlement"):
        check(replace(kept, events=(*kept.events[:-1], replace(told, pays=(1, 1, 1, -3)))))
    with pytest.raises(AssertionError):
        check(replace(kept, events=kept.events[:-1]))


def walk(seed: int, name: str, steps: int) -> Record:
    """A deal of random legal events, some hands hidden."""
    rng = np.random.default_rng(seed)
    tiles = (rng.permutation(136) >> 2).tolist()
    dealer = int(rng.integers(4))
    hands = [hand if rng.random() < 0.6 else [None] * len(hand) for hand in hands_of(tiles, dealer)]
    kept = Record(PRESETS[name], dealer, tiles[53], tuple(map(tuple, hands)))
    deal, told = kept.start(), []
    for _ in range(steps):
        if deal.over:
            break
        legal = [event for seat in range(4) for event in deal.legal(seat) if not isinstance(event, Pass)]
        forced = deal.forced
        event = (
            legal[int(rng.integers(len(legal)))]
            if legal and (forced is None or rng.random() < 0.4)
            else forced
        )
        if isinstance(event, Draw) and (rng.random() < 0.5 or not deal.hands[event.seat].unknown):
            kinds = [kind for kind, copies in enumerate(deal.free) if copies]
            event = Draw(event.seat, kinds[int(rng.integers(len(kinds)))])
        deal = deal.apply(event)
        told.append(event)
    return replace(kept, events=tuple(told)).settled()


@given(
    st.integers(0, 2**32),
    st.sampled_from(list(PRESETS)),
    st.integers(0, 60),
    st.none() | st.integers(0, record.MOST_SEEDS - 1),
    st.none()
    | st.lists(
        st.text('甲乙 #[]x"\\,。', min_size=1, max_size=6).map(str.strip), min_size=4, max_size=4, unique=True
    ),
)
@settings(max_examples=60)
def test_any_record_reads_back_in_both_forms(seed, name, steps, told_seed, names):
    if names is not None and not all(names):
        names = None
    kept = replace(walk(seed, name, steps), seed=told_seed, names=None if names is None else tuple(names))
    text = record.write(kept)
    assert record.read_one(text) == kept
    assert record.write(record.read_one(text.encode())) == text
    assert shorthand.read(shorthand.write(kept)) == kept
    assert shorthand.read_any(shorthand.write(kept)) == shorthand.read_any(text) == (kept,)


def test_a_rule_set_of_ones_own_goes_with_the_record():
    kept = replace(walk(3, "facai", 10), rules=replace(PRESETS["facai"], cap=333, minimum=7))
    assert record.read_one(record.write(kept)).rules == kept.rules
    assert shorthand.read(shorthand.write(kept)) == kept


def test_several_deals_follow_one_another():
    kept = tuple(walk(seed, "pizi", 20) for seed in range(3))
    assert record.read(record.write(*kept)) == kept
    with pytest.raises(BadRecord, match="record-not-one"):
        record.read_one(record.write(*kept))


def test_other_spellings_are_read_and_written_canonically():
    spelled = LINES.replace('"tile":"6p"', '"tile": "六筒"').replace("\n", "\r\n\r\n")
    assert record.write(*record.read("\ufeff" + spelled)) == LINES
    assert record.write(*record.read(b"\xef\xbb\xbf" + spelled.encode())) == LINES


def test_passes_are_no_part_of_a_record():
    (kept,) = record.read(LINES)
    assert replace(kept, events=(*kept.events, Pass(0))) == kept


# Decisions


@pytest.mark.xdist_group("playouts")
@pytest.mark.parametrize("name", ["hongzhong", "pizi"])
def test_every_act_was_chosen_once_among_what_was_open(name):
    recorder = Recorder(PRESETS[name])
    passed = 0
    for number in range(4):
        kept = recorder.play(3_300_000_000 + number, policies_of(number))
        chosen = {}
        for seat in range(4):
            for decision in record.decisions(kept, seat):
                assert decision.chosen in decision.options
                assert all(option.seat == seat for option in decision.options)
                if isinstance(decision.chosen, Pass):
                    passed += 1
                else:
                    assert chosen.setdefault(decision.number, decision.chosen) == decision.chosen
        acts = {n: event for n, event in enumerate(kept.events) if not isinstance(event, Draw | HuangZhuang)}
        assert chosen == acts
    assert passed > 4


def act_of(event: events.Event) -> tuple[str, int | None, tuple[int, ...]]:
    """An event as the advice names it."""
    names = {"Drop": "discard", "AnGang": "an_gang", "XuGang": "xu_gang", "ChongGang": "chong_gang"}
    name = names.get(type(event).__name__, type(event).__name__.lower())
    won_or_passed = isinstance(event, Win | Pass)
    return name, None if won_or_passed else event.tile, getattr(event, "tiles", ())


@pytest.mark.xdist_group("playouts")
@pytest.mark.parametrize("name", ["facai", "qipi", "yuanhang"])
def test_the_advice_about_a_decision_knows_the_same_acts(name):
    kept = Recorder(PRESETS[name]).play(3_300_000_100, [1] * 4)
    compared = 0
    for seat in range(4):
        for decision in record.decisions(kept, seat):
            deal, offer = decision.deal, decision.deal.offer(seat)
            position = deal.position(seat)
            assert position.problems() == ()
            found = discards(position) if offer is None else calls(position, offer)
            acts = {
                (str(option.action), None if option.action in ("win", "pass") else option.tile, option.tiles)
                for option in found.options
            }
            legal = {
                act_of(event)
                for event in deal.legal(seat)
                if offer is not None or not isinstance(event, Pass)
            }
            assert legal == acts
            compared += 1
    assert compared > 30


def test_what_another_took_first_was_no_choice():
    kept = shorthand.read("翻 4m\n手 南 12m456p789s11223z\n东 3m\n西 碰 9p")
    assert list(record.decisions(kept, 1)) == []
    let_be = shorthand.read("翻 4m\n手 南 12m456p789s11223z\n东 3m\n南 +9p 9p")
    (passed, turn) = record.decisions(let_be, 1)
    assert (passed.chosen, passed.number, passed.deal.offer(1).tile) == (Pass(1), 1, t("3m"))
    assert passed.options == (events.Chi(1, t("3m"), parse_tiles("123m"), 0), Pass(1))
    assert turn.chosen == Discard(1, t("9p"))
    pair = shorthand.read("翻 4m\n手 西 33m456p789s11223z\n东 3m\n南 吃 12m 9p")
    (passed,) = record.decisions(pair, 2)
    assert (passed.chosen, passed.options[0]) == (Pass(2), Peng(2, t("3m"), 0))


# The document


def test_the_document_shows_one_deal_in_every_form():
    (kept,) = record.read(LINES)
    assert (record.write(kept), shorthand.write(kept)) == (LINES, QUICK)
    assert shorthand.read(QUICK) == kept
    assert shorthand.read(NOTED) == kept.seen_from(0)
    assert shorthand.write(kept.seen_from(0)) == NOTED
    assert kept.final.result.pays == shorthand.read(NOTED).final.result.pays == (-80, -60, -80, 220)
    assert kept.start().hands == dealt(kept.rules, 51).hands
    assert kept.indicator == shuffled(51)[53]


def test_the_document_names_every_type_and_the_schema_is_the_models():
    said = DOCUMENT.read_text(encoding="utf-8")
    table = set(re.findall(r"^\| `(\w+)` \| (?:`|–)", said, re.MULTILINE))
    assert set(record._FORMS) <= table
    kept = json.loads((ROOT / "docs" / "records.schema.json").read_text(encoding="utf-8"))
    assert kept == record.schema()


def test_the_schema_takes_what_is_written_and_refuses_what_is_not_read():
    validator = jsonschema.Draft202012Validator(record.schema())
    lines = [json.loads(line) for line in LINES.splitlines()]
    assert all(validator.is_valid(line) for line in lines)
    for line in lines:
        for name in line:
            lacking = {other: value for other, value in line.items() if other != name}
            required = name not in ("laizi", "names", "seed", "hand") and not (
                name == "from" and line["type"] == "win"
            )
            assert validator.is_valid(lacking) is not required
        assert not validator.is_valid({**line, "more": 1})


# Faults


def edited(at: int, **changed: object) -> str:
    """The document's deal with some fields of a line (from 1) changed, or taken out where ``None``."""
    lines = LINES.splitlines()
    line = json.loads(lines[at - 1]) | {name.rstrip("_"): value for name, value in changed.items()}
    lines[at - 1] = json.dumps({name: value for name, value in line.items() if value is not None})
    return "\n".join(lines)


def line_of(type_: str) -> int:
    return next(n for n, line in enumerate(LINES.splitlines(), 1) if f'"type":"{type_}"' in line)


WHOLE = len(LINES.splitlines())
FAULTY = {
    "nothing": ("", [(None, "record-empty")]),
    "no JSON": (LINES.replace('"type":"draw"', '"type":draw', 1), [(line_of("draw"), "record-not-json")]),
    "twice": (
        LINES.replace('{"type":"end"}', '{"type":"end","type":"end"}'),
        [(WHOLE, "record-not-json"), (WHOLE, "record-cut-off")],
    ),
    "a number": (
        LINES.replace('{"type":"end"}', "NaN"),
        [(WHOLE, "record-not-json"), (WHOLE, "record-cut-off")],
    ),
    "no object": ("[]\n" + LINES, [(1, "record-not-an-object")]),
    "no type": (edited(2, type="kan"), [(2, "record-no-such-type")]),
    "type of another type": (edited(2, type=["draw"]), [(2, "record-no-such-type")]),
    "version": (edited(1, version=2), [(1, "record-version")]),
    "missing": (edited(2, tile=None), [(2, "record-field-missing")]),
    "unknown": (edited(2, actor=1), [(2, "record-field-unknown")]),
    "text": (edited(2, tile=5), [(2, "record-field-not-text")]),
    "number": (edited(2, seat="3"), [(2, "record-field-not-a-number")]),
    "flag for a number": (edited(2, seat=True), [(2, "record-field-not-a-number")]),
    "list": (edited(1, hands="123m"), [(1, "record-field-not-a-list")]),
    "four": (edited(1, hands=["?" * 13] * 3), [(1, "record-field-not-four")]),
    "seat": (edited(2, seat=4), [(2, "record-field-wrong")]),
    "seed": (edited(1, seed=2**53), [(1, "record-field-wrong")]),
    "tile": (edited(2, tile="0p"), [(2, "notation-zero")]),
    "by": (edited(line_of("win"), by="ron"), [(line_of("win"), "request-win-by")]),
    "rules": (edited(1, rules="riichi"), [(1, "rules-unknown-preset")]),
    "rules of no kind": (edited(1, rules=7), [(1, "rules-not-text-or-object")]),
    "laizi": (edited(1, laizi="5m"), [(1, "position-laizi-not-of-indicator")]),
    "names": (edited(1, names=["甲", "乙", "甲", "\ud800"]), [(1, "ledger-name"), (1, "ledger-same-name")]),
    "hand": (edited(1, dealer=0), [(1, "deal-hand-count"), (1, "deal-hand-count")]),
    "cut off": (LINES.removesuffix('{"type":"end"}\n'), [(WHOLE - 1, "record-cut-off")]),
    "not closed": (
        LINES.removesuffix('{"type":"end"}\n') + LINES,
        [(WHOLE, "record-not-closed")],
    ),
    "outside": (LINES.split("\n", 1)[1], [(1, "record-before-start")]),
    "end alone": ('{"type":"end"}', [(1, "record-before-start")]),
    "too long": (LINES + " " * 10 + "x" * 4001, [(WHOLE + 1, "record-line-too-long")]),
    "deep": ("[" * 3000, [(1, "record-not-json")]),
    "settlement": (
        edited(line_of("win"), pays=[0, 0, 0, 0]),
        [(line_of("win"), "deal-wrong-settlement")],
    ),
    "laid down": (edited(line_of("discard"), type="gang"), [(line_of("discard"), "move-not-a-gang-tile")]),
    "drawn": (
        edited(line_of("win"), type="huang_zhuang", **dict.fromkeys(("seat", "tile", "by", "pays", "from_"))),
        [(line_of("win"), "deal-tiles-left")],
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_told_with_its_line(fault):
    text, expected = FAULTY[fault]
    assert faults_of(text) == expected


def test_all_faults_are_told_and_after_an_illegal_event_those_of_form():
    lines = LINES.splitlines()
    lines[3] = '{"type":"discard","seat":2,"tile":"1s"}'  # not in hand
    lines[5] = '{"type":"peng","seat":3}'
    lines[7] = "nonsense"
    lines[8] = '{"type":"discard","seat":0,"tile":"1p"}'  # nobody can tell any more
    second = ['{"type":"start"}', *LINES.splitlines()[1:]]
    assert faults_of("\n".join([*lines, *second])) == [
        (4, "deal-not-in-hand"),
        (6, "record-field-missing"),
        (6, "record-field-missing"),
        (8, "record-not-json"),
        *[(len(lines) + 1, "record-field-missing")] * 5,
    ]


def test_an_illegal_event_names_its_clause_in_both_languages():
    with pytest.raises(BadRecord) as raised:
        record.read(edited(line_of("peng"), seat=0))
    fault = raised.value.params["fault"]
    assert (fault.code, fault.params["clause"]) == ("illegal_event", "§3")
    assert raised.value.code == "bad_record"
    for lang in LANGUAGES:
        assert "§3" in describe(raised.value, lang)


def test_hostile_input_costs_little():
    assert faults_of("a\n" * 900_000) == [(line, "record-not-json") for line in range(1, 101)]
    assert faults_of("x" * 2_000_001) == [(None, "record-too-large")]
    assert faults_of(b"\xff\xfe") == [(None, "record-not-utf-8")]
    assert faults_of("\n" * 1_000_000) == [(None, "record-empty")]


def test_a_record_made_by_hand_is_settled_and_checked():
    kept = record.read_one(LINES)
    bare = replace(kept, events=(*kept.events[:-1], replace(kept.events[-1], pays=None)))
    assert bare.settled() == kept
    assert record.write(bare) == LINES
    with pytest.raises(BadRecord, match="record-event"):
        replace(kept, events=kept.events[3:]).settled()


def test_an_unfinished_deal_is_no_fault():
    kept = record.read_one(LINES)
    short = replace(kept, events=kept.events[:9])
    assert not record.read_one(record.write(short)).finished
    assert not shorthand.read(shorthand.write(short)).finished
    assert kept.finished


# The quick form

HEAD = "翻 4m\n手 东 123m456p789s11223z\n"


def quick(text: str, head: str = HEAD) -> tuple[events.Event, ...]:
    return shorthand.read(head + text).events


def t(text: str) -> int:
    return parse_tile(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("东 1z", [Discard(0, t("1z"))]),
        ("东 打1z\n南 9p", [Discard(0, t("1z")), Draw(1), Discard(1, t("9p"))]),
        ("0 discard:1z\n1 + 9p", [Discard(0, t("1z")), Draw(1), Discard(1, t("9p"))]),
        ("东 1z # 第一张\n\n# 南在想\n南 摸 打 9p", [Discard(0, t("1z")), Draw(1), Discard(1, t("9p"))]),
        ("东 1z\n西 碰 9p", [Discard(0, t("1z")), Peng(2, t("1z"), 0), Discard(2, t("9p"))]),
        (
            "东 1z\n南 5z +2s 丢",
            [
                Discard(0, t("1z")),
                Draw(1),
                events.Gang(1, t("5z")),
                Draw(1, t("2s")),
                events.Drop(1, t("5m")),
            ],
        ),
        (
            "东 1z\n南 杠5m 9p",
            [Discard(0, t("1z")), Draw(1), events.Gang(1, t("5m")), Draw(1), Discard(1, t("9p"))],
        ),
        ("东 1z\n南 5m", [Discard(0, t("1z")), Draw(1), events.Drop(1, t("5m"))]),
        (
            "东 1m\n南 冲杠 9p",
            [Discard(0, t("1m")), events.ChongGang(1, t("1m"), 0), Draw(1), Discard(1, t("9p"))],
        ),
        (
            "东 3m\n南 吃12m 9p",
            [Discard(0, t("3m")), events.Chi(1, t("3m"), parse_tiles("123m"), 0), Discard(1, t("9p"))],
        ),
        (
            "东 3m\n南 chi 234m 9p",
            [Discard(0, t("3m")), events.Chi(1, t("3m"), parse_tiles("234m"), 0), Discard(1, t("9p"))],
        ),
        (
            "东 3m\n南 暗杠 9p 1s\n西 暗杠? 8p",
            [
                Discard(0, t("3m")),
                Draw(1),
                events.AnGang(1, t("9p")),
                Draw(1),
                Discard(1, t("1s")),
                Draw(2),
                events.AnGang(2, None),
                Draw(2),
                Discard(2, t("8p")),
            ],
        ),
        (
            "东 3m\n西 碰 9p\n北 8p\n东 +9s 9s\n南 7p\n西 杠3m",
            None,
        ),
    ],
)
def test_what_the_rules_leave_no_choice_about_is_filled_in(text, told):
    if told is None:
        assert quick(text)[-2:] == (Draw(2), events.XuGang(2, t("3m")))
    else:
        assert list(quick(text)) == told


def test_the_last_hidden_draws_need_no_line():
    deal = shorthand.read("翻 4m\n东 1z").final
    course = shorthand._Course(shorthand._Opening(indicator=t("4m")))
    course.deal = replace(deal, left=4)
    course.turn(None, ())
    assert course.told == [Draw(1), Draw(2), Draw(3), Draw(0), HuangZhuang()]
    assert course.deal.stage is Stage.OVER


WON = "东 1z\n南 碰 9p\n西 2p\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("南 胡 1123m456p789s2p", "deal-no-win"),
        ("南 胡 123m456p789s22p", (1, WinBy.DISCARD, 2)),
        ("南 胡 =-4,16,-8,-4", (1, WinBy.DISCARD, 2)),
        ("北 9p\n东 +9s 9s\n南 + 胡 123m456p789s22p", (1, WinBy.ZIMO, None)),
        ("北 9p\n东 +9s 9s\n南 + 胡2p =-8,24,-8,-8", (1, WinBy.ZIMO, None)),
    ],
)
def test_a_win_is_told_with_its_hand_or_its_amounts(text, expected):
    if isinstance(expected, str):
        assert expected in faults_of(HEAD + WON + text, shorthand.read)[0][1]
        return
    win = quick(WON + text)[-1]
    assert isinstance(win, Win)
    assert (win.seat, win.by, win.source) == expected
    assert sum(win.pays) == 0


QUICK_FAULTS = {
    "东 1z": ("", [(1, "quick-without-indicator")]),
    "东": (HEAD, [(3, "quick-nothing-done")]),
    "中 1z": (HEAD, [(3, "notation-seat")]),
    "东 1q": (HEAD, [(3, "notation-unknown-character")]),
    "东 12m": (HEAD, [(3, "notation-not-one-tile")]),
    "东 1z\n翻 4m": (HEAD, [(4, "quick-head-too-late")]),
    "种子 -1\n名 甲 乙\n东 9m": (HEAD, [(3, "quick-seed"), (4, "ledger-not-four-names")]),
    "规则 facai9\n庄 5": (HEAD, [(3, "rules-unknown-preset"), (4, "notation-seat")]),
    "规则 {": (HEAD, [(3, "record-not-json")]),
    "名 [1,2,3,4]": (HEAD, [(3, "quick-names")]),
    "东 1z =1,2,3,-6": (HEAD, [(3, "quick-pays-without-win")]),
    "东 1z\n南 胡 =1,2": (HEAD, [(4, "quick-amounts")]),
    "东 1z\n南 9p\n西 9p\n北 9p\n东 1m": (HEAD, [(7, "quick-draw-missing")]),
    "东 打": (HEAD, [(3, "quick-tile-missing")]),
    "东 碰": (HEAD, [(3, "quick-nothing-lies-there")]),
    "东 1z\n南 碰 9p\n西 + 胡": (HEAD, [(5, "quick-win-without-tile")]),
    "东 9z\n南 碰\n西 打打": (HEAD, [(3, "notation-honour-number"), (5, "notation-unknown-character")]),
    "东 1z\n西 + 9p\n南 1q": (HEAD, [(4, "deal-draw-out-of-turn"), (5, "notation-unknown-character")]),
    "荒": (HEAD, [(3, "deal-tiles-left")]),
    "手 南 888m": (HEAD, [(3, "deal-hand-count")]),
}


@pytest.mark.parametrize("text", QUICK_FAULTS)
def test_a_fault_of_the_quick_form_is_told_with_its_line(text):
    head, expected = QUICK_FAULTS[text]
    assert faults_of(head + text, shorthand.read) == expected


# The command line


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = command_line(["record", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_check_says_how_a_deal_was_settled_or_what_is_wrong(tmp_path: Path, capsys):
    good, bad, cut = tmp_path / "good.jsonl", tmp_path / "bad.txt", tmp_path / "cut.txt"
    good.write_text(LINES, encoding="utf-8")
    bad.write_text(QUICK.replace("西 碰 7z", "西 碰 7x").replace("东 +7s", "东 +0s"), encoding="utf-8")
    cut.write_text("翻 4m\n东 1z\n", encoding="utf-8")
    status, out, err = run(capsys, "check", str(good), str(cut), "--lang", "en")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].endswith(
        "ok, North wins 碰碰胡 (all triplets)（soft）  -80 / -60 / -80 / +220"
    ) or ("-80 / -60 / -80 / +220" in out and "ok, North wins" in out)
    assert "unfinished after 1 event" in out
    status, out, err = run(capsys, "check", str(good), str(bad), "--json")
    found = json.loads(out)
    assert (status, [each["ok"] for each in found]) == (2, [True, False])
    assert len(err.splitlines()) == 1
    assert found[0]["deals"] == [
        {
            "rules": "hongzhong",
            "events": WHOLE - 2,
            "finished": True,
            "winner": 3,
            "pays": [-80, -60, -80, 220],
            "hu": "big",
            "big": ["pengpenghu"],
            "hard": False,
        }
    ]
    assert [(fault["line"], fault["code"]) for fault in found[1]["faults"]] == [
        (10, "bad_notation"),
        (12, "bad_notation"),
    ]


def test_convert_writes_the_other_form(tmp_path: Path, capsys):
    lines, short = tmp_path / "deal.jsonl", tmp_path / "deal.txt"
    lines.write_text(LINES, encoding="utf-8")
    short.write_text(QUICK, encoding="utf-8")
    assert run(capsys, "convert", str(lines), "--to", "quick") == (0, QUICK, "")
    assert run(capsys, "convert", str(short), "--to", "lines") == (0, LINES, "")
    lines.write_text(LINES * 2, encoding="utf-8")
    assert run(capsys, "convert", str(lines), "--to", "quick")[0] == 2
    assert json.loads(run(capsys, "schema")[1]) == record.schema()
    assert run(capsys, "check", str(tmp_path / "none.jsonl"))[0] == 2


# A sample of the fuzzing


@pytest.mark.xdist_group("playouts")
@pytest.mark.parametrize("kind", fuzz_records.KINDS)
def test_a_sample_of_mutated_records_raises_nothing_but_named_errors(kind):
    found = {}
    for number in range(60):
        _, fault = fuzz_records.wrong(fuzz_records.make(2025, kind, number))
        if fault:
            found[f"--seed 2025 --only {kind}:{number}"] = fault
    assert found == {}


def test_the_fuzzing_would_see_a_fault(monkeypatch: pytest.MonkeyPatch):
    def broken(_: object) -> tuple[Record, ...]:
        raise KeyError("none")

    monkeypatch.setattr(shorthand, "read_any", broken)
    assert fuzz_records.wrong("x")[1].startswith("KeyError")
    monkeypatch.setattr(shorthand, "read_any", lambda _: (walk(1, "hongzhong", 5),))
    assert fuzz_records.wrong("x") == ("read", "")
    monkeypatch.setattr(record, "read", lambda _: ())
    assert fuzz_records.wrong("x")[1].startswith("Finding")


@pytest.mark.xdist_group("playouts")
def test_deals_are_played_alike_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch):
    recorder = Recorder(PRESETS["hongzhong"])
    played = recorder.play(51, [1, 0, 1, 0])
    monkeypatch.setenv("ANALYZER_COMPILER", "off")
    assert recorder.play(51, [1, 0, 1, 0]) == played


def test_a_dealt_wall_is_the_one_that_self_play_deals():
    deal = dealt(PRESETS["pizi"], 51)
    assert isinstance(deal, Deal)
    assert sorted(shuffled(51)) == [kind for kind in range(34) for _ in range(4)]
    assert deal.wall == tuple(shuffled(51)[54:])
    assert shuffled(51) != shuffled(52)
