"""What is left where windows allow nothing more: clusters of misplaced boxes.

A cluster is *odd* if its boxes on their goals would make no tree, or one of the other sign (`zero_space/sign.py`).
Nothing mends that in its neighbourhood: odd clusters vanish only together, so that their *spread* tells how far the
boxes are from their goals where the slides that remain do not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.sign_kernels import tree_sign
from generator.puzzles.sokoban.zero_space.tree_kernels import Ints

REACH = 6
"""Cells between two misplaced boxes of one cluster at most."""


def clusters_of(approach: Approach) -> list[Ints]:
    """The slots of misplaced boxes, grouped by neighbourhood, in the order of their first slots."""
    misplaced = approach.misplaced
    near = _gaps(approach.shape.cells[misplaced], approach.shape.cells[misplaced]) <= REACH
    group = np.arange(len(misplaced))
    for place in range(len(misplaced)):
        joined = np.unique(group[near[place]])
        group[np.isin(group, joined)] = joined[0]
    return [misplaced[group == number] for number in np.unique(group)]


def is_odd(approach: Approach, cluster: Ints) -> bool:
    """Whether a cluster's boxes on their goals would make no tree, or one of the other sign."""
    boxed = approach.desk.position.boxed.copy()
    boxed[cluster] = 0
    boxed[approach.desk.position.aim[cluster]] = 1
    walls, nodes = approach.shape.walls, approach.shape.nodes
    return tree_sign(boxed, walls, nodes) != tree_sign(approach.goal, walls, nodes)


def gap(approach: Approach, one: Ints, other: Ints) -> int:
    """The cells between two clusters."""
    return int(_gaps(approach.shape.cells[one], approach.shape.cells[other]).min())


def spread(approach: Approach, odd: Sequence[Ints]) -> int:
    """The cells between odd clusters, paired so that the nearest ones are paired first."""
    pairs = sorted((gap(approach, odd[i], odd[j]), i, j) for i in range(len(odd)) for j in range(i))
    free, total = set(range(len(odd))), 0
    for cells, one, other in pairs:
        if {one, other} <= free:
            free -= {one, other}
            total += cells
    return total


def _gaps(ones: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """Rows or columns between cells, whichever are more: (ones, others)."""
    between: NDArray[np.int32] = np.abs(ones[:, None] - others[None]).max(axis=2)
    return between
