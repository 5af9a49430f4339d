"""A geometry laid out for the kernels."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space import pair_kernels, route_kernels, word_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Geometry, geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size, ends
from generator.puzzles.sokoban.slides import tree_kernels


@lru_cache(maxsize=64)
def floor_of(type_: str, size: Size) -> tree_kernels.TreeFloor:
    """What the tree kernels read."""
    shape = geometry(type_, size)
    joined = shape.junctions.T.ravel()
    order = np.argsort(joined, kind="stable").astype(np.int32)
    begin = np.searchsorted(joined[order], np.arange(len(shape.corner) + 1)).astype(np.int32)
    around = (order % shape.slots).astype(np.int32)
    place = {(row, column): number for number, (row, column, _) in enumerate(shape.hall.tolist())}
    slots = [(row, column) for row, column in shape.cells.tolist()]
    beside = np.array([[place.get(cell, -1) for cell in ends(slot)] for slot in slots], np.int32)
    toward = np.full((len(place), len(place)), -1, np.int32)
    route_kernels.chart(shape.onward, toward)
    return tree_kernels.TreeFloor(
        shape.cells, shape.junctions, shape.face, shape.corner, begin, around, shape.hall, beside, toward
    )


@lru_cache(maxsize=64)
def word_board(type_: str, size: Size) -> word_kernels.WordBoard:
    """What the word kernels read; only for geometries that fit one word."""
    shape = geometry(type_, size)
    doors = np.zeros(len(shape.corner), np.int64)
    bits = np.int64(1) << np.arange(shape.slots, dtype=np.int64)
    for side in shape.junctions.T:
        np.bitwise_or.at(doors, side, bits)
    near, far = shape.junctions.T.astype(np.int64)
    return word_kernels.WordBoard(doors, near, near ^ far, shape.face.astype(np.int64), _slides(shape))


@lru_cache(maxsize=64)
def pair_board(type_: str, size: Size) -> pair_kernels.PairBoard:
    """What the kernels read whose states are two words; only for geometries that fit them."""
    shape = geometry(type_, size)
    in_columns = (shape.cells[:, 0] % 2 == 0).astype(np.int64)
    rows = int((in_columns == 0).sum())
    bits = np.int64(1) << (np.arange(shape.slots) - rows * in_columns)
    doors = np.zeros((len(shape.corner), 2), np.int64)
    for side in shape.junctions.T:
        np.bitwise_or.at(doors, (side, in_columns), bits)
    inner = np.zeros(2, np.int64)
    np.bitwise_or.at(inner, in_columns[shape.face >= 0], bits[shape.face >= 0])
    near, far = shape.junctions.T.astype(np.int64)
    before = np.tril(shape.line[:, None] == shape.line) @ bits
    return pair_kernels.PairBoard(
        doors, _padded(near), _padded(near ^ far), _padded(shape.face.astype(np.int64)), _padded(before), inner, rows
    )


def _padded(array: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.pad(array, (0, pair_kernels.SLOTS - len(array)))


def _slides(shape: Geometry) -> int:
    return sum(1 << slide for slide in range(shape.slots) if shape.face[slide] >= 0)
