"""A* over the trees of any size."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip, slot_of_row
from generator.kernels import are_equal, kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.kinds.zero_space.tree_kernels import Boxed, Floor, Ints, all_slides


class Search(NamedTuple):
    """The memory of A*: words are the packed states, one row a node; -1 marks a free place in table.

    words: uint64 (limit, ceil(slots / 64)). back: int32 (limit, 2) parent node and slide or pass. cost: int32 (limit,
    2) what was spent, and what is to come at least. table: int32 (power of two,). bucket: int32 (buckets,) the newest
    open entry of each total, entries: int32 (2 * limit, 2) node and next entry.
    """

    words: NDArray[np.uint64]
    back: Ints
    cost: Ints
    table: Ints
    bucket: Ints
    entries: Ints


@kernel(allocates=True)
def pack(boxed: Boxed, words: NDArray[np.uint64]) -> None:
    """Make words, uint64 (ceil(slots / 64),), the boxes of a tree; boxed: uint8 (slots,)."""
    words[:] = 0
    for slot in range(boxed.size):
        words[slot >> 6] |= np.uint64(boxed[slot]) << np.uint64(slot & 63)


@kernel(allocates=True)
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
def astar(start: Boxed, goal: Boxed, floor: Floor, search: Search) -> tuple[int, int, int, int]:
    """Fewest slides from start to goal, both uint8 (slots,), by A* with the line bound, the newest entry first.

    The bound never falls by more than one a slide, so a node that is taken out is never reached cheaper later, and
    f = slides made + bound grows by 0 or 2. Start and goal must have equally many boxes on each line.
    search: changed. Returns (status, node of the goal or -1, nodes, least slides if any solution exists).
    """
    slots = start.size
    boxed = start.copy()
    aim = np.empty(slots, np.int32)
    slides = np.empty(slots, np.int32)
    words = np.empty(search.words.shape[1], np.uint64)
    wanted = np.empty_like(words)
    pack(goal, wanted)
    pack(start, search.words[0])
    search.cost[0, 0] = 0
    search.cost[0, 1] = _aim(start, goal, aim)
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
        for slot in range(slots):
            boxed[slot] = (search.words[node, slot >> 6] >> np.uint64(slot & 63)) & np.uint64(1)
        _aim(boxed, goal, aim)
        words[:] = search.words[node]
        for at in range(all_slides(boxed, floor, slides)):
            slide = slides[at]
            old = slide if boxed[slide] else slide + 1
            new = 2 * slide + 1 - old
            flip(words, old)
            flip(words, new)
            place = slot_of_row(words, search.words, search.table)
            child = search.table[place]
            if child < 0 or search.cost[child, 0] > made + 1:
                if child < 0:
                    if nodes == search.words.shape[0]:
                        return NODE_LIMIT, -1, nodes, total
                    child = nodes
                    nodes += 1
                    search.table[place] = child
                    search.words[child] = words
                    search.cost[child, 1] = search.cost[node, 1] + abs(new - aim[old]) - abs(old - aim[old])
                if entries == search.entries.shape[0]:
                    return NODE_LIMIT, -1, nodes, total
                search.cost[child, 0] = made + 1
                search.back[child, 0], search.back[child, 1] = node, slide
                bucket = made + 1 + search.cost[child, 1]
                search.entries[entries, 0], search.entries[entries, 1] = child, search.bucket[bucket]
                search.bucket[bucket] = entries
                entries += 1
                top = max(top, bucket)
            flip(words, old)
            flip(words, new)
