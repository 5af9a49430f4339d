"""Moves: the letters l u r d say where the free cell goes; the piece that was there takes its place."""

from collections.abc import Iterator

from generator.errors import IllegalMoveError
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, FREE, Level, Position, position_of

STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}
"""The letters, each with its step over rows and columns."""


def after(position: Position, letter: str) -> Position | None:
    """The position after a move, or None where that is against the rules."""
    (row, column), (down, right) = position.free, STEPS[letter]
    row, column = row + down, column + right
    if not (0 <= row < position.height and 0 <= column < position.width):
        return None
    piece = position.rows[row][column]
    if piece != (ALONG_ROW if right else ALONG_COLUMN):
        return None
    letters = list(position.letters)
    free = letters.index(FREE)
    letters[free], letters[row * position.width + column] = piece, FREE
    return position_of("".join(letters), position.width)


def choices(position: Position) -> dict[str, Position]:
    """The positions after all moves, by their letters."""
    found = ((letter, after(position, letter)) for letter in STEPS)
    return {letter: following for letter, following in found if following is not None}


def positions(level: Level, moves: str) -> Iterator[Position]:
    """The position at the start and after each move; white space between moves counts for nothing.

    Raises IllegalMoveError.
    """
    position = level.start
    yield position
    for step, letter in enumerate("".join(moves.split()), 1):
        following = after(position, letter) if letter in STEPS else None
        if letter not in STEPS:
            raise IllegalMoveError("{letter!r} is none of the moves l u r d", step, letter=letter)
        if following is None:
            raise IllegalMoveError("no piece can move into the free cell from there ({letter})", step, letter=letter)
        position = following
        yield position


def played(level: Level, moves: str) -> tuple[str, int]:
    """The moves up to the first solved position, and how many follow it.

    Raises IllegalMoveError, also where the level is not solved.
    """
    letters = "".join(moves.split())
    for count, position in enumerate(positions(level, letters)):
        if level.is_solved(position):
            return letters[:count], len(letters) - count
    if level.goal is None:
        raise IllegalMoveError("there is no H in the upper left corner at the end", len(letters))
    raise IllegalMoveError("the arrangement is not reached at the end", len(letters))
