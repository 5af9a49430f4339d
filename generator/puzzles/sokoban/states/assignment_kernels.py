"""Boxes matched with goals at the least cost."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

IMPOSSIBLE = 1 << 24
"""The cost of a box that cannot get to a goal; more than all other costs together."""


@kernel
def add_row(
    row: int,
    cost: NDArray[np.int32],
    potential: NDArray[np.int32],
    match: NDArray[np.int32],
    augment: NDArray[np.int32],
) -> None:
    """Extend an assignment by one row along a cheapest augmenting path (Kuhn, Munkres; Jonker and Volgenant).

    All is counted from 1. cost: int32 (k + 1, k + 1). potential: int32 (2, k + 1) of rows and columns, and match: int32
    (k + 1,) the row of each column or 0; both modified. The first potential of columns is what all have sunk by at
    most. augment: int32 (3, k + 1), work space.
    """
    least, way, done = augment[0], augment[1], augment[2]
    rows, columns = potential[0], potential[1]
    cheapest = 4 * IMPOSSIBLE
    for column in range(1, len(match)):
        least[column] = cost[row, column] - columns[column]
        cheapest = min(cheapest, least[column])
        way[column] = done[column] = 0
    column = _nearest(match, augment)
    while match[column]:
        done[column] = 1
        at = match[column]
        start = least[column] - rows[at]
        # What is done is never nearer by a longer way.
        for other in range(1, len(match)):
            length = start + cost[at, other] - columns[other]
            if length < least[other]:
                least[other] = length
                way[other] = column
        column = _nearest(match, augment)
    end = least[column]
    for other in range(1, len(match)):
        if done[other]:
            rows[match[other]] += end - least[other]
            columns[other] -= end - least[other]
    rows[row] = end
    columns[0] -= end - cheapest
    while way[column]:
        match[column] = match[way[column]]
        column = way[column]
    match[column] = row


@kernel(merged=True)
def reassign(
    changed: NDArray[np.uint8],
    cost: NDArray[np.int32],
    potential: NDArray[np.int32],
    match: NDArray[np.int32],
    augment: NDArray[np.int32],
) -> int:
    """Match those rows anew whose costs have changed, and return the cost of all.

    changed: uint8 (k + 1,), the first one 0. The others are those of `add_row`.
    """
    for column in range(1, len(match)):
        if changed[match[column]]:
            match[column] = 0
    for row in range(1, len(match)):
        if changed[row]:
            add_row(row, cost, potential, match, augment)
    total = 0
    for column in range(1, len(match)):
        total += cost[match[column], column]
    return total


@kernel(merged=True)
def _nearest(match: NDArray[np.int32], augment: NDArray[np.int32]) -> int:
    """The column that is nearest of those not done, a free one where some are as near.

    match: int32 (k + 1,). augment: int32 (3, k + 1).
    """
    least, done = augment[0], augment[2]
    nearest, shortest = 0, 4 * IMPOSSIBLE
    for column in range(1, len(match)):
        if done[column]:
            continue
        if least[column] < shortest or (least[column] == shortest and not match[column]):
            nearest, shortest = column, least[column]
    return nearest
