"""Zero-space levels as the kernels read them whose states are two words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space import pair_kernels as kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import pair_board
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of

Pair = tuple[int, int]
"""A state: the boxes in the slots of rows, and of columns."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Start and goal of a level: their states, and how many boxes stand on each line up to each slot.

    counts: int64 (2, SLOTS).
    """

    board: kernels.PairBoard
    states: tuple[Pair, Pair]
    counts: NDArray[np.int64]

    @property
    def distance(self) -> int:
        """The line bound, in slides."""
        return int(np.abs(self.counts[0] - self.counts[1]).sum())


def ends_of(zero: ZeroSpace) -> Ends:
    """The ends of a level of type b, e or s whose states fit two words."""
    board = pair_board(zero.type, zero.size)
    start, goal = (_pair(tree, board.rows) for tree in (zero.start, zero.goal))
    return Ends(board, (start, goal), np.stack([_counts(zero, tree) for tree in (zero.start, zero.goal)]))


def _pair(tree: int, rows: int) -> Pair:
    return tree & ((1 << rows) - 1), tree >> rows


def _counts(zero: ZeroSpace, tree: int) -> NDArray[np.int64]:
    shape = geometry(zero.type, zero.size)
    boxed = boxed_of(tree, shape.slots)
    counts = np.zeros(kernels.SLOTS, np.int64)
    for line in range(int(shape.line[-1]) + 1):
        slots = np.flatnonzero(shape.line == line)
        counts[slots] = np.cumsum(boxed[slots])
    return counts
