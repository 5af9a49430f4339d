"""Sets of cells: a row of words of 64, cells counted row by row."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Int = int | np.int64
Words = NDArray[np.uint64]

ONE = np.uint64(1)
NO_CELL = np.uint64(0)


@kernel(inline=True)
def has(cells: Words, cell: Int) -> bool:
    return bool(cells[cell >> 6] >> np.uint64(cell & 63) & ONE)


@kernel(inline=True)
def add(cells: Words, cell: Int) -> None:
    cells[cell >> 6] |= ONE << np.uint64(cell & 63)


@kernel(inline=True)
def meet(one: Words, other: Words) -> bool:
    for word in range(len(one)):
        if one[word] & other[word]:
            return True
    return False


@kernel(inline=True)
def size_of(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@kernel(inline=True)
def remove(cells: Words, cell: Int) -> None:
    cells[cell >> 6] &= ~(ONE << np.uint64(cell & 63))
