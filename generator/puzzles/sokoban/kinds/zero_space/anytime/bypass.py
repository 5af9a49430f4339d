"""Solutions made shorter by going straight from one place of the way to a later one.

What annealing leaves behind wanders far off and comes back, which no exchange of a few slides within a window undoes.
But between two places of the way that are near to one another windows often settle at once.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_passes import Settler
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints

SHORTEST = 16
"""Slides of a stretch at least."""
WORTHWHILE = 0.9
"""The line bound between its ends, of its slides, from which on nothing is tried."""


def bypassed(approach: Approach, slides: Ints, seed: int, nodes: int) -> Iterator[Ints]:
    """Yield ever shorter solutions, now and then the same, until the approach has spent its nodes."""
    rng = np.random.Generator(np.random.PCG64(seed))
    approach.limit(nodes)
    while len(slides) > SHORTEST and not window_kernels.is_spent(approach.workspace):
        length = int(SHORTEST * (len(slides) / SHORTEST) ** rng.random())
        if length >= approach.left:
            return
        approach.spend(length)
        begin = int(rng.integers(len(slides) - length + 1))
        end = begin + length
        other = _between(approach, slides, begin, end)
        if other.remaining < WORTHWHILE * length:
            for _ in Settler(other).settle():
                yield slides
                if other.length >= length:
                    break
        approach.spend(other.nodes)
        if not other.remaining and other.length < length:
            slides = np.concatenate([slides[:begin], other.slides, slides[end:]])
        yield slides


def _between(approach: Approach, slides: Ints, begin: int, end: int) -> Approach:
    """An approach from one place of a way to another, with the nodes that are left."""
    there = _after(approach.start, slides[:begin])
    beyond = _after(there, slides[begin:end])
    zero = replace(approach.zero, start=tree_of(there), goal=tree_of(beyond))
    other = Approach(zero, approach.states)
    other.limit(approach.left)
    return other


def _after(boxed: Boxed, slides: Ints) -> Boxed:
    """Where boxes are after some slides: each changes both of its slots."""
    changes = sum(np.bincount(slots, minlength=len(boxed)) for slots in (slides, slides + 1))
    return np.asarray(boxed ^ (changes & 1), np.uint8)
