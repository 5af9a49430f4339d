"""Which units have the same colour: groups of equal size that are as far apart as can be."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.limits import LARGEST_CAPACITY, LEAST_CAPACITY, MOST_COLOURS
from generator.puzzles.watersort.vision.insides import Floats

LEAST_STEP = 2.0
"""Distances in CIE Lab below this one say nothing."""

Numbers = NDArray[np.int64]
Link = tuple[float, int, int]


class Groups(NamedTuple):
    """The group of each unit; `within` is the largest step inside of a group, `between` the least to another one."""

    numbers: Numbers
    size: int
    within: float
    between: float

    @property
    def margin(self) -> float:
        """How far groups are apart, from 0 (no further than their own units) to 1."""
        return max(1 - max(self.within, LEAST_STEP) / max(self.between, LEAST_STEP), 0.0)


def groups_of(units: Floats, least: int) -> Groups | None:
    """The groups of equal size, at least so large, that are the furthest apart; None where there are none."""
    links = _links(units)
    found = []
    for size in sizes_of(len(units), least):
        kept = len(units) - len(units) // size
        numbers = _joined(len(units), links[:kept])
        if (np.bincount(numbers) == size).all():
            found.append(Groups(numbers, size, links[kept - 1][0], links[kept][0]))
    return max(found, key=lambda groups: groups.margin, default=None)


def sizes_of(units: int, least: int) -> list[int]:
    """The sizes, the largest first and at least so large, that groups of equally many units of a level may have."""
    sizes = range(LARGEST_CAPACITY, max(least, LEAST_CAPACITY) - 1, -1)
    return [size for size in sizes if units % size == 0 and 2 <= units // size <= MOST_COLOURS]


def groups_nearer_than(units: Floats, distance: float) -> Numbers:
    """The groups of any size that no smaller step joins."""
    return _joined(len(units), [link for link in _links(units) if link[0] < distance])


def _links(units: Floats) -> Sequence[Link]:
    """The shortest tree through all units (Prim's), its shortest links first."""
    distances = np.linalg.norm(units[:, np.newaxis] - units, axis=2)
    nearest, origin = distances[0].copy(), np.zeros(len(units), np.int64)
    outside = np.ones(len(units), np.bool_)
    outside[0] = False
    links = []
    while outside.any():
        place = int(np.where(outside, nearest, np.inf).argmin())
        links.append((float(nearest[place]), int(origin[place]), place))
        outside[place] = False
        closer = distances[place] < nearest
        nearest[closer], origin[closer] = distances[place][closer], place
    return sorted(links)


def _joined(count: int, links: Sequence[Link]) -> Numbers:
    """The numbers of the groups that some links make."""
    numbers = np.arange(count)
    for _, one, other in links:
        numbers[numbers == numbers[other]] = numbers[one]
    return np.unique(numbers, return_inverse=True)[1]
