"""Whole components of the slide graph by breadth-first search, for geometries whose states fit one word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.kinds.zero_space import word_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import word_board
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent


@dataclass(frozen=True, slots=True)
class Component:
    """All states within `depth` slides of a root, in order of their distance; they count as nodes.

    states: int64 (nodes,). back: int64 (nodes,) the slides that lead one nearer to the root. starts: int64 (depth + 2,)
    where the states of each distance begin. complete: whether these are all states that can be reached; else `budget`
    stopped the search.
    """

    budget: int
    complete: bool
    depth: int
    states: NDArray[np.int64]
    back: NDArray[np.int64]
    starts: NDArray[np.int64]

    @property
    def nodes(self) -> int:
        return len(self.states)

    @property
    def root(self) -> int:
        return int(self.states[0])

    @property
    def deepest(self) -> int:
        """The least of the states farthest from the root (the choice keeps results independent of the order)."""
        return int(self.states[self.starts[self.depth] :].min())

    def find(self, tree: int) -> int | None:
        """The number of a state, or None where it is not among them."""
        found = np.flatnonzero(self.states == tree)
        return int(found[0]) if len(found) else None

    def distance(self, number: int) -> int:
        """The slides from the root to a state."""
        return int(np.searchsorted(self.starts, number, side="right")) - 1

    def answers(self, root: int, budget: int) -> bool:
        """Whether a search from a tree of the same geometry with a budget would find just this."""
        return self.root == root and (self.budget == budget or (self.complete and self.nodes <= budget))

    def descent(self, number: int) -> Descent:
        """All shortest ways from a state to the root."""
        depth = self.distance(number)
        nodes = int(self.starts[depth]) + 1
        edges = int(np.bitwise_count(self.back[:nodes]).sum()) + int(self.back[number]).bit_count()
        room = Descent(
            state=np.empty(nodes, np.int64),
            ways=np.empty(nodes, np.float64),
            level=np.empty(depth + 2, np.int32),
            first=np.empty(nodes + 1, np.int32),
            slide=np.empty(edges, np.int32),
            target=np.empty(edges, np.int32),
        )
        widest = int(np.diff(self.starts[: depth + 1]).max(initial=2))
        table = np.empty(1 << (4 * widest - 1).bit_length(), np.int32)
        nodes, edges = word_kernels.descend(number, depth, self.states, self.back, self.starts, table, room)
        return Descent(
            room.state[:nodes],
            room.ways[:nodes],
            room.level,
            room.first[: nodes + 1],
            room.slide[:edges],
            room.target[:edges],
        )


class Explorer:
    """Searches components with memory that is allocated once and grows with the budget."""

    def __init__(self) -> None:
        self._states = np.empty(0, np.int64)

    def component(self, type_: str, size: Size, root: int, budget: int) -> Component:
        """The component of a tree, or as many complete depths of it as the budget of states allows."""
        if len(self._states) < budget:
            self._allocate(max(budget, _LEAST))
        states, back = self._states[:budget], self._back[:budget]
        board = word_board(type_, size)
        status, depth = word_kernels.explore(root, board, states, back, self._table, self._starts)
        starts = self._starts[: depth + 2].copy()
        nodes = starts[-1]
        complete = status == kernel_constants.COMPLETE
        return Component(budget, complete, depth, states[:nodes].copy(), back[:nodes].copy(), starts)

    def _allocate(self, budget: int) -> None:
        self._states, self._back = np.empty(budget, np.int64), np.empty(budget, np.int64)
        self._table = np.empty(1 << (4 * budget - 1).bit_length(), np.int32)
        self._starts = np.empty(budget + 2, np.int64)


_LEAST = 1 << 16
"""States for which there is room at least."""
