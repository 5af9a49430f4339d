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
from generator.puzzles.sokoban.search.workspace_kernels import Scratch
from generator.puzzles.sokoban.walk_kernels import walk


@kernel
def _child(number: int, player: int, via: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Offer the state in scratch, in which the moved box is `number`; False where memory is full."""
    backward = memory.control[BACKWARD]
    frozen = frozen_now(number, floor, memory, scratch)
    if frozen < 0:
        return True
    scratch.walks.mark[1] += 1
    least, _ = walk(
        player, scratch.boxes.at, floor.near, scratch.walks.reach[1], scratch.walks.mark[1], scratch.walks.stack
    )
    hashed = scratch.hashed[0] ^ floor.keys[1, least]
    slot = slot_of(hashed, scratch.word, least, memory)
    found = held_in(slot, memory)
    cost = memory.node[memory.control[NODE], COST + backward] + 1
    if found < 0:
        found = admit(slot, hashed, least, cost, frozen, floor, memory, scratch)
        if found < 0:
            return found == -1
    elif memory.node[found, CLOSED] & (1 + backward) or memory.node[found, COST + backward] <= cost:
        return True
    note_way(found, cost, via, memory)
    if memory.node[found, COST + 1 - backward] != NOT_YET:
        meet(found, memory)
    return open_node(found, backward, memory)


@kernel
def _forward(node: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Expand a node by all pushes; False where memory is full."""
    box, at, near, reach = scratch.boxes.cell, scratch.boxes.at, floor.near, scratch.walks.reach[0]
    shut_out = load(node, wide(0), floor, memory, scratch)
    scratch.corrals.chosen[:] = 1
    if shut_out and memory.control[PRUNINGS] & CORRAL:
        mark, stack = scratch.walks.mark[0], scratch.walks.stack
        choose(mark, reach, stack, floor, scratch.boxes, scratch.corrals)
    for number in range(len(box)):
        cell = wide(box[number])
        for d in range(4):
            target, source = wide(near[cell, d]), near[cell, 3 - d]
            if source < 0 or target < 0 or at[target] or reach[source] != scratch.walks.mark[0]:
                continue
            if not floor.alive[target] or not scratch.corrals.chosen[number]:
                continue
            shift(number, target, floor, scratch)
            room = _child(number, cell, 4 * cell + d, floor, memory, scratch)
            shift(number, cell, floor, scratch)
            if not room:
                return False
    return True


@kernel
def _backward(node: int, floor: Floor, memory: Memory, scratch: Scratch) -> bool:
    """Expand a node by all pulls; False where memory is full."""
    box, at, near, reach = scratch.boxes.cell, scratch.boxes.at, floor.near, scratch.walks.reach[0]
    load(node, wide(1), floor, memory, scratch)
    for number in range(len(box)):
        cell = wide(box[number])
        for d in range(4):
            target = wide(near[cell, d])
            if target < 0 or reach[target] != scratch.walks.mark[0]:
                continue
            player = wide(near[target, d])
            if player < 0 or at[player]:
                continue
            shift(number, target, floor, scratch)
            room = _child(number, player, 4 * target + 3 - d, floor, memory, scratch)
            shift(number, cell, floor, scratch)
            if not room:
                return False
    return True


@kernel
def search(quota: int, floor: Floor, memory: Memory, scratch: Scratch) -> int:
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
        if is_crowded(memory, scratch):
            return CROWDED
        if control[BOTH] and control[OPEN + 1] < control[OPEN]:
            room = _backward(close_front(wide(1), memory), floor, memory, scratch)
        else:
            room = _forward(close_front(wide(0), memory), floor, memory, scratch)
        if not room:
            return NODE_LIMIT
    return RUNNING
