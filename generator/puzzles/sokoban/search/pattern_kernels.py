"""Patterns: a few boxes of a state that need more pushes than its bound and a known solution leave them.

This is the pattern search of Andreas Junghanns and Jonathan Schaeffer ("Sokoban: Enhancing general single-agent search
methods using domain knowledge", 2001), with reduced costs. The dual of the assignment of boxes to goals gives each goal
a price. A box in a place is worth the least pushes to a goal less its price. The sum over all boxes and goals is the
bound. Every push lowers the worth of its box by one at most, so no push costs less than nothing beyond the bound. A
state leads to no shorter solution if some of its boxes alone, with the others taken away, cannot all get to goals
within what the known solution leaves.

A pattern begins with the box that was moved last. Where its boxes can get to goals, the first other box that is in
their way joins them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.conflict_kernels import Conflicts, pushes_in_conflict
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED
from generator.puzzles.sokoban.search.group_kernels import Group, step_of, walk_around

MOST_BOXES = 8
"""The most boxes of a pattern."""

MOST_EXPANSIONS = 100
"""The most groups of boxes whose steps are made for a pattern before it has one box more."""

ENTRIES = 4 * MOST_BOXES * MOST_EXPANSIONS + 1
"""Places for the groups of a pattern."""

TABLE = 1 << 13
"""Places of the hash table of these groups, a power of two."""

MOST_SPARE = 256
"""No pattern is looked for where so many pushes are to spare, or more."""

_NO_WAY, _TOO_LONG = -1, -2
"""What a search says that finds no group on ends: there is none, or it was too much work."""

_WORTHLESS = 1 << 30
"""Worth of a box in a place from which it can get to no end."""

_SPENT, _PARENT, _STEP, _NEXT = range(4)
"""Columns of `Patterns.way`: pushes beyond the bound, or -1 for a group that was met anew with fewer; the group before;
the step from there, as 4 * cell + direction; and the next of the groups that are still to be expanded."""


class Task(NamedTuple):
    """What the boxes of a pattern are to do; n cells, k boxes.

    near, zone, keys: those of Floor. distance: int16 (4n, k) pushes between a place and each end. price: int32 (k + 1,)
    and taken: uint8 (k + 1,) of the ends, counted from 1; those that are taken have their boxes. pulled: whether steps
    are pulls. conflicts: what pairs of boxes need more.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    distance: NDArray[np.int16]
    price: NDArray[np.int32]
    taken: NDArray[np.uint8]
    pulled: bool
    conflicts: Conflicts


class Patterns(NamedTuple):
    """Work space for patterns, all modified; n cells, k boxes.

    fixed: uint8 (k,) whether a box of the state never moves. counted: uint8 (k,) boxes whose conflicts are not to be.
    worth: int32 (4n,) of a box in each place. cell: int32 (MOST_BOXES,) the first cells of the boxes. other: uint8 (n,)
    whether a box is there that is not in the pattern. group: the boxes at work; its stack, int16 (ENTRIES, MOST_BOXES +
    1), holds all groups that were met. after: the same boxes, for a walk after a step. way: int32 (ENTRIES, 4). first:
    int32 (MOST_SPARE,) the first of the groups to be expanded for each number of pushes beyond the bound. table: int16
    (TABLE,) entries plus 1. came: int16 (n,) where a walk came from. path: int32 (ENTRIES,) steps to a group.
    """

    fixed: NDArray[np.uint8]
    counted: NDArray[np.uint8]
    worth: NDArray[np.int32]
    cell: NDArray[np.int32]
    other: NDArray[np.uint8]
    group: Group
    after: Group
    way: NDArray[np.int32]
    first: NDArray[np.int32]
    table: NDArray[np.int16]
    came: NDArray[np.int16]
    path: NDArray[np.int32]


@kernel
def needs_more(number: int, player: int, spare: int, boxes: NDArray[np.int32], task: Task, patterns: Patterns) -> bool:
    """Whether a pattern round a box, by its number, needs more pushes than the bound and so many spare ones.

    boxes: int32 (k,). Those that never move are marked in the work space.
    """
    if spare >= MOST_SPARE or patterns.fixed[number]:
        return False
    at, other = patterns.group.at, patterns.other
    for index in range(len(boxes)):
        at[boxes[index]], other[boxes[index]] = patterns.fixed[index], 1 - patterns.fixed[index]
    found = _is_too_dear(boxes[number], player, spare, boxes, task, patterns)
    for cell in boxes:
        at[cell] = other[cell] = 0
    return found


