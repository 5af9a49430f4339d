"""A level: a board of ice with rocks, a start and a goal; its text, its rules and its symmetries."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.errors import LevelFormatError

ICE, ROCK, START, GOAL = ".", "o", "S", "G"
LEAST_SIDE, LARGEST_SIDE = 2, 20
STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}
"""The letters of the four slides, each with its step over rows and columns."""

Cell = tuple[int, int]
"""A row and a column, from 0."""


class Level(NamedTuple):
    """The rows of a board."""

    rows: tuple[str, ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def rocks(self) -> int:
        return "".join(self.rows).count(ROCK)

    @property
    def start(self) -> Cell:
        return self._place(START)

    @property
    def goal(self) -> Cell:
        return self._place(GOAL)

    def slide(self, cell: Cell, letter: str) -> Cell:
        """Where a slide from a cell ends."""
        row, column = cell
        down, right = STEPS[letter]
        while self._is_free(row + down, column + right):
            row, column = row + down, column + right
        return row, column

    def stops(self, cell: Cell) -> dict[str, Cell]:
        """Where the slides end that lead away from a cell, by their letters."""
        return {letter: end for letter in STEPS if (end := self.slide(cell, letter)) != cell}

    def _is_free(self, row: int, column: int) -> bool:
        return 0 <= row < self.height and 0 <= column < self.width and self.rows[row][column] != ROCK

    def _place(self, letter: str) -> Cell:
        return next((row, line.index(letter)) for row, line in enumerate(self.rows) if letter in line)


def parse_level(text: str) -> Level:
    """The level of a text. Raises LevelFormatError."""
    rows = tuple(line.strip() for line in text.strip().splitlines())
    for number, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in (ICE, ROCK, START, GOAL):
                raise LevelFormatError("{letter!r} is none of the letters S G o .", number, column, letter=letter)
        if len(row) != len(rows[0]):
            raise LevelFormatError("all rows must be equally long", number)
    if not (LEAST_SIDE <= len(rows) <= LARGEST_SIDE and LEAST_SIDE <= len(rows[0]) <= LARGEST_SIDE):
        raise LevelFormatError("a board has {least} to {most} rows and columns", least=LEAST_SIDE, most=LARGEST_SIDE)
    for letter in (START, GOAL):
        if "".join(rows).count(letter) != 1:
            raise LevelFormatError("a level has one {letter}", letter=letter)
    if ROCK not in "".join(rows):
        raise LevelFormatError("a level has a rock (o) at least")
    return Level(rows)


def format_level(level: Level) -> str:
    """The text of a level."""
    return "\n".join(level.rows)


def images(level: Level) -> Iterator[Level]:
    """The level as it looks turned and mirrored, in all eight ways."""
    rows = level.rows
    for _ in range(4):
        yield Level(rows)
        yield Level(rows[::-1])
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
