"""The features of a state: packed cells, parts of the floor, broken links between rooms, and what is in the way."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import has
from generator.kernels import kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import Walks, Workspace, walk_anew
from generator.puzzles.sokoban.search.features.guide_kernels import Guide, touch_rooms
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.states.walk_kernels import walk

_UNPACKED, _PARTS, BROKEN, _OBSTACLES = 31, 24, 17, 8
"""Places of the parts of a score, the more important the higher; the first three are the features, and pushes that
the player cannot make come last."""

OF_UNPACKED, OF_PARTS = 511 << _UNPACKED, 127 << _PARTS
OF_BROKEN, OF_OBSTACLES = 127 << BROKEN, 511 << _OBSTACLES


@kernel
def _broken(guide: Guide, floor: Floor, workspace: Workspace) -> int:
    """Links between rooms that boxes break."""
    near, room, at, walks = floor.near, guide.room, workspace.boxes.at, workspace.walks
    broken = 0
    rooms = len(guide.linked) - 1
    for first in range(1, rooms):
        walks.mark[0] += 1
        mark = walks.mark[0]
        touch_rooms(first, at, near, room, walks.reach, mark, walks.stack, workspace.touched)
        for other in range(first + 1, rooms + 1):
            if guide.linked[first, other] and workspace.touched[other] != mark:
                broken += 1
    return broken


@kernel
def count_parts(mark: int, at: NDArray[np.int16], near: NDArray[np.int16], walks: Walks) -> int:
    """Parts of the floor that boxes leave, after a walk with this mark, the last one, through the first of them.

    at: int16 (n,). near: int16 (n, 4).
    """
    parts = 1
    for cell in range(len(near)):
        if at[cell] == 0 and walks.reach[cell] < mark:
            walk_anew(cell, at, near, walks)
            parts += 1
    return parts


@kernel
def _unpacked(guide: Guide, floor: Floor, workspace: Workspace) -> int:
    """How many cells of the plan are still to be packed; without a plan, how many goals."""
    stages, word = guide.stages, workspace.word
    if len(stages) == 0:
        off = 0
        for cell in workspace.boxes.cell:
            off += 0 if floor.goal[cell] else 1
        return off
    for stage in range(len(stages) - 1, -1, -1):
        inside = True
        for w in range(len(word)):
            if stages[stage, w] & ~word[w]:
                inside = False
                break
        if inside:
            return len(stages) - 1 - stage
    missing = 0
    for w in range(len(word)):
        bits = stages[0, w] & ~word[w]
        while bits:
            bits &= bits - np.uint64(1)
            missing += 1
    return missing + len(stages) - 1


@kernel
def count_obstacles(left_out: int, guide: Guide, workspace: Workspace) -> int:
    """How many boxes are in the way of how many, one of them left out."""
    count = 0
    for number in range(len(workspace.boxes.cell)):
        for other in range(len(workspace.boxes.cell)):
            if number != left_out and other != left_out:
                count += guide.obstacle[workspace.boxes.cell[number], workspace.boxes.cell[other]]
    return count


@kernel
def assess(
    player: int, moved: int, others: int, guide: Guide, floor: Floor, workspace: Workspace
) -> tuple[int, int, int]:
    """The score of the state in the workspace, the least cell of the player's region, and how many pushes are new.

    Those of the box `moved` do not count. others: the obstacles among the other boxes.
    """
    near, at, area, box = floor.near, workspace.boxes.at, workspace.walks.reach, workspace.boxes.cell
    broken = _broken(guide, floor, workspace)
    workspace.walks.mark[0] += 1
    mark = workspace.walks.mark[0]
    least = walk(player, at, near, area, mark, workspace.walks.stack)[0]
    mobile = news = 0
    obstacles = others
    if moved < len(box):
        for cell in box:
            obstacles += guide.obstacle[cell, box[moved]] + guide.obstacle[box[moved], cell]
        obstacles -= guide.obstacle[box[moved], box[moved]]
    unpacked = _unpacked(guide, floor, workspace)
    for number in range(len(box)):
        cell = box[number]
        for d in range(4):
            source, target = near[cell, 3 - d], near[cell, d]
            can = source >= 0 and area[source] == mark and target >= 0 and not at[target] and floor.alive[target]
            if can:
                mobile += 1
            if can and number != moved and not workspace.open[4 * cell + d]:
                news += 1
    parts = count_parts(mark, at, near, workspace.walks)
    score = min(unpacked, 511) << _UNPACKED
    score |= min(parts, 127) << _PARTS
    score |= min(broken, 127) << BROKEN
    score |= min(obstacles, 511) << _OBSTACLES
    return score | (255 - min(mobile, 255)), least, news


@kernel
def note_open(floor: Floor, workspace: Workspace) -> None:
    """Note which pushes the player can make from the places that he can walk to."""
    near, at, place = floor.near, workspace.boxes.at, floor.board.place
    for cell in workspace.boxes.cell:
        for d in range(4):
            source, target = near[cell, 3 - d], near[cell, d]
            can = (
                source >= 0
                and has(workspace.reached, place[source])
                and target >= 0
                and not at[target]
                and floor.alive[target]
            )
            workspace.open[4 * cell + d] = can
