"""Search for any solution in the space of features: FESS.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020). One move
takes one box to any cell. The features of a state are packed cells, parts of the floor that the player cannot walk
between, and broken links between rooms; states wait in the cell of the feature space that they, or the
best state before them, fall into, and the cells take turns. A move that one of six advisors would make costs
nothing, any other one; the cheapest of a cell comes first. Directions and zones are those of push_kernels.

No move is lost but those into deadlocks and, where there is a PI-corral, those elsewhere; so a search that runs out of
moves has proven that there is no solution.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.guide_kernels import Guide

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2, 3

NODES, MOVES, CELLS, TURN, FOUND = range(5)
"""Places in `Tree.control`: how many there are of each, the cell whose turn it was, and the solved node or -1."""
CONTROLS = 5

PACK, CONNECT, LINK, CLEAR, EXPLORE, OPEN = range(6)
ADVISORS = 6
"""Advisors like moves that pack a box, join parts of the floor, join rooms, clear a box out of others' way, make new
pushes possible, and make room beside the box that is most in the way."""

_UNPACKED, _PARTS, _BROKEN, _OBSTACLES = 31, 24, 17, 8
"""Places of the parts of a score, the more important the higher; the first three are the features, and pushes that
the player cannot make come last."""

_OF_UNPACKED, _OF_PARTS = 511 << _UNPACKED, 127 << _PARTS
_OF_BROKEN, _OF_OBSTACLES = 127 << _BROKEN, 511 << _OBSTACLES

_WEIGHT = 47
"""Place of the weight before a score: how many moves of a state's line no advisor would have made."""

BREADTH = 24
"""Boxes round a corral that are looked at together; others are taken for solvable."""

TRIED = 60
"""States in which a small search tries to get the boxes round a corral to goals."""

_NEAR, _CLUSTER = 5, 5
"""How near to a box that has moved, and how many, are the boxes that a small search looks at together."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""An odd factor that mixes the bits of a hash."""

_HEAVIEST = 32_000
"""The greatest weight."""

_LAST_MARK = 1 << 30
"""Marks begin again after this one."""


