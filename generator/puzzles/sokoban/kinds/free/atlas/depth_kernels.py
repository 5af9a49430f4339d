"""The deepest levels of a room: searches backwards from 64 sets of goals at once, in single moves or in pulls.

A word of 64 bits says from which of the goals a state was reached; the words of all states grow layer by layer.
"""

from typing import NamedTuple

import numpy as np

from generator.bit_kernels import Int, Words, population
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kinds.free.atlas.node_kernels import Nodes, find_nodes
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import (
    Ints,
    Longs,
    Room,
    lowest,
    pullable,
    read_room,
    span,
    turned,
)

MOVES, PUSHES = 0, 1
BATCH = 64
DEPTH, LEVELS, ROOM, GOALS, BOXES, PLAYER = range(6)
"""What a record holds: a depth, how many levels have it, and the first of them."""


class Search(NamedTuple):
    """Work space, all arrays modified; the words of all states are 0 between two searches.

    seen, new, grown: uint64 (states,) of a state the bits that were met, and those of this layer and of the next.
    layer, next: int32 (states,) the states of the two. touched: int32 (states,) all that were met. goals: int64 (64,)
    the sets of a batch. own: uint64 (8,) which of them a symmetry keeps. bounds: int32 (2, sets) the greatest depth
    that a set of goals can have, -1 where it is not to be searched. most: int32 (2, 16) the greatest of a number of
    boxes. found: int64 (6,) the record of a room, its levels counted once for every symmetry that keeps them.
    """

    seen: Words
    new: Words
    grown: Words
    layer: Ints
    next: Ints
    touched: Ints
    goals: Longs
    own: Words
    bounds: Ints
    most: Ints
    found: Longs


@kernel
def bound_goals(count: Int, room: Room, nodes: Nodes, search: Search) -> None:
    """Bound the depth of every set of goals, after `count` nodes were found."""
    search.most[:] = -1
    search.bounds[:, : 1 << room.facts[0]] = -1
    for node in range(count):
        goals = nodes.boxes[node]
        size = population(np.int64(goals))
        moves = nodes.moves[node] - span(nodes.region[node], room) - 1
        for aim, bound in ((MOVES, moves), (PUSHES, nodes.pushes[node] - 1)):
            search.bounds[aim, goals] = max(search.bounds[aim, goals], bound)
            search.most[aim, size] = max(search.most[aim, size], bound)


@kernel
def _search_room(number: Int, count: Int, room: Room, nodes: Nodes, search: Search, records: Longs) -> None:
    """Renew the records by the levels of a room whose goals are bounded.

    number: of the room. count: of its nodes. records: int64 (2, 16, 6) by aim and number of boxes, modified.
    """
    for aim in range(2):
        for boxes in range(1, room.facts[0] - 1):
            record, found = records[aim, boxes], search.found
            found[:] = 0
            found[DEPTH] = max(record[DEPTH], 1)
            if search.most[aim, boxes] >= found[DEPTH]:
                _search_goals(aim, boxes, count, room, nodes, search)
            if found[LEVELS]:
                levels = found[LEVELS] // room.facts[1]
                if found[DEPTH] > record[DEPTH]:
                    copy_into(record, found)
                    record[LEVELS], record[ROOM] = 0, number
                record[LEVELS] += levels


@kernel
def _search_goals(aim: Int, boxes: Int, count: Int, room: Room, nodes: Nodes, search: Search) -> None:
    """Search from all goals for so many boxes that may be as deep as what is known; those of one component together."""
    bounds, waiting = search.bounds[aim], 0
    for node in range(count):
        goals = nodes.boxes[node]
        if bounds[goals] >= search.found[DEPTH] and population(np.int64(goals)) == boxes:
            bounds[goals] = -1
            search.goals[waiting] = goals
            waiting += 1
            if waiting == BATCH:
                _search_batch(aim, waiting, room, nodes, search)
                waiting = 0
    if waiting:
        _search_batch(aim, waiting, room, nodes, search)


@kernel
def _search_batch(aim: Int, count: Int, room: Room, nodes: Nodes, search: Search) -> None:
    """Renew what was found in a room by a batch of goals."""
    for symmetry in range(room.facts[1]):
        search.own[symmetry] = 0
        for index in range(count):
            if turned(search.goals[index], symmetry, room) == search.goals[index]:
                search.own[symmetry] |= np.uint64(1) << np.uint64(index)
    size = _begin(aim, count, room, nodes, search)
    seen, depth = _settle(size, 0, search), 0
    while size:
        depth += 1
        grown: Int = 0
        for index in range(size):
            if aim == MOVES:
                grown = _walk_and_pull(search.layer[index], grown, room, search)
            else:
                grown = _pull(search.layer[index], grown, room, nodes, search)
        for index in range(size):
            search.new[search.layer[index]] = 0
        size, seen = grown, _settle(grown, seen, search)
        if size and depth >= search.found[DEPTH]:
            _count(aim, depth, size, room, nodes, search)
    for index in range(seen):
        search.seen[search.touched[index]] = 0


