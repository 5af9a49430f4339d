"""Brian Damgaard's comparison, with ours beside it: 20 levels of b 5x5 by each policy, sum of least pushes.

His letter gives 474 for cjcjc's program (policy last) and 874 for YASGEN (policy farthest). Walks have 10,000 slides,
as in his program's example. Every sum is proven, each solution was replayed; five batches show how much it varies.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.report import report
from generator import get_declaration, get_family

BATCHES, LEVELS = 5, 20
CASES: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("last", {"policy": "last"}, "474"),
    ("farthest", {"policy": "farthest"}, "874"),
    ("farthest, threshold 44", {"policy": "farthest", "threshold": 44}, ""),
    ("deepest", {"policy": "deepest"}, ""),
    ("deepest, 4 sweeps", {"policy": "deepest", "sweeps": 4}, ""),
)


def batch(settings: Mapping[str, object], seed: int) -> int:
    """The sum of least pushes of 20 levels."""
    family, declaration = get_family("sokoban"), get_declaration("sokoban")
    space = declaration.space({"type": ["b"], "size": [5], **settings})
    total = 0
    for number in range(LEVELS):
        stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, number])))
        level = family.generate(family.random_genome(space, stream)).level
        solution = family.solve(level, declaration.budget(space))
        assert solution.proven
        assert family.replay(level, solution.moves) == solution.lower_bound
        total += solution.lower_bound
    return total


def main() -> None:
    rows = []
    for name, settings, published in CASES:
        started = perf_counter()
        sums = [batch(settings, seed) for seed in range(1, BATCHES + 1)]
        rows.append(
            {
                "policy": name,
                "published": published,
                "mean": fmean(sums),
                "least": min(sums),
                "most": max(sums),
                "pushes a level": fmean(sums) / LEVELS,
                "s a batch": (perf_counter() - started) / BATCHES,
            }
        )
    report("policies", "b 5x5: sum of the least pushes of 20 levels, 5 batches of each policy", rows)


if __name__ == "__main__":
    main()
