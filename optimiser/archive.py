"""A MAP-Elites archive: the best level of every kind, beside the pool, for curators.

MAP-Elites is due to J.-B. Mouret and J. Clune, Illuminating search spaces by mapping elites (2015).
"""

from collections.abc import Iterable
from math import floor
from typing import Any

from generator import Metrics
from optimiser.recorder import CellRecord

DEPTH_BIN = 4
"""Depths in one bin: 0 to 3, 4 to 7 ..."""
BRANCHING_BIN = 1.0
"""The width of a branching bin: from 0 to below 1, from 1 to below 2 ..."""
UNKNOWN = -1
"""The bin of a metric that is not known within the budget."""

Cell = tuple[int, int, int]


class Archive:
    """The best key and score of each cell; the levels themselves are the recorder's to keep."""

    def __init__(self, stored: Iterable[tuple[Iterable[int], str, float]] = ()) -> None:
        self._best: dict[tuple[int, ...], tuple[str, float]] = {
            tuple(cell): (key, score) for cell, key, score in stored
        }

    def __len__(self) -> int:
        return len(self._best)

    def add(self, boxes: int, metrics: Metrics, key: str, score: float) -> CellRecord | None:
        """Offer a level; the cell that it fills or improves, or None."""
        cell = cell_of(boxes, metrics)
        if cell in self._best and score <= self._best[cell][1]:
            return None
        self._best[cell] = (key, score)
        return CellRecord(cell, key, score)

    def to_json(self) -> list[Any]:
        """The archive as JSON from which it can be made again."""
        return [[list(cell), key, score] for cell, (key, score) in self._best.items()]


def cell_of(boxes: int, metrics: Metrics) -> Cell:
    """The coordinates of a level's cell: boxes, depth bin, branching bin."""
    return boxes, _bin(metrics["depth"], DEPTH_BIN), _bin(metrics["branching"], BRANCHING_BIN)


def _bin(value: int | float | None, width: float) -> int:
    return UNKNOWN if value is None else floor(value / width)
