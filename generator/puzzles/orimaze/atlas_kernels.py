"""All positions of a chapter of the atlas, those with the same number of H in each row, component by component.

The row of a position is one of the patterns with its number of H, and the position is a number of mixed radix, one
digit for each row. With its free cell that makes its place among all positions of the chapter.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE
from generator.kernels import kernel
from generator.puzzles.orimaze.graph_kernels import diameter, spread
from generator.puzzles.orimaze.kernel_constants import CORNER, FREE, WAYS
from generator.puzzles.orimaze.position_kernels import moved, next_cell

UNSEEN = 0
"""In the list of what was seen: the place was not; other places have 1 and the number within their component."""


class Patterns(NamedTuple):
    """The rows of the positions of a chapter.

    row: int64 (height, most), the patterns of each row. sizes: int64 (height,), how many there are. rank: int64
    (2^width,), the number of a pattern among those with as many H. factor: int64 (height,), what a digit counts.
    """

    row: NDArray[np.int64]
    sizes: NDArray[np.int64]
    rank: NDArray[np.int64]
    factor: NDArray[np.int64]


class Members(NamedTuple):
    """The positions of a component.

    pieces: uint64 (most,). place: int64 (most,). neighbours: int32 (most, 4), by way. distance, order: int32
    (3, most), for searches.
    """

    pieces: NDArray[np.uint64]
    place: NDArray[np.int64]
    neighbours: NDArray[np.int32]
    distance: NDArray[np.int32]
    order: NDArray[np.int32]


@kernel
def pieces_of(patterns: Patterns, number: int, width: int) -> np.uint64:
    """The pieces H of the position of a number."""
    pieces = np.uint64(0)
    for row in range(len(patterns.sizes)):
        digit = number // patterns.factor[row] % patterns.sizes[row]
        pieces |= np.uint64(patterns.row[row, digit]) << np.uint64(row * width)
    return pieces


@kernel
def number_of(patterns: Patterns, pieces: np.uint64, width: int) -> int:
    """The number of the position with these pieces H."""
    number = 0
    for row in range(len(patterns.sizes)):
        pattern = np.int64(pieces >> np.uint64(row * width)) & ((1 << width) - 1)
        number += patterns.rank[pattern] * patterns.factor[row]
    return int(number)


@kernel
def gather(patterns: Patterns, width: int, place: int, seen: NDArray[np.int32], members: Members) -> int:
    """List the component of a place, and return how many positions it has, or FREE where there is no room for them.

    seen: int32 (places,), UNSEEN or 1 and the number within the component. `seen` and `members` are modified.
    """
    height = len(patterns.sizes)
    cells = width * height
    members.place[0] = place
    members.pieces[0] = pieces_of(patterns, place // cells, width)
    seen[place] = 1
    head, tail = 0, 1
    while head < tail:
        pieces, free = members.pieces[head], members.place[head] % cells
        base = members.place[head] - free
        for way in range(WAYS):
            cell = next_cell(pieces, free, way, width, height)
            members.neighbours[head, way] = FREE
            if cell == FREE:
                continue
            after, there = moved(pieces, free, cell), base + cell
            if after != pieces:
                there = number_of(patterns, after, width) * cells + cell
            if seen[there] == UNSEEN:
                if tail == len(members.place):
                    return FREE
                members.pieces[tail], members.place[tail] = after, there
                tail += 1
                seen[there] = tail
            members.neighbours[head, way] = seen[there] - 1
        head += 1
    return tail


@kernel
def deepest(members: Members, count: int) -> tuple[int, int]:
    """How deep a component is and the number of its deepest position, an H in the corner being looked for.

    The depth is FREE where it has no such position. `members` is modified.
    """
    begun = 0
    for number in range(count):
        members.distance[0, number] = FREE
        if members.pieces[number] & ONE:
            members.distance[0, number] = 0
            members.order[0, begun] = number
            begun += 1
    if begun == 0:
        return FREE, 0
    spread(members.neighbours, members.distance[0], members.order[0], begun)
    last = int(members.order[0, count - 1])
    return int(members.distance[0, last]), last


@kernel
def shallowest(found: NDArray[np.int64]) -> int:
    """The last of the rows with the least depth; found: int64 (most, 6), as in `sweep`."""
    last = 0
    for row in range(len(found)):
        if found[row, 1] <= found[last, 1]:
            last = row
    return last


@kernel
def sweep(
    patterns: Patterns,
    width: int,
    kind: int,
    seen: NDArray[np.int32],
    members: Members,
    figures: NDArray[np.int64],
    found: NDArray[np.int64],
) -> int:
    """Find all components of a chapter, and return how many are listed; FREE where there is no room for one.

    seen: int32 (places,), UNSEEN everywhere. kind: CORNER or ARRANGEMENT. figures: int64 (5,), counts components,
    positions, components with a level, and those levels, and the greatest component. found: int64 (most, 6), the
    deepest components, of equals the first. Each has its size, its depth, and its deepest level: the pieces and the
    free cell, and those of the goal. `seen`, `members`, `figures` and `found` are modified. A component of n positions
    is less than n deep, so with ARRANGEMENT those that are too small are not looked into.
    """
    listed, least = 0, 1
    cells = width * len(patterns.sizes)
    for place in range(len(seen)):
        if seen[place] != UNSEEN or pieces_of(patterns, place // cells, width) >> np.uint64(place % cells) & ONE:
            continue
        count = gather(patterns, width, place, seen, members)
        if count == FREE:
            return FREE
        figures[0] += 1
        figures[1] += count
        figures[4] = max(figures[4], count)
        depth, start, goal = 0, 0, 0
        if kind == CORNER:
            depth, start = deepest(members, count)
            if depth > 0:
                figures[2] += 1
                for number in range(count):
                    figures[3] += members.distance[0, number] > 0
        elif count > 1:
            figures[2] += 1
            figures[3] += count * (count - 1)
            if count > least:
                depth, start, goal, _ = diameter(members.neighbours, count, members.distance, members.order, count)
        if depth >= least:
            row = listed if listed < len(found) else shallowest(found)
            listed = max(listed, row + 1)
            found[row, 0], found[row, 1] = count, depth
            found[row, 2], found[row, 3] = np.int64(members.pieces[start]), members.place[start] % cells
            found[row, 4], found[row, 5] = np.int64(members.pieces[goal]), members.place[goal] % cells
            if listed == len(found):
                least = found[shallowest(found), 1] + 1
    return listed
