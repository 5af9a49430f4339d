"""Searches through a room from one end: backwards from its goals, or forwards from a start.

The positions of the same boxes are one entry, whose cells of the player are a set. Layer by layer the sets grow: by
single moves, or by pushes, between which the player walks freely.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Int, Words, bit, home_of_word, slot_of_word, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import COMPLETE, NODE_LIMIT
from generator.puzzles.sokoban.kinds.free.cells.plan_kernels import Longs, Table, Word, region_of

MOVES, PUSHES = 0, 1
BACKWARD, FORWARD = 0, 1
FIRST_TABLE = 1 << 10
"""Slots of the hash table at first; it grows with the entries, so that the table of a small room stays in the cache."""

SIZE, ENTRIES, LAYER, NEXT, SPENT = range(5)
"""What `facts` counts: slots of the table in use, entries, those of the present layer and of the next, and steps."""

Ints = NDArray[np.int32]


class Memory(NamedTuple):
    """The entries of a search in the order in which they were met, all arrays modified.

    boxes, seen: uint64 (budget,) of each the boxes, and the cells on which the player was met. grown, around: uint64
    (budget,) those of the next layer, and the cells beside its boxes. slots: int32 (a power of 2,) hash table of
    entries, -1 where empty. layer, next: int32 (budget,) the entries of the two layers. words: uint64 (budget,) the
    cells of the player that are new to the entries of the layer. facts: int64 (5,).
    """

    boxes: Words
    seen: Words
    grown: Words
    around: Words
    slots: Ints
    layer: Ints
    next: Ints
    words: Words
    facts: Longs


@kernel
def entry_of(boxes: Word, table: Table, memory: Memory) -> Int:
    """The entry of some boxes, a new one if need be; -1 where there is no room for it."""
    size, slots = memory.facts[SIZE], memory.slots
    slot = slot_of_word(boxes, home_of_word(boxes, size), 0, size, memory.boxes, slots)
    if slots[slot] >= 0:
        return np.int64(slots[slot])
    entry: Int = memory.facts[ENTRIES]
    if entry == len(memory.boxes):
        return np.int64(-1)
    slots[slot] = entry
    memory.facts[ENTRIES] = entry + 1
    memory.boxes[entry], memory.seen[entry], memory.grown[entry] = boxes, np.uint64(0), np.uint64(0)
    around, left = np.uint64(0), boxes
    while left:
        around |= table.beside[trailing_zeros(left)]
        left &= left - ONE
    memory.around[entry] = around & ~boxes
    if 2 * (entry + 1) > size and size < len(slots):
        _enlarge(memory)
    return entry


@kernel
def _enlarge(memory: Memory) -> None:
    """Double the table."""
    size, slots = 2 * memory.facts[SIZE], memory.slots
    memory.facts[SIZE] = size
    slots[:size] = -1
    for entry in range(memory.facts[ENTRIES]):
        boxes = memory.boxes[entry]
        slots[slot_of_word(boxes, home_of_word(boxes, size), 0, size, memory.boxes, slots)] = entry


@kernel(inline=True)
def _add(entry: Int, cells: Word, memory: Memory) -> None:
    """Put those cells of the player that are new to an entry into the next layer."""
    fresh = cells & ~memory.seen[entry]
    if fresh:
        if not memory.grown[entry]:
            memory.next[memory.facts[NEXT]] = entry
            memory.facts[NEXT] += 1
        memory.grown[entry] |= fresh


@kernel
def _settle(memory: Memory) -> None:
    """Make the next layer the present one."""
    size = memory.facts[NEXT]
    for index in range(size):
        entry = memory.next[index]
        memory.layer[index], memory.words[index] = entry, memory.grown[entry]
        memory.seen[entry] |= memory.grown[entry]
        memory.grown[entry] = np.uint64(0)
    memory.facts[LAYER], memory.facts[NEXT] = size, 0
    memory.facts[SPENT] += size


@kernel
def begin(table: Table, memory: Memory) -> None:
    """Forget all entries."""
    memory.facts[SIZE], memory.facts[ENTRIES] = min(FIRST_TABLE, len(memory.slots)), 0
    memory.facts[NEXT] = 0
    memory.slots[: memory.facts[SIZE]] = -1


@kernel
def _grow(aim: Int, way: Int, index: Int, table: Table, memory: Memory) -> bool:
    """Put what follows an entry of the layer into the next one; False where there is no room for it."""
    entry, new = memory.layer[index], memory.words[index]
    boxes = memory.boxes[entry]
    if aim == MOVES:
        walked, left = np.uint64(0), new
        while left:
            walked |= table.beside[trailing_zeros(left)]
            left &= left - ONE
        _add(entry, walked & ~boxes, memory)
    left = new & memory.around[entry]
    while left:
        cell = trailing_zeros(left)
        left &= left - ONE
        for d in range(4):
            box = table.near[cell, d]
            if box < 0 or not boxes & bit(box):
                continue
            to = table.near[cell, 3 - d] if way == BACKWARD else table.near[box, d]
            if to < 0 or boxes & bit(to):
                continue
            # Backwards the box comes to the cell of the player, who steps back; forwards he takes the place of the box.
            moved = boxes ^ bit(box) ^ bit(cell if way == BACKWARD else to)
            player = to if way == BACKWARD else box
            other = entry_of(moved, table, memory)
            if other < 0:
                return False
            if aim == MOVES:
                _add(other, bit(player), memory)
            elif not (memory.seen[other] | memory.grown[other]) & bit(player):
                _add(other, region_of(player, table.floor[0] & ~moved, table.beside), memory)
    return True


@kernel
def sweep(aim: Int, way: Int, boxes: Word, cells: Word, table: Table, memory: Memory) -> tuple[Int, Int]:
    """Search all that can be reached, or as many complete layers as the memory has room for.

    It begins with boxes and all the cells on which the player may be. Returns a status and the number of the last
    complete layer, which `memory.layer` and `memory.words` hold then: the deepest starts of goals.
    """
    begin(table, memory)
    _add(entry_of(boxes, table, memory), cells, memory)
    _settle(memory)
    depth = 0
    while True:
        for index in range(memory.facts[LAYER]):
            if not _grow(aim, way, index, table, memory):
                return NODE_LIMIT, depth
        if not memory.facts[NEXT]:
            return COMPLETE, depth
        _settle(memory)
        depth += 1


@kernel
def deepen(aim: Int, rounds: Int, table: Table, memory: Memory) -> Int:
    """Find better goals for a room: again and again those that are farthest from the deepest start of the last.

    `table.goals` is modified. Returns the depth of the deepest start of the goals.
    """
    floor = table.floor[0]
    memory.facts[SPENT] = 0
    depth = sweep(aim, BACKWARD, table.goals[0], floor & ~table.goals[0], table, memory)[1]
    for _ in range(rounds):
        if not depth:
            break
        boxes, player = memory.boxes[memory.layer[0]], trailing_zeros(memory.words[0])
        cells = region_of(player, floor & ~boxes, table.beside) if aim == PUSHES else bit(player)
        sweep(aim, FORWARD, boxes, cells, table, memory)
        goals = memory.boxes[memory.facts[ENTRIES] - 1]
        found = sweep(aim, BACKWARD, goals, floor & ~goals, table, memory)[1]
        if found <= depth:
            break
        depth = found
        table.goals[0] = goals
    return depth


@kernel
def distance(aim: Int, boxes: Word, player: Int, table: Table, memory: Memory) -> Int:
    """The least moves or pushes of a level of a room, -1 where the memory is too small or there is no solution."""
    begin(table, memory)
    goals = table.goals[0]
    _add(entry_of(goals, table, memory), table.floor[0] & ~goals, memory)
    depth = 0
    while memory.facts[NEXT]:
        _settle(memory)
        for index in range(memory.facts[LAYER]):
            if memory.boxes[memory.layer[index]] == boxes and memory.words[index] & bit(player):
                return depth
        for index in range(memory.facts[LAYER]):
            if not _grow(aim, BACKWARD, index, table, memory):
                return -1
        depth += 1
    return -1
