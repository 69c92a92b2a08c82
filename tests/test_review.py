"""复盘: whose choice what was, what it cost, and that the sums agree."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from math import hypot

import pytest

from analyzer import compiler, events, jobs
from analyzer.advice import Action
from analyzer.deal import Deal, Stage
from analyzer.errors import BadRecord, BadSeat
from analyzer.events import Event
from analyzer.expectation.playouts import Speed
from analyzer.playout.recorded import Recorder
from analyzer.position import SEATS
from analyzer.record import Record
from analyzer.review import Grade, Kind, Review, choices, grade, review, seats_known
from analyzer.rules import PRESETS, preset

pytestmark = pytest.mark.xdist_group("playouts")

DEALS = 6


@pytest.fixture(scope="module")
def records() -> dict[str, list[Record]]:
    """Self-played deals of every game."""
    compiler.warm_up(block=True)
    found = {}
    for name in PRESETS:
        recorder = Recorder(preset(name))
        found[name] = [recorder.play(seed, (0, 1, 0, 1)) for seed in range(DEALS)]
    return found


@pytest.fixture(scope="module")
def played(records: dict[str, list[Record]]) -> Review:
    """A review with mistakes in it."""
    return review(records["yuanhang"][5], 1, speed=Speed.INSTANT)


def asked_about(deal: Deal, event: Event) -> set[int]:
    """Who was asked about the tile that lies there before ``event`` happened, one after the other."""
    found = set()
    while (seat := deal.asked) is not None:
        found.add(seat)
        if event in deal.question or (isinstance(event, events.Win) and event.seat == seat):
            return found
        deal = deal.apply(events.Pass(seat))
        if deal.stage not in (Stage.CLAIM, Stage.ROB):
            return found
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_a_decision_is_what_the_seat_was_asked(records: dict[str, list[Record]], name: str) -> None:
    told = 0
    for record in records[name]:
        found = {(each.at, seat): each for seat in SEATS for each in choices(record, seat)}
        for at, (deal, event) in enumerate(zip(record.deals, record.events, strict=False)):
            for seat in SEATS:
                decision = found.get((at, seat))
                if deal.stage in (Stage.CLAIM, Stage.ROB):
                    assert (decision is not None) == (seat in asked_about(deal, event))
                else:
                    open_to_it = len(deal.legal(seat)) > 1
                    assert (decision is not None) == (deal.actor == seat and open_to_it)
                if decision is None:
                    continue
                told += 1
                assert decision.taken in decision.options
                acts = getattr(event, "seat", None) == seat and not isinstance(event, events.Draw)
                assert (decision.taken.action is Action.PASS) == (not acts)
    assert told > 100


def test_the_owner_alone_may_be_known(records: dict[str, list[Record]]) -> None:
    for record in records["pizi"]:
        whole, own = choices(record, 2), choices(record.seen_from(2), 2)
        assert seats_known(record) == tuple(SEATS)
        assert seats_known(record.seen_from(2)) == (2,)
        assert [(each.at, each.taken.action, each.taken.tile) for each in own] == [
            (each.at, each.taken.action, each.taken.tile) for each in whole
        ]
        with pytest.raises(BadRecord, match="review-hidden-hand"):
            choices(record.seen_from(2), 1)
    with pytest.raises(BadSeat, match="review-seat"):
        choices(record, 4)


def test_the_sums_agree(played: Review) -> None:
    assert played.complete
    assert len(played.grades) == len(choices(played.record, 1))
    assert played.mistakes
    assert list(played.mistakes) == sorted(played.mistakes, key=lambda each: each.loss, reverse=True)
    assert played.loss == pytest.approx(sum(each.loss for each in played.grades))
    assert played.curve[-1] == pytest.approx(played.loss)
    assert list(played.curve) == sorted(played.curve)
    assert played.margin == pytest.approx(hypot(*[each.gap[1] or 0.0 for each in played.mistakes]))
    assert sum(points for _, _, points in played.by_kind()) == pytest.approx(played.loss)
    assert sum(count for _, count, _ in played.by_kind()) == len(played.mistakes)
    assert played.match == 1 - len(played.mistakes) / len(played.grades)
    assert played.points is not None
    assert played.expected is not None
    assert played.luck is not None
    assert played.points == pytest.approx(played.expected - played.loss + played.luck)


def test_mistakes_are_found_by_size_and_by_place(played: Review) -> None:
    losses = [each.loss for each in played.mistakes]
    assert played.beyond(0) == played.mistakes
    assert played.beyond(losses[0]) == tuple(each for each in played.mistakes if each.loss == losses[0])
    assert played.beyond(losses[0] + 1) == ()
    for each in played.grades:
        assert played.find(each.choice.at) is each
    assert played.find(-1) is None


def test_a_guess_is_graded_as_if_it_had_been_done(played: Review) -> None:
    asked = [each for each in played.grades if each.is_mistake][:2]
    first, second = asked
    found = played.guessed({first.choice.at: first.best, second.choice.at: second.choice.taken})
    assert [each.choice.at for each in found.grades] == [each.choice.at for each in asked]
    assert found.complete
    assert found.loss == pytest.approx(second.loss)
    assert found.match == 0.5
    foreign = next(each for each in played.grades if each.best not in first.options)
    with pytest.raises(LookupError, match="expected an option"):
        first.instead(replace(foreign.best, tile=None, tiles=(1, 2, 3)))


def test_a_grade_is_measured_in_its_own_figures(played: Review) -> None:
    for each in played.grades:
        assert each.taken in each.options
        assert each.best.estimate is not None
        assert each.taken.estimate is not None
        assert 0 <= each.accuracy <= 1
        if each.is_mistake:
            assert each.loss == pytest.approx(each.best.estimate.diff - each.taken.estimate.diff)
            assert each.loss > 0
            assert each.accuracy < 1
            assert each.kind in Kind
            assert each.reasons
        else:
            assert (each.loss, each.accuracy, each.kind) == (0.0, 1.0, None)


def figures(found: Grade) -> object:
    return [(each.action, each.tile, each.tiles, each.estimate) for each in found.options]


def test_the_same_record_has_the_same_grades(played: Review) -> None:
    again = review(played.record, 1, speed=Speed.INSTANT, threads=2)
    assert [figures(each) for each in again.grades] == [figures(each) for each in played.grades]
    alone = grade(played.grades[-1].choice, speed=Speed.INSTANT)
    assert figures(alone) == figures(played.grades[-1])
    hidden = review(played.record.seen_from(1), 1, speed=Speed.INSTANT)
    assert [figures(each) for each in hidden.grades] == [figures(each) for each in played.grades]


def test_grades_are_told_as_they_come_and_stop_on_request(played: Review) -> None:
    stop, told = threading.Event(), []

    def progress(found: Review) -> None:
        told.append(found)
        if len(found.grades) == 3:
            stop.set()

    ended = review(played.record, 1, speed=Speed.INSTANT, stop=stop, progress=progress)
    assert [len(each.grades) for each in told] == [1, 2, 3]
    assert ended == told[-1]
    assert not ended.complete
    assert ended.luck is None
    assert ended.grades == played.grades[:3]


def test_a_deal_without_an_end_has_no_luck(played: Review) -> None:
    cut = replace(played.record, events=played.record.events[:-1])
    found = review(cut, 1, speed=Speed.INSTANT)
    assert found.points is None
    assert found.luck is None
    assert found.expected == played.expected


def test_a_job_grades_all_at_once_and_then_better(played: Review) -> None:
    pool = jobs.Pool(workers=2)
    seen = []
    try:
        ticket = jobs.review(played.record, 1, speed=Speed.QUICK, pool=pool)
        while (now := ticket.snapshot()).running:
            if now.found is not None and (not seen or now.found != seen[-1].found):
                seen.append(now)
            time.sleep(0.01)
        direct = review(played.record, 1, speed=Speed.QUICK)
        assert now.state is jobs.State.DONE
        assert now.found is not None
        assert [figures(each) for each in now.found.grades] == [figures(each) for each in direct.grades]
        assert (now.done, now.wanted) == (direct.decisions, direct.decisions)
        counts = [(each.done, len(each.found.grades)) for each in seen if each.found is not None]
        assert counts == sorted(counts)
        assert all(grades == direct.decisions for done, grades in counts if done)
    finally:
        pool.close()


def test_a_job_that_is_stopped_keeps_its_grades(played: Review) -> None:
    pool = jobs.Pool(workers=2)
    try:
        ticket = jobs.review(played.record, 1, speed=Speed.FULL, pool=pool)
        while not ((now := ticket.snapshot()).found and len(now.found.grades) == played.decisions):
            time.sleep(0.01)
        ticket.stop()
        found = ticket.snapshot()
        assert found.state is jobs.State.STOPPED
        assert found.found is not None
        assert [figures(each) for each in found.found.grades] == [figures(each) for each in played.grades]
    finally:
        pool.close()


def test_a_job_for_a_hand_that_is_hidden_is_refused_at_once(played: Review) -> None:
    with pytest.raises(BadRecord, match="review-hidden-hand"):
        jobs.review(played.record.seen_from(1), 0)
