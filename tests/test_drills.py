"""训练: keys are checked by other means, sets are the same for everybody, and cards come again in time."""

import threading
from dataclasses import replace

import pytest

from analyzer import compiler, jobs
from analyzer.advice import valued
from analyzer.drills import (
    BLOCKS,
    BY_EXPECTATION,
    FAR,
    LEVELS,
    SEEDS,
    TENPAI,
    Key,
    Mistake,
    Topic,
    again,
    answer_of,
    fixed_set,
    make,
    read_key,
    remake,
)
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.expectation.playouts import Cancelled, Speed
from analyzer.jobs import State
from analyzer.playout.recorded import Recorder
from analyzer.review import choices, grade
from analyzer.rules import DEFAULT, PRESETS
from analyzer.store import Card
from tests.checked_drills import problem
from tests.sources import ROOT

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

EXACT = [topic for topic in Topic if topic not in BY_EXPECTATION]
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiler.warm_up(block=True)


# Keys


@pytest.mark.parametrize("name", PRESETS)
def test_exact_questions_are_answered_alike_by_the_reference(name: str) -> None:
    for number, topic in enumerate(EXACT):
        question = make(Key(topic, name, 1 + number % 2, 20 + number))
        assert problem(question) is None, str(question.key)


@pytest.mark.parametrize(
    "key",
    [Key(Topic.DISCARD, "hongzhong", 1, 1), Key(Topic.CALL, "pizi", 1, 1), Key(Topic.GANG, "yuanhang", 2, 1)],
    ids=str,
)
def test_what_the_expectation_says_is_said_again_in_other_worlds(key: Key) -> None:
    question = make(key, threads=2)
    best, *others = question.options
    assert question.right == {answer_of(best)}
    assert all(-each.estimate.diff > 3 * each.estimate.diff_se for each in others)
    assert problem(question) is None


@pytest.mark.parametrize("topic", EXACT)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_questions_and_the_same_key_makes_the_same(topic: Topic, level: int) -> None:
    key = Key(topic, "facai", level, 7)
    question = make(key)
    assert question == make(read_key(str(key)))
    assert question != make(replace(key, seed=8))
    assert question.right <= set(question.answers)
    assert question.topic is topic


def test_an_answer_is_right_where_all_of_it_is() -> None:
    waiting = make(Key(Topic.WAITS, "hongzhong", 2, 1))
    assert waiting.is_right(waiting.right)
    assert not waiting.is_right(frozenset(waiting.answers))
    part = frozenset(sorted(waiting.right)[1:])
    assert not part or not waiting.is_right(part)
    asked = make(Key(Topic.TENPAI, "hongzhong", 1, 1))
    assert asked.answers == (TENPAI, *BLOCKS, FAR)
    (right,) = asked.right
    assert [asked.is_right(frozenset({each})) for each in asked.answers] == [
        each == right for each in asked.answers
    ]
    assert asked.loss(asked.right) is None
    for given in (frozenset(), frozenset({"x"}), frozenset(asked.answers[:2])):
        with pytest.raises(BadRequest, match="drill-answer"):
            asked.is_right(given)


def test_what_is_asked_about_waits_is_no_matter_of_the_minimum() -> None:
    for seed in range(6):
        waiting = make(Key(Topic.WAITS, "pizi", 1 + seed % 3, seed))
        for wait in waiting.waits.waits:
            channels = [each for each in (wait.discard, wait.zimo) if each is not None]
            assert any(channel.best.valid for channel in channels)


def test_payments_to_choose_from_are_few_and_each_adds_up() -> None:
    for seed in range(5):
        question = make(Key(Topic.SCORE, "facai-koukou", 1 + seed % 3, seed))
        assert 2 <= len(set(question.payments)) == len(question.payments) <= 4
        assert all(sum(pays) == 0 and max(pays) > 0 for pays in question.payments)
        assert question.score.pays in question.payments


def test_a_search_that_is_stopped_is_cancelled() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        make(Key(Topic.DISCARD, "hongzhong", 1, 1), stop=stop)


# One's own mistakes


def _mistake_and_none():
    """A record, a decision in it that is a mistake, and one that is none."""
    recorder = Recorder(DEFAULT)
    for seed in range(20):
        record = recorder.play(seed)
        found = [
            (choice, grade(choice, speed=Speed.FULL, threads=2).is_mistake)
            for choice in choices(record, 0)
            if choice.offer is not None
        ]
        bad = next((choice for choice, mistaken in found if mistaken), None)
        good = next((choice for choice, mistaken in found if not mistaken), None)
        if bad is not None and good is not None:
            return record, bad, good
    raise AssertionError("nobody made a mistake")


def test_a_mistake_is_asked_again_and_what_is_none_is_not() -> None:
    record, bad, good = _mistake_and_none()
    question = remake(Mistake("abc", 0, bad.at), record, threads=2)
    assert (question.position, question.topic) == (bad.position, Topic.CALL)
    assert answer_of(question.taken) == answer_of(bad.taken)
    assert not question.is_right(frozenset({answer_of(question.taken)}))
    assert question.loss(frozenset({answer_of(question.taken)})) > 0
    assert (
        question.loss(question.right if len(question.right) == 1 else frozenset({min(question.right)})) == 0
    )
    with pytest.raises(BadRequest, match="drill-close"):
        remake(Mistake("abc", 0, good.at), record, threads=2)
    with pytest.raises(BadRequest, match="drill-no-decision"):
        remake(Mistake("abc", 0, 10_000), record)


