"""What guides a search for any solution: rooms, and boxes in each other's way.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020), and
Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions, zones and places are those of
floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, RIGHT
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED, Floor
from generator.puzzles.sokoban.search.table_kernels import divide, measure_pulls
from generator.puzzles.sokoban.states.board_kernels import Board, beside
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, walk_from_all


class Guide(NamedTuple):
    """What leads a search to a solution.

    finest: the place in a score of the last part that is a feature. stages: uint64 (m, words) sets of cells that the
    plan fills one after the other, and planned: uint64 (words,) all of them. fills: uint64 (n,) for each cell the
    stages, a bit each, that a box from there can turn into the next one while their cells are filled; empty without a
    plan. goals: uint64 (4n,) the goals, a bit each, to which a lone box gets from a place; empty where there are more
    than 64. room: uint64 (rooms + 1, v) the places of each room on the board, and first those in none: corridors.
    doors: uint64 (v,) the places in corridors and beside another room or a corridor: what boxes elsewhere do breaks no
    link. linked: uint8 (rooms + 1, rooms + 1) rooms next to each other. obstacles: uint64 (2, n, words) for each cell
    those on which a box keeps one on it from some goal, and those on which one on it keeps a box from some goal. spot:
    int32 (n, 2) row and column.
    """

    finest: int
    stages: NDArray[np.uint64]
    planned: NDArray[np.uint64]
    fills: NDArray[np.uint64]
    goals: NDArray[np.uint64]
    room: NDArray[np.uint64]
    doors: Words
    linked: NDArray[np.uint8]
    obstacles: NDArray[np.uint64]
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
    # A square on its own is no room, and takes no number.
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


@kernel(merged=True)
def look_around(first: int, free: Words, room: NDArray[np.uint64], board: Board, walks: Walks) -> None:
    """Find the places beside those to which one can walk from a room among boxes through no other one.

    They are left in walks.around, walls and boxes among them. free: uint64 (w,). room: uint64 (rooms + 1, w).
    """
    for index in range(len(free)):
        walks.around[index] = free[index] & room[first, index]
        walks.left[index] = free[index] & room[0, index]
    walk_from_all(walks.around, walks.left, board, walks)
    for index in range(len(free)):
        walks.around[index] = beside(walks.reached, index, board.stride)


@kernel(merged=True)
def meet(one: Words, other: Words, third: Words) -> bool:
    """Whether three sets, uint64 (w,), have a place in common."""
    for index in range(len(one)):
        if one[index] & other[index] & third[index]:
            return True
    return False


@kernel
def link_rooms(room: NDArray[np.uint64], board: Board, walks: Walks, linked: NDArray[np.uint8]) -> None:
    """Fill linked, uint8 (rooms + 1, rooms + 1): whether one can walk between two rooms through no third.

    room: uint64 (rooms + 1, w).
    """
    linked[:] = 0
    for first in range(1, len(linked)):
        look_around(first, board.floor, room, board, walks)
        for other in range(1, len(linked)):
            linked[first, other] = other != first and meet(walks.around, board.floor, room[other])


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
