"""Levels from outside are looked at in the browser before they are stored."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.service.conftest import TRADE, Invoke
from tests.service.web.browser.conftest import Visit

pytestmark = pytest.mark.process

TUBES = "bdda..\nacdc..\nabcb..\ndbca..\n"


def decoded(page: Page, name: str) -> bool:
    """Whether a picture of the page can be seen."""
    picture = page.get_by_role("img", name=name)
    return bool(picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)"))


def test_a_text_is_looked_at_solved_and_stored(visit: Visit) -> None:
    page = visit("/levels")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("Paste levels").fill(f"{TRADE}Title: Trade\n")
    page.get_by_role("button", name="Look at them").click()
    expect(page.get_by_role("heading", name="1 level can be stored")).to_be_visible()
    assert decoded(page, "Trade")
    page.get_by_role("button", name="Solve and store").click()
    page.get_by_role("link", name="Trade").click()
    expect(page.locator("h1")).to_have_text("Trade")
    expect(page.locator(".figures.large")).to_contain_text("4")


def test_a_screenshot_stands_beside_the_level_that_was_read(visit: Visit, cenote: Invoke, tmp_path: Path) -> None:
    (tmp_path / "tubes.txt").write_text(TUBES)
    drawn = cenote("render", tmp_path / "tubes.txt", "--family", "watersort", "-o", tmp_path / "tubes.png")
    assert drawn.exit_code == 0, drawn.output
    page = visit("/levels/import")
    page.get_by_label("or choose a file").set_input_files(tmp_path / "tubes.png")
    page.get_by_role("button", name="Look at them").click()
    expect(page.get_by_role("heading", name="1 level can be stored")).to_be_visible()
    assert decoded(page, "The picture with what was found in it")
    assert decoded(page, "The level that was read")
    compared = page.get_by_label("I have compared them")
    if compared.count():
        compared.check()
    page.get_by_role("button", name="Solve and store").click()
    expect(page.get_by_role("heading", name="What became of them")).to_be_visible()
    expect(page.get_by_text("stored and proven")).to_be_visible()
