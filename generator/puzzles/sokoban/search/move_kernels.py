"""Search for the least moves, and for the fewest moves among the solutions of the least pushes.

A node's player stands on his own cell here, and its cost is in moves.
"""

from generator.kernels import kernel, wide
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED
from generator.puzzles.sokoban.search.expansion_kernels import admit, frozen_now, is_crowded, load, shift
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.node_kernels import (
    CLOSED,
    COST,
    EXPANDED,
    LEAST,
    LOWER,
    MEETING,
    NODES,
    PLAYER,
    SEAT,
    UPPER,
    Memory,
    close_front,
    has_open,
    held_in,
    note_way,
    open_node,
    slot_of,
    status_at_end,
)
from generator.puzzles.sokoban.search.workspace_kernels import Workspace


@kernel
def _pace(first: int, floor: Floor, workspace: Workspace) -> None:
    """Write the player's steps from a cell to all that he can walk to, and mark these in workspace.walks.reach[0]."""
    at, reach, steps, queue = workspace.boxes.at, workspace.walks.reach[0], workspace.walks.steps, workspace.walks.stack
    workspace.walks.mark[0] += 1
    reach[first] = workspace.walks.mark[0]
    steps[first] = 0
    queue[0] = first
    head, size = 0, 1
    while head < size:
        cell = queue[head]
        head += 1
        for d in range(4):
            other = floor.near[cell, d]
            if other >= 0 and at[other] == 0 and reach[other] != workspace.walks.mark[0]:
                reach[other] = workspace.walks.mark[0]
                steps[other] = steps[cell] + 1
                queue[size] = other
                size += 1


@kernel
def _solved(player: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Whether all boxes are on goals, and the player is where he has to be."""
    if memory.control[SEAT] >= 0 and memory.control[SEAT] != player:
        return False
    for number in range(len(workspace.boxes.cell)):
        if not floor.goal[workspace.boxes.cell[number]]:
            return False
    return True


@kernel
def _step_child(number: int, cost: int, via: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Offer the state in the workspace, with the player where the moved box was, at a cost in moves."""
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return True
    player = via >> 2
    hashed = workspace.hashed[0] ^ floor.keys[1, player]
    slot = slot_of(hashed, workspace.word, player, memory)
    found = held_in(slot, memory)
    if found < 0:
        found = admit(slot, hashed, player, cost, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] or memory.node[found, COST] <= cost:
        return True
    note_way(found, cost, via, memory)
    if cost < memory.control[UPPER] and _solved(player, floor, memory, workspace):
        memory.control[UPPER] = cost
        memory.control[MEETING] = found
    return open_node(found, wide(0), memory)


@kernel
def step(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with an A* search for the least moves for so many expansions, and return the status.

    A node's player stands on his own cell here, and its cost is in moves; the bound is that of the pushes.
    """
    control, box, at, near = memory.control, workspace.boxes.cell, workspace.boxes.at, floor.near
    for _ in range(quota):
        if not has_open(wide(0), memory):
            return status_at_end(memory)
        control[LOWER] = max(control[LOWER], min(control[UPPER], control[LEAST]))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        node = close_front(wide(0), memory)
        load(node, wide(0), floor, memory, workspace)
        _pace(memory.node[node, PLAYER], floor, workspace)
        for number in range(len(box)):
            cell = wide(box[number])
            for d in range(4):
                target, source = wide(near[cell, d]), near[cell, 3 - d]
                if (
                    source < 0
                    or target < 0
                    or at[target]
                    or workspace.walks.reach[0, source] != workspace.walks.mark[0]
                ):
                    continue
                if not floor.alive[target]:
                    continue
                cost = memory.node[node, COST] + workspace.walks.steps[source] + 1
                shift(number, target, floor, workspace)
                room = _step_child(number, cost, 4 * cell + d, floor, memory, workspace)
                shift(number, cell, floor, workspace)
                if not room:
                    return NODE_LIMIT
    return RUNNING


@kernel
def _layer_child(
    number: int, cost: int, via: int, layer: int, floor: Floor, memory: Memory, workspace: Workspace
) -> bool:
    """As `_step_child`, for a node that belongs to a layer of so many pushes and to no other."""
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return True
    player = via >> 2
    hashed = workspace.hashed[0] ^ floor.keys[1, player]
    slot = slot_of(hashed, workspace.word, player, memory)
    found = held_in(slot, memory)
    if found < 0:
        found = admit(slot, hashed, player, layer, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
        memory.layer[found] = layer
    elif memory.layer[found] != layer or memory.node[found, COST] <= cost:
        return True
    note_way(found, cost, via, memory)
    return True


@kernel
def polish(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on, for so many expansions, with a search for the fewest moves among all solutions of the least pushes.

    control[UPPER] is one more than these pushes, which are known. Nodes are made layer by layer, one for every push,
    from the start that was entered; their cost is in moves. What is bound to take more
    pushes is left out. The best end is left in control[MEETING], 0 where there is none.
    """
    control, box, at, near = memory.control, workspace.boxes.cell, workspace.boxes.at, floor.near
    for _ in range(quota):
        node = control[EXPANDED]
        if node == control[NODES]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        control[EXPANDED] += 1
        load(node, wide(0), floor, memory, workspace)
        layer = memory.layer[node] + 1
        if layer == control[UPPER]:
            best = control[MEETING]
            if best and memory.node[node, COST] >= memory.node[best, COST]:
                continue
            if _solved(wide(memory.node[node, PLAYER]), floor, memory, workspace):
                control[MEETING] = node
            continue
        _pace(memory.node[node, PLAYER], floor, workspace)
        for number in range(len(box)):
            cell = wide(box[number])
            for d in range(4):
                target, source = wide(near[cell, d]), near[cell, 3 - d]
                if (
                    source < 0
                    or target < 0
                    or at[target]
                    or workspace.walks.reach[0, source] != workspace.walks.mark[0]
                ):
                    continue
                if not floor.alive[target]:
                    continue
                cost = memory.node[node, COST] + workspace.walks.steps[source] + 1
                shift(number, target, floor, workspace)
                room = _layer_child(number, cost, 4 * cell + d, layer, floor, memory, workspace)
                shift(number, cell, floor, workspace)
                if not room:
                    return NODE_LIMIT
    return RUNNING
