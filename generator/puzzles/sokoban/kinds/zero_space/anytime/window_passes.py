"""Window after window led as near to the goals as it can be: first without, then with more and more detours."""

from collections.abc import Iterator

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Words

WIDTHS = (4, 5)
DETOURS = (0, 2, 4, 6, 8, 12, 16)
"""Slides more than the line bound that a window may cost, one after another."""


class Settler:
    """Settles one approach; it remembers which windows allow nothing as long as nothing changes in them."""

    def __init__(self, approach: Approach) -> None:
        self._approach = approach
        self._seen: dict[tuple[int, int], Words] = {}

    def settle(self) -> Iterator[None]:
        """Lead every window to where nothing more is gained, with ever longer detours; one sweep is one step."""
        workspace, zero = self._approach.workspace, self._approach.zero
        for width in WIDTHS:
            windows = windows_of(zero.type, zero.size, width, width)
            for detour in DETOURS:
                seen = self._seen.setdefault((width, detour), np.zeros(len(windows), np.int64))
                while window_kernels.sweep(windows.begin, windows.slots, seen, detour, workspace):
                    yield
