"""How high the water stands in every tube, for each way in which an empty tube may look."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.vision.insides import Floats, Insides

Rows = NDArray[np.bool_]

CLEARNESS = (1.0, 0.5, 0.0)
"""How much of the ground is seen through an empty tube."""

TOLERANCES = (5.0, 9.0, 15.0, 24.0)
"""How far a colour may be from that of an empty tube, in CIE Lab."""

_RIM, _FOOT = 0.2, 0.25
"""The ends of a tube in which its wall may be seen, of its width."""

_THINNEST = 0.25
"""Water is at least so high, of a tube's width; what is thinner is a rim or a streak."""

_FLOATING = 0.8
"""How likely a look is that leaves something floating above the water, such as a reflection or a pattern."""


class Look(NamedTuple):
    """How far all that is in the tubes is from one look of empty tubes, and how likely that look is."""

    distance: Floats
    likelihood: float


class Water(NamedTuple):
    """The first row of water in every tube, as many as there are rows where it is empty."""

    tops: NDArray[np.int64]
    look: Look
    clear: float
    """How far nearly all that is above the water is from the look of empty tubes."""
    step: float
    """The largest step between what is above the water and what is below it there."""


def waters(insides: Insides) -> Iterator[Water]:
    """Every water level that some look of empty tubes explains, each once."""
    known = set()
    for look in _looks(insides):
        for tolerance in TOLERANCES:
            for water in _water(insides, look, tolerance):
                key = (water.look.likelihood, *(water.tops // 3))
                if key not in known:
                    known.add(key)
                    yield water


def _looks(insides: Insides) -> Iterator[Look]:
    """Clear glass, what is below all rims, or what is in one tube."""
    rim, foot = round(_RIM * insides.width), round(_FOOT * insides.width)
    yield Look(np.asarray(np.linalg.norm(insides.tubes - insides.ground, axis=2)), 1.0)
    for clearness in CLEARNESS:
        veiled = insides.tubes - clearness * insides.ground
        yield Look(_distance(veiled, np.median(veiled[:, rim : 2 * rim], axis=(0, 1))), 0.97)
        for tube in veiled:
            middle = np.median(tube[rim:-foot], axis=0)
            if np.percentile(np.linalg.norm(tube[rim:-foot] - middle, axis=1), 85) < TOLERANCES[-1]:
                yield Look(_distance(veiled, middle), 0.85)


def _distance(colours: Floats, one: Floats) -> Floats:
    return np.asarray(np.linalg.norm(colours - one, axis=2))


def _water(insides: Insides, look: Look, tolerance: float) -> Iterator[Water]:
    """The water levels where nothing floats above them, and those below all that floats; some tube has room."""
    is_full, width = look.distance > tolerance, insides.width
    tops = np.array([_top(rows, width) for rows in is_full])
    thinnest = round(_THINNEST * width)
    holed = any(_longest(~rows[top:]) > thinnest for rows, top in zip(is_full, tops, strict=True))
    if not holed:
        yield from _levels(insides, look, tops)
        return
    tops = np.array([_resting(rows, width) for rows in is_full])
    yield from _levels(insides, look._replace(likelihood=_FLOATING * look.likelihood), tops)


def _levels(insides: Insides, look: Look, tops: NDArray[np.int64]) -> Iterator[Water]:
    width = insides.width
    if tops.max() - tops.min() < round(_THINNEST * width):
        return
    rim, foot = round(_RIM * width), insides.tubes.shape[1] - round(_FOOT * width)
    ends = [min(top - 2, foot) for top in tops]
    dry = [place for place, end in enumerate(ends) if end - rim > 0.1 * width]
    clear = max((float(np.percentile(look.distance[place, rim : ends[place]], 90)) for place in dry), default=0.0)
    step = max((_largest_step(insides.tubes[place, rim : ends[place]], width) for place in dry), default=0.0)
    yield Water(tops, look, clear, step)


def _largest_step(colours: Floats, width: float) -> float:
    """The largest difference between a few rows and the few below them."""
    reach = max(round(0.06 * width), 2)
    if len(colours) < 2 * reach:
        return 0.0
    sums = np.cumsum(np.concatenate((np.zeros((1, 3)), colours)), axis=0)
    means = (sums[reach:] - sums[:-reach]) / reach
    return float(np.linalg.norm(means[reach:] - means[:-reach], axis=1).max())


def _top(rows: Rows, width: float) -> int:
    """The first row of the highest run that is thick enough to be water."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], rows, [False])).astype(np.int8)))
    for first, behind in edges.reshape(-1, 2):
        if behind - first > _THINNEST * width:
            return int(first)
    return len(rows)


def _resting(rows: Rows, width: float) -> int:
    """The first row of what rests on the foot: above it is an emptiness thick enough to be none of a streak."""
    end = len(rows) - round(_FOOT * width)
    hole = 0
    for row in range(end - 1, -1, -1):
        hole = 0 if rows[row] else hole + 1
        if hole > _THINNEST * width:
            top = row + hole
            return top if end - top > _THINNEST * width else len(rows)
    return hole


def _longest(rows: Rows) -> int:
    """The length of the longest run."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], rows, [False])).astype(np.int8)))
    return int(np.diff(edges.reshape(-1, 2), axis=1).max(initial=0))
