"""Pairs of boxes that are in each other's way: together they need more pushes than one by one, to whatever goals.

All pushes of two boxes have the parity of those of each alone, so a pair in conflict needs two more at least. Linear
conflicts, as Andreas Junghanns has them ("Pushing the Limits", 1999), are the plainest of these.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import has
from generator.kernels import kernel
from generator.puzzles.sokoban.search.group_kernels import (
    Group,
    lift,
    meet_group,
    pair_of,
    step_of,
    walk_around,
)


class Conflicts(NamedTuple):
    """Which pairs of boxes are in conflict; m cells on which boxes may stand, n cells in all.

    rank: int32 (n,) the number of a cell among the m, -1 for others. free: uint64 (pairs, words) a bit for each cell of
    the player from which the two boxes are in no conflict; (0, words) where that is not known.
    """

    rank: NDArray[np.int32]
    free: NDArray[np.uint64]


class PairSearch(NamedTuple):
    """A search for the pairs that are free, from goals by pulls or from the first cells of boxes by pushes.

    near: int16 (n, 4) and zone: uint8 (n, n) as in Floor. distance: int16 (4n, k) pushes between a place and each end.
    ends: int32 (k,). players: uint8 (n,) where the player may be in an end. pulled: whether steps are pulls. seen:
    uint64 (m, m, words) the pairs met from the ends of now, by the cell of each box. end: int32 (2,) these ends. group:
    the pair at work. All but the first five are modified.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    distance: NDArray[np.int16]
    ends: NDArray[np.int32]
    players: NDArray[np.uint8]
    pulled: bool
    seen: NDArray[np.uint64]
    end: NDArray[np.int32]
    group: Group


@kernel
def find_free(search: PairSearch, conflicts: Conflicts) -> bool:
    """Fill the rows of conflicts, which are empty; False where the stack is full."""
    for second in range(len(search.ends)):
        for first in range(second):
            search.end[0], search.end[1] = first, second
            search.seen[:] = 0
            top = _enter(search, conflicts)
            while top > 0:
                top = _go_on(top - 1, search, conflicts)
            if top < 0:
                return False
    return True


@kernel
def _enter(search: PairSearch, conflicts: Conflicts) -> int:
    """Meet the pair on its ends; returns the size of the stack, -1 where that is full."""
    top, group = 0, search.group
    for number in range(2):
        group.cell[number] = search.ends[search.end[number]]
        group.at[group.cell[number]] = 1
    for player in range(len(search.near)):
        if search.players[player] and not group.at[player] and top >= 0:
            top = _meet(player, top, search, conflicts)
    lift(group)
    return top


@kernel
def _go_on(top: int, search: PairSearch, conflicts: Conflicts) -> int:
    """Make the steps of the pair above the top of the stack that lead away from its ends; returns its size, or -1."""
    group = search.group
    player = int(np.int64(group.stack[top, 2]))
    for number in range(2):
        group.cell[number] = group.stack[top, number]
        group.at[group.cell[number]] = 1
    walk_around(player, search.near, group)
    for number in range(2):
        cell = int(np.int64(group.cell[number]))
        for d in range(4):
            target, after = step_of(cell, d, search.pulled, search.near, group)
            if target < 0 or top < 0 or conflicts.rank[target] < 0 or not _leads_away(number, target, after, d, search):
                continue
            group.cell[number], group.at[cell], group.at[target] = target, 0, 1
            top = _meet(after, top, search, conflicts)
            group.cell[number], group.at[cell], group.at[target] = cell, 1, 0
    lift(group)
    return top


@kernel
def _leads_away(number: int, target: int, after: int, d: int, search: PairSearch) -> bool:
    """Whether a step of one of the pair takes it one push farther from its end."""
    cell, end = search.group.cell[number], search.end[number]
    before = target if search.pulled else search.near[cell, 3 - d]
    old = search.distance[4 * cell + search.zone[cell, before], end]
    return bool(search.distance[4 * target + search.zone[target, after], end] == old + 1)


@kernel
def _meet(player: int, top: int, search: PairSearch, conflicts: Conflicts) -> int:
    """Note that the pair at work is met with the player on a cell; returns the size of the stack, -1 where full."""
    one, other = conflicts.rank[search.group.cell[0]], conflicts.rank[search.group.cell[1]]
    row = search.seen[one, other]
    met = meet_group(player, search.near, row, top, search.group)
    if met != top:
        free = conflicts.free[pair_of(one, other)]
        for word in range(len(row)):
            free[word] |= row[word]
    return met


@kernel
def count_conflicts(
    most: int, player: int, boxes: NDArray[np.int32], paired: NDArray[np.uint8], conflicts: Conflicts
) -> int:
    """The number of pairs in conflict found one after the other, each of other boxes, up to so many.

    boxes: int32 (k,). paired: uint8 (k,) boxes that are not looked at, modified. The player stands on a cell.
    """
    if len(conflicts.free) == 0:
        return 0
    count = 0
    for second in range(len(boxes)):
        if paired[second]:
            continue
        rank = conflicts.rank[boxes[second]]
        for first in range(second):
            if not paired[first] and not has(conflicts.free[pair_of(rank, conflicts.rank[boxes[first]])], player):
                paired[first] = paired[second] = 1
                count += 1
                break
        if count == most:
            return count
    return count
