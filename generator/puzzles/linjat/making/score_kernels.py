"""What a puzzle is worth by the layers of its deduction."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int
from generator.kernels import kernel
from generator.puzzles.linjat.deduction.layer_kernels import Trace, deduce
from generator.puzzles.linjat.deduction.puzzle_kernels import Notes, Puzzle
from generator.puzzles.linjat.kernel_constants import EVERY_RULE, FAIR_RULES, NO_SCORE, RULES, SOLVED


@kernel
def score_of(trace: Trace, layers: Int, weights: NDArray[np.int64]) -> Int:
    """Layers by the weights of their rules, and the largest width by the last weight; weights: int64 (RULES + 1,)."""
    score: Int = 0
    widest: Int = 0
    for count in range(layers):
        score += weights[trace.rule[count]]
        widest = max(widest, trace.width[count])
    score += widest * weights[RULES]
    return score


@kernel
def score_fairly(puzzle: Puzzle, notes: Notes, trace: Trace, weights: NDArray[np.int64]) -> Int:
    """The score of a puzzle that the fair rules prove to have one solution, else NO_SCORE.

    weights: int64 (RULES + 1,).
    """
    outcome, layers = deduce(EVERY_RULE, puzzle, notes, trace)
    if outcome != SOLVED:
        return NO_SCORE
    score, cheated = score_of(trace, layers, weights), False
    for count in range(layers):
        cheated |= FAIR_RULES >> trace.rule[count] & 1 == 0
    if cheated:
        outcome, _ = deduce(FAIR_RULES, puzzle, notes, trace)
    return score if outcome == SOLVED else NO_SCORE


@kernel
def score_without_cheats(puzzle: Puzzle, notes: Notes, trace: Trace, weights: NDArray[np.int64]) -> Int:
    """The score of a puzzle whose lines follow without any layer of a cheat, else NO_SCORE.

    weights: int64 (RULES + 1,).
    """
    outcome, layers = deduce(EVERY_RULE, puzzle, notes, trace)
    if outcome != SOLVED:
        return NO_SCORE
    for count in range(layers):
        if FAIR_RULES >> trace.rule[count] & 1 == 0:
            return NO_SCORE
    return score_of(trace, layers, weights)
