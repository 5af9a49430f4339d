"""Which sets of goals may have a level of some depth: longest ways backwards, for all sets of boxes at once.

For a cell x and a length m, P holds the sets of boxes with which a way of m moves or more begins with a pull from x; A
those with which it begins with the player on x. A pull moves all sets with a box behind x and none on x and ahead by
the same number of bits. Walks within a set of boxes are shortest ones, whose lengths are known. A way may meet a state
twice, so it may be longer than any level; it is never shorter, because a shortest way walks by shortest walks between
its pulls.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, trailing_zeros
from generator.kernels import kernel
from generator.line_kernels import LINE, both, either, load, shifted, some, store
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import ANY, Longs, Room, lowest, near
from generator.puzzles.sokoban.kinds.free.atlas.row_kernels import (
    PARTS,
    Rows,
    clear,
    leave_out,
    mark,
    unite,
    unite_common,
    unite_others,
)

MOVES, PUSHES = 0, 1
NO_WALK = -1
RECENT = 16
"""Lengths of ways that are kept: a walk takes no more than 15 moves."""


class Ways(NamedTuple):
    """Work space, all arrays modified but the first three.

    taken: (cells, words) the sets with a box on a cell. free: (cells, words) those without. sized: (cells + 1, words)
    those with so many boxes. walks: (walks, words) the sets with which a walk between two cells takes a number of
    moves, of `ends`: int64 (walks, 3). walk: int64 (cells, cells, cells) the number of a walk by its ends and moves, or
    NO_WALK. far: (16, cells, words) the sets with which some walk from a cell takes so many moves or more. pulled: (16,
    cells, words) P of a length modulo 16. begun: (cells, words) A of the last length. reached: (cells, words) the sets
    with which a search for walks met a cell. alive: (1, words) the sets that are asked for. candidates: (2, words) the
    result, by aim.
    """

    taken: Rows
    free: Rows
    sized: Rows
    walks: Rows
    ends: Longs
    walk: NDArray[np.int64]
    far: Rows
    pulled: Rows
    begun: Rows
    reached: Rows
    alive: Rows
    candidates: Rows


@kernel
def find_walks(room: Room, ways: Ways) -> Int:
    """List the shortest walks from each cell to itself and later ones, with the sets of boxes; returns how many."""
    cells = room.facts[0]
    ways.walk[:cells, :cells, :cells] = NO_WALK
    count: Int = 0
    for start in range(cells):
        for cell in range(start, cells):
            clear(ways.reached.words[cell], ways.reached.lines[cell])
        clear(ways.walks.words[count], ways.walks.lines[count])
        unite(ways.free.words[start], ways.free.lines[start], ways.walks.words[count], ways.walks.lines[count])
        count = _list_walk(start, start, 0, count, ways)
        layer: Int = 1 << start
        distance: Int = 0
        while layer:
            distance += 1
            left: Int = near(ANY, layer, room)
            grown: Int = 0
            while left:
                side = lowest(left)
                left &= left - 1
                if side >= start and _grow_walk(start, side, distance, count, room, ways):
                    count = _list_walk(start, side, distance, count, ways)
                if ways.walk[start, side, distance] != NO_WALK:
                    grown |= 1 << side
            layer = grown if distance < cells - 1 else 0
    _find_far(count, cells, ways)
    return count


@kernel
def _list_walk(start: Int, cell: Int, distance: Int, count: Int, ways: Ways) -> Int:
    """List the walk that was written last, for both ways; returns how many there are."""
    ways.ends[count, 0], ways.ends[count, 1], ways.ends[count, 2] = start, cell, distance
    ways.walk[start, cell, distance] = ways.walk[cell, start, distance] = count
    unite(ways.walks.words[count], ways.walks.lines[count], ways.reached.words[cell], ways.reached.lines[cell])
    return count + 1


@kernel
def _grow_walk(start: Int, cell: Int, distance: Int, count: Int, room: Room, ways: Ways) -> bool:
    """Write the sets with which a cell is reached first after so many moves; returns whether there are any."""
    grown, lines = ways.walks.words[count], ways.walks.lines[count]
    clear(grown, lines)
    for d in range(4):
        side = room.sides[d, cell]
        if side >= 0 and ways.walk[start, side, distance - 1] != NO_WALK:
            walk = ways.walk[start, side, distance - 1]
            unite_others(ways.walks.words[walk], ways.walks.lines[walk], ways.reached.words[cell], grown, lines)
    leave_out(ways.taken.words[cell], grown, lines)
    return bool(lines[0] | lines[1])


@kernel
def _find_far(walks: Int, cells: Int, ways: Ways) -> None:
    """Fill `far`: what is so far or farther is one move farther, or ends a walk of so many moves."""
    for moves in range(RECENT - 1, 0, -1):
        words, lines = ways.far.words[moves], ways.far.lines[moves]
        for cell in range(cells):
            clear(words[cell], lines[cell])
            if moves < RECENT - 1:
                unite(ways.far.words[moves + 1, cell], ways.far.lines[moves + 1, cell], words[cell], lines[cell])
        for walk in range(walks):
            if ways.ends[walk, 2] == moves:
                for end in range(2):
                    cell = ways.ends[walk, end]
                    unite(ways.walks.words[walk], ways.walks.lines[walk], words[cell], lines[cell])


@kernel
def find_candidates(aim: Int, depths: Longs, walks: Int, room: Room, ways: Ways) -> None:
    """Find the sets of goals that may have a level as deep as is asked for their number of boxes.

    depths: int64 (16,) by number of boxes, 1 or more; 0 where none is asked for. walks: how many were found.
    """
    cells, sized = room.facts[0], ways.sized
    alive, alive_lines = ways.alive.words[0], ways.alive.lines[0]
    candidates, lines = ways.candidates.words[aim], ways.candidates.lines[aim]
    clear(candidates, lines)
    clear(alive, alive_lines)
    for boxes in range(1, cells - 1):
        if depths[boxes]:
            unite(sized.words[boxes], sized.lines[boxes], alive, alive_lines)
    for cell in range(cells):
        _begin_alive(cell, ways.free.words[cell], ways.free.lines[cell], ways)
        clear(ways.pulled.words[0, cell], ways.pulled.lines[0, cell])
        unite(alive, alive_lines, ways.pulled.words[0, cell], ways.pulled.lines[0, cell])
    length, more = 0, True
    while more:
        length += 1
        more = _pull_all(length, room, ways)
        pulled, pulled_lines = ways.pulled.words[length % RECENT], ways.pulled.lines[length % RECENT]
        for boxes in range(1, cells - 1):
            if depths[boxes] == length:
                those, their_lines = sized.words[boxes], sized.lines[boxes]
                for cell in range(cells):
                    unite_common(those, their_lines, pulled[cell], pulled_lines[cell], candidates, lines)
                leave_out(those, alive, alive_lines)
        if more:
            _walk_all(aim, length, walks, room, ways)


@kernel
def _begin_alive(cell: Int, sets: Words, lines: Words, ways: Ways) -> None:
    """Make A of a cell those of some sets that are asked for. sets: uint64 (words,), lines: uint64 (2,)."""
    begun, begun_lines = ways.begun.words[cell], ways.begun.lines[cell]
    clear(begun, begun_lines)
    unite_common(ways.alive.words[0], ways.alive.lines[0], sets, lines, begun, begun_lines)


@kernel
def _pull_all(length: Int, room: Room, ways: Ways) -> bool:
    """Find P of a length from A of the length before; returns whether it may hold any set."""
    anything = np.uint64(0)
    for cell in range(room.facts[0]):
        pulled, lines = ways.pulled.words[length % RECENT, cell], ways.pulled.lines[length % RECENT, cell]
        clear(pulled, lines)
        for d in range(4):
            ahead, behind = room.sides[d, cell], room.sides[3 - d, cell]
            if ahead >= 0 and behind >= 0:
                _pull(cell, behind, ahead, pulled, lines, ways)
        anything |= lines[0] | lines[1]
    return bool(anything)


@kernel
def _pull(cell: Int, behind: Int, ahead: Int, pulled: Words, lines: Words, ways: Ways) -> None:
    """Add the sets with a box behind a cell that is free, where the pull leads to one that has begun ahead.

    pulled: uint64 (words,) P of the cell, lines: uint64 (2,), both modified. A line without a set may be marked.
    """
    shift = int((1 << cell) >> 6) - int((1 << behind) >> 6)
    left = np.uint64(1 << behind if behind < 6 else 0)
    right = np.uint64(1 << cell if cell < 6 else 0)
    begun, alive = ways.begun.words[ahead], ways.alive.words[0]
    box, none = ways.taken.words[behind], ways.free.words[cell]
    for part in range(PARTS):
        waiting = ways.begun.lines[ahead, part] & ways.taken.lines[cell, part] & ways.free.lines[behind, part]
        while waiting:
            begin: Int = LINE * (64 * part + trailing_zeros(waiting)) - shift
            waiting &= waiting - np.uint64(1)
            first: Int = max(0, begin)
            last: Int = min(pulled.size, begin + LINE) - 1
            if last - first == LINE - 1:
                moved = both(shifted(load(begun, first + shift), left, right), load(alive, first))
                moved = both(moved, both(load(box, first), load(none, first)))
                if not some(moved):
                    continue
                store(pulled, first, either(load(pulled, first), moved))
            else:
                for word in range(first, last + 1):
                    pulled[word] |= (begun[word + shift] << left >> right) & alive[word] & box[word] & none[word]
            if first <= last:
                mark(first // LINE, lines)
                mark(last // LINE, lines)


@kernel
def _walk_all(aim: Int, length: Int, walks: Int, room: Room, ways: Ways) -> None:
    """Find A of a length: a walk, and a pull from its end where more moves are left."""
    far = length if aim == MOVES and length < RECENT else 0
    for cell in range(room.facts[0]):
        if far:
            _begin_alive(cell, ways.far.words[far, cell], ways.far.lines[far, cell], ways)
        else:
            clear(ways.begun.words[cell], ways.begun.lines[cell])
    for walk in range(walks):
        start, end, moves = ways.ends[walk]
        if moves < length or aim == PUSHES:
            at = (length - moves if aim == MOVES else length) % RECENT
            _begin(start, walk, at, end, ways)
            if start != end:
                _begin(end, walk, at, start, ways)


@kernel
def _begin(cell: Int, walk: Int, at: Int, end: Int, ways: Ways) -> None:
    """Add to A of a cell the sets with a walk to an end, and a pull from there."""
    walked, walked_lines = ways.walks.words[walk], ways.walks.lines[walk]
    pulled, pulled_lines = ways.pulled.words[at, end], ways.pulled.lines[at, end]
    unite_common(walked, walked_lines, pulled, pulled_lines, ways.begun.words[cell], ways.begun.lines[cell])


@kernel
def prepare(cells: Int, ways: Ways) -> None:
    """Fill the tables that all rooms of a number of cells share; they are 0 before."""
    for boxes in range(1 << cells):
        size = 0
        bit = np.uint64(1) << np.uint64(boxes & 63)
        for cell in range(cells):
            if boxes >> cell & 1:
                ways.taken.words[cell, boxes >> 6] |= bit
                mark(boxes >> 9, ways.taken.lines[cell])
                size += 1
            else:
                ways.free.words[cell, boxes >> 6] |= bit
                mark(boxes >> 9, ways.free.lines[cell])
        ways.sized.words[size, boxes >> 6] |= bit
        mark(boxes >> 9, ways.sized.lines[size])
