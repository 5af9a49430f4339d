"""The nodes of a push-optimal search: their table, and the queues of those that are open."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.search.vicinity_kernels import Vicinity

_NODE = np.uint64(0xFFFFFFFF)

NOT_YET = 32_000
"""The cost of a node that was not reached; more than any solution's."""

NODES, EXPANDED = range(2)
"""Indices of `Memory.done`: how many nodes were made and how many expanded."""

LOWER, UPPER, MEETING = range(3)
"""Indices of `Memory.bounds`: what a solution costs at least, what one that is wanted must cost less than, and the node
through which the best one goes, NOWHERE before there is one."""

NOWHERE = -1

_EAGERNESS = 2_000
"""Priorities of an eager search: how large a part of the pushes that may still be made the bound needs for certain."""

NODE, BACKWARD = range(2)
"""Indices of `Memory.turn`: the node that is expanded, and its direction."""

PRIORITY, TAKEN = range(2)
"""Indices of `Queues.layer`."""

FREE_ENTRY, ENTRIES = range(2)
"""Indices of `Queues.room`: the first entry that was given back, -1 for none, and how many were ever used."""

PLAYER, CLOSED, COST, BOUND, PARENT, VIA, BOXES = 0, 1, 2, 4, 6, 8, 10
"""Columns of a node: the player's cell; a bit for each direction in which it is closed, above which a search may keep
bits of its own; forward and then backward, the cost, the bound on what is to come, the parent, and the push between the
two as 4 * cell + direction, the cell that of the box before it; at last the boxes, 32 cells a column."""


class Orders(NamedTuple):
    """What a search is to do.

    prunings: those of bound_kernels. both: whether it goes from both ends, or forward alone. parity: that of every
    solution's pushes. seat: the cell where the last walk by moves must end, or -1. eager: whether any solution below
    the upper bound will do, so that the state from which one is likeliest comes first.
    """

    prunings: int
    both: bool
    parity: int
    seat: int
    eager: bool


class Queues(NamedTuple):
    """The open nodes, forward and then backward, all arrays modified.

    bucket: int32 (2, priorities) and entry: int32 (entries, 2) linked lists of nodes (node, next). room: int64 (2,).
    least: int64 (2,) the least priority, or less. open: int64 (2,) how many nodes there are. layer: int64 (2, 2) the
    priority of the last node that was taken out, and how many were at it.
    """

    bucket: NDArray[np.int32]
    entry: NDArray[np.int32]
    room: NDArray[np.int64]
    least: NDArray[np.int64]
    open: NDArray[np.int64]
    layer: NDArray[np.int64]


class Memory(NamedTuple):
    """The nodes of a search, all arrays modified.

    node: int32 (nodes, BOXES + words) in one piece, since every access to another array is a miss of the cache.
    table: uint64 (a power of 2,) hash table: the upper half of a state's hash, its node plus 1 below; 0 where empty.
    layer: int32 (nodes,) the pushes made before each node of a search for the fewest moves; other searches have none.
    done, turn: int64 (2,). bounds: int64 (3,). vicinity: the states to which the search keeps.
    """

    node: NDArray[np.int32]
    table: NDArray[np.uint64]
    layer: NDArray[np.int32]
    queues: Queues
    orders: Orders
    done: NDArray[np.int64]
    bounds: NDArray[np.int64]
    turn: NDArray[np.int64]
    vicinity: Vicinity


@kernel
def _home(hashed: np.uint64, table: NDArray[np.uint64]) -> int:
    """Where a state is looked for first: by the upper half of its hash, which the table keeps.

    table: uint64 (a power of 2,).
    """
    return int(np.int64((hashed >> np.uint64(32)) * np.uint64(len(table)) >> np.uint64(32)))


@kernel
def move_table(old: NDArray[np.uint64], table: NDArray[np.uint64]) -> None:
    """Enter all that a table holds into another one, which is empty; old, table: uint64 (a power of 2,)."""
    for entry in old:
        if entry:
            index = _home(entry, table)
            while table[index]:
                index = (index + 1) & (len(table) - 1)
            table[index] = entry


