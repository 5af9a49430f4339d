"""Positions of water sort and the pours that lead on from them.

A tube is a word of a few bits for each unit, the bottom in the lowest ones. A position is its tubes in ascending order,
because it does not matter where they stand. A pour is a pair of indices in that order. With 16 units of 4 bits the word
of a full tube may be negative.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.watersort.kernel_constants import BALL, WHOLE

Words = NDArray[np.int64]
Ints = NDArray[np.int32]


class Rules(NamedTuple):
    """The rules of a level.

    capacity: units of a tube; bits: of a unit; pour, loose: as in `variants`; deadlocks, completing: whether these
    prune.
    """

    capacity: int
    bits: int
    pour: int
    loose: int
    deadlocks: int
    completing: int


class Workspace(NamedTuple):
    """Memory for the work on one position.

    moves: int32 (tubes squared, 2) and after: int64 (tubes squared, tubes) pours and the positions after them.
    heights, others: int64 (tubes,) two numbers of each tube. space, seen: int64 (tubes, colours) two numbers of each
    colour in each tube, and total: int64 (colours,) the sums of the first.
    """

    moves: Ints
    after: Words
    heights: Words
    others: Words
    space: Words
    seen: Words
    total: Words


@kernel
def height_of(tube: int, bits: int) -> int:
    """How many units a tube has."""
    height = 0
    while bits * height < 64 and tube >> (bits * height):
        height += 1
    return height


@kernel
def unit_at(tube: int, place: int, bits: int) -> int:
    """The unit so many places above the bottom of a tube."""
    return (tube >> (bits * place)) & ((1 << bits) - 1)


@kernel
def bottom_of(tube: int, bits: int) -> int:
    """The lowest unit of a tube."""
    return tube & ((1 << bits) - 1)


@kernel
def run_of(tube: int, height: int, bits: int) -> int:
    """How many units of one colour lie on top of the lowest ones of a tube, of which there are some."""
    top = unit_at(tube, height - 1, bits)
    run = 1
    while run < height and unit_at(tube, height - 1 - run, bits) == top:
        run += 1
    return run


@kernel
def lowest_of(tube: int, height: int, bits: int) -> int:
    """The lowest units of a tube, fewer than it may have."""
    return int(tube & ((np.int64(1) << (bits * height)) - 1))


@kernel
def bound(tubes: Words, rules: Rules) -> int:
    """The pours that a position needs at least; one pour lowers it by 1 at most, and it is 0 where all is done.

    Everything above the lowest run of a tube has to move, run by run or ball by ball. Where each colour ends in one
    tube, of all its lowest runs one alone may stay: the largest one where balls are counted.

    tubes: int64 (tubes,).
    """
    if rules.pour == BALL:
        return _balls_to_move(tubes, rules)
    unit, rest = (1 << rules.bits) - 1, (np.int64(1) << (64 - rules.bits)) - 1
    moving, lowest = 0, 0
    for tube in tubes:
        if tube == 0:
            continue
        colour = tube & unit
        if not rules.loose:
            moving += (lowest >> colour) & 1
        lowest |= np.int64(1) << colour
        below = colour
        while tube:
            moving += tube & unit != below
            below = tube & unit
            tube = (tube >> rules.bits) & rest
    return moving


@kernel
def _balls_to_move(tubes: Words, rules: Rules) -> int:
    """The bound where every unit moves alone; tubes: int64 (tubes,)."""
    moving = 0
    for index in range(tubes.size):
        lowest = _lowest_run(tubes[index], rules.bits)
        moving += height_of(tubes[index], rules.bits) - lowest
        stays = True
        for other in range(tubes.size if tubes[index] and not rules.loose else 0):
            if other != index and bottom_of(tubes[other], rules.bits) == bottom_of(tubes[index], rules.bits):
                run = _lowest_run(tubes[other], rules.bits)
                stays = stays and (run < lowest or (run == lowest and other > index))
        if not stays:
            moving += lowest
    return moving


@kernel
def _lowest_run(tube: int, bits: int) -> int:
    """How many units of one colour lie at the bottom of a tube."""
    colour, height = bottom_of(tube, bits), height_of(tube, bits)
    run = min(height, 1)
    while run < height and unit_at(tube, run, bits) == colour:
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
def pour_into(after: Words, before: Words, source: int, target: int, units: int, bits: int) -> None:
    """Write the position after a pour, its tubes in order; after, before: int64 (tubes,)."""
    one, other = before[source], before[target]
    height, above = height_of(one, bits), height_of(other, bits)
    moved = lowest_of(one >> (bits * (height - units)), units, bits)
    one = lowest_of(one, height - units, bits)
    other |= moved << (bits * above)
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

    Until a tube is empty, units lie on runs of their colour that have lain there from now on. So a run can go only
    where the others of its colour that are seen then leave space for all units of it that are seen. In each other tube
    one run may keep the units on top, and has the space above what is below it. Runs are taken away as long as that
    holds with the best run of every tube. What can really happen, happens there too. The article's deadlocks (runs that
    lie on one another in a circle, one colour on top of several full tubes) are those where that ends at once.

    tubes: int64 (tubes,).
    """
    for index in range(tubes.size):
        if tubes[index] == 0:
            return False
    rests, bits = workspace.heights, rules.bits
    workspace.total[:] = 0
    workspace.space[:] = 0
    workspace.seen[:] = 0
    for index in range(tubes.size):
        rests[index] = height_of(tubes[index], bits)
        _see(tubes[index], index, rules, workspace)
    changed = True
    while changed:
        changed = False
        for index in range(tubes.size):
            while _may_go(tubes[index], index, rules, workspace):
                rests[index] -= run_of(tubes[index], rests[index], bits)
                if rests[index] == 0:
                    return False
                changed = True
                _see(tubes[index], index, rules, workspace)
    return not rules.loose or not _are_plain(tubes, rests, bits)


