"""Random slides, away from a tree or on the way to one."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.slides.tree_kernels import (
    Boxed,
    Ints,
    TreeFloor,
    do_slide,
    may_slide,
    may_slide_all,
)


@kernel
def wander(
    draws: Ints, slides: Ints, boxed: Boxed, floor: TreeFloor, parent: Ints, home: Ints, tally: NDArray[np.int64]
) -> None:
    """Take random legal slides until slides is full or the draws are used up.

    draws: int32, slides to try in turn. slides: int32, written from tally[0] on. boxed, parent: changed. home: int32
    (slots,) the slot where the box of a slot began, changed. tally: int64 (4,) slides made, distance from the
    beginning in slides, the greatest distance and after how many slides it was first seen; changed.
    """
    for slide in draws:
        if tally[0] == slides.size:
            return
        if not may_slide(slide, boxed, floor, parent):
            continue
        old = slide if boxed[slide] else slide + 1
        new = 2 * slide + 1 - old
        do_slide(slide, boxed, floor, parent)
        home[new] = home[old]
        slides[tally[0]] = slide
        tally[0] += 1
        tally[1] += abs(new - home[new]) - abs(old - home[new])
        if tally[1] > tally[2]:
            tally[2] = tally[1]
            tally[3] = tally[0]


@kernel
def stroll(draws: Ints, slides: Ints, boxed: Boxed, floor: TreeFloor, parent: Ints) -> int:
    """Make the legal ones of the slides to try: writes them into slides, changes boxed and parent; returns how many.

    draws: int32 (tries,). slides: int32 (tries,). boxed: uint8 (slots,). parent: int32 (junctions,).
    """
    count = 0
    for slide in draws:
        if may_slide(slide, boxed, floor, parent):
            do_slide(slide, boxed, floor, parent)
            slides[count] = slide
            count += 1
    return count


@kernel(allocates=True)
def make_way(wanted: Ints, draws: Ints, length: int, slides: Ints, boxed: Boxed, floor: TreeFloor, parent: Ints) -> int:
    """Take random legal slides until all of `wanted` may follow, beginning anew after every `length` draws.

    draws: int32, slides to try in turn. slides: int32 (length,), written. boxed, parent: changed to the tree in which
    `wanted` may be made. Returns how many slides led there, or -1 where the draws are used up.
    """
    if may_slide_all(wanted, boxed, floor, parent):
        return 0
    first_boxed, first_parent = boxed.copy(), parent.copy()
    count = 0
    for draw in range(draws.size):
        if draw % length == 0:
            boxed[:] = first_boxed
            parent[:] = first_parent
            count = 0
        slide = draws[draw]
        if may_slide(slide, boxed, floor, parent):
            do_slide(slide, boxed, floor, parent)
            slides[count] = slide
            count += 1
            if may_slide_all(wanted, boxed, floor, parent):
                return count
    boxed[:] = first_boxed
    parent[:] = first_parent
    return -1
