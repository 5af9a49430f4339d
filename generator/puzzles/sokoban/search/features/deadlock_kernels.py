"""Proofs that a state is a deadlock: frozen boxes, PI-corrals, lost groups, and small searches of a few boxes alone."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import GOLDEN, NO_CELL, Words, add, has, remove, trailing_zeros
from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import (
    BREADTH,
    Workspace,
    steps_between,
    ways,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide, meet
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.frozen_kernels import are_lost, freeze, is_stuck
from generator.puzzles.sokoban.search.group_kernels import is_lost
from generator.puzzles.sokoban.search.matching_kernels import count_unmatched
from generator.puzzles.sokoban.search.prospect_kernels import hash_walls, have_goals_past
from generator.puzzles.sokoban.states.board_kernels import beside, beyond
from generator.puzzles.sokoban.states.board_walk_kernels import leave_unreached, walk_from, walk_rest

_NEAR, _CLUSTER = 5, 5
"""How near to a box that has moved, and how many, are the boxes that a small search looks at together."""


@kernel(allocates=True)
def _keep(state: NDArray[np.int16], player: int, floor: Floor, workspace: Workspace) -> bool:
    """Keep a small state, if it is new, with the least cell of the player's region; False where there is no room.

    state: int16 (BREADTH + 1,), the cells of the boxes, -1 for none, and a cell of the player.
    """
    count = workspace.small.kept[0]
    state[BREADTH] = walk_from(player, workspace.small.free, floor.board, workspace.walks)
    for other in range(count):
        if are_equal(workspace.small.alone[other], state):
            return True
    if count == len(workspace.small.alone):
        return False
    copy_into(workspace.small.alone[count], state)
    workspace.small.kept[0] += 1
    return True


@kernel(merged=True)
def _walk_small(state: NDArray[np.int16], floor: Floor, workspace: Workspace) -> None:
    """Find where the player of a small state can walk; state: int16 (BREADTH + 1,)."""
    walk_from(state[BREADTH], workspace.small.free, floor.board, workspace.walks)
    copy_into(workspace.region, workspace.walks.reached)


@kernel
def _gets_home(cell: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether a box of a small state can be pushed to a goal while the others stand still."""
    listed = ways(cell, workspace.region, floor.board.goals, workspace.small.free, floor, workspace)
    return listed > 0 and floor.goal[workspace.ways.queue[listed - 1] >> 2] > 0


@kernel
def _take_home(state: NDArray[np.int16], floor: Floor, workspace: Workspace) -> bool:
    """Remove every box that can get to a goal from a small state until no more can; return whether none is left.

    state: int16 (BREADTH + 1,), modified.
    """
    free, place = workspace.small.free, floor.board.place
    changed, known = True, False
    while changed:
        changed = False
        left = 0
        for number in range(BREADTH):
            cell = state[number]
            if cell < 0:
                continue
            if not floor.goal[cell] and not known:
                _walk_small(state, floor, workspace)
                known = True
            if floor.goal[cell] or _gets_home(cell, floor, workspace):
                add(free, place[cell])
                state[number] = -1
                changed, known = True, False
            else:
                left += 1
    return left == 0


@kernel
def _branch(state: NDArray[np.int16], floor: Floor, workspace: Workspace) -> bool:
    """Keep all small states that follow from one by a move; False where there is no room.

    state: int16 (BREADTH + 1,).
    """
    free, place = workspace.small.free, floor.board.place
    player = state[BREADTH]
    _walk_small(state, floor, workspace)
    room = True
    for number in range(BREADTH):
        cell = state[number]
        if cell < 0:
            continue
        listed = ways(cell, workspace.region, workspace.small.nowhere, free, floor, workspace)
        add(free, place[cell])
        for index in range(1, listed):
            way = workspace.ways.queue[index]
            target = way >> 2
            remove(free, place[target])
            state[number] = target
            room = room and _keep(state, floor.near[target, way & 3], floor, workspace)
            add(free, place[target])
        state[number] = cell
        state[BREADTH] = player
        remove(free, place[cell])
    return room


