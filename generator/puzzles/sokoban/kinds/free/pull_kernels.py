"""Retrograde search in small rooms: every state that pulling boxes from the goals reaches, layer by layer.

A state is a set of boxes and the region in which the player can walk, both as bit sets of cells in words of 64. The
states of the same boxes are chained, and a pull leads to a known state if the player then stands in one of their
regions: only new states are flooded. Steps are 0 up, 1 left, 2 right, 3 down; the opposite of d is 3 - d.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from generator.kernels import kernel

Int = int | np.int64
Word = np.uint64
Words = NDArray[np.uint64]
Cells = NDArray[np.int16]
Ints = NDArray[np.int32]

COMPLETE, NODE_LIMIT = 0, 1

FIRST_TABLE = 1 << 10
"""Slots of the hash table at first; it grows with the states, so that the table of a small room stays in the cache."""

CHANGE = 20
"""What changing a room costs beside searching it, in states."""

NOT_SEARCHED = -2
"""Less than the depth of a room that has no place for the player."""

HEAT = 3
"""How many pushes a change may cost at first to be kept every second time."""

SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)


class Floor(NamedTuple):
    """A room of height x width cells, which are numbered row by row; walls are cells too.

    near: int16 (n, 4) the neighbours that are floor, -1 for walls. free: uint64 (words,) the cells that are floor.
    left, right: the masks of all cells but those of the first and of the last column, of use where words = 1.
    """

    near: Cells
    free: Words
    width: int
    left: Word
    right: Word


class Search(NamedTuple):
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


class Scratch(NamedTuple):
    """Work space for finding a region: free uint64 (words,), stack int16 (n,)."""

    free: Words
    stack: Cells


class Beam(NamedTuple):
    """Ways that are followed while a solution with few moves is looked for, by pushes made and place in the beam.

    state, moves, parent (a place), push (4 * cell of the box + step): int32, player: int16, all of shape
    (depth + 1, places) and modified. used: int32 (depth + 1,).
    """

    state: Ints
    moves: Ints
    parent: Ints
    push: Ints
    player: Cells
    used: Ints


def _lower_trailing_zeros(_typing: Any, _word: Any) -> Any:
    def lower(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.uint64), lower


# Numba has no name for this instruction of the processor.
_trailing_zeros: Callable[[Word], int] = cast(Any, intrinsic(_lower_trailing_zeros))


@kernel(allocates=True, inline=True)
def _bit(cell: Int) -> Word:
    return np.uint64(1) << np.uint64(cell & 63)


@kernel(allocates=True, inline=True)
def _has(words: Words, cell: Int) -> bool:
    word: Word = words[cell >> 6]
    return bool(word >> np.uint64(cell & 63) & np.uint64(1))


@kernel(allocates=True, inline=True)
def _inside(rows: Words, row: Int, cell: Int) -> bool:
    word: Word = rows[row, cell >> 6]
    return bool(word >> np.uint64(cell & 63) & np.uint64(1))


@kernel(allocates=True, inline=True)
def _mixed(mixed: Word, word: Word) -> Word:
    mixed = (mixed ^ word) * SCRAMBLE
    return mixed ^ mixed >> np.uint64(32)


@kernel(allocates=True, inline=True)
def _home(mixed: Word, size: Int) -> Int:
    return np.int64(mixed * SCRAMBLE >> np.uint64(32)) & (size - 1)


@kernel(allocates=True, inline=True)
def _spread_word(first: Int, free: Word, floor: Floor) -> Word:
    """The cells that are joined to the first one through cells of free, in a room of one word."""
    east, west, width = free & floor.left, free & floor.right, np.uint64(floor.width)
    reached, grown = np.uint64(0), _bit(first)
    while grown != reached:
        reached = grown
        grown |= (grown << np.uint64(1) & east) | (grown >> np.uint64(1) & west)
        grown |= (grown << width | grown >> width) & free
    return grown


@kernel(allocates=True, inline=True)
def _pulled(step: Int, boxes: Word, region: Word, floor: Floor) -> Word:
    """The boxes that the player can pull in the direction of a step, in a room of one word."""
    width, one = np.uint64(floor.width), np.uint64(1)
    if step == 0:
        return (region & region << width) << width & boxes
    if step == 1:
        return ((region & (region & floor.right) << one) & floor.right) << one & boxes
    if step == 2:
        return ((region & (region & floor.left) >> one) & floor.left) >> one & boxes
    return (region & region >> width) >> width & boxes


@kernel(allocates=True, inline=True)
def _slot_word(boxes: Word, size: Int, table: Ints, known: Words) -> Int:
    slot = _home(_mixed(np.uint64(0), boxes), size)
    while table[slot] >= 0 and known[table[slot]] != boxes:
        slot = (slot + 1) & (size - 1)
    return slot


@kernel(allocates=True)
def _search_word(goals: Word, floor: Floor, search: Search) -> tuple[Int, Int, Int]:
    """What `retrograde` does, in a room of one word."""
    starts, chain, table = search.starts, search.chain, search.table
    known, regions = search.boxes.reshape(-1), search.region.reshape(-1)
    floor_cells, one = floor.free[0], np.uint64(1)
    steps = np.array([-floor.width, -1, 1, floor.width])
    size: Int = min(FIRST_TABLE, len(table))
    table[:size] = -1
    count, depth, left, starts[0] = 0, -1, floor_cells & ~goals, 0
    slot = _slot_word(goals, size, table, known)
    while left:
        if count == len(known):
            return NODE_LIMIT, -1, size
        known[count] = goals
        regions[count] = _spread_word(_trailing_zeros(left), floor_cells & ~goals, floor)
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
                    old = _trailing_zeros(pulled)
                    pulled &= pulled - one
                    player = old + 2 * steps[d]
                    moved = boxes ^ _bit(old) ^ _bit(old + steps[d])
                    slot = _slot_word(moved, size, table, known)
                    other = table[slot]
                    while other >= 0 and not regions[other] & _bit(player):
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
                        size = _enlarge(size, count, search)
        starts[depth + 2] = count
    return COMPLETE, depth, size


@kernel(allocates=True)
def spread(first: Int, free: Words, near: Cells, region: Words, stack: Cells) -> None:
    """Make region the cells that are joined to the first one through cells of free; stack is int16 (n,) scratch."""
    region[:] = 0
    region[first >> 6] |= _bit(first)
    stack[0] = first
    count = 1
    while count:
        count -= 1
        cell = stack[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and _has(free, other) and not _has(region, other):
                region[other >> 6] |= _bit(other)
                stack[count] = other
                count += 1


@kernel(allocates=True)
def cells_of(words: Words, cells: Cells) -> Int:
    """List the cells of a bit set, ascending, and return how many there are."""
    count = 0
    for place in range(len(words)):
        left = words[place]
        while left:
            cells[count] = 64 * place + _trailing_zeros(left)
            left &= left - np.uint64(1)
            count += 1
    return count


@kernel(allocates=True)
def _slot(boxes: Words, size: Int, search: Search) -> Int:
    """The slot of a set of boxes in a table of `size` slots, or the empty one where it belongs."""
    mixed = np.uint64(0)
    for place in range(len(boxes)):
        mixed = _mixed(mixed, boxes[place])
    slot = _home(mixed, size)
    while search.table[slot] >= 0:
        number, same = search.table[slot], True
        for place in range(len(boxes)):
            same &= search.boxes[number, place] == boxes[place]
        if same:
            break
        slot = (slot + 1) & (size - 1)
    return slot


@kernel(allocates=True)
def _enlarge(size: Int, count: Int, search: Search) -> Int:
    """Double the table and return its new size."""
    size *= 2
    search.table[:size] = -1
    boxes = np.empty(search.boxes.shape[1], np.uint64)
    for number in range(count):
        for place in range(len(boxes)):
            boxes[place] = search.boxes[number, place]
        slot = _slot(boxes, size, search)
        search.chain[number] = search.table[slot]
        search.table[slot] = number
    return size


@kernel(allocates=True)
def _in_chain(number: Int, player: Int, search: Search) -> Int:
    """The state of a chain in which the player is where he is, or -1."""
    while number >= 0 and not _inside(search.region, number, player):
        number = search.chain[number]
    return number


@kernel(allocates=True)
def find(boxes: Words, player: Int, size: Int, search: Search) -> Int:
    """The number of a state, or -1 where it is not among those of a search whose table has `size` slots."""
    return _in_chain(search.table[_slot(boxes, size, search)], player, search)


@kernel(allocates=True)
def _enter(number: Int, boxes: Words, player: Int, slot: Int, floor: Floor, search: Search, scratch: Scratch) -> None:
    """Add a state that is not known yet, and whose boxes belong into a slot of the table."""
    free, stack, near = scratch.free, scratch.stack, floor.near
    for place in range(len(boxes)):
        free[place] = floor.free[place] & ~boxes[place]
        search.boxes[number, place] = boxes[place]
        search.region[number, place] = 0
    free[player >> 6] ^= _bit(player)
    search.region[number, player >> 6] ^= _bit(player)
    stack[0] = player
    count = 1
    while count:
        count -= 1
        cell = stack[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and _has(free, other):
                free[other >> 6] ^= _bit(other)
                search.region[number, other >> 6] ^= _bit(other)
                stack[count] = other
                count += 1
    search.chain[number] = search.table[slot]
    search.table[slot] = number


@kernel(allocates=True)
def _enter_goals(goals: Words, size: Int, floor: Floor, search: Search, scratch: Scratch) -> int:
    """Add a state for every region that boxes on all goals leave; return how many, -1 where there is no room."""
    count = 0
    for cell in range(len(floor.near)):
        if _has(floor.free, cell) and not _has(goals, cell) and find(goals, cell, size, search) < 0:
            if count == len(search.boxes):
                return -1
            _enter(count, goals, cell, _slot(goals, size, search), floor, search, scratch)
            count += 1
    return count


@kernel(allocates=True)
def _search_words(goals: Words, floor: Floor, search: Search) -> tuple[Int, Int, Int]:
    """What `retrograde` does, in a room of any number of words."""
    starts, near, budget = search.starts, floor.near, len(search.boxes)
    scratch = Scratch(np.empty_like(goals), np.empty(len(near), np.int16))
    box, boxes = np.empty(len(near), np.int16), goals.copy()
    size: Int = min(FIRST_TABLE, len(search.table))
    search.table[:size] = -1
    depth, starts[0] = -1, 0
    count = _enter_goals(goals, size, floor, search, scratch)
    if count < 0:
        return NODE_LIMIT, -1, size
    starts[1] = count
    while depth + 3 < len(starts) and starts[depth + 1] < starts[depth + 2]:
        depth += 1
        for number in range(starts[depth], starts[depth + 1]):
            for place in range(len(boxes)):
                boxes[place] = search.boxes[number, place]
            for which in range(cells_of(boxes, box)):
                old = box[which]
                boxes[old >> 6] ^= _bit(old)
                for d in range(4):
                    new = near[old, d]
                    if new < 0 or not _inside(search.region, number, new):
                        continue
                    player = np.int64(near[new, d])
                    if player < 0 or not _inside(search.region, number, player):
                        continue
                    boxes[new >> 6] ^= _bit(new)
                    slot = _slot(boxes, size, search)
                    if _in_chain(search.table[slot], player, search) < 0:
                        if count == budget:
                            return NODE_LIMIT, depth, size
                        _enter(count, boxes, player, slot, floor, search, scratch)
                        count += 1
                        if 2 * count > size and size < len(search.table):
                            size = _enlarge(size, count, search)
                    boxes[new >> 6] ^= _bit(new)
                boxes[old >> 6] ^= _bit(old)
        starts[depth + 2] = count
    return COMPLETE, depth, size


@kernel(allocates=True)
def retrograde(goals: Words, floor: Floor, search: Search) -> tuple[Int, Int, Int]:
    """Search all states from which pushes can bring the boxes to the goals, uint64 (words,).

    Every region of the player among boxes on the goals is a root. Returns the status, the depth of the last complete
    layer (-1 for none) and the size of the table.
    """
    if len(goals) == 1:
        return _search_word(goals[0], floor, search)
    return _search_words(goals, floor, search)


@kernel(allocates=True)
def measure_far(goals: Words, near: Cells, far: Ints) -> None:
    """Make far, int32 (n,), the sum over the goals of the pulls that take a lone box from there to a cell.

    The player may be anywhere at any time; a goal from which no box comes to the cell adds nothing.
    """
    pulls, queue = np.empty(len(near), np.int32), np.empty(len(near), np.int16)
    far[:] = 0
    for goal in range(len(near)):
        if not _has(goals, goal):
            continue
        pulls[:] = -1
        pulls[goal] = 0
        queue[0] = goal
        head, count = 0, 1
        while head < count:
            cell = queue[head]
            head += 1
            far[cell] += pulls[cell]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and near[other, d] >= 0 and pulls[other] < 0:
                    pulls[other] = pulls[cell] + 1
                    queue[count] = other
                    count += 1


@kernel(allocates=True)
def sift(goals: Words, width: int, patience: int, floor: Floor, search: Search, score: Ints) -> tuple[Int, Int, Int]:
    """Pull boxes far away from the goals: of each layer only the states with the greatest scores are expanded.

    score: int32 (budget,), the sum of `measure_far` over the boxes of each state. `width` states of a layer are
    expanded, the first of equals; the search ends with the budget, or after `patience` layers without a greater score.
    Returns the first state with the greatest score, the number of the last layer and the size of the table; the states
    of layer d are at most d pushes from the goals, and some push leads from each of them to layer d - 1.
    """
    starts, near, budget = search.starts, floor.near, len(search.boxes)
    scratch = Scratch(np.empty_like(goals), np.empty(len(near), np.int16))
    box, boxes, far = np.empty(len(near), np.int16), goals.copy(), np.empty(len(near), np.int32)
    measure_far(goals, near, far)
    size: Int = min(FIRST_TABLE, len(search.table))
    search.table[:size] = -1
    count = max(_enter_goals(goals, size, floor, search, scratch), 0)
    score[:count] = 0
    for which in range(cells_of(goals, box)):
        score[:count] += far[box[which]]
    best, best_layer, layer, starts[0], starts[1] = 0, 0, 0, 0, count
    while starts[layer] < starts[layer + 1] and layer + 2 < len(starts) and layer - best_layer < patience:
        first, last, kept = starts[layer], starts[layer + 1], 0
        least = np.sort(score[first:last])[max(last - first - width, 0)]
        for number in range(first, last):
            if score[number] < least or kept == width:
                continue
            kept += 1
            for place in range(len(boxes)):
                boxes[place] = search.boxes[number, place]
            for which in range(cells_of(boxes, box)):
                old = np.int64(box[which])
                boxes[old >> 6] ^= _bit(old)
                for d in range(4):
                    new = near[old, d]
                    if new < 0 or not _inside(search.region, number, new):
                        continue
                    player = np.int64(near[new, d])
                    if player < 0 or not _inside(search.region, number, player):
                        continue
                    boxes[new >> 6] ^= _bit(new)
                    slot = _slot(boxes, size, search)
                    if _in_chain(search.table[slot], player, search) < 0:
                        if count == budget:
                            starts[layer + 2] = count
                            return best, layer + 1, size
                        _enter(count, boxes, player, slot, floor, search, scratch)
                        score[count] = score[number] - far[old] + far[new]
                        if score[count] > score[best]:
                            best = count
                            best_layer = layer + 1
                        count += 1
                        if 2 * count > size and size < len(search.table):
                            size = _enlarge(size, count, search)
                    boxes[new >> 6] ^= _bit(new)
                boxes[old >> 6] ^= _bit(old)
        layer += 1
        starts[layer + 1] = count
    return best, layer, size


@kernel(allocates=True)
def measure_walk(first: Int, free: Words, near: Cells, steps: Cells, queue: Cells) -> None:
    """Fill steps, int16 (n,), with the steps from a cell to all others through cells of free, -1 where none lead."""
    steps[:] = -1
    steps[first] = 0
    queue[0] = first
    head, count = 0, 1
    while head < count:
        cell = queue[head]
        head += 1
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and steps[other] < 0 and _has(free, other):
                steps[other] = steps[cell] + 1
                queue[count] = other
                count += 1


@kernel(allocates=True)
def _keep(layer: Int, state: Int, player: Int, moves: Int, parent: Int, push: Int, beam: Beam) -> None:
    """Put a way into its layer of the beam, in the place of a worse one where there is no free place."""
    place, worst = beam.used[layer], 0
    for other in range(beam.used[layer]):
        if beam.state[layer, other] == state and beam.player[layer, other] == player:
            place = other
            break
        if beam.moves[layer, other] > beam.moves[layer, worst]:
            worst = other
    if place == beam.state.shape[1]:
        place = worst
    if place == beam.used[layer]:
        beam.used[layer] += 1
    elif beam.moves[layer, place] <= moves:
        return
    beam.state[layer, place] = state
    beam.player[layer, place] = player
    beam.moves[layer, place] = moves
    beam.parent[layer, place] = parent
    beam.push[layer, place] = push


@kernel(allocates=True)
def few_moves(first: Int, player: Int, size: Int, floor: Floor, search: Search, beam: Beam) -> Int:
    """Follow shortest ways from a state to the goals, keeping at each depth those with the fewest moves.

    The depth of the state is one less than the layers of the beam. Returns the place of the best way in the last one.
    """
    near, depth = floor.near, len(beam.used) - 1
    steps, queue, box = np.empty(len(near), np.int16), np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    boxes = np.empty(len(floor.free), np.uint64)
    beam.used[:] = 0
    _keep(0, first, player, 0, -1, -1, beam)
    for layer in range(depth):
        least, most = search.starts[depth - layer - 1], search.starts[depth - layer]
        for place in range(beam.used[layer]):
            boxes[:] = search.boxes[beam.state[layer, place]]
            measure_walk(beam.player[layer, place], floor.free & ~boxes, near, steps, queue)
            for which in range(cells_of(boxes, box)):
                old = np.int64(box[which])
                for d in range(4):
                    new, behind = near[old, d], near[old, 3 - d]
                    if new < 0 or behind < 0 or steps[behind] < 0 or _has(boxes, new):
                        continue
                    boxes[old >> 6] ^= _bit(old)
                    boxes[new >> 6] ^= _bit(new)
                    state = find(boxes, old, size, search)
                    boxes[old >> 6] ^= _bit(old)
                    boxes[new >> 6] ^= _bit(new)
                    if least <= state < most:
                        moves = beam.moves[layer, place] + steps[behind] + 1
                        _keep(layer + 1, state, old, moves, place, 4 * old + d, beam)
    return np.int64(np.argmin(beam.moves[depth, : beam.used[depth]]))


@kernel(allocates=True)
def write_moves(pushes: Ints, player: Int, boxes: Words, floor: Floor, letters: NDArray[np.uint8]) -> Int:
    """Write the steps 0 to 3 of a solution, 4 more for pushes, walking by shortest paths; return how many.

    pushes: 4 * cell of the box + step. boxes is modified.
    """
    near = floor.near
    steps, queue = np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    count = 0
    for push in pushes:
        old, d = push >> 2, push & 3
        new = near[old, d]
        measure_walk(near[old, 3 - d], floor.free & ~boxes, near, steps, queue)
        while steps[player]:
            step = 0
            while near[player, step] < 0 or steps[near[player, step]] != steps[player] - 1:
                step += 1
            letters[count] = step
            count += 1
            player = near[player, step]
        letters[count] = 4 + d
        count += 1
        player = old
        boxes[old >> 6] ^= _bit(old)
        boxes[new >> 6] ^= _bit(new)
    return count


@kernel(allocates=True)
def mark_alive(goals: Words, floor: Floor, alive: Words) -> None:
    """Make alive the cells from which a box that is alone, with a player who is anywhere, can get to a goal."""
    near, stack = floor.near, np.empty(len(floor.near), np.int16)
    alive[:] = goals
    count = cells_of(goals, stack)
    while count:
        count -= 1
        cell = stack[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and near[other, d] >= 0 and not _has(alive, other):
                alive[other >> 6] |= _bit(other)
                stack[count] = other
                count += 1


@kernel(allocates=True)
def count_choices(pushes: Ints, player: Int, boxes: Words, alive: Words, floor: Floor, choices: Ints) -> None:
    """Count the legal pushes to cells that are alive before each push of a solution; boxes is modified."""
    near = floor.near
    region, stack, box = np.empty_like(boxes), np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    for number in range(len(pushes)):
        spread(player, floor.free & ~boxes, near, region, stack)
        choices[number] = 0
        for which in range(cells_of(boxes, box)):
            for d in range(4):
                new, behind = near[box[which], d], near[box[which], 3 - d]
                if new >= 0 and behind >= 0 and _has(region, behind) and _has(alive, new) and not _has(boxes, new):
                    choices[number] += 1
        player = np.int64(pushes[number] >> 2)
        new = near[player, pushes[number] & 3]
        boxes[player >> 6] ^= _bit(player)
        boxes[new >> 6] ^= _bit(new)


@kernel(allocates=True)
def count_shortest(pushes: Ints, first: Int, size: Int, floor: Floor, search: Search) -> Int:
    """Count the pushes before each push of a shortest solution that begin a shortest one too, and add them up."""
    near, total = floor.near, 0
    boxes, box = search.boxes[first].copy(), np.empty(len(floor.near), np.int16)
    state = first
    for number in range(len(pushes)):
        after = search.starts[len(pushes) - number]
        for which in range(cells_of(boxes, box)):
            old = np.int64(box[which])
            boxes[old >> 6] ^= _bit(old)
            for d in range(4):
                new, behind = near[old, d], near[old, 3 - d]
                if new < 0 or behind < 0 or not _inside(search.region, state, behind) or _has(boxes, new):
                    continue
                boxes[new >> 6] ^= _bit(new)
                total += 0 <= find(boxes, old, size, search) < after
                boxes[new >> 6] ^= _bit(new)
            boxes[old >> 6] ^= _bit(old)
        old = np.int64(pushes[number] >> 2)
        new = near[old, pushes[number] & 3]
        boxes[old >> 6] ^= _bit(old)
        boxes[new >> 6] ^= _bit(new)
        state = find(boxes, old, size, search)
    return total


@kernel(allocates=True)
def fill_pockets(boxes: Words, goals: Words, player: Int, floor: Floor) -> Int:
    """Fill what no solution needs: take it out of floor.free, and return the player's new cell.

    A *pocket* is joined to the rest of the floor through one cell, its door, and no box in it could ever get to a
    goal. No box enters it on a solution, so that a player inside can only come out again; he is put on the door.
    What a box on the door shuts in with him stays.
    """
    free, near, words = floor.free, floor.near, len(floor.free)
    alive, pocket = np.empty(words, np.uint64), np.empty(words, np.uint64)
    stack = np.empty(len(near), np.int16)
    changed = True
    while changed:
        changed = False
        mark_alive(goals, floor, alive)
        for door in range(len(near)):
            if not _has(free, door):
                continue
            for d in range(4):
                first = np.int64(near[door, d])
                if first < 0:
                    continue
                free[door >> 6] ^= _bit(door)
                spread(first, free, near, pocket, stack)
                free[door >> 6] ^= _bit(door)
                if np.any(pocket & (alive | boxes)):
                    continue
                if _has(pocket, player):
                    if _has(boxes, door):
                        continue
                    player = door
                free &= ~pocket
                for cell in range(len(near)):
                    for step in range(4):
                        if near[cell, step] >= 0 and not _has(free, near[cell, step]):
                            near[cell, step] = -1
                changed = True
    return player


@kernel(allocates=True)
def _random(below: Int, state: Words) -> Int:
    """A random number from 0, by S. Vigna's splitmix64; the slight bias of the remainder does no harm here."""
    state[0] += SCRAMBLE
    mixed = state[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ mixed >> np.uint64(31)) >> np.uint64(1)) % below


