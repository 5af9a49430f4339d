"""Water sort with hidden units: agreement with an oracle, and how large levels may be.

The oracle goes through all sets of arrangements that a player cannot tell apart. Then random levels whose units below
the runs on top are all hidden are asked for the worst case and the mean, each level with a budget of nodes.
"""

import sys
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator import Request, defaults, get_family
from generator.puzzles.watersort.level import Level, checked
from generator.puzzles.watersort.making.generation import filled
from generator.puzzles.watersort.unknown import report as asked
from generator.puzzles.watersort.unknown.hidden import shown
from generator.puzzles.watersort.unknown.strategies import NEVER, Strategies
from generator.puzzles.watersort.variants import End, Pour
from tests.oracles.hidden_units import HiddenGame
from tests.oracles.watersort import Game

COMPARED, MOST_HIDDEN, ENOUGH = 300, 6, 1_000_000
SIZES = ((3, 4, 1), (3, 4, 2), (4, 3, 2), (4, 4, 2), (5, 3, 2))
LEVELS, NODES = 5, 10_000


def hidden(colours: int, capacity: int, empty: int, share: float, rng: np.random.Generator) -> Level:
    """A random level in which so great a share of the units below the runs on top is hidden."""
    tubes = filled(colours, capacity, empty, rng)
    places = [(place, height) for place, tube in enumerate(tubes) for height in range(len(tube))]
    pour, end = (Pour(int(rng.integers(3))), End(int(rng.integers(2)))) if share < 1 else (Pour.WATER, End.TOGETHER)
    return checked(tubes, capacity, pour, end, hidden=frozenset(at for at in places if rng.random() < share))


def agreement() -> Row:
    """A row for small levels of all rules beside the oracle."""
    rng, levels, sure, wrong = np.random.Generator(np.random.PCG64(1)), 0, 0, 0
    while levels < COMPARED:
        colours, capacity, empty = (int(rng.integers(least, 4)) for least in (2, 2, 1))
        level = hidden(colours, capacity, min(empty, 2), 0.6, rng)
        if len(level.hidden) > MOST_HIDDEN:
            continue
        view = shown(level, level.tubes)
        game = HiddenGame(Game(capacity, level.pour.name.lower(), level.end.name.lower()))
        start = game.start(view)
        *_, worst = Strategies(level, ENOUGH).worst()
        said = (
            inf if worst >= NEVER else worst,
            Strategies(level, ENOUGH).mean(),
            Strategies(level, ENOUGH).chance(),
        )
        levels, sure = levels + 1, sure + (worst < NEVER)
        wrong += said != (game.worst(start), game.expected(start), game.chance(start))
    return {"levels": f"{COMPARED} small ones, all rules", "asked": COMPARED, "sure": sure, "disagreements": wrong}


def size(colours: int, capacity: int, empty: int) -> Row:
    """A row for random levels of a size."""
    rng = np.random.Generator(np.random.PCG64(colours))
    levels = [hidden(colours, capacity, empty, 1.0, rng) for _ in range(LEVELS)]
    begun = perf_counter()
    found = [asked.report(level, NODES) for level in levels]
    seconds = perf_counter() - begun
    worst = [one.worst for one in found if one.worst is not None]
    means = [float(one.mean) for one in found if one.mean is not None]
    return {
        "levels": f"{colours} x {capacity} + {empty}",
        "asked": LEVELS,
        "arrangements, median": int(median(one.ways for one in found)),
        "sure": sum(one.is_sure is True for one in found),
        "not sure": sum(one.is_sure is False for one in found),
        "worst case known": len(worst),
        "worst case, median": median(worst) if worst else None,
        "mean known": len(means),
        "mean, median": median(means) if means else None,
        "chance known": sum(one.chance is not None for one in found),
        "nodes, median": median(one.nodes for one in found),
        "seconds a level": seconds / LEVELS,
    }


if __name__ == "__main__":
    defaults.warm_solver(get_family("watersort"), Request())
    report("watersort_hidden_agreement", "Hidden units beside the oracle", [agreement()])
    report("watersort_hidden", "Random levels of which only the tops are seen", [size(*sizes) for sizes in SIZES])
