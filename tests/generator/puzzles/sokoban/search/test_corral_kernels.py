"""Boxes that a corral lets be pushed first, against its definition."""

import numpy as np
from hypothesis import given, settings

from generator.puzzles.sokoban.search.corral_kernels import choose
from generator.puzzles.sokoban.search.floor import room_of
from tests.generator.puzzles.sokoban.search.laid import board_of, laid_out
from tests.generator.puzzles.sokoban.strategies import levels


@settings(max_examples=200)
@given(levels(most_boxes=10))
def test_chosen_boxes_are_those_of_a_corral_or_all(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    workspace, board = laid_out(room, 0), board_of(level, room)
    choose(workspace.walks.reached[0], room.floor, workspace.boxes, workspace.corrals)
    chosen = {board.boxes[number] for number in np.flatnonzero(workspace.corrals.chosen)}
    assert chosen == set(board.boxes) or board.is_corral(chosen)
