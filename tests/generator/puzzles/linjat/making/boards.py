"""Levels with their lines as the search has them, for tests of its steps."""

from typing import NamedTuple

import numpy as np

from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.deduction.layer_kernels import Trace, deduce
from generator.puzzles.linjat.deduction.layers import notes_for, puzzle_of, trace_for
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.lines import Line, format_lines
from generator.puzzles.linjat.making.board_kernels import Board, keep


class Search(NamedTuple):
    """A solved level, and the memory of a search that begins with it."""

    puzzle: Puzzle
    notes: Notes
    trace: Trace
    board: Board


def search_of(level: Level) -> Search:
    """Begin with a level whose lines are deduced."""
    puzzle = puzzle_of(level)
    notes = notes_for(puzzle)
    trace = trace_for(notes)
    outcome, _ = deduce(kernel_constants.EVERY_RULE, puzzle, notes, trace)
    assert outcome == kernel_constants.SOLVED
    board = Board(*(np.zeros_like(puzzle.at) for _ in range(4)), np.zeros_like(puzzle.dots))
    keep(puzzle, notes, board)
    return Search(puzzle, notes, trace, board)


def lines_of(board: Board, columns: int) -> str:
    """The lines of a board in the notation of solutions."""
    ends = zip(board.first, board.first + (board.value - 1) * board.step, strict=True)
    return format_lines([Line(divmod(int(first), columns), divmod(int(last), columns)) for first, last in ends])
