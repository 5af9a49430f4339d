"""Deduction in layers, one kind of rule each.

The rules and their order are those of J. Snellman's generator (github jsnell/linjat, 2019).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, Int
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.pair_rule_kernels import depend, one_of, reach_less, square
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle, begin, list_numbers, look
from generator.puzzles.linjat.deduction.rule_kernels import cant_fit, choose_uncontested, cover, fit, single_solution
from generator.puzzles.linjat.kernel_constants import (
    CANT_FIT,
    CONTRADICTORY,
    COVER,
    DEPENDENCY,
    NONE,
    ONE_OF,
    SINGLE_SOLUTION,
    SOLVED,
    SQUARE,
    STUCK,
    UNCONTESTED,
)


class Trace(NamedTuple):
    """The layers of a deduction: rule and width, int32 (cells,), for each layer takes a cell at least."""

    rule: NDArray[np.int32]
    width: NDArray[np.int32]


@kernel(inline=True)
def _may(rule: int, rules: int) -> bool:
    """Whether a rule is one of a set of them."""
    return bool(rules >> rule & 1)


@kernel
def layer(rules: int, puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """Look, and apply the first of some rules that makes progress, everywhere at once.

    rules: a bit for each. Returns the rule, NONE where none does, and in how many places it made progress.
    """
    look(puzzle, notes)
    return apply(rules, puzzle, notes)


@kernel(merged=True)
def apply(rules: int, puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """The same without a look, where one has just been taken."""
    width = choose_uncontested(puzzle, notes) if _may(UNCONTESTED, rules) else 0
    if width:
        return UNCONTESTED, width
    width = cover(puzzle, notes) if _may(COVER, rules) else 0
    if width:
        return COVER, width
    width = single_solution(puzzle, notes) if _may(SINGLE_SOLUTION, rules) else 0
    if width:
        cover(puzzle, notes)
        return SINGLE_SOLUTION, width
    width = fit(puzzle, notes) if _may(CANT_FIT, rules) else 0
    if width:
        return CANT_FIT, width
    return _harder_layer(rules, puzzle, notes)


@kernel(inline=True)
def _harder_layer(rules: int, puzzle: Puzzle, notes: Notes) -> tuple[Int, Int]:
    """What a rule drops stays dropped, even where no cell follows from it at once."""
    list_numbers(puzzle, notes)
    if _may(SQUARE, rules) and square(puzzle, notes):
        width = cant_fit(puzzle, notes)
        if width:
            return SQUARE, width
    if _may(DEPENDENCY, rules) and depend(puzzle, notes):
        reach_less(puzzle, notes)
        width = cant_fit(puzzle, notes)
        if width:
            return DEPENDENCY, width
    if _may(ONE_OF, rules) and one_of(puzzle, notes):
        width = cant_fit(puzzle, notes)
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
        for word in range(len(seen)):
            if seen[word] & line[word]:
                return False
            seen[word] |= line[word]
    return True


@kernel
def deduce(rules: int, puzzle: Puzzle, notes: Notes, trace: Trace) -> tuple[Int, Int]:
    """Deduce from the start with a set of rules as far as it goes; return the status and the number of layers."""
    begin(puzzle, notes)
    count = 0
    while True:
        rule, width = layer(rules, puzzle, notes)
        if rule == NONE:
            return STUCK, count
        trace.rule[count] = rule
        trace.width[count] = width
        count += 1
        if is_solved(puzzle, notes):
            return (SOLVED if is_disjoint(puzzle, notes) else CONTRADICTORY), count
        if is_contradictory(puzzle, notes):
            return CONTRADICTORY, count
