"""Breadth-first search over positions, layer by layer, from one end or from both."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import slot_of_row
from generator.kernels import kernel
from generator.puzzles.orimaze.kernel_constants import FREE, FULL, MET, OPEN, SOLVED, WAYS
from generator.puzzles.orimaze.position_kernels import is_solved, moved, next_cell


class Known(NamedTuple):
    """The positions that were found, numbered in the order in which they were found.

    keys: uint64 (most, 2), the pieces H and the free cell. parent: int32 (most,), FREE where a search began.
    side: int8 (most,), from which end. table: int32 (a power of 2,), numbers by their hash, FREE where there is none.
    """

    keys: NDArray[np.uint64]
    parent: NDArray[np.int32]
    side: NDArray[np.int8]
    table: NDArray[np.int32]


@kernel
def begin(known: Known, number: int, side: int) -> None:
    """Enter the position whose key was written at this number as the beginning of a side."""
    known.parent[number] = FREE
    known.side[number] = side
    known.table[slot_of_row(known.keys[number], known.keys, known.table)] = number


@kernel
def rebuild(known: Known, count: int) -> None:
    """Enter the first `count` positions, whose keys are there, in an empty table."""
    for number in range(count):
        known.table[slot_of_row(known.keys[number], known.keys, known.table)] = number


@kernel
def expand(
    shape: NDArray[np.int64], aim: NDArray[np.uint64], known: Known, first: int, last: int, count: int
) -> tuple[int, int, int, int]:
    """Enter all positions one move after those of a layer, and return the status, how many are known, and a meeting.

    shape: int64 (2,), the height and the width. aim: uint64 (3,), the kind and the goal as a key. `known` is modified.
    The layer has the numbers from `first` to below `last`. The last two numbers depend on the status. For SOLVED the
    first is the number of that position, for FULL it is where to go on. For MET they are the numbers of two neighbours,
    one of each side.
    """
    kind, goal, goal_free = np.int64(aim[0]), aim[1], np.int64(aim[2])
    height, width = shape[0], shape[1]
    for number in range(first, last):
        pieces, free = known.keys[number, 0], np.int64(known.keys[number, 1])
        for way in range(WAYS):
            cell = next_cell(pieces, free, way, width, height)
            if cell == FREE:
                continue
            after = moved(pieces, free, cell)
            known.keys[count, 0], known.keys[count, 1] = after, np.uint64(cell)
            slot = slot_of_row(known.keys[count], known.keys, known.table)
            other = known.table[slot]
            if other != FREE:
                if known.side[other] != known.side[number]:
                    return MET, count, number, int(other)
                continue
            if count == len(known.parent):
                return FULL, count, number, FREE
            known.table[slot] = count
            known.parent[count] = number
            known.side[count] = known.side[number]
            count += 1
            if is_solved(after, cell, kind, goal, goal_free):
                return SOLVED, count, count - 1, FREE
    return OPEN, count, FREE, FREE


@kernel
def link(shape: NDArray[np.int64], known: Known, count: int, neighbours: NDArray[np.int32]) -> None:
    """List the neighbours of all known positions, by way.

    shape: int64 (2,), the height and the width. neighbours: int32 (count, 4), is written; FREE where there is none, or
    none that is known.
    The key after the last known position is overwritten, so there has to be room for one.
    """
    for number in range(count):
        pieces, free = known.keys[number, 0], np.int64(known.keys[number, 1])
        for way in range(WAYS):
            cell = next_cell(pieces, free, way, shape[1], shape[0])
            neighbours[number, way] = FREE
            if cell != FREE:
                known.keys[count, 0], known.keys[count, 1] = moved(pieces, free, cell), np.uint64(cell)
                neighbours[number, way] = known.table[slot_of_row(known.keys[count], known.keys, known.table)]
