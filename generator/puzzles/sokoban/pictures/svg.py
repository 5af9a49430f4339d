"""Draws a level as a standalone SVG picture."""

from collections.abc import Iterable

import numpy as np

from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.reach import reachable

CELL = 16
"""Width of a cell in the units of the picture, which are pixels where nothing scales it."""

_FLOOR, _WALL, _GOAL, _BOX, _BOX_ON_GOAL, _PLAYER = (
    "#f4f1ea",
    "#b9b4a8",
    "#5b7f95",
    "#d9622b",
    "#c3d3cf",
    "#2b4a6f",
)


def render(level: Level) -> str:
    """The level on a transparent ground: boxes still to be pushed stand out, walls and boxes on goals recede.

    The text holds no identifiers and no style sheet, so that many pictures can stand in one page.
    """
    walls, boxes, goals, player = level.cells()
    width, height = level.width * CELL, level.height * CELL
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>Sokoban level, {level.height} rows, {level.width} columns, {level.boxes} boxes</title>",
            _path(_runs(reachable(~walls, player)), f'fill="{_FLOOR}" shape-rendering="crispEdges"'),
            _path(_runs(walls), f'fill="{_WALL}" shape-rendering="crispEdges"'),
            _path(_squares(boxes & ~goals, 12), f'fill="{_BOX}"'),
            _path(_squares(boxes & goals, 12), f'fill="{_BOX_ON_GOAL}"'),
            _path(_diamonds(goals), f'fill="{_GOAL}"'),
            _player(*player),
            "</svg>",
        )
    )


def _path(outlines: Iterable[str], attributes: str) -> str:
    outline = "".join(outlines)
    return f'<path {attributes} d="{outline}"/>' if outline else ""


def _runs(mask: Mask) -> Iterable[str]:
    """One rectangle for each run of cells within a row."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    for (row, begin), (_, end) in zip(np.argwhere(edges == 1), np.argwhere(edges == -1), strict=True):
        yield f"M{begin * CELL} {row * CELL}H{end * CELL}v{CELL}H{begin * CELL}z"


def _squares(mask: Mask, side: int) -> Iterable[str]:
    margin = (CELL - side) // 2
    for row, column in np.argwhere(mask):
        yield f"M{column * CELL + margin} {row * CELL + margin}h{side}v{side}h-{side}z"


def _diamonds(mask: Mask) -> Iterable[str]:
    middle = CELL // 2
    for row, column in np.argwhere(mask):
        yield f"M{column * CELL + middle} {row * CELL + middle - 4}l4 4l-4 4l-4-4z"


def _player(row: int, column: int) -> str:
    middle = CELL // 2
    centre = f'cx="{column * CELL + middle}" cy="{row * CELL + middle}"'
    return f'<circle {centre} r="{middle - 3}" fill="none" stroke="{_PLAYER}" stroke-width="3"/>'
