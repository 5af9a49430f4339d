"""Reads one board: from the lines of a text to a level that can be played."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

from generator.errors import LevelFormatError, UnclosedLevelError
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.states.reach import reachable

SMALLEST_SIDE, LARGEST_SIDE = 3, 100
"""Fewest and most rows and columns of a level, as in other Sokoban programs."""

BOARD_LETTERS = "#@+$*.-_ "

Reader = Callable[[Sequence[str], int], Level]
"""Makes a level of the lines of a board, as `read_board` does."""

_FLOOR = str.maketrans("_ ", "--")


def read_board(lines: Sequence[str], first: int) -> Level:
    """The level drawn by lines of BOARD_LETTERS; what is blank on all four sides of it is cut off.

    `first` is the number of the first line in its file, for messages. Raises LevelFormatError.
    """
    drawn = _drawn([line.translate(_FLOOR) for line in lines], "-", first)
    _refuse_rows_without_walls(drawn.rows, drawn.first)
    level = _checked(drawn)
    inside = _inside(level)
    inside[1:-1, 1:-1] = False
    if inside.any():
        row, column = divmod(int(inside.argmax()), level.width)
        raise UnclosedLevelError(
            "the level is not closed: its inside reaches the edge here; close it with '#'",
            drawn.first + row,
            drawn.indent + column + 1,
        )
    return level


def read_open_board(lines: Sequence[str], first: int) -> Level:
    """The same for boards whose edge counts as a wall: each side that the inside reaches gets one.

    The edge is that of the smallest rectangle around all letters but spaces, so floor at the edge is drawn with `-`
    or `_`. Raises LevelFormatError.
    """
    drawn = _drawn(lines, " ", first, least=1)
    level = _checked(drawn)
    inside = _inside(level)
    above, below, left, right = (bool(side.any()) for side in (inside[0], inside[-1], inside[:, 0], inside[:, -1]))
    if not (above or below or left or right):
        return read_board(lines, first)
    _refuse_size(level.height + above + below, level.width + left + right, first)
    wall = "#" * (level.width + left + right)
    rows = ("#" * left + row + "#" * right for row in level.rows)
    return Level((*[wall] * above, *rows, *[wall] * below))


def read_decoded_board(lines: Sequence[str], line: int, read: Reader = read_board) -> Level:
    """The level drawn by lines that are not those of a file, but begin in its line of that number.

    Raises LevelFormatError.
    """
    try:
        return read(lines, 1)
    except LevelFormatError as error:
        raise type(error)("of the board that begins here, {error}", line, error=error) from error


class _Drawn(NamedTuple):
    """Rows of one width without a blank edge, the number of the first in its file, and the columns before them."""

    rows: Sequence[str]
    first: int
    indent: int


def _drawn(lines: Sequence[str], blank: str, first: int, least: int = SMALLEST_SIDE) -> _Drawn:
    """The rows from the first to the last letter that is not blank, in both directions."""
    rows = [line.rstrip(blank) for line in lines]
    if not any(rows):
        raise LevelFormatError("this board has nothing but floor; draw its walls with '#'", first)
    above = sum(1 for _ in takewhile(lambda row: not row, rows))
    while not rows[-1]:
        rows.pop()
    rows = rows[above:]
    indent = min(len(row) - len(row.lstrip(blank)) for row in rows if row)
    width = max(map(len, rows)) - indent
    _refuse_size(len(rows), width, first + above, least)
    return _Drawn([row[indent:].ljust(width, blank) for row in rows], first + above, indent)


def _checked(drawn: _Drawn) -> Level:
    """The level of the rows, with a player and as many boxes as goals."""
    level = Level(tuple(row.translate(_FLOOR) for row in drawn.rows))
    _refuse_players(level, drawn.first, drawn.indent)
    _refuse_boxes(level, drawn.first)
    return level


def _refuse_rows_without_walls(rows: Sequence[str], first: int) -> None:
    for number, row in enumerate(rows, first):
        if row.strip("-") and "#" not in row:
            raise UnclosedLevelError("this row of a level has no wall; close it with '#' on both sides", number)


def _refuse_size(height: int, width: int, first: int, least: int = SMALLEST_SIDE) -> None:
    if not (least <= height <= LARGEST_SIDE and least <= width <= LARGEST_SIDE):
        raise LevelFormatError(
            "rows: {height:,}, columns: {width:,}; a level has {least} to {most} of each",
            first,
            height=height,
            width=width,
            least=SMALLEST_SIDE,
            most=LARGEST_SIDE,
        )


def _refuse_players(level: Level, first: int, indent: int) -> None:
    board = "".join(level.rows).replace("+", "@")
    if not (count := board.count("@")):
        raise LevelFormatError("this level has no player; write one '@', or '+' on a goal", first)
    if count > 1:
        row, column = divmod(board.index("@", board.index("@") + 1), level.width)
        raise LevelFormatError(
            "this is a second player; a level has just one '@' or '+'", first + row, indent + column + 1
        )


def _refuse_boxes(level: Level, first: int) -> None:
    boxes = level.boxes
    goals = sum(row.count(letter) for row in level.rows for letter in ".+*")
    if not boxes:
        raise LevelFormatError("this level has no boxes; write them '$', or '*' on a goal", first)
    if boxes != goals:
        raise LevelFormatError(
            "boxes: {boxes}, goals: {goals}; a level has as many of each", first, boxes=boxes, goals=goals
        )


def _inside(level: Level) -> Mask:
    """The cells that the player reaches where no box is in the way."""
    return reachable(~level.cells().walls, level.player)
