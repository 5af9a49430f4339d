"""Exhaustive search of slide graphs whose states fit one word: bit p of a state is a box in slot p.

A slide p exchanges slots p and p + 1, so it is `state ^ (3 << p)` in both directions. The states reachable in one
slide differ by one in the parity of their box positions, so the graph is bipartite: a neighbour of depth d has
depth d - 1 or d + 1. Each state therefore carries the mask of the slides that lead back to depth d - 1 (the
used-operator bits of Korf's frontier search), every edge is looked at once, and only the level under construction
needs a hash table: it stays in the cache.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population, slot_of_word, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import COMPLETE, NODE_LIMIT

Word = np.int64
Words = NDArray[np.int64]
Ints = NDArray[np.int32]

FIRST_TABLE = 1 << 10
SCRAMBLE = np.int64(0x1E3779B97F4A7C15)


class WordBoard(NamedTuple):
    """A geometry as the kernels read it; junction 0 is the root of every floor.

    doors: int64 (junctions,) mask of the slots around each. near: int64 (slots,) one junction of each slot.
    across: int64 (slots,) the exclusive or of both. face: int64 (slots,) the junction between slots p and p + 1.
    inner: mask of the slides, which are all p that have such a junction.
    """

    doors: Words
    near: Words
    across: Words
    face: Words
    inner: int


@kernel(allocates=True, inline=True)
def further_slides(state: Word, skip: Word, board: WordBoard, above: Words, parent: Words) -> Word:
    """The mask of legal slides of a tree but for those in skip; above and parent are int64 (junctions,) scratch.

    Roots the tree of open doors at junction 0: above[j] has the bits of j and of its ancestors without the root.
    Slide p closes door f and opens door e on opposite sides of face F: legal iff the way from F to the far side
    of e starts through f. The first loop runs the same number of times for every tree, so that it is predicted,
    and indices are masked to six bits, which spares the check for negative ones.
    """
    above[0] = 0
    seen = np.int64(1)
    doors = board.doors[0] & ~state
    for _ in range(board.doors.size - 1):
        door = trailing_zeros(doors)
        child = (board.near[door] ^ (board.across[door] & -((seen >> board.near[door]) & 1))) & 63
        above[child] = above[(child ^ board.across[door]) & 63] | (1 << child)
        parent[child] = door
        seen |= 1 << child
        doors = (doors | (board.doors[child] & ~state)) & ~(1 << door)
    slides = np.int64(0)
    candidates = (state ^ (state >> 1)) & board.inner & ~skip
    while candidates != 0:
        slide = trailing_zeros(candidates)
        candidates &= candidates - 1
        boxed = (state >> slide) & 1
        closing = (slide + boxed) & 63
        face = board.face[slide] & 63
        downward = np.int64(parent[face] != closing)
        cut = face ^ (board.across[closing] & -downward)
        beyond = (board.across[(slide + 1 - boxed) & 63] ^ face) & 63
        slides |= (((above[beyond] >> cut) & 1) ^ downward ^ 1) << slide
    return slides


@kernel(allocates=True, inline=True)
def index_of(state: Word, size: int) -> Word:
    """The index at which a state is looked for first in a table whose size is a power of two.

    One product spreads states well enough, and takes less time than `bit_kernels.home_of_word`.
    """
    return ((state * SCRAMBLE) >> 24) & (size - 1)


@kernel(allocates=True)
def fill_table(first: int, count: int, size: int, states: Words, table: Ints) -> None:
    """Enter the states from `first` to `count` into an empty table of this size, which is a power of two.

    states: int64 (limit,). table: int32, at least size, written: the numbers of states, -1 where none is.
    """
    table[:size] = -1
    for number in range(first, count):
        table[slot_of_word(states[number], index_of(states[number], size), first, size, states, table)] = number


@kernel(allocates=True)
def explore(root: int, board: WordBoard, states: Words, back: Words, table: Ints, starts: Words) -> tuple[int, int]:
    """Breadth-first search of everything that can be reached from root, until states is full.

    Writes states: int64 (limit,) in order of depth; back: int64 (limit,) the slides that lead one nearer to the
    root; starts: int64 (limit + 2,) where starts[d] begins depth d and starts[depth + 1] ends the last complete one.
    table: int32 scratch, a power of two of at least four times the widest level. Returns (status, depth).
    """
    junctions = board.doors.size
    buffer = np.full((2, junctions), np.int64(-1))
    above, parent = buffer[0], buffer[1]
    size = min(FIRST_TABLE, table.size)
    table[:size] = -1
    states[0] = root
    back[0] = 0
    starts[0] = 0
    starts[1] = 1
    first, last, depth = 0, 1, 0
    while True:
        count = last
        for i in range(first, last):
            state = states[i]
            ahead = further_slides(state, back[i], board, above, parent)
            while ahead != 0:
                slide = ahead & -ahead
                ahead ^= slide
                neighbour = state ^ (slide | slide << 1)
                at = slot_of_word(neighbour, index_of(neighbour, size), last, size, states, table)
                if table[at] >= last:
                    back[table[at]] |= slide
                    continue
                if count == states.size:
                    return NODE_LIMIT, depth
                table[at] = count
                states[count] = neighbour
                back[count] = slide
                count += 1
                if 4 * (count - last) > size and 2 * size <= table.size:
                    size *= 2
                    fill_table(last, count, size, states, table)
        if count == last:
            return COMPLETE, depth
        depth += 1
        first, last = last, count
        starts[depth + 1] = last


class Descent(NamedTuple):
    """All shortest ways from one state to the root of a search: the start first, the root last.

    state: int64 (nodes,). ways: float64 (nodes,) how many ways from the start lead there, exact below 2**53. level:
    int32 (depth + 2,) where the nodes of each step begin. first: int32 (nodes + 1,) where the edges of a node begin
    in slide and target, int32 (edges,).
    """

    state: Words
    ways: NDArray[np.float64]
    level: Ints
    first: Ints
    slide: Ints
    target: Ints


@kernel(allocates=True)
def descend(
    start: int, depth: int, states: Words, back: Words, starts: Words, table: Ints, descent: Descent
) -> tuple[int, int]:
    """Collect all shortest ways from state number start, which has this depth, to the root of a finished search.

    states, back, starts: as explore left them. table: int32 scratch. descent: written, large enough for all states
    up to this depth. Returns (nodes, edges).

    states, back: int64 (limit,). starts: int64 (limit + 2,). table: int32 (a power of two,).
    """
    descent.state[0] = states[start]
    descent.ways[0] = 1
    descent.first[0] = 0
    descent.level[0], descent.level[1] = 0, 1
    masks = np.empty(descent.state.size, np.int64)
    masks[0] = back[start]
    first, last, edges = 0, 1, 0
    for level in range(depth - 1, -1, -1):
        branches = np.int64(0)
        for node in range(first, last):
            branches += population(masks[node])
        size = 8
        while size < 4 * min(branches, starts[level + 1] - starts[level]):
            size *= 2
        table[:size] = -1
        count = last
        for node in range(first, last):
            mask = masks[node]
            while mask != 0:
                slide = trailing_zeros(mask)
                mask &= mask - 1
                neighbour = descent.state[node] ^ (np.int64(3) << slide)
                at = slot_of_word(neighbour, index_of(neighbour, size), 0, size, descent.state, table)
                if table[at] < 0:
                    table[at] = count
                    descent.state[count] = neighbour
                    descent.ways[count] = 0
                    count += 1
                other = table[at]
                descent.slide[edges] = slide
                descent.target[edges] = other
                edges += 1
                descent.ways[other] += descent.ways[node]
            descent.first[node + 1] = edges
        for i in range(starts[level], starts[level + 1]):
            at = slot_of_word(states[i], index_of(states[i], size), 0, size, descent.state, table)
            if table[at] >= 0:
                masks[table[at]] = back[i]
        first, last = last, count
        descent.level[depth - level + 1] = last
    descent.first[last] = edges
    return last, edges
