"""Least pushes of types w and g by A* over passes.

That passes are exact is measured for type w and for g's square hull, not proved: the tests compare them with complete
Sokoban searches. For g's L they are not: a box may rest at a crossing while another is pushed, which spares two pushes
in few levels. There a solution that passes find is an upper bound, and the cuts give the lower one. Where these do not
meet, `solving.decided` leaves the rest of the budget to the search by pushes.
"""

import numpy as np

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import astar_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3.route import moves_of_passes
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import ground_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of
from generator.puzzles.sokoban.slides.astar import memory, way_to
from generator.values import Solution, SolveStatus

EXACT = ("w", "g-square")
"""The types in which the least pushes of passes are those of Sokoban, as far as complete searches could tell."""

_SEPARATE = Message("every state that passes can reach from the start was searched, and the goals are not among them")


def solve_hulls(zero: ZeroSpace, budget: int) -> Solution:
    """Solve a level of type w or g with at most `budget` stored states."""
    ground = ground_of(zero.type, zero.size)
    start, goal = (boxed_of(tree, len(ground.cells)) for tree in (zero.start, zero.goal))
    search = memory(len(start), budget, 2 * (budget + len(start) * zero.frame.height))
    least = cut_bound(zero)
    status, node, nodes, bound = astar_kernels.astar(start, goal, ground, search)
    if status == kernel_constants.SOLVED:
        moves = moves_of_passes(zero, way_to(node, search))
        if zero.type in EXACT:
            return Solution(SolveStatus.SOLVED, bound, bound, moves, nodes, budget)
        found = SolveStatus.SOLVED if least == bound else SolveStatus.NODE_LIMIT
        return Solution(found, least, bound, moves, nodes, budget)
    if zero.type not in EXACT:
        return Solution(SolveStatus.NODE_LIMIT, least, None, "", nodes, budget)
    if status == kernel_constants.UNSOLVABLE:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", nodes, budget, _SEPARATE)
    return Solution(SolveStatus.NODE_LIMIT, max(least, bound), None, "", nodes, budget)


def cut_bound(zero: ZeroSpace) -> int:
    """A lower bound on the pushes: how many boxes must cross each cut between two rows or two columns."""
    ground = ground_of(zero.type, zero.size)
    start, goal = (boxed_of(tree, len(ground.cells)) for tree in (zero.start, zero.goal))
    return int(astar_kernels.count_cuts(start, goal, ground, np.empty((2, zero.frame.height), np.int32)))
