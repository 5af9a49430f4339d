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
"""More pushes than any box needs, as in the tables of a floor."""

IMPOSSIBLE = 1 << 24
"""The cost of a box that cannot get to a goal; more than all other costs together."""

FREEZE, CORRAL, MATCHING, FIXED = 1, 2, 4, 8
"""The prunings and bounds that can be switched off: frozen boxes off goal are deadlocks; PI-corrals come first; boxes
are matched with goals at the least cost instead of each going to its nearest; frozen boxes keep their goals."""

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2, 3

NOT_YET = 32_000
"""The cost of a node that was not reached; more than any solution's."""

PRUNINGS, BOTH, PARITY, NODES, EXPANDED, UPPER, MEETING, LOWER, FREE_ENTRY, ENTRIES, NODE, BACKWARD = range(12)
LEAST, OPEN = 12, 14
"""Places in `Memory.control`: what is to be done (prunings, from both ends or forward alone, the parity of every
solution's pushes), what was done, the node that is expanded and its direction, and, forward and then backward, the
least open priority and the number of open nodes."""
CONTROLS = 16


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
    (2, 2, k + 1), match, place: int32 (2, k + 1): the last state's assignments and places, forward and backward, all
    1-based. changed: uint8 (k + 1,) rows to be assigned anew. held: uint8 (3, k + 1) goals that frozen boxes keep, before
    and now (1 stays 0). augment: int32 (3, k + 1). region: int16 (n,) number
    of the part of the floor that cannot be walked to, from 1. member: uint8 (2, n + k + 1), chosen: uint8 (k,): the
    regions and boxes of a corral, and the boxes of the best. word: uint64 (w,), hashed: uint64 (1,) the boxes' hash.
    steps: int32 (n,) the player's steps to the cells that he can walk to.
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
    word: NDArray[np.uint64]
    hashed: NDArray[np.uint64]


@njit(cache=True)
def _walk(first, at, near, reach, mark, stack):
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
def _stuck(cell, at, floor):
    """Whether other boxes, walls and dead cells leave a box no move on either axis: only then can it be frozen."""
    near, alive = floor.near, floor.alive
    for d in range(2):
        one, other = near[cell, d], near[cell, 3 - d]
        if one >= 0 and other >= 0 and not at[one] and not at[other] and (alive[one] or alive[other]):
            return False
    return True


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
def _nearest(cost):
    total = 0
    for row in range(1, len(cost)):
        total += cost[row, 1:].min()
    return total


@njit(cache=True)
def _hold(box, frozen, floor, scratch):
    """Reserve the goals that frozen boxes keep; where these are others than before, no cost is valid any more."""
    held, before = scratch.held[0], scratch.held[2]
    before[:] = held
    held[:] = 0
    for number in range(len(box)):
        if frozen[number]:
            held[floor.goal[box[number]]] = 1
    held[0] = 0
    for column in range(len(held)):
        if held[column] != before[column]:
            _forget(0, scratch)
            return


@njit(cache=True)
def _forget(backward, scratch):
    scratch.place[backward] = -1
    scratch.match[backward] = 0
    scratch.potential[backward] = 0


@njit(cache=True)
def _fill_row(row, place, distance, held, cost):
    for column in range(1, len(held)):
        pushes = distance[place, column - 1]
        cost[row, column] = IMPOSSIBLE if pushes == UNREACHED or (held[column] and pushes) else pushes


@njit(cache=True)
def _bound(player, backward, prunings, floor, scratch):
    """The lower bound of the state in scratch.box: pushes to the goals, or pushes from the first state.

    The assignment of the last state is mended row by row: successive states differ in few boxes.
    """
    cost, held, place = scratch.cost[backward], scratch.held[backward], scratch.place[backward]
    potential, match = scratch.potential[backward], scratch.match[backward]
    distance = floor.behind if backward else floor.ahead
    size = len(held)
    for row in range(1, size):
        cell = scratch.box[row - 1]
        now = 4 * cell + floor.zone[cell, player]
        scratch.changed[row] = now != place[row]
        if now != place[row]:
            place[row] = now
            _fill_row(row, now, distance, held, cost)
    if not prunings & MATCHING:
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
        _forget(backward, scratch)
    return total


