"""How the other end of a puzzle is chosen, once one tree is given.

last is cjcjc's generator, farthest is Brian Damgaard's YASGEN (both in the forum's thread on type b); deepest is ours.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.errors import GenerationError
from generator.puzzles.sokoban.zero_space.explorer import explorer
from generator.puzzles.sokoban.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.zero_space.scramble import after, random_walk
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace

ATTEMPTS = 100
"""How many walks policy farthest tries before it gives a threshold up."""


class Pair(NamedTuple):
    """Both ends of a level, and the slides that lead from start to goal where the policy knows some."""

    zero: ZeroSpace
    slides: NDArray[np.int32] | None


def pair_of(genome: ZeroSpaceGenome) -> Pair:
    """The level of a genome. Raises GenerationError where there is none."""
    pair = _POLICIES[genome.policy](genome)
    if pair.zero.start == pair.zero.goal:
        raise GenerationError("both ends are the same: no slide is possible here, or the walk came back")
    return pair


def _last(genome: ZeroSpaceGenome) -> Pair:
    rng = genome.stream()
    start = genome.start(rng)
    walk = random_walk(genome.type, genome.size, start, genome.parameters["walk"], rng)
    return Pair(ZeroSpace(genome.type, genome.size, start, after(start, walk.slides)), walk.slides)


def _farthest(genome: ZeroSpaceGenome) -> Pair:
    threshold = genome.parameters["threshold"]
    for attempt in range(ATTEMPTS):
        rng = genome.stream(attempt)
        start = genome.start(rng)
        walk = random_walk(genome.type, genome.size, start, genome.parameters["walk"], rng)
        if walk.distance >= threshold:
            slides = walk.slides[: walk.farthest]
            return Pair(ZeroSpace(genome.type, genome.size, start, after(start, slides)), slides)
    raise GenerationError(
        f"{ATTEMPTS} walks stayed within a distance of {threshold} pushes; lower --threshold or lengthen --walk"
    )


def _deepest(genome: ZeroSpaceGenome) -> Pair:
    budget = genome.parameters["budget"]
    root = genome.start(genome.stream())
    component = explorer().component(genome.type, genome.size, root, budget)
    for _ in range(genome.parameters["sweeps"] - 1):
        deepest, depth = component.deepest, component.depth
        component = explorer().component(genome.type, genome.size, deepest, budget)
        if component.depth < depth:
            # Only where the budget cuts components short, and then not at the same depth around every root.
            return Pair(ZeroSpace(genome.type, genome.size, deepest, root), None)
        root = deepest
        if component.depth == depth:
            break
    return Pair(ZeroSpace(genome.type, genome.size, component.deepest, root), None)


_POLICIES: dict[str, Callable[[ZeroSpaceGenome], Pair]] = {
    "last": _last,
    "farthest": _farthest,
    "deepest": _deepest,
}
