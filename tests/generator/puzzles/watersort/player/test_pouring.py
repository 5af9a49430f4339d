"""Tubes are poured by every means, and the answer is the family's."""

import pytest
from playwright.sync_api import expect

from generator.puzzles.watersort.level import TUBES, format_level
from generator.puzzles.watersort.picture import rack_of
from tests.browser import PHONE, touch
from tests.generator.puzzles.watersort.player.playing import (
    BALLS,
    FAMILY,
    SMALL,
    Tubes,
    answer_of,
    drag,
    expect_figures,
    expect_said,
    generated,
    load,
    tap,
    tubes_of,
)


def assert_solved(page, level, solution):
    pours = len(solution.split())
    expect(page.get_by_role("status").filter(has_text="Solved")).to_contain_text(f"Pours {pours}")
    expect_figures(page, pours, 0)
    answer = answer_of(page)
    assert answer == solution
    assert FAMILY.check(level, answer).moves == answer
    expect(page.locator("#player-answers")).to_contain_text(f"Best by poursPours {pours}")


def test_tubes_that_are_tapped_are_poured(page, level, solution):
    tap(page, Tubes(page, level), solution.replace(" ", ""))
    assert_solved(page, level, solution)


def test_tubes_that_are_dragged_are_poured(page, level, solution):
    tubes = Tubes(page, level)
    for source, target in solution.split():
        drag(page, tubes.middle(source), tubes.middle(target))
    assert_solved(page, level, solution)


def test_tubes_are_poured_with_the_cursor(page, level, solution):
    abreast, at = rack_of(level).abreast, 0
    for name in solution.replace(" ", ""):
        place = TUBES.index(name)
        down, right = place // abreast - at // abreast, place % abreast - at % abreast
        for key, count in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
            for _ in range(count):
                page.keyboard.press(key)
        page.keyboard.press("Enter")
        at = place
    assert_solved(page, level, solution)


def test_tubes_are_poured_by_their_names(page, level, solution):
    for name in solution.replace(" ", ""):
        page.keyboard.press(f"Shift+{name}")
    assert_solved(page, level, solution)


def test_a_finger_pours_on_a_phone(opened, level, solution):
    page = opened(format_level(level), **PHONE)
    tubes, finger = Tubes(page, level), page.context.new_cdp_session(page)
    first, *others = solution.split()
    touch(finger, "touchStart", tubes.middle(first[0]))
    touch(finger, "touchMove", tubes.middle(first[1]))
    touch(finger, "touchEnd")
    for name in "".join(others):
        page.touchscreen.tap(*tubes.middle(name))
    assert_solved(page, level, solution)


def test_letters_of_the_frame_keep_their_meaning_without_shift(opened):
    page = opened(format_level(generated(colours=(24,), capacity=2)))
    for key in ("Shift+A", "Shift+Z"):
        page.keyboard.press(key)
    assert answer_of(page) == "AZ"
    for key, position in (("z", 0), ("x", 1), ("p", 1)):
        page.keyboard.press(key)
        expect_figures(page, position)
    page.keyboard.press("i")
    expect(page.locator("#player-instant")).to_be_checked()


def test_the_chosen_tube_is_given_up(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    for way in ("tap", "Enter", "Shift+A", "Escape"):
        tap(page, tubes, "A")
        expect_said(page, "Tube 1 is chosen.")
        if way == "tap":
            tap(page, tubes, "A")
        else:
            page.keyboard.press(way)
        tap(page, tubes, "C")
        expect_said(page, "Tube 3 is empty.")
        expect_figures(page, 0)


CHANGED = """(text) => {
    const player = createPlayer(text, host);
    const cells = [...Array(player.columns * player.rows).keys()].map(
        (place) => ({ column: place % player.columns, row: Math.floor(place / player.columns) }));
    const looks = () => cells.map(({ column, row }) => player.look(column, row));
    const differing = (ones, others) => cells.filter((_, place) => ones[place] !== others[place]);
    const before = looks();
    player.tap({ column: 1, row: 2 });
    const chosen = looks();
    player.tap({ column: 1, row: 2 });
    return [differing(before, chosen), differing(before, looks())];
}"""


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (SMALL, {(1, 0), (1, 1), (1, 3), (5, 0)}),
        ("ab.\nab.\nba.", {(1, 0), (1, 2), (1, 4), (5, 0)}),
        (BALLS, {(1, 0), (1, 1), (1, 4), (5, 0)}),
    ],
)
def test_what_will_be_poured_is_lifted_and_the_tubes_that_can_take_it_are_marked(run, text, changed):
    chosen, given_up = run(CHANGED, text)
    assert {(cell["column"], cell["row"]) for cell in chosen} == changed
    assert given_up == []


def test_a_drag_that_only_strays_is_a_tap(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    for name in "AC":
        x, y = tubes.middle(name)
        drag(page, (x, y - 15), (x, y + 15))
    expect_figures(page, 1)
    assert answer_of(page) == "AC"


def test_beside_the_tubes_nothing_is_poured_or_given_up(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    tap(page, tubes, "A")
    page.mouse.click(*tubes.beside("B"))
    drag(page, tubes.middle("A"), tubes.beside("B"))
    expect_figures(page, 0)
    tap(page, tubes, "C")
    assert answer_of(page) == "AC"


@pytest.mark.parametrize(
    ("text", "pour", "empty", "reason"),
    [
        (SMALL, "AB", "C", "Another colour is on top of tube 2."),
        ("aa.\nbb.", "AB", "C", "Tube 2 is full."),
        (
            "WHOLE\na...\naa..\nbbb.",
            "AB",
            "D",
            "Not all units of the colour on top of tube 1 fit into tube 2.",
        ),
    ],
)
def test_a_pour_that_is_not_allowed_changes_nothing_and_chooses_the_other_tube(opened, text, pour, empty, reason):
    page = opened(text)
    tubes = tubes_of(page, text)
    drag(page, *map(tubes.middle, pour))
    expect_said(page, reason)
    tap(page, tubes, pour)
    expect_said(page, f"{reason} Tube 2 is chosen.")
    expect_figures(page, 0)
    tap(page, tubes, empty)
    assert answer_of(page) == f"B{empty}"


def test_a_tap_beside_a_tube_means_it_nearly_up_to_the_middle_of_the_gap(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    (left, _), (right, y) = tubes.middle("A"), tubes.beside("A")
    page.mouse.click(left + 0.8 * (right - left), y)
    page.mouse.click(*tubes.middle("C"))
    assert answer_of(page) == "AC"


def test_tubes_are_chosen_by_their_numbers(opened):
    page = opened(SMALL)
    for key in "13":
        page.keyboard.press(key)
    assert answer_of(page) == "AC"
    load(page, "1>3 2-1")
    assert answer_of(page) == "AC BA"


def test_an_empty_tube_cannot_be_dragged(opened):
    page = opened(SMALL)
    tubes = tubes_of(page, SMALL)
    drag(page, tubes.middle("C"), tubes.middle("A"))
    expect_said(page, "Tube 3 is empty.")
    expect_figures(page, 0)


def test_the_cursor_says_what_is_in_a_tube_and_stays_on_the_board(opened):
    page = opened(SMALL)
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect_said(page, "Tube 2, from the top: B, A")
    page.keyboard.press("ArrowRight")
    expect_said(page, "Tube 3 is empty.")
