"""Deduction in layers, one kind of rule each, over bit sets of cells.

A set of cells is a row of words of 64, cells counted row by row. A number of value v has 2 * v orientations: 2 * k is
the horizontal line with k cells after the number, 2 * k + 1 the vertical one. The rules and their order are those of
J. Snellman's generator (github jsnell/linjat, 2019).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Int = int | np.int64
Words = NDArray[np.uint64]

MOST_NUMBERS = 64
MOST_VALUE = 9
ORIENTATIONS = 2 * MOST_VALUE

UNCONTESTED, COVER, SINGLE_SOLUTION, CANT_FIT, SQUARE, DEPENDENCY, ONE_OF, NONE = range(8)
"""The rules in the order in which they are tried; NONE: nothing follows."""

RULES = 7

SOLVED, STUCK, CONTRADICTORY = range(3)

NO_SCORE = -(1 << 60)

SHORTEST, LONGEST, NEW_LONGEST = 2, 8, 6
"""Cells of a line: the least, the most, and the most of one that is drawn anew."""

TOGGLE, SLIDE, LENGTHEN, SHORTEN = 0.25, 0.55, 0.7, 0.8
"""The kinds of change by their probabilities, each up to its bound; the rest draws a line anew."""

ONE = np.uint64(1)
NO_CELL = np.uint64(0)


class Puzzle(NamedTuple):
    """Numbers and dots of a grid, all arrays modified.

    at, value: int32 (n,) the numbers' cells and values. line: uint64 (n, ORIENTATIONS, words) the cells of each
    orientation that fits. fits: uint32 (n,) sets of the orientations that stay on the grid and off other numbers. dots:
    uint64 (words,). shape: int32 (4,) rows, columns, how many cells the dependency rule looks at, and the set of rules.
    """

    at: NDArray[np.int32]
    value: NDArray[np.int32]
    line: Words
    fits: NDArray[np.uint32]
    dots: Words
    shape: NDArray[np.int32]


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


class Trace(NamedTuple):
    """The layers of a deduction: rule and width, int32 (cells,), for each layer takes a cell at least."""

    rule: NDArray[np.int32]
    width: NDArray[np.int32]


@kernel(inline=True)
def _has(cells: Words, cell: Int) -> bool:
    return bool(cells[cell >> 6] >> np.uint64(cell & 63) & ONE)


@kernel(inline=True)
def add(cells: Words, cell: Int) -> None:
    cells[cell >> 6] |= ONE << np.uint64(cell & 63)


@kernel(inline=True)
def _meet(one: Words, other: Words) -> bool:
    for word in range(len(one)):
        if one[word] & other[word]:
            return True
    return False


@kernel
def place(number: Int, puzzle: Puzzle) -> None:
    """Set the lines of a number that stay on the grid, whatever other numbers there are."""
    rows, columns = puzzle.shape[0], puzzle.shape[1]
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
        left, kept, orientation = notes.left[number], np.uint32(0), 0
        while left:
            if left & np.uint32(1):
                clash = NO_CELL
                for word in range(words):
                    clash |= puzzle.line[number, orientation, word] & notes.taken[word] & ~notes.own[number, word]
                if not clash:
                    kept |= np.uint32(1) << np.uint32(orientation)
                    for word in range(words):
                        notes.reach[number, word] |= puzzle.line[number, orientation, word]
                        notes.common[number, word] &= puzzle.line[number, orientation, word]
            left >>= np.uint32(1)
            orientation += 1
        notes.left[number] = kept
        for word in range(words):
            cells = notes.reach[number, word]
            notes.thrice[word] |= notes.twice[word] & cells
            notes.twice[word] |= notes.once[word] & cells
            notes.once[word] |= cells


@kernel(inline=True)
def _take(number: Int, cells: Words, puzzle: Puzzle, notes: Notes) -> None:
    """Give cells to a number, and drop its orientations that miss one of them."""
    words = len(cells)
    for word in range(words):
        notes.own[number, word] |= cells[word]
        notes.taken[word] |= cells[word]
    kept = np.uint32(0)
    for orientation in range(2 * puzzle.value[number]):
        if notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            missed = NO_CELL
            for word in range(words):
                missed |= cells[word] & ~puzzle.line[number, orientation, word]
            if not missed:
                kept |= np.uint32(1) << np.uint32(orientation)
    notes.left[number] = kept


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
def _choose_uncontested(puzzle: Puzzle, notes: Notes) -> Int:
    for number in range(len(puzzle.at)):
        orientation = uncontested(number, puzzle, notes)
        if orientation >= 0:
            notes.left[number] = np.uint32(1) << np.uint32(orientation)
            for word in range(len(notes.taken)):
                notes.some[word] = puzzle.line[number, orientation, word] & ~notes.taken[word]
            _take(number, notes.some, puzzle, notes)
            return 1
    return 0


@kernel(inline=True)
def _cover(puzzle: Puzzle, notes: Notes) -> Int:
    width = 0
    for number in range(len(puzzle.at)):
        found = False
        for word in range(len(notes.taken)):
            cells = puzzle.dots[word] & ~notes.taken[word] & notes.reach[number, word] & ~notes.twice[word]
            notes.some[word] = cells
            found |= cells != NO_CELL
        if found:
            _take(number, notes.some, puzzle, notes)
            width += 1
    return width


@kernel(inline=True)
def _single_solution(puzzle: Puzzle, notes: Notes) -> Int:
    width = 0
    for number in range(len(puzzle.at)):
        width += _same_without_dots(number, puzzle, notes)
    return width


@kernel(inline=True)
def _same_without_dots(number: Int, puzzle: Puzzle, notes: Notes) -> int:
    """How many cells are taken, since two orientations that nothing tells apart cannot be the only solution."""
    words, cells = len(notes.taken), 0
    for word in range(words):
        foreign = notes.taken[word] & ~notes.own[number, word]
        notes.others[word] = foreign | (notes.twice[word] | puzzle.dots[word]) & ~notes.taken[word]
        cells += _count(notes.reach[number, word] & ~notes.others[word])
    # Two lines of a number have more cells together than one of them.
    if cells <= puzzle.value[number] or not _has_two(number, puzzle, notes):
        return 0
    _share_dotted(number, puzzle, notes)
    cells = 0
    for word in range(words):
        notes.some[word] &= ~notes.taken[word]
        cells += _count(notes.some[word])
    if cells:
        _take(number, notes.some, puzzle, notes)
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
def _fit(puzzle: Puzzle, notes: Notes) -> Int:
    width = 0
    for number in range(len(puzzle.at)):
        if notes.left[number]:
            found = NO_CELL
            for word in range(len(notes.taken)):
                notes.some[word] = notes.common[number, word] & ~notes.taken[word]
                found |= notes.some[word]
            if found:
                _take(number, notes.some, puzzle, notes)
                width += 1
    return width


@kernel
def _cant_fit(puzzle: Puzzle, notes: Notes) -> Int:
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
        _take(number, notes.some, puzzle, notes)
    return int(found != NO_CELL)


@kernel
def _lay_cross(number: Int, puzzle: Puzzle, cells: Words) -> None:
    rows, columns = puzzle.shape[0], puzzle.shape[1]
    arm = puzzle.value[number] - 1
    row, column = puzzle.at[number] // columns, puzzle.at[number] % columns
    cells[:] = NO_CELL
    for other in range(max(0, row - arm), min(rows, row + arm + 1)):
        add(cells, other * columns + column)
    for other in range(max(0, column - arm), min(columns, column + arm + 1)):
        add(cells, row * columns + other)


@kernel
def list_numbers(puzzle: Puzzle, notes: Notes) -> None:
    """Find the numbers that may cover each cell."""
    notes.who[:] = NO_CELL
    for number in range(len(puzzle.at)):
        for word in range(len(notes.taken)):
            cells, cell = notes.reach[number, word], 64 * word
            while cells:
                if cells & ONE:
                    notes.who[cell] |= ONE << np.uint64(number)
                cells >>= ONE
                cell += 1


@kernel(inline=True)
def _count(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@kernel
def _apart(one: Int, other: Int, puzzle: Puzzle) -> Int:
    """Cells between two in a row or a column, or more than any line has."""
    columns = puzzle.shape[1]
    rows_apart, columns_apart = abs(one // columns - other // columns), abs(one % columns - other % columns)
    return MOST_VALUE + 1 if rows_apart and columns_apart else rows_apart + columns_apart


@kernel(inline=True)
def _square(puzzle: Puzzle, notes: Notes) -> bool:
    """Where two numbers alone can cover two dots, and neither both, each must cover one; return whether that helps."""
    count, changed = 0, False
    for word in range(len(notes.taken)):
        shared, cell = puzzle.dots[word] & ~notes.taken[word] & notes.twice[word] & ~notes.thrice[word], 64 * word
        while shared:
            if shared & ONE:
                notes.listed[count] = cell
                count += 1
            shared >>= ONE
            cell += 1
    for first in range(count):
        one = notes.listed[first]
        for second in range(first + 1, count):
            other = notes.listed[second]
            if notes.who[one] == notes.who[other]:
                apart = _apart(one, other, puzzle)
                for number in range(len(puzzle.at)):
                    if notes.who[one] >> np.uint64(number) & ONE and apart > puzzle.value[number]:
                        changed |= _keep_through(number, one, other, puzzle, notes)
    return changed


@kernel
def _keep_through(number: Int, one: Int, other: Int, puzzle: Puzzle, notes: Notes) -> bool:
    before = notes.left[number]
    for orientation in range(2 * puzzle.value[number]):
        line = puzzle.line[number, orientation]
        if not (_has(line, one) or _has(line, other)):
            notes.left[number] &= ~(np.uint32(1) << np.uint32(orientation))
    return bool(notes.left[number] != before)


@kernel(inline=True)
def _depend(puzzle: Puzzle, notes: Notes) -> bool:
    """Where every line over a dot also covers another one, only numbers that reach both can cover either."""
    columns, looked_at, changed = puzzle.shape[1], puzzle.shape[2], False
    for cell in range(puzzle.shape[0] * columns):
        if not _has(puzzle.dots, cell) or _has(notes.taken, cell) or _count(notes.who[cell]) < 2:
            continue
        for word in range(len(notes.taken)):
            notes.others[word] = ~NO_CELL
        who, number = notes.who[cell], 0
        while who:
            if who & ONE:
                _narrow(number, cell, True, notes.others, puzzle, notes)
            who >>= ONE
            number += 1
        for word in range(len(notes.taken)):
            shared, other = notes.others[word] & puzzle.dots[word], 64 * word
            while shared:
                if shared & ONE and other != cell and other + other // columns + 1 < looked_at:
                    both = notes.who[cell] & notes.who[other]
                    changed |= notes.who[cell] != both or notes.who[other] != both
                    notes.who[cell] = notes.who[other] = both
                shared >>= ONE
                other += 1
    return changed


@kernel
def _reach_less(puzzle: Puzzle, notes: Notes) -> None:
    """Take back from each number the cells that it is no longer among those who may cover."""
    for cell in range(len(notes.who)):
        if _has(notes.once, cell):
            for number in range(len(puzzle.at)):
                if not notes.who[cell] >> np.uint64(number) & ONE:
                    notes.reach[number, cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@kernel(inline=True)
def _narrow(number: Int, cell: Int, through: bool, common: Words, puzzle: Puzzle, notes: Notes) -> None:
    """Leave in common only cells of all orientations that are through a cell, or of all that are not."""
    at, bit = cell >> 6, np.uint64(cell & 63)
    for orientation in range(2 * puzzle.value[number]):
        left = bool(notes.left[number] >> np.uint32(orientation) & np.uint32(1))
        if left and bool(puzzle.line[number, orientation, at] >> bit & ONE) == through:
            for word in range(len(common)):
                common[word] &= puzzle.line[number, orientation, word]


@kernel(inline=True)
def _one_of(puzzle: Puzzle, notes: Notes) -> bool:
    """Of two numbers that meet in a cell one avoids it; a third one must leave room for either to do so."""
    words, changed = len(notes.taken), False
    for cell in range(puzzle.shape[0] * puzzle.shape[1]):
        if _has(notes.taken, cell) or not _has(notes.twice, cell):
            continue
        one, other = _in_line(cell, puzzle, notes)
        if one < 0:
            continue
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
    meets, meets_other = NO_CELL, NO_CELL
    for word in range(len(notes.some)):
        meets |= notes.reach[number, word] & notes.some[word]
        meets_other |= notes.reach[number, word] & notes.others[word]
    if not meets or not meets_other:
        return False
    before = notes.left[number]
    for orientation in range(2 * puzzle.value[number]):
        if notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            meets, meets_other = NO_CELL, NO_CELL
            for word in range(len(notes.some)):
                meets |= puzzle.line[number, orientation, word] & notes.some[word]
                meets_other |= puzzle.line[number, orientation, word] & notes.others[word]
            if meets and meets_other:
                notes.left[number] &= ~(np.uint32(1) << np.uint32(orientation))
    return bool(notes.left[number] != before)


@kernel(inline=True)
def _in_line(cell: Int, puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """The first two numbers of one row or column that can cover a cell, -1 where there are none."""
    columns, who, one = puzzle.shape[1], notes.who[cell], 0
    while who:
        if who & ONE:
            rest, other = who >> ONE, one + 1
            while rest:
                if rest & ONE:
                    a, b = puzzle.at[one], puzzle.at[other]
                    if a // columns == b // columns or a % columns == b % columns:
                        return one, other
                rest >>= ONE
                other += 1
        who >>= ONE
        one += 1
    return -1, -1


@kernel(inline=True)
def _may(rule: int, puzzle: Puzzle) -> bool:
    return bool(puzzle.shape[3] >> rule & 1)


@kernel
def layer(puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """Look, and apply the first rule that makes progress, everywhere at once; return it and in how many places."""
    look(puzzle, notes)
    return apply(puzzle, notes)


@kernel
def apply(puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """The same without a look, where one has just been taken."""
    width = _choose_uncontested(puzzle, notes) if _may(UNCONTESTED, puzzle) else 0
    if width:
        return UNCONTESTED, width
    width = _cover(puzzle, notes) if _may(COVER, puzzle) else 0
    if width:
        return COVER, width
    width = _single_solution(puzzle, notes) if _may(SINGLE_SOLUTION, puzzle) else 0
    if width:
        _cover(puzzle, notes)
        return SINGLE_SOLUTION, width
    width = _fit(puzzle, notes) if _may(CANT_FIT, puzzle) else 0
    if width:
        return CANT_FIT, width
    return _harder_layer(puzzle, notes)


@kernel(inline=True)
def _harder_layer(puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """What a rule drops stays dropped, even where no cell follows from it at once."""
    list_numbers(puzzle, notes)
    if _may(SQUARE, puzzle) and _square(puzzle, notes):
        width = _cant_fit(puzzle, notes)
        if width:
            return SQUARE, width
    if _may(DEPENDENCY, puzzle) and _depend(puzzle, notes):
        _reach_less(puzzle, notes)
        width = _cant_fit(puzzle, notes)
        if width:
            return DEPENDENCY, width
    if _may(ONE_OF, puzzle) and _one_of(puzzle, notes):
        width = _cant_fit(puzzle, notes)
        if width:
            return ONE_OF, width
    return NONE, 0


@kernel(inline=True)
def is_contradictory(puzzle: Puzzle, notes: Notes) -> bool:
    """Whether a number has no orientation left, or a dot nobody who reaches it."""
    for number in range(len(puzzle.at)):
        if not notes.left[number]:
            return True
    for word in range(len(notes.taken)):
        seen = NO_CELL
        for number in range(len(puzzle.at)):
            seen |= notes.reach[number, word]
        if puzzle.dots[word] & ~seen:
            return True
    return False


@kernel(inline=True)
def is_solved(puzzle: Puzzle, notes: Notes) -> bool:
    """Whether every number has one orientation and every dot is known to be covered."""
    for number in range(len(puzzle.at)):
        left = notes.left[number]
        if left == 0 or left & (left - np.uint32(1)):
            return False
    for word in range(len(notes.taken)):
        if puzzle.dots[word] & ~notes.taken[word]:
            return False
    return True


@kernel
def is_disjoint(puzzle: Puzzle, notes: Notes) -> bool:
    """Whether the lines of numbers with one orientation each have no cell in common."""
    seen = notes.some
    seen[:] = NO_CELL
    for number in range(len(puzzle.at)):
        orientation = 0
        while not notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            orientation += 1
        line = puzzle.line[number, orientation]
        if _meet(seen, line):
            return False
        for word in range(len(seen)):
            seen[word] |= line[word]
    return True


@kernel
def deduce(puzzle: Puzzle, notes: Notes, trace: Trace) -> tuple[Int, Int]:
    """Deduce from the start as far as it goes; return the status and the number of layers."""
    begin(puzzle, notes)
    count = 0
    while True:
        rule, width = layer(puzzle, notes)
        if rule == NONE:
            return STUCK, count
        trace.rule[count] = rule
        trace.width[count] = width
        count += 1
        if is_solved(puzzle, notes):
            return (SOLVED if is_disjoint(puzzle, notes) else CONTRADICTORY), count
        if is_contradictory(puzzle, notes):
            return CONTRADICTORY, count


@kernel
def place_all(puzzle: Puzzle) -> None:
    """Set the lines of all numbers that stay on the grid and off other numbers."""
    for number in range(len(puzzle.at)):
        place(number, puzzle)
    for number in range(len(puzzle.at)):
        for orientation in range(2 * puzzle.value[number]):
            if puzzle.fits[number] >> np.uint32(orientation) & np.uint32(1):
                for other in range(len(puzzle.at)):
                    if other != number and _has(puzzle.line[number, orientation], puzzle.at[other]):
                        puzzle.fits[number] &= ~(np.uint32(1) << np.uint32(orientation))


@kernel(allocates=True)
def add_dots(puzzle: Puzzle, notes: Notes, first: Words, rng: np.random.Generator) -> bool:
    """Deduce and add dots in turn until the lines are known, and return whether they are.

    A dot comes only where nothing follows, or where a number's line would follow from there being one solution alone;
    it goes to the cell that most numbers could cover at first and can now. first: uint64 (cells,), overwritten.
    """
    _clear(puzzle, notes, first)
    for _ in range(max(100, 4 * len(puzzle.at))):
        number = _first_uncontested(puzzle, notes)
        while number >= 0:
            list_numbers(puzzle, notes)
            _add_dot(list_cells(ONE << np.uint64(number), puzzle, notes, first), puzzle, notes, rng)
            number = _next_uncontested(number + 1, puzzle, notes)
        rule, contradictory = _apply_and_check(puzzle, notes)
        if rule == NONE and not _add_dot(list_cells(~NO_CELL, puzzle, notes, first), puzzle, notes, rng):
            break
        if contradictory:
            return False
    return _is_done(puzzle, notes)


@kernel
def _clear(puzzle: Puzzle, notes: Notes, first: Words) -> None:
    """Begin without dots, and note in `first` which numbers could cover each cell."""
    puzzle.dots[:] = NO_CELL
    begin(puzzle, notes)
    look(puzzle, notes)
    list_numbers(puzzle, notes)
    for cell in range(len(first)):
        first[cell] = notes.who[cell]


@kernel
def _first_uncontested(puzzle: Puzzle, notes: Notes) -> Int:
    """Look, and return the first number that has an uncontested orientation, -1 if none has."""
    look(puzzle, notes)
    return _next_uncontested(0, puzzle, notes)


@kernel
def _next_uncontested(number: Int, puzzle: Puzzle, notes: Notes) -> Int:
    for other in range(number, len(puzzle.at)):
        if uncontested(other, puzzle, notes) >= 0:
            return other
    return -1


@kernel
def _apply_and_check(puzzle: Puzzle, notes: Notes) -> tuple[Int, bool]:
    """Apply a rule after a look; return it, and whether there is a contradiction now."""
    rule, _ = apply(puzzle, notes)
    return rule, is_contradictory(puzzle, notes)


@kernel
def _is_done(puzzle: Puzzle, notes: Notes) -> bool:
    return is_solved(puzzle, notes) and is_disjoint(puzzle, notes)


@kernel(allocates=True)
def _add_dot(listed: Int, puzzle: Puzzle, notes: Notes, rng: np.random.Generator) -> bool:
    """Add a dot in one of the cells that are listed, if there are any."""
    if listed:
        add(puzzle.dots, int(notes.listed[rng.integers(0, listed)]))
    return bool(listed > 0)


@kernel
def list_cells(numbers: np.uint64, puzzle: Puzzle, notes: Notes, first: Words) -> Int:
    """List the best cells for a dot that one of some numbers can cover; return how many are equally good."""
    best, equal = -1, 0
    for cell in range(puzzle.shape[0] * puzzle.shape[1]):
        if not notes.who[cell] & numbers or _has(notes.taken, cell) or _has(puzzle.dots, cell):
            continue
        score = _count(notes.who[cell]) + _count(first[cell])
        if score > best:
            best, equal = score, 0
        if score == best:
            notes.listed[equal] = cell
            equal += 1
    return equal


@kernel
def score_of(trace: Trace, layers: Int, weights: NDArray[np.int64]) -> Int:
    """Layers by the weights of their rules, and the largest width by the last weight."""
    score: Int = 0
    widest: Int = 0
    for count in range(layers):
        score += weights[trace.rule[count]]
        widest = max(widest, trace.width[count])
    score += widest * weights[RULES]
    return score


@kernel(allocates=True)
def change_numbers(puzzle: Puzzle, rng: np.random.Generator) -> None:
    """Change the value or the cell of a number, and every third time of another one too, as the original does."""
    cells, again = puzzle.shape[0] * puzzle.shape[1], True
    while again:
        number, kind = rng.integers(0, len(puzzle.at)), rng.integers(0, 3)
        if kind == 0:
            puzzle.value[number] = max(SHORTEST, puzzle.value[number] - 1)
        elif kind == 1:
            puzzle.value[number] = min(LONGEST, puzzle.value[number] + 1)
        else:
            cell = rng.integers(0, cells)
            if not np.any(puzzle.at == cell):
                puzzle.at[number] = cell
        again = rng.integers(0, 3) == 0
    order = np.argsort(puzzle.at)
    puzzle.at[:] = puzzle.at[order]
    puzzle.value[:] = puzzle.value[order]


@kernel(allocates=True)
def set_dots(
    effort: Int, puzzle: Puzzle, notes: Notes, trace: Trace, weights: NDArray[np.int64], rng: np.random.Generator
) -> Int:
    """Set dots, and change numbers until these make a puzzle with one solution; return how many candidates that took.

    -1 if it takes more than `effort`. A change is kept where at most one line fewer becomes known.
    """
    first = np.empty_like(notes.who)
    at, value = puzzle.at.copy(), puzzle.value.copy()
    now: Int = -3 * len(puzzle.at)
    for candidate in range(effort):
        puzzle.at[:] = at
        puzzle.value[:] = value
        if candidate:
            change_numbers(puzzle, rng)
        for number in range(len(puzzle.at)):
            place(number, puzzle)
        solved = add_dots(puzzle, notes, first, rng)
        known = _known(notes)
        if solved and score_fairly(puzzle, notes, trace, weights) != NO_SCORE:
            return candidate + 1
        if known >= now - 1:
            now = known
            at[:] = puzzle.at
            value[:] = puzzle.value
    return -1


@kernel
def _known(notes: Notes) -> Int:
    """How many numbers have one orientation left, less three for each that has none."""
    known, dead = 0, 0
    for number in range(len(notes.left)):
        known += notes.left[number] & (notes.left[number] - np.uint32(1)) == 0
        dead += notes.left[number] == 0
    return known - 3 * dead


@kernel
def _load(board: Board, puzzle: Puzzle) -> None:
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
def _copy(board: Board, copied: Board) -> None:
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
        step = puzzle.shape[1] if orientation & 1 else 1
        board.step[number] = step
        board.first[number] = puzzle.at[number] - (puzzle.value[number] - 1 - (orientation >> 1)) * step


@kernel
def _keep(puzzle: Puzzle, notes: Notes, board: Board) -> None:
    """Copy a solved puzzle and its lines."""
    for number in range(len(puzzle.at)):
        board.at[number] = puzzle.at[number]
        board.value[number] = puzzle.value[number]
    for word in range(len(puzzle.dots)):
        board.dots[word] = puzzle.dots[word]
    _find_lines(puzzle, notes, board)


@kernel
def _find_owners(board: Board, owner: NDArray[np.int32]) -> None:
    """Set the number, counted from 1, whose line covers each cell, 0 where none does."""
    for cell in range(len(owner)):
        owner[cell] = 0
    for number in range(len(board.at)):
        for place_ in range(board.value[number]):
            owner[board.first[number] + place_ * board.step[number]] = number + 1


@kernel
def score_fairly(puzzle: Puzzle, notes: Notes, trace: Trace, weights: NDArray[np.int64]) -> Int:
    """The score of a puzzle that the fair rules prove to have one solution, else NO_SCORE."""
    outcome, layers = deduce(puzzle, notes, trace)
    if outcome != SOLVED:
        return NO_SCORE
    score, cheated = score_of(trace, layers, weights), False
    for count in range(layers):
        cheated |= trace.rule[count] == UNCONTESTED or trace.rule[count] == SINGLE_SOLUTION
    if cheated:
        rules = puzzle.shape[3]
        puzzle.shape[3] = rules & ~(1 << UNCONTESTED | 1 << SINGLE_SOLUTION)
        outcome, _ = deduce(puzzle, notes, trace)
        puzzle.shape[3] = rules
    return score if outcome == SOLVED else NO_SCORE


@kernel(allocates=True)
def _toggle_dot(board: Board, owner: NDArray[np.int32], rng: np.random.Generator) -> bool:
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
    if _has(board.dots, cell):
        _remove(board.dots, cell)
        if rng.integers(0, 2):
            add(board.dots, old)
    board.at[number] = cell
    return True


@kernel(inline=True)
def _remove(cells: Words, cell: Int) -> None:
    cells[cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@kernel
def _end(board: Board, number: Int, last: bool) -> Int:
    return int(board.first[number] + (board.value[number] - 1) * board.step[number] * last)


@kernel
def _shorten(board: Board, number: Int, last: bool) -> bool:
    """Cut the last cell of a line off, or the first one, unless it is the number's own."""
    cell = _end(board, number, last)
    if board.value[number] <= 2 or cell == board.at[number]:
        return False
    _remove(board.dots, cell)
    board.value[number] -= 1
    if not last:
        board.first[number] += board.step[number]
    return True


