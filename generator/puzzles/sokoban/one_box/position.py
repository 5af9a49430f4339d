"""A game in progress, on cells that are numbers."""

from dataclasses import dataclass
from typing import Self

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.ruler import Cell

LETTERS = "lurd"
"""The directions in their order everywhere in `one_box`; the opposite of direction d is d ^ 2."""


@dataclass(slots=True)
class Position:
    """Where player and boxes stand, changed by playing.

    A cell is a number, counted row after row with a border of one cell around the board; `stride` is the length of a
    row with its border. `free` has an entry for each cell, 0 where a wall or a box is.
    """

    stride: int
    free: bytearray
    boxes: set[int]
    player: int

    @classmethod
    def of(cls, level: Level) -> Self:
        """The position in which a level begins."""
        stride = level.width + 2
        letters = "".join(["#" * stride, *(f"#{row}#" for row in level.rows), "#" * stride])
        boxes = {cell for cell, letter in enumerate(letters) if letter in "$*"}
        row, column = level.player
        return cls(stride, bytearray(letter not in "#$*" for letter in letters), boxes, (row + 1) * stride + column + 1)

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """What to add to a cell for its neighbours, in the order of LETTERS."""
        return -1, -self.stride, 1, self.stride

    def number(self, cell: Cell) -> int | None:
        """The number of a cell, or None where the board has no such cell."""
        row, column = cell
        if 0 <= row < len(self.free) // self.stride - 2 and 0 <= column < self.stride - 2:
            return (row + 1) * self.stride + column + 1
        return None

    def cell(self, number: int) -> Cell:
        """The row and column of a number."""
        row, column = divmod(number, self.stride)
        return row - 1, column - 1

    def push(self, box: int, target: int, player: int) -> None:
        """Let a box be where it was pushed to, and the player where that leaves him."""
        self.boxes.remove(box)
        self.boxes.add(target)
        self.free[box] = 1
        self.free[target] = 0
        self.player = player

    def without(self, box: int) -> bytes:
        """`free` as if a box were not there."""
        free = bytearray(self.free)
        free[box] = 1
        return bytes(free)
