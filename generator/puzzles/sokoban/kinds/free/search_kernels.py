"""Retrograde search in small rooms: every state that pulling boxes from the goals reaches, layer by layer.

A state is a set of boxes and the region in which the player can walk, both as bit sets of cells in words of 64. The
states of the same boxes are chained, and a pull leads to a known state if the player then stands in one of their
regions: only new states are flooded.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, bit, has, home_of_word, slot_of_row, slot_of_word, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import COMPLETE, LEFT, NODE_LIMIT, RIGHT, UP
from generator.puzzles.sokoban.kinds.free.room_kernels import Cells, Ints, RoomFloor, Word, cells_of, spread

FIRST_TABLE = 1 << 10
"""Slots of the hash table at first; it grows with the states, so that the table of a small room stays in the cache."""


class StateSearch(NamedTuple):
    """The states of a search in the order of their depth, all arrays modified.

    boxes, region: uint64 (budget, words). chain: int32 (budget,) the next state of the same boxes, -1 at the end.
    table: int32 (a power of 2,) hash table of the first states of the chains, -1 where empty. starts: int64
    (layers,) where each depth begins.
    """

    boxes: Words
    region: Words
    chain: Ints
    table: Ints
    starts: NDArray[np.int64]


class Workspace(NamedTuple):
    """Work space for finding a region: free uint64 (words,), stack int16 (n,)."""

    free: Words
    stack: Cells


@kernel(allocates=True, inline=True)
def inside(rows: Words, row: Int, cell: Int) -> bool:
    """Whether a row of sets, uint64 (rows, words), holds a cell."""
    word: Word = rows[row, cell >> 6]
    return bool(word >> np.uint64(cell & 63) & np.uint64(1))


@kernel(allocates=True, inline=True)
def _spread_word(first: Int, free: Word, floor: RoomFloor) -> Word:
    """The cells that are joined to the first one through cells of free, in a room of one word."""
    east, west, width = free & floor.left, free & floor.right, np.uint64(floor.width)
    reached, grown = np.uint64(0), bit(first)
    while grown != reached:
        reached = grown
        grown |= (grown << np.uint64(1) & east) | (grown >> np.uint64(1) & west)
        grown |= (grown << width | grown >> width) & free
    return grown


@kernel(allocates=True, inline=True)
def _pulled(step: Int, boxes: Word, region: Word, floor: RoomFloor) -> Word:
    """The boxes that the player can pull in the direction of a step, in a room of one word."""
    width, one = np.uint64(floor.width), np.uint64(1)
    if step == UP:
        return (region & region << width) << width & boxes
    if step == LEFT:
        return ((region & (region & floor.right) << one) & floor.right) << one & boxes
    if step == RIGHT:
        return ((region & (region & floor.left) >> one) & floor.left) >> one & boxes
    return (region & region >> width) >> width & boxes


@kernel(allocates=True)
def _search_word(goals: Word, floor: RoomFloor, search: StateSearch) -> tuple[Int, Int, Int]:
    """What `retrograde` does, in a room of one word."""
    starts, chain, table = search.starts, search.chain, search.table
    known, regions = search.boxes.reshape(-1), search.region.reshape(-1)
    floor_cells, one = floor.free[0], np.uint64(1)
    steps = np.array([-floor.width, -1, 1, floor.width])
    size: Int = min(FIRST_TABLE, len(table))
    table[:size] = -1
    count, depth, left, starts[0] = 0, -1, floor_cells & ~goals, 0
    slot = slot_of_word(goals, home_of_word(goals, size), 0, size, known, table)
    while left:
        if count == len(known):
            return NODE_LIMIT, -1, size
        known[count] = goals
        regions[count] = _spread_word(trailing_zeros(left), floor_cells & ~goals, floor)
        chain[count] = table[slot]
        table[slot] = count
        left &= ~regions[count]
        count += 1
    starts[1] = count
    while depth + 3 < len(starts) and starts[depth + 1] < starts[depth + 2]:
        depth += 1
        for number in range(starts[depth], starts[depth + 1]):
            boxes, region = known[number], regions[number]
            for d in range(4):
                pulled = _pulled(d, boxes, region, floor)
                while pulled:
                    old = trailing_zeros(pulled)
                    pulled &= pulled - one
                    player = old + 2 * steps[d]
                    moved = boxes ^ bit(old) ^ bit(old + steps[d])
                    slot = slot_of_word(moved, home_of_word(moved, size), 0, size, known, table)
                    other = table[slot]
                    while other >= 0 and not regions[other] & bit(player):
                        other = chain[other]
                    if other >= 0:
                        continue
                    if count == len(known):
                        return NODE_LIMIT, depth, size
                    known[count] = moved
                    regions[count] = _spread_word(player, floor_cells & ~moved, floor)
                    chain[count] = table[slot]
                    table[slot] = count
                    count += 1
                    if 2 * count > size and size < len(table):
                        size = enlarge(size, count, search)
        starts[depth + 2] = count
    return COMPLETE, depth, size


@kernel(allocates=True)
def slot_of(boxes: Words, size: Int, search: StateSearch) -> Int:
    """The slot of a set of boxes in a table of `size` slots, or the empty one where it belongs.

    A room of one word has it where `slot_of_word` does. boxes: uint64 (words,).
    """
    return slot_of_row(boxes, search.boxes, search.table[:size])


@kernel(allocates=True)
def enlarge(size: Int, count: Int, search: StateSearch) -> Int:
    """Double the table and return its new size."""
    size *= 2
    search.table[:size] = -1
    for number in range(count):
        slot = slot_of(search.boxes[number], size, search)
        search.chain[number] = search.table[slot]
        search.table[slot] = number
    return size


@kernel(allocates=True)
def in_chain(number: Int, player: Int, search: StateSearch) -> Int:
    """The state of a chain in which the player is where he is, or -1."""
    while number >= 0 and not inside(search.region, number, player):
        number = search.chain[number]
    return number


@kernel(allocates=True)
def find(boxes: Words, player: Int, size: Int, search: StateSearch) -> Int:
    """The number of a state, or -1 where it is not among those of a search whose table has `size` slots.

    boxes: uint64 (words,).
    """
    return in_chain(search.table[slot_of(boxes, size, search)], player, search)


@kernel(allocates=True)
def enter(
    number: Int, boxes: Words, player: Int, slot: Int, floor: RoomFloor, search: StateSearch, workspace: Workspace
) -> None:
    """Add a state that is not known yet, and whose boxes belong into a slot of the table; boxes: uint64 (words,)."""
    free = workspace.free
    for index in range(len(boxes)):
        free[index] = floor.free[index] & ~boxes[index]
        search.boxes[number, index] = boxes[index]
    spread(player, free, floor.near, search.region[number], workspace.stack)
    search.chain[number] = search.table[slot]
    search.table[slot] = number


@kernel(allocates=True)
def enter_goals(goals: Words, size: Int, floor: RoomFloor, search: StateSearch, workspace: Workspace) -> int:
    """Add a state for every region that boxes on all goals leave; return how many, -1 where there is no room.

    goals: uint64 (words,).
    """
    count = 0
    for cell in range(len(floor.near)):
        if has(floor.free, cell) and not has(goals, cell) and find(goals, cell, size, search) < 0:
            if count == len(search.boxes):
                return -1
            enter(count, goals, cell, slot_of(goals, size, search), floor, search, workspace)
            count += 1
    return count


@kernel(allocates=True)
def _search_words(goals: Words, floor: RoomFloor, search: StateSearch) -> tuple[Int, Int, Int]:
    """What `retrograde` does, in a room of any number of words; goals: uint64 (words,)."""
    starts, near, budget = search.starts, floor.near, len(search.boxes)
    workspace = Workspace(np.empty_like(goals), np.empty(len(near), np.int16))
    box, boxes = np.empty(len(near), np.int16), goals.copy()
    size: Int = min(FIRST_TABLE, len(search.table))
    search.table[:size] = -1
    depth, starts[0] = -1, 0
    count = enter_goals(goals, size, floor, search, workspace)
    if count < 0:
        return NODE_LIMIT, -1, size
    starts[1] = count
    while depth + 3 < len(starts) and starts[depth + 1] < starts[depth + 2]:
        depth += 1
        for number in range(starts[depth], starts[depth + 1]):
            for index in range(len(boxes)):
                boxes[index] = search.boxes[number, index]
            for which in range(cells_of(boxes, box)):
                old = box[which]
                boxes[old >> 6] ^= bit(old)
                for d in range(4):
                    new = near[old, d]
                    if new < 0 or not inside(search.region, number, new):
                        continue
                    player = np.int64(near[new, d])
                    if player < 0 or not inside(search.region, number, player):
                        continue
                    boxes[new >> 6] ^= bit(new)
                    slot = slot_of(boxes, size, search)
                    if in_chain(search.table[slot], player, search) < 0:
                        if count == budget:
                            return NODE_LIMIT, depth, size
                        enter(count, boxes, player, slot, floor, search, workspace)
                        count += 1
                        if 2 * count > size and size < len(search.table):
                            size = enlarge(size, count, search)
                    boxes[new >> 6] ^= bit(new)
                boxes[old >> 6] ^= bit(old)
        starts[depth + 2] = count
    return COMPLETE, depth, size


@kernel(allocates=True)
def retrograde(goals: Words, floor: RoomFloor, search: StateSearch) -> tuple[Int, Int, Int]:
    """Search all states from which pushes can bring the boxes to the goals, uint64 (words,).

    Every region of the player among boxes on the goals is a root. Returns the status, the depth of the last complete
    layer (-1 for none) and the size of the table.
    """
    if len(goals) == 1:
        return _search_word(goals[0], floor, search)
    return _search_words(goals, floor, search)
