"""Push-optimal search in any level: A*, and the same from both ends.

A state is the set of boxes, one bit a cell, and the least cell that the player can walk to.
"""

from generator.kernels import kernel, wide
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED
from generator.puzzles.sokoban.search.bound_kernels import CORRAL
from generator.puzzles.sokoban.search.corral_kernels import choose
from generator.puzzles.sokoban.search.expansion_kernels import admit, frozen_now, is_crowded, load, shift
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.node_kernels import (
    BACKWARD,
    BOTH,
    CLOSED,
    COST,
    LEAST,
    LOWER,
    NODE,
    NOT_YET,
    OPEN,
    PARITY,
    PRUNINGS,
    UPPER,
    Memory,
    close_front,
    has_open,
    held_in,
    meet,
    note_way,
    open_node,
    slot_of,
    status_at_end,
)
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.walk_kernels import walk


@kernel
def _child(number: int, player: int, via: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Offer the state in the workspace, in which the moved box is `number`; False where memory is full."""
    backward = memory.control[BACKWARD]
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return True
    workspace.walks.mark[1] += 1
    least, _ = walk(
        player, workspace.boxes.at, floor.near, workspace.walks.reach[1], workspace.walks.mark[1], workspace.walks.stack
    )
    hashed = workspace.hashed[0] ^ floor.keys[1, least]
    slot = slot_of(hashed, workspace.word, least, memory)
    found = held_in(slot, memory)
    cost = memory.node[memory.control[NODE], COST + backward] + 1
    if found < 0:
        found = admit(slot, hashed, least, cost, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] & (1 + backward) or memory.node[found, COST + backward] <= cost:
        return True
    note_way(found, cost, via, memory)
    if memory.node[found, COST + 1 - backward] != NOT_YET:
        meet(found, memory)
    return open_node(found, backward, memory)


@kernel
def _forward(node: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node by all pushes; False where memory is full."""
    box, at, near, reach = workspace.boxes.cell, workspace.boxes.at, floor.near, workspace.walks.reach[0]
    shut_out = load(node, wide(0), floor, memory, workspace)
    workspace.corrals.chosen[:] = 1
    if shut_out and memory.control[PRUNINGS] & CORRAL:
        mark, stack = workspace.walks.mark[0], workspace.walks.stack
        choose(mark, reach, stack, floor, workspace.boxes, workspace.corrals)
    for number in range(len(box)):
        cell = wide(box[number])
        for d in range(4):
            target, source = wide(near[cell, d]), near[cell, 3 - d]
            if source < 0 or target < 0 or at[target] or reach[source] != workspace.walks.mark[0]:
                continue
            if not floor.alive[target] or not workspace.corrals.chosen[number]:
                continue
            shift(number, target, floor, workspace)
            room = _child(number, cell, 4 * cell + d, floor, memory, workspace)
            shift(number, cell, floor, workspace)
            if not room:
                return False
    return True


@kernel
def _backward(node: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node by all pulls; False where memory is full."""
    box, at, near, reach = workspace.boxes.cell, workspace.boxes.at, floor.near, workspace.walks.reach[0]
    load(node, wide(1), floor, memory, workspace)
    for number in range(len(box)):
        cell = wide(box[number])
        for d in range(4):
            target = wide(near[cell, d])
            if target < 0 or reach[target] != workspace.walks.mark[0]:
                continue
            player = wide(near[target, d])
            if player < 0 or at[player]:
                continue
            shift(number, target, floor, workspace)
            room = _child(number, player, 4 * target + 3 - d, floor, memory, workspace)
            shift(number, cell, floor, workspace)
            if not room:
                return False
    return True


@kernel
def search(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with a search for the least pushes for so many expansions, and return the status.

    CROWDED asks for a larger table. Forward alone this is A*; from both ends it is DIBBS (Sewell and Jacobson, 2021),
    the same as BAE* (Sadhukhan, 2013). Every push changes the colour of one box's cell, so the parity of a solution's
    pushes is known.
    """
    control = memory.control
    for _ in range(quota):
        if not has_open(wide(0), memory) or (control[BOTH] and not has_open(wide(1), memory)):
            return status_at_end(memory)
        bound = (control[LEAST] + control[LEAST + 1] + 1) // 2 if control[BOTH] else control[LEAST]
        bound += (bound ^ control[PARITY]) & 1
        control[LOWER] = max(control[LOWER], min(control[UPPER], bound))
        if control[UPPER] <= control[LOWER]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        if control[BOTH] and control[OPEN + 1] < control[OPEN]:
            room = _backward(close_front(wide(1), memory), floor, memory, workspace)
        else:
            room = _forward(close_front(wide(0), memory), floor, memory, workspace)
        if not room:
            return NODE_LIMIT
    return RUNNING
