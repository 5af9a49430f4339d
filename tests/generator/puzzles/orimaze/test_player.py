"""The player for the browser, in a real one: pieces are moved by every means, and the answer is the family's."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from generator import get_declaration, get_family
from tests.browser import PHONE, Board, PlayerSite, open_page, touch

FAMILY = get_family("orimaze")
LEVEL, MOVES = get_declaration("orimaze").showcase.text, get_declaration("orimaze").showcase.solution
ARRANGED = "VH\nH.\n--\n.H\nVH"
KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}
STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}


@pytest.fixture
def page(browser: Browser, site: PlayerSite) -> Iterator[Page]:
    """The showcase, ready to be played; it ends without an error."""
    page = open_page(browser, site.add("orimaze", LEVEL, solution=MOVES))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()


def assert_solved(page):
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+c")
    answer = page.evaluate("navigator.clipboard.readText()")
    assert FAMILY.check(FAMILY.parse(LEVEL), answer).moves == answer == MOVES


def pairs():
    """The free cell before each move, and the cell that it goes to, as columns and rows."""
    row, column = FAMILY.parse(LEVEL).start.free
    for letter in MOVES:
        right, down = STEPS[letter]
        yield (column, row), (column + right, row + down)
        column, row = column + right, row + down


def test_keys_move_the_free_cell(page):
    for letter in MOVES:
        page.keyboard.press(KEYS[letter])
    assert_solved(page)


def test_a_piece_that_is_tapped_moves_into_the_free_cell(page):
    board = Board(page, 3, 3)
    for _, piece in pairs():
        page.mouse.click(*board.middle(*piece))
    assert_solved(page)


def test_a_piece_is_dragged_into_the_free_cell(page):
    board = Board(page, 3, 3)
    for free, piece in pairs():
        page.mouse.move(*board.middle(*piece))
        page.mouse.down()
        page.mouse.move(*board.middle(*free), steps=4)
        page.mouse.up()
    assert_solved(page)


def test_a_swipe_pushes_a_piece_that_way(browser, site):
    page = open_page(browser, site.add("orimaze", LEVEL), **PHONE)
    finger = page.context.new_cdp_session(page)
    (x, y), steps = Board(page, 3, 3).middle(0, 0), [STEPS[letter] for letter in MOVES[:2]]
    for right, down in steps:
        touch(finger, "touchStart", (x, y))
        for part in (0.5, 1):
            touch(finger, "touchMove", (x - right * 34 * part, y - down * 34 * part))
        touch(finger, "touchEnd")
    expect(page.locator("#player-figures dd").first).to_have_text("2")
    page.context.close()


def test_the_end_says_the_number_of_moves_once(browser, site):
    count = len(MOVES)
    best = {"figure": "moves", "unit": "moves", "single": "move", "lower": count, "upper": count}
    page = open_page(browser, site.add("orimaze", LEVEL, best=best))
    for letter in MOVES:
        page.keyboard.press(KEYS[letter])
    expect(page.locator("#player-verdict")).to_have_text(f"{count} moves, proven optimal")
    expect(page.locator("#player-counts")).to_be_hidden()
    page.context.close()


def test_a_move_that_is_not_possible_is_refused(page):
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("No piece can move into the free cell from there.").first).to_be_visible()
    expect(page.locator("#player-figures dd").first).to_have_text("0")


def test_a_piece_that_is_not_beside_the_free_cell_is_refused_with_a_word(page):
    row, column = FAMILY.parse(LEVEL).start.free
    far = (2 - column, 2 - row)
    page.mouse.click(*Board(page, 3, 3).middle(*far))
    expect(page.get_by_text("Only a piece beside the free cell can move.").first).to_be_visible()
    expect(page.locator("#player-figures dd").first).to_have_text("0")


def test_moves_are_taken_back(page):
    for letter in MOVES[:3]:
        page.keyboard.press(KEYS[letter])
    expect(page.locator("#player-figures dd").first).to_have_text("3")
    page.keyboard.press("z")
    expect(page.locator("#player-figures dd").first).to_have_text("2")


def test_an_arrangement_tells_how_many_cells_are_to_go_as_the_family_says(browser, site):
    page = open_page(browser, site.add("orimaze", ARRANGED))
    moves = FAMILY.solve(FAMILY.parse(ARRANGED), 100).moves
    expect(page.locator("#player-figures dd").nth(1)).to_have_text("3")
    for letter in moves:
        page.keyboard.press(KEYS[letter])
    expect(page.locator("#player-figures dd").nth(1)).to_have_text("0")
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()
    page.context.close()


def test_the_solution_is_replayed(page):
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()


@pytest.mark.parametrize(("text", "reason"), [("x", "is none of the moves"), ("ll", "Move 2: no piece can move")])
def test_what_is_no_solution_is_refused_with_the_reason(browser, site, text, reason):
    page = open_page(browser, site.add("orimaze", LEVEL))
    page.get_by_text("Moves as text").click()
    page.get_by_label("Moves to play").fill(text)
    page.get_by_role("button", name="Play these moves").click()
    expect(page.get_by_text(reason)).to_be_visible()
    page.context.close()
