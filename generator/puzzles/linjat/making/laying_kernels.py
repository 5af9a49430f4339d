"""A first solution for numbers: lines are laid at random, and dots are added until these follow."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, Int
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.layer_kernels import Trace
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle
from generator.puzzles.linjat.kernel_constants import SHORTEST
from generator.puzzles.linjat.making.board_kernels import Board, load
from generator.puzzles.linjat.making.mending_kernels import mend

MOST_PLACES = 500
"""Random places that are tried for a number that has no room where it is."""


@kernel(allocates=True)
def lay_out(effort: Int, puzzle: Puzzle, notes: Notes, trace: Trace, board: Board, rng: np.random.Generator) -> Int:
    """Lay lines and add dots until a level without cheats is found; return how many times that was tried.

    -1 if it takes more than `effort`. The board, overwritten, and the puzzle then have the level. A number without
    room becomes less, or goes elsewhere.
    """
    at, value = puzzle.at.copy(), puzzle.value.copy()
    owner = np.zeros(len(notes.who), np.int32)
    for attempt in range(effort):
        board.at[:] = at
        board.value[:] = value
        board.dots[:] = NO_CELL
        if not _lay_lines(board, owner, puzzle.columns, rng):
            continue
        added: Int = 1
        while added > 0:
            load(board, puzzle)
            added, _ = mend(len(owner), board, puzzle, notes, trace, rng)
        if added == 0:
            return attempt + 1
    return -1


@kernel(allocates=True)
def _lay_lines(board: Board, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> bool:
    """Give every number a line that shares no cell with others, in a random order; return whether there was room.

    owner: int32 (cells,), overwritten.
    """
    owner[:] = 0
    for number in range(len(board.at)):
        owner[board.at[number]] = number + 1
    for number in rng.permutation(len(board.at)):
        while not _lay(board, number, owner, columns, rng):
            if board.value[number] > SHORTEST:
                board.value[number] -= 1
            elif not _move(board, number, owner, columns, rng):
                return False
    return True


@kernel(allocates=True)
def _lay(board: Board, number: Int, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> bool:
    """Give a number one of the lines for which there is room, if there are any; owner: int32 (cells,), modified."""
    found, value, at = 0, board.value[number], board.at[number]
    for step in (1, columns):
        for before in range(value):
            first = at - before * step
            if _is_free(first, step, value, number, owner, columns):
                found += 1
                if rng.integers(0, found) == 0:
                    board.first[number] = first
                    board.step[number] = step
    for place in range(value if found else 0):
        owner[board.first[number] + place * board.step[number]] = number + 1
    return found > 0


@kernel(allocates=True)
def _move(board: Board, number: Int, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> bool:
    """Put a number in a free cell beside another one; owner: int32 (cells,), modified."""
    for _ in range(MOST_PLACES):
        first = rng.integers(0, len(owner))
        step = columns if rng.integers(0, 2) else 1
        if _is_free(first, step, SHORTEST, number, owner, columns) and owner[first] == 0:
            owner[board.at[number]] = 0
            owner[first] = number + 1
            board.at[number] = first
            return True
    return False


@kernel
def _is_free(first: Int, step: Int, value: Int, number: Int, owner: NDArray[np.int32], columns: int) -> bool:
    """Whether cells in a row or column are on the grid and nobody else's; owner: int32 (cells,)."""
    last = first + (value - 1) * step
    if first < 0 or last >= len(owner) or (step == 1 and first // columns != last // columns):
        return False
    for place in range(value):
        if owner[first + place * step] not in (0, number + 1):
            return False
    return True
