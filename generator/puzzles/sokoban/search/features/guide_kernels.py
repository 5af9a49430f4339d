"""What guides a search for any solution: rooms, and boxes in each other's way.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020), and
Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions, zones and places are those of
floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, RIGHT
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED, Floor
from generator.puzzles.sokoban.search.table_kernels import divide, measure_pulls


class Guide(NamedTuple):
    """What leads a search to a solution.

    stages: uint64 (m, words) sets of cells that the plan fills one after the other. room: int16 (n,) number of the
    room, 0 in corridors. linked: uint8 (rooms + 1, rooms + 1) rooms next to each other. obstacle: uint8 (n, n) whether
    a box on the second cell keeps one on the first from some goal. spot: int32 (n, 2) row and column.
    """

    stages: NDArray[np.uint64]
    room: NDArray[np.int16]
    linked: NDArray[np.uint8]
    obstacle: NDArray[np.uint8]
    spot: NDArray[np.int32]


@kernel(allocates=True)
def find_rooms(near: NDArray[np.int16], room: NDArray[np.int16]) -> int:
    """Number the rooms from 1 in room, int16 (n,), 0 on all other cells; return how many there are.

    A room is made of overlapping floor rectangles of 2 x 3; a cell of two rooms belongs to neither.
    """
    cells = len(near)
    square = np.zeros(cells, np.int16)
    stack = np.empty(cells, np.int16)
    for cell in range(cells):
        right, below = near[cell, RIGHT], near[cell, DOWN]
        if right >= 0 and below >= 0 and near[right, DOWN] >= 0:
            square[cell] = -1
    # Apart from number_regions: a square on its own is no room, and takes no number.
    rooms = 0
    for first in range(cells):
        if square[first] != -1:
            continue
        rooms += 1
        square[first] = rooms
        stack[0] = first
        size = count = 1
        while size:
            size -= 1
            cell = stack[size]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and square[other] == -1:
                    square[other] = rooms
                    stack[size] = other
                    size += 1
                    count += 1
        if count == 1:
            square[first] = 0
            rooms -= 1
    room[:] = 0
    for cell in range(cells):
        if square[cell]:
            right, below = near[cell, RIGHT], near[cell, DOWN]
            opposite = near[right, DOWN]
            for corner in range(4):
                other = opposite if corner == 3 else (cell if corner == 0 else (right if corner == 1 else below))
                room[other] = square[cell] if room[other] == 0 or room[other] == square[cell] else -1
    for cell in range(cells):
        room[cell] = max(room[cell], 0)
    return rooms


@kernel(inline=True)
def touch_rooms(
    first: int,
    at: NDArray[np.int16],
    near: NDArray[np.int16],
    room: NDArray[np.int16],
    reach: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
    touched: NDArray[np.int32],
) -> None:
    """Mark in touched, int32 (rooms + 1,), the rooms that one can walk to from another among boxes through no third.

    at, room: int16 (n,), not 0 where a box is, and the number of the room. near: int16 (n, 4). reach: int32 (n,) and
    stack: int16 (n,), modified. No earlier walk may have had the mark.
    """
    size = 0
    for cell in range(len(near)):
        if room[cell] == first and not at[cell]:
            reach[cell] = mark
            stack[size] = cell
            size += 1
    while size:
        size -= 1
        cell = stack[size]
        for d in range(4):
            other = near[cell, d]
            if other < 0 or at[other] or reach[other] == mark:
                continue
            if room[other]:
                touched[room[other]] = mark
                continue
            reach[other] = mark
            stack[size] = other
            size += 1


@kernel(allocates=True)
def link_rooms(near: NDArray[np.int16], room: NDArray[np.int16], linked: NDArray[np.uint8]) -> None:
    """Fill linked, uint8 (rooms + 1, rooms + 1): whether one can walk between two rooms through no third.

    near: int16 (n, 4). room: int16 (n,).
    """
    cells, rooms = len(near), len(linked)
    nowhere, stack = np.zeros(cells, np.int16), np.empty(cells, np.int16)
    reach, touched = np.zeros(cells, np.int32), np.zeros(rooms, np.int32)
    linked[:] = 0
    for first in range(1, rooms):
        touch_rooms(first, nowhere, near, room, reach, first, stack, touched)
        for other in range(1, rooms):
            linked[first, other] = touched[other] == first


@kernel
def _build_wall(wall: int, near: NDArray[np.int16]) -> None:
    """Make a cell a wall; near: int16 (n, 4), modified."""
    for d in range(4):
        if near[wall, d] >= 0:
            near[near[wall, d], 3 - d] = -1
        near[wall, d] = -1


@kernel
def _comes(cell: int, goal: int, ahead: NDArray[np.int16]) -> bool:
    """Whether a lone box gets from a cell to the goal of a number, the player standing where he likes.

    ahead: int16 (4n, k), as measure_pulls fills it.
    """
    for place in range(4 * cell, 4 * cell + 4):
        if ahead[place, goal] < UNREACHED:
            return True
    return False


@kernel
def _is_cut_off(
    cell: int, wall: int, goals: NDArray[np.int32], ahead: NDArray[np.int16], left: NDArray[np.int16]
) -> bool:
    """Whether a box on a cell loses a goal by a wall, other than the one that the wall stands on.

    goals: int32 (k,). ahead, left: int16 (4n, k), as measure_pulls fills it without and with the wall.
    """
    for number in range(len(goals)):
        goal = goals[number]
        if goal != wall and goal != cell and not _comes(cell, number, left) and _comes(cell, number, ahead):
            return True
    return False


@kernel(allocates=True)
def find_obstacles(goals: NDArray[np.int32], floor: Floor, obstacle: NDArray[np.uint8]) -> None:
    """Fill obstacle, uint8 (n, n): whether a box on the second cell cuts a box on the first off from some goal.

    goals: int32 (k,). The goal under the obstacle itself is not lost for good, and a box on a goal keeps it.
    """
    cells = len(floor.near)
    zone, stack = np.empty((cells, cells), np.uint8), np.empty(cells, np.int16)
    left = np.empty_like(floor.ahead)
    obstacle[:] = 0
    for wall in range(cells):
        if not floor.alive[wall]:
            continue
        near = floor.near.copy()
        _build_wall(wall, near)
        divide(near, floor.alive, zone, stack)
        measure_pulls(goals, near, zone, left)
        for cell in range(cells):
            if cell != wall:
                obstacle[cell, wall] = _is_cut_off(cell, wall, goals, floor.ahead, left)
