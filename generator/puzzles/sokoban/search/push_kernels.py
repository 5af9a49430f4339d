"""Push-optimal search in any level: A*, and the same from both ends.

A state is the set of boxes, one bit a cell, and the least cell that the player can walk to. Directions are 0 up,
1 left, 2 right, 3 down; the opposite of d is 3 - d. A box on a cell divides the floor into at most four *zones*;
a zone is called by the least direction in which it touches the box. The *place* of a box is 4 * cell + zone of the
player: the player cannot leave a box's zone but by pushing that very box, so that distances between places give a
consistent bound, which distances between cells do not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import copy_into, kernel

UNREACHED = 30_000
"""More pushes than any box needs, as in the tables of a floor."""

IMPOSSIBLE = 1 << 24
"""The cost of a box that cannot get to a goal; more than all other costs together."""

FREEZE, CORRAL, MATCHING, FIXED = 1, 2, 4, 8
"""The prunings and bounds that can be switched off: frozen boxes off goal are deadlocks; PI-corrals come first; boxes
are matched with goals at the least cost instead of each going to its nearest; frozen boxes keep their goals."""

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT, CROWDED = 0, 1, 2, 3, 4

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


class Floor(NamedTuple):
    """What the walls decide.

    near: int16 (n, 4) neighbours, -1 for a wall. zone: uint8 (n, n) the zone of a player (second index) around a
    box (first index). ahead: int16 (4n, k) pushes from a place to each goal. behind: int16 (4n, k) pushes from
    each box's first place to a place. alive: uint8 (n,) whether a box there can get to some goal. goal: int16 (n,)
    the number of the goal on a cell plus 1. keys: uint64 (2, n) random numbers that hash boxes and player.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    ahead: NDArray[np.int16]
    behind: NDArray[np.int16]
    alive: NDArray[np.uint8]
    goal: NDArray[np.int16]
    keys: NDArray[np.uint64]


PLAYER, CLOSED, COST, BOUND, PARENT, VIA, BOXES = 0, 1, 2, 4, 6, 8, 10
"""Columns of a node: the player's cell; a bit for each direction in which it is closed; forward and then backward, the
cost, the bound on what is to come, the parent, and the push between the two as 4 * cell + direction, the cell that of
the box before it; at last the boxes, 32 cells a column."""


class Memory(NamedTuple):
    """The nodes of a search, all arrays modified.

    node: int32 (nodes, BOXES + words) in one piece, since every access to another array is a miss of the cache.
    table: uint64 (a power of 2,) hash table: the upper half of a state's hash, its node plus 1 below; 0 where empty.
    bucket: int32 (2, priorities) and entry: int32 (entries, 2) linked lists of open nodes (node, next).
    control: int64 (CONTROLS,).
    """

    node: NDArray[np.int32]
    table: NDArray[np.uint64]
    bucket: NDArray[np.int32]
    entry: NDArray[np.int32]
    control: NDArray[np.int64]


class Scratch(NamedTuple):
    """Work space, of which nothing but `mark` outlives an expansion; n cells, k boxes, w words.

    box: int32 (k,) cells of the boxes. at: int16 (n,) number of the box on a cell plus 1. reach: int32 (2, n) marks of
    cells that the player walks to before and after a push, valid where equal to mark: int32 (2,). stack: int16 (n,).
    frozen: uint8 (2, k) boxes that cannot move, before and after. cost: int32 (4, k + 1, k + 1), potential: int32
    (4, 2, k + 1), match, place: int32 (4, k + 1), held: uint8 (5, k + 1): the last assignments and places and the goals
    that frozen boxes keep, all 1-based, for bounds ahead and behind in forward expansions and then in backward ones.
    changed: uint8 (k + 1,) rows to be assigned anew. augment: int32 (3, k + 1). region: int16 (n,) number of the part
    of the floor that cannot be walked to, from 1. member: uint8 (2, n + k + 1), chosen: uint8 (k,): the regions and
    boxes of a corral, and the boxes of the best. word: int32 (w,) the boxes, 32 cells each. hashed: uint64 (1,) their
    hash. steps: int32 (n,) the player's steps to the cells that he can walk to.
    """

    box: NDArray[np.int32]
    at: NDArray[np.int16]
    reach: NDArray[np.int32]
    mark: NDArray[np.int32]
    stack: NDArray[np.int16]
    frozen: NDArray[np.uint8]
    cost: NDArray[np.int32]
    potential: NDArray[np.int32]
    match: NDArray[np.int32]
    place: NDArray[np.int32]
    changed: NDArray[np.uint8]
    held: NDArray[np.uint8]
    augment: NDArray[np.int32]
    steps: NDArray[np.int32]
    region: NDArray[np.int16]
    member: NDArray[np.uint8]
    chosen: NDArray[np.uint8]
    word: NDArray[np.int32]
    hashed: NDArray[np.uint64]


