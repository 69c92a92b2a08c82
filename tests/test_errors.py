"""Errors: what they carry, and that they survive the way to another process."""

import pickle

import pytest

from analyzer.errors import AnalyzerError, BadCount, BadMeld, BadRequest, BadSeat, raise_problems
from analyzer.texts import describe, text


def test_an_error_is_whole_on_the_other_side_of_a_process():
    error = BadCount("position-wall", wall=99, most=72).with_others(
        [BadMeld("meld-not-a-run", meld="chi:124m")]
    )
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.code, copy.message, copy.params) == (
        BadCount,
        "bad_count",
        error.message,
        error.params,
    )
    assert [(type(other), other.params) for other in copy.others] == [(BadMeld, {"meld": "chi:124m"})]


def test_the_first_of_several_faults_is_raised_with_the_rest():
    faults = [BadMeld("meld-without-tile", meld="peng:"), BadCount("position-wall", wall=-1, most=72)]
    with pytest.raises(BadMeld) as raised:
        raise_problems(faults)
    assert raised.value.others == (faults[1],)


def test_no_faults_raise_nothing():
    assert raise_problems([]) is None


def test_an_error_shows_its_code_and_values():
    assert str(BadCount("position-wall", wall=99, most=72)) == "bad_count: position-wall (wall=99, most=72)"
    assert issubclass(BadCount, AnalyzerError)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("zh-CN", "东家胡的牌不可能来自座位 7；应为另外三家之一"),
        ("en", "East can't win on a tile of seat 7; it must be one of the three others"),
    ],
)
def test_a_seat_is_named_by_its_wind(lang: str, said: str) -> None:
    assert describe(BadSeat("win-impossible-source", source=7, seat=0), lang).startswith(said)
    robbed = describe(BadRequest("win-robbed-without-peng", source=2, tile="4p"), lang)
    assert robbed.startswith(text("seat-2", lang))
