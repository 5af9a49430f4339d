"""Lower bounds on pushes: boxes matched with goals at the least cost, from state to state."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, has
from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED, Floor
from generator.puzzles.sokoban.search.node_kernels import BACKWARD, Memory
from generator.puzzles.sokoban.search.workspace_kernels import Workspace
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE, reassign

FREEZE, CORRAL, MATCHING, FIXED, GROUPS, PATTERNS = 1, 2, 4, 8, 16, 32
"""The prunings and bounds that can be switched off: frozen boxes off goal are deadlocks; PI-corrals come first; boxes
are matched with goals at the least cost instead of each going to its nearest; frozen boxes keep their goals; groups of
boxes that are lost without the others are deadlocks; a few boxes must not need more pushes than are left for them."""


@kernel
def _nearest(cost: NDArray[np.int32]) -> int:
    """The sum of the least costs of all rows; cost: int32 (k + 1, k + 1), counted from 1."""
    total = 0
    for row in range(1, len(cost)):
        least = cost[row, 1]
        for column in range(2, cost.shape[1]):
            least = min(least, cost[row, column])
        total += least
    return total


@kernel
def _hold(frozen: Words, case: int, floor: Floor, workspace: Workspace) -> None:
    """Reserve the goals that frozen boxes keep, and mend the costs of those for which this is new or over.

    frozen: uint64 (w,) the places of frozen boxes.
    """
    assignments = workspace.assignments
    if are_equal(assignments.frozen[case], frozen):
        return
    copy_into(assignments.frozen[case], frozen)
    box, held, before = workspace.boxes.cell, assignments.held[case], assignments.before
    copy_into(before, held)
    held[:] = 0
    for cell in box:
        if has(frozen, floor.board.place[cell]):
            held[floor.goal[cell]] = 1
    if assignments.place[case, 1] < 0:
        return
    for column in range(1, len(held)):
        if held[column] != before[column]:
            _mend_column(column, case, floor, workspace)


@kernel
def _mend_column(column: int, case: int, floor: Floor, workspace: Workspace) -> None:
    """Write the costs of a goal anew; its box is to be matched again where another one would now be better there."""
    assignments = workspace.assignments
    cost, place, match = assignments.cost[case], assignments.place[case], assignments.match[case]
    rows, columns = assignments.potential[case, 0], assignments.potential[case, 1]
    least = 4 * IMPOSSIBLE
    for row in range(1, len(place)):
        cost[row, column] = _cost(floor.ahead[place[row], column - 1], assignments.held[case, column])
        least = min(least, cost[row, column] - rows[row])
    matched = match[column]
    if cost[matched, column] - rows[matched] > least:
        place[matched] = -1
    columns[0] -= max(0, columns[column] - least)
    columns[column] = least


@kernel
def _forget(case: int, workspace: Workspace) -> None:
    """Begin the assignments of a case anew."""
    workspace.assignments.place[case] = -1
    workspace.assignments.match[case] = 0
    workspace.assignments.potential[case] = 0


@kernel(inline=True)
def _cost(pushes: int, held: int) -> int:
    """The cost of a box that needs so many pushes to a goal, which a frozen box may keep."""
    return IMPOSSIBLE if pushes == UNREACHED or (held and pushes) else pushes


@kernel
def _fill_row(
    row: int, place: int, distance: NDArray[np.int16], held: NDArray[np.uint8], cost: NDArray[np.int32]
) -> None:
    """Write the costs of a box in a place.

    distance is int16 (4n, k), held uint8 (k + 1,), cost int32 (k + 1, k + 1).
    """
    for column in range(1, len(held)):
        cost[row, column] = _cost(distance[place, column - 1], held[column])


@kernel
def bound_of(player: int, behind: int, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """The lower bound of the state in the workspace: pushes to the goals, or (behind) pushes from the first state.

    The assignment of the last state in this direction is mended row by row: successive states differ in few boxes.
    """
    case = behind + 2 * memory.turn[BACKWARD]
    cost, held, place = (
        workspace.assignments.cost[case],
        workspace.assignments.held[case],
        workspace.assignments.place[case],
    )
    potential, match = workspace.assignments.potential[case], workspace.assignments.match[case]
    if potential[1, 0] < -IMPOSSIBLE:
        # Goals have sunk by this much at most: begin again before potentials leave 32 bits. Not after they are found,
        # for the prices of goals are read then.
        _forget(case, workspace)
    distance = floor.behind if behind else floor.ahead
    size = len(held)
    for row in range(1, size):
        cell = workspace.boxes.cell[row - 1]
        now = 4 * cell + floor.zone[cell, player]
        workspace.assignments.changed[row] = now != place[row]
        if now != place[row]:
            place[row] = now
            _fill_row(row, now, distance, held, cost)
    if not memory.orders.prunings & MATCHING:
        return _nearest(cost)
    return reassign(workspace.assignments.changed, cost, potential, match, workspace.assignments.augment)


@kernel(merged=True)
def bound_ahead(player: int, frozen: Words, floor: Floor, memory: Memory, workspace: Workspace) -> int:
    """The lower bound on the pushes to come; goals under frozen boxes, uint64 (w,), are theirs."""
    if memory.orders.prunings & FIXED:
        _hold(frozen, 2 * memory.turn[BACKWARD], floor, workspace)
    return bound_of(player, 0, floor, memory, workspace)
