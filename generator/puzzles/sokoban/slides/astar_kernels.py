"""A* over states that are sets of boxes, the newest of the best first; and over the trees of any size."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip, slot_of_row
from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, RUNNING, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, TreeFloor, all_slides

NODES, ENTRIES, TOTAL, TOP = range(4)
"""What `AStarSearch.tally` counts: nodes, entries, the least total that may be open, and the greatest there is."""


class AStarSearch(NamedTuple):
    """The memory of A*: words are the packed states, one row a node; -1 marks a free index in table.

    words: uint64 (limit, ceil(slots / 64)). back: int32 (limit, 2) parent node and slide or pass. cost: int32 (limit,
    2) what was spent, and what is to come at least. table: int32 (power of two,). bucket: int32 (buckets,) the newest
    open entry of each total, entries: int32 (2 * limit, 2) node and next entry. tally: int64 (4,). All modified.
    """

    words: NDArray[np.uint64]
    back: Ints
    cost: Ints
    table: Ints
    bucket: Ints
    entries: Ints
    tally: NDArray[np.int64]


@kernel(allocates=True)
def pack(boxed: Boxed, words: NDArray[np.uint64]) -> None:
    """Make words, uint64 (ceil(slots / 64),), the boxes of a tree; boxed: uint8 (slots,)."""
    words[:] = 0
    for slot in range(boxed.size):
        words[slot >> 6] |= np.uint64(boxed[slot]) << np.uint64(slot & 63)


@kernel(allocates=True)
def begin(start: Boxed, bound: int, search: AStarSearch) -> None:
    """Make a state, uint8 (slots,), the only one of a search; it needs at least as much as the bound says."""
    pack(start, search.words[0])
    search.cost[0, 0], search.cost[0, 1] = 0, bound
    search.back[0] = -1
    search.table[slot_of_row(search.words[0], search.words, search.table)] = 0
    search.entries[0, 0], search.entries[0, 1] = 0, -1
    search.bucket[bound] = 0
    search.tally[NODES], search.tally[ENTRIES] = 1, 1
    search.tally[TOTAL], search.tally[TOP] = bound, bound


@kernel
def take(boxed: Boxed, search: AStarSearch) -> int:
    """Take out the newest open node of the least total, -1 if there is none; boxed: uint8 (slots,), made its state."""
    tally, bucket = search.tally, search.bucket
    while tally[TOTAL] <= tally[TOP]:
        total = tally[TOTAL]
        entry = bucket[total]
        if entry < 0:
            tally[TOTAL] += 1
            continue
        bucket[total] = search.entries[entry, 1]
        node = search.entries[entry, 0]
        if search.cost[node, 0] + search.cost[node, 1] == total:
            for slot in range(boxed.size):
                boxed[slot] = (search.words[node, slot >> 6] >> np.uint64(slot & 63)) & np.uint64(1)
            return int(node)
    return -1


@kernel
def reach(words: NDArray[np.uint64], node: int, step: int, cost: int, change: int, search: AStarSearch) -> bool:
    """Open the state that a step leads to from a node, unless it is known to cost no more; False where memory is full.

    words: uint64 (ceil(slots / 64),). change: by how much the bound of the state differs from that of the node.
    """
    tally = search.tally
    index = slot_of_row(words, search.words, search.table)
    child = search.table[index]
    made = search.cost[node, 0] + cost
    if child >= 0 and search.cost[child, 0] <= made:
        return True
    if child < 0:
        if tally[NODES] == search.words.shape[0]:
            return False
        child = np.int32(tally[NODES])
        tally[NODES] += 1
        search.table[index] = child
        copy_into(search.words[child], words)
        search.cost[child, 1] = search.cost[node, 1] + change
    entry = tally[ENTRIES]
    if entry == search.entries.shape[0]:
        return False
    search.cost[child, 0] = made
    search.back[child, 0], search.back[child, 1] = node, step
    total = made + search.cost[child, 1]
    search.entries[entry, 0], search.entries[entry, 1] = child, search.bucket[total]
    search.bucket[total] = entry
    tally[ENTRIES] += 1
    tally[TOP] = max(tally[TOP], total)
    return True


@kernel
def _aim(boxed: Boxed, goal: Boxed, aim: Ints) -> int:
    """Pair the k-th box of each line with its k-th goal: writes aim, int32 (slots,); returns the distance.

    Since every line has as many boxes as goals, these are the k-th of all boxes and of all goals.
    """
    distance, target = 0, 0
    for slot in range(boxed.size):
        if boxed[slot]:
            while not goal[target]:
                target += 1
            aim[slot] = target
            distance += abs(target - slot)
            target += 1
    return distance


@kernel(allocates=True)
def enter(start: Boxed, goal: Boxed, search: AStarSearch) -> None:
    """Make the start the only state of a search for the goal, both uint8 (slots,); search is changed.

    They must have equally many boxes on each line.
    """
    begin(start, _aim(start, goal, np.empty(start.size, np.int32)), search)


@kernel(allocates=True)
def astar(goal: Boxed, floor: TreeFloor, search: AStarSearch, most: int) -> tuple[int, int]:
    """Fewest slides to the goal, uint8 (slots,), by A* with the line bound, the newest entry first.

    The bound never falls by more than one a slide, so a node that is taken out is never reached cheaper later, and
    f = slides made + bound grows by 0 or 2. A way has `search.tally[TOTAL]` slides at least. search: changed, it was
    entered. Returns (status, node of the goal or -1), RUNNING after so many expansions.
    """
    boxed = np.empty_like(goal)
    aim, slides = np.empty(goal.size, np.int32), np.empty(goal.size, np.int32)
    words = np.empty(search.words.shape[1], np.uint64)
    for _ in range(most):
        node = take(boxed, search)
        if node < 0:
            return UNSOLVABLE, -1
        if are_equal(boxed, goal):
            return SOLVED, node
        _aim(boxed, goal, aim)
        copy_into(words, search.words[node])
        for at in range(all_slides(boxed, floor, slides)):
            slide = slides[at]
            old = slide if boxed[slide] else slide + 1
            new = 2 * slide + 1 - old
            flip(words, old)
            flip(words, new)
            if not reach(words, node, slide, 1, abs(new - aim[old]) - abs(old - aim[old]), search):
                return NODE_LIMIT, -1
            flip(words, old)
            flip(words, new)
    return RUNNING, -1
