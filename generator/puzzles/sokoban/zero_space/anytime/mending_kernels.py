"""Exact search from one state of a window to another, and the places where a defect of the wrong sign fits."""

from typing import NamedTuple

import numpy as np
from numba import njit

from generator.puzzles.sokoban.zero_space.anytime.window_kernels import way_to
from generator.puzzles.sokoban.zero_space.tree_kernels import Boxed, Ints
from generator.puzzles.sokoban.zero_space.word_kernels import Board, Word, Words, further_slides, place_of

FIRST_TABLE = 1 << 8
NONE = -1


class Side(NamedTuple):
    """One of two searches that meet: states, back and starts as `word_kernels.explore` keeps them, and two tables.

    One table holds the newest complete depth, the other the one under construction.
    """

    states: Words
    back: Words
    starts: Words
    table: Ints
    spare: Ints


class Front(NamedTuple):
    """The newest complete depth of a side: where its states begin and end, and the table that holds them."""

    depth: int
    first: int
    last: int
    table: Ints
    spare: Ints


@njit(cache=True)
def meet(start: Word, goal: Word, board: Board, forward: Side, backward: Side, way: Words) -> tuple[int, int]:
    """Write the fewest slides between two different states of a window; returns how many, and the states seen.

    NONE instead of their number where there are none, or where a side has no room for more states. The smaller side
    goes on, so that all states of a depth are known when the other side comes to the next one, and meets them there.
    """
    ours, theirs = _begin(forward, start), _begin(backward, goal)
    while True:
        swapped = ours.last - ours.first > theirs.last - theirs.first
        if swapped:
            theirs, there, here = _deepen(backward, theirs, board, forward.states, ours.table)
        else:
            ours, here, there = _deepen(forward, ours, board, backward.states, theirs.table)
        nodes = ours.last + theirs.last
        if here >= 0:
            break
        if ours.first == ours.last or theirs.first == theirs.last:
            return NONE, nodes
    count = way_to(here, forward.states, forward.back, forward.starts, way, 0)
    rest = way_to(there, backward.states, backward.back, backward.starts, way[count:], 0)
    way[count : count + rest] = way[count : count + rest][::-1].copy()
    return count + rest, nodes


@njit(cache=True)
def _begin(side: Side, root: Word) -> Front:
    side.states[0], side.back[0] = root, 0
    side.starts[0], side.starts[1] = 0, 1
    table = side.table[:FIRST_TABLE]
    table[:] = -1
    table[place_of(root, FIRST_TABLE)] = 0
    return Front(0, 0, 1, table, side.spare)


@njit(cache=True)
def _deepen(side: Side, front: Front, board: Board, known: Words, known_table: Ints) -> tuple[Front, int, int]:
    """The next depth of a side, empty where there is no room for it; and a state of both sides by its two numbers."""
    scratch = np.full((2, 64), np.int64(-1))
    states, back, room = side.states, side.back, front.spare
    size = FIRST_TABLE
    room[:size] = -1
    last = front.last
    count = last
    for number in range(front.first, last):
        state = states[number]
        ahead = further_slides(state, back[number], board, scratch[0], scratch[1])
        while ahead != 0:
            slide = ahead & -ahead
            ahead ^= slide
            neighbour = state ^ (slide | slide << 1)
            at = place_of(neighbour, size)
            while room[at] >= last and states[room[at]] != neighbour:
                at = (at + 1) & (size - 1)
            if room[at] >= last:
                back[room[at]] |= slide
                continue
            if count == states.size:
                return Front(front.depth, last, last, front.table, front.spare), NONE, NONE
            room[at] = count
            states[count], back[count] = neighbour, slide
            count += 1
            other = place_of(neighbour, known_table.size)
            while known_table[other] >= 0 and known[known_table[other]] != neighbour:
                other = (other + 1) & (known_table.size - 1)
            if known_table[other] >= 0:
                side.starts[front.depth + 2] = count
                return Front(front.depth + 1, last, count, room[:size], front.table), count - 1, known_table[other]
            if 4 * (count - last) > size and 2 * size <= room.size:
                size *= 2
                room[:size] = -1
                for behind in range(last, count):
                    at = place_of(states[behind], size)
                    while room[at] >= last:
                        at = (at + 1) & (size - 1)
                    room[at] = behind
    side.starts[front.depth + 2] = count
    return Front(front.depth + 1, last, count, room[:size], side.spare if front.depth % 2 else side.table), NONE, NONE


