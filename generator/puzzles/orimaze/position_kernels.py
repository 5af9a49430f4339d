"""Positions and moves: a position is the set of its pieces H, as bits of a word, and its free cell.

Cells are numbered row by row. The bit of the free cell is 0. `width` and `height` are int64.
"""

import numpy as np

from generator.bit_kernels import ONE, Int
from generator.kernels import kernel
from generator.puzzles.orimaze.kernel_constants import (
    CORNER,
    DOWN,
    FREE,
    LEFT,
    NO_AIM,
    RIGHT,
    UP,
)


@kernel
def next_cell(pieces: np.uint64, free: Int, way: Int, width: Int, height: Int) -> int:
    """The cell to which the free cell can go that way, or FREE."""
    column = free % width
    if way == LEFT and column > 0:
        cell = free - 1
    elif way == RIGHT and column < width - 1:
        cell = free + 1
    elif way == UP and free >= width:
        cell = free - width
    elif way == DOWN and free < width * (height - 1):
        cell = free + width
    else:
        return FREE
    is_along_row = pieces >> np.uint64(cell) & ONE == ONE
    return int(cell) if is_along_row == (way in (LEFT, RIGHT)) else FREE


@kernel
def moved(pieces: np.uint64, free: Int, cell: Int) -> np.uint64:
    """The pieces H after the free cell has gone to a cell: one of them has come from there, if there was one."""
    if pieces >> np.uint64(cell) & ONE:
        return pieces ^ (ONE << np.uint64(cell)) ^ (ONE << np.uint64(free))
    return pieces


@kernel
def is_solved(pieces: np.uint64, free: Int, kind: Int, goal: np.uint64, goal_free: Int) -> bool:
    """Whether a position is one that is looked for; the goal is a position, which counts for ARRANGEMENT alone."""
    if kind == NO_AIM:
        return False
    if kind == CORNER:
        return bool(pieces & ONE == ONE)
    return bool(pieces == goal and free == goal_free)
