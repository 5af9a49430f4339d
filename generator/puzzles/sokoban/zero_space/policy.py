"""How the other end of a puzzle is chosen, once one tree is given.

last is cjcjc's generator, farthest is Brian Damgaard's YASGEN (both in the forum's thread on type b); deepest is ours.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from generator.errors import GenerationError
from generator.puzzles.sokoban.zero_space.explorer import explorer
from generator.puzzles.sokoban.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.zero_space.push_on import passage_of
from generator.puzzles.sokoban.zero_space.scramble import Walk, end_of, random_walk
from generator.puzzles.sokoban.zero_space.tree_kernels import Ints
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace

ATTEMPTS = 100
"""How many walks policy farthest tries before it gives a threshold up."""


class Pair(NamedTuple):
    """Both ends of a level, and the slides (passes in types w and g) between them where the policy knows some."""

    zero: ZeroSpace
    slides: Ints | None


def pair_of(genome: ZeroSpaceGenome) -> Pair:
    """The level of a genome. Raises GenerationError where there is none."""
    pair = _POLICIES[genome.policy](genome)
    if pair.zero.start == pair.zero.goal:
        raise GenerationError("both ends are the same: no slide is possible here, or the walk came back")
    return pair


def _last(genome: ZeroSpaceGenome) -> Pair:
    start, steps, walk = _walk(genome, 0)
    return _pair(genome, start, np.concatenate([steps, walk.steps]))


def _farthest(genome: ZeroSpaceGenome) -> Pair:
    threshold = genome.parameters["threshold"]
    for attempt in range(ATTEMPTS):
        start, steps, walk = _walk(genome, attempt)
        if walk.distance >= threshold:
            return _pair(genome, start, np.concatenate([steps, walk.steps[: walk.farthest]]))
    raise GenerationError(
        f"{ATTEMPTS} walks stayed within a distance of {threshold} pushes; lower --threshold or lengthen --walk"
    )


def _walk(genome: ZeroSpaceGenome, attempt: int) -> tuple[int, Ints, Walk]:
    """The start, the steps that come before the random walk (none but in type s), and that walk."""
    rng = genome.stream(attempt)
    length = genome.parameters["walk"]
    if genome.type == "s":
        start, steps = passage_of(genome.size, genome.seed, attempt, genome.tree)
        beyond = end_of("s", genome.size, start, steps)
        return start, steps, random_walk("s", genome.size, beyond, length, rng, start)
    start = genome.start(rng)
    return start, np.empty(0, np.int32), random_walk(genome.type, genome.size, start, length, rng)


def _pair(genome: ZeroSpaceGenome, start: int, steps: Ints) -> Pair:
    goal = end_of(genome.type, genome.size, start, steps)
    return Pair(ZeroSpace(genome.type, genome.size, start, goal, orientation=genome.orientation), steps)


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
