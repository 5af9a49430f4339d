"""Which states are near a known way: a search that looks for a shorter one may stay among them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population
from generator.kernels import kernel


class Vicinity(NamedTuple):
    """The states in which at most `apart` boxes are elsewhere than in some state on a way.

    way: int32 (states, w) the boxes of each state in turn, 32 cells each. Without states there are no bounds.
    """

    way: NDArray[np.int32]
    apart: int


@kernel
def _is_near_state(step: int, word: NDArray[np.int32], vicinity: Vicinity) -> bool:
    """Whether boxes, int32 (w,), 32 cells each, are near those of one state on the way."""
    away = 0
    for w in range(len(word)):
        away += population(np.int64(np.uint32(word[w] & ~vicinity.way[step, w])))
    return away <= vicinity.apart


@kernel
def is_near(step: int, word: NDArray[np.int32], vicinity: Vicinity) -> bool:
    """Whether boxes, int32 (w,), 32 cells each, are near the way.

    They are compared first with the state of a step, then with those before and after it, farther and farther.
    """
    count = len(vicinity.way)
    for off in range(max(step, count - 1 - step) + 1):
        if off <= step and _is_near_state(step - off, word, vicinity):
            return True
        if 0 < off < count - step and _is_near_state(step + off, word, vicinity):
            return True
    return False
