"""Search for the least moves, and for the fewest moves among the solutions of the least pushes.

A node's player stands on his own cell here, and its cost is in moves.
"""

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED
from generator.puzzles.sokoban.search.expansion_kernels import (
    admit,
    frozen_now,
    is_crowded,
    is_off,
    load,
    shift,
    state_slot,
    take,
)
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.node_kernels import (
    CLOSED,
    COST,
    EXPANDED,
    LOWER,
    MEETING,
    NODES,
    NOWHERE,
    PLAYER,
    UPPER,
    Memory,
    close_front,
    has_open,
    held_in,
    note_way,
    open_node,
    status_at_end,
)
from generator.puzzles.sokoban.search.step_kernels import list_pushes
from generator.puzzles.sokoban.search.workspace_kernels import Workspace

_NO_WAY = -1
"""The steps to a cell that cannot be walked to."""

NO_LAYER = -1
"""Instead of the number of a layer, where nodes belong to none."""


@kernel
def _pace(first: int, floor: Floor, workspace: Workspace) -> None:
    """Write the player's steps from a cell to all that he can walk to."""
    at, steps, queue = workspace.boxes.at, workspace.walks.steps, workspace.walks.queue
    # Apart from flood, which comes to cells in any order: steps need the nearest first.
    steps[:] = _NO_WAY
    steps[first] = 0
    queue[0] = first
    head, size = 0, 1
    while head < size:
        cell = queue[head]
        head += 1
        for d in range(4):
            other = floor.near[cell, d]
            if other >= 0 and at[other] == 0 and steps[other] == _NO_WAY:
                steps[other] = steps[cell] + 1
                queue[size] = other
                size += 1


@kernel
def _solved(player: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Whether all boxes are on goals, and the player is where he has to be."""
    if memory.orders.seat >= 0 and memory.orders.seat != player:
        return False
    for number in range(len(workspace.boxes.cell)):
        if not floor.goal[workspace.boxes.cell[number]]:
            return False
    return True


@kernel
def _look_up(number: int, player: int, floor: Floor, memory: Memory, workspace: Workspace) -> tuple[int, int, int]:
    """What `frozen_now` says of the state in the workspace, its slot, and its node or -1 where it has none.

    Where a box is frozen off the goals, the others are 0.
    """
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return frozen, 0, 0
    slot = state_slot(player, floor, memory, workspace)
    return frozen, slot, held_in(slot, memory)


@kernel(merged=True)
def _step_child(number: int, cost: int, via: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Offer the state in the workspace, with the player where the moved box was, at a cost in moves."""
    if is_off(memory, workspace):
        return True
    player = via >> 2
    frozen, slot, found = _look_up(number, player, floor, memory, workspace)
    if frozen < 0:
        return True
    if found < 0:
        found = admit(slot, number, player, cost, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] or memory.node[found, COST] <= cost:
        return True
    note_way(found, cost, via, memory)
    if cost < memory.bounds[UPPER] and _solved(player, floor, memory, workspace):
        memory.bounds[UPPER] = cost
        memory.bounds[MEETING] = found
    return open_node(found, 0, memory)


@kernel(merged=True)
def _layer_child(
    number: int, cost: int, via: int, layer: int, floor: Floor, memory: Memory, workspace: Workspace
) -> bool:
    """As `_step_child`, for a node that belongs to a layer of so many pushes and to no other."""
    player = via >> 2
    frozen, slot, found = _look_up(number, player, floor, memory, workspace)
    if frozen < 0:
        return True
    if found < 0:
        found = admit(slot, number, player, layer, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
        memory.layer[found] = layer
    elif memory.layer[found] != layer or memory.node[found, COST] <= cost:
        return True
    note_way(found, cost, via, memory)
    return True


@kernel
def _expand(node: int, layer: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node, which the workspace holds, by all pushes; False where memory is full.

    What they lead to belongs to a layer, or with NO_LAYER to none.
    """
    workspace.corrals.chosen[:] = 1
    count = list_pushes(floor, workspace)
    _pace(memory.node[node, PLAYER], floor, workspace)
    for index in range(count):
        number, cell, _, via = take(index, floor, workspace)
        source = floor.near[cell, 3 - (via & 3)]
        cost = memory.node[node, COST] + workspace.walks.steps[source] + 1
        if layer == NO_LAYER:
            room = _step_child(number, cost, via, floor, memory, workspace)
        else:
            room = _layer_child(number, cost, via, layer, floor, memory, workspace)
        shift(number, cell, floor, workspace)
        if not room:
            return False
    return True


@kernel
def step(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with an A* search for the least moves for so many expansions, and return the status.

    A node's player stands on his own cell here, and its cost is in moves; the bound is that of the pushes.
    """
    bounds = memory.bounds
    for _ in range(quota):
        if not has_open(0, memory):
            return status_at_end(memory)
        bounds[LOWER] = max(bounds[LOWER], min(bounds[UPPER], memory.queues.least[0]))
        if bounds[UPPER] <= bounds[LOWER]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        node = close_front(0, memory)
        load(node, 0, floor, memory, workspace)
        if not _expand(node, NO_LAYER, floor, memory, workspace):
            return NODE_LIMIT
    return RUNNING


@kernel
def polish(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on, for so many expansions, with a search for the fewest moves among all solutions of the least pushes.

    bounds[UPPER] is one more than these pushes, which are known. Nodes are made and expanded layer by layer, one for
    every push, from the start that was entered; their cost is in moves. What is bound to take more pushes is left out.
    The best end is left in bounds[MEETING], NOWHERE where there is none.
    """
    bounds, done = memory.bounds, memory.done
    for _ in range(quota):
        node = done[EXPANDED]
        if node == done[NODES]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        done[EXPANDED] += 1
        load(node, 0, floor, memory, workspace)
        layer = memory.layer[node] + 1
        if layer == bounds[UPPER]:
            best = bounds[MEETING]
            if best != NOWHERE and memory.node[node, COST] >= memory.node[best, COST]:
                continue
            if _solved(memory.node[node, PLAYER], floor, memory, workspace):
                bounds[MEETING] = node
            continue
        if not _expand(node, layer, floor, memory, workspace):
            return NODE_LIMIT
    return RUNNING
