"""Search for any solution from its end: boxes are pulled off the goals, greedily, until they stand as at the start.

The states and their queues are those of the search for the least pushes. A state is taken by its urgency, the least
first: the weighted sum of the pulls made, of the least pulls that boxes need alone to get to where they started, and of
the boxes that do not stand on a cell where one started.

No state is left out but those from which boxes, alone or in groups of which there are tables, cannot get to the start;
so a search that runs out of states has proven that there is no solution.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.search.bound_kernels import bound_of
from generator.puzzles.sokoban.search.expansion_kernels import (
    add_state,
    is_crowded,
    least_walked,
    load,
    shift,
    state_slot,
    take,
)
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.group_kernels import is_lost
from generator.puzzles.sokoban.search.node_kernels import (
    BOUND,
    COST,
    NODE,
    NODES,
    NOT_YET,
    UPPER,
    Memory,
    close_front,
    enqueue,
    has_open,
    held_in,
    meet,
    note_way,
)
from generator.puzzles.sokoban.search.step_kernels import list_pulls
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE


class Haste(NamedTuple):
    """What a state's urgency is made of.

    weight: int64 (3,) of a pull made, of a pull to come, and of a box that stands where none started. home: uint8 (n,)
    whether a box started on a cell.
    """

    weight: NDArray[np.int64]
    home: NDArray[np.uint8]


@kernel
def _urgency(node: int, haste: Haste, memory: Memory, workspace: Workspace) -> int:
    """The urgency of a node, which the workspace holds, as far as there are queues."""
    abroad = 0
    for cell in workspace.boxes.cell:
        abroad += 0 if haste.home[cell] else 1
    urgency = haste.weight[0] * memory.node[node, COST + 1] + haste.weight[1] * memory.node[node, BOUND + 1]
    return int(min(urgency + haste.weight[2] * abroad, memory.queues.bucket.shape[1] - 1))


@kernel(merged=True)
def _new_node(slot: int, number: int, player: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """A node for the state in the workspace, in which a box was moved, the one with that number.

    It is -1 where a box, or a group with the moved one, cannot get to the start, -2 where memory ends.
    """
    if is_lost(workspace.boxes.cell[number], player, workspace.word, floor.foreign):
        return -1
    behind = bound_of(player, 1, floor, memory, workspace)
    if behind >= IMPOSSIBLE:
        return -1
    if memory.done[NODES] == len(memory.node):
        return -2
    node = add_state(slot, player, floor, memory, workspace)
    memory.node[node, BOUND + 1] = behind
    return node


@kernel(merged=True)
def _child(
    number: int, player: int, via: int, haste: Haste, floor: Floor, memory: Memory, workspace: Workspace
) -> bool:
    """Offer the state in the workspace, in which the moved box is `number`, unless it is known; False without room.

    A shorter way to a known state is of no use: any solution will do.
    """
    least = least_walked(player, floor, workspace)
    slot = state_slot(least, floor, memory, workspace)
    found = held_in(slot, memory)
    cost = memory.node[memory.turn[NODE], COST + 1] + 1
    if cost >= NOT_YET:
        return False
    if found < 0:
        found = _new_node(slot, number, least, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, COST + 1] != NOT_YET:
        return True
    note_way(found, cost, via, memory)
    if memory.node[found, COST] != NOT_YET:
        meet(found, memory)
    return enqueue(found, 1, _urgency(found, haste, memory, workspace), memory.queues)


@kernel(merged=True)
def _expand(node: int, haste: Haste, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node by all pulls; False where memory is full."""
    load(node, 1, floor, memory, workspace)
    for index in range(list_pulls(floor, workspace)):
        number, cell, player, via = take(index, floor, workspace)
        room = _child(number, player, via, haste, floor, memory, workspace)
        shift(number, cell, floor, workspace)
        if not room:
            return False
    return True


@kernel
def pull(quota: int, haste: Haste, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with a search from the goals, which were entered as well as the start, for so many expansions.

    Return the status; CROWDED asks for a larger table.
    """
    for _ in range(quota):
        if memory.bounds[UPPER] < NOT_YET:
            return SOLVED
        if not has_open(1, memory):
            return UNSOLVABLE
        if is_crowded(memory, workspace):
            return CROWDED
        if not _expand(close_front(1, memory), haste, floor, memory, workspace):
            return SOLVED if memory.bounds[UPPER] < NOT_YET else NODE_LIMIT
    return RUNNING
