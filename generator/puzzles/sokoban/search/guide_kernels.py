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
from generator.puzzles.sokoban.search.table_kernels import divide


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


@kernel(allocates=True)
def link_rooms(near: NDArray[np.int16], room: NDArray[np.int16], linked: NDArray[np.uint8]) -> None:
    """Fill linked, uint8 (rooms + 1, rooms + 1): whether one can walk between two rooms through no third."""
    linked[:] = 0
    stack = np.empty(len(near), np.int16)
    for first in range(1, len(linked)):
        reach = np.zeros(len(near), np.uint8)
        size = 0
        for cell in range(len(near)):
            if room[cell] == first:
                reach[cell] = 1
                stack[size] = cell
                size += 1
        while size:
            size -= 1
            cell = stack[size]
            for d in range(4):
                other = near[cell, d]
                if other < 0 or reach[other]:
                    continue
                if room[other]:
                    linked[first, room[other]] = 1
                    continue
                reach[other] = 1
                stack[size] = other
                size += 1


@kernel(allocates=True)
def find_obstacles(
    near: NDArray[np.int16],
    goals: NDArray[np.int32],
    alive: NDArray[np.uint8],
    within: NDArray[np.int32],
    obstacle: NDArray[np.uint8],
) -> None:
    """Fill obstacle, uint8 (n, n): whether a box on the second cell cuts a box on the first off from some goal.

    within: int32 (n,) work space, goals that a box on each cell can get to.
    """
    cells = len(near)
    around = np.empty((cells, 4), np.int16)
    zone = np.empty((cells, cells), np.uint8)
    stack, walked = np.empty(4 * cells, np.int32), np.empty(cells, np.int16)
    seen = np.zeros((4 * cells,), np.int32)
    counted = np.zeros(cells, np.int32)
    full = np.zeros(cells, np.int32)
    whole = np.zeros((cells, cells), np.uint8)
    obstacle[:] = 0
    mark = 0
    for wall in range(-1, cells):
        if wall >= 0 and not alive[wall]:
            continue
        around[:] = near
        if wall >= 0:
            for d in range(4):
                if near[wall, d] >= 0:
                    around[near[wall, d], 3 - d] = -1
                around[wall, d] = -1
        divide(around, alive, zone, walked)
        within[:] = 0
        for goal in goals:
            if goal == wall:
                continue
            mark += 1
            size = 0
            for d in range(4):
                if around[goal, d] >= 0 and zone[goal, around[goal, d]] == d:
                    seen[4 * goal + d] = mark
                    stack[size] = 4 * goal + d
                    size += 1
            counted[goal] = mark
            within[goal] += 1
            if wall < 0:
                whole[goal, goal] = 1
            while size:
                size -= 1
                place = stack[size]
                target = place >> 2
                for d in range(4):
                    source = around[target, 3 - d]
                    if source < 0 or zone[target, source] != (place & 3):
                        continue
                    player = around[source, 3 - d]
                    if player < 0:
                        continue
                    before = 4 * source + zone[source, player]
                    if seen[before] != mark:
                        seen[before] = mark
                        stack[size] = before
                        size += 1
                        if counted[source] != mark:
                            counted[source] = mark
                            within[source] += 1
                            if wall < 0:
                                whole[goal, source] = 1
        if wall < 0:
            full[:] = within
        else:
            for cell in range(cells):
                # The goal under the obstacle itself is not lost for good.
                if cell != wall and within[cell] < full[cell] - whole[wall, cell]:
                    obstacle[cell, wall] = 1
