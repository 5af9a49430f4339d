"""Search for any solution from both ends: greedy, best first by the bound on the pushes to the other end.

The states, their tests for deadlocks and the tables of lost groups are those of the search for the least pushes. A
state is taken by its bound alone, the newest among equals, and is never reached anew. Forward the bound counts pushes
to the goals, backward pulls to the start. What is pruned leads to no solution, so a search that runs out of states at
one end has proven that there is none.

Greed may lead into a part of the space where all is lost: what no small group of boxes tells may be told by the boxes
round a corral. Such tests take longer than an expansion. So only a sample of the states is examined. Where one is a
deadlock, the first state on its way that is seen to be one is looked for by halving, and all that came from there is
given up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.search.bound_kernels import bound_ahead, bound_of
from generator.puzzles.sokoban.search.expansion_kernels import (
    add_state,
    are_shut_out,
    frozen_now,
    is_crowded,
    least_walked,
    load,
    shift,
    state_slot,
    take,
)
from generator.puzzles.sokoban.search.features.deadlock_kernels import is_deadlock
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import Workspace as DeadlockWorkspace
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Floor, clear, put
from generator.puzzles.sokoban.search.group_kernels import is_lost
from generator.puzzles.sokoban.search.node_kernels import (
    BACKWARD,
    BOUND,
    BOXES,
    CLOSED,
    COST,
    EXPANDED,
    NODE,
    NODES,
    NOT_YET,
    PARENT,
    PLAYER,
    UPPER,
    VIA,
    Memory,
    close_front,
    enqueue,
    has_open,
    held_in,
    meet,
    note_way,
)
from generator.puzzles.sokoban.search.push_kernels import list_chosen
from generator.puzzles.sokoban.search.step_kernels import list_pulls
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE

_SAMPLE = 128
"""Of so many expansions one state is examined."""

_FORWARD, DEAD = 1, 4
"""Bits of `CLOSED`: closed in pushes, and known to be a deadlock, or to come from one."""

_SWEPT = 128
"""So many nodes are swept for one expansion, which takes little time beside it."""

_FIRST, _LAST = range(2)
"""Indices of `Examiner.sweep`: the first deadlock since the last sweep, and how many nodes were expanded before it."""

NONE = np.iinfo(np.int64).max
"""The first deadlock where there is none."""


class Examiner(NamedTuple):
    """What it takes to see that a state is a deadlock.

    path: int32 (n,) work space for the states on a way. sweep: int64 (2,) modified.
    """

    guide: Guide
    workspace: DeadlockWorkspace
    path: NDArray[np.int32]
    sweep: NDArray[np.int64]


@kernel(merged=True)
def _new_node(
    slot: int, number: int, player: int, frozen: int, floor: Floor, memory: Memory, workspace: Workspace
) -> int:
    """A node for the state in the workspace, in which the moved box is `number`; -1 where it is lost, -2 without room.

    What was reached from one end can go back to it, so only the bound to the other end can tell that it is lost.
    """
    backward = memory.turn[BACKWARD]
    if is_lost(workspace.boxes.cell[number], player, workspace.word, floor.foreign if backward else floor.lost):
        return -1
    if backward:
        bound = bound_of(player, 1, floor, memory, workspace)
    else:
        bound = bound_ahead(player, workspace.frozen[frozen], floor, memory, workspace)
    if bound >= IMPOSSIBLE:
        return -1
    if not backward and are_shut_out(player, workspace.frozen[frozen], floor, memory, workspace):
        return -1
    if memory.done[NODES] == len(memory.node):
        return -2
    node = add_state(slot, player, floor, memory, workspace)
    memory.node[node, BOUND + backward] = bound
    return node


@kernel(merged=True)
def _child(number: int, player: int, via: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Offer the state in the workspace, in which the moved box is `number`, unless it is known; False without room."""
    backward = memory.turn[BACKWARD]
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return True
    least = least_walked(player, floor, workspace)
    slot = state_slot(least, floor, memory, workspace)
    found = held_in(slot, memory)
    cost = memory.node[memory.turn[NODE], COST + backward] + 1
    if cost >= NOT_YET:
        return False
    if found < 0:
        found = _new_node(slot, number, least, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, COST + backward] != NOT_YET:
        return True
    note_way(found, cost, via, memory)
    if memory.node[found, COST + 1 - backward] != NOT_YET:
        meet(found, memory)
        return True
    return enqueue(found, backward, memory.node[found, BOUND + backward], memory.queues)


