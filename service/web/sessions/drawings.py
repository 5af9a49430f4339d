"""Small SVG pictures of figures; classes and `currentColor` leave all colours to the style sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from generator import Declaration
from generator.values import PIECES
from optimiser.archive import UNKNOWN
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

    family: Declaration
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


def heat_maps(cells: Sequence[CellRow], family: Declaration, describe: Described, label: str) -> list[Map]:
    """The archive of a family as maps with the depth from left to right, every cell a link to its level.

    Of the other axes the one with the most values goes downwards, the last of equals; the rest tell the maps apart.
    """
    plan = _plan(cells, family, describe)
    shared = [axis for axis in range(len(family.archive)) if axis not in (plan.across, plan.down)]
    groups: dict[tuple[int, ...], list[CellRow]] = {}
    for row in cells:
        groups.setdefault(tuple(row.cell[axis] for axis in shared), []).append(row)
    across, down = _name_of(family, plan.across), "" if plan.down is None else _name_of(family, plan.down)
    return [
        Map([spans(family, chosen[0].cell)[axis] for axis in shared], across, down, _map(chosen, plan, label))
        for _, chosen in sorted(groups.items())
    ]


def spans(family: Declaration, cell: Sequence[int]) -> list[Span]:
    """What the coordinates of a cell stand for."""
    return [_span(family, axis, number) for axis, number in enumerate(cell)]


def _plan(cells: Sequence[CellRow], family: Declaration, describe: Described) -> _Plan:
    axes = range(len(family.archive))
    across = next((axis for axis in axes if family.archive[axis].metric == "depth"), 0)
    counts = {axis: len({row.cell[axis] for row in cells}) for axis in axes if axis != across}
    scores = sorted({row.score for row in cells})
    shades = {score: SHADES * index // len(scores) for index, score in enumerate(scores)}
    return _Plan(family, across, max(counts, key=lambda axis: (counts[axis], axis), default=None), shades, describe)


def _span(family: Declaration, axis: int, number: int) -> Span:
    low, high = (None, None) if number == UNKNOWN else family.archive[axis].span(number)
    return Span(_name_of(family, axis), low, high)


def _name_of(family: Declaration, axis: int) -> str:
    metric = family.archive[axis].metric
    return family.pieces if metric == PIECES else metric.replace("_", " ")


def _map(cells: Sequence[CellRow], plan: _Plan, label: str) -> Markup:
    columns, rows = [*map(plan.column, cells)], [*map(plan.row, cells)]
    first, lowest, highest = min(columns), min(rows), max(rows)
    count = max(columns) - first + 1
    step = min(STEP, max(WIDEST / count, 2.0))
    width, height = LEFT + step * count, STEP * (highest - lowest + 1) + BELOW
    drawn = [
        *_row_names(lowest, highest, plan),
        *_column_names(range(first, first + count), step, height, plan),
        *(
            _cell(row, LEFT + step * (plan.column(row) - first), step, STEP * (highest - plan.row(row)), plan)
            for row in cells
        ),
    ]
    return Markup(
        '<svg class="heat" viewBox="0 0 {:.0f} {}" width="{:.0f}" height="{}" role="group" aria-label="{}">{}</svg>'
    ).format(width, height, width, height, label, Markup("").join(drawn))


def _cell(row: CellRow, x: float, step: float, y: int, plan: _Plan) -> Markup:
    text = plan.describe(spans(plan.family, row.cell), row.score)
    gap = min(2.0, step / 8)
    return Markup(
        '<a id="cell-{}" href="/levels/{}" aria-label="{}"><rect class="heat-{}" x="{:.1f}" y="{}" width="{:.1f}" '
        'height="{}" rx="2"><title>{}</title></rect></a>'
    ).format("-".join(map(str, row.cell)), row.level_id, text, plan.shades[row.score], x, y, step - gap, STEP - 2, text)


def _row_names(lowest: int, highest: int, plan: _Plan) -> Iterator[Markup]:
    if plan.down is None:
        return
    for value in range(lowest, highest + 1):
        yield _name(LEFT - 6, STEP * (highest - value) + STEP * 0.65, "end", _span(plan.family, plan.down, value))


def _column_names(columns: range, step: float, height: float, plan: _Plan) -> Iterator[Markup]:
    every = EVERY * max(1, round(STEP / step))
    for index, column in enumerate(columns):
        if column == UNKNOWN or index % every == 0:
            yield _name(LEFT + step * index, height - 6, "start", _span(plan.family, plan.across, column))


def _name(x: float, y: float, anchor: str, span: Span) -> Markup:
    text = "?" if span.low is None else number(span.low)
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" aria-hidden="true">{}</text>').format(
        x, y, anchor, text
    )
