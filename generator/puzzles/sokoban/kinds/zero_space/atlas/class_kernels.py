"""The trees of one class of line counts: all of them, and the graph that slides make of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import slot_of_word
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import fill_table, index_of

Words = NDArray[np.int64]
Ints = NDArray[np.int32]

FIELD = 6
"""Bits of a packed count: five for the count, and one that tells when it has fallen below zero."""
GUARDS = sum(1 << FIELD * place + FIELD - 1 for place in range(10))


class Lattice(NamedTuple):
    """A grid graph as the enumeration reads it.

    begin: int32 (2, partitions, columns + 2), where the options begin that a partition has in a row and in the last
    row, by the number of edges on the row's own line. within, down, onward: int32 (options,), the edges as bits, and
    the partition of the next row. used: int64 (options,), the edges on the lines of the columns, packed. slots_within:
    int64 (rows, sets), slots_down: int64 (rows - 1, sets), the slots of edges. flip: the slots that are exchanged in
    the end, because an edge is a place without a box.
    """

    begin: Ints
    within: Ints
    down: Ints
    onward: Ints
    used: Words
    slots_within: Words
    slots_down: Words
    flip: int


@kernel(allocates=True)
def list_trees(lattice: Lattice, row_edges: Words, column_edges: int, most: Words, trees: Words) -> int:
    """Write all spanning trees with these edges on each line, as far as trees reaches; returns how many there are.

    row_edges: int64 (rows,) edges on the line of each row. column_edges: those on the lines of columns, packed.
    most: int64 (rows,) the most edges that the columns can take from each row on, packed.
    """
    rows = row_edges.size
    option = np.empty(rows, np.int32)
    end = np.empty(rows, np.int32)
    left = np.empty(rows, np.int64)
    slots = np.zeros(rows, np.int64)
    last = rows - 1
    row, count = 0, 0
    left[0] = column_edges
    option[0] = lattice.begin[0, 0, row_edges[0]]
    end[0] = lattice.begin[0, 0, row_edges[0] + 1]
    while row >= 0:
        if option[row] == end[row]:
            row -= 1
            continue
        at = option[row]
        option[row] += 1
        rest = (left[row] | GUARDS) - lattice.used[at]
        if rest & GUARDS != GUARDS:
            continue
        rest ^= GUARDS
        if row == last:
            if rest == 0:
                if count < trees.size:
                    trees[count] = (slots[row] | lattice.slots_within[row, lattice.within[at]]) ^ lattice.flip
                count += 1
            continue
        if ((most[row + 1] | GUARDS) - rest) & GUARDS != GUARDS:
            continue
        below = lattice.slots_within[row, lattice.within[at]] | lattice.slots_down[row, lattice.down[at]]
        slots[row + 1] = slots[row] | below
        row += 1
        left[row] = rest
        first = lattice.begin[np.int64(row == last), lattice.onward[at]]
        option[row] = first[row_edges[row]]
        end[row] = first[row_edges[row] + 1]
    return count


@kernel(allocates=True)
def link(trees: Words, inner: int, table: Ints, ends: Ints, first: Ints) -> int:
    """Find the slides between all trees of a class: a box may slide iff that gives another tree of the class.

    inner: mask of the slides, as in word_kernels.WordBoard. table: int32 scratch, a power of two of at least twice the
    trees. ends: int32 (slides, 2), written, large enough for every box that has a free slot behind it. first: int32
    (trees + 1,), written: where the neighbours of each tree will begin. Returns how many slides there are.
    """
    first[:] = 0
    fill_table(0, trees.size, table.size, trees, table)
    count = 0
    for tree in range(trees.size):
        state = trees[tree]
        candidates = state & ~(state >> 1) & inner
        while candidates != 0:
            slide = candidates & -candidates
            candidates ^= slide
            neighbour = state ^ (slide | slide << 1)
            at = slot_of_word(neighbour, index_of(neighbour, table.size), 0, table.size, trees, table)
            if table[at] >= 0:
                ends[count, 0] = tree
                ends[count, 1] = table[at]
                count += 1
                first[tree + 1] += 1
                first[table[at] + 1] += 1
    for tree in range(trees.size):
        first[tree + 1] += first[tree]
    return count


@kernel(allocates=True)
def neighbours(ends: Ints, first: Ints, target: Ints) -> None:
    """Write the neighbours of each tree, grouped: target is int32 (2 * slides,)."""
    filled = first.copy()
    for slide in range(ends.shape[0]):
        one, other = ends[slide, 0], ends[slide, 1]
        target[filled[one]] = other
        filled[one] += 1
        target[filled[other]] = one
        filled[other] += 1


@kernel(allocates=True)
def gather(first: Ints, target: Ints, source: int, number: Ints, order: Ints) -> int:
    """Number the component of a state breadth first: writes number (-1 where none was given) and order.

    number: int32 (trees,). order: int32 (trees,). Returns how many states the component has.
    """
    # Apart from search in diameter_kernels: these numbers stay while other components of the class are gathered.
    number[source] = 0
    order[0] = source
    count, done = 1, 0
    while done < count:
        state = order[done]
        done += 1
        for at in range(first[state], first[state + 1]):
            neighbour = target[at]
            if number[neighbour] < 0:
                number[neighbour] = count
                order[count] = neighbour
                count += 1
    return count


@kernel(allocates=True)
def extract(first: Ints, target: Ints, order: Ints, number: Ints, begin: Ints, onward: Ints) -> int:
    """Write the graph of one component under its own numbers: begin and onward in place of first and target.

    order: int32 (states,). begin: int32 (states + 1,). onward: int32, large enough. Returns how much of it is used.
    """
    count = 0
    for state in range(order.size):
        begin[state] = count
        for at in range(first[order[state]], first[order[state] + 1]):
            onward[count] = number[target[at]]
            count += 1
    begin[order.size] = count
    return count
