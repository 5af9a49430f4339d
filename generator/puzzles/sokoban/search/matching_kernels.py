"""The largest matching of boxes with up to 64 things, by augmenting paths (Berge, 1957)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, bit, population, trailing_zeros
from generator.kernels import kernel

PARTNERS = 64
"""How many things there may be with which boxes are matched."""


class LargestMatching(NamedTuple):
    """Memory for a matching of k boxes, all modified.

    fits: uint64 (k,) for each box the things that it may be matched with, a bit each. partner: int32 (k,) the one that
    it is matched with. box, asker: int32 (PARTNERS,) the box that each thing is matched with, and the one from which
    the last path came to it. queue: int32 (k,).
    """

    fits: NDArray[np.uint64]
    partner: NDArray[np.int32]
    box: NDArray[np.int32]
    asker: NDArray[np.int32]
    queue: NDArray[np.int32]


@kernel
def match_boxes(count: int, matching: LargestMatching) -> np.uint64:
    """Match the first boxes, as many as can be; return the things that they are matched with, a bit each."""
    matched = NO_CELL
    for box in range(count):
        thing = _find_path(box, matched, matching)
        if thing >= 0:
            matched |= bit(thing)
            _augment(box, thing, matching)
    return matched


@kernel(merged=True)
def count_unmatched(count: int, matching: LargestMatching) -> int:
    """How many of the first boxes remain without a partner in the largest matching."""
    return count - population(match_boxes(count, matching))


@kernel(merged=True)
def finds_partner(box: int, matched: np.uint64, matching: LargestMatching) -> bool:
    """Whether there is a partner for one more box, beside as many of those before it as have one; nothing changes.

    matched: what `match_boxes` has returned for them.
    """
    return _find_path(box, matched, matching) >= 0


@kernel
def _find_path(box: int, matched: np.uint64, matching: LargestMatching) -> int:
    """The free thing at the end of an augmenting path from a box, breadth first, or -1 where there is no path."""
    matching.queue[0] = box
    head, size, unseen = 0, 1, ~NO_CELL
    while head < size:
        asker = matching.queue[head]
        head += 1
        fits = matching.fits[asker] & unseen
        if fits & ~matched:
            thing = trailing_zeros(fits & ~matched)
            matching.asker[thing] = asker
            return int(thing)
        unseen &= ~fits
        while fits:
            thing = trailing_zeros(fits)
            fits &= ~bit(thing)
            matching.asker[thing] = asker
            matching.queue[size] = matching.box[thing]
            size += 1
    return -1


@kernel
def _augment(first: int, thing: int, matching: LargestMatching) -> None:
    """Match along the path from a box to a free thing: each box on it with the thing that it led to."""
    box = matching.asker[thing]
    while box != first:
        before = matching.partner[box]
        matching.box[thing], matching.partner[box] = box, thing
        thing = before
        box = matching.asker[thing]
    matching.box[thing], matching.partner[box] = box, thing
