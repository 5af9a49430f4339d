"""How likely random pushes are to solve a level."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.measures.measure_kernels import NEVER, Space

GIVING_UP = 0.01
"""How likely a random player is to give up before each push; it also makes the iteration converge."""

PRECISION = 1e-4
"""The relative change of all states at which the iteration ends, which leaves an error of one in a hundred."""

FIRST_GAP = 3
"""Sweeps before the first leap, and before each further one a sweep more, so that sweeps alone come to an end."""

FARTHEST_LEAP = 50.0
"""A leap is at most so many times as long as the last sweep."""


class Pushes(NamedTuple):
    """The states from which a level can be solved, by their least pushes, and the pushes between them.

    first: int64 (states + 1,) where the pushes of each begin. target: int32 (pushes,) the states that they lead to.
    weight: uint8 (pushes,). total: int64 (states,) the weights of all pushes, also of those that lose the level.
    """

    first: NDArray[np.int64]
    target: NDArray[np.int32]
    weight: NDArray[np.uint8]
    total: NDArray[np.int64]


@kernel(allocates=True)
def chance(space: Space, left: NDArray[np.int32], order: NDArray[np.int64], sweeps: int) -> float:
    """How likely random pushes, each drawn by its weight, are to solve the level before the player gives up.

    `order` are the states by `left`, the first of which is solved. The iteration, from below, ends after so many sweeps
    at the latest. The changes of one sweep after the other soon shrink by the same factor. So now and then all chances
    leap as far as such changes add up to (L. A. Lyusternik, 1947).

    left: int32 (states,). order: int64 (states,).
    """
    place = np.empty(len(left), np.int32)
    for number in range(len(order)):
        place[order[number]] = number
    pushes = _in_order(space, left, order, place)
    solves = np.zeros(len(pushes.total))
    solved = 0
    while solved < len(solves) and left[order[solved]] == 0:
        solves[solved] = 1.0
        solved += 1
    change = np.zeros(len(solves))
    before, gap, left_to_leap = 0.0, FIRST_GAP, FIRST_GAP
    for _ in range(sweeps):
        moving, total = _sweep(pushes, solved, solves, change)
        if not moving:
            break
        left_to_leap -= 1
        if left_to_leap <= 0 and total < before:
            _leap(solved, solves, change, min(total / (before - total), FARTHEST_LEAP))
            gap += 1
            left_to_leap, total = gap, 0.0
        before = total
    return float(solves[place[0]])


@kernel(allocates=True)
def _in_order(space: Space, left: NDArray[np.int32], order: NDArray[np.int64], place: NDArray[np.int32]) -> Pushes:
    """The pushes between states from which a level can be solved, in the order in which a sweep reads them.

    place: int32 (states,) where each state is in the order.
    """
    live = 0
    while live < len(order) and left[order[live]] < NEVER:
        live += 1
    first, total = np.zeros(live + 1, np.int64), np.zeros(live, np.int64)
    most = space.first[len(left)]
    target, weight = np.empty(most, np.int32), np.empty(most, np.uint8)
    count = 0
    for number in range(live):
        state = order[number]
        for edge in range(space.first[state], space.first[state + 1]):
            total[number] += space.weight[edge]
            if left[space.target[edge]] < NEVER:
                target[count], weight[count] = place[space.target[edge]], space.weight[edge]
                count += 1
        first[number + 1] = count
    return Pushes(first, target, weight, total)


@kernel
def _sweep(pushes: Pushes, solved: int, solves: NDArray[np.float64], change: NDArray[np.float64]) -> tuple[bool, float]:
    """Work out anew the chances of all states that are not solved.

    solves, change: float64 (states,), modified. Returns whether one has changed much, and by how much all have.
    """
    moving, total = False, 0.0
    for state in range(solved, len(solves)):
        hope = 0.0
        for push in range(pushes.first[state], pushes.first[state + 1]):
            hope += pushes.weight[push] * solves[pushes.target[push]]
        if pushes.total[state]:
            now = (1 - GIVING_UP) * hope / pushes.total[state]
            change[state] = now - solves[state]
            solves[state] = now
            total += abs(change[state])
            if not moving and abs(change[state]) > PRECISION * now:
                moving = True
    return moving, total


@kernel
def _leap(solved: int, solves: NDArray[np.float64], change: NDArray[np.float64], factor: float) -> None:
    """Change all chances so many times as much again.

    solves: float64 (states,), modified. change: float64 (states,).
    """
    for state in range(solved, len(solves)):
        solves[state] = min(1.0, max(0.0, solves[state] + factor * change[state]))
