"""Draws a level as a standalone SVG picture."""

from collections.abc import Iterator

from cenote_ice.level import GOAL, ROCK, START, Level
from generator.lettering import label
from generator.values import PICTURE_CELL as CELL

_LOOKS = {
    ROCK: '<circle cx="{x}" cy="{y}" r="7" fill="#5b6470"/>',
    START: '<circle cx="{x}" cy="{y}" r="5" fill="#c0461e"/>',
    GOAL: '<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="#1b7a3d" stroke-width="3"/>',
}
_RULER = "#6b7280"


def render(level: Level, ruler: bool = False) -> str:
    """Rocks, start and goal on pale ice; with the ruler, letters name the columns and numbers the rows."""
    margin = CELL if ruler else 0
    width, height = level.width * CELL, level.height * CELL
    size = f'width="{width + margin}" height="{height + margin}" viewBox="0 0 {width + margin} {height + margin}"'
    title = f"<title>Ice, {level.height} rows, {level.width} columns, {level.rocks} rocks</title>"
    board = f'<path fill="#e3f0f7" d="M0 0h{width}v{height}H0z"/>{"".join(_pieces(level))}'
    names = "".join(_ruler(level)) if ruler else ""
    drawing = f'{title}{names}<g transform="translate({margin} {margin})">{board}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawing}</svg>'


def _pieces(level: Level) -> Iterator[str]:
    for row, line in enumerate(level.rows):
        for column, letter in enumerate(line):
            if letter in _LOOKS:
                yield _LOOKS[letter].format(x=column * CELL + CELL // 2, y=row * CELL + CELL // 2)


def _ruler(level: Level) -> Iterator[str]:
    for column in range(level.width):
        yield label(chr(ord("A") + column), CELL * (column + 1) + CELL // 2, CELL // 2, 6, _RULER)
    for row in range(level.height):
        yield label(str(row + 1), CELL // 2, CELL * (row + 1) + CELL // 2, 6, _RULER)
