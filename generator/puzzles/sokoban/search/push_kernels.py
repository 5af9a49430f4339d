"""Push-optimal search in any level: A*, and the same from both ends.

A state is the set of boxes, one bit a cell, and the least cell that the player can walk to.
"""

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import CROWDED, NODE_LIMIT, RUNNING, SOLVED
from generator.puzzles.sokoban.search.bound_kernels import CORRAL
from generator.puzzles.sokoban.search.corral_kernels import choose
from generator.puzzles.sokoban.search.expansion_kernels import (
    admit,
    frozen_now,
    is_crowded,
    is_off,
    is_too_dear,
    least_walked,
    load,
    shift,
    state_slot,
    take,
)
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.node_kernels import (
    BACKWARD,
    CLOSED,
    COST,
    LOWER,
    MEETING,
    NODE,
    NOT_YET,
    NOWHERE,
    UPPER,
    Memory,
    cheaper_side,
    close_front,
    has_open,
    held_in,
    meet,
    note_way,
    open_node,
    status_at_end,
)
from generator.puzzles.sokoban.search.step_kernels import list_pulls, list_pushes
from generator.puzzles.sokoban.search.workspace_kernels import Workspace


@kernel(merged=True)
def _child(number: int, player: int, via: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Offer the state in the workspace, in which the moved box is `number`; False where memory is full.

    Only an eager search comes to closed nodes at less cost than before, and opens them again.
    """
    if is_off(memory, workspace):
        return True
    backward = memory.turn[BACKWARD]
    frozen = frozen_now(number, floor, memory, workspace)
    if frozen < 0:
        return True
    least = least_walked(player, floor, workspace)
    slot = state_slot(least, floor, memory, workspace)
    found = held_in(slot, memory)
    cost = memory.node[memory.turn[NODE], COST + backward] + 1
    if found < 0:
        found = admit(slot, number, least, cost, frozen, floor, memory, workspace)
        if found < 0:
            return found == -1
    elif memory.node[found, COST + backward] <= cost:
        return True
    memory.node[found, CLOSED] &= ~(1 + backward)
    note_way(found, cost, via, memory)
    if memory.node[found, COST + 1 - backward] != NOT_YET:
        meet(found, memory)
    return open_node(found, backward, memory)


@kernel(merged=True)
def list_chosen(shut_out: bool, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """List the pushes that lead on from the state in the workspace; returns how many."""
    workspace.corrals.chosen[:] = 1
    if shut_out and memory.orders.prunings & CORRAL:
        choose(workspace.walks.reached[0], floor, workspace.boxes, workspace.corrals)
    return list_pushes(floor, workspace)


@kernel(merged=True)
def _expand(node: int, backward: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Expand a node by all pushes or, backward, pulls; False where memory is full."""
    shut_out = load(node, backward, floor, memory, workspace)
    if is_too_dear(node, floor, memory, workspace):
        return True
    count = list_pulls(floor, workspace) if backward else list_chosen(shut_out, floor, memory, workspace)
    for index in range(count):
        number, cell, player, via = take(index, floor, workspace)
        room = _child(number, player, via, floor, memory, workspace)
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
    bounds, least, both = memory.bounds, memory.queues.least, memory.orders.both
    for _ in range(quota):
        if not has_open(0, memory) or (both and not has_open(1, memory)):
            return status_at_end(memory)
        bound = (least[0] + least[1] + 1) // 2 if both else least[0]
        bound += (bound ^ memory.orders.parity) & 1
        bounds[LOWER] = max(bounds[LOWER], min(bounds[UPPER], bound))
        if bounds[UPPER] <= bounds[LOWER]:
            return SOLVED
        if is_crowded(memory, workspace):
            return CROWDED
        backward = cheaper_side(memory.queues) if both else 0
        if not _expand(close_front(backward, memory), backward, floor, memory, workspace):
            return NODE_LIMIT
    return RUNNING


@kernel
def search_eagerly(quota: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Go on with a search from the start for any solution below the upper bound for so many expansions.

    This is potential search, after Roni Stern, Rami Puzis and Ariel Felner, "Potential Search: A Bounded-Cost Search
    Algorithm" (ICAPS 2011).
    """
    for _ in range(quota):
        if memory.bounds[MEETING] != NOWHERE:
            return SOLVED
        if not has_open(0, memory):
            return status_at_end(memory)
        if is_crowded(memory, workspace):
            return CROWDED
        if not _expand(close_front(0, memory), 0, floor, memory, workspace):
            return NODE_LIMIT
    return RUNNING
