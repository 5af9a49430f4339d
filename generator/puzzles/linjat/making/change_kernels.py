"""Random changes of a puzzle with its lines, which remain a solution."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Int, add, has, remove
from generator.kernels import kernel
from generator.puzzles.linjat.kernel_constants import LONGEST, NEW_LONGEST, SHORTEST
from generator.puzzles.linjat.making.board_kernels import Board, find_owners
from generator.puzzles.linjat.making.pair_kernels import pair

TOGGLE, SLIDE, LENGTHEN, SHORTEN = 0.25, 0.55, 0.7, 0.8
"""The kinds of change by their probabilities, each up to its bound; the rest draws a line anew."""

PAIR = 0.1
"""How often two numbers are given two dots for both of them, where that is done."""


@kernel(allocates=True)
def _toggle_dot(board: Board, owner: NDArray[np.int32], rng: np.random.Generator) -> bool:
    """Set or remove a dot at random, if that cell is of a line; owner: int32 (cells,)."""
    cell = rng.integers(0, len(owner))
    if not owner[cell] or board.at[owner[cell] - 1] == cell:
        return False
    board.dots[cell >> 6] ^= ONE << np.uint64(cell & 63)
    return True


@kernel(allocates=True)
def _slide_number(board: Board, number: Int, rng: np.random.Generator) -> bool:
    """Put a number elsewhere on its line; a dot that is there may take its place."""
    cell = board.first[number] + rng.integers(0, board.value[number]) * board.step[number]
    old = board.at[number]
    if cell == old:
        return False
    if has(board.dots, cell):
        remove(board.dots, cell)
        if rng.integers(0, 2):
            add(board.dots, old)
    board.at[number] = cell
    return True


@kernel
def _end(board: Board, number: Int, last: bool) -> Int:
    """The last or first cell of a line."""
    return int(board.first[number] + (board.value[number] - 1) * board.step[number] * last)


@kernel
def _shorten(board: Board, number: Int, last: bool) -> bool:
    """Cut the last cell of a line off, or the first one, unless it is the number's own."""
    cell = _end(board, number, last)
    if board.value[number] <= 2 or cell == board.at[number]:
        return False
    remove(board.dots, cell)
    board.value[number] -= 1
    if not last:
        board.first[number] += board.step[number]
    return True


@kernel(allocates=True)
def _lengthen(
    board: Board, number: Int, last: bool, owner: NDArray[np.int32], columns: int, rng: np.random.Generator
) -> bool:
    """Let a line go on by a cell, which may be the end of another line; a free cell may get a dot.

    owner: int32 (cells,), as `find_owners` fills it.
    """
    end, step = _end(board, number, last), board.step[number]
    cell = end + step if last else end - step
    off_row = step == 1 and cell // columns != end // columns
    if board.value[number] >= LONGEST or off_row or not 0 <= cell < len(owner):
        return False
    other, dotted = owner[cell] - 1, has(board.dots, cell)
    if other >= 0:
        at_end = _end(board, other, True) == cell
        if (not at_end and _end(board, other, False) != cell) or not _shorten(board, other, at_end):
            return False
    if dotted or (other < 0 and rng.integers(0, 2)):
        add(board.dots, cell)
    board.value[number] += 1
    if not last:
        board.first[number] = cell
    return True


@kernel(allocates=True)
def _redraw(board: Board, number: Int, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> bool:
    """Put a new line for a number where there is room, with dots on half of its cells.

    owner: int32 (cells,), as `find_owners` fills it.
    """
    value = rng.integers(SHORTEST, NEW_LONGEST + 1)
    step = columns if rng.integers(0, 2) else 1
    first = rng.integers(0, len(owner))
    last = first + (value - 1) * step
    if last >= len(owner) or (step == 1 and last // columns != first // columns):
        return False
    for cell in range(first, last + 1, step):
        if owner[cell] and owner[cell] != number + 1:
            return False
    for place_ in range(board.value[number]):
        remove(board.dots, board.first[number] + place_ * board.step[number])
    board.first[number], board.step[number], board.value[number] = first, step, value
    board.at[number] = first + rng.integers(0, value) * step
    for cell in range(first, last + 1, step):
        if cell != board.at[number] and rng.integers(0, 2):
            add(board.dots, cell)
    return True


@kernel(allocates=True)
def _change_once(board: Board, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> bool:
    """Try one change at random; owner: int32 (cells,), as `find_owners` fills it."""
    kind, number = rng.random(), rng.integers(0, len(board.at))
    if kind < TOGGLE:
        return bool(_toggle_dot(board, owner, rng))
    if kind < SLIDE:
        return bool(_slide_number(board, number, rng))
    if kind < LENGTHEN:
        return bool(_lengthen(board, number, rng.integers(0, 2) == 1, owner, columns, rng))
    if kind < SHORTEN:
        return bool(_shorten(board, number, rng.integers(0, 2) == 1))
    return bool(_redraw(board, number, owner, columns, rng))


@kernel(allocates=True)
def change(board: Board, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> None:
    """Change lines, numbers and dots of a board, as often as a coin says; its lines remain a solution.

    owner: int32 (cells,), overwritten.
    """
    again = True
    while again:
        find_owners(board, owner)
        done = _change_once(board, owner, columns, rng)
        again = not done or rng.integers(0, 2) == 0


@kernel(allocates=True)
def change_or_pair(board: Board, owner: NDArray[np.int32], columns: int, rng: np.random.Generator) -> None:
    """As `change`, but some of the changes make two dots that are for the same two numbers.

    owner: int32 (cells,), overwritten.
    """
    again = True
    while again:
        find_owners(board, owner)
        done = pair(board, columns, rng) if rng.random() < PAIR else _change_once(board, owner, columns, rng)
        again = not done or rng.integers(0, 2) == 0
