"""Push-optimal search in any level: A*, and the same from both ends.

A state is the set of boxes, one bit a cell, and the least cell that the player can walk to. Directions are 0 up,
1 left, 2 right, 3 down; the opposite of d is 3 - d. A box on a cell divides the floor into at most four *zones*;
a zone is called by the least direction in which it touches the box. The *place* of a box is 4 * cell + zone of the
player: the player cannot leave a box's zone but by pushing that very box, so that distances between places give a
consistent bound, which distances between cells do not.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNREACHED = 30_000
"""More pushes than any box needs."""

IMPOSSIBLE = 1 << 24
"""The cost of a box that cannot get to a goal; more than all other costs together."""

FREEZE, CORRAL, MATCHING, FIXED = 1, 2, 4, 8
"""The prunings and bounds that can be switched off: frozen boxes off goal are deadlocks; PI-corrals come first; boxes
are matched with goals at the least cost instead of each going to its nearest; frozen boxes keep their goals."""

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2, 3

STATUS, NODES, EXPANDED, UPPER, MEETING, LOWER, FREE_ENTRY, ENTRIES = range(8)
LEAST, OPEN = 8, 10
"""Places in `Memory.control`: the least open priority and the number of open nodes, each forward and then backward."""
CONTROLS = 12

NOT_YET = 32_000


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


class Memory(NamedTuple):
    """The nodes of a search, all arrays modified; the first index is the node, the second forward or backward.

    boxes: uint64 (nodes, words). player: int16 (nodes,). cost, bound: int16 (nodes, 2) pushes spent and at least
    to come. parent: int32 (nodes, 2). via: uint16 (nodes, 2) 4 * cell + direction of the push between a node and its
    parent, the cell that of the box before it. closed: uint8 (nodes,) a bit for each direction.
    table: int32 (a power of 2,) hash table of nodes plus 1, 0 where empty. bucket: int32 (2, priorities) and
    entry: int32 (entries, 2) linked lists of open nodes (node, next). control: int64 (CONTROLS,).
    """

    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    cost: NDArray[np.int16]
    bound: NDArray[np.int16]
    parent: NDArray[np.int32]
    via: NDArray[np.uint16]
    closed: NDArray[np.uint8]
    table: NDArray[np.int32]
    bucket: NDArray[np.int32]
    entry: NDArray[np.int32]
    control: NDArray[np.int64]


class Scratch(NamedTuple):
    """Work space, of which nothing but `mark` outlives an expansion; n cells, k boxes, w words.

    box: int32 (k,) cells of the boxes. at: int16 (n,) number of the box on a cell plus 1. reach: int32 (2, n) marks of
    cells that the player walks to before and after a push, valid where equal to mark: int32 (2,). stack: int16 (n,).
    frozen: uint8 (2, k) boxes that cannot move, before and after. cost: int32 (2, k + 1, k + 1), potential: int32
    (3, 2, k + 1), match: int32 (3, k + 1): assignments of the expanded node, forward and backward, and a copy, all
    1-based. held: uint8 (2, k + 1) goals that frozen boxes keep. augment: int32 (4, k + 1). region: int16 (n,) number
    of the part of the floor that cannot be walked to, from 1. member: uint8 (2, n + k + 1), chosen: uint8 (k,): the
    regions and boxes of a corral, and the boxes of the best. word: uint64 (w,).
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
    held: NDArray[np.uint8]
    augment: NDArray[np.int32]
    region: NDArray[np.int16]
    member: NDArray[np.uint8]
    chosen: NDArray[np.uint8]
    word: NDArray[np.uint64]


@njit(cache=True)
def divide(near, zone):
    """Fill zone, uint8 (n, n), with the zones around a box on every cell; 4 for the box's own cell."""
    cells = len(near)
    stack = np.empty(cells, np.int16)
    for box in range(cells):
        row = zone[box]
        row[:] = 255
        row[box] = 4
        for label in range(4):
            first = near[box, label]
            if first < 0 or row[first] != 255:
                continue
            row[first] = label
            stack[0] = first
            size = 1
            while size:
                size -= 1
                cell = stack[size]
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and row[other] == 255:
                        row[other] = label
                        stack[size] = other
                        size += 1


