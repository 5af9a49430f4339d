"""Solutions of a level by each of the searches, and of the level turned by a quarter, a half and three quarters.

A turned level is the same to a player, but the searches meet its states in another order and find other solutions.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search.floor import Push, Room, floor_of
from generator.puzzles.sokoban.search.portfolio import in_turn, solutions_of
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
    begun, chances = clock(), float(_CHANCES)
    for side in islice(_sides(room), SIDES):
        for pushes in solutions_of(side.room, remaining(search, begun, clock), clock):
            if pushes is not None:
                chances = inf
                yield side.seen_from_first(pushes)
            elif chances == 1:
                return
            chances -= 1


def solution_from_side(
    room: Room, quarters: int, search: Search, clock: Callable[[], float] = monotonic
) -> list[Push] | None:
    """What the searches in turn find first in a room turned by so many quarters, None if nothing."""
    side = next(islice(_sides(room), quarters, None))
    found = in_turn(side.room, search, clock)
    return None if found.upper is None else side.seen_from_first(found.pushes)


class _Side(NamedTuple):
    """A turned room, and of each of its cells and directions which one of the first room it was."""

    room: Room
    cells: NDArray[np.intp]
    directions: tuple[int, ...]

    def seen_from_first(self, pushes: list[Push]) -> list[Push]:
        """Pushes in the turned room as those in the first one."""
        return [(int(self.cells[cell]), self.directions[direction]) for cell, direction in pushes]


def _sides(room: Room) -> Iterator[_Side]:
    """The room, and the room turned by one quarter more each time."""
    side = _Side(room, np.arange(len(room.cells)), tuple(range(SIDES)))
    while True:
        yield side
        image, before = turned(side.room)
        side = _Side(image, side.cells[before], tuple(side.directions[direction] for direction in _BACK))


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
