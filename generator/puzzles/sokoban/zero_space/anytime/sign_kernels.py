"""The sign of a tree (`zero_space/sign.py`) as a kernel, for searches that need it for every cluster."""

import numpy as np
from numba import njit

from generator.puzzles.sokoban.zero_space.tree_kernels import Boxed, Ints


@njit(cache=True)
def tree_sign(boxed: Boxed, walls: Ints, nodes: int) -> int:
    """The sign of a tree as `sign.sign` defines it, or 0 where the boxes are none. walls: int32 (slots, 2)."""
    begin = np.zeros(nodes + 1, np.int32)
    boxes = 0
    for slot in range(boxed.size):
        if boxed[slot]:
            begin[walls[slot, 0] + 1] += 1
            begin[walls[slot, 1] + 1] += 1
            boxes += 1
    for node in range(nodes):
        begin[node + 1] += begin[node]
    around = np.empty((2 * boxes, 2), np.int32)
    free = begin[:-1].copy()
    box = 0
    for slot in range(boxed.size):
        if boxed[slot]:
            for node in walls[slot]:
                around[free[node], 0], around[free[node], 1] = slot, box
                free[node] += 1
            box += 1
    upward = np.full(nodes, -1, np.int32)
    reached = np.empty(nodes, np.int32)
    reached[0] = nodes - 1
    upward[nodes - 1] = boxes
    count, sign = 1, 1
    for done in range(nodes):
        if done == count:
            return 0
        node = reached[done]
        for at in range(begin[node], begin[node + 1]):
            slot = around[at, 0]
            child = walls[slot, 0] + walls[slot, 1] - node
            if upward[child] >= 0:
                continue
            upward[child] = around[at, 1]
            if walls[slot, 0] == child:
                sign = -sign
            reached[count] = child
            count += 1
    return sign * _parity(upward) if boxes == nodes - 1 else 0


@njit(cache=True)
def _parity(permutation: Ints) -> int:
    """The sign of a permutation, which is sorted by this."""
    sign = 1
    for place in range(permutation.size):
        while permutation[place] != place:
            other = permutation[place]
            permutation[place], permutation[other] = permutation[other], other
            sign = -sign
    return sign