@njit(cache=True)
def measure_pulls(goals, near, zone, ahead):
    """Fill ahead, int16 (4n, k), with the pushes from every place to each goal."""
    queue = np.empty(4 * len(near), np.int32)
    ahead[:] = UNREACHED
    for goal in range(len(goals)):
        cell = goals[goal]
        size = 0
        for d in range(4):
            if near[cell, d] >= 0 and zone[cell, near[cell, d]] == d:
                ahead[4 * cell + d, goal] = 0
                queue[size] = 4 * cell + d
                size += 1
        head = 0
        while head < size:
            place = queue[head]
            head += 1
            target = place >> 2
            for d in range(4):
                source = near[target, 3 - d]
                if source < 0 or zone[target, source] != (place & 3):
                    continue
                player = near[source, 3 - d]
                if player < 0:
                    continue
                before = 4 * source + zone[source, player]
                if ahead[before, goal] == UNREACHED:
                    ahead[before, goal] = ahead[place, goal] + 1
                    queue[size] = before
                    size += 1


@njit(cache=True)
def measure_pushes(starts, player, near, zone, behind):
    """Fill behind, int16 (4n, k), with the pushes from each box's first place to every place."""
    queue = np.empty(4 * len(near), np.int32)
    behind[:] = UNREACHED
    for start in range(len(starts)):
        first = 4 * starts[start] + zone[starts[start], player]
        behind[first, start] = 0
        queue[0] = first
        head, size = 0, 1
        while head < size:
            place = queue[head]
            head += 1
            cell = place >> 2
            for d in range(4):
                target, source = near[cell, d], near[cell, 3 - d]
                if target < 0 or source < 0 or zone[cell, source] != (place & 3):
                    continue
                after = 4 * target + zone[target, cell]
                if behind[after, start] == UNREACHED:
                    behind[after, start] = behind[place, start] + 1
                    queue[size] = after
                    size += 1


@njit(cache=True)
def _walk(first, at, near, reach, mark, stack):
    """Mark all cells that can be walked to and return the least."""
    least = first
    reach[first] = mark
    stack[0] = first
    size = 1
    while size:
        size -= 1
        cell = stack[size]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and at[other] == 0 and reach[other] != mark:
                reach[other] = mark
                stack[size] = other
                size += 1
                if other < least:
                    least = other
    return least


@njit(cache=True)
def _freeze(box, at, floor, frozen):
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


@njit(cache=True)
def _add_row(row, cost, potential, match, augment):
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


@njit(cache=True)
def _total(cost, match):
    total = 0
    for column in range(1, len(match)):
        total += cost[match[column], column]
    return total


@njit(cache=True)
def _nearest(cost):
    total = 0
    for row in range(1, len(cost)):
        total += cost[row, 1:].min()
    return total


@njit(cache=True)
def _assign(cost, potential, match, augment):
    """Match all rows with columns at the least cost, and return it."""
    potential[:] = 0
    match[:] = 0
    for row in range(1, len(match)):
        _add_row(row, cost, potential, match, augment)
    return _total(cost, match)


@njit(cache=True)
def _hold(box, frozen, floor, held):
    """Mark the goals that frozen boxes keep: `held` is uint8 (k + 1,), 1-based."""
    held[:] = 0
    for number in range(len(box)):
        if frozen[number]:
            held[floor.goal[box[number]]] = 1
    held[0] = 0


@njit(cache=True)
def _fill_row(row, place, distance, held, cost):
    for column in range(1, len(held)):
        pushes = distance[place, column - 1]
        cost[row, column] = IMPOSSIBLE if pushes == UNREACHED or (held[column] and pushes) else pushes


@njit(cache=True)
def _bound(player, backward, prunings, floor, scratch):
    """The lower bound of the state in scratch.box; its assignment is left in slot `backward`."""
    cost, held = scratch.cost[backward], scratch.held[backward]
    distance = floor.behind if backward else floor.ahead
    for number in range(len(scratch.box)):
        cell = scratch.box[number]
        _fill_row(number + 1, 4 * cell + floor.zone[cell, player], distance, held, cost)
    if not prunings & MATCHING:
        return _nearest(cost)
    return _assign(cost, scratch.potential[backward], scratch.match[backward], scratch.augment)


@njit(cache=True)
def _changed_bound(number, player, backward, prunings, floor, scratch):
    """The lower bound after one box of the expanded node went elsewhere; that node's assignment stays as it is."""
    cost, held = scratch.cost[backward], scratch.held[backward]
    row, cell = number + 1, scratch.box[number]
    kept = scratch.augment[3]
    kept[:] = cost[row]
    _fill_row(row, 4 * cell + floor.zone[cell, player], floor.behind if backward else floor.ahead, held, cost)
    if prunings & MATCHING:
        potential, match = scratch.potential[2], scratch.match[2]
        potential[:] = scratch.potential[backward]
        match[:] = scratch.match[backward]
        least = 4 * IMPOSSIBLE
        for column in range(1, len(match)):
            if match[column] == row:
                match[column] = 0
            least = min(least, cost[row, column] - potential[1, column])
        potential[0, row] = least
        _add_row(row, cost, potential, match, scratch.augment)
        total = _total(cost, match)
    else:
        total = _nearest(cost)
    cost[row] = kept
    return total


