"""Proofs that a state is a deadlock: frozen boxes, PI-corrals, and small searches of a few boxes alone."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import GOLDEN, has
from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import (
    BREADTH,
    Workspace,
    steps_between,
    walk_anew,
    ways,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.frozen_kernels import are_lost, freeze, is_stuck
from generator.puzzles.sokoban.states.walk_kernels import number_regions, walk

_NEAR, _CLUSTER = 5, 5
"""How near to a box that has moved, and how many, are the boxes that a small search looks at together."""


@kernel(allocates=True)
def _keep(state: NDArray[np.int16], player: int, floor: Floor, workspace: Workspace) -> bool:
    """Keep a small state, if it is new, with the least cell of the player's region; False where there is no room.

    state: int16 (BREADTH + 1,), the cells of the boxes, -1 for none, and a cell of the player.
    """
    count = workspace.small.kept[0]
    state[BREADTH] = walk_anew(player, workspace.small.at, floor.near, workspace.walks)
    for other in range(count):
        if are_equal(workspace.small.alone[other], state):
            return True
    if count == len(workspace.small.alone):
        return False
    copy_into(workspace.small.alone[count], state)
    workspace.small.kept[0] += 1
    return True


@kernel
def _take_home(state: NDArray[np.int16], floor: Floor, workspace: Workspace) -> bool:
    """Remove every box that can get to a goal from a small state until no more can; return whether none is left.

    state: int16 (BREADTH + 1,), modified.
    """
    small = workspace.small.at
    player = state[BREADTH]
    changed = True
    while changed:
        changed = False
        left = 0
        for number in range(BREADTH):
            cell = state[number]
            if cell < 0:
                continue
            listed = ways(cell, player, floor.goal, small, floor, workspace)
            if floor.goal[cell] or (listed and floor.goal[workspace.ways.queue[listed - 1] >> 2]):
                small[cell] = 0
                state[number] = -1
                changed = True
            else:
                left += 1
    return left == 0


@kernel
def _branch(state: NDArray[np.int16], floor: Floor, workspace: Workspace) -> bool:
    """Keep all small states that follow from one by a move; False where there is no room.

    state: int16 (BREADTH + 1,).
    """
    small = workspace.small.at
    player = state[BREADTH]
    room = True
    for number in range(BREADTH):
        cell = state[number]
        if cell < 0:
            continue
        listed = ways(cell, player, workspace.small.nowhere, small, floor, workspace)
        small[cell] = 0
        for index in range(1, listed):
            place = workspace.ways.queue[index]
            target = place >> 2
            small[target] = 1
            state[number] = target
            room = room and _keep(state, floor.near[target, place & 3], floor, workspace)
            small[target] = 0
        state[number] = cell
        state[BREADTH] = player
        small[cell] = 1
    return room


@kernel(allocates=True)
def _can_clear(members: NDArray[np.int16], player: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether some boxes, at most BREADTH, could get to goals without the others.

    workspace.small.at holds walls made of frozen boxes. A box that can get to a goal is taken away, which only makes
    room for the others, so that one order is as good as another. Where that leaves boxes, all their ways are tried;
    True too where there are too many.

    members: int16 (boxes,), their cells.
    """
    small = workspace.small.at
    state = np.full(BREADTH + 1, -1, np.int16)
    copy_into(state[: len(members)], members)
    for cell in members:
        small[cell] = 1
    workspace.small.kept[0] = 0
    _keep(state, player, floor, workspace)
    for cell in members:
        small[cell] = 0
    done = 0
    clear = False
    while done < workspace.small.kept[0] and not clear:
        copy_into(state, workspace.small.alone[done])
        done += 1
        for cell in state[:BREADTH]:
            if cell >= 0:
                small[cell] = 1
        clear = _take_home(state, floor, workspace) or not _branch(state, floor, workspace)
        for cell in state[:BREADTH]:
            if cell >= 0:
                small[cell] = 0
    return clear


