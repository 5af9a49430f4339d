"""The order in which goals are filled: boxes are pulled off them until none is left.

After Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip
from generator.kernels import kernel, wide
from generator.puzzles.sokoban.search.heap_kernels import Heap, merge
from generator.puzzles.sokoban.states.state_table_kernels import slot_of_state
from generator.puzzles.sokoban.states.walk_kernels import walk


class PackingGround(NamedTuple):
    """What walls, goals and the first boxes decide; n cells.

    near: int16 (n, 4). home: uint8 (n,) whether a box starts there. goal: int16 (n,) not 0 on goals. far: int16 (n,)
    steps to the nearest goal. pushed: uint8 (n,) whether a box can be pushed there. keys: uint64 (2, n) that hash boxes
    and player.
    """

    near: NDArray[np.int16]
    home: NDArray[np.uint8]
    goal: NDArray[np.int16]
    far: NDArray[np.int16]
    pushed: NDArray[np.uint8]
    keys: NDArray[np.uint64]


class Nodes(NamedTuple):
    """States that were reached, all modified; w words.

    boxes: uint64 (nodes, w). player: int16 (nodes,). parent: int32 (nodes,). table: int32 (a power of 2,) of nodes plus
    1.
    """

    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    parent: NDArray[np.int32]
    table: NDArray[np.int32]


class Laid(NamedTuple):
    """The boxes of the state that is looked at, both modified: at: int16 (n,) 1 where one is, word: uint64 (w,)."""

    at: NDArray[np.int16]
    word: NDArray[np.uint64]


class Ways(NamedTuple):
    """Where the player can walk and a box be pulled, all modified; n cells.

    reach: int32 (n,), stack: int16 (n,): walks. seen, depth: int32 (4n,), queue: int32 (16n,): the places of a box.
    """

    reach: NDArray[np.int32]
    stack: NDArray[np.int16]
    seen: NDArray[np.int32]
    queue: NDArray[np.int32]
    depth: NDArray[np.int32]


class Pulling(NamedTuple):
    """The backward search for a packing plan, whose nodes wait in a heap; control: int64 (PULL_CONTROLS,), modified."""

    ground: PackingGround
    nodes: Nodes
    heap: Heap
    laid: Laid
    ways: Ways
    control: NDArray[np.int64]


PULL_NODES, PULL_ROOT, PULL_MARK, PULL_NEEDED, PULL_BEST, PULL_MARKS = range(6)
"""Places in `Pulling.control`: nodes, the root of their heap, the last mark, how many homes a box must get to before it
counts as gone, the best node, and how many marks may be used: each stands for a walk or a box pulled everywhere."""
PULL_CONTROLS = 6


@kernel
def _walk_anew(first: int, pulling: Pulling) -> int:
    """Mark all cells that can be walked to by a new mark, and return the least."""
    control, ways = pulling.control, pulling.ways
    control[PULL_MARK] += 1
    return walk(first, pulling.laid.at, pulling.ground.near, ways.reach, control[PULL_MARK], ways.stack)[0]


@kernel(allocates=True)
def _pull_all(cell: int, player: int, pulling: Pulling) -> int:
    """List in queue the places to which one box can be pulled, with the pulls in depth; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is; one entry a region.
    """
    near, at, reach, seen, control = (
        pulling.ground.near,
        pulling.laid.at,
        pulling.ways.reach,
        pulling.ways.seen,
        pulling.control,
    )
    queue, depth = pulling.ways.queue, pulling.ways.depth
    # Apart from measure_pulls: zones are those that walls make, and here other boxes stand in the way too.
    control[PULL_MARK] += 1
    visit = control[PULL_MARK]
    size = head = listed = 0
    at[cell] = 1
    _walk_anew(player, pulling)
    for d in range(4):
        if near[cell, d] >= 0 and reach[near[cell, d]] == control[PULL_MARK]:
            queue[0] = 4 * cell + d
            depth[queue[0]] = 0
            size = 1
            break
    at[cell] = 0
    while head < size:
        place = queue[head]
        head += 1
        if seen[place] == visit:
            continue
        box = place >> 2
        at[box] = 1
        _walk_anew(wide(near[box, place & 3]), pulling)
        mark = control[PULL_MARK]
        for d in range(4):
            target = near[box, d]
            if target < 0 or reach[target] != mark:
                continue
            seen[4 * box + d] = visit
            depth[4 * box + d] = depth[place]
            stand = near[target, d]
            if stand < 0 or at[stand] or seen[4 * target + d] == visit:
                continue
            if size < len(queue):
                queue[size] = 4 * target + d
                depth[queue[size]] = depth[place] + 1
                size += 1
        at[box] = 0
        queue[listed] = place
        listed += 1
    return listed


@kernel(allocates=True)
def _offer(hashed: np.uint64, player: int, parent: int, pulling: Pulling) -> bool:
    """Enter the state of pulling.laid.word and pulling.laid.at; False where the memory is full."""
    control, word, table = pulling.control, pulling.laid.word, pulling.nodes.table
    least = _walk_anew(player, pulling)
    nodes = pulling.nodes
    slot = slot_of_state(hashed ^ pulling.ground.keys[1, least], word, least, nodes.boxes, nodes.player, table)
    if table[slot]:
        return True
    node = control[PULL_NODES]
    if node == len(pulling.nodes.player):
        return False
    control[PULL_NODES] += 1
    table[slot] = node + 1
    pulling.nodes.boxes[node] = word
    pulling.nodes.player[node] = least
    pulling.nodes.parent[node] = parent
    boxes = unmoved = distance = 0
    for cell in range(len(pulling.laid.at)):
        if pulling.laid.at[cell]:
            boxes += 1
            unmoved += 1 if pulling.ground.goal[cell] else 0
            distance += pulling.ground.far[cell]
    pulling.heap.key[node] = (np.int64(boxes) << 40) + (np.int64(unmoved) << 24) - distance
    if control[PULL_BEST] < 0 or pulling.heap.key[node] < pulling.heap.key[control[PULL_BEST]]:
        control[PULL_BEST] = node
    pulling.heap.left[node] = pulling.heap.right[node] = -1
    control[PULL_ROOT] = merge(control[PULL_ROOT], node, pulling.heap)
    return True


@kernel(allocates=True)
def _load(node: int, pulling: Pulling) -> np.uint64:
    """Lay out the boxes of a node and return their hash."""
    hashed = np.uint64(0)
    pulling.laid.at[:] = 0
    pulling.laid.word[:] = pulling.nodes.boxes[node]
    for cell in range(len(pulling.laid.at)):
        if pulling.laid.word[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1):
            pulling.laid.at[cell] = 1
            hashed ^= pulling.ground.keys[0, cell]
    return hashed


@kernel(allocates=True)
def _homes(listed: int, pulling: Pulling) -> tuple[int, int]:
    """Different cells in the list where a box starts, and the fewest pulls to one of them."""
    homes, nearest = 0, 1 << 30
    for index in range(listed):
        place = pulling.ways.queue[index]
        if not pulling.ground.home[place >> 2]:
            continue
        nearest = min(nearest, pulling.ways.depth[place])
        again = False
        for before in range(index):
            if pulling.ways.queue[before] >> 2 == place >> 2:
                again = True
                break
        homes += 0 if again else 1
    return homes, nearest


@kernel(allocates=True)
def begin_plan(goals: NDArray[np.int32], pulling: Pulling) -> None:
    """Enter the solved states, one for each region of the player, and find from which goal a box gets to most homes.

    Their number is left in control[PULL_NEEDED].

    goals: int32 (k,).
    """
    control, at = pulling.control, pulling.laid.at
    at[:] = 0
    pulling.laid.word[:] = 0
    hashed = np.uint64(0)
    for cell in goals:
        at[cell] = 1
        hashed ^= pulling.ground.keys[0, cell]
        flip(pulling.laid.word, wide(cell))
    entered = np.zeros(len(at), np.uint8)
    for player in range(len(at)):
        if at[player] or entered[player]:
            continue
        _walk_anew(player, pulling)
        for cell in range(len(at)):
            if pulling.ways.reach[cell] == control[PULL_MARK]:
                entered[cell] = 1
        _offer(hashed, player, wide(-1), pulling)
        for cell in goals:
            if control[PULL_MARK] > control[PULL_MARKS]:
                return
            at[cell] = 0
            listed = _pull_all(wide(cell), player, pulling)
            homes, _ = _homes(listed, pulling)
            control[PULL_NEEDED] = max(control[PULL_NEEDED], homes)
            at[cell] = 1


@kernel(allocates=True)
def plan(quota: int, pulling: Pulling) -> None:
    """Take boxes off their goals, until none is left or so many states are expanded.

    A box that can be pulled to control[PULL_NEEDED] of the cells where boxes start is gone, the nearest first; nothing
    else is tried then. The best state found is left in control[PULL_BEST].
    """
    control, at, near, keys = pulling.control, pulling.laid.at, pulling.ground.near, pulling.ground.keys
    for _ in range(quota):
        node = control[PULL_ROOT]
        if node < 0 or control[PULL_MARK] > control[PULL_MARKS]:
            return
        control[PULL_ROOT] = merge(wide(pulling.heap.left[node]), wide(pulling.heap.right[node]), pulling.heap)
        hashed = _load(node, pulling)
        player = wide(pulling.nodes.player[node])
        best, leaving, left = 1 << 30, wide(-1), 0
        for cell in range(len(at)):
            if not at[cell]:
                continue
            left += 1
            at[cell] = 0
            listed = _pull_all(cell, player, pulling)
            homes, nearest = _homes(listed, pulling)
            if homes >= control[PULL_NEEDED] and nearest < best:
                best, leaving = nearest, cell
            at[cell] = 1
        if left == 0:
            return
        if leaving >= 0:
            at[leaving] = 0
            flip(pulling.laid.word, leaving)
            if not _offer(hashed ^ pulling.ground.keys[0, leaving], player, node, pulling):
                return
            continue
        for cell in range(len(at)):
            if not at[cell]:
                continue
            at[cell] = 0
            flip(pulling.laid.word, cell)
            listed = _pull_all(cell, player, pulling)
            for index in range(listed):
                place = pulling.ways.queue[index]
                target = place >> 2
                if not pulling.ground.pushed[target]:
                    continue
                at[target] = 1
                flip(pulling.laid.word, target)
                stand = wide(near[target, place & 3])
                room = _offer(hashed ^ keys[0, cell] ^ keys[0, target], stand, node, pulling)
                at[target] = 0
                flip(pulling.laid.word, target)
                if not room:
                    return
            at[cell] = 1
            flip(pulling.laid.word, cell)
