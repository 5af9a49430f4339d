"""The search from the goals by pulls, which finds any solution: its memory, its turns and its answer."""

from dataclasses import dataclass, replace

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import bound_kernels, expansion_kernels, node_kernels, pull_search_kernels
from generator.puzzles.sokoban.search.floor import Room, is_small
from generator.puzzles.sokoban.search.memory import SharedRoom, goal_players, memory_for, orders_for, workspace_of
from generator.puzzles.sokoban.search.node_attempt import ANEW, NodeAttempt
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.workspace_kernels import Workspace

HASTES = ((0, 1, 2), (1, 2, 0))
"""What the urgency of a state is made of: the weights of a pull made, of a pull to come, and of a box that stands where
none started. One search for each."""

_WORK = (6_500_000, 1_200_000)
"""Expansions before the next search has its turn, times the square of the boxes, as which matching grows. The first
search solves far more levels, above all in small rooms: where it is joined by the greedy one, it has twice as much time
as that, and half of all."""

_MOST, _MOST_IN_LARGE, _LATER_IN_LARGE = 45_000, (7_000, 1_000), 1_000
"""Expansions before the next search has its turn, at most. In large rooms the others find more, above all later, and
the first of the two far more than the second."""

_SOON = 200
"""Turns before that: some half a minute."""

TABLED = 5
"""Turns after which a search begins anew with tables of groups that cannot come from the start: more than half of what
it has met before may be such states. Many levels are solved within that time."""


@dataclass(slots=True)
class PullAttempt(NodeAttempt):
    """A search from the goals.

    first, later: its expansions in a turn. shared: has the tables of groups.
    """

    search: Search
    haste: pull_search_kernels.Haste
    first: int
    later: int
    shared: SharedRoom
    turns: int = 0

    def advance(self) -> None:
        """Go on for a slice."""
        if self.turns == TABLED:
            self._take_tables()
        quota = self.first if self.turns < _SOON else self.later
        self.turns += 1
        self.note(pull_search_kernels.pull(quota, self.haste, self.room.floor, self.memory, self.workspace))

    def _take_tables(self) -> None:
        """Begin anew with tables of groups, unless few nodes are left."""
        left = self.search.nodes - self.nodes
        if left >= ANEW * self.nodes:
            self.room = self.shared.with_foreign_groups()
            self.begin_anew(*_begun(self.room, replace(self.search, nodes=left)))


def pull_attempts(shared: SharedRoom, search: Search) -> list[PullAttempt]:
    """Searches from the goals, each with the nodes and the memory of a search.

    There is none where the start is solved, or where the nodes do not suffice for the start and the goals.
    """
    room = shared.room
    if np.array_equal(room.start, room.goal) or search.nodes <= len(goal_players(room)):
        return []
    home = np.zeros(len(room.cells), np.uint8)
    home[room.start] = 1
    return [
        _attempt(shared, search, pull_search_kernels.Haste(np.array(weights, np.int64), home), work, most)
        for weights, work, most in zip(HASTES, _WORK, _MOST_IN_LARGE, strict=True)
    ]


def _attempt(
    shared: SharedRoom, search: Search, haste: pull_search_kernels.Haste, work: int, most_in_large: int
) -> PullAttempt:
    room = shared.room
    most = (_MOST, _MOST) if is_small(room) else (most_in_large, _LATER_IN_LARGE)
    first, later = (min(limit, work // room.boxes**2) for limit in most)
    return PullAttempt(room, *_begun(room, search), kernel_constants.RUNNING, search, haste, first, later, shared)


def _begun(room: Room, search: Search) -> tuple[node_kernels.Memory, Workspace]:
    """The memory of a search that has the goals and the start."""
    players = goal_players(room)
    orders = orders_for(room, bound_kernels.MATCHING, both_ends=True)
    memory, workspace = memory_for(room, search, orders, len(players) + 1), workspace_of(room)
    for player in players:
        least = expansion_kernels.least_cell(room.goal, player, room.floor, workspace)
        expansion_kernels.enter(room.goal, least, 1, room.floor, memory, workspace)
    player = expansion_kernels.least_cell(room.start, room.player, room.floor, workspace)
    expansion_kernels.enter(room.start, player, 0, room.floor, memory, workspace)
    return memory, workspace
