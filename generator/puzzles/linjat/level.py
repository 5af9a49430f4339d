"""A Linjat puzzle: a grid of blank cells, numbers and dots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.linjat.limits import (
    LARGEST_SIDE,
    LARGEST_VALUE,
    LEAST_SIDE,
    LEAST_VALUE,
    MOST_NUMBERS,
)

BLANK, DOT = " ", "."
VALUES = "".join(str(value) for value in range(LEAST_VALUE, LARGEST_VALUE + 1))
BLANKS = " -_"
"""What is read as a blank cell."""


class Number(NamedTuple):
    """A number in its cell."""

    row: int
    column: int
    value: int


@dataclass(frozen=True)
class Level:
    """Rows of blanks, dots and digits, all of the same length.

    The numbers are counted row by row, from 0.
    """

    rows: tuple[str, ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @cached_property
    def numbers(self) -> Sequence[Number]:
        return tuple(
            Number(row, column, int(letter))
            for row, letters in enumerate(self.rows)
            for column, letter in enumerate(letters)
            if letter in VALUES
        )

    @cached_property
    def dots(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            (row, column)
            for row, letters in enumerate(self.rows)
            for column, letter in enumerate(letters)
            if letter == DOT
        )


def parse_level(text: str) -> Level:
    """The level of some rows; a row that is shorter than others is filled with blanks.

    Raises LevelFormatError.
    """
    return level_of(text.split("\n"), 1)


def level_of(rows: Sequence[str], first: int) -> Level:
    """The level of rows of which the first one stands in that line of a text. Raises LevelFormatError."""
    width = max(map(len, rows))
    for side, count in (("rows", len(rows)), ("columns", width)):
        if not LEAST_SIDE <= count <= LARGEST_SIDE:
            raise LevelFormatError(
                "a grid has {least} to {most} rows, not {count}"
                if side == "rows"
                else "a grid has {least} to {most} columns, not {count}",
                first,
                count=count,
                least=LEAST_SIDE,
                most=LARGEST_SIDE,
            )
    for line, row in enumerate(rows, first):
        for column, letter in enumerate(row, 1):
            if letter not in VALUES + DOT + BLANKS:
                raise LevelFormatError(
                    "{letter!r} is not a cell; write blanks, dots '.', and numbers {least} to {most}",
                    line,
                    column,
                    letter=letter,
                    least=VALUES[0],
                    most=VALUES[-1],
                )
    blank = str.maketrans(BLANKS, BLANK * len(BLANKS))
    level = Level(tuple(row.translate(blank).ljust(width, BLANK) for row in rows))
    if not 1 <= len(level.numbers) <= MOST_NUMBERS:
        raise LevelFormatError(
            "a grid has 1 to {most} numbers, not {count}", first, count=len(level.numbers), most=MOST_NUMBERS
        )
    return level


def level_with(height: int, width: int, numbers: Iterable[Number], dots: Iterable[tuple[int, int]]) -> Level:
    """The level that has these numbers and dots."""
    letters = {(row, column): str(value) for row, column, value in numbers} | dict.fromkeys(dots, DOT)
    return Level(tuple("".join(letters.get((row, column), BLANK) for column in range(width)) for row in range(height)))


def format_level(level: Level) -> str:
    """The text of a level; parse_level is its inverse."""
    return "\n".join(level.rows)
