"""What the pushes of a solution tell about how hard it is to find."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.measures import measure_kernels as kernels
from generator.puzzles.sokoban.search.floor import Push, Room


def bounds_along(room: Room, pushes: Sequence[Push]) -> NDArray[np.int64]:
    """The lower bound before each push of a solution and after the last.

    It is the cheapest matching of the boxes with the goals. A box costs the pushes that it needs alone on the floor,
    from its cell and from the side on which the player is.
    """
    found = np.empty(len(pushes) + 1, np.int64)
    made = np.array(pushes, np.int32).reshape(-1, 2)
    floor = room.floor
    kernels.bounds_along(made, room.start.copy(), room.player, floor.near, floor.zone, floor.ahead, found)
    return found


def boxes_pushed(room: Room, pushes: Sequence[Push]) -> list[int]:
    """Which box each push of a solution moves, by its number at the start."""
    number = {int(cell): box for box, cell in enumerate(room.start)}
    pushed = []
    for cell, direction in pushes:
        box = number.pop(cell)
        number[int(room.floor.near[cell, direction])] = box
        pushed.append(box)
    return pushed


def lines_of(room: Room, pushes: Sequence[Push]) -> int:
    """Runs of pushes of one box in one direction; after a push the box is where the next one of its line begins."""
    onward = [
        one for one, (cell, direction) in pairwise(pushes) if one[1] == direction and room.floor.near[one] == cell
    ]
    return len(pushes) - len(onward)


def least_switches(pushed: Sequence[int]) -> int:
    """How often a solution goes from one of two groups of boxes to the other, for the best division into two groups.

    Both groups have boxes that are pushed; 0 where there are not two such boxes. The 2-decomposition of Jarusek and
    Pelanek, Difficulty Rating of Sokoban Puzzle (2010), who take the least over all solutions. It is a minimum cut,
    by the algorithm of Stoer and Wagner (1997).
    """
    names = sorted(set(pushed))
    changes = np.zeros((len(names), len(names)), np.int64)
    for one, other in pairwise(pushed):
        if one != other:
            changes[names.index(one), names.index(other)] += 1
    changes += changes.T
    cuts = []
    while len(changes) > 1:
        cut, changes = _cut_and_merge(changes)
        cuts.append(cut)
    return min(cuts, default=0)


def _cut_and_merge(weights: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    """The cut that sets apart the last vertex of a maximum adjacency order, and the graph with the last two in one."""
    order = [0]
    strength = weights[0].copy()
    while len(order) < len(weights):
        strength[order] = -1
        order.append(int(strength.argmax()))
        cut = int(strength[order[-1]])
        strength += weights[order[-1]]
    kept, last = order[-2:]
    weights[kept] += weights[last]
    weights[:, kept] += weights[:, last]
    weights[kept, kept] = 0
    return cut, np.delete(np.delete(weights, last, 0), last, 1)
