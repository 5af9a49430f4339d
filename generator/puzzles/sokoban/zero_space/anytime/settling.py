"""Window after window led as near to the goals as it can be: first without, then with more and more detours."""

from collections.abc import Sequence

import numpy as np

from generator.puzzles.sokoban.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.windows import Windows, windows_of
from generator.puzzles.sokoban.zero_space.tree_kernels import Ints
from generator.puzzles.sokoban.zero_space.word_kernels import Words

WIDTHS = (4, 5)
DETOURS = (0, 2, 4, 6, 8, 12, 16)
"""Slides more than the line bound that a window may cost, one after another."""
WIDE = 6
WIDE_DETOURS = (4, 8)


class Settler:
    """Settles one approach; it remembers which windows allow nothing as long as nothing changes in them."""

    def __init__(self, approach: Approach) -> None:
        self._approach = approach
        self._seen: dict[tuple[int, int], Words] = {}

    def settle(self) -> None:
        """Lead every window of the ordinary widths to where nothing more is gained."""
        for width in WIDTHS:
            self._sweep(width, DETOURS)

    def settle_widely(self) -> None:
        """The same in the widest windows, as far as their searches reach."""
        self._sweep(WIDE, WIDE_DETOURS)

    def _sweep(self, width: int, detours: Sequence[int]) -> None:
        windows = windows_of(self._approach.zero.type, self._approach.zero.size, width, width)
        for detour in detours:
            seen = self._seen.setdefault((width, detour), np.zeros(len(windows), np.int64))
            sweep(self._approach, windows, seen, detour, self._approach.unweighed)


def sweep(approach: Approach, windows: Windows, seen: Words, excess: int, weight: Ints) -> None:
    """Improve windows until nothing is gained any more."""
    while window_kernels.sweep(windows.begin, windows.slots, seen, excess, weight, approach.desk):
        pass
