"""What two boxes need more together than one by one."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import has
from generator.kernels import kernel
from generator.puzzles.sokoban.search.conflict_kernels import MOST, Conflicts
from generator.puzzles.sokoban.search.group_kernels import Group, lift, pair_of, step_of, walk_around

LEVELS = MOST // 2
"""A pair is looked for with 0, 2, 4 and so on more pushes, as often as this."""


class PairSearch(NamedTuple):
    """A search for what pairs need, from goals by pulls or from the first cells of boxes by pushes.

    near: int16 (n, 4) and zone: uint8 (n, n) as in Floor. distance: int16 (4n, k) pushes between a place and each end.
    ends: int32 (k,). players: uint8 (n,) where the player may be in an end. pulled: whether steps are pulls. seen:
    uint64 (m, m, words) the pairs met from the ends of now, by the cell of each box. end: int32 (2,) these ends. group:
    the pair at work. entry: int16 (entries, 3) pairs to be looked at, and the player; next: int32 (entries,) and first:
    int32 (LEVELS,) link those that need as many pushes more, -1 for none; used: int64 (1,) how many there were. All but
    the first six are modified.
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
    entry: NDArray[np.int16]
    next: NDArray[np.int32]
    first: NDArray[np.int32]
    used: NDArray[np.int64]


@kernel
def find_more(search: PairSearch, conflicts: Conflicts) -> bool:
    """Lower the table of conflicts, which is full of MOST, to what pairs need; False where entries do not suffice."""
    for second in range(len(search.ends)):
        for first in range(second):
            search.end[0], search.end[1] = first, second
            search.seen[:] = 0
            if not (_enter(search) and _look_at_all(search, conflicts)):
                return False
    return True


@kernel
def _enter(search: PairSearch) -> bool:
    """Put the pair on its ends, as the only one that is to be looked at; False where entries do not suffice."""
    search.used[0], search.first[:] = 0, -1
    for number in range(2):
        search.group.cell[number] = search.ends[search.end[number]]
    for player in range(len(search.near)):
        is_box = player == search.group.cell[0] or player == search.group.cell[1]
        if search.players[player] and not is_box and not _put(0, player, search):
            return False
    return True


@kernel
def _put(level: int, player: int, search: PairSearch) -> bool:
    """Put the pair at work among those that are to be looked at; False where entries do not suffice."""
    entry = search.used[0]
    if entry == len(search.entry):
        return False
    search.entry[entry, 0], search.entry[entry, 1] = search.group.cell[0], search.group.cell[1]
    search.entry[entry, 2] = player
    search.next[entry], search.first[level] = search.first[level], entry
    search.used[0] += 1
    return True


@kernel
def _look_at_all(search: PairSearch, conflicts: Conflicts) -> bool:
    """Look at all pairs that can be met from the ends, the least level first; False where entries do not suffice."""
    for level in range(LEVELS):
        while search.first[level] >= 0:
            entry = search.first[level]
            search.first[level] = search.next[entry]
            if not _look_at(entry, level, search, conflicts):
                return False
    return True


@kernel
def _look_at(entry: int, level: int, search: PairSearch, conflicts: Conflicts) -> bool:
    """Note what a pair needs, unless it needs less, and make its steps; False where entries do not suffice."""
    group, player = search.group, int(np.int64(search.entry[entry, 2]))
    for number in range(2):
        group.cell[number] = search.entry[entry, number]
    one, other = conflicts.rank[group.cell[0]], conflicts.rank[group.cell[1]]
    if has(search.seen[one, other], player):
        return True
    for cell in group.cell:
        group.at[cell] = 1
    walk_around(player, search.near, group)
    _note(2 * level, search.seen[one, other], conflicts.more[pair_of(one, other)], group)
    room = _make_steps(level, search, conflicts)
    lift(group)
    return room


@kernel
def _note(needed: int, row: NDArray[np.uint64], more: NDArray[np.uint8], group: Group) -> None:
    """Note that the pair at work was met, and needs no more than this, with the player where he can walk to.

    row: uint64 (words,). more: uint8 (n,).
    """
    for cell in range(len(more)):
        if group.reach[cell] == group.mark[0]:
            row[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
            if needed < more[cell]:
                more[cell] = needed


@kernel
def _make_steps(level: int, search: PairSearch, conflicts: Conflicts) -> bool:
    """Make all steps of the pair at work; False where entries do not suffice."""
    group = search.group
    for number in range(2):
        cell = int(np.int64(group.cell[number]))
        for d in range(4):
            target, after = step_of(cell, d, search.pulled, search.near, group)
            if target < 0 or conflicts.rank[target] < 0:
                continue
            later = level + _detour(number, target, after, d, search) // 2
            group.cell[number] = target
            if later < LEVELS and not _is_seen(after, search, conflicts) and not _put(later, after, search):
                return False
            group.cell[number] = cell
    return True


@kernel
def _detour(number: int, target: int, after: int, d: int, search: PairSearch) -> int:
    """By how many pushes a step of one of the pair is longer than it takes the box farther from its end."""
    cell, end = search.group.cell[number], search.end[number]
    before = target if search.pulled else search.near[cell, 3 - d]
    old = search.distance[4 * cell + search.zone[cell, before], end]
    return 1 + int(np.int64(old)) - int(np.int64(search.distance[4 * target + search.zone[target, after], end]))


@kernel
def _is_seen(player: int, search: PairSearch, conflicts: Conflicts) -> bool:
    """Whether the pair at work was met from the ends of now with the player on a cell."""
    one, other = conflicts.rank[search.group.cell[0]], conflicts.rank[search.group.cell[1]]
    return bool(has(search.seen[one, other], player))
