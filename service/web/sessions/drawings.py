"""Small SVG pictures of figures; classes and `currentColor` leave all colours to the style sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from generator import Axis
from generator.values import PIECES
from optimiser.archive import UNKNOWN
from service.figures import number
from storage.queries import CellRow

WIDTH, HEIGHT, MARGIN = 120, 28, 2
"""Of a sparkline."""
SHADES = 8
"""Steps of colour from the worst score of an archive to its best."""
STEP = 26
"""Units from one cell of a map to the next where there is room."""
WIDEST = 1000
"""Units that the cells of a row share where they are many."""
LEFT, BELOW = 34, 22
"""Room for the names of rows and columns."""
MOST_BINS = 1000
"""Rows or columns up to which those without a level are drawn too."""
EVERY = 5
"""Columns from one name to the next."""


class Span(NamedTuple):
    """The values of a bin on the axis of that name, from `low` to `high`; both are None where the value is unknown."""

    name: str
    low: float | None
    high: float | None


class Map(NamedTuple):
    """Cells of an archive as a picture with an axis from left to right and, if there are several, one downwards.

    `shared` are their bins on all other axes.
    """

    shared: Sequence[Span]
    across: str
    down: str
    svg: Markup


Described = Callable[[Sequence[Span], float], str]
"""Says in words what a cell is and its best score."""


class _Plan(NamedTuple):
    """How cells are drawn: the numbers of the axes from left to right and downwards, and the shade of each score."""

    axes: Sequence[Axis]
    pieces: str
    across: int
    down: int | None
    shades: Mapping[float, int]
    describe: Described

    def column(self, row: CellRow) -> int:
        return row.cell[self.across]

    def row(self, row: CellRow) -> int:
        return 0 if self.down is None else row.cell[self.down]


def sparkline(values: Iterable[float | None], label: str) -> Markup:
    """A line of values from left to right; those that are not known yet are left out."""
    known = [value for value in values if value is not None]
    low, high = min(known, default=0), max(known, default=0)
    across = (WIDTH - 2 * MARGIN) / max(len(known) - 1, 1)
    # halves, for the distance of two floats may be larger than any float
    up, span = HEIGHT - 2 * MARGIN, high / 2 - low / 2 or 1
    points = " ".join(
        f"{MARGIN + across * index:.1f},{HEIGHT - MARGIN - up * ((value / 2 - low / 2) / span):.1f}"
        for index, value in enumerate(known)
    )
    return Markup(
        '<svg class="sparkline" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">'
        '<polyline points="{}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg>'
    ).format(WIDTH, HEIGHT, WIDTH, HEIGHT, label, points)


def heat_maps(
    cells: Sequence[CellRow], axes: Sequence[Axis], pieces: str, describe: Described, label: str
) -> list[Map]:
    """An archive as maps with the depth, or else the first axis, from left to right, every cell a link to its level.

    `pieces` is what the family calls them. Of the other axes the one with the most values goes downwards, the last of
    equals; the rest tell the maps apart.
    """
    plan = _plan(cells, axes, pieces, describe)
    shared = [axis for axis in range(len(axes)) if axis not in (plan.across, plan.down)]
    groups: dict[tuple[int, ...], list[CellRow]] = {}
    for row in cells:
        groups.setdefault(tuple(row.cell[axis] for axis in shared), []).append(row)
    across, down = _name_of(axes[plan.across], pieces), "" if plan.down is None else _name_of(axes[plan.down], pieces)
    return [
        Map([spans(axes, pieces, chosen[0].cell)[axis] for axis in shared], across, down, _map(chosen, plan, label))
        for _, chosen in sorted(groups.items())
    ]


def spans(axes: Sequence[Axis], pieces: str, cell: Sequence[int]) -> list[Span]:
    """What the coordinates of a cell stand for."""
    return [_span(axis, pieces, number) for axis, number in zip(axes, cell, strict=True)]


def _plan(cells: Sequence[CellRow], axes: Sequence[Axis], pieces: str, describe: Described) -> _Plan:
    across = next((number for number, axis in enumerate(axes) if axis.metric == "depth"), 0)
    counts = {axis: len({row.cell[axis] for row in cells}) for axis in range(len(axes)) if axis != across}
    scores = sorted({row.score for row in cells})
    shades = {score: SHADES * index // len(scores) for index, score in enumerate(scores)}
    down = max(counts, key=lambda axis: (counts[axis], axis), default=None)
    return _Plan(axes, pieces, across, down, shades, describe)


def _span(axis: Axis, pieces: str, number: int) -> Span:
    low, high = (None, None) if number == UNKNOWN else axis.span(number)
    return Span(_name_of(axis, pieces), low, high)


def _name_of(axis: Axis, pieces: str) -> str:
    return pieces if axis.metric == PIECES else axis.metric.replace("_", " ")


def _map(cells: Sequence[CellRow], plan: _Plan, label: str) -> Markup:
    columns, rows = _bins(map(plan.column, cells)), _bins(map(plan.row, cells))[::-1]
    step = min(STEP, max(WIDEST / len(columns), 2.0))
    width, height = LEFT + step * len(columns), STEP * len(rows) + BELOW
    across = {column: LEFT + step * index for index, column in enumerate(columns)}
    down = {row: STEP * index for index, row in enumerate(rows)}
    drawn = [
        *_row_names(rows, plan),
        *_column_names(columns, step, height, plan),
        *(_cell(row, across[plan.column(row)], step, down[plan.row(row)], plan) for row in cells),
    ]
    return Markup(
        '<svg class="heat" viewBox="0 0 {:.0f} {}" width="{:.0f}" height="{}" role="group" aria-label="{}">{}</svg>'
    ).format(width, height, width, height, label, Markup("").join(drawn))


def _bins(numbers: Iterable[int]) -> Sequence[int]:
    """The bins to draw, in order: all from the first to the last, or only those with a level where they are many."""
    known = sorted(set(numbers))
    every = range(known[0], known[-1] + 1)
    return every if len(every) <= MOST_BINS else known


def _cell(row: CellRow, x: float, step: float, y: int, plan: _Plan) -> Markup:
    text = plan.describe(spans(plan.axes, plan.pieces, row.cell), row.score)
    gap = min(2.0, step / 8)
    return Markup(
        '<a id="cell-{}" href="/levels/{}" aria-label="{}"><rect class="heat-{}" x="{:.1f}" y="{}" width="{:.1f}" '
        'height="{}" rx="2"><title>{}</title></rect></a>'
    ).format("-".join(map(str, row.cell)), row.level_id, text, plan.shades[row.score], x, y, step - gap, STEP - 2, text)


def _row_names(rows: Sequence[int], plan: _Plan) -> Iterator[Markup]:
    if plan.down is None:
        return
    for index, row in enumerate(rows):
        yield _name(LEFT - 6, STEP * index + STEP * 0.65, "end", _span(plan.axes[plan.down], plan.pieces, row))


def _column_names(columns: Sequence[int], step: float, height: float, plan: _Plan) -> Iterator[Markup]:
    every = EVERY * max(1, round(STEP / step))
    for index, column in enumerate(columns):
        if column == UNKNOWN or index % every == 0:
            yield _name(LEFT + step * index, height - 6, "start", _span(plan.axes[plan.across], plan.pieces, column))


def _name(x: float, y: float, anchor: str, span: Span) -> Markup:
    text = "?" if span.low is None else number(span.low)
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" aria-hidden="true">{}</text>').format(
        x, y, anchor, text
    )
