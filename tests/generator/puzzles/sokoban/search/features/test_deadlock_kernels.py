import pytest
from hypothesis import given, settings

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features.deadlock_kernels import is_deadlock
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


def is_seen_to_be_lost(room):
    return [is_deadlock(int(room.start[0]), room.player, guide, room.floor, laid_out(room)) for guide in guides(room)]


@settings(max_examples=200)
@given(levels(most_boxes=4))
def test_what_is_seen_to_be_lost_has_no_solution(level):
    room = room_of(level)
    if room is not None and room.boxes and any(is_seen_to_be_lost(room)):
        game = Sokoban(level)
        assert all(boxes != game.goals for boxes, _ in game.distances())


@pytest.mark.parametrize(("text", "lost"), [(ONE_GOAL_FOR_TWO, True), (A_GOAL_EACH, False)])
def test_boxes_far_from_each_other_need_goals_of_their_own(text, lost):
    assert set(is_seen_to_be_lost(room_of(parse_level(text)))) == {lost}
