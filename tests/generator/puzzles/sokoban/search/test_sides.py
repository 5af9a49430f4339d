import numpy as np
from hypothesis import given

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.sides import SIDES, turned
from tests.generator.puzzles.sokoban.strategies import wandered

UPRIGHT = """\
#####
#. @#
#   #
# $ #
# # #
#####"""

LYING = """\
######
#@   #
#  $##
#.   #
######"""
"""The same after a quarter turn to the left."""


def test_a_quarter_turn_leads_up_to_the_left():
    room, image = room_of(parse_level(UPRIGHT)), room_of(parse_level(LYING))
    found, before = turned(room)
    assert np.array_equal(found.cells, image.cells)
    assert (found.start.tolist(), found.goal.tolist()) == (image.start.tolist(), image.goal.tolist())
    assert np.array_equal(found.floor.near, image.floor.near)
    assert np.array_equal(found.floor.ahead, image.floor.ahead)
    assert before[found.player] == room.player


@given(wandered())
def test_four_quarter_turns_change_nothing(game):
    room = room_of(game[0])
    image, cells = room, np.arange(len(room.cells))
    for _ in range(SIDES):
        image, before = turned(image)
        cells = cells[before]
    assert cells.tolist() == [*range(len(room.cells))]
    assert (image.start.tolist(), image.goal.tolist(), image.player) == (
        room.start.tolist(),
        room.goal.tolist(),
        room.player,
    )
    assert np.array_equal(image.floor.near, room.floor.near)
