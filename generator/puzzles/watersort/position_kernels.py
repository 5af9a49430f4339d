"""Positions of water sort and the pours that lead on from them.

A tube is a word of 5 bits for each unit, the bottom in the lowest ones; a position is its tubes in ascending order,
since it does not matter where they stand. A pour is a pair of indices in that order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.watersort.kernel_constants import BALL, BITS, UNIT, WHOLE

Words = NDArray[np.int64]
Ints = NDArray[np.int32]


class Rules(NamedTuple):
    """capacity: units of a tube; pour, loose: as in `variants`; deadlocks, completing: whether these prune."""

    capacity: int
    pour: int
    loose: int
    deadlocks: int
    completing: int


class Workspace(NamedTuple):
    """Memory for the work on one position.

    moves: int32 (tubes squared, 2) and after: int64 (tubes squared, tubes) pours and the positions after them.
    heights, others: int64 (tubes,) two numbers of each tube.
    """

    moves: Ints
    after: Words
    heights: Words
    others: Words


@kernel
def height_of(tube: int) -> int:
    """How many units a tube has."""
    height = 0
    while tube:
        tube >>= BITS
        height += 1
    return height


@kernel
def run_of(tube: int, height: int) -> int:
    """How many units of one colour lie on top of a tube that has some."""
    top = (tube >> (BITS * (height - 1))) & UNIT
    run = 1
    while run < height and (tube >> (BITS * (height - 1 - run))) & UNIT == top:
        run += 1
    return run


@kernel
def bound(tubes: Words, rules: Rules) -> int:
    """The pours that a position needs at least; one pour lowers it by 1 at most, and it is 0 where all is done.

    Everything above the lowest run of a tube has to move, run by run or ball by ball. Where each colour ends in one
    tube, of all its lowest runs one alone may stay: the largest one where balls are counted.

    tubes: int64 (tubes,).
    """
    if rules.pour == BALL:
        return _balls_to_move(tubes, rules)
    moving, lowest = 0, 0
    for tube in tubes:
        if tube == 0:
            continue
        colour = tube & UNIT
        if not rules.loose:
            moving += (lowest >> colour) & 1
        lowest |= np.int64(1) << colour
        below = colour
        while tube:
            moving += tube & UNIT != below
            below = tube & UNIT
            tube >>= BITS
    return moving


@kernel
def _balls_to_move(tubes: Words, rules: Rules) -> int:
    """The bound where every unit moves alone; tubes: int64 (tubes,)."""
    moving = 0
    for index in range(tubes.size):
        lowest = _lowest_run(tubes[index])
        moving += height_of(tubes[index]) - lowest
        stays = True
        for other in range(tubes.size if tubes[index] and not rules.loose else 0):
            if other != index and (tubes[other] ^ tubes[index]) & UNIT == 0:
                run = _lowest_run(tubes[other])
                stays = stays and (run < lowest or (run == lowest and other > index))
        if not stays:
            moving += lowest
    return moving


@kernel
def _lowest_run(tube: int) -> int:
    """How many units of one colour lie at the bottom of a tube."""
    colour, run = tube & UNIT, 0
    while tube and tube & UNIT == colour:
        tube >>= BITS
        run += 1
    return run


@kernel
def units_of(height: int, run: int, free: int, rules: Rules) -> int:
    """How many of the units on top of a tube go into so much space under the same colour; 0 where none may."""
    if height == 0 or free == 0:
        return 0
    if rules.pour == BALL:
        return 1
    if run <= free:
        return run
    return 0 if rules.pour == WHOLE else free


@kernel
def pour_into(after: Words, before: Words, source: int, target: int, units: int) -> None:
    """Write the position after a pour, its tubes in order; after, before: int64 (tubes,)."""
    one, other = before[source], before[target]
    height, above = height_of(one), height_of(other)
    moved = one >> (BITS * (height - units))
    one &= (np.int64(1) << (BITS * (height - units))) - 1
    other |= moved << (BITS * above)
    at = 0
    for index in range(before.size):
        if index not in (source, target):
            after[at] = before[index]
            at += 1
    for tube in (one, other):
        index = at
        while index > 0 and after[index - 1] > tube:
            after[index] = after[index - 1]
            index -= 1
        after[index] = tube
        at += 1


@kernel
def is_dead(tubes: Words, rules: Rules, workspace: Workspace) -> bool:
    """Whether a position without an empty tube is proven to be lost: no tube can ever be emptied.

    Runs are taken away as long as another tube with their colour on top might have space, then or before; nothing ever
    fills up. Whatever can happen from here, happens there too. The article's deadlocks (runs that lie on one another
    in a circle, one colour on top of several full tubes) are those where that ends at once. Colours are bits: those
    that each tube shows or has shown above space, and those that one and that two of them do.

    tubes: int64 (tubes,).
    """
    rests, shown = workspace.heights, workspace.others
    once, twice = np.int64(0), np.int64(0)
    for index in range(tubes.size):
        if tubes[index] == 0:
            return False
        height = height_of(tubes[index])
        rests[index] = tubes[index]
        shown[index] = _top(tubes[index], height) if height < rules.capacity else 0
        twice |= once & shown[index]
        once |= shown[index]
    changed = True
    while changed:
        changed = False
        for index in range(tubes.size):
            height = height_of(rests[index])
            colour = _top(rests[index], height)
            while (twice | once & ~shown[index]) & colour:
                height -= run_of(rests[index], height)
                if height == 0:
                    return False
                changed = True
                rests[index] &= (np.int64(1) << (BITS * height)) - 1
                new = (colour | _top(rests[index], height)) & ~shown[index]
                shown[index] |= new
                twice |= once & new
                once |= new
                colour = _top(rests[index], height)
    return not rules.loose or not _are_plain(rests)


@kernel
def _top(tube: int, height: int) -> int:
    """The colour on top of a tube, as a bit."""
    return int(np.int64(1) << ((tube >> (BITS * (height - 1))) & UNIT))


@kernel
def _are_plain(tubes: Words) -> bool:
    """Whether every tube has one colour; tubes: int64 (tubes,)."""
    for index in range(tubes.size):
        height = height_of(tubes[index])
        if run_of(tubes[index], height) < height:
            return False
    return True


@kernel
def completing(tubes: Words, rules: Rules) -> tuple[int, int]:
    """A pour that brings the last units of a colour together from above others, (-1, -1) where there is none.

    It can be made at once: whatever else is poured, these units have to be moved once more at least, and nothing can
    be done with them apart that could not be done without them.

    tubes: int64 (tubes,).
    """
    for source in range(tubes.size):
        height = height_of(tubes[source])
        if height == 0:
            continue
        run = run_of(tubes[source], height)
        if run == height:
            continue
        top = (tubes[source] >> (BITS * (height - 1))) & UNIT
        for target in range(tubes.size):
            if tubes[target] & UNIT != top:
                continue
            other = height_of(tubes[target])
            if other + run == rules.capacity and run_of(tubes[target], other) == other:
                return source, target
    return -1, -1


@kernel
def children(tubes: Words, rules: Rules, workspace: Workspace) -> int:
    """Write the pours worth making and the positions after them; returns their number.

    Of several tubes with the same units one is poured; where what stays is what the other tube had, a pour changes
    nothing.

    tubes: int64 (tubes,).
    """
    count, size, moves, after = 0, tubes.size, workspace.moves, workspace.after
    if rules.completing:
        source, target = completing(tubes, rules)
        if source >= 0:
            moves[0, 0], moves[0, 1] = source, target
            height = height_of(tubes[source])
            run = run_of(tubes[source], height)
            pour_into(after[0], tubes, source, target, units_of(height, run, run, rules))
            return 1
    heights, tops = workspace.heights, workspace.others
    for index in range(size):
        heights[index] = height_of(tubes[index])
        tops[index] = tubes[index] >> (BITS * max(heights[index] - 1, 0))
    for source in range(size):
        height = heights[source]
        if height == 0 or (source and tubes[source] == tubes[source - 1]):
            continue
        run = run_of(tubes[source], height)
        for target in range(size):
            if target == source or (heights[target] and tops[target] != tops[source]):
                continue
            if target and tubes[target] == tubes[target - 1] and target - 1 != source:
                continue
            units = units_of(height, run, rules.capacity - heights[target], rules)
            stays = tubes[source] & ((np.int64(1) << (BITS * (height - units))) - 1)
            if units and stays != tubes[target]:
                moves[count, 0], moves[count, 1] = source, target
                pour_into(after[count], tubes, source, target, units)
                count += 1
    return count
