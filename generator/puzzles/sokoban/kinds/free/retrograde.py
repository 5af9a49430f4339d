"""All states from which the goals of a room can be reached, by exhaustive search backwards."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.kinds.free import room_kernels, search_kernels
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, words_of

MOST_LAYERS = 1 << 15


@dataclass(frozen=True, slots=True)
class Reached:
    """The states of a room by the least pushes to its goals, to the last depth that the budget completed.

    `complete` says whether there are no others. The states are in memory that the next search overwrites; `size` is
    that of their hash table.
    """

    complete: bool
    depth: int
    floor: room_kernels.Floor
    search: search_kernels.Search
    size: int

    @property
    def nodes(self) -> int:
        """How many states there are."""
        return int(self.search.starts[self.depth + 1])

    @property
    def deepest(self) -> int:
        """The least of the deepest states, by boxes and then by the player's region (not by the order of search)."""
        first, last = self.search.starts[self.depth : self.depth + 2]
        keys = [
            words[first:last, place]
            for words in (self.search.region, self.search.boxes)
            for place in range(words.shape[1])
        ]
        return int(first) + int(np.lexsort(keys)[0])

    def find(self, boxes: NDArray[np.uint64], player: int) -> int | None:
        """The number of a state, or None where it is not among them."""
        number = int(search_kernels.find(boxes, player, self.size, self.search))
        return number if 0 <= number < self.nodes else None

    def distance(self, number: int) -> int:
        """The least pushes from a state to the goals."""
        return int(np.searchsorted(self.search.starts[: self.depth + 2], number, side="right")) - 1


class Puller:
    """Searches rooms with memory that is allocated once and grows with the budget.

    The last answer is kept: generating a level, solving and measuring it ask for the same search in turn.
    """

    def __init__(self) -> None:
        self._asked: tuple[Room, int] | None = None
        self._reached: Reached | None = None
        self._memory: dict[int, search_kernels.Search] = {}

    def reached(self, room: Room, budget: int) -> Reached:
        """All states of a room, or as many complete depths of them as the budget of states allows."""
        if self._reached is None or self._asked != (room, budget):
            self._reached = self._search(room, budget)
            self._asked = room, budget
        return self._reached

    def _search(self, room: Room, budget: int) -> Reached:
        floor, goals = floor_of(room.walls), words_of(room.goals)
        search = self.memory(budget, len(goals))
        status, depth, size = search_kernels.retrograde(goals, floor, search)
        return Reached(status == kernel_constants.COMPLETE, int(depth), floor, search, int(size))

    def memory(self, budget: int, words: int) -> search_kernels.Search:
        """Memory for so many states of so many words, which the next search overwrites."""
        self._reached = None
        memory = self._memory.get(words)
        if memory is None or len(memory.boxes) < budget:
            memory = self._memory[words] = _memory(budget, words)
        return memory._replace(boxes=memory.boxes[:budget], region=memory.region[:budget])


def _memory(budget: int, words: int) -> search_kernels.Search:
    return search_kernels.Search(
        boxes=np.empty((budget, words), np.uint64),
        region=np.empty((budget, words), np.uint64),
        chain=np.empty(budget, np.int32),
        table=np.empty(max(search_kernels.FIRST_TABLE, 1 << (2 * budget - 1).bit_length()), np.int32),
        starts=np.empty(MOST_LAYERS, np.int64),
    )


@cache
def puller() -> Puller:
    """This process's puller."""
    return Puller()
