"""Lays one board over many others, in every orientation and place, and counts the cells that differ."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

WALL, FLOOR, BOX, GOAL, BOX_ON_GOAL = range(5)
KINDS = 5


class Images(NamedTuple):
    """The eight images of a board of n cells, of which the first `inside` ones are no walls.

    cells: int32 (8, n, 3), row, column and kind. shapes: int32 (8, 2), height and width. rows, columns: int32 (8, s),
    the number of inside cells before each row and column, s at least one more than any side. counts: int64 (KINDS,),
    the cells of each kind.
    """

    cells: NDArray[np.int32]
    shapes: NDArray[np.int32]
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    counts: NDArray[np.int64]
    inside: int


@kernel(allocates=True)
def least_differences(
    letters: NDArray[np.uint8],
    starts: NDArray[np.int64],
    kinds: NDArray[np.uint8],
    images: Images,
    most: int,
    board: NDArray[np.uint8],
    stack: NDArray[np.int32],
    differences: NDArray[np.int32],
) -> None:
    """The least number of cells by which any image differs from a board, in any place, for each of k boards.

    The boards are rows of XSB in ASCII, each row with a line end behind it; the one of number i begins at
    letters[starts[i]], and starts (k + 1,) ends with letters.size. kinds (256,) has the kind of each letter. A cell of
    a board is a wall where the player could not come to even without the boxes, and so is every cell beyond it.

    `differences` (k,) receives numbers up to `most`, and most + 1 for all beyond. `board` and `stack` are work
    buffers as long as the longest board.

    letters, kinds, board: uint8 (length,). starts: int64 (k + 1,). stack: int32 (length,). differences: int32 (k,).
    """
    for number in range(starts.size - 1):
        first, size = starts[number], starts[number + 1] - starts[number]
        stride = fill(letters[first : first + size], kinds, board, stack)
        differences[number] = most + 1
        if stride > 0 and _least_possible(board[:size], images) <= most:
            differences[number] = _least(board[:size], stride, images, most)


@kernel(allocates=True)
def fill(
    letters: NDArray[np.uint8], kinds: NDArray[np.uint8], board: NDArray[np.uint8], stack: NDArray[np.int32]
) -> int:
    """Write the kinds of the cells inside of a board, and return the length of a row, or 0 without a player.

    letters, board: uint8 (size,). kinds: uint8 (256,). stack: int32 (size,).
    """
    stride, player = 0, -1
    for index in range(letters.size):
        board[index] = WALL
        if stride == 0 and letters[index] == ord("\n"):
            stride = index + 1
        if letters[index] == ord("@") or letters[index] == ord("+"):
            player = index
    if player < 0:
        return 0
    board[player] = kinds[letters[player]]
    # Apart from walk: these are the letters of a text, whose neighbours are not listed.
    stack[0] = player
    waiting = 1
    while waiting:
        waiting -= 1
        cell = stack[waiting]
        for step in (-stride, -1, 1, stride):
            onward = cell + step
            if 0 <= onward < letters.size and board[onward] == WALL and kinds[letters[onward]] != WALL:
                board[onward] = kinds[letters[onward]]
                stack[waiting] = onward
                waiting += 1
    return stride


@kernel(allocates=True)
def _least_possible(board: NDArray[np.uint8], images: Images) -> int:
    """A lower bound by the numbers of cells of each kind, wherever they are; board: uint8 (size,)."""
    counts = np.zeros(KINDS, np.int64)
    for kind in board:
        counts[kind] += 1
    equal = 0
    for kind in range(WALL + 1, KINDS):
        equal += min(counts[kind], images.counts[kind])
    return images.inside - equal


@kernel(allocates=True)
def _least(board: NDArray[np.uint8], stride: int, images: Images, most: int) -> int:
    """The least number of cells by which any image differs from a board, up to most + 1; board: uint8 (size,)."""
    height, width = board.size // stride, stride - 1
    least = min(most + 1, images.inside)  # so many differ where an image lies beside the board
    for image in range(images.shapes.shape[0]):
        rows, columns = images.shapes[image]
        for down in range(2 - rows, height - 1):
            if _beyond(images.rows[image], rows, down, height, images.inside) >= least:
                continue
            for right in range(2 - columns, width - 1):
                if _beyond(images.columns[image], columns, right, width, images.inside) < least:
                    least = min(least, _differences(board, stride, images.cells[image], down, right, least))
                if least == 0:
                    return 0
    return least


@kernel(allocates=True)
def _beyond(before: NDArray[np.int32], lines: int, shift: int, length: int, inside: int) -> int:
    """How many inside cells of an image come to lie on or beyond the edge of a board of some length.

    before: int32 (s,).
    """
    first = min(max(1 - shift, 0), lines)
    last = min(max(length - 1 - shift, 0), lines)
    return int(before[first]) + inside - int(before[last])


@kernel(allocates=True)
def _differences(
    board: NDArray[np.uint8], stride: int, cells: NDArray[np.int32], down: int, right: int, enough: int
) -> int:
    """The cells of an image that differ in one place, counted up to `enough`.

    board: uint8 (size,). cells: int32 (n, 3).
    """
    height, count = board.size // stride, 0
    for index in range(cells.shape[0]):
        row, column = cells[index, 0] + down, cells[index, 1] + right
        kind = WALL
        if 0 <= row < height and 0 <= column < stride:
            kind = board[row * stride + column]
        count += kind != cells[index, 2]
        if count >= enough:
            break
    return count
