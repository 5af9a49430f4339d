"""Reverse mode in the frame, in a real browser: the switch, keys and clicks, what is kept, and the way to an answer."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE, Board, PlayerSite, open_page

ROOM = "########\n#------#\n#-@$--.#\n#------#\n#------#\n########"
"""Played backwards, the box stands at column 6 of row 2, and is to be pulled to column 3."""
LINES = "2.3\n   \n  ."


@pytest.fixture
def opened(browser: Browser) -> Iterator[list[Page]]:
    """Pages that were opened; none of them may have had an error."""
    pages: list[Page] = []
    yield pages
    for page in pages:
        assert page.errors == []  # type: ignore[attr-defined]
        page.context.close()


@pytest.fixture
def room(browser: Browser, site: PlayerSite, opened: list[Page]) -> Page:
    page = open_page(browser, site.add("sokoban", ROOM, guide="/hints"))
    opened.append(page)
    return page


def expect_figures(page: Page, *values: int) -> None:
    expect(page.locator("#player-figures dd")).to_have_text([str(value) for value in values])


def test_a_level_that_is_solved_backwards_counts_like_one_played_forwards(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.keyboard.press("b")
    expect(room.locator("#player-mode")).to_contain_text("then pull the boxes")
    expect_figures(room, 0, 0, 1)
    board = Board(room, 8, 6)
    room.mouse.click(*board.middle(6, 2))
    expect(room.locator("#player-live")).to_contain_text("can be pulled to")
    room.mouse.click(*board.middle(3, 2))
    expect_figures(room, 3, 3, 0)
    offer = room.locator("#player-turned")
    expect(offer).to_contain_text("Solved in reverse mode")
    expect(offer).to_contain_text("Moves 3 · Pulls 3")
    expect(room.locator("#player-answers")).not_to_contain_text("Moves 3")
    offer.get_by_role("button", name="Take them as my solution").click()
    expect(offer).to_be_hidden()
    expect(room.locator("#player-mode")).to_be_hidden()
    expect(room.locator("#player-solved")).to_contain_text("Moves 3 · Pushes 3")
    expect(room.locator("#player-answers")).to_contain_text("Moves 3")
    room.keyboard.press("Home")
    room.keyboard.press("End")
    expect_figures(room, 3, 3, 1)


def test_arrow_keys_pull_and_with_shift_they_only_walk(room: Page) -> None:
    room.get_by_role("button", name="Reverse mode").click()
    board = Board(room, 8, 6)
    room.mouse.click(*board.middle(5, 2))
    expect_figures(room, 0, 0, 1)
    room.keyboard.press("Shift+ArrowLeft")
    expect_figures(room, 1, 0, 1)
    room.keyboard.press("z")
    room.keyboard.press("ArrowRight")
    expect(room.locator("#player-word")).to_have_text("A box is in the way, and can only be pulled.")
    room.keyboard.press("ArrowLeft")
    expect_figures(room, 1, 1, 1)
    room.mouse.click(*board.middle(1, 1))
    expect_figures(room, 5, 1, 1)
    for key, moves, pulls in (("z", 4, 1), ("Home", 0, 0), ("x", 1, 1), ("End", 5, 1)):
        room.keyboard.press(key)
        expect_figures(room, moves, pulls, 1)


def test_both_games_outlive_the_page(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.keyboard.press("b")
    for key in ("ArrowUp", "ArrowUp"):
        room.keyboard.press(key)
    expect_figures(room, 1, 0, 1)
    room.keyboard.press("z")
    room.reload()
    expect(room.locator("#player-mode")).to_be_visible()
    expect_figures(room, 0, 0, 1)
    room.keyboard.press("x")
    expect_figures(room, 1, 0, 1)
    room.keyboard.press("b")
    expect_figures(room, 1, 0, 0)
    room.reload()
    expect(room.locator("#player-mode")).to_be_hidden()
    expect_figures(room, 1, 0, 0)
    room.keyboard.press("b")
    expect_figures(room, 1, 0, 1)


def test_a_checkpoint_of_the_game_forwards_leaves_the_one_backwards(room: Page) -> None:
    room.keyboard.press("ArrowDown")
    room.keyboard.press("c")
    room.keyboard.press("b")
    room.keyboard.press("ArrowUp")
    room.get_by_role("button", name="Move 1").click()
    expect_figures(room, 1, 0, 0)
    room.keyboard.press("b")
    expect_figures(room, 1, 0, 1)


def test_boxes_that_are_back_with_the_player_shut_out_are_no_solution(
    browser: Browser, site: PlayerSite, opened: list[Page]
) -> None:
    page = open_page(browser, site.add("sokoban", "########\n#-$-.-@#\n########"))
    opened.append(page)
    page.keyboard.press("b")
    page.mouse.click(*Board(page, 8, 3).middle(3, 1))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_figures(page, 2, 2, 0)
    expect(page.locator("#player-warning")).to_contain_text("the player cannot walk to his start")
    expect(page.locator("#player-turned")).to_be_hidden()


def test_an_offer_goes_when_pulls_are_taken_back_and_comes_again(room: Page) -> None:
    room.keyboard.press("b")
    board = Board(room, 8, 6)
    room.mouse.click(*board.middle(5, 2))
    for _ in range(3):
        room.keyboard.press("ArrowLeft")
    offer = room.locator("#player-turned")
    expect(offer).to_be_visible()
    room.keyboard.press("z")
    expect(offer).to_be_hidden()
    room.keyboard.press("x")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Close").click()
    expect(offer).to_be_hidden()


def test_hints_are_for_the_game_forwards_and_other_puzzles_have_no_reverse_mode(
    room: Page, browser: Browser, site: PlayerSite, opened: list[Page]
) -> None:
    hint = room.get_by_role("button", name="Hint")
    expect(hint).to_be_visible()
    room.keyboard.press("b")
    expect(hint).to_be_hidden()
    room.keyboard.press("?")
    page = open_page(browser, site.add("linjat", LINES))
    opened.append(page)
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Reverse mode")).to_be_hidden()
    expect(page.locator("#player-help")).not_to_contain_text("reverse")


def test_on_a_phone_the_switch_is_on_the_first_screen(browser: Browser, site: PlayerSite, opened: list[Page]) -> None:
    page = open_page(browser, site.add("sokoban", ROOM), **PHONE)
    opened.append(page)
    switch = page.get_by_role("button", name="Reverse mode")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    for button in (switch, page.get_by_role("button", name="Undo", exact=True)):
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
        assert min(box["width"], box["height"]) >= 40


def test_two_boxes_are_pulled_home_by_touch_with_a_reload_on_the_way(
    browser: Browser, site: PlayerSite, opened: list[Page]
) -> None:
    page = open_page(browser, site.add("sokoban", f"{ROOM[:-9]}|#-.$---#|########".replace("|", "\n")), **PHONE)
    opened.append(page)
    switch = page.get_by_role("button", name="Reverse mode")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    pull(page, (6, 2), (3, 2))
    expect_figures(page, 3, 3, 1)
    page.reload()
    expect_figures(page, 3, 3, 1)
    pull(page, (2, 5), (3, 5))
    expect(page.locator("#player-turned")).to_contain_text("Solved in reverse mode")
    page.get_by_role("button", name="Take them as my solution").tap()
    expect(page.locator("#player-solved")).to_contain_text("Pushes 4")


def pull(page: Page, box: tuple[int, int], target: tuple[int, int]) -> None:
    board = Board(page, 8, 7)
    page.touchscreen.tap(*board.middle(*box))
    expect(page.locator("#player-live")).to_contain_text("can be pulled to")
    page.touchscreen.tap(*board.middle(*target))
