"""A* over positions of water sort, in which tubes have no order.

A tube is a word of 5 bits for each unit, the bottom in the lowest ones; a position is its tubes in ascending order.
A pour is a pair of places in that order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import copy_into, plain_kernel

Words = NDArray[np.int64]
Ints = NDArray[np.int32]

BITS = 5
UNIT = 31
WATER, WHOLE, BALL = 0, 1, 2
SOLVED, UNSOLVABLE, NODE_LIMIT, FULL = 0, 1, 2, 3
COST, BOUND, PARENT, CLOSED = 0, 1, 2, 3
COUNT, PUSHED, NODES, LOWEST = 0, 1, 2, 3
SPREAD = 7919
"""A prime beyond the children of a position, so that its multiples put them into another order."""


class Rules(NamedTuple):
    """capacity: units of a tube; pour, loose: as in `variants`; deadlocks, completing: whether these prune."""

    capacity: int
    pour: int
    loose: int
    deadlocks: int
    completing: int


class Order(NamedTuple):
    """In which order positions are expanded, and how many in all.

    weight: of the bound beside the cost so far. salt: another order of a position's children for each, 0 the plain one.
    """

    nodes: int
    weight: int
    salt: int


class Store(NamedTuple):
    """The positions that a search has met.

    states: int64 (places, tubes). notes: int32 (places, 4) cost, bound, parent and whether it was expanded. table:
    int32 (four times as many, a power of two) states by their hash, -1 where none. stack: int32 (entries, 2) the entry
    below and a state; buckets: int32 the newest entry of each promise. tally: int64 (4,) states, entries, nodes, and
    the least promise that may have entries.
    """

    states: Words
    notes: Ints
    table: Ints
    stack: Ints
    buckets: Ints
    tally: Words


class Scratch(NamedTuple):
    """Memory for the work on one position.

    moves: int32 (tubes squared, 2) and after: int64 (tubes squared, tubes) pours and the positions after them.
    heights, others: int64 (tubes,) two numbers of each tube.
    """

    moves: Ints
    after: Words
    heights: Words
    others: Words


class Layer(NamedTuple):
    """Positions that are equally many pours from the start.

    states: int64 (places, tubes). ways: float64 (places,) in how many ways they are reached. table: int32 (a power of
    two, twice as many at least) as in a store.
    """

    states: Words
    ways: NDArray[np.float64]
    table: Ints


@plain_kernel
def height_of(tube: int) -> int:
    """How many units a tube has."""
    height = 0
    while tube:
        tube >>= BITS
        height += 1
    return height


@plain_kernel
def run_of(tube: int, height: int) -> int:
    """How many units of one colour lie on top of a tube that has some."""
    top = (tube >> (BITS * (height - 1))) & UNIT
    run = 1
    while run < height and (tube >> (BITS * (height - 1 - run))) & UNIT == top:
        run += 1
    return run


@plain_kernel
def bound(tubes: Words, rules: Rules) -> int:
    """The pours that a position needs at least; one pour lowers it by 1 at most, and it is 0 where all is done.

    Everything above the lowest run of a tube has to move, run by run or ball by ball. Where each colour ends in one
    tube, of all its lowest runs one alone may stay: the largest one where balls are counted.
    """
    if rules.pour == BALL:
        return _balls_to_move(tubes, rules)
    moving, lowest = 0, 0
    for tube in tubes:
        if tube == 0:
            continue
        colour = tube & UNIT
        if not rules.loose:
            moving += (lowest >> colour) & 1
        lowest |= np.int64(1) << colour
        below = colour
        while tube:
            moving += tube & UNIT != below
            below = tube & UNIT
            tube >>= BITS
    return moving


@plain_kernel
def _balls_to_move(tubes: Words, rules: Rules) -> int:
    """The bound where every unit moves alone."""
    moving = 0
    for place in range(tubes.size):
        lowest = _lowest_run(tubes[place])
        moving += height_of(tubes[place]) - lowest
        stays = True
        for other in range(tubes.size if tubes[place] and not rules.loose else 0):
            if other != place and (tubes[other] ^ tubes[place]) & UNIT == 0:
                run = _lowest_run(tubes[other])
                stays = stays and (run < lowest or (run == lowest and other > place))
        if not stays:
            moving += lowest
    return moving


@plain_kernel
def _lowest_run(tube: int) -> int:
    colour, run = tube & UNIT, 0
    while tube and tube & UNIT == colour:
        tube >>= BITS
        run += 1
    return run


@plain_kernel
def units_of(height: int, run: int, free: int, rules: Rules) -> int:
    """How many of the units on top of a tube go into so much space under the same colour; 0 where none may."""
    if height == 0 or free == 0:
        return 0
    if rules.pour == BALL:
        return 1
    if run <= free:
        return run
    return 0 if rules.pour == WHOLE else free


@plain_kernel
def pour_into(after: Words, before: Words, source: int, target: int, units: int) -> None:
    """Write the position after a pour, its tubes in order."""
    one, other = before[source], before[target]
    height, above = height_of(one), height_of(other)
    moved = one >> (BITS * (height - units))
    one &= (np.int64(1) << (BITS * (height - units))) - 1
    other |= moved << (BITS * above)
    at = 0
    for place in range(before.size):
        if place not in (source, target):
            after[at] = before[place]
            at += 1
    for tube in (one, other):
        place = at
        while place > 0 and after[place - 1] > tube:
            after[place] = after[place - 1]
            place -= 1
        after[place] = tube
        at += 1


@plain_kernel
def is_dead(tubes: Words, rules: Rules, scratch: Scratch) -> bool:
    """Whether a position without an empty tube is proven to be lost: no tube can ever be emptied.

    Runs are taken away as long as another tube with their colour on top might have space, then or before; nothing ever
    fills up. Whatever can happen from here, happens there too. The article's deadlocks (runs that lie on one another
    in a circle, one colour on top of several full tubes) are those where that ends at once.
    """
    size = tubes.size
    heights, gone = scratch.heights, scratch.others
    for place in range(size):
        if tubes[place] == 0:
            return False
        heights[place], gone[place] = height_of(tubes[place]), 0
    changed = True
    while changed:
        changed = False
        for place in range(size):
            left = heights[place] - gone[place]
            rest = tubes[place] & ((np.int64(1) << (BITS * left)) - 1)
            run = run_of(rest, left)
            if not _has_space(tubes, heights, gone, place, (rest >> (BITS * (left - 1))) & UNIT, rules.capacity):
                continue
            if run == left:
                return False
            gone[place] += run
            changed = True
    return not rules.loose or not _are_plain(tubes, heights, gone)


@plain_kernel
def _has_space(tubes: Words, heights: Words, gone: Words, source: int, colour: int, capacity: int) -> bool:
    """Whether another tube shows that colour with space above it, or has shown it."""
    for place in range(tubes.size):
        if place == source:
            continue
        free = heights[place] < capacity
        for depth in range(gone[place]):
            if (tubes[place] >> (BITS * (heights[place] - 1 - depth))) & UNIT == colour:
                return True
        left = heights[place] - gone[place]
        if (free or gone[place]) and (tubes[place] >> (BITS * (left - 1))) & UNIT == colour:
            return True
    return False


@plain_kernel
def _are_plain(tubes: Words, heights: Words, gone: Words) -> bool:
    """Whether what is left in every tube has one colour."""
    for place in range(tubes.size):
        left = heights[place] - gone[place]
        if run_of(tubes[place] & ((np.int64(1) << (BITS * left)) - 1), left) < left:
            return False
    return True


@plain_kernel
def completing(tubes: Words, rules: Rules) -> tuple[int, int]:
    """A pour that brings the last units of a colour together from above others, (-1, -1) where there is none.

    It can be made at once: whatever else is poured, these units have to be moved once more at least, and nothing can
    be done with them apart that could not be done without them.
    """
    for source in range(tubes.size):
        height = height_of(tubes[source])
        if height == 0:
            continue
        run = run_of(tubes[source], height)
        if run == height:
            continue
        top = (tubes[source] >> (BITS * (height - 1))) & UNIT
        for target in range(tubes.size):
            if tubes[target] & UNIT != top:
                continue
            other = height_of(tubes[target])
            if other + run == rules.capacity and run_of(tubes[target], other) == other:
                return source, target
    return -1, -1


@plain_kernel
def children(tubes: Words, rules: Rules, scratch: Scratch) -> int:
    """Write the pours worth making and the positions after them; returns their number.

    Of several tubes with the same units one is poured; where what stays is what the other tube had, a pour changes
    nothing.
    """
    count, size, moves, after = 0, tubes.size, scratch.moves, scratch.after
    if rules.completing:
        source, target = completing(tubes, rules)
        if source >= 0:
            moves[0, 0], moves[0, 1] = source, target
            height = height_of(tubes[source])
            run = run_of(tubes[source], height)
            pour_into(after[0], tubes, source, target, units_of(height, run, run, rules))
            return 1
    heights, tops = scratch.heights, scratch.others
    for place in range(size):
        heights[place] = height_of(tubes[place])
        tops[place] = tubes[place] >> (BITS * max(heights[place] - 1, 0))
    for source in range(size):
        height = heights[source]
        if height == 0 or (source and tubes[source] == tubes[source - 1]):
            continue
        run = run_of(tubes[source], height)
        for target in range(size):
            if target == source or (heights[target] and tops[target] != tops[source]):
                continue
            if target and tubes[target] == tubes[target - 1] and target - 1 != source:
                continue
            units = units_of(height, run, rules.capacity - heights[target], rules)
            stays = tubes[source] & ((np.int64(1) << (BITS * (height - units))) - 1)
            if units and stays != tubes[target]:
                moves[count, 0], moves[count, 1] = source, target
                pour_into(after[count], tubes, source, target, units)
                count += 1
    return count


@plain_kernel
def place_of(position: Words, states: Words, table: Ints) -> int:
    """Where in the table a position stands, or where it would."""
    mask = table.size - 1
    key = np.uint64(0)
    for tube in position:
        key = (key ^ np.uint64(tube)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    place = np.int64(key & np.uint64(mask))
    while table[place] >= 0:
        same = True
        for tube in range(position.size):
            if states[table[place], tube] != position[tube]:
                same = False
                break
        if same:
            break
        place = (place + 1) & mask
    return int(place)


@plain_kernel
def enter(store: Store) -> None:
    """Enter all states of a store into its empty table."""
    for state in range(store.tally[COUNT]):
        store.table[place_of(store.states[state], store.states, store.table)] = state


@plain_kernel
def _push(store: Store, state: int, weight: int) -> None:
    promise = store.notes[state, COST] + weight * store.notes[state, BOUND]
    pushed = store.tally[PUSHED]
    store.stack[pushed, 0], store.stack[pushed, 1] = store.buckets[promise], state
    store.buckets[promise] = pushed
    store.tally[PUSHED] += 1
    store.tally[LOWEST] = min(store.tally[LOWEST], promise)


@plain_kernel
def begin(start: Words, rules: Rules, weight: int, store: Store) -> None:
    """Put the first position, int64 (tubes,) in order, into an empty store."""
    copy_into(store.states[0], start)
    store.notes[0, COST], store.notes[0, BOUND] = 0, bound(start, rules)
    store.notes[0, PARENT], store.notes[0, CLOSED] = -1, 0
    store.tally[COUNT], store.tally[PUSHED], store.tally[NODES], store.tally[LOWEST] = 1, 0, 0, store.buckets.size
    store.table[place_of(start, store.states, store.table)] = 0
    _push(store, store.tally[COUNT] - 1, weight)


@plain_kernel
def _next(store: Store, weight: int) -> int:
    """Take the newest of the most promising states, -1 where none is left; it stays the next one until it is closed."""
    while store.tally[LOWEST] < store.buckets.size:
        lowest = store.tally[LOWEST]
        entry = store.buckets[lowest]
        if entry < 0:
            store.tally[LOWEST] += 1
            continue
        state = int(store.stack[entry, 1])
        if not store.notes[state, CLOSED] and store.notes[state, COST] + weight * store.notes[state, BOUND] == lowest:
            return state
        store.buckets[lowest] = store.stack[entry, 0]
    return -1


@plain_kernel
def advance(store: Store, rules: Rules, order: Order, scratch: Scratch) -> tuple[int, int]:
    """Expand positions until the goal is the next one, none is left, or the nodes or places are used up.

    Returns the answer and the state of the goal. order: how the next position is chosen, and `nodes` in all. The bound
    never falls by more than a pour costs: with weight 1 no position is expanded twice and the first solution is the
    shortest.
    """
    size = store.states.shape[1]
    while True:
        state = _next(store, order.weight)
        if state < 0:
            return UNSOLVABLE, -1
        if store.notes[state, BOUND] == 0:
            return SOLVED, state
        if store.tally[NODES] >= order.nodes:
            return NODE_LIMIT, -1
        count, pushed = store.tally[COUNT], store.tally[PUSHED]
        cost = store.notes[state, COST] + 1
        most = cost + order.weight * size * rules.capacity
        if (
            min(store.states.shape[0] - count, store.stack.shape[0] - pushed) < size * size
            or most >= store.buckets.size
        ):
            return FULL, -1
        store.tally[NODES] += 1
        store.notes[state, CLOSED] = 1
        found = children(store.states[state], rules, scratch)
        for number in range(found):
            child = (number * SPREAD + order.salt * store.tally[NODES]) % found if order.salt else number
            _meet(store, child, state, rules, order.weight, scratch)


@plain_kernel
def _meet(store: Store, child: int, parent: int, rules: Rules, weight: int, scratch: Scratch) -> None:
    """Keep a child of a position where it is new or nearer than before, and may lead to a goal."""
    position = scratch.after[child]
    cost = store.notes[parent, COST] + 1
    place = place_of(position, store.states, store.table)
    state = store.table[place]
    if state < 0:
        remaining = bound(position, rules)
        if rules.deadlocks and remaining and is_dead(position, rules, scratch):
            return
        state = store.tally[COUNT]
        store.tally[COUNT] += 1
        store.table[place] = state
        copy_into(store.states[state], position)
        store.notes[state, BOUND], store.notes[state, CLOSED] = remaining, 0
    elif store.notes[state, CLOSED] or store.notes[state, COST] <= cost:
        return
    store.notes[state, COST], store.notes[state, PARENT] = cost, parent
    _push(store, state, weight)


@plain_kernel
def layer(before: Words, ways: NDArray[np.float64], rules: Rules, left: int, store: Layer, scratch: Scratch) -> int:
    """Write the positions one pour on that may be `left` pours from the end, and in how many ways each is reached.

    before: int64 (positions, tubes), ways: float64 (positions,). Returns how many there are, -1 where the store, whose
    table is empty, has no place for all.
    """
    count = 0
    for position in range(len(before)):
        found, after = children(before[position], rules, scratch), scratch.after
        for child in range(found):
            if bound(after[child], rules) > left or _is_among(after[child], after, child):
                continue
            place = place_of(after[child], store.states, store.table)
            if store.table[place] < 0:
                if count == len(store.states):
                    return -1
                copy_into(store.states[count], after[child])
                store.ways[count] = 0.0
                store.table[place] = count
                count += 1
            store.ways[store.table[place]] += ways[position]
    return count


@plain_kernel
def breadth(way: Words, rules: Rules, scratch: Scratch) -> int:
    """How many positions pours lead to from those of a way, int64 (pours + 1, tubes), but the last; in all."""
    total = 0
    for position in range(len(way) - 1):
        for child in range(children(way[position], rules, scratch)):
            total += not _is_among(scratch.after[child], scratch.after, child)
    return total


@plain_kernel
def _is_among(position: Words, others: Words, count: int) -> bool:
    """Whether a position is one of the first of others."""
    for other in range(count):
        same = True
        for tube in range(position.size):
            if others[other, tube] != position[tube]:
                same = False
                break
        if same:
            return True
    return False
