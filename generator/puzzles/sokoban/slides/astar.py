"""The memory of A*, and the way that it found."""

import numpy as np

from generator.puzzles.sokoban.slides.astar_kernels import AStarSearch
from generator.puzzles.sokoban.slides.tree_kernels import Ints


def memory(slots: int, nodes: int, totals: int) -> AStarSearch:
    """Memory for so many nodes, whose cost with what is to come is less than `totals`."""
    return AStarSearch(
        words=np.empty((nodes, (slots + 63) // 64), np.uint64),
        back=np.empty((nodes, 2), np.int32),
        cost=np.empty((nodes, 2), np.int32),
        table=np.full(1 << (2 * nodes).bit_length(), -1, np.int32),
        bucket=np.full(totals, -1, np.int32),
        entries=np.empty((2 * nodes, 2), np.int32),
        tally=np.zeros(4, np.int64),
    )


def way_to(node: int, search: AStarSearch) -> Ints:
    """The slides or passes from the start to a node."""
    steps = []
    while node > 0:
        steps.append(search.back[node, 1])
        node = search.back[node, 0]
    return np.array(steps[::-1], np.int32)