@kernel(allocates=True)
def _can_clear(members: NDArray[np.int16], player: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether some boxes, at most BREADTH, could get to goals without the others.

    Frozen boxes are walls: they are not in workspace.small.free. A box that can get to a goal is taken away, which
    only makes room for the others, so that one order is as good as another. Where that leaves boxes, all their ways are
    tried; True too where there are too many.

    members: int16 (boxes,), their cells.
    """
    free, place = workspace.small.free, floor.board.place
    state = np.full(BREADTH + 1, -1, np.int16)
    copy_into(state[: len(members)], members)
    for cell in members:
        remove(free, place[cell])
    workspace.small.kept[0] = 0
    _keep(state, player, floor, workspace)
    for cell in members:
        add(free, place[cell])
    done = 0
    clear = False
    while done < workspace.small.kept[0] and not clear:
        copy_into(state, workspace.small.alone[done])
        done += 1
        for cell in state[:BREADTH]:
            if cell >= 0:
                remove(free, place[cell])
        clear = _take_home(state, floor, workspace) or not _branch(state, floor, workspace)
        for cell in state[:BREADTH]:
            if cell >= 0:
                add(free, place[cell])
    return clear


@kernel
def _is_solvable(members: NDArray[np.int16], player: int, walls: np.uint64, floor: Floor, workspace: Workspace) -> bool:
    """Whether some boxes could get to goals without the others, as far as is known or a small search tells.

    walls: the hash of the frozen boxes, which are not in workspace.small.free. What is found out is remembered.

    members: int16 (boxes,), their cells.
    """
    # Else the same cells, divided otherwise into frozen boxes and members, would have the same sum.
    hashed = walls * GOLDEN
    for cell in members:
        remove(workspace.small.free, floor.board.place[cell])
        hashed += floor.keys[0, cell]
    least = walk_from(player, workspace.small.free, floor.board, workspace.walks)
    for cell in members:
        add(workspace.small.free, floor.board.place[cell])
    hashed = (hashed ^ floor.keys[1, least]) | np.uint64(1)
    place = np.int64(hashed >> np.uint64(48))
    if workspace.small.known[place] == hashed:
        return True
    if workspace.small.known[place] == hashed - np.uint64(1):
        return False
    solvable = _can_clear(members, player, floor, workspace)
    workspace.small.known[place] = hashed if solvable else hashed - np.uint64(1)
    return solvable


@kernel(allocates=True)
def _corrals_can_open(player: int, walls: np.uint64, floor: Floor, workspace: Workspace) -> bool:
    """Whether the boxes round each part of the floor that the player cannot walk to could get to goals."""
    board, walks, box = floor.board, workspace.walks, workspace.boxes.cell
    members = np.empty(BREADTH, np.int16)
    walk_from(player, workspace.boxes.free, board, walks)
    leave_unreached(workspace.boxes.free, walks)
    while walk_rest(workspace.boxes.free, board, walks):
        for index in range(len(walks.around)):
            walks.around[index] = beside(walks.reached, index, board.stride) & ~workspace.frozen[index]
        size = 0
        for cell in box:
            if has(walks.around, board.place[cell]):
                if size < BREADTH:
                    members[size] = cell
                size += 1
        if 0 < size <= BREADTH and not _is_solvable(members[:size], player, walls, floor, workspace):
            return False
    return True


@kernel(allocates=True)
def _neighbours_can_move(
    moved: int, player: int, walls: np.uint64, guide: Guide, floor: Floor, workspace: Workspace
) -> bool:
    """Whether the boxes nearest to the one that has just moved, with it, could get to goals."""
    members = np.empty(BREADTH, np.int16)
    size = 0
    for steps in range(_NEAR + 1):
        for number in range(len(workspace.boxes.cell)):
            cell = workspace.boxes.cell[number]
            frozen = has(workspace.frozen, floor.board.place[cell])
            if not frozen and size < _CLUSTER and steps_between(cell, moved, guide) == steps:
                members[size] = cell
                size += 1
    return size == 0 or _is_solvable(members[:size], player, walls, floor, workspace)


@kernel(merged=True)
def _pull_off(cell: int, held: Words, floor: Floor, workspace: Workspace) -> bool:
    """Take all boxes off their goals that can be pulled once by a player on a cell; return whether there are any.

    What he walks to is taken from workspace.walks.left.

    held: uint64 (v,) the goals with boxes, modified.
    """
    board, walks, free = floor.board, workspace.walks, workspace.small.free
    for index in range(len(held)):
        free[index] &= ~held[index]
    walk_from(cell, free, board, walks)
    for index in range(len(held)):
        free[index] |= held[index]
    found = False
    for index in range(len(held)):
        walks.left[index] &= ~walks.reached[index]
        pulled = NO_CELL
        for d in range(4):
            stands = beyond(walks.reached, index, d, board.stride, 2)
            pulled |= stands & beyond(walks.reached, index, d, board.stride)
        if held[index] & pulled:
            held[index] &= ~pulled
            found = True
    return found


@kernel
def _can_be_left(floor: Floor, workspace: Workspace) -> bool:
    """Whether the last pushes are possible: solved but for frozen walls, the boxes can be pulled off their goals.

    Shoham's retrograde analysis: a box is away when it can be pulled once; those that cannot must be there already.
    """
    board, free, walks = floor.board, workspace.small.free, workspace.walks
    held, left = walks.around, walks.left
    for index in range(len(free)):
        left[index] = free[index] & ~board.goals[index]
    for first in range(len(left)):
        while left[first]:
            cell = board.cell[64 * first + trailing_zeros(left[first])]
            for index in range(len(free)):
                held[index] = free[index] & board.goals[index]
            while _pull_off(cell, held, floor, workspace):
                pass
            if not meet(held, free, workspace.boxes.free):
                return True
    return False


@kernel
def _have_goals(player: int, walls: np.uint64, guide: Guide, floor: Floor, workspace: Workspace) -> bool:
    """Whether each box could get to a goal of its own past the frozen ones alone, which keep theirs."""
    boxes, matching = workspace.boxes, workspace.matching
    if walls:
        return have_goals_past(walls, player, workspace.frozen, boxes, floor, workspace.prospects)
    if len(guide.goals) == 0:
        return True
    for number in range(len(boxes.cell)):
        cell = boxes.cell[number]
        matching.fits[number] = guide.goals[4 * cell + floor.zone[cell, player]]
    return count_unmatched(len(boxes.cell), matching) == 0


@kernel
def _wall_up(floor: Floor, workspace: Workspace) -> np.uint64:
    """Turn frozen boxes into the walls of small searches; return their hash, 0 where there are none."""
    for index in range(len(workspace.frozen)):
        workspace.small.free[index] = floor.board.floor[index] & ~workspace.frozen[index]
    return hash_walls(workspace.frozen, workspace.boxes, floor)


@kernel
def is_deadlock(moved: int, player: int, guide: Guide, floor: Floor, workspace: Workspace) -> bool:
    """Whether the state in the workspace, after a push to cell `moved`, is a deadlock, as far as small proofs go."""
    freeze(workspace.boxes, floor, workspace.frozen)
    walls = _wall_up(floor, workspace)
    if are_lost(workspace.frozen, floor) or not _have_goals(player, walls, guide, floor, workspace):
        return True
    if walls and not _can_be_left(floor, workspace):
        return True
    if not _corrals_can_open(player, walls, floor, workspace):
        return True
    return not _neighbours_can_move(moved, player, walls, guide, floor, workspace)


@kernel
def is_lost_elsewhere(player: int, guide: Guide, floor: Floor, workspace: Workspace) -> bool:
    """Whether a small search round some box shows a deadlock: one that moved earlier may be lost by a later move."""
    freeze(workspace.boxes, floor, workspace.frozen)
    walls = _wall_up(floor, workspace)
    for cell in workspace.boxes.cell:
        if not _neighbours_can_move(cell, player, walls, guide, floor, workspace):
            return True
    return False


@kernel
def is_in_lost_group(number: int, player: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether a box is in a group that is lost, as far as there are tables of them."""
    return is_lost(workspace.boxes.cell[number], player, workspace.word.view(np.int32), floor.lost)


@kernel
def freezes(number: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether a box that has just moved is one of frozen boxes not all on goals."""
    if not is_stuck(workspace.boxes.cell[number], workspace.boxes.at, floor):
        return False
    freeze(workspace.boxes, floor, workspace.frozen)
    return are_lost(workspace.frozen, floor)
