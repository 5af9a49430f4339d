"""The states that pushes reach from a level, and what they and its solutions tell about its difficulty.

A state is the set of boxes, one bit a cell, and the least cell that the player can walk to. An edge is a push onto a
cell from which a box alone can still get to a goal. Directions are those of
kernel_constants. The place of a box is 4 * cell + zone of the player, as in the kernels of the search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Words, flip, has, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import COMPLETE, DOWN, LEFT, NODE_LIMIT, RIGHT, UP
from generator.puzzles.sokoban.states.assignment_kernels import add_row
from generator.puzzles.sokoban.states.board_kernels import Board, flood
from generator.puzzles.sokoban.states.state_table_kernels import enter_states, slot_of_state

_Marks = NDArray[np.int32]
_Flags = NDArray[np.uint8]
_Boxes = NDArray[np.int16]

NEVER = 1 << 30
"""More pushes than any solution has."""

AROUND = (UP, RIGHT, DOWN, LEFT)

FIRST_ENTRIES = 1 << 14
"""Entries of the hash table that are used at first, far more than one state has pushes: a small part of it stays in the
cache of the processor."""


class MeasuredGround(NamedTuple):
    """What the walls decide, n cells.

    near: int16 (n, 4) neighbours, -1 for a wall. zone: uint8 (n, n) the zone of a player (second index) around a box
    (first index). nearest: int16 (4n,) pushes from a place to the nearest goal. alive: uint8 (n,) whether a box there
    can get to a goal. goal: uint8 (n,) whether there is one. keys: uint64 (2, n) random numbers that hash states.
    board: where the cells lie as bits, w words.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    nearest: NDArray[np.int16]
    alive: NDArray[np.uint8]
    goal: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    board: Board


class Space(NamedTuple):
    """States in the order of their distance from the first, and their edges; all arrays are modified.

    boxes: uint64 (states, words). player: int16 (states,). solved: uint8 (states,). table: int32 (a power of 2 above
    twice the states,) zeros, the hash table of states plus 1. first: int64 (states + 1,) where the edges of each begin.
    target: int32 (edges,). weight: uint8 (edges,) how much a random player likes a push. filled: int64 (1,) the states.
    """

    boxes: NDArray[np.uint64]
    player: NDArray[np.int16]
    solved: NDArray[np.uint8]
    table: NDArray[np.int32]
    first: NDArray[np.int64]
    target: NDArray[np.int32]
    weight: NDArray[np.uint8]
    filled: NDArray[np.int64]


class Walks(NamedTuple):
    """Where boxes and the player are while states are explored: n cells, k boxes, w words of a board, all modified.

    word: uint64 (words,), zeros, the boxes as bits. box: int32 (k,) their cells. at: int16 (n,), zeros, 1 where one is.
    free: uint64 (w,) the places that they leave. reach, after: uint64 (w,) those walked to before and after a push.
    """

    word: Words
    box: _Marks
    at: _Boxes
    free: Words
    reach: Words
    after: Words


@kernel
def _number(hashed: np.uint64, word: Words, player: int, table: _Marks, space: Space) -> int:
    """The number of a state, which is new where it was not known; -1 where there is no room for it.

    word: uint64 (words,), the boxes. table: int32 (a power of 2,) the part of the table that is used.
    """
    place = slot_of_state(hashed, word, player, space.boxes, space.player, table)
    if table[place]:
        return int(table[place]) - 1
    state = int(space.filled[0])
    if state == len(space.player):
        return -1
    space.filled[0] += 1
    table[place] = state + 1
    copy_into(space.boxes[state], word)
    space.player[state] = player
    return state


@kernel
def _lay(ground: MeasuredGround, walks: Walks) -> tuple[np.uint64, bool]:
    """Lay out the boxes of `word`, where none is yet; return their hash and whether all are on goals."""
    hashed, count, solved = np.uint64(0), 0, True
    copy_into(walks.free, ground.board.floor)
    for w in range(len(walks.word)):
        left = walks.word[w]
        while left:
            cell = 64 * w + trailing_zeros(left)
            left &= left - ONE
            walks.at[cell] = 1
            flip(walks.free, ground.board.place[cell])
            walks.box[count] = cell
            count += 1
            hashed ^= ground.keys[0, cell]
            solved &= ground.goal[cell] != 0
    return hashed, solved


@kernel
def _move(cell: int, target: int, ground: MeasuredGround, walks: Walks) -> None:
    """Move a box from a cell to another one, but in `box`."""
    walks.at[cell], walks.at[target] = 0, 1
    for end in (cell, target):
        flip(walks.word, end)
        flip(walks.free, ground.board.place[end])


