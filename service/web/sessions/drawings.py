"""Small SVG pictures of figures; classes and `currentColor` leave all colours to the style sheet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from optimiser.archive import BRANCHING_BIN, DEPTH_BIN, UNKNOWN
from service.figures import number
from storage.queries import CellRow

WIDTH, HEIGHT, MARGIN = 120, 28, 2
"""Of a sparkline."""
SHADES = 8
"""Steps of colour from the worst score of an archive to its best."""
STEP = 20
"""Units from one cell of a map to the next where there is room."""
WIDEST = 1000
"""Units that the cells of a row share where they are many."""
LEFT, BELOW = 34, 22
"""Room for the names of rows and columns."""
EVERY = 5
"""Columns from one name to the next."""

BOXES, DEPTH, BRANCHING = range(3)
"""Places in the coordinates of a cell."""


class Place(NamedTuple):
    """What a cell stands for; a range is None where the metric is not known."""

    boxes: int
    depth: tuple[int, int] | None
    branching: tuple[float, float] | None


class Map(NamedTuple):
    """The cells of an archive that share one coordinate, as a picture of the other two.

    `across` is the coordinate that is shared, BOXES or BRANCHING, and the other one of these is from top to bottom.
    """

    across: int
    place: Place
    svg: Markup


def sparkline(values: Iterable[float | None], label: str) -> Markup:
    """A line of values from left to right; those that are not known yet are left out."""
    known = [value for value in values if value is not None]
    low, high = min(known, default=0), max(known, default=0)
    across = (WIDTH - 2 * MARGIN) / max(len(known) - 1, 1)
    # halves, for the distance of two floats may be larger than any float
    up, span = HEIGHT - 2 * MARGIN, high / 2 - low / 2 or 1
    points = " ".join(
        f"{MARGIN + across * place:.1f},{HEIGHT - MARGIN - up * ((value / 2 - low / 2) / span):.1f}"
        for place, value in enumerate(known)
    )
    return Markup(
        '<svg class="sparkline" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">'
        '<polyline points="{}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg>'
    ).format(WIDTH, HEIGHT, WIDTH, HEIGHT, label, points)


def heat_maps(cells: Sequence[CellRow], told: Callable[[Place, float], str], label: str) -> list[Map]:
    """An archive as maps with depth from left to right, every cell a link to its level.

    Of boxes and branching, the one with fewer values tells the maps apart. `told` says in words what a cell is.
    """
    counted = {place: len({row.cell[place] for row in cells}) for place in (BOXES, BRANCHING)}
    shared = BRANCHING if counted[BRANCHING] < counted[BOXES] else BOXES
    scores = sorted({row.score for row in cells})
    shade = {score: SHADES * place // len(scores) for place, score in enumerate(scores)}
    maps = []
    for value in sorted({row.cell[shared] for row in cells}):
        chosen = [row for row in cells if row.cell[shared] == value]
        maps.append(Map(shared, place_of(chosen[0].cell), _map(chosen, BOXES + BRANCHING - shared, shade, told, label)))
    return maps


def place_of(cell: Sequence[int]) -> Place:
    """What the coordinates of a cell stand for."""
    boxes, depth, branching = cell
    return Place(
        boxes,
        None if depth == UNKNOWN else (depth * DEPTH_BIN, (depth + 1) * DEPTH_BIN - 1),
        None if branching == UNKNOWN else (branching * BRANCHING_BIN, (branching + 1) * BRANCHING_BIN),
    )


def _map(
    cells: Sequence[CellRow],
    down: int,
    shade: dict[float, int],
    told: Callable[[Place, float], str],
    label: str,
) -> Markup:
    columns = [row.cell[DEPTH] for row in cells]
    rows = [row.cell[down] for row in cells]
    first, lowest, highest = min(columns), min(rows), max(rows)
    count = max(columns) - first + 1
    step = min(STEP, max(WIDEST / count, 2.0))
    width, height = LEFT + step * count, STEP * (highest - lowest + 1) + BELOW
    drawn = [
        *_row_names(lowest, highest, down),
        *_column_names(first, count, step, height),
        *(
            _cell(row, LEFT + step * (row.cell[DEPTH] - first), step, STEP * (highest - row.cell[down]), shade, told)
            for row in cells
        ),
    ]
    return Markup(
        '<svg class="heat" viewBox="0 0 {:.0f} {}" width="{:.0f}" height="{}" role="group" aria-label="{}">{}</svg>'
    ).format(width, height, width, height, label, Markup("").join(drawn))


def _cell(
    row: CellRow,
    x: float,
    step: float,
    y: int,
    shade: dict[float, int],
    told: Callable[[Place, float], str],
) -> Markup:
    text = told(place_of(row.cell), row.score)
    gap = min(2.0, step / 8)
    return Markup(
        '<a id="cell-{}" href="/levels/{}" aria-label="{}"><rect class="heat-{}" x="{:.1f}" y="{}" width="{:.1f}" '
        'height="{}" rx="2"><title>{}</title></rect></a>'
    ).format("-".join(map(str, row.cell)), row.level_id, text, shade[row.score], x, y, step - gap, STEP - 2, text)


def _row_names(lowest: int, highest: int, down: int) -> Iterator[Markup]:
    for value in range(lowest, highest + 1):
        place = place_of((value, 0, 0) if down == BOXES else (0, 0, value))
        known = place.boxes if down == BOXES else place.branching and number(place.branching[0])
        y = STEP * (highest - value) + STEP * 0.65
        yield _name(LEFT - 6, y, "end", "?" if known is None else known)


def _column_names(first: int, count: int, step: float, height: float) -> Iterator[Markup]:
    every = EVERY * max(1, round(STEP / step))
    for column in range(first, first + count):
        depth = place_of((0, column, 0)).depth
        if depth is None or (column - first) % every == 0:
            yield _name(LEFT + step * (column - first), height - 6, "start", "?" if depth is None else depth[0])


def _name(x: float, y: float, anchor: str, text: object) -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" aria-hidden="true">{}</text>').format(
        x, y, anchor, escape(text)
    )
