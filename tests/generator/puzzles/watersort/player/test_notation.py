"""Moves as text are read like the family reads them."""

import pytest
from playwright.sync_api import expect

from generator.puzzles.watersort.level import parse_level
from tests.generator.puzzles.watersort.player.playing import FAMILY, SMALL, answer_of, expect_figures, load


@pytest.mark.parametrize(
    "text",
    [
        "AC BA BC",
        "a>c, B-A\nbc",
        "AC BA BC CA BA",
        "deep = 2 from 1 to 2\ndeep = 1 from 1 to 0\ndeep = 0 from 0 to 2",
        "deep = 1 from 1 to 2\ndeep = 1 from 1 to 0\ndeep = 0 from 0 to 2",
    ],
)
def test_pours_are_read_in_every_notation_of_the_family(small, text):
    small.locator("[data-action=restart]").click()
    load(small, text)
    expect_figures(small, 3, 0)
    assert answer_of(small) == FAMILY.check(parse_level(SMALL), text).moves


REFUSED = """([text, level]) => {
    const said = (message, values) => message.replace(/{(\\w+)}/g, (_, name) => values[name]);
    try {
        gameOf(text, new Puzzle(level), said);
        return "";
    } catch (error) {
        return error.message;
    }
}"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AD", "“AD” is not a pour. Write two tubes from A to C, such as AB."),
        ("ACB", "“ACB” is not a pour"),
        ("AC B", "“B” is not a pour"),
        ("deep = 0 from 0 to 99", "“A?” is not a pour"),
        ("AC BB", "Pour 2, BB, is not allowed. A tube cannot be poured into itself."),
        ("CA", "Pour 1, CA, is not allowed. Tube 3 is empty."),
        ("AC, b>c", "Pour 2, BC, is not allowed. Another colour is on top of tube 3."),
    ],
)
def test_what_is_no_solution_is_refused_with_the_reason(run, text, reason):
    assert reason in run(REFUSED, [text, SMALL])


def test_a_refusal_is_shown_and_nothing_is_played(opened):
    page = opened(SMALL)
    load(page, "AC BB")
    expect(page.get_by_text("Pour 2, BB, is not allowed. A tube cannot be poured into itself.")).to_be_visible()
    expect_figures(page, 0)