@kernel
def _is_solvable(members: NDArray[np.int16], player: int, walls: np.uint64, floor: Floor, workspace: Workspace) -> bool:
    """Whether some boxes could get to goals without the others, as far as is known or a small search tells.

    walls: the hash of the frozen boxes, which workspace.small.at holds. What is found out is remembered.

    members: int16 (boxes,), their cells.
    """
    # Else the same cells, divided otherwise into frozen boxes and members, would have the same sum.
    hashed = walls * GOLDEN
    for cell in members:
        workspace.small.at[cell] = 1
        hashed += floor.keys[0, cell]
    least = walk_anew(player, workspace.small.at, floor.near, workspace.walks)
    for cell in members:
        workspace.small.at[cell] = 0
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
    near, box = floor.near, workspace.boxes.cell
    walk_anew(player, workspace.boxes.at, near, workspace.walks)
    count = number_regions(
        near,
        workspace.boxes.at,
        workspace.walks.reach,
        workspace.walks.mark[0],
        workspace.walks.stack,
        workspace.region,
    )
    members = np.empty(BREADTH, np.int16)
    for region in range(1, count + 1):
        size = 0
        for number in range(len(box)):
            if has(workspace.frozen, floor.board.place[box[number]]):
                continue
            for d in range(4):
                other = near[box[number], d]
                if other >= 0 and workspace.region[other] == region:
                    if size < BREADTH:
                        members[size] = box[number]
                    size += 1
                    break
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


@kernel(allocates=True)
def _can_be_left(floor: Floor, workspace: Workspace) -> bool:
    """Whether the last pushes are possible: solved but for frozen walls, the boxes can be pulled off their goals.

    Shoham's retrograde analysis: a box is away when it can be pulled once; those that cannot must be there already.
    """
    near, small, area = floor.near, workspace.small.at, workspace.walks.reach
    cells = len(near)
    entered = np.zeros(cells, np.uint8)
    for first in range(cells):
        if small[first] or floor.goal[first] or entered[first]:
            continue
        for cell in range(cells):
            if floor.goal[cell] and small[cell] == 0:
                small[cell] = 2
        changed = True
        while changed:
            changed = False
            workspace.walks.mark[0] += 1
            mark = workspace.walks.mark[0]
            walk(first, small, near, area, mark, workspace.walks.stack)
            for cell in range(cells):
                if area[cell] == mark:
                    entered[cell] = 1
                if small[cell] != 2:
                    continue
                for d in range(4):
                    target = near[cell, d]
                    if target >= 0 and area[target] == mark:
                        stand = near[target, d]
                        if stand >= 0 and area[stand] == mark:
                            small[cell] = 0
                            changed = True
                            break
        left = True
        for cell in range(cells):
            if small[cell] == 2:
                small[cell] = 0
                if not workspace.boxes.at[cell]:
                    left = False
        if left:
            return True
    return False


@kernel
def is_deadlock(moved: int, player: int, guide: Guide, floor: Floor, workspace: Workspace) -> bool:
    """Whether the state in the workspace, after a push to cell `moved`, is a deadlock, as far as small proofs go."""
    box, small = workspace.boxes.cell, workspace.small.at
    freeze(workspace.boxes, floor, workspace.frozen)
    if are_lost(workspace.frozen, floor):
        return True
    small[:] = 0
    walls = np.uint64(0)
    for cell in box:
        if has(workspace.frozen, floor.board.place[cell]):
            small[cell] = 1
            walls ^= floor.keys[0, cell]
    if walls and not _can_be_left(floor, workspace):
        return True
    if not _corrals_can_open(player, walls, floor, workspace):
        return True
    return not _neighbours_can_move(moved, player, walls, guide, floor, workspace)


@kernel
def freezes(number: int, floor: Floor, workspace: Workspace) -> bool:
    """Whether a box that has just moved is one of frozen boxes not all on goals."""
    if not is_stuck(workspace.boxes.cell[number], workspace.boxes.at, floor):
        return False
    freeze(workspace.boxes, floor, workspace.frozen)
    return are_lost(workspace.frozen, floor)
