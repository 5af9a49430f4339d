"""The first state of a room as the searches by features look at it."""

import numpy as np

from generator.puzzles.sokoban.search import floor_kernels, step_kernels
from generator.puzzles.sokoban.search.features.feature_search import workspace_of
from generator.puzzles.sokoban.states import board_walk_kernels


def laid_out(room):
    """A workspace with the boxes of a room, and the pushes that its player can make noted."""
    workspace = workspace_of(room)
    workspace.word[:] = 0
    floor_kernels.clear(room.floor, workspace.boxes)
    for number, cell in enumerate(room.start.tolist()):
        floor_kernels.put(number, cell, room.floor, workspace.boxes)
        workspace.word[cell >> 6] |= np.uint64(1 << (cell & 63))
    board_walk_kernels.walk_from(room.player, workspace.boxes.free, room.floor.board, workspace.walks)
    step_kernels.find_pushes(room.floor, workspace.boxes, workspace.walks.reached, workspace.open)
    return workspace
