"""Draws a level as a standalone SVG picture, and its solution move by move."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.lettering import label
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, FREE, Cell, Level, Position
from generator.puzzles.orimaze.moves import played, positions
from generator.values import PICTURE_CELL as CELL
from generator.values import Scene

_PAPER, _GRID, _RULER = "#e9e4d8", "#d5cfc0", "#6b6455"
_TARGET = "#c0461e"

_SHAPES = {
    ALONG_ROW: (
        '<path fill="#2f6f9f" d="M3 3h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2z"/>'
        '<path fill="#fff" d="M2.5 8l3 -2.5v1.75h5v-1.75l3 2.5l-3 2.5v-1.75h-5v1.75z"/>'
    ),
    ALONG_COLUMN: (
        '<path fill="#d9a13b" d="M5 1h6a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z"/>'
        '<path fill="#3a2c0a" d="M8 2.5l2.5 3h-1.75v5h1.75l-2.5 3l-2.5 -3h1.75v-5h-1.75z"/>'
    ),
    FREE: "",
}
"""A piece H is wide and a piece V is high, with arrows to where it can move."""

_MARKS = {
    ALONG_ROW: f'<path fill="none" stroke="{_TARGET}" stroke-width="1.5" d="M4 14.75h8"/>',
    ALONG_COLUMN: f'<path fill="none" stroke="{_TARGET}" stroke-width="1.5" d="M14.75 4v8"/>',
    FREE: f'<circle cx="13.5" cy="13.5" r="1.5" fill="none" stroke="{_TARGET}"/>',
}
"""What is to be reached in a cell: a line below for an H, one on the right for a V, a ring for the free cell."""


def render(level: Level, ruler: bool = False) -> str:
    """The grid at the start with marks of what is to be reached; with the ruler, rows and columns have names."""
    margin = CELL if ruler else 0
    start = level.start
    width, height = start.width * CELL + margin, start.height * CELL + margin
    title = f"<title>Orimaze, {start.height} rows, {start.width} columns</title>"
    cells = ((row, column) for row in range(start.height) for column in range(start.width))
    drawing = "".join(_cell(level, start, cell, margin) for cell in cells)
    names = "".join(_names(start)) if ruler else ""
    return _svg(f"{title}{names}{drawing}", width, height)


def animate(level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
    """The level and then its moves, the last ones together where there are more than `most`.

    Raises IllegalMoveError.
    """
    counted, _ = played(level, moves)
    return _scenes(level, [*positions(level, counted)], most, ruler)


def _scenes(level: Level, way: Sequence[Position], most: int, ruler: bool) -> Iterator[Scene]:
    yield Scene(render(level, ruler), 0, 0)
    margin = CELL if ruler else 0
    shown = way if len(way) - 1 <= most else (*way[:most], way[-1])
    for before, after in pairwise(shown):
        yield _change(level, before, after, margin)


def _change(level: Level, before: Position, after: Position, margin: int) -> Scene:
    """The part of a grid in which two positions differ."""
    cells = [divmod(at, after.width) for at in range(len(after.letters)) if before.letters[at] != after.letters[at]]
    rows, columns = [row for row, _ in cells] or [0], [column for _, column in cells] or [0]
    top, left = min(rows), min(columns)
    inside = [(row, column) for row in range(top, max(rows) + 1) for column in range(left, max(columns) + 1)]
    drawing = "".join(_cell(level, after, cell, 0) for cell in inside)
    moved = f'<g transform="translate({-left * CELL} {-top * CELL})">{drawing}</g>'
    size = (max(columns) - left + 1) * CELL, (max(rows) - top + 1) * CELL
    return Scene(_svg(moved, *size), left * CELL + margin, top * CELL + margin)


def _svg(drawing: str, width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawing}</svg>'


def _cell(level: Level, position: Position, cell: Cell, margin: int) -> str:
    row, column = cell
    ground = f'<path fill="{_PAPER}" stroke="{_GRID}" stroke-width=".5" d="M.25 .25h15.5v15.5h-15.5z"/>'
    drawing = f"{ground}{_SHAPES[position.rows[row][column]]}{_mark(level, cell)}"
    return f'<g transform="translate({column * CELL + margin} {row * CELL + margin})">{drawing}</g>'


def _mark(level: Level, cell: Cell) -> str:
    row, column = cell
    if level.goal is not None:
        return _MARKS[level.goal.rows[row][column]]
    return f'<path fill="none" stroke="{_TARGET}" d="M.5 .5h15v15h-15z"/>' if cell == (0, 0) else ""


def _names(position: Position) -> Iterator[str]:
    for column in range(position.width):
        yield label(chr(ord("A") + column), CELL * (column + 1) + CELL / 2, CELL / 2, 7, _RULER)
    for row in range(position.height):
        yield label(str(row + 1), CELL / 2, CELL * (row + 1) + CELL / 2, 7, _RULER)
