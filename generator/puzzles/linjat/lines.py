"""Lines through numbers: their cells, the notation of a solution, and the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.errors import IllegalMoveError
from generator.puzzles.linjat.level import Level, Number

Cell = tuple[int, int]
_COLUMNS = "ABCDEFGHIJKLMNOP"


class Line(NamedTuple):
    """A line from its upper or left end to its lower or right one."""

    first: Cell
    last: Cell

    @property
    def cells(self) -> Sequence[Cell]:
        (top, left), (bottom, right) = self
        return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]

    def __str__(self) -> str:
        return f"{name_of(self.first)}-{name_of(self.last)}"


def name_of(cell: Cell) -> str:
    """A cell as players name it: the column's letter and the row's number from above, from A1."""
    return f"{_COLUMNS[cell[1]]}{cell[0] + 1}"


def format_lines(lines: Sequence[Line]) -> str:
    """A solution as text: the lines in the order of their numbers."""
    return " ".join(map(str, lines))


def said_lines(text: str) -> list[str]:
    """The lines of a text, one by one, as they are written there."""
    return text.replace(",", " ").split()


def solution_of(level: Level, text: str) -> list[Line]:
    """The lines of a solution in the order of their numbers, whatever the order of the text.

    What follows a line through every number does not count. Raises IllegalMoveError where the text is no solution; its
    step is the line's place in the text.
    """
    lines = [line_of(said, step) for step, said in enumerate(said_lines(text)[: len(level.numbers)], 1)]
    found: dict[Number, Line] = {}
    covered: set[Cell] = set()
    for step, line in enumerate(lines, 1):
        number = _number_of(level, line, step)
        if number in found:
            raise IllegalMoveError(
                "the {value} at {cell} has a line already", step, value=number.value, cell=_name(number)
            )
        for cell in line.cells:
            if cell in covered:
                raise IllegalMoveError("{line} crosses another line in {cell}", step, line=line, cell=name_of(cell))
        covered.update(line.cells)
        found[number] = line
    for number in level.numbers:
        if number not in found:
            raise IllegalMoveError(
                "the {value} at {cell} has no line", len(lines) + 1, value=number.value, cell=_name(number)
            )
    for dot in sorted(level.dots - covered):
        raise IllegalMoveError("the dot at {cell} is not covered", len(lines) + 1, cell=name_of(dot))
    return [found[number] for number in level.numbers]


def line_of(said: str, step: int) -> Line:
    """The line of a word, which is so many words into a text. Raises IllegalMoveError."""
    ends = [_cell(end, said, step) for end in said.upper().split("-")]
    if len(ends) != 2 or sum(one != other for one, other in zip(*ends, strict=True)) != 1:
        raise IllegalMoveError("{text!r} is not a line; write its two ends, such as B2-B5", step, text=said[:20])
    return Line(min(ends), max(ends))


def _cell(end: str, said: str, step: int) -> Cell:
    column, row = end[:1], end[1:]
    if not column or column not in _COLUMNS or not row.isascii() or not row.isdigit() or len(row) > 2:
        raise IllegalMoveError("{text!r} is not a line; write its two ends, such as B2-B5", step, text=said[:20])
    return int(row) - 1, _COLUMNS.index(column)


def _number_of(level: Level, line: Line, step: int) -> Number:
    number = number_on(level, line, step)
    if number.value != len(line.cells):
        raise IllegalMoveError(
            "{line} has {count} cells, but goes through a {value}",
            step,
            line=line,
            count=len(line.cells),
            value=number.value,
        )
    return number


def number_on(level: Level, line: Line, step: int) -> Number:
    """The only number that a line goes through, however long it is. Raises IllegalMoveError."""
    (bottom, right), cells = line.last, line.cells
    if line.first[0] < 0 or bottom >= level.height or right >= level.width:
        raise IllegalMoveError("{line} is not on the grid", step, line=line)
    through = [number for number in level.numbers if (number.row, number.column) in cells]
    if len(through) != 1:
        raise IllegalMoveError(
            "{line} goes through {count} numbers; it should go through exactly one"
            if through
            else "{line} goes through no number; it should go through exactly one",
            step,
            line=line,
            count=len(through),
        )
    return through[0]


def _name(number: Number) -> str:
    return name_of((number.row, number.column))
