"""The lineage of a level as a film: its line of best parents, from the first one on, with what each step changed.

What has changed is seen in the pictures alone, cell by cell, so that it holds for every family.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, BinaryIO, TypeVar

from generator import Family, Scene, defaults
from generator.capabilities import Revealing
from generator.values import PICTURE_CELL
from service.levels.pictures import GROUND, LONGEST_MOVING, fitting_cell, pixels_of, size_of, write_gif

MOST_STEPS = 1000
"""Steps back to the first ancestor that are followed."""
MOST_FRAMES = 60
"""Levels of a film; of a longer line so many are taken, evenly, with the first and the last."""
DELAY = 900
"""Milliseconds for which a level is seen."""
DETAIL = 4
"""Pixels of a cell in which a change is looked for."""

Frame = TypeVar("Frame")
Cell = tuple[int, int]


def evenly(line: Sequence[Frame], most: int = MOST_FRAMES) -> list[Frame]:
    """So many of a line, evenly spread, with its first and last."""
    if len(line) <= most:
        return [*line]
    return [line[place * (len(line) - 1) // (most - 1)] for place in range(most)]


def changed_cells(before: str, after: str) -> list[Cell]:
    """The corners of the cells in which two pictures differ; none where they are not of one size."""
    if size_of(before) != size_of(after):
        return []
    differ = pixels_of(before, DETAIL) != pixels_of(after, DETAIL)
    rows, columns = (side // DETAIL for side in differ.shape)
    cells = differ[: rows * DETAIL, : columns * DETAIL].reshape(rows, DETAIL, columns, DETAIL).any(axis=(1, 3))
    return [(int(column) * PICTURE_CELL, int(row) * PICTURE_CELL) for row, column in zip(*cells.nonzero(), strict=True)]


def marked(picture: str, cells: Sequence[Cell]) -> str:
    """A picture with frames around some of its cells."""
    if not cells:
        return picture
    squares = "".join(f"M{x + 1} {y + 1}h{_INSIDE}v{_INSIDE}h-{_INSIDE}z" for x, y in cells)
    drawn = f'<path fill="none" stroke="{GROUND}" stroke-width="3.5" d="{squares}"/>'
    drawn += f'<path fill="none" stroke="#d6006c" stroke-width="2" d="{squares}"/>'
    return picture.removesuffix("</svg>") + drawn + "</svg>"


_INSIDE = PICTURE_CELL - 2


def change(family: Family[Any], before: str, after: str) -> str:
    """The picture of a level with what is different from another one marked, also where it is hidden."""
    levels = [family.parse(text) for text in (before, after)]
    old, new = (defaults.render(family, level) for level in levels)
    cells = {*changed_cells(old, new)}
    if isinstance(family, Revealing):
        cells.update(changed_cells(*(family.render_revealed(level) for level in levels)))
    return marked(new, sorted(cells))


def write_film(family: Family[Any], levels: Sequence[str], file: BinaryIO) -> int:
    """Write a film of levels, from the first to the last, as GIF; return its number of frames."""
    first = defaults.render(family, family.parse(levels[0]))
    pictures = [first, *(change(family, before, after) for before, after in pairwise(levels))]
    scenes = [*_scenes(pictures)]
    return write_gif(scenes, fitting_cell(scenes[0].svg, LONGEST_MOVING), DELAY, file)


def _scenes(pictures: Sequence[str]) -> Iterator[Scene]:
    """Pictures in the middle of a ground that is as large as the largest of them."""
    width, height = (max(sides) for sides in zip(*map(size_of, pictures), strict=True))
    for picture in pictures:
        wide, high = size_of(picture)
        placed = picture.replace("<svg ", f'<svg x="{(width - wide) // 2}" y="{(height - high) // 2}" ', 1)
        ground = f'<rect width="{width}" height="{height}" fill="{GROUND}"/>'
        frame = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        yield Scene(f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>{ground}{placed}</svg>', 0, 0)
