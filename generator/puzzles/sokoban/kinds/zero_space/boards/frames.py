"""The board and the slots of every zero-space type."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Frame, geometry, walls_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size, square
from generator.puzzles.sokoban.kinds.zero_space.limits import SLIDING
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry, hull_walls
from generator.puzzles.sokoban.level import Mask


def frame_of(type_: str, size: Size) -> Frame:
    """The frame of a type and size."""
    return geometry(type_, size) if type_ in SLIDING else hull_geometry(type_, square(size))


def lines_of(type_: str, size: Size) -> NDArray[np.int32]:
    """The number of the line of each slot, rows first, in a type whose boxes keep to their line."""
    if type_ in SLIDING:
        return geometry(type_, size).line
    shape = hull_geometry(type_, square(size))
    row, column = shape.cells.T // 3
    return np.asarray(np.where(shape.cells[:, 0] % 3 == 1, row - 1, shape.size + column - 2), dtype=np.int32)


def board_walls(type_: str, size: Size) -> Mask:
    """The walls of a type and size."""
    return walls_of(type_, size) if type_ in SLIDING else hull_walls(type_, square(size))
