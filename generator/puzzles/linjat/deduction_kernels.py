"""Deduction in layers, one kind of rule each, over bit sets of cells.

A set of cells is a row of words of 64, cells counted row by row. A number of value v has 2 * v orientations: 2 * k is
the horizontal line with k cells after the number, 2 * k + 1 the vertical one. The rules and their order are those of
J. Snellman's generator (github jsnell/linjat, 2019).
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

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
    numbers may cover a cell. some, others: uint64 (words,) work space.
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


class Trace(NamedTuple):
    """The layers of a deduction: rule and width, int32 (cells,), for each layer takes a cell at least."""

    rule: NDArray[np.int32]
    width: NDArray[np.int32]


@njit(cache=True, inline="always")
def _has(cells: Words, cell: Int) -> bool:
    return bool(cells[cell >> 6] >> np.uint64(cell & 63) & ONE)


@njit(cache=True, inline="always")
def add(cells: Words, cell: Int) -> None:
    cells[cell >> 6] |= ONE << np.uint64(cell & 63)


@njit(cache=True, inline="always")
def _meet(one: Words, other: Words) -> bool:
    for word in range(len(one)):
        if one[word] & other[word]:
            return True
    return False


@njit(cache=True)
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


@njit(cache=True)
def begin(puzzle: Puzzle, notes: Notes) -> None:
    """Note that every number covers its own cell, and nothing else."""
    notes.taken[:] = NO_CELL
    notes.own[:] = NO_CELL
    for number in range(len(puzzle.at)):
        add(notes.own[number], puzzle.at[number])
        add(notes.taken, puzzle.at[number])
        notes.left[number] = puzzle.fits[number]


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
def _single_solution(puzzle: Puzzle, notes: Notes) -> Int:
    width = 0
    for number in range(len(puzzle.at)):
        width += _same_without_dots(number, puzzle, notes)
    return width


@njit(cache=True, inline="always")
def _same_without_dots(number: Int, puzzle: Puzzle, notes: Notes) -> int:
    """How many cells are taken, since two orientations that nothing tells apart cannot be the only solution."""
    words = len(notes.taken)
    informed, uninformed = 0, 0
    if _count(np.uint64(notes.left[number])) < 3:
        return 0
    common = notes.some
    common[:] = NO_CELL
    for orientation in range(2 * puzzle.value[number]):
        if not notes.left[number] >> np.uint32(orientation) & np.uint32(1):
            continue
        clash, dotted, shared = NO_CELL, NO_CELL, NO_CELL
        for word in range(words):
            line = puzzle.line[number, orientation, word]
            clash |= line & notes.taken[word] & ~notes.own[number, word]
            open_ = line & ~notes.taken[word]
            dotted |= open_ & puzzle.dots[word]
            shared |= open_ & (notes.twice[word] | ~notes.once[word])
        free, alone = clash == NO_CELL, shared == NO_CELL
        if free and dotted:
            for word in range(words):
                line = puzzle.line[number, orientation, word]
                common[word] = common[word] & line if informed else line
            informed += 1
        elif free and alone:
            uninformed += 1
    if uninformed < 2:
        return 0
    cells = 0
    for word in range(words):
        common[word] &= ~notes.taken[word]
        cells += _count(common[word])
    if cells:
        _take(number, common, puzzle, notes)
    return cells


@njit(cache=True, inline="always")
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


@njit(cache=True)
def _cant_fit(puzzle: Puzzle, notes: Notes) -> Int:
    width = 0
    for number in range(len(puzzle.at)):
        if notes.left[number]:
            width += _common_cells(number, puzzle, notes)
    return width


@njit(cache=True, inline="always")
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


@njit(cache=True)
def _lay_cross(number: Int, puzzle: Puzzle, cells: Words) -> None:
    rows, columns = puzzle.shape[0], puzzle.shape[1]
    arm = puzzle.value[number] - 1
    row, column = puzzle.at[number] // columns, puzzle.at[number] % columns
    cells[:] = NO_CELL
    for other in range(max(0, row - arm), min(rows, row + arm + 1)):
        add(cells, other * columns + column)
    for other in range(max(0, column - arm), min(columns, column + arm + 1)):
        add(cells, row * columns + other)


@njit(cache=True)
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


@njit(cache=True, inline="always")
def _count(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@njit(cache=True)
def _apart(one: Int, other: Int, puzzle: Puzzle) -> Int:
    """Cells between two in a row or a column, or more than any line has."""
    columns = puzzle.shape[1]
    rows_apart, columns_apart = abs(one // columns - other // columns), abs(one % columns - other % columns)
    return MOST_VALUE + 1 if rows_apart and columns_apart else rows_apart + columns_apart


@njit(cache=True, inline="always")
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


@njit(cache=True)
def _keep_through(number: Int, one: Int, other: Int, puzzle: Puzzle, notes: Notes) -> bool:
    before = notes.left[number]
    for orientation in range(2 * puzzle.value[number]):
        line = puzzle.line[number, orientation]
        if not (_has(line, one) or _has(line, other)):
            notes.left[number] &= ~(np.uint32(1) << np.uint32(orientation))
    return bool(notes.left[number] != before)


@njit(cache=True, inline="always")
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


@njit(cache=True)
def _reach_less(puzzle: Puzzle, notes: Notes) -> None:
    """Take back from each number the cells that it is no longer among those who may cover."""
    for cell in range(len(notes.who)):
        if _has(notes.once, cell):
            for number in range(len(puzzle.at)):
                if not notes.who[cell] >> np.uint64(number) & ONE:
                    notes.reach[number, cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@njit(cache=True, inline="always")
def _narrow(number: Int, cell: Int, through: bool, common: Words, puzzle: Puzzle, notes: Notes) -> None:
    """Leave in common only cells of all orientations that are through a cell, or of all that are not."""
    at, bit = cell >> 6, np.uint64(cell & 63)
    for orientation in range(2 * puzzle.value[number]):
        left = bool(notes.left[number] >> np.uint32(orientation) & np.uint32(1))
        if left and bool(puzzle.line[number, orientation, at] >> bit & ONE) == through:
            for word in range(len(common)):
                common[word] &= puzzle.line[number, orientation, word]


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
def _may(rule: int, puzzle: Puzzle) -> bool:
    return bool(puzzle.shape[3] >> rule & 1)


@njit(cache=True)
def layer(puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """Apply the first rule that makes progress, everywhere at once; return it and in how many places."""
    look(puzzle, notes)
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True, inline="always")
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


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def add_dots(puzzle: Puzzle, notes: Notes, first: Words, rng: np.random.Generator) -> bool:
    """Deduce and add dots in turn until the lines are known, and return whether they are.

    A dot comes only where nothing follows, or where a number's line would follow from there being one solution alone;
    it goes to the cell that most numbers could cover at first and can now. first: uint64 (cells,), overwritten.
    """
    puzzle.dots[:] = NO_CELL
    begin(puzzle, notes)
    look(puzzle, notes)
    list_numbers(puzzle, notes)
    first[:] = notes.who
    for _ in range(max(100, 4 * len(puzzle.at))):
        look(puzzle, notes)
        for number in range(len(puzzle.at)):
            if uncontested(number, puzzle, notes) >= 0:
                list_numbers(puzzle, notes)
                _dot(ONE << np.uint64(number), puzzle, notes, first, rng)
        rule, _ = layer(puzzle, notes)
        if rule == NONE and not _dot(~NO_CELL, puzzle, notes, first, rng):
            break
        if is_contradictory(puzzle, notes):
            return False
    return is_solved(puzzle, notes) and is_disjoint(puzzle, notes)


@njit(cache=True)
def _dot(numbers: np.uint64, puzzle: Puzzle, notes: Notes, first: Words, rng: np.random.Generator) -> bool:
    best, chosen, equal = -1, -1, 0
    for cell in range(puzzle.shape[0] * puzzle.shape[1]):
        if not notes.who[cell] & numbers or _has(notes.taken, cell) or _has(puzzle.dots, cell):
            continue
        score = _count(notes.who[cell]) + _count(first[cell])
        if score > best:
            best, chosen, equal = score, cell, 1
        elif score == best:
            equal += 1
            if rng.integers(0, equal) == 0:
                chosen = cell
    if chosen >= 0:
        add(puzzle.dots, chosen)
    return chosen >= 0


@njit(cache=True)
def score_of(trace: Trace, layers: Int, weights: NDArray[np.int64]) -> Int:
    """Layers by the weights of their rules, and the largest width by the last weight."""
    score: Int = 0
    widest: Int = 0
    for count in range(layers):
        score += weights[trace.rule[count]]
        widest = max(widest, trace.width[count])
    score += widest * weights[RULES]
    return score


@njit(cache=True)
def _change(puzzle: Puzzle, values: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Change the value or the cell of a number, and every third time of another one too."""
    cells, again = puzzle.shape[0] * puzzle.shape[1], True
    while again:
        number, kind = rng.integers(0, len(puzzle.at)), rng.integers(0, 3)
        if kind == 0:
            puzzle.value[number] = max(values[0], puzzle.value[number] - 1)
        elif kind == 1:
            puzzle.value[number] = min(values[1], puzzle.value[number] + 1)
        else:
            cell = rng.integers(0, cells)
            if not np.any(puzzle.at == cell):
                puzzle.at[number] = cell
        again = rng.integers(0, 3) == 0
    _sort(puzzle)


