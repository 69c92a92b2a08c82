"""The app's pages and screens as parameters of tests that do the same on each of them."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from analyzer.texts import LANGUAGES
from pages.ui.shell import PAGES
from tests.browser import SIZES

EACH_PAGE: Final = (PAGES[0], *(pytest.param(name, marks=pytest.mark.audit) for name in PAGES[1:]))
"""The first page in every test run, the others by ``make audit``: a browser takes long over each."""


def first_on(first: str) -> list[Any]:
    """Both screens: the one that is named in every test run, the other by ``make audit``."""
    return [size if size == first else pytest.param(size, marks=pytest.mark.audit) for size in SIZES]


def first_at(first: str, languages: Sequence[str] = LANGUAGES) -> list[Any]:
    """The same with a language for each screen, the desktop's first."""
    return [
        (size, lang) if size == first else pytest.param(size, lang, marks=pytest.mark.audit)
        for size, lang in zip(SIZES, languages, strict=True)
    ]
