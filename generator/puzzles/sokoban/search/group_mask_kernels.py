"""Masks of small groups of boxes: with which other boxes some may be lost, so that a look at the others is saved."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.group_kernels import Groups, pair_of, quad_of, triple_of


@kernel
def find_thirds(
    cells: NDArray[np.int32], pairs: NDArray[np.uint64], triples: NDArray[np.uint64], third: NDArray[np.uint32]
) -> None:
    """Fill third, uint32 (pairs, words), which is empty; cells: int32 (m,), the others as in Groups."""
    for c in range(len(cells)):
        for b in range(c):
            for a in range(b):
                row = triples[triple_of(a, b, c)]
                for word in range(len(row)):
                    left = pairs[pair_of(a, b), word] & pairs[pair_of(a, c), word] & pairs[pair_of(b, c), word]
                    left &= ~(row[word] | _cell_bit(cells[a], word) | _cell_bit(cells[b], word))
                    if left & ~_cell_bit(cells[c], word):
                        _note(third[pair_of(a, b)], cells[c])
                        _note(third[pair_of(a, c)], cells[b])
                        _note(third[pair_of(b, c)], cells[a])
                        break


@kernel
def find_fourths(cells: NDArray[np.int32], groups: Groups) -> None:
    """Fill the fourth and either of groups, which are empty; cells: int32 (m,)."""
    triples, fourth, either = groups.triples, groups.fourth, groups.either
    for d in range(len(cells)):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    one, two, three = triple_of(a, b, c), triple_of(a, b, d), triple_of(a, c, d)
                    four, row = triple_of(b, c, d), groups.quads[quad_of(a, b, c, d)]
                    for word in range(len(row)):
                        left = triples[one, word] & triples[two, word] & triples[three, word] & triples[four, word]
                        left &= ~(row[word] | _cell_bit(cells[a], word) | _cell_bit(cells[b], word))
                        if left & ~(_cell_bit(cells[c], word) | _cell_bit(cells[d], word)):
                            _note(fourth[one], cells[d])
                            _note(fourth[two], cells[c])
                            _note(fourth[three], cells[b])
                            _note(fourth[four], cells[a])
                            _note_both(either[pair_of(a, b)], cells[c], cells[d])
                            _note_both(either[pair_of(a, c)], cells[b], cells[d])
                            _note_both(either[pair_of(a, d)], cells[b], cells[c])
                            _note_both(either[pair_of(b, c)], cells[a], cells[d])
                            _note_both(either[pair_of(b, d)], cells[a], cells[c])
                            _note_both(either[pair_of(c, d)], cells[a], cells[b])
                            break


@kernel
def find_partners(cells: NDArray[np.int32], groups: Groups) -> None:
    """Fill some and partner of groups, which are empty; cells: int32 (m,)."""
    some = groups.some
    for b in range(len(cells)):
        for a in range(b):
            for word in range(some.shape[1]):
                some[a, word] |= groups.pairs[pair_of(a, b), word]
                some[b, word] |= groups.pairs[pair_of(a, b), word]
    for b in range(len(cells)):
        for a in range(b):
            if _is_partner(a, b, cells, groups):
                _note(groups.partner[a], cells[b])
            if _is_partner(b, a, cells, groups):
                _note(groups.partner[b], cells[a])


@kernel
def _is_partner(one: int, other: int, cells: NDArray[np.int32], groups: Groups) -> bool:
    """Whether a box of a rank may be lost with another one where it is not with all, or with more.

    cells: int32 (m,).
    """
    pair = pair_of(one, other)
    for word in range(groups.some.shape[1]):
        left = groups.some[one, word] & ~groups.pairs[pair, word]
        if left & ~(_cell_bit(cells[one], word) | _cell_bit(cells[other], word)):
            return True
    return _has_any(pair, groups.third) or _has_any(pair, groups.either)


@kernel
def _has_any(pair: int, masks: NDArray[np.uint32]) -> bool:
    """Whether a pair has a cell in some masks, uint32 (pairs, words), of which there may be none."""
    for word in range(masks.shape[1] if len(masks) else 0):
        if masks[pair, word]:
            return True
    return False


@kernel(inline=True)
def _cell_bit(cell: int, word: int) -> np.uint64:
    """The bit of a cell in a word of 64 cells, 0 where it is in another one."""
    return np.uint64(1) << np.uint64(cell & 63) if cell >> 6 == word else np.uint64(0)


@kernel(inline=True)
def _note(row: NDArray[np.uint32], cell: int) -> None:
    """Set the bit of a cell; row: uint32 (words,), modified."""
    row[cell >> 5] |= np.uint32(1) << np.uint32(cell & 31)


@kernel
def _note_both(row: NDArray[np.uint32], one: int, other: int) -> None:
    """Set the bits of two cells; row: uint32 (words,), modified."""
    _note(row, one)
    _note(row, other)
