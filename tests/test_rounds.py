"""一轮题: sets as links carry them, and what the answers of a round come to."""

import pytest

from analyzer import compiler
from analyzer.drills import Key, Topic, make, read_key
from analyzer.errors import BadRequest
from analyzer.rounds import SLOWEST, Round, Set, read_set

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them


def test_a_set_is_read_as_it_is_written() -> None:
    for asked in (Set(), Set((Topic.SCORE,), "qipi", 3, 77, 20, 60)):
        assert read_set(str(asked)) == asked
        assert len(asked.questions()) == asked.count
        assert {read_key(key).topic for key in asked.questions()} == set(asked.topics)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "waits",
        "waits:hongzhong:1:5:10",
        "waits:hongzhong:1:5:10:0:0",
        "waits:hongzhong:1:5:10:7",
        "waits,waits:hongzhong:1:5:10:0",
        ":hongzhong:1:5:10:0",
        "waits:hongzhong:1:-5:10:0",
        "waits:hongzhong:1:٥:10:0",
        "waits:hongzhong:1:5:51:0",
        "waits:hongzhong:9:5:10:0",
        "waits:nowhere:1:5:10:0",
        f"waits:hongzhong:1:{2**31}:10:0",
        "<b>" * 100,
    ],
)
def test_what_names_no_set_is_refused(written: str) -> None:
    with pytest.raises(BadRequest, match="drill-"):
        read_set(written)


def test_a_round_goes_from_question_to_question_and_adds_up() -> None:
    compiler.warm_up(block=True)
    asked = Set((Topic.TENPAI, Topic.SCORE), "hongzhong", 1, 5, 3, 15)
    now = Round(asked.questions(), "x", asked, asked.seconds)
    first = make(read_key(now.keys[0]))
    now = now.answer(first, first.right, 3.0)
    assert (now.right, now.over, now.answered, now.at) == (1, False, True, "x-0")
    now = now.next()
    second = make(read_key(now.keys[1]))
    wrong = frozenset({next(each for each in second.answers if each not in second.right)})
    with pytest.raises(BadRequest, match="drill-answer"):
        now.answer(second, frozenset({"1m"}), 1.0)
    now = now.answer(second, wrong, 10 * SLOWEST).next().without(BadRequest("drill-close", at=3))
    assert now.over
    assert (now.right, [each.question for each in now.wrong]) == (1, [second])
    assert [each.late for each in now.answers] == [False, True]
    assert (now.late, now.took) == (1, (3.0 + SLOWEST) / 2)
    assert now.by_topic() == ((Topic.TENPAI, 1, 1), (Topic.SCORE, 0, 1))
    assert [error.message for error in now.skipped] == ["drill-close"]


def test_points_are_lost_where_the_expectation_was_asked() -> None:
    compiler.warm_up(block=True)
    question = make(Key(Topic.CALL, "hongzhong", 1, 3), threads=2)
    wrong = frozenset({next(each for each in question.answers if each not in question.right)})
    now = Round((str(question.key),), "x").answer(question, wrong, 1.0)
    assert now.loss == question.loss(wrong) > 0
    assert not now.answers[0].late  # there is no clock