@njit(cache=True)
def _regions(near, at, reach, mark, stack, region):
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


@njit(cache=True)
def _corral(first, floor, scratch):
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


@njit(cache=True)
def _unfinished(floor, scratch):
    """Whether a box of the corral has still to move."""
    regions, boxes = scratch.member[0], scratch.member[1]
    for number in range(len(scratch.box)):
        if boxes[number] and not floor.goal[scratch.box[number]]:
            return True
    for cell in range(len(floor.goal)):
        if floor.goal[cell] and scratch.region[cell] and regions[scratch.region[cell]]:
            return True
    return False


@njit(cache=True)
def _choose(floor, scratch):
    """Mark the boxes that need be pushed next in scratch.chosen: those of the PI-corral with the fewest pushes."""
    chosen = scratch.chosen
    chosen[:] = 1
    fewest = 4 * len(chosen) + 1
    count = _regions(floor.near, scratch.at, scratch.reach[0], scratch.mark[0], scratch.stack, scratch.region)
    for first in range(1, count + 1):
        pushes = _corral(first, floor, scratch)
        if 0 <= pushes < fewest and _unfinished(floor, scratch):
            fewest = pushes
            chosen[:] = scratch.member[1, : len(chosen)]


@njit(cache=True)
def _slot(hashed, word, player, memory):
    """The place in the table where a state is, or where it belongs."""
    last = np.uint64(len(memory.table) - 1)
    place = np.int64(hashed & last)
    while True:
        node = memory.table[place] - 1
        if node < 0:
            return place
        if memory.player[node] == player:
            same = True
            for w in range(len(word)):
                if memory.boxes[node, w] != word[w]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & np.int64(last)


@njit(cache=True)
def _open(node, backward, both, memory):
    """Put a node into the queue of a direction; whether there was room."""
    control = memory.control
    priority = np.int64(memory.cost[node, backward]) + memory.bound[node, backward]
    if both:
        priority += np.int64(memory.cost[node, backward]) - memory.bound[node, 1 - backward]
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


@njit(cache=True)
def _pop(backward, memory):
    """Take the node with the least priority out of a queue, the newest first; -1 where the queue is empty."""
    control, bucket, entry = memory.control, memory.bucket, memory.entry
    while control[OPEN + backward]:
        least = control[LEAST + backward]
        while bucket[backward, least] < 0:
            least += 1
        control[LEAST + backward] = least
        link = bucket[backward, least]
        node = entry[link, 0]
        bucket[backward, least] = entry[link, 1]
        entry[link, 1] = control[FREE_ENTRY]
        control[FREE_ENTRY] = link
        control[OPEN + backward] -= 1
        if not memory.closed[node] & (1 + backward):
            return node
    return -1


@njit(cache=True)
def _settle(backward, memory):
    """Drop what is closed from the front of a queue, so that its least priority is true; whether any is left."""
    control, bucket, entry = memory.control, memory.bucket, memory.entry
    while control[OPEN + backward]:
        least = control[LEAST + backward]
        link = bucket[backward, least]
        if link < 0:
            control[LEAST + backward] += 1
            continue
        if not memory.closed[entry[link, 0]] & (1 + backward):
            return True
        bucket[backward, least] = entry[link, 1]
        entry[link, 1] = control[FREE_ENTRY]
        control[FREE_ENTRY] = link
        control[OPEN + backward] -= 1
    return False


@njit(cache=True)
def _meet(node, memory):
    """Note the solution through a node that was reached from both ends."""
    pushes = np.int64(memory.cost[node, 0]) + memory.cost[node, 1]
    if pushes < memory.control[UPPER]:
        memory.control[UPPER] = pushes
        memory.control[MEETING] = node


@njit(cache=True)
def _add(slot, word, player, memory):
    """A new node in the table, or -1 where the memory is full."""
    node = memory.control[NODES]
    if node == len(memory.player):
        return -1
    memory.control[NODES] += 1
    memory.boxes[node] = word
    memory.player[node] = player
    memory.cost[node] = NOT_YET
    memory.closed[node] = 0
    memory.table[slot] = node + 1
    return node


