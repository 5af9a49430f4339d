"""The states of a search in the space of features, and where they wait."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import home_of_word, slot_of_word
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import Workspace
from generator.puzzles.sokoban.search.floor_kernels import Floor, clear, put
from generator.puzzles.sokoban.search.heap_kernels import Heap, merge
from generator.puzzles.sokoban.states.state_table_kernels import slot_of_state

NODES, MOVES, CELLS, TURN, FOUND, NODE_MOVES, GAP, PASSED, IN_VAIN = range(9)
"""Places in `Tree.control`: how many there are of each, the cell whose turn it was, the solved node or -1, how many
moves there may be fewer for each node, one of how many new states is examined, how many have passed since the last, and
how many were examined in vain."""
CONTROLS = 9


class Nodes(NamedTuple):
    """States that were reached, all modified; w words.

    boxes: uint64 (nodes, w). player: int16 (nodes,). parent: int32 (nodes,). via: int16 (nodes, 2) from and to which
    cell a box went. cell: int32 (nodes,) of the feature space. weight: int16 (nodes,). following, last: int64
    (nodes,) the moves not yet made. table: int32 (a power of 2,) of nodes plus 1.
    """

    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    parent: NDArray[np.int32]
    via: NDArray[np.int16]
    cell: NDArray[np.int32]
    weight: NDArray[np.int16]
    following: NDArray[np.int64]
    last: NDArray[np.int64]
    table: NDArray[np.int32]


class Moves(NamedTuple):
    """The moves of all nodes, both modified.

    score: int64 (moves,). move: int16 (moves, 4) from, to, player, whether it is known to be no deadlock.
    """

    score: NDArray[np.int64]
    move: NDArray[np.int16]


class Cells(NamedTuple):
    """Cells of the feature space, all modified.

    feature: int64 (cells,). root: int32 (cells,) of the heap of nodes that wait there. table: int32 (a power of 2,) of
    cells, -1 where free.
    """

    feature: NDArray[np.int64]
    root: NDArray[np.int32]
    table: NDArray[np.int32]


class Tree(NamedTuple):
    """The states of a search, and where they wait by the first of their moves; control: int64 (CONTROLS,), modified."""

    nodes: Nodes
    heap: Heap
    moves: Moves
    cells: Cells
    control: NDArray[np.int64]


@kernel
def lay_out(node: int, floor: Floor, tree: Tree, workspace: Workspace) -> np.uint64:
    """Lay out a node's boxes in the workspace and return their hash."""
    clear(floor, workspace.boxes)
    hashed = np.uint64(0)
    count = 0
    for w in range(len(workspace.word)):
        word = tree.nodes.boxes[node, w]
        workspace.word[w] = word
        cell = 64 * w
        while word:
            if word & np.uint64(1):
                put(count, cell, floor, workspace.boxes)
                count += 1
                hashed ^= floor.keys[0, cell]
            word >>= np.uint64(1)
            cell += 1
    return hashed


@kernel
def state_slot(hashed: np.uint64, word: NDArray[np.uint64], player: int, nodes: Nodes) -> int:
    """Where in the table a state is, or the free index where it belongs; word: uint64 (w,)."""
    return slot_of_state(hashed, word, player, nodes.boxes, nodes.player, nodes.table)


@kernel
def add_node(slot: int, player: int, tree: Tree, workspace: Workspace) -> int:
    """A new node for the state in the workspace, or -1 where the memory is full."""
    node = tree.control[NODES]
    if node == len(tree.nodes.player):
        return -1
    tree.control[NODES] += 1
    copy_into(tree.nodes.boxes[node], workspace.word)
    tree.nodes.player[node] = player
    tree.nodes.parent[node] = -1
    tree.nodes.table[slot] = node + 1
    return int(node)


@kernel
def has_room(moves: int, tree: Tree) -> bool:
    """Whether there is memory for so many more moves."""
    control = tree.control
    return bool(control[MOVES] + moves + control[NODES] * control[NODE_MOVES] <= len(tree.moves.score))


@kernel
def link(node: int, parent: int, source: int, target: int, tree: Tree) -> None:
    """Note how a node was reached."""
    tree.nodes.parent[node] = parent
    tree.nodes.via[node, 0] = source
    tree.nodes.via[node, 1] = target


@kernel
def wait(node: int, tree: Tree) -> None:
    """Put a node that has moves left into the heap of its cell."""
    if tree.nodes.following[node] < tree.nodes.last[node]:
        cell = tree.nodes.cell[node]
        tree.heap.key[node] = tree.moves.score[tree.nodes.following[node]]
        tree.heap.left[node] = tree.heap.right[node] = -1
        tree.cells.root[cell] = merge(tree.cells.root[cell], node, tree.heap)


@kernel
def cell_of(feature: int, tree: Tree) -> int:
    """The cell of the feature space with these features, made if need be; -1 where there is no room."""
    feature_of, table = tree.cells.feature, tree.cells.table
    size = len(table)
    slot = slot_of_word(feature, home_of_word(np.uint64(feature), size), 0, size, feature_of, table)
    if table[slot] >= 0:
        return int(table[slot])
    cell = tree.control[CELLS]
    if cell == len(feature_of):
        return -1
    tree.control[CELLS] += 1
    table[slot] = cell
    feature_of[cell] = feature
    tree.cells.root[cell] = -1
    return int(cell)
