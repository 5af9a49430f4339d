"""What guides a search for any solution: rooms, obstacles, and a plan of the order in which goals are filled."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.puzzles.sokoban.search import floor_kernels
from generator.puzzles.sokoban.search.features import guide_kernels, packing_kernels, pull_tree_kernels
from generator.puzzles.sokoban.search.features.feature_kernels import BROKEN, OBSTACLES
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor import Room, bits_of
from generator.puzzles.sokoban.search.heap_kernels import Heap
from generator.puzzles.sokoban.search.matching_kernels import PARTNERS
from generator.puzzles.sokoban.search.memory import matching_of, walks_on

_PLANNED = 2_000
"""Expansions of the backward search that finds a plan."""

_KEPT = 60_000
"""States that it keeps."""

_WALKED = 60_000_000
"""Cells that it may walk over, or somewhat more: what bounds the time in large rooms."""

_SHARES = (1.0, 0.75, 0.5, 0.25, 0.01)
"""A box is home when it gets to this share of the cells to which any box can get at first. The stricter, the better
the order serves boxes from everywhere, but it may need boxes parked on the way, or leave some."""

_LARGEST = 500
"""Cells of the largest floor whose obstacles are found: the work grows with the cube."""


Landmarks = tuple[
    NDArray[np.uint64], NDArray[np.uint64], Words, NDArray[np.uint8], NDArray[np.uint64], NDArray[np.int32]
]
"""What a guide has from `goals` on."""


def guides(room: Room) -> list[Guide]:
    """Guides to try side by side: the strictest plan that leaves no box, with and without obstacles as a feature, and
    the laxest or, if that is it, none.

    A plan of one stage only counts the goals, as a search without a plan does: then there is no third guide.
    """
    pulls = [_pull(room, share) for share in _SHARES]
    complete = [pulling for pulling in pulls if not _left(pulling)] or pulls[-1:]
    (strictest, fills), (laxest, lax_fills) = _stages(complete[0]), _stages(complete[-1])
    landmarks = _landmarks(room)
    found = [_guide(finest, strictest, fills, landmarks) for finest in (BROKEN, OBSTACLES)]
    if not np.array_equal(strictest, laxest):
        return [*found, _guide(BROKEN, laxest, lax_fills, landmarks)]
    if len(strictest) == 1:
        return found
    return [*found, _guide(BROKEN, strictest[:0], fills[:0], landmarks)]


def _guide(finest: int, stages: NDArray[np.uint64], fills: NDArray[np.uint64], landmarks: Landmarks) -> Guide:
    return Guide(finest, stages, np.bitwise_or.reduce(stages, axis=0), fills, *landmarks)


def _pull(room: Room, share: float) -> packing_kernels.Pulling:
    pulling = _pulling(room)
    packing_kernels.begin_plan(room.goal, pulling)
    needed = pulling.control[packing_kernels.PULL_NEEDED]
    pulling.control[packing_kernels.PULL_NEEDED] = max(1, np.ceil(share * needed))
    packing_kernels.plan(_PLANNED, pulling)
    return pulling


def _left(pulling: packing_kernels.Pulling) -> bool:
    return bool(pulling.tree.nodes.boxes[pulling.control[packing_kernels.PULL_BEST]].any())


def _stages(pulling: packing_kernels.Pulling) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The cells that are filled one after the other, and what boxes can fill, as a guide has them."""
    nodes = pulling.tree.nodes
    node = int(pulling.control[packing_kernels.PULL_BEST])
    stages, fills = [nodes.boxes[node]], np.zeros(len(pulling.ground.near), np.uint64)
    while (fuller := int(nodes.parent[node])) >= 0:
        gone, pulled = nodes.boxes[fuller] & ~nodes.boxes[node], nodes.boxes[node] & ~nodes.boxes[fuller]
        if len(stages) <= PARTNERS and gone.any() and not pulled.any():
            fills[_pulled_from(fuller, gone, pulling)] |= np.uint64(1 << len(stages) - 1)
        node = fuller
        stages.append(nodes.boxes[node])
    return np.array(stages), fills if len(stages) <= PARTNERS + 1 else fills[:0]


def _pulled_from(node: int, gone: NDArray[np.uint64], pulling: packing_kernels.Pulling) -> NDArray[np.int32]:
    """The cells to which the only box in a set of cells can be pulled while those beside it stand."""
    ground, tree = pulling.ground, pulling.tree
    pull_tree_kernels.lay_out(node, ground.board, ground.keys, tree)
    (cell,) = np.flatnonzero(np.unpackbits(gone.view(np.uint8), bitorder="little")).tolist()
    pull_tree_kernels.put_or_take(cell, ground.board, tree)
    listed = pull_tree_kernels.list_pulled(
        cell, int(tree.nodes.player[node]), ground.near, ground.zone, ground.board, tree
    )
    return np.unique(tree.ways.queue[:listed] >> 2)