@kernel
def _is_too_dear(cell: int, player: int, spare: int, boxes: NDArray[np.int32], task: Task, patterns: Patterns) -> bool:
    """Whether the pattern that grows from the box on a cell needs more than so many spare pushes.

    Pairs of other boxes that are in conflict need some of these. boxes: int32 (k,).
    """
    _appraise(task, patterns)
    for size in range(1, MOST_BOXES + 1):
        patterns.cell[size - 1], patterns.other[cell] = cell, 0
        left = spare - _pushes_of_others(spare + 1, player, boxes, task, patterns)
        if left < 0:
            return True
        end = _solve(size, player, left, task, patterns)
        if end < 0:
            return bool(end == _NO_WAY)
        cell = _first_in_way(end, size, player, task, patterns)
        if cell < 0:
            return False
    return False


@kernel
def _pushes_of_others(most: int, player: int, boxes: NDArray[np.int32], task: Task, patterns: Patterns) -> int:
    """What pairs in conflict need more that are not in the pattern, not far beyond so many; boxes: int32 (k,)."""
    for index in range(len(boxes)):
        patterns.counted[index] = not patterns.other[boxes[index]]
    return pushes_in_conflict(most, player, boxes, patterns.counted, task.conflicts)


@kernel
def _appraise(task: Task, patterns: Patterns) -> None:
    """Find what a box is worth in each place."""
    worth, distance = patterns.worth, task.distance
    for place in range(len(worth)):
        least = _WORTHLESS
        for end in range(distance.shape[1]):
            pushes = np.int32(distance[place, end])
            if pushes != UNREACHED and not (task.taken[end + 1] and pushes):
                least = min(least, pushes - task.price[end + 1])
        worth[place] = least


@kernel
def _solve(size: int, player: int, spare: int, task: Task, patterns: Patterns) -> int:
    """The entry of a group with all boxes of a pattern on ends within so many spare pushes, or why there is none."""
    way, first, group = patterns.way, patterns.first, patterns.group
    patterns.table[:] = 0
    first[: spare + 1] = -1
    for index in range(size):
        group.cell[index] = patterns.cell[index]
        group.at[patterns.cell[index]] = 1
    entries = _meet(size, player, 0, -1, 0, 0, task, patterns)
    _lift(size, group)
    spent, expanded = 0, 0
    while spent <= spare:
        entry = first[spent]
        if entry < 0:
            spent += 1
            continue
        first[spent] = way[entry, _NEXT]
        if way[entry, _SPENT] < 0:
            continue
        if expanded == MOST_EXPANSIONS:
            return _TOO_LONG
        expanded += 1
        if _is_done(entry, size, spare, task, patterns):
            return int(entry)
        entries = _expand(entry, entries, size, spare, task, patterns)
    return _NO_WAY


@kernel(inline=True)
def _lift(size: int, group: Group) -> None:
    """Take the boxes of the group at work away."""
    for index in range(size):
        group.at[group.cell[index]] = 0


@kernel
def _is_done(entry: int, size: int, spare: int, task: Task, patterns: Patterns) -> bool:
    """Whether all boxes of a group are on ends, within so many spare pushes."""
    row, spent = patterns.group.stack[entry], patterns.way[entry, _SPENT]
    for index in range(size):
        place = 4 * np.int64(row[index]) + task.zone[row[index], row[MOST_BOXES]]
        least = _WORTHLESS
        for end in range(task.distance.shape[1]):
            if task.distance[place, end] == 0:
                least = -task.price[end + 1]
        spent += least - patterns.worth[place]
        if spent > spare:
            return False
    return True


@kernel
def _expand(entry: int, entries: int, size: int, spare: int, task: Task, patterns: Patterns) -> int:
    """Make all steps of a group within so many spare pushes; returns how many entries there are then."""
    group, worth = patterns.group, patterns.worth
    player = int(np.int64(group.stack[entry, MOST_BOXES]))
    for index in range(size):
        group.cell[index] = group.stack[entry, index]
        group.at[group.cell[index]] = 1
    walk_around(player, task.near, group)
    for index in range(size):
        cell = int(np.int64(group.cell[index]))
        before = worth[4 * cell + task.zone[cell, player]]
        for d in range(4):
            target, after = step_of(cell, d, task.pulled, task.near, group)
            if target < 0:
                continue
            now = worth[4 * target + task.zone[target, after]]
            spent = patterns.way[entry, _SPENT] + 1 + now - before
            if now == _WORTHLESS or spent > spare:
                continue
            group.cell[index], group.at[cell], group.at[target] = target, 0, 1
            entries = _meet(size, after, spent, entry, 4 * cell + d, entries, task, patterns)
            group.cell[index], group.at[cell], group.at[target] = cell, 1, 0
    _lift(size, group)
    return entries


