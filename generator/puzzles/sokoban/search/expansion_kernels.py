"""A state laid out, a box of it moved, and what becomes of it: what all push-optimal searches share."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, has
from generator.kernels import are_equal, kernel
from generator.puzzles.sokoban.search.bound_kernels import (
    FIXED,
    FREEZE,
    MATCHING,
    PATTERNS,
    bound_ahead,
    bound_of,
)
from generator.puzzles.sokoban.search.conflict_kernels import pushes_in_conflict
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED, Floor, clear, move, put
from generator.puzzles.sokoban.search.frozen_kernels import are_lost, freeze, is_stuck
from generator.puzzles.sokoban.search.group_kernels import is_lost
from generator.puzzles.sokoban.search.node_kernels import (
    BACKWARD,
    BOUND,
    BOXES,
    COST,
    NODE,
    NODES,
    NOT_YET,
    PARENT,
    PLAYER,
    UPPER,
    VIA,
    Memory,
    add_node,
    is_beyond,
    open_node,
    slot_of,
)
from generator.puzzles.sokoban.search.pattern_kernels import Task, needs_more
from generator.puzzles.sokoban.search.prospect_kernels import hash_walls, have_goals_past
from generator.puzzles.sokoban.search.step_kernels import BOX, PLAYER_AFTER, PUSH, TARGET
from generator.puzzles.sokoban.search.vicinity_kernels import is_near
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE
from generator.puzzles.sokoban.states.board_kernels import flood


@kernel
def is_crowded(memory: Memory, workspace: Workspace) -> bool:
    """Whether the next expansion may fill the table by more than three quarters."""
    return bool(4 * (memory.done[NODES] + 4 * len(workspace.boxes.cell)) > 3 * len(memory.table))


@kernel(merged=True)
def load(node: int, backward: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Lay out a node's boxes, and where its player can walk; return whether he is shut out of any part."""
    memory.turn[NODE], memory.turn[BACKWARD] = node, backward
    clear(floor, workspace.boxes)
    hashed = np.uint64(0)
    count = 0
    for w in range(len(workspace.word)):
        workspace.word[w] = memory.node[node, BOXES + w]
        word = np.uint32(workspace.word[w])
        cell = 32 * w
        while word:
            if word & np.uint32(1):
                put(count, cell, floor, workspace.boxes)
                count += 1
                hashed ^= floor.keys[0, cell]
            word >>= np.uint32(1)
            cell += 1
    workspace.hashed[0] = hashed
    reached, free = workspace.walks.reached[0], workspace.boxes.free
    flood(floor.board.place[memory.node[node, PLAYER]], free, reached, floor.board.stride)
    if memory.orders.prunings & (FREEZE | FIXED):
        freeze(workspace.boxes, floor, workspace.frozen[0])
    return not are_equal(reached, free)


@kernel
def shift(number: int, target: int, floor: Floor, workspace: Workspace) -> None:
    """Move a box of the state in the workspace."""
    word, keys = workspace.word, floor.keys
    cell = move(number, target, floor, workspace.boxes)
    word[cell >> 5] ^= np.int32(1 << (cell & 31))
    word[target >> 5] ^= np.int32(1 << (target & 31))
    workspace.hashed[0] ^= keys[0, cell] ^ keys[0, target]


@kernel(inline=True)
def take(index: int, floor: Floor, workspace: Workspace) -> tuple[int, int, int, int]:
    """Make a listed step in the workspace, which `shift` takes back.

    Return the box's number, the cell that it leaves, where the player stands then, and the push.
    """
    # The loop over the steps stays with each search: a kernel that was given what to do with a child would be compiled
    # for each of them. Part of the loops, this takes no time; called, it cost searches 3 %.
    step = workspace.step[index]
    number = step[BOX]
    cell = workspace.boxes.cell[number]
    shift(number, step[TARGET], floor, workspace)
    return number, cell, step[PLAYER_AFTER], step[PUSH]


@kernel
def _meet(one: Words, other: Words) -> bool:
    """Whether two sets, uint64 (w,), have a place in common."""
    for index in range(len(one)):
        if one[index] & other[index]:
            return True
    return False


