"""The features of a state: boxes out of the plan, packed cells, parts of the floor, broken links between rooms, and
what is in the way."""

import numpy as np

from generator.bit_kernels import GOLDEN, NO_CELL, has, population
from generator.kernels import kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import REMEMBERED, Workspace
from generator.puzzles.sokoban.search.features.guide_kernels import Guide, look_around, meet
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.matching_kernels import count_unmatched
from generator.puzzles.sokoban.search.step_kernels import find_pushes
from generator.puzzles.sokoban.states.board_walk_kernels import count_parts

_OUT_OF_PLAN, _UNPACKED, _PARTS, BROKEN, OBSTACLES = 40, 31, 24, 17, 8
"""Places of the parts of a score, the more important the higher; the first four or five are the features, and pushes
that the player cannot make come last."""

OF_OUT_OF_PLAN, OF_UNPACKED, OF_PARTS = 127 << _OUT_OF_PLAN, 511 << _UNPACKED, 127 << _PARTS
OF_BROKEN, OF_OBSTACLES = 127 << BROKEN, 511 << OBSTACLES


@kernel(merged=True)
def _broken(guide: Guide, floor: Floor, workspace: Workspace) -> int:
    """Links between rooms that boxes break; most often the doors are open as they were a moment ago."""
    free, links = workspace.boxes.free, workspace.links
    code = NO_CELL
    for index in range(len(free)):
        code = (code ^ (free[index] & guide.doors[index])) * GOLDEN
        code ^= code >> np.uint64(29)
    slot = np.int64(code & np.uint64(REMEMBERED - 1))
    known = links.broken[slot] >= 0
    for index in range(len(free)):
        known = known and links.open[slot, index] == free[index] & guide.doors[index]
    if not known:
        links.broken[slot] = _count_broken(guide, floor, workspace)
        for index in range(len(free)):
            links.open[slot, index] = free[index] & guide.doors[index]
    return int(links.broken[slot])


@kernel
def _count_broken(guide: Guide, floor: Floor, workspace: Workspace) -> int:
    """Links between rooms that boxes break."""
    free, walks, rooms = workspace.boxes.free, workspace.walks, len(guide.linked) - 1
    broken = 0
    for first in range(1, rooms):
        look_around(first, free, guide.room, floor.board, walks)
        for other in range(first + 1, rooms + 1):
            if guide.linked[first, other] and not meet(walks.around, free, guide.room[other]):
                broken += 1
    return broken


@kernel(merged=True)
def _stage(guide: Guide, workspace: Workspace) -> int:
    """The last stage of the plan whose cells are all filled, or -1 where none is."""
    stages, word = guide.stages, workspace.word
    for stage in range(len(stages) - 1, -1, -1):
        filled = True
        for w in range(len(word)):
            if stages[stage, w] & ~word[w]:
                filled = False
                break
        if filled:
            return stage
    return -1


@kernel(merged=True)
def _unpacked(stage: int, guide: Guide, floor: Floor, workspace: Workspace) -> int:
    """How many cells of the plan are still to be packed; without a plan, how many goals."""
    stages, word = guide.stages, workspace.word
    if len(stages) == 0:
        off = 0
        for cell in workspace.boxes.cell:
            off += 0 if floor.goal[cell] else 1
        return off
    if stage >= 0:
        return len(stages) - 1 - stage
    missing = 0
    for w in range(len(word)):
        missing += population(stages[0, w] & ~word[w])
    return missing + len(stages) - 1


@kernel(merged=True)
def _out_of_plan(stage: int, guide: Guide, workspace: Workspace) -> int:
    """How many boxes are left over if all others fill what is left of the plan; 0 without a plan."""
    if stage < 0 or stage == len(guide.stages) - 1 or len(guide.fills) == 0:
        return 0
    later = ~NO_CELL << np.uint64(stage)
    count = 0
    for cell in workspace.boxes.cell:
        if not has(guide.stages[stage], cell):
            workspace.matching.fits[count] = guide.fills[cell] & later
            count += 1
    return count_unmatched(count, workspace.matching)


@kernel
def count_obstacles(guide: Guide, workspace: Workspace) -> int:
    """How many boxes are in the way of how many."""
    count = 0
    for cell in workspace.boxes.cell:
        for other in workspace.boxes.cell:
            count += guide.obstacle[cell, other]
    return count


@kernel(merged=True)
def count_obstacles_of(number: int, guide: Guide, workspace: Workspace) -> int:
    """How many boxes a box is in the way of, and how many are in its way."""
    box = workspace.boxes.cell
    count = -int(guide.obstacle[box[number], box[number]])
    for cell in box:
        count += guide.obstacle[cell, box[number]] + guide.obstacle[box[number], cell]
    return count


@kernel(merged=True)
def assess(moved: int, obstacles: int, guide: Guide, floor: Floor, workspace: Workspace) -> tuple[int, int]:
    """The score of the state in the workspace, after a walk of its player, and how many pushes are new.

    Those of the box `moved` do not count. obstacles: how many boxes are in the way of how many.
    """
    board, boxes, walks = floor.board, workspace.boxes, workspace.walks
    find_pushes(floor, boxes, walks.reached, workspace.led)
    mobile = news = 0
    for d in range(4):
        for index in range(len(boxes.free)):
            pushed = workspace.led[d, index]
            mobile += population(pushed)
            news += population(pushed & ~workspace.open[d, index])
        if moved < len(boxes.cell):
            place = board.place[boxes.cell[moved]]
            news -= has(workspace.led[d], place) and not has(workspace.open[d], place)
    parts = count_parts(boxes.free, board, walks)
    stage = _stage(guide, workspace)
    score = min(_out_of_plan(stage, guide, workspace), 127) << _OUT_OF_PLAN
    score |= min(_unpacked(stage, guide, floor, workspace), 511) << _UNPACKED
    score |= min(parts, 127) << _PARTS
    score |= min(_broken(guide, floor, workspace), 127) << BROKEN
    score |= min(obstacles, 511) << OBSTACLES
    return score | (255 - min(mobile, 255)), news