@kernel
def _meet(
    size: int, player: int, spent: int, parent: int, step: int, entries: int, task: Task, patterns: Patterns
) -> int:
    """Note the group at work, unless it was met with no more pushes spent; returns how many entries there are then."""
    least, group, way = walk_around(player, task.near, patterns.after), patterns.group, patterns.way
    slot = _slot(size, least, task, patterns)
    met = patterns.table[slot] - 1
    if met >= 0:
        if way[met, _SPENT] <= spent:
            return entries
        way[met, _SPENT] = -1
    patterns.table[slot] = entries + 1
    for index in range(size):
        group.stack[entries, index] = group.cell[index]
    group.stack[entries, MOST_BOXES] = least
    way[entries, _SPENT], way[entries, _PARENT], way[entries, _STEP] = spent, parent, step
    way[entries, _NEXT] = patterns.first[spent]
    patterns.first[spent] = entries
    return entries + 1


@kernel
def _slot(size: int, player: int, task: Task, patterns: Patterns) -> int:
    """The index in the table where the group at work is, with the player in his least cell, or where it belongs."""
    group, hashed = patterns.group, task.keys[1, player]
    for index in range(size):
        hashed ^= task.keys[0, group.cell[index]]
    slot = np.int64(hashed & np.uint64(TABLE - 1))
    while patterns.table[slot]:
        row = group.stack[np.int64(patterns.table[slot]) - 1]
        same = row[MOST_BOXES] == player
        for index in range(size):
            same = same and group.at[row[index]]
        if same:
            break
        slot = (slot + 1) & (TABLE - 1)
    return int(slot)


@kernel
def _first_in_way(entry: int, size: int, player: int, task: Task, patterns: Patterns) -> int:
    """The cell of the first other box in the way of the steps to a group, -1 where none is."""
    at, path, count = patterns.group.at, patterns.path, 0
    while patterns.way[entry, _PARENT] >= 0:
        path[count] = patterns.way[entry, _STEP]
        count += 1
        entry = patterns.way[entry, _PARENT]
    for index in range(size):
        patterns.group.cell[index] = patterns.cell[index]
        at[patterns.cell[index]] = 1
    found = -1
    while count and found < 0:
        count -= 1
        cell, d = path[count] >> 2, path[count] & 3
        target = int(np.int64(task.near[cell, d]))
        stand, after = int(np.int64(task.near[cell, 3 - d])), int(cell)
        if task.pulled:
            stand, after = target, int(np.int64(task.near[target, d]))
        found = _first_on_walk(player, stand, task, patterns)
        if found < 0 and patterns.other[target]:
            found = target
        if found < 0 and patterns.other[after]:
            found = after
        for index in range(size):
            if patterns.group.cell[index] == cell:
                patterns.group.cell[index] = target
        at[cell], at[target] = 0, 1
        player = after
    _lift(size, patterns.group)
    return found


@kernel
def _first_on_walk(player: int, target: int, task: Task, patterns: Patterns) -> int:
    """The first other box on a walk past as few of them as possible, -1 where there is none on it."""
    group, came, other = patterns.after, patterns.came, patterns.other
    group.mark[0] += 1
    mark, queue, last = group.mark[0], group.queue, len(patterns.after.queue)
    group.reach[player] = mark
    queue[0], came[player] = player, -1
    here, ahead = 1, last
    while group.reach[target] != mark:
        if here == 0:
            here = _take_next(ahead, last, queue)
            ahead = last
        here -= 1
        cell = queue[here]
        for d in range(4):
            near = task.near[cell, d]
            if near < 0 or group.at[near] or group.reach[near] == mark:
                continue
            group.reach[near], came[near] = mark, cell
            if other[near]:
                ahead -= 1
                queue[ahead] = near
            else:
                queue[here] = near
                here += 1
    found, cell = -1, target
    while cell >= 0:
        if other[cell]:
            found = cell
        cell = int(np.int64(came[cell]))
    return found


@kernel(inline=True)
def _take_next(ahead: int, last: int, queue: NDArray[np.int16]) -> int:
    """Take the cells that wait at the end of a queue, int16 (n,), to its beginning; returns how many."""
    for index in range(ahead, last):
        queue[index - ahead] = queue[index]
    return last - ahead
