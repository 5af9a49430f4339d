"""The order in which goals are filled: boxes are pulled off them until none is left.

After Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip
from generator.kernels import kernel
from generator.puzzles.sokoban.walk_kernels import walk, wide


class Pulling(NamedTuple):
    """The backward search for a packing plan; all arrays are modified. n cells, w words.

    near: int16 (n, 4). home: uint8 (n,) whether a box starts there. goal: int16 (n,) not 0 on goals. far: int16 (n,)
    steps to the nearest goal. pushed: uint8 (n,) whether a box can be pushed there.
    boxes: uint64 (nodes, w), player: int16 (nodes,), parent, left, right: int32 (nodes,), key: int64 (nodes,): the
    nodes, which wait in a skew heap. table: int32 (a power of 2,). keys: uint64 (2, n). at: int16 (n,). reach, seen:
    int32 (n,), (4n,). stack: int16 (n,). queue, depth: int32 (4n,). word: uint64 (w,). control: int64 (PULL_CONTROLS,).
    """

    near: NDArray[np.int16]
    home: NDArray[np.uint8]
    goal: NDArray[np.int16]
    far: NDArray[np.int16]
    pushed: NDArray[np.uint8]
    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    parent: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    key: NDArray[np.int64]
    table: NDArray[np.int32]
    keys: NDArray[np.uint64]
    at: NDArray[np.int16]
    reach: NDArray[np.int32]
    seen: NDArray[np.int32]
    stack: NDArray[np.int16]
    queue: NDArray[np.int32]
    depth: NDArray[np.int32]
    word: NDArray[np.uint64]
    control: NDArray[np.int64]


PULL_NODES, PULL_ROOT, PULL_MARK, PULL_NEEDED, PULL_BEST, PULL_MARKS = range(6)
"""Places in `Pulling.control`: nodes, the root of their heap, the last mark, how many homes a box must get to before it
counts as gone, the best node, and how many marks may be used: each stands for a walk or a box pulled everywhere."""
PULL_CONTROLS = 6


@kernel(allocates=True)
def _pull_all(cell: int, player: int, pulling: Pulling) -> int:
    """List in queue the places to which one box can be pulled, with the pulls in depth; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is; one entry a region.
    """
    near, at, reach, seen, control = pulling.near, pulling.at, pulling.reach, pulling.seen, pulling.control
    queue, depth = pulling.queue, pulling.depth
    control[PULL_MARK] += 1
    visit = control[PULL_MARK]
    size = head = listed = 0
    at[cell] = 1
    control[PULL_MARK] += 1
    walk(player, pulling.at, pulling.near, pulling.reach, control[PULL_MARK], pulling.stack)
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
        control[PULL_MARK] += 1
        mark = control[PULL_MARK]
        walk(wide(near[box, place & 3]), pulling.at, pulling.near, pulling.reach, mark, pulling.stack)
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
def _merge(one: int, other: int, pulling: Pulling) -> int:
    key, left, right = pulling.key, pulling.left, pulling.right
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


@kernel(allocates=True)
def _offer(hashed: np.uint64, player: int, parent: int, pulling: Pulling) -> bool:
    """Enter the state of pulling.word and pulling.at; False where the memory is full."""
    control, word, table = pulling.control, pulling.word, pulling.table
    control[PULL_MARK] += 1
    least, _ = walk(player, pulling.at, pulling.near, pulling.reach, control[PULL_MARK], pulling.stack)
    last = np.uint64(len(table) - 1)
    slot = np.int64((hashed ^ pulling.keys[1, least]) & last)
    while table[slot]:
        node = table[slot] - 1
        if pulling.player[node] == least and (pulling.boxes[node] == word).all():
            return True
        slot = (slot + 1) & np.int64(last)
    node = control[PULL_NODES]
    if node == len(pulling.player):
        return False
    control[PULL_NODES] += 1
    table[slot] = node + 1
    pulling.boxes[node] = word
    pulling.player[node] = least
    pulling.parent[node] = parent
    boxes = unmoved = distance = 0
    for cell in range(len(pulling.at)):
        if pulling.at[cell]:
            boxes += 1
            unmoved += 1 if pulling.goal[cell] else 0
            distance += pulling.far[cell]
    pulling.key[node] = (np.int64(boxes) << 40) + (np.int64(unmoved) << 24) - distance
    if control[PULL_BEST] < 0 or pulling.key[node] < pulling.key[control[PULL_BEST]]:
        control[PULL_BEST] = node
    pulling.left[node] = pulling.right[node] = -1
    control[PULL_ROOT] = _merge(control[PULL_ROOT], node, pulling)
    return True


@kernel(allocates=True)
def _load(node: int, pulling: Pulling) -> np.uint64:
    """Lay out the boxes of a node and return their hash."""
    hashed = np.uint64(0)
    pulling.at[:] = 0
    pulling.word[:] = pulling.boxes[node]
    for cell in range(len(pulling.at)):
        if pulling.word[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1):
            pulling.at[cell] = 1
            hashed ^= pulling.keys[0, cell]
    return hashed


@kernel(allocates=True)
def _homes(listed: int, pulling: Pulling) -> tuple[int, int]:
    """Different cells in the list where a box starts, and the fewest pulls to one of them."""
    homes, nearest = 0, 1 << 30
    for index in range(listed):
        place = pulling.queue[index]
        if not pulling.home[place >> 2]:
            continue
        nearest = min(nearest, pulling.depth[place])
        again = False
        for before in range(index):
            if pulling.queue[before] >> 2 == place >> 2:
                again = True
                break
        homes += 0 if again else 1
    return homes, nearest


@kernel(allocates=True)
def begin_plan(goals: NDArray[np.int32], pulling: Pulling) -> None:
    """Enter the solved states, one for each region of the player, and find from which goal a box gets to most homes.

    Their number is left in control[PULL_NEEDED].
    """
    control, at = pulling.control, pulling.at
    at[:] = 0
    pulling.word[:] = 0
    hashed = np.uint64(0)
    for cell in goals:
        at[cell] = 1
        hashed ^= pulling.keys[0, cell]
        flip(pulling.word, wide(cell))
    entered = np.zeros(len(at), np.uint8)
    for player in range(len(at)):
        if at[player] or entered[player]:
            continue
        control[PULL_MARK] += 1
        walk(player, pulling.at, pulling.near, pulling.reach, control[PULL_MARK], pulling.stack)
        for cell in range(len(at)):
            if pulling.reach[cell] == control[PULL_MARK]:
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
    control, at, near = pulling.control, pulling.at, pulling.near
    for _ in range(quota):
        node = control[PULL_ROOT]
        if node < 0 or control[PULL_MARK] > control[PULL_MARKS]:
            return
        control[PULL_ROOT] = _merge(wide(pulling.left[node]), wide(pulling.right[node]), pulling)
        hashed = _load(node, pulling)
        player = wide(pulling.player[node])
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
            flip(pulling.word, leaving)
            if not _offer(hashed ^ pulling.keys[0, leaving], player, node, pulling):
                return
            continue
        for cell in range(len(at)):
            if not at[cell]:
                continue
            at[cell] = 0
            flip(pulling.word, cell)
            listed = _pull_all(cell, player, pulling)
            for index in range(listed):
                place = pulling.queue[index]
                target = place >> 2
                if not pulling.pushed[target]:
                    continue
                at[target] = 1
                flip(pulling.word, target)
                stand = wide(near[target, place & 3])
                room = _offer(hashed ^ pulling.keys[0, cell] ^ pulling.keys[0, target], stand, node, pulling)
                at[target] = 0
                flip(pulling.word, target)
                if not room:
                    return
            at[cell] = 1
            flip(pulling.word, cell)
