"""Search from the goals for a roomy state: boxes are pulled apart until they are in nobody's way.

After the backward search of Yaron Shoham's program Festival in the mode that it calls "hf". A state is the better, the
fewer parts boxes divide the floor into, then the fewer links between rooms they break, then the fewer of them are
stuck, and then the farther they are from the goals. The best state goes on first. States whose boxes cannot have come
from the start, even alone or in groups of which there are tables, are left out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, has, population
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, RUNNING
from generator.puzzles.sokoban.search.features.guide_kernels import Guide, meet
from generator.puzzles.sokoban.search.features.pull_tree_kernels import (
    FULL,
    NODES,
    PullTree,
    await_turn,
    enter,
    lay_out,
    lay_out_goals,
    list_pulled,
    next_in_turn,
    put_or_take,
)
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED
from generator.puzzles.sokoban.search.group_kernels import Groups, is_lost
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE, reassign
from generator.puzzles.sokoban.states.board_kernels import Board, beside, beyond
from generator.puzzles.sokoban.states.board_walk_kernels import Walks, count_parts, walk_from, walk_rest

PARTS = 40
"""Place of the parts of the floor in a key; links, stuck boxes and the distance come below."""

_LINKS, _STUCK = 32, 24
_FARTHEST = (1 << _STUCK) - 1
_MOST = (1 << 8) - 1

NONE = -1
"""Instead of the number of the box that was pulled, in a solved state."""

BEST = 0
"""Place in `Opening.control`: the best node."""


class OpeningGround(NamedTuple):
    """What walls, goals and the first boxes decide; n cells, k boxes.

    near: int16 (n, 4). zone: uint8 (n, n). board: the same as bits. to_goal: int16 (n, k) the least pushes of a box
    from a cell to each goal, and to_goals: int64 (n,) their sum. from_start: int16 (n, k) those from where each box
    starts to a cell. weight: int64 (2,) what the distance is made of: the least pushes that match boxes with goals, and
    those of each box to every goal. keys: uint64 (2, n) that hash boxes and player. guide: the rooms. foreign: groups
    of boxes that cannot come from the start.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    board: Board
    to_goal: NDArray[np.int16]
    to_goals: NDArray[np.int64]
    from_start: NDArray[np.int16]
    weight: NDArray[np.int64]
    keys: NDArray[np.uint64]
    guide: Guide
    foreign: Groups


class Matching(NamedTuple):
    """The last assignment, all modified, counted from 1; k boxes.

    cell: int32 (k + 1,) that of the box in each row, -1 where there was none. changed: uint8 (k + 1,) rows to be
    assigned anew. cost: int32 (k + 1, k + 1). potential: int32 (2, k + 1). match: int32 (k + 1,). augment: int32
    (3, k + 1).
    """

    cell: NDArray[np.int32]
    changed: NDArray[np.uint8]
    cost: NDArray[np.int32]
    potential: NDArray[np.int32]
    match: NDArray[np.int32]
    augment: NDArray[np.int32]


class Links(NamedTuple):
    """Links that are cut, uint8 (rooms + 1, rooms + 1), and places to walk over, uint64 (v,), both modified."""

    cut: NDArray[np.uint8]
    open: Words


class Opening(NamedTuple):
    """The search for a roomy state.

    boxes: int32 (k,) the cells of those that are laid out, at first the goals, and control: int64 (1,), both modified.
    with_goals, with_starts: their assignments.
    """

    ground: OpeningGround
    tree: PullTree
    boxes: NDArray[np.int32]
    with_goals: Matching
    with_starts: Matching
    links: Links
    control: NDArray[np.int64]


@kernel
def _comes_alone(opening: Opening) -> bool:
    """Whether each box that is laid out can have come from wherever one starts."""
    from_start = opening.ground.from_start
    for cell in opening.boxes:
        for box in range(from_start.shape[1]):
            if from_start[cell, box] == UNREACHED:
                return False
    return True


