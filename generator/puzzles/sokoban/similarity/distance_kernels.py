"""Compares one board with many cell by cell, in every orientation and played either way."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.similarity.similarity_kernels import BOX, GOAL, WALL, fill

SYMMETRIES = 8
UPRIGHT = 4
"""So many of them exchange no rows for columns."""


class Inside(NamedTuple):
    """Where the cells inside of a board lie in its rows: index of the first one's corner, sides, length of a row."""

    corner: int
    height: int
    width: int
    stride: int


@kernel(allocates=True)
def distances(
    letters: NDArray[np.uint8],
    starts: NDArray[np.int64],
    kinds: NDArray[np.uint8],
    one: NDArray[np.uint8],
    other: NDArray[np.uint8],
    stack: NDArray[np.int32],
    found: NDArray[np.float64],
) -> None:
    """The distances of the first of k + 1 boards from the others.

    Boards are as `similarity_kernels.least_differences` reads them. `found` (k,) receives the distances. `one`,
    `other` and `stack` are work buffers as long as the longest board.

    letters, kinds, one, other: uint8 (length,). starts: int64 (k + 2,). stack: int32 (length,). found: float64 (k,).
    """
    inside = _filled(letters[: starts[1]], kinds, one, stack)
    for number in range(found.size):
        text = letters[starts[number + 1] : starts[number + 2]]
        found[number] = _distance(one, inside, other, _filled(text, kinds, other, stack))


@kernel(allocates=True)
def _filled(
    letters: NDArray[np.uint8], kinds: NDArray[np.uint8], board: NDArray[np.uint8], stack: NDArray[np.int32]
) -> Inside:
    """Write the kinds of the cells inside of a board, and say where they lie.

    letters, board: uint8 (size,). kinds: uint8 (256,). stack: int32 (size,).
    """
    stride = fill(letters, kinds, board, stack)
    top, bottom, left, right = letters.size, 0, stride, 0
    for place in range(letters.size):
        if board[place] != WALL:
            row, column = place // stride, place % stride
            top, bottom = min(top, row), max(bottom, row)
            left, right = min(left, column), max(right, column)
    return Inside(top * stride + left, bottom - top + 1, right - left + 1, stride)


@kernel(allocates=True)
def _distance(one: NDArray[np.uint8], inside: Inside, other: NDArray[np.uint8], beside: Inside) -> float:
    """The least share of cells that differ, over all symmetries; one, other: uint8 (size,)."""
    least = 1.0
    for symmetry in range(SYMMETRIES):
        if symmetry < UPRIGHT:
            is_alike = beside.height == inside.height and beside.width == inside.width
        else:
            is_alike = beside.width == inside.height and beside.height == inside.width
        if is_alike:
            first, down, right = _steps(beside, symmetry)
            least = min(least, _share(one, inside, other, first, down, right))
    return least


@kernel(allocates=True)
def _steps(beside: Inside, symmetry: int) -> tuple[int, int, int]:
    """The index where an image of a board begins, and how far it is from there to its next row and column."""
    first, down, right = beside.corner, beside.stride, 1
    if symmetry & 1:
        first, down = first + (beside.height - 1) * down, -down
    if symmetry & 2:
        first, right = first + (beside.width - 1) * right, -right
    if symmetry >= UPRIGHT:
        down, right = right, down
    return first, down, right


@kernel(allocates=True)
def _share(
    one: NDArray[np.uint8], inside: Inside, other: NDArray[np.uint8], first: int, down: int, right: int
) -> float:
    """The share of the cells inside of either board that differ, played forwards or backwards, whichever is less.

    one, other: uint8 (size,).
    """
    matter, forwards, backwards = 0, 0, 0
    for row in range(inside.height):
        for column in range(inside.width):
            kind = one[inside.corner + row * inside.stride + column]
            image = other[first + row * down + column * right]
            played_back = BOX + GOAL - image if BOX <= image <= GOAL else image
            matter += kind != WALL or image != WALL
            forwards += kind != image
            backwards += kind != played_back
    return min(forwards, backwards) / matter
