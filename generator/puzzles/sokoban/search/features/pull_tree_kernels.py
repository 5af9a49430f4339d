"""The states of a search by pulls, in which one box goes anywhere while the others stand still, and where they wait.

Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip, has
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import Walks, walk_anew
from generator.puzzles.sokoban.search.heap_kernels import Heap, merge
from generator.puzzles.sokoban.states.state_table_kernels import slot_of_state

KNOWN, FULL = -1, -2
"""Why there is no new state."""

NODES, ROOT = range(2)
"""Places in `PullTree.control`: how many states there are, and the root of the heap of those that wait."""
CONTROLS = 2


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


class PullWays(NamedTuple):
    """Where a box can be pulled, all modified; n cells.

    seen, depth, came: int32 (4n,), queue: int32 (16n,): the places of a box.
    """

    seen: NDArray[np.int32]
    queue: NDArray[np.int32]
    depth: NDArray[np.int32]
    came: NDArray[np.int32]


class PullTree(NamedTuple):
    """The states of a search by pulls, and what it needs to go from one to the next; control: int64 (CONTROLS,)."""

    nodes: Nodes
    heap: Heap
    laid: Laid
    walks: Walks
    ways: PullWays
    control: NDArray[np.int64]


@kernel
def list_pulled(cell: int, player: int, near: NDArray[np.int16], tree: PullTree) -> int:
    """List in tree.ways.queue the places to which one box can be pulled, with the pulls in depth; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is; one entry a region. The
    place before each is in tree.ways.came, -1 for the first. The box is not laid out.

    near: int16 (n, 4).
    """
    at, walks = tree.laid.at, tree.walks
    seen, queue, depth, came = tree.ways.seen, tree.ways.queue, tree.ways.depth, tree.ways.came
    # Apart from measure_pulls: zones are those that walls make, and here other boxes stand in the way too.
    walks.mark[0] += 1
    visit = walks.mark[0]
    size = head = listed = 0
    at[cell] = 1
    walk_anew(player, at, near, walks)
    for d in range(4):
        if near[cell, d] >= 0 and walks.reach[near[cell, d]] == walks.mark[0]:
            queue[0] = 4 * cell + d
            depth[queue[0]] = 0
            came[queue[0]] = -1
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
        walk_anew(near[box, place & 3], at, near, walks)
        mark = walks.mark[0]
        for d in range(4):
            target = near[box, d]
            if target < 0 or walks.reach[target] != mark:
                continue
            seen[4 * box + d] = visit
            depth[4 * box + d] = depth[place]
            stand = near[target, d]
            after = 4 * target + d
            if stand < 0 or at[stand] or seen[after] == visit:
                continue
            if size < len(queue):
                queue[size] = after
                depth[after] = depth[place] + 1
                came[after] = place
                size += 1
        at[box] = 0
        queue[listed] = place
        listed += 1
    return listed


@kernel
def enter(
    hashed: np.uint64, player: int, parent: int, near: NDArray[np.int16], keys: NDArray[np.uint64], tree: PullTree
) -> int:
    """A new node for the state that is laid out, with the player's walk left in tree.walks; else KNOWN or FULL.

    hashed: of the boxes alone. near: int16 (n, 4). keys: uint64 (2, n).
    """
    least = walk_anew(player, tree.laid.at, near, tree.walks)
    nodes, table = tree.nodes, tree.nodes.table
    slot = slot_of_state(hashed ^ keys[1, least], tree.laid.word, least, nodes.boxes, nodes.player, table)
    if table[slot]:
        return KNOWN
    node = tree.control[NODES]
    if node == len(nodes.player):
        return FULL
    tree.control[NODES] += 1
    table[slot] = node + 1
    copy_into(nodes.boxes[node], tree.laid.word)
    nodes.player[node] = least
    nodes.parent[node] = parent
    return int(node)


@kernel
def await_turn(node: int, key: int, tree: PullTree) -> None:
    """Let a node wait: those with the least keys come first."""
    tree.heap.key[node] = key
    tree.heap.left[node] = tree.heap.right[node] = -1
    tree.control[ROOT] = merge(tree.control[ROOT], node, tree.heap)


@kernel
def next_in_turn(tree: PullTree) -> int:
    """The node whose turn it is, which no longer waits; -1 where none does."""
    node = tree.control[ROOT]
    if node >= 0:
        tree.control[ROOT] = merge(tree.heap.left[node], tree.heap.right[node], tree.heap)
    return int(node)


@kernel
def lay_out(node: int, keys: NDArray[np.uint64], tree: PullTree) -> np.uint64:
    """Lay out the boxes of a node and return their hash; keys: uint64 (2, n)."""
    hashed = np.uint64(0)
    copy_into(tree.laid.word, tree.nodes.boxes[node])
    for cell in range(len(tree.laid.at)):
        tree.laid.at[cell] = 0
        if has(tree.laid.word, cell):
            tree.laid.at[cell] = 1
            hashed ^= keys[0, cell]
    return hashed


@kernel
def put(cell: int, tree: PullTree) -> None:
    """Put a box on a free cell."""
    tree.laid.at[cell] = 1
    flip(tree.laid.word, cell)


@kernel
def take(cell: int, tree: PullTree) -> None:
    """Take a box off its cell."""
    tree.laid.at[cell] = 0
    flip(tree.laid.word, cell)
