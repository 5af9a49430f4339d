from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import SolveStatus
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import exact_attempt, proof
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.memory import with_conflicts
from generator.puzzles.sokoban.search.proof import bound_with_conflicts, prove, prove_in_few_moves
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import levels

PLENTY = 30_000

HALL = """\
############
#          #
# $ $  $ $ #
#          #
#   #  #   #
# @        #
#   #  #   #
#          #
# .  . . . #
#          #
############"""
"""A room in which boxes may stand on more than 60 cells."""


KNOT = """\
########
###.  ##
## $$$.#
#  @ # #
#  $ ..#
########"""
"""A room in which boxes are in each other's way: it needs 14 pushes, where boxes alone would need 8."""


IN_LINE = """\
########
#      #
#@ $$..#
#      #
#      #
########"""
"""A room in which one of two boxes has to step aside and back: it needs 6 pushes."""


@pytest.fixture
def impatient():
    """A solution is looked for after one expansion."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_attempt, "SLICE", 1)
        yield


@pytest.mark.usefixtures("impatient")
@given(levels(), st.booleans())
def test_with_a_known_solution_the_same_is_proven(level, both_ends):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    search = Search(PLENTY, both_ends)
    plain, found = least_pushes(room, search), prove(room, search)
    assert (found.status, found.lower, found.upper) == (plain.status, plain.lower, plain.upper)
    if found.upper is not None:
        assert replay(level, moves_of(room, found.pushes)).pushes == found.upper


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("both_ends", [False, True])
def test_the_lower_bound_is_raised_as_far_as_there_is_no_solution(monkeypatch, both_ends):
    # The known solution stays as long as it is, and the bound is raised after every expansion.
    for name, value in {"_GROWTH": 1, "_PART": 0, "_RAISING": 1, "_RAISING_PART": 1}.items():
        monkeypatch.setattr(proof, name, value)
    heard = []
    found = prove(room_of(parse_level(KNOT)), Search(PLENTY, both_ends, seconds=1e6, listener=heard.append))
    assert (found.status, found.lower, found.upper) == (SolveStatus.SOLVED, 14, 14)
    assert {8, 10, 12} <= {progress.lower_bound for progress in heard} <= {8, 10, 12, 14}


@pytest.mark.usefixtures("impatient")
def test_a_solution_is_known_even_where_the_nodes_prove_nothing():
    level = parse_level(HALL)
    room = room_of(level)
    assert least_pushes(room, Search(400)).upper is None
    found = prove(room, Search(400))
    assert found.lower <= found.upper == replay(level, moves_of(room, found.pushes)).pushes


@pytest.mark.usefixtures("impatient")
def test_where_memory_ends_the_bounds_are_brought_together_in_the_time_that_is_left():
    level = parse_level(HALL)
    room, little = room_of(level), Search(PLENTY, megabytes=0.05)
    stopped, found = prove(room, little), prove(room, replace(little, seconds=1e6))
    assert (stopped.status, stopped.lower) == (SolveStatus.NODE_LIMIT, 27)
    assert 27 < stopped.upper == replay(level, moves_of(room, stopped.pushes)).pushes
    assert (found.status, found.lower, found.upper) == (SolveStatus.SOLVED, 27, 27)
    assert replay(level, moves_of(room, found.pushes)).pushes == 27


@pytest.mark.usefixtures("impatient")
def test_the_listener_hears_of_better_and_better_bounds():
    heard = []
    found = prove(room_of(parse_level(HALL)), Search(PLENTY, listener=heard.append))
    assert all(before.lower_bound <= after.lower_bound <= found.lower for before, after in pairwise(heard))
    known = [progress.upper_bound for progress in heard if progress.upper_bound is not None]
    assert known == sorted(known, reverse=True)


@pytest.mark.usefixtures("impatient")
def test_of_the_solutions_with_the_least_pushes_one_has_few_moves():
    room = room_of(parse_level(HALL))
    found, plain = (solve(room, Search(PLENTY)) for solve in (prove_in_few_moves, prove))
    assert found.status is SolveStatus.SOLVED
    assert found.upper == plain.upper
    assert len(moves_of(room, found.pushes)) <= len(moves_of(room, plain.pushes))


def test_pairs_in_conflict_at_the_start_raise_the_lower_bound():
    room = room_of(parse_level(IN_LINE))
    assert bound_with_conflicts(room) == 4
    assert bound_with_conflicts(with_conflicts(room, False, 1 << 30)) == 6 == least_pushes(room, Search(PLENTY)).upper


@given(levels(most_boxes=4))
def test_no_solution_costs_less_than_the_bound_with_conflicts(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    answer = least_pushes(room, Search(PLENTY))
    if answer.upper is not None:
        assert bound_with_conflicts(with_conflicts(room, False, 1 << 30)) <= answer.upper