@kernel
def _least_from(cell: int, reached: Words, ground: MeasuredGround, walks: Walks) -> int:
    """Find all places that can be walked to from a cell, reached uint64 (w,) modified; return their least cell."""
    board = ground.board
    return int(board.cell[flood(board.place[cell], walks.free, reached, board.stride)])


@kernel
def blocks(cell: int, at: _Boxes, ground: MeasuredGround) -> bool:
    """Whether a box, laid out in `at` like all others, makes a square of walls and boxes with a box off goal.

    at: int16 (n,).
    """
    near, goal = ground.near, ground.goal
    for vertical in (UP, DOWN):
        for horizontal in (LEFT, RIGHT):
            one, other = near[cell, vertical], near[cell, horizontal]
            if (one >= 0 and not at[one]) or (other >= 0 and not at[other]):
                continue
            corner = near[one, horizontal] if one >= 0 else (near[other, vertical] if other >= 0 else -1)
            if corner >= 0 and not at[corner]:
                continue
            if not (goal[cell] and (one < 0 or goal[one]) and (other < 0 or goal[other])):
                return True
            if corner >= 0 and not goal[corner]:
                return True
    return False


@kernel
def _liking(cell: int, source: int, target: int, at: _Boxes, ground: MeasuredGround) -> int:
    """The weight of a push that was just made: 0 for a visible deadlock, 2 nearer to some goal, else 1.

    at: int16 (n,).
    """
    if blocks(target, at, ground):
        return 0
    before = ground.nearest[4 * cell + ground.zone[cell, source]]
    after = ground.nearest[4 * target + ground.zone[target, cell]]
    return 2 if after < before else 1


@kernel
def _parts(target: int, at: _Boxes, near: NDArray[np.int16]) -> bool:
    """Whether a new box may part the floor: its free neighbours do not hang together by the cells around it.

    at: int16 (n,) with the box in it. near: int16 (n, 4).
    """
    free = links = 0
    for number in range(4):
        one, other = near[target, AROUND[number]], near[target, AROUND[(number + 1) % 4]]
        if one < 0 or at[one]:
            continue
        free += 1
        corner = near[one, AROUND[(number + 1) % 4]]
        links += other >= 0 and not at[other] and corner >= 0 and not at[corner]
    return free - links > 1


@kernel
def _least_after(least: int, cell: int, target: int, ground: MeasuredGround, walks: Walks) -> int:
    """The least cell that the player walks to after a push, or -1 where that takes a walk to know.

    least: the one before it, of which `reach` is known.
    """
    near, place, at, reach = ground.near, ground.board.place, walks.at, walks.reach
    for d in range(4):
        other = near[cell, d]
        if other >= 0 and not at[other] and not has(reach, place[other]):
            return -1
    if has(reach, place[target]) and (target == least or _parts(target, at, near)):
        return -1
    return min(least, cell)


@kernel
def explore(boxes: _Marks, player: int, ground: MeasuredGround, space: Space, walks: Walks) -> int:
    """Fill the space, which is empty, from a first state, boxes int32 (k,); NODE_LIMIT where it has no room for all."""
    near, at, word, box, place = ground.near, walks.at, walks.word, walks.box, ground.board.place
    table = space.table[:FIRST_ENTRIES]
    for number in range(len(boxes)):
        flip(word, int(boxes[number]))
    hashed, _ = _lay(ground, walks)
    least = _least_from(player, walks.reach, ground, walks)
    _number(hashed ^ ground.keys[1, least], word, least, table, space)
    edge, state = 0, 0
    while state < space.filled[0]:
        if 2 * space.filled[0] > len(table) and len(table) < len(space.table):
            table = space.table[: 4 * len(table)]
            table[:] = 0
            enter_states(int(space.filled[0]), space.boxes, space.player, ground.keys, table)
        for number in range(len(box)):
            at[box[number]] = 0
        copy_into(word, space.boxes[state])
        hashed, solved = _lay(ground, walks)
        space.solved[state] = solved
        here = int(space.player[state])
        _least_from(here, walks.reach, ground, walks)
        space.first[state] = edge
        for number in range(len(box)):
            cell = int(box[number])
            for d in range(4):
                source, target = int(near[cell, 3 - d]), int(near[cell, d])
                if source < 0 or target < 0 or at[target] or not ground.alive[target]:
                    continue
                if not has(walks.reach, place[source]):
                    continue
                _move(cell, target, ground, walks)
                least = _least_after(here, cell, target, ground, walks)
                if least < 0:
                    least = _least_from(cell, walks.after, ground, walks)
                moved = hashed ^ ground.keys[0, cell] ^ ground.keys[0, target] ^ ground.keys[1, least]
                reached = _number(moved, word, least, table, space)
                weight = _liking(cell, source, target, at, ground)
                _move(target, cell, ground, walks)
                if reached < 0 or edge == len(space.target):
                    return NODE_LIMIT
                space.target[edge] = reached
                space.weight[edge] = weight
                edge += 1
        state += 1
        space.first[state] = edge
    return COMPLETE


