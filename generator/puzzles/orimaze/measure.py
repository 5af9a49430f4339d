"""What is counted of a level."""

from math import fsum

from generator.puzzles.orimaze.level import Level
from generator.puzzles.orimaze.limits import MOST_EXPLORED
from generator.puzzles.orimaze.moves import choices, positions
from generator.puzzles.orimaze.search import Component, component_of
from generator.values import Metrics, Solution


def measure(level: Level, solution: Solution) -> Metrics:
    """All metrics; those of the whole component are not known where it is too large."""
    counts = {"depth": solution.lower_bound, "branching": _branching(level, solution.moves)}
    made = solution.witness
    return {**counts, **(made.figures if made else figures(level, component_of(level.start, MOST_EXPLORED), 0))}


def _branching(level: Level, moves: str) -> float:
    before = [*positions(level, moves)][: max(1, len(moves))]
    return fsum(len(choices(position)) for position in before) / len(before)


def figures(level: Level, component: Component, start: int) -> Metrics:
    """What is counted of the component of a level, in which its start has this number."""
    if not component.complete:
        return dict.fromkeys(("positions", "hardest", "shortest_solutions"))
    distances = component.distances(component.solved(level))
    return {
        "positions": len(component),
        "hardest": distances.depth,
        "shortest_solutions": int(component.ways(distances)[start]),
    }
