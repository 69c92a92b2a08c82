"""练习桌: whole deals against computer players: legal, rebuilt from a text, blind to what is hidden, fair."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from analyzer import compiler, events, jobs
from analyzer.advice import default_first, valued
from analyzer.deal import Deal, Hand, Stage
from analyzer.errors import AnalyzerError, BadRequest, IllegalEvent
from analyzer.expectation.playouts import Speed
from analyzer.playout.recorded import dealt
from analyzer.position import SEATS
from analyzer.practice import SAMPLES, SEEDS, Level, Practice, Sitting, choose, from_code, word_of
from analyzer.record import read_one, write
from analyzer.review import event_of
from analyzer.rules import PRESETS, RuleSet, preset
from analyzer.tiles import KINDS

HONGZHONG = preset("hongzhong")
_ACTS = (
    "g5z d2z d4z d1z d1z d6z g5z d7z d2m d4z d4p d6s d1s d9m p d2m c2m d6m c4m d9s d6p p d7p c7p d3m "
    "d8p c7p d9s d1z d7z"
)
CAN_WIN_AND_PENG = Practice(
    HONGZHONG,
    2,
    dealer=2,
    acts=tuple(_ACTS.split()),
)
"""The person, 东, may win on a tile, peng it or let it be."""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compiler.warm_up(block=True)


def played(practice: Practice, seed: int = 0, most: int = 1_000) -> Iterator[Practice]:
    """Every state of a deal whose person does anything that he may."""
    chance = random.Random(seed)
    yield practice
    while not practice.over and most:
        if practice.thinking is None:
            practice = practice.act(chance.choice(practice.choices))
        else:
            practice = practice.played_on()
        most -= 1
        yield practice


def end_of(practice: Practice, seed: int = 0) -> Practice:
    *_, last = played(practice, seed)
    assert last.over
    return last


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_deals_of_every_game_come_to_a_settled_end_and_are_rebuilt(rules: RuleSet) -> None:
    for seed in range(2):
        begun = Practice(rules, SEEDS - 1 - seed, dealer=seed, seat=3 - seed)
        *states, last = played(begun, seed)
        assert last.over
        result = last.deal.result
        assert result is not None
        assert sum(result.pays) == 0
        # kept as a text, read and played through again
        again = Practice.from_json(json.loads(json.dumps(last.to_json())))
        assert again == last
        assert (again.told, again.deal) == (last.told, last.deal)
        # as a record it replays to the same settlement, every event legal
        record = read_one(write(last.record))
        assert record.final.result is not None
        assert record.final.result.pays == result.pays
        assert record.seed == last.seed
        # the person's acts alone bring the computers' with them
        asked = [state.thinking is None for state in states]
        own = iter([word for word, mine in zip(last.acts, asked, strict=True) if mine])
        rebuilt = begun
        while not rebuilt.over:
            rebuilt = rebuilt.to_me() if rebuilt.thinking is not None else rebuilt.act_by_word(next(own))
        assert rebuilt.acts == last.acts


def test_the_wall_is_that_of_the_seed() -> None:
    practice = end_of(Practice(HONGZHONG, 5))
    drawn = [event.tile for event in practice.told if isinstance(event, events.Draw)]
    wall = dealt(HONGZHONG, 5, 0).wall
    assert wall is not None
    assert tuple(drawn) == wall[: len(drawn)]


# What the person may do


def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    practice = Practice(HONGZHONG, 1, seat=0, dealer=0)
    lacking = next(kind for kind in range(27) if not practice.deal.hands[0].counts[kind])
    for event, message in (
        (events.Discard(0, lacking), "deal-not-in-hand"),
        (events.Discard(1, lacking), "deal-out-of-turn"),
        (events.Peng(0, lacking, 1), "deal-nothing-to-claim"),
        (events.Pass(0), "deal-not-asked"),
        (events.HuangZhuang(), "deal-tiles-left"),
    ):
        with pytest.raises(AnalyzerError) as raised:
            practice.act(event)
        assert raised.value.message == message
        assert raised.value.params["clause"].startswith("§")  # type: ignore[attr-defined]
    # another's legal act is not the person's
    waiting = practice.act(next(each for each in practice.choices if isinstance(each, events.Discard)))
    while waiting.thinking is None:
        waiting = waiting.act(waiting.choices[-1])
    assert waiting.choices == ()
    other = waiting.deal.legal(waiting.deal.asked or 0)[0]
    with pytest.raises(IllegalEvent, match="deal-not-asked"):
        waiting.act(other)
    for word in ("", "d9z", "w", "d5m " * 9, "<b>"):
        with pytest.raises(BadRequest, match="practice-no-such-act"):
            waiting.act_by_word(word)


def test_one_act_answers_every_question_about_a_tile() -> None:
    asked = CAN_WIN_AND_PENG
    assert [type(each) for each in asked.choices] == [events.Win, events.Peng, events.Pass]
    assert len(asked.deal.question) == 2  # by the rules the win is asked about first
    won = asked.act(asked.choices[0])
    assert won.over
    assert won.deal.result is not None
    assert won.deal.result.winner == 0
    penged = asked.act(asked.choices[1])
    assert penged.acts[-1] == "p"
    assert isinstance(penged.told[-1], events.Peng)
    assert penged.deal.stage is Stage.TURN
    assert penged.deal.actor == 0
    passed = asked.act(asked.choices[2])
    assert passed.acts[-1] == "-"
    assert passed.deal.asked != 0 or passed.deal.stage is Stage.TURN
    for each in (won, penged, passed):
        assert Practice.from_json(each.to_json()).told == each.told


def test_what_the_person_can_do_is_what_the_advice_ranks() -> None:
    seen = 0
    for practice in played(Practice(preset("pizi"), 8), seed=3):
        choice = practice.choice
        if choice is None:
            assert len(practice.choices) < 2
            continue
        seen += 1
        assert choice.position == practice.position
        assert choice.offer == practice.offer
        assert {event_of(option, practice.choices) for option in choice.options} == set(practice.choices)
        assert len({word_of(each) for each in practice.choices}) == len(practice.choices)
    assert seen > 5


def test_news_tell_what_happened_since_the_persons_last_act() -> None:
    for practice in played(Practice(HONGZHONG, 4, seat=2), seed=4):
        news = practice.news
        assert not any(isinstance(each, events.Draw) for each in news)
        assert all(each.seat != 2 for each in news[1:] if not isinstance(each, events.HuangZhuang))
        told = [each for each in practice.told if not isinstance(each, events.Draw | events.HuangZhuang)]
        own = [at for at, each in enumerate(told) if each.seat == 2]
        assert list(news) == told[own[-1] + 1 if own else 0 :]


# What computer players do


def hidden_otherwise(deal: Deal, seat: int, chance: random.Random) -> Deal:
    """The same deal to the eyes of ``seat``, all else dealt anew: the other hands, and the wall."""
    assert deal.wall is not None
    drawn = len(deal.wall) - 10 - deal.left
    unseen = [*deal.wall[drawn:]]
    for other in SEATS:
        unseen += deal.hands[other].tiles if other != seat else ()
    chance.shuffle(unseen)
    hands = list(deal.hands)
    for other in SEATS:
        if other != seat:
            size = deal.hands[other].size
            hands[other] = Hand.of(unseen[:size])
            del unseen[:size]
    free = tuple(unseen.count(kind) for kind in range(KINDS))
    vars_of = {**vars(deal), "hands": tuple(hands), "wall": (*deal.wall[:drawn], *unseen), "free": free}
    vars_of.pop("asked", None)
    other_deal = object.__new__(Deal)
    vars(other_deal).update(vars_of)
    return other_deal


@pytest.mark.parametrize(("level", "each"), [(Level.SHAPE, 1), (Level.INSTANT, 6), (Level.QUICK, 20)])
def test_a_computer_player_sees_nothing_that_is_hidden(level: Level, each: int) -> None:
    chance, compared, number = random.Random(level.value), 0, 0
    for seed in range(2):
        for practice in played(Practice(preset("facai"), seed), seed):
            seat, number = practice.thinking, number + 1
            if seat is None or number % each:
                continue
            practice = replace(practice, levels=(level,) * 3)
            other = hidden_otherwise(practice.deal, seat, chance)
            assert other.hands != practice.deal.hands
            assert other.position(seat) == practice.deal.position(seat)
            if other.asked != seat or {*map(word_of, other.question)} != {
                *map(word_of, practice.deal.question)
            }:
                continue  # another would have been asked before
            twin = replace(practice)
            vars(twin)["_course"] = replace(practice._course, deal=other)
            assert twin.played_on().acts == practice.played_on().acts
            compared += 1
    assert compared > 40 // each


def test_a_level_is_the_advice_it_is_named_for() -> None:
    practice = Practice(HONGZHONG, 3, seat=1)
    deal = practice.deal
    position = deal.position(0)
    choice = replace(practice, seat=0).choice
    assert choice is not None
    shape = choose(position, None, deal.question, level=Level.SHAPE, seed=7)
    assert shape == event_of(choice.options[0], deal.question)
    for level in (Level.INSTANT, Level.QUICK):
        best = valued(position, choice.options, speed=Speed(level.value), samples=SAMPLES[level], seed=7)[0]
        assert choose(position, None, deal.question, level=level, seed=7) == event_of(best, deal.question)
    assert len({practice._seed_of(seat) for seat in SEATS}) == len(SEATS)


def test_a_win_is_always_taken_and_a_closed_hand_opens() -> None:
    wins = opened = 0
    for seed in range(6):
        *states, last = played(Practice(HONGZHONG, seed), seed)
        for state, word in zip(states, last.acts, strict=True):
            if state.thinking is not None:
                can_win = any(isinstance(each, events.Win) for each in state.deal.question)
                assert can_win == (word == "w")
                wins += can_win
                opened += word[0] in "cpk"
    assert wins > 2
    assert opened > 10


def test_until_the_playouts_are_compiled_the_learned_policy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = Practice(HONGZHONG, 3, seat=1, levels=(Level.QUICK,) * 3)
    monkeypatch.setattr(compiler, "is_ready", lambda module: False)
    monkeypatch.setattr("analyzer.practice.valued", lambda *args, **how: pytest.fail("playouts"))
    choice = replace(practice, seat=0).choice
    assert choice is not None
    policy = event_of(default_first(choice.position, choice.options)[0], practice.deal.question)
    assert policy is not None
    assert practice.played_on().acts == (word_of(policy),)


def test_a_job_plays_on_until_the_person_has_the_word() -> None:
    practice = Practice(HONGZHONG, 9, seat=2, levels=(Level.SHAPE, Level.INSTANT, Level.SHAPE))
    ticket = jobs.practise(practice)
    found = ticket.wait(60).found
    assert found == practice.to_me()
    assert found is not None
    assert found.thinking is None


# Fair, and kept


def test_the_seal_tells_whether_the_deal_is_the_one_that_was_sealed() -> None:
    practice = Practice(HONGZHONG, 123, dealer=2)
    assert practice.sealed == "123 hongzhong 2"
    assert practice.seal == hashlib.sha256(b"123 hongzhong 2").hexdigest()
    own = replace(HONGZHONG, cap=77)
    others = [replace(practice, seed=124), replace(practice, dealer=1), replace(practice, rules=own)]
    assert len({each.seal for each in (practice, *others)}) == 4
    assert practice.seal == practice.to_me().seal


def test_a_code_names_the_same_deal() -> None:
    practice = Practice(HONGZHONG, 123, 2, 1, (Level.SHAPE, Level.INSTANT, Level.QUICK))
    assert practice.code == "123-2-1-siq"
    assert from_code(HONGZHONG, practice.code) == practice
    for code in (
        "",
        "1-2-3",
        "1-2-3-sss-",
        "-1-0-0-sss",
        "1-0-0-sxs",
        "1-0-4-sss",
        f"{SEEDS}-0-0-sss",
        "1-0-0-s",
        "¹-0-0-sss",
        "9" * 500 + "-0-0-sss",
    ):
        with pytest.raises(AnalyzerError):
            from_code(HONGZHONG, code)


def test_what_is_no_practice_is_refused() -> None:
    good = CAN_WIN_AND_PENG.to_json()
    changes: list[tuple[str, Any]] = [
        ("rules", "nothing"),
        ("rules", None),
        ("rules", {"base": "hongzhong", "cap": "<b>"}),
        ("seed", -1),
        ("seed", SEEDS),
        ("seed", True),
        ("seed", 1.0),
        ("seed", "1"),
        ("dealer", 4),
        ("seat", None),
        ("levels", ["shape"] * 2),
        ("levels", ["shape", "shape", "<b>"]),
        ("levels", "sss"),
        ("levels", [["shape"]] * 3),
        ("acts", 5),
        ("acts", "d9z"),
        ("acts", "w " * 2_000),
        ("acts", "- " * 700),
        ("acts", f"{good['acts']} w w"),
        ("acts", f"{good['acts']} d1m"),
        ("more", 1),
    ]
    for name, value in changes:
        with pytest.raises(AnalyzerError):
            Practice.from_json({**good, name: value})
    for value in (None, [], "x", {**good, "acts": None}, {name: good[name] for name in list(good)[1:]}):
        with pytest.raises(AnalyzerError):
            Practice.from_json(value)
    assert Practice.from_json(good) == CAN_WIN_AND_PENG


# Deal after deal


def test_a_sitting_keeps_the_score_and_passes_the_deal_on() -> None:
    sitting = Sitting(Practice(HONGZHONG, 0))
    totals = [0, 0, 0, 0]
    dealer = 0
    for seed in range(1, 6):
        assert sitting.practice.dealer == dealer
        assert sitting.entry is None
        assert sitting.standing.totals == tuple(totals)
        sitting = replace(sitting, practice=end_of(sitting.practice, seed))
        result = sitting.practice.deal.result
        assert result is not None
        totals = [a + b for a, b in zip(totals, result.pays, strict=True)]
        assert sitting.standing.totals == tuple(totals)
        if result.winner is not None and result.winner != dealer:
            dealer = (dealer + 1) % 4
        sitting = sitting.next(HONGZHONG, seed, (Level.SHAPE,) * 3)
        assert Sitting.from_json(json.loads(json.dumps(sitting.to_json()))) == sitting
    assert len(sitting.ledger.log) == 5
    # a deal that is left counts for nothing, and its dealer deals again
    left = sitting.next(preset("pizi"), 99, (Level.QUICK,) * 3)
    assert left.ledger == sitting.ledger
    assert (left.practice.dealer, left.practice.rules.id) == (dealer, "pizi")
    for value in (
        None,
        {},
        {"practice": sitting.practice.to_json(), "ledger": []},
        {**sitting.to_json(), "x": 1},
    ):
        with pytest.raises(AnalyzerError):
            Sitting.from_json(value)
