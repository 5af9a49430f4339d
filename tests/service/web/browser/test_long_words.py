"""Levels and contests whose every word and figure is long fit a phone."""

from pathlib import Path

import pytest

from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.extreme_sample import LONG_PAGES, lengthen

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database of long things."""
    folder: Path = tmp_path_factory.mktemp("long")
    url = f"sqlite:///{folder}/levels.db"
    lengthen(url, folder)
    return url


@pytest.mark.parametrize("name", LONG_PAGES)
def test_a_page_is_as_wide_as_the_phone(name: str, visit: Visit) -> None:
    page = visit(LONG_PAGES[name], **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
