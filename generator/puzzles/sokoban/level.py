"""A Sokoban level: a rectangular board of XSB letters, and the same board as arrays of cells."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

_BOX, _GOAL, _WALL, _PLAYER = 1, 2, 4, 8
_STORED = bytes([0, _BOX, _GOAL, _BOX | _GOAL, _WALL, _PLAYER, _PLAYER | _GOAL])
_WRITTEN = b"-$.*#@+"
_CODES = bytes.maketrans(_WRITTEN, _STORED)
_LETTERS = bytes.maketrans(_STORED, _WRITTEN)


class Cells(NamedTuple):
    """A board as masks of shape (height, width), and the player's (row, column)."""

    walls: Mask
    boxes: Mask
    goals: Mask
    player: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Level:
    """A board in the letters `#@+$*.-`, every row of the same width; `-` is floor, outside the walls too."""

    rows: tuple[str, ...]

    @classmethod
    def from_cells(cls, walls: Mask, boxes: Mask, goals: Mask, player: tuple[int, int]) -> Self:
        """The level of four disjoint pieces of information; boxes and player stand on no wall."""
        codes = np.uint8(_WALL) * walls + np.uint8(_BOX) * boxes + np.uint8(_GOAL) * goals
        codes[player] += _PLAYER
        return cls(tuple(row.tobytes().translate(_LETTERS).decode("ascii") for row in codes))

    def cells(self) -> Cells:
        """The board as new arrays."""
        codes = np.frombuffer("".join(self.rows).encode("ascii").translate(_CODES), np.uint8)
        codes = codes.reshape(self.height, self.width)
        return Cells((codes & _WALL) > 0, (codes & _BOX) > 0, (codes & _GOAL) > 0, self.player)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return self.boxes_off_goal + sum(row.count("*") for row in self.rows)

    @property
    def boxes_off_goal(self) -> int:
        """The number of boxes that do not stand on a goal at the start."""
        return sum(row.count("$") for row in self.rows)

    @property
    def player(self) -> tuple[int, int]:
        """The player's row and column, from 0."""
        board = "".join(self.rows)
        return divmod(max(board.find("@"), board.find("+")), self.width)
