"""The zero-space types of cjcjc: boxes and walls form a spanning tree, so the floor has no free place at all.

Type b of size n has n x n inner walls at the cells (even, even) of a (2n+3) x (2n+3) board; a box rests in a
*slot* between two neighbouring walls, so it is an edge of the n x n grid graph, and the n*n - 1 boxes are a
spanning tree of it. Type e counts the outer wall as one more node and has n*n boxes.

A slot lies on a *line* (an odd row or column) of n slots. Slots are numbered line by line, rows first, so that
slot p and slot p + 1 are neighbours on a line unless p ends one: the *slide* p exchanges the two.

The floor is the dual picture: a *junction* is a cell (odd, odd), an empty slot is a door between two junctions,
and the doors form a spanning tree of the junctions (in type b the ring along the outer wall is one of them).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Geometry:
    """The slots, lines and junctions of one type and size; all arrays are read-only.

    cells: (slots, 2) row and column of each slot. walls: (slots, 2) the two tree nodes that a box there joins.
    junctions: (slots, 2) the two junctions that an open slot joins, up or left one first.
    face: (slots,) the junction between slot p and slot p + 1, or -1 where p ends a line.
    corner: (junctions, 2) row and column of each junction (the root's is (1, 1)).
    """

    type: str
    size: int
    cells: NDArray[np.int32]
    walls: NDArray[np.int32]
    junctions: NDArray[np.int32]
    face: NDArray[np.int32]
    corner: NDArray[np.int32]

    @property
    def slots(self) -> int:
        return len(self.cells)

    @property
    def boxes(self) -> int:
        return self.size**2 - (self.type == "b")

    @property
    def nodes(self) -> int:
        """Tree nodes: the inner walls, and in type e the outer wall, which is the last."""
        return self.size**2 + (self.type == "e")

    @property
    def side(self) -> int:
        return 2 * self.size + 3

    @property
    def ring(self) -> bool:
        """Whether the cells along the outer wall are one junction, the root."""
        return self.type == "b"


@cache
def geometry(type_: str, size: int) -> Geometry:
    """The geometry of a type and size."""
    first = 1 if type_ == "e" else 3
    lines = range(first, 2 * size + 3 - first + 1, 2)
    offsets = range(2, 2 * size + 1, 2)
    rows = [(line, offset) for line in lines for offset in offsets]
    cells = np.array(rows + [(offset, line) for line, offset in rows], dtype=np.int32)
    across = np.repeat(np.array([[0, 1], [1, 0]], dtype=np.int32), len(rows), axis=0)
    along = across[:, ::-1]
    faces = _junction(type_, size, cells + across)
    faces[size - 1 :: size] = -1
    arrays = {
        "cells": cells,
        "walls": np.stack([_wall(size, cells - along), _wall(size, cells + along)], axis=1),
        "junctions": np.stack([_junction(type_, size, cells - across), _junction(type_, size, cells + across)], axis=1),
        "face": faces,
        "corner": _corners(type_, size),
    }
    for array in arrays.values():
        array.setflags(write=False)
    return Geometry(type_, size, **arrays)


def _wall(size: int, cells: NDArray[np.int32]) -> NDArray[np.int32]:
    row, column = cells.T // 2
    inner = (row >= 1) & (row <= size) & (column >= 1) & (column <= size)
    return np.where(inner, (row - 1) * size + column - 1, size**2).astype(np.int32)


def _junction(type_: str, size: int, cells: NDArray[np.int32]) -> NDArray[np.int32]:
    row, column = cells.T // 2
    if type_ == "e":
        return np.asarray(row * (size + 1) + column, dtype=np.int32)
    inner = (row >= 1) & (row < size) & (column >= 1) & (column < size)
    return np.where(inner, (row - 1) * (size - 1) + column, 0).astype(np.int32)


def _corners(type_: str, size: int) -> NDArray[np.int32]:
    inner = [(2 * i + 1, 2 * j + 1) for i in range(1, size) for j in range(1, size)]
    every = [(2 * i + 1, 2 * j + 1) for i in range(size + 1) for j in range(size + 1)]
    return np.array(every if type_ == "e" else [(1, 1), *inner], dtype=np.int32)
