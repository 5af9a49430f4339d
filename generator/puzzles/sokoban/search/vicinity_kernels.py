"""Which states are near a known way: a search that looks for a shorter one may stay among them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population
from generator.kernels import kernel

FOR, COUNT = range(2)
"""Indices of `Vicinity.kept`: the node whose candidates are kept, -1 at first, and how many there are."""


class Vicinity(NamedTuple):
    """The states in which at most `apart` boxes are elsewhere than in some state on a way.

    way: int32 (states, w) the boxes of each state in turn, 32 cells each. Without states there are no bounds.
    candidate: int32 (states,) and kept: int64 (2,), modified: the states on the way that a child of a node may be near.
    """

    way: NDArray[np.int32]
    apart: int
    candidate: NDArray[np.int32]
    kept: NDArray[np.int64]


@kernel
def _is_near_state(step: int, word: NDArray[np.int32], apart: int, way: NDArray[np.int32]) -> bool:
    """Whether at most so many boxes, int32 (w,), are elsewhere than in a state on the way, int32 (states, w)."""
    away = 0
    for w in range(len(word)):
        away += population(np.int64(np.uint32(word[w] & ~way[step, w])))
        if away > apart:
            return False
    return True


@kernel
def is_near(word: NDArray[np.int32], parent: int, before: NDArray[np.int32], vicinity: Vicinity) -> bool:
    """Whether boxes, int32 (w,), 32 cells each, are near the way.

    They came from the boxes of a parent, int32 (w,), by a push or pull of one. So they are near only those states on
    the way that the parent is nearly near, which are found once for all of its children.
    """
    apart, way, kept = vicinity.apart, vicinity.way, vicinity.kept
    if kept[FOR] != parent:
        kept[FOR], kept[COUNT] = parent, 0
        for step in range(len(way)):
            if _is_near_state(step, before, apart + 1, way):
                vicinity.candidate[kept[COUNT]] = step
                kept[COUNT] += 1
    for index in range(kept[COUNT]):
        if _is_near_state(vicinity.candidate[index], word, apart, way):
            return True
    return False
