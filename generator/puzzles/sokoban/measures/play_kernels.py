"""How likely random pushes are to solve a level."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.measures.leap_kernels import DIRECTIONS, leap
from generator.puzzles.sokoban.measures.measure_kernels import NEVER, Space

GIVING_UP = 0.01
"""How likely a random player is to give up before each push; it also makes the iteration converge."""

PRECISION = 1e-4
"""The relative change of all states at which the iteration ends, which leaves an error of one in a hundred."""

FIRST_REST = 2
"""Sweeps before the first that a leap looks back on; before those of each further leap a sweep more, so that sweeps
alone come to an end."""


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
    at the latest. Now and then all chances leap.

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
    changes = np.zeros((DIRECTIONS + 1, len(solves)), np.float32)
    rest, seen = FIRST_REST, -FIRST_REST
    for _ in range(sweeps):
        if not _sweep(pushes, solved, solves, changes[max(seen, 0)]):
            break
        seen += 1
        if seen > DIRECTIONS:
            leap(solved, solves, changes)
            rest += 1
            seen = -rest
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
def _sweep(pushes: Pushes, solved: int, solves: NDArray[np.float64], change: NDArray[np.float32]) -> bool:
    """Work out anew the chances of all states that are not solved, and return whether one has changed much.

    solves: float64 (states,) and change: float32 (states,), modified.
    """
    moving = False
    for state in range(solved, len(solves)):
        hope = 0.0
        for push in range(pushes.first[state], pushes.first[state + 1]):
            hope += pushes.weight[push] * solves[pushes.target[push]]
        if pushes.total[state]:
            now = (1 - GIVING_UP) * hope / pushes.total[state]
            change[state] = now - solves[state]
            moving |= abs(now - solves[state]) > PRECISION * now
            solves[state] = now
    return moving
