"""Two trees led away from each other by slides, so that the line bound between them becomes great."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, TreeFloor, do_slide, may_slide

MADE, DISTANCE, GREATEST, FIRST = 0, 1, 2, 3
"""The indices of a tally."""


class Ends(NamedTuple):
    """Both ends of a level: boxed uint8 (2, slots); parent int32 (2, junctions), as `tree_kernels.hang` roots them.

    partner: int32 (2, slots), where the box in a slot rests at the other end.
    """

    boxed: Boxed
    parent: Ints
    partner: Ints


@kernel(allocates=True)
def part(draws: Ints, yielding: Boxed, slides: Ints, floor: TreeFloor, ends: Ends, tally: NDArray[np.int64]) -> None:
    """Try slides in turn; those that bring a box nearer to its partner are made only where `yielding` says so.

    draws: int32 (tries,), twice the slide, and 1 more at the second end. yielding: uint8 (tries,). slides: int32,
    written from tally[MADE] on as in draws. ends: changed. tally: int64 (4,) slides made, distance of the ends in
    slides, the greatest distance and after how many slides it was first seen; changed.
    """
    for draw in range(draws.size):
        end, slide = draws[draw] & 1, draws[draw] >> 1
        boxed, parent = ends.boxed[end], ends.parent[end]
        if boxed[slide] == boxed[slide + 1]:
            continue
        old = slide if boxed[slide] else slide + 1
        new = 2 * slide + 1 - old
        partner = ends.partner[end, old]
        further = abs(new - partner) - abs(old - partner)
        if (further < 0 and not yielding[draw]) or not may_slide(slide, boxed, floor, parent):
            continue
        do_slide(slide, boxed, floor, parent)
        ends.partner[end, new] = partner
        ends.partner[1 - end, partner] = new
        slides[tally[MADE]] = draws[draw]
        tally[MADE] += 1
        tally[DISTANCE] += further
        if tally[DISTANCE] > tally[GREATEST]:
            tally[GREATEST] = tally[DISTANCE]
            tally[FIRST] = tally[MADE]
