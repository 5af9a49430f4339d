"""A level goes over the board from the gallery to its publication, and its history tells how."""

import getpass
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.web.browser.conftest import Visit

pytestmark = pytest.mark.process

LEVELS = (8, 12)


def column(page: Page, state: str) -> Locator:
    """A column of the board."""
    return page.locator(".column", has=page.get_by_role("heading", name=state))


def card(page: Page, level: int) -> Locator:
    """A level on the board."""
    return page.locator(f".board-card#level-{level}")


def expect_in(page: Page, level: int, state: str) -> None:
    """The level is in that column, and stays there when the page is asked for again."""
    expect(column(page, state).locator(card(page, level))).to_be_visible()


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Take hold of a picture with the mouse and let it go somewhere else."""
    page.wait_for_load_state("load")
    for place, act in ((what, page.mouse.down), (to, page.mouse.up)):
        box = place.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + min(40, box["height"] / 2), steps=8)
        act()


def test_a_level_is_shortlisted_approved_and_published(visit: Visit) -> None:
    page = visit("/levels?order=id")
    for level in LEVELS:
        page.get_by_label(f"Select level {level}", exact=True).check()
    page.get_by_text("Change or compare selected levels").click()
    page.locator("#selection").get_by_label("State").select_option("Candidate")
    page.locator("#selection").get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("heading", name="2 levels changed of 2 selected")).to_be_visible()
    page.get_by_role("link", name="Go to the board").click()
    for level in LEVELS:
        expect_in(page, level, "Candidate")
    with page.expect_response(re.compile("/curation/8$")):
        drag(page, card(page, LEVELS[0]).locator("img"), column(page, "Shortlisted"))
    expect_in(page, LEVELS[0], "Shortlisted")
    card(page, LEVELS[0]).focus()
    with page.expect_response(re.compile("/curation/8$")):
        page.keyboard.press("ArrowRight")
    expect_in(page, LEVELS[0], "Approved")
    expect(card(page, LEVELS[0])).to_be_focused()
    with page.expect_response(re.compile("/curation/8$")):
        page.keyboard.press("4")
    page.reload()
    expect_in(page, LEVELS[0], "Published")
    expect_in(page, LEVELS[1], "Candidate")
    card(page, LEVELS[0]).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/levels/8")
    page.get_by_text("History", exact=True).click()
    history = page.locator(".history li")
    expect(history).to_have_count(4)
    for place, change in enumerate(
        ["Approved → Published", "Shortlisted → Approved", "Candidate → Shortlisted", "nothing → Candidate"]
    ):
        expect(history.nth(place)).to_contain_text(change)
        expect(history.nth(place)).to_contain_text(getpass.getuser())


def test_a_near_duplicate_is_named_where_it_is_shortlisted(visit: Visit) -> None:
    """Levels 31 and 34 differ by one box."""
    page = visit("/levels/31")
    shortlisted = page.get_by_role("button", name="Shortlisted")
    with page.expect_response(re.compile("/curation/31/repetitions")):
        shortlisted.click()
    expect(shortlisted).to_have_attribute("aria-pressed", "true")
    page.goto("/levels/34")
    shortlisted.click()
    warning = page.get_by_role("region", name=re.compile("is very similar to a level chosen earlier"))
    expect(warning.locator('a[href="/levels/31"]')).to_be_visible()
    expect(shortlisted).to_have_attribute("aria-pressed", "true")
    warning.get_by_role("button", name="Move it back to: Candidate").click()
    expect(page.get_by_role("button", name="Candidate", exact=True)).to_have_attribute("aria-pressed", "true")


def test_what_a_curator_says_is_kept_and_found_again(visit: Visit) -> None:
    page = visit("/levels/40")
    panel = page.get_by_role("region", name="Curation")
    panel.get_by_label("Another tag").fill("symmetric")
    panel.get_by_role("button", name="Add").click()
    expect(panel.get_by_role("button", name="Remove the tag symmetric")).to_be_visible()
    with page.expect_response(re.compile("/levels/40/curation$")):
        panel.locator("label", has_text="4 stars").click()
    expect(panel.get_by_label("4 stars")).to_be_checked()
    panel.get_by_label("Note").fill("<b>A quiet</b> beginning.")
    panel.get_by_role("button", name="Save the note").click()
    page.goto("/levels?tag=symmetric&rating_min=4")
    expect(page.locator("#gallery .level-card")).to_have_count(1)
    page.locator('#gallery .level-card a.wrap[href^="/levels/40?"]').click()
    expect(page.get_by_label("Note")).to_have_value("<b>A quiet</b> beginning.")
