"""Dots are set where they say least, on numbers that are changed until they make a puzzle."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, ONE, Int, Words, add, has, population
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.layer_kernels import Trace, apply, is_contradictory, is_disjoint, is_solved
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle, begin, list_numbers, look, place
from generator.puzzles.linjat.deduction.rule_kernels import uncontested
from generator.puzzles.linjat.kernel_constants import EVERY_RULE, LONGEST, NO_SCORE, NONE, SHORTEST
from generator.puzzles.linjat.making.score_kernels import score_fairly


@kernel(allocates=True)
def add_dots(puzzle: Puzzle, notes: Notes, first: Words, rng: np.random.Generator) -> bool:
    """Deduce and add dots in turn until the lines are known, and return whether they are.

    A dot is added only where nothing follows, or where a number's line would follow only because there is one solution.
    It goes to the cell that most numbers could cover at first and can now. first: uint64 (cells,), overwritten.
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
    """Begin without dots, and note in `first` which numbers could cover each cell; first: uint64 (cells,)."""
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
    """The first number from this one on that has an uncontested orientation, -1 if none has."""
    for other in range(number, len(puzzle.at)):
        if uncontested(other, puzzle, notes) >= 0:
            return other
    return -1


@kernel
def _apply_and_check(puzzle: Puzzle, notes: Notes) -> tuple[Int, bool]:
    """Apply a rule after a look; return it, and whether there is a contradiction now."""
    rule, _ = apply(EVERY_RULE, puzzle, notes)
    return rule, is_contradictory(puzzle, notes)


@kernel
def _is_done(puzzle: Puzzle, notes: Notes) -> bool:
    """Whether all lines are known, cover all dots and have no cell in common."""
    return is_solved(puzzle, notes) and is_disjoint(puzzle, notes)


@kernel(allocates=True)
def _add_dot(listed: Int, puzzle: Puzzle, notes: Notes, rng: np.random.Generator) -> bool:
    """Add a dot in one of the cells that are listed, if there are any."""
    if listed:
        add(puzzle.dots, int(notes.listed[rng.integers(0, listed)]))
    return bool(listed > 0)


@kernel
def list_cells(numbers: np.uint64, puzzle: Puzzle, notes: Notes, first: Words) -> Int:
    """List the best cells for a dot that one of some numbers can cover; return how many are equally good.

    first: uint64 (cells,), which numbers could cover each cell at first. The cells are written into notes.listed.
    """
    best, equal = -1, 0
    for cell in range(puzzle.rows * puzzle.columns):
        if not notes.who[cell] & numbers or has(notes.taken, cell) or has(puzzle.dots, cell):
            continue
        score = population(notes.who[cell]) + population(first[cell])
        if score > best:
            best, equal = score, 0
        if score == best:
            notes.listed[equal] = cell
            equal += 1
    return equal


@kernel(allocates=True)
def change_numbers(puzzle: Puzzle, rng: np.random.Generator) -> None:
    """Change the value or the cell of a number, and every third time of another one too, as the original does."""
    cells, again = puzzle.rows * puzzle.columns, True
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

    weights: int64 (RULES + 1,).
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
