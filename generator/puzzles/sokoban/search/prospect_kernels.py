"""The goals to which frozen boxes let the others: those that cannot all get to goals past them make a deadlock.

Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, Words, add, bit, has, remove
from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor
from generator.puzzles.sokoban.search.matching_kernels import LargestMatching, count_unmatched
from generator.puzzles.sokoban.search.side_kernels import reached_sides, sides_from
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, walk_from

FORESEEN = 256
"""Sets of frozen boxes of which it is remembered what they leave of the goals."""


class Prospects(NamedTuple):
    """What frozen boxes leave of the goals, all modified; n cells, v words of a board.

    walls: uint64 (FORESEEN,) the hash of the frozen boxes, 0 where nothing is known, or none. goals: uint64 (FORESEEN,
    4n) the goals, a bit each, to which they let a lone box from a cell with the player on one of its sides. joined:
    uint8 (n, 4) work space: the sides, a bit each, between which the player can walk, 0 where he cannot stand. free:
    uint64 (v,) the places without frozen boxes. matching: of boxes with goals.
    """

    walls: NDArray[np.uint64]
    goals: NDArray[np.uint64]
    joined: NDArray[np.uint8]
    free: Words
    walks: Walks
    matching: LargestMatching


@kernel
def hash_walls(frozen: Words, boxes: Boxes, floor: Floor) -> np.uint64:
    """The hash of frozen boxes, uint64 (v,) their places; 0 where there are none."""
    walls = np.uint64(0)
    for cell in boxes.cell:
        if has(frozen, floor.board.place[cell]):
            walls ^= floor.keys[0, cell]
    return walls


@kernel
def have_goals_past(
    walls: np.uint64, player: int, frozen: Words, boxes: Boxes, floor: Floor, prospects: Prospects
) -> bool:
    """Whether each box could get to a goal of its own past the frozen ones alone, which keep theirs.

    walls: the hash of the frozen boxes, not 0; frozen: uint64 (v,) their places. True where there are too many boxes
    to tell.
    """
    if len(prospects.walls) == 0:
        return True
    slot = _find(walls, frozen, floor, prospects)
    count = 0
    for cell in boxes.cell:
        if not has(frozen, floor.board.place[cell]):
            prospects.matching.fits[count] = _goals_ahead(cell, player, slot, floor, prospects)
            count += 1
    return count_unmatched(count, prospects.matching) == 0


@kernel
def _find(walls: np.uint64, frozen: Words, floor: Floor, prospects: Prospects) -> int:
    """Where it is remembered what frozen boxes, with their hash, leave of the goals; frozen: uint64 (v,)."""
    for index in range(len(frozen)):
        prospects.free[index] = floor.board.floor[index] & ~frozen[index]
    slot = np.int64(walls & np.uint64(FORESEEN - 1))
    if prospects.walls[slot] != walls:
        prospects.walls[slot] = walls
        _join_sides(floor, prospects)
        goals = prospects.goals[slot]
        goals[:] = NO_CELL
        for cell in range(len(floor.goal)):
            if floor.goal[cell] and has(prospects.free, floor.board.place[cell]):
                goals[4 * cell : 4 * cell + 4] = bit(floor.goal[cell] - 1)
        while _pass_on(goals, floor, prospects):
            pass
    return int(slot)


@kernel
def _goals_ahead(cell: int, player: int, slot: int, floor: Floor, prospects: Prospects) -> np.uint64:
    """The goals, a bit each, to which frozen boxes let the one on a cell with the player where he is."""
    goals, free, place = prospects.goals[slot], prospects.free, floor.board.place[cell]
    open_ = reached_sides(cell, free, floor.near, floor.board)
    some, all_ = NO_CELL, ~NO_CELL
    for d in range(4):
        if open_ >> d & 1:
            some |= goals[4 * cell + d]
            all_ &= goals[4 * cell + d]
    if some == all_:
        return some
    remove(free, place)
    walk_from(player, free, floor.board, prospects.walks)
    add(free, place)
    sides = reached_sides(cell, prospects.walks.reached, floor.near, floor.board)
    for d in range(4):
        if sides >> d & 1:
            return np.uint64(goals[4 * cell + d])
    return bit(floor.goal[cell] - 1) if floor.goal[cell] else NO_CELL


@kernel
def _join_sides(floor: Floor, prospects: Prospects) -> None:
    """Find which sides of a lone box on each cell the frozen ones let the player walk between."""
    free, joined = prospects.free, prospects.joined
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
            sides = sides_from(cell, d, free, floor.near, floor.zone, floor.board, prospects.walks)
            for other in range(4):
                if sides >> other & 1:
                    joined[cell, other] = sides
        add(free, place)


@kernel
def _pass_on(goals: NDArray[np.uint64], floor: Floor, prospects: Prospects) -> bool:
    """Give every place of a box the goals of those to which a push leads from it; return whether any is new.

    goals: uint64 (4n,), modified.
    """
    # Apart from measure_pulls: for all goals at once, since it asks whether a box gets there and not how far it is.
    near, joined = floor.near, prospects.joined
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