@kernel
def _wide(number: int) -> int:
    """The same number with 64 bits: numba would compile a function anew for each width, and each constant 0 or 1."""
    return number + 0


@kernel
def _walk(
    first: int,
    at: NDArray[np.int16],
    near: NDArray[np.int16],
    reach: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
) -> tuple[int, int]:
    """Mark all cells that can be walked to; return the least of them and their number."""
    least = first
    reach[first] = mark
    stack[0] = first
    size = count = 1
    while size:
        size -= 1
        cell = stack[size]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and at[other] == 0 and reach[other] != mark:
                reach[other] = mark
                stack[size] = other
                size += 1
                count += 1
                if other < least:
                    least = other
    return least, count


@kernel
def _freeze(box: NDArray[np.int32], at: NDArray[np.int16], floor: Floor, frozen: NDArray[np.uint8]) -> int:
    """Mark the boxes that can never move again, as the greatest set that blocks itself; return how many."""
    near, alive = floor.near, floor.alive
    frozen[:] = 1
    left = len(box)
    changed = True
    while changed:
        changed = False
        for number in range(len(box)):
            if not frozen[number]:
                continue
            cell = box[number]
            for d in range(2):
                one, other = near[cell, d], near[cell, 3 - d]
                if one < 0 or other < 0 or not (alive[one] or alive[other]):
                    continue
                if (at[one] and frozen[at[one] - 1]) or (at[other] and frozen[at[other] - 1]):
                    continue
                frozen[number] = 0
                left -= 1
                changed = True
                break
    return left


@kernel
def _stuck(cell: int, at: NDArray[np.int16], floor: Floor) -> bool:
    """Whether other boxes, walls and dead cells leave a box no move on either axis: only then can it be frozen."""
    near, alive = floor.near, floor.alive
    for d in range(2):
        one, other = near[cell, d], near[cell, 3 - d]
        if one >= 0 and other >= 0 and not at[one] and not at[other] and (alive[one] or alive[other]):
            return False
    return True


@kernel(allocates=True)
def _add_row(
    row: int,
    cost: NDArray[np.int32],
    potential: NDArray[np.int32],
    match: NDArray[np.int32],
    augment: NDArray[np.int32],
) -> None:
    """Extend an assignment by one row along a cheapest augmenting path (Kuhn, Munkres; Jonker and Volgenant)."""
    size = len(match)
    dearest = 4 * IMPOSSIBLE
    least, way, used = augment[0], augment[1], augment[2]
    least[:] = dearest
    used[:] = 0
    match[0] = row
    column = 0
    while True:
        used[column] = 1
        at = match[column]
        step, best = dearest, 0
        for other in range(1, size):
            if used[other]:
                continue
            reduced = cost[at, other] - potential[0, at] - potential[1, other]
            if reduced < least[other]:
                least[other] = reduced
                way[other] = column
            if least[other] < step:
                step = least[other]
                best = other
        for other in range(size):
            if used[other]:
                potential[0, match[other]] += step
                potential[1, other] -= step
            else:
                least[other] -= step
        column = best
        if match[column] == 0:
            break
    while column:
        match[column] = match[way[column]]
        column = way[column]


@kernel
def _nearest(cost: NDArray[np.int32]) -> int:
    total = 0
    for row in range(1, len(cost)):
        least = cost[row, 1]
        for column in range(2, cost.shape[1]):
            least = min(least, cost[row, column])
        total += least
    return total


