"""Deduction that is helped where it gets stuck: one more dot, on a line of the solution that is already there."""

import numpy as np

from generator.bit_kernels import Int, add, has
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.layer_kernels import Trace, apply, is_solved
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle, begin, look
from generator.puzzles.linjat.deduction.rule_kernels import share_if_alike, uncontested
from generator.puzzles.linjat.kernel_constants import COVER, FAIR_RULES, NONE
from generator.puzzles.linjat.making.board_kernels import Board


@kernel(allocates=True)
def mend(
    most: Int, board: Board, puzzle: Puzzle, notes: Notes, trace: Trace, rng: np.random.Generator
) -> tuple[Int, Int]:
    """Deduce with the fair rules, and add dots where nothing follows or where a cheat would come first.

    Returns how many dots were added to the board and the puzzle, and the layers of the deduction. These are those of
    `deduce` where no dot was added. -1 dots: more than `most` would be needed, or there is no room for them.
    """
    begin(puzzle, notes)
    added, count = 0, 0
    while True:
        look(puzzle, notes)
        helpless = _first_uncontested(puzzle, notes)
        if helpless < 0:
            rule, width = apply(1 << COVER, puzzle, notes)
            if rule == NONE:
                helpless = _first_alike(puzzle, notes)
                if helpless < 0:
                    rule, width = apply(FAIR_RULES, puzzle, notes)
                    if rule == NONE:
                        helpless = _any_unknown(puzzle, notes, rng)
        if helpless >= 0:
            if added == most or not _add_dot(helpless, board, puzzle, notes, rng):
                return -1, count
            added += 1
            continue
        trace.rule[count] = rule
        trace.width[count] = width
        count += 1
        if is_solved(puzzle, notes):
            return added, count


@kernel(merged=True)
def _first_uncontested(puzzle: Puzzle, notes: Notes) -> Int:
    """The first number whose line would follow because nobody contests it, -1 if there is none."""
    for number in range(len(puzzle.at)):
        if uncontested(number, puzzle, notes) >= 0:
            return number
    return -1


@kernel(merged=True)
def _first_alike(puzzle: Puzzle, notes: Notes) -> Int:
    """The first number of whose line cells would follow because others are alike, -1 if there is none."""
    for number in range(len(puzzle.at)):
        if share_if_alike(number, puzzle, notes):
            return number
    return -1


@kernel(allocates=True)
def _any_unknown(puzzle: Puzzle, notes: Notes, rng: np.random.Generator) -> Int:
    """A random number of those whose line is not known; the first one where all are."""
    count, found = 0, 0
    for number in range(len(puzzle.at)):
        left = notes.left[number]
        if left & (left - np.uint32(1)):
            count += 1
            if rng.integers(0, count) == 0:
                found = number
    return found


@kernel(allocates=True)
def _add_dot(number: Int, board: Board, puzzle: Puzzle, notes: Notes, rng: np.random.Generator) -> bool:
    """Add a dot on a cell of a number's line that is not known to be its own; return whether there is such a cell."""
    count = 0
    for step in range(board.value[number]):
        cell = board.first[number] + step * board.step[number]
        if not has(notes.taken, cell) and not has(puzzle.dots, cell):
            notes.listed[count] = cell
            count += 1
    if not count:
        return False
    cell = int(notes.listed[rng.integers(0, count)])
    add(board.dots, cell)
    add(puzzle.dots, cell)
    return True
