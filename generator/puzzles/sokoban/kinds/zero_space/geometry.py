"""The zero-space types of cjcjc: boxes and walls form a spanning tree, so the floor has no free place at all.

Type b of size n has n x n inner walls at the cells (even, even) of a (2n+3) x (2n+3) board; a box rests in a
*slot* between two neighbouring walls, so it is an edge of the n x n grid graph, and the n*n - 1 boxes are a
spanning tree of it. Type e counts the outer wall as one more node and has n*n boxes. Type s is e with two more
columns on the right, where an *annex* of five cells surrounds one more wall at (2n-2, 2n+2).

A slot lies on a *line*, the slots of an odd row or column: n of them, in the two rows that s prolongs n + 1, and one
in its annex's column. Slots are numbered line by line, rows first, so that slot p and slot p + 1 are neighbours on a
line unless p ends one: the *slide* p exchanges the two.

The floor is the dual picture: a *junction* is a cell (odd, odd), an empty slot is a door between two junctions,
and the doors form a spanning tree of the junctions (in type b the ring along the outer wall is one of them).

Types w and g stand in pitch3.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.level import Mask


@dataclass(frozen=True, slots=True)
class Frame:
    """What every zero-space type has: a board, the places where boxes rest, and the nodes that boxes join.

    A node is a wall: the inner ones row by row, then that of the annex of s, then the outer one where it counts.
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
    corner: (junctions, 2) row and column of each junction (the root's is (1, 1)).
    """

    junctions: NDArray[np.int32]
    face: NDArray[np.int32]
    line: NDArray[np.int32]
    corner: NDArray[np.int32]

    @property
    def ring(self) -> bool:
        """Whether the cells along the outer wall are one junction, the root."""
        return self.type == "b"


@cache
def geometry(type_: str, size: int) -> Geometry:
    """The geometry of a type and size; s may be smaller here than any level that its rule of generation makes."""
    rows, columns = _lines(type_, size)
    cells = np.array([cell for line in rows + columns for cell in line], dtype=np.int32)
    line = np.repeat(np.arange(len(rows + columns)), [len(line) for line in rows + columns]).astype(np.int32)
    across = np.where(cells % 2 == 1, 0, 1).astype(np.int32)
    along = across[:, ::-1]
    faces = _junction(type_, size, cells + across)
    faces[np.diff(line, append=-1) != 0] = -1
    arrays = {
        "cells": cells,
        "walls": np.stack([_wall(type_, size, cells - along), _wall(type_, size, cells + along)], axis=1),
        "junctions": np.stack([_junction(type_, size, cells - across), _junction(type_, size, cells + across)], axis=1),
        "face": faces,
        "line": line,
        "corner": _corners(type_, size),
    }
    for array in arrays.values():
        array.setflags(write=False)
    nodes = size**2 + {"b": 0, "e": 1, "s": 2}[type_]
    return Geometry(type_, size, 2 * size + 3, 2 * size + (5 if type_ == "s" else 3), nodes, **arrays)


def walls_of(type_: str, size: int) -> Mask:
    """The board's walls."""
    walls = np.zeros((2 * size + 3, 2 * size + 3), np.bool_)
    walls[::2, ::2] = True
    walls[[0, -1]] = walls[:, [0, -1]] = True
    if type_ == "s":
        walls = np.pad(walls, ((0, 0), (0, 2)), constant_values=True)
        walls[2 * size - 3 : 2 * size, 2 * size + 2 : 2 * size + 4] = False
        walls[annex_wall(size)] = True
    return walls


def annex_wall(size: int) -> tuple[int, int]:
    """The cell of the additional wall of type s."""
    return 2 * size - 2, 2 * size + 2


_Cells = list[tuple[int, int]]


def _lines(type_: str, size: int) -> tuple[list[_Cells], list[_Cells]]:
    """The cells of the slots of every row and of every column."""
    first = 3 if type_ == "b" else 1
    lines, offsets = range(first, 2 * size + 3 - first + 1, 2), range(2, 2 * size + 1, 2)
    rows = [[(line, offset) for offset in offsets] for line in lines]
    columns = [[(offset, line) for offset in offsets] for line in lines]
    if type_ == "s":
        row, column = annex_wall(size)
        rows[-3].append((row - 1, column))
        rows[-2].append((row + 1, column))
        columns.append([(row, column + 1)])
    return rows, columns


def _wall(type_: str, size: int, cells: NDArray[np.int32]) -> NDArray[np.int32]:
    row, column = cells.T // 2
    inner = (row >= 1) & (row <= size) & (column >= 1) & (column <= size)
    nodes = np.where(inner, (row - 1) * size + column - 1, size**2 + (type_ == "s"))
    if type_ == "s":
        nodes[(cells == annex_wall(size)).all(axis=1)] = size**2
    return np.asarray(nodes, dtype=np.int32)


def _junction(type_: str, size: int, cells: NDArray[np.int32]) -> NDArray[np.int32]:
    row, column = cells.T // 2
    if type_ != "b":
        # The annex's two junctions follow those of the square.
        inner = row * (size + 1) + column
        return np.asarray(np.where(column <= size, inner, (size + 1) ** 2 + row - size + 2), dtype=np.int32)
    inner = (row >= 1) & (row < size) & (column >= 1) & (column < size)
    return np.asarray(np.where(inner, (row - 1) * (size - 1) + column, 0), dtype=np.int32)


def _corners(type_: str, size: int) -> NDArray[np.int32]:
    if type_ == "b":
        inner = [(2 * i + 1, 2 * j + 1) for i in range(1, size) for j in range(1, size)]
        return np.array([(1, 1), *inner], dtype=np.int32)
    every = [(2 * i + 1, 2 * j + 1) for i in range(size + 1) for j in range(size + 1)]
    annex = [(2 * size - 3, 2 * size + 3), (2 * size - 1, 2 * size + 3)] if type_ == "s" else []
    return np.array(every + annex, dtype=np.int32)
