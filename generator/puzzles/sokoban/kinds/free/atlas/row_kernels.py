"""Rows of bits for all sets of boxes: set s is bit s & 63 of word s >> 6.

Of most rows few lines of eight words hold any set, and only those are looked at.
"""

from typing import NamedTuple

import numpy as np

from generator.bit_kernels import Int, Words, trailing_zeros
from generator.kernels import kernel
from generator.line_kernels import LINE, both, either, load, some, store, without

PARTS = 2
"""Words with a bit for each line of a row."""


class Rows(NamedTuple):
    """Rows of sets of boxes.

    words: uint64 (..., words). lines: uint64 (..., 2) a bit for each line that holds a set. All other lines are 0.
    """

    words: Words
    lines: Words


@kernel(inline=True)
def mark(line: Int, lines: Words) -> None:
    """Note that a line holds a set. lines: uint64 (2,), modified."""
    lines[line >> 6] |= np.uint64(1) << np.uint64(line & 63)


@kernel
def clear(row: Words, lines: Words) -> None:
    """Make a row 0. row: uint64 (words,), lines: uint64 (2,), both modified."""
    for part in range(PARTS):
        while lines[part]:
            first = LINE * (64 * part + trailing_zeros(lines[part]))
            lines[part] &= lines[part] - np.uint64(1)
            for word in range(first, first + LINE):
                row[word] = 0


@kernel
def unite(source: Words, source_lines: Words, row: Words, lines: Words) -> None:
    """Add the sets of one row to another. row: uint64 (words,), lines: uint64 (2,), both modified; source: alike."""
    for part in range(PARTS):
        waiting = source_lines[part]
        lines[part] |= waiting
        while waiting:
            first = LINE * (64 * part + trailing_zeros(waiting))
            waiting &= waiting - np.uint64(1)
            store(row, first, either(load(row, first), load(source, first)))


@kernel
def unite_common(one: Words, one_lines: Words, other: Words, other_lines: Words, row: Words, lines: Words) -> None:
    """Add the sets that two rows share to a third. row: uint64 (words,), lines: uint64 (2,), both modified."""
    for part in range(PARTS):
        waiting = one_lines[part] & other_lines[part]
        while waiting:
            line = 64 * part + trailing_zeros(waiting)
            waiting &= waiting - np.uint64(1)
            found = both(load(one, LINE * line), load(other, LINE * line))
            if some(found):
                store(row, LINE * line, either(load(row, LINE * line), found))
                mark(line, lines)


@kernel
def unite_others(source: Words, source_lines: Words, others: Words, row: Words, lines: Words) -> None:
    """Add the sets of one row that another does not hold to a third. row, lines: as of `unite`, both modified."""
    for part in range(PARTS):
        waiting = source_lines[part]
        while waiting:
            line = 64 * part + trailing_zeros(waiting)
            waiting &= waiting - np.uint64(1)
            found = without(load(source, LINE * line), load(others, LINE * line))
            if some(found):
                store(row, LINE * line, either(load(row, LINE * line), found))
                mark(line, lines)


@kernel
def leave_out(sets: Words, row: Words, lines: Words) -> None:
    """Take some sets out of a row. row: uint64 (words,), lines: uint64 (2,), both modified."""
    for part in range(PARTS):
        waiting = lines[part]
        while waiting:
            line = 64 * part + trailing_zeros(waiting)
            waiting &= waiting - np.uint64(1)
            kept = without(load(row, LINE * line), load(sets, LINE * line))
            store(row, LINE * line, kept)
            if not some(kept):
                lines[part] ^= np.uint64(1) << np.uint64(line & 63)