@njit(cache=True)
def tree_sign(boxed: Boxed, walls: Ints, nodes: int) -> int:
    """The sign of a tree as `sign.sign` defines it, or 0 where the boxes are none. walls: int32 (slots, 2)."""
    begin = np.zeros(nodes + 1, np.int32)
    boxes = 0
    for slot in range(boxed.size):
        if boxed[slot]:
            begin[walls[slot, 0] + 1] += 1
            begin[walls[slot, 1] + 1] += 1
            boxes += 1
    for node in range(nodes):
        begin[node + 1] += begin[node]
    around = np.empty((2 * boxes, 2), np.int32)
    free = begin[:-1].copy()
    box = 0
    for slot in range(boxed.size):
        if boxed[slot]:
            for node in walls[slot]:
                around[free[node], 0], around[free[node], 1] = slot, box
                free[node] += 1
            box += 1
    upward = np.full(nodes, -1, np.int32)
    reached = np.empty(nodes, np.int32)
    reached[0] = nodes - 1
    upward[nodes - 1] = boxes
    count, sign = 1, 1
    for done in range(nodes):
        if done == count:
            return 0
        node = reached[done]
        for at in range(begin[node], begin[node + 1]):
            slot = around[at, 0]
            child = walls[slot, 0] + walls[slot, 1] - node
            if upward[child] >= 0:
                continue
            upward[child] = around[at, 1]
            if walls[slot, 0] == child:
                sign = -sign
            reached[count] = child
            count += 1
    return sign * _parity(upward) if boxes == nodes - 1 else 0


@njit(cache=True)
def _parity(permutation: Ints) -> int:
    """The sign of a permutation, which is sorted by this."""
    sign = 1
    for place in range(permutation.size):
        while permutation[place] != place:
            other = permutation[place]
            permutation[place], permutation[other] = permutation[other], other
            sign = -sign
    return sign


@njit(cache=True)
def nearest_defect(slots: Ints, boxed: Boxed, walls: Ints, nodes: int, sign: int, distance: Words, beyond: int) -> int:
    """Move two boxes of a window by one slot each, so that a tree of this sign comes out, as near as can be.

    boxed: the goals within the window; changed. distance: int64 (slots,) how far each slot is from where the defect
    shall be. Of both boxes together it has to be more than `beyond` and is returned; NONE where nothing fits.
    """
    best, slide, other_slide = np.int64(1) << 40, 0, 0
    for at in range(slots.size - 1):
        one = slots[at]
        if slots[at + 1] != one + 1 or boxed[one] == boxed[one + 1]:
            continue
        boxed[one], boxed[one + 1] = boxed[one + 1], boxed[one]
        # The slot before may be one that the first box has only just left.
        for behind in range(max(0, at - 1), slots.size - 1):
            two = slots[behind]
            total = distance[one] + distance[two]
            if slots[behind + 1] != two + 1 or boxed[two] == boxed[two + 1] or not beyond < total < best:
                continue
            boxed[two], boxed[two + 1] = boxed[two + 1], boxed[two]
            if tree_sign(boxed, walls, nodes) == sign:
                best, slide, other_slide = total, one, two
            boxed[two], boxed[two + 1] = boxed[two + 1], boxed[two]
        boxed[one], boxed[one + 1] = boxed[one + 1], boxed[one]
    if best == np.int64(1) << 40:
        return NONE
    boxed[slide], boxed[slide + 1] = boxed[slide + 1], boxed[slide]
    boxed[other_slide], boxed[other_slide + 1] = boxed[other_slide + 1], boxed[other_slide]
    return int(best)
