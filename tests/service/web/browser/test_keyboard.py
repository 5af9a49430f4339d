"""All of it by keyboard alone, and always to be seen where the focus is."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.conftest import Invoke
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.playing import expect_solved, game_of, play_by_keys

pytestmark = pytest.mark.process

MOST_STOPS = 120
LEVEL = 8

FOCUS = """() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
    const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
    return {
        element: document.activeElement.outerHTML.slice(0, 120),
        outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && outlineColor !== "transparent",
        inView: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
    };
}"""


@pytest.fixture(scope="module")
def url(url: str, cenote: Invoke) -> str:
    """A database in which a contest is open."""
    opens, closes = ((datetime.now(UTC) + timedelta(hours=hours)).isoformat() for hours in (-1, 1))
    for command in (
        ("contest", "create", "May", "--opens", opens, "--closes", closes),
        ("contest", "add-level", 1, "main", LEVEL),
    ):
        assert cenote(*command, "--storage", url).exit_code == 0
    return url


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus; wherever it is on the way must be seen."""
    expect(wanted).to_be_visible()
    page.wait_for_load_state("load")
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["outlined"], focus["element"]
        assert focus["inView"], focus["element"]
        if wanted.evaluate("found => found === document.activeElement"):
            return
    pytest.fail(f"{wanted} is not reached by {MOST_STOPS} times Tab")


def follow(page: Page, wanted: Locator) -> None:
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def test_from_the_first_page_through_the_gallery_to_a_solved_level(visit: Visit) -> None:
    page = visit("/")
    follow(page, page.get_by_role("link", name="Levels", exact=True))
    page.wait_for_url("**/levels")
    tab_to(page, page.get_by_label("Depth at least"))
    page.keyboard.type("16")
    page.keyboard.press("Enter")
    page.wait_for_url("**depth_min=16*")
    follow(page, page.locator("#gallery a[href^='/levels/']:not([tabindex='-1'])").first)
    page.wait_for_url("**/levels/*")
    follow(page, page.get_by_role("link", name="Play", exact=True).last)
    page.wait_for_url("**/play/levels/*")
    solution = game_of(page)["solution"]
    play_by_keys(page, solution)
    expect_solved(page, solution)


def test_from_a_level_through_a_contest_to_an_answer_that_is_sent_in(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}")
    solution = game_of(page)["solution"]
    follow(page, page.get_by_role("link", name="Contests"))
    follow(page, page.get_by_role("link", name="May"))
    follow(page, page.get_by_role("link", name="Play", exact=True).last)
    page.wait_for_url("**/main/play")
    game_of(page)
    tab_to(page, page.get_by_role("application"))
    play_by_keys(page, solution)
    expect_solved(page, solution)
    tab_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type("anian")
    follow(page, page.locator("#player-submission").get_by_role("button", name="Submit"))
    expect(page.get_by_text("Accepted. It solves: Main level.")).to_be_visible()


def test_the_first_stop_leads_past_the_head_of_the_page(visit: Visit) -> None:
    page = visit("/levels")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
