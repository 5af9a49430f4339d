"""Levels come into a contest from wherever they are seen, and its solutions are compared when it is over."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.sample import LEVEL, do, fill

pytestmark = pytest.mark.process

CONTEST = "December"
"""A contest that has not begun and has no level yet."""


@pytest.fixture(scope="module")
def url(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with contests, and some levels that are approved."""
    folder: Path = tmp_path_factory.mktemp("contests")
    shutil.copy(evolved.removeprefix("sqlite:///"), folder / "levels.db")
    url = f"sqlite:///{folder}/levels.db"
    fill(url, folder)
    do(url, ("curate", "move", 20, 60, 70, "approved"))
    return url


def add(page: Page) -> None:
    """Put what was chosen into the contest."""
    form = page.locator("form.card", has_text=CONTEST)
    form.get_by_role("button", name="Add to this contest").click()
    expect(page).to_have_url(re.compile(r"/contests/3/organise"))


def parts(page: Page) -> Locator:
    """The parts of the contest that have a level."""
    return page.locator("ul.grid > li > h3")


def test_levels_are_added_from_their_page_the_gallery_and_the_board(visit: Visit) -> None:
    page = visit(f"/levels/{LEVEL}")
    page.get_by_role("link", name="Add to a contest").click()
    add(page)
    expect(parts(page)).to_have_text(["Main level"])
    for source in ("/levels?order=id", "/curation"):
        page.goto(source)
        page.get_by_role("checkbox", name=re.compile("Select level (10|40)$")).first.check()
        page.get_by_text("Change or compare selected levels").click()
        page.get_by_role("button", name="Add to a contest").click()
        add(page)
    expect(parts(page)).to_have_count(3)


def test_the_assistant_proposes_levels_that_are_taken_with_one_click(visit: Visit) -> None:
    page = visit("/contests/3/organise")
    before = parts(page).count()
    page.get_by_role("link", name="Propose levels").click()
    offered = page.get_by_label("Take it")
    expect(offered).to_have_count(2)
    page.get_by_role("button", name="Add to the contest").click()
    expect(page).to_have_url(re.compile(r"/contests/3/organise"))
    expect(parts(page)).to_have_count(before + 2)


def test_two_solutions_with_different_ideas_are_replayed_side_by_side(visit: Visit) -> None:
    page = visit("/contests/2")
    page.get_by_role("link", name="Solutions by idea").click()
    expect(page.get_by_role("heading", name="Idea 1")).to_contain_text("2 players")
    page.get_by_role("button", name="Replay side by side").click()
    expect(page.locator(".replayed canvas")).to_have_count(2)
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_label("Position in the moves")).not_to_have_value("0")
