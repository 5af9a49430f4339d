"""The steps that lead on from a state, by one push or one pull of a box: what all push-optimal searches expand by.

A step is a row of `Workspace.step`. A list of them costs no more than loops of its own in every search would.
"""

from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.workspace_kernels import Workspace

BOX, TARGET, PLAYER_AFTER, PUSH = range(4)
"""Columns of a step: the number of the box, the cell it goes to, the cell on which the player stands then, and the push
that it is or takes back, as 4 * cell + direction, the cell that of the box before the push."""


@kernel
def _note(index: int, box: int, target: int, player: int, push: int, workspace: Workspace) -> None:
    """Write a step."""
    row = workspace.step[index]
    row[BOX], row[TARGET], row[PLAYER_AFTER], row[PUSH] = box, target, player, push


@kernel
def list_pushes(floor: Floor, workspace: Workspace) -> int:
    """List the pushes of the chosen boxes after which a lone box could still get to a goal; returns how many."""
    box, at, near, reach = workspace.boxes.cell, workspace.boxes.at, floor.near, workspace.walks.reach[0]
    count = 0
    for number in range(len(box)):
        if not workspace.corrals.chosen[number]:
            continue
        cell = box[number]
        for d in range(4):
            target, source = near[cell, d], near[cell, 3 - d]
            if source < 0 or target < 0 or at[target] or reach[source] != workspace.walks.mark[0]:
                continue
            if floor.alive[target]:
                _note(count, number, target, cell, 4 * cell + d, workspace)
                count += 1
    return count


@kernel
def list_pulls(floor: Floor, workspace: Workspace) -> int:
    """List the pulls of all boxes; returns how many."""
    box, at, near, reach = workspace.boxes.cell, workspace.boxes.at, floor.near, workspace.walks.reach[0]
    count = 0
    for number in range(len(box)):
        cell = box[number]
        for d in range(4):
            target = near[cell, d]
            if target < 0 or reach[target] != workspace.walks.mark[0]:
                continue
            player = near[target, d]
            if player >= 0 and not at[player]:
                _note(count, number, target, player, 4 * target + 3 - d, workspace)
                count += 1
    return count
