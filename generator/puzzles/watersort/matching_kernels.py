"""How many units of two levels lie in the same places when their tubes and colours are matched in turn."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Table = NDArray[np.int64]

WHOLE = 1 << 30
"""Shares are compared as whole numbers up to this, so that those that differ by rounding alone are equal."""


@kernel(allocates=True)
def matches(one: Table, other: Table, colours: int, rounds: int) -> int:
    """The most units that lie in the same places after one of so many rounds; both ways of matching are greedy.

    one, other: int64 (tubes, capacity) colours from 0, -1 for no unit. At first colours are matched by `kin`.
    """
    tubes, capacity = one.shape
    names, most = kin(one, other, colours, rounds), 0
    for _ in range(rounds):
        alike = np.zeros((tubes, tubes), np.int64)
        for index in range(tubes):
            for partner in range(tubes):
                for height in range(capacity):
                    unit = one[index, height]
                    alike[index, partner] += unit >= 0 and names[unit] == other[partner, height]
        partners = matched(alike.copy())
        total = 0
        for index in range(tubes):
            total += alike[index, partners[index]]
        most = max(most, total)
        pairs = np.zeros((colours, colours), np.int64)
        for index in range(tubes):
            for height in range(capacity):
                if one[index, height] >= 0 and other[partners[index], height] >= 0:
                    pairs[one[index, height], other[partners[index], height]] += 1
        names = matched(pairs)
    return most


@kernel(allocates=True)
def kin(one: Table, other: Table, colours: int, rounds: int) -> Table:
    """For every colour one of another level that is in tubes alike, whatever the names of both.

    Tubes are as much alike as the colours in the same places of both are, squared; colours as the tubes are that have
    them in the same places. At first all colours are.
    """
    tubes, capacity = one.shape
    alike = np.ones((colours, colours))
    for _ in range(rounds):
        shared = np.zeros((tubes, tubes))
        for index in range(tubes):
            for partner in range(tubes):
                for height in range(capacity):
                    if one[index, height] >= 0 and other[partner, height] >= 0:
                        shared[index, partner] += alike[one[index, height], other[partner, height]]
        shared /= shared.max()
        shared *= shared
        alike[:] = 0
        for index in range(tubes):
            for partner in range(tubes):
                for height in range(capacity):
                    if one[index, height] >= 0 and other[partner, height] >= 0:
                        alike[one[index, height], other[partner, height]] += shared[index, partner]
        alike /= alike.max()
    return matched((alike * WHOLE).astype(np.int64))


@kernel(allocates=True)
def matched(weights: Table) -> Table:
    """A partner for every row, those of the greatest weight first; weights is used up."""
    size = len(weights)
    partners = np.full(size, -1)
    for _ in range(size):
        row, column = 0, 0
        for at in range(size):
            for beside in range(size):
                if weights[at, beside] > weights[row, column] or weights[row, column] < 0:
                    row, column = at, beside
        partners[row] = column
        weights[row, :] = -1
        weights[:, column] = -1
    return partners
