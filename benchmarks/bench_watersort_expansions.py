"""Water sort: how many positions the solver expands beside a plain A* of two dozen lines with the same bound.

Random levels of 14 to 22 colours in tubes of four with two empty ones. The plain A* takes the deepest of the most
promising positions first, as the solver does, and has none of its techniques. Both prove every answer.
"""

import sys
from heapq import heappop, heappush
from itertools import groupby
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator import Request, defaults, get_family
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.making.generation import filled

COLOURS = (14, 16, 18, 20, 22)
LEVELS, CAPACITY, EMPTY = 10, 4, 2
NODES = 5_000_000


def plain(start: Tubes) -> tuple[int | None, int]:
    """The least pours, None where there is no solution, and how many positions were expanded."""
    first = tuple(sorted(start))
    costs, waiting, expanded = {first: 0}, [(_bound(first), 0, first)], 0
    while waiting:
        promise, depth, tubes = heappop(waiting)
        if promise == -depth:
            return -depth, expanded
        if costs[tubes] < -depth:
            continue
        expanded += 1
        for after in {*_following(tubes)}:
            if costs.get(after, promise + 2) > 1 - depth:
                costs[after] = 1 - depth
                heappush(waiting, (1 - depth + _bound(after), depth - 1, after))
    return None, expanded


def _bound(tubes: Tubes) -> int:
    """Runs that are not the lowest of their tube, and lowest runs of a colour but one."""
    return sum(len([*groupby(tube)]) for tube in tubes) - len({tube[0] for tube in tubes if tube})


def _following(tubes: Tubes) -> list[Tubes]:
    """The positions one pour on."""
    found = []
    for source, tube in enumerate(tubes):
        rest = tube.rstrip(tube[-1:])
        for target, other in enumerate(tubes if tube else ()):
            units = min(len(tube) - len(rest), CAPACITY - len(other))
            if target != source and units and other[-1:] in ("", tube[-1]):
                after = [*tubes]
                after[source], after[target] = tube[:-units], other + tube[-units:]
                found.append(tuple(sorted(after)))
    return found


def compared(colours: int) -> Row:
    """A row for random levels of so many colours."""
    family, rng = get_family("watersort"), np.random.Generator(np.random.PCG64(colours))
    levels = [filled(colours, CAPACITY, EMPTY, rng) for _ in range(LEVELS)]
    before, now, ratios, solvable, seconds = [], [], [], [], 0.0
    for tubes in levels:
        least, expanded = plain(tubes)
        begun = perf_counter()
        found = family.solve(Level(tubes, CAPACITY), NODES)
        seconds += perf_counter() - begun
        assert (found.proven, found.upper_bound) == (True, least)
        solvable.append(least is not None)
        before.append(expanded)
        now.append(found.nodes)
        ratios.append(expanded / max(found.nodes, 1))
    return {
        "colours": f"{colours} + {EMPTY}",
        "levels": LEVELS,
        "solvable": sum(solvable),
        "plain A*, all": sum(before),
        "solver, all": sum(now),
        "ratio of all": sum(before) / sum(now),
        "ratio, least": min(ratios),
        "ratio, median": median(ratios),
        "ratio, most": max(ratios),
        "solver, s": seconds,
    }


if __name__ == "__main__":
    defaults.warm_solver(get_family("watersort"), Request())
    report("watersort_expansions", "Expansions beside a plain A*", [compared(colours) for colours in COLOURS])
