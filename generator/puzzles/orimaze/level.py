"""A level: pieces that move along rows (H) or columns (V) around one free cell, and what is to be reached."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.orimaze.limits import LARGEST_SIDE, LEAST_SIDE

ALONG_ROW, ALONG_COLUMN, FREE = "H", "V", "."
PIECES = (ALONG_ROW, ALONG_COLUMN)
BETWEEN = "-"
"""A line of these stands between the position at the start and the one that is to be reached."""

Rows = tuple[str, ...]
Cell = tuple[int, int]
"""A row and a column, from 0."""


class Position(NamedTuple):
    """The letters of a grid, row by row."""

    rows: Rows

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def letters(self) -> str:
        return "".join(self.rows)

    @property
    def free(self) -> Cell:
        """The free cell."""
        return divmod(self.letters.index(FREE), self.width)

    @property
    def lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many H are in each row, and how many V in each column: no move changes these."""
        columns = ("".join(column) for column in zip(*self.rows, strict=True))
        return tuple(row.count(ALONG_ROW) for row in self.rows), tuple(column.count(ALONG_COLUMN) for column in columns)


class Level(NamedTuple):
    """A position, and the one to be reached; None where an H is to be brought into the upper left corner."""

    start: Position
    goal: Position | None = None

    def is_solved(self, position: Position) -> bool:
        """Whether a position is what is to be reached."""
        return position.rows[0][0] == ALONG_ROW if self.goal is None else position == self.goal


def position_of(letters: str, width: int) -> Position:
    """The position whose letters are given row by row."""
    return Position(tuple(letters[at : at + width] for at in range(0, len(letters), width)))


def parse_level(text: str) -> Level:
    """The level of a text. Raises LevelFormatError."""
    lines = [line.strip() for line in text.strip().splitlines()]
    between = [number for number, line in enumerate(lines) if line and not line.strip(BETWEEN)]
    if len(between) > 1:
        raise LevelFormatError("there is more than one line of {letter}", between[1] + 1, letter=BETWEEN)
    if not between:
        return Level(_position(lines, 1))
    start, goal = _position(lines[: between[0]], 1), _position(lines[between[0] + 1 :], between[0] + 2)
    if (start.height, start.width) != (goal.height, goal.width):
        raise LevelFormatError("the position to be reached has other rows and columns", between[0] + 2)
    return Level(start, goal)


def _position(lines: list[str], first: int) -> Position:
    """The position of some lines of a text, the first of which has this number. Raises LevelFormatError."""
    sides = {"least": LEAST_SIDE, "most": LARGEST_SIDE}
    if not LEAST_SIDE <= len(lines) <= LARGEST_SIDE:
        raise LevelFormatError("a grid has {least} to {most} rows, not {count}", first, count=len(lines), **sides)
    for number, line in enumerate(lines, first):
        for column, letter in enumerate(line[: LARGEST_SIDE + 1], 1):
            if letter not in (*PIECES, FREE):
                raise LevelFormatError("{letter!r} is none of the letters H V .", number, column, letter=letter)
        if not LEAST_SIDE <= len(line) <= LARGEST_SIDE:
            raise LevelFormatError("a row has {least} to {most} cells, not {count}", number, count=len(line), **sides)
        if len(line) != len(lines[0]):
            raise LevelFormatError("all rows must be equally long", number)
    if (count := "".join(lines).count(FREE)) != 1:
        raise LevelFormatError("a grid has one free cell (.), not {count}", first, count=count)
    return Position(tuple(lines))


def format_level(level: Level) -> str:
    """The text of a level."""
    start = level.start.rows
    return "\n".join(start if level.goal is None else (*start, BETWEEN * level.start.width, *level.goal.rows))


def images(level: Level) -> Iterator[Level]:
    """The level as it looks mirrored and turned, where rows become columns and H becomes V.

    A corner that is to be reached stays where it is, so that such a level has no other image.
    """
    yield level
    if level.goal is None:
        return
    for transposed in (False, True):
        for flipped in (False, True):
            for mirrored in (False, True):
                start, goal = (_image(one, transposed, flipped, mirrored) for one in (level.start, level.goal))
                yield Level(start, goal)


_TURNED = str.maketrans("HV", "VH")


def _image(position: Position, transposed: bool, flipped: bool, mirrored: bool) -> Position:
    rows = position.rows
    if transposed:
        rows = tuple("".join(column).translate(_TURNED) for column in zip(*rows, strict=True))
    if flipped:
        rows = rows[::-1]
    return Position(tuple(row[::-1] for row in rows) if mirrored else rows)