@njit(cache=True)
def _bound_ahead(player, frozen, prunings, floor, scratch):
    """The lower bound on the pushes to come; goals under frozen boxes are theirs."""
    if prunings & FIXED:
        _hold(scratch.box, frozen, floor, scratch)
    return _bound(player, 0, prunings, floor, scratch)


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
def _open(node, backward, memory):
    """Put a node into the queue of a direction; whether there was room."""
    control = memory.control
    priority = np.int64(memory.cost[node, backward]) + memory.bound[node, backward]
    if control[BOTH]:
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
def _front(backward, memory):
    """Drop closed nodes from the front of a queue, so that its least priority is true; whether any node is left."""
    control, bucket, entry = memory.control, memory.bucket, memory.entry
    while control[OPEN + backward]:
        link = bucket[backward, control[LEAST + backward]]
        if link < 0:
            control[LEAST + backward] += 1
        elif memory.closed[entry[link, 0]] & (1 + backward):
            _drop(link, backward, memory)
        else:
            return True
    return False


@njit(cache=True)
def _drop(link, backward, memory):
    control, entry = memory.control, memory.entry
    memory.bucket[backward, control[LEAST + backward]] = entry[link, 1]
    entry[link, 1] = control[FREE_ENTRY]
    control[FREE_ENTRY] = link
    control[OPEN + backward] -= 1


@njit(cache=True)
def _close(backward, memory):
    """Take the front node out of a queue: the newest of the least priority."""
    link = memory.bucket[backward, memory.control[LEAST + backward]]
    node = memory.entry[link, 0]
    _drop(link, backward, memory)
    memory.closed[node] |= 1 + backward
    memory.control[EXPANDED] += 1
    return node


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
def _load(node, backward, floor, memory, scratch):
    """Lay out a node's boxes, and where its player can walk; return whether he is shut out of any part."""
    box, at = scratch.box, scratch.at
    memory.control[NODE], memory.control[BACKWARD] = node, backward
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
    scratch.hashed[0] = hashed
    scratch.mark[0] += 1
    _, walked = _walk(memory.player[node], at, floor.near, scratch.reach[0], scratch.mark[0], scratch.stack)
    if memory.control[PRUNINGS] & (FREEZE | FIXED):
        _freeze(box, at, floor, scratch.frozen[0])
    return walked + count < len(at)


@njit(cache=True)
def _shift(number, target, floor, scratch):
    """Move a box of the state in scratch."""
    box, at, word, keys = scratch.box, scratch.at, scratch.word, floor.keys
    cell = box[number]
    at[cell], at[target], box[number] = 0, number + 1, target
    word[cell >> 6] ^= np.uint64(1) << np.uint64(cell & 63)
    word[target >> 6] ^= np.uint64(1) << np.uint64(target & 63)
    scratch.hashed[0] ^= keys[0, cell] ^ keys[0, target]


@njit(cache=True)
def _frozen_now(number, floor, memory, scratch):
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


@njit(cache=True)
def _admit(slot, player, cost, frozen, floor, memory, scratch):
    """A new node for the state in scratch unless its bounds forbid it (-1); -2 where the memory is full."""
    prunings, backward = memory.control[PRUNINGS], memory.control[BACKWARD]
    ahead = _bound_ahead(player, scratch.frozen[frozen], prunings, floor, scratch)
    behind = _bound(player, 1, prunings, floor, scratch) if memory.control[BOTH] else 0
    if ahead >= IMPOSSIBLE or behind >= IMPOSSIBLE:
        return -1
    if cost + (behind if backward else ahead) >= memory.control[UPPER]:
        return -1
    if memory.control[NODES] == len(memory.player):
        return -2
    node = _add(slot, scratch.word, player, memory)
    memory.bound[node, 0] = ahead
    memory.bound[node, 1] = behind
    return node


@njit(cache=True)
def _note(node, cost, via, memory):
    """Note the way on which a node was reached."""
    backward = memory.control[BACKWARD]
    memory.cost[node, backward] = cost
    memory.parent[node, backward] = memory.control[NODE]
    memory.via[node, backward] = via


