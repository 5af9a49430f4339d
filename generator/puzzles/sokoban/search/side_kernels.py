"""The sides of a box on which the player can stand; directions and zones are those of floor_kernels."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, has, remove
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.states.board_kernels import Board
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, least_reached, walk_from

WALKED = 1 << 4
"""Beside the sides of a box: the floor was walked over to find them."""


@kernel(merged=True)
def reached_sides(cell: int, reached: Words, near: NDArray[np.int16], board: Board) -> int:
    """The sides of a cell that are among some places, uint64 (v,), a bit for each direction; near: int16 (n, 4)."""
    sides = 0
    for d in range(4):
        if near[cell, d] >= 0 and has(reached, board.place[near[cell, d]]):
            sides |= 1 << d
    return sides


@kernel(merged=True)
def _joined_sides(cell: int, side: int, open_: int, free: Words, near: NDArray[np.int16], board: Board) -> int:
    """The open sides of a box that the cells round it join to one of them; free: uint64 (v,). near: int16 (n, 4)."""
    sides = 1 << side
    for _ in range(2):
        for d in range(4):
            if not sides >> d & 1:
                continue
            beside = near[cell, d]
            for other in (LEFT, RIGHT) if d in (UP, DOWN) else (UP, DOWN):
                corner = near[beside, other]
                if open_ >> other & 1 and corner >= 0 and has(free, board.place[corner]):
                    sides |= 1 << other
    return sides


@kernel(merged=True)
def sides_from(
    cell: int,
    side: int,
    free: Words,
    near: NDArray[np.int16],
    zone: NDArray[np.uint8],
    board: Board,
    walks: Walks,
) -> int:
    """The sides of a box on which the player can stand, a bit for each direction, when he stands on one of them.

    The floor is walked over only where neither the cells round the box join its free sides nor walls part them; then
    WALKED is among them.

    free: uint64 (v,), without the box. near: int16 (n, 4). zone: uint8 (n, n).
    """
    open_ = reached_sides(cell, free, near, board)
    sides = _joined_sides(cell, side, open_, free, near, board)
    for d in range(4):
        if (open_ & ~sides) >> d & 1 and zone[cell, near[cell, d]] == zone[cell, near[cell, side]]:
            walk_from(near[cell, side], free, board, walks)
            return reached_sides(cell, walks.reached, near, board) | WALKED
    return sides


@kernel(merged=True)
def walk_beside(
    cell: int, side: int, roamed: Words, free: Words, near: NDArray[np.int16], board: Board, walks: Walks
) -> int:
    """Find where the player can walk from a side of a box on a cell, and return the least cell of that.

    The floor is walked over only where the cells round the box do not join its free sides. Elsewhere no part of it is
    cut off by the box.

    roamed: uint64 (v,) where he can walk without the box. free: uint64 (v,). near: int16 (n, 4).
    """
    open_ = reached_sides(cell, free, near, board)
    if _joined_sides(cell, side, open_, free, near, board) != open_:
        return walk_from(near[cell, side], free, board, walks)
    walks.walked[0] += 1
    copy_into(walks.reached, roamed)
    remove(walks.reached, board.place[cell])
    return least_reached(board, walks)