# Names


def test_keys_are_read_as_they_are_written() -> None:
    for key in (Key(Topic.CALL, "qipi", 3, SEEDS - 1), Mistake("0a1b", 3, 17)):
        assert read_key(str(key)) == key


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "drill-key"),
        ("waits:hongzhong:1", "drill-key"),
        ("waits:hongzhong:1:-1", "drill-key"),
        ("waits:hongzhong:1:٣", "drill-key"),
        ("riichi:hongzhong:1:1", "drill-key"),
        ("record::0:1", "drill-key"),
        ("record:x:4:1", "drill-key"),
        ("waits:nowhere:1:1", "drill-rules"),
        ("waits:hongzhong:4:1", "drill-level"),
        (f"waits:hongzhong:1:{SEEDS}", "drill-seed"),
        ("w" * 10_000, "drill-key"),
    ],
)
def test_what_names_no_question_is_told(text: str, code: str) -> None:
    with pytest.raises(BadRequest, match=code):
        read_key(text)


def test_a_set_is_the_same_for_everybody_and_goes_through_its_topics_in_turn() -> None:
    topics = (Topic.WAITS, Topic.SCORE)
    keys = fixed_set(topics, "pizi", 2, 5, 7)
    assert keys == fixed_set(topics, "pizi", 2, 5, 7)
    assert [key.topic for key in keys] == [topics[number % 2] for number in range(7)]
    assert keys[:3] == fixed_set(topics, "pizi", 2, 5, 3)
    assert len({key.seed for key in (*keys, *fixed_set(topics, "pizi", 2, 6, 7))}) == 14
    # what a link said yesterday it says tomorrow
    assert str(keys[0]) == "waits:pizi:2:1173875822"
    for some, count in (((), 5), (topics, 0), (topics, 51)):
        with pytest.raises(BadRequest, match="drill-set"):
            fixed_set(some, "pizi", 2, 5, count)


# Spaced repetition


def test_a_wrong_answer_comes_again_soon_and_right_ones_ever_later() -> None:
    card = again("q", None, correct=False, seconds=3, at=0)
    assert (card.question, 0 < card.due <= 10 * MINUTE) == ("q", True)
    gaps, at = [], card.due
    for _ in range(5):
        card = again("q", card, correct=True, seconds=3, at=at)
        gaps.append(card.due - at)
        at = card.due
    assert gaps == sorted(gaps)
    assert gaps[-1] > 7 * DAY
    failed = again("q", card, correct=False, seconds=3, at=at)
    assert failed.due - at <= 10 * MINUTE


def test_a_hesitating_answer_comes_again_sooner() -> None:
    first = again("q", None, correct=True, seconds=3, at=0)
    second = again("q", first, correct=True, seconds=3, at=first.due)
    quick = again("q", second, correct=True, seconds=3, at=second.due)
    slow = again("q", second, correct=True, seconds=90, at=second.due)
    assert slow.due < quick.due


@pytest.mark.parametrize(
    "state", ["", "x", "[]", "{}", '{"card_id": 0}', "null", "1" * 5000, '{"due": "2026-13-41"}']
)
def test_a_card_that_is_none_begins_anew(state: str) -> None:
    fresh = again("q", None, correct=True, seconds=3, at=0)
    assert again("q", Card("q", 5, state), correct=True, seconds=3, at=0) == fresh


# As a job


@pytest.fixture
def pool():
    found = jobs.Pool()
    yield found
    found.close()


def test_a_job_finds_what_a_direct_call_finds(pool: jobs.Pool) -> None:
    for key in (Key(Topic.WAITS, "hongzhong", 1, 3), Key(Topic.CALL, "hongzhong", 1, 3)):
        seen = jobs.drill(key, pool=pool).wait(60)
        assert seen.state is State.DONE
        assert seen.found == make(key, threads=2)


def test_a_job_tells_why_there_is_no_question(pool: jobs.Pool) -> None:
    seen = jobs.drill(Mistake("gone", 0, 3), pool=pool).wait(60)
    assert seen.state is State.DONE
    assert isinstance(seen.found, AnalyzerError)
    assert seen.found.message == "drill-no-record"


def test_a_job_that_is_left_ends(pool: jobs.Pool) -> None:
    ticket = jobs.drill(Key(Topic.DISCARD, "pizi", 3, 99), pool=pool)
    ticket.stop()
    while pool.running:
        threading.Event().wait(0.01)
    assert ticket.snapshot().state is State.STOPPED


def test_estimates_of_an_answer_are_those_of_the_advice() -> None:
    question = make(Key(Topic.CALL, "hongzhong", 1, 3))
    found = valued(question.position, question.choices, question.offer, speed=Speed.FULL, samples=512)
    assert found == question.options


def test_the_long_proof_is_a_target() -> None:
    assert "prove-drills:" in (ROOT / "Makefile").read_text(encoding="utf-8")
