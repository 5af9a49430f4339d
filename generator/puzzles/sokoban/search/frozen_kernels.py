"""Boxes that can never move again."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor
from generator.puzzles.sokoban.states.board_kernels import risen, sunk


@kernel
def freeze(boxes: Boxes, floor: Floor, frozen: Words) -> None:
    """Find the places of boxes that can never move again, uint64 (w,), as the greatest set that blocks itself."""
    board = floor.board
    for index in range(len(frozen)):
        frozen[index] = board.floor[index] & ~boxes.free[index]
    changed = True
    while changed:
        changed = False
        for index in range(len(frozen)):
            held = board.held[0, index] | risen(frozen, index, board.stride) | sunk(frozen, index, board.stride)
            held &= board.held[1, index] | risen(frozen, index, 1) | sunk(frozen, index, 1)
            if frozen[index] & ~held:
                frozen[index] &= held
                changed = True


@kernel
def are_lost(frozen: Words, floor: Floor) -> bool:
    """Whether a box is frozen off the goals; frozen: uint64 (w,)."""
    for index in range(len(frozen)):
        if frozen[index] & ~floor.board.goals[index]:
            return True
    return False


@kernel
def is_stuck(cell: int, at: NDArray[np.int16], floor: Floor) -> bool:
    """Whether boxes, walls and dead cells leave a box no move on either axis: only then can it be frozen.

    at: int16 (n,), not 0 where a box is.
    """
    near, alive = floor.near, floor.alive
    for d in range(2):
        one, other = near[cell, d], near[cell, 3 - d]
        if one >= 0 and other >= 0 and not at[one] and not at[other] and (alive[one] or alive[other]):
            return False
    return True
