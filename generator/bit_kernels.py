"""Sets as bits in words of 64, and hashing: what the kernels of all families share.

A set of cells is an array of words, uint64 (words,), cell c being bit c & 63 of word c >> 6.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from generator.kernels import kernel

Int = int | np.int64
Words = NDArray[np.uint64]

ONE = np.uint64(1)
NO_CELL = np.uint64(0)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""An odd factor that mixes the bits of a hash: 2 ** 64 by the golden ratio."""


def _signature(word: Any) -> Any:
    return types.int64(types.uint64 if word == types.uint64 else types.int64)


def _lower_trailing_zeros(_typing: Any, word: Any) -> Any:
    def lower(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return _signature(word), lower


def _lower_population(_typing: Any, word: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _signature(word), lower


# Numba has no name for these two instructions of the processor.
trailing_zeros: Callable[[np.uint64 | np.int64], np.int64] = cast(Any, intrinsic(_lower_trailing_zeros))
population: Callable[[np.uint64 | np.int64], int] = cast(Any, intrinsic(_lower_population))


@kernel(inline=True)
def bit(cell: Int) -> np.uint64:
    """The bit of a cell in its word."""
    return ONE << np.uint64(cell & 63)


@kernel(inline=True)
def has(words: Words, cell: Int) -> bool:
    """Whether a set, uint64 (words,), holds a cell."""
    return bool(words[cell >> 6] >> np.uint64(cell & 63) & ONE)


@kernel(inline=True)
def add(words: Words, cell: Int) -> None:
    """Add a cell to a set, uint64 (words,)."""
    words[cell >> 6] |= ONE << np.uint64(cell & 63)


@kernel(inline=True)
def remove(words: Words, cell: Int) -> None:
    """Take a cell out of a set, uint64 (words,), whether it is in it or not."""
    words[cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@kernel(inline=True)
def flip(words: Words, cell: Int) -> None:
    """Add a cell to a set, uint64 (words,), or take it out if it is in it."""
    words[cell >> 6] ^= ONE << np.uint64(cell & 63)


@kernel(merged=True)
def count_common(one: Words, other: Words) -> int:
    """How many cells two sets, uint64 (words,), have in common."""
    count = 0
    for index in range(len(one)):
        count += population(one[index] & other[index])
    return count


@kernel(inline=True)
def home_of_word(word: np.uint64, size: Int) -> np.int64:
    """Where in a hash table of `size` slots, a power of 2, a word is looked for first: where `slot_of_row` looks."""
    mixed = word * GOLDEN
    return np.int64((mixed ^ mixed >> np.uint64(29)) & np.uint64(size - 1))


@kernel(inline=True)
def slot_of_word(
    word: Int | np.uint64, home: Int, first: Int, size: Int, words: NDArray[Any], table: NDArray[np.int32]
) -> Int:
    """Where in a hash table a word is, or the free index where it belongs.

    home: where it is looked for first. words: int64 or uint64 (n,), those that are known. table: int32 (size or more,),
    the numbers of words, less than `first` where free; `size` slots, a power of 2, are in use.
    """
    at = home
    while table[at] >= first and words[table[at]] != word:
        at = (at + 1) & (size - 1)
    return at


@kernel
def slot_of_row(row: NDArray[Any], rows: NDArray[Any], table: NDArray[np.int32]) -> int:
    """Where in a hash table a row is, or the free index where it belongs.

    row: int64 or uint64 (w,). rows: alike, (n, w), those that are known. table: int32 (a power of 2,), the numbers of
    rows, -1 where free.
    """
    last = table.size - 1
    code = np.uint64(0)
    for word in row:
        code = (code ^ np.uint64(word)) * GOLDEN
        code ^= code >> np.uint64(29)
    index = np.int64(code & np.uint64(last))
    while table[index] >= 0:
        same = True
        for at in range(row.size):
            if rows[table[index], at] != row[at]:
                same = False
                break
        if same:
            break
        index = (index + 1) & last
    return int(index)
