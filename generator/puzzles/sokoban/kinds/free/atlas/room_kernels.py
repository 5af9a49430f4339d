"""A room of up to 16 cells as tables: where walking and pulling leads, and the regions in which the player can walk.

A set of cells is a bit set of their numbers, and a state is a set of boxes and the cell of the player: 16 times the
set and the cell. A *node* is a set of boxes and a region: all states between which the player walks.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, population, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.atlas.room_list_kernels import IMAGES, image

NO_CELL = -1
MOST_CELLS = 16
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, left, right, down: the opposite of direction d is 3 - d."""
ANY = 4
"""Stands for all directions together."""
HALF = 256
"""Sets of eight cells."""

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


class Room(NamedTuple):
    """A room, all arrays modified when it is read.

    sides: int64 (4, 16) the cell beside each in each direction, -1 where a wall is.
    near: uint16 (5, 2, 256) the cells of which the one beside is in a set, in each direction and in any. The lower and
    the upper half of the set have a table each.
    turned: int64 (8, 16) where the symmetries of the room put each cell; the first `facts[1]` rows are its own.
    number: int64 (16, 16) the number of the cell of a row and column.
    distance: int64 (16,) how far all others are from each cell, counted by rows. place: int64 (16,) its number.
    facts: int64 (3,) how many cells and symmetries, and how many rooms were read, this one too.
    """

    sides: Longs
    near: NDArray[np.uint16]
    turned: Longs
    number: Longs
    distance: Longs
    place: Longs
    facts: Longs


@kernel(inline=True)
def lowest(cells: Int) -> Int:
    """The least cell of a set."""
    return trailing_zeros(np.int64(cells))


@kernel(inline=True)
def near(d: Int, cells: Int, room: Room) -> Int:
    """The cells of which the one beside, in direction d or in any, is in a set."""
    return np.int64(room.near[d, 0, cells & HALF - 1]) | np.int64(room.near[d, 1, cells >> 8])


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
    room.facts[2] += 1
    _read_sides(height, width, room)
    _number_by_distance(height, width, room)
    _read_sides(height, width, room)
    _read_symmetries(height, width, room)


@kernel
def _number_by_distance(height: Int, width: Int, room: Room) -> None:
    """Number the cells anew: those that are near to all others come last.

    Most walks lead over these. So the sets of boxes with which there is a walk have few lines in a row of all sets.
    """
    cells = room.facts[0]
    for cell in range(cells):
        room.distance[cell] = _total_distance(cell, room)
    for cell in range(cells):
        room.place[cell] = 0
        for other in range(cells):
            farther = room.distance[other] - room.distance[cell]
            room.place[cell] += farther > 0 or (farther == 0 and other < cell)
    for row in range(height):
        for column in range(width):
            if room.number[row, column] >= 0:
                room.number[row, column] = room.place[room.number[row, column]]


@kernel
def _total_distance(cell: Int, room: Room) -> Int:
    """How many moves all cells are from one, together."""
    met: Int = 1 << cell
    layer, distance, total = met, 0, 0
    while layer:
        total += distance * population(np.uint64(layer))
        layer = near(ANY, layer, room) & ~met
        met |= layer
        distance += 1
    return total


@kernel
def by_rows(cells: Int, room: Room) -> Int:
    """A set of cells as it is where they are numbered by rows."""
    found: Int = 0
    for cell in range(room.facts[0]):
        found |= (cells >> room.place[cell] & 1) << cell
    return found


@kernel
def _read_sides(height: Int, width: Int, room: Room) -> None:
    """Fill `sides` and `near`."""
    for row in range(height):
        for column in range(width):
            cell = room.number[row, column]
            if cell < 0:
                continue
            for d in range(4):
                y, x = row + STEPS[d][0], column + STEPS[d][1]
                side = room.number[y, x] if 0 <= y < height and 0 <= x < width else NO_CELL
                room.sides[d, cell] = side
    _read_near(room)


@kernel
def _read_near(room: Room) -> None:
    """Fill `near`."""
    room.near[:, :, 0] = 0
    for cell in range(room.facts[0]):
        half, first = cell >> 3, 1 << (cell & 7)
        every = 0
        for d in range(5):
            side = room.sides[3 - d, cell] if d < ANY else NO_CELL
            bits = every if d == ANY else 0 if side < 0 else 1 << side
            every |= bits
            for rest in range(first):
                room.near[d, half, first | rest] = room.near[d, half, rest] | bits


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
        grown: Int = (region | near(ANY, region, room)) & free
        if grown == region:
            return region
        region = grown


@kernel(inline=True)
def pullable(d: Int, boxes: Int, cells: Int, free: Int, room: Room) -> Int:
    """The cells of some from which the player pulls a box in direction d: it stands behind, and ahead is free."""
    found: Int = cells & near(3 - d, boxes, room) & near(d, free, room)
    return found


@kernel(inline=True)
def turned(cells: Int, symmetry: Int, room: Room) -> Int:
    """Where a symmetry puts a set of cells."""
    found: Int = 0
    while cells:
        found |= 1 << room.turned[symmetry, lowest(cells)]
        cells &= cells - 1
    return found
