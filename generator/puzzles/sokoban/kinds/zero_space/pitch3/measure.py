"""What is measured of levels of types w and g."""

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.pitch3 import hull_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3.route import passes_of
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import ground_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of
from generator.values import Metrics, Solution


def measure(zero: ZeroSpace, solution: Solution) -> Metrics:
    """The possible passes over the states of the solution but the last: their mean and maximum."""
    passes = passes_of(zero, solution.moves)
    if not len(passes):
        return {}
    ground = ground_of(zero.type, zero.size)
    counts = np.empty(len(passes), np.int32)
    hull_kernels.count_choices(passes, boxed_of(zero.start, len(ground.cells)), ground, counts)
    return {"branching": float(counts.mean()), "branching_max": int(counts.max())}
