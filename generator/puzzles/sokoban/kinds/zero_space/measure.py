"""What an objective may weigh about a zero-space level: counted once, weighed later."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.free.measure import choices_by_pushes
from generator.puzzles.sokoban.kinds.free.witness import witness_of
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.explorer import Component, Explorer
from generator.puzzles.sokoban.kinds.zero_space.limits import SLIDING, fits_word
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import measure as hulls
from generator.puzzles.sokoban.kinds.zero_space.route import slides_of
from generator.puzzles.sokoban.kinds.zero_space.solver import component_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of, line_bound
from generator.puzzles.sokoban.kinds.zero_space.witness import ZeroSpaceWitness
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.slides import tree_kernels
from generator.values import Metrics, Solution


def measure(level: Level, known: ZeroSpaceWitness, solution: Solution, explorer: Explorer) -> Metrics:
    """Measure a level by its solution; what the budget did not reach is left out.

    - branching, branching_max: legal slides in the states of the solution but the last
    - alive: the share of these that keep a shortest solution alive
    - shortest_solutions: sequences of slides, exact below 2**53
    - detour: depth beyond the line bound
    - component: states that slides can reach

    In types w and g passes take the place of slides, and what needs lines or whole components is left out. If a
    solution of g is not made of passes, pushes are counted along it.
    """
    zero = known.zero
    if zero.type not in SLIDING:
        return hulls.measure(zero, solution) or choices_by_pushes(witness_of(level), solution)
    metrics: dict[str, int | float | None] = {"detour": solution.lower_bound - line_bound(zero)}
    slides = slides_of(zero, solution.moves)
    if len(slides):
        choices = _choices(zero, slides)
        metrics |= {"branching": float(choices.mean()), "branching_max": int(choices.max())}
    if fits_word(zero.type, zero.size):
        component = component_of(known, solution.budget, explorer)
        metrics |= _surroundings(known, component, slides, metrics)
    return metrics


def _choices(zero: ZeroSpace, slides: NDArray[np.int32]) -> NDArray[np.int32]:
    counts = np.empty(len(slides), np.int32)
    boxed = boxed_of(zero.start, zero.frame.slots)
    tree_kernels.count_choices(slides, boxed, floor_of(zero.type, zero.size), counts)
    return counts


def _surroundings(
    known: ZeroSpaceWitness, component: Component, slides: NDArray[np.int32], metrics: Metrics
) -> Metrics:
    found: dict[str, int | float | None] = {"component": component.nodes if component.complete else None}
    number = component.find(known.zero.start)
    if number is None or component.distance(number) != len(slides):
        return found
    descent = known.descent or component.descent(number)
    ways = float(descent.ways[-1])
    found["shortest_solutions"] = int(ways) if ways < 2**53 else ways
    choices = len(slides) * float(metrics["branching"] or 0)
    found["alive"] = _shortest_slides(descent, known.zero.start, slides) / choices
    return found


def _shortest_slides(descent: Descent, tree: int, slides: NDArray[np.int32]) -> int:
    """How many legal slides of the states along a shortest solution lead one nearer to the goals."""
    count = 0
    for (first, last), slide in zip(pairwise(descent.level.tolist()), slides.tolist(), strict=False):
        node = first + int(np.argmax(descent.state[first:last] == tree))
        count += int(descent.first[node + 1] - descent.first[node])
        tree ^= 3 << slide
    return count
