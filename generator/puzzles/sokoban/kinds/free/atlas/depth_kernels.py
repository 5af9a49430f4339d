"""The deepest levels of a room: searches backwards from 64 sets of goals at once, in single moves or in pulls.

A word of 64 bits says from which of the goals a state was reached; the words of all states grow layer by layer.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, population, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.line_kernels import LINE, both, load, some
from generator.puzzles.sokoban.kinds.free.atlas.candidate_kernels import (
    MOVES,
    PUSHES,
    Ways,
    find_candidates,
    find_walks,
)
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import (
    Ints,
    Longs,
    Room,
    lowest,
    pullable,
    read_room,
    region_of,
    turned,
)

SEEN, NEW, GROWN = range(3)
BATCH = 64
DEPTH, LEVELS, ROOM, GOALS, BOXES, PLAYER = range(6)
"""What a record holds: a depth, how many levels have it, and the first of them."""


class DepthSearch(NamedTuple):
    """Work space, all arrays modified; the words of all states are 0 between two searches.

    words: uint64 (states, 4) of a state the bits that were met, and those of this layer and of the next; the fourth
    fills its part of a line of the cache.
    layer, next: int32 (states,) the states of the two. touched: int32 (states,) all that were met. goals: int64 (64,)
    the sets of a batch. own: uint64 (8,) which of them a symmetry keeps. depths: int64 (16,) what is known of a
    number of boxes. found: int64 (6,) the record of a room, its levels counted once for every symmetry that keeps them.
    """

    words: NDArray[np.uint64]
    layer: Ints
    next: Ints
    touched: Ints
    goals: Longs
    own: Words
    depths: Longs
    found: Longs


@kernel
def _search_room(number: Int, room: Room, ways: Ways, search: DepthSearch, records: Longs) -> None:
    """Renew the records by the levels of a room.

    number: of the room. records: int64 (2, 16, 6) by aim and number of boxes, modified.
    """
    walks = find_walks(room, ways)
    for aim in range(2):
        for boxes in range(1, room.facts[0] - 1):
            search.depths[boxes] = max(records[aim, boxes, DEPTH], 1)
        find_candidates(aim, search.depths, walks, room, ways)
        for boxes in range(1, room.facts[0] - 1):
            record, found = records[aim, boxes], search.found
            found[:] = 0
            found[DEPTH] = search.depths[boxes]
            _search_goals(aim, boxes, room, ways, search)
            if found[LEVELS]:
                levels = found[LEVELS] // room.facts[1]
                if found[DEPTH] > record[DEPTH]:
                    copy_into(record, found)
                    record[LEVELS], record[ROOM] = 0, number
                record[LEVELS] += levels


@kernel
def _search_goals(aim: Int, boxes: Int, room: Room, ways: Ways, search: DepthSearch) -> None:
    """Search from all goals for so many boxes that may be as deep as what is known."""
    candidates, sized, waiting = ways.candidates.words[aim], ways.sized.words[boxes], 0
    for line in range(candidates.size // LINE):
        if not some(both(load(candidates, LINE * line), load(sized, LINE * line))):
            continue
        for word in range(LINE * line, LINE * line + LINE):
            left = candidates[word] & sized[word]
            while left:
                search.goals[waiting] = 64 * word + trailing_zeros(left)
                left &= left - np.uint64(1)
                waiting += 1
                if waiting == BATCH:
                    _search_batch(aim, waiting, room, search)
                    waiting = 0
    if waiting:
        _search_batch(aim, waiting, room, search)


@kernel
def _search_batch(aim: Int, count: Int, room: Room, search: DepthSearch) -> None:
    """Renew what was found in a room by a batch of goals."""
    for symmetry in range(room.facts[1]):
        search.own[symmetry] = 0
        for index in range(count):
            if turned(search.goals[index], symmetry, room) == search.goals[index]:
                search.own[symmetry] |= np.uint64(1) << np.uint64(index)
    size = _begin(aim, count, room, search)
    seen, depth = _settle(size, 0, search), 0
    while size:
        depth += 1
        grown: Int = 0
        for index in range(size):
            if aim == MOVES:
                grown = _walk_and_pull(search.layer[index], grown, room, search)
            else:
                grown = _pull(search.layer[index], grown, room, search)
        for index in range(size):
            search.words[search.layer[index], NEW] = 0
        size, seen = grown, _settle(grown, seen, search)
        if size and depth >= search.found[DEPTH]:
            _count(aim, depth, size, room, search)
    for index in range(seen):
        search.words[search.touched[index], SEEN] = 0


@kernel
def _begin(aim: Int, count: Int, room: Room, search: DepthSearch) -> Int:
    """Put the goals of a batch into the next layer: all states, or nodes, in which they have boxes."""
    size: Int = 0
    everywhere = (1 << room.facts[0]) - 1
    for index in range(count):
        goals, word = search.goals[index], np.uint64(1) << np.uint64(index)
        left = everywhere & ~goals
        while left:
            cell = lowest(left)
            left &= ~region_of(cell, left, room) if aim == PUSHES else left - 1
            size = _add(16 * goals + cell, word, size, search)
    return size


@kernel(inline=True)
def _add(state: Int, word: np.uint64, size: Int, search: DepthSearch) -> Int:
    """Put the bits of a word that are new to a state into the next layer; returns how many states that has."""
    fresh = word & ~search.words[state, SEEN]
    if fresh:
        if not search.words[state, GROWN]:
            search.next[size] = state
            size += 1
        search.words[state, GROWN] |= fresh
    return size


@kernel
def _settle(size: Int, seen: Int, search: DepthSearch) -> Int:
    """Make the next layer the present one; returns how many states were met so far."""
    for index in range(size):
        state = search.next[index]
        if not search.words[state, SEEN]:
            search.touched[seen] = state
            seen += 1
        search.layer[index] = state
        search.words[state, NEW] = search.words[state, GROWN]
        search.words[state, SEEN] |= search.words[state, GROWN]
        search.words[state, GROWN] = 0
    return seen


@kernel
def _walk_and_pull(state: Int, grown: Int, room: Room, search: DepthSearch) -> Int:
    """Put the states from which one move leads to a state into the next layer."""
    boxes, player, word = state >> 4, state & 15, search.words[state, NEW]
    for d in range(4):
        ahead = room.sides[d, player]
        if ahead < 0 or boxes >> ahead & 1:
            continue
        grown = _add(16 * boxes + ahead, word, grown, search)
        behind = room.sides[3 - d, player]
        if behind >= 0 and boxes >> behind & 1:
            grown = _add(16 * (boxes ^ 1 << behind ^ 1 << player) + ahead, word, grown, search)
    return grown


@kernel
def _pull(node: Int, grown: Int, room: Room, search: DepthSearch) -> Int:
    """Put the nodes from which one push leads to a node into the next layer."""
    boxes, word, everywhere = node >> 4, search.words[node, NEW], (1 << room.facts[0]) - 1
    region = region_of(node & 15, everywhere & ~boxes, room)
    for d in range(4):
        left = pullable(d, boxes, region, room)
        while left:
            cell = lowest(left)
            left &= left - 1
            pulled = boxes ^ 1 << room.sides[3 - d, cell] ^ 1 << cell
            first = lowest(region_of(room.sides[d, cell], everywhere & ~pulled, room))
            grown = _add(16 * pulled + first, word, grown, search)
    return grown


@kernel
def _count(aim: Int, depth: Int, size: Int, room: Room, search: DepthSearch) -> None:
    """Count the levels of a layer as many times as symmetries of the room keep them (Burnside)."""
    found = search.found
    if depth > found[DEPTH] or not found[LEVELS]:
        state = np.int64(search.layer[0])
        word = search.words[state, NEW]
        found[DEPTH], found[LEVELS], found[GOALS] = depth, 0, search.goals[lowest(np.int64(word))]
        found[BOXES], found[PLAYER] = state >> 4, state & 15
    for index in range(size):
        state = np.int64(search.layer[index])
        for symmetry in range(room.facts[1]):
            if not symmetry or _keeps(symmetry, aim, state, room):
                found[LEVELS] += population(search.words[state, NEW] & search.own[symmetry])


@kernel
def _keeps(symmetry: Int, aim: Int, state: Int, room: Room) -> bool:
    """Whether a symmetry puts a state, or node, on itself."""
    boxes, player = state >> 4, 1 << (state & 15)
    if aim == PUSHES:
        player = region_of(state & 15, ((1 << room.facts[0]) - 1) & ~boxes, room)
    return bool(turned(boxes, symmetry, room) == boxes and turned(player, symmetry, room) == player)


@kernel
def search_rooms(rooms: Longs, room: Room, ways: Ways, search: DepthSearch, records: Longs) -> None:
    """Renew the records by all levels of rooms of as many cells. rooms: int64 (n, 16). The rest: see `_search_room`."""
    for number in range(len(rooms)):
        read_room(rooms[number], room)
        _search_room(number, room, ways, search, records)
