"""The units in the water: how high one is, how many a tube has, and their colours."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.limits import LARGEST_CAPACITY
from generator.puzzles.watersort.vision.groups import Numbers
from generator.puzzles.watersort.vision.insides import Floats, Insides
from generator.puzzles.watersort.vision.water import Water

_CORE = 0.28
"""The part of a unit above its middle, and below it, that is looked at."""

_STEP = 6.0
"""Neighbouring units that differ by less have no boundary that is measured."""


_LEAST_HEIGHT = 3
"""Rows of pixels in a unit."""

_LARGEST_HEIGHT = 2.2
"""Units higher than this, of a tube's width, are none, however their height is fitted."""


class Scale(NamedTuple):
    """Where units begin: the row of the lowest one's foot, and the height of each."""

    foot: float
    height: float

    def core(self, place: int) -> tuple[int, int, int]:
        """The rows between which a unit is looked at: the first, the middle and the last."""
        middle = self.foot - (place + 0.5) * self.height
        first = max(round(middle - _CORE * self.height), 0)
        centre = max(round(middle), first + 1)
        return first, centre, max(round(middle + _CORE * self.height), centre + 1)


class Units(NamedTuple):
    """Units of one height."""

    counts: Numbers
    """How many each tube has."""
    colours: Floats
    """All of them in CIE Lab, tube by tube from the foot."""
    scale: Scale
    offset: float
    """How far boundaries are from where they should be, in units: nine of ten are nearer."""
    worst: float
    """The same for the furthest one."""
    seen: int
    """How many boundaries there are between two colours."""
    roughness: float
    """The largest difference between the upper and the lower half of a unit."""
    floor: float
    """Rows between where the water of most tubes ends and the end of the tubes."""


class Parting(NamedTuple):
    """One way to part the water: a first guess of the scale, and how many units each tube has."""

    scale: Scale
    counts: Numbers
    floor: float
    """Rows between where the water of most tubes ends and the end of the tubes."""


def partings(insides: Insides, water: Water) -> Iterator[Parting]:
    """The ways to part the water, for every number of units in the highest tube that are not much too high."""
    foot = _foot(insides, water)
    is_wet = water.tops < insides.tubes.shape[1]
    for most in range(1, LARGEST_CAPACITY + 1):
        scale = Scale(foot, (foot - water.tops.min()) / most)
        if scale.height < _LEAST_HEIGHT:
            return
        if scale.height <= _LARGEST_HEIGHT * insides.width:
            counts = np.where(is_wet, np.round((foot - water.tops) / scale.height), 0).astype(np.int64)
            yield Parting(scale, counts, insides.tubes.shape[1] - foot)


def parted(insides: Insides, water: Water, parting: Parting) -> Units:
    """The units of one way to part the water, at the height that fits the boundaries between colours best."""
    scale, counts, floor = parting
    colours, _ = _sampled(insides, counts, scale)
    bounds = _bounds(insides, water, counts, colours, scale)
    scale = _fitted(bounds, scale, insides.tubes.shape[1])
    offsets = np.abs((scale.foot - bounds[1:, 1]) / scale.height - bounds[1:, 0])
    colours, roughness = _sampled(insides, counts, scale)
    seen = len(bounds) - 1 - int((counts > 0).sum())
    return Units(
        counts, colours, scale, float(np.percentile(offsets, 90)), float(offsets.max()), seen, roughness, floor
    )


def _foot(insides: Insides, water: Water) -> float:
    """Where the water of most tubes ends below: its lowest colour goes over into the wall or the ground."""
    height = insides.tubes.shape[1]
    above = round(0.35 * insides.width)
    ends = []
    for tube, top in zip(insides.tubes, water.tops, strict=True):
        if top < height - above:
            lowest = np.median(tube[height - above - 3 : height - above + 3], axis=0)
            other = np.linalg.norm(tube[height - above :] - lowest, axis=1) > 2 * _STEP
            ends.append(height - above + int(other.argmax()) if other.any() else height)
    return float(np.median(ends)) if ends else float(height)


def _sampled(insides: Insides, counts: Numbers, scale: Scale) -> tuple[Floats, float]:
    """The colours of all units, and the largest difference between the halves of one."""
    places = range(int(counts.max()))
    halves = np.array([_halves(insides.tubes, scale, place) for place in places]).transpose(2, 0, 1, 3)
    pairs = halves[np.array(places) < counts[:, np.newaxis]]
    return pairs.mean(axis=1), float(np.linalg.norm(pairs[:, 0] - pairs[:, 1], axis=1).max())


def _halves(tubes: Floats, scale: Scale, place: int) -> tuple[Floats, Floats]:
    """The colours of the upper and of the lower half of the unit in a place, in every tube."""
    first, centre, last = scale.core(place)
    return _middle(tubes[:, first:centre]), _middle(tubes[:, centre:last])


def _middle(rows: Floats) -> Floats:
    """The medians over the second of three axes; numpy's own takes several times as long for a few rows."""
    ordered, count = np.sort(rows, axis=1), rows.shape[1]
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2, np.float32)


def _bounds(insides: Insides, water: Water, counts: Numbers, colours: Floats, scale: Scale) -> NDArray[np.float64]:
    """How many units are below a boundary, and its row: of every two colours, and of all the water of a tube."""
    found = [(0.0, scale.foot)]
    is_seen = _squares(np.diff(colours, axis=0)) > _STEP**2
    first = 0
    for tube, top, count in zip(insides.tubes, water.tops, counts, strict=True):
        if count:
            found.append((float(count), float(top)))
        for below in range(1, count):
            if is_seen[first + below - 1]:
                lower, upper = colours[first + below - 1 : first + below + 1]
                found.append((float(below), _boundary(tube, lower, upper, below, scale)))
        first += count
    return np.array(found)


def _boundary(tube: Floats, lower: Floats, upper: Floats, below: int, scale: Scale) -> float:
    """The row in which a colour goes over into the next one."""
    begin, end = (max(round(scale.foot - (below + side) * scale.height), 0) for side in (0.5, -0.5))
    rows = tube[begin:end]
    return begin + float((_squares(rows - upper) < _squares(rows - lower)).sum())


def _squares(rows: Floats) -> Floats:
    """The square of the length of each row."""
    return np.asarray(np.einsum("ij,ij->i", rows, rows), np.float32)


def _fitted(bounds: NDArray[np.float64], scale: Scale, rows: int) -> Scale:
    """The scale that fits the boundaries best; the one before where that leaves the rows of the tubes.

    The foot is fitted too where there are enough others, because a round one may hold a higher unit.
    """
    if len(np.unique(bounds[1:, 0])) >= 3:
        bounds = bounds[1:]
    if len(np.unique(bounds[:, 0])) < 3:
        return scale
    slope, foot = np.polyfit(bounds[:, 0], bounds[:, 1], 1)
    is_inside = slope < -_LEAST_HEIGHT and foot + slope / 2 + 2 < rows
    return Scale(float(foot), float(-slope)) if is_inside else scale
