"""Skew heaps: of nodes that wait, the one with the least key is the root."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel


class Heap(NamedTuple):
    """Nodes that wait, in as many heaps as there are roots; all modified.

    key: int64 (nodes,). left, right: int32 (nodes,) children, -1 where there is none.
    """

    key: NDArray[np.int64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]


@kernel
def merge(one: int, other: int, heap: Heap) -> int:
    """Join two heaps by their roots, -1 for an empty one, and return the new root."""
    key, left, right = heap.key, heap.left, heap.right
    root = parent = -1
    while one >= 0 and other >= 0:
        if key[other] < key[one]:
            one, other = other, one
        if parent < 0:
            root = one
        else:
            left[parent] = one
        parent = one
        following = right[one]
        right[one] = left[one]
        one = following
    rest = one if one >= 0 else other
    if parent < 0:
        return rest
    left[parent] = rest
    return root
