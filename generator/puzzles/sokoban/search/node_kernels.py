"""The nodes of a push-optimal search: their table, and the queues of those that are open."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import copy_into, kernel, wide
from generator.puzzles.sokoban.kernel_constants import SOLVED, UNSOLVABLE

_NODE = np.uint64(0xFFFFFFFF)

NOT_YET = 32_000
"""The cost of a node that was not reached; more than any solution's."""

(
    PRUNINGS,
    BOTH,
    PARITY,
    SEAT,
    NODES,
    EXPANDED,
    UPPER,
    MEETING,
    LOWER,
    FREE_ENTRY,
    ENTRIES,
    NODE,
    BACKWARD,
) = range(13)
LEAST, OPEN = 13, 15
"""Places in `Memory.control`: what is to be done (prunings, from both ends or forward alone, the parity of every
solution's pushes, the cell where the last walk by moves must end or -1), what was done, the node that is expanded and
its direction, and, forward and then backward, the least open priority and the number of open nodes."""
CONTROLS = 17


PLAYER, CLOSED, COST, BOUND, PARENT, VIA, BOXES = 0, 1, 2, 4, 6, 8, 10
"""Columns of a node: the player's cell; a bit for each direction in which it is closed; forward and then backward, the
cost, the bound on what is to come, the parent, and the push between the two as 4 * cell + direction, the cell that of
the box before it; at last the boxes, 32 cells a column."""


class Memory(NamedTuple):
    """The nodes of a search, all arrays modified.

    node: int32 (nodes, BOXES + words) in one piece, since every access to another array is a miss of the cache.
    table: uint64 (a power of 2,) hash table: the upper half of a state's hash, its node plus 1 below; 0 where empty.
    bucket: int32 (2, priorities) and entry: int32 (entries, 2) linked lists of open nodes (node, next).
    control: int64 (CONTROLS,). layer: int32 (nodes,) the pushes made before each node of a search for the fewest moves;
    other searches have none.
    """

    node: NDArray[np.int32]
    table: NDArray[np.uint64]
    bucket: NDArray[np.int32]
    entry: NDArray[np.int32]
    control: NDArray[np.int64]
    layer: NDArray[np.int32]


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
def open_node(node: int, backward: int, memory: Memory) -> bool:
    """Put a node into the queue of a direction; whether there was room."""
    control = memory.control
    priority = np.int64(memory.node[node, COST + backward]) + memory.node[node, BOUND + backward]
    if control[BOTH]:
        priority += np.int64(memory.node[node, COST + backward]) - memory.node[node, BOUND + 1 - backward]
    return enqueue(node, backward, int(priority), memory)


@kernel
def enqueue(node: int, backward: int, priority: int, memory: Memory) -> bool:
    """Put a node into the queue of a direction by a priority; whether there was room."""
    control = memory.control
    link = control[FREE_ENTRY]
    if link >= 0:
        control[FREE_ENTRY] = memory.entry[link, 1]
    elif control[ENTRIES] < len(memory.entry):
        link = control[ENTRIES]
        control[ENTRIES] += 1
    else:
        return False
    memory.entry[link, 0] = node
    memory.entry[link, 1] = memory.bucket[backward, priority]
    memory.bucket[backward, priority] = link
    control[OPEN + backward] += 1
    control[LEAST + backward] = min(control[LEAST + backward], priority)
    return True


@kernel
def has_open(backward: int, memory: Memory) -> bool:
    """Drop closed nodes from the front of a queue, so that its least priority is true; whether any node is left."""
    control, bucket, entry = memory.control, memory.bucket, memory.entry
    while control[OPEN + backward]:
        link = bucket[backward, control[LEAST + backward]]
        if link < 0:
            control[LEAST + backward] += 1
        elif memory.node[entry[link, 0], CLOSED] & (1 + backward):
            _drop(link, backward, memory)
        else:
            return True
    return False


@kernel
def _drop(link: int, backward: int, memory: Memory) -> None:
    """Take the front entry out of a queue."""
    control, entry = memory.control, memory.entry
    memory.bucket[backward, control[LEAST + backward]] = entry[link, 1]
    entry[link, 1] = control[FREE_ENTRY]
    control[FREE_ENTRY] = link
    control[OPEN + backward] -= 1


@kernel
def close_front(backward: int, memory: Memory) -> int:
    """Take the front node out of a queue: the newest of the least priority."""
    link = memory.bucket[backward, memory.control[LEAST + backward]]
    node = memory.entry[link, 0]
    _drop(link, backward, memory)
    memory.node[node, CLOSED] |= 1 + backward
    memory.control[EXPANDED] += 1
    return wide(node)


@kernel
def meet(node: int, memory: Memory) -> None:
    """Note the solution through a node that was reached from both ends."""
    pushes = np.int64(memory.node[node, COST]) + memory.node[node, COST + 1]
    if pushes < memory.control[UPPER]:
        memory.control[UPPER] = pushes
        memory.control[MEETING] = node


@kernel(allocates=True)
def add_node(slot: int, hashed: np.uint64, word: NDArray[np.int32], player: int, memory: Memory) -> int:
    """A new node in the table; word: int32 (w,), the boxes, 32 cells each."""
    node = memory.control[NODES]
    memory.control[NODES] += 1
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
    backward = memory.control[BACKWARD]
    memory.node[node, COST + backward] = cost
    memory.node[node, PARENT + backward] = memory.control[NODE]
    memory.node[node, VIA + backward] = via


@kernel
def status_at_end(memory: Memory) -> int:
    """The status where nothing is left to be expanded."""
    control = memory.control
    if control[UPPER] < NOT_YET:
        control[LOWER] = control[UPPER]
        return SOLVED
    return UNSOLVABLE
