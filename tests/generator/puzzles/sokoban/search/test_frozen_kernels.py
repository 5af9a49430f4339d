"""Boxes that can never move again, against the slow twin."""

from hypothesis import given, settings

from generator.bit_kernels import has
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.frozen_kernels import are_lost, freeze
from tests.generator.puzzles.sokoban.search.laid import board_of, laid_out
from tests.generator.puzzles.sokoban.strategies import levels


@settings(max_examples=100)
@given(levels(most_boxes=10))
def test_frozen_boxes_are_those_of_the_slow_twin(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    workspace, board = laid_out(room, 0), board_of(level, room)
    frozen = workspace.frozen[0]
    freeze(workspace.boxes, room.floor, frozen)
    cells = [tuple(cell) for cell in room.cells.tolist()]
    found = {cell for cell, place in zip(cells, room.floor.board.place.tolist(), strict=True) if has(frozen, place)}
    assert found == board.frozen()
    assert are_lost(frozen, room.floor) == (not found <= board.goals)
