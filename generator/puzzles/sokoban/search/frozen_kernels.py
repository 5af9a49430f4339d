"""Boxes that can never move again."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor


@kernel
def freeze(boxes: Boxes, floor: Floor, frozen: NDArray[np.uint8]) -> int:
    """Mark the boxes that can never move again in frozen, uint8 (k,), as the greatest set that blocks itself.

    Return how many they are.
    """
    box, at = boxes.cell, boxes.at
    near, alive = floor.near, floor.alive
    frozen[:] = 1
    left = len(box)
    changed = True
    while changed:
        changed = False
        for number in range(len(box)):
            if not frozen[number]:
                continue
            cell = box[number]
            for d in range(2):
                one, other = near[cell, d], near[cell, 3 - d]
                if one < 0 or other < 0 or not (alive[one] or alive[other]):
                    continue
                if (at[one] and frozen[at[one] - 1]) or (at[other] and frozen[at[other] - 1]):
                    continue
                frozen[number] = 0
                left -= 1
                changed = True
                break
    return left


@kernel
def is_stuck(cell: int, at: NDArray[np.int16], floor: Floor) -> bool:
    """Whether boxes, walls and dead cells leave a box no move on either axis: only then can it be frozen.

    at: int16 (n,), not 0 where a box is.
    """
    near, alive = floor.near, floor.alive
    for d in range(2):
        one, other = near[cell, d], near[cell, 3 - d]
        if one >= 0 and other >= 0 and not at[one] and not at[other] and (alive[one] or alive[other]):
            return False
    return True
