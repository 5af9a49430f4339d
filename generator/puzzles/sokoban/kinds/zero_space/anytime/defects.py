"""What is left where windows allow nothing more: clusters of misplaced boxes."""

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.slides.tree_kernels import Ints

REACH = 6
"""Cells between two misplaced boxes of one cluster at most."""


def clusters_of(approach: Approach) -> list[Ints]:
    """The slots of misplaced boxes, grouped by neighbourhood, in the order of their first slots."""
    misplaced = approach.misplaced
    cells = approach.shape.cells[misplaced]
    near = np.abs(cells[:, None] - cells[None]).max(axis=2) <= REACH
    group = np.arange(len(misplaced))
    for index in range(len(misplaced)):
        joined = np.unique(group[near[index]])
        group[np.isin(group, joined)] = joined[0]
    return [misplaced[group == number] for number in np.unique(group)]
