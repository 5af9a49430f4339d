"""What is left where windows allow nothing more: clusters of misplaced boxes, and how they are brought together.

A cluster often has the wrong sign (`sign.py`) in its neighbourhood, so that nothing mends it there. Two of them have to
meet. So one of each pair attracts: misplaced boxes cost more the farther they are from it, and every window is led to
where they cost least. The weights stay while this lasts, so that it cannot go round in circles.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.settling import sweep
from generator.puzzles.sokoban.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.zero_space.tree_kernels import Ints

REACH = 4
"""Cells between two misplaced boxes of one cluster at most."""
WIDTH = 5
HEAVY = 16
"""What a box that is one slot off costs beside the cells between it and what attracts it."""
EXCESS = 4 * HEAVY


def clusters_of(approach: Approach) -> list[Ints]:
    """The slots of misplaced boxes, grouped by neighbourhood, in the order of their first slots."""
    misplaced = approach.misplaced
    near = _gaps(approach.shape.cells[misplaced], approach.shape.cells[misplaced]) <= REACH
    group = np.arange(len(misplaced))
    for place in range(len(misplaced)):
        joined = np.unique(group[near[place]])
        group[np.isin(group, joined)] = joined[0]
    return [misplaced[group == number] for number in np.unique(group)]


def gap(approach: Approach, one: Ints, other: Ints) -> int:
    """The cells between two clusters."""
    return int(_gaps(approach.shape.cells[one], approach.shape.cells[other]).min())


def carry(approach: Approach) -> None:
    """Bring clusters together in pairs, each to the nearest one that attracts."""
    attracting = approach.shape.cells[_attracting(approach, clusters_of(approach))]
    weight = (HEAVY + _gaps(approach.shape.cells, attracting).min(axis=1)).astype(np.int32)
    windows = windows_of(approach.zero.type, approach.zero.size, WIDTH, WIDTH)
    sweep(approach, windows, np.zeros(len(windows), np.int64), EXCESS, weight)


def _attracting(approach: Approach, clusters: Sequence[Ints]) -> list[int]:
    """A slot of one cluster of each pair, where the nearest clusters are paired first."""
    numbers = range(len(clusters))
    pairs = sorted((gap(approach, clusters[i], clusters[j]), i, j) for i in numbers for j in range(i))
    free, chosen = set(numbers), []
    for _, one, other in pairs:
        if {one, other} <= free:
            free -= {one, other}
            chosen.append(int(clusters[other][0]))
    return chosen or [int(clusters[0][0])]


def _gaps(ones: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """Rows or columns between cells, whichever are more: (ones, others)."""
    between: NDArray[np.int32] = np.abs(ones[:, None] - others[None]).max(axis=2)
    return between