@kernel
def _matched(pushes: NDArray[np.int16], boxes: NDArray[np.int32], matching: Matching) -> int:
    """The least pushes that match boxes with the columns of a table, at least IMPOSSIBLE where none do.

    The last assignment is mended row by row, since most states differ from the one before in one or two boxes.

    pushes: int16 (n, k). boxes: int32 (k,) their cells.
    """
    cell, cost = matching.cell, matching.cost
    for row in range(1, len(cell)):
        now = boxes[row - 1]
        matching.changed[row] = now != cell[row]
        if now != cell[row]:
            cell[row] = now
            for column in range(1, len(cell)):
                pushed = pushes[now, column - 1]
                cost[row, column] = IMPOSSIBLE if pushed == UNREACHED else pushed
    total = reassign(matching.changed, cost, matching.potential, matching.match, matching.augment)
    if matching.potential[1, 0] < -IMPOSSIBLE:
        # Columns have sunk by this much at most: begin again before potentials leave 32 bits.
        cell[:] = -1
        matching.match[:] = 0
        matching.potential[:] = 0
    return total


@kernel
def _distance(opening: Opening) -> int:
    """How far the boxes are from the goals, as the weights say."""
    ground = opening.ground
    far = ground.weight[0] * _matched(ground.to_goal, opening.boxes, opening.with_goals) if ground.weight[0] else 0
    for cell in opening.boxes:
        far += ground.weight[1] * ground.to_goals[cell]
    return int(far)


@kernel
def _cut_links(free: Words, board: Board, guide: Guide, walks: Walks, links: Links) -> int:
    """Links between rooms that boxes cut: those that some free part of one of both rooms does not have.

    A room full of boxes has none. This is Festival's count; the features have their own, for which any free part will
    do.

    free: uint64 (v,).
    """
    linked, cut = guide.linked, links.cut
    cut[:] = 0
    count = 0
    for here in range(1, len(linked)):
        for index in range(len(free)):
            links.open[index] = free[index] & (guide.room[here, index] | guide.room[0, index])
            walks.left[index] = free[index] & guide.room[here, index]
        parts = 0
        while walk_rest(links.open, board, walks):
            parts += 1
            for index in range(len(free)):
                walks.around[index] = beside(walks.reached, index, board.stride)
            count += _note_cut(here, walks.around, board.floor, guide, cut)
        if parts == 0:
            walks.around[:] = 0
            count += _note_cut(here, walks.around, board.floor, guide, cut)
    return count


@kernel
def _note_cut(here: int, around: Words, floor: Words, guide: Guide, cut: NDArray[np.uint8]) -> int:
    """Note the links of a room to those that a part of it has no place around it in, and return how many are new.

    around, floor: uint64 (v,). cut: uint8 (rooms + 1, rooms + 1), modified.
    """
    count = 0
    for other in range(1, len(cut)):
        if guide.linked[here, other] and not cut[here, other] and not meet(around, floor, guide.room[other]):
            cut[here, other] = cut[other, here] = 1
            count += 1
    return count


@kernel
def _stuck(free: Words, board: Board) -> int:
    """Boxes that cannot be pulled, wherever the player is; free: uint64 (v,)."""
    stuck = 0
    for index in range(len(free)):
        boxes = board.floor[index] & ~free[index]
        for d in range(4):
            boxes &= ~(beyond(board.floor, index, d, board.stride) & beyond(free, index, d, board.stride, 2))
        stuck += population(boxes)
    return int(stuck)


