"""Draws a level as a standalone SVG picture."""

from collections.abc import Iterable, Iterator

import numpy as np

from generator.lettering import label
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.notation.ruler import column_name
from generator.puzzles.sokoban.pictures.ground import Ground
from generator.values import PICTURE_CELL as CELL

_FLOOR, _SLOT, _BLOCK, _PEG = "#f5f2eb", "#e6e0d3", "#c3bcae", "#aaa292"
_GOAL, _BOX, _BOX_EDGE, _BOX_CROSS = "#3f78a8", "#ea5b1b", "#a63a08", "#ffdfcb"
_DONE, _DONE_EDGE, _DONE_GOAL = "#d5e1e4", "#a3bac3", "#7fa3bb"
_PLAYER, _RULER = "#1d3557", "#8a8272"

_CRISP = ' shape-rendering="crispEdges"'


def render(level: Level, ruler: bool = False) -> str:
    """The level on a transparent ground: boxes still to be pushed stand out, walls and boxes on goals recede.

    Pieces differ in shape as well as in colour. With the ruler, letters name the columns and numbers the rows, as
    players do. The text holds no identifiers, style sheets or fonts, so that many pictures can stand in one page.
    """
    _, boxes, _, player = level.cells()
    margin = CELL if ruler else 0
    title = f"Sokoban level, {level.height} rows, {level.width} columns, {level.boxes} boxes"
    drawing = board(Ground.of(level), boxes, player)
    if ruler:
        drawing = f'{_ruler(level)}<g transform="translate({margin} {margin})">{drawing}</g>'
    return svg(f"<title>{title}</title>{drawing}", level.width * CELL + margin, level.height * CELL + margin)


def svg(drawing: str, width: int, height: int) -> str:
    """A picture of its own."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawing}</svg>'


def board(ground: Ground, boxes: Mask, player: tuple[int, int]) -> str:
    """The cells of a ground and what stands on them; no piece leaves its cell."""
    floor, blocks, pegs, across, along, goals = ground
    boxes = boxes & floor
    parts = [
        _path(_runs(floor), f'fill="{_FLOOR}"{_CRISP}'),
        _path(_bars(across, CELL, 2), f'fill="{_SLOT}"{_CRISP}'),
        _path(_bars(along, 2, CELL), f'fill="{_SLOT}"{_CRISP}'),
        _path(_runs(blocks), f'fill="{_BLOCK}"{_CRISP}'),
        _path(_rounded(pegs, 12, 4), f'fill="{_PEG}"'),
        *_free_goals(goals & ~boxes),
        *_done(boxes & goals),
        *_loud(boxes & ~goals),
    ]
    return "".join((*parts, _player(*player, bool(goals[player]))))


def _path(outlines: Iterable[str], attributes: str) -> str:
    outline = "".join(outlines)
    return f'<path {attributes} d="{outline}"/>' if outline else ""


def _runs(mask: Mask) -> Iterator[str]:
    """One rectangle for each run of cells within a row."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    for (row, begin), (_, end) in zip(np.argwhere(edges == 1), np.argwhere(edges == -1), strict=True):
        yield f"M{begin * CELL} {row * CELL}H{end * CELL}v{CELL}H{begin * CELL}z"


def _bars(mask: Mask, width: int, height: int) -> Iterator[str]:
    for x, y in _middles(mask):
        yield f"M{x - width // 2} {y - height // 2}h{width}v{height}h-{width}z"


def _rounded(mask: Mask, side: int, radius: int) -> Iterator[str]:
    r, straight = radius, side - 2 * radius
    outline = (
        f"h{straight}q{r} 0 {r} {r}v{straight}q0 {r}-{r} {r}h-{straight}q-{r} 0-{r}-{r}v-{straight}q0-{r} {r}-{r}z"
    )
    for x, y in _middles(mask):
        yield f"M{x - side // 2 + r} {y - side // 2}{outline}"


def _diamonds(mask: Mask, radius: int) -> Iterator[str]:
    for x, y in _middles(mask):
        yield f"M{x} {y - radius}l{radius} {radius}l-{radius} {radius}l-{radius}-{radius}z"


def _crosses(mask: Mask, radius: int) -> Iterator[str]:
    for x, y in _middles(mask):
        yield f"M{x - radius} {y - radius}l{2 * radius} {2 * radius}m0-{2 * radius}l-{2 * radius} {2 * radius}"


def _middles(mask: Mask) -> Iterator[tuple[int, int]]:
    middle = CELL // 2
    for row, column in np.argwhere(mask).tolist():
        yield column * CELL + middle, row * CELL + middle


def _free_goals(mask: Mask) -> Iterator[str]:
    yield _path(_diamonds(mask, 5), f'fill="{_GOAL}"')
    yield _path(_diamonds(mask, 2), f'fill="{_FLOOR}"')


def _done(mask: Mask) -> Iterator[str]:
    yield _path(_rounded(mask, 12, 2), f'fill="{_DONE_EDGE}"')
    yield _path(_rounded(mask, 10, 1), f'fill="{_DONE}"')
    yield _path(_diamonds(mask, 3), f'fill="{_DONE_GOAL}"')


def _loud(mask: Mask) -> Iterator[str]:
    yield _path(_rounded(mask, 14, 2), f'fill="{_BOX_EDGE}"')
    yield _path(_bars(mask, 10, 10), f'fill="{_BOX}"')
    yield _path(_crosses(mask, 4), f'stroke="{_BOX_CROSS}" stroke-width="2" fill="none"')


def _player(row: int, column: int, on_goal: bool) -> str:
    """Discs over each other: strokes of circles come out a little different from place to place."""
    x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
    if on_goal:
        goal = f'<path d="M{x} {y - 4}l4 4l-4 4l-4-4z" fill="{_GOAL}"/>'
        return _disc(x, y, 6, _PLAYER) + _disc(x, y, 4.5, _FLOOR) + goal
    return _disc(x, y, 6, _PLAYER) + _disc(x, y, 3.75, _FLOOR) + _disc(x, y, 2.25, _PLAYER)


def _disc(x: int, y: int, radius: float, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{colour}"/>'


def _ruler(level: Level) -> str:
    height, middle = 6, CELL // 2
    columns = (label(column_name(at), CELL * (at + 1) + middle, middle, height, _RULER) for at in range(level.width))
    rows = (label(str(at + 1), middle, CELL * (at + 1) + middle, height, _RULER) for at in range(level.height))
    return "".join((*columns, *rows))
