"""Retrograde search by a beam: of each layer only the states whose boxes are far from the goals are expanded."""

import numpy as np

from generator.bit_kernels import Int, Words, bit, has
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.room_kernels import Cells, Ints, RoomFloor, cells_of
from generator.puzzles.sokoban.kinds.free.search_kernels import (
    FIRST_TABLE,
    StateSearch,
    Workspace,
    enlarge,
    enter,
    enter_goals,
    in_chain,
    inside,
    slot_of,
)


@kernel(allocates=True)
def measure_far(goals: Words, near: Cells, far: Ints) -> None:
    """Make far, int32 (n,), the sum over the goals of the pulls that take a lone box from there to a cell.

    The player may be anywhere at any time; a goal from which no box comes to the cell adds nothing.
    """
    # Apart from measure_walk in room_kernels: a pull needs the cell behind too, and no cell is taken.
    pulls, queue = np.empty(len(near), np.int32), np.empty(len(near), np.int16)
    far[:] = 0
    for goal in range(len(near)):
        if not has(goals, goal):
            continue
        pulls[:] = -1
        pulls[goal] = 0
        queue[0] = goal
        head, count = 0, 1
        while head < count:
            cell = queue[head]
            head += 1
            far[cell] += pulls[cell]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and near[other, d] >= 0 and pulls[other] < 0:
                    pulls[other] = pulls[cell] + 1
                    queue[count] = other
                    count += 1


@kernel(allocates=True)
def sift(
    goals: Words, width: int, patience: int, floor: RoomFloor, search: StateSearch, score: Ints
) -> tuple[Int, Int, Int]:
    """Pull boxes far away from the goals: of each layer only the states with the greatest scores are expanded.

    score: int32 (budget,), the sum of `measure_far` over the boxes of each state. `width` states of a layer are
    expanded, the first of equals; the search ends with the budget, or after `patience` layers without a greater score.
    Returns the first state with the greatest score, the number of the last layer and the size of the table; the states
    of layer d are at most d pushes from the goals, and some push leads from each of them to layer d - 1.
    """
    starts, near, budget = search.starts, floor.near, len(search.boxes)
    workspace = Workspace(np.empty_like(goals), np.empty(len(near), np.int16))
    box, boxes, far = np.empty(len(near), np.int16), goals.copy(), np.empty(len(near), np.int32)
    measure_far(goals, near, far)
    size: Int = min(FIRST_TABLE, len(search.table))
    search.table[:size] = -1
    count = max(enter_goals(goals, size, floor, search, workspace), 0)
    score[:count] = 0
    for which in range(cells_of(goals, box)):
        score[:count] += far[box[which]]
    best, best_layer, layer, starts[0], starts[1] = 0, 0, 0, 0, count
    while starts[layer] < starts[layer + 1] and layer + 2 < len(starts) and layer - best_layer < patience:
        first, last, kept = starts[layer], starts[layer + 1], 0
        least = np.sort(score[first:last])[max(last - first - width, 0)]
        for number in range(first, last):
            if score[number] < least or kept == width:
                continue
            kept += 1
            # Apart from _search_words in search_kernels: each new state has a score too, and the best one is kept.
            for index in range(len(boxes)):
                boxes[index] = search.boxes[number, index]
            for which in range(cells_of(boxes, box)):
                old = np.int64(box[which])
                boxes[old >> 6] ^= bit(old)
                for d in range(4):
                    new = near[old, d]
                    if new < 0 or not inside(search.region, number, new):
                        continue
                    player = np.int64(near[new, d])
                    if player < 0 or not inside(search.region, number, player):
                        continue
                    boxes[new >> 6] ^= bit(new)
                    slot = slot_of(boxes, size, search)
                    if in_chain(search.table[slot], player, search) < 0:
                        if count == budget:
                            starts[layer + 2] = count
                            return best, layer + 1, size
                        enter(count, boxes, player, slot, floor, search, workspace)
                        score[count] = score[number] - far[old] + far[new]
                        if score[count] > score[best]:
                            best = count
                            best_layer = layer + 1
                        count += 1
                        if 2 * count > size and size < len(search.table):
                            size = enlarge(size, count, search)
                    boxes[new >> 6] ^= bit(new)
                boxes[old >> 6] ^= bit(old)
        layer += 1
        starts[layer + 1] = count
    return best, layer, size
