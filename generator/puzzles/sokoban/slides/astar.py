"""A* over states that are sets of boxes in doors: its memory, the way that it found, and its search by slides."""

from collections.abc import Callable
from time import monotonic

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.slides import astar_kernels
from generator.puzzles.sokoban.slides.astar_kernels import AStarSearch
from generator.puzzles.sokoban.slides.finding import Finding, Limits, Slides
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, TreeFloor
from generator.values import SolveStatus

SLICE = 10_000
"""Expansions between two looks at the clock."""

_NODE_BYTES = 128
"""Memory for a node, at the largest size."""

_STATUS = {
    kernel_constants.SOLVED: SolveStatus.SOLVED,
    kernel_constants.UNSOLVABLE: SolveStatus.UNSOLVABLE,
    kernel_constants.NODE_LIMIT: SolveStatus.NODE_LIMIT,
    kernel_constants.RUNNING: SolveStatus.NODE_LIMIT,
}


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


def way_to(node: int, search: AStarSearch) -> Slides:
    """The slides or passes from the start to a node."""
    steps = []
    while node > 0:
        steps.append(search.back[node, 1])
        node = search.back[node, 0]
    return np.array(steps[::-1], np.int32)


def fewest_slides(
    start: Boxed, goal: Boxed, floor: TreeFloor, limits: Limits, clock: Callable[[], float] = monotonic
) -> Finding:
    """A shortest way from one tree to another by slides; start and goal have equally many boxes on each line."""
    slots, ended = len(start), limits.watched(clock)
    nodes = max(1, min(limits.nodes, limits.megabytes * 2**20 // _NODE_BYTES))
    search = memory(slots, nodes, nodes + slots * slots + 2)
    astar_kernels.enter(start, goal, search)
    status, node = kernel_constants.RUNNING, -1
    while status == kernel_constants.RUNNING and not ended():
        status, node = astar_kernels.astar(goal, floor, search, SLICE)
    stored, least = int(search.tally[astar_kernels.NODES]), int(search.tally[astar_kernels.TOTAL])
    slides = way_to(node, search) if status == kernel_constants.SOLVED else None
    return Finding(_STATUS[status], least, slides, stored)
