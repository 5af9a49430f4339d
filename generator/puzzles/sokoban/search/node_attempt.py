"""What searches that keep nodes share where they take turns with others: their memory, their cost and their answer."""

from dataclasses import dataclass, field

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import node_kernels
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import pushes_through, with_larger_table
from generator.puzzles.sokoban.search.workspace_kernels import Workspace

ANEW = 8
"""A search begins anew with tables only with so many times the nodes that it has made."""


@dataclass(slots=True)
class NodeAttempt:
    """A search that keeps its nodes in a table; before: those that it had made and expanded when it began anew."""

    room: Room
    memory: node_kernels.Memory
    workspace: Workspace
    status: int
    before: tuple[int, int] = field(default=(0, 0), kw_only=True)

    def note(self, status: int) -> None:
        """Take over the status of a slice; a table that is crowded becomes a larger one."""
        self.status = status
        if status == kernel_constants.CROWDED:
            self.memory = with_larger_table(self.memory)
            self.status = kernel_constants.RUNNING

    def begin_anew(self, memory: node_kernels.Memory, workspace: Workspace) -> None:
        """Go on with the memory of a search before its first step."""
        self.before = self.nodes, self.expanded
        self.memory, self.workspace = memory, workspace

    @property
    def nodes(self) -> int:
        return self.before[0] + int(self.memory.done[node_kernels.NODES])

    @property
    def expanded(self) -> int:
        return self.before[1] + int(self.memory.done[node_kernels.EXPANDED])

    def pushes(self) -> list[Push]:
        """The pushes of the solution that was found."""
        return pushes_through(self.memory)
