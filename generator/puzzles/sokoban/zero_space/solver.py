"""Least pushes of zero-space levels with proof: exhaustive search where a state fits one word, A* beyond.

Both work on the slide graph. That its distances are exact for real Sokoban is measured, not proved: the tests
compare it with complete Sokoban searches.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.errors import UnsupportedLevelError
from generator.family import Solution, SolveStatus
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.limits import SLIDING, fits_word
from generator.puzzles.sokoban.zero_space import tree_kernels
from generator.puzzles.sokoban.zero_space.explorer import Component, explorer
from generator.puzzles.sokoban.zero_space.layout import floor_of
from generator.puzzles.sokoban.zero_space.pitch3.solver import solve_hulls
from generator.puzzles.sokoban.zero_space.route import moves_of, shortest_walk
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace, boxed_of, line_bound, line_counts, zero_space_of
from generator.puzzles.sokoban.zero_space.word_kernels import Descent


@dataclass(frozen=True, slots=True)
class _Answer:
    """What A* found: `slides` is a shortest solution, `bound` a lower bound in slides where there is none."""

    status: SolveStatus
    slides: NDArray[np.int32]
    bound: int
    nodes: int


def solve(level: Level, budget: int) -> Solution:
    """Solve with at most `budget` stored states in each of the two searches.

    Raises UnsupportedLevelError for every level that is of no zero-space type, and for one that is solved already.
    """
    zero = zero_space_of(level)
    if zero.start == zero.goal:
        raise UnsupportedLevelError("every box is on a goal already: a level without a first push cannot be ranked")
    if zero.type not in SLIDING:
        return solve_hulls(zero, budget)
    if line_counts(zero.type, zero.size, zero.start) != line_counts(zero.type, zero.size, zero.goal):
        reason = "the boxes and the goals are not equally many on every line, and no box can leave its line"
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 0, budget, reason)
    if not fits_word(zero.type, zero.size):
        return _solution(zero, _astar(zero, budget), budget, 0)
    component = component_of(zero, budget)
    number = component.find(zero.start)
    if number is not None:
        depth = 2 * component.distance(number)
        slides = shortest_walk(zero, descent_of(component, number))
        return Solution(SolveStatus.SOLVED, depth, depth, moves_of(zero, slides), component.nodes, budget)
    if component.complete:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", component.nodes, budget, _SEPARATE)
    return _solution(zero, _astar(zero, budget), budget, component.nodes)


_SEPARATE = "every state that slides can reach from one end was seen, and the other end is not among them"


def component_of(zero: ZeroSpace, budget: int) -> Component:
    """The states around the goal tree, within a budget."""
    return explorer().component(zero.type, zero.size, zero.goal, budget)


def descent_of(component: Component, number: int) -> Descent:
    """All shortest solutions from a state of the last component."""
    return explorer().descent(component, number)


def _solution(zero: ZeroSpace, answer: _Answer, budget: int, nodes: int) -> Solution:
    nodes += answer.nodes
    if answer.status is SolveStatus.UNSOLVABLE:
        return Solution(answer.status, 0, None, "", nodes, budget, _SEPARATE)
    if answer.status is SolveStatus.NODE_LIMIT:
        return Solution(answer.status, max(2 * answer.bound, line_bound(zero)), None, "", nodes, budget)
    depth = 2 * len(answer.slides)
    return Solution(answer.status, depth, depth, moves_of(zero, answer.slides), nodes, budget)


def _astar(zero: ZeroSpace, budget: int) -> _Answer:
    slots = zero.frame.slots
    search = _memory(slots, zero.size, budget)
    start, goal = (boxed_of(tree, slots) for tree in (zero.start, zero.goal))
    status, node, nodes, bound = tree_kernels.astar(start, goal, floor_of(zero.type, zero.size), search)
    slides = []
    while node > 0:
        slides.append(search.back[node, 1])
        node = search.back[node, 0]
    statuses = {
        tree_kernels.SOLVED: SolveStatus.SOLVED,
        tree_kernels.UNSOLVABLE: SolveStatus.UNSOLVABLE,
        tree_kernels.NODE_LIMIT: SolveStatus.NODE_LIMIT,
    }
    return _Answer(statuses[status], np.array(slides[::-1], np.int32), int(bound), int(nodes))


def _memory(slots: int, size: int, budget: int) -> tree_kernels.Search:
    return tree_kernels.Search(
        words=np.empty((budget, (slots + 63) // 64), np.uint64),
        back=np.empty((budget, 2), np.int32),
        cost=np.empty((budget, 2), np.int32),
        table=np.full(1 << (2 * budget).bit_length(), -1, np.int32),
        bucket=np.full(budget + slots * size + 2, -1, np.int32),
        entries=np.empty((2 * budget, 2), np.int32),
    )
