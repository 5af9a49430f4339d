"""A* over the trees of types w and g."""

import numpy as np

from generator.bit_kernels import flip
from generator.kernels import are_equal, copy_into, kernel
from generator.puzzles.sokoban.kernel_constants import NODE_LIMIT, SOLVED, UNSOLVABLE
from generator.puzzles.sokoban.kinds.zero_space.pitch3.hull_kernels import Bytes, HullGround, Ints, possible_passes
from generator.puzzles.sokoban.slides.astar_kernels import NODES, TOTAL, AStarSearch, begin, reach, take


@kernel(allocates=True)
def count_cuts(boxed: Bytes, goal: Bytes, ground: HullGround, excess: Ints) -> int:
    """Compare the boxes with the goals before every cut between two rows or two columns.

    excess: int32 (2, side), written: boxes less goals in the rows, and in the columns, up to each. A push takes one box
    over one cut, so that the sum of their absolute values, which is returned, is a lower bound on the pushes.
    """
    excess[:] = 0
    for slot in range(boxed.size):
        difference = np.int32(boxed[slot]) - np.int32(goal[slot])
        for axis in range(2):
            excess[axis, ground.cells[slot, axis]] += difference
    bound = 0
    for axis in range(2):
        total = 0
        for line in range(excess.shape[1]):
            total += excess[axis, line]
            excess[axis, line] = total
            bound += abs(total)
    return bound


@kernel
def _change(number: int, excess: Ints, ground: HullGround) -> int:
    """By how much a pass changes the bound of count_cuts; a pass of two pushes crosses two different cuts.

    excess: int32 (2, side), as `count_cuts` fills it.
    """
    source, target = ground.source[number], ground.target[number]
    change = 0
    for axis in range(2):
        here, there = ground.cells[source, axis], ground.cells[target, axis]
        for line in range(min(here, there), max(here, there)):
            change += abs(excess[axis, line] + (1 if there < here else -1)) - abs(excess[axis, line])
    return change


@kernel(allocates=True)
def astar(start: Bytes, goal: Bytes, ground: HullGround, search: AStarSearch) -> tuple[int, int, int, int]:
    """Fewest pushes from start to goal, both uint8 (slots,), by A* with the bound of count_cuts, newest entry first.

    A push changes the bound by one, so a node that is taken out is never reached cheaper later. search: changed.
    Returns (status, node of the goal or -1, nodes, least pushes if any solution exists).
    """
    boxed, tally = start.copy(), search.tally
    excess = np.empty((2, ground.cells[-1, 0] + 2), np.int32)
    passes = np.empty(ground.source.size, np.int32)
    words = np.empty(search.words.shape[1], np.uint64)
    begin(start, count_cuts(start, goal, ground, excess), search)
    while True:
        node = take(boxed, search)
        if node < 0:
            return UNSOLVABLE, -1, tally[NODES], 0
        if are_equal(boxed, goal):
            return SOLVED, node, tally[NODES], tally[TOTAL]
        count_cuts(boxed, goal, ground, excess)
        copy_into(words, search.words[node])
        for at in range(possible_passes(boxed, ground, passes)):
            number = passes[at]
            pushes = 1 + (ground.pushes[number, 1] >= 0)
            flip(words, ground.source[number])
            flip(words, ground.target[number])
            if not reach(words, node, number, pushes, _change(number, excess, ground), search):
                return NODE_LIMIT, -1, tally[NODES], tally[TOTAL]
            flip(words, ground.source[number])
            flip(words, ground.target[number])