@kernel
def _begin(aim: Int, count: Int, room: Room, nodes: Nodes, search: Search) -> Int:
    """Put the goals of a batch into the next layer: all states, or nodes, in which they have boxes."""
    size: Int = 0
    for index in range(count):
        goals, word = search.goals[index], np.uint64(1) << np.uint64(index)
        for cell in range(room.facts[0]):
            node = nodes.at[16 * goals + cell] - 1
            if node >= 0:
                size = _add(16 * goals + cell if aim == MOVES else node, word, size, search)
    return size


@kernel(inline=True)
def _add(state: Int, word: np.uint64, size: Int, search: Search) -> Int:
    """Put the bits of a word that are new to a state into the next layer; returns how many states that has."""
    fresh = word & ~search.seen[state]
    if fresh:
        if not search.grown[state]:
            search.next[size] = state
            size += 1
        search.grown[state] |= fresh
    return size


@kernel
def _settle(size: Int, seen: Int, search: Search) -> Int:
    """Make the next layer the present one; returns how many states were met so far."""
    for index in range(size):
        state = search.next[index]
        if not search.seen[state]:
            search.touched[seen] = state
            seen += 1
        search.layer[index] = state
        search.new[state] = search.grown[state]
        search.seen[state] |= search.grown[state]
        search.grown[state] = 0
    return seen


@kernel
def _walk_and_pull(state: Int, grown: Int, room: Room, search: Search) -> Int:
    """Put the states from which one move leads to a state into the next layer."""
    boxes, player, word = state >> 4, state & 15, search.new[state]
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
def _pull(node: Int, grown: Int, room: Room, nodes: Nodes, search: Search) -> Int:
    """Put the nodes from which one push leads to a node into the next layer."""
    boxes, region, word = np.int64(nodes.boxes[node]), np.int64(nodes.region[node]), search.new[node]
    for d in range(4):
        left = pullable(d, boxes, region, room)
        while left:
            cell = lowest(left)
            left &= left - 1
            pulled = boxes ^ 1 << room.sides[3 - d, cell] ^ 1 << cell
            grown = _add(nodes.at[16 * pulled + room.sides[d, cell]] - 1, word, grown, search)
    return grown


@kernel
def _count(aim: Int, depth: Int, size: Int, room: Room, nodes: Nodes, search: Search) -> None:
    """Count the levels of a layer as many times as symmetries of the room keep them (Burnside)."""
    found = search.found
    if depth > found[DEPTH] or not found[LEVELS]:
        state = np.int64(search.layer[0])
        word = search.new[state]
        boxes = nodes.boxes[state] if aim == PUSHES else state >> 4
        player = lowest(np.int64(nodes.region[state])) if aim == PUSHES else state & 15
        found[DEPTH], found[LEVELS], found[GOALS] = depth, 0, search.goals[lowest(np.int64(word))]
        found[BOXES], found[PLAYER] = boxes, player
    for index in range(size):
        state = np.int64(search.layer[index])
        for symmetry in range(room.facts[1]):
            if not symmetry or _keeps(symmetry, aim, state, room, nodes):
                found[LEVELS] += population(search.new[state] & search.own[symmetry])


@kernel
def _keeps(symmetry: Int, aim: Int, state: Int, room: Room, nodes: Nodes) -> bool:
    """Whether a symmetry puts a state, or node, on itself."""
    if aim == MOVES:
        boxes, player = state >> 4, 1 << (state & 15)
    else:
        boxes, player = np.int64(nodes.boxes[state]), np.int64(nodes.region[state])
    return bool(turned(boxes, symmetry, room) == boxes and turned(player, symmetry, room) == player)


@kernel
def search_rooms(rooms: Longs, room: Room, nodes: Nodes, search: Search, records: Longs) -> None:
    """Renew the records by all levels of rooms. rooms: int64 (n, 16). The rest is as in `_search_room`."""
    for number in range(len(rooms)):
        read_room(rooms[number], room)
        count = find_nodes(room, nodes)
        bound_goals(count, room, nodes, search)
        _search_room(number, count, room, nodes, search, records)
