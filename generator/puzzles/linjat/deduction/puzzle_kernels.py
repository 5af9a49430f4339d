"""A puzzle, what has been deduced about it, and the steps that every rule is made of.

A number of value v has 2 * v orientations: 2 * k is the horizontal line with k cells after the number, 2 * k + 1 the
vertical one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, ONE, Int, Words, add, has, trailing_zeros
from generator.kernels import kernel


class Puzzle(NamedTuple):
    """Numbers and dots of a grid of rows x columns cells, all arrays modified.

    at, value: int32 (n,) the numbers' cells and values. line: uint64 (n, ORIENTATIONS, words) the cells of each
    orientation that fits. fits: uint32 (n,) sets of the orientations that stay on the grid and off other numbers. dots:
    uint64 (words,). looked_at: how many cells the dependency rule looks at.
    """

    at: NDArray[np.int32]
    value: NDArray[np.int32]
    line: Words
    fits: NDArray[np.uint32]
    dots: Words
    rows: int
    columns: int
    looked_at: int


class Notes(NamedTuple):
    """What has been deduced, all arrays modified.

    left: uint32 (n,) sets of the orientations that are possible. own: uint64 (n, words) the cells that are known to
    be of a number's line. reach: uint64 (n, words) those that its line may cover. taken, once, twice, thrice: uint64
    (words,) the union of `own`, and the cells that so many numbers or more may cover. who: uint64 (cells,) which
    numbers may cover a cell. some, others: uint64 (words,), listed: int32 (cells,) work space.
    """

    left: NDArray[np.uint32]
    own: Words
    reach: Words
    common: Words
    taken: Words
    once: Words
    twice: Words
    thrice: Words
    who: Words
    some: Words
    others: Words
    listed: NDArray[np.int32]


@kernel
def place(number: Int, puzzle: Puzzle) -> None:
    """Set the lines of a number that stay on the grid, whatever other numbers there are."""
    rows, columns = puzzle.rows, puzzle.columns
    at, value = puzzle.at[number], puzzle.value[number]
    row, column = at // columns, at % columns
    fits = np.uint32(0)
    for after in range(value):
        before = value - 1 - after
        if column >= before and column + after < columns:
            cells = puzzle.line[number, 2 * after]
            cells[:] = NO_CELL
            for cell in range(at - before, at + after + 1):
                add(cells, cell)
            fits |= np.uint32(1 << 2 * after)
        if row >= before and row + after < rows:
            cells = puzzle.line[number, 2 * after + 1]
            cells[:] = NO_CELL
            for cell in range(at - before * columns, at + after * columns + 1, columns):
                add(cells, cell)
            fits |= np.uint32(2 << 2 * after)
    puzzle.fits[number] = fits


@kernel
def begin(puzzle: Puzzle, notes: Notes) -> None:
    """Note that every number covers its own cell, and nothing else."""
    notes.taken[:] = NO_CELL
    notes.own[:] = NO_CELL
    for number in range(len(puzzle.at)):
        add(notes.own[number], puzzle.at[number])
        add(notes.taken, puzzle.at[number])
        notes.left[number] = puzzle.fits[number]


@kernel(inline=True)
def look(puzzle: Puzzle, notes: Notes) -> None:
    """Drop the orientations that run into another number's cells, and find what every number may cover."""
    words = len(notes.taken)
    notes.once[:] = NO_CELL
    notes.twice[:] = NO_CELL
    notes.thrice[:] = NO_CELL
    for number in range(len(puzzle.at)):
        for word in range(words):
            notes.reach[number, word] = NO_CELL
            notes.common[number, word] = ~NO_CELL
        left, kept = notes.left[number], np.uint32(0)
        while left:
            orientation, clash = trailing_zeros(left), NO_CELL
            for word in range(words):
                clash |= puzzle.line[number, orientation, word] & notes.taken[word] & ~notes.own[number, word]
            if not clash:
                kept |= np.uint32(1) << np.uint32(orientation)
                for word in range(words):
                    notes.reach[number, word] |= puzzle.line[number, orientation, word]
                    notes.common[number, word] &= puzzle.line[number, orientation, word]
            left &= left - np.uint32(1)
        notes.left[number] = kept
        for word in range(words):
            cells = notes.reach[number, word]
            notes.thrice[word] |= notes.twice[word] & cells
            notes.twice[word] |= notes.once[word] & cells
            notes.once[word] |= cells


@kernel(inline=True)
def take(number: Int, cells: Words, puzzle: Puzzle, notes: Notes) -> None:
    """Give cells, uint64 (words,), to a number, and drop its orientations that miss one of them."""
    words = len(cells)
    for word in range(words):
        notes.own[number, word] |= cells[word]
        notes.taken[word] |= cells[word]
    left, kept = notes.left[number], np.uint32(0)
    while left:
        orientation, missed = trailing_zeros(left), NO_CELL
        for word in range(words):
            missed |= cells[word] & ~puzzle.line[number, orientation, word]
        if not missed:
            kept |= np.uint32(1) << np.uint32(orientation)
        left &= left - np.uint32(1)
    notes.left[number] = kept


@kernel
def list_numbers(puzzle: Puzzle, notes: Notes) -> None:
    """Find the numbers that may cover each cell."""
    notes.who[:] = NO_CELL
    for number in range(len(puzzle.at)):
        for word in range(len(notes.taken)):
            cells, cell = notes.reach[number, word], 64 * word
            while cells:
                notes.who[cell + trailing_zeros(cells)] |= ONE << np.uint64(number)
                cells &= cells - ONE


@kernel
def place_all(puzzle: Puzzle) -> None:
    """Set the lines of all numbers that stay on the grid and off other numbers."""
    for number in range(len(puzzle.at)):
        place(number, puzzle)
    for number in range(len(puzzle.at)):
        for orientation in range(2 * puzzle.value[number]):
            if puzzle.fits[number] >> np.uint32(orientation) & np.uint32(1):
                for other in range(len(puzzle.at)):
                    if other != number and has(puzzle.line[number, orientation], puzzle.at[other]):
                        puzzle.fits[number] &= ~(np.uint32(1) << np.uint32(orientation))
