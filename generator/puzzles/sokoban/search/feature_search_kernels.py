"""Search for any solution in the space of features: FESS.

After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (CoG 2020). One move
takes one box to any cell. The features of a state are packed cells, parts of the floor that the player cannot walk
between, and broken links between rooms; states wait in the cell of the feature space that they, or the
best state before them, fall into, and the cells take turns. A move that one of six advisors would make costs
nothing, any other one; the cheapest of a cell comes first.

No move is lost but those into deadlocks and, where there is a PI-corral, those elsewhere; so a search that runs out of
moves has proven that there is no solution.
"""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import flip
from generator.kernels import copy_into, kernel, wide
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, RUNNING, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.search.advisor_kernels import ADVISED, DOOMED, UNKNOWN, advise
from generator.puzzles.sokoban.search.corral_kernels import choose
from generator.puzzles.sokoban.search.deadlock_kernels import freezes, is_deadlock
from generator.puzzles.sokoban.search.feature_kernels import BROKEN, assess, count_obstacles, note_open
from generator.puzzles.sokoban.search.feature_tree_kernels import (
    CELLS,
    FOUND,
    MOVES,
    NODES,
    TURN,
    Tree,
    add_node,
    cell_of,
    lay_out,
    link,
    state_slot,
    wait,
)
from generator.puzzles.sokoban.search.feature_workspace_kernels import Desk, carry, walk_anew, ways
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.guide_kernels import Guide
from generator.puzzles.sokoban.search.heap_kernels import merge
from generator.puzzles.sokoban.walk_kernels import walk

_WEIGHT = 47
"""Place of the weight before a score: how many moves of a state's line no advisor would have made."""

_HEAVIEST = 32_000
"""The greatest weight."""

_LAST_MARK = 1 << 30
"""Marks begin again after this one."""


