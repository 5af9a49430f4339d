"""The solution of a puzzle, proven to be the only one, with the depth of its deduction."""

from typing import NamedTuple

import numpy as np

from generator.errors import UnsupportedLevelError
from generator.messages import SILENCE, Message
from generator.puzzles.linjat.counting_kernels import count_solutions
from generator.puzzles.linjat.deduction.layers import Outcome, deduced, puzzle_of
from generator.puzzles.linjat.level import Level, Number
from generator.puzzles.linjat.limits import MOST_COUNTED
from generator.puzzles.linjat.lines import Line, format_lines
from generator.values import Solution, SolveStatus

_NONE = Message("no lines through its numbers cover all dots")
_STUCK = Message("there is one solution, but the rules of deduction do not find all of it")


class Count(NamedTuple):
    """How many solutions were found, whether there are no others, the nodes of the search, and the first solution."""

    solutions: int
    exact: bool
    nodes: int
    lines: tuple[Line, ...]

    @property
    def message(self) -> Message:
        """The number, or the least that it can be."""
        return Message("{count:,}" if self.exact else "at least {count:,}", count=self.solutions)


def counted(level: Level, most: int, budget: int) -> Count:
    """Count the solutions of a level, up to `most`, with at most `budget` nodes."""
    puzzle, found = puzzle_of(level), np.zeros(len(level.numbers), np.int32)
    solutions, nodes = count_solutions(puzzle.line, puzzle.fits, puzzle.dots, most, budget, found)
    lines = tuple(map(line_of, level.numbers, found.tolist())) if solutions else ()
    return Count(int(solutions), bool(solutions < most and nodes < budget), int(nodes), lines)


def line_of(number: Number, orientation: int) -> Line:
    """The line of a number with orientation // 2 cells after it, vertical where the orientation is odd."""
    row, column, value = number
    after, vertical = divmod(orientation, 2)
    before = value - 1 - after
    if vertical:
        return Line((row - before, column), (row + after, column))
    return Line((row, column - before), (row, column + after))


def solve(level: Level, budget: int) -> Solution:
    """Find the solution, prove that there is no other, and count the layers in which it is deduced.

    The deduction is the witness.
    Raises UnsupportedLevelError for a level with several solutions.
    """
    count = counted(level, 2, budget)
    if count.solutions > 1:
        raise UnsupportedLevelError(
            "it has {count} solutions; a Linjat puzzle has one", count=counted(level, MOST_COUNTED, budget).message
        )
    if not count.exact:
        return Solution(SolveStatus.NODE_LIMIT, 0, None, "", count.nodes, budget)
    if not count.solutions:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", count.nodes, budget, _NONE)
    deduction = deduced(level)
    depth, reason = len(deduction.layers), SILENCE if deduction.outcome is Outcome.SOLVED else _STUCK
    return Solution(SolveStatus.SOLVED, depth, depth, format_lines(count.lines), count.nodes, budget, reason, deduction)