@kernel
def _see(tube: int, index: int, rules: Rules, workspace: Workspace) -> None:
    """Count the run on top of what is left of a tube, and the space it would leave; modifies the workspace."""
    height, space = workspace.heights[index], workspace.space
    run, colour = run_of(tube, height, rules.bits), unit_at(tube, height - 1, rules.bits)
    workspace.seen[index, colour] += run
    left = rules.capacity - (height - run) - workspace.seen[index, colour]
    if left > space[index, colour]:
        workspace.total[colour] += left - space[index, colour]
        space[index, colour] = left


@kernel
def _may_go(tube: int, index: int, rules: Rules, workspace: Workspace) -> bool:
    """Whether other tubes have space for all units of its colour down to the top run of what is left of a tube."""
    colour = unit_at(tube, workspace.heights[index] - 1, rules.bits)
    return bool(workspace.total[colour] - workspace.space[index, colour] >= workspace.seen[index, colour])


@kernel
def _are_plain(tubes: Words, heights: Words, bits: int) -> bool:
    """Whether the lowest units of every tube, up to these heights, have one colour; both int64 (tubes,)."""
    for index in range(tubes.size):
        if run_of(tubes[index], heights[index], bits) < heights[index]:
            return False
    return True


@kernel
def completing(tubes: Words, rules: Rules) -> tuple[int, int]:
    """A pour onto a tube of one colour that can be made at once, (-1, -1) where there is none.

    That colour will always have a tube of its own. Such tubes hold more of it now than all runs of it that lie on
    others could ever hold. Its units on top of others have to be moved at least once, and nothing can be done with them
    elsewhere that could not be done without them. Where balls are poured, it matters which of several tubes stays; so
    they have to be the last ones that are missing.

    tubes: int64 (tubes,).
    """
    for source in range(tubes.size):
        height = height_of(tubes[source], rules.bits)
        if height == 0:
            continue
        run, top = run_of(tubes[source], height, rules.bits), unit_at(tubes[source], height - 1, rules.bits)
        if run == height:
            continue
        plain = 0
        for target in range(tubes.size):
            other = height_of(tubes[target], rules.bits)
            if bottom_of(tubes[target], rules.bits) != top or run_of(tubes[target], other, rules.bits) < other:
                continue
            plain += other
            last = other + run == rules.capacity
            if last or (rules.pour != BALL and _space_above_others(tubes, top, rules) < plain):
                return source, target
    return -1, -1


@kernel
def _space_above_others(tubes: Words, colour: int, rules: Rules) -> int:
    """Units of a colour that fit on its runs above others at most, beside those that lie there; tubes: int64 (tubes,).

    In each tube one run counts. What lies on top of it has to go there too where it is of that colour.
    """
    total = 0
    for tube in tubes:
        height, most, seen = height_of(tube, rules.bits), 0, 0
        while height > 0:
            run = run_of(tube, height, rules.bits)
            below = height - run
            if unit_at(tube, below, rules.bits) == colour:
                seen += run
                if below:
                    most = max(most, rules.capacity - below - seen)
            height = below
        total += most
    return total


@kernel
def children(tubes: Words, rules: Rules, workspace: Workspace) -> int:
    """Write the pours worth making and the positions after them; returns their number.

    Of several tubes with the same units one is poured; where what stays is what the other tube had, a pour changes
    nothing.

    tubes: int64 (tubes,).
    """
    count, size, bits, moves, after = 0, tubes.size, rules.bits, workspace.moves, workspace.after
    if rules.completing:
        source, target = completing(tubes, rules)
        if source >= 0:
            moves[0, 0], moves[0, 1] = source, target
            height = height_of(tubes[source], bits)
            run = run_of(tubes[source], height, bits)
            pour_into(after[0], tubes, source, target, units_of(height, run, run, rules), bits)
            return 1
    heights, tops = workspace.heights, workspace.others
    for index in range(size):
        heights[index] = height_of(tubes[index], bits)
        tops[index] = unit_at(tubes[index], max(heights[index] - 1, 0), bits)
    for source in range(size):
        height = heights[source]
        if height == 0 or (source and tubes[source] == tubes[source - 1]):
            continue
        run = run_of(tubes[source], height, bits)
        for target in range(size):
            if target == source or (heights[target] and tops[target] != tops[source]):
                continue
            if target and tubes[target] == tubes[target - 1] and target - 1 != source:
                continue
            units = units_of(height, run, rules.capacity - heights[target], rules)
            if units and lowest_of(tubes[source], height - units, bits) != tubes[target]:
                moves[count, 0], moves[count, 1] = source, target
                pour_into(after[count], tubes, source, target, units, bits)
                count += 1
    return count