@kernel(allocates=True)
def measure_back(space: Space, left: _Marks) -> None:
    """Fill left, int32 (states,), with the least pushes from each state to a solved one, or NEVER."""
    states = len(left)
    edges = space.first[states]
    into, source = np.zeros(states + 2, np.int64), np.empty(edges, np.int32)
    for edge in range(edges):
        into[space.target[edge] + 2] += 1
    for state in range(states):
        into[state + 2] += into[state + 1]
    for state in range(states):
        for edge in range(space.first[state], space.first[state + 1]):
            target = space.target[edge] + 1
            source[into[target]] = state
            into[target] += 1
    left[:] = NEVER
    queue = np.empty(states, np.int32)
    head = size = 0
    for state in range(states):
        if space.solved[state]:
            left[state] = 0
            queue[size] = state
            size += 1
    while head < size:
        state = queue[head]
        head += 1
        for edge in range(into[state], into[state + 1]):
            other = source[edge]
            if left[other] == NEVER:
                left[other] = left[state] + 1
                queue[size] = other
                size += 1


@kernel(allocates=True)
def average(space: Space, left: _Marks, order: NDArray[np.int64]) -> tuple[float, float, float]:
    """Averages over all shortest solutions from the first state, each sequence of pushes counted once.

    `order` is int64 (states,): the states by `left`. Returns the number of solutions, and the sums along one of
    them, on the average, of the pushes to choose from and of those that keep the level solvable.
    """
    states = len(left)
    ways, choices, safe = np.zeros(states), np.zeros(states), np.zeros(states)
    for state in order:
        if left[state] == 0:
            ways[state] = 1.0
            continue
        if left[state] > left[0]:
            break
        for edge in range(space.first[state], space.first[state + 1]):
            target = space.target[edge]
            if left[target] == left[state] - 1:
                ways[state] += ways[target]
                choices[state] += ways[target] * choices[target]
                safe[state] += ways[target] * safe[target]
        choices[state] /= ways[state]
        safe[state] /= ways[state]
        for edge in range(space.first[state], space.first[state + 1]):
            choices[state] += 1
            safe[state] += left[space.target[edge]] < NEVER
    return ways[0], choices[0], safe[0]


@kernel(allocates=True)
def _least_cost(cost: NDArray[np.int32]) -> int:
    """The least total cost of matching all rows with columns, cost int32 (k + 1, k + 1) counted from 1."""
    size = len(cost)
    potential, match = np.zeros((2, size), np.int32), np.zeros(size, np.int32)
    augment = np.empty((3, size), np.int32)
    for row in range(1, size):
        add_row(row, cost, potential, match, augment)
    total = 0
    for column in range(1, size):
        total += cost[match[column], column]
    return total


@kernel(allocates=True)
def bounds_along(
    pushes: _Marks,
    boxes: _Marks,
    player: int,
    near: NDArray[np.int16],
    zone: _Flags,
    ahead: NDArray[np.int16],
    found: NDArray[np.int64],
) -> None:
    """Fill found, int64 (p + 1,), with the lower bound before each push and after the last.

    pushes: int32 (p, 2) cell and direction. boxes: int32 (k,) modified. ahead: int16 (4n, k) pushes from a place to
    each goal. A box that cannot get to a goal costs as much as `ahead` says.
    """
    cost = np.empty((len(boxes) + 1, len(boxes) + 1), np.int32)
    for made in range(len(found)):
        for number in range(len(boxes)):
            cost[number + 1, 1:] = ahead[4 * boxes[number] + zone[boxes[number], player]]
        found[made] = _least_cost(cost)
        if made < len(pushes):
            player = pushes[made, 0]
            for number in range(len(boxes)):
                if boxes[number] == player:
                    boxes[number] = near[player, pushes[made, 1]]
                    break
