"""Search for any solution in the space of features: FESS.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020). One move
takes one box to any cell. The features of a state are boxes out of the plan, packed cells, parts of the floor that the
player cannot walk between, broken links between rooms, and by some guides boxes in each other's way. States wait in the
cell of the feature space that they, or the best state before them, fall into, and the cells take turns. A move that one
of seven advisors would make costs nothing, any other one; the cheapest of a cell comes first.

No move is lost but those into deadlocks and, where there is a PI-corral, those elsewhere; so a search that runs out of
moves has proven that there is no solution.
"""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, RUNNING, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.search.corral_kernels import choose
from generator.puzzles.sokoban.search.features.advisor_kernels import ADVISED, DOOMED, UNKNOWN, advise
from generator.puzzles.sokoban.search.features.deadlock_kernels import (
    freezes,
    is_deadlock,
    is_in_lost_group,
    is_lost_elsewhere,
)
from generator.puzzles.sokoban.search.features.feature_kernels import (
    assess,
    count_obstacles,
    count_obstacles_of,
    lift,
    lift_none,
)
from generator.puzzles.sokoban.search.features.feature_tree_kernels import (
    CELLS,
    FOUND,
    GAP,
    IN_VAIN,
    MOVES,
    PASSED,
    TURN,
    Tree,
    add_node,
    cell_of,
    has_room,
    lay_out,
    link,
    state_slot,
    wait,
)
from generator.puzzles.sokoban.search.features.feature_workspace_kernels import (
    Workspace,
    carry,
    walk_after,
    ways,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.heap_kernels import merge
from generator.puzzles.sokoban.search.step_kernels import find_pushes
from generator.puzzles.sokoban.states.board_walk_kernels import walk_from

_WEIGHT = 47
"""Place of the weight before a score: how many moves of a state's line no advisor would have made."""

_HEAVIEST = 32_000
"""The greatest weight."""

_PATIENCE, _WIDEST = 30, 32
"""So many states are examined in vain before only every second of those is, and at least one of so many."""

_KNOWN, _FULL, _LOST = -1, -2, -3
"""Instead of a new node: its state is known, or known to be lost; there is no memory for it."""

_LAST_MARK = 1 << 30
"""Marks begin again after this one."""


@kernel
def _list_moves(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """List the moves of the state in the workspace; return how many, or -1 where one of them solves the level."""
    box, free, walks = workspace.boxes.cell, workspace.boxes.free, workspace.walks
    walk_from(tree.nodes.player[node], free, floor.board, walks)
    copy_into(workspace.region, walks.reached)
    find_pushes(floor, workspace.boxes, walks.reached, workspace.open)
    choose(walks.reached, floor, workspace.boxes, workspace.corrals)
    obstacles = count_obstacles(guide, workspace)
    off = 0
    for cell in box:
        off += 0 if floor.goal[cell] else 1
    count = 0
    for number in range(len(box)):
        if not workspace.corrals.chosen[number]:
            continue
        cell = box[number]
        others_off = off - (0 if floor.goal[cell] else 1)
        others = obstacles - count_obstacles_of(number, guide, workspace)
        listed = ways(cell, workspace.region, workspace.small.nowhere, free, floor, workspace)
        if listed < 2:
            continue
        lifted = lift(number, guide, floor, workspace)
        for index in range(1, listed):
            place = workspace.ways.queue[index]
            target = place >> 2
            stand = floor.near[target, place & 3]
            carry(number, target, floor, workspace)
            least = walk_after(index, floor, workspace)
            after = hashed ^ floor.keys[0, cell] ^ floor.keys[0, target] ^ floor.keys[1, least]
            slot = state_slot(after, workspace.word, least, tree.nodes)
            if others_off == 0 and floor.goal[target]:
                held = tree.nodes.table[slot]
                found = add_node(slot, least, tree, workspace)
                if found >= 0:
                    link(found, node, cell, target, tree)
                if held:
                    tree.nodes.table[slot] = held
                tree.control[FOUND] = found
                return -1
            useless = tree.nodes.table[slot] != 0 or is_in_lost_group(number, least, floor, workspace)
            if not useless and not freezes(number, floor, workspace):
                inside = others + count_obstacles_of(number, guide, workspace)
                score, news = assess(number, lifted, inside, guide, floor, workspace)
                workspace.choices.score[count] = score
                workspace.choices.move[count, 0] = cell
                workspace.choices.move[count, 1] = target
                workspace.choices.move[count, 2] = stand
                workspace.choices.news[count] = news
                workspace.choices.state[count] = UNKNOWN
                count += 1
            carry(number, cell, floor, workspace)
    return count


@kernel(allocates=True)
def _expand(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> bool:
    """Store the moves of the node in the workspace; False where the memory is full or the level is solved."""
    boxes = len(workspace.boxes.cell)
    walk_from(tree.nodes.player[node], workspace.boxes.free, floor.board, workspace.walks)
    lifted = lift_none(floor, workspace)
    before, _ = assess(boxes, lifted, count_obstacles(guide, workspace), guide, floor, workspace)
    count = _list_moves(node, hashed, guide, floor, tree, workspace)
    if count < 0:
        return False
    advise(count, before, guide, floor, workspace)
    kept = 0
    for index in range(count):
        if workspace.choices.state[index] != DOOMED:
            weight = min(tree.nodes.weight[node] + (0 if workspace.choices.state[index] == ADVISED else 1), _HEAVIEST)
            workspace.choices.score[kept] = (np.int64(weight) << _WEIGHT) | workspace.choices.score[index]
            workspace.choices.move[kept] = workspace.choices.move[index]
            workspace.choices.state[kept] = workspace.choices.state[index]
            kept += 1
    if not has_room(kept, tree):
        return False
    first = tree.control[MOVES]
    tree.control[MOVES] += kept
    tree.nodes.following[node] = first
    tree.nodes.last[node] = first + kept
    for place, index in enumerate(np.argsort(workspace.choices.score[:kept])):
        tree.moves.score[first + place] = workspace.choices.score[index]
        tree.moves.move[first + place, 0] = workspace.choices.move[index, 0]
        tree.moves.move[first + place, 1] = workspace.choices.move[index, 1]
        tree.moves.move[first + place, 2] = workspace.choices.move[index, 2]
        tree.moves.move[first + place, 3] = workspace.choices.state[index]
    return True


@kernel
def begin(boxes: NDArray[np.int32], player: int, floor: Floor, tree: Tree, workspace: Workspace) -> None:
    """Enter the start, boxes int32 (k,); `search` examines and expands it."""
    workspace.word[:] = 0
    for cell in boxes:
        flip(workspace.word, cell)
    copy_into(tree.nodes.boxes[0], workspace.word)
    hashed = lay_out(0, floor, tree, workspace)
    least = walk_from(player, workspace.boxes.free, floor.board, workspace.walks)
    add_node(state_slot(hashed ^ floor.keys[1, least], workspace.word, least, tree.nodes), least, tree, workspace)
    tree.control[FOUND] = -1
    tree.nodes.weight[0] = 0
    tree.control[GAP] = 1


@kernel
def _begin_cells(guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """Give the start the first cell of the feature space; return its node, or _LOST where it is a deadlock."""
    lay_out(0, floor, tree, workspace)
    player = tree.nodes.player[0]
    for number in range(len(workspace.boxes.cell)):
        if is_in_lost_group(number, player, floor, workspace):
            return _LOST
    if is_deadlock(workspace.boxes.cell[0], player, guide, floor, workspace):
        return _LOST
    walk_from(player, workspace.boxes.free, floor.board, workspace.walks)
    lifted = lift_none(floor, workspace)
    score, _ = assess(len(workspace.boxes.cell), lifted, count_obstacles(guide, workspace), guide, floor, workspace)
    tree.nodes.cell[0] = cell_of(score >> guide.finest, tree)
    return 0


@kernel
def _settle(node: int, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """Expand a new node and let it wait; return the status."""
    hashed = lay_out(node, floor, tree, workspace)
    if not _expand(node, hashed, guide, floor, tree, workspace):
        return SOLVED if tree.control[FOUND] >= 0 else NODE_LIMIT
    wait(node, tree)
    return RUNNING


@kernel
def _is_lost_elsewhere(player: int, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> bool:
    """Whether the state in the workspace is examined, and found to be a deadlock that the last move does not show.

    To examine every state takes as long as the search itself. Where it finds nothing, ever fewer are examined.
    """
    control = tree.control
    control[PASSED] += 1
    if control[PASSED] < control[GAP]:
        return False
    control[PASSED] = 0
    lost = is_lost_elsewhere(player, guide, floor, workspace)
    if lost:
        control[GAP], control[IN_VAIN] = 1, 0
    else:
        control[IN_VAIN] += 1
        if control[IN_VAIN] == _PATIENCE:
            control[GAP], control[IN_VAIN] = min(2 * control[GAP], _WIDEST), 0
    return lost


@kernel
def _follow(node: int, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """Make the next move of a node; return the new node, _KNOWN where it leads to none, or _FULL."""
    index = tree.nodes.following[node]
    tree.nodes.following[node] += 1
    wait(node, tree)
    hashed = lay_out(node, floor, tree, workspace)
    source, target, stand = (
        tree.moves.move[index, 0],
        tree.moves.move[index, 1],
        tree.moves.move[index, 2],
    )
    carry(workspace.boxes.at[source] - 1, target, floor, workspace)
    hashed ^= floor.keys[0, source] ^ floor.keys[0, target]
    least = walk_from(stand, workspace.boxes.free, floor.board, workspace.walks)
    slot = state_slot(hashed ^ floor.keys[1, least], workspace.word, least, tree.nodes)
    if tree.nodes.table[slot]:
        return _KNOWN
    if tree.moves.move[index, 3] == UNKNOWN and is_deadlock(target, least, guide, floor, workspace):
        return _KNOWN
    if _is_lost_elsewhere(least, guide, floor, tree, workspace):
        return _KNOWN
    child = add_node(slot, least, tree, workspace)
    if child < 0:
        return _FULL
    link(child, node, source, target, tree)
    score = tree.moves.score[index]
    tree.nodes.weight[child] = score >> _WEIGHT
    tree.nodes.cell[child] = tree.nodes.cell[node]
    feature = (score & ((np.int64(1) << _WEIGHT) - 1)) >> guide.finest
    if feature < tree.cells.feature[tree.nodes.cell[node]]:
        cell = cell_of(feature, tree)
        if cell >= 0:
            tree.nodes.cell[child] = cell
    return child


@kernel
def _erase(workspace: Workspace) -> None:
    """Take all marks off before they outgrow their type."""
    workspace.walks.walked[0] = 0
    workspace.ways.seen[:] = 0
    workspace.ways.queued[:] = 0


@kernel
def _next_waiting(tree: Tree) -> int:
    """Take out the node whose next move is the cheapest of the cell whose turn it is; -1 where none waits."""
    control = tree.control
    for _ in range(control[CELLS]):
        control[TURN] = (control[TURN] + 1) % control[CELLS]
        node = tree.cells.root[control[TURN]]
        if node >= 0:
            tree.cells.root[control[TURN]] = merge(tree.heap.left[node], tree.heap.right[node], tree.heap)
            return int(node)
    return -1


@kernel
def search(quota: int, guide: Guide, floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """Go on with a search for so many moves; return the status.

    The start is examined and expanded here as any other node is, so that the code for it is compiled once.
    """
    for _ in range(quota):
        if workspace.walks.walked[0] > _LAST_MARK:
            _erase(workspace)
        if tree.control[CELLS] == 0:
            child = _begin_cells(guide, floor, tree, workspace)
            if child == _LOST:
                return UNSOLVABLE
        else:
            node = _next_waiting(tree)
            if node < 0:
                return UNSOLVABLE
            child = _follow(node, guide, floor, tree, workspace)
        if child == _FULL:
            return NODE_LIMIT
        if child != _KNOWN:
            status = _settle(child, guide, floor, tree, workspace)
            if status != RUNNING:
                return status
    return RUNNING


@kernel
def unfold(node: int, pushes: NDArray[np.int32], floor: Floor, tree: Tree, workspace: Workspace) -> int:
    """Write the pushes between a node's parent and it, last first, as 4 * cell + direction; return how many.

    pushes: int32 (4n,).
    """
    parent = tree.nodes.parent[node]
    lay_out(parent, floor, tree, workspace)
    source, target = tree.nodes.via[node, 0], tree.nodes.via[node, 1]
    free, walks = workspace.boxes.free, workspace.walks
    walk_from(tree.nodes.player[parent], free, floor.board, walks)
    copy_into(workspace.region, walks.reached)
    listed = ways(source, workspace.region, workspace.small.nowhere, free, floor, workspace)
    carry(workspace.boxes.at[source] - 1, target, floor, workspace)
    for index in range(1, listed):
        place = workspace.ways.queue[index]
        if place >> 2 != target:
            continue
        if walk_from(floor.near[target, place & 3], free, floor.board, walks) != tree.nodes.player[node]:
            continue
        count = 0
        while workspace.ways.came[place] >= 0:
            pushes[count] = 4 * (workspace.ways.came[place] >> 2) + 3 - (place & 3)
            count += 1
            place = workspace.ways.came[place]
        return count
    return 0
