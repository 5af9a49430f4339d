"""What three boxes need more together than one by one, for all ends at once.

A state is three boxes without names, and the cells that the player walks to. A word for each box says to which ends it
can get, or from which it came, with so many pushes in vain. That a box gets to one end may need another one to get to
some other: what the words of the three have together may be too much, but never too little. So no three boxes need
less than the table says.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.conflict_kernels import Conflicts
from generator.puzzles.sokoban.search.group_kernels import Group, lift, pair_of, step_of, triple_of, walk_around

LEVELS = 3
"""Three boxes are looked for with 0, 2 and so on more pushes, as often as this."""

MOST_ENDS = 64
"""The bits of a word."""

_NOWHERE = 255
"""The region of a cell where a box is."""


class TripleSearch(NamedTuple):
    """A search for what three boxes need, from goals by pulls or from the first cells of boxes by pushes.

    near: int16 (n, 4) as in Floor. cells: int32 (m,) those on which boxes may stand; rank: int32 (n,) their numbers.
    ends: int32 (k,). players: uint8 (n,) where the player may be in an end. pulled: whether steps are pulls. detour:
    uint64 (LEVELS, n, 4) for each step of a box the ends for which so many times two pushes are in vain. region: uint8
    (triples, n) the part of the floor in which a cell is, beside three boxes; base: int32 (triples,) the first state of
    these. state: int16 (states, 4) the ranks of its boxes, ascending, and a cell of the player. mask: uint64 (LEVELS,
    states, 3) the ends of each box. queue: int32 (LEVELS, states) states whose steps are still to be made; queued:
    uint8 (LEVELS, states) whether a state is among them; span: int64 (LEVELS, 2) where the first one is, and how many
    there are. group: the boxes at work. All from region on are modified.
    """

    near: NDArray[np.int16]
    cells: NDArray[np.int32]
    rank: NDArray[np.int32]
    ends: NDArray[np.int32]
    players: NDArray[np.uint8]
    pulled: bool
    detour: NDArray[np.uint64]
    region: NDArray[np.uint8]
    base: NDArray[np.int32]
    state: NDArray[np.int16]
    mask: NDArray[np.uint64]
    queue: NDArray[np.int32]
    queued: NDArray[np.uint8]
    span: NDArray[np.int64]
    group: Group


@kernel
def number_regions(
    near: NDArray[np.int16], cells: NDArray[np.int32], region: NDArray[np.uint8], base: NDArray[np.int32], group: Group
) -> int:
    """Number the regions beside all three boxes; returns how many there are.

    near: int16 (n, 4). cells: int32 (m,). region: uint8 (triples, n) and base: int32 (triples,) are filled.
    """
    count, index = 0, 0
    for c in range(len(cells)):
        for b in range(c):
            for a in range(b):
                group.cell[0], group.cell[1], group.cell[2] = cells[a], cells[b], cells[c]
                base[index] = count
                count += _number_regions(near, region[index], group)
                index += 1
    return count


@kernel
def _number_regions(near: NDArray[np.int16], region: NDArray[np.uint8], group: Group) -> int:
    """Number the regions beside the boxes at work; returns how many there are.

    near: int16 (n, 4). region: uint8 (n,) is filled.
    """
    count = 0
    region[:] = _NOWHERE
    for cell in group.cell:
        group.at[cell] = 1
    for start in range(len(near)):
        if group.at[start] or region[start] != _NOWHERE:
            continue
        walk_around(start, near, group)
        for cell in range(start, len(near)):
            if group.reach[cell] == group.mark[0]:
                region[cell] = count
        count += 1
    lift(group)
    return count


@kernel
def find_more(search: TripleSearch) -> None:
    """Find the ends of all states; all arrays that are modified, but those of regions, are empty."""
    _list_states(search)
    _enter(search)
    for level in range(LEVELS):
        while search.span[level, 1]:
            _make_steps(_first_of(level, search), level, search)


@kernel
def _list_states(search: TripleSearch) -> None:
    """Write the boxes of all states, and the first cell of the player."""
    index = 0
    for c in range(len(search.cells)):
        for b in range(c):
            for a in range(b):
                row = search.region[index]
                for cell in range(len(row) - 1, -1, -1):
                    if row[cell] != _NOWHERE:
                        state = search.state[search.base[index] + row[cell]]
                        state[0], state[1], state[2], state[3] = a, b, c, cell
                index += 1


@kernel
def _enter(search: TripleSearch) -> None:
    """Queue all states in which boxes are on ends."""
    ends = search.ends
    for third in range(len(ends)):
        for second in range(third):
            for first in range(second):
                one, two, three = search.rank[ends[first]], search.rank[ends[second]], search.rank[ends[third]]
                index, low, high = triple_of(one, two, three), min(one, two, three), max(one, two, three)
                for player in range(len(search.near)):
                    part = search.region[index, player]
                    if not search.players[player] or part == _NOWHERE:
                        continue
                    state = search.base[index] + part
                    for end in (first, second, third):
                        rank = search.rank[ends[end]]
                        slot = 0 if rank == low else 2 if rank == high else 1
                        search.mask[0, state, slot] |= np.uint64(1) << np.uint64(end)
                    _put(state, 0, search)


@kernel
def _put(state: int, level: int, search: TripleSearch) -> None:
    """Queue a state at a level, unless it is."""
    if search.queued[level, state]:
        return
    search.queued[level, state] = 1
    span = search.span[level]
    search.queue[level, (span[0] + span[1]) % len(search.state)] = state
    span[1] += 1


@kernel
def _first_of(level: int, search: TripleSearch) -> int:
    """Take the first state of a level from the queue."""
    span = search.span[level]
    state = search.queue[level, span[0]]
    span[0] = (span[0] + 1) % len(search.state)
    span[1] -= 1
    search.queued[level, state] = 0
    return int(state)


@kernel
def _make_steps(state: int, level: int, search: TripleSearch) -> None:
    """Make all steps of a state."""
    group = search.group
    for slot in range(3):
        group.cell[slot] = search.cells[search.state[state, slot]]
        group.at[group.cell[slot]] = 1
    walk_around(int(np.int64(search.state[state, 3])), search.near, group)
    for slot in range(3):
        cell = int(np.int64(group.cell[slot]))
        for d in range(4):
            target, after = step_of(cell, d, search.pulled, search.near, group)
            if target >= 0 and search.rank[target] >= 0:
                _take_step(state, level, slot, d, target, after, search)
    lift(group)


@kernel
def _take_step(state: int, level: int, slot: int, d: int, target: int, after: int, search: TripleSearch) -> None:
    """Go from a state to the next one, in which the box of a slot is on a target, with what ends are left."""
    one, two = (1 if slot == 0 else 0), (1 if slot == 2 else 2)
    rank, row = search.rank[target], search.state[state]
    low, high = np.int64(row[one]), np.int64(row[two])
    index = triple_of(int(rank), int(low), int(high))
    onward = search.base[index] + search.region[index, after]
    place = (1 if rank > low else 0) + (1 if rank > high else 0)
    cell = search.cells[row[slot]]
    for vain in range(LEVELS - level):
        ends = search.mask[level, state, slot] & search.detour[vain, cell, d]
        if not ends:
            continue
        mask = search.mask[level + vain, onward]
        first, second = (1 if place == 0 else 0), (1 if place == 2 else 2)
        before = mask[0], mask[1], mask[2]
        mask[place] |= ends
        mask[first] |= search.mask[level, state, one]
        mask[second] |= search.mask[level, state, two]
        if mask[0] != before[0] or mask[1] != before[1] or mask[2] != before[2]:
            _put(onward, level + vain, search)


@kernel
def note_more(search: TripleSearch, conflicts: Conflicts) -> None:
    """Write what three boxes need over their regions, 0 where a pair of them needs as much, and who the third ones are.

    The table of pairs is known; that of third boxes is empty.
    """
    index = 0
    for c in range(len(search.cells)):
        for b in range(c):
            for a in range(b):
                one, two, three = pair_of(a, b), pair_of(a, c), pair_of(b, c)
                row, needing = search.region[index], False
                for cell in range(len(row)):
                    most = 0
                    if row[cell] != _NOWHERE:
                        most = _needed(search.base[index] + row[cell], search)
                    pairs = conflicts.more[one, cell], conflicts.more[two, cell], conflicts.more[three, cell]
                    row[cell] = most if most > max(pairs) else 0
                    needing = needing or row[cell] > 0
                if needing:
                    _mark(one, search.cells[c], conflicts.third)
                    _mark(two, search.cells[b], conflicts.third)
                    _mark(three, search.cells[a], conflicts.third)
                index += 1


@kernel
def _needed(state: int, search: TripleSearch) -> int:
    """What the boxes of a state need more."""
    for level in range(LEVELS):
        if search.mask[level, state, 0]:
            return 2 * level
    return 2 * LEVELS


@kernel(inline=True)
def _mark(pair: int, cell: int, third: NDArray[np.uint32]) -> None:
    """Note a cell of a third box of a pair; third: uint32 (pairs, words)."""
    third[pair, cell >> 5] |= np.uint32(1) << np.uint32(cell & 31)
