"""A search for the least of something that goes on slice by slice, so that others may take turns with it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import bound_kernels, floor_kernels, node_kernels, workspace_kernels
from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.memory import with_conflicts, with_groups
from generator.puzzles.sokoban.search.node_attempt import ANEW, NodeAttempt
from generator.puzzles.sokoban.search.question import Answer, Search
from generator.values import SearchProgress, SolveStatus

SLICE = 20_000
"""Expansions between two looks at the clock."""

CONFLICT_WORK = 1_000
"""Work on a table of conflicts that takes as long as it takes to make a node."""

_CONFLICT_PACE, _CONFLICT_PART = 45_000_000, 0.25
"""The work on a table of conflicts from each end that takes a second, and the part of the time that is left which they
may take."""

Kernel = Callable[[int, floor_kernels.Floor, node_kernels.Memory, workspace_kernels.Workspace], int]
"""Goes on with a search for so many expansions, and returns its status."""

Entered = tuple[node_kernels.Memory, workspace_kernels.Workspace]

Enter = Callable[[Room, Search], Entered | None]
"""Makes the memory of a search before its first step; None where no box can go to some goal."""


@dataclass(slots=True)
class ExactAttempt(NodeAttempt):
    """A search whose bounds meet in the end, unless it is stopped or its nodes are spent."""

    kernel: Kernel
    enter: Enter
    search: Search
    slices: int = 0

    def advance(self) -> None:
        """Go on for a slice.

        The tables of groups pay only where the search is not over after its first slice. It begins anew with them then,
        since they say nothing of positions that it has met before.
        """
        if self.slices == 1 and self.search.prunings & bound_kernels.GROUPS:
            self._take_groups()
        self.slices += 1
        expanded = self.expanded
        while self.status == kernel_constants.RUNNING and self.expanded - expanded < SLICE:
            self.note(self.kernel(SLICE, self.room.floor, self.memory, self.workspace))

    def learn(self, upper: int) -> None:
        """Look only for what is less from now on."""
        bounds = self.memory.bounds
        if upper < bounds[node_kernels.UPPER]:
            bounds[node_kernels.UPPER], bounds[node_kernels.MEETING] = upper, node_kernels.NOWHERE
            node_kernels.open_anew(self.memory)

    def learn_lower(self, lower: int) -> None:
        """Know from now on that no solution costs less."""
        self.memory.bounds[node_kernels.LOWER] = max(self.lower, lower)

    def take_conflicts(self, seconds: float | None = None) -> None:
        """Look for boxes in each other's way from now on, if tables of them take no longer than all so far.

        They also take no more than a part of the seconds that are left. They leave out states where an upper bound is
        known, and are switched off with the groups. Tables that were too much work before may follow later.
        """
        if self.search.prunings & bound_kernels.GROUPS:
            most = CONFLICT_WORK * self.nodes
            if seconds is not None:
                most = min(most, int(_CONFLICT_PART * _CONFLICT_PACE * seconds))
            self.room = with_conflicts(self.room, self.memory.orders.both, most)

    def answer(self) -> Answer:
        """What is known now."""
        if self.status == kernel_constants.UNSOLVABLE:
            reason = Message("every state that can be reached was searched, and none is solved")
            return Answer(SolveStatus.UNSOLVABLE, 0, None, [], self.nodes, self.expanded, reason)
        status = SolveStatus.SOLVED if self.status == kernel_constants.SOLVED else SolveStatus.NODE_LIMIT
        if not self._has_met():
            return Answer(status, self.lower, None, [], self.nodes, self.expanded)
        return Answer(status, self.lower, self._upper, self.pushes(), self.nodes, self.expanded)

    def progress(self) -> SearchProgress:
        upper = None if self._upper == node_kernels.NOT_YET else self._upper
        return SearchProgress(self.lower, upper, states=self.expanded)

    @property
    def lower(self) -> int:
        """What a solution costs at least."""
        return int(self.memory.bounds[node_kernels.LOWER])

    @property
    def _upper(self) -> int:
        return int(self.memory.bounds[node_kernels.UPPER])

    def _has_met(self) -> bool:
        """Whether the search itself has found a solution."""
        return bool(self.memory.bounds[node_kernels.MEETING] != node_kernels.NOWHERE)

    def _take_groups(self) -> None:
        """Begin anew with tables of groups, unless there is a solution already, or too few nodes are left."""
        self.room = with_groups(self.room, self.memory.orders.both)
        left, bounds = self.search.nodes - self.nodes, self.memory.bounds
        if self._has_met() or left < ANEW * self.nodes:
            return
        begun = self.enter(self.room, replace(self.search, nodes=left))
        assert begun is not None, "the tables do not change the bound of the start"
        self.begin_anew(*begun)
        self.learn_lower(int(bounds[node_kernels.LOWER]))
        self.learn(int(bounds[node_kernels.UPPER]))


def exact_attempt(kernel: Kernel, enter: Enter, room: Room, search: Search) -> ExactAttempt | None:
    """A search before its first step; None where no box can go to some goal."""
    begun = enter(room, search)
    return None if begun is None else ExactAttempt(room, *begun, kernel_constants.RUNNING, kernel, enter, search)
