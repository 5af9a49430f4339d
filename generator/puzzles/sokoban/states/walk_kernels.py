"""Where the player can walk among boxes, cell by cell.

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