@kernel(allocates=True)
def _halvings(state: Words) -> Int:
    """How often a coin shows heads before it shows tails."""
    count = 0
    while _random(2, state):
        count += 1
    return count


@kernel(allocates=True)
def _beside(cell: Int, cells: Int, width: Int, state: Words) -> Int:
    """A random cell beside another one, -1 where that would be outside the frame."""
    d = _random(4, state)
    if d == 0:
        return cell - width
    if d == 1:
        return cell - 1 if cell % width else -1
    if d == 2:
        return cell + 1 if (cell + 1) % width else -1
    return cell + width if cell + width < cells else -1


@kernel(allocates=True)
def _change_wall(free: Words, goals: Words, cells: Int, width: Int, state: Words) -> None:
    """Make a wall floor or a floor wall, or exchange two neighbours of which one is a wall; goals stay floor."""
    cell = _random(cells, state)
    if _has(goals, cell):
        return
    if _random(2, state):
        other = _beside(cell, cells, width, state)
        if other < 0 or _has(goals, other) or _has(free, other) == _has(free, cell):
            return
        free[other >> 6] ^= _bit(other)
    free[cell >> 6] ^= _bit(cell)


@kernel(allocates=True)
def _change_goal(free: Words, goals: Words, cells: Int, width: Int, state: Words) -> None:
    """Move a goal to a cell beside it or, as often, anywhere."""
    old = _random(cells, state)
    while not _has(goals, old):
        old = (old + 1) % cells
    new = _random(cells, state) if _random(2, state) else _beside(old, cells, width, state)
    if new >= 0 and _has(free, new) and not _has(goals, new):
        goals[old >> 6] ^= _bit(old)
        goals[new >> 6] ^= _bit(new)


