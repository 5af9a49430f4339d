"""The first state of a level, laid out for kernels and for their slow twin."""

from generator.puzzles.sokoban.search import expansion_kernels
from generator.puzzles.sokoban.search.memory import memory_for, orders_for, workspace_of
from generator.puzzles.sokoban.search.question import Search
from tests.oracles.steps import Board


def laid_out(room, backward):
    """A workspace that holds the start of a room, as a search that expands it would have it."""
    memory, workspace = memory_for(room, Search(1), orders_for(room, 0)), workspace_of(room)
    expansion_kernels.enter(room.start, room.player, backward, room.floor, memory, workspace)
    expansion_kernels.load(0, backward, room.floor, memory, workspace)
    return workspace


def board_of(level, room):
    """The twin of a room, with the boxes that the room has; all others can never be reached."""
    board = Board(level)
    board.boxes = [box for box in board.boxes if box in map(tuple, room.cells.tolist())]
    return board
