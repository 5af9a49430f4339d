"""PI-corrals: parts of the floor that the player cannot walk to, whose boxes can be pushed first without loss."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor
from generator.puzzles.sokoban.states.walk_kernels import number_regions


class Corrals(NamedTuple):
    """Work space for corrals, all modified; n cells, k boxes.

    region: int16 (n,) the number of the part of the floor that cannot be walked to, from 1. member: uint8 (2, n + k +
    1) the regions and the boxes of a corral. chosen: uint8 (k,) the boxes of the best one.
    """

    region: NDArray[np.int16]
    member: NDArray[np.uint8]
    chosen: NDArray[np.uint8]


@kernel
def _grow(first: int, mark: int, reach: NDArray[np.int32], floor: Floor, laid: Boxes, corrals: Corrals) -> int:
    """Grow a PI-corral from a region and return its number of pushes, or -1 where there is none.

    reach: int32 (n,), where a walk has left its mark. The boxes and regions of the corral are left in corrals.member.
    Before any of its boxes moves, each push of one leads into the
    corral, and the player can make it already; so doing it first loses no push. Boxes and regions that could
    spoil this join the corral. After Brian Damgaard's and Matthias Meger's PI-corral pruning (sokobano.de).
    """
    box, at, near, region = laid.cell, laid.at, floor.near, corrals.region
    regions, boxes = corrals.member[0], corrals.member[1]
    regions[:] = 0
    boxes[:] = 0
    regions[first] = 1
    changed = True
    pushes = 0
    while changed:
        changed = False
        pushes = 0
        for number in range(len(box)):
            cell = box[number]
            if not boxes[number]:
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and region[other] and regions[region[other]]:
                        boxes[number] = 1
                        changed = True
                if not boxes[number]:
                    continue
            for d in range(4):
                source, target = near[cell, 3 - d], near[cell, d]
                if source < 0 or target < 0 or not floor.alive[target]:
                    continue
                if (at[source] and boxes[at[source] - 1]) or (at[target] and boxes[at[target] - 1]):
                    continue
                if at[target]:
                    boxes[at[target] - 1] = 1
                    changed = True
                elif at[source]:
                    boxes[at[source] - 1] = 1
                    changed = True
                elif reach[source] != mark:
                    if not regions[region[source]]:
                        regions[region[source]] = 1
                        changed = True
                elif reach[target] == mark:
                    return -1
                elif regions[region[target]]:
                    pushes += 1
                else:
                    regions[region[target]] = 1
                    changed = True
    return pushes


@kernel
def _is_unfinished(floor: Floor, laid: Boxes, corrals: Corrals) -> bool:
    """Whether a box of the corral has still to move."""
    regions, boxes = corrals.member[0], corrals.member[1]
    for number in range(len(laid.cell)):
        if boxes[number] and not floor.goal[laid.cell[number]]:
            return True
    for cell in range(len(floor.goal)):
        if floor.goal[cell] and corrals.region[cell] and regions[corrals.region[cell]]:
            return True
    return False


@kernel(allocates=True)
def choose(
    mark: int, reach: NDArray[np.int32], stack: NDArray[np.int16], floor: Floor, laid: Boxes, corrals: Corrals
) -> None:
    """Mark the boxes that need be pushed next in corrals.chosen: those of the PI-corral with the fewest pushes, or all.

    reach: int32 (n,), where a walk has left its mark. stack: int16 (n,), work space.
    """
    chosen = corrals.chosen
    chosen[:] = 1
    fewest = 4 * len(chosen) + 1
    count = number_regions(floor.near, laid.at, reach, mark, stack, corrals.region)
    for first in range(1, count + 1):
        pushes = _grow(first, mark, reach, floor, laid, corrals)
        if 0 <= pushes < fewest and _is_unfinished(floor, laid, corrals):
            fewest = pushes
            copy_into(chosen, corrals.member[1, : len(chosen)])
