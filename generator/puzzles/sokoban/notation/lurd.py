"""LURD: moves as letters, small for a step and capital for a push."""

import re
from typing import NamedTuple

from generator.errors import IllegalMoveError

MOVE_LETTERS = "lurdLURD"
STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}
"""Rows down and columns to the right of the move with a letter."""

_NOT_A_MOVE = re.compile(f"[^{MOVE_LETTERS}]")


class SolutionMetrics(NamedTuple):
    """What players compare solutions by, counted as the program YASS does.

    - box line: a run of pushes of one box in one direction
    - box change: a push of another box than before
    - pushing session: a run of pushes without a step between them
    - player line: a run of moves in one direction

    Steps between two pushes of a box end neither its line nor its turn.
    """

    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    player_lines: int


def parse_moves(text: str) -> str:
    """The moves of a text in which blanks and line ends mean nothing.

    Raises IllegalMoveError.
    """
    moves = "".join(text.split())
    wrong = wrong_letter(moves)
    if wrong is not None:
        raise not_a_move(wrong[0], wrong.start() + 1)
    return moves


def wrong_letter(text: str) -> re.Match[str] | None:
    """The first letter of a text that is no move, if there is one."""
    # Solutions may have millions of letters; this takes a third of the time of the search for the first wrong one.
    if text.isascii() and not text.encode().translate(None, MOVE_LETTERS.encode()):
        return None
    return _NOT_A_MOVE.search(text)


def not_a_move(letter: str, step: int) -> IllegalMoveError:
    """The error for a letter that is no move at all."""
    return IllegalMoveError(
        "{letter!r} is not a move; use l, u, r, d to step and L, U, R, D to push", step, letter=letter
    )


def too_many_moves(most: int) -> IllegalMoveError:
    """The error for a solution that is longer than it may be."""
    return IllegalMoveError("there are more than {most:,} moves; give a shorter solution", most + 1, most=most)


def wrap_moves(moves: str, width: int = 100) -> str:
    """The moves in lines of at most `width` letters."""
    return "\n".join(moves[start : start + width] for start in range(0, len(moves), width))
