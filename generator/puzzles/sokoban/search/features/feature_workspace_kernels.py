"""The work space of a search in the space of features, the player's walks, and the ways of one box.

Directions and zones are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, add, flip, has, remove, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.corral_kernels import Corrals
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor, move
from generator.puzzles.sokoban.search.matching_kernels import LargestMatching
from generator.puzzles.sokoban.search.prospect_kernels import Prospects
from generator.puzzles.sokoban.search.side_kernels import WALKED, reached_sides, sides_from, walk_beside
from generator.puzzles.sokoban.states.board_kernels import spread
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, count_left, least_reached

BREADTH = 24
"""Boxes round a corral that are looked at together; others are taken for solvable."""

TRIED = 60
"""States in which a small search tries to get the boxes round a corral to goals."""


REMEMBERED = 1024
"""Sets of doors whose broken links are remembered."""


class Ways(NamedTuple):
    """The ways of a box, all modified; n cells, v words of a board.

    queue, came, seen, queued: int32 (4n,). walked: uint8 (4n,) whether it is known where the player can walk when the
    box is on the place of a number in the queue, and region: uint64 (4n, v) that.
    """

    queue: NDArray[np.int32]
    came: NDArray[np.int32]
    seen: NDArray[np.int32]
    queued: NDArray[np.int32]
    walked: NDArray[np.uint8]
    region: Words


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
    """Small searches, all modified; v words of a board.

    free: uint64 (v,) the places without boxes and frozen boxes. nowhere: uint64 (v,) no place. alone: int16 (TRIED,
    BREADTH + 1) the states, and kept: int64 (1,) their number. known: uint64 (1 << 16,) what earlier ones found out.
    """

    free: Words
    nowhere: Words
    alone: NDArray[np.int16]
    kept: NDArray[np.int64]
    known: NDArray[np.uint64]


class Links(NamedTuple):
    """What was found out about links between rooms, both modified; v words of a board.

    open: uint64 (REMEMBERED, v) the doors without boxes. broken: int16 (REMEMBERED,) the links that boxes on all others
    break, -1 where nothing is known.
    """

    open: Words
    broken: NDArray[np.int16]


class Workspace(NamedTuple):
    """The state that is looked at, and what is found out about it, all modified; n cells, k boxes, w words, v words
    of a board.

    word: uint64 (w,) the boxes. matching: of boxes with what is left of the plan, or with goals. others: of all boxes
    but one with what is left of the plan. frozen: uint64 (v,) the places of frozen boxes. region: uint64 (v,) where the
    player can walk before a move, and roamed: where he can if the box to be moved is lifted. open, led: uint64 (4, v)
    those of boxes that the player could push in a direction before the move, and can push after it.
    """

    boxes: Boxes
    word: NDArray[np.uint64]
    walks: Walks
    ways: Ways
    corrals: Corrals
    choices: Choices
    small: Small
    links: Links
    prospects: Prospects
    matching: LargestMatching
    others: LargestMatching
    frozen: Words
    region: Words
    roamed: Words
    open: Words
    led: Words


@kernel(merged=True)
def ways(cell: int, region: Words, ends: Words, free: Words, floor: Floor, workspace: Workspace) -> int:
    """List in workspace.ways.queue the places to which a box can be pushed, others standing still; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is, one for each region of
    the player; the first is where the box is. workspace.ways.came has the place before each. The list ends early with a
    place on a cell of `ends`.

    region, ends, free: uint64 (v,) of the board: where the player can walk, where the list may end, and all without
    boxes.
    """
    near, seen, queued, queue = floor.near, workspace.ways.seen, workspace.ways.queued, workspace.ways.queue
    place_of, walks = floor.board.place, workspace.walks
    # Apart from measure_pushes: zones are those that walls make, and here other boxes stand in the way too.
    walks.walked[0] += 1
    visit = walks.walked[0]
    sides = reached_sides(cell, region, near, floor.board)
    if not sides:
        return 0
    queue[0] = 4 * cell + trailing_zeros(np.int64(sides))
    workspace.ways.came[queue[0]] = -1
    queued[queue[0]] = visit
    head, size, listed = 0, 1, 0
    add(free, place_of[cell])
    while head < size:
        place = queue[head]
        head += 1
        if seen[place] == visit:
            continue
        box = place >> 2
        queue[listed] = place
        listed += 1
        if has(ends, place_of[box]):
            break
        remove(free, place_of[box])
        sides = sides_from(box, place & 3, free, near, floor.zone, floor.board, walks)
        workspace.ways.walked[listed - 1] = sides >= WALKED
        if sides >= WALKED:
            copy_into(workspace.ways.region[listed - 1], walks.reached)
        add(free, place_of[box])
        for d in range(4):
            if not sides >> d & 1:
                continue
            seen[4 * box + d] = visit
            target = near[box, 3 - d]
            if target < 0 or not has(free, place_of[target]) or not floor.alive[target]:
                continue
            after = 4 * target + d
            if queued[after] != visit and seen[after] != visit:
                queued[after] = visit
                workspace.ways.came[after] = place
                queue[size] = after
                size += 1
    remove(free, place_of[cell])
    return listed


@kernel(merged=True)
def roam(cell: int, floor: Floor, workspace: Workspace) -> int:
    """Find in workspace.roamed where the player can walk when a box that he can push is lifted.

    Returns how many parts of the floor lie elsewhere.
    """
    free, place, roamed, walks = workspace.boxes.free, floor.board.place[cell], workspace.roamed, workspace.walks
    copy_into(roamed, workspace.region)
    add(roamed, place)
    add(free, place)
    spread(0, len(roamed) - 1, free, roamed, floor.board.stride)
    remove(free, place)
    for index in range(len(free)):
        walks.left[index] = free[index] & ~roamed[index]
    return count_left(free, floor.board, walks)


@kernel(merged=True)
def walk_after(index: int, floor: Floor, workspace: Workspace) -> int:
    """Find where the player can walk after a move of the last list, and return the least cell of that.

    The box has been moved, after `roam` has lifted it. It counts as a walk, also where nobody walks.
    """
    place, walks = workspace.ways.queue[index], workspace.walks
    if workspace.ways.walked[index]:
        walks.walked[0] += 1
        copy_into(walks.reached, workspace.ways.region[index])
        return least_reached(floor.board, walks)
    free, roamed = workspace.boxes.free, workspace.roamed
    return walk_beside(place >> 2, place & 3, roamed, free, floor.near, floor.board, walks)


@kernel(merged=True)
def count_parts_roamed(floor: Floor, workspace: Workspace) -> int:
    """Parts of the floor that boxes leave of workspace.roamed, after the player's walk through one of them."""
    free, walks = workspace.boxes.free, workspace.walks
    for index in range(len(free)):
        walks.left[index] = workspace.roamed[index] & free[index] & ~walks.reached[index]
    return 1 + count_left(free, floor.board, walks)


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
