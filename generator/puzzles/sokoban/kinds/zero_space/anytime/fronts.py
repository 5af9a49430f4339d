"""Orders in which a front passes over a board, slide after slide."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Geometry
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Words

FACINGS = 8
"""The ways to lay a board."""
LAST = 5
"""Strips that a front passes together in the end, so that what it drives along meets in a corner."""


def across(shape: Geometry, facing: int) -> Words:
    """Strip after strip from one side, each from end to end; int64 (slots - 1,) when the front passes each slide."""
    down, right = _middles(shape).T
    if facing & 1:
        right = shape.width - 1 - right
    if facing & 2:
        down = shape.height - 1 - down
    if facing & 4:
        down, right = right, down
    strip, place = right // 2, down // 2
    last, longer = shape.size + 1 - LAST, max(shape.height, shape.width)
    order: Words = np.where(strip < last, strip * longer + place, (last + place) * longer + strip)
    return order


def towards(shape: Geometry, centre: NDArray[np.float64], turn: float) -> Words:
    """Ring after ring to a centre, each from a direction all around it; int64 (slots - 1,), as above.

    centre: row and column. turn: of a full turn, where a ring begins.
    """
    down, right = (_middles(shape) - centre).T
    ring = (np.maximum(np.abs(down), np.abs(right)) + 1) // 2
    part = (np.arctan2(down, right) / (2 * np.pi) + turn) % 1
    place = np.floor(part * np.maximum(4 * ring, 1))
    order: Words = ((ring.max() - ring) * 4 * max(shape.height, shape.width) + place).astype(np.int64)
    return order


def _middles(shape: Geometry) -> NDArray[np.float64]:
    """Row and column of the junction over which each slide leads."""
    return (shape.cells[:-1] + shape.cells[1:]) / 2
