"""Types w and g: inner walls of up to 2 x 2 cells, three cells apart, on a board of (3n+3) x (3n+3).

Block (i, j) is the square with the top left cell (3i-1, 3j-1), i, j = 1 to n; corridors of width 1 are the rows and
columns 1, 4, ..., 3n+1. In type w ("two 1*1 walls set diagonally", as the forum's thread says) a block has walls
top left and bottom right. What the blocks of type g look like is not public: an L without its top right cell (`g`) and
the full square (`g-square`) are this project's *interpretation*. All blocks of a level are alike.

A box touches a block with any of its eight neighbours. A *slot* is a corridor cell that touches just two blocks: both
cells of the gap between neighbouring blocks, and in type w also every *crossing* of corridors. A box there is an edge
between two blocks, and the n*n - 1 boxes are a spanning tree of the blocks; the outer wall is no node. At a crossing
of type g a box touches three blocks or four, so it can only pass there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Frame
from generator.puzzles.sokoban.level import Mask

_HULLS = {"w": ((0, 0), (1, 1)), "g": ((0, 0), (1, 0), (1, 1)), "g-square": ((0, 0), (0, 1), (1, 0), (1, 1))}
"""The walls of a block, from its top left cell."""

Cell = tuple[int, int]

DIRECTIONS: Mapping[int, Cell] = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}


@dataclass(frozen=True, slots=True)
class HullGeometry(Frame):
    """The slots of type w, g or g-square of one size, and how a box may *pass* from one to another.

    Slots are numbered row by row, passes by their source.
    gap: (slots,) whether a slot lies between two neighbouring blocks, as the first boxes of a level all do.
    source, target: (passes,) the slots between which a box passes; the player comes from behind it.
    free: (passes, 2) further slots that must be empty for the player, or -1.
    pushes: (passes, 2) the directions of the pushes, the second -1 where there is only one.
    """

    gap: Mask
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    free: NDArray[np.int32]
    pushes: NDArray[np.int32]


@cache
def hull_geometry(type_: str, size: int) -> HullGeometry:
    """The geometry of a type and size."""
    touched = {cell: _touched(type_, size, cell) for cell in _inner_corridors(size)}
    slots = [cell for cell, blocks in touched.items() if len(blocks) == 2]
    cells = np.array(slots, np.int32)
    walls = np.array([sorted(touched[cell]) for cell in slots], np.int32)
    gap = (cells % 3 != 1).any(axis=1)
    passes = tuple(np.array(list(column), np.int32) for column in zip(*_passes(type_, slots, touched), strict=True))
    for array in (cells, walls, gap, *passes):
        array.setflags(write=False)
    side = 3 * size + 3
    return HullGeometry(type_, size, side, side, size**2, cells, walls, gap, *passes)


def hull_walls(type_: str, size: int) -> Mask:
    """The board's walls."""
    side = 3 * size + 3
    walls = np.zeros((side, side), np.bool_)
    walls[[0, -1]] = walls[:, [0, -1]] = True
    for row, column in _HULLS[type_]:
        walls[2 + row : -1 : 3, 2 + column : -1 : 3] = True
    return walls


_Pass = tuple[int, int, tuple[int, int], tuple[int, int]]


def _passes(type_: str, slots: list[Cell], touched: Mapping[Cell, set[int]]) -> Iterator[_Pass]:
    """Source, target, free slots and pushes of every pass.

    A box at a crossing that is no slot is pushed on at once. It goes straight, or around the corner where the player
    gets to its other side through the open part of a block. (To walk there the long way never helps: the box divides
    the floor, and a push from there leaves no tree.)
    """
    number = {cell: slot for slot, cell in enumerate(slots)}
    for box in slots:
        for first, way in DIRECTIONS.items():
            ahead, behind = _next(box, way), _next(box, way, -1)
            if _is_block(ahead) or _is_block(behind):
                continue
            if ahead in number:
                yield number[box], number[ahead], (number.get(behind, -1), -1), (first, -1)
            elif ahead in touched:
                for second, onward in DIRECTIONS.items():
                    target, side = _next(ahead, onward), _next(ahead, onward, -1)
                    if target == box or target not in number or not _is_open(type_, box, side):
                        continue
                    free = number.get(behind, -1), -1 if side == box else number.get(side, -1)
                    yield number[box], number[target], free, (first, second)


def _next(cell: Cell, way: Cell, steps: int = 1) -> Cell:
    return cell[0] + steps * way[0], cell[1] + steps * way[1]


def _is_block(cell: Cell) -> bool:
    """Whether a cell belongs to a block or, at the edge, to the outer wall."""
    return cell[0] % 3 != 1 and cell[1] % 3 != 1


def _is_open(type_: str, one: Cell, other: Cell) -> bool:
    """Whether the player gets from one cell beside a crossing to another without the crossing."""
    (top, bottom), (left, right) = (sorted(pair) for pair in zip(one, other, strict=True))
    if top == bottom or left == right:
        return one == other
    corner = (top if top % 3 != 1 else bottom), (left if left % 3 != 1 else right)
    return ((corner[0] - 2) % 3, (corner[1] - 2) % 3) not in _HULLS[type_]


def _inner_corridors(size: int) -> list[Cell]:
    inner = range(2, 3 * size + 1)
    return [(row, column) for row, column in product(inner, inner) if row % 3 == 1 or column % 3 == 1]


def _touched(type_: str, size: int, cell: Cell) -> set[int]:
    """The blocks next to a corridor cell, straight or diagonally."""
    blocks = set()
    for row, column in product(*(range(place - 1, place + 2) for place in cell)):
        (above, down), (before, right) = divmod(row - 2, 3), divmod(column - 2, 3)
        if (down, right) in _HULLS[type_]:
            blocks.add(above * size + before)
    return blocks
