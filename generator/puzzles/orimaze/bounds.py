"""What is told of levels without a search: a bound on their moves, and whose games they may be positions of."""

from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, Level, Position, images


def least(level: Level) -> int:
    """Moves that every solution has at least: each moves one piece by one cell, and pieces of a line never pass."""
    if level.goal is None:
        return max(0, level.start.rows[0].find(ALONG_ROW))
    if level.goal.lines != level.start.lines:
        return 0
    pairs = zip(_places(level.start), _places(level.goal), strict=True)
    return sum(abs(one - other) for one, other in pairs)


def may_be_reached(level: Level, start: Level) -> bool:
    """Whether a level asks for the same as another one, with as many pieces in each line, however it is turned."""
    return any((image.goal, image.start.lines) == (start.goal, start.start.lines) for image in images(level))


def _places(position: Position) -> list[int]:
    """Where in its line each piece is: the H row by row, then the V column by column."""
    columns = ("".join(column) for column in zip(*position.rows, strict=True))
    along = [at for row in position.rows for at, letter in enumerate(row) if letter == ALONG_ROW]
    return along + [at for column in columns for at, letter in enumerate(column) if letter == ALONG_COLUMN]
