"""The goals to which frozen boxes let the others."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, add, bit, has, remove
from generator.kernels import kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import FORESEEN, Workspace
from generator.puzzles.sokoban.search.features.side_kernels import reached_sides, sides_from
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.states.board_walk_kernels import walk_from


@kernel
def find_prospects(walls: np.uint64, floor: Floor, workspace: Workspace) -> int:
    """Where in workspace.prospects is what the frozen boxes, with this hash, leave of the goals."""
    prospects = workspace.prospects
    slot = np.int64(walls & np.uint64(FORESEEN - 1))
    if prospects.walls[slot] != walls:
        prospects.walls[slot] = walls
        _join_sides(floor, workspace)
        goals = prospects.goals[slot]
        goals[:] = NO_CELL
        for cell in range(len(floor.goal)):
            if floor.goal[cell] and has(workspace.small.free, floor.board.place[cell]):
                goals[4 * cell : 4 * cell + 4] = bit(floor.goal[cell] - 1)
        while _pass_on(goals, floor, workspace):
            pass
    return int(slot)


@kernel
def goals_ahead(cell: int, player: int, slot: int, floor: Floor, workspace: Workspace) -> np.uint64:
    """The goals, a bit each, to which frozen boxes let the one on a cell with the player where he is."""
    goals, free, place = workspace.prospects.goals[slot], workspace.small.free, floor.board.place[cell]
    open_ = reached_sides(cell, free, floor.near, floor.board)
    most, all_ = NO_CELL, ~NO_CELL
    for d in range(4):
        if open_ >> d & 1:
            most |= goals[4 * cell + d]
            all_ &= goals[4 * cell + d]
    if most == all_:
        return most
    remove(free, place)
    walk_from(player, free, floor.board, workspace.walks)
    add(free, place)
    sides = reached_sides(cell, workspace.walks.reached, floor.near, floor.board)
    for d in range(4):
        if sides >> d & 1:
            return np.uint64(goals[4 * cell + d])
    return bit(floor.goal[cell] - 1) if floor.goal[cell] else NO_CELL


@kernel
def _join_sides(floor: Floor, workspace: Workspace) -> None:
    """Find which sides of a lone box on each cell the frozen ones let the player walk between."""
    free, joined = workspace.small.free, workspace.prospects.joined
    joined[:] = 0
    for cell in range(len(joined)):
        place = floor.board.place[cell]
        if not has(free, place):
            continue
        remove(free, place)
        for d in range(4):
            beside = floor.near[cell, d]
            if beside < 0 or not has(free, floor.board.place[beside]) or joined[cell, d]:
                continue
            sides = sides_from(cell, d, free, floor.near, floor.zone, floor.board, workspace.walks)
            for other in range(4):
                if sides >> other & 1:
                    joined[cell, other] = sides
        add(free, place)


@kernel
def _pass_on(goals: NDArray[np.uint64], floor: Floor, workspace: Workspace) -> bool:
    """Give every place of a box the goals of those to which a push leads from it; return whether any is new.

    goals: uint64 (4n,), modified.
    """
    near, joined = floor.near, workspace.prospects.joined
    changed = False
    for cell in range(len(joined)):
        for d in range(4):
            target, sides = near[cell, d], joined[cell, 3 - d]
            if target < 0 or not sides:
                continue
            more = goals[4 * target + 3 - d] & ~goals[4 * cell + 3 - d]
            if more:
                changed = True
                for side in range(4):
                    if sides >> side & 1:
                        goals[4 * cell + side] |= more
    return changed