@kernel(allocates=True)
def _lengthen(
    board: Board, number: Int, last: bool, owner: NDArray[np.int32], shape: NDArray[np.int32], rng: np.random.Generator
) -> bool:
    """Let a line go on by a cell, which may be the end of another line; a free cell may get a dot."""
    end, step = _end(board, number, last), board.step[number]
    cell = end + step if last else end - step
    off_row = step == 1 and cell // shape[1] != end // shape[1]
    if board.value[number] >= LONGEST or off_row or not 0 <= cell < len(owner):
        return False
    other, dotted = owner[cell] - 1, _has(board.dots, cell)
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
def _redraw(
    board: Board, number: Int, owner: NDArray[np.int32], shape: NDArray[np.int32], rng: np.random.Generator
) -> bool:
    """Put a new line for a number where there is room, with dots on half of its cells."""
    value, columns = rng.integers(SHORTEST, NEW_LONGEST + 1), shape[1]
    step = columns if rng.integers(0, 2) else 1
    first = rng.integers(0, len(owner))
    last = first + (value - 1) * step
    if last >= len(owner) or (step == 1 and last // columns != first // columns):
        return False
    for cell in range(first, last + 1, step):
        if owner[cell] and owner[cell] != number + 1:
            return False
    for place_ in range(board.value[number]):
        _remove(board.dots, board.first[number] + place_ * board.step[number])
    board.first[number], board.step[number], board.value[number] = first, step, value
    board.at[number] = first + rng.integers(0, value) * step
    for cell in range(first, last + 1, step):
        if cell != board.at[number] and rng.integers(0, 2):
            add(board.dots, cell)
    return True


@kernel(allocates=True)
def _change(board: Board, owner: NDArray[np.int32], shape: NDArray[np.int32], rng: np.random.Generator) -> None:
    """Change lines, numbers and dots of a board, as often as a coin says; its lines remain a solution."""
    again = True
    while again:
        _find_owners(board, owner)
        kind, number = rng.random(), rng.integers(0, len(board.at))
        if kind < TOGGLE:
            done = _toggle_dot(board, owner, rng)
        elif kind < SLIDE:
            done = _slide_number(board, number, rng)
        elif kind < LENGTHEN:
            done = _lengthen(board, number, rng.integers(0, 2) == 1, owner, shape, rng)
        elif kind < SHORTEN:
            done = _shorten(board, number, rng.integers(0, 2) == 1)
        else:
            done = _redraw(board, number, owner, shape, rng)
        again = not done or rng.integers(0, 2) == 0


@kernel(allocates=True)
def anneal(
    effort: Int,
    heat: tuple[float, float],
    puzzle: Puzzle,
    notes: Notes,
    trace: Trace,
    boards: tuple[Board, Board, Board],
    weights: NDArray[np.int64],
    rng: np.random.Generator,
) -> Int:
    """Change a puzzle that `score_fairly` accepts, `effort` times, and return the best score.

    heat: by how much the score may fall, at first and at last; it cools in between by simulated annealing
    (S. Kirkpatrick et al. 1983). boards: the one that is kept, the one that is tried, and the best one; all are
    overwritten. weights: int64 (RULES + 1,) of the layers of each rule and of the largest width.
    """
    kept, tried, best = boards
    owner = np.zeros(len(notes.who), np.int32)
    now = score_fairly(puzzle, notes, trace, weights)
    _keep(puzzle, notes, kept)
    _copy(kept, best)
    highest = now
    for candidate in range(effort):
        _copy(kept, tried)
        _change(tried, owner, puzzle.shape, rng)
        _load(tried, puzzle)
        score = score_fairly(puzzle, notes, trace, weights)
        warm = heat[0] * (heat[1] / heat[0]) ** (candidate / effort)
        if score == NO_SCORE or (score < now and rng.random() >= np.exp((score - now) / warm)):
            continue
        now = score
        _keep(puzzle, notes, kept)
        if score > highest:
            highest = score
            _copy(kept, best)
    return highest
