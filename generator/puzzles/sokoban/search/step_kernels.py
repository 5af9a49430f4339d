"""The steps that lead on from a state, by one push or one pull of a box: what all push-optimal searches expand by.

A step is a row of `Workspace.step`. A list of them costs no more than loops of its own in every search would.
"""

from generator.bit_kernels import Words, has
from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.states.board_kernels import beyond

BOX, TARGET, PLAYER_AFTER, PUSH = range(4)
"""Columns of a step: the number of the box, the cell it goes to, the cell on which the player stands then, and the push
that it is or takes back, as 4 * cell + direction, the cell that of the box before the push."""


@kernel
def _note(index: int, box: int, target: int, player: int, push: int, workspace: Workspace) -> None:
    """Write a step."""
    row = workspace.step[index]
    row[BOX], row[TARGET], row[PLAYER_AFTER], row[PUSH] = box, target, player, push


@kernel(merged=True)
def find_pushes(floor: Floor, boxes: Boxes, reached: Words, led: Words) -> None:
    """Find the boxes that the player can push in each direction, after which a lone one could still get to a goal.

    reached: uint64 (w,) where he can walk. led: uint64 (4, w) the places of the boxes, modified.
    """
    board, free = floor.board, boxes.free
    for d in range(4):
        for index in range(len(free)):
            pushed = board.pushed[d, index] & ~free[index]
            if pushed:
                pushed &= beyond(free, index, d, board.stride) & beyond(reached, index, 3 - d, board.stride)
            led[d, index] = pushed


@kernel(merged=True)
def list_pushes(floor: Floor, workspace: Workspace) -> int:
    """List the pushes of the chosen boxes after which a lone box could still get to a goal; returns how many."""
    led = workspace.led
    find_pushes(floor, workspace.boxes, workspace.walks.reached[0], led)
    count = 0
    for number in range(len(workspace.boxes.cell)):
        cell = workspace.boxes.cell[number]
        place = floor.board.place[cell]
        if not workspace.corrals.chosen[number]:
            continue
        for d in range(4):
            if has(led[d], place):
                _note(count, number, floor.near[cell, d], cell, 4 * cell + d, workspace)
                count += 1
    return count


@kernel(merged=True)
def list_pulls(floor: Floor, workspace: Workspace) -> int:
    """List the pulls of all boxes; returns how many."""
    board, free, reached, led = floor.board, workspace.boxes.free, workspace.walks.reached[0], workspace.led
    at = workspace.boxes.at
    for d in range(4):
        for index in range(len(free)):
            boxes = board.floor[index] & ~free[index]
            led[d, index] = boxes & beyond(reached, index, d, board.stride)
    count = 0
    for number in range(len(workspace.boxes.cell)):
        cell = workspace.boxes.cell[number]
        place = board.place[cell]
        for d in range(4):
            if not has(led[d], place):
                continue
            target = floor.near[cell, d]
            player = floor.near[target, d]
            if player >= 0 and not at[player]:
                _note(count, number, target, player, 4 * target + 3 - d, workspace)
                count += 1
    return count
