import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.all_sides import solution_from_side, solutions_from_all_sides
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.sides import SIDES
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import wandered

PLENTY = 10_000

LEVEL = """\
######
#@   #
#  $##
#.   #
######"""


@given(wandered(most_boxes=3))
def test_from_every_side_come_solutions(game):
    level, _ = game
    room = room_of(level)
    assume(not np.array_equal(room.start, room.goal))
    found = [*solutions_from_all_sides(room, Search(PLENTY))]
    assert len(found) >= SIDES
    for pushes in found:
        assert replay(level, moves_of(room, pushes)).pushes == len(pushes)


def test_the_clock_stops_it():
    room = room_of(parse_level(LEVEL))
    assert [*solutions_from_all_sides(room, Search(PLENTY, seconds=0))] == []


@given(wandered(most_boxes=3), st.integers(0, SIDES - 1))
def test_what_is_found_in_a_turned_room_is_a_solution(game, quarters):
    level, _ = game
    room = room_of(level)
    assume(room.start.tolist() != room.goal.tolist())
    pushes = solution_from_side(room, quarters, Search(PLENTY))
    assert replay(level, moves_of(room, pushes)).pushes == len(pushes)
    assert solution_from_side(room, quarters, Search(0)) is None
