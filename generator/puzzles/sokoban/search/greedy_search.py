"""The greedy search from both ends, which finds any solution of a room: its turns and its answer."""

from dataclasses import dataclass, replace

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import greedy_kernels
from generator.puzzles.sokoban.search.features.feature_search import workspace_of
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor import is_small
from generator.puzzles.sokoban.search.memory import SharedRoom, goal_players
from generator.puzzles.sokoban.search.node_attempt import NodeAttempt
from generator.puzzles.sokoban.search.node_kernels import NOT_YET
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import entered

WAITED = 5
"""Turns before the search begins, for which its tables would take too long: many levels are solved by then. It begins
with them, because a state that was met without them may be lost unseen."""

_SLICE, _IN_LARGE, _LATER = 5_000, 2_500, 1_250
"""Expansions in a turn, at first and later: a quarter of the time of all searches in a small room, a tenth in a large
one, and then less. What greed does not find soon it may not find at all."""

_SOON = 200
"""Turns before the slices become smaller: most of a minute."""


@dataclass(slots=True)
class GreedyAttempt(NodeAttempt):
    """A search from both ends, which ends as soon as the ends have met.

    first: its expansions in a turn at first. shared: has the tables of lost groups.
    """

    first: int
    examiner: greedy_kernels.Examiner
    shared: SharedRoom
    waited: int = 0

    def advance(self) -> None:
        """Go on for a slice, or wait."""
        self.waited += 1
        if self.waited < WAITED:
            return
        if self.waited == WAITED:
            self.shared.with_lost_groups()
            self.room = self.shared.with_foreign_groups()
        quota = self.first if self.waited < _SOON else _LATER
        self.note(greedy_kernels.search(quota, self.examiner, self.room.floor, self.memory, self.workspace))


def greedy_attempts(shared: SharedRoom, guide: Guide, search: Search) -> list[GreedyAttempt]:
    """The search from both ends with the nodes and the memory of a search, and with a guide of the room.

    There is none where the start is solved, or where the nodes do not suffice for the start and the goals.
    """
    room = shared.room
    if np.array_equal(room.start, room.goal) or search.nodes <= len(goal_players(room)):
        return []
    begun = entered(room, replace(search, both_ends=True))
    if begun is None:
        return []
    examiner = greedy_kernels.Examiner(
        guide, workspace_of(room), np.empty(NOT_YET, np.int32), np.array([greedy_kernels.NONE, 0])
    )
    first = _SLICE if is_small(room) else _IN_LARGE
    return [GreedyAttempt(room, *begun, kernel_constants.RUNNING, first, examiner, shared)]
