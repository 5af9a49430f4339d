"""The board and the slots of every zero-space type."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.geometry import Frame, geometry, walls_of
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry, hull_walls
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.limits import SLIDING


def frame_of(type_: str, size: int) -> Frame:
    """The frame of a type and size."""
    return geometry(type_, size) if type_ in SLIDING else hull_geometry(type_, size)


def lines_of(type_: str, size: int) -> NDArray[np.int32]:
    """The number of the line of each slot, rows first, in a type whose boxes keep to their line."""
    if type_ in SLIDING:
        return geometry(type_, size).line
    row, column = hull_geometry(type_, size).cells.T // 3
    in_row = hull_geometry(type_, size).cells[:, 0] % 3 == 1
    return np.asarray(np.where(in_row, row - 1, size + column - 2), dtype=np.int32)


def board_walls(type_: str, size: int) -> Mask:
    """The walls of a type and size."""
    return walls_of(type_, size) if type_ in SLIDING else hull_walls(type_, size)
