"""What guides a search for any solution: rooms, boxes in each other's way, and the order in which goals are filled.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020), and
Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions, zones and places are those of
push_kernels.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Pulling(NamedTuple):
    """The backward search for a packing plan; all arrays are modified. n cells, w words.

    near: int16 (n, 4). home: uint8 (n,) whether a box starts there. goal: int16 (n,) not 0 on goals. far: int16 (n,)
    steps to the nearest goal. pushed: uint8 (n,) whether a box can be pushed there.
    boxes: uint64 (nodes, w), player: int16 (nodes,), parent, left, right: int32 (nodes,), key: int64 (nodes,): the
    nodes, which wait in a skew heap. table: int32 (a power of 2,). keys: uint64 (2, n). at: uint8 (n,). reach, seen:
    int32 (n,), (4n,). stack: int16 (n,). queue, depth: int32 (4n,). word: uint64 (w,). basin: uint8 (n,) the cells
    whose boxes can be the last to get home. control: int64 (PULL_CONTROLS,).
    """

    near: NDArray[np.int16]
    home: NDArray[np.uint8]
    goal: NDArray[np.int16]
    far: NDArray[np.int16]
    pushed: NDArray[np.uint8]
    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    parent: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    key: NDArray[np.int64]
    table: NDArray[np.int32]
    keys: NDArray[np.uint64]
    at: NDArray[np.uint8]
    reach: NDArray[np.int32]
    seen: NDArray[np.int32]
    stack: NDArray[np.int16]
    queue: NDArray[np.int32]
    depth: NDArray[np.int32]
    word: NDArray[np.uint64]
    basin: NDArray[np.uint8]
    control: NDArray[np.int64]


PULL_NODES, PULL_ROOT, PULL_MARK, PULL_NEEDED, PULL_BEST = range(5)
PULL_CONTROLS = 5


@njit(cache=True)
def find_rooms(near, room):
    """Number the rooms from 1 in room, int16 (n,), 0 on all other cells; return how many there are.

    A room is made of overlapping floor rectangles of 2 x 3; a cell of two rooms belongs to neither.
    """
    cells = len(near)
    square = np.zeros(cells, np.int16)
    stack = np.empty(cells, np.int16)
    for cell in range(cells):
        right, below = near[cell, 2], near[cell, 3]
        if right >= 0 and below >= 0 and near[right, 3] >= 0:
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
            right, below = near[cell, 2], near[cell, 3]
            for other in (cell, right, below, near[right, 3]):
                room[other] = square[cell] if room[other] in (0, square[cell]) else -1
    for cell in range(cells):
        room[cell] = max(room[cell], 0)
    return rooms


@njit(cache=True)
def link_rooms(near, room, linked):
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
            for d in range(4):
                other = near[stack[size], d]
                if other < 0 or reach[other]:
                    continue
                if room[other]:
                    linked[first, room[other]] = 1
                    continue
                reach[other] = 1
                stack[size] = other
                size += 1
                # The neighbours of the cell in hand are still to be read from the stack's end.
                stack[size - 1], stack[size] = stack[size], stack[size - 1]