@njit(cache=True)
def _load(node, floor, memory, scratch):
    """Lay out a node's boxes in scratch, mark where its player can walk, and return the hash of its boxes."""
    box, at = scratch.box, scratch.at
    at[:] = 0
    hashed = np.uint64(0)
    count = 0
    for w in range(len(scratch.word)):
        word = memory.boxes[node, w]
        scratch.word[w] = word
        cell = 64 * w
        while word:
            if word & np.uint64(1):
                box[count] = cell
                count += 1
                at[cell] = count
                hashed ^= floor.keys[0, cell]
            word >>= np.uint64(1)
            cell += 1
    scratch.mark[0] += 1
    _walk(memory.player[node], at, floor.near, scratch.reach[0], scratch.mark[0], scratch.stack)
    return hashed


@njit(cache=True)
def _flip(word, cell):
    word[cell >> 6] ^= np.uint64(1) << np.uint64(cell & 63)


@njit(cache=True)
def _prepare(node, prunings, both, floor, memory, scratch):
    """The bounds of the node in scratch, from which those of its children follow."""
    scratch.frozen[0] = 0
    if prunings & (FREEZE | FIXED):
        _freeze(scratch.box, scratch.at, floor, scratch.frozen[0])
    scratch.held[0] = 0
    if prunings & FIXED:
        _hold(scratch.box, scratch.frozen[0], floor, scratch.held[0])
    _bound(memory.player[node], 0, prunings, floor, scratch)
    if both:
        _bound(memory.player[node], 1, prunings, floor, scratch)


@njit(cache=True)
def _child(number, source, target, player, node, backward, both, prunings, hashed, floor, memory, scratch):
    """Offer the state in which a box of the expanded node went to another cell; False where memory is full."""
    box, at, near, word = scratch.box, scratch.at, floor.near, scratch.word
    if not backward and prunings & (FREEZE | FIXED):
        _freeze(box, at, floor, scratch.frozen[1])
        if prunings & FREEZE:
            for other in range(len(box)):
                if scratch.frozen[1, other] and not floor.goal[box[other]]:
                    return True
    scratch.mark[1] += 1
    least = _walk(player, at, near, scratch.reach[1], scratch.mark[1], scratch.stack)
    hashed ^= floor.keys[0, source] ^ floor.keys[0, target] ^ floor.keys[1, least]
    slot = _slot(hashed, word, least, memory)
    found = memory.table[slot] - 1
    cost = memory.cost[node, backward] + 1
    if found >= 0:
        if memory.closed[found] & (1 + backward) or memory.cost[found, backward] <= cost:
            return True
    else:
        if backward and prunings & FIXED:
            _freeze(box, at, floor, scratch.frozen[1])
        same = True
        if prunings & FIXED:
            for other in range(len(box)):
                if scratch.frozen[0, other] != scratch.frozen[1, other]:
                    same = False
        if same:
            ahead = _changed_bound(number, player, 0, prunings, floor, scratch)
        else:
            _hold(box, scratch.frozen[1], floor, scratch.held[0])
            ahead = _bound(player, 0, prunings, floor, scratch)
        behind = _changed_bound(number, player, 1, prunings, floor, scratch) if both else 0
        if not same:
            # The assignment of the expanded node is needed for its other children.
            box[number] = source
            _hold(box, scratch.frozen[0], floor, scratch.held[0])
            _bound(memory.player[node], 0, prunings, floor, scratch)
            box[number] = target
        if ahead >= IMPOSSIBLE or behind >= IMPOSSIBLE:
            return True
        if cost + (behind if backward else ahead) >= memory.control[UPPER]:
            return True
        found = _add(slot, word, least, memory)
        if found < 0:
            return False
        memory.bound[found, 0] = ahead
        memory.bound[found, 1] = behind
    memory.cost[found, backward] = cost
    memory.parent[found, backward] = node
    before = target if backward else source
    d = 0
    while near[before, d] != (source if backward else target):
        d += 1
    memory.via[found, backward] = 4 * before + d
    if memory.cost[found, 1 - backward] != NOT_YET:
        _meet(found, memory)
    return _open(found, backward, both, memory)


