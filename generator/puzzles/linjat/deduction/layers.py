"""Deduction on a level: layers of conclusions, as a player would draw them."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator import bit_kernels
from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.deduction import layer_kernels, puzzle_kernels
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.rules import EVERY_RULE, Rule

ALL_CELLS = 1 << 20
"""For the dependency rule: it looks at every cell."""


class Outcome(IntEnum):
    """How a deduction ends; the kernels share the numbers."""

    SOLVED = kernel_constants.SOLVED
    STUCK = kernel_constants.STUCK
    CONTRADICTORY = kernel_constants.CONTRADICTORY


class Layer(NamedTuple):
    """One rule applied everywhere at once, and in how many places it made progress."""

    rule: Rule
    width: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """All layers to the end, and what is known then.

    left: uint32 (n,) sets of the orientations that each number may still have.
    """

    outcome: Outcome
    layers: tuple[Layer, ...]
    left: NDArray[np.uint32]


def deduced(level: Level, rules: int = EVERY_RULE) -> Deduction:
    """Deduce with a set of rules until the lines are known, or nothing follows."""
    return deduced_from(puzzle_of(level), rules)


def deduced_from(puzzle: puzzle_kernels.Puzzle, rules: int = EVERY_RULE) -> Deduction:
    """Deduce in a puzzle as the kernels have it."""
    notes = notes_for(puzzle)
    trace = trace_for(notes)
    outcome, count = layer_kernels.deduce(rules, puzzle, notes, trace)
    layers = tuple(Layer(Rule(trace.rule[index]), int(trace.width[index])) for index in range(count))
    return Deduction(Outcome(int(outcome)), layers, notes.left)


def puzzle_of(level: Level, looked_at: int = ALL_CELLS) -> puzzle_kernels.Puzzle:
    """The level as the kernels read it.

    `looked_at`: the dependency rule of the original program looks at that many cells only, counted with a border column
    on the left of every row. In the original it is the number of numbers, by mistake.
    """
    count, words = len(level.numbers), (level.height * level.width + 63) // 64
    puzzle = puzzle_kernels.Puzzle(
        at=np.array([number.row * level.width + number.column for number in level.numbers], np.int32),
        value=np.array([number.value for number in level.numbers], np.int32),
        line=np.zeros((count, kernel_constants.ORIENTATIONS, words), np.uint64),
        fits=np.zeros(count, np.uint32),
        dots=np.zeros(words, np.uint64),
        rows=level.height,
        columns=level.width,
        looked_at=looked_at,
    )
    for row, column in level.dots:
        bit_kernels.add(puzzle.dots, row * level.width + column)
    puzzle_kernels.place_all(puzzle)
    return puzzle


def notes_for(puzzle: puzzle_kernels.Puzzle) -> puzzle_kernels.Notes:
    """Memory for the deduction in a puzzle."""
    (numbers, _, words), cells = puzzle.line.shape, puzzle.rows * puzzle.columns
    by_number, sets = (numbers, words), [np.zeros(words, np.uint64) for _ in range(6)]
    return puzzle_kernels.Notes(
        left=np.zeros(numbers, np.uint32),
        own=np.zeros(by_number, np.uint64),
        reach=np.zeros(by_number, np.uint64),
        common=np.zeros(by_number, np.uint64),
        taken=sets[0],
        once=sets[1],
        twice=sets[2],
        thrice=sets[3],
        who=np.zeros(cells, np.uint64),
        some=sets[4],
        others=sets[5],
        listed=np.zeros(cells, np.int32),
    )


def trace_for(notes: puzzle_kernels.Notes) -> layer_kernels.Trace:
    """Memory for the layers of a deduction."""
    return layer_kernels.Trace(np.empty_like(notes.listed), np.empty_like(notes.listed))
