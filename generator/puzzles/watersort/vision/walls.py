"""The walls of tubes: where exactly they are, how clearly they are seen, and whether a row has a further tube."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.vision.insides import Floats
from generator.puzzles.watersort.vision.outlines import Box
from generator.puzzles.watersort.vision.racks import Rack

Steps = NDArray[np.float64]

_LEAST_STEP = 0.5
"""Steps in CIE Lab that are in every picture."""

_NEAR = 0.1
"""How far walls are looked for from where they should be, of a tube's width."""

_BANDS = 24
"""Parts of a tube's height in which walls are looked for."""

_AS_CLEAR = 0.5
"""How clear the walls of a tube that was missed must be, of those that are seen least clearly."""

_VISIBLE = 0.03
"""How much of a tube the edge of the picture must leave for its wall to be looked for."""


def snapped(lab: Floats, rack: Rack) -> Rack:
    """The rack with the tubes of a row at even distances, if they nearly are, and their edges where the walls are."""
    rows = [_evenly(row) for row in rack.rows]
    tubes = [tube for row in rows for tube in row]
    left, right = (_shift(lab, tubes, side) for side in (0, 1))
    return Rack(
        [[tube._replace(left=tube.left + left, width=tube.width + right - left) for tube in row] for row in rows]
    )


def _shift(lab: Floats, tubes: Sequence[Box], side: int) -> int:
    """How far the wall on one side of most tubes is from their edge there; side 0 is the left."""
    reach = round(_NEAR * tubes[0].width)
    seen = []
    for tube in tubes:
        edge = round(tube.left + side * tube.width)
        columns = np.arange(edge - reach - 2, edge + reach + 3)
        seen.append(_steps(_seen(lab, tube, columns), 1)[2:-2])
    return int(np.median(seen, axis=0).argmax()) - reach


def _evenly(row: Sequence[Box]) -> Sequence[Box]:
    """A row at even distances; as it is where tubes stand too far from them."""
    lefts = np.array([tube.left for tube in row])
    if len(row) < 3:
        return row
    places = np.round((lefts - lefts[0]) / float(np.median(np.diff(lefts))))
    if len(set(places)) < len(row):
        return row
    pairs = np.tril_indices(len(row), -1)
    pitch = np.median((lefts[:, np.newaxis] - lefts)[pairs] / (places[:, np.newaxis] - places)[pairs])
    even = np.median(lefts - places * pitch) + places * pitch
    if np.abs(lefts - even).max() > _NEAR * row[0].width:
        return row
    return [tube._replace(left=float(left)) for tube, left in zip(row, even, strict=True)]


def free_places(rack: Rack, width: int) -> Iterator[Box]:
    """Where further tubes could stand: in gaps of the rows and beyond their ends, also cut off by the edge."""
    for row in rack.rows:
        top = float(np.median([tube.top for tube in row]))
        yield from (place._replace(top=top) for place in _gaps(row, rack.pitch))
        for end, step in ((row[0], -rack.pitch), (row[-1], rack.pitch)):
            place = end._replace(left=end.left + step, top=top)
            while place.right > _VISIBLE * place.width and place.left < width - _VISIBLE * place.width:
                yield place
                place = place._replace(left=place.left + step)


def _gaps(row: Sequence[Box], pitch: float) -> Iterator[Box]:
    for one, other in pairwise(row):
        steps = round((other.left - one.left) / pitch)
        for step in range(1, steps):
            yield one._replace(left=one.left + step * (other.left - one.left) / steps)


def completed(lab: Floats, rack: Rack) -> Rack:
    """The rack with the tubes that were missed: where one could stand as a whole and its walls are seen about as well.

    Outlines are broken by patterns behind the glass, and those of empty tubes are often drawn faintly.
    """
    gap = rack.pitch - rack.tubes[0].width
    least = _AS_CLEAR * min(clearness(lab, tube, gap) for tube in rack.tubes)
    missed = [
        place
        for place in free_places(rack, lab.shape[1])
        if place.left >= 0 and place.right <= lab.shape[1] and clearness(lab, place, gap) >= least
    ]
    rows = [[*row, *(place for place in missed if _stands_in(row, place))] for row in rack.rows]
    return Rack([sorted(row) for row in rows])


def _stands_in(row: Sequence[Box], place: Box) -> bool:
    return abs(place.top - row[0].top) < place.height / 2


def clearness(lab: Floats, place: Box, gap: float) -> float:
    """How much stronger the weaker wall at a place is than all beside it; what is above the tube does not count."""
    wide = place.width
    columns = np.arange(round(place.left - 0.3 * wide), round(place.right + 0.3 * wide))
    steps = _steps(_seen(lab, place, columns), max(round(min(0.03 * wide, 0.25 * gap)), 1))
    at = (columns - place.left) / wide
    in_picture = (columns >= 0) & (columns < lab.shape[1])
    beside = np.abs(at - 0.5) < 0.2
    if gap > 0.3 * wide:
        beside |= (np.abs(at + 0.2) < 0.07) | (np.abs(at - 1.2) < 0.07)
    outer = min(_NEAR, 0.4 * gap / wide)
    sides = ((at >= -outer) & (at <= _NEAR), (at >= 1 - _NEAR) & (at <= 1 + outer))
    walls = [steps[side & in_picture].max() for side in sides if (side & in_picture).any()]
    common = np.percentile(steps[beside & in_picture], 80) if (beside & in_picture).any() else 0.0
    return float(min(walls, default=0.0) / max(common, _LEAST_STEP))


def _seen(lab: Floats, place: Box, columns: NDArray[np.int64]) -> Floats:
    """The mean colours of columns in bands of the straight part of a tube, against those above its rim."""
    first, last = round(place.top + 0.12 * place.height), round(place.bottom - 0.55 * place.width)
    upper, lower = (max(round(place.top - share * place.width), end) for share, end in ((0.35, 0), (0.1, 1)))
    clipped = np.clip(columns, 0, lab.shape[1] - 1)
    above = lab[upper:lower][:, clipped].mean(axis=0)
    bands = np.array_split(lab[first : max(last, first + 1)][:, clipped], _BANDS)
    return np.array([band.mean(axis=0) - above for band in bands if len(band)], np.float32)


def _steps(seen: Floats, reach: int) -> Steps:
    """How far the colours on both sides of each column are apart in most bands, so that letters do not count."""
    steps = np.zeros(seen.shape[1])
    apart = np.linalg.norm(seen[:, 2 * reach :] - seen[:, : -2 * reach], axis=2)
    steps[reach:-reach] = np.median(apart, axis=0)
    return steps
