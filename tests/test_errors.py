"""Errors: what they carry, and that they survive the way to another process."""

import pickle

import pytest

from analyzer.errors import AnalyzerError, BadCount, BadMeld, raise_problems


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
