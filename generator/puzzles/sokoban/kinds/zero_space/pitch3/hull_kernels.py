"""Types w and g: random walks of passes, the player's moves for them, and A* over the trees.

A state is `boxed`: uint8 (slots,), 1 where a box rests. The boxes are a tree of blocks: `up[b]` is the box that leads
from block b towards the root (block 0), and -1 at the root.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2
WALK = np.frombuffer(b"udlr", np.uint8)
PUSH = np.frombuffer(b"UDLR", np.uint8)


class Ground(NamedTuple):
    """A geometry as these kernels read it, int32 throughout; a *pass* moves a box from one slot to another.

    walls: (slots, 2) the blocks that a box joins. begin: (blocks + 1,) and around: (2 * slots,) the slots at each
    block, grouped. source, target: (passes,) slots. free: (passes, 2) further slots that must be empty, or -1.
    pushes: (passes, 2) the directions of its pushes (up, down, left, right), the second -1 where there is one only.
    cells: (slots, 2). first: (slots + 1,) where the passes of a source begin.
    """

    walls: Ints
    begin: Ints
    around: Ints
    source: Ints
    target: Ints
    free: Ints
    pushes: Ints
    cells: Ints
    first: Ints


@kernel(allocates=True)
def root(boxed: Bytes, ground: Ground, up: Ints, order: Ints) -> int:
    """Root the boxes at block 0: writes up and order, int32 (blocks,); parents come first in order.

    Returns the number of blocks that were reached: all of them iff the boxes are connected.
    """
    up[:] = -2
    up[0] = -1
    order[0] = 0
    count, done = 1, 0
    while done < count:
        block = order[done]
        done += 1
        for at in range(ground.begin[block], ground.begin[block + 1]):
            slot = ground.around[at]
            if not boxed[slot]:
                continue
            other = _far(ground, slot, block)
            if up[other] == -2:
                up[other] = slot
                order[count] = other
                count += 1
    return count


@kernel(allocates=True)
def _far(ground: Ground, slot: int, block: int) -> int:
    return int(ground.walls[slot, 0] + ground.walls[slot, 1] - block)


@kernel(allocates=True)
def _lower(ground: Ground, up: Ints, box: int) -> int:
    """The block at the lower end of a box."""
    block = ground.walls[box, 0]
    return int(block if up[block] == box else ground.walls[box, 1])


@kernel(allocates=True)
def _below(ground: Ground, up: Ints, block: int, top: int) -> bool:
    """Whether the way from a block to the root passes top."""
    while block != top and block != 0:
        block = _far(ground, up[block], block)
    return block == top


@kernel(allocates=True)
def _has_room(number: int, boxed: Bytes, ground: Ground) -> bool:
    """Whether the box and the free slots of a pass are where they should be."""
    if not boxed[ground.source[number]] or boxed[ground.target[number]]:
        return False
    for slot in ground.free[number]:
        if slot >= 0 and boxed[slot]:
            return False
    return True


@kernel(allocates=True)
def may_pass(number: int, boxed: Bytes, ground: Ground, up: Ints) -> bool:
    """Whether a pass is possible and leaves a tree."""
    if not _has_room(number, boxed, ground):
        return False
    top = _lower(ground, up, ground.source[number])
    one, other = ground.walls[ground.target[number]]
    return _below(ground, up, one, top) != _below(ground, up, other, top)


@kernel(allocates=True)
def do_pass(number: int, boxed: Bytes, ground: Ground, up: Ints) -> None:
    """Make a possible pass: changes boxed and up."""
    source, target = ground.source[number], ground.target[number]
    boxed[source], boxed[target] = 0, 1
    top = _lower(ground, up, source)
    block = ground.walls[target, 0]
    if not _below(ground, up, block, top):
        block = ground.walls[target, 1]
    box = target
    while True:
        onward = up[block]
        up[block] = box
        if block == top:
            return
        block = _far(ground, onward, block)
        box = onward


@kernel(allocates=True)
def wander(
    draws: Ints, passes: Ints, boxed: Bytes, ground: Ground, up: Ints, home: Ints, tally: NDArray[np.int64]
) -> None:
    """Make random passes until `passes` is full or the draws are used up.

    draws: int32, passes to try in turn. passes: int32, written from tally[0] on. boxed, up: changed. home: int32
    (slots,) the slot where the box of a slot began, changed. tally: int64 (4,) passes made, the sum of the boxes'
    distances from their beginning in cells, its greatest value and after how many passes it was first seen; changed.
    """
    for number in draws:
        if tally[0] == passes.size:
            return
        if not may_pass(number, boxed, ground, up):
            continue
        source, target = ground.source[number], ground.target[number]
        do_pass(number, boxed, ground, up)
        home[target] = home[source]
        passes[tally[0]] = number
        tally[0] += 1
        tally[1] += _apart(ground, target, home[target]) - _apart(ground, source, home[target])
        if tally[1] > tally[2]:
            tally[2] = tally[1]
            tally[3] = tally[0]


@kernel(allocates=True)
def _apart(ground: Ground, one: int, other: int) -> int:
    return int(abs(ground.cells[one, 0] - ground.cells[other, 0]) + abs(ground.cells[one, 1] - ground.cells[other, 1]))


@kernel(allocates=True)
def possible_passes(boxed: Bytes, ground: Ground, passes: Ints) -> int:
    """Write the possible passes of a tree into passes, int32 (as many as there are); returns their number."""
    blocks = ground.begin.size - 1
    up, order = np.empty(blocks, np.int32), np.empty(blocks, np.int32)
    root(boxed, ground, up, order)
    enter, leave = np.zeros(blocks, np.int32), np.ones(blocks, np.int32)
    for at in range(blocks - 1, 0, -1):
        leave[_far(ground, up[order[at]], order[at])] += leave[order[at]]
    used = np.ones(blocks, np.int32)
    for at in range(1, blocks):
        above = _far(ground, up[order[at]], order[at])
        enter[order[at]] = enter[above] + used[above]
        used[above] += leave[order[at]]
    leave += enter
    count = 0
    for box in range(boxed.size):
        if not boxed[box]:
            continue
        top = _lower(ground, up, box)
        for number in range(ground.first[box], ground.first[box + 1]):
            if not _has_room(number, boxed, ground):
                continue
            one, other = ground.walls[ground.target[number]]
            inside = enter[top] <= enter[one] < leave[top]
            if inside != (enter[top] <= enter[other] < leave[top]):
                passes[count] = number
                count += 1
    return count


@kernel(allocates=True)
def count_choices(passes: Ints, boxed: Bytes, ground: Ground, counts: Ints) -> None:
    """Count the possible passes in every state that passes lead through: counts, int32 (passes,); changes boxed."""
    possible = np.empty(ground.source.size, np.int32)
    for step in range(passes.size):
        counts[step] = possible_passes(boxed, ground, possible)
        boxed[ground.source[passes[step]]] = 0
        boxed[ground.target[passes[step]]] = 1


@kernel(allocates=True)
def write_moves(passes: Ints, player: int, board: Bytes, width: int, ground: Ground, moves: Bytes) -> int:
    """Write the player's moves for a sequence of possible passes, walking by shortest ways in between.

    player: his cell, row * width + column. board: uint8 (cells,), 1 where a wall or box is, changed. moves: uint8,
    filled with letters as far as it reaches. Returns how many letters there are.
    """
    scratch = np.zeros((3, board.size), np.int64)
    at, time = 0, 0
    for number in passes:
        source = ground.source[number]
        box = ground.cells[source, 0] * width + ground.cells[source, 1]
        for way in ground.pushes[number]:
            if way < 0:
                continue
            step = _step(way, width)
            time += 1
            at = _walk(player, box - step, width, board, scratch, moves, at, time)
            board[box], board[box + step] = 0, 1
            player = box
            box += step
            if at < moves.size:
                moves[at] = PUSH[way]
            at += 1
    return at


@kernel(allocates=True)
def _step(way: int, width: int) -> int:
    return -width if way == 0 else width if way == 1 else -1 if way == 2 else 1


@kernel(allocates=True)
def _walk(
    player: int, target: int, width: int, board: Bytes, scratch: NDArray[np.int64], moves: Bytes, at: int, time: int
) -> int:
    """Walk by a shortest way, searched from its end; writes letters where they fit and returns the new length.

    scratch: int64 (3, cells): the way towards the target, the time of the last visit (every call has a later one), and
    the queue.
    """
    onward, seen, queue = scratch[0], scratch[1], scratch[2]
    queue[0] = target
    seen[target] = time
    first, last = 0, 1
    while seen[player] != time:
        cell = queue[first]
        first += 1
        for way in range(4):
            before = cell - _step(way, width)
            if board[before] == 0 and seen[before] != time:
                seen[before] = time
                onward[before] = way
                queue[last] = before
                last += 1
    while player != target:
        if at < moves.size:
            moves[at] = WALK[onward[player]]
        at += 1
        player += _step(onward[player], width)
    return at


class Search(NamedTuple):
    """The memory of A*: words are the packed states, one row a node; -1 marks a free place in table.

    words: uint64 (limit, ceil(slots / 64)). back: int32 (limit, 2) parent node and pass. cost: int32 (limit, 2)
    pushes made and pushes to go at least. table: int32 (power of two,). bucket: int32 (buckets,) the newest open
    entry of each total, entries: int32 (2 * limit, 2) node and next entry.
    """

    words: Words
    back: Ints
    cost: Ints
    table: Ints
    bucket: Ints
    entries: Ints


@kernel(allocates=True)
def _pack(boxed: Bytes, words: Words) -> None:
    words[:] = 0
    for slot in range(boxed.size):
        words[slot >> 6] |= np.uint64(boxed[slot]) << np.uint64(slot & 63)


@kernel(allocates=True)
def _flip(words: Words, slot: int) -> None:
    words[slot >> 6] ^= np.uint64(1) << np.uint64(slot & 63)


@kernel(allocates=True)
def _equal(one: Words, other: Words) -> bool:
    for at in range(one.size):
        if one[at] != other[at]:
            return False
    return True


@kernel(allocates=True)
def _place_of(words: Words, known: Words, table: Ints) -> int:
    """The place in table of a packed state, or the free place where it belongs."""
    code = np.uint64(0)
    for word in words:
        code = (code ^ word) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    at = np.int64(code & np.uint64(table.size - 1))
    while table[at] >= 0 and not _equal(known[table[at]], words):
        at = (at + 1) & (table.size - 1)
    return int(at)


@kernel(allocates=True)
def count_cuts(boxed: Bytes, goal: Bytes, ground: Ground, excess: Ints) -> int:
    """Compare the boxes with the goals before every cut between two rows or two columns.

    excess: int32 (2, side), written: boxes less goals in the rows, and in the columns, up to each. A push takes one box
    over one cut, so that the sum of their absolute values, which is returned, is a lower bound on the pushes.
    """
    excess[:] = 0
    for slot in range(boxed.size):
        difference = np.int32(boxed[slot]) - np.int32(goal[slot])
        for axis in range(2):
            excess[axis, ground.cells[slot, axis]] += difference
    bound = 0
    for axis in range(2):
        total = 0
        for line in range(excess.shape[1]):
            total += excess[axis, line]
            excess[axis, line] = total
            bound += abs(total)
    return bound


@kernel(allocates=True)
def _change(number: int, excess: Ints, ground: Ground) -> int:
    """By how much a pass changes the bound of count_cuts; a pass of two pushes crosses two different cuts."""
    source, target = ground.source[number], ground.target[number]
    change = 0
    for axis in range(2):
        here, there = ground.cells[source, axis], ground.cells[target, axis]
        for line in range(min(here, there), max(here, there)):
            change += abs(excess[axis, line] + (1 if there < here else -1)) - abs(excess[axis, line])
    return change


@kernel(allocates=True)
def astar(start: Bytes, goal: Bytes, ground: Ground, search: Search) -> tuple[int, int, int, int]:
    """Fewest pushes from start to goal, both uint8 (slots,), by A* with the bound of count_cuts, newest entry first.

    A push changes the bound by one, so a node that is taken out is never reached cheaper later. search: changed.
    Returns (status, node of the goal or -1, nodes, least pushes if any solution exists).
    """
    boxed, excess = start.copy(), np.empty((2, ground.cells[-1, 0] + 2), np.int32)
    passes = np.empty(ground.source.size, np.int32)
    words, wanted = np.empty(search.words.shape[1], np.uint64), np.empty(search.words.shape[1], np.uint64)
    _pack(goal, wanted)
    _pack(start, search.words[0])
    search.cost[0, 0] = 0
    search.cost[0, 1] = count_cuts(start, goal, ground, excess)
    search.back[0] = -1
    search.table[_place_of(search.words[0], search.words, search.table)] = 0
    search.entries[0, 0], search.entries[0, 1] = 0, -1
    total = search.cost[0, 1]
    search.bucket[total] = 0
    nodes, entries, top = 1, 1, total
    while True:
        while total <= top and search.bucket[total] < 0:
            total += 1
        if total > top:
            return UNSOLVABLE, -1, nodes, 0
        entry = search.bucket[total]
        search.bucket[total] = search.entries[entry, 1]
        node = search.entries[entry, 0]
        made = search.cost[node, 0]
        if made + search.cost[node, 1] != total:
            continue
        if _equal(search.words[node], wanted):
            return SOLVED, node, nodes, total
        for slot in range(boxed.size):
            boxed[slot] = (search.words[node, slot >> 6] >> np.uint64(slot & 63)) & np.uint64(1)
        count_cuts(boxed, goal, ground, excess)
        words[:] = search.words[node]
        for at in range(possible_passes(boxed, ground, passes)):
            number = passes[at]
            cost = made + 1 + (ground.pushes[number, 1] >= 0)
            _flip(words, ground.source[number])
            _flip(words, ground.target[number])
            place = _place_of(words, search.words, search.table)
            child = search.table[place]
            if child < 0 or search.cost[child, 0] > cost:
                if (child < 0 and nodes == search.words.shape[0]) or entries == search.entries.shape[0]:
                    return NODE_LIMIT, -1, nodes, total
                if child < 0:
                    child = nodes
                    nodes += 1
                    search.table[place] = child
                    search.words[child] = words
                    search.cost[child, 1] = search.cost[node, 1] + _change(number, excess, ground)
                search.cost[child, 0] = cost
                search.back[child, 0], search.back[child, 1] = node, number
                bucket = cost + search.cost[child, 1]
                search.entries[entries, 0], search.entries[entries, 1] = child, search.bucket[bucket]
                search.bucket[bucket] = entries
                entries += 1
                top = max(top, bucket)
            _flip(words, ground.source[number])
            _flip(words, ground.target[number])
