"""What guests of a public service play and share, and what programs of those with an account may do."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from service.accounts.passwords import keep_account
from storage.curation import CurationState, move_levels, tag_levels
from storage.database import Database
from storage.queries import get_level
from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.faults import Faults
from tests.service.web.browser.playing import expect_solved, game_of, play_by_keys
from tests.service.web.conftest import NAME, PASSWORD, served

pytestmark = pytest.mark.process

FIRST, SECOND = 9, 8
"""Two published levels, the one that is shown first and the next."""
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture(scope="module")
def service(browser: Browser, url: str) -> Iterator[str]:
    """The address of a public service with two published levels and an account."""
    with Database.open(url) as database:
        move_levels(database, [FIRST, SECOND], CurationState.PUBLISHED, NAME)
        tag_levels(database, [FIRST, SECOND], "gentle", NAME)
        keep_account(database, NAME, PASSWORD)
    with served(url, "--public") as address:
        yield address


def solution(url: str, level: int) -> str:
    with Database.open_readonly(url) as database:
        found = get_level(database, level).solution
    assert found
    return found


def test_a_guest_plays_one_level_of_a_collection_after_the_other(visit: Visit, url: str) -> None:
    page = visit("/published", **PHONE)
    page.get_by_role("link", name="gentle").tap()
    page.locator(".published h2 a").first.tap()
    for level in (FIRST, SECOND):
        assert game_of(page)["solution"] is None
        play_by_keys(page, solution(url, level))
        expect_solved(page, solution(url, level))
        page.locator("#player-solved").get_by_role("link").tap()
    expect(page.get_by_role("heading", name="Collection: gentle")).to_be_visible()


def test_the_result_of_the_day_is_shared_without_the_moves(visit: Visit, service: str, url: str) -> None:
    page = visit("/", **PHONE, **CLIPBOARD)
    page.get_by_role("link", name="Play the level of the day").tap()
    text = game_of(page)["level"]
    with Database.open_readonly(url) as database:
        level = next(each for each in (FIRST, SECOND) if get_level(database, each).text == text)
    play_by_keys(page, solution(url, level))
    expect_solved(page, solution(url, level))
    page.locator("#player-solved").get_by_role("button", name="Share").tap()
    expect(page.get_by_text("The link is on the clipboard.")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert f"{service}/daily/" in shared
    assert "proven optimal" in shared
    assert solution(url, level) not in shared
    assert page.request.get(shared.split()[-1]).ok


def test_a_token_is_made_with_a_scope_and_an_operation_is_tried(visit: Visit, faults: Faults) -> None:
    page = visit("/login")
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name=NAME).click()
    page.get_by_label("Name of the new token").fill("nightly")
    page.get_by_role("group", name="Scopes").get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Make a token").click()
    secret = page.get_by_label("Token", exact=True).input_value()
    asked = visit("/login").request.get("/api/levels?limit=1", headers={"Authorization": f"Bearer {secret}"})
    assert asked.ok
    page.get_by_role("link", name="API", exact=True).first.click()
    reading = page.locator(".operation", has_text="GET /api/levels/{level_id}").first
    reading.locator("summary").click()
    reading.get_by_role("textbox", name="level_id").fill(str(FIRST))
    reading.get_by_role("button", name="Send").click()
    expect(reading.get_by_role("status")).to_contain_text("200 OK")
    expect(reading.get_by_role("status")).to_contain_text(f'"id": {FIRST}')