def _landmarks(room: Room) -> Landmarks:
    cells, board = len(room.cells), room.floor.board
    number = np.zeros(cells, np.int16)
    rooms = guide_kernels.find_rooms(room.floor.near, number)
    places = np.array([bits_of(number == one, board) for one in range(rooms + 1)])
    linked = np.zeros((rooms + 1, rooms + 1), np.uint8)
    guide_kernels.link_rooms(places, board, walks_on(board), linked)
    obstacle = np.zeros((cells, cells), np.uint8)
    if cells <= _LARGEST:
        guide_kernels.find_obstacles(room.goal, room.floor, obstacle)
    near = room.floor.near
    beside_other = ((near >= 0) & (number[near] != number[:, None])).any(axis=1)
    doors = bits_of((number == 0) | beside_other, board)
    return _goals(room), places, doors, linked, np.array([_rows(obstacle), _rows(obstacle.T)]), room.cells


def _rows(table: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The rows of a square table as sets of cells, a bit each."""
    bits = np.zeros((len(table), -(-len(table) // 64) * 64), np.uint8)
    bits[:, : len(table)] = table
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def _goals(room: Room) -> NDArray[np.uint64]:
    """The goals, a bit each, to which a lone box gets from a place."""
    ahead = room.floor.ahead
    if room.boxes > PARTNERS:
        return np.empty(0, np.uint64)
    goals = np.zeros(len(ahead), np.uint64)
    for number in range(room.boxes):
        goals[ahead[:, number] < floor_kernels.UNREACHED] |= np.uint64(1 << number)
    return goals


def _pulling(room: Room) -> packing_kernels.Pulling:
    floor, cells = room.floor, len(room.cells)
    home = np.zeros(cells, np.int16)
    home[room.start] = np.arange(1, room.boxes + 1)
    control = np.zeros(packing_kernels.PULL_CONTROLS, np.int64)
    control[packing_kernels.PULL_NEEDED] = 1
    control[packing_kernels.PULL_BEST] = -1
    control[packing_kernels.PULL_MARKS] = _WALKED // cells
    ground = packing_kernels.PackingGround(
        near=floor.near,
        zone=floor.zone,
        board=floor.board,
        home=home,
        goal=floor.goal,
        far=_steps_to_goals(room),
        pushed=np.asarray((floor.behind.reshape(cells, -1) < floor_kernels.UNREACHED).any(axis=1), np.uint8),
        keys=floor.keys,
    )
    served = np.zeros(_KEPT, np.uint64)
    return packing_kernels.Pulling(ground, pull_tree(room, _KEPT), served, matching_of(room.boxes), control)


def pull_tree(room: Room, nodes: int) -> pull_tree_kernels.PullTree:
    """Memory for so many states of a search by pulls."""
    cells, words = len(room.cells), (len(room.cells) + 63) // 64
    control = np.zeros(pull_tree_kernels.CONTROLS, np.int64)
    control[pull_tree_kernels.ROOT] = -1
    return pull_tree_kernels.PullTree(
        nodes=pull_tree_kernels.Nodes(
            boxes=np.empty((nodes, words), np.uint64),
            player=np.empty(nodes, np.int16),
            parent=np.empty(nodes, np.int32),
            table=np.zeros(1 << (2 * nodes).bit_length(), np.int32),
        ),
        heap=heap_of(nodes),
        laid=pull_tree_kernels.Laid(np.empty(words, np.uint64), np.empty_like(room.floor.board.floor)),
        walks=walks_on(room.floor.board),
        ways=pull_tree_kernels.PullWays(
            seen=np.zeros(4 * cells, np.int32),
            queue=np.empty(16 * cells, np.int32),
            depth=np.zeros(4 * cells, np.int32),
            came=np.empty(4 * cells, np.int32),
        ),
        control=control,
    )


def heap_of(nodes: int) -> Heap:
    """Memory for so many nodes that wait."""
    return Heap(np.empty(nodes, np.int64), np.empty(nodes, np.int32), np.empty(nodes, np.int32))


def _steps_to_goals(room: Room) -> NDArray[np.int16]:
    """The player's steps from every cell of an empty floor to the nearest goal."""
    steps = np.full(len(room.cells), -1, np.int16)
    frontier = room.goal
    for distance in range(len(steps)):
        steps[frontier] = distance
        beside = room.floor.near[frontier].ravel()
        frontier = np.unique(beside[beside >= 0])
        frontier = frontier[steps[frontier] < 0]
        if not len(frontier):
            break
    return steps
