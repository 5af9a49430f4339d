"""Plays moves on a board under the rules of Sokoban.

A board is uint8, one entry per cell, row after row, with a border of walls: the sum of WALL, BOX and GOAL.
`player` is an index into it. Moves are uint8, the ASCII codes of LURD letters. `steps` is int64 (256,): by
letter, in either case, the distance to the next cell in its direction, and 0 for what is no move.
"""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import SOLVED

WALL, BOX, GOAL = 1, 2, 4

UNSOLVED, NO_PUSH, NOT_A_MOVE, INTO_WALL, BLOCKED_PUSH, PUSH_IN_SMALL, STEP_IN_CAPITAL = range(6, 13)
"""What is wrong with moves; where nothing is, they are SOLVED. Searches answer with the numbers before these."""

_SMALL = 32
"""The bit that small ASCII letters have and capitals lack."""


@kernel(allocates=True)
def _boxes_off_goal(board: NDArray[np.uint8]) -> int:
    """How many boxes of a board, uint8 (cells,), are not on goals."""
    count = 0
    for cell in board:
        count += (cell & BOX) != 0 and (cell & GOAL) == 0
    return count


@kernel(allocates=True)
def _move_box(board: NDArray[np.uint8], origin: int, target: int) -> int:
    """Move a box, and return by how much the number of boxes off goal changes; board: uint8 (cells,), modified."""
    board[origin] ^= BOX
    board[target] ^= BOX
    return int((board[origin] & GOAL) != 0) - int((board[target] & GOAL) != 0)


@kernel(allocates=True)
def replay(
    board: NDArray[np.uint8],
    steps: NDArray[np.int64],
    player: int,
    moves: NDArray[np.uint8],
    counts: NDArray[np.int64],
) -> int:
    """Play all moves, which must have the right case, and return a status.

    `counts` (6,) receives the metrics in the order of SolutionMetrics; after an illegal move only counts[0],
    the number of moves before it. `board` is modified.

    board: uint8 (cells,). steps: int64 (256,). moves: uint8 (moves,). counts: int64 (6,).
    """
    off_goal = _boxes_off_goal(board)
    pushes = box_lines = box_changes = sessions = player_lines = 0
    last_step = last_push_step = 0
    last_box = -1
    pushed_before = False
    for played in range(moves.size):
        letter = moves[played]
        step = steps[letter]
        counts[0] = played
        if step == 0:
            return NOT_A_MOVE
        target = player + step
        if board[target] & WALL:
            return INTO_WALL
        pushing = (board[target] & BOX) != 0
        if pushing:
            beyond = target + step
            if letter & _SMALL:
                return PUSH_IN_SMALL
            if board[beyond] & (WALL | BOX):
                return BLOCKED_PUSH
            off_goal += _move_box(board, target, beyond)
            pushes += 1
            sessions += not pushed_before
            box_changes += target != last_box
            box_lines += target != last_box or step != last_push_step
            last_box = beyond
            last_push_step = step
        elif not letter & _SMALL:
            return STEP_IN_CAPITAL
        player_lines += step != last_step
        last_step = step
        pushed_before = pushing
        player = target
    counts[:] = (moves.size, pushes, box_lines, box_changes, sessions, player_lines)
    if off_goal > 0:
        return UNSOLVED
    return SOLVED if pushes > 0 else NO_PUSH


@kernel(allocates=True)
def recase(
    board: NDArray[np.uint8],
    steps: NDArray[np.int64],
    player: int,
    moves: NDArray[np.uint8],
    counts: NDArray[np.int64],
) -> int:
    """Play moves whatever their case until the level is solved by at least one push, and return a status.

    `moves` receives the right case, and `counts` (1,) the number of moves played. `board` is modified.

    board: uint8 (cells,). steps: int64 (256,). moves: uint8 (moves,). counts: int64 (1,).
    """
    # Apart from replay: the case of a letter is an answer here and a rule there, and the end is where boxes are home.
    off_goal = _boxes_off_goal(board)
    pushes = 0
    for played in range(moves.size):
        step = steps[moves[played]]
        counts[0] = played
        if step == 0:
            return NOT_A_MOVE
        target = player + step
        if board[target] & WALL:
            return INTO_WALL
        moves[played] |= _SMALL
        if board[target] & BOX:
            beyond = target + step
            if board[beyond] & (WALL | BOX):
                return BLOCKED_PUSH
            off_goal += _move_box(board, target, beyond)
            pushes += 1
            moves[played] ^= _SMALL
        counts[0] = played + 1
        player = target
        if off_goal == 0 and pushes > 0:
            return SOLVED
    return UNSOLVED if off_goal > 0 else NO_PUSH
