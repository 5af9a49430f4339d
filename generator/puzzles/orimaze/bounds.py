"""What is known of levels without a search: a bound on their moves, and whose games they may be positions of."""

from itertools import chain

from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, Level, Position, images

CHANGED_COUNTS = 2
"""By how much the counts of all lines differ where one piece is turned: there is one less in its row or column."""
CHANGED_CELLS = 3
"""Cells that may differ in what a changed level asks for: a piece that is turned, and one that is moved."""
LEAST_CELLS = 16
"""Cells of a grid whose changed levels are told from others."""


def least(level: Level) -> int:
    """Moves that every solution has at least: each moves one piece by one cell, and pieces of a line never pass."""
    if level.goal is None:
        return max(0, level.start.rows[0].find(ALONG_ROW))
    if level.goal.lines != level.start.lines:
        return 0
    pairs = zip(_places(level.start), _places(level.goal), strict=True)
    return sum(abs(one - other) for one, other in pairs)


def may_be_reached(level: Level, start: Level) -> bool:
    """Whether a level asks for the same as another one, with as many pieces in each line, however it is turned.

    Where the grid is not tiny, it may be changed a little: a piece turned, and a few cells of what it asks for.
    """
    return any(_asks_alike(image, start) and _is_alike(image.start, start.start) for image in images(level))


def _asks_alike(level: Level, start: Level) -> bool:
    """Whether the position that a level asks for is that of another one but for a few cells."""
    if level.goal is None or start.goal is None or not _is_distinctive(start.goal):
        return level.goal == start.goal
    pairs = zip(level.goal.letters, start.goal.letters, strict=False)
    return _shape(level.goal) == _shape(start.goal) and sum(one != other for one, other in pairs) <= CHANGED_CELLS


def _is_alike(position: Position, start: Position) -> bool:
    """Whether each line has as many pieces as that of another position, but for a piece that was turned."""
    if not _is_distinctive(start) or _shape(position) != _shape(start):
        return position.lines == start.lines
    pairs = zip(chain(*position.lines), chain(*start.lines), strict=True)
    return sum(abs(one - other) for one, other in pairs) <= CHANGED_COUNTS


def _is_distinctive(position: Position) -> bool:
    """Whether few grids of its size have nearly as many pieces in each line."""
    return len(position.letters) >= LEAST_CELLS


def _shape(position: Position) -> tuple[int, int]:
    return position.height, position.width


def _places(position: Position) -> list[int]:
    """Where in its line each piece is: the H row by row, then the V column by column."""
    columns = ("".join(column) for column in zip(*position.rows, strict=True))
    along = [at for row in position.rows for at, letter in enumerate(row) if letter == ALONG_ROW]
    return along + [at for column in columns for at, letter in enumerate(column) if letter == ALONG_COLUMN]
