"""The rules that look at one number at a time, and at what others may cover only as a whole."""

import numpy as np

from generator.bit_kernels import NO_CELL, Int, Words, add, population
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle, take


@kernel(inline=True)
def uncontested(number: Int, puzzle: Puzzle, notes: Notes) -> Int:
    """The first orientation of a number that nobody contests, where it can cover no further dot and some are contested.

    -1 if there is none.
    """
    contested = False
    for word in range(len(notes.taken)):
        reach = notes.reach[number, word]
        if reach & puzzle.dots[word] & ~notes.taken[word]:
            return -1
        contested |= reach & notes.twice[word] != NO_CELL
    if not contested:
        return -1
    for orientation in range(2 * puzzle.value[number]):
        if notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            alone, new = True, False
            for word in range(len(notes.taken)):
                free = puzzle.line[number, orientation, word] & ~notes.taken[word]
                alone &= free & notes.twice[word] == NO_CELL
                new |= free != NO_CELL
            if alone and new:
                return orientation
    return -1


@kernel(inline=True)
def choose_uncontested(puzzle: Puzzle, notes: Notes) -> Int:
    """Give the first number that nobody contests its line; return in how many places that was possible, 0 or 1."""
    for number in range(len(puzzle.at)):
        orientation = uncontested(number, puzzle, notes)
        if orientation >= 0:
            notes.left[number] = np.uint32(1) << np.uint32(orientation)
            for word in range(len(notes.taken)):
                notes.some[word] = puzzle.line[number, orientation, word] & ~notes.taken[word]
            take(number, notes.some, puzzle, notes)
            return 1
    return 0


@kernel(inline=True)
def cover(puzzle: Puzzle, notes: Notes) -> Int:
    """Give every open dot that a single number may cover to it; return how many numbers gained cells."""
    width = 0
    for number in range(len(puzzle.at)):
        found = False
        for word in range(len(notes.taken)):
            cells = puzzle.dots[word] & ~notes.taken[word] & notes.reach[number, word] & ~notes.twice[word]
            notes.some[word] = cells
            found |= cells != NO_CELL
        if found:
            take(number, notes.some, puzzle, notes)
            width += 1
    return width


@kernel(inline=True)
def single_solution(puzzle: Puzzle, notes: Notes) -> Int:
    """Apply the rule that there is one solution alone to every number; return how many cells were taken."""
    width = 0
    for number in range(len(puzzle.at)):
        width += _same_without_dots(number, puzzle, notes)
    return width


@kernel(inline=True)
def _same_without_dots(number: Int, puzzle: Puzzle, notes: Notes) -> int:
    """How many cells are taken, since two orientations that nothing tells apart cannot be the only solution."""
    cells = share_if_alike(number, puzzle, notes)
    if cells:
        take(number, notes.some, puzzle, notes)
    return cells


@kernel(merged=True)
def share_if_alike(number: Int, puzzle: Puzzle, notes: Notes) -> int:
    """Set `some` to the cells that follow where nothing tells two orientations of a number apart; return how many."""
    words, cells = len(notes.taken), 0
    for word in range(words):
        foreign = notes.taken[word] & ~notes.own[number, word]
        notes.others[word] = foreign | (notes.twice[word] | puzzle.dots[word]) & ~notes.taken[word]
        cells += population(notes.reach[number, word] & ~notes.others[word])
    # Two lines of a number have more cells together than one of them.
    if cells <= puzzle.value[number] or not _has_two(number, puzzle, notes):
        return 0
    _share_dotted(number, puzzle, notes)
    cells = 0
    for word in range(words):
        notes.some[word] &= ~notes.taken[word]
        cells += population(notes.some[word])
    return cells


@kernel(inline=True)
def _has_two(number: Int, puzzle: Puzzle, notes: Notes) -> bool:
    """Whether two orientations of a number stay off the cells of `others`."""
    left, orientation, seen = notes.left[number], 0, False
    while left:
        if left & np.uint32(1):
            apart = NO_CELL
            for word in range(len(notes.taken)):
                apart |= puzzle.line[number, orientation, word] & notes.others[word]
            if not apart:
                if seen:
                    return True
                seen = True
        left >>= np.uint32(1)
        orientation += 1
    return False


@kernel(inline=True)
def _share_dotted(number: Int, puzzle: Puzzle, notes: Notes) -> None:
    """Set `some` to the cells that all orientations of a number over open dots have in common."""
    seen = False
    for word in range(len(notes.taken)):
        notes.some[word] = NO_CELL
    for orientation in range(2 * puzzle.value[number]):
        if notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            clash, dotted = NO_CELL, NO_CELL
            for word in range(len(notes.taken)):
                clash |= puzzle.line[number, orientation, word] & notes.taken[word] & ~notes.own[number, word]
                dotted |= puzzle.line[number, orientation, word] & puzzle.dots[word] & ~notes.taken[word]
            if dotted and not clash:
                for word in range(len(notes.taken)):
                    cells = puzzle.line[number, orientation, word]
                    notes.some[word] = notes.some[word] & cells if seen else cells
                seen = True


@kernel(inline=True)
def fit(puzzle: Puzzle, notes: Notes) -> Int:
    """Give every number the cells that its orientations have in common; return how many numbers gained cells."""
    width = 0
    for number in range(len(puzzle.at)):
        if notes.left[number]:
            found = NO_CELL
            for word in range(len(notes.taken)):
                notes.some[word] = notes.common[number, word] & ~notes.taken[word]
                found |= notes.some[word]
            if found:
                take(number, notes.some, puzzle, notes)
                width += 1
    return width


@kernel
def cant_fit(puzzle: Puzzle, notes: Notes) -> Int:
    """As `fit`, but after a rule has dropped orientations or cells within reach, so that what they share is new."""
    width = 0
    for number in range(len(puzzle.at)):
        if notes.left[number]:
            width += _common_cells(number, puzzle, notes)
    return width


@kernel(inline=True)
def _common_cells(number: Int, puzzle: Puzzle, notes: Notes) -> int:
    """Take the cells of all orientations of a number; where none is possible, all that any could have."""
    words, seen = len(notes.taken), False
    for word in range(words):
        notes.some[word] = ~NO_CELL
    for orientation in range(2 * puzzle.value[number]):
        if notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            outside = NO_CELL
            for word in range(words):
                outside |= puzzle.line[number, orientation, word] & ~notes.reach[number, word]
            if not outside:
                seen = True
                for word in range(words):
                    notes.some[word] &= puzzle.line[number, orientation, word]
    if not seen:
        _lay_cross(number, puzzle, notes.some)
    found = NO_CELL
    for word in range(words):
        notes.some[word] &= ~notes.taken[word]
        found |= notes.some[word]
    if found:
        take(number, notes.some, puzzle, notes)
    return int(found != NO_CELL)


@kernel(merged=True)
def _lay_cross(number: Int, puzzle: Puzzle, cells: Words) -> None:
    """Make cells, uint64 (words,), all those that a number's lines could have."""
    rows, columns = puzzle.rows, puzzle.columns
    arm = puzzle.value[number] - 1
    row, column = puzzle.at[number] // columns, puzzle.at[number] % columns
    cells[:] = NO_CELL
    for other in range(max(0, row - arm), min(rows, row + arm + 1)):
        add(cells, other * columns + column)
    for other in range(max(0, column - arm), min(columns, column + arm + 1)):
        add(cells, row * columns + other)