@kernel(allocates=True)
def _lay(free: Words, goals: Words, floor: Floor, stack: Cells) -> bool:
    """Make the floor the part of free where the goals are; False where they are in several parts."""
    cells, width, near = len(floor.near), floor.width, floor.near
    for cell in range(cells):
        near[cell, 0] = cell - width if cell >= width and _has(free, cell - width) else -1
        near[cell, 1] = cell - 1 if cell % width and _has(free, cell - 1) else -1
        near[cell, 2] = cell + 1 if (cell + 1) % width and _has(free, cell + 1) else -1
        near[cell, 3] = cell + width if cell + width < cells and _has(free, cell + width) else -1
    spread(_least(goals), free, near, floor.free, stack)
    return not np.any(goals & ~floor.free)


@kernel(allocates=True)
def _least(words: Words) -> Int:
    place = 0
    while words[place] == 0:
        place += 1
    return 64 * place + _trailing_zeros(words[place])


@kernel(allocates=True)
def climb(free: Words, goals: Words, share: Int, effort: Int, floor: Floor, search: Search, state: Words) -> Int:
    """Change walls and goals at random, again and again, for a deeper start; return the depth of the deepest.

    free, goals: uint64 (words,), modified. effort: states that are searched in all; each room is searched within the
    budget of the search. share: of five changes so many are of walls. floor: overwritten. state: uint64 (1,), random.
    Simulated annealing: a change that costs at most h pushes is kept with probability 1 / 2, at most 2 * h with 1 / 4
    and so on; h falls from HEAT to 0. The goals are in one part of the floor, and stay so.
    """
    cells, width = len(floor.near), floor.width
    stack = np.empty(cells, np.int16)
    now_free, now_goals, best_free, best_goals = free.copy(), goals.copy(), free.copy(), goals.copy()
    depth: Int = NOT_SEARCHED
    best: Int = NOT_SEARCHED
    spent = 0
    while spent < effort:
        free[:] = now_free
        goals[:] = now_goals
        if depth > NOT_SEARCHED:
            for _ in range(1 + _halvings(state)):
                if _random(5, state) < share:
                    _change_wall(free, goals, cells, width, state)
                else:
                    _change_goal(free, goals, cells, width, state)
        spent += CHANGE
        if not _lay(free, goals, floor, stack):
            continue
        found = retrograde(goals, floor, search)[1]
        spent += search.starts[found + 1]
        left = max(0.0, 1 - spent / effort)
        if found >= depth or depth - found <= HEAT * left * left * _halvings(state):
            depth = found
            now_free[:] = free
            now_goals[:] = goals
        if found >= best:
            best = found
            best_free[:] = free
            best_goals[:] = goals
    free[:] = best_free
    goals[:] = best_goals
    return best
