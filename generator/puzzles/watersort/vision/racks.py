"""Which boxes of a picture are its tubes: those that are alike and stand in rows."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.limits import MOST_TUBES
from generator.puzzles.watersort.vision.outlines import Box

MOST_ROWS = 4
MOST_RACKS = 5
"""Racks that are looked into; the true one is nearly always the first."""

_WIDER, _HIGHER = 0.12, 0.06
"""How much tubes of one rack may differ."""

_LIFTED, _HIGHEST_LIFT = 0.035, 0.3
"""How much higher up than its row a tube must be to count as lifted, and may be at most, of its height."""

_STRICTNESS = 20.0


class Rack(NamedTuple):
    """Tubes in their rows, from above and from left to right."""

    rows: Sequence[Sequence[Box]]

    @property
    def tubes(self) -> list[Box]:
        """All tubes in the order of their names."""
        return [tube for row in self.rows for tube in row]

    @property
    def pitch(self) -> float:
        """How far a tube stands from its neighbour, left edge to left edge."""
        steps = [other.left - one.left for row in self.rows for one, other in pairwise(row)]
        return float(np.median(steps)) if steps else 2 * self.tubes[0].width

    @property
    def area(self) -> float:
        """Of all tubes, in pixels."""
        return len(self.tubes) * self.tubes[0].width * self.tubes[0].height

    def overlaps(self, other: "Rack") -> bool:
        """Whether any tube of one is in the place of one of the other."""
        return any(overlap(one, another) for one in self.tubes for another in other.tubes)


def racks_of(boxes: Sequence[Box]) -> list[Rack]:
    """The likeliest racks, the best first: those of many large boxes that are all alike."""
    table = np.array(boxes, np.float64).reshape(-1, 4)
    found: dict[tuple[Box, ...], tuple[float, Rack]] = {}
    for prototype in {_rounded(box): box for box in boxes}.values():
        rows = _rows(_alike(table, prototype), prototype)
        count = sum(map(len, rows))
        if count >= 2:
            rack = _evened(rows)
            worth = count * prototype.width * prototype.height * _likeness(rows)
            found[tuple(tube for row in rows for tube in row)] = (worth, rack)
    best = sorted(found.values(), key=lambda pair: -pair[0])
    return [rack for _, rack in best[:MOST_RACKS]]


def _rounded(box: Box) -> tuple[int, int]:
    """Prototypes of about this size find the same boxes."""
    return round(box.width / 2), round(box.height / 3)


def _alike(table: NDArray[np.float64], prototype: Box) -> Iterable[Box]:
    """The boxes of nearly the size of a prototype, those that are most like it first."""
    wider, higher = np.abs(table[:, 2] - prototype.width), np.abs(table[:, 3] - prototype.height)
    alike = np.flatnonzero((wider <= _WIDER * prototype.width + 2) & (higher <= _HIGHER * prototype.height + 2))
    nearest = alike[np.argsort((wider + higher)[alike], kind="stable")]
    return (Box(*map(float, table[place])) for place in nearest)


def _rows(boxes: Iterable[Box], prototype: Box) -> list[list[Box]]:
    """The boxes in rows by their feet, of those that overlap the first one; none where they are too many for a rack."""
    rows: list[list[Box]] = []
    for box in boxes:
        if any(overlap(box, other) for row in rows for other in row):
            continue
        row = next((row for row in rows if _is_beside(row, box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
        if len(rows) > MOST_ROWS or sum(map(len, rows)) > MOST_TUBES:
            return []
    return [sorted(row) for row in sorted(rows, key=lambda row: row[0].top)]


def _is_beside(row: Sequence[Box], box: Box) -> bool:
    """Whether a tube stands in a row, be it that one of them is lifted since it was chosen."""
    return abs(float(np.median([tube.bottom for tube in row])) - box.bottom) <= _HIGHEST_LIFT * box.height


def overlap(one: Box, other: Box) -> bool:
    """Whether boxes share more than their edges."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > 0.1 * min(one.width, other.width) and high > 0.1 * min(one.height, other.height)


def _likeness(rows: Sequence[Sequence[Box]]) -> float:
    """How alike the boxes are, to 1: those that noise has made differ."""
    sizes = np.array([(tube.width, tube.height) for row in rows for tube in row])
    middle = np.median(sizes, axis=0)
    spread = (np.abs(sizes - middle) / middle).sum(axis=1).mean()
    askew = max(np.abs([_foot(row, tube) - tube.bottom for tube in row]).mean() for row in rows) / middle[1]
    return float(1 / (1 + _STRICTNESS * (spread + askew)))


def _evened(rows: Sequence[Sequence[Box]]) -> Rack:
    """All tubes as wide and as high as the median, those of a row equally high up but for lifted ones."""
    tubes = [tube for row in rows for tube in row]
    width = float(np.median([tube.width for tube in tubes]))
    height = float(np.median([tube.height for tube in tubes]))
    return Rack(
        [[Box(tube.middle - width / 2, _foot(row, tube) - height, width, height) for tube in row] for row in rows]
    )


def _foot(row: Sequence[Box], tube: Box) -> float:
    """Where a tube of a row ends below: where most do, or where it does itself if it is lifted."""
    foot = float(np.median([other.bottom for other in row]))
    return tube.bottom if foot - tube.bottom > _LIFTED * tube.height else foot
