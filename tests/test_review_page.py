"""The review page by Streamlit's own test driver, and what its pens write."""

import re
from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.errors import BadRecord
from analyzer.examples import example_deal
from analyzer.playout.recorded import Recorder
from analyzer.record import write
from analyzer.shorthand import read_any
from analyzer.texts import LANGUAGES, describe, text
from tests.sources import ROOT

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

ZH, EN = LANGUAGES
PAGE = "pages/review.py"


def app(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.session_state["review_speed"] = "instant"
    for name, value in query.items():
        at.query_params[name] = value
    at.switch_page(PAGE).run()
    assert not at.exception
    return at


def html(at: AppTest) -> str:
    return " ".join(part.value for part in at.get("html") if "<style>" not in part.value)


def shown(at: AppTest) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at)))


def test_the_example_is_what_the_players_make_of_its_seed() -> None:
    kept = example_deal()
    assert kept.seed is not None
    assert Recorder(kept.rules).play(kept.seed, (0, 1, 1, 1)) == kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_is_told_by_line_and_what_was_written_stays(lang: str) -> None:
    written = write(example_deal()).replace('"tile":"3z"', '"tile":"9z"', 1).replace('"end"', '"ends"')
    at = app(lang=lang)
    at.text_area(key="review_text").set_value(written)
    at.button(key="read").click().run()
    assert not at.exception
    with pytest.raises(BadRecord) as raised:
        read_any(written)
    faults = [raised.value, *raised.value.others]
    assert len(faults) > 1
    told = shown(at)
    assert text("review-faults", lang, count=len(faults)) in told
    for fault in faults:
        assert escape(describe(fault, lang)) in told
    assert at.text_area(key="review_text").value == written