class Tree(NamedTuple):
    """The states of a search, all arrays modified; w words.

    boxes: uint64 (nodes, w). player: int16 (nodes,). parent: int32 (nodes,). via: int16 (nodes, 2) from and to which
    cell a box went. cell: int32 (nodes,) of the feature space. weight: int16 (nodes,). following, last: int64
    (nodes,) the moves not yet made. key: int64 (nodes,) of the first of them; left, right: int32 (nodes,): skew heaps
    of the nodes of each cell. table: int32 (a power of 2,) of nodes plus 1.
    score: int64 (moves,), move: int16 (moves, 4) from, to, player, whether it is known to be no deadlock.
    feature: int64 (cells,), root: int32 (cells,), cell_table: int32 (a power of 2,) of cells plus 1.
    control: int64 (CONTROLS,).
    """

    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    parent: NDArray[np.int32]
    via: NDArray[np.int16]
    cell: NDArray[np.int32]
    weight: NDArray[np.int16]
    following: NDArray[np.int64]
    last: NDArray[np.int64]
    key: NDArray[np.int64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    table: NDArray[np.int32]
    score: NDArray[np.int64]
    move: NDArray[np.int16]
    feature: NDArray[np.int64]
    root: NDArray[np.int32]
    cell_table: NDArray[np.int32]
    control: NDArray[np.int64]


class Desk(NamedTuple):
    """Work space; n cells, k boxes, w words, c moves of one state.

    box: int32 (k,) cells of the boxes. at: int16 (n,) number of the box on a cell plus 1. word: uint64 (w,).
    mark: int64 (2,) the last mark, ever growing, and how many small states are kept. area: int32 (n,) marks of what
    can be walked to. stack: int16 (n,). queue, came, seen, queued: int32 (4n,): the ways of a box. frozen, chosen:
    uint8 (k,), member: uint8 (2, n + k + 1), region: int16 (n,): PI-corrals. open: uint8 (4n,) pushes that the player
    could make before the move. touched: int32 (rooms + 1,). score: int64 (c,), move: int16 (c, 3), state: uint8 (c,),
    news: int16 (c,): the moves of a state. small: int16 (n,), nowhere: int16 (n,) zeros, alone: int16 (TRIED, BREADTH +
    1), known: uint64 (1 << 16,): small searches.
    """

    box: NDArray[np.int32]
    at: NDArray[np.int16]
    word: NDArray[np.uint64]
    mark: NDArray[np.int64]
    area: NDArray[np.int32]
    stack: NDArray[np.int16]
    queue: NDArray[np.int32]
    came: NDArray[np.int32]
    seen: NDArray[np.int32]
    queued: NDArray[np.int32]
    frozen: NDArray[np.uint8]
    chosen: NDArray[np.uint8]
    member: NDArray[np.uint8]
    region: NDArray[np.int16]
    open: NDArray[np.uint8]
    touched: NDArray[np.int32]
    score: NDArray[np.int64]
    move: NDArray[np.int16]
    state: NDArray[np.uint8]
    news: NDArray[np.int16]
    small: NDArray[np.int16]
    nowhere: NDArray[np.int16]
    alone: NDArray[np.int16]
    known: NDArray[np.uint64]


UNKNOWN, FINE, ADVISED, DOOMED = 0, 1, 2, 3
"""What is known of a move."""


@kernel
def _wide(number: int) -> int:
    """The same number with 64 bits: for each width of its arguments numba would compile a function anew."""
    return number + 0


@kernel
def _walk(
    first: int,
    at: NDArray[np.int16],
    near: NDArray[np.int16],
    area: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
) -> int:
    """Mark all cells that can be walked to and return the least."""
    least = first
    area[first] = mark
    stack[0] = first
    size = 1
    while size:
        size -= 1
        cell = stack[size]
        for d in range(4):
            other = near[cell, d]
            if other >= 0 and at[other] == 0 and area[other] != mark:
                area[other] = mark
                stack[size] = other
                size += 1
                if other < least:
                    least = other
    return least


@kernel
def _stuck(cell: int, at: NDArray[np.int16], floor: Floor) -> bool:
    """Whether boxes, walls and dead cells leave a box no move on either axis: only then can it be frozen."""
    near, alive = floor.near, floor.alive
    for d in range(2):
        one, other = near[cell, d], near[cell, 3 - d]
        if one >= 0 and other >= 0 and not at[one] and not at[other] and (alive[one] or alive[other]):
            return False
    return True


@kernel
def _freeze(box: NDArray[np.int32], at: NDArray[np.int16], floor: Floor, frozen: NDArray[np.uint8]) -> None:
    """Mark the boxes that can never move again, as the greatest set that blocks itself."""
    near, alive = floor.near, floor.alive
    frozen[:] = 1
    changed = True
    while changed:
        changed = False
        for number in range(len(box)):
            if not frozen[number]:
                continue
            cell = box[number]
            for d in range(2):
                one, other = near[cell, d], near[cell, 3 - d]
                if one < 0 or other < 0 or not (alive[one] or alive[other]):
                    continue
                if (at[one] and frozen[at[one] - 1]) or (at[other] and frozen[at[other] - 1]):
                    continue
                frozen[number] = 0
                changed = True
                break


@kernel
def _regions(
    near: NDArray[np.int16],
    at: NDArray[np.int16],
    area: NDArray[np.int32],
    mark: int,
    stack: NDArray[np.int16],
    region: NDArray[np.int16],
) -> int:
    """Number the parts of the floor that cannot be walked to, from 1; 0 is for all other cells. Return how many."""
    count = 0
    region[:] = 0
    for first in range(len(near)):
        if region[first] or at[first] or area[first] == mark:
            continue
        count += 1
        region[first] = count
        stack[0] = first
        size = 1
        while size:
            size -= 1
            cell = stack[size]
            for d in range(4):
                other = near[cell, d]
                if other >= 0 and at[other] == 0 and region[other] == 0:
                    region[other] = count
                    stack[size] = other
                    size += 1
    return count


@kernel
def _corral(first: int, mark: int, floor: Floor, desk: Desk) -> int:
    """Grow a PI-corral from a region and return its number of pushes, or -1 where there is none.

    As in push_kernels: before any of its boxes moves, each push of one leads into the corral, and the player can
    make it already. (Numba's cache on disk does not see edits in another file, so each has its own.)
    """
    box, at, near, region, area = desk.box, desk.at, floor.near, desk.region, desk.area
    regions, boxes = desk.member[0], desk.member[1]
    regions[:] = 0
    boxes[:] = 0
    regions[first] = 1
    changed = True
    pushes = 0
    while changed:
        changed = False
        pushes = 0
        for number in range(len(box)):
            cell = box[number]
            if not boxes[number]:
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and region[other] and regions[region[other]]:
                        boxes[number] = 1
                        changed = True
                if not boxes[number]:
                    continue
            for d in range(4):
                source, target = near[cell, 3 - d], near[cell, d]
                if source < 0 or target < 0 or not floor.alive[target]:
                    continue
                if (at[source] and boxes[at[source] - 1]) or (at[target] and boxes[at[target] - 1]):
                    continue
                if at[target]:
                    boxes[at[target] - 1] = 1
                    changed = True
                elif at[source]:
                    boxes[at[source] - 1] = 1
                    changed = True
                elif area[source] != mark:
                    if not regions[region[source]]:
                        regions[region[source]] = 1
                        changed = True
                elif area[target] == mark:
                    return -1
                elif regions[region[target]]:
                    pushes += 1
                else:
                    regions[region[target]] = 1
                    changed = True
    return pushes


@kernel(allocates=True)
def _choose(mark: int, floor: Floor, desk: Desk) -> None:
    """Mark the boxes that need be pushed next in desk.chosen: those of the PI-corral with the fewest pushes."""
    chosen, box = desk.chosen, desk.box
    chosen[:] = 1
    fewest = 4 * len(chosen) + 1
    count = _regions(floor.near, desk.at, desk.area, mark, desk.stack, desk.region)
    for first in range(1, count + 1):
        pushes = _corral(first, mark, floor, desk)
        if pushes < 0 or pushes >= fewest:
            continue
        regions, boxes = desk.member[0], desk.member[1]
        unfinished = False
        for number in range(len(box)):
            if boxes[number] and not floor.goal[box[number]]:
                unfinished = True
        for cell in range(len(floor.goal)):
            if floor.goal[cell] and desk.region[cell] and regions[desk.region[cell]]:
                unfinished = True
        if unfinished:
            fewest = pushes
            copy_into(chosen, boxes[: len(chosen)])


@kernel
def _sides(cell: int, side: int, at: NDArray[np.int16], floor: Floor, desk: Desk) -> int:
    """The sides of a box on which the player can stand, a bit for each direction, when he stands on one of them.

    Only where the cells round the box do not join its free sides is the floor walked over.
    """
    near = floor.near
    free = 0
    for d in range(4):
        if near[cell, d] >= 0 and not at[near[cell, d]]:
            free |= 1 << d
    sides = 1 << side
    for _ in range(2):
        for d in range(4):
            if not sides >> d & 1:
                continue
            beside = near[cell, d]
            for turn in range(2):
                # Directions 0 and 3 are at right angles to 1 and 2.
                other = 1 + turn if d == 0 or d == 3 else 3 * turn
                corner = near[beside, other]
                if free >> other & 1 and corner >= 0 and not at[corner]:
                    sides |= 1 << other
    if sides == free:
        return sides
    desk.mark[0] += 1
    _walk(_wide(near[cell, side]), at, near, desk.area, desk.mark[0], desk.stack)
    for d in range(4):
        if free >> d & 1 and desk.area[near[cell, d]] == desk.mark[0]:
            sides |= 1 << d
    return sides


@kernel
def _first_side(cell: int, player: int, at: NDArray[np.int16], floor: Floor, desk: Desk) -> int:
    """A side of a box that the player can walk to, or -1; `at` holds the box."""
    desk.mark[0] += 1
    _walk(player, at, floor.near, desk.area, desk.mark[0], desk.stack)
    for d in range(4):
        if floor.near[cell, d] >= 0 and desk.area[floor.near[cell, d]] == desk.mark[0]:
            return d
    return -1


@kernel
def _ways(cell: int, player: int, ends: NDArray[np.int16], at: NDArray[np.int16], floor: Floor, desk: Desk) -> int:
    """List in desk.queue the places to which a box can be pushed, others standing still; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is, one for each region of
    the player; the first is where the box is. desk.came has the place before each. The list ends early with a place
    on a cell where `ends` is not 0.
    """
    near, seen, queued, queue = floor.near, desk.seen, desk.queued, desk.queue
    desk.mark[0] += 1
    visit = desk.mark[0]
    head = size = listed = 0
    held = at[cell]
    side = _first_side(cell, player, at, floor, desk)
    if side < 0:
        return 0
    queue[0] = 4 * cell + side
    desk.came[queue[0]] = -1
    queued[queue[0]] = visit
    size = 1
    at[cell] = 0
    while head < size:
        place = _wide(queue[head])
        head += 1
        if seen[place] == visit:
            continue
        box = place >> 2
        queue[listed] = place
        listed += 1
        if ends[box]:
            break
        at[box] = 1
        sides = _sides(box, place & 3, at, floor, desk)
        at[box] = 0
        for d in range(4):
            if not sides >> d & 1:
                continue
            seen[4 * box + d] = visit
            target = near[box, 3 - d]
            if target < 0 or at[target] or not floor.alive[target]:
                continue
            after = 4 * target + d
            if queued[after] != visit and seen[after] != visit:
                queued[after] = visit
                desk.came[after] = place
                queue[size] = after
                size += 1
    at[cell] = held
    return listed


@kernel(allocates=True)
def _keep(state: NDArray[np.int16], player: int, floor: Floor, desk: Desk) -> bool:
    """Keep a small state, if it is new, with the least cell of the player's region; False where there is no room."""
    count = desk.mark[1]
    desk.mark[0] += 1
    state[BREADTH] = _walk(player, desk.small, floor.near, desk.area, desk.mark[0], desk.stack)
    for other in range(count):
        if are_equal(desk.alone[other], state):
            return True
    if count == len(desk.alone):
        return False
    copy_into(desk.alone[count], state)
    desk.mark[1] += 1
    return True


@kernel
def _take_home(state: NDArray[np.int16], floor: Floor, desk: Desk) -> bool:
    """Take away, from a small state, every box that can get to a goal, again and again; whether none is left."""
    small = desk.small
    player = _wide(state[BREADTH])
    changed = True
    while changed:
        changed = False
        left = 0
        for number in range(BREADTH):
            cell = _wide(state[number])
            if cell < 0:
                continue
            listed = _ways(cell, player, floor.goal, small, floor, desk)
            if floor.goal[cell] or (listed and floor.goal[desk.queue[listed - 1] >> 2]):
                small[cell] = 0
                state[number] = -1
                changed = True
            else:
                left += 1
    return left == 0


@kernel
def _branch(state: NDArray[np.int16], floor: Floor, desk: Desk) -> bool:
    """Keep all small states that follow from one by a move; False where there is no room."""
    small = desk.small
    player = _wide(state[BREADTH])
    room = True
    for number in range(BREADTH):
        cell = _wide(state[number])
        if cell < 0:
            continue
        listed = _ways(cell, player, desk.nowhere, small, floor, desk)
        small[cell] = 0
        for index in range(1, listed):
            place = desk.queue[index]
            target = place >> 2
            small[target] = 1
            state[number] = target
            room = room and _keep(state, _wide(floor.near[target, place & 3]), floor, desk)
            small[target] = 0
        state[number] = cell
        state[BREADTH] = player
        small[cell] = 1
    return room


@kernel(allocates=True)
def _can_clear(members: NDArray[np.int16], player: int, floor: Floor, desk: Desk) -> bool:
    """Whether some boxes, at most BREADTH, could get to goals without the others.

    desk.small holds walls made of frozen boxes. A box that can get to a goal is taken away, which only makes room for
    the others, so that one order is as good as another. Where that leaves boxes, all their ways are tried; True too
    where there are too many.
    """
    small = desk.small
    state = np.full(BREADTH + 1, -1, np.int16)
    copy_into(state[: len(members)], members)
    for cell in members:
        small[cell] = 1
    desk.mark[1] = 0
    _keep(state, player, floor, desk)
    for cell in members:
        small[cell] = 0
    done = 0
    clear = False
    while done < desk.mark[1] and not clear:
        copy_into(state, desk.alone[done])
        done += 1
        for cell in state[:BREADTH]:
            if cell >= 0:
                small[cell] = 1
        clear = _take_home(state, floor, desk) or not _branch(state, floor, desk)
        for cell in state[:BREADTH]:
            if cell >= 0:
                small[cell] = 0
    return clear


@kernel
def _steps(one: int, other: int, guide: Guide) -> int:
    rows, columns = guide.spot[one, 0] - guide.spot[other, 0], guide.spot[one, 1] - guide.spot[other, 1]
    return int(abs(rows) + abs(columns))


@kernel
def _is_solvable(members: NDArray[np.int16], player: int, walls: np.uint64, floor: Floor, desk: Desk) -> bool:
    """Whether some boxes could get to goals without the others, as far as is known or a small search tells.

    walls: the hash of the frozen boxes, which desk.small holds. What is found out is remembered.
    """
    # Else the same cells, divided otherwise into frozen boxes and members, would have the same sum.
    hashed = walls * _GOLDEN
    for cell in members:
        desk.small[cell] = 1
        hashed += floor.keys[0, cell]
    desk.mark[0] += 1
    least = _walk(player, desk.small, floor.near, desk.area, desk.mark[0], desk.stack)
    for cell in members:
        desk.small[cell] = 0
    hashed = (hashed ^ floor.keys[1, least]) | np.uint64(1)
    place = np.int64(hashed >> np.uint64(48))
    if desk.known[place] == hashed:
        return True
    if desk.known[place] == hashed - np.uint64(1):
        return False
    solvable = _can_clear(members, player, floor, desk)
    desk.known[place] = hashed if solvable else hashed - np.uint64(1)
    return solvable


@kernel(allocates=True)
def _corrals_can_open(player: int, walls: np.uint64, floor: Floor, desk: Desk) -> bool:
    """Whether the boxes round each part of the floor that the player cannot walk to could get to goals."""
    near, box = floor.near, desk.box
    desk.mark[0] += 1
    _walk(player, desk.at, near, desk.area, desk.mark[0], desk.stack)
    count = _regions(near, desk.at, desk.area, desk.mark[0], desk.stack, desk.region)
    members = np.empty(BREADTH, np.int16)
    for region in range(1, count + 1):
        size = 0
        for number in range(len(box)):
            if desk.frozen[number]:
                continue
            for d in range(4):
                other = near[box[number], d]
                if other >= 0 and desk.region[other] == region:
                    if size < BREADTH:
                        members[size] = box[number]
                    size += 1
                    break
        if 0 < size <= BREADTH and not _is_solvable(members[:size], player, walls, floor, desk):
            return False
    return True


@kernel(allocates=True)
def _neighbours_can_move(moved: int, player: int, walls: np.uint64, guide: Guide, floor: Floor, desk: Desk) -> bool:
    """Whether the boxes nearest to the one that has just moved, with it, could get to goals."""
    members = np.empty(BREADTH, np.int16)
    size = 0
    for steps in range(_NEAR + 1):
        for number in range(len(desk.box)):
            cell = _wide(desk.box[number])
            if not desk.frozen[number] and size < _CLUSTER and _steps(cell, moved, guide) == steps:
                members[size] = cell
                size += 1
    return size == 0 or _is_solvable(members[:size], player, walls, floor, desk)


@kernel(allocates=True)
def _can_be_left(floor: Floor, desk: Desk) -> bool:
    """Whether the last pushes are possible: solved but for frozen walls, the boxes can be pulled off their goals.

    Shoham's retrograde analysis: a box is away when it can be pulled once; those that cannot must be there already.
    """
    near, small, area = floor.near, desk.small, desk.area
    cells = len(near)
    entered = np.zeros(cells, np.uint8)
    for first in range(cells):
        if small[first] or floor.goal[first] or entered[first]:
            continue
        for cell in range(cells):
            if floor.goal[cell] and small[cell] == 0:
                small[cell] = 2
        changed = True
        while changed:
            changed = False
            desk.mark[0] += 1
            mark = desk.mark[0]
            _walk(first, small, near, area, mark, desk.stack)
            for cell in range(cells):
                if area[cell] == mark:
                    entered[cell] = 1
                if small[cell] != 2:
                    continue
                for d in range(4):
                    target = near[cell, d]
                    if target >= 0 and area[target] == mark:
                        stand = near[target, d]
                        if stand >= 0 and area[stand] == mark:
                            small[cell] = 0
                            changed = True
                            break
        left = True
        for cell in range(cells):
            if small[cell] == 2:
                small[cell] = 0
                if not desk.at[cell]:
                    left = False
        if left:
            return True
    return False


@kernel
def _doomed(moved: int, player: int, guide: Guide, floor: Floor, desk: Desk) -> bool:
    """Whether the state on the desk, after a push to the cell `moved`, is a deadlock, as far as small proofs go."""
    box, small = desk.box, desk.small
    _freeze(box, desk.at, floor, desk.frozen)
    small[:] = 0
    walls = np.uint64(0)
    for number in range(len(box)):
        if desk.frozen[number]:
            small[box[number]] = 1
            walls ^= floor.keys[0, box[number]]
            if not floor.goal[box[number]]:
                return True
    if walls and not _can_be_left(floor, desk):
        return True
    if not _corrals_can_open(player, walls, floor, desk):
        return True
    return not _neighbours_can_move(moved, player, walls, guide, floor, desk)


@kernel
def _broken(guide: Guide, floor: Floor, desk: Desk) -> int:
    """Links between rooms that boxes break."""
    near, room, at = floor.near, guide.room, desk.at
    broken = 0
    rooms = len(guide.linked) - 1
    for first in range(1, rooms):
        desk.mark[0] += 1
        mark = desk.mark[0]
        size = 0
        for cell in range(len(near)):
            if room[cell] == first and not at[cell]:
                desk.area[cell] = mark
                desk.stack[size] = cell
                size += 1
        while size:
            size -= 1
            cell = desk.stack[size]
            for d in range(4):
                other = near[cell, d]
                if other < 0 or at[other] or desk.area[other] == mark:
                    continue
                if room[other]:
                    desk.touched[room[other]] = mark
                    continue
                desk.area[other] = mark
                desk.stack[size] = other
                size += 1
        for other in range(first + 1, rooms + 1):
            if guide.linked[first, other] and desk.touched[other] != mark:
                broken += 1
    return broken


@kernel
def _unpacked(guide: Guide, floor: Floor, desk: Desk) -> int:
    """How many cells of the plan are still to be packed; without a plan, how many goals."""
    stages, word = guide.stages, desk.word
    if len(stages) == 0:
        off = 0
        for cell in desk.box:
            off += 0 if floor.goal[cell] else 1
        return off
    for stage in range(len(stages) - 1, -1, -1):
        inside = True
        for w in range(len(word)):
            if stages[stage, w] & ~word[w]:
                inside = False
                break
        if inside:
            return len(stages) - 1 - stage
    missing = 0
    for w in range(len(word)):
        bits = stages[0, w] & ~word[w]
        while bits:
            bits &= bits - np.uint64(1)
            missing += 1
    return missing + len(stages) - 1


@kernel
def _flip(word: NDArray[np.uint64], cell: int) -> None:
    word[cell >> 6] ^= np.uint64(1) << np.uint64(cell & 63)


@kernel
def _obstacles(left_out: int, guide: Guide, desk: Desk) -> int:
    """How many boxes are in the way of how many, one of them left out."""
    count = 0
    for number in range(len(desk.box)):
        for other in range(len(desk.box)):
            if number != left_out and other != left_out:
                count += guide.obstacle[desk.box[number], desk.box[other]]
    return count


@kernel
def _assess(player: int, moved: int, others: int, guide: Guide, floor: Floor, desk: Desk) -> tuple[int, int, int]:
    """The score of the state on the desk, the least cell of the player's region, and how many pushes are new.

    Those of the box `moved` do not count. others: the obstacles among the other boxes.
    """
    near, at, area, box = floor.near, desk.at, desk.area, desk.box
    broken = _broken(guide, floor, desk)
    desk.mark[0] += 1
    mark = desk.mark[0]
    least = _walk(player, at, near, area, mark, desk.stack)
    mobile = news = 0
    obstacles = others
    if moved < len(box):
        for cell in box:
            obstacles += guide.obstacle[cell, box[moved]] + guide.obstacle[box[moved], cell]
        obstacles -= guide.obstacle[box[moved], box[moved]]
    unpacked = _unpacked(guide, floor, desk)
    for number in range(len(box)):
        cell = _wide(box[number])
        for d in range(4):
            source, target = near[cell, 3 - d], near[cell, d]
            can = source >= 0 and area[source] == mark and target >= 0 and not at[target] and floor.alive[target]
            if can:
                mobile += 1
            if can and number != moved and not desk.open[4 * cell + d]:
                news += 1
    parts = 1
    for cell in range(len(near)):
        if at[cell] == 0 and area[cell] < mark:
            desk.mark[0] += 1
            _walk(cell, at, near, area, desk.mark[0], desk.stack)
            parts += 1
    score = min(unpacked, 511) << _UNPACKED
    score |= min(parts, 127) << _PARTS
    score |= min(broken, 127) << _BROKEN
    score |= min(obstacles, 511) << _OBSTACLES
    return score | (255 - min(mobile, 255)), least, news


@kernel
def _note_open(mark: int, floor: Floor, desk: Desk) -> None:
    """Note which pushes the player can make: those from cells of the area with this mark."""
    near, at = floor.near, desk.at
    for cell in desk.box:
        for d in range(4):
            source, target = near[cell, 3 - d], near[cell, d]
            can = source >= 0 and desk.area[source] == mark and target >= 0 and not at[target] and floor.alive[target]
            desk.open[4 * cell + d] = can


@kernel
def _slot(hashed: np.uint64, word: NDArray[np.uint64], player: int, tree: Tree) -> int:
    """The place in the table where a state is, or where it belongs."""
    last = np.uint64(len(tree.table) - 1)
    place = np.int64(hashed & last)
    while True:
        node = tree.table[place] - 1
        if node < 0:
            return int(place)
        if tree.player[node] == player:
            same = True
            for w in range(len(word)):
                if tree.boxes[node, w] != word[w]:
                    same = False
                    break
            if same:
                return int(place)
        place = (place + 1) & np.int64(last)


@kernel
def _lay_out(node: int, floor: Floor, tree: Tree, desk: Desk) -> np.uint64:
    """Lay out a node's boxes on the desk and return their hash."""
    desk.at[:] = 0
    hashed = np.uint64(0)
    count = 0
    for w in range(len(desk.word)):
        word = tree.boxes[node, w]
        desk.word[w] = word
        cell = 64 * w
        while word:
            if word & np.uint64(1):
                desk.box[count] = cell
                count += 1
                desk.at[cell] = count
                hashed ^= floor.keys[0, cell]
            word >>= np.uint64(1)
            cell += 1
    return hashed


@kernel
def _carry(number: int, target: int, desk: Desk) -> int:
    """Put a box on another cell; return the one where it was."""
    source = _wide(desk.box[number])
    desk.at[source] = 0
    desk.at[target] = number + 1
    desk.box[number] = target
    _flip(desk.word, source)
    _flip(desk.word, target)
    return source


@kernel
def _add(slot: int, player: int, tree: Tree, desk: Desk) -> int:
    """A new node for the state on the desk, or -1 where the memory is full."""
    node = _wide(tree.control[NODES])
    if node == len(tree.player):
        return -1
    tree.control[NODES] += 1
    copy_into(tree.boxes[node], desk.word)
    tree.player[node] = player
    tree.parent[node] = -1
    tree.table[slot] = node + 1
    return node


@kernel
def _link(node: int, parent: int, source: int, target: int, tree: Tree) -> None:
    """Note how a node was reached."""
    tree.parent[node] = parent
    tree.via[node, 0] = source
    tree.via[node, 1] = target


@kernel
def _freezes(number: int, floor: Floor, desk: Desk) -> bool:
    """Whether a box that has just moved is one of frozen boxes not all on goals."""
    if not _stuck(desk.box[number], desk.at, floor):
        return False
    _freeze(desk.box, desk.at, floor, desk.frozen)
    for other in range(len(desk.box)):
        if desk.frozen[other] and not floor.goal[desk.box[other]]:
            return True
    return False


@kernel
def _list_moves(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """List the moves of the state on the desk; return how many, or -1 where one of them solves the level."""
    box, at, near = desk.box, desk.at, floor.near
    player = _wide(tree.player[node])
    desk.mark[0] += 1
    _walk(player, at, near, desk.area, desk.mark[0], desk.stack)
    _note_open(desk.mark[0], floor, desk)
    _choose(desk.mark[0], floor, desk)
    off = 0
    for cell in box:
        off += 0 if floor.goal[cell] else 1
    count = 0
    for number in range(len(box)):
        if not desk.chosen[number]:
            continue
        cell = _wide(box[number])
        others_off = off - (0 if floor.goal[cell] else 1)
        others = _obstacles(number, guide, desk)
        listed = _ways(cell, player, desk.nowhere, at, floor, desk)
        for index in range(1, listed):
            place = _wide(desk.queue[index])
            target = place >> 2
            stand = _wide(near[target, place & 3])
            _carry(number, target, desk)
            if others_off == 0 and floor.goal[target]:
                desk.mark[0] += 1
                least = _walk(stand, at, near, desk.area, desk.mark[0], desk.stack)
                slot = _slot(
                    hashed ^ floor.keys[0, cell] ^ floor.keys[0, target] ^ floor.keys[1, least], desk.word, least, tree
                )
                held = tree.table[slot]
                found = _add(slot, least, tree, desk)
                if found >= 0:
                    _link(found, node, cell, target, tree)
                if held:
                    tree.table[slot] = held
                tree.control[FOUND] = found
                return -1
            if not _freezes(number, floor, desk):
                score, least, news = _assess(stand, number, others, guide, floor, desk)
                after = hashed ^ floor.keys[0, cell] ^ floor.keys[0, target] ^ floor.keys[1, least]
                if tree.table[_slot(after, desk.word, least, tree)] == 0:
                    desk.score[count] = score
                    desk.move[count, 0] = cell
                    desk.move[count, 1] = target
                    desk.move[count, 2] = stand
                    desk.news[count] = news
                    desk.state[count] = UNKNOWN
                    count += 1
            _carry(number, cell, desk)
    return count


@kernel
def _hottest(guide: Guide, desk: Desk) -> int:
    """The cell of the box that is in the way of most others, or -1 where none is."""
    best, most = -1, 0
    for cell in desk.box:
        count = 0
        for other in desk.box:
            count += guide.obstacle[other, cell]
        if count > most:
            best, most = _wide(cell), count
    return best


@kernel
def _appeal(advisor: int, index: int, before: int, focus: int, guide: Guide, desk: Desk) -> int:
    """What a move is worth to an advisor, the less the better, or -1 where it would not make it.

    focus: the cell of the box that the last advisor looks at, or -1.
    """
    score = _wide(desk.score[index])
    if advisor == PACK:
        good = score & _OF_UNPACKED < before & _OF_UNPACKED
    elif advisor == CONNECT:
        good = score & _OF_PARTS < before & _OF_PARTS
    elif advisor == LINK:
        good = score & _OF_BROKEN < before & _OF_BROKEN
    elif advisor == CLEAR:
        good = score & _OF_OBSTACLES < before & _OF_OBSTACLES
    elif advisor == EXPLORE:
        good = desk.news[index] > 0
    elif focus < 0 or score & _OF_PARTS > before & _OF_PARTS:
        good = False
    else:
        return ((1 + _steps(_wide(desk.move[index, 0]), focus, guide)) << 50) + score
    return score if good else -1


@kernel
def _is_doomed(index: int, guide: Guide, floor: Floor, desk: Desk) -> bool:
    """Whether a move of the state on the desk leads into a deadlock."""
    source, target = _wide(desk.move[index, 0]), _wide(desk.move[index, 1])
    number = _wide(desk.at[source]) - 1
    _carry(number, target, desk)
    doomed = _doomed(target, _wide(desk.move[index, 2]), guide, floor, desk)
    _carry(number, source, desk)
    return doomed


@kernel
def _favourite(advisor: int, count: int, before: int, focus: int, guide: Guide, desk: Desk) -> int:
    """The move that an advisor likes best of those not known to be deadlocks, or -1 where it likes none."""
    best = least = -1
    for index in range(count):
        if desk.state[index] != DOOMED:
            appeal = _appeal(advisor, index, before, focus, guide, desk)
            if appeal >= 0 and (best < 0 or appeal < least):
                best, least = index, appeal
    return best


@kernel
def _advise(count: int, before: int, guide: Guide, floor: Floor, desk: Desk) -> None:
    """Let every advisor pick its favourite move that leads into no deadlock."""
    hottest = _hottest(guide, desk)
    for advisor in range(ADVISORS):
        best = _favourite(advisor, count, before, hottest, guide, desk)
        while best >= 0 and desk.state[best] == UNKNOWN and _is_doomed(best, guide, floor, desk):
            desk.state[best] = DOOMED
            best = _favourite(advisor, count, before, hottest, guide, desk)
        if best >= 0:
            desk.state[best] = ADVISED


@kernel(allocates=True)
def _expand(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> bool:
    """Store the moves of the node whose state is on the desk; False where the memory is full or the level is solved."""
    boxes = len(desk.box)
    before, _, _ = _assess(_wide(tree.player[node]), boxes, _obstacles(boxes, guide, desk), guide, floor, desk)
    count = _list_moves(node, hashed, guide, floor, tree, desk)
    if count < 0:
        return False
    _advise(count, before, guide, floor, desk)
    kept = 0
    for index in range(count):
        if desk.state[index] != DOOMED:
            weight = min(tree.weight[node] + (0 if desk.state[index] == ADVISED else 1), _HEAVIEST)
            desk.score[kept] = (np.int64(weight) << _WEIGHT) | desk.score[index]
            desk.move[kept] = desk.move[index]
            desk.state[kept] = desk.state[index]
            kept += 1
    first = tree.control[MOVES]
    if first + kept > len(tree.score):
        return False
    tree.control[MOVES] += kept
    tree.following[node] = first
    tree.last[node] = first + kept
    for place, index in enumerate(np.argsort(desk.score[:kept])):
        tree.score[first + place] = desk.score[index]
        tree.move[first + place, 0] = desk.move[index, 0]
        tree.move[first + place, 1] = desk.move[index, 1]
        tree.move[first + place, 2] = desk.move[index, 2]
        tree.move[first + place, 3] = desk.state[index]
    return True


@kernel
def _merge(one: int, other: int, tree: Tree) -> int:
    """Join two skew heaps."""
    key, left, right = tree.key, tree.left, tree.right
    root = parent = -1
    while one >= 0 and other >= 0:
        if key[other] < key[one]:
            one, other = other, one
        if parent < 0:
            root = one
        else:
            left[parent] = one
        parent = one
        following = right[one]
        right[one] = left[one]
        one = following
    rest = one if one >= 0 else other
    if parent < 0:
        return rest
    left[parent] = rest
    return root


@kernel
def _wait(node: int, tree: Tree) -> None:
    """Put a node that has moves left into the heap of its cell."""
    if tree.following[node] < tree.last[node]:
        cell = tree.cell[node]
        tree.key[node] = tree.score[tree.following[node]]
        tree.left[node] = tree.right[node] = -1
        tree.root[cell] = _merge(_wide(tree.root[cell]), node, tree)


@kernel
def _cell_of(feature: int, tree: Tree) -> int:
    """The cell of the feature space with these features, made if need be; -1 where there is no room."""
    last = len(tree.cell_table) - 1
    slot = np.int64((np.uint64(feature) * _GOLDEN) >> np.uint64(32)) & last
    while tree.cell_table[slot]:
        cell = _wide(tree.cell_table[slot]) - 1
        if tree.feature[cell] == feature:
            return cell
        slot = (slot + 1) & last
    cell = _wide(tree.control[CELLS])
    if cell == len(tree.feature):
        return -1
    tree.control[CELLS] += 1
    tree.cell_table[slot] = cell + 1
    tree.feature[cell] = feature
    tree.root[cell] = -1
    return cell


@kernel
def begin(boxes: NDArray[np.int32], player: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Enter the start, boxes int32 (k,), and return the status."""
    desk.word[:] = 0
    for cell in boxes:
        _flip(desk.word, _wide(cell))
    copy_into(tree.boxes[0], desk.word)
    hashed = _lay_out(_wide(tree.control[NODES]), floor, tree, desk)
    desk.mark[0] += 1
    least = _walk(player, desk.at, floor.near, desk.area, desk.mark[0], desk.stack)
    slot = _slot(hashed ^ floor.keys[1, least], desk.word, least, tree)
    node = _add(slot, least, tree, desk)
    tree.control[FOUND] = -1
    tree.weight[node] = 0
    if _doomed(_wide(boxes[0]), least, guide, floor, desk):
        return UNSOLVABLE
    score, _, _ = _assess(least, len(boxes), _obstacles(len(boxes), guide, desk), guide, floor, desk)
    tree.cell[node] = _cell_of(score >> _BROKEN, tree)
    return _settle(node, hashed, guide, floor, tree, desk)


@kernel
def _settle(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Expand a new node and let it wait; return the status."""
    if not _expand(node, hashed, guide, floor, tree, desk):
        return SOLVED if tree.control[FOUND] >= 0 else NODE_LIMIT
    _wait(node, tree)
    return RUNNING


@kernel
def _follow(node: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Make the next move of a node; return the status."""
    index = tree.following[node]
    tree.following[node] += 1
    _wait(node, tree)
    hashed = _lay_out(node, floor, tree, desk)
    source, target, stand = _wide(tree.move[index, 0]), _wide(tree.move[index, 1]), _wide(tree.move[index, 2])
    _carry(_wide(desk.at[source]) - 1, target, desk)
    hashed ^= floor.keys[0, source] ^ floor.keys[0, target]
    desk.mark[0] += 1
    least = _walk(stand, desk.at, floor.near, desk.area, desk.mark[0], desk.stack)
    slot = _slot(hashed ^ floor.keys[1, least], desk.word, least, tree)
    if tree.table[slot] or (tree.move[index, 3] == UNKNOWN and _doomed(target, least, guide, floor, desk)):
        return RUNNING
    child = _add(slot, least, tree, desk)
    if child < 0:
        return NODE_LIMIT
    _link(child, node, source, target, tree)
    score = tree.score[index]
    tree.weight[child] = score >> _WEIGHT
    tree.cell[child] = tree.cell[node]
    feature = (score & ((np.int64(1) << _WEIGHT) - 1)) >> _BROKEN
    if feature < tree.feature[tree.cell[node]]:
        cell = _cell_of(feature, tree)
        if cell >= 0:
            tree.cell[child] = cell
    _lay_out(child, floor, tree, desk)
    return _settle(child, hashed, guide, floor, tree, desk)


@kernel
def _erase(desk: Desk) -> None:
    """Take all marks off before they outgrow their type."""
    desk.mark[0] = 0
    desk.area[:] = 0
    desk.seen[:] = 0
    desk.queued[:] = 0
    desk.touched[:] = 0


@kernel
def search(quota: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Go on with a search for so many moves; return the status."""
    control = tree.control
    for _ in range(quota):
        if desk.mark[0] > _LAST_MARK:
            _erase(desk)
        tried = 0
        while tried < control[CELLS]:
            control[TURN] = (control[TURN] + 1) % control[CELLS]
            if tree.root[control[TURN]] >= 0:
                break
            tried += 1
        if tried == control[CELLS]:
            return UNSOLVABLE
        node = _wide(tree.root[control[TURN]])
        tree.root[control[TURN]] = _merge(_wide(tree.left[node]), _wide(tree.right[node]), tree)
        status = _follow(node, guide, floor, tree, desk)
        if status != RUNNING:
            return status
    return RUNNING


@kernel
def unfold(node: int, pushes: NDArray[np.int32], floor: Floor, tree: Tree, desk: Desk) -> int:
    """Write the pushes between a node's parent and it, last first, as 4 * cell + direction; return how many.

    pushes: int32 (4n,).
    """
    parent = _wide(tree.parent[node])
    _lay_out(parent, floor, tree, desk)
    source, target = _wide(tree.via[node, 0]), _wide(tree.via[node, 1])
    listed = _ways(source, _wide(tree.player[parent]), desk.nowhere, desk.at, floor, desk)
    desk.at[source] = 0
    desk.at[target] = 1
    for index in range(1, listed):
        place = _wide(desk.queue[index])
        if place >> 2 != target:
            continue
        desk.mark[0] += 1
        least = _walk(_wide(floor.near[target, place & 3]), desk.at, floor.near, desk.area, desk.mark[0], desk.stack)
        if least != tree.player[node]:
            continue
        count = 0
        while desk.came[place] >= 0:
            pushes[count] = 4 * (desk.came[place] >> 2) + 3 - (place & 3)
            count += 1
            place = desk.came[place]
        return count
    return 0
