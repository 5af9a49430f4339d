"""Which sets of goals may have a level of some depth: longest ways backwards, for all sets of boxes at once.

Sets of boxes are bits: set s is bit s & 63 of word s >> 6. For a cell x and a length m, P holds the sets of boxes with
which a way of m moves or more begins with a pull from x; A those with which it begins with the player on e. A pull
moves all sets with a box behind x and none on x and ahead by the same number of bits. Walks within a set of boxes are
shortest ones, whose lengths are known. A way may meet a state twice, so it may be longer than any level; it is never
shorter, because a shortest way walks by shortest walks between its pulls.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import Longs, Room, lowest

MOVES, PUSHES = 0, 1
NO_WALK = -1
RECENT = 16
"""Lengths of ways that are kept: a walk takes no more than 15 moves."""


class Ways(NamedTuple):
    """Work space, all arrays modified but the first two. Words are those of sets of boxes, uint64.

    taken: (cells, words) the sets with a box on a cell. sized: (cells + 1, words) those with so many boxes. walks:
    (walks, words) the sets with which a walk between two cells takes a number of moves, of `ends`: int64 (walks, 3).
    walk: int64 (cells, cells, cells) the number of a walk by its ends and moves, or NO_WALK. pulled: (16, cells, words)
    P of a length modulo 16; some: int64 (16, cells) whether it holds any. begun: (cells, words) A of the last length.
    reached: (cells, words) the sets with which a search for walks met a cell, or never will. alive: (words,) the sets
    that are asked for. candidates: (2, words) the result, by aim.
    """

    taken: Words
    sized: Words
    walks: Words
    ends: Longs
    pulled: Words
    some: Longs
    begun: Words
    reached: Words
    walk: NDArray[np.int64]
    alive: Words
    candidates: Words


@kernel
def find_walks(room: Room, ways: Ways) -> Int:
    """List the shortest walks from each cell to itself and later ones, with the sets of boxes; returns how many."""
    cells = room.facts[0]
    ways.walk[:cells, :cells, :cells] = NO_WALK
    count: Int = 0
    for start in range(cells):
        for cell in range(start, cells):
            for word in range(ways.alive.size):
                ways.reached[cell, word] = ways.taken[cell, word]
        for word in range(ways.alive.size):
            ways.walks[count, word] = ~ways.taken[start, word]
        count = _list_walk(start, start, 0, count, ways)
        layer: Int = 1 << start
        distance: Int = 0
        while layer:
            distance += 1
            left: Int = room.beside[layer]
            grown: Int = 0
            while left:
                side = lowest(left)
                left &= left - 1
                if side >= start and _grow_walk(start, side, distance, count, room, ways):
                    count = _list_walk(start, side, distance, count, ways)
                if ways.walk[start, side, distance] != NO_WALK:
                    grown |= 1 << side
            layer = grown if distance < cells - 1 else 0
    return count


@kernel
def _list_walk(start: Int, cell: Int, distance: Int, count: Int, ways: Ways) -> Int:
    """List the walk that was written last, for both ways; returns how many there are."""
    ways.ends[count, 0], ways.ends[count, 1], ways.ends[count, 2] = start, cell, distance
    ways.walk[start, cell, distance] = ways.walk[cell, start, distance] = count
    reached, walk = ways.reached[cell], ways.walks[count]
    _unite(reached, walk)
    return count + 1


@kernel
def _grow_walk(start: Int, cell: Int, distance: Int, count: Int, room: Room, ways: Ways) -> bool:
    """Write the sets with which a cell is reached first after so many moves; returns whether there are any."""
    grown, reached = ways.walks[count], ways.reached[cell]
    for word in range(grown.size):
        grown[word] = 0
    for d in range(4):
        side = room.sides[d, cell]
        if side >= 0 and ways.walk[start, side, distance - 1] != NO_WALK:
            _unite(grown, ways.walks[ways.walk[start, side, distance - 1]])
    found = np.uint64(0)
    for word in range(grown.size):
        grown[word] &= ~reached[word]
        found |= grown[word]
    return bool(found)


@kernel
def _unite(target: Words, source: Words) -> None:
    """Add the bits of one row of words to another. target: uint64 (n,), modified. source: alike."""
    for word in range(target.size):
        target[word] |= source[word]


@kernel
def _unite_both(target: Words, one: Words, other: Words) -> None:
    """Add the bits that two rows of words share to a third. target: uint64 (n,), modified. one, other: alike."""
    for word in range(target.size):
        target[word] |= one[word] & other[word]


@kernel
def find_candidates(aim: Int, depths: Longs, walks: Int, room: Room, ways: Ways) -> None:
    """Find the sets of goals that may have a level as deep as is asked for their number of boxes.

    depths: int64 (16,) by number of boxes, 1 or more; 0 where none is asked for. walks: how many were found.
    """
    cells = room.facts[0]
    ways.candidates[aim] = 0
    ways.alive[:] = 0
    for boxes in range(1, cells - 1):
        if depths[boxes]:
            _unite(ways.alive, ways.sized[boxes])
    for cell in range(cells):
        ways.some[0, cell] = 1
        for word in range(ways.alive.size):
            ways.begun[cell, word] = ways.alive[word] & ~ways.taken[cell, word]
            ways.pulled[0, cell, word] = ways.alive[word]
    length, more = 0, True
    while more:
        length += 1
        more = _pull_all(length, room, ways)
        for boxes in range(1, cells - 1):
            if depths[boxes] == length:
                for cell in range(cells):
                    _unite_both(ways.candidates[aim], ways.pulled[length % RECENT, cell], ways.sized[boxes])
                for word in range(ways.alive.size):
                    ways.alive[word] &= ~ways.sized[boxes, word]
        if more:
            _walk_all(aim, length, walks, room, ways)


@kernel
def _pull_all(length: Int, room: Room, ways: Ways) -> bool:
    """Find P of a length from A of the length before; returns whether it holds any set."""
    anything = np.uint64(0)
    for cell in range(room.facts[0]):
        pulled = ways.pulled[length % RECENT, cell]
        for word in range(pulled.size):
            pulled[word] = 0
        for d in range(4):
            ahead, behind = room.sides[d, cell], room.sides[3 - d, cell]
            if ahead >= 0 and behind >= 0:
                _pull(cell, behind, ways.begun[ahead], pulled, ways)
        found = np.uint64(0)
        for word in range(pulled.size):
            pulled[word] &= ways.alive[word]
            found |= pulled[word]
        ways.some[length % RECENT, cell] = found != 0
        anything |= found
    return bool(anything)


@kernel
def _pull(cell: Int, behind: Int, begun: Words, pulled: Words, ways: Ways) -> None:
    """Add the sets with a box behind a cell that is free, where the pull leads to one that has begun.

    begun: uint64 (words,) A of the cell ahead. pulled: uint64 (words,) P of the cell, modified.
    """
    shift = int((1 << cell) >> 6) - int((1 << behind) >> 6)
    left = np.uint64(1 << behind if behind < 6 else 0)
    right = np.uint64(1 << cell if cell < 6 else 0)
    first, words = max(0, -shift), pulled.size - abs(shift)
    target, source = pulled[first : first + words], begun[first + shift : first + shift + words]
    box, none = ways.taken[behind, first : first + words], ways.taken[cell, first : first + words]
    for word in range(words):
        target[word] |= ((source[word] << left) >> right) & box[word] & ~none[word]


@kernel
def _walk_all(aim: Int, length: Int, walks: Int, room: Room, ways: Ways) -> None:
    """Find A of a length: a walk, and a pull from its end where more moves are left."""
    for cell in range(room.facts[0]):
        begun = ways.begun[cell]
        for word in range(begun.size):
            begun[word] = 0
    for walk in range(walks):
        start, end, moves = ways.ends[walk]
        at = max(0, length - moves if aim == MOVES else length) % RECENT
        if moves >= length and aim == MOVES:
            _unite_both(ways.begun[start], ways.walks[walk], ways.alive)
            _unite_both(ways.begun[end], ways.walks[walk], ways.alive)
            continue
        if ways.some[at, end]:
            _unite_both(ways.begun[start], ways.walks[walk], ways.pulled[at, end])
        if start != end and ways.some[at, start]:
            _unite_both(ways.begun[end], ways.walks[walk], ways.pulled[at, start])


@kernel
def prepare(cells: Int, ways: Ways) -> None:
    """Fill the tables that all rooms of a number of cells share."""
    ways.taken[:] = 0
    ways.sized[:] = 0
    for boxes in range(1 << cells):
        size = 0
        bit = np.uint64(1) << np.uint64(boxes & 63)
        for cell in range(cells):
            if boxes >> cell & 1:
                ways.taken[cell, boxes >> 6] |= bit
                size += 1
        ways.sized[size, boxes >> 6] |= bit