@kernel(merged=True)
def frozen_now(number: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Which row of workspace.frozen holds after a box was moved, or -1 where one is frozen off the goals.

    A box that is not frozen freezes no other: the same boxes are frozen as before unless the moved one is among them.
    """
    boxes, prunings = workspace.boxes, memory.orders.prunings
    if not prunings & (FREEZE | FIXED):
        return 0
    if not _meet(workspace.frozen[0], boxes.free) and not is_stuck(boxes.cell[number], boxes.at, floor):
        return 0
    freeze(boxes, floor, workspace.frozen[1])
    if prunings & FREEZE and not memory.turn[BACKWARD] and are_lost(workspace.frozen[1], floor):
        return -1
    return 1


@kernel(merged=True)
def least_walked(player: int, floor: Floor, workspace: Workspace) -> int:
    """The least cell that a player can walk to in the state in the workspace."""
    board = floor.board
    place = flood(board.place[player], workspace.boxes.free, workspace.walks.reached[1], board.stride)
    return int(board.cell[place])


@kernel
def state_slot(player: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """Where in the table the state in the workspace is, with the player on a cell, or where it belongs."""
    return slot_of(workspace.hashed[0] ^ floor.keys[1, player], workspace.word, player, memory)


@kernel
def add_state(slot: int, player: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """A new node for the state in the workspace, with the player on a cell."""
    return add_node(slot, workspace.hashed[0] ^ floor.keys[1, player], workspace.word, player, memory)


@kernel
def is_off(memory: Memory, workspace: Workspace) -> bool:
    """Whether the state in the workspace, a child of the node at work, is outside the vicinity of the search."""
    if len(memory.vicinity.way) == 0:
        return False
    node = memory.turn[NODE]
    before = memory.node[node, BOXES : BOXES + len(workspace.word)]
    return not is_near(workspace.word, node, before, memory.vicinity)


@kernel(merged=True)
def are_shut_out(player: int, frozen: Words, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Whether frozen boxes, uint64 (w,) their places, keep the others from goals of their own."""
    if not memory.orders.prunings & FIXED:
        return False
    walls = hash_walls(frozen, workspace.boxes, floor)
    return bool(walls) and not have_goals_past(walls, player, frozen, workspace.boxes, floor, workspace.prospects)


@kernel(merged=True)
def admit(
    slot: int, number: int, player: int, cost: int, frozen: int, floor: Floor, memory: Memory, workspace: Workspace
) -> int:
    """A new node for the state in the workspace, in which a box was moved, the one with that number.

    It is -1 where bounds or a lost group forbid it, -2 where memory or costs end.
    """
    backward = memory.turn[BACKWARD]
    groups = floor.foreign if backward else floor.lost
    if is_lost(workspace.boxes.cell[number], player, workspace.word, groups):
        return -1
    ahead = bound_ahead(player, workspace.frozen[frozen], floor, memory, workspace)
    behind = bound_of(player, 1, floor, memory, workspace) if memory.orders.both else 0
    if ahead >= IMPOSSIBLE or behind >= IMPOSSIBLE:
        return -1
    if not backward and are_shut_out(player, workspace.frozen[frozen], floor, memory, workspace):
        return -1
    if is_beyond(cost, ahead, behind, backward, memory):
        return -2 if memory.bounds[UPPER] == NOT_YET else -1
    if memory.bounds[UPPER] < NOT_YET and _is_in_way(cost, ahead, behind, player, floor, memory, workspace):
        return -1
    if memory.done[NODES] == len(memory.node):
        return -2
    node = add_state(slot, player, floor, memory, workspace)
    memory.node[node, BOUND] = ahead
    memory.node[node, BOUND + 1] = behind
    return node


@kernel
def _is_in_way(
    cost: int, ahead: int, behind: int, player: int, floor: Floor, memory: Memory, workspace: Workspace
) -> bool:
    """Whether pairs of boxes in conflict leave no solution below the upper bound.

    Conflicts must not be part of the bounds: they may end with a push that takes off the bound as well, and the search
    without reopening needs bounds that fall by one push at most.
    """
    backward = memory.turn[BACKWARD]
    left = memory.bounds[UPPER] - cost - (behind if backward else ahead)
    boxes, conflicts = workspace.boxes.cell, floor.past_conflicts if backward else floor.conflicts
    if len(conflicts.more) == 0:
        return False
    workspace.counted[:] = 0
    return bool(pushes_in_conflict(left, player, boxes, workspace.counted, conflicts) >= left)


@kernel(merged=True)
def is_too_dear(node: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Whether a pattern of the node in the workspace leaves no solution below the upper bound."""
    backward, prunings, row = memory.turn[BACKWARD], memory.orders.prunings, memory.node[node]
    if not prunings & PATTERNS or not prunings & MATCHING or memory.bounds[UPPER] == NOT_YET:
        return False
    if row[PARENT + backward] < 0:
        return False
    # The pushes of all solutions have the parity of the bound.
    spare = (memory.bounds[UPPER] - 1 - row[COST + backward] - row[BOUND + backward]) & ~1
    cell = row[VIA + backward] >> 2
    if not backward:
        cell = floor.near[cell, row[VIA] & 3]
    return _has_dear_pattern(workspace.boxes.at[cell] - 1, row[PLAYER], spare, floor, memory, workspace)


@kernel
def _has_dear_pattern(number: int, player: int, spare: int, floor: Floor, memory: Memory, workspace: Workspace) -> bool:
    """Whether a pattern round a box of the state in the workspace needs more than so many spare pushes."""
    backward, boxes, fixed = memory.turn[BACKWARD], workspace.boxes.cell, workspace.patterns.fixed
    fixed[:] = 0
    if backward:
        bound_of(player, 1, floor, memory, workspace)
    else:
        bound_ahead(player, workspace.frozen[0], floor, memory, workspace)
        if memory.orders.prunings & (FREEZE | FIXED):
            for index in range(len(boxes)):
                fixed[index] = has(workspace.frozen[0], floor.board.place[boxes[index]])
    case = 3 * backward
    task = Task(
        floor.near,
        floor.zone,
        floor.keys,
        floor.behind if backward else floor.ahead,
        workspace.assignments.potential[case, 1],
        workspace.assignments.held[case],
        bool(backward),
        floor.past_conflicts if backward else floor.conflicts,
    )
    return needs_more(number, player, spare, boxes, task, workspace.patterns)


@kernel
def _lay(boxes: NDArray[np.int32], floor: Floor, workspace: Workspace) -> None:
    """Lay out boxes, int32 (k,), on an empty floor."""
    workspace.word[:] = 0
    clear(floor, workspace.boxes)
    workspace.hashed[0] = 0
    for number in range(len(boxes)):
        cell = boxes[number]
        put(number, cell, floor, workspace.boxes)
        workspace.hashed[0] ^= floor.keys[0, cell]
        workspace.word[cell >> 5] ^= np.int32(1 << (cell & 31))


@kernel
def enter(
    boxes: NDArray[np.int32], player: int, backward: int, floor: Floor, memory: Memory, workspace: Workspace
) -> int:
    """Enter a first node of a direction, boxes int32 (k,), and return its lower bound.

    `player` is the least cell that he can walk to, or for `step` his own. Starts are entered after the goals; one that
    is a goal itself becomes another node that the table does not hold, so that the search must come back to it.
    """
    _lay(boxes, floor, workspace)
    slot = state_slot(player, floor, memory, workspace)
    held = memory.table[slot]
    node = add_state(slot, player, floor, memory, workspace)
    if held:
        memory.table[slot] = held
    freeze(workspace.boxes, floor, workspace.frozen[0])
    memory.turn[BACKWARD] = backward
    ahead = bound_ahead(player, workspace.frozen[0], floor, memory, workspace)
    behind = bound_of(player, 1, floor, memory, workspace) if memory.orders.both else 0
    memory.node[node, COST + backward] = 0
    memory.node[node, PARENT + backward] = -1
    memory.node[node, BOUND] = min(ahead, UNREACHED)
    memory.node[node, BOUND + 1] = min(behind, UNREACHED)
    if ahead < IMPOSSIBLE and behind < IMPOSSIBLE and (memory.orders.both or not backward):
        open_node(node, backward, memory)
    return ahead


@kernel
def least_cell(boxes: NDArray[np.int32], player: int, floor: Floor, workspace: Workspace) -> int:
    """The least cell that a player can walk to among boxes, int32 (k,)."""
    _lay(boxes, floor, workspace)
    return least_walked(player, floor, workspace)
