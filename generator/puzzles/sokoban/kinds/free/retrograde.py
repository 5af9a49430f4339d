"""All states from which the goals of a room can be reached, by exhaustive search backwards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.kinds.free import room_kernels, search_kernels
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, words_of

MOST_LAYERS = 1 << 15


@dataclass(frozen=True, slots=True)
class Reached:
    """The states of a room by the least pushes to its goals, to the last depth that the budget completed.

    `complete` says whether there are no others, else `budget` stopped the search.
    """

    room: Room
    budget: int
    complete: bool
    depth: int
    floor: room_kernels.RoomFloor
    search: search_kernels.StateSearch

    @property
    def size(self) -> int:
        """The size of the hash table."""
        return len(self.search.table)

    @property
    def nodes(self) -> int:
        """How many states there are."""
        return int(self.search.starts[self.depth + 1])

    @property
    def deepest(self) -> int:
        """The least of the deepest states, by boxes and then by the player's region (not by the order of search)."""
        first, last = self.search.starts[self.depth : self.depth + 2]
        keys = [
            words[first:last, index]
            for words in (self.search.region, self.search.boxes)
            for index in range(words.shape[1])
        ]
        return int(first) + int(np.lexsort(keys)[0])

    def find(self, boxes: NDArray[np.uint64], player: int) -> int | None:
        """The number of a state, or None where it is not among them."""
        number = int(search_kernels.find(boxes, player, self.size, self.search))
        return number if 0 <= number < self.nodes else None

    def distance(self, number: int) -> int:
        """The least pushes from a state to the goals."""
        return int(np.searchsorted(self.search.starts, number, side="right")) - 1

    def answers(self, room: Room, budget: int) -> bool:
        """Whether a search of a room with a budget would find just this."""
        return (self.room, self.budget) == (room, budget)


class Puller:
    """Searches rooms with memory that is allocated once and grows with the budget."""

    def __init__(self) -> None:
        self._memory: dict[int, search_kernels.StateSearch] = {}

    def reached(self, room: Room, budget: int) -> Reached:
        """All states of a room, or as many complete depths of them as the budget of states allows."""
        floor, goals = floor_of(room.walls), words_of(room.goals)
        search = self.memory(budget, len(goals))
        status, depth, size = search_kernels.retrograde(goals, floor, search)
        complete = status == kernel_constants.COMPLETE
        states = int(search.starts[depth + 1]) if complete else budget
        return Reached(room, budget, complete, int(depth), floor, kept(search, states, int(depth), int(size)))

    def memory(self, budget: int, words: int) -> search_kernels.StateSearch:
        """Memory for so many states of so many words, which the next search overwrites."""
        memory = self._memory.get(words)
        if memory is None or len(memory.boxes) < budget:
            memory = self._memory[words] = _memory(budget, words)
        return memory._replace(boxes=memory.boxes[:budget], region=memory.region[:budget])


def kept(search: search_kernels.StateSearch, states: int, depth: int, size: int) -> search_kernels.StateSearch:
    """A copy of so many states, of the layers to a depth and of a table of that size."""
    return search_kernels.StateSearch(
        boxes=search.boxes[:states].copy(),
        region=search.region[:states].copy(),
        chain=search.chain[:states].copy(),
        table=search.table[:size].copy(),
        starts=search.starts[: depth + 2].copy(),
    )


def _memory(budget: int, words: int) -> search_kernels.StateSearch:
    return search_kernels.StateSearch(
        boxes=np.empty((budget, words), np.uint64),
        region=np.empty((budget, words), np.uint64),
        chain=np.empty(budget, np.int32),
        table=np.empty(max(search_kernels.FIRST_TABLE, 1 << (2 * budget - 1).bit_length()), np.int32),
        starts=np.empty(MOST_LAYERS, np.int64),
    )
