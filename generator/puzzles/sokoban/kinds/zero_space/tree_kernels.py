"""Spanning trees of any size: random trees and walks, the player's way through the floor, and A*.

Here a state is `boxed`: uint8 (slots,), 1 where a box rests. The floor is a tree of junctions: `parent[j]` is the
open slot that leads from junction j towards the root (junction 0), and -1 at the root. In type b the root is the
ring of cells along the outer wall, on which the player walks either way.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent

Ints = NDArray[np.int32]
Boxed = NDArray[np.uint8]
Letters = NDArray[np.uint8]
Place = tuple[int, int]
"""A junction, and a place on the ring where that junction is the ring."""

SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
WALK = np.frombuffer(b"udlr", np.uint8)
PUSH = np.frombuffer(b"UDLR", np.uint8)


class Floor(NamedTuple):
    """A geometry as these kernels read it, int32 throughout.

    cells: (slots, 2). junctions: (slots, 2), up or left first. face: (slots,), the junction between slots p and
    p + 1 or -1. corner: (junctions, 2). begin: (junctions + 1,) and around: (2 * slots,) the slots around each
    junction, grouped. ring: length of the ring of cells along the outer wall, or 0 where it is no junction.
    """

    cells: Ints
    junctions: Ints
    face: Ints
    corner: Ints
    begin: Ints
    around: Ints
    ring: int


@kernel(allocates=True)
def span(walls: Ints, order: Ints, root: Ints, boxed: Boxed) -> int:
    """Kruskal: box the slots in the given order unless they close a cycle.

    walls: int32 (slots, 2) tree nodes. root: int32 (nodes,) scratch, the disjoint sets. boxed: uint8 (slots,),
    written; slots that are boxed already are taken first. Returns the number of boxes.
    """
    for node in range(root.size):
        root[node] = node
    count = 0
    for forced in (1, 0):
        for slot in order:
            if boxed[slot] != forced:
                continue
            one, other = walls[slot, 0], walls[slot, 1]
            while root[one] != one:
                root[one] = root[root[one]]
                one = root[one]
            while root[other] != other:
                root[other] = root[root[other]]
                other = root[other]
            boxed[slot] = one != other
            count += boxed[slot]
            root[one] = other
    return count


@kernel(allocates=True)
def hang(boxed: Boxed, floor: Floor, parent: Ints, order: Ints) -> int:
    """Root the floor at junction 0: writes parent and order, int32 (junctions,); parents come first in order.

    Returns the number of junctions that were reached: all of them iff the boxes leave one floor.
    """
    parent[:] = -2
    parent[0] = -1
    order[0] = 0
    count = 1
    done = 0
    while done < count:
        junction = order[done]
        done += 1
        for at in range(floor.begin[junction], floor.begin[junction + 1]):
            slot = floor.around[at]
            if boxed[slot] or slot == parent[junction]:
                continue
            child = floor.junctions[slot, 0] + floor.junctions[slot, 1] - junction
            if parent[child] != -2:
                continue
            parent[child] = slot
            order[count] = child
            count += 1
    return count


@kernel(allocates=True)
def _far(floor: Floor, slot: int, junction: int) -> int:
    return int(floor.junctions[slot, 0] + floor.junctions[slot, 1] - junction)


@kernel(allocates=True)
def _below(floor: Floor, parent: Ints, junction: int, top: int) -> bool:
    """Whether the way from a junction to the root passes top."""
    while junction != top and junction != 0:
        junction = _far(floor, parent[junction], junction)
    return junction == top


@kernel(allocates=True)
def may_slide(slide: int, boxed: Boxed, floor: Floor, parent: Ints) -> bool:
    """Whether the box of a slide may move: the way from its face to the slot it leaves starts through the other."""
    opening = slide if boxed[slide] else slide + 1
    closing = 2 * slide + 1 - opening
    if floor.face[slide] < 0 or not boxed[opening] or boxed[closing]:
        return False
    face = floor.face[slide]
    beyond = _far(floor, opening, face)
    if parent[face] == closing:
        return not _below(floor, parent, beyond, face)
    return _below(floor, parent, beyond, _far(floor, closing, face))


@kernel(allocates=True)
def do_slide(slide: int, boxed: Boxed, floor: Floor, parent: Ints) -> None:
    """Move the box of a legal slide: changes boxed and parent."""
    opening = slide if boxed[slide] else slide + 1
    closing = 2 * slide + 1 - opening
    boxed[opening] = 0
    boxed[closing] = 1
    junction = floor.face[slide]
    door = opening
    if parent[junction] != closing:
        junction = _far(floor, opening, junction)
    while True:
        onward = parent[junction]
        parent[junction] = door
        if onward == closing:
            return
        junction = _far(floor, onward, junction)
        door = onward


@kernel(allocates=True)
def wander(
    draws: Ints, slides: Ints, boxed: Boxed, floor: Floor, parent: Ints, home: Ints, tally: NDArray[np.int64]
) -> None:
    """Take random legal slides until slides is full or the draws are used up.

    draws: int32, slides to try in turn. slides: int32, written from tally[0] on. boxed, parent: changed. home: int32
    (slots,) the slot where the box of a slot began, changed. tally: int64 (4,) slides made, distance from the
    beginning in slides, the greatest distance and after how many slides it was first seen; changed.
    """
    for slide in draws:
        if tally[0] == slides.size:
            return
        if not may_slide(slide, boxed, floor, parent):
            continue
        old = slide if boxed[slide] else slide + 1
        new = 2 * slide + 1 - old
        do_slide(slide, boxed, floor, parent)
        home[new] = home[old]
        slides[tally[0]] = slide
        tally[0] += 1
        tally[1] += abs(new - home[new]) - abs(old - home[new])
        if tally[1] > tally[2]:
            tally[2] = tally[1]
            tally[3] = tally[0]


@kernel(allocates=True)
def stroll(draws: Ints, slides: Ints, boxed: Boxed, floor: Floor, parent: Ints) -> int:
    """Make the legal ones of the slides to try: writes them into slides, changes boxed and parent; returns how many."""
    count = 0
    for slide in draws:
        if may_slide(slide, boxed, floor, parent):
            do_slide(slide, boxed, floor, parent)
            slides[count] = slide
            count += 1
    return count


@kernel(allocates=True)
def may_slide_all(wanted: Ints, boxed: Boxed, floor: Floor, parent: Ints) -> bool:
    """Whether several slides may be made one after another; boxed and parent are as before in the end."""
    made = 0
    while made < wanted.size and may_slide(wanted[made], boxed, floor, parent):
        do_slide(wanted[made], boxed, floor, parent)
        made += 1
    possible = made == wanted.size
    while made > 0:
        made -= 1
        do_slide(wanted[made], boxed, floor, parent)
    return possible


@kernel(allocates=True)
def make_way(wanted: Ints, draws: Ints, length: int, slides: Ints, boxed: Boxed, floor: Floor, parent: Ints) -> int:
    """Take random legal slides until all of `wanted` may follow, beginning anew after every `length` draws.

    draws: int32, slides to try in turn. slides: int32 (length,), written. boxed, parent: changed to the tree in which
    `wanted` may be made. Returns how many slides led there, or -1 where the draws are used up.
    """
    if may_slide_all(wanted, boxed, floor, parent):
        return 0
    first_boxed, first_parent = boxed.copy(), parent.copy()
    count = 0
    for draw in range(draws.size):
        if draw % length == 0:
            boxed[:] = first_boxed
            parent[:] = first_parent
            count = 0
        slide = draws[draw]
        if may_slide(slide, boxed, floor, parent):
            do_slide(slide, boxed, floor, parent)
            slides[count] = slide
            count += 1
            if may_slide_all(wanted, boxed, floor, parent):
                return count
    boxed[:] = first_boxed
    parent[:] = first_parent
    return -1


@kernel(allocates=True)
def _emit(moves: Letters, at: int, letter: int, count: int) -> int:
    for i in range(at, min(at + count, moves.size)):
        moves[i] = letter
    return at + count


@kernel(allocates=True)
def _heading(row: int, column: int) -> int:
    if row != 0:
        return DOWN if row > 0 else UP
    return RIGHT if column > 0 else LEFT


@kernel(allocates=True)
def _ring_place(ring: int, row: int, column: int) -> int:
    """Steps clockwise from (1, 1) along the ring."""
    quarter = ring // 4
    if row == 1:
        return column - 1
    if column == quarter + 1:
        return quarter + row - 1
    if row == quarter + 1:
        return 3 * quarter - column + 1
    return ring - row + 1


@kernel(allocates=True)
def _walk_ring(ring: int, place: int, target: int, moves: Letters, at: int) -> int:
    """Walk along the ring the shorter way, clockwise where both are equal."""
    clockwise = (target - place) % ring
    step = 1 if 2 * clockwise <= ring else -1
    while place != target:
        quarter = (place if step > 0 else (place - 1) % ring) * 4 // ring
        if step > 0:
            letter = RIGHT if quarter == 0 else DOWN if quarter == 1 else LEFT if quarter == 2 else UP
        else:
            letter = LEFT if quarter == 0 else UP if quarter == 1 else RIGHT if quarter == 2 else DOWN
        at = _emit(moves, at, WALK[letter], 1)
        place = (place + step) % ring
    return at


@kernel(allocates=True)
def _door_heading(floor: Floor, junction: int, slot: int) -> int:
    """The direction in which one leaves a junction through a slot."""
    inward = 1 if floor.junctions[slot, 0] == junction else -1
    across = floor.cells[slot, 0] % 2
    return _heading(inward * (1 - across), inward * across)


@kernel(allocates=True)
def _ring_beside(floor: Floor, slot: int) -> int:
    """The place on the ring that a slot next to it opens to."""
    side = -1 if floor.junctions[slot, 0] == 0 else 1
    across = floor.cells[slot, 0] % 2
    return _ring_place(floor.ring, floor.cells[slot, 0] + side * (1 - across), floor.cells[slot, 1] + side * across)


@kernel(allocates=True)
def _walk(floor: Floor, parent: Ints, mark: Ints, here: Place, there: Place, moves: Letters, at: int) -> int:
    """Walk by the shortest way; writes letters into moves where they fit and returns the new length.

    here, there: (junction, place on the ring; used where the junction is a ring). mark: int32 (junctions,) scratch,
    all -1 before and after: the junction from which the way down to `there` comes.
    """
    below = -1
    junction = there[0]
    while True:
        mark[junction] = below if below >= 0 else junction
        if junction == 0:
            break
        below = junction
        junction = _far(floor, parent[junction], junction)
    place = here[1]
    junction = here[0]
    while mark[junction] < 0:
        slot = parent[junction]
        at = _emit(moves, at, WALK[_door_heading(floor, junction, slot)], 2)
        junction = _far(floor, slot, junction)
        if junction == 0 and floor.ring > 0:
            place = _ring_beside(floor, slot)
    if junction == 0 and floor.ring > 0:
        goal = there[1] if there[0] == 0 else _ring_beside(floor, parent[mark[0]])
        at = _walk_ring(floor.ring, place, goal, moves, at)
    while junction != there[0]:
        slot = parent[mark[junction]]
        at = _emit(moves, at, WALK[_door_heading(floor, junction, slot)], 2)
        junction = mark[junction]
    junction = there[0]
    while True:
        mark[junction] = -1
        if junction == 0:
            return at
        junction = _far(floor, parent[junction], junction)


@kernel(allocates=True)
def _stand(floor: Floor, slide: int, boxed: Boxed) -> Place:
    """Where the player stands to push the box of a slide: (junction, place on the ring)."""
    opening = slide if boxed[slide] else slide + 1
    junction = _far(floor, opening, floor.face[slide])
    place = _ring_beside(floor, opening) if junction == 0 and floor.ring > 0 else 0
    return junction, place


@kernel(allocates=True)
def write_moves(
    slides: Ints, place: Place, boxed: Boxed, floor: Floor, parent: Ints, mark: Ints, moves: Letters
) -> int:
    """Write the player's moves for a sequence of legal slides: shortest walks, two pushes for each slide.

    place: (junction, place on the ring) where the player begins. boxed, parent: changed. mark: int32 (junctions,)
    scratch, all -1. moves: uint8, filled with letters as far as it reaches. Returns how many letters there are.
    """
    at = 0
    for slide in slides:
        stand = _stand(floor, slide, boxed)
        at = _walk(floor, parent, mark, place, stand, moves, at)
        heading = _door_heading(floor, stand[0], slide if boxed[slide] else slide + 1)
        at = _emit(moves, at, PUSH[heading], 2)
        do_slide(slide, boxed, floor, parent)
        place = (int(floor.face[slide]), 0)
    return at


@kernel(allocates=True)
def few_moves(descent: Descent, floor: Floor, place: Place, width: int, slides: Ints) -> int:
    """Choose, among all shortest ways to the root of a search, one with few moves, by a beam of that width.

    It has the fewest moves where no depth has more pairs of a state and a junction of the player than the beam is
    wide. descent: a word_kernels.Descent. place: (junction, place on the ring) of the player. slides: int32
    (depth,), written. Returns the number of moves.
    """
    boxed = np.empty(floor.face.size, np.uint8)
    parent = np.empty(floor.corner.shape[0], np.int32)
    order = np.empty_like(parent)
    mark = np.full_like(parent, -1)
    nothing = np.empty(0, np.uint8)
    widest = 0
    for step in range(slides.size):
        widest = max(widest, descent.level[step + 2] - descent.level[step + 1])
    known = np.full((widest, parent.size), np.int32(-1))
    # An entry is a node with the player at a junction: node, junction, moves so far, entry before, slide.
    kept = np.empty((1 + slides.size * width, 5), np.int32)
    found = np.empty((width * floor.face.size, 5), np.int32)
    kept[0] = np.array([0, place[0], 0, -1, -1], np.int32)
    first, last = 0, 1
    for step in range(slides.size):
        count = 0
        for at in range(first, last):
            node = kept[at, 0]
            for slot in range(boxed.size):
                boxed[slot] = (descent.state[node] >> slot) & 1
            hang(boxed, floor, parent, order)
            here = (int(kept[at, 1]), place[1])
            for edge in range(descent.first[node], descent.first[node + 1]):
                slide, target = descent.slide[edge], descent.target[edge]
                face = floor.face[slide]
                walked = _walk(floor, parent, mark, here, _stand(floor, slide, boxed), nothing, 0)
                entry = known[target - descent.level[step + 1], face]
                if entry >= 0 and found[entry, 2] <= kept[at, 2] + walked + 2:
                    continue
                if entry < 0:
                    entry = count
                    known[target - descent.level[step + 1], face] = entry
                    count += 1
                found[entry, 0], found[entry, 1], found[entry, 2] = target, face, kept[at, 2] + walked + 2
                found[entry, 3], found[entry, 4] = at, slide
        first, last = last, last + _keep_best(found[:count], kept[last : last + width])
        for entry in range(count):
            known[found[entry, 0] - descent.level[step + 1], found[entry, 1]] = -1
    best = first
    for at in range(first, last):
        if kept[at, 2] < kept[best, 2]:
            best = at
    moves = kept[best, 2]
    for step in range(slides.size - 1, -1, -1):
        slides[step] = kept[best, 4]
        best = kept[best, 3]
    return int(moves)


@kernel(allocates=True)
def _keep_best(found: Ints, kept: Ints) -> int:
    """Copy the entries with the fewest moves, the earlier ones among equals; returns how many."""
    largest = 0
    for entry in range(found.shape[0]):
        largest = max(largest, found[entry, 2])
    tally = np.zeros(largest + 1, np.int32)
    for entry in range(found.shape[0]):
        tally[found[entry, 2]] += 1
    most, room = 0, kept.shape[0]
    while most <= largest and tally[most] <= room:
        room -= tally[most]
        most += 1
    count = 0
    for entry in range(found.shape[0]):
        if found[entry, 2] > most or (found[entry, 2] == most and room == 0):
            continue
        room -= found[entry, 2] == most
        kept[count] = found[entry]
        count += 1
    return count


@kernel(allocates=True)
def _enclose(parent: Ints, order: Ints, floor: Floor, enter: Ints, leave: Ints) -> None:
    """Number the junctions so that x lies below y iff enter[y] <= enter[x] < leave[y]."""
    leave[:] = 1
    for at in range(order.size - 1, 0, -1):
        leave[_far(floor, parent[order[at]], order[at])] += leave[order[at]]
    enter[0] = 0
    used = np.ones_like(enter)
    for at in range(1, order.size):
        up = _far(floor, parent[order[at]], order[at])
        enter[order[at]] = enter[up] + used[up]
        used[up] += leave[order[at]]
    leave += enter


@kernel(allocates=True)
def all_slides(boxed: Boxed, floor: Floor, slides: Ints) -> int:
    """Write the legal slides of a tree into slides, int32 (slots,); returns their number."""
    parent = np.empty(floor.corner.shape[0], np.int32)
    order, enter, leave = np.empty_like(parent), np.empty_like(parent), np.empty_like(parent)
    hang(boxed, floor, parent, order)
    _enclose(parent, order, floor, enter, leave)
    count = 0
    for slide in range(boxed.size):
        face = floor.face[slide]
        if face < 0 or boxed[slide] == boxed[slide + 1]:
            continue
        opening = slide if boxed[slide] else slide + 1
        closing = 2 * slide + 1 - opening
        beyond = enter[_far(floor, opening, face)]
        upward = parent[face] == closing
        top = face if upward else _far(floor, closing, face)
        if (enter[top] <= beyond < leave[top]) != upward:
            slides[count] = slide
            count += 1
    return count


@kernel(allocates=True)
def count_choices(slides: Ints, boxed: Boxed, floor: Floor, counts: Ints) -> None:
    """Count the legal slides in every state that slides lead through: counts, int32 (slides,); changes boxed."""
    legal = np.empty(boxed.size, np.int32)
    for step in range(slides.size):
        counts[step] = all_slides(boxed, floor, legal)
        slide = slides[step]
        boxed[slide], boxed[slide + 1] = boxed[slide + 1], boxed[slide]


class Search(NamedTuple):
    """The memory of A*: words are the packed states, one row a node; -1 marks a free place in table.

    words: uint64 (limit, ceil(slots / 64)). back: int32 (limit, 2) parent node and slide. cost: int32 (limit, 2)
    slides made and slides to go at least. table: int32 (power of two,). bucket: int32 (buckets,) the newest open
    entry of each total, entries: int32 (2 * limit, 2) node and next entry.
    """

    words: NDArray[np.uint64]
    back: Ints
    cost: Ints
    table: Ints
    bucket: Ints
    entries: Ints


@kernel(allocates=True)
def _pack(boxed: Boxed, words: NDArray[np.uint64]) -> None:
    words[:] = 0
    for slot in range(boxed.size):
        words[slot >> 6] |= np.uint64(boxed[slot]) << np.uint64(slot & 63)


@kernel(allocates=True)
def _equal(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> bool:
    for at in range(one.size):
        if one[at] != other[at]:
            return False
    return True


@kernel(allocates=True)
def _place_of(words: NDArray[np.uint64], known: NDArray[np.uint64], table: Ints) -> int:
    """The place in table of a packed state, or the free place where it belongs."""
    code = np.uint64(0)
    for word in words:
        code = (code ^ word) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    at = np.int64(code & np.uint64(table.size - 1))
    while table[at] >= 0 and not _equal(known[table[at]], words):
        at = (at + 1) & (table.size - 1)
    return int(at)


@kernel(allocates=True)
def _aim(boxed: Boxed, goal: Boxed, aim: Ints) -> int:
    """Pair the k-th box of each line with its k-th goal: writes aim, int32 (slots,); returns the distance.

    Since every line has as many boxes as goals, these are the k-th of all boxes and of all goals.
    """
    distance, target = 0, 0
    for slot in range(boxed.size):
        if boxed[slot]:
            while not goal[target]:
                target += 1
            aim[slot] = target
            distance += abs(target - slot)
            target += 1
    return distance


@kernel(allocates=True)
def astar(start: Boxed, goal: Boxed, floor: Floor, search: Search) -> tuple[int, int, int, int]:
    """Fewest slides from start to goal, both uint8 (slots,), by A* with the line bound, the newest entry first.

    The bound never falls by more than one a slide, so a node that is taken out is never reached cheaper later, and
    f = slides made + bound grows by 0 or 2. Start and goal must have equally many boxes on each line.
    search: changed. Returns (status, node of the goal or -1, nodes, least slides if any solution exists).
    """
    slots = start.size
    boxed = start.copy()
    aim = np.empty(slots, np.int32)
    slides = np.empty(slots, np.int32)
    words = np.empty(search.words.shape[1], np.uint64)
    wanted = np.empty_like(words)
    _pack(goal, wanted)
    _pack(start, search.words[0])
    search.cost[0, 0] = 0
    search.cost[0, 1] = _aim(start, goal, aim)
    search.back[0] = -1
    search.table[_place_of(search.words[0], search.words, search.table)] = 0
    search.entries[0, 0], search.entries[0, 1] = 0, -1
    total = search.cost[0, 1]
    search.bucket[total] = 0
    nodes, entries, top = 1, 1, total
    while True:
        while total <= top and search.bucket[total] < 0:
            total += 1
        if total > top:
            return UNSOLVABLE, -1, nodes, 0
        entry = search.bucket[total]
        search.bucket[total] = search.entries[entry, 1]
        node = search.entries[entry, 0]
        made = search.cost[node, 0]
        if made + search.cost[node, 1] != total:
            continue
        if _equal(search.words[node], wanted):
            return SOLVED, node, nodes, total
        for slot in range(slots):
            boxed[slot] = (search.words[node, slot >> 6] >> np.uint64(slot & 63)) & np.uint64(1)
        _aim(boxed, goal, aim)
        words[:] = search.words[node]
        for at in range(all_slides(boxed, floor, slides)):
            slide = slides[at]
            old = slide if boxed[slide] else slide + 1
            new = 2 * slide + 1 - old
            _flip(words, old, new)
            place = _place_of(words, search.words, search.table)
            child = search.table[place]
            if child < 0 or search.cost[child, 0] > made + 1:
                if child < 0:
                    if nodes == search.words.shape[0]:
                        return NODE_LIMIT, -1, nodes, total
                    child = nodes
                    nodes += 1
                    search.table[place] = child
                    search.words[child] = words
                    search.cost[child, 1] = search.cost[node, 1] + abs(new - aim[old]) - abs(old - aim[old])
                if entries == search.entries.shape[0]:
                    return NODE_LIMIT, -1, nodes, total
                search.cost[child, 0] = made + 1
                search.back[child, 0], search.back[child, 1] = node, slide
                bucket = made + 1 + search.cost[child, 1]
                search.entries[entries, 0], search.entries[entries, 1] = child, search.bucket[bucket]
                search.bucket[bucket] = entries
                entries += 1
                top = max(top, bucket)
            _flip(words, old, new)


@kernel(allocates=True)
def _flip(words: NDArray[np.uint64], old: int, new: int) -> None:
    words[old >> 6] ^= np.uint64(1) << np.uint64(old & 63)
    words[new >> 6] ^= np.uint64(1) << np.uint64(new & 63)
