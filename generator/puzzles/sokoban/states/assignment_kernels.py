"""Boxes matched with goals at the least cost."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

IMPOSSIBLE = 1 << 24
"""The cost of a box that cannot get to a goal; more than all other costs together."""


@kernel(allocates=True)
def add_row(
    row: int,
    cost: NDArray[np.int32],
    potential: NDArray[np.int32],
    match: NDArray[np.int32],
    augment: NDArray[np.int32],
) -> None:
    """Extend an assignment by one row along a cheapest augmenting path (Kuhn, Munkres; Jonker and Volgenant).

    All is counted from 1. cost: int32 (k + 1, k + 1). potential: int32 (2, k + 1) of rows and columns, and match: int32
    (k + 1,) the row of each column or 0; both modified. augment: int32 (3, k + 1), work space.
    """
    size = len(match)
    dearest = 4 * IMPOSSIBLE
    least, way, used = augment[0], augment[1], augment[2]
    least[:] = dearest
    used[:] = 0
    match[0] = row
    column = 0
    while True:
        used[column] = 1
        at = match[column]
        step, best = dearest, 0
        for other in range(1, size):
            if used[other]:
                continue
            reduced = cost[at, other] - potential[0, at] - potential[1, other]
            if reduced < least[other]:
                least[other] = reduced
                way[other] = column
            if least[other] < step:
                step = least[other]
                best = other
        for other in range(size):
            if used[other]:
                potential[0, match[other]] += step
                potential[1, other] -= step
            else:
                least[other] -= step
        column = best
        if match[column] == 0:
            break
    while column:
        match[column] = match[way[column]]
        column = way[column]
