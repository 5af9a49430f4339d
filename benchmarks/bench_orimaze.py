"""Orimaze: how fast positions are searched, how long atlases take, and what evolution reaches.

Three tables: positions a second of whole components; the atlas of small grids in one process, with every depth exact;
and the deepest levels of sessions of so many evaluations. Seconds are those of the processor, in one process, so that a
busy machine hardly changes them. Choose some by `--parts`.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator import defaults, get_declaration, get_family
from generator.puzzles.orimaze.atlas import ATLAS
from generator.puzzles.orimaze.goals import GOALS
from generator.puzzles.orimaze.level import PIECES, Position, position_of
from generator.puzzles.orimaze.limits import MOST_EXPLORED
from generator.puzzles.orimaze.search import component_of
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers

SIZES = (5, 6, 7, 8)
POSITIONS = 200
"""Random positions of a size whose components are searched."""
GRIDS = ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4))
SEEDS = range(1, 4)


def searched(size: int) -> Row:
    """A row for the components of random positions, each up to the bound on positions that are explored."""
    rng = np.random.Generator(np.random.PCG64(size))
    component_of(_random(size, rng), MOST_EXPLORED)
    starts = [_random(size, rng) for _ in range(POSITIONS)]
    begun = process_time()
    sizes = [len(component_of(start, MOST_EXPLORED)) for start in starts]
    seconds = process_time() - begun
    return {
        "grid": f"{size} x {size}",
        "components": POSITIONS,
        "median positions": int(median(sizes)),
        "most": max(sizes),
        "seconds": seconds,
        "positions a second": round(sum(sizes) / seconds),
    }


def _random(size: int, rng: np.random.Generator) -> Position:
    letters = rng.choice(PIECES, size * size).tolist()
    letters[rng.integers(size * size)] = "."
    return position_of("".join(letters), size)


def listed(height: int, width: int, goal: str) -> Row:
    """A row for the atlas of a grid: all its positions, but those that are upside down."""
    settings = ATLAS.settings({"rows": height, "cols": width, "goal": goal})
    chapters = ATLAS.chapters(settings)
    ATLAS.explore(settings, chapters[0].name)
    begun = process_time()
    found = [component for chapter in chapters for component in ATLAS.explore(settings, chapter.name).components]
    seconds = process_time() - begun
    deepest = max(component.depth for component in found)
    return {
        "grid": f"{height} x {width}",
        "goal": goal,
        "positions": sum(chapter.states * chapter.images for chapter in chapters),
        "chapters": len(chapters),
        "kept": len(found),
        "deepest": deepest,
        "seconds": seconds,
    }


class Climb:
    """Notes the best proven depth of a session."""

    best = 0

    def record(self, generation: GenerationRecord) -> None:
        depths = (c.level.lower_bound for c in generation.candidates if c.level and c.level.proven)
        self.best = max(self.best, *depths, 0)


def evolved(size: int, goal: str, evaluations: int) -> Row:
    """A row for sessions from three seeds with so many evaluations in one process."""
    begun = process_time()
    bests = [_climbed(size, goal, evaluations, seed) for seed in SEEDS]
    seconds = process_time() - begun
    return {
        "grid": f"{size} x {size}",
        "goal": goal,
        "evaluations": evaluations,
        "seeds": len(bests),
        "least": min(bests),
        "median": int(median(bests)),
        "best": max(bests),
        "evaluations a second": len(bests) * evaluations / seconds,
    }


def _climbed(size: int, goal: str, evaluations: int, seed: int) -> int:
    declaration = get_declaration("orimaze")
    space = declaration.space({"size": [size], "goal": goal})
    budget = declaration.budget(space)
    settings = SessionSettings(
        family="orimaze", space=space, seed=seed, objective="deep", weights=PRESETS["deep"].weights, budget=budget
    )
    session, climb = Session(settings), Climb()
    with Workers("orimaze", space, budget, 0) as pool:
        run(session, pool, climb, lambda session: session.evaluations >= evaluations)
    return climb.best


def search(_: Namespace) -> None:
    report("orimaze_search", "Components of random positions", [searched(size) for size in SIZES])


def atlas(_: Namespace) -> None:
    rows = [listed(*grid, goal) for grid in GRIDS for goal in GOALS]
    report("orimaze_atlas", "Atlases in one process", rows)


def evolution(options: Namespace) -> None:
    defaults.warm(get_family("orimaze"), {})
    rows = [evolved(size, goal, options.evaluations) for size in (4, 5, 6) for goal in GOALS]
    report("orimaze_evolution", "Sessions from three seeds", rows)


PARTS: Mapping[str, Callable[[Namespace], None]] = {"search": search, "atlas": atlas, "evolution": evolution}


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--evaluations", type=int, default=256, help="evaluations of each session")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = asked()
    for part in chosen.parts:
        PARTS[part](chosen)
