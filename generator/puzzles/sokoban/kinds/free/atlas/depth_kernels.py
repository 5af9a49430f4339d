"""The deepest levels of a room: searches backwards from sets of goals, in single moves or in pulls.

Most sets of goals are reached from few states, so a search of one takes a few microseconds. It grows layer by layer,
and all cells of the player with the same boxes grow at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.line_kernels import LINE
from generator.puzzles.sokoban.kinds.free.atlas.candidate_kernels import (
    MOVES,
    PUSHES,
    Ways,
    find_candidates,
)
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import (
    ANY,
    MOST_CELLS,
    Ints,
    Longs,
    Room,
    by_rows,
    lowest,
    near,
    pullable,
    read_room,
    region_of,
    turned,
)
from generator.puzzles.sokoban.kinds.free.atlas.row_kernels import PARTS
from generator.puzzles.sokoban.kinds.free.atlas.walk_kernels import Walks, find_walks

DEPTH, LEVELS, ROOM, GOALS, BOXES, PLAYER = range(6)
"""What a record holds: a depth, how many levels have it, and the first of them."""


class DepthSearch(NamedTuple):
    """Work space, all arrays modified; `met` and `grown` are 0 between two searches.

    A layer is a list of sets of boxes, each with the cells on which the player may stand.

    met: uint16 (sets,) the cells that were met with each set. grown: uint16 (sets,) those of the next layer.
    layer: int32 (sets,) the sets of this layer. cells: int32 (sets,) the player's cells with each of them.
    next: int32 (sets,) the sets of the next layer. touched: int32 (sets,) all that were met.
    pulls: int64 (sets,) the cells from which the player pulls any box, and in the bits above the number of the room of
    which this is known; 0 before the first one.
    depths: int64 (2, 16) what is known of an aim and a number of boxes.
    found: int64 (6,) the record of a room, its levels counted once for every symmetry that keeps them.
    """

    met: NDArray[np.uint16]
    grown: NDArray[np.uint16]
    layer: Ints
    cells: Ints
    next: Ints
    touched: Ints
    pulls: Longs
    depths: Longs
    found: Longs


@kernel
def _search_room(number: Int, room: Room, walks: Walks, ways: Ways, search: DepthSearch, records: Longs) -> None:
    """Renew the records by the levels of a room.

    number: of the room. records: int64 (2, 16, 6) by aim and number of boxes, modified. A record without levels has the
    least depth that is asked for.
    """
    find_walks(room, walks)
    for aim in range(2):
        for boxes in range(1, room.facts[0] - 1):
            search.depths[aim, boxes] = max(records[aim, boxes, DEPTH], 1)
        find_candidates(aim, search.depths[aim], room, walks, ways)
    for aim in range(2):
        for boxes in range(1, room.facts[0] - 1):
            record, found = records[aim, boxes], search.found
            found[:] = 0
            found[DEPTH] = search.depths[aim, boxes]
            _search_candidates(aim, boxes, room, ways, search)
            if found[LEVELS]:
                levels = found[LEVELS] // room.facts[1]
                if found[DEPTH] > record[DEPTH] or not record[LEVELS]:
                    copy_into(record, found)
                    record[LEVELS], record[ROOM] = 0, number
                    record[GOALS], record[BOXES] = by_rows(found[GOALS], room), by_rows(found[BOXES], room)
                    record[PLAYER] = lowest(by_rows(1 << found[PLAYER], room))
                record[LEVELS] += levels


@kernel
def _search_candidates(aim: Int, boxes: Int, room: Room, ways: Ways, search: DepthSearch) -> None:
    """Search from all goals for so many boxes that may be as deep as what is known.

    Where no level needs as many moves as are asked for pushes, none needs as many pushes.
    """
    candidates, sized = ways.candidates, ways.sized
    for part in range(PARTS):
        lines = candidates.lines[aim, part] & sized.lines[boxes, part]
        while lines:
            first = LINE * (64 * part + trailing_zeros(lines))
            lines &= lines - np.uint64(1)
            for word in range(first, first + LINE):
                left = candidates.words[aim, word] & sized.words[boxes, word]
                while left:
                    bit = left & (~left + np.uint64(1))
                    left ^= bit
                    depth = _search_goals(aim, 64 * word + trailing_zeros(bit), room, search)
                    if aim == MOVES and depth < search.depths[PUSHES, boxes]:
                        candidates.words[PUSHES, word] &= ~bit


@kernel
def _search_goals(aim: Int, goals: Int, room: Room, search: DepthSearch) -> Int:
    """Renew what was found in a room by the levels with some goals; returns the depth of the deepest."""
    everywhere = (1 << room.facts[0]) - 1
    size = _add(goals, everywhere & ~goals, 0, search)
    seen, depth = _settle(size, 0, search), 0
    while True:
        grown: Int = 0
        for index in range(size):
            boxes, cells = np.int64(search.layer[index]), np.int64(search.cells[index])
            if aim == MOVES:
                grown = _add(boxes, near(ANY, cells, room) & ~boxes, grown, search)
            if cells & _pulls(boxes, room, search):
                grown = _pull(aim, boxes, cells, grown, room, search)
        if not grown:
            break
        size, seen, depth = grown, _settle(grown, seen, search), depth + 1
    if depth >= search.found[DEPTH]:
        _count(aim, goals, depth, size, room, search)
    for index in range(seen):
        search.met[search.touched[index]] = 0
    return depth


@kernel(inline=True)
def _pulls(boxes: Int, room: Room, search: DepthSearch) -> Int:
    """The cells from which the player pulls any box."""
    if search.pulls[boxes] >> MOST_CELLS != room.facts[2]:
        free = ((1 << room.facts[0]) - 1) & ~boxes
        found: Int = room.facts[2] << MOST_CELLS
        for d in range(4):
            found |= pullable(d, boxes, free, free, room)
        search.pulls[boxes] = found
    return np.int64(search.pulls[boxes])


@kernel(inline=True)
def _pull(aim: Int, boxes: Int, cells: Int, grown: Int, room: Room, search: DepthSearch) -> Int:
    """Put all to which one pull leads from some cells of the player into the next layer; returns its size."""
    free = ((1 << room.facts[0]) - 1) & ~boxes
    for d in range(4):
        left = pullable(d, boxes, cells, free, room)
        while left:
            cell = lowest(left)
            left &= left - 1
            pulled = boxes ^ 1 << room.sides[3 - d, cell] ^ 1 << cell
            ahead = room.sides[d, cell]
            if aim == MOVES:
                grown = _add(pulled, 1 << ahead, grown, search)
            elif not (search.met[pulled] | search.grown[pulled]) >> ahead & 1:
                region = region_of(ahead, ((1 << room.facts[0]) - 1) & ~pulled, room)
                grown = _add(pulled, region, grown, search)
    return grown


@kernel(inline=True)
def _add(boxes: Int, cells: Int, size: Int, search: DepthSearch) -> Int:
    """Put the cells that are new to a set of boxes into the next layer; returns its size."""
    fresh: Int = cells & ~search.met[boxes]
    if fresh:
        if not search.grown[boxes]:
            search.next[size] = boxes
            size += 1
        search.grown[boxes] |= fresh
    return size


@kernel(inline=True)
def _settle(size: Int, seen: Int, search: DepthSearch) -> Int:
    """Make the next layer the present one; returns how many sets of boxes were met so far."""
    for index in range(size):
        boxes = search.next[index]
        if not search.met[boxes]:
            search.touched[seen] = boxes
            seen += 1
        search.layer[index], search.cells[index] = boxes, search.grown[boxes]
        search.met[boxes] |= search.grown[boxes]
        search.grown[boxes] = 0
    return seen


@kernel
def _count(aim: Int, goals: Int, depth: Int, size: Int, room: Room, search: DepthSearch) -> None:
    """Count the levels of a layer as many times as symmetries of the room keep them (Burnside)."""
    found = search.found
    if depth > found[DEPTH] or not found[LEVELS]:
        found[DEPTH], found[LEVELS], found[GOALS] = depth, 0, goals
        found[BOXES], found[PLAYER] = search.layer[0], lowest(search.cells[0])
    for symmetry in range(room.facts[1]):
        if turned(goals, symmetry, room) == goals:
            for index in range(size):
                found[LEVELS] += _kept(aim, symmetry, search.layer[index], search.cells[index], room)


@kernel
def _kept(aim: Int, symmetry: Int, boxes: Int, cells: Int, room: Room) -> Int:
    """How many levels with so many cells of the player a symmetry puts on themselves."""
    kept: Int = 0
    if turned(boxes, symmetry, room) == boxes:
        while cells:
            begin = 1 << lowest(cells)
            if aim == PUSHES:
                begin = region_of(lowest(cells), cells, room)
            cells &= ~begin
            kept += turned(begin, symmetry, room) == begin
    return kept


@kernel
def search_rooms(rooms: Longs, room: Room, walks: Walks, ways: Ways, search: DepthSearch, records: Longs) -> None:
    """Renew the records by all levels of rooms of as many cells. rooms: int64 (n, 16). The rest: see `_search_room`."""
    for number in range(len(rooms)):
        read_room(rooms[number], room)
        _search_room(number, room, walks, ways, search, records)