@kernel
def _list_moves(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """List the moves of the state on the desk; return how many, or -1 where one of them solves the level."""
    box, at, near = desk.boxes.cell, desk.boxes.at, floor.near
    player = wide(tree.nodes.player[node])
    walk_anew(player, at, near, desk.walks)
    note_open(desk.walks.mark[0], floor, desk)
    choose(desk.walks.mark[0], desk.walks.reach, desk.walks.stack, floor, desk.boxes, desk.corrals)
    off = 0
    for cell in box:
        off += 0 if floor.goal[cell] else 1
    count = 0
    for number in range(len(box)):
        if not desk.corrals.chosen[number]:
            continue
        cell = wide(box[number])
        others_off = off - (0 if floor.goal[cell] else 1)
        others = count_obstacles(number, guide, desk)
        listed = ways(cell, player, desk.small.nowhere, at, floor, desk)
        for index in range(1, listed):
            place = wide(desk.ways.queue[index])
            target = place >> 2
            stand = wide(near[target, place & 3])
            carry(number, target, desk)
            if others_off == 0 and floor.goal[target]:
                least = walk_anew(stand, at, near, desk.walks)
                slot = state_slot(
                    hashed ^ floor.keys[0, cell] ^ floor.keys[0, target] ^ floor.keys[1, least],
                    desk.word,
                    least,
                    tree.nodes,
                )
                held = tree.nodes.table[slot]
                found = add_node(slot, least, tree, desk)
                if found >= 0:
                    link(found, node, cell, target, tree)
                if held:
                    tree.nodes.table[slot] = held
                tree.control[FOUND] = found
                return -1
            if not freezes(number, floor, desk):
                score, least, news = assess(stand, number, others, guide, floor, desk)
                after = hashed ^ floor.keys[0, cell] ^ floor.keys[0, target] ^ floor.keys[1, least]
                if tree.nodes.table[state_slot(after, desk.word, least, tree.nodes)] == 0:
                    desk.choices.score[count] = score
                    desk.choices.move[count, 0] = cell
                    desk.choices.move[count, 1] = target
                    desk.choices.move[count, 2] = stand
                    desk.choices.news[count] = news
                    desk.choices.state[count] = UNKNOWN
                    count += 1
            carry(number, cell, desk)
    return count


@kernel(allocates=True)
def _expand(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> bool:
    """Store the moves of the node whose state is on the desk; False where the memory is full or the level is solved."""
    boxes = len(desk.boxes.cell)
    before, _, _ = assess(wide(tree.nodes.player[node]), boxes, count_obstacles(boxes, guide, desk), guide, floor, desk)
    count = _list_moves(node, hashed, guide, floor, tree, desk)
    if count < 0:
        return False
    advise(count, before, guide, floor, desk)
    kept = 0
    for index in range(count):
        if desk.choices.state[index] != DOOMED:
            weight = min(tree.nodes.weight[node] + (0 if desk.choices.state[index] == ADVISED else 1), _HEAVIEST)
            desk.choices.score[kept] = (np.int64(weight) << _WEIGHT) | desk.choices.score[index]
            desk.choices.move[kept] = desk.choices.move[index]
            desk.choices.state[kept] = desk.choices.state[index]
            kept += 1
    first = tree.control[MOVES]
    if first + kept > len(tree.moves.score):
        return False
    tree.control[MOVES] += kept
    tree.nodes.following[node] = first
    tree.nodes.last[node] = first + kept
    for place, index in enumerate(np.argsort(desk.choices.score[:kept])):
        tree.moves.score[first + place] = desk.choices.score[index]
        tree.moves.move[first + place, 0] = desk.choices.move[index, 0]
        tree.moves.move[first + place, 1] = desk.choices.move[index, 1]
        tree.moves.move[first + place, 2] = desk.choices.move[index, 2]
        tree.moves.move[first + place, 3] = desk.choices.state[index]
    return True


@kernel
def begin(boxes: NDArray[np.int32], player: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Enter the start, boxes int32 (k,), and return the status."""
    desk.word[:] = 0
    for cell in boxes:
        flip(desk.word, wide(cell))
    copy_into(tree.nodes.boxes[0], desk.word)
    hashed = lay_out(wide(tree.control[NODES]), floor, tree, desk)
    least = walk_anew(player, desk.boxes.at, floor.near, desk.walks)
    slot = state_slot(hashed ^ floor.keys[1, least], desk.word, least, tree.nodes)
    node = add_node(slot, least, tree, desk)
    tree.control[FOUND] = -1
    tree.nodes.weight[node] = 0
    if is_deadlock(wide(boxes[0]), least, guide, floor, desk):
        return UNSOLVABLE
    score, _, _ = assess(least, len(boxes), count_obstacles(len(boxes), guide, desk), guide, floor, desk)
    tree.nodes.cell[node] = cell_of(score >> BROKEN, tree)
    return _settle(node, hashed, guide, floor, tree, desk)


@kernel
def _settle(node: int, hashed: np.uint64, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Expand a new node and let it wait; return the status."""
    if not _expand(node, hashed, guide, floor, tree, desk):
        return SOLVED if tree.control[FOUND] >= 0 else NODE_LIMIT
    wait(node, tree)
    return RUNNING


@kernel
def _follow(node: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Make the next move of a node; return the status."""
    index = tree.nodes.following[node]
    tree.nodes.following[node] += 1
    wait(node, tree)
    hashed = lay_out(node, floor, tree, desk)
    source, target, stand = (
        wide(tree.moves.move[index, 0]),
        wide(tree.moves.move[index, 1]),
        wide(tree.moves.move[index, 2]),
    )
    carry(wide(desk.boxes.at[source]) - 1, target, desk)
    hashed ^= floor.keys[0, source] ^ floor.keys[0, target]
    least = walk_anew(stand, desk.boxes.at, floor.near, desk.walks)
    slot = state_slot(hashed ^ floor.keys[1, least], desk.word, least, tree.nodes)
    if tree.nodes.table[slot] or (
        tree.moves.move[index, 3] == UNKNOWN and is_deadlock(target, least, guide, floor, desk)
    ):
        return RUNNING
    child = add_node(slot, least, tree, desk)
    if child < 0:
        return NODE_LIMIT
    link(child, node, source, target, tree)
    score = tree.moves.score[index]
    tree.nodes.weight[child] = score >> _WEIGHT
    tree.nodes.cell[child] = tree.nodes.cell[node]
    feature = (score & ((np.int64(1) << _WEIGHT) - 1)) >> BROKEN
    if feature < tree.cells.feature[tree.nodes.cell[node]]:
        cell = cell_of(feature, tree)
        if cell >= 0:
            tree.nodes.cell[child] = cell
    lay_out(child, floor, tree, desk)
    return _settle(child, hashed, guide, floor, tree, desk)


@kernel
def _erase(desk: Desk) -> None:
    """Take all marks off before they outgrow their type."""
    desk.walks.mark[0] = 0
    desk.walks.reach[:] = 0
    desk.ways.seen[:] = 0
    desk.ways.queued[:] = 0
    desk.touched[:] = 0


@kernel
def search(quota: int, guide: Guide, floor: Floor, tree: Tree, desk: Desk) -> int:
    """Go on with a search for so many moves; return the status."""
    control = tree.control
    for _ in range(quota):
        if desk.walks.mark[0] > _LAST_MARK:
            _erase(desk)
        tried = 0
        while tried < control[CELLS]:
            control[TURN] = (control[TURN] + 1) % control[CELLS]
            if tree.cells.root[control[TURN]] >= 0:
                break
            tried += 1
        if tried == control[CELLS]:
            return UNSOLVABLE
        node = wide(tree.cells.root[control[TURN]])
        tree.cells.root[control[TURN]] = merge(wide(tree.heap.left[node]), wide(tree.heap.right[node]), tree.heap)
        status = _follow(node, guide, floor, tree, desk)
        if status != RUNNING:
            return status
    return RUNNING


@kernel
def unfold(node: int, pushes: NDArray[np.int32], floor: Floor, tree: Tree, desk: Desk) -> int:
    """Write the pushes between a node's parent and it, last first, as 4 * cell + direction; return how many.

    pushes: int32 (4n,).
    """
    parent = wide(tree.nodes.parent[node])
    lay_out(parent, floor, tree, desk)
    source, target = wide(tree.nodes.via[node, 0]), wide(tree.nodes.via[node, 1])
    listed = ways(source, wide(tree.nodes.player[parent]), desk.small.nowhere, desk.boxes.at, floor, desk)
    desk.boxes.at[source] = 0
    desk.boxes.at[target] = 1
    for index in range(1, listed):
        place = wide(desk.ways.queue[index])
        if place >> 2 != target:
            continue
        desk.walks.mark[0] += 1
        least = walk(
            wide(floor.near[target, place & 3]),
            desk.boxes.at,
            floor.near,
            desk.walks.reach,
            desk.walks.mark[0],
            desk.walks.stack,
        )[0]
        if least != tree.nodes.player[node]:
            continue
        count = 0
        while desk.ways.came[place] >= 0:
            pushes[count] = 4 * (desk.ways.came[place] >> 2) + 3 - (place & 3)
            count += 1
            place = desk.ways.came[place]
        return count
    return 0
