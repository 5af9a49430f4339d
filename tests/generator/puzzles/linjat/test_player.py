"""The player for the browser, in a real one: lines are drawn by every means, and their answer is the family's."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from generator import get_family
from generator.puzzles.linjat.level import format_level
from generator.puzzles.linjat.lines import solution_of
from tests.browser import Board, PlayerSite, open_page
from tests.generator.puzzles.linjat.spaces import levels_in

FAMILY = get_family("linjat")


@pytest.fixture(scope="module")
def level() -> str:
    """A generated puzzle."""
    (found, *_) = levels_in({"mode": "easy", "rows": [6], "cols": [5], "numbers": [5], "effort": 500}, 20)
    return format_level(found)


@pytest.fixture
def page(browser: Browser, site: PlayerSite, level: str) -> Iterator[Page]:
    """The puzzle, ready to be played; it ends without an error."""
    solution = FAMILY.solve(FAMILY.parse(level), 100_000).moves
    page = open_page(browser, site.add("linjat", level, solution=solution))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()


def lines_of(level):
    parsed = FAMILY.parse(level)
    return solution_of(parsed, FAMILY.solve(parsed, 100_000).moves)


def board_of(page, level):
    parsed = FAMILY.parse(level)
    return Board(page, parsed.width, parsed.height)


def expect_figures(page, *values):
    for place, value in enumerate(values):
        expect(page.locator("#player-figures dd").nth(place)).to_have_text(str(value))


def assert_solved(page, level):
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+c")
    answer = page.evaluate("navigator.clipboard.readText()")
    assert FAMILY.check(FAMILY.parse(level), answer).moves == answer


def middle(board, cell):
    row, column = cell
    return board.middle(column, row)


def test_lines_that_are_dragged_solve_the_puzzle(page, level):
    board = board_of(page, level)
    for line in lines_of(level):
        page.mouse.move(*middle(board, line.first))
        page.mouse.down()
        page.mouse.move(*middle(board, line.last), steps=4)
        page.mouse.up()
    assert_solved(page, level)


def test_lines_that_are_tapped_at_both_ends_solve_the_puzzle(page, level):
    board = board_of(page, level)
    for line in lines_of(level):
        page.mouse.click(*middle(board, line.last))
        page.mouse.click(*middle(board, line.first))
    assert_solved(page, level)


def test_lines_that_are_drawn_with_the_cursor_solve_the_puzzle(page, level):
    at = (0, 0)
    for line in lines_of(level):
        for cell in line:
            down, right = cell[0] - at[0], cell[1] - at[1]
            for key, count in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
                for _ in range(count):
                    page.keyboard.press(key)
            page.keyboard.press("Enter")
            at = cell
    assert_solved(page, level)


def test_an_end_of_a_line_is_moved_and_the_other_one_stays(browser, site):
    page = open_page(browser, site.add("linjat", "   \n3  \n   "))
    board = Board(page, 3, 3)
    drag(page, board, (1, 0), (0, 0))
    expect_figures(page, 1, 0, 0)
    drag(page, board, (0, 0), (2, 0))
    expect_figures(page, 1, 0, 0)
    drag(page, board, (0, 0), (2, 0))
    expect_figures(page, 0, 0, 0)
    page.context.close()


def drag(page, board, first, last):
    page.mouse.move(*middle(board, first))
    page.mouse.down()
    page.mouse.move(*middle(board, last), steps=4)
    page.mouse.up()


def test_lines_that_cross_or_are_too_long_are_conflicts(browser, site):
    page = open_page(browser, site.add("linjat", " 3  \n2   \n    "))
    board = Board(page, 4, 3)
    drag(page, board, (0, 1), (0, 3))
    expect_figures(page, 1, 0, 0)
    drag(page, board, (1, 0), (0, 0))
    expect_figures(page, 0, 0, 0)
    drag(page, board, (0, 1), (2, 1))
    drag(page, board, (1, 0), (1, 1))
    expect_figures(page, 2, 0, 2)
    page.keyboard.press("z")
    expect_figures(page, 0, 0, 0)
    drag(page, board, (1, 0), (1, 3))
    expect_figures(page, 2, 0, 2)
    page.context.close()


def test_a_line_is_removed_by_a_tap_or_a_key(page, level):
    board = board_of(page, level)
    line, *_ = lines_of(level)
    numbers = len(lines_of(level))
    for remove in (lambda: page.mouse.click(*middle(board, line.first)), lambda: page.keyboard.press("Delete")):
        drag(page, board, line.first, line.last)
        expect_figures(page, numbers - 1)
        page.mouse.move(0, 0)
        remove()
        expect_figures(page, numbers)


def test_the_solution_is_replayed(page):
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("A1-B2", "is not a line of this grid"), ("A1-A9", "is not a line of this grid"), ("A1-A2", "exactly one number")],
)
def test_what_is_no_solution_is_refused_with_the_reason(browser, site, text, reason):
    page = open_page(browser, site.add("linjat", "  2\n  2"))
    page.get_by_text("Moves as text").click()
    page.get_by_label("Moves to play").fill(text)
    page.get_by_role("button", name="Play these moves").click()
    expect(page.get_by_text(reason)).to_be_visible()
    page.context.close()


def test_a_hint_marks_what_is_ruled_out_and_what_decides_it_until_the_game_goes_on(page: Page) -> None:
    marked = """async (module) => {
        const { createPlayer } = await import(module);
        const nothing = () => {};
        const player = createPlayer("2..\\n  3\\n2..", { _: (text) => text, changed: nothing, moved: nothing });
        const looks = () => [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => player.look(column, row)));
        const before = looks();
        const name = (cell) => "ABC"[cell % 3] + (1 + Math.floor(cell / 3));
        const names = () => looks().flatMap((look, cell) => look === before[cell] ? [] : [name(cell)]);
        player.mark("C1-C3", "-A2-C2 B3");
        const cells = names();
        player.mark(null);
        return [cells, names()];
    }"""
    cells, after = page.evaluate(marked, "/families/linjat/player/index.js")
    assert (cells, after) == (["C1", "A2", "B2", "C2", "B3", "C3"], [])
