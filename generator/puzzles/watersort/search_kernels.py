"""A* over positions of water sort, in which tubes have no order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import slot_of_row
from generator.kernels import copy_into, kernel
from generator.puzzles.watersort.kernel_constants import FULL, NODE_LIMIT, SOLVED, UNSOLVABLE
from generator.puzzles.watersort.position_kernels import Ints, Rules, Scratch, Words, bound, children, is_dead

COST, BOUND, PARENT, CLOSED = 0, 1, 2, 3
COUNT, PUSHED, NODES, LOWEST = 0, 1, 2, 3
SPREAD = 7919
"""A prime beyond the children of a position, so that its multiples put them into another order."""


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


class Layer(NamedTuple):
    """Positions that are equally many pours from the start.

    states: int64 (places, tubes). ways: float64 (places,) in how many ways they are reached. table: int32 (a power of
    two, twice as many at least) as in a store.
    """

    states: Words
    ways: NDArray[np.float64]
    table: Ints


@kernel
def enter(store: Store) -> None:
    """Enter all states of a store into its empty table."""
    for state in range(store.tally[COUNT]):
        store.table[slot_of_row(store.states[state], store.states, store.table)] = state


@kernel
def _push(store: Store, state: int, weight: int) -> None:
    """Let a state wait among those of its promise."""
    promise = store.notes[state, COST] + weight * store.notes[state, BOUND]
    pushed = store.tally[PUSHED]
    store.stack[pushed, 0], store.stack[pushed, 1] = store.buckets[promise], state
    store.buckets[promise] = pushed
    store.tally[PUSHED] += 1
    store.tally[LOWEST] = min(store.tally[LOWEST], promise)


@kernel
def begin(start: Words, rules: Rules, weight: int, store: Store) -> None:
    """Put the first position, int64 (tubes,) in order, into an empty store."""
    copy_into(store.states[0], start)
    store.notes[0, COST], store.notes[0, BOUND] = 0, bound(start, rules)
    store.notes[0, PARENT], store.notes[0, CLOSED] = -1, 0
    store.tally[COUNT], store.tally[PUSHED], store.tally[NODES], store.tally[LOWEST] = 1, 0, 0, store.buckets.size
    store.table[slot_of_row(start, store.states, store.table)] = 0
    _push(store, store.tally[COUNT] - 1, weight)


@kernel
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


@kernel
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


@kernel
def _meet(store: Store, child: int, parent: int, rules: Rules, weight: int, scratch: Scratch) -> None:
    """Keep a child of a position where it is new or nearer than before, and may lead to a goal."""
    position = scratch.after[child]
    cost = store.notes[parent, COST] + 1
    place = slot_of_row(position, store.states, store.table)
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


@kernel
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
            place = slot_of_row(after[child], store.states, store.table)
            if store.table[place] < 0:
                if count == len(store.states):
                    return -1
                copy_into(store.states[count], after[child])
                store.ways[count] = 0.0
                store.table[place] = count
                count += 1
            store.ways[store.table[place]] += ways[position]
    return count


@kernel
def breadth(way: Words, rules: Rules, scratch: Scratch) -> int:
    """How many positions pours lead to from those of a way, int64 (pours + 1, tubes), but the last; in all."""
    total = 0
    for position in range(len(way) - 1):
        for child in range(children(way[position], rules, scratch)):
            total += not _is_among(scratch.after[child], scratch.after, child)
    return total


@kernel
def _is_among(position: Words, others: Words, count: int) -> bool:
    """Whether a position is one of the first of others.

    position: int64 (tubes,). others: int64 (positions, tubes).
    """
    for other in range(count):
        same = True
        for tube in range(position.size):
            if others[other, tube] != position[tube]:
                same = False
                break
        if same:
            return True
    return False
