"""The states of a search in the space of features, and where they wait."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import GOLDEN
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.desk_kernels import Desk
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.walk_kernels import wide

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT = 0, 1, 2, 3

NODES, MOVES, CELLS, TURN, FOUND = range(5)
"""Places in `Tree.control`: how many there are of each, the cell whose turn it was, and the solved node or -1."""
CONTROLS = 5


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


@kernel
def slot_of(hashed: np.uint64, word: NDArray[np.uint64], player: int, tree: Tree) -> int:
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
def lay_out(node: int, floor: Floor, tree: Tree, desk: Desk) -> np.uint64:
    """Lay out a node's boxes on the desk and return their hash."""
    desk.boxes.at[:] = 0
    hashed = np.uint64(0)
    count = 0
    for w in range(len(desk.word)):
        word = tree.boxes[node, w]
        desk.word[w] = word
        cell = 64 * w
        while word:
            if word & np.uint64(1):
                desk.boxes.cell[count] = cell
                count += 1
                desk.boxes.at[cell] = count
                hashed ^= floor.keys[0, cell]
            word >>= np.uint64(1)
            cell += 1
    return hashed


@kernel
def add_node(slot: int, player: int, tree: Tree, desk: Desk) -> int:
    """A new node for the state on the desk, or -1 where the memory is full."""
    node = wide(tree.control[NODES])
    if node == len(tree.player):
        return -1
    tree.control[NODES] += 1
    copy_into(tree.boxes[node], desk.word)
    tree.player[node] = player
    tree.parent[node] = -1
    tree.table[slot] = node + 1
    return node


@kernel
def link(node: int, parent: int, source: int, target: int, tree: Tree) -> None:
    """Note how a node was reached."""
    tree.parent[node] = parent
    tree.via[node, 0] = source
    tree.via[node, 1] = target


@kernel
def merge(one: int, other: int, tree: Tree) -> int:
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
def wait(node: int, tree: Tree) -> None:
    """Put a node that has moves left into the heap of its cell."""
    if tree.following[node] < tree.last[node]:
        cell = tree.cell[node]
        tree.key[node] = tree.score[tree.following[node]]
        tree.left[node] = tree.right[node] = -1
        tree.root[cell] = merge(wide(tree.root[cell]), node, tree)


@kernel
def cell_of(feature: int, tree: Tree) -> int:
    """The cell of the feature space with these features, made if need be; -1 where there is no room."""
    last = len(tree.cell_table) - 1
    slot = np.int64((np.uint64(feature) * GOLDEN) >> np.uint64(32)) & last
    while tree.cell_table[slot]:
        cell = wide(tree.cell_table[slot]) - 1
        if tree.feature[cell] == feature:
            return cell
        slot = (slot + 1) & last
    cell = wide(tree.control[CELLS])
    if cell == len(tree.feature):
        return -1
    tree.control[CELLS] += 1
    tree.cell_table[slot] = cell + 1
    tree.feature[cell] = feature
    tree.root[cell] = -1
    return cell
