"""Where the player can walk on a board, and the parts of its floor that boxes leave."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, population, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.states.board_kernels import Board, beside, flood, spread


class Walks(NamedTuple):
    """Walks of the player, all modified; w words of a board.

    walked: int64 (1,) how many walks there were, and lists of where a box can go, which take their marks from here.
    reached: uint64 (w,) the places of the last walk. left, around: uint64 (w,), work space.
    """

    walked: NDArray[np.int64]
    reached: Words
    left: Words
    around: Words


@kernel(merged=True)
def walk_from(cell: Int, free: Words, board: Board, walks: Walks) -> int:
    """Find all places that can be walked to from a cell over free ones, uint64 (w,), and return their least cell."""
    walks.walked[0] += 1
    return int(board.cell[flood(board.place[cell], free, walks.reached, board.stride)])


@kernel(merged=True)
def walk_from_all(begun: Words, free: Words, board: Board, walks: Walks) -> None:
    """Find all places that can be walked to from some over free ones; begun, free: uint64 (w,)."""
    walks.walked[0] += 1
    copy_into(walks.reached, begun)
    spread(0, len(begun) - 1, free, walks.reached, board.stride)


@kernel(merged=True)
def walk_rest(free: Words, board: Board, walks: Walks) -> bool:
    """Find the next part of the floor that is left, take it away from what is, and return whether there is one.

    free: uint64 (w,) the places to walk over, all that are left among them.
    """
    left = walks.left
    for index in range(len(left)):
        if left[index]:
            walks.walked[0] += 1
            flood(int(64 * index + trailing_zeros(left[index])), free, walks.reached, board.stride)
            for other in range(len(left)):
                left[other] &= ~walks.reached[other]
            return True
    return False


@kernel(merged=True)
def leave_unreached(free: Words, walks: Walks) -> None:
    """Leave the free places, uint64 (w,), that the last walk did not come to."""
    for index in range(len(free)):
        walks.left[index] = free[index] & ~walks.reached[index]


@kernel(merged=True)
def _take_lone_places(board: Board, walks: Walks) -> int:
    """Take the places with none beside them away from those that are left; return how many there were."""
    left, count = walks.left, 0
    for index in range(len(left)):
        if not left[index]:
            continue
        lone = left[index] & ~beside(left, index, board.stride)
        left[index] &= ~lone
        count += population(lone)
    return count


@kernel(merged=True)
def count_left(free: Words, board: Board, walks: Walks) -> int:
    """Count the parts of the floor that are left, and leave none; free: uint64 (w,) all that boxes leave."""
    parts = _take_lone_places(board, walks)
    while walk_rest(free, board, walks):
        parts += 1
    return parts


@kernel(merged=True)
def count_parts(free: Words, board: Board, walks: Walks) -> int:
    """Parts of the floor that boxes leave, after a walk through one of them; free: uint64 (w,)."""
    leave_unreached(free, walks)
    return 1 + count_left(free, board, walks)


@kernel(merged=True)
def least_reached(board: Board, walks: Walks) -> int:
    """The least cell that the last walk came to."""
    index = 0
    while not walks.reached[index]:
        index += 1
    return int(board.cell[64 * index + trailing_zeros(walks.reached[index])])
