"""A puzzle with its lines."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle, place


class Board(NamedTuple):
    """A puzzle with its lines, all arrays modified.

    at, value, first, step: int32 (n,) cell and value of each number, the first cell of its line, and the distance to
    the next. dots: uint64 (words,).
    """

    at: NDArray[np.int32]
    value: NDArray[np.int32]
    first: NDArray[np.int32]
    step: NDArray[np.int32]
    dots: Words


@kernel
def load(board: Board, puzzle: Puzzle) -> None:
    """Sort a board's numbers by their cells, for deduction depends on their order, and have the puzzle show it."""
    for number in range(1, len(board.at)):
        place_ = number
        while place_ and board.at[place_ - 1] > board.at[place_]:
            for row in (board.at, board.value, board.first, board.step):
                row[place_ - 1], row[place_] = row[place_], row[place_ - 1]
            place_ -= 1
    for number in range(len(board.at)):
        puzzle.at[number] = board.at[number]
        puzzle.value[number] = board.value[number]
    for word in range(len(board.dots)):
        puzzle.dots[word] = board.dots[word]
    for number in range(len(board.at)):
        place(number, puzzle)


@kernel
def copy_board(board: Board, copied: Board) -> None:
    """Make `copied` the same as a board."""
    for number in range(len(board.at)):
        copied.at[number] = board.at[number]
        copied.value[number] = board.value[number]
        copied.first[number] = board.first[number]
        copied.step[number] = board.step[number]
    for word in range(len(board.dots)):
        copied.dots[word] = board.dots[word]


@kernel
def _find_lines(puzzle: Puzzle, notes: Notes, board: Board) -> None:
    """Set the lines of a board whose numbers have one orientation each."""
    for number in range(len(puzzle.at)):
        orientation = 0
        while not notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            orientation += 1
        step = puzzle.columns if orientation & 1 else 1
        board.step[number] = step
        board.first[number] = puzzle.at[number] - (puzzle.value[number] - 1 - (orientation >> 1)) * step


@kernel
def keep(puzzle: Puzzle, notes: Notes, board: Board) -> None:
    """Copy a solved puzzle and its lines."""
    for number in range(len(puzzle.at)):
        board.at[number] = puzzle.at[number]
        board.value[number] = puzzle.value[number]
    for word in range(len(puzzle.dots)):
        board.dots[word] = puzzle.dots[word]
    _find_lines(puzzle, notes, board)


@kernel
def find_owners(board: Board, owner: NDArray[np.int32]) -> None:
    """Set the number, counted from 1, whose line covers each cell, 0 where none does; owner: int32 (cells,)."""
    for cell in range(len(owner)):
        owner[cell] = 0
    for number in range(len(board.at)):
        for place_ in range(board.value[number]):
            owner[board.first[number] + place_ * board.step[number]] = number + 1
