"""Where the player can walk among boxes, and the parts of the floor that he cannot walk to.

Directions are those of kernel_constants. `near` is int16 (n, 4), the neighbours of each cell, -1 for a wall; `at` int16
(n,), not 0 where a box is; `stack` int16 (n,), work space. Cells that were walked to are marked in `reach`, int32 (n,),
by a number that no earlier walk had.
"""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel


@kernel
def walk(
    first: int,
    at: NDArray[np.int16],
    near: NDArray[np.int16],
    reach: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
) -> tuple[int, int]:
    """Mark all cells that can be walked to, and return the least of them and their number.

    at: int16 (n,). near: int16 (n, 4). reach: int32 (n,) and stack: int16 (n,), modified.
    """
    least = first
    reach[first] = mark
    stack[0] = first
    size = count = 1
    while size:
        size -= 1
        cell = stack[size]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and at[other] == 0 and reach[other] != mark:
                reach[other] = mark
                stack[size] = other
                size += 1
                count += 1
                if other < least:
                    least = other
    return least, count


@kernel
def number_regions(
    near: NDArray[np.int16],
    at: NDArray[np.int16],
    reach: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
    region: NDArray[np.int16],
) -> int:
    """Number the parts of the floor that cannot be walked to, from 1; 0 is for all other cells. Return how many.

    near: int16 (n, 4). at: int16 (n,). reach: int32 (n,), where a walk has left its mark. stack, region: int16 (n,),
    modified.
    """
    count = 0
    region[:] = 0
    for first in range(len(near)):
        if region[first] or at[first] or reach[first] == mark:
            continue
        count += 1
        region[first] = count
        stack[0] = first
        size = 1
        while size:
            size -= 1
            cell = stack[size]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and at[other] == 0 and region[other] == 0:
                    region[other] = count
                    stack[size] = other
                    size += 1
    return count