@njit(cache=True)
def _child(number, player, via, floor, memory, scratch):
    """Offer the state in scratch, in which the moved box is `number`; False where memory is full."""
    backward = memory.control[BACKWARD]
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    scratch.mark[1] += 1
    least, _ = _walk(player, scratch.at, floor.near, scratch.reach[1], scratch.mark[1], scratch.stack)
    slot = _slot(scratch.hashed[0] ^ floor.keys[1, least], scratch.word, least, memory)
    found = memory.table[slot] - 1
    cost = memory.cost[memory.control[NODE], backward] + 1
    if found < 0:
        found = _admit(slot, least, cost, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
    elif memory.closed[found] & (1 + backward) or memory.cost[found, backward] <= cost:
        return True
    _note(found, cost, via, memory)
    if memory.cost[found, 1 - backward] != NOT_YET:
        _meet(found, memory)
    return _open(found, backward, memory)


@njit(cache=True)
def _forward(node, floor, memory, scratch):
    """Expand a node by all pushes; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    shut_out = _load(node, 0, floor, memory, scratch)
    scratch.chosen[:] = 1
    if shut_out and memory.control[PRUNINGS] & CORRAL:
        _choose(floor, scratch)
    for number in range(len(box)):
        cell = box[number]
        for d in range(4):
            target, source = near[cell, d], near[cell, 3 - d]
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


@njit(cache=True)
def _backward(node, floor, memory, scratch):
    """Expand a node by all pulls; False where memory is full."""
    box, at, near, reach = scratch.box, scratch.at, floor.near, scratch.reach[0]
    _load(node, 1, floor, memory, scratch)
    for number in range(len(box)):
        cell = box[number]
        for d in range(4):
            target = near[cell, d]
            if target < 0 or reach[target] != scratch.mark[0]:
                continue
            player = near[target, d]
            if player < 0 or at[player]:
                continue
            _shift(number, target, floor, scratch)
            room = _child(number, player, 4 * target + 3 - d, floor, memory, scratch)
            _shift(number, cell, floor, scratch)
            if not room:
                return False
    return True


@njit(cache=True)
def _lay(boxes, floor, scratch):
    scratch.word[:] = 0
    scratch.at[:] = 0
    scratch.hashed[0] = 0
    for number in range(len(boxes)):
        cell = boxes[number]
        scratch.box[number] = cell
        scratch.at[cell] = number + 1
        scratch.hashed[0] ^= floor.keys[0, cell]
        scratch.word[cell >> 6] ^= np.uint64(1) << np.uint64(cell & 63)


@njit(cache=True)
def enter(boxes, player, backward, floor, memory, scratch):
    """Enter a first node of a direction, boxes int32 (k,), and return its lower bound.

    `player` is the least cell that he can walk to, or for `step` his own. Starts are entered after the goals; one that
    is a goal itself becomes another node that the table does not hold, so that the search must come back to it.
    """
    control = memory.control
    _lay(boxes, floor, scratch)
    slot = _slot(scratch.hashed[0] ^ floor.keys[1, player], scratch.word, player, memory)
    held = memory.table[slot]
    node = _add(slot, scratch.word, player, memory)
    if held:
        memory.table[slot] = held
    _freeze(scratch.box, scratch.at, floor, scratch.frozen[0])
    ahead = _bound_ahead(player, scratch.frozen[0], control[PRUNINGS], floor, scratch)
    behind = _bound(player, 1, control[PRUNINGS], floor, scratch) if control[BOTH] else 0
    memory.cost[node, backward] = 0
    memory.parent[node, backward] = -1
    memory.bound[node, 0] = min(ahead, UNREACHED)
    memory.bound[node, 1] = min(behind, UNREACHED)
    if ahead < IMPOSSIBLE and behind < IMPOSSIBLE and (control[BOTH] or not backward):
        _open(node, backward, memory)
    return ahead


@njit(cache=True)
def least_cell(boxes, player, floor, scratch):
    """The least cell that a player can walk to among boxes, int32 (k,)."""
    _lay(boxes, floor, scratch)
    scratch.mark[1] += 1
    return _walk(player, scratch.at, floor.near, scratch.reach[1], scratch.mark[1], scratch.stack)[0]


@njit(cache=True)
def _end(memory):
    """The status where nothing is left to be expanded."""
    control = memory.control
    if control[UPPER] < NOT_YET:
        control[LOWER] = control[UPPER]
        return SOLVED
    return UNSOLVABLE


@njit(cache=True)
def search(quota, floor, memory, scratch):
    """Go on with a search for the least pushes for so many expansions, and return the status.

    Forward alone this is A*; from both ends it is DIBBS (Sewell and Jacobson, 2021), the same as BAE* (Sadhukhan,
    2013). Every push changes the colour of one box's cell, so the parity of a solution's pushes is known.
    """
    control = memory.control
    for _ in range(quota):
        if not _front(0, memory) or (control[BOTH] and not _front(1, memory)):
            return _end(memory)
        bound = (control[LEAST] + control[LEAST + 1] + 1) // 2 if control[BOTH] else control[LEAST]
        bound += (bound ^ control[PARITY]) & 1
        control[LOWER] = max(control[LOWER], min(control[UPPER], bound))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        if control[BOTH] and control[OPEN + 1] < control[OPEN]:
            room = _backward(_close(1, memory), floor, memory, scratch)
        else:
            room = _forward(_close(0, memory), floor, memory, scratch)
        if not room:
            return NODE_LIMIT
    return RUNNING


@njit(cache=True)
def _pace(first, floor, scratch):
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


@njit(cache=True)
def _solved(floor, scratch):
    for number in range(len(scratch.box)):
        if not floor.goal[scratch.box[number]]:
            return False
    return True


@njit(cache=True)
def _step_child(number, cost, via, floor, memory, scratch):
    """Offer the state in scratch, with the player where the moved box was, at a cost in moves."""
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    player = via >> 2
    slot = _slot(scratch.hashed[0] ^ floor.keys[1, player], scratch.word, player, memory)
    found = memory.table[slot] - 1
    if found < 0:
        found = _admit(slot, player, cost, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
    elif memory.closed[found] or memory.cost[found, 0] <= cost:
        return True
    _note(found, cost, via, memory)
    if cost < memory.control[UPPER] and _solved(floor, scratch):
        memory.control[UPPER] = cost
        memory.control[MEETING] = found
    return _open(found, 0, memory)


@njit(cache=True)
def step(quota, floor, memory, scratch):
    """Go on with an A* search for the least moves for so many expansions, and return the status.

    A node's player stands on his own cell here, and its cost is in moves; the bound is that of the pushes.
    """
    control, box, at, near = memory.control, scratch.box, scratch.at, floor.near
    for _ in range(quota):
        if not _front(0, memory):
            return _end(memory)
        control[LOWER] = max(control[LOWER], min(control[UPPER], control[LEAST]))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        node = _close(0, memory)
        _load(node, 0, floor, memory, scratch)
        _pace(memory.player[node], floor, scratch)
        for number in range(len(box)):
            cell = box[number]
            for d in range(4):
                target, source = near[cell, d], near[cell, 3 - d]
                if source < 0 or target < 0 or at[target] or scratch.reach[0, source] != scratch.mark[0]:
                    continue
                if not floor.alive[target]:
                    continue
                cost = memory.cost[node, 0] + scratch.steps[source] + 1
                _shift(number, target, floor, scratch)
                room = _step_child(number, cost, 4 * cell + d, floor, memory, scratch)
                _shift(number, cell, floor, scratch)
                if not room:
                    return NODE_LIMIT
    return RUNNING


@njit(cache=True)
def _layer_child(number, cost, via, layer, floor, memory, scratch):
    """As `_step_child`, for a node that belongs to a layer of so many pushes and to no other."""
    frozen = _frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    player = via >> 2
    slot = _slot(scratch.hashed[0] ^ floor.keys[1, player], scratch.word, player, memory)
    found = memory.table[slot] - 1
    if found < 0:
        found = _admit(slot, player, layer, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
        memory.cost[found, 1] = layer
    elif memory.cost[found, 1] != layer or memory.cost[found, 0] <= cost:
        return True
    _note(found, cost, via, memory)
    return True


@njit(cache=True)
def polish(pushes, floor, memory, scratch):
    """Among all solutions of the least pushes, which are known, find one with the fewest moves; return the status.

    Nodes are made layer by layer, a layer for every push, from the start that was entered; their cost is in moves and
    in slot 1 their layer. What is bound to take more pushes is left out. The end is left in control[MEETING].
    """
    control, box, at, near = memory.control, scratch.box, scratch.at, floor.near
    control[UPPER] = pushes + 1
    memory.cost[0, 1] = 0
    best = NOT_YET
    node = 0
    while node < control[NODES]:
        _load(node, 0, floor, memory, scratch)
        layer = memory.cost[node, 1] + 1
        if layer > pushes:
            if _solved(floor, scratch) and memory.cost[node, 0] < best:
                best = memory.cost[node, 0]
                control[MEETING] = node
        else:
            _pace(memory.player[node], floor, scratch)
            for number in range(len(box)):
                cell = box[number]
                for d in range(4):
                    target, source = near[cell, d], near[cell, 3 - d]
                    if source < 0 or target < 0 or at[target] or scratch.reach[0, source] != scratch.mark[0]:
                        continue
                    if not floor.alive[target]:
                        continue
                    cost = memory.cost[node, 0] + scratch.steps[source] + 1
                    _shift(number, target, floor, scratch)
                    room = _layer_child(number, cost, 4 * cell + d, layer, floor, memory, scratch)
                    _shift(number, cell, floor, scratch)
                    if not room:
                        return NODE_LIMIT
        node += 1
    return SOLVED
