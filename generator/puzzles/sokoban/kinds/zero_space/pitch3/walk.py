"""Random walks of passes."""

from functools import cache

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.pitch3 import hull_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry
from generator.puzzles.sokoban.kinds.zero_space.pitch3.hull_kernels import Ints
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of

_DRAWS = 1 << 16


@cache
def ground_of(type_: str, size: int) -> hull_kernels.HullGround:
    """A geometry laid out for the kernels."""
    shape = hull_geometry(type_, size)
    ends = shape.walls.T.ravel()
    order = np.argsort(ends, kind="stable")
    return hull_kernels.HullGround(
        walls=shape.walls,
        begin=np.searchsorted(ends[order], np.arange(shape.nodes + 1)).astype(np.int32),
        around=(order % shape.slots).astype(np.int32),
        source=shape.source,
        target=shape.target,
        free=shape.free,
        pushes=shape.pushes,
        cells=shape.cells,
        first=np.searchsorted(shape.source, np.arange(shape.slots + 1)).astype(np.int32),
    )


def random_passes(type_: str, size: int, tree: int, length: int, rng: np.random.Generator) -> tuple[Ints, int, int]:
    """A walk of that many passes, each chosen evenly among the possible ones; shorter where none is possible.

    Returns also the greatest sum of the boxes' displacements in cells, and after how many passes it was first reached.
    """
    ground = ground_of(type_, size)
    boxed = boxed_of(tree, len(ground.cells))
    up, order = np.empty(size**2, np.int32), np.empty(size**2, np.int32)
    hull_kernels.root(boxed, ground, up, order)
    home = np.arange(len(boxed), dtype=np.int32)
    passes, tally = np.empty(length, np.int32), np.zeros(4, np.int64)
    possible = np.empty(len(ground.source), np.int32)
    while tally[0] < length and hull_kernels.possible_passes(boxed, ground, possible):
        draws = rng.integers(len(ground.source), size=_DRAWS).astype(np.int32)
        hull_kernels.wander(draws, passes, boxed, ground, up, home, tally)
    return passes[: tally[0]], int(tally[2]), int(tally[3])


def after_passes(type_: str, size: int, tree: int, passes: Ints) -> int:
    """The tree that passes lead to."""
    shape = hull_geometry(type_, size)
    ends = np.concatenate([shape.source[passes], shape.target[passes]])
    for slot in np.flatnonzero(np.bincount(ends) % 2):
        tree ^= 1 << int(slot)
    return tree
