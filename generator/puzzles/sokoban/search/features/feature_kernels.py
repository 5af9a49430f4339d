"""The features of a state: boxes out of the plan, packed cells, parts of the floor, broken links between rooms, and
what is in the way."""

from typing import NamedTuple

import numpy as np

from generator.bit_kernels import GOLDEN, NO_CELL, add, count_common, flip, has, population, remove
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import (
    REMEMBERED,
    Workspace,
    count_parts_roamed,
    roam,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide, look_around, meet
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.matching_kernels import (
    LargestMatching,
    count_unmatched,
    finds_partner,
    match_boxes,
)
from generator.puzzles.sokoban.search.step_kernels import find_pushes

_OUT_OF_PLAN, _UNPACKED, _PARTS, BROKEN, OBSTACLES = 40, 31, 24, 17, 8
"""Places of the parts of a score, the more important the higher; the first four or five are the features, and pushes
that the player cannot make come last."""

OF_OUT_OF_PLAN, OF_UNPACKED, OF_PARTS = 127 << _OUT_OF_PLAN, 511 << _UNPACKED, 127 << _PARTS
OF_BROKEN, OF_OBSTACLES = 127 << BROKEN, 511 << OBSTACLES

_UNKNOWN = -2
"""Instead of a stage, where no box has been lifted."""


class Lifted(NamedTuple):
    """What is known of a state without one of its boxes.

    elsewhere: parts of the floor that have no place in workspace.roamed; no part has but some. broken: links between
    rooms that are. stage: the last one that is filled, -1 for none. left: how many of the other boxes are out of the
    plan then. matched: what the rest of them is matched with in workspace.others.
    """

    elsewhere: int
    broken: int
    stage: int
    left: int
    matched: np.uint64


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
    return int(np.int64(links.broken[slot]))


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


@kernel
def _list_fits(stage: int, lifted: int, guide: Guide, workspace: Workspace, matching: LargestMatching) -> int:
    """List which stages each box can still turn into the next one, but for those in place; returns how many boxes.

    One box is left out. lifted: its number, or that of all boxes to leave out none.
    """
    later = ~NO_CELL << np.uint64(stage)
    count = 0
    for number, cell in enumerate(workspace.boxes.cell):
        if number != lifted and not has(guide.stages[stage], cell):
            matching.fits[count] = guide.fills[cell] & later
            count += 1
    return count


@kernel(merged=True)
def _has_plan(stage: int, guide: Guide) -> bool:
    """Whether there is a plan of which a stage, but not the last, is filled."""
    return 0 <= stage < len(guide.stages) - 1 and len(guide.fills) > 0


@kernel(merged=True)
def _out_of_plan(moved: int, stage: int, lifted: Lifted, guide: Guide, workspace: Workspace) -> int:
    """How many boxes are left over if all others fill what is left of the plan; 0 without a plan."""
    if not _has_plan(stage, guide):
        return 0
    if stage != lifted.stage:
        boxes = len(workspace.boxes.cell)
        return count_unmatched(_list_fits(stage, boxes, guide, workspace, workspace.matching), workspace.matching)
    cell = workspace.boxes.cell[moved]
    if has(guide.stages[stage], cell):
        return lifted.left
    last = len(workspace.boxes.cell) - 1
    workspace.others.fits[last] = guide.fills[cell] & ~NO_CELL << np.uint64(stage)
    return lifted.left + (0 if finds_partner(last, lifted.matched, workspace.others) else 1)


@kernel(merged=True)
def lift(number: int, guide: Guide, floor: Floor, workspace: Workspace) -> Lifted:
    """What `assess` need not find out for each move of a box, which the player can push."""
    cell = workspace.boxes.cell[number]
    place = floor.board.place[cell]
    elsewhere = roam(cell, floor, workspace)
    flip(workspace.word, cell)
    add(workspace.boxes.free, place)
    stage, broken = _stage(guide, workspace), _broken(guide, floor, workspace)
    remove(workspace.boxes.free, place)
    flip(workspace.word, cell)
    if not _has_plan(stage, guide):
        return Lifted(elsewhere, broken, stage, 0, NO_CELL)
    count = _list_fits(stage, number, guide, workspace, workspace.others)
    matched = match_boxes(count, workspace.others)
    return Lifted(elsewhere, broken, stage, count - population(matched), matched)


@kernel(merged=True)
def lift_none(floor: Floor, workspace: Workspace) -> Lifted:
    """What `assess` takes where no box has been lifted, and nothing is known."""
    copy_into(workspace.roamed, floor.board.floor)
    return Lifted(0, 0, _UNKNOWN, 0, NO_CELL)


@kernel
def count_obstacles(guide: Guide, workspace: Workspace) -> int:
    """How many boxes are in the way of how many."""
    count = 0
    for cell in workspace.boxes.cell:
        count += count_common(workspace.word, guide.obstacles[0, cell])
    return count


@kernel(merged=True)
def count_obstacles_of(number: int, guide: Guide, workspace: Workspace) -> int:
    """How many boxes a box is in the way of, and how many are in its way."""
    cell, word = workspace.boxes.cell[number], workspace.word
    count = count_common(word, guide.obstacles[0, cell]) + count_common(word, guide.obstacles[1, cell])
    return count - int(has(guide.obstacles[0, cell], cell))


@kernel(merged=True)
def assess(
    moved: int, lifted: Lifted, obstacles: int, guide: Guide, floor: Floor, workspace: Workspace
) -> tuple[int, int]:
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
    parts = lifted.elsewhere + count_parts_roamed(floor, workspace)
    known = lifted.stage != _UNKNOWN
    stage = lifted.stage if known and not has(guide.planned, boxes.cell[moved]) else _stage(guide, workspace)
    same = known and not has(guide.doors, board.place[boxes.cell[moved]])
    broken = lifted.broken if same else _broken(guide, floor, workspace)
    score = min(_out_of_plan(moved, stage, lifted, guide, workspace), 127) << _OUT_OF_PLAN
    score |= min(_unpacked(stage, guide, floor, workspace), 511) << _UNPACKED
    score |= min(parts, 127) << _PARTS
    score |= min(broken, 127) << BROKEN
    score |= min(obstacles, 511) << OBSTACLES
    return score | (255 - min(mobile, 255)), news
