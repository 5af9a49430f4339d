"""A room turned by quarters: the same to a player, but searches meet its states in another order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search.floor import Push, Room, floor_of

SIDES = 4

_BACK = (2, 0, 3, 1)
"""What up, left, right and down were before a quarter turn."""


class Side(NamedTuple):
    """A turned room, and of each of its cells and directions which one of the first room it was."""

    room: Room
    cells: NDArray[np.intp]
    directions: tuple[int, ...]

    def seen_from_first(self, pushes: list[Push]) -> list[Push]:
        """Pushes in the turned room as those in the first one."""
        return [(int(self.cells[cell]), self.directions[direction]) for cell, direction in pushes]


def sides(room: Room) -> Iterator[Side]:
    """The room, and the room turned by one quarter more each time."""
    side = Side(room, np.arange(len(room.cells)), tuple(range(SIDES)))
    while True:
        yield side
        image, before = turned(side.room)
        side = Side(image, side.cells[before], tuple(side.directions[direction] for direction in _BACK))


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