@kernel
def slot_of(hashed: np.uint64, word: NDArray[np.int32], player: int, memory: Memory) -> int:
    """The index in the table where a state is, or where it belongs; word: int32 (w,), the boxes, 32 cells each."""
    # Apart from bit_kernels: an entry has half of the hash in it, which tells nearly all states apart without a look at
    # their nodes, and from which the table grows without one.
    last = len(memory.table) - 1
    index = _home(hashed, memory.table)
    while True:
        held = memory.table[index]
        if held == 0:
            return int(index)
        if (held ^ hashed) >> np.uint64(32) == 0:
            row = memory.node[np.int64(held & _NODE) - 1]
            same = row[PLAYER] == player
            for w in range(len(word)):
                same = same and row[BOXES + w] == word[w]
            if same:
                return int(index)
        index = (index + 1) & last


@kernel
def held_in(slot: int, memory: Memory) -> int:
    """The node at an index of the table, -1 where it is empty."""
    return int(np.int64(memory.table[slot] & _NODE) - 1)


@kernel
def is_beyond(cost: int, ahead: int, behind: int, backward: int, memory: Memory) -> bool:
    """Whether no solution below the upper bound goes on from a node with such a cost and such bounds at both ends.

    From both ends, such a solution would also go through a node that is open at the other end.
    """
    bounds = memory.bounds
    if cost + (behind if backward else ahead) >= bounds[UPPER]:
        return True
    if not memory.orders.both:
        return False
    least = (_priority(cost, ahead, behind, backward) + memory.queues.least[1 - backward] + 1) // 2
    return bool(least + ((least ^ memory.orders.parity) & 1) >= bounds[UPPER])


@kernel
def _priority(cost: int, ahead: int, behind: int, backward: int) -> int:
    """The priority of a node in a search from both ends, twice the cost of a solution through it if both ends agree."""
    return 2 * cost + (behind - ahead if backward else ahead - behind)


@kernel
def open_node(node: int, backward: int, memory: Memory) -> bool:
    """Put a node into the queue of a direction; whether there was room."""
    row = memory.node[node]
    cost, ahead, behind = int(row[COST + backward]), int(row[BOUND]), int(row[BOUND + 1])
    if memory.orders.both:
        priority = _priority(cost, ahead, behind, backward)
    elif memory.orders.eager:
        # A goal may be reached at the upper bound or above it.
        priority = _EAGERNESS * ahead // max(1, int(memory.bounds[UPPER]) - cost)
    else:
        priority = cost + ahead
    return enqueue(node, backward, priority, memory.queues)


@kernel
def enqueue(node: int, backward: int, priority: int, queues: Queues) -> bool:
    """Put a node into the queue of a direction by a priority; whether there was room."""
    room, entry = queues.room, queues.entry
    link = room[FREE_ENTRY]
    if link >= 0:
        room[FREE_ENTRY] = entry[link, 1]
    elif room[ENTRIES] < len(entry):
        link = room[ENTRIES]
        room[ENTRIES] += 1
    else:
        return False
    entry[link, 0] = node
    entry[link, 1] = queues.bucket[backward, priority]
    queues.bucket[backward, priority] = link
    queues.open[backward] += 1
    queues.least[backward] = min(queues.least[backward], priority)
    return True


@kernel
def has_open(backward: int, memory: Memory) -> bool:
    """Drop closed nodes from the front of a queue, so that its least priority is true; whether any node is left."""
    queues = memory.queues
    while queues.open[backward]:
        link = queues.bucket[backward, queues.least[backward]]
        if link < 0:
            queues.least[backward] += 1
        elif memory.node[queues.entry[link, 0], CLOSED] & (1 + backward):
            _drop(link, backward, queues)
        else:
            return True
    return False


