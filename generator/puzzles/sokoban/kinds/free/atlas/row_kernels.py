"""Rows of bits for all sets of boxes: set s is bit s & 63 of word s >> 6.

Of most rows few lines of eight words hold any set, and only those are looked at. Where all lines that hold a set are
equal, the row is a *product*, and the line is kept once: the sets with a box on a cell, or with none there.
"""

from typing import NamedTuple

import numpy as np

from generator.bit_kernels import Int, Words, trailing_zeros
from generator.kernels import kernel
from generator.line_kernels import LINE, both, differing, either, load, some, store, without

PARTS = 2
"""Words with a bit for each line of a row."""


class Rows(NamedTuple):
    """Rows of sets of boxes, or products.

    words: uint64 (..., words) of a row, (..., 8) of a product. lines: uint64 (..., 2) a bit for each line that holds a
    set. All other lines are 0.
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
def unite_product(product: Words, product_lines: Words, row: Words, lines: Words) -> None:
    """Add the sets of a product to a row. row: uint64 (words,), lines: uint64 (2,), both modified."""
    added = load(product, 0)
    for part in range(PARTS):
        waiting = product_lines[part]
        lines[part] |= waiting
        while waiting:
            first = LINE * (64 * part + trailing_zeros(waiting))
            waiting &= waiting - np.uint64(1)
            store(row, first, either(load(row, first), added))


@kernel
def unite_within(
    product: Words, product_lines: Words, other: Words, other_lines: Words, row: Words, lines: Words
) -> None:
    """Add the sets that a product and a row share to another row.

    product: uint64 (8,), other: uint64 (words,). row: uint64 (words,), lines: uint64 (2,), both modified.
    """
    within = load(product, 0)
    for part in range(PARTS):
        waiting = product_lines[part] & other_lines[part]
        marks = np.uint64(0)
        while waiting:
            bit = waiting & (~waiting + np.uint64(1))
            first = LINE * (64 * part + trailing_zeros(waiting))
            waiting ^= bit
            found = both(within, load(other, first))
            store(row, first, either(load(row, first), found))
            marks |= bit * np.uint64(some(found))
        lines[part] |= marks


@kernel
def unite_others(product: Words, product_lines: Words, others: Words, row: Words, lines: Words) -> None:
    """Add the sets of a product that a row does not hold to another row. row, lines: as of `unite`, both modified."""
    source = load(product, 0)
    for part in range(PARTS):
        waiting = product_lines[part]
        while waiting:
            line = 64 * part + trailing_zeros(waiting)
            waiting &= waiting - np.uint64(1)
            found = without(source, load(others, LINE * line))
            if some(found):
                store(row, LINE * line, either(load(row, LINE * line), found))
                mark(line, lines)


@kernel
def leave_out(product: Words, product_lines: Words, row: Words, lines: Words) -> None:
    """Take the sets of a product out of a row. row: uint64 (words,), lines: uint64 (2,), both modified."""
    sets = load(product, 0)
    for part in range(PARTS):
        waiting = lines[part] & product_lines[part]
        while waiting:
            line = 64 * part + trailing_zeros(waiting)
            waiting &= waiting - np.uint64(1)
            kept = without(load(row, LINE * line), sets)
            store(row, LINE * line, kept)
            if not some(kept):
                lines[part] ^= np.uint64(1) << np.uint64(line & 63)


@kernel
def split(row: Words, lines: Words, products: Rows, first: Int) -> Int:
    """Write a row as products, the first at a place; returns where they end. row: uint64 (words,), lines: uint64 (2,).

    products: words uint64 (n, 8) and lines uint64 (n, 2), both modified.
    """
    end = first
    for part in range(PARTS):
        waiting = lines[part]
        while waiting:
            bit = waiting & (~waiting + np.uint64(1))
            line = LINE * (64 * part + trailing_zeros(waiting))
            waiting ^= bit
            found = load(row, line)
            at = first
            while at < end and some(differing(load(products.words[at], 0), found)):
                at += 1
            if at == end:
                store(products.words[at], 0, found)
                products.lines[at, 0] = products.lines[at, 1] = 0
                end += 1
            products.lines[at, part] |= bit
    return end
