"""Every page in both themes, on desktop and phone: what axe-core knows of accessibility, and nothing out of sight."""

import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.faults import Faults
from tests.service.web.browser.sample import PAGES, fill, imported

pytestmark = [pytest.mark.process, pytest.mark.slow]

VIEWS = {"light": ViewportSize(width=1280, height=800), "dark": PHONE["viewport"]}
"""Colours depend on the theme and the layout on the width, never on both, so two of the four views show everything."""

OPEN = "(found, most) => found.slice(0, most).forEach((one) => { one.open = true; })"
MISSING = "missing"
MOST_OPENED = 12
"""Details that are opened; the page of the interface for programs has hundreds, which are alike."""


@pytest.fixture(scope="module")
def url(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with something for every page."""
    folder: Path = tmp_path_factory.mktemp("sample")
    shutil.copy(evolved.removeprefix("sqlite:///"), folder / "levels.db")
    url = f"sqlite:///{folder}/levels.db"
    fill(url, folder)
    return url


@pytest.fixture(scope="module")
def ids(url: str) -> dict[str, int]:
    """The imported level of each family."""
    return imported(url)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_in_both_themes_and_fits_a_phone(
    name: str, visit: Visit, ids: dict[str, int], faults: Faults
) -> None:
    path = PAGES[name].format(**ids)
    page = visit(path, reduced_motion="reduce")
    if name == MISSING:
        assert faults.taken() == [f"404 GET {path}"]
    page.locator("details").evaluate_all(OPEN, MOST_OPENED)
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.evaluate(Axe().axe_script)
    for theme, size in VIEWS.items():
        page.set_viewport_size(size)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def violations(page: Page) -> list[str]:
    """Rules that are broken on a page as it is now, with what breaks them."""
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}" for rule in found for node in rule["nodes"]]
