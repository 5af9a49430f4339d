"""A room of up to 16 cells as tables: where walking and pulling leads, and the regions in which the player can walk.

A set of cells is a bit set of their numbers, and a state is a set of boxes and the cell of the player: 16 times the
set and the cell. A *node* is a set of boxes and a region: all states between which the player walks.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.atlas.room_list_kernels import IMAGES, image

NO_CELL = -1
MOST_CELLS = 16
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, left, right, down: the opposite of direction d is 3 - d."""

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


class Room(NamedTuple):
    """A room, all arrays modified when it is read.

    sides: int64 (4, 16) the cell beside each in each direction, -1 where a wall is. beside: uint16 (sets,) the cells
    beside those of a set. shifted: uint16 (4, sets) the cells of which the one beside is in a set. turned: int64 (8,
    16) where the symmetries of the room put each cell; those of the first `facts[1]` rows are its own. number: int64
    (16, 16) the number of the cell of a row and column. facts: int64 (2,) how many cells and symmetries.
    """

    sides: Longs
    beside: NDArray[np.uint16]
    shifted: NDArray[np.uint16]
    turned: Longs
    number: Longs
    facts: Longs


@kernel(inline=True)
def lowest(cells: Int) -> Int:
    """The least cell of a set."""
    return trailing_zeros(np.int64(cells))


@kernel
def read_room(rows: Longs, room: Room) -> None:
    """Fill the tables of a room. rows: int64 (16,) its rows as bit sets."""
    cells, height, width = 0, 0, 0
    room.number[:] = NO_CELL
    for row in range(MOST_CELLS):
        for column in range(MOST_CELLS):
            if rows[row] >> column & 1:
                room.number[row, column] = cells
                cells += 1
                height, width = max(height, row + 1), max(width, column + 1)
    room.facts[0] = cells
    _read_sides(height, width, room)
    _read_symmetries(height, width, room)
    room.beside[0], room.shifted[:, 0] = 0, 0
    for first in range(cells):
        for d in range(4):
            side = room.sides[3 - d, first]
            bit = 0 if side < 0 else 1 << side
            for rest in range(1 << first):
                room.shifted[d, 1 << first | rest] = room.shifted[d, rest] | bit
        near = room.shifted[0, 1 << first] | room.shifted[1, 1 << first]
        near |= room.shifted[2, 1 << first] | room.shifted[3, 1 << first]
        for rest in range(1 << first):
            room.beside[1 << first | rest] = room.beside[rest] | near


@kernel
def _read_sides(height: Int, width: Int, room: Room) -> None:
    """Fill `sides`."""
    for row in range(height):
        for column in range(width):
            cell = room.number[row, column]
            if cell < 0:
                continue
            for d in range(4):
                y, x = row + STEPS[d][0], column + STEPS[d][1]
                side = room.number[y, x] if 0 <= y < height and 0 <= x < width else NO_CELL
                room.sides[d, cell] = side


@kernel
def _read_symmetries(height: Int, width: Int, room: Room) -> None:
    """Fill `turned` with the symmetries that put every cell of the room on one of it."""
    count = 0
    for turn in range(IMAGES):
        fits = not turn & 4 or height == width
        for row in range(height):
            for column in range(width):
                if fits and room.number[row, column] >= 0:
                    y, x = image(turn, row, column, height, width)
                    fits = room.number[y, x] >= 0
                    room.turned[count, room.number[row, column]] = room.number[y, x]
        count += fits
    room.facts[1] = count


@kernel(inline=True)
def region_of(cell: Int, free: Int, room: Room) -> Int:
    """The cells to which the player walks from one of the free ones."""
    region: Int = 1 << cell
    while True:
        grown: Int = (region | room.beside[region]) & free
        if grown == region:
            return region
        region = grown


@kernel(inline=True)
def pullable(d: Int, boxes: Int, region: Int, room: Room) -> Int:
    """The cells of a region from which the player pulls a box in direction d: it stands behind, and ahead is free."""
    found: Int = region & room.shifted[3 - d, boxes] & room.shifted[d, region]
    return found


@kernel(inline=True)
def turned(cells: Int, symmetry: Int, room: Room) -> Int:
    """Where a symmetry puts a set of cells."""
    found: Int = 0
    while cells:
        found |= 1 << room.turned[symmetry, lowest(cells)]
        cells &= cells - 1
    return found
