"""Replays solutions under the rules of Sokoban and counts what players compare them by."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from generator.errors import IllegalMoveError
from generator.messages import Message
from generator.puzzles.sokoban.kernel_constants import SOLVED
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.lurd import SolutionMetrics, not_a_move, parse_moves
from generator.puzzles.sokoban.solutions import replay_kernel as kernel

_Board = NDArray[np.uint8]
_Numbers = NDArray[np.int64]
_Play = Callable[[_Board, _Numbers, int, _Board, _Numbers], int]

_PROBLEMS = {
    kernel.UNSOLVED: Message("the moves end here, and the level is not solved"),
    kernel.NO_PUSH: Message("the moves end here without a push; a solution has at least one"),
    kernel.INTO_WALL: Message("the player runs into a wall"),
    kernel.BLOCKED_PUSH: Message("the box cannot be pushed: a wall or another box is behind it"),
    kernel.PUSH_IN_SMALL: Message("this move pushes a box; write its letter in upper case"),
    kernel.STEP_IN_CAPITAL: Message("this move pushes no box; write its letter in lower case"),
}


def replay(level: Level, moves: str) -> SolutionMetrics:
    """Play a solution letter by letter and count it.

    Raises IllegalMoveError for a move against the rules, for a letter in the wrong case, and where the level
    is not solved, by at least one push, when the moves end.
    """
    counts = np.zeros(len(SolutionMetrics._fields), np.int64)
    _play(kernel.replay, level, moves, _codes(moves), counts)
    return SolutionMetrics(*counts.tolist())


def recase(level: Level, text: str) -> str:
    """The moves of a text in the right case, up to where they first solve the level by at least one push.

    Raises IllegalMoveError.
    """
    return recase_moves(level, parse_moves(text))


def recase_moves(level: Level, moves: str) -> str:
    """Like `recase`, of letters that are known to be moves, which spares reading millions of them again."""
    codes = _codes(moves)
    counts = np.zeros(1, np.int64)
    _play(kernel.recase, level, moves, codes, counts)
    return codes[: counts[0]].tobytes().decode("ascii")


def _codes(moves: str) -> _Board:
    return np.frombuffer(bytearray(moves.encode("ascii", "replace")), np.uint8)


def _play(play: _Play, level: Level, moves: str, codes: _Board, counts: _Numbers) -> None:
    walls, boxes, goals, (row, column) = level.cells()
    bordered = np.full((level.height + 2, level.width + 2), kernel.WALL, np.uint8)
    bordered[1:-1, 1:-1] = kernel.WALL * walls + kernel.BOX * boxes + kernel.GOAL * goals
    stride = level.width + 2
    status = play(bordered.ravel(), _steps(stride), (row + 1) * stride + column + 1, codes, counts)
    if status == kernel.NOT_A_MOVE:
        raise not_a_move(moves[counts[0]], int(counts[0]) + 1)
    if status in (kernel.UNSOLVED, kernel.NO_PUSH):
        raise IllegalMoveError(_PROBLEMS[status], len(moves))
    if status != SOLVED:
        raise IllegalMoveError(_PROBLEMS[status], int(counts[0]) + 1)


def _steps(stride: int) -> _Numbers:
    steps = np.zeros(256, np.int64)
    for letter, step in zip("lurd", (-1, -stride, 1, stride), strict=True):
        steps[[ord(letter), ord(letter.upper())]] = step
    return steps
