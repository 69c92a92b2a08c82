"""The keys of drills, checked by other means: exact ones by the slow reference, others in other worlds."""

from analyzer.advice import valued
from analyzer.drills import BY_EXPECTATION, Question, Topic, answer_of
from analyzer.expectation.playouts import Speed
from analyzer.requests import position_fields
from analyzer.tiles import NAMES
from tests.reference import oracle

OTHER_WORLDS = 77_777
"""The seed of the worlds in which an estimate is made a second time."""
SAMPLES = 512


def problem(question: Question) -> str | None:
    """What another way to find the answer says against the key; ``None`` where both agree."""
    if question.topic in BY_EXPECTATION:
        return _in_other_worlds(question)
    request = position_fields(question.position)
    if question.topic is Topic.SCORE:
        return _settled(question, request)
    told = oracle.answer({"op": "waits", **request})
    if question.topic is Topic.WAITS:
        want = {str(NAMES.index(wait["tile"])) for wait in told["waits"]}
    else:
        want = {"tenpai"} if told["tenpai"] else set(told["blocked_by"]) or {"far"}
    return None if want == question.right else f"the reference says {sorted(want)}"


def _settled(question: Question, request: oracle.Json) -> str | None:
    win = question.win
    assert win is not None
    told = oracle.answer(
        {
            "op": "score",
            **request,
            "win": {
                "tile": NAMES[win.tile],
                "by": win.by.value,
                **({} if win.source is None else {"from": win.source}),
                "after_gang": win.after_gang,
                "last_tiles": win.last_tiles,
            },
        }
    )
    want = {"/".join(map(str, told["pays"]))} if told["valid"] else set()
    return None if want == question.right else f"the reference says {sorted(want)}"


def _in_other_worlds(question: Question) -> str | None:
    found = valued(
        question.position,
        question.choices,
        question.offer,
        speed=Speed.FULL,
        samples=SAMPLES,
        seed=OTHER_WORLDS,
        threads=2,
    )
    best = answer_of(found[0])
    return None if {best} == question.right else f"other worlds say {best}"
