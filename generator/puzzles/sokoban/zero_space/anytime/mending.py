"""Exact steps where windows are stuck: a cluster is led to its goals or, where the sign forbids that, towards another.

With the wrong sign the best that a window allows is its goals but for two boxes that are one slot off. They are placed
as near to the next cluster as possible.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.zero_space.anytime import mending_kernels, window_kernels
from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.defects import clusters_of, gap
from generator.puzzles.sokoban.zero_space.anytime.mending_kernels import NONE, Side
from generator.puzzles.sokoban.zero_space.anytime.window_kernels import LIMIT, NODES
from generator.puzzles.sokoban.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.zero_space.tree_kernels import Boxed, Ints
from generator.puzzles.sokoban.zero_space.word_kernels import Words

WIDTHS = (5, 6)
STATES = 250_000
"""States of each of the two searches."""
PAIRS = 12
"""Pairs of clusters, nearest first, that are tried."""
NEAREST = 6
"""Windows for each pair that are tried, those nearest to the other cluster."""
DEFECTS = 4
"""Places of a defect that are tried in each window."""


class _Task(NamedTuple):
    """A window that holds a cluster, and the cells between every slot and the other cluster, one for each axis."""

    slots: Ints
    distance: Words


class Mender:
    """Mends one approach; what was tried in a window is not tried again."""

    def __init__(self, approach: Approach) -> None:
        self._approach = approach
        self._tried: set[tuple[int, int, bytes, bytes]] = set()

    def mend(self) -> bool:
        """Make one exact step; returns whether there was one."""
        return any(self._worked(task) for task in self._tasks())

    def _tasks(self) -> Iterator[_Task]:
        approach, clusters = self._approach, clusters_of(self._approach)
        numbers = range(len(clusters))
        pairs = sorted((gap(approach, clusters[i], clusters[j]), i, j) for i in numbers for j in numbers if i != j)
        for _, one, other in pairs[:PAIRS] or [(0, 0, 0)]:
            centre = approach.shape.cells[clusters[other]].mean(axis=0)
            distance = np.abs(approach.shape.cells - centre).max(axis=1).astype(np.int64)
            yield from (_Task(slots, distance) for slots in self._around(clusters[one], centre))

    def _around(self, cluster: Ints, centre: np.ndarray) -> list[Ints]:
        """Windows that hold a cluster and its goals, those nearest to a place first, the smaller ones of equals."""
        approach = self._approach
        needed = np.concatenate([cluster, approach.desk.position.aim[cluster]])
        found = []
        for width in WIDTHS:
            windows = windows_of(approach.zero.type, approach.zero.size, width, width)
            found += [windows[number] for number in windows.holding(needed)]
        cells = approach.shape.cells
        found.sort(key=lambda slots: (float(np.abs(cells[slots].mean(axis=0) - centre).max()), len(slots)))
        return found[:NEAREST]

    def _worked(self, task: _Task) -> bool:
        position, (slots, distance) = self._approach.desk.position, task
        goals = position.boxed.copy()
        goals[slots] = self._approach.goal[slots]
        if not self._has_place(slots):
            return False
        walls, nodes = self._approach.shape.walls, self._approach.shape.nodes
        sign = mending_kernels.tree_sign(position.boxed, walls, nodes)
        if mending_kernels.tree_sign(goals, walls, nodes) == sign:
            return self._lead(slots, goals)
        misplaced = self._approach.misplaced
        now = 2 * int(distance[misplaced[np.isin(misplaced, slots)]].min())
        beyond = -1
        for _ in range(DEFECTS):
            wanted = goals.copy()
            beyond = mending_kernels.nearest_defect(slots, wanted, walls, nodes, sign, distance, beyond)
            if beyond == NONE or beyond >= now:
                return False
            if self._lead(slots, wanted):
                return True
        return False

    def _has_place(self, slots: Ints) -> bool:
        """Whether every line has as many boxes in a window as goals."""
        lines = self._approach.shape.line[slots]
        more = self._approach.desk.position.boxed[slots].astype(np.int32) - self._approach.goal[slots]
        return not np.bincount(lines, more).any()

    def _lead(self, slots: Ints, wanted: Boxed) -> bool:
        desk = self._approach.desk
        state, board = window_kernels.cut_out(slots, desk.floor, desk.position, desk.scratch)
        goal = np.int64(int.from_bytes(np.packbits(wanted[slots], bitorder="little").tobytes(), "little"))
        task = int(state), int(goal), slots.tobytes(), board.across.tobytes()
        if state == goal or task in self._tried:
            return False
        self._tried.add(task)
        room = int(desk.trail.tally[LIMIT] - desk.trail.tally[NODES]) // 2
        if room < 1:
            return False
        forward, backward = (_with_room(side, room) for side in _sides())
        count, nodes = mending_kernels.meet(state, goal, board, forward, backward, desk.scratch.way)
        desk.trail.tally[NODES] += nodes
        if count == NONE:
            return False
        window_kernels.make_all(desk.scratch.way[:count], slots, desk)
        return True


@cache
def _sides() -> tuple[Side, Side]:
    """The memory of both searches."""
    return _side(), _side()


def _with_room(side: Side, states: int) -> Side:
    return side._replace(states=side.states[:states])


def _side() -> Side:
    room = 1 << (4 * STATES - 1).bit_length()
    return Side(
        states=np.empty(STATES, np.int64),
        back=np.empty(STATES, np.int64),
        starts=np.empty(1 << 12, np.int64),
        table=np.empty(room, np.int32),
        spare=np.empty(room, np.int32),
    )
