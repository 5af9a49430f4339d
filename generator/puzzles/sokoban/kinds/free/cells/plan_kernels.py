"""A room on a square plane with a margin of walls, and as tables of its cells, which are numbered row by row.

A set of cells of a room is a word of 64 bits; directions are those of kernel_constants.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Int, Words, bit, trailing_zeros
from generator.kernels import kernel

SIDE = 22
"""Rows and columns of the plane with its margin."""

STEPS = (-SIDE, -1, 1, SIDE)
WALL, FLOOR, GOAL = range(3)

Plane = NDArray[np.int8]
Longs = NDArray[np.int64]
Word = np.uint64


class Table(NamedTuple):
    """A room of at most 64 cells, all arrays modified when it is read.

    number: int64 (SIDE * SIDE,) of each place of the plane its cell, -1 for walls. place: int64 (64,) of each cell.
    near: int64 (64, 4) the cell beside each, -1 for walls. beside: uint64 (64,) all of these as sets. goals, floor:
    uint64 (1,). cells: int64 (1,) how many cells there are.
    """

    number: Longs
    place: Longs
    near: Longs
    beside: Words
    goals: Words
    floor: Words
    cells: Longs


@kernel
def read_plan(plan: Plane, table: Table) -> None:
    """Fill the tables of a room. plan: int8 (SIDE * SIDE,) WALL, FLOOR or GOAL."""
    count = 0
    table.goals[0] = np.uint64(0)
    for place in range(len(plan)):
        table.number[place] = -1
        if plan[place] != WALL:
            table.number[place] = count
            table.place[count] = place
            if plan[place] == GOAL:
                table.goals[0] |= bit(count)
            count += 1
    table.cells[0] = count
    table.floor[0] = ~np.uint64(0) >> np.uint64(64 - count)
    for cell in range(count):
        table.beside[cell] = np.uint64(0)
        for d in range(4):
            other = table.number[table.place[cell] + STEPS[d]]
            table.near[cell, d] = other
            if other >= 0:
                table.beside[cell] |= bit(other)


@kernel(inline=True)
def region_of(cell: Int, free: Word, beside: Words) -> Word:
    """The cells to which the player walks from one through free ones. beside: uint64 (64,)."""
    region = bit(cell)
    left = region
    while left:
        side = beside[trailing_zeros(left)] & free & ~region
        left = (left & (left - ONE)) | side
        region |= side
    return region


@kernel
def is_joined(table: Table) -> bool:
    """Whether all cells of a room are joined."""
    return bool(region_of(0, table.floor[0], table.beside) == table.floor[0])
