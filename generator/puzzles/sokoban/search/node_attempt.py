"""What searches that keep nodes share where they take turns with others: their memory, their cost and their answer."""

from dataclasses import dataclass

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import node_kernels
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import pushes_through, with_larger_table
from generator.puzzles.sokoban.search.workspace_kernels import Workspace


@dataclass(slots=True)
class NodeAttempt:
    """A search that keeps its nodes in a table."""

    room: Room
    memory: node_kernels.Memory
    workspace: Workspace
    status: int

    def note(self, status: int) -> None:
        """Take over the status of a slice; a table that is crowded becomes a larger one."""
        self.status = status
        if status == kernel_constants.CROWDED:
            self.memory = with_larger_table(self.memory)
            self.status = kernel_constants.RUNNING

    @property
    def nodes(self) -> int:
        return int(self.memory.done[node_kernels.NODES])

    @property
    def expanded(self) -> int:
        return int(self.memory.done[node_kernels.EXPANDED])

    def pushes(self) -> list[Push]:
        """The pushes of the solution that was found."""
        return pushes_through(self.memory)
