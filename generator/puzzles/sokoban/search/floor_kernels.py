"""What walls decide about where boxes and the player can go.

Directions are those of kernel_constants. A box on a cell divides the floor into at most
four *zones*; a zone is called by the least direction in which it touches the box. The *place* of a box is 4 * cell +
zone of the player: the player cannot leave a box's zone but by pushing that very box, so that distances between places
give a consistent bound, which distances between cells do not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, flip
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.conflict_kernels import Conflicts
from generator.puzzles.sokoban.search.group_kernels import Groups
from generator.puzzles.sokoban.states.board_kernels import Board

UNREACHED = 30_000
"""More pushes than any box needs, as in the tables of a floor."""


class Floor(NamedTuple):
    """What the walls decide.

    near: int16 (n, 4) neighbours, -1 for a wall. board: the same as bits. zone: uint8 (n, n) the zone of a player
    (second index) around a box (first index). ahead: int16 (4n, k) pushes from a place to each goal. behind: int16 (4n,
    k) pushes from each box's first place to a place. alive: uint8 (n,) whether a box there can get to some goal. goal:
    int16 (n,) the number of the goal on a cell plus 1. keys: uint64 (2, n) random numbers that hash boxes and player.
    lost: groups of boxes from which there is no way to goals; foreign: groups to which there is none from the start.
    conflicts: of boxes on their way to goals; past_conflicts: of boxes that came from the start.
    """

    near: NDArray[np.int16]
    board: Board
    zone: NDArray[np.uint8]
    ahead: NDArray[np.int16]
    behind: NDArray[np.int16]
    alive: NDArray[np.uint8]
    goal: NDArray[np.int16]
    keys: NDArray[np.uint64]
    lost: Groups
    foreign: Groups
    conflicts: Conflicts
    past_conflicts: Conflicts


class Boxes(NamedTuple):
    """Boxes as they are laid out, all modified; n cells, k boxes, w words.

    cell: int32 (k,) where each box is. at: int16 (n,) the number of the box on a cell plus 1, 0 where there is none.
    free: uint64 (w,) the places on the board without a box.
    """

    cell: NDArray[np.int32]
    at: NDArray[np.int16]
    free: Words


@kernel
def clear(floor: Floor, boxes: Boxes) -> None:
    """Take all boxes away."""
    boxes.at[:] = 0
    copy_into(boxes.free, floor.board.floor)


@kernel(merged=True)
def put(number: int, cell: int, floor: Floor, boxes: Boxes) -> None:
    """Lay a box out on a free cell."""
    boxes.cell[number], boxes.at[cell] = cell, number + 1
    flip(boxes.free, floor.board.place[cell])


@kernel(merged=True)
def move(number: int, target: int, floor: Floor, boxes: Boxes) -> int:
    """Put a box on another cell, which is free; return the one where it was."""
    source = int(boxes.cell[number])
    boxes.at[source] = 0
    flip(boxes.free, floor.board.place[source])
    put(number, target, floor, boxes)
    return source
