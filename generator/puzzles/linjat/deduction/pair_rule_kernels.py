"""The rules that compare what single numbers may cover: square, dependency, and one of two."""

import numpy as np

from generator.bit_kernels import NO_CELL, ONE, Int, Words, has, population, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle
from generator.puzzles.linjat.kernel_constants import MOST_VALUE


@kernel
def _apart(one: Int, other: Int, puzzle: Puzzle) -> Int:
    """Cells between two in a row or a column, or more than any line has."""
    columns = puzzle.columns
    rows_apart = abs(int(one // columns) - int(other // columns))
    columns_apart = abs(int(one % columns) - int(other % columns))
    return MOST_VALUE + 1 if rows_apart and columns_apart else rows_apart + columns_apart


@kernel(inline=True)
def square(puzzle: Puzzle, notes: Notes) -> bool:
    """Where two numbers alone can cover two dots, and neither both, each must cover one; return whether that helps."""
    count, changed = 0, False
    for word in range(len(notes.taken)):
        shared, cell = puzzle.dots[word] & ~notes.taken[word] & notes.twice[word] & ~notes.thrice[word], 64 * word
        while shared:
            notes.listed[count] = cell + trailing_zeros(shared)
            count += 1
            shared &= shared - ONE
    for first in range(count):
        one = notes.listed[first]
        for second in range(first + 1, count):
            other = notes.listed[second]
            if notes.who[one] == notes.who[other]:
                apart = _apart(one, other, puzzle)
                both = notes.who[one]
                while both:
                    number = trailing_zeros(both)
                    if apart > puzzle.value[number]:
                        changed |= _keep_through(number, one, other, puzzle, notes)
                    both &= both - ONE
    return changed


@kernel(merged=True)
def _keep_through(number: Int, one: Int, other: Int, puzzle: Puzzle, notes: Notes) -> bool:
    """Drop the orientations of a number that are through neither of two cells; return whether there were any."""
    before = notes.left[number]
    for orientation in range(2 * puzzle.value[number]):
        line = puzzle.line[number, orientation]
        if not (has(line, one) or has(line, other)):
            notes.left[number] &= ~(np.uint32(1) << np.uint32(orientation))
    return bool(notes.left[number] != before)


@kernel(inline=True)
def depend(puzzle: Puzzle, notes: Notes) -> bool:
    """Where every line over a dot also covers another one, only numbers that reach both can cover either."""
    changed = False
    for word in range(len(notes.taken)):
        dots = puzzle.dots[word] & ~notes.taken[word] & notes.twice[word]
        while dots:
            changed |= _imply(64 * word + trailing_zeros(dots), puzzle, notes)
            dots &= dots - ONE
    return changed


@kernel(merged=True)
def _imply(cell: Int, puzzle: Puzzle, notes: Notes) -> bool:
    """Apply the rule to a dot that nobody covers yet; return whether that helps."""
    changed, who = False, notes.who[cell]
    if population(who) < 2:
        return False
    for word in range(len(notes.taken)):
        notes.others[word] = ~NO_CELL
    while who:
        _narrow(trailing_zeros(who), cell, True, notes.others, puzzle, notes)
        who &= who - ONE
    for word in range(len(notes.taken)):
        shared = notes.others[word] & puzzle.dots[word]
        while shared:
            other = 64 * word + trailing_zeros(shared)
            if other != cell and other + other // puzzle.columns + 1 < puzzle.looked_at:
                both = notes.who[cell] & notes.who[other]
                changed |= notes.who[cell] != both or notes.who[other] != both
                notes.who[cell] = notes.who[other] = both
            shared &= shared - ONE
    return changed


@kernel
def reach_less(puzzle: Puzzle, notes: Notes) -> None:
    """Take back from each number the cells that it is no longer among those who may cover."""
    for number in range(len(puzzle.at)):
        for word in range(len(notes.taken)):
            cells = notes.reach[number, word]
            while cells:
                cell = trailing_zeros(cells)
                if not notes.who[64 * word + cell] >> np.uint64(number) & ONE:
                    notes.reach[number, word] &= ~(ONE << np.uint64(cell))
                cells &= cells - ONE


@kernel(merged=True)
def _narrow(number: Int, cell: Int, through: bool, common: Words, puzzle: Puzzle, notes: Notes) -> None:
    """Leave in common only cells of all orientations that are through a cell, or of all that are not.

    common: uint64 (words,), modified.
    """
    at, shift, left = cell >> 6, np.uint64(cell & 63), notes.left[number]
    while left:
        orientation = trailing_zeros(left)
        if bool(puzzle.line[number, orientation, at] >> shift & ONE) == through:
            for word in range(len(common)):
                common[word] &= puzzle.line[number, orientation, word]
        left &= left - np.uint32(1)


@kernel(inline=True)
def one_of(puzzle: Puzzle, notes: Notes) -> bool:
    """Of two numbers that meet in a cell one avoids it; a third one must leave room for either to do so."""
    changed = False
    for word in range(len(notes.taken)):
        cells = notes.twice[word] & ~notes.taken[word]
        while cells:
            changed |= _leave_room(64 * word + trailing_zeros(cells), puzzle, notes)
            cells &= cells - ONE
    return changed


@kernel(merged=True)
def _leave_room(cell: Int, puzzle: Puzzle, notes: Notes) -> bool:
    """Apply the rule to the two numbers that meet in a cell; return whether that helps."""
    words, changed = len(notes.taken), False
    one, other = _in_line(cell, puzzle, notes)
    if one < 0:
        return False
    for word in range(words):
        notes.some[word] = ~NO_CELL
        notes.others[word] = ~NO_CELL
    _narrow(one, cell, False, notes.some, puzzle, notes)
    _narrow(other, cell, False, notes.others, puzzle, notes)
    open_, open_other = NO_CELL, NO_CELL
    for word in range(words):
        open_ |= notes.some[word] & notes.once[word] & ~notes.taken[word]
        open_other |= notes.others[word] & notes.once[word] & ~notes.taken[word]
    if open_ and open_other:
        for number in range(len(puzzle.at)):
            if number != one and number != other:
                changed |= _avoid_both(number, puzzle, notes)
    return changed


@kernel(inline=True)
def _avoid_both(number: Int, puzzle: Puzzle, notes: Notes) -> bool:
    """Drop the orientations of a number that meet both `some` and `others`; return whether there were any."""
    meets, meets_other = NO_CELL, NO_CELL
    for word in range(len(notes.some)):
        meets |= notes.reach[number, word] & notes.some[word]
        meets_other |= notes.reach[number, word] & notes.others[word]
    if not meets or not meets_other:
        return False
    before = left = notes.left[number]
    while left:
        orientation, meets, meets_other = trailing_zeros(left), NO_CELL, NO_CELL
        for word in range(len(notes.some)):
            meets |= puzzle.line[number, orientation, word] & notes.some[word]
            meets_other |= puzzle.line[number, orientation, word] & notes.others[word]
        if meets and meets_other:
            notes.left[number] &= ~(np.uint32(1) << np.uint32(orientation))
        left &= left - np.uint32(1)
    return bool(notes.left[number] != before)


@kernel(inline=True)
def _in_line(cell: Int, puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """The first two numbers of one row or column that can cover a cell, -1 where there are none."""
    columns, who = puzzle.columns, notes.who[cell]
    while who:
        one, who = trailing_zeros(who), who & (who - ONE)
        rest = who
        while rest:
            other = trailing_zeros(rest)
            a, b = puzzle.at[one], puzzle.at[other]
            if a // columns == b // columns or a % columns == b % columns:
                return one, other
            rest &= rest - ONE
    return -1, -1