@kernel(merged=True)
def _expand(node: int, backward: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node by all pushes or, backward, pulls; False without room."""
    shut_out = load(node, backward, floor, memory, workspace)
    count = list_pulls(floor, workspace) if backward else list_chosen(shut_out, floor, memory, workspace)
    for index in range(count):
        number, cell, player, via = take(index, floor, workspace)
        room = _child(number, player, via, floor, memory, workspace)
        shift(number, cell, floor, workspace)
        if not room:
            return False
    return True


@kernel
def _is_dead(node: int, examiner: Examiner, floor: Floor, memory: Memory) -> bool:
    """Whether the state of a node that a push has led to is seen to be a deadlock."""
    boxes, row = examiner.workspace.boxes, memory.node[node]
    clear(floor, boxes)
    count = 0
    for cell in range(len(floor.near)):
        if row[BOXES + (cell >> 5)] >> (cell & 31) & 1:
            put(count, cell, floor, boxes)
            count += 1
    via = row[VIA]
    moved = floor.near[via >> 2, via & 3]
    return is_deadlock(moved, row[PLAYER], examiner.guide, floor, examiner.workspace)


@kernel
def _examine(node: int, examiner: Examiner, floor: Floor, memory: Memory) -> None:
    """Mark the first deadlock that is seen on the way to a node, if its state is one."""
    path, depth = examiner.path, memory.node[node, COST]
    ancestor = node
    for place in range(depth, 0, -1):
        if memory.node[ancestor, CLOSED] & DEAD:
            return
        path[place] = ancestor
        ancestor = memory.node[ancestor, PARENT]
    if depth == 0 or not _is_dead(node, examiner, floor, memory):
        return
    least, most = 1, depth
    while least < most:
        middle = (least + most) // 2
        if _is_dead(path[middle], examiner, floor, memory):
            most = middle
        else:
            least = middle + 1
    memory.node[path[most], CLOSED] |= _FORWARD | DEAD
    examiner.sweep[_FIRST] = min(examiner.sweep[_FIRST], path[most])


@kernel
def _is_due(sweep: NDArray[np.int64], memory: Memory) -> bool:
    """Whether so much was expanded since the last sweep that the next is cheap beside it. sweep: int64 (2,)."""
    expanded = memory.done[EXPANDED] - sweep[_LAST]
    return bool(sweep[_FIRST] != NONE and memory.done[NODES] - sweep[_FIRST] < _SWEPT * expanded)


@kernel
def _sweep(sweep: NDArray[np.int64], memory: Memory) -> None:
    """Close all that came from deadlocks by pushes: it was made later. sweep: int64 (2,), modified."""
    nodes = memory.node
    for node in range(sweep[_FIRST] + 1, memory.done[NODES]):
        if nodes[node, COST] != NOT_YET and nodes[nodes[node, PARENT], CLOSED] & DEAD:
            nodes[node, CLOSED] |= _FORWARD | DEAD
    sweep[_FIRST], sweep[_LAST] = NONE, memory.done[EXPANDED]


@kernel
def search(quota: int, examiner: Examiner, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with a search from both ends for so many expansions, on the side with fewer open states.

    Return the status; CROWDED asks for a larger table.
    """
    waiting, sweep = memory.queues.open, examiner.sweep
    for step in range(quota):
        if memory.bounds[UPPER] < NOT_YET:
            return SOLVED
        if not has_open(0, memory) or not has_open(1, memory):
            return UNSOLVABLE
        if is_crowded(memory, workspace):
            return CROWDED
        backward = 1 if waiting[1] < waiting[0] else 0
        node = close_front(backward, memory)
        if not _expand(node, backward, floor, memory, workspace):
            return SOLVED if memory.bounds[UPPER] < NOT_YET else NODE_LIMIT
        if step % _SAMPLE == 0 and not backward:
            _examine(node, examiner, floor, memory)
            if _is_due(sweep, memory):
                _sweep(sweep, memory)
    return RUNNING
