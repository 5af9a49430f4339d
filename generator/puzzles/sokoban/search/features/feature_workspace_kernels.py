"""The work space of a search in the space of features, the player's walks, and the ways of one box.

Directions and zones are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, flip
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.search.corral_kernels import Corrals
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor, move
from generator.puzzles.sokoban.states.walk_kernels import walk

BREADTH = 24
"""Boxes round a corral that are looked at together; others are taken for solvable."""

TRIED = 60
"""States in which a small search tries to get the boxes round a corral to goals."""


class Walks(NamedTuple):
    """Where the player can walk, all modified; n cells.

    mark: int64 (1,) the last mark, ever growing. reach: int32 (n,) marks of the cells. stack: int16 (n,).
    """

    mark: NDArray[np.int64]
    reach: NDArray[np.int32]
    stack: NDArray[np.int16]


class Ways(NamedTuple):
    """The ways of a box: queue, came, seen, queued: int32 (4n,), all modified."""

    queue: NDArray[np.int32]
    came: NDArray[np.int32]
    seen: NDArray[np.int32]
    queued: NDArray[np.int32]


class Choices(NamedTuple):
    """The moves of a state, all modified; c is how many there may be.

    score: int64 (c,). move: int16 (c, 3) from, to, player. state: uint8 (c,) what is known of a move. news: int16 (c,)
    pushes that it makes possible.
    """

    score: NDArray[np.int64]
    move: NDArray[np.int16]
    state: NDArray[np.uint8]
    news: NDArray[np.int16]


class Small(NamedTuple):
    """Small searches, all modified; n cells.

    at: int16 (n,) boxes and frozen boxes. nowhere: int16 (n,) zeros. alone: int16 (TRIED, BREADTH + 1) the states, and
    kept: int64 (1,) their number. known: uint64 (1 << 16,) what earlier ones found out.
    """

    at: NDArray[np.int16]
    nowhere: NDArray[np.int16]
    alone: NDArray[np.int16]
    kept: NDArray[np.int64]
    known: NDArray[np.uint64]


class Workspace(NamedTuple):
    """The state that is looked at, and what is found out about it, all modified; n cells, k boxes, w words, v words
    of a board.

    word: uint64 (w,) the boxes. reached, frozen: uint64 (v,) the places that the player can walk to, and those of
    frozen boxes. region: int16 (n,) the number of the part of the floor that cannot be walked to, from 1. open: uint8
    (4n,) pushes that the player could make before the move. touched: int32 (rooms + 1,) marks of rooms.
    """

    boxes: Boxes
    word: NDArray[np.uint64]
    walks: Walks
    ways: Ways
    corrals: Corrals
    choices: Choices
    small: Small
    reached: Words
    frozen: Words
    region: NDArray[np.int16]
    open: NDArray[np.uint8]
    touched: NDArray[np.int32]


@kernel
def walk_anew(first: int, at: NDArray[np.int16], near: NDArray[np.int16], walks: Walks) -> int:
    """Mark all cells that can be walked to by a new mark, and return the least; at: int16 (n,), near: int16 (n, 4)."""
    walks.mark[0] += 1
    return walk(first, at, near, walks.reach, walks.mark[0], walks.stack)[0]


@kernel
def _sides(cell: int, side: int, at: NDArray[np.int16], floor: Floor, workspace: Workspace) -> int:
    """The sides of a box on which the player can stand, a bit for each direction, when he stands on one of them.

    Only where the cells round the box do not join its free sides is the floor walked over.

    at: int16 (n,).
    """
    near = floor.near
    free = 0
    for d in range(4):
        if near[cell, d] >= 0 and not at[near[cell, d]]:
            free |= 1 << d
    sides = 1 << side
    for _ in range(2):
        for d in range(4):
            if not sides >> d & 1:
                continue
            beside = near[cell, d]
            for other in (LEFT, RIGHT) if d in (UP, DOWN) else (UP, DOWN):
                corner = near[beside, other]
                if free >> other & 1 and corner >= 0 and not at[corner]:
                    sides |= 1 << other
    if sides == free:
        return sides
    walk_anew(near[cell, side], at, near, workspace.walks)
    for d in range(4):
        if free >> d & 1 and workspace.walks.reach[near[cell, d]] == workspace.walks.mark[0]:
            sides |= 1 << d
    return sides


@kernel
def _first_side(cell: int, player: int, at: NDArray[np.int16], floor: Floor, workspace: Workspace) -> int:
    """A side of a box that the player can walk to, or -1; at: int16 (n,) holds the box."""
    walk_anew(player, at, floor.near, workspace.walks)
    for d in range(4):
        if floor.near[cell, d] >= 0 and workspace.walks.reach[floor.near[cell, d]] == workspace.walks.mark[0]:
            return d
    return -1


@kernel
def ways(
    cell: int, player: int, ends: NDArray[np.int16], at: NDArray[np.int16], floor: Floor, workspace: Workspace
) -> int:
    """List in workspace.ways.queue the places to which a box can be pushed, others standing still; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is, one for each region of
    the player; the first is where the box is. workspace.ways.came has the place before each. The list ends early with a
    place on a cell where `ends` is not 0.

    ends, at: int16 (n,).
    """
    near, seen, queued, queue = floor.near, workspace.ways.seen, workspace.ways.queued, workspace.ways.queue
    # Apart from measure_pushes: zones are those that walls make, and here other boxes stand in the way too.
    workspace.walks.mark[0] += 1
    visit = workspace.walks.mark[0]
    head = size = listed = 0
    held = at[cell]
    side = _first_side(cell, player, at, floor, workspace)
    if side < 0:
        return 0
    queue[0] = 4 * cell + side
    workspace.ways.came[queue[0]] = -1
    queued[queue[0]] = visit
    size = 1
    at[cell] = 0
    while head < size:
        place = queue[head]
        head += 1
        if seen[place] == visit:
            continue
        box = place >> 2
        queue[listed] = place
        listed += 1
        if ends[box]:
            break
        at[box] = 1
        sides = _sides(box, place & 3, at, floor, workspace)
        at[box] = 0
        for d in range(4):
            if not sides >> d & 1:
                continue
            seen[4 * box + d] = visit
            target = near[box, 3 - d]
            if target < 0 or at[target] or not floor.alive[target]:
                continue
            after = 4 * target + d
            if queued[after] != visit and seen[after] != visit:
                queued[after] = visit
                workspace.ways.came[after] = place
                queue[size] = after
                size += 1
    at[cell] = held
    return listed


@kernel
def steps_between(one: int, other: int, guide: Guide) -> int:
    """Steps between two cells by rows and columns."""
    rows, columns = guide.spot[one, 0] - guide.spot[other, 0], guide.spot[one, 1] - guide.spot[other, 1]
    return int(abs(rows) + abs(columns))


@kernel
def carry(number: int, target: int, floor: Floor, workspace: Workspace) -> int:
    """Put a box on another cell; return the one where it was."""
    source = move(number, target, floor, workspace.boxes)
    flip(workspace.word, source)
    flip(workspace.word, target)
    return source