@njit(cache=True)
def _forward(node, both, prunings, floor, memory, scratch):
    """Expand a node by all pushes; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    hashed = _load(node, floor, memory, scratch)
    _prepare(node, prunings, both, floor, memory, scratch)
    scratch.chosen[:] = 1
    if prunings & CORRAL:
        _choose(floor, scratch)
    for number in range(len(box)):
        if not scratch.chosen[number]:
            continue
        cell = box[number]
        for d in range(4):
            target, source = near[cell, d], near[cell, 3 - d]
            if source < 0 or target < 0 or at[target] or not floor.alive[target] or reach[source] != scratch.mark[0]:
                continue
            at[cell], at[target], box[number] = 0, number + 1, target
            _flip(scratch.word, cell)
            _flip(scratch.word, target)
            room = _child(number, cell, target, cell, node, 0, both, prunings, hashed, floor, memory, scratch)
            at[cell], at[target], box[number] = number + 1, 0, cell
            _flip(scratch.word, cell)
            _flip(scratch.word, target)
            if not room:
                return False
    return True


@njit(cache=True)
def _backward(node, prunings, floor, memory, scratch):
    """Expand a node by all pulls; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    hashed = _load(node, floor, memory, scratch)
    _prepare(node, prunings, True, floor, memory, scratch)
    for number in range(len(box)):
        cell = box[number]
        for d in range(4):
            target = near[cell, d]
            if target < 0 or reach[target] != scratch.mark[0]:
                continue
            player = near[target, d]
            if player < 0 or at[player]:
                continue
            at[cell], at[target], box[number] = 0, number + 1, target
            _flip(scratch.word, cell)
            _flip(scratch.word, target)
            room = _child(number, cell, target, player, node, 1, True, prunings, hashed, floor, memory, scratch)
            at[cell], at[target], box[number] = number + 1, 0, cell
            _flip(scratch.word, cell)
            _flip(scratch.word, target)
            if not room:
                return False
    return True


@njit(cache=True)
def enter(boxes, player, backward, both, prunings, floor, memory, scratch):
    """Enter a first node of a direction, boxes int32 (k,), and return its lower bound.

    Starts are entered after the goals; one that is a goal itself becomes another node that the table does not hold,
    so that the search comes back to it by at least one push.
    """
    word, at = scratch.word, scratch.at
    word[:] = 0
    at[:] = 0
    hashed = np.uint64(0)
    for number in range(len(boxes)):
        scratch.box[number] = boxes[number]
        at[boxes[number]] = number + 1
        hashed ^= floor.keys[0, boxes[number]]
        _flip(word, boxes[number])
    scratch.mark[1] += 1
    least = _walk(player, at, floor.near, scratch.reach[1], scratch.mark[1], scratch.stack)
    slot = _slot(hashed ^ floor.keys[1, least], word, least, memory)
    held = memory.table[slot]
    if backward and held:
        return 0
    node = _add(slot, word, least, memory)
    if held:
        memory.table[slot] = held
    scratch.held[:] = 0
    if prunings & FIXED:
        _freeze(scratch.box, at, floor, scratch.frozen[0])
        _hold(scratch.box, scratch.frozen[0], floor, scratch.held[0])
    ahead = _bound(least, 0, prunings, floor, scratch)
    behind = _bound(least, 1, prunings, floor, scratch) if both else 0
    memory.cost[node, backward] = 0
    memory.parent[node, backward] = -1
    memory.bound[node, 0] = min(ahead, UNREACHED)
    memory.bound[node, 1] = min(behind, UNREACHED)
    if (ahead < IMPOSSIBLE and behind < IMPOSSIBLE) and (both or not backward):
        _open(node, backward, both, memory)
    return ahead


@njit(cache=True)
def _round_up(bound, parity):
    return bound + ((bound ^ parity) & 1)


@njit(cache=True)
def search(both, parity, prunings, quota, floor, memory, scratch):
    """Go on with a search for so many expansions; the status is returned and left in memory.control.

    Forward alone this is A*; from both ends it is DIBBS (Sewell and Jacobson, 2021), the same as BAE* (Sadhukhan,
    2013). `parity` is that of every solution's number of pushes: each push changes the colour of one box's cell.
    """
    control = memory.control
    for _ in range(quota):
        ahead = _settle(0, memory)
        behind = _settle(1, memory) if both else True
        if not ahead or not behind:
            control[STATUS] = SOLVED if control[UPPER] < NOT_YET else UNSOLVABLE
            control[LOWER] = max(control[LOWER], min(control[UPPER], NOT_YET))
            return control[STATUS]
        bound = (control[LEAST] + control[LEAST + 1] + 1) // 2 if both else control[LEAST]
        control[LOWER] = max(control[LOWER], min(control[UPPER], _round_up(bound, parity)))
        if control[UPPER] <= control[LOWER]:
            control[STATUS] = SOLVED
            return SOLVED
        backward = 1 if both and control[OPEN + 1] < control[OPEN] else 0
        node = _pop(backward, memory)
        memory.closed[node] |= 1 + backward
        control[EXPANDED] += 1
        if backward:
            room = _backward(node, prunings, floor, memory, scratch)
        else:
            room = _forward(node, both, prunings, floor, memory, scratch)
        if not room:
            control[STATUS] = NODE_LIMIT
            return NODE_LIMIT
    return RUNNING
