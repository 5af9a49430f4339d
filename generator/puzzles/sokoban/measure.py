"""Everything an objective may weigh about a zero-space level: counted once, weighed later."""

import numpy as np
from numpy.typing import NDArray

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free import measure as free
from generator.puzzles.sokoban.kinds.zero_space import tree_kernels
from generator.puzzles.sokoban.kinds.zero_space.explorer import Component
from generator.puzzles.sokoban.kinds.zero_space.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import measure as hulls
from generator.puzzles.sokoban.kinds.zero_space.route import slides_of
from generator.puzzles.sokoban.kinds.zero_space.solver import component_of, descent_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of, line_bound, zero_space_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.limits import SLIDING, fits_word
from generator.puzzles.sokoban.metrics import MEASURED
from generator.puzzles.sokoban.replay import replay
from generator.values import Metrics, Solution


def measure(level: Level, solution: Solution) -> Metrics:
    """Measure a level by its solution; what the budget did not reach is None.

    depth: least pushes, or the lower bound where they are not proven. branching, branching_max: legal slides over
    the states of the solution but the last. alive: the share of these that keep a shortest solution alive.
    shortest_solutions: sequences of slides, exact below 2**53. detour: depth beyond the line bound. component: states
    that slides can reach. In types w and g passes take the place of slides, and what needs lines or whole components is
    None; along a solution of g that is not made of passes, pushes are counted. For levels that are of no
    zero-space type see `free.measure`.
    """
    metrics: dict[str, int | float | None] = dict.fromkeys(MEASURED)
    metrics |= {"depth": solution.lower_bound, "boxes": level.boxes, "boxes_off_goal": level.boxes_off_goal}
    if solution.moves:
        played = replay(level, solution.moves)
        metrics |= {name: value for name, value in played._asdict().items() if name in MEASURED}
    try:
        zero = zero_space_of(level)
    except UnsupportedLevelError:
        return {**metrics, **free.measure(level, solution)}
    if zero.type not in SLIDING:
        return {**metrics, **(hulls.measure(zero, solution) or _choices_by_pushes(level, solution))}
    metrics["detour"] = solution.lower_bound - line_bound(zero)
    slides = slides_of(zero, solution.moves)
    if len(slides):
        choices = _choices(zero, slides)
        metrics |= {"branching": float(choices.mean()), "branching_max": int(choices.max())}
    if fits_word(zero.type, zero.size):
        metrics |= _surroundings(zero, solution, slides, metrics)
    return metrics


def _choices_by_pushes(level: Level, solution: Solution) -> Metrics:
    found = free.measure(level, solution)
    return {name: found[name] for name in ("branching", "branching_max") if name in found}


def _choices(zero: ZeroSpace, slides: NDArray[np.int32]) -> NDArray[np.int32]:
    counts = np.empty(len(slides), np.int32)
    boxed = boxed_of(zero.start, zero.frame.slots)
    tree_kernels.count_choices(slides, boxed, floor_of(zero.type, zero.size), counts)
    return counts


def _surroundings(zero: ZeroSpace, solution: Solution, slides: NDArray[np.int32], metrics: Metrics) -> Metrics:
    component = component_of(zero, solution.budget)
    found: dict[str, int | float | None] = {"component": component.nodes if component.complete else None}
    number = component.find(zero.start)
    if number is None or component.distance(number) != len(slides):
        return found
    ways = float(descent_of(component, number).ways[-1])
    found["shortest_solutions"] = int(ways) if ways < 2**53 else ways
    choices = len(slides) * float(metrics["branching"] or 0)
    found["alive"] = _shortest_slides(component, zero.start, slides) / choices
    return found


def _shortest_slides(component: Component, tree: int, slides: NDArray[np.int32]) -> int:
    """How many legal slides of the states along a shortest solution lead one nearer to the goals."""
    count = 0
    for depth, slide in zip(range(len(slides), 0, -1), slides, strict=True):
        first, last = component.starts[depth : depth + 2]
        at = first + int(np.argmax(component.states[first:last] == tree))
        count += int(component.back[at]).bit_count()
        tree ^= 3 << int(slide)
    return count
