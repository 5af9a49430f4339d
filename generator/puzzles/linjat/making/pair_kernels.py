"""A change that builds what scores: two dots that two numbers alone can cover, each of them one."""

import numpy as np

from generator.bit_kernels import Int, add, remove
from generator.kernels import kernel
from generator.puzzles.linjat.making.board_kernels import Board


@kernel(allocates=True)
def pair(board: Board, columns: int, rng: np.random.Generator) -> bool:
    """Put two numbers and two dots on the corners of a rectangle, each number on its own line; return whether it fits.

    The lines are parallel and near enough for each number to reach the dot of the other. Their other dots go, since
    they would tell the lines too soon.
    """
    one, other = rng.integers(0, len(board.at)), rng.integers(0, len(board.at))
    if one == other or board.step[one] != board.step[other]:
        return False
    apart, low, high = _overlap(board, one, other, columns)
    if not 0 < apart < min(board.value[one], board.value[other]) or high - low < 1:
        return False
    step = board.step[one]
    first, second = int(rng.integers(low, high + 1)), int(rng.integers(low, high))
    second += second >= first
    for number in (one, other):
        for place in range(board.value[number]):
            remove(board.dots, board.first[number] + place * step)
    for number, at, dot in ((one, first, second), (other, second, first)):
        board.at[number] = _cell(board, number, at, columns)
        add(board.dots, _cell(board, number, dot, columns))
    return True


@kernel
def _overlap(board: Board, one: Int, other: Int, columns: int) -> tuple[Int, Int, Int]:
    """How far two parallel lines are apart, and from where to where along them both have cells."""
    across, along = _place(board.first[one], board.step[one], columns)
    across_other, along_other = _place(board.first[other], board.step[one], columns)
    low = max(along, along_other)
    high = min(along + board.value[one], along_other + board.value[other]) - 1
    return abs(int(across - across_other)), low, high


@kernel
def _place(cell: Int, step: Int, columns: int) -> tuple[Int, Int]:
    """A cell's place across and along the lines of a step."""
    row, column = cell // columns, cell % columns
    return (row, column) if step == 1 else (column, row)


@kernel
def _cell(board: Board, number: Int, along: Int, columns: int) -> Int:
    """The cell of a number's line at a place along it."""
    _, start = _place(board.first[number], board.step[number], columns)
    return int(board.first[number] + (along - start) * board.step[number])
