"""From a genome to its level: numbers are changed for a better score, and dots are set where they say least."""

import numpy as np

from generator.errors import GenerationError
from generator.puzzles.linjat import deduction_kernels as kernels
from generator.puzzles.linjat.deduction import empty_puzzle, notes_for, trace_for
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import BLANK, DOT, Level
from generator.puzzles.linjat.limits import LARGEST_VALUE, LEAST_VALUE
from generator.puzzles.linjat.modes import MODES
from generator.puzzles.linjat.rules import EVERY_RULE
from generator.puzzles.linjat.solving import has_one_solution

TRIES = 5
"""Climbs for one level: about one in fifty ends with a level of several solutions."""

_VALUES = np.array([LEAST_VALUE, LARGEST_VALUE], np.int64)


def generated(genome: LinjatGenome) -> Level:
    """The best level that the effort of a genome finds.

    Rules that take it for granted that there is one solution alone may deduce one of several; then the climb goes on
    from the last numbers. Raises GenerationError where the lines of no candidate can be deduced.
    """
    puzzle, best = (empty_puzzle(genome.height, genome.width, len(genome.numbers), EVERY_RULE) for _ in range(2))
    puzzle.at[:] = [number.row * genome.width + number.column for number in genome.numbers]
    puzzle.value[:] = [number.value for number in genome.numbers]
    notes, weights = notes_for(puzzle), np.array([*MODES[genome.mode].weights.values()], np.int64)
    rng = np.random.Generator(np.random.PCG64(genome.seed))
    for _ in range(TRIES):
        score = kernels.climb(genome.effort, puzzle, notes, trace_for(notes), best, weights, _VALUES, rng)
        if score == kernels.NO_SCORE:
            continue
        level = _level(best, genome.height, genome.width)
        if has_one_solution(level):
            return level
    raise GenerationError("no dots were found with which the lines of these numbers can be deduced")


def _level(puzzle: kernels.Puzzle, height: int, width: int) -> Level:
    letters = np.full(height * width, BLANK)
    letters[np.unpackbits(puzzle.dots.view(np.uint8), bitorder="little")[: height * width] == 1] = DOT
    letters[puzzle.at] = puzzle.value.astype(str)
    return Level(tuple("".join(row) for row in letters.reshape(height, width)))
