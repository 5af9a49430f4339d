"""A geometry laid out for the kernels."""

from functools import cache

import numpy as np

from generator.puzzles.sokoban.zero_space import tree_kernels, word_kernels
from generator.puzzles.sokoban.zero_space.geometry import Geometry, geometry


@cache
def floor_of(type_: str, size: int) -> tree_kernels.Floor:
    """What the tree kernels read."""
    shape = geometry(type_, size)
    ends = shape.junctions.T.ravel()
    order = np.argsort(ends, kind="stable").astype(np.int32)
    begin = np.searchsorted(ends[order], np.arange(len(shape.corner) + 1)).astype(np.int32)
    around = (order % shape.slots).astype(np.int32)
    ring = 8 * size if shape.ring else 0
    return tree_kernels.Floor(shape.cells, shape.junctions, shape.face, shape.corner, begin, around, ring)


@cache
def word_board(type_: str, size: int) -> word_kernels.Board:
    """What the word kernels read; only for geometries that fit one word."""
    shape = geometry(type_, size)
    doors = np.zeros(len(shape.corner), np.int64)
    bits = np.int64(1) << np.arange(shape.slots, dtype=np.int64)
    for side in shape.junctions.T:
        np.bitwise_or.at(doors, side, bits)
    near, far = shape.junctions.T.astype(np.int64)
    return word_kernels.Board(doors, near, near ^ far, shape.face.astype(np.int64), _slides(shape))


def _slides(shape: Geometry) -> int:
    return sum(1 << slide for slide in range(shape.slots) if shape.face[slide] >= 0)
