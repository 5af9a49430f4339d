"""Reads one board: from the lines of a text to a level that can be played."""

from collections.abc import Sequence
from itertools import takewhile

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.reach import reachable

SMALLEST_SIDE, LARGEST_SIDE = 3, 100
"""Fewest and most rows and columns of a level, as in other Sokoban programs."""

BOARD_LETTERS = "#@+$*.-_ "

_FLOOR = str.maketrans("_ ", "--")


def read_board(lines: Sequence[str], first: int) -> Level:
    """The level drawn by lines of BOARD_LETTERS; what is blank on all four sides of it is cut off.

    `first` is the number of the first line in its file, for messages. Raises LevelFormatError.
    """
    rows = [line.translate(_FLOOR).rstrip("-") for line in lines]
    if not any(rows):
        raise LevelFormatError("this board has nothing but floor; draw its walls with '#'", first)
    blank = sum(1 for _ in takewhile(lambda row: not row, rows))
    while not rows[-1]:
        rows.pop()
    rows = rows[blank:]
    first += blank
    _refuse_rows_without_walls(rows, first)
    indent = min(len(row) - len(row.lstrip("-")) for row in rows if row)
    width = max(map(len, rows)) - indent
    _refuse_size(len(rows), width, first)
    level = Level(tuple(row[indent:].ljust(width, "-") for row in rows))
    _refuse_players(level, first, indent)
    _refuse_boxes(level, first)
    _refuse_leak(level, first, indent)
    return level


def read_decoded_board(lines: Sequence[str], line: int) -> Level:
    """The level drawn by lines that are not those of a file, but begin in its line of that number.

    Raises LevelFormatError.
    """
    try:
        return read_board(lines, 1)
    except LevelFormatError as error:
        raise LevelFormatError("of the board that begins here, {error}", line, error=error) from error


def _refuse_rows_without_walls(rows: Sequence[str], first: int) -> None:
    for number, row in enumerate(rows, first):
        if row and "#" not in row:
            raise LevelFormatError("this row of a level has no wall; close it with '#' on both sides", number)


def _refuse_size(height: int, width: int, first: int) -> None:
    if not (SMALLEST_SIDE <= height <= LARGEST_SIDE and SMALLEST_SIDE <= width <= LARGEST_SIDE):
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


def _refuse_leak(level: Level, first: int, indent: int) -> None:
    inside = reachable(~level.cells().walls, level.player)
    inside[1:-1, 1:-1] = False
    if inside.any():
        row, column = divmod(int(inside.argmax()), level.width)
        raise LevelFormatError(
            "the level is not closed: its inside reaches the edge here; close it with '#'",
            first + row,
            indent + column + 1,
        )
