"""A* over the trees of types w and g."""

import numpy as np

from generator.bit_kernels import flip, slot_of_row
from generator.kernels import are_equal, kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.kinds.zero_space.astar_kernels import Search, pack
from generator.puzzles.sokoban.kinds.zero_space.pitch3.hull_kernels import Bytes, Ground, Ints, possible_passes


@kernel(allocates=True)
def count_cuts(boxed: Bytes, goal: Bytes, ground: Ground, excess: Ints) -> int:
    """Compare the boxes with the goals before every cut between two rows or two columns.

    excess: int32 (2, side), written: boxes less goals in the rows, and in the columns, up to each. A push takes one box
    over one cut, so that the sum of their absolute values, which is returned, is a lower bound on the pushes.
    """
    excess[:] = 0
    for slot in range(boxed.size):
        difference = np.int32(boxed[slot]) - np.int32(goal[slot])
        for axis in range(2):
            excess[axis, ground.cells[slot, axis]] += difference
    bound = 0
    for axis in range(2):
        total = 0
        for line in range(excess.shape[1]):
            total += excess[axis, line]
            excess[axis, line] = total
            bound += abs(total)
    return bound


@kernel(allocates=True)
def _change(number: int, excess: Ints, ground: Ground) -> int:
    """By how much a pass changes the bound of count_cuts; a pass of two pushes crosses two different cuts.

    excess: int32 (2, side), as `count_cuts` fills it.
    """
    source, target = ground.source[number], ground.target[number]
    change = 0
    for axis in range(2):
        here, there = ground.cells[source, axis], ground.cells[target, axis]
        for line in range(min(here, there), max(here, there)):
            change += abs(excess[axis, line] + (1 if there < here else -1)) - abs(excess[axis, line])
    return change


@kernel(allocates=True)
def astar(start: Bytes, goal: Bytes, ground: Ground, search: Search) -> tuple[int, int, int, int]:
    """Fewest pushes from start to goal, both uint8 (slots,), by A* with the bound of count_cuts, newest entry first.

    A push changes the bound by one, so a node that is taken out is never reached cheaper later. search: changed.
    Returns (status, node of the goal or -1, nodes, least pushes if any solution exists).
    """
    boxed, excess = start.copy(), np.empty((2, ground.cells[-1, 0] + 2), np.int32)
    passes = np.empty(ground.source.size, np.int32)
    words, wanted = np.empty(search.words.shape[1], np.uint64), np.empty(search.words.shape[1], np.uint64)
    pack(goal, wanted)
    pack(start, search.words[0])
    search.cost[0, 0] = 0
    search.cost[0, 1] = count_cuts(start, goal, ground, excess)
    search.back[0] = -1
    search.table[slot_of_row(search.words[0], search.words, search.table)] = 0
    search.entries[0, 0], search.entries[0, 1] = 0, -1
    total = search.cost[0, 1]
    search.bucket[total] = 0
    nodes, entries, top = 1, 1, total
    while True:
        while total <= top and search.bucket[total] < 0:
            total += 1
        if total > top:
            return UNSOLVABLE, -1, nodes, 0
        entry = search.bucket[total]
        search.bucket[total] = search.entries[entry, 1]
        node = search.entries[entry, 0]
        made = search.cost[node, 0]
        if made + search.cost[node, 1] != total:
            continue
        if are_equal(search.words[node], wanted):
            return SOLVED, node, nodes, total
        for slot in range(boxed.size):
            boxed[slot] = (search.words[node, slot >> 6] >> np.uint64(slot & 63)) & np.uint64(1)
        count_cuts(boxed, goal, ground, excess)
        words[:] = search.words[node]
        for at in range(possible_passes(boxed, ground, passes)):
            number = passes[at]
            cost = made + 1 + (ground.pushes[number, 1] >= 0)
            flip(words, ground.source[number])
            flip(words, ground.target[number])
            place = slot_of_row(words, search.words, search.table)
            child = search.table[place]
            if child < 0 or search.cost[child, 0] > cost:
                if (child < 0 and nodes == search.words.shape[0]) or entries == search.entries.shape[0]:
                    return NODE_LIMIT, -1, nodes, total
                if child < 0:
                    child = nodes
                    nodes += 1
                    search.table[place] = child
                    search.words[child] = words
                    search.cost[child, 1] = search.cost[node, 1] + _change(number, excess, ground)
                search.cost[child, 0] = cost
                search.back[child, 0], search.back[child, 1] = node, number
                bucket = cost + search.cost[child, 1]
                search.entries[entries, 0], search.entries[entries, 1] = child, search.bucket[bucket]
                search.bucket[bucket] = entries
                entries += 1
                top = max(top, bucket)
            flip(words, ground.source[number])
            flip(words, ground.target[number])