@kernel(allocates=True)
def _hold(frozen: NDArray[np.uint8], case: int, floor: Floor, scratch: Scratch) -> None:
    """Reserve the goals that frozen boxes keep; where these are others than before, no cost is valid any more."""
    box, held, before = scratch.box, scratch.held[case], scratch.held[4]
    copy_into(before, held)
    held[:] = 0
    for number in range(len(box)):
        if frozen[number]:
            held[floor.goal[box[number]]] = 1
    held[0] = 0
    for column in range(len(held)):
        if held[column] != before[column]:
            _forget(case, scratch)
            return


@kernel
def _forget(case: int, scratch: Scratch) -> None:
    scratch.place[case] = -1
    scratch.match[case] = 0
    scratch.potential[case] = 0


@kernel
def _fill_row(
    row: int, place: int, distance: NDArray[np.int16], held: NDArray[np.uint8], cost: NDArray[np.int32]
) -> None:
    for column in range(1, len(held)):
        pushes = distance[place, column - 1]
        cost[row, column] = IMPOSSIBLE if pushes == UNREACHED or (held[column] and pushes) else pushes


@kernel
def _bound(player: int, behind: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """The lower bound of the state in scratch.box: pushes to the goals, or (behind) pushes from the first state.

    The assignment of the last state in this direction is mended row by row: successive states differ in few boxes.
    """
    case = behind + 2 * memory.control[BACKWARD]
    cost, held, place = scratch.cost[case], scratch.held[case], scratch.place[case]
    potential, match = scratch.potential[case], scratch.match[case]
    distance = floor.behind if behind else floor.ahead
    size = len(held)
    for row in range(1, size):
        cell = scratch.box[row - 1]
        now = 4 * cell + floor.zone[cell, player]
        scratch.changed[row] = now != place[row]
        if now != place[row]:
            place[row] = now
            _fill_row(row, now, distance, held, cost)
    if not memory.control[PRUNINGS] & MATCHING:
        return _nearest(cost)
    for column in range(1, size):
        if match[column] and scratch.changed[match[column]]:
            match[column] = 0
    for row in range(1, size):
        if scratch.changed[row]:
            least = 4 * IMPOSSIBLE
            for column in range(1, size):
                least = min(least, cost[row, column] - potential[1, column])
            potential[0, row] = least
            _add_row(row, cost, potential, match, scratch.augment)
    total = 0
    for column in range(1, size):
        total += cost[match[column], column]
    if potential[1, 0] < -IMPOSSIBLE:
        # The potentials only ever sink, by this much in all: begin again before they leave 32 bits.
        _forget(case, scratch)
    return total


@kernel
def _bound_ahead(player: int, frozen: NDArray[np.uint8], floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """The lower bound on the pushes to come; goals under frozen boxes are theirs."""
    if memory.control[PRUNINGS] & FIXED:
        _hold(frozen, 2 * memory.control[BACKWARD], floor, scratch)
    return _bound(player, _wide(0), floor, memory, scratch)


@kernel
def _regions(
    near: NDArray[np.int16],
    at: NDArray[np.int16],
    reach: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
    region: NDArray[np.int16],
) -> int:
    """Number the parts of the floor that cannot be walked to, from 1; 0 is for all other cells. Return how many."""
    count = 0
    region[:] = 0
    for first in range(len(near)):
        if region[first] or at[first] or reach[first] == mark:
            continue
        count += 1
        region[first] = count
        stack[0] = first
        size = 1
        while size:
            size -= 1
            cell = stack[size]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and at[other] == 0 and region[other] == 0:
                    region[other] = count
                    stack[size] = other
                    size += 1
    return count


@kernel
def _corral(first: int, floor: Floor, scratch: Scratch) -> int:
    """Grow a PI-corral from a region and return its number of pushes, or -1 where there is none.

    Its boxes and regions are left in scratch.member. Before any of its boxes moves, each push of one leads into the
    corral, and the player can make it already; so doing it first loses no push. Boxes and regions that could
    spoil this join the corral. After Brian Damgaard's and Matthias Meger's PI-corral pruning (sokobano.de).
    """
    box, at, near, region, reach = scratch.box, scratch.at, floor.near, scratch.region, scratch.reach[0]
    mark = scratch.mark[0]
    regions, boxes = scratch.member[0], scratch.member[1]
    regions[:] = 0
    boxes[:] = 0
    regions[first] = 1
    changed = True
    pushes = 0
    while changed:
        changed = False
        pushes = 0
        for number in range(len(box)):
            cell = box[number]
            if not boxes[number]:
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and region[other] and regions[region[other]]:
                        boxes[number] = 1
                        changed = True
                if not boxes[number]:
                    continue
            for d in range(4):
                source, target = near[cell, 3 - d], near[cell, d]
                if source < 0 or target < 0 or not floor.alive[target]:
                    continue
                if (at[source] and boxes[at[source] - 1]) or (at[target] and boxes[at[target] - 1]):
                    continue
                if at[target]:
                    boxes[at[target] - 1] = 1
                    changed = True
                elif at[source]:
                    boxes[at[source] - 1] = 1
                    changed = True
                elif reach[source] != mark:
                    if not regions[region[source]]:
                        regions[region[source]] = 1
                        changed = True
                elif reach[target] == mark:
                    return -1
                elif regions[region[target]]:
                    pushes += 1
                else:
                    regions[region[target]] = 1
                    changed = True
    return pushes


@kernel
def _unfinished(floor: Floor, scratch: Scratch) -> bool:
    """Whether a box of the corral has still to move."""
    regions, boxes = scratch.member[0], scratch.member[1]
    for number in range(len(scratch.box)):
        if boxes[number] and not floor.goal[scratch.box[number]]:
            return True
    for cell in range(len(floor.goal)):
        if floor.goal[cell] and scratch.region[cell] and regions[scratch.region[cell]]:
            return True
    return False


@kernel(allocates=True)
def _choose(floor: Floor, scratch: Scratch) -> None:
    """Mark the boxes that need be pushed next in scratch.chosen: those of the PI-corral with the fewest pushes."""
    chosen = scratch.chosen
    fewest = 4 * len(chosen) + 1
    count = _regions(floor.near, scratch.at, scratch.reach[0], scratch.mark[0], scratch.stack, scratch.region)
    for first in range(1, count + 1):
        pushes = _corral(first, floor, scratch)
        if 0 <= pushes < fewest and _unfinished(floor, scratch):
            fewest = pushes
            copy_into(chosen, scratch.member[1, : len(chosen)])


@kernel
def _home(hashed: np.uint64, table: NDArray[np.uint64]) -> int:
    """Where a state is looked for first: by the upper half of its hash, which the table keeps."""
    return int(np.int64((hashed >> np.uint64(32)) * np.uint64(len(table)) >> np.uint64(32)))


@kernel
def move_table(old: NDArray[np.uint64], table: NDArray[np.uint64]) -> None:
    """Enter all that a table holds into another one, which is empty."""
    for entry in old:
        if entry:
            place = _home(entry, table)
            while table[place]:
                place = (place + 1) & (len(table) - 1)
            table[place] = entry


@kernel
def _crowded(memory: Memory, scratch: Scratch) -> bool:
    """Whether the next expansion may fill the table by more than three quarters."""
    return bool(4 * (memory.control[NODES] + 4 * len(scratch.box)) > 3 * len(memory.table))


@kernel
def _slot(hashed: np.uint64, word: NDArray[np.int32], player: int, memory: Memory) -> int:
    """The place in the table where a state is, or where it belongs."""
    last = len(memory.table) - 1
    place = _home(hashed, memory.table)
    while True:
        held = memory.table[place]
        if held == 0:
            return int(place)
        if (held ^ hashed) >> np.uint64(32) == 0:
            row = memory.node[np.int64(held & _NODE) - 1]
            same = row[PLAYER] == player
            for w in range(len(word)):
                same = same and row[BOXES + w] == word[w]
            if same:
                return int(place)
        place = (place + 1) & last


@kernel
def _held(slot: int, memory: Memory) -> int:
    """The node in a place of the table, -1 where it is empty."""
    return int(np.int64(memory.table[slot] & _NODE) - 1)


@kernel
def _open(node: int, backward: int, memory: Memory) -> bool:
    """Put a node into the queue of a direction; whether there was room."""
    control = memory.control
    priority = np.int64(memory.node[node, COST + backward]) + memory.node[node, BOUND + backward]
    if control[BOTH]:
        priority += np.int64(memory.node[node, COST + backward]) - memory.node[node, BOUND + 1 - backward]
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
def _front(backward: int, memory: Memory) -> bool:
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
    control, entry = memory.control, memory.entry
    memory.bucket[backward, control[LEAST + backward]] = entry[link, 1]
    entry[link, 1] = control[FREE_ENTRY]
    control[FREE_ENTRY] = link
    control[OPEN + backward] -= 1


@kernel
def _close(backward: int, memory: Memory) -> int:
    """Take the front node out of a queue: the newest of the least priority."""
    link = memory.bucket[backward, memory.control[LEAST + backward]]
    node = memory.entry[link, 0]
    _drop(link, backward, memory)
    memory.node[node, CLOSED] |= 1 + backward
    memory.control[EXPANDED] += 1
    return _wide(node)


@kernel
def _meet(node: int, memory: Memory) -> None:
    """Note the solution through a node that was reached from both ends."""
    pushes = np.int64(memory.node[node, COST]) + memory.node[node, COST + 1]
    if pushes < memory.control[UPPER]:
        memory.control[UPPER] = pushes
        memory.control[MEETING] = node


@kernel(allocates=True)
def _add(slot: int, hashed: np.uint64, word: NDArray[np.int32], player: int, memory: Memory) -> int:
    """A new node in the table."""
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
def _load(node: int, backward: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Lay out a node's boxes, and where its player can walk; return whether he is shut out of any part."""
    box, at = scratch.box, scratch.at
    memory.control[NODE], memory.control[BACKWARD] = node, backward
    at[:] = 0
    hashed = np.uint64(0)
    count = 0
    for w in range(len(scratch.word)):
        scratch.word[w] = memory.node[node, BOXES + w]
        word = np.uint32(scratch.word[w])
        cell = 32 * w
        while word:
            if word & np.uint32(1):
                box[count] = cell
                count += 1
                at[cell] = count
                hashed ^= floor.keys[0, cell]
            word >>= np.uint32(1)
            cell += 1
    scratch.hashed[0] = hashed
    scratch.mark[0] += 1
    _, walked = _walk(
        _wide(memory.node[node, PLAYER]), at, floor.near, scratch.reach[0], scratch.mark[0], scratch.stack
    )
    if memory.control[PRUNINGS] & (FREEZE | FIXED):
        _freeze(box, at, floor, scratch.frozen[0])
    return walked + count < len(at)


@kernel
def _shift(number: int, target: int, floor: Floor, scratch: Scratch) -> None:
    """Move a box of the state in scratch."""
    box, at, word, keys = scratch.box, scratch.at, scratch.word, floor.keys
    cell = box[number]
    at[cell], at[target], box[number] = 0, number + 1, target
    word[cell >> 5] ^= np.int32(1 << (cell & 31))
    word[target >> 5] ^= np.int32(1 << (target & 31))
    scratch.hashed[0] ^= keys[0, cell] ^ keys[0, target]


@kernel
def _frozen_now(number: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """Which row of scratch.frozen holds after a box was moved, or -1 where one is frozen off the goals.

    A box that is not frozen freezes no other: the same boxes are frozen as before unless the moved one is among them.
    """
    box, prunings = scratch.box, memory.control[PRUNINGS]
    if not prunings & (FREEZE | FIXED):
        return 0
    if not scratch.frozen[0, number] and not _stuck(box[number], scratch.at, floor):
        return 0
    _freeze(box, scratch.at, floor, scratch.frozen[1])
    if prunings & FREEZE and not memory.control[BACKWARD]:
        for other in range(len(box)):
            if scratch.frozen[1, other] and not floor.goal[box[other]]:
                return -1
    return 1


@kernel
def _admit(
    slot: int, hashed: np.uint64, player: int, cost: int, frozen: int, floor: Floor, memory: Memory, scratch: Scratch
) -> int:
    """A new node for the state in scratch unless its bounds forbid it (-1); -2 where memory or costs end."""
    backward = memory.control[BACKWARD]
    ahead = _bound_ahead(player, scratch.frozen[frozen], floor, memory, scratch)
    behind = _bound(player, _wide(1), floor, memory, scratch) if memory.control[BOTH] else 0
    if ahead >= IMPOSSIBLE or behind >= IMPOSSIBLE:
        return -1
    if cost + (behind if backward else ahead) >= memory.control[UPPER]:
        return -2 if memory.control[UPPER] == NOT_YET else -1
    if memory.control[NODES] == len(memory.node):
        return -2
    node = _add(slot, hashed, scratch.word, player, memory)
    memory.node[node, BOUND] = ahead
    memory.node[node, BOUND + 1] = behind
    return node


@kernel
def _note(node: int, cost: int, via: int, memory: Memory) -> None:
    """Note the way on which a node was reached."""
    backward = memory.control[BACKWARD]
    memory.node[node, COST + backward] = cost
    memory.node[node, PARENT + backward] = memory.control[NODE]
    memory.node[node, VIA + backward] = via


@kernel
def _child(number: int, player: int, via: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Offer the state in scratch, in which the moved box is `number`; False where memory is full."""
    backward = memory.control[BACKWARD]
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    scratch.mark[1] += 1
    least, _ = _walk(player, scratch.at, floor.near, scratch.reach[1], scratch.mark[1], scratch.stack)
    hashed = scratch.hashed[0] ^ floor.keys[1, least]
    slot = _slot(hashed, scratch.word, least, memory)
    found = _held(slot, memory)
    cost = memory.node[memory.control[NODE], COST + backward] + 1
    if found < 0:
        found = _admit(slot, hashed, least, cost, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] & (1 + backward) or memory.node[found, COST + backward] <= cost:
        return True
    _note(found, cost, via, memory)
    if memory.node[found, COST + 1 - backward] != NOT_YET:
        _meet(found, memory)
    return _open(found, backward, memory)


@kernel
def _forward(node: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Expand a node by all pushes; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    shut_out = _load(node, _wide(0), floor, memory, scratch)
    scratch.chosen[:] = 1
    if shut_out and memory.control[PRUNINGS] & CORRAL:
        _choose(floor, scratch)
    for number in range(len(box)):
        cell = _wide(box[number])
        for d in range(4):
            target, source = _wide(near[cell, d]), near[cell, 3 - d]
            if source < 0 or target < 0 or at[target] or reach[source] != scratch.mark[0]:
                continue
            if not floor.alive[target] or not scratch.chosen[number]:
                continue
            _shift(number, target, floor, scratch)
            room = _child(number, cell, 4 * cell + d, floor, memory, scratch)
            _shift(number, cell, floor, scratch)
            if not room:
                return False
    return True


@kernel
def _backward(node: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Expand a node by all pulls; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    _load(node, _wide(1), floor, memory, scratch)
    for number in range(len(box)):
        cell = _wide(box[number])
        for d in range(4):
            target = _wide(near[cell, d])
            if target < 0 or reach[target] != scratch.mark[0]:
                continue
            player = _wide(near[target, d])
            if player < 0 or at[player]:
                continue
            _shift(number, target, floor, scratch)
            room = _child(number, player, 4 * target + 3 - d, floor, memory, scratch)
            _shift(number, cell, floor, scratch)
            if not room:
                return False
    return True


@kernel
def _lay(boxes: NDArray[np.int32], floor: Floor, scratch: Scratch) -> None:
    scratch.word[:] = 0
    scratch.at[:] = 0
    scratch.hashed[0] = 0
    for number in range(len(boxes)):
        cell = boxes[number]
        scratch.box[number] = cell
        scratch.at[cell] = number + 1
        scratch.hashed[0] ^= floor.keys[0, cell]
        scratch.word[cell >> 5] ^= np.int32(1 << (cell & 31))


@kernel
def enter(boxes: NDArray[np.int32], player: int, backward: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """Enter a first node of a direction, boxes int32 (k,), and return its lower bound.

    `player` is the least cell that he can walk to, or for `step` his own. Starts are entered after the goals; one that
    is a goal itself becomes another node that the table does not hold, so that the search must come back to it.
    """
    control = memory.control
    _lay(boxes, floor, scratch)
    hashed = scratch.hashed[0] ^ floor.keys[1, player]
    slot = _slot(hashed, scratch.word, player, memory)
    held = memory.table[slot]
    node = _add(slot, hashed, scratch.word, player, memory)
    if held:
        memory.table[slot] = held
    _freeze(scratch.box, scratch.at, floor, scratch.frozen[0])
    control[BACKWARD] = backward
    ahead = _bound_ahead(player, scratch.frozen[0], floor, memory, scratch)
    behind = _bound(player, _wide(1), floor, memory, scratch) if control[BOTH] else 0
    memory.node[node, COST + backward] = 0
    memory.node[node, PARENT + backward] = -1
    memory.node[node, BOUND] = min(ahead, UNREACHED)
    memory.node[node, BOUND + 1] = min(behind, UNREACHED)
    if ahead < IMPOSSIBLE and behind < IMPOSSIBLE and (control[BOTH] or not backward):
        _open(node, backward, memory)
    return ahead


@kernel
def least_cell(boxes: NDArray[np.int32], player: int, floor: Floor, scratch: Scratch) -> int:
    """The least cell that a player can walk to among boxes, int32 (k,)."""
    _lay(boxes, floor, scratch)
    scratch.mark[1] += 1
    return _walk(player, scratch.at, floor.near, scratch.reach[1], scratch.mark[1], scratch.stack)[0]


@kernel
def _end(memory: Memory) -> int:
    """The status where nothing is left to be expanded."""
    control = memory.control
    if control[UPPER] < NOT_YET:
        control[LOWER] = control[UPPER]
        return SOLVED
    return UNSOLVABLE


@kernel
def search(quota: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """Go on with a search for the least pushes for so many expansions, and return the status.

    CROWDED asks for a larger table. Forward alone this is A*; from both ends it is DIBBS (Sewell and Jacobson, 2021),
    the same as BAE* (Sadhukhan, 2013). Every push changes the colour of one box's cell, so the parity of a solution's
    pushes is known.
    """
    control = memory.control
    for _ in range(quota):
        if not _front(_wide(0), memory) or (control[BOTH] and not _front(_wide(1), memory)):
            return _end(memory)
        bound = (control[LEAST] + control[LEAST + 1] + 1) // 2 if control[BOTH] else control[LEAST]
        bound += (bound ^ control[PARITY]) & 1
        control[LOWER] = max(control[LOWER], min(control[UPPER], bound))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        if _crowded(memory, scratch):
            return CROWDED
        if control[BOTH] and control[OPEN + 1] < control[OPEN]:
            room = _backward(_close(_wide(1), memory), floor, memory, scratch)
        else:
            room = _forward(_close(_wide(0), memory), floor, memory, scratch)
        if not room:
            return NODE_LIMIT
    return RUNNING


@kernel
def _pace(first: int, floor: Floor, scratch: Scratch) -> None:
    """The player's steps from a cell to all cells that he can walk to, in scratch.steps, marked in scratch.reach[0]."""
    at, reach, steps, queue = scratch.at, scratch.reach[0], scratch.steps, scratch.stack
    scratch.mark[0] += 1
    reach[first] = scratch.mark[0]
    steps[first] = 0
    queue[0] = first
    head, size = 0, 1
    while head < size:
        cell = queue[head]
        head += 1
        for d in range(4):
            other = floor.near[cell, d]
            if other >= 0 and at[other] == 0 and reach[other] != scratch.mark[0]:
                reach[other] = scratch.mark[0]
                steps[other] = steps[cell] + 1
                queue[size] = other
                size += 1


@kernel
def _solved(player: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    if memory.control[SEAT] >= 0 and memory.control[SEAT] != player:
        return False
    for number in range(len(scratch.box)):
        if not floor.goal[scratch.box[number]]:
            return False
    return True


@kernel
def _step_child(number: int, cost: int, via: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Offer the state in scratch, with the player where the moved box was, at a cost in moves."""
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    player = via >> 2
    hashed = scratch.hashed[0] ^ floor.keys[1, player]
    slot = _slot(hashed, scratch.word, player, memory)
    found = _held(slot, memory)
    if found < 0:
        found = _admit(slot, hashed, player, cost, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] or memory.node[found, COST] <= cost:
        return True
    _note(found, cost, via, memory)
    if cost < memory.control[UPPER] and _solved(player, floor, memory, scratch):
        memory.control[UPPER] = cost
        memory.control[MEETING] = found
    return _open(found, _wide(0), memory)


@kernel
def step(quota: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """Go on with an A* search for the least moves for so many expansions, and return the status.

    A node's player stands on his own cell here, and its cost is in moves; the bound is that of the pushes.
    """
    control, box, at, near = memory.control, scratch.box, scratch.at, floor.near
    for _ in range(quota):
        if not _front(_wide(0), memory):
            return _end(memory)
        control[LOWER] = max(control[LOWER], min(control[UPPER], control[LEAST]))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        if _crowded(memory, scratch):
            return CROWDED
        node = _close(_wide(0), memory)
        _load(node, _wide(0), floor, memory, scratch)
        _pace(memory.node[node, PLAYER], floor, scratch)
        for number in range(len(box)):
            cell = _wide(box[number])
            for d in range(4):
                target, source = _wide(near[cell, d]), near[cell, 3 - d]
                if source < 0 or target < 0 or at[target] or scratch.reach[0, source] != scratch.mark[0]:
                    continue
                if not floor.alive[target]:
                    continue
                cost = memory.node[node, COST] + scratch.steps[source] + 1
                _shift(number, target, floor, scratch)
                room = _step_child(number, cost, 4 * cell + d, floor, memory, scratch)
                _shift(number, cell, floor, scratch)
                if not room:
                    return NODE_LIMIT
    return RUNNING


@kernel
def _layer_child(number: int, cost: int, via: int, layer: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """As `_step_child`, for a node that belongs to a layer of so many pushes and to no other."""
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    player = via >> 2
    hashed = scratch.hashed[0] ^ floor.keys[1, player]
    slot = _slot(hashed, scratch.word, player, memory)
    found = _held(slot, memory)
    if found < 0:
        found = _admit(slot, hashed, player, layer, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
        memory.node[found, COST + 1] = layer
    elif memory.node[found, COST + 1] != layer or memory.node[found, COST] <= cost:
        return True
    _note(found, cost, via, memory)
    return True


@kernel
def polish(quota: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
    """Go on, for so many expansions, with a search for the fewest moves among all solutions of the least pushes.

    control[UPPER] is one more than these pushes, which are known. Nodes are made layer by layer, one for every push,
    from the start that was entered; their cost is in moves and in slot 1 their layer. What is bound to take more
    pushes is left out. The best end is left in control[MEETING], 0 where there is none.
    """
    control, box, at, near = memory.control, scratch.box, scratch.at, floor.near
    for _ in range(quota):
        node = control[EXPANDED]
        if node == control[NODES]:
            return SOLVED
        if _crowded(memory, scratch):
            return CROWDED
        control[EXPANDED] += 1
        _load(node, _wide(0), floor, memory, scratch)
        layer = memory.node[node, COST + 1] + 1
        if layer == control[UPPER]:
            best = control[MEETING]
            if best and memory.node[node, COST] >= memory.node[best, COST]:
                continue
            if _solved(_wide(memory.node[node, PLAYER]), floor, memory, scratch):
                control[MEETING] = node
            continue
        _pace(memory.node[node, PLAYER], floor, scratch)
        for number in range(len(box)):
            cell = _wide(box[number])
            for d in range(4):
                target, source = _wide(near[cell, d]), near[cell, 3 - d]
                if source < 0 or target < 0 or at[target] or scratch.reach[0, source] != scratch.mark[0]:
                    continue
                if not floor.alive[target]:
                    continue
                cost = memory.node[node, COST] + scratch.steps[source] + 1
                _shift(number, target, floor, scratch)
                room = _layer_child(number, cost, 4 * cell + d, layer, floor, memory, scratch)
                _shift(number, cell, floor, scratch)
                if not room:
                    return NODE_LIMIT
    return RUNNING
