"""Groups of two, three or four boxes that are lost wherever the other boxes are.

A group is searched from its ends, without the other boxes and with the player's region. What cannot be done so cannot
be done among other boxes either. The ends are goals and the steps pulls. Or the ends are the first cells of boxes and
the steps pushes: then a group is lost if it cannot have come from the start.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import has
from generator.kernels import copy_into, kernel


class Groups(NamedTuple):
    """Which groups are lost; m cells on which boxes may stand, n cells in all.

    rank: int32 (n,) the number of a cell among the m, -1 for others. pairs, triples, quads: uint64 (groups, words) a
    bit for each cell of the player from which the group is not lost; (0, words) where that is not known. third: uint32
    (pairs, words) the cells of a third box with which a pair may be lost although no pair is. fourth: uint32 (triples,
    words) the same for a fourth box; either: uint32 (pairs, words) the third and the fourth boxes of these. some:
    uint64 (m, words) the cells of the player from which a box is not lost with every other one. partner: uint32 (m,
    words) the cells of other boxes with which it may be lost from these.
    """

    rank: NDArray[np.int32]
    pairs: NDArray[np.uint64]
    triples: NDArray[np.uint64]
    quads: NDArray[np.uint64]
    third: NDArray[np.uint32]
    fourth: NDArray[np.uint32]
    either: NDArray[np.uint32]
    some: NDArray[np.uint64]
    partner: NDArray[np.uint32]


class Group(NamedTuple):
    """A group as it is laid out alone, all modified; n cells.

    cell: int32 (size,) its boxes. at: uint8 (n,) whether a box is there. reach: int32 (n,) marks of the cells that the
    player walks to, valid where equal to mark: int64 (1,). queue: int16 (n,). stack: int16 (entries, size + 1) groups
    whose steps are still to be made, and the player.
    """

    cell: NDArray[np.int32]
    at: NDArray[np.uint8]
    reach: NDArray[np.int32]
    mark: NDArray[np.int64]
    queue: NDArray[np.int16]
    stack: NDArray[np.int16]


@kernel(inline=True)
def pair_of(a: int, b: int) -> int:
    """The index of a pair of ranks."""
    low, high = min(a, b), max(a, b)
    return high * (high - 1) // 2 + low


@kernel(inline=True)
def triple_of(a: int, b: int, c: int) -> int:
    """The index of three ranks."""
    low, high = min(a, b, c), max(a, b, c)
    return high * (high - 1) * (high - 2) // 6 + pair_of(low, a + b + c - low - high)


@kernel(inline=True)
def quad_of(a: int, b: int, c: int, d: int) -> int:
    """The index of four ranks."""
    if a < b:
        a, b = b, a
    if a < c:
        a, c = c, a
    if a < d:
        a, d = d, a
    return a * (a - 1) * (a - 2) * (a - 3) // 24 + triple_of(b, c, d)


@kernel
def _index(cell: NDArray[np.int32], rank: NDArray[np.int32]) -> int:
    """The index of a group of two, three or four; cell: int32 (size,). rank: int32 (n,)."""
    if len(cell) == 2:
        return pair_of(rank[cell[0]], rank[cell[1]])
    if len(cell) == 3:
        return triple_of(rank[cell[0]], rank[cell[1]], rank[cell[2]])
    return quad_of(rank[cell[0]], rank[cell[1]], rank[cell[2]], rank[cell[3]])


@kernel
def walk_around(player: int, near: NDArray[np.int16], group: Group) -> int:
    """Mark all cells that the player walks to, and return the least of them; near: int16 (n, 4)."""
    group.mark[0] += 1
    mark = group.mark[0]
    group.reach[player] = mark
    group.queue[0] = player
    least = player
    size = 1
    while size:
        size -= 1
        cell = group.queue[size]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and not group.at[other] and group.reach[other] != mark:
                group.reach[other] = mark
                group.queue[size] = other
                size += 1
                least = min(least, int(np.int64(other)))
    return least


@kernel
def meet_group(player: int, near: NDArray[np.int16], row: NDArray[np.uint64], top: int, group: Group) -> int:
    """Note in its row that the group is met with the player on a cell, and stack it, unless that is known.

    Returns the size of the stack, -1 where that is full. near: int16 (n, 4). row: uint64 (words,), modified.
    """
    if has(row, player):
        return top
    if top == len(group.stack):
        return -1
    row[player >> 6] |= np.uint64(1) << np.uint64(player & 63)
    group.queue[0] = player
    count = 1
    while count:
        count -= 1
        cell = group.queue[count]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and not group.at[other] and not has(row, other):
                row[other >> 6] |= np.uint64(1) << np.uint64(other & 63)
                group.queue[count] = other
                count += 1
    size = len(group.cell)
    for number in range(size):
        group.stack[top, number] = group.cell[number]
    group.stack[top, size] = player
    return top + 1


@kernel
def step_of(cell: int, d: int, pulled: bool, near: NDArray[np.int16], group: Group) -> tuple[int, int]:
    """Where a step takes a box and the player, (-1, -1) where it cannot be made; near: int16 (n, 4).

    The player's region is marked.
    """
    mark, target = group.mark[0], near[cell, d]
    if target < 0 or group.at[target]:
        return -1, -1
    if not pulled:
        source = near[cell, 3 - d]
        return (int(target), cell) if source >= 0 and group.reach[source] == mark else (-1, -1)
    player = near[target, d]
    if group.reach[target] != mark or player < 0 or group.at[player]:
        return -1, -1
    return int(target), int(player)


@kernel
def search_groups(
    ends: NDArray[np.int32],
    players: NDArray[np.uint8],
    pulled: bool,
    near: NDArray[np.int16],
    rank: NDArray[np.int32],
    rows: NDArray[np.uint64],
    group: Group,
) -> bool:
    """Fill rows, uint64 (groups, words), which are empty, for groups of one size; False where the stack is full.

    ends: int32 (ends, size). players: uint8 (n,) where the player may be in an end. pulled: whether steps are pulls.
    near: int16 (n, 4). rank: int32 (n,).
    """
    top, size = 0, ends.shape[1]
    for end in range(len(ends)):
        lay(ends[end], group)
        for player in range(len(near)):
            if players[player] and not group.at[player]:
                top = meet_group(player, near, rows[_index(group.cell, rank)], top, group)
                if top < 0:
                    return False
        lift(group)
    while top:
        top -= 1
        for number in range(size):
            group.cell[number] = group.stack[top, number]
            group.at[group.cell[number]] = 1
        top = _make_steps(int(np.int64(group.stack[top, size])), pulled, near, rank, rows, top, group)
        if top < 0:
            return False
        lift(group)
    return True


@kernel
def _make_steps(
    player: int,
    pulled: bool,
    near: NDArray[np.int16],
    rank: NDArray[np.int32],
    rows: NDArray[np.uint64],
    top: int,
    group: Group,
) -> int:
    """Make all steps of a group that is laid out, and return the size of the stack, -1 where it is full.

    near: int16 (n, 4). rank: int32 (n,). rows: uint64 (groups, words), modified.
    """
    walk_around(player, near, group)
    for number in range(len(group.cell)):
        cell = int(np.int64(group.cell[number]))
        for d in range(4):
            target, after = step_of(cell, d, pulled, near, group)
            if target < 0 or rank[target] < 0:
                continue
            group.cell[number], group.at[cell], group.at[target] = target, 0, 1
            top = meet_group(after, near, rows[_index(group.cell, rank)], top, group)
            group.cell[number], group.at[cell], group.at[target] = cell, 1, 0
            if top < 0:
                return top
    return top


@kernel
def lay(cells: NDArray[np.int32], group: Group) -> None:
    """Lay a group out; cells: int32 (size,)."""
    copy_into(group.cell, cells)
    for cell in cells:
        group.at[cell] = 1


@kernel
def lift(group: Group) -> None:
    """Take the group away."""
    for cell in group.cell:
        group.at[cell] = 0


@kernel(merged=True)
def is_lost(cell: int, player: int, word: NDArray[np.int32], groups: Groups) -> bool:
    """Whether the box that was moved to a cell is in a group that is lost; the player stands on a cell.

    Groups without it were no more lost before: its step did not touch them. word: int32 (w,) all boxes, of which there
    is another one, 32 cells each; there may be words more than cells need.
    """
    if len(groups.pairs) == 0:
        return False
    moved = groups.rank[cell]
    if not has(groups.some[moved], player):
        return True
    for index in range(groups.partner.shape[1]):
        left = groups.partner[moved, index] & np.uint32(word[index])
        other = 32 * index
        while left:
            if left & np.uint32(1) and _is_lost_with(moved, groups.rank[other], player, word, groups):
                return True
            left >>= np.uint32(1)
            other += 1
    return False


@kernel(merged=True)
def _is_lost_with(moved: int, second: int, player: int, word: NDArray[np.int32], groups: Groups) -> bool:
    """Whether two ranks are lost, alone or with one or two more boxes; word: int32 (w,) all boxes."""
    pair = pair_of(moved, second)
    if not has(groups.pairs[pair], player):
        return True
    if len(groups.triples) and _is_lost_with_third(moved, second, pair, player, word, groups):
        return True
    return bool(len(groups.quads) and _is_lost_with_two(moved, second, pair, player, word, groups))


@kernel
def _is_lost_with_third(one: int, two: int, pair: int, player: int, word: NDArray[np.int32], groups: Groups) -> bool:
    """Whether a pair of ranks, with its index, is lost with some third box; word: int32 (w,) all boxes."""
    for index in range(groups.third.shape[1]):
        left = groups.third[pair, index] & np.uint32(word[index])
        cell = 32 * index
        while left:
            if left & np.uint32(1):
                three = groups.rank[cell]
                if not has(groups.triples[triple_of(one, two, three)], player):
                    return True
            left >>= np.uint32(1)
            cell += 1
    return False


@kernel
def _is_lost_with_two(one: int, two: int, pair: int, player: int, word: NDArray[np.int32], groups: Groups) -> bool:
    """Whether a pair of ranks, with its index, is lost with two more boxes; word: int32 (w,) all boxes."""
    for index in range(groups.either.shape[1]):
        left = groups.either[pair, index] & np.uint32(word[index])
        cell = 32 * index
        while left:
            if left & np.uint32(1) and _is_lost_with_fourth(one, two, groups.rank[cell], player, word, groups):
                return True
            left >>= np.uint32(1)
            cell += 1
    return False


@kernel
def _is_lost_with_fourth(one: int, two: int, three: int, player: int, word: NDArray[np.int32], groups: Groups) -> bool:
    """Whether three ranks are lost with some fourth box; word: int32 (w,) all boxes."""
    fourth = groups.fourth[triple_of(one, two, three)]
    for index in range(len(fourth)):
        left = fourth[index] & np.uint32(word[index])
        cell = 32 * index
        while left:
            if left & np.uint32(1):
                four = groups.rank[cell]
                if not has(groups.quads[quad_of(one, two, three, four)], player):
                    return True
            left >>= np.uint32(1)
            cell += 1
    return False
