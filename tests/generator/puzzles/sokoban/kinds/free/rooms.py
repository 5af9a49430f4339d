"""Small rooms that are not square, and all their states by plain search."""

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.free.layouts import random_room
from generator.puzzles.sokoban.kinds.free.placement import Placement, level_of
from generator.puzzles.sokoban.kinds.free.room import Room, words_of
from tests.oracles.sokoban import Sokoban


def stream(seed):
    return np.random.Generator(np.random.PCG64(seed))


@st.composite
def rooms(draw, most_boxes=3, most_side=5):
    """A room with at least two more cells than goals, its floor in one piece."""
    height, width = draw(st.integers(1, most_side)), draw(st.integers(1, most_side))
    boxes, rng = draw(st.integers(1, most_boxes)), stream(draw(st.integers(0, 2**32)))
    while True:
        room = random_room(height, width, boxes, rng)
        if room is not None:
            return room
        height, width = min(height + 1, most_side), min(width + 1, most_side)


def widened(room, width):
    """The same room with walls at its right, so that its cells need more words."""
    return Room(tuple(row.ljust(width, "#") for row in room.rows))


def level_in(room, boxes, player):
    """A level of a room: a mask of boxes, and the player's row and column."""
    return level_of(Placement(room, words_of(boxes), player[0] * room.width + player[1]))


def states_by_plain_search(room):
    """The least pushes from every state to the goals; states as in the oracle, in a board with an outer wall."""
    found = {}
    for row, column in np.argwhere(~(room.walls | room.goals)):
        solved = Sokoban(level_in(room, room.goals, (int(row), int(column))))
        for state, depth in solved.before().items():
            found[state] = min(depth, found.get(state, depth))
    return found


def levels_by_plain_search(room):
    """Every level of a room that can be solved, with its least pushes, but for those that are solved already."""
    shape = room.height + 2, room.width + 2
    for (boxes, player), depth in states_by_plain_search(room).items():
        if depth:
            flags = [boxes >> cell & 1 for cell in range(shape[0] * shape[1])]
            row, column = divmod(player.bit_length() - 1, shape[1])
            mask = np.array(flags, bool).reshape(shape)[1:-1, 1:-1]
            yield level_in(room, mask, (row - 1, column - 1)), depth