@kernel
def _drop(link: int, backward: int, queues: Queues) -> None:
    """Take the front entry out of a queue."""
    room, entry = queues.room, queues.entry
    queues.bucket[backward, queues.least[backward]] = entry[link, 1]
    entry[link, 1] = room[FREE_ENTRY]
    room[FREE_ENTRY] = link
    queues.open[backward] -= 1


@kernel
def close_front(backward: int, memory: Memory) -> int:
    """Take the front node out of a queue: the newest of the least priority."""
    queues = memory.queues
    link = queues.bucket[backward, queues.least[backward]]
    node = queues.entry[link, 0]
    layer = queues.layer[backward]
    layer[TAKEN] = 1 + _taken(backward, queues)
    layer[PRIORITY] = queues.least[backward]
    _drop(link, backward, queues)
    memory.node[node, CLOSED] |= 1 + backward
    memory.done[EXPANDED] += 1
    return int(node)


@kernel
def _taken(backward: int, queues: Queues) -> int:
    """How many nodes of the least priority were taken out of a queue without a break."""
    layer = queues.layer[backward]
    return int(layer[TAKEN]) if layer[PRIORITY] == queues.least[backward] else 0


@kernel
def cheaper_side(queues: Queues) -> int:
    """The direction in which a search from both ends goes on: 1 for backward.

    The bound rises when one side has no node of its least priority left. That side is chosen for which what was done to
    this end and what is known to be left is less. By what is left alone, as Ira Pohl chose ("Bi-directional Search",
    1971), a search may stay for ever on a side where each node opens another one.
    """
    return 1 if queues.open[1] + _taken(1, queues) < queues.open[0] + _taken(0, queues) else 0


@kernel
def open_anew(memory: Memory) -> None:
    """Keep of the open nodes only those from which a solution below the upper bound may be reached.

    The others would never be expanded, but would count where a search from both ends chooses its side.
    """
    queues = memory.queues
    queues.bucket[:] = -1
    queues.room[FREE_ENTRY], queues.room[ENTRIES] = -1, 0
    queues.open[:] = 0
    for node in range(memory.done[NODES]):
        row = memory.node[node]
        for backward in range(2):
            cost, closed = int(row[COST + backward]), row[CLOSED] & (1 + backward)
            if not closed and not is_beyond(cost, int(row[BOUND]), int(row[BOUND + 1]), backward, memory):
                open_node(node, backward, memory)


@kernel
def meet(node: int, memory: Memory) -> None:
    """Note the solution through a node that was reached from both ends."""
    pushes = np.int64(memory.node[node, COST]) + memory.node[node, COST + 1]
    if pushes < memory.bounds[UPPER]:
        memory.bounds[UPPER] = pushes
        memory.bounds[MEETING] = node


@kernel(allocates=True)
def add_node(slot: int, hashed: np.uint64, word: NDArray[np.int32], player: int, memory: Memory) -> int:
    """A new node in the table; word: int32 (w,), the boxes, 32 cells each."""
    node = memory.done[NODES]
    memory.done[NODES] += 1
    row = memory.node[node]
    row[PLAYER] = player
    row[CLOSED] = 0
    row[COST] = row[COST + 1] = NOT_YET
    copy_into(row[BOXES:], word)
    memory.table[slot] = (hashed & ~_NODE) | np.uint64(node + 1)
    return int(node)


@kernel
def note_way(node: int, cost: int, via: int, memory: Memory) -> None:
    """Note the way on which a node was reached."""
    backward = memory.turn[BACKWARD]
    memory.node[node, COST + backward] = cost
    memory.node[node, PARENT + backward] = memory.turn[NODE]
    memory.node[node, VIA + backward] = via


@kernel
def status_at_end(memory: Memory) -> int:
    """The status where nothing is left to be expanded."""
    bounds = memory.bounds
    if bounds[UPPER] < NOT_YET:
        bounds[LOWER] = bounds[UPPER]
        return SOLVED
    return UNSOLVABLE
