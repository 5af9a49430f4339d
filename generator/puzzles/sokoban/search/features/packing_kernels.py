"""The order in which goals are filled: boxes are pulled off them until none is left.

After Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import walk_anew
from generator.puzzles.sokoban.search.features.pull_tree_kernels import (
    KNOWN,
    PullTree,
    await_turn,
    enter,
    lay_out,
    list_pulled,
    next_in_turn,
    put,
    take,
)


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


class Pulling(NamedTuple):
    """The backward search for a packing plan; control: int64 (PULL_CONTROLS,), modified."""

    ground: PackingGround
    tree: PullTree
    control: NDArray[np.int64]


PULL_NEEDED, PULL_BEST, PULL_MARKS = range(3)
"""Places in `Pulling.control`: how many homes a box must get to before it counts as gone, the best node, and how many
marks may be used: each stands for a walk or a box pulled everywhere."""
PULL_CONTROLS = 3


@kernel
def _offer(hashed: np.uint64, player: int, parent: int, pulling: Pulling) -> bool:
    """Enter the state that is laid out; False where the memory is full."""
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    node = enter(hashed, player, parent, ground.near, ground.keys, tree)
    if node < 0:
        return node == KNOWN
    boxes = unmoved = distance = 0
    for cell in range(len(tree.laid.at)):
        if tree.laid.at[cell]:
            boxes += 1
            unmoved += 1 if ground.goal[cell] else 0
            distance += ground.far[cell]
    await_turn(node, int((np.int64(boxes) << 40) + (np.int64(unmoved) << 24) - distance), tree)
    if control[PULL_BEST] < 0 or tree.heap.key[node] < tree.heap.key[control[PULL_BEST]]:
        control[PULL_BEST] = node
    return True


@kernel
def _homes(listed: int, pulling: Pulling) -> tuple[int, int]:
    """Different cells in the list where a box starts, and the fewest pulls to one of them."""
    queue, depth = pulling.tree.ways.queue, pulling.tree.ways.depth
    homes, nearest = 0, 1 << 30
    for index in range(listed):
        place = queue[index]
        if not pulling.ground.home[place >> 2]:
            continue
        nearest = min(nearest, depth[place])
        again = False
        for before in range(index):
            if queue[before] >> 2 == place >> 2:
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
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    at, walks = tree.laid.at, tree.walks
    at[:] = 0
    tree.laid.word[:] = 0
    hashed = np.uint64(0)
    for cell in goals:
        put(cell, tree)
        hashed ^= ground.keys[0, cell]
    entered = np.zeros(len(at), np.uint8)
    for player in range(len(at)):
        if at[player] or entered[player]:
            continue
        walk_anew(player, at, ground.near, walks)
        for cell in range(len(at)):
            if walks.reach[cell] == walks.mark[0]:
                entered[cell] = 1
        _offer(hashed, player, -1, pulling)
        for cell in goals:
            if walks.mark[0] > control[PULL_MARKS]:
                return
            at[cell] = 0
            listed = list_pulled(cell, player, ground.near, tree)
            homes, _ = _homes(listed, pulling)
            control[PULL_NEEDED] = max(control[PULL_NEEDED], homes)
            at[cell] = 1


@kernel
def _pull_everywhere(node: int, hashed: np.uint64, player: int, pulling: Pulling) -> bool:
    """Enter what follows from the node that is laid out when one box is pulled; False where the memory is full."""
    ground, tree = pulling.ground, pulling.tree
    for cell in range(len(tree.laid.at)):
        if not tree.laid.at[cell]:
            continue
        take(cell, tree)
        listed = list_pulled(cell, player, ground.near, tree)
        for index in range(listed):
            place = tree.ways.queue[index]
            target = place >> 2
            if not ground.pushed[target]:
                continue
            put(target, tree)
            stand = ground.near[target, place & 3]
            room = _offer(hashed ^ ground.keys[0, cell] ^ ground.keys[0, target], stand, node, pulling)
            take(target, tree)
            if not room:
                return False
        put(cell, tree)
    return True


@kernel
def plan(quota: int, pulling: Pulling) -> None:
    """Take boxes off their goals, until none is left or so many states are expanded.

    A box that can be pulled to control[PULL_NEEDED] of the cells where boxes start is gone, the nearest first; nothing
    else is tried then. The best state found is left in control[PULL_BEST].
    """
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    at = tree.laid.at
    for _ in range(quota):
        if tree.walks.mark[0] > control[PULL_MARKS]:
            return
        node = next_in_turn(tree)
        if node < 0:
            return
        hashed = lay_out(node, ground.keys, tree)
        player = tree.nodes.player[node]
        best, leaving, left = 1 << 30, -1, 0
        for cell in range(len(at)):
            if not at[cell]:
                continue
            left += 1
            at[cell] = 0
            listed = list_pulled(cell, player, ground.near, tree)
            homes, nearest = _homes(listed, pulling)
            if homes >= control[PULL_NEEDED] and nearest < best:
                best, leaving = nearest, cell
            at[cell] = 1
        if left == 0:
            return
        if leaving >= 0:
            take(leaving, tree)
            if not _offer(hashed ^ ground.keys[0, leaving], player, node, pulling):
                return
        elif not _pull_everywhere(node, hashed, player, pulling):
            return
