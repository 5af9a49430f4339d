"""The search for the best score, by simulated annealing."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.layer_kernels import Trace
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle
from generator.puzzles.linjat.kernel_constants import NO_SCORE
from generator.puzzles.linjat.making.board_kernels import Board, copy_board, keep, load
from generator.puzzles.linjat.making.change_kernels import change, change_or_pair
from generator.puzzles.linjat.making.mending_kernels import mend
from generator.puzzles.linjat.making.score_kernels import score_fairly, score_of, score_without_cheats

MOST_MENDED = 2
"""Dots that are added to a candidate whose lines do not follow, before it is given up."""


@kernel
def _accepted(score: Int, now: Int, spent: float, heat: tuple[float, float], rng: np.random.Generator) -> bool:
    """Whether a candidate takes the place of a puzzle with the score `now`, when this share of the effort is spent.

    heat: by how much the score may fall, at first and at last. It cools in between by simulated annealing
    (S. Kirkpatrick et al. 1983).
    """
    warm = heat[0] * (heat[1] / heat[0]) ** spent
    return bool(score != NO_SCORE and (score >= now or rng.random() < np.exp((score - now) / warm)))


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

    heat: see `_accepted`. boards: the one that is kept, the one that is tried, and the best one; all are overwritten.
    weights: int64 (RULES + 1,) of the layers of each rule and of the largest width.
    """
    kept, tried, best = boards
    owner = np.zeros(len(notes.who), np.int32)
    now = score_fairly(puzzle, notes, trace, weights)
    keep(puzzle, notes, kept)
    copy_board(kept, best)
    highest = now
    for candidate in range(effort):
        copy_board(kept, tried)
        change(tried, owner, puzzle.columns, rng)
        load(tried, puzzle)
        score = score_fairly(puzzle, notes, trace, weights)
        if not _accepted(score, now, candidate / effort, heat, rng):
            continue
        now = score
        keep(puzzle, notes, kept)
        if score > highest:
            highest = score
            copy_board(kept, best)
    return highest


@kernel(allocates=True)
def anneal_mending(
    effort: Int,
    heat: tuple[float, float],
    puzzle: Puzzle,
    notes: Notes,
    trace: Trace,
    boards: tuple[Board, Board, Board],
    weights: NDArray[np.int64],
    rng: np.random.Generator,
) -> Int:
    """As `anneal`, but candidates are mended by dots, and pairs of dots are among the changes.

    No candidate has a layer of a cheat; a puzzle that begins with one is worth less than any. weights: int64
    (RULES + 1,), as there.
    """
    kept, tried, best = boards
    owner = np.zeros(len(notes.who), np.int32)
    now = score_without_cheats(puzzle, notes, trace, weights)
    keep(puzzle, notes, kept)
    copy_board(kept, best)
    highest = now
    for candidate in range(effort):
        copy_board(kept, tried)
        change_or_pair(tried, owner, puzzle.columns, rng)
        load(tried, puzzle)
        score = _score_mended(tried, puzzle, notes, trace, weights, rng)
        if not _accepted(score, now, candidate / effort, heat, rng):
            continue
        now = score
        copy_board(tried, kept)
        if score > highest:
            highest = score
            copy_board(kept, best)
    return highest


@kernel(allocates=True)
def _score_mended(
    board: Board,
    puzzle: Puzzle,
    notes: Notes,
    trace: Trace,
    weights: NDArray[np.int64],
    rng: np.random.Generator,
) -> Int:
    """The score of a puzzle after dots were added where its lines do not follow, NO_SCORE where that does not help.

    board: the puzzle with its lines, modified. weights: int64 (RULES + 1,).
    """
    added, layers = mend(MOST_MENDED, board, puzzle, notes, trace, rng)
    if added < 0:
        return NO_SCORE
    if added == 0:
        return score_of(trace, layers, weights)
    return score_without_cheats(puzzle, notes, trace, weights)
