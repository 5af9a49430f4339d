"""Sets of cells as bits that lie as on a board: a step of the player or of a box is a shift of a whole set.

A board has rows of `stride` places, the last of each a wall, and is read row by row. A step to the right is a shift by
one place, a step down one by a row. What leaves a row ends in a wall, so that a step onto free places never leaves it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, ONE, Words, bit, trailing_zeros
from generator.kernels import kernel


class Board(NamedTuple):
    """Where the n cells of a floor lie as bits of w words, and what the walls and goals decide about boxes there.

    stride: places of a row. place: int32 (n,) that of each cell, ascending. cell: int16 (64w,) the cell at each place,
    -1 for a wall. floor, goals: uint64 (w,) the places of all cells and of goals. pushed: uint64 (4, w) those from
    which a lone box can be pushed in a direction, and then to some goal. held: uint64 (2, w) those at which walls and
    dead cells let no box move up and down, or sideways.
    """

    stride: int
    place: NDArray[np.int32]
    cell: NDArray[np.int16]
    floor: Words
    goals: Words
    pushed: Words
    held: Words


@kernel(merged=True)
def risen(words: Words, index: int, places: int) -> np.uint64:
    """A word of a set, uint64 (w,), of which every place has gone up by so many."""
    source, part = index - (places >> 6), np.uint64(places & 63)
    now = words[source] << part if source >= 0 else NO_CELL
    return now | (words[source - 1] >> (np.uint64(63) - part) >> ONE if source >= 1 else NO_CELL)


@kernel(merged=True)
def sunk(words: Words, index: int, places: int) -> np.uint64:
    """A word of a set, uint64 (w,), of which every place has gone down by so many."""
    source, part = index + (places >> 6), np.uint64(places & 63)
    now = words[source] >> part if source < len(words) else NO_CELL
    return now | (words[source + 1] << (np.uint64(63) - part) << ONE if source + 1 < len(words) else NO_CELL)


@kernel(merged=True)
def beside(words: Words, index: int, stride: int) -> np.uint64:
    """A word of the places beside those of a set, uint64 (w,)."""
    return risen(words, index, 1) | sunk(words, index, 1) | risen(words, index, stride) | sunk(words, index, stride)


@kernel(merged=True)
def _beside_others(words: Words, index: int, stride: int) -> np.uint64:
    """A word of the places beside those in the other words of a set, uint64 (w,), and maybe beside those in itself."""
    if stride > 63:
        return beside(words, index, stride)
    lower = words[index - 1] if index > 0 else NO_CELL
    upper = words[index + 1] if index + 1 < len(words) else NO_CELL
    back = np.uint64(64 - stride)
    return lower >> back | lower >> np.uint64(63) | upper << back | upper << np.uint64(63)


@kernel(merged=True)
def neighbour(place: int, d: int, stride: int) -> int:
    """The place one step in a direction from another one."""
    step = 1 if d == 1 or d == 2 else stride
    return place - step if d < 2 else place + step


@kernel(merged=True)
def beyond(words: Words, index: int, d: int, stride: int, steps: int = 1) -> np.uint64:
    """A word of the places from which so many steps in a direction lead to those of a set, uint64 (w,)."""
    places = steps if d == 1 or d == 2 else steps * stride
    return risen(words, index, places) if d < 2 else sunk(words, index, places)


@kernel(merged=True)
def spread(first: int, last: int, free: Words, reached: Words, stride: int) -> int:
    """Add to a set, which lies in some words, all places that can be walked to from it over free ones.

    Returns the first word in which it lies then. free, reached: uint64 (w,), the latter modified.
    """
    row, far = np.uint64(stride) if stride < 64 else ONE, (stride >> 6) + 1
    grows = True
    while grows:
        grows = False
        for index in range(max(first - far, 0), min(last + far + 1, len(free))):
            open_, before = free[index], reached[index]
            now, known = before | _beside_others(reached, index, stride) & open_, NO_CELL
            while now != known:
                known = now
                now |= (now << ONE | now >> ONE | now << row | now >> row) & open_
            if now != before:
                reached[index] = now
                grows = True
                first, last = min(first, index), max(last, index)
    return first


@kernel
def flood(place: int, free: Words, reached: Words, stride: int) -> int:
    """Find all places that can be walked to from one over free ones, and return the least of them.

    free, reached: uint64 (w,), the latter modified.
    """
    reached[:] = 0
    reached[place >> 6] = bit(place)
    first = spread(place >> 6, place >> 6, free, reached, stride)
    return int(64 * first + trailing_zeros(reached[first]))
