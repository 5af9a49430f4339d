"""A MAP-Elites archive: the best level of every kind, beside the pool, for curators.

MAP-Elites is due to J.-B. Mouret and J. Clune, Illuminating search spaces by mapping elites (2015).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from generator import Axis, Description, Metrics, Space, get_declaration
from generator.values import AXES, PIECES
from optimiser.errors import AxisError
from optimiser.recorder import CellRecord

UNKNOWN = -1
"""The bin of a metric that is not known within the budget."""

Cell = tuple[int, ...]
"""A bin on each axis."""

AXIS = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?::\s*([0-9]{1,15}(\.[0-9]{1,25})?)\s*)?")
NARROWEST, WIDEST = 0.001, 10**9
"""The least and the greatest width of a bin."""


class Archive:
    """The identity and score of the best level of each cell; the levels themselves are the recorder's to keep."""

    def __init__(self, axes: Sequence[Axis], stored: Iterable[tuple[Iterable[int], str, float]] = ()) -> None:
        self._axes = axes
        self._best: dict[Cell, tuple[str, float]] = {tuple(cell): (identity, score) for cell, identity, score in stored}

    def __len__(self) -> int:
        return len(self._best)

    def add(self, description: Description, metrics: Metrics, identity: str, score: float) -> CellRecord | None:
        """Offer a level; the cell that it fills or improves, or None."""
        cell = cell_of(self._axes, description, metrics)
        if cell in self._best and score <= self._best[cell][1]:
            return None
        self._best[cell] = (identity, score)
        return CellRecord(cell, identity, score)

    def to_json(self) -> list[Any]:
        """The archive as JSON from which it can be made again."""
        return [[list(cell), identity, score] for cell, (identity, score) in self._best.items()]


def cell_of(axes: Sequence[Axis], description: Description, metrics: Metrics) -> Cell:
    """The cell of a level."""
    return tuple(_bin(axis, description.pieces if axis.metric == PIECES else metrics[axis.metric]) for axis in axes)


def _bin(axis: Axis, value: int | float | None) -> int:
    return UNKNOWN if value is None else axis.bin_of(value)


def parse_axis(text: str) -> Axis:
    """The axis of a text such as `depth:4`; without a width it is 1. Raises AxisError."""
    match = AXIS.fullmatch(text)
    metric, digits, fraction = match.groups("") if match else ("", "", "")
    width = float(digits) if fraction else int(digits or 1)
    if not metric or not NARROWEST <= width <= WIDEST:
        raise AxisError(
            "axis {text!r} is not METRIC:WIDTH with a width from {least} to {most}; write for example 'depth:4'",
            text=text,
            least=NARROWEST,
            most=WIDEST,
        )
    return Axis(metric, width)


def axes_of(family: str, space: Space) -> Sequence[Axis]:
    """The axes of the archive of a session: its own, or those of the family."""
    return [parse_axis(text) for text in space.get(AXES, ())] or get_declaration(family).archive
