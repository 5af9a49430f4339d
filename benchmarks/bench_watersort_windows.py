"""Water sort: how far windows shorten the solutions of levels that the solver does not finish.

Random levels whose greedy solution is known, and those of them for which the solver proves nothing with the same nodes.
"""

import sys
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.making.generation import filled
from generator.puzzles.watersort.shorter_solutions import shortened
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import Pour
from generator.values import Request

SIZES = ((20, 4, 3, Pour.WATER), (22, 5, 3, Pour.WATER), (15, 12, 3, Pour.WATER), (15, 8, 3, Pour.BALL))
LEVELS, NODES = 20, 100_000


def shortening(colours: int, capacity: int, empty: int, pour: Pour) -> Row:
    """A row for random levels of a size; the pours are those of the levels that the solver leaves open."""
    rng = np.random.Generator(np.random.PCG64(colours))
    levels = [Level(filled(colours, capacity, empty, rng), capacity, pour) for _ in range(LEVELS)]
    greedy = {level: solve(level, NODES, Request("any")) for level in levels}
    exact = {level: solve(level, NODES) for level in levels}
    beyond = [level for level in levels if greedy[level].moves and not exact[level].proven]
    begun = process_time()
    after = [_pours(level, greedy[level].moves) for level in beyond]
    seconds = process_time() - begun
    before = [len(greedy[level].moves.split()) for level in beyond]
    return {
        "size": f"{colours} x {capacity} + {empty}, {pour.name.lower()}",
        "levels": LEVELS,
        "beyond the solver": len(beyond),
        "made shorter": sum(less < known for less, known in zip(after, before, strict=True)),
        "bound, mean": _mean([exact[level].lower_bound for level in beyond]),
        "before, mean": _mean(before),
        "after, mean": _mean(after),
        "most saved": max((known - less for less, known in zip(after, before, strict=True)), default=0),
        "median saved": median([known - less for less, known in zip(after, before, strict=True)] or [0]),
        "processor seconds a level": seconds / max(1, len(beyond)),
    }


def _pours(level: Level, moves: str) -> int:
    return min([len(moves.split()), *(len(better.split()) for better in shortened(level, moves, NODES, Request()))])


def _mean(numbers: list[int]) -> float:
    return round(sum(numbers) / max(1, len(numbers)), 1)


if __name__ == "__main__":
    report("watersort_windows", "Solutions shortened window by window", [shortening(*size) for size in SIZES])
