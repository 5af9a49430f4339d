import pytest
from hypothesis import given, settings

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features.deadlock_kernels import is_deadlock, is_lost_elsewhere
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import room_of
from tests.generator.puzzles.sokoban.search.features.states import laid_out
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.sokoban import Sokoban

ONE_GOAL_FOR_TWO = """\
################
#@         .   #
#              #
#              #
# $  .       $ #
################"""
"""Both boxes stay in the lowest row, too far from each other for a small search."""

A_GOAL_EACH = """\
################
#@         .   #
#              #
#            $ #
# $  .         #
################"""


LOST_FAR_AWAY = """\
###############
##-#-#-------@#
#-$$--------$-#
#----.-----.--#
#-$-..--------#
###############"""
"""A small search round the box on the right sees nothing, one round those on the left sees that they are lost."""


def is_seen_elsewhere(room):
    return [is_lost_elsewhere(room.player, guide, room.floor, laid_out(room)) for guide in guides(room)]


def is_seen_to_be_lost(room):
    return [is_deadlock(int(room.start[0]), room.player, guide, room.floor, laid_out(room)) for guide in guides(room)]


@settings(max_examples=200)
@given(levels(most_boxes=4))
def test_what_is_seen_to_be_lost_has_no_solution(level):
    room = room_of(level)
    if room is not None and room.boxes and any(is_seen_to_be_lost(room) + is_seen_elsewhere(room)):
        game = Sokoban(level)
        assert all(boxes != game.goals for boxes, _ in game.distances())


@pytest.mark.parametrize(("text", "lost"), [(ONE_GOAL_FOR_TWO, True), (A_GOAL_EACH, False)])
def test_boxes_far_from_each_other_need_goals_of_their_own(text, lost):
    assert set(is_seen_to_be_lost(room_of(parse_level(text)))) == {lost}


def test_boxes_that_stand_still_are_lost_by_a_move_elsewhere():
    room = room_of(parse_level(LOST_FAR_AWAY))
    (moved,) = (int(cell) for cell in room.start if room.cells[cell, 1] == 12)
    for guide in guides(room):
        assert not is_deadlock(moved, room.player, guide, room.floor, laid_out(room))
    assert all(is_seen_elsewhere(room))
