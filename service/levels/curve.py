"""Levels in the order in which a player should try them, from easy to hard."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

OFF = (0.25, 0.5)
"""How far a level may be off an even rise, in steps; the second where the first cannot be had."""
ENDS = 200
"""How many difficulties are tried as ends of the curve."""
DIGITS = 6
"""Decimals of a difficulty; levels that differ by less are equally hard."""

_Values = NDArray[np.float64]


def rising(difficulties: Sequence[float], count: int) -> list[int]:
    """The places of `count` of these that rise evenly, over the widest range in which every step has a level.

    The range is not the whole one where single levels are much harder or easier than all others. Where there are too
    few different difficulties for any range, the levels come as near to an even rise over the whole range as they
    can, by the sum of squares. There must be at least `count`, and `count` is at least 2.
    """
    order = np.argsort(difficulties, kind="stable")
    values = np.asarray(difficulties, np.float64)[order].round(DIGITS)
    chosen = _widest(values, count)
    if chosen is None:
        chosen = _evenest(values, np.linspace(values[0], values[-1], count))
    return [int(order[place]) for place in chosen]


def _widest(values: _Values, count: int) -> Sequence[int] | None:
    distinct = np.unique(values)
    ends = distinct[np.unique(np.linspace(0, len(distinct) - 1, ENDS).round().astype(np.int64))]
    ranges = sorted(combinations(ends.tolist(), 2), key=lambda ends: ends[0] - ends[1])
    for off in OFF:
        for first, last in ranges:
            wanted = np.linspace(first, last, count)
            places = _nearest(distinct, wanted)
            near = np.abs(distinct[places] - wanted).max() < off * (last - first) / (count - 1)
            if near and np.diff(places).min() > 0:
                return [int(place) for place in np.searchsorted(values, distinct[places])]
    return None


def _nearest(distinct: _Values, wanted: _Values) -> NDArray[np.int64]:
    after = np.searchsorted(distinct, wanted).clip(1, len(distinct) - 1)
    nearer_before = wanted - distinct[after - 1] <= distinct[after] - wanted
    return np.where(nearer_before, after - 1, after)


def _evenest(values: _Values, wanted: _Values) -> Sequence[int]:
    """The rising places with the least sum of squares to what is wanted, by dynamic programming."""
    cost, best_before = (values - wanted[0]) ** 2, []
    for want in wanted[1:]:
        least = np.append(np.inf, np.minimum.accumulate(cost)[:-1])
        is_less = cost < least
        best_before.append(np.maximum.accumulate(np.where(is_less, np.arange(len(cost)), 0)))
        cost = least + (values - want) ** 2
    places = [int(np.argmin(cost))]
    for best in reversed(best_before):
        places.append(int(best[places[-1] - 1]))
    return places[::-1]
