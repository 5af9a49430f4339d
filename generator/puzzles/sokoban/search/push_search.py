"""The search for the least pushes as one of those that look for any solution: its turns and its answer."""

from dataclasses import dataclass, replace

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import node_kernels, push_kernels
from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.node_attempt import NodeAttempt
from generator.puzzles.sokoban.search.solver import (
    Search,
    entered,
    goal_players,
    with_groups,
)

MOST_CELLS = 60
"""The most cells on which a box may stand in a level that is searched so too: in a small room nothing else is as
strong."""

WAITED = 10
"""Turns before the search begins, for which its tables would take too long: many levels are solved by then. It begins
with them, because a state that was met without them may be lost unseen."""

_STEP = 1_000
"""Expansions of a slice, which last some ten milliseconds."""

_SLICES = 4
"""Slices in a turn: about as many as all other searches have."""


@dataclass(slots=True)
class PushAttempt(NodeAttempt):
    """A search for the least pushes from both ends, which ends as soon as the ends have met."""

    waited: int = 0

    def advance(self) -> None:
        """Go on for some slices, or wait."""
        self.waited += 1
        if self.waited < WAITED:
            return
        if self.waited == WAITED:
            self.room = with_groups(self.room, both_ends=True)
        for _ in range(_SLICES):
            if self.status == kernel_constants.RUNNING:
                self._advance()

    def _advance(self) -> None:
        self.note(push_kernels.search(_STEP, self.room.floor, self.memory, self.workspace))
        if self.memory.bounds[node_kernels.UPPER] < node_kernels.NOT_YET:
            self.status = kernel_constants.SOLVED

    @property
    def lower(self) -> int:
        """The least pushes that are possible, as far as the search has come."""
        return int(self.memory.bounds[node_kernels.LOWER])


def push_attempts(room: Room, search: Search) -> list[PushAttempt]:
    """The search for the least pushes with the nodes and the memory of a search.

    There is none in a large room, where the start is solved, or where the nodes do not suffice for the start and the
    goals.
    """
    large, solved = room.floor.alive.sum() > MOST_CELLS, np.array_equal(room.start, room.goal)
    if large or solved or search.nodes <= len(goal_players(room)):
        return []
    begun = entered(room, replace(search, both_ends=True))
    return [] if begun is None else [PushAttempt(room, *begun, kernel_constants.RUNNING)]
