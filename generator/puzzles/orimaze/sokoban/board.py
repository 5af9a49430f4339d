"""The boards: where the cells of an orimaze of two rows lie in a level of Sokoban, and what its boxes say.

The cells are junctions in two lines of doors. Between two neighbours of a line lie a door of the one, a junction from
which an entrance leads to the corridor around everything, and a door of the other. One more door of each cell leads to
the lane between the lines. Boxes close all doors of a cell but one, and all but two of the free cell: one of these
leads to the corridor, and the other to the lane.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, FREE, Cell, Position, position_of
from generator.puzzles.orimaze.limits import LARGEST_SIDE, LEAST_SIDE
from generator.puzzles.orimaze.sokoban.gates import LEFT, RIGHT, State

HEIGHT, MARGIN, PITCH = 11, 3, 4
"""Rows of a board; columns before the first cell of the orimaze; columns from one cell to the next."""
LINES = 3, 7
"""The rows in which the cells lie."""
LANE = 5
PLAYER = 1, 1

WALL, FLOOR = "#", "-"
_LETTERS = {
    (False, False, False): FLOOR,
    (False, False, True): ".",
    (False, True, False): "$",
    (False, True, True): "*",
    (True, False, False): "@",
    (True, False, True): "+",
}
_NO_WALL = re.compile(f"[^{WALL}]")
_READ = {letter: marks for marks, letter in _LETTERS.items()} | dict.fromkeys(" _", (False, False, False))


class Board(NamedTuple):
    """A level of Sokoban: the cells of its floor, the boxes at the start, and the goals; the player is at PLAYER."""

    floor: frozenset[Cell]
    boxes: frozenset[Cell]
    goals: frozenset[Cell]

    @property
    def text(self) -> str:
        """The level as XSB."""
        height, width = (max(cell[axis] for cell in self.floor) + 2 for axis in (0, 1))
        return "\n".join("".join(self._letter((row, column)) for column in range(width)) for row in range(height))

    def _letter(self, cell: Cell) -> str:
        if cell not in self.floor:
            return WALL
        return _LETTERS[cell == PLAYER, cell in self.boxes, cell in self.goals]


def floor_of(columns: int) -> frozenset[Cell]:
    """The floor for an orimaze of two rows and so many columns."""
    first, last = MARGIN, MARGIN + PITCH * (columns - 1)
    corridor = {(row, column) for row in (1, HEIGHT - 2) for column in range(1, last - 1)}
    corridor |= {(row, 1) for row in range(1, HEIGHT - 1)}
    lines = {(row, column) for row in (*LINES, LANE) for column in range(first, last + 1)}
    entrances = {(row, column) for row in (2, HEIGHT - 3) for column in range(first + 2, last, PITCH)}
    return frozenset(corridor | lines | entrances | {door((row, at)) for row in (0, 1) for at in range(columns)})


def junction(cell: Cell) -> Cell:
    """Where a cell of the orimaze lies."""
    return LINES[cell[0]], MARGIN + PITCH * cell[1]


def door(cell: Cell) -> Cell:
    """The door of a cell to the lane, which a piece that moves along its column closes."""
    row, column = junction(cell)
    return (row + 1, column) if row < LANE else (row - 1, column)


def side_doors(cell: Cell, columns: int) -> Mapping[int, Cell]:
    """The doors of a cell along its row, by their side."""
    row, column = junction(cell)
    doors = {LEFT: (row, column - 1)} if cell[1] else {}
    return {**doors, RIGHT: (row, column + 1)} if cell[1] < columns - 1 else doors


def boxes_of(state: State) -> frozenset[Cell]:
    """The boxes of a state of an orimaze of two rows."""
    return frozenset(_boxes(state))


def _boxes(state: State) -> Iterator[Cell]:
    columns = state.position.width
    for at, (letter, side) in enumerate(zip(state.position.letters, state.sides, strict=True)):
        cell = divmod(at, columns)
        if letter == ALONG_COLUMN:
            yield door(cell)
        yield from (place for other, place in side_doors(cell, columns).items() if other != side)


def position_in(boxes: Iterable[Cell], columns: int) -> Position:
    """The position that boxes stand for, if they stand for one."""
    closed = frozenset(boxes)

    def letter(cell: Cell) -> str:
        if door(cell) in closed:
            return ALONG_COLUMN
        return ALONG_ROW if closed.issuperset(side_doors(cell, columns).values()) else FREE

    return position_of("".join(letter((row, at)) for row in (0, 1) for at in range(columns)), columns)


def mirrored(board: Board) -> Board:
    """The board with rows as columns."""
    return Board(*(frozenset((column, row) for row, column in cells) for cells in board))


def parse_board(text: str) -> Board:
    """The board of a text in XSB. Raises LevelFormatError where its letters are wrong or the player elsewhere."""
    marks = {
        (row, found.start()): _marks(found[0], row, found.start())
        for row, line in enumerate(text.splitlines())
        for found in _NO_WALL.finditer(line)
    }
    if [cell for cell, (player, _, _) in marks.items() if player] != [PLAYER]:
        raise LevelFormatError("this level of Sokoban is no orimaze: the player is not in the upper left corner")
    boxes = frozenset(cell for cell, (_, box, _) in marks.items() if box)
    return Board(frozenset(marks), boxes, frozenset(cell for cell, (_, _, goal) in marks.items() if goal))


def _marks(letter: str, row: int, column: int) -> tuple[bool, bool, bool]:
    if letter not in _READ:
        raise LevelFormatError("{letter!r} is no letter of a level of Sokoban", row + 1, column + 1, letter=letter)
    return _READ[letter]


def columns_of(floor: frozenset[Cell]) -> int:
    """The columns of the orimaze of two rows that has this floor, or 0."""
    sizes = range(LEAST_SIDE, LARGEST_SIDE + 1)
    return next((columns for columns in sizes if floor == floor_of(columns)), 0)
