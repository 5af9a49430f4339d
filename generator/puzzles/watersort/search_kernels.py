"""A* over positions of water sort, in which tubes have no order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import slot_of_row
from generator.kernels import copy_into, kernel
from generator.puzzles.watersort.kernel_constants import FULL, NODE_LIMIT, SOLVED, UNSOLVABLE
from generator.puzzles.watersort.position_kernels import Ints, Rules, Words, Workspace, bound, children, is_dead

COST, BOUND, PARENT, CLOSED = 0, 1, 2, 3
COUNT, PUSHED, NODES, LOWEST, STRIDE = 0, 1, 2, 3, 4
SPREAD = 7919
"""A prime beyond the children of a position, so that its multiples put them into another order."""


class Order(NamedTuple):
    """In which order positions are expanded, and how many in all.

    weight: of the bound beside the cost so far. salt: another order of a position's children for each, 0 the plain one.
    most: pours that a way has at most.
    """

    nodes: int
    weight: int
    salt: int
    most: int = 2**31 - 1


class Target(NamedTuple):
    """Where a search ends.

    tubes: int64 (tubes,) a position, in order, or (0,) for every end of the game. bound: of that position, 0 for ends.
    """

    tubes: Words
    bound: int


class Memory(NamedTuple):
    """The positions that a search has met.

    states: int64 (limit, tubes). notes: int32 (limit, 4) cost, bound, parent and whether it was expanded. table:
    int32 (four times as many, a power of two) states by their hash, -1 where none. stack: int32 (entries, 2) the entry
    below and a state; buckets: int32 the newest entry of each promise and bound, whose place is the promise times the
    stride and the bound. tally: int64 (5,) states, entries, nodes, the first place that may have entries, the stride.
    """

    states: Words
    notes: Ints
    table: Ints
    stack: Ints
    buckets: Ints
    tally: Words


class Layer(NamedTuple):
    """Positions that are equally many pours from the start.

    states: int64 (limit, tubes). ways: float64 (limit,) in how many ways they are reached. table: int32 (a power of
    two, twice as many at least) as in Memory.
    """

    states: Words
    ways: NDArray[np.float64]
    table: Ints


@kernel
def enter(memory: Memory) -> None:
    """Enter all states of a memory into its empty table."""
    for state in range(memory.tally[COUNT]):
        memory.table[slot_of_row(memory.states[state], memory.states, memory.table)] = state


@kernel
def _push(memory: Memory, state: int, weight: int) -> None:
    """Let a state wait among those of its promise and bound."""
    place = _place(memory, state, weight)
    pushed = memory.tally[PUSHED]
    memory.stack[pushed, 0], memory.stack[pushed, 1] = memory.buckets[place], state
    memory.buckets[place] = pushed
    memory.tally[PUSHED] += 1
    memory.tally[LOWEST] = min(memory.tally[LOWEST], place)


@kernel
def _place(memory: Memory, state: int, weight: int) -> int:
    """The bucket of a state."""
    cost, remaining = memory.notes[state, COST], memory.notes[state, BOUND]
    return int((cost + weight * remaining) * memory.tally[STRIDE] + remaining)


@kernel
def _left(position: Words, target: Target, rules: Rules) -> int:
    """The pours from a position, int64 (tubes,) in order, to a target at least; 0 there alone.

    A pour lowers the bound by 1 at most, and changes two tubes.
    """
    if target.tubes.size == 0:
        return bound(position, rules)
    return max(bound(position, rules) - target.bound, (_differing(position, target.tubes) + 1) // 2)


@kernel
def _differing(position: Words, other: Words) -> int:
    """How many tubes of a position another one does not have; both int64 (tubes,) in order."""
    place, same = 0, 0
    for index in range(position.size):
        while place < other.size and other[place] < position[index]:
            place += 1
        if place < other.size and other[place] == position[index]:
            same += 1
            place += 1
    return position.size - same


@kernel
def begin(start: Words, rules: Rules, weight: int, target: Target, memory: Memory) -> None:
    """Put the first position, int64 (tubes,) in order, into an empty memory."""
    copy_into(memory.states[0], start)
    memory.notes[0, COST], memory.notes[0, BOUND] = 0, _left(start, target, rules)
    memory.notes[0, PARENT], memory.notes[0, CLOSED] = -1, 0
    memory.tally[COUNT], memory.tally[PUSHED], memory.tally[NODES], memory.tally[LOWEST] = 1, 0, 0, memory.buckets.size
    memory.tally[STRIDE] = start.size * rules.capacity + 1
    memory.table[slot_of_row(start, memory.states, memory.table)] = 0
    _push(memory, memory.tally[COUNT] - 1, weight)


@kernel
def _next(memory: Memory, weight: int) -> int:
    """Take the newest of the most promising states that are nearest to the end by their bound, -1 where none is left.

    It stays the next one until it is closed.
    """
    while memory.tally[LOWEST] < memory.buckets.size:
        lowest = memory.tally[LOWEST]
        entry = memory.buckets[lowest]
        if entry < 0:
            memory.tally[LOWEST] += 1
            continue
        state = int(np.int64(memory.stack[entry, 1]))
        if not memory.notes[state, CLOSED] and _place(memory, state, weight) == lowest:
            return state
        memory.buckets[lowest] = memory.stack[entry, 0]
    return -1


@kernel
def advance(memory: Memory, rules: Rules, order: Order, target: Target, workspace: Workspace) -> tuple[int, int]:
    """Expand positions until the target is the next one, none is left, or the nodes or the memory are used up.

    Returns the answer and the state of the target. order: how the next position is chosen, and `nodes` in all. The
    bound never falls by more than a pour costs: with weight 1 no position is expanded twice and the first way is the
    shortest.
    """
    size = memory.states.shape[1]
    while True:
        state = _next(memory, order.weight)
        if state < 0:
            return UNSOLVABLE, -1
        if memory.notes[state, BOUND] == 0:
            return SOLVED, state
        if memory.tally[NODES] >= order.nodes:
            return NODE_LIMIT, -1
        count, pushed = memory.tally[COUNT], memory.tally[PUSHED]
        cost = memory.notes[state, COST] + 1
        last = (cost + 1 + order.weight * size * rules.capacity) * memory.tally[STRIDE]
        if (
            min(memory.states.shape[0] - count, memory.stack.shape[0] - pushed) < size * size
            or last >= memory.buckets.size
        ):
            return FULL, -1
        memory.tally[NODES] += 1
        memory.notes[state, CLOSED] = 1
        found = children(memory.states[state], rules, workspace)
        for number in range(found):
            child = (number * SPREAD + order.salt * memory.tally[NODES]) % found if order.salt else number
            _meet(memory, child, state, rules, order, target, workspace)


@kernel
def _meet(
    memory: Memory, child: int, parent: int, rules: Rules, order: Order, target: Target, workspace: Workspace
) -> None:
    """Keep a child of a position where it is new or nearer than before, and may lead to a target."""
    position = workspace.after[child]
    cost = memory.notes[parent, COST] + 1
    index = slot_of_row(position, memory.states, memory.table)
    state = memory.table[index]
    if state < 0:
        remaining = _left(position, target, rules)
        if cost + remaining > order.most:
            return
        if rules.deadlocks and remaining and is_dead(position, rules, workspace):
            return
        state = memory.tally[COUNT]
        memory.tally[COUNT] += 1
        memory.table[index] = state
        copy_into(memory.states[state], position)
        memory.notes[state, BOUND], memory.notes[state, CLOSED] = remaining, 0
    elif memory.notes[state, CLOSED] or memory.notes[state, COST] <= cost:
        return
    memory.notes[state, COST], memory.notes[state, PARENT] = cost, parent
    _push(memory, state, order.weight)


@kernel
def layer(
    before: Words, ways: NDArray[np.float64], rules: Rules, left: int, memory: Layer, workspace: Workspace
) -> int:
    """Write the positions one pour on that may be `left` pours from the end, and in how many ways each is reached.

    before: int64 (positions, tubes), ways: float64 (positions,). Returns how many there are, -1 where the memory, whose
    table is empty, has no room for all.
    """
    count = 0
    for position in range(len(before)):
        found, after = children(before[position], rules, workspace), workspace.after
        for child in range(found):
            if bound(after[child], rules) > left or _is_among(after[child], after, child):
                continue
            index = slot_of_row(after[child], memory.states, memory.table)
            if memory.table[index] < 0:
                if count == len(memory.states):
                    return -1
                copy_into(memory.states[count], after[child])
                memory.ways[count] = 0.0
                memory.table[index] = count
                count += 1
            memory.ways[memory.table[index]] += ways[position]
    return count


@kernel
def breadth(way: Words, rules: Rules, workspace: Workspace) -> int:
    """How many positions pours lead to from those of a way, int64 (pours + 1, tubes), but the last; in all."""
    total = 0
    for position in range(len(way) - 1):
        for child in range(children(way[position], rules, workspace)):
            total += not _is_among(workspace.after[child], workspace.after, child)
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
