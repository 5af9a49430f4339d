"""The zero-space types of cjcjc: boxes and walls form a spanning tree, so the floor has no free place at all.

Type b of size n has n x n inner walls at the cells (even, even) of a (2n+3) x (2n+3) board. A box rests in a
*slot* between two neighbouring walls, so it is an edge of the n x n grid graph. The n*n - 1 boxes are a spanning
tree of that graph. Type e counts the outer wall as one more node and has n*n boxes. Type s is e with two more
columns on the right, where an *annex* of five cells surrounds one more wall at (2n-2, 2n+2).

Types b and e are also made on boards of any `outline`, where rooms are missing and doors are walled up.

A slot lies on a *line*, the slots of an odd row or column. On a full square a line has n slots. In type s two rows are
longer and have n + 1, and the column of the annex has one. Slots are numbered line by line, rows first, so that slot p
and slot p + 1 are neighbours on a line unless p ends one: the *slide* p exchanges the two.

The floor is the dual picture: a *junction* is a cell (odd, odd), an empty slot is a door between two junctions,
and the doors form a spanning tree of the junctions. In type b the ring along the outer wall is one of them, a *hall*;
on boards of another outline there may be several.

Types w and g are in pitch3.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.boards.outline import (
    Outline,
    Rows,
    Size,
    ends,
    longer_side,
    plan_of,
    rows_of,
    sides,
)
from generator.puzzles.sokoban.level import Mask


@dataclass(frozen=True, slots=True)
class Frame:
    """What every zero-space type has: a board, the places where boxes rest, and the nodes that boxes join.

    A node is a wall: the inner ones row by row, that of the annex of s among them, then the outer one where it counts.
    cells: (slots, 2) row and column of each slot. walls: (slots, 2) the two tree nodes that a box there joins; all
    arrays are read-only.
    """

    type: str
    size: int
    height: int
    width: int
    nodes: int
    cells: NDArray[np.int32]
    walls: NDArray[np.int32]

    @property
    def slots(self) -> int:
        return len(self.cells)

    @property
    def boxes(self) -> int:
        return self.nodes - 1


@dataclass(frozen=True, slots=True)
class Geometry(Frame):
    """The slots, lines and junctions of one type b, e or s and size.

    junctions: (slots, 2) the two junctions that an open slot joins, up or left one first.
    face: (slots,) the junction between slot p and slot p + 1, or -1 where p ends a line.
    line: (slots,) the number of the line of each slot.
    corner: (junctions, 2) row and column of the first cell of each junction.
    hall: (cells, 3) row, column and junction of all cells of halls. onward: (cells, 4) the cells next to each, those
    first that lie ahead with the outer wall at the left hand, then -1.
    """

    junctions: NDArray[np.int32]
    face: NDArray[np.int32]
    line: NDArray[np.int32]
    corner: NDArray[np.int32]
    hall: NDArray[np.int32]
    onward: NDArray[np.int32]


@lru_cache(maxsize=256)
def geometry(type_: str, size: Size) -> Geometry:
    """The geometry of a type and size; s may be smaller here than any level that its rule of generation makes."""
    rows = size.rows if isinstance(size, Outline) else _square(type_, size)
    plan = plan_of(rows, type_ == "b")
    cells = np.array(plan.slots, np.int32)
    across = np.where(cells % 2 == 1, 0, 1).astype(np.int32)
    junctions = np.array([[plan.junctions[cell] for cell in ends(slot)] for slot in plan.slots], np.int32)
    goes_on = np.append((cells[:-1] + 2 * across[:-1] == cells[1:]).all(axis=1), False)
    corner = {junction: cell for cell, junction in sorted(plan.junctions.items(), reverse=True)}
    place = {cell: number for number, cell in enumerate(plan.halls)}
    onward = [([place[cell] for cell in plan.halls[here]] + 4 * [-1])[:4] for here in plan.halls]
    arrays = {
        "cells": cells,
        "walls": np.array([[plan.nodes[cell] for cell in sides(slot)] for slot in plan.slots], np.int32),
        "junctions": junctions,
        "face": np.where(goes_on, junctions[:, 1], -1).astype(np.int32),
        "line": np.cumsum(~np.insert(goes_on[:-1], 0, False), dtype=np.int32) - 1,
        "corner": np.array([corner[junction] for junction in range(len(corner))], np.int32),
        "hall": np.array([(*cell, plan.junctions[cell]) for cell in plan.halls], np.int32).reshape(-1, 3),
        "onward": np.array(onward, np.int32).reshape(-1, 4),
    }
    for array in arrays.values():
        array.setflags(write=False)
    return Geometry(type_, longer_side(size), len(rows), len(rows[0]), max(plan.nodes.values()) + 1, **arrays)


def walls_of(type_: str, size: Size) -> Mask:
    """The board's walls; nothing is drawn outside of an outline."""
    if isinstance(size, Outline):
        return _thin(np.array([[letter == "#" for letter in row] for row in size.rows]))
    walls = np.zeros((2 * size + 3, 2 * size + 3), np.bool_)
    walls[::2, ::2] = True
    walls[[0, -1]] = walls[:, [0, -1]] = True
    if type_ == "s":
        walls = np.pad(walls, ((0, 0), (0, 2)), constant_values=True)
        walls[2 * size - 3 : 2 * size, 2 * size + 2 : 2 * size + 4] = False
        walls[annex_wall(size)] = True
    return walls


def _thin(walls: Mask) -> Mask:
    """Only the walls beside floor."""
    floor = np.pad(~walls, 1)
    rows, columns = walls.shape
    near = np.any([floor[row : row + rows, column : column + columns] for row in range(3) for column in range(3)], 0)
    return np.asarray(walls & near, np.bool_)


def annex_wall(size: int) -> tuple[int, int]:
    """The cell of the additional wall of type s."""
    return 2 * size - 2, 2 * size + 2


def _square(type_: str, size: int) -> Rows:
    return rows_of({(row, column) for row, column in np.argwhere(~walls_of(type_, size)).tolist()})
