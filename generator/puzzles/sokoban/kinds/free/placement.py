"""Where boxes and player stand in a room, from a level's board and back, without what no solution needs."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free import room_kernels
from generator.puzzles.sokoban.kinds.free.limits import LARGEST_SIDE
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, mask_of, words_of
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.similarity.identity import inside
from generator.puzzles.sokoban.states.reach import reachable


class Placement(NamedTuple):
    """A level as the kernels read it: `boxes` uint64 (words,), and the player's cell, counted row by row."""

    room: Room
    boxes: NDArray[np.uint64]
    player: int


def placement_of(level: Level) -> Placement:
    """What is inside the walls of a level.

    Raises UnsupportedLevelError for a board that is too large, or that has boxes or goals outside.
    """
    cells = inside(level)
    height, width = (side - 2 for side in cells.walls.shape)
    if max(height, width) > LARGEST_SIDE:
        raise UnsupportedLevelError(
            "the level has {height} rows and {width} columns inside its walls; "
            "the search from the goals takes {most} of each at most",
            height=height,
            width=width,
            most=LARGEST_SIDE,
        )
    if cells.boxes.sum() != cells.goals.sum():
        raise UnsupportedLevelError("where the player can go, the level does not have as many boxes as goals")
    core = np.s_[1:-1, 1:-1]
    row, column = cells.player
    room = Room.from_masks(cells.walls[core], cells.goals[core])
    return Placement(room, words_of(cells.boxes[core]), (row - 1) * width + column - 1)


def level_of(placement: Placement) -> Level:
    """The board within an outer wall, the player on the first cell of those that he can walk to."""
    room, boxes, player = placement
    return _board(room.walls, mask_of(boxes, room.height, room.width), room.goals, divmod(player, room.width))


def level_at(placement: Placement) -> Level:
    """The board within an outer wall, the player just where he is."""
    room, boxes, player = placement
    row, column = divmod(player, room.width)
    walls = np.pad(room.walls, 1, constant_values=True)
    mask = np.pad(mask_of(boxes, room.height, room.width), 1)
    return Level.from_cells(walls, mask, np.pad(room.goals, 1), (row + 1, column + 1))


def without_pockets(placement: Placement) -> Placement:
    """The same with all floor filled that no solution needs, and without the rows and columns that it frees.

    The least pushes stay what they are.
    """
    room, boxes, player = placement
    floor = floor_of(room.walls)
    player = int(room_kernels.fill_pockets(boxes, words_of(room.goals), player, floor))
    walls = ~mask_of(floor.free, room.height, room.width)
    return placement_of(_board(walls, mask_of(boxes, room.height, room.width), room.goals, divmod(player, room.width)))


def _board(walls: Mask, boxes: Mask, goals: Mask, player: tuple[int, int]) -> Level:
    region = reachable(~(walls | boxes), player)
    row, column = divmod(int(region.argmax()), walls.shape[1])
    bordered = np.pad(walls, 1, constant_values=True)
    return Level.from_cells(bordered, np.pad(boxes, 1), np.pad(goals, 1), (row + 1, column + 1))
