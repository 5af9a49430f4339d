"""What tests of the player share: where tubes are on the page, and what people do there and see."""

import numpy as np
from playwright.sync_api import expect

from generator import get_declaration, get_family
from generator.puzzles.watersort.level import TUBES, parse_level
from generator.puzzles.watersort.picture import rack_of
from tests.browser import Board

FAMILY = get_family("watersort")
DECLARATION = get_declaration("watersort")

SMALL = "ab.\nba."
"""Three tubes of two units, solved by AC BA BC."""
BALLS = "BALL\nab.\nab.\nba."
"""Solved by AC AC BA BA BC."""


def generated(seed=1, **settings):
    rng = np.random.Generator(np.random.PCG64(seed))
    return FAMILY.generate(FAMILY.random_genome(DECLARATION.space(settings), rng)).level


class Tubes:
    """Where the tubes of a level are on its page."""

    def __init__(self, page, level):
        self._rack = rack_of(level)
        self._board = Board(page, self._rack.width, self._rack.rows * self._rack.height)

    def middle(self, name):
        column, row = self._rack.corner(TUBES.index(name))
        return self._board.middle(column, row + self._rack.height // 2)

    def beside(self, name):
        """A point of the paper on the right of a tube."""
        column, row = self._rack.corner(TUBES.index(name))
        return self._board.middle(column + 1, row + 1)


def tubes_of(page, text):
    return Tubes(page, parse_level(text))


def tap(page, tubes, names):
    for name in names:
        page.mouse.click(*tubes.middle(name))


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def expect_figures(page, *values):
    for place, value in enumerate(values):
        expect(page.locator("#player-figures dd").nth(place)).to_have_text(str(value))


def expect_said(page, text):
    expect(page.locator("#player-live")).to_have_text(text)


def answer_of(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+c")
    return page.evaluate("navigator.clipboard.readText()")


def load(page, text):
    if not page.get_by_label("Moves to play").is_visible():
        page.get_by_text("Moves as text").click()
    page.get_by_label("Moves to play").fill(text)
    page.get_by_role("button", name="Play these moves").click()
