"""Walls and goals changed at random for a deeper start, by simulated annealing."""

import numpy as np

from generator.bit_kernels import Int, Words, bit, has, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.kinds.free.random_kernels import halvings, random
from generator.puzzles.sokoban.kinds.free.room_kernels import Cells, RoomFloor, spread
from generator.puzzles.sokoban.kinds.free.search_kernels import StateSearch, retrograde

CHANGE = 20
"""What changing a room costs beside searching it, in states."""

NOT_SEARCHED = -2
"""Less than the depth of a room that has no place for the player."""

HEAT = 3
"""How many pushes a change may cost at first to be kept every second time."""


@kernel(allocates=True)
def _beside(cell: Int, cells: Int, width: Int, state: Words) -> Int:
    """A random cell beside another one, -1 where that would be outside the frame; state: uint64 (1,), modified."""
    d = random(4, state)
    if d == UP:
        return cell - width
    if d == LEFT:
        return cell - 1 if cell % width else -1
    if d == RIGHT:
        return cell + 1 if (cell + 1) % width else -1
    return cell + width if cell + width < cells else -1


@kernel(allocates=True)
def _change_wall(free: Words, goals: Words, cells: Int, width: Int, state: Words) -> None:
    """Make a wall floor or a floor wall, or exchange two neighbours of which one is a wall; goals stay floor.

    free, goals: uint64 (words,); free and state, uint64 (1,), are modified.
    """
    cell = random(cells, state)
    if has(goals, cell):
        return
    if random(2, state):
        other = _beside(cell, cells, width, state)
        if other < 0 or has(goals, other) or has(free, other) == has(free, cell):
            return
        free[other >> 6] ^= bit(other)
    free[cell >> 6] ^= bit(cell)


@kernel(allocates=True)
def _change_goal(free: Words, goals: Words, cells: Int, width: Int, state: Words) -> None:
    """Move a goal to a cell beside it or, as often, anywhere.

    free, goals: uint64 (words,); goals and state, uint64 (1,), are modified.
    """
    old = random(cells, state)
    while not has(goals, old):
        old = (old + 1) % cells
    new = random(cells, state) if random(2, state) else _beside(old, cells, width, state)
    if new >= 0 and has(free, new) and not has(goals, new):
        goals[old >> 6] ^= bit(old)
        goals[new >> 6] ^= bit(new)


@kernel(allocates=True)
def _lay(free: Words, goals: Words, floor: RoomFloor, stack: Cells) -> bool:
    """Make the floor the part of free where the goals are; False where they are in several parts.

    free, goals: uint64 (words,). floor: overwritten. stack: int16 (n,), work space.
    """
    cells, width, near = len(floor.near), floor.width, floor.near
    for cell in range(cells):
        near[cell, UP] = cell - width if cell >= width and has(free, cell - width) else -1
        near[cell, LEFT] = cell - 1 if cell % width and has(free, cell - 1) else -1
        near[cell, RIGHT] = cell + 1 if (cell + 1) % width and has(free, cell + 1) else -1
        near[cell, DOWN] = cell + width if cell + width < cells and has(free, cell + width) else -1
    spread(_least(goals), free, near, floor.free, stack)
    return not np.any(goals & ~floor.free)


@kernel(allocates=True)
def _least(words: Words) -> Int:
    """The least cell of a set, uint64 (words,), that is not empty."""
    index = 0
    while words[index] == 0:
        index += 1
    return 64 * index + trailing_zeros(words[index])


@kernel(allocates=True)
def climb(
    free: Words, goals: Words, share: Int, effort: Int, floor: RoomFloor, search: StateSearch, state: Words
) -> Int:
    """Change walls and goals at random, again and again, for a deeper start; return the depth of the deepest.

    free, goals: uint64 (words,), modified. effort: states that are searched in all; each room is searched within the
    budget of the search. share: of five changes so many are of walls. floor: overwritten. state: uint64 (1,), random.
    Simulated annealing: a change that costs at most h pushes is kept with probability 1 / 2, at most 2 * h with 1 / 4
    and so on; h falls from HEAT to 0. The goals are in one part of the floor, and stay so.
    """
    cells, width = len(floor.near), floor.width
    stack = np.empty(cells, np.int16)
    now_free, now_goals, best_free, best_goals = free.copy(), goals.copy(), free.copy(), goals.copy()
    depth: Int = NOT_SEARCHED
    best: Int = NOT_SEARCHED
    spent = 0
    while spent < effort:
        free[:] = now_free
        goals[:] = now_goals
        if depth > NOT_SEARCHED:
            for _ in range(1 + halvings(state)):
                if random(5, state) < share:
                    _change_wall(free, goals, cells, width, state)
                else:
                    _change_goal(free, goals, cells, width, state)
        spent += CHANGE
        if not _lay(free, goals, floor, stack):
            continue
        found = retrograde(goals, floor, search)[1]
        spent += search.starts[found + 1]
        left = max(0.0, 1 - spent / effort)
        if found >= depth or depth - found <= HEAT * left * left * halvings(state):
            depth = found
            now_free[:] = free
            now_goals[:] = goals
        if found >= best:
            best = found
            best_free[:] = free
            best_goals[:] = goals
    free[:] = best_free
    goals[:] = best_goals
    return best
