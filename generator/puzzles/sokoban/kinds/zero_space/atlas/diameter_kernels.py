"""Distances in one component: searches from one state, and from 512 states at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Ints = NDArray[np.int32]
Depths = NDArray[np.int16]
Masks = NDArray[np.uint64]
Flags = NDArray[np.uint8]
Sources = NDArray[np.uint64]

WORDS = 8
"""Words of a state's mask of sources: as many as a line of the processor's cache holds."""
NONE = np.uint64(0)


class _Wave(NamedTuple):
    """Which states searches have reached in the last step and reach in this one.

    reached, ahead: uint64 (states, WORDS) the sources of these searches. active, awake: uint8 (states,) whether there
    are any.
    """

    reached: Masks
    ahead: Masks
    active: Flags
    awake: Flags


@kernel(allocates=True)
def search(first: Ints, target: Ints, source: int, distance: Depths, order: Ints) -> int:
    """Breadth-first search: writes distance, int16 (states,), and order, int32 (states,); returns the depth."""
    # Apart from gather in class_kernels: distances have half the bits of numbers, and all states begin without one.
    distance[:] = -1
    distance[source] = 0
    order[0] = source
    count = 1
    for done in range(order.size):
        state = order[done]
        for at in range(first[state], first[state + 1]):
            neighbour = target[at]
            if distance[neighbour] < 0:
                distance[neighbour] = distance[state] + 1
                order[count] = neighbour
                count += 1
    return int(distance[order[-1]])


@kernel
def _begin(sources: Ints, seen: Masks, reached: Masks, active: Flags, goal: Sources) -> None:
    """Let each source have been reached by itself, and make goal the mask of all sources.

    sources: int32 (sources,). seen, reached: uint64 (states, WORDS), active: uint8 (states,) and goal: uint64 (WORDS,),
    zeros before.
    """
    for index in range(sources.size):
        bit = np.uint64(1) << np.uint64(index & 63)
        goal[index >> 6] |= bit
        seen[sources[index], index >> 6] |= bit
        reached[sources[index], index >> 6] |= bit
        active[sources[index]] = 1


@kernel
def _spread(first: Ints, target: Ints, wave: _Wave, seen: Masks, full: Flags, goal: Sources, news: Sources) -> bool:
    """Take all searches one step further; whether any of them has reached a new state.

    first: int32 (states + 1,). target: int32 (edges,). seen: uint64 (states, WORDS) and full: uint8 (states,), both
    modified. goal, news: uint64 (WORDS,); news, zeros before, becomes the sources whose searches have reached a new
    state.
    """
    reached, ahead, active, awake = wave.reached, wave.ahead, wave.active, wave.awake
    any_news = False
    for state in range(full.size):
        awake[state] = 0
        if full[state]:
            continue
        m0 = m1 = m2 = m3 = m4 = m5 = m6 = m7 = NONE
        for at in range(first[state], first[state + 1]):
            near = np.uint64(target[at])  # an unsigned index spares the check for negative ones
            if active[near]:
                m0 |= reached[near, 0]
                m1 |= reached[near, 1]
                m2 |= reached[near, 2]
                m3 |= reached[near, 3]
                m4 |= reached[near, 4]
                m5 |= reached[near, 5]
                m6 |= reached[near, 6]
                m7 |= reached[near, 7]
        m0 &= ~seen[state, 0]
        m1 &= ~seen[state, 1]
        m2 &= ~seen[state, 2]
        m3 &= ~seen[state, 3]
        m4 &= ~seen[state, 4]
        m5 &= ~seen[state, 5]
        m6 &= ~seen[state, 6]
        m7 &= ~seen[state, 7]
        if m0 | m1 | m2 | m3 | m4 | m5 | m6 | m7 == 0:
            continue
        any_news = True
        awake[state] = 1
        ahead[state, 0], ahead[state, 1], ahead[state, 2], ahead[state, 3] = m0, m1, m2, m3
        ahead[state, 4], ahead[state, 5], ahead[state, 6], ahead[state, 7] = m4, m5, m6, m7
        missing = NONE
        for word in range(WORDS):
            news[word] |= ahead[state, word]
            seen[state, word] |= ahead[state, word]
            missing |= goal[word] ^ seen[state, word]
        full[state] = missing == 0
    return any_news


@kernel(allocates=True)
def eccentricities(first: Ints, target: Ints, sources: Ints, masks: Masks, flags: Flags, found: Depths) -> None:
    """Write the greatest distance from each of at most 64 * WORDS sources (Then et al., The More the Merrier, 2014).

    masks: uint64 (3, states, WORDS) scratch, of each state the sources that have seen it, that reached it in the last
    step and that reach it in this one. flags: uint8 (3, states) scratch, whether all have seen it, and whether any
    reached it in the last step and reaches it in this one. found: int16 (sources,), written.
    """
    seen, full = masks[0], flags[0]
    wave = _Wave(masks[1], masks[2], flags[1], flags[2])
    seen[:], wave.reached[:], full[:], wave.active[:] = 0, 0, 0, 0
    goal, news = np.zeros(WORDS, np.uint64), np.zeros(WORDS, np.uint64)
    _begin(sources, seen, wave.reached, wave.active, goal)
    found[:] = 0
    depth = 0
    while _spread(first, target, wave, seen, full, goal, news):
        depth += 1
        for index in range(sources.size):
            if news[index >> 6] >> np.uint64(index & 63) & np.uint64(1):
                found[index] = depth
        news[:] = 0
        wave = _Wave(wave.ahead, wave.reached, wave.awake, wave.active)


@kernel(allocates=True)
def relax(first: Ints, target: Ints, upper: Depths, least: int, most: int) -> None:
    """Lower upper bounds of eccentricities, int16 (states,), from `least` on, to at most `most`.

    The eccentricities of neighbours differ by at most one (Takes and Kosters, Determining the Diameter of Small
    World Networks, 2011).
    """
    for value in range(least, most):
        for state in range(upper.size):
            if upper[state] == value:
                for at in range(first[state], first[state + 1]):
                    if upper[target[at]] > value + 1:
                        upper[target[at]] = value + 1