@kernel
def _offer(hashed: np.uint64, player: int, parent: int, moved: int, opening: Opening) -> bool:
    """Enter the state that is laid out; False where the memory is full.

    moved: the number of the box that was pulled, or NONE.
    """
    ground, tree = opening.ground, opening.tree
    node = enter(hashed, player, parent, ground.board, ground.keys, tree)
    if node < 0:
        return node != FULL
    if moved != NONE and is_lost(opening.boxes[moved], player, tree.laid.word.view(np.int32), ground.foreign):
        return True
    if not _comes_alone(opening) and _matched(ground.from_start, opening.boxes, opening.with_starts) >= IMPOSSIBLE:
        return True
    free = tree.laid.free
    parts = count_parts(free, ground.board, tree.walks)
    cut = _cut_links(free, ground.board, ground.guide, tree.walks, opening.links)
    far = min(_distance(opening), _FARTHEST)
    key = min(parts, _MOST) << PARTS
    stuck = min(_stuck(free, ground.board), _MOST) if parts == 1 else _MOST
    key |= min(cut, _MOST) << _LINKS | stuck << _STUCK
    await_turn(node, key | (_FARTHEST - far), tree)
    best = opening.control[BEST]
    if best < 0 or tree.heap.key[node] < tree.heap.key[best]:
        opening.control[BEST] = node
    return True


@kernel
def _begin(opening: Opening) -> None:
    """Enter the solved states, one for each region of the player."""
    ground, tree = opening.ground, opening.tree
    hashed = lay_out_goals(opening.boxes, ground.board, ground.keys, tree)
    for player in range(len(ground.near)):
        if not has(tree.laid.word, player):
            _offer(hashed, player, -1, NONE, opening)


@kernel
def _pull_everywhere(node: int, opening: Opening) -> bool:
    """Enter what follows from a node when one box is pulled; False where the memory is full."""
    ground, tree = opening.ground, opening.tree
    hashed = lay_out(node, ground.board, ground.keys, tree)
    player = tree.nodes.player[node]
    count = 0
    for cell in range(len(ground.near)):
        if has(tree.laid.word, cell):
            opening.boxes[count] = cell
            count += 1
    for number in range(count):
        cell = int(opening.boxes[number])
        put_or_take(cell, ground.board, tree)
        listed = list_pulled(cell, player, ground.near, ground.zone, ground.board, tree)
        for index in range(1, listed):
            place = tree.ways.queue[index]
            target = place >> 2
            if target == cell:
                continue
            put_or_take(target, ground.board, tree)
            opening.boxes[number] = target
            stand = ground.near[target, place & 3]
            room = _offer(hashed ^ ground.keys[0, cell] ^ ground.keys[0, target], stand, node, number, opening)
            put_or_take(target, ground.board, tree)
            if not room:
                return False
        put_or_take(cell, ground.board, tree)
        opening.boxes[number] = cell
    return True


@kernel
def open_up(quota: int, opening: Opening) -> int:
    """Go on with the search for so many expansions; return the status, NODE_LIMIT where it has ended.

    It begins here, too, so that the code that enters states is compiled once.
    """
    if opening.tree.control[NODES] == 0:
        _begin(opening)
    for _ in range(quota):
        node = next_in_turn(opening.tree)
        if node < 0 or not _pull_everywhere(node, opening):
            return NODE_LIMIT
    return RUNNING


@kernel
def push_home(node: int, pushes: NDArray[np.int32], opening: Opening) -> int:
    """Write the pushes from a node to its parent, the first one first, as 4 * cell + direction; return how many.

    pushes: int32 (4n,).
    """
    ground, tree = opening.ground, opening.tree
    boxes, parent = tree.nodes.boxes, tree.nodes.parent[node]
    lay_out(parent, ground.board, ground.keys, tree)
    source = target = -1
    for cell in range(len(ground.near)):
        if has(boxes[parent], cell) and not has(boxes[node], cell):
            source = cell
        if has(boxes[node], cell) and not has(boxes[parent], cell):
            target = cell
    put_or_take(source, ground.board, tree)
    listed = list_pulled(source, tree.nodes.player[parent], ground.near, ground.zone, ground.board, tree)
    put_or_take(target, ground.board, tree)
    count = 0
    for index in range(1, listed):
        place = tree.ways.queue[index]
        if place >> 2 != target:
            continue
        least = walk_from(ground.near[target, place & 3], tree.laid.free, ground.board, tree.walks)
        if least != tree.nodes.player[node]:
            continue
        while tree.ways.came[place] >= 0:
            pushes[count] = 4 * (place >> 2) + 3 - (place & 3)
            count += 1
            place = tree.ways.came[place]
        break
    return count
