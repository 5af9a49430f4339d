"""Solutions of a level by each of the searches, and of the level turned by a quarter, a half and three quarters.

A turned level is the same to a player, but the searches meet its states in another order and find other solutions.
"""

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search.floor import Push, Room, floor_of
from generator.puzzles.sokoban.search.portfolio import solutions_of
from generator.puzzles.sokoban.search.question import Search, remaining

SIDES = 4

_CHANCES = 3
"""So many searches may find nothing before the first that does: the others would take long, too."""

_BACK = (2, 0, 3, 1)
"""What up, left, right and down were before a quarter turn."""


def solutions_from_all_sides(
    room: Room, search: Search, clock: Callable[[], float] = monotonic
) -> Iterator[list[Push]]:
    """The solution of each search that finds one; those of one side share the nodes, and all have the time together.

    A level of which the first searches find none is given up.
    """
    begun = clock()
    image, cells = room, np.arange(len(room.cells))
    directions, chances = tuple(range(SIDES)), float(_CHANCES)
    for _ in range(SIDES):
        for pushes in solutions_of(image, remaining(search, begun, clock), clock):
            if pushes is not None:
                chances = inf
                yield [(int(cells[cell]), directions[direction]) for cell, direction in pushes]
            elif chances == 1:
                return
            chances -= 1
        image, before = turned(image)
        cells, directions = cells[before], tuple(directions[direction] for direction in _BACK)


def turned(room: Room) -> tuple[Room, NDArray[np.intp]]:
    """The room after a quarter turn to the left, and the cell (n,) of the room that each of its cells was."""
    number = np.full(room.cells.max(axis=0) + 2, -1, np.int16)
    number[tuple(room.cells.T)] = np.arange(len(room.cells))
    number = np.rot90(number)
    before = number[number >= 0].astype(np.intp)
    after = np.argsort(before)
    image = np.full(number.shape, -1, np.int16)
    image[number >= 0] = np.arange(len(before))
    start, goal = (np.sort(after[some]).astype(np.int32) for some in (room.start, room.goal))
    cells, player = np.argwhere(image >= 0).astype(np.int32), int(after[room.player])
    return Room(cells, start, goal, player, floor_of(image, start, goal, player)), before
