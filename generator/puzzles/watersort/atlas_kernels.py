"""All levels of a size with full tubes, up to the order of tubes and the names of colours, and their least pours.

A filling is what a full tube holds, by a number: its units are the digits, those at the bottom first. A level is its
fillings in ascending order. Of the levels that differ in names alone, the least in lexicographic order stands for all.
If it is the least, its first fillings are the least of all that begin so. Otherwise the names that make them less
would make the whole less (R. C. Read, "Every one a winner", 1978). So the rest is left out as soon as a beginning
is not the least.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.watersort.kernel_constants import FULL, SOLVED
from generator.puzzles.watersort.position_kernels import Ints, Rules, Words, Workspace
from generator.puzzles.watersort.search_kernels import COST, Memory, Order, Target, advance, begin

NODES = 1 << 30
LOST, TOO_SMALL = -1, -2


class Fillings(NamedTuple):
    """What full tubes can hold.

    images: int32 (namings, fillings) the filling that each becomes where colours change their names. least: int32
    (fillings,) the least of these. units: int32 (fillings, colours) of each colour. words: int64 (fillings,) as in
    positions.
    """

    images: Ints
    least: Ints
    units: Ints
    words: Words


class Scratch(NamedTuple):
    """Memory for the work on one level.

    chosen, images: int32 (tubes,) fillings, and what they become. left: int32 (colours,) units that are not used yet.
    position: int64 (tubes and empty ones,) its words.
    """

    chosen: Ints
    images: Ints
    left: Ints
    position: Words


@kernel
def classes(first: Ints, length: int, capacity: int, fillings: Fillings, found: Ints, scratch: Scratch) -> int:
    """List the beginnings of so many tubes that start with the first ones, and that are the least of all that begin so.

    first: int32 (tubes,), fewer than `length`, a beginning that is the least. found: int32 (limit, length), of which as
    many are written as there is room. Returns how many there are.
    """
    chosen, left, start, count = scratch.chosen, scratch.left, first.size, 0
    left[:] = capacity
    for place in range(start):
        chosen[place] = first[place]
        _use(left, fillings.units[first[place]], 1)
    place = start
    chosen[place] = chosen[place - 1] - 1 if place else -1
    while place >= start:
        chosen[place] = _next(chosen[place] + 1, place, chosen[0], left, fillings)
        if chosen[place] < 0:
            place -= 1
            if place >= start:
                _use(left, fillings.units[chosen[place]], -1)
        elif _is_least(chosen, place + 1, fillings, scratch.images):
            if place + 1 < length:
                _use(left, fillings.units[chosen[place]], 1)
                place += 1
                chosen[place] = chosen[place - 1] - 1
            else:
                if count < len(found):
                    for tube in range(length):
                        found[count, tube] = chosen[tube]
                count += 1
    return count


@kernel
def _use(left: Ints, units: Ints, sign: int) -> None:
    """Take the units of a filling from those that are left, or give them back; both int32 (colours,)."""
    for colour in range(left.size):
        left[colour] -= sign * units[colour]


@kernel
def _next(filling: int, place: int, first: int, left: Ints, fillings: Fillings) -> int:
    """The least filling from one on that the units left allow and no naming makes less than the first; -1 for none."""
    for candidate in range(filling, fillings.least.size):
        if fillings.least[candidate] < (first if place else candidate):
            continue
        fits = True
        for colour in range(left.size):
            fits = fits and fillings.units[candidate, colour] <= left[colour]
        if fits:
            return candidate
    return -1


@kernel
def _is_least(chosen: Ints, count: int, fillings: Fillings, images: Ints) -> bool:
    """Whether no naming makes so many fillings less; modifies `images`, int32 (count,) at least."""
    for naming in range(len(fillings.images)):
        named = fillings.images[naming]
        for place in range(count):
            if named[chosen[place]] == chosen[0]:
                if _is_less(chosen, count, named, images):
                    return False
                break
    return True


@kernel
def _is_less(chosen: Ints, count: int, named: Ints, images: Ints) -> bool:
    """Whether fillings under other names, in order, are less than they are now; modifies `images`."""
    for place in range(count):
        image, index = named[chosen[place]], place
        while index > 0 and images[index - 1] > image:
            images[index] = images[index - 1]
            index -= 1
        images[index] = image
    for place in range(count):
        if images[place] != chosen[place]:
            return bool(images[place] < chosen[place])
    return False


class Searches(NamedTuple):
    """What the search from a level needs: its rules, the end of the game, and memories.

    Of these the second one is used where the first is too small.
    """

    rules: Rules
    target: Target
    small: Memory
    large: Memory
    workspace: Workspace


@kernel
def survey(
    levels: Ints, empty: int, fillings: Fillings, searches: Searches, depths: NDArray[np.int64], scratch: Scratch
) -> int:
    """Count levels by their least pours, and return the first one that needs most; -1 where the memory is too small.

    levels: int32 (levels, tubes), of which there are some. depths: int64 (pours,) to count in, those without a solution
    last.
    """
    deepest, depth = 0, -1
    for level in range(len(levels)):
        _place(levels[level], empty, fillings, scratch.position)
        least = _least(scratch.position, searches, searches.small)
        if least == TOO_SMALL:
            least = _least(scratch.position, searches, searches.large)
        if least == TOO_SMALL:
            return -1
        depths[least] += 1
        if least > depth:
            deepest, depth = level, least
    return deepest


@kernel
def _place(level: Ints, empty: int, fillings: Fillings, position: Words) -> None:
    """Write the position of a level, its tubes in order; level: int32 (tubes,)."""
    position[:empty] = 0
    for place in range(level.size):
        word, index = fillings.words[level[place]], empty + place
        while index > 0 and position[index - 1] > word:
            position[index] = position[index - 1]
            index -= 1
        position[index] = word


@kernel
def _least(position: Words, searches: Searches, memory: Memory) -> int:
    """The least pours of a position, LOST where it has no solution, or TOO_SMALL."""
    memory.table[:] = -1
    memory.buckets[:] = -1
    rules, target = searches.rules, searches.target
    begin(position, rules, 1, target, memory)
    ending, state = advance(memory, rules, Order(NODES, 1, 0, NODES), target, searches.workspace)
    if ending == SOLVED:
        return int(memory.notes[state, COST])
    return TOO_SMALL if ending == FULL else LOST
