"""A level is found in the gallery, opened, and played to its end by keys, by mouse and by fingers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.playing import expect_solved, game_of, play_by_keys, play_by_mouse, play_by_touch

pytestmark = [pytest.mark.process, pytest.mark.slow]


def solution_on(page: Page) -> str:
    """The stored solution of the level that a page lets play."""
    solution = game_of(page)["solution"]
    assert isinstance(solution, str)
    return solution


def test_a_level_is_found_by_filters_and_played_by_keys(visit: Visit) -> None:
    page = visit("/levels")
    page.get_by_label("Depth at least").fill("16")
    page.get_by_label("Depth at most").fill("18")
    page.get_by_label("Proof").select_option("proven")
    page.get_by_label("Order").select_option("Depth, lowest first")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("active")).to_be_visible()
    depths = page.locator("dl.brief div:has(dt:text-is('Depth')) dd").all_inner_texts()
    assert depths
    assert [*map(int, depths)] == sorted(map(int, depths))
    assert {*map(int, depths)} <= {16, 17, 18}
    page.get_by_role("link", name="Level").nth(2).click()
    expect(page.locator(".figure", has_text="Depth").first).to_contain_text(depths[2])
    page.get_by_role("link", name="Play", exact=True).last.click()
    solution = solution_on(page)
    play_by_keys(page, solution[:-1])
    expect(page.locator("#player-solved")).to_be_hidden()
    play_by_keys(page, solution[-1])
    expect_solved(page, solution)


def test_the_mouse_chooses_boxes_and_where_they_go(visit: Visit) -> None:
    page = visit("/play/levels/8")
    solution = solution_on(page)
    play_by_mouse(page, solution)
    expect_solved(page, solution)


def test_fingers_tap_and_swipe_on_a_phone(visit: Visit) -> None:
    page = visit("/play/levels/8", **PHONE)
    solution = solution_on(page)
    play_by_touch(page, solution)
    expect_solved(page, solution)


def test_the_solution_is_replayed_from_the_page_of_the_level(visit: Visit) -> None:
    page = visit("/levels/8")
    page.get_by_role("link", name="Replay the solution").click()
    expect_solved(page, solution_on(page))
    expect(page.locator("#player-answers")).to_contain_text("none yet")


def test_the_buttons_of_a_level_stand_where_they_will_before_a_script_has_shortened_the_time(visit: Visit) -> None:
    # A box of its own line would jump up when the time needs fewer words.
    page = visit("/levels/8", java_script_enabled=False, viewport={"width": 1280, "height": 800})
    text, buttons = (page.locator(f".level-head > :{place}-child").bounding_box() for place in ("first", "last"))
    assert text
    assert buttons
    assert buttons["y"] < text["y"] + text["height"]
