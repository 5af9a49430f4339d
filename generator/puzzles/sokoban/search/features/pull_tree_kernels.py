"""The states of a search by pulls, in which one box goes anywhere while the others stand still, and where they wait.

Directions and places are those of floor_kernels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, add, flip, has, remove, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.heap_kernels import Heap, merge
from generator.puzzles.sokoban.search.side_kernels import reached_sides, sides_from
from generator.puzzles.sokoban.states.board_kernels import Board
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, walk_from
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
    """The boxes of the state that is looked at, both modified; w words, v of a board.

    word: uint64 (w,) their cells. free: uint64 (v,) the places without a box.
    """

    word: Words
    free: Words


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
def list_pulled(
    cell: int, player: int, near: NDArray[np.int16], zone: NDArray[np.uint8], board: Board, tree: PullTree
) -> int:
    """List in tree.ways.queue the places to which one box can be pulled, with the pulls in depth; return how many.

    A place is 4 * cell + the direction from the box to a cell beside it where the player is; one entry a region. The
    place before each is in tree.ways.came, -1 for the first. The box is not laid out.

    near: int16 (n, 4). zone: uint8 (n, n).
    """
    free, place_of, walks = tree.laid.free, board.place, tree.walks
    seen, queue, depth, came = tree.ways.seen, tree.ways.queue, tree.ways.depth, tree.ways.came
    # Apart from measure_pulls: zones are those that walls make, and here other boxes stand in the way too.
    walks.walked[0] += 1
    visit = walks.walked[0]
    size = head = listed = 0
    remove(free, place_of[cell])
    walk_from(player, free, board, walks)
    sides = reached_sides(cell, walks.reached, near, board)
    if sides:
        queue[0] = 4 * cell + trailing_zeros(np.int64(sides))
        depth[queue[0]] = 0
        came[queue[0]] = -1
        size = 1
    add(free, place_of[cell])
    while head < size:
        place = queue[head]
        head += 1
        if seen[place] == visit:
            continue
        box = place >> 2
        remove(free, place_of[box])
        sides = sides_from(box, place & 3, free, near, zone, board, walks)
        for d in range(4):
            if not sides >> d & 1:
                continue
            target = near[box, d]
            seen[4 * box + d] = visit
            depth[4 * box + d] = depth[place]
            stand = near[target, d]
            after = 4 * target + d
            if stand < 0 or not has(free, place_of[stand]) or seen[after] == visit:
                continue
            if size < len(queue):
                queue[size] = after
                depth[after] = depth[place] + 1
                came[after] = place
                size += 1
        add(free, place_of[box])
        queue[listed] = place
        listed += 1
    return listed


@kernel
def enter(hashed: np.uint64, player: int, parent: int, board: Board, keys: NDArray[np.uint64], tree: PullTree) -> int:
    """A new node for the state that is laid out, with the player's walk left in tree.walks; else KNOWN or FULL.

    hashed: of the boxes alone. keys: uint64 (2, n).
    """
    least = walk_from(player, tree.laid.free, board, tree.walks)
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
def lay_out(node: int, board: Board, keys: NDArray[np.uint64], tree: PullTree) -> np.uint64:
    """Lay out the boxes of a node and return their hash; keys: uint64 (2, n)."""
    hashed = np.uint64(0)
    copy_into(tree.laid.word, tree.nodes.boxes[node])
    copy_into(tree.laid.free, board.floor)
    for cell in range(len(board.place)):
        if has(tree.laid.word, cell):
            remove(tree.laid.free, board.place[cell])
            hashed ^= keys[0, cell]
    return hashed


@kernel
def lay_out_goals(goals: NDArray[np.int32], board: Board, keys: NDArray[np.uint64], tree: PullTree) -> np.uint64:
    """Lay out a box on every goal and return their hash; goals: int32 (k,). keys: uint64 (2, n)."""
    hashed = np.uint64(0)
    tree.laid.word[:] = 0
    copy_into(tree.laid.free, board.floor)
    for cell in goals:
        put_or_take(cell, board, tree)
        hashed ^= keys[0, cell]
    return hashed


@kernel(merged=True)
def put_or_take(cell: int, board: Board, tree: PullTree) -> None:
    """Put a box on a cell, or take it off if there is one."""
    flip(tree.laid.word, cell)
    flip(tree.laid.free, board.place[cell])
