"""What seven advisors like of the moves of a state."""

from generator.bit_kernels import count_common
from generator.kernels import kernel
from generator.puzzles.sokoban.search.features.deadlock_kernels import is_deadlock
from generator.puzzles.sokoban.search.features.feature_kernels import (
    OF_BROKEN,
    OF_OBSTACLES,
    OF_OUT_OF_PLAN,
    OF_PARTS,
    OF_UNPACKED,
)
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import Workspace, carry, steps_between
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Floor

RECLAIM, PACK, CONNECT, LINK, CLEAR, EXPLORE, OPEN = range(7)
ADVISORS = 7
"""Advisors like moves that bring a box back into the plan, pack one that leaves no other out of it, join parts of the
floor, join rooms, clear a box out of others' way, make new pushes possible, and make room beside the box that is most
in the way."""


UNKNOWN, FINE, ADVISED, DOOMED = 0, 1, 2, 3
"""What is known of a move."""


@kernel
def _hottest(guide: Guide, workspace: Workspace) -> int:
    """The cell of the box that is in the way of most others, or -1 where none is."""
    best, most = -1, 0
    for cell in workspace.boxes.cell:
        count = count_common(workspace.word, guide.obstacles[1, cell])
        if count > most:
            best, most = cell, count
    return best


@kernel
def _appeal(advisor: int, index: int, before: int, focus: int, guide: Guide, workspace: Workspace) -> int:
    """What a move is worth to an advisor, the less the better, or -1 where it would not make it.

    focus: the cell of the box that the last advisor looks at, or -1.
    """
    score = workspace.choices.score[index]
    if advisor == RECLAIM:
        good = score & OF_OUT_OF_PLAN < before & OF_OUT_OF_PLAN
    elif advisor == PACK:
        good = score & OF_UNPACKED < before & OF_UNPACKED and score & OF_OUT_OF_PLAN <= before & OF_OUT_OF_PLAN
    elif advisor == CONNECT:
        good = score & OF_PARTS < before & OF_PARTS
    elif advisor == LINK:
        good = score & OF_BROKEN < before & OF_BROKEN
    elif advisor == CLEAR:
        good = score & OF_OBSTACLES < before & OF_OBSTACLES
    elif advisor == EXPLORE:
        good = workspace.choices.news[index] > 0
    elif focus < 0 or score & OF_PARTS > before & OF_PARTS:
        good = False
    else:
        return int(((1 + steps_between(workspace.choices.move[index, 0], focus, guide)) << 50) + score)
    return score if good else -1


@kernel
def _is_doomed(index: int, guide: Guide, floor: Floor, workspace: Workspace) -> bool:
    """Whether a move of the state in the workspace leads into a deadlock."""
    source, target = workspace.choices.move[index, 0], workspace.choices.move[index, 1]
    number = workspace.boxes.at[source] - 1
    carry(number, target, floor, workspace)
    doomed = is_deadlock(target, workspace.choices.move[index, 2], guide, floor, workspace)
    carry(number, source, floor, workspace)
    return doomed


@kernel
def _favourite(advisor: int, count: int, before: int, focus: int, guide: Guide, workspace: Workspace) -> int:
    """The move that an advisor likes best of those not known to be deadlocks, or -1 where it likes none."""
    best = least = -1
    for index in range(count):
        if workspace.choices.state[index] != DOOMED:
            appeal = _appeal(advisor, index, before, focus, guide, workspace)
            if appeal >= 0 and (best < 0 or appeal < least):
                best, least = index, appeal
    return best


@kernel
def advise(count: int, before: int, guide: Guide, floor: Floor, workspace: Workspace) -> None:
    """Let every advisor pick its favourite move that leads into no deadlock."""
    hottest = _hottest(guide, workspace)
    for advisor in range(ADVISORS):
        best = _favourite(advisor, count, before, hottest, guide, workspace)
        while best >= 0 and workspace.choices.state[best] == UNKNOWN and _is_doomed(best, guide, floor, workspace):
            workspace.choices.state[best] = DOOMED
            best = _favourite(advisor, count, before, hottest, guide, workspace)
        if best >= 0:
            workspace.choices.state[best] = ADVISED
