"""A game goes back and forth, says what is left to sort and where nothing can be poured, and shows a solution."""

from playwright.sync_api import expect

from tests.generator.puzzles.watersort.player.playing import (
    BALLS,
    SMALL,
    answer_of,
    expect_figures,
    load,
    tap,
    tubes_of,
)

NEARLY_STUCK = "acdd.\nbacd.\nbabc."
"""After AE no pour is possible any more."""


def test_pours_are_taken_back_and_made_again(page, solution):
    load(page, solution)
    last = len(solution.split())
    for action, position in (("undo", last - 1), ("undo", last - 2), ("redo", last - 1), ("restart", 0), ("end", last)):
        page.locator(f"[data-action={action}]").click()
        expect_figures(page, position)
    expect_figures(page, last, 0)
    page.locator("[data-action=undo]").click()
    expect(page.locator("#player-solved")).to_be_hidden()
    assert answer_of(page) == " ".join(solution.split()[:-1])


def test_a_pour_after_some_were_taken_back_takes_their_place(opened):
    page = opened(SMALL)
    load(page, "AC BA")
    page.locator("[data-action=restart]").click()
    tap(page, tubes_of(page, SMALL), "BC")
    page.locator("[data-action=end]").click()
    expect_figures(page, 1, 2)
    assert answer_of(page) == "BC"


def test_equal_pours_of_balls_are_taken_back_and_made_again_together(opened):
    page = opened(BALLS)
    load(page, "AC AC BA BA BC")
    expect_figures(page, 5, 0)
    for action, position in (("undo", 4), ("undo", 2), ("undo", 0), ("redo", 2), ("redo", 4), ("redo", 5)):
        page.locator(f"[data-action={action}-run]").click()
        expect_figures(page, position)


def test_colours_are_counted_until_they_are_together(opened):
    page = opened(SMALL)
    for pour, *figures in (("", 0, 2), ("AC", 1, 2), ("BA", 2, 1), ("BC", 3, 0)):
        tap(page, tubes_of(page, SMALL), pour)
        expect_figures(page, *figures)
    expect(page.locator("#player-figures dt").nth(1)).to_have_text("Colours to sort")
    expect(page.locator("#player-solved")).to_be_visible()


def test_tubes_are_counted_where_a_colour_may_be_in_several(opened):
    page = opened(f"LOOSE\n{SMALL}")
    for pour, *figures in (("", 0, 2), ("AC", 1, 1), ("BA", 2, 0)):
        tap(page, tubes_of(page, SMALL), pour)
        expect_figures(page, *figures)
    expect(page.locator("#player-figures dt").nth(1)).to_have_text("Tubes to sort")
    expect(page.locator("#player-solved")).to_be_visible()


def test_the_player_warns_where_no_pour_is_possible_any_more(opened):
    page = opened(NEARLY_STUCK)
    warning = page.locator("#player-warning")
    expect(warning).to_be_hidden()
    tap(page, tubes_of(page, NEARLY_STUCK), "AE")
    expect(warning).to_contain_text("No more pours are possible")
    page.keyboard.press("z")
    expect(warning).to_be_hidden()


def test_the_solution_is_replayed(page):
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()