@njit(cache=True)
def _sort(puzzle: Puzzle) -> None:
    """Bring the numbers into the order of their cells again, on which deduction depends."""
    for number in range(1, len(puzzle.at)):
        at, value, place_ = puzzle.at[number], puzzle.value[number], number
        while place_ and puzzle.at[place_ - 1] > at:
            puzzle.at[place_], puzzle.value[place_] = puzzle.at[place_ - 1], puzzle.value[place_ - 1]
            place_ -= 1
        puzzle.at[place_], puzzle.value[place_] = at, value


@njit(cache=True)
def climb(
    effort: Int,
    puzzle: Puzzle,
    notes: Notes,
    trace: Trace,
    best: Puzzle,
    weights: NDArray[np.int64],
    values: NDArray[np.int64],
    rng: np.random.Generator,
) -> Int:
    """Change numbers at random, again and again, for a better score; return the best one, NO_SCORE if there is none.

    effort: candidates in all; the first is the puzzle itself. All dots are set anew for each. best: its numbers and
    dots are overwritten. weights: int64 (RULES + 1,) of the layers of each rule and of the largest width. values:
    int64 (2,), the least and the greatest. A change is kept where the score is no less.
    """
    first = np.empty_like(notes.who)
    now_at, now_value = puzzle.at.copy(), puzzle.value.copy()
    now: Int = NO_SCORE
    best_score: Int = NO_SCORE
    for candidate in range(effort):
        puzzle.at[:] = now_at
        puzzle.value[:] = now_value
        if candidate:
            _change(puzzle, values, rng)
        place_all(puzzle)
        if not add_dots(puzzle, notes, first, rng):
            continue
        outcome, layers = deduce(puzzle, notes, trace)
        if outcome != SOLVED:
            continue
        score = score_of(trace, layers, weights)
        if score >= now:
            now = score
            now_at[:] = puzzle.at
            now_value[:] = puzzle.value
        if score > best_score:
            best_score = score
            best.at[:] = puzzle.at
            best.value[:] = puzzle.value
            best.dots[:] = puzzle.dots
    return best_score
