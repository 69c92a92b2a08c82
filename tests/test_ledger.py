"""牌桌: seats by 摸风, and a ledger that always sums to zero (rules §6, §8)."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError
from analyzer.ledger import (
    HANDS,
    LONGEST_LOG,
    Entry,
    Kind,
    Ledger,
    Standing,
    Turn,
    best_names,
    fitting_hands,
    reckon,
    stake_of,
    to_csv,
)
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.rules import PRESETS, preset
from analyzer.seating import Seating, drawn_at_random, strength
from analyzer.settlement import Score, score
from analyzer.texts import LANGUAGES
from analyzer.tiles import KINDS, NAMES
from analyzer.wins import BIG_HANDS, Win, WinBy

NAMES_ = ("陈", "李", "王", "周")
SEATS = range(4)


def message(call, *args, **kwargs) -> str:
    with pytest.raises(AnalyzerError) as raised:
        call(*args, **kwargs)
    return raised.value.message


# ------------------------------------------------------------------------------------------- 摸风, rules §8


def test_tiles_rank_by_number_then_tong_tiao_wan_then_honours():
    order = sorted(range(KINDS), key=strength, reverse=True)
    numbers = [f"{rank}{suit}" for rank in range(9, 0, -1) for suit in "psm"]
    assert [NAMES[kind] for kind in order] == [*numbers, "1z", "2z", "3z", "4z", "5z", "6z", "7z"]


def drew(*tiles: str, dice=None) -> Seating:
    return Seating(tuple(parse_tiles(each) for each in tiles), dice)


def test_the_worked_example_of_the_source():
    """S2: 9筒 is 东, 1万 北; the two with 6条 draw once more for 南 and 西."""
    first = drew("9p", "6s", "1m", "6s")
    assert first.due == (1, 3)
    assert first.order == ()
    second = Seating((first.draws[0], (*first.draws[1], 4), first.draws[2], (*first.draws[3], 13)))
    assert (second.due, second.order) == ((), (0, 3, 1, 2))  # 5筒 beats 5万


def test_equal_tiles_draw_again_between_themselves_only():
    assert drew("7z", "7z", "1z", "9m").due == (0, 1)
    assert Seating(((33, 0), (33, 0), (27,), (8,))).due == (0, 1)
    assert Seating(((33, 0, 33), (33, 0, 1), (27,), (8,))).order == (3, 2, 1, 0)
    pairs = Seating(((0,), (0,), (9,), (9,)))
    assert pairs.due == (0, 1, 2, 3)
    # whatever the redraw brings, who was ahead stays ahead
    assert Seating(((0, 17), (0, 16), (9, 33), (9, 32))).order == (3, 2, 0, 1)


@pytest.mark.parametrize(
    ("dice", "east"), [((1, 1), 1), ((1, 2), 2), ((1, 3), 3), ((2, 3), 0), ((5, 4), 0), ((6, 6), 3)]
)
def test_the_dice_are_counted_from_the_throwers_own_seat(dice, east):
    seating = drew("9p", "8p", "7p", "6p", dice=dice)
    assert seating.seats == tuple((east + turn) % 4 for turn in SEATS)


@pytest.mark.parametrize(
    ("seating", "expected"),
    [
        (Seating(((1,), (2,), (3,))), "seating-not-four"),
        (Seating(((1,), (2,), (3,), (34,))), "seating-no-tile"),
        (Seating(((1,), (2,), (3,), (True,))), "seating-no-tile"),
        (Seating(((1, 1), (1, 1), (1,), ())), "position-too-many-copies"),
        (Seating(((1, 5), (2,), (3,), (4,))), "seating-drew-again"),
        (Seating(((1,), (2,), (3,), (4,)), (0, 6)), "seating-dice"),
        (Seating(((1,), (2,), (3,), (4,)), (1, 7)), "seating-dice"),
    ],
)
def test_a_draw_that_cannot_be_is_named(seating, expected):
    assert message(seating.check) == expected


@given(seed=st.integers(0, 2**40))
def test_a_random_draw_is_whole_and_the_same_for_the_same_seed(seed):
    seating = drawn_at_random(seed)
    assert seating.problems() == ()
    assert seating.due == ()
    assert sorted(seating.seats) == [0, 1, 2, 3]
    assert drawn_at_random(seed) == seating
    ranks = [[strength(kind) for kind in seating.draws[player]] for player in seating.order]
    assert ranks == sorted(ranks, reverse=True)


def test_every_player_is_drawn_east_about_as_often():
    east = [drawn_at_random(seed).seats[0] for seed in range(2_000)]
    assert all(430 < east.count(player) < 570 for player in SEATS)


# --------------------------------------------------------------------------------------- entries and course


@st.composite
def wins(draw):
    who = draw(st.sampled_from(SEATS))
    losers = [seat for seat in SEATS if seat != who]
    lost = {seat: draw(st.integers(0, 600)) for seat in losers}
    lost[losers[0]] += 1
    source = draw(st.sampled_from([None, *losers]))
    return Entry.won(who, lost, source=source, hand=draw(st.lists(st.sampled_from(HANDS), max_size=3)))


ENTRIES = (
    wins() | st.just(Entry.drawn()) | st.builds(Entry.escape, st.sampled_from(SEATS), st.integers(0, 1000))
)
LEDGERS = st.builds(
    lambda entries, stake: replace(of(*entries), stake=stake),
    st.lists(ENTRIES, max_size=25),
    st.integers(0, 500),
)


def of(*entries: Entry) -> Ledger:
    ledger = Ledger(NAMES_)
    for entry in entries:
        ledger = ledger.add(entry)
    return ledger


def win_of(seat: int) -> Entry:
    return Entry.won(seat, {(seat + 1) % 4: 8})


@given(ledger=LEDGERS)
def test_totals_sum_to_zero_and_every_deal_adds_its_amounts(ledger):
    before = (0, 0, 0, 0)
    for deal in ledger.standing.deals:
        assert sum(deal.entry.amounts) == sum(deal.totals) == 0
        assert deal.totals == tuple(a + b for a, b in zip(before, deal.entry.amounts, strict=True))
        before = deal.totals
    assert ledger.standing.totals == before


@given(ledger=LEDGERS)
def test_the_deal_passes_to_the_right_unless_the_dealer_wins_or_nobody_does(ledger):
    standing = ledger.standing
    dealers = [deal.dealer for deal in standing.deals] + [standing.dealer]
    for deal, after in zip(standing.deals, dealers[1:], strict=True):
        stays = deal.entry.kind is not Kind.WIN or deal.entry.who == deal.dealer
        assert after == (deal.dealer if stays else (deal.dealer + 1) % 4)
    assert not dealers[0]


def test_rounds_and_winds_are_counted_without_repeats():
    standing = Standing()
    seen = []
    for number in range(64):
        if number % 5 == 0:
            standing = standing.after(Entry.drawn())
            assert standing.repeat == 1
            standing = standing.after(win_of(standing.dealer))
            assert standing.repeat == 2
        seen.append((standing.wind, standing.round, standing.dealer))
        standing = standing.after(win_of((standing.dealer + 1) % 4))
        assert standing.repeat == 0
    assert seen == [(wind, circle, dealer) for wind in SEATS for circle in range(1, 5) for dealer in SEATS]
    assert (standing.wind, standing.round, standing.dealer) == (0, 1, 0)


def test_who_leaves_pays_the_three_who_stay():
    assert Entry.escape(0, 400).amounts == (-400, 134, 133, 133)
    assert Entry.escape(2, 500).amounts == (167, 166, -500, 167)
    assert Entry.escape(3, 300).amounts == (100, 100, 100, -300)
    standing = of(Entry.drawn(), Entry.escape(0, 400)).standing
    assert (standing.dealer, standing.repeat, standing.passed) == (0, 1, 0)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_leaving_costs_what_the_rules_say(rules):
    assert min(Entry.escape(1, rules.escape).amounts) == -(500 if rules.opening == "each" else 400)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry(Kind.WIN, (1, -1, 0), 0), "ledger-not-four-amounts"),
        (Entry(Kind.WIN, (1.0, -1, 0, 0), 0), "ledger-amount"),
        (Entry(Kind.WIN, (10**9, -(10**9), 0, 0), 0), "ledger-amount"),
        (Entry(Kind.WIN, (5, -4, 0, 0), 0), "ledger-not-zero"),
        (Entry(Kind.WIN, (5, -5, 0, 0), 4), "ledger-no-such-seat"),
        (Entry(Kind.WIN, (5, -5, 0, 0), True), "ledger-no-such-seat"),
        (Entry(Kind.WIN, (5, -5, 0, 0), 0, 7), "ledger-no-such-seat"),
        (Entry(Kind.WIN, (5, -5, 0, 0)), "ledger-without-winner"),
        (Entry(Kind.WIN, (5, -5, 0, 0), 0, 0), "ledger-own-discard"),
        (Entry(Kind.WIN, (0, 0, 0, 0), 0), "ledger-winner-gets-nothing"),
        (Entry(Kind.WIN, (5, -6, 1, 0), 0), "ledger-loser-gets"),
        (Entry(Kind.WIN, (5, -5, 0, 0), 0, None, ("qiduizi",)), "ledger-no-such-hand"),
        (Entry(Kind.DRAWN, (5, -5, 0, 0)), "ledger-drawn-pays"),
        (Entry(Kind.DRAWN, who=1), "ledger-drawn-pays"),
        (Entry(Kind.ESCAPE, (-3, 1, 1, 1)), "ledger-without-runner"),
        (Entry(Kind.ESCAPE, (3, -1, -1, -1), 0), "ledger-runner-gets"),
        (Entry(Kind.ESCAPE, (-3, 4, -1, 0), 0), "ledger-runner-gets"),
        (Entry(Kind.ESCAPE, (-3, 1, 1, 1), 0, 2), "ledger-escape-is-no-win"),
    ],
)
def test_an_entry_that_cannot_be_is_named(entry, expected):
    assert message(Ledger(NAMES_).add, entry) == expected


# -------------------------------------------------------------------------------------------- undo and redo


@given(ledger=LEDGERS, entry=ENTRIES)
def test_what_is_taken_back_is_as_if_it_never_was(ledger, entry):
    undone = ledger.add(entry).undo()
    assert replace(undone.standing, undone=()) == replace(ledger.standing, undone=())
    assert undone.redo().standing == ledger.add(entry).standing


@given(ledger=LEDGERS, turns=st.lists(st.booleans(), max_size=40))
def test_undo_and_redo_walk_along_the_deals(ledger, turns):
    deals, place, now = ledger.standing.deals, len(ledger.standing.deals), ledger
    for back in turns:
        if back and place:
            now, place = now.undo(), place - 1
        elif back:
            assert message(now.undo) == "ledger-nothing-to-undo"
        elif place < len(deals):
            now, place = now.redo(), place + 1
        else:
            assert message(now.redo) == "ledger-nothing-to-redo"
        assert now.standing.deals == deals[:place]
    assert now.log[: len(ledger.log)] == ledger.log  # nothing is ever struck out


def test_a_new_deal_ends_what_could_be_put_in_again():
    ledger = of(win_of(0), win_of(1)).undo().add(Entry.drawn())
    assert ledger.standing.undone == ()
    assert [deal.entry.kind for deal in ledger.standing.deals] == [Kind.WIN, Kind.DRAWN]


# ----------------------------------------------------------------------------------------------------- JSON


@given(ledger=LEDGERS, turns=st.integers(0, 3))
def test_json_gives_back_the_ledger(ledger, turns):
    for _ in range(min(turns, len(ledger.standing.deals))):
        ledger = ledger.undo()
    told = json.dumps(ledger.to_json(), ensure_ascii=False)
    assert Ledger.from_json(json.loads(told)) == ledger


GOOD = of(win_of(2), Entry.drawn(), Entry.escape(1, 400)).undo().to_json()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"form": 2}, "ledger-form"),
        ({"more": 1}, "ledger-not-an-object"),
        ({"names": "abcd"}, "ledger-malformed"),
        ({"names": ["a", "b", "c"]}, "ledger-not-four-names"),
        ({"names": ["a", "b", "c", "a"]}, "ledger-same-name"),
        ({"names": ["a", "b", "c", " "]}, "ledger-name"),
        ({"names": ["a", "b", "c", "d\x00"]}, "ledger-name"),
        ({"names": ["a", "b", "c", "d" * 13]}, "ledger-long-name"),
        ({"stake": -1}, "ledger-stake"),
        ({"stake": 1.5}, "ledger-stake"),
        ({"log": {}}, "ledger-malformed"),
        ({"log": [["drawn"]] * (LONGEST_LOG + 1)}, "ledger-full"),
        ({"log": [["drawn", 1]]}, "ledger-malformed"),
        ({"log": [["lost"]]}, "ledger-malformed"),
        ({"log": [7]}, "ledger-malformed"),
        ({"log": [["win", 0, [5, -5, 0, 0], None, [5]]]}, "ledger-malformed"),
        ({"log": [["win", 0, "5", None, []]]}, "ledger-malformed"),
        ({"log": [["win", 0, [5, -5, 0, 1], None, []]]}, "ledger-not-zero"),
        ({"log": [["win", [0], [5, -5, 0, 0], None, []]]}, "ledger-no-such-seat"),
        ({"log": ["undo"]}, "ledger-turn-from-nothing"),
        ({"log": [["drawn"], "redo"]}, "ledger-turn-from-nothing"),
        ({"log": [["drawn"], "undo", ["drawn"], "redo"]}, "ledger-turn-from-nothing"),
    ],
)
def test_a_record_of_another_form_is_named(fields, expected):
    assert message(Ledger.from_json, {**GOOD, **fields}) == expected


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=10,
    ),
    where=st.sampled_from([None, "form", "names", "stake", "log", "entry", "amounts"]),
)
def test_no_record_brings_more_than_a_named_fault(value, where):
    if where == "entry":
        record = {**GOOD, "log": [value]}
    elif where == "amounts":
        record = {**GOOD, "log": [["win", value, [5, -5, 0, 0], value, []]]}
    else:
        record = value if where is None else {**GOOD, where: value}
    try:
        ledger = Ledger.from_json(record)
    except AnalyzerError:
        return
    assert Ledger.from_json(ledger.to_json()) == ledger


def test_a_full_ledger_says_so():
    ledger = Ledger(NAMES_, (Entry.drawn(),) * LONGEST_LOG)
    assert message(ledger.add, Entry.drawn()) == "ledger-full"
    assert message(ledger.undo) == "ledger-full"
    assert len(json.dumps(ledger.to_json())) < 200_000
    assert Turn.UNDO not in ledger.log


def test_names_are_trimmed_and_blanks_get_the_usual_one():
    assert best_names([" 陈  伯 ", "", "王", " "], ["东", "南", "西", "北"]) == ("陈 伯", "南", "王", "北")
    assert message(best_names, ["南", "", "", ""], ["东", "南", "西", "北"]) == "ledger-same-name"


def test_points_are_worth_the_stake_to_the_hundredth():
    assert stake_of(0.05) == 5
    assert stake_of(-1) == 0
    assert str(Ledger(NAMES_, stake=5).money(-333)) == "-16.65"
    assert Ledger(NAMES_).money(100) == 0


# ----------------------------------------------------------------------------------------- scores and fan

OPEN = Player(melds=(Meld(MeldKind.PENG, parse_tiles("1z"), 2),))


def scored(dealer: int, seat: int, source: int | None) -> tuple[Score, Entry]:
    players = [Player(melds=(Meld(MeldKind.PENG, parse_tiles(f"{n}z"), (n + 1) % 4),)) for n in (1, 2, 3, 4)]
    hand = parse_tiles("123456m789p55s")
    position = Position(hand, preset("hongzhong"), seat, dealer, parse_tile("9s"), None, tuple(players))
    by = WinBy.ZIMO if source is None else WinBy.DISCARD
    answer = score(position, Win(parse_tile("5s"), by, source))
    return answer, Entry.scored(answer, winner=seat, source=source, turn=3)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("source", [None, 0, 1, 3])
def test_a_score_is_taken_over_with_its_seats_turned(dealer, source):
    answer, entry = scored(dealer, 2, source)
    assert entry.who == 1
    assert entry.source == (None if source is None else (source + 3) % 4)
    assert [entry.amounts[(seat + 3) % 4] for seat in SEATS] == list(answer.pays)
    assert entry.hand == ("small",)
    # the same win told by its fan
    told = reckon(preset("hongzhong"), dealer=dealer, winner=2, source=source, hard=answer.hard)
    assert told.amounts == answer.pays


def test_a_score_of_no_win_is_refused():
    assert message(Entry.scored, Score(valid=False), winner=0, source=None) == "ledger-no-win"


def test_the_worked_figure_of_the_rules():
    """§9: C deals, A discards to D; A 3 with 放冲, B 2, C 3 with the dealer, D 4."""
    found = reckon(preset("facai"), dealer=2, winner=3, source=0, fan=(2, 2, 2, 4))
    assert found.amounts == (-128, -64, -128, 320)


def test_big_hands_pay_by_the_rules_of_the_table():
    """§5: 10 a big hand, half again for the discarder; S3 doubles the base and takes ten times two."""
    two = {"fan": (0, 0, 0, 0), "big": ("pengpenghu", "qingyise")}
    found = reckon(preset("hongzhong"), dealer=0, winner=1, source=0, **two)
    assert found.amounts == (-30, 70, -20, -20)
    found = reckon(preset("yuanhang"), dealer=0, winner=1, source=None, **two)
    assert found.amounts == (-30, 90, -30, -30)
    robbed = reckon(preset("hongzhong"), dealer=0, winner=1, source=2, fan=(1, 1, 1, 1), big=("qianggang",))
    assert robbed.contract == 2
    assert robbed.amounts == (0, 140, -140, 0)


def test_minimum_and_gold_are_told():
    assert not reckon(preset("facai-x4"), dealer=0, winner=1, source=None, fan=(1, 1, 1, 1)).enough
    assert reckon(preset("hongzhong"), dealer=0, winner=1, source=None, fan=(1, 1, 1, 1)).enough
    gold = reckon(preset("hongzhong"), dealer=0, winner=1, source=None, fan=(5, 5, 5, 5))
    assert gold.gold
    assert gold.amounts == (-400, 1200, -400, -400)
    dark = reckon(preset("facai"), dealer=0, winner=1, source=None, fan=(9, 9, 9, 0), big=("pengpenghu",))
    assert dark.amounts == (-500, 1600, -500, -600)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"winner": 4}, "ledger-no-such-seat"),
        ({"dealer": -1}, "ledger-no-such-seat"),
        ({"source": 1}, "ledger-own-discard"),
        ({"fan": (1, 1, 1)}, "ledger-fan"),
        ({"fan": (1, 1, 1, 21)}, "ledger-fan"),
        ({"big": ("qianggang",)}, "ledger-hand-does-not-fit"),
        ({"big": ("small",)}, "ledger-hand-does-not-fit"),
        ({"source": 2, "big": ("haidilao",)}, "ledger-hand-does-not-fit"),
    ],
)
def test_a_win_that_cannot_be_is_named(fields, expected):
    told = {"dealer": 0, "winner": 1, "source": None, **fields}
    assert message(reckon, preset("hongzhong"), **told) == expected


def test_every_big_hand_fits_some_win():
    assert {*fitting_hands(None), *fitting_hands(0)} == set(BIG_HANDS)


@given(
    rules=st.sampled_from(list(PRESETS.values())),
    dealer=st.sampled_from(SEATS),
    turn=st.sampled_from([None, 1, 2, 3]),
    fan=st.tuples(*[st.integers(0, 20)] * 4),
    hard=st.booleans(),
    data=st.data(),
)
def test_what_is_reckoned_can_be_written_down(rules, dealer, turn, fan, hard, data):
    winner = 1
    source = None if turn is None else (winner + turn) % 4
    big = data.draw(st.lists(st.sampled_from(fitting_hands(source)), max_size=3, unique=True))
    found = reckon(rules, dealer=dealer, winner=winner, source=source, fan=fan, hard=hard, big=big)
    lost = {seat: -amount for seat, amount in enumerate(found.amounts) if seat != winner}
    entry = Entry.won(winner, lost, source=source, hand=big)
    assert entry.amounts == found.amounts
    assert of(entry).standing.totals == found.amounts


# ------------------------------------------------------------------------------------------------------ CSV


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_spreadsheet_gets_every_deal_and_no_formula(lang):
    names = ("=1+1", '+"a", b', "-c", "@d")
    ledger = Ledger(names).add(win_of(1)).add(Entry.drawn()).add(Entry.escape(3, 400))
    content = to_csv(ledger, lang)
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == 4
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert {len(row) for row in rows} == {16}
    assert rows[0][8:12] == [f"'{name}" for name in names]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "-c"))]
    for row, deal in zip(rows[1:], ledger.standing.deals, strict=True):
        assert [int(cell) for cell in row[8:12]] == list(deal.entry.amounts)
        assert [int(cell) for cell in row[12:]] == list(deal.totals)
