"""The app's pages as a parameter of tests that do the same on each of them."""

from typing import Final

import pytest

from pages.ui.shell import PAGES

EACH_PAGE: Final = (PAGES[0], *(pytest.param(name, marks=pytest.mark.audit) for name in PAGES[1:]))
"""The first page in every test run, the others by ``make audit``: a browser takes long over each."""
