"""Playing levels as visitors do: by keys, by mouse, by fingers."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.browser import Board, touch

STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}
KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}
SWIPE = 30
"""Pixels of a swipe that is one move."""

Cell = tuple[int, int]


class Push(NamedTuple):
    """A push of a box along a line: where the player stands before it, where the box is, and where it comes to be."""

    player: Cell
    box: Cell
    target: Cell
    letters: str


def game_of(page: Page) -> dict[str, Any]:
    """What a page of the player knows of its level, once it can be played."""
    page.wait_for_selector("#player-stage canvas")
    page.wait_for_selector("#player-figures dd")
    game: dict[str, Any] = json.loads(page.locator("#game").text_content() or "")
    return game


def play_by_keys(page: Page, solution: str) -> None:
    for letter in solution:
        page.keyboard.press(KEYS[letter.lower()])


def play_by_mouse(page: Page, solution: str) -> None:
    """Choose each box, and then where it shall go."""
    level = game_of(page)["level"]
    board = _board(page, level)
    for push in _pushes(level, solution):
        page.mouse.click(*board.middle(*push.box))
        page.mouse.click(*board.middle(*push.target))


def play_by_touch(page: Page, solution: str) -> None:
    """Tap on the boxes and where they shall go; at last tap where the player shall stand, and swipe."""
    level = game_of(page)["level"]
    board = _board(page, level)
    *pushes, last = _pushes(level, solution)
    for push in pushes:
        page.touchscreen.tap(*board.middle(*push.box))
        page.touchscreen.tap(*board.middle(*push.target))
    page.touchscreen.tap(*board.middle(*last.player))
    for letter in last.letters:
        _swipe(page, board.middle(*last.target), letter)


def expect_solved(page: Page, solution: str) -> None:
    """The page says that the level is solved, and with how many pushes."""
    pushes = sum(letter.isupper() for letter in solution)
    expect(page.locator("#player-solved")).to_be_visible()
    expect(page.locator("#player-solved")).to_contain_text(f"Pushes {pushes}")


def _board(page: Page, level: str) -> Board:
    rows = level.split("\n")
    return Board(page, max(map(len, rows)), len(rows))


def _pushes(level: str, solution: str) -> Iterator[Push]:
    player = next(
        (column, row)
        for row, line in enumerate(level.split("\n"))
        for column, letter in enumerate(line)
        if letter in "@+"
    )
    for letter, same in groupby(solution):
        letters = "".join(same)
        if letter.isupper():
            yield Push(player, _ahead(player, letter, 1), _ahead(player, letter, len(letters) + 1), letters)
        player = _ahead(player, letter, len(letters))


def _ahead(cell: Cell, letter: str, steps: int) -> Cell:
    across, down = STEPS[letter.lower()]
    return cell[0] + across * steps, cell[1] + down * steps


def _swipe(page: Page, start: tuple[float, float], letter: str) -> None:
    finger = page.context.new_cdp_session(page)
    across, down = STEPS[letter.lower()]
    touch(finger, "touchStart", start)
    for way in (SWIPE / 2, SWIPE):
        touch(finger, "touchMove", (start[0] + across * way, start[1] + down * way))
    touch(finger, "touchEnd")
    finger.detach()
