"""Small rooms: sets of cells in words of 64, and what can be walked to.

Directions are those of kernel_constants.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, bit, has, trailing_zeros
from generator.kernels import kernel

Word = np.uint64
Cells = NDArray[np.int16]
Ints = NDArray[np.int32]


class RoomFloor(NamedTuple):
    """A room of height x width cells, which are numbered row by row; walls are cells too.

    near: int16 (n, 4) the neighbours that are floor, -1 for walls. free: uint64 (words,) the cells that are floor.
    left, right: the masks of all cells but those of the first and of the last column, of use where words = 1.
    """

    near: Cells
    free: Words
    width: int
    left: Word
    right: Word


@kernel(allocates=True)
def spread(first: Int, free: Words, near: Cells, region: Words, stack: Cells) -> None:
    """Make region the cells that are joined to the first one through cells of free; stack is int16 (n,) scratch."""
    # Apart from walk, as what follows here: cells are bits of words, not marks.
    region[:] = 0
    region[first >> 6] |= bit(first)
    stack[0] = first
    count = 1
    while count:
        count -= 1
        cell = stack[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and has(free, other) and not has(region, other):
                region[other >> 6] |= bit(other)
                stack[count] = other
                count += 1


@kernel(allocates=True)
def cells_of(words: Words, cells: Cells) -> Int:
    """List the cells of a bit set, ascending, and return how many there are.

    words: uint64 (words,). cells: int16 (n,), written.
    """
    count = 0
    for index in range(len(words)):
        left = words[index]
        while left:
            cells[count] = 64 * index + trailing_zeros(left)
            left &= left - np.uint64(1)
            count += 1
    return count


@kernel(allocates=True)
def measure_walk(first: Int, free: Words, near: Cells, steps: Cells, queue: Cells) -> None:
    """Fill steps, int16 (n,), with the steps from a cell to all others through cells of free, -1 where none lead."""
    # Apart from _pace in move_kernels: free cells are bits of words, and no marks of earlier walks stay.
    steps[:] = -1
    steps[first] = 0
    queue[0] = first
    head, count = 0, 1
    while head < count:
        cell = queue[head]
        head += 1
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and steps[other] < 0 and has(free, other):
                steps[other] = steps[cell] + 1
                queue[count] = other
                count += 1


@kernel(allocates=True)
def mark_alive(goals: Words, floor: RoomFloor, alive: Words) -> None:
    """Make alive the cells from which a box that is alone, with a player who is anywhere, can get to a goal.

    goals, alive: uint64 (words,).
    """
    # Apart from measure_far in sift_kernels: the marks are bits, all goals begin at once, and no order is needed.
    near, stack = floor.near, np.empty(len(floor.near), np.int16)
    alive[:] = goals
    count = cells_of(goals, stack)
    while count:
        count -= 1
        cell = stack[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and near[other, d] >= 0 and not has(alive, other):
                alive[other >> 6] |= bit(other)
                stack[count] = other
                count += 1


@kernel(allocates=True)
def fill_pockets(boxes: Words, goals: Words, player: Int, floor: RoomFloor) -> Int:
    """Fill what no solution needs: take it out of floor.free, and return the player's new cell.

    A *pocket* is joined to the rest of the floor through one cell, its door, and no box in it could ever get to a
    goal. No box enters it on a solution, so that a player inside can only come out again; he is put on the door.
    What a box on the door shuts in with him stays.

    boxes, goals: uint64 (words,). floor.near loses the way into what is filled.
    """
    free, near, words = floor.free, floor.near, len(floor.free)
    alive, pocket = np.empty(words, np.uint64), np.empty(words, np.uint64)
    stack = np.empty(len(near), np.int16)
    changed = True
    while changed:
        changed = False
        mark_alive(goals, floor, alive)
        for door in range(len(near)):
            if not has(free, door):
                continue
            for d in range(4):
                first = np.int64(near[door, d])
                if first < 0:
                    continue
                free[door >> 6] ^= bit(door)
                spread(first, free, near, pocket, stack)
                free[door >> 6] ^= bit(door)
                if np.any(pocket & (alive | boxes)):
                    continue
                if has(pocket, player):
                    if has(boxes, door):
                        continue
                    player = door
                free &= ~pocket
                for cell in range(len(near)):
                    for step in range(4):
                        if near[cell, step] >= 0 and not has(free, near[cell, step]):
                            near[cell, step] = -1
                changed = True
    return player
