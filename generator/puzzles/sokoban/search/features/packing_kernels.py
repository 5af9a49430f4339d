"""The order in which goals are filled: boxes are pulled off them until none is left.

After Shoham's draft "Solving Sokoban by Searching in Feature-Space". Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, bit, has
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.features.pull_tree_kernels import (
    KNOWN,
    PullTree,
    await_turn,
    enter,
    lay_out,
    lay_out_goals,
    list_pulled,
    next_in_turn,
    put_or_take,
)
from generator.puzzles.sokoban.search.matching_kernels import PARTNERS, LargestMatching, count_unmatched
from generator.puzzles.sokoban.states.board_kernels import Board
from generator.puzzles.sokoban.states.board_walk_kernels import least_reached, walk_rest


class PackingGround(NamedTuple):
    """What walls, goals and the first boxes decide; n cells.

    near: int16 (n, 4). zone: uint8 (n, n). board: the same as bits. home: int16 (n,) from 1 the number of the box that
    starts there, else 0. goal: int16 (n,) not 0 on goals. far: int16 (n,) steps to the nearest goal. pushed: uint8 (n,)
    whether a box can be pushed there. keys: uint64 (2, n) that hash boxes and player.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    board: Board
    home: NDArray[np.int16]
    goal: NDArray[np.int16]
    far: NDArray[np.int16]
    pushed: NDArray[np.uint8]
    keys: NDArray[np.uint64]


class Pulling(NamedTuple):
    """The backward search for a packing plan; all but the ground is modified.

    served: uint64 (nodes,) the homes, a bit each, to one of which the box goes that is gone for the first time in a
    node; no bit where none is. control: int64 (PULL_CONTROLS,).
    """

    ground: PackingGround
    tree: PullTree
    served: NDArray[np.uint64]
    matching: LargestMatching
    control: NDArray[np.int64]


PULL_NEEDED, PULL_BEST, PULL_MARKS = range(3)
"""Places in `Pulling.control`: how many homes a box must get to before it counts as gone, the best node, and how many
marks may be used: each stands for a walk or a box pulled everywhere."""
PULL_CONTROLS = 3


@kernel
def _offer(hashed: np.uint64, player: int, parent: int, served: np.uint64, pulling: Pulling) -> bool:
    """Enter the state that is laid out, with the homes of the box that is gone; False where the memory is full."""
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    node = enter(hashed, player, parent, ground.board, ground.keys, tree)
    if node < 0:
        return node == KNOWN
    pulling.served[node] = served
    boxes = unmoved = distance = 0
    for cell in range(len(ground.near)):
        if has(tree.laid.word, cell):
            boxes += 1
            unmoved += 1 if ground.goal[cell] else 0
            distance += ground.far[cell]
    await_turn(node, int((np.int64(boxes) << 40) + (np.int64(unmoved) << 24) - distance), tree)
    if control[PULL_BEST] < 0 or tree.heap.key[node] < tree.heap.key[control[PULL_BEST]]:
        control[PULL_BEST] = node
    return True


@kernel
def _homes(listed: int, pulling: Pulling) -> tuple[int, int, np.uint64]:
    """Different cells in the list where a box starts, the fewest pulls to one of them, and the first 64 boxes there."""
    queue, depth, home = pulling.tree.ways.queue, pulling.tree.ways.depth, pulling.ground.home
    homes, nearest, numbers = 0, 1 << 30, NO_CELL
    for index in range(listed):
        place = queue[index]
        number = home[place >> 2]
        if not number:
            continue
        nearest = min(nearest, depth[place])
        if number <= PARTNERS:
            numbers |= bit(number - 1)
        again = False
        for before in range(index):
            if queue[before] >> 2 == place >> 2:
                again = True
                break
        homes += 0 if again else 1
    return homes, nearest, numbers


