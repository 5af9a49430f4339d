"""From a genome to its level: dots are set where they say least, and then all is changed for a better score."""

from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from generator.errors import GenerationError
from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.deduction import puzzle_kernels
from generator.puzzles.linjat.deduction.layers import notes_for, puzzle_of, trace_for
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level, Number, level_with
from generator.puzzles.linjat.limits import FIRST_VERSION
from generator.puzzles.linjat.making import annealing_kernels, board_kernels, dot_kernels, laying_kernels, score_kernels
from generator.puzzles.linjat.modes import MODES


def generated(genome: LinjatGenome) -> Level:
    """The best level by its weights that the effort of a genome finds. Raises GenerationError."""
    return annealed(genome, np.array(genome.weights or [*MODES[genome.mode].weights.values()], np.int64))


def annealed(genome: LinjatGenome, weights: NDArray[np.int64]) -> Level:
    """The best level by some weights; its deduction without cheats proves its one solution.

    weights: int64 (8,) of the layers of each rule and of the largest width. Raises GenerationError where no candidate
    has one solution.
    """
    rng = np.random.Generator(np.random.PCG64(genome.seed))
    puzzle = puzzle_of(_level(genome))
    notes = notes_for(puzzle)
    trace, spent, (first, last) = trace_for(notes), 0, MODES[genome.mode].temperatures
    boards = _board(puzzle), _board(puzzle), _board(puzzle)
    is_mended = genome.version > FIRST_VERSION
    if not genome.dots or score_kernels.score_fairly(puzzle, notes, trace, weights) == kernel_constants.NO_SCORE:
        tries = max(1, genome.effort // 10) if is_mended else genome.effort
        spent = int(dot_kernels.set_dots(tries, puzzle, notes, trace, weights, rng))
        if spent < 0 and is_mended:
            puzzle = puzzle_of(_level(genome))
            spent = int(laying_kernels.lay_out(genome.effort, puzzle, notes, trace, boards[0], rng))
    if spent < 0:
        raise GenerationError(
            "no dots were found with which the lines of these numbers can be deduced; try fewer numbers or more effort"
        )
    temperatures = max(last, first * genome.heat / 100), last
    anneal = annealing_kernels.anneal_mending if is_mended else annealing_kernels.anneal
    anneal(genome.effort - spent, temperatures, puzzle, notes, trace, boards, weights, rng)
    return level_of_board(boards[2], genome.height, genome.width)


def _level(genome: LinjatGenome) -> Level:
    return level_with(genome.height, genome.width, genome.numbers, genome.dots)


def _board(puzzle: puzzle_kernels.Puzzle) -> board_kernels.Board:
    """Memory for a board of the size of a puzzle."""
    at, value, first, step = (np.zeros_like(puzzle.at) for _ in range(4))
    return board_kernels.Board(at, value, first, step, np.zeros_like(puzzle.dots))


def level_of_board(board: board_kernels.Board, height: int, width: int) -> Level:
    """The numbers and dots of a board, as a level."""
    cells = zip((board.at // width).tolist(), (board.at % width).tolist(), board.value.tolist(), strict=True)
    dotted = np.unpackbits(board.dots.view(np.uint8), bitorder="little")[: height * width]
    dots = ((cell // width, cell % width) for cell in np.flatnonzero(dotted).tolist())
    return level_with(height, width, starmap(Number, cells), dots)