@kernel
def _has_homes(served: np.uint64, node: int, pulling: Pulling) -> bool:
    """Whether a box and all that are gone in a node can go to homes of their own; where too many start, True."""
    if len(pulling.matching.fits) > PARTNERS:
        return True
    pulling.matching.fits[0] = served
    count = 1
    while node >= 0:
        if pulling.served[node]:
            pulling.matching.fits[count] = pulling.served[node]
            count += 1
        node = pulling.tree.nodes.parent[node]
    return count_unmatched(count, pulling.matching) == 0


@kernel
def begin_plan(goals: NDArray[np.int32], pulling: Pulling) -> None:
    """Enter the solved states, one for each region of the player, and find from which goal a box gets to most homes.

    Their number is left in control[PULL_NEEDED].

    goals: int32 (k,).
    """
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    board, walks = ground.board, tree.walks
    hashed = lay_out_goals(goals, board, ground.keys, tree)
    copy_into(walks.left, tree.laid.free)
    while walk_rest(tree.laid.free, board, walks):
        player = least_reached(board, walks)
        _offer(hashed, player, -1, NO_CELL, pulling)
        for cell in goals:
            if walks.walked[0] > control[PULL_MARKS]:
                return
            put_or_take(cell, board, tree)
            listed = list_pulled(cell, player, ground.near, ground.zone, board, tree)
            homes, _, _ = _homes(listed, pulling)
            control[PULL_NEEDED] = max(control[PULL_NEEDED], homes)
            put_or_take(cell, board, tree)


@kernel
def _pull_everywhere(node: int, hashed: np.uint64, player: int, pulling: Pulling) -> bool:
    """Enter what follows from the node that is laid out when one box is pulled; False where the memory is full."""
    ground, tree = pulling.ground, pulling.tree
    for cell in range(len(ground.near)):
        if not has(tree.laid.word, cell):
            continue
        put_or_take(cell, ground.board, tree)
        listed = list_pulled(cell, player, ground.near, ground.zone, ground.board, tree)
        for index in range(listed):
            place = tree.ways.queue[index]
            target = place >> 2
            if not ground.pushed[target]:
                continue
            put_or_take(target, ground.board, tree)
            after = hashed ^ ground.keys[0, cell] ^ ground.keys[0, target]
            room = _offer(after, ground.near[target, place & 3], node, NO_CELL, pulling)
            put_or_take(target, ground.board, tree)
            if not room:
                return False
        put_or_take(cell, ground.board, tree)
    return True


@kernel
def plan(quota: int, pulling: Pulling) -> None:
    """Take boxes off their goals, until none is left or so many states are expanded.

    A box that can be pulled to control[PULL_NEEDED] of the cells where boxes start is gone, the nearest first, if every
    box that is gone can have one of these cells to itself; nothing else is tried then. The best state found is left in
    control[PULL_BEST].
    """
    control, ground, tree = pulling.control, pulling.ground, pulling.tree
    for _ in range(quota):
        if tree.walks.walked[0] > control[PULL_MARKS]:
            return
        node = next_in_turn(tree)
        if node < 0:
            return
        hashed = lay_out(node, ground.board, ground.keys, tree)
        player = tree.nodes.player[node]
        best, leaving, leaving_for, left = 1 << 30, -1, NO_CELL, 0
        for cell in range(len(ground.near)):
            if not has(tree.laid.word, cell):
                continue
            left += 1
            put_or_take(cell, ground.board, tree)
            listed = list_pulled(cell, player, ground.near, ground.zone, ground.board, tree)
            homes, nearest, served = _homes(listed, pulling)
            if homes >= control[PULL_NEEDED] and nearest < best and _has_homes(served, node, pulling):
                best, leaving, leaving_for = nearest, cell, served
            put_or_take(cell, ground.board, tree)
        if left == 0:
            return
        if leaving >= 0:
            put_or_take(leaving, ground.board, tree)
            if not _offer(hashed ^ ground.keys[0, leaving], player, node, leaving_for, pulling):
                return
        elif not _pull_everywhere(node, hashed, player, pulling):
            return
