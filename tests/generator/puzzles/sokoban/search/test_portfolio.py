from itertools import count

import pytest
from hypothesis import given, settings

from generator import SolveStatus
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features.feature_search import FeatureAttempt
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.greedy_search import GreedyAttempt
from generator.puzzles.sokoban.search.portfolio import in_turn, portfolio_of
from generator.puzzles.sokoban.search.pull_search import PullAttempt
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.long_searches import NO_WAY_IN
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000

STORE = """\
##############
#      #     #
# $ $$ #     #
#      ## ####
# $ $   #  ###
#  $$ @ $ ..##
#    # ##.. ##
#    #  #..###
##   ####.. ##
#     ########
##############"""
"""Eight boxes and a goal room behind one door."""

SMALL, LARGE = (NO_WAY_IN.replace("#      #     #\n", "#      #     #\n" * rows) for rows in (2, 4))
"""Levels that no search decides at once, the second one in a large room."""


@given(levels(most_boxes=5))
def test_a_solution_is_found_wherever_there_is_one(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    least, found = least_pushes(room, Search(PLENTY)), in_turn(room, Search(PLENTY))
    assert found.status is least.status
    if found.status is SolveStatus.SOLVED:
        assert replay(level, moves_of(room, found.pushes)).pushes == found.upper == len(found.pushes)
        assert found.upper >= least.upper >= found.lower


@given(levels())
def test_a_level_is_solved_if_and_only_if_plain_search_solves_it(level):
    game = Sokoban(level)
    room = room_of(level)
    if room is None or not room.boxes or game.boxes == game.goals:
        return
    solvable = any(boxes == game.goals for boxes, _ in game.distances())
    found = in_turn(room, Search(PLENTY))
    assert found.status is (SolveStatus.SOLVED if solvable else SolveStatus.UNSOLVABLE)


def test_a_goal_room_is_filled_by_plan():
    level = parse_level(STORE)
    room = room_of(level)
    answer = in_turn(room, Search(PLENTY))
    assert answer.status is SolveStatus.SOLVED
    assert replay(level, moves_of(room, answer.pushes)).pushes == answer.upper
    assert answer.nodes < 1_000


@pytest.mark.parametrize("board", [STORE, NO_WAY_IN])
def test_a_budget_that_is_spent_proves_nothing(board):
    answer = in_turn(room_of(parse_level(board)), Search(nodes=12))
    assert (answer.status, answer.upper) == (SolveStatus.NODE_LIMIT, None)
    assert 0 < answer.nodes <= 12


def test_one_node_is_enough_to_begin_with_and_to_end_with():
    answer = in_turn(room_of(parse_level(STORE)), Search(nodes=1))
    assert (answer.status, answer.upper) == (SolveStatus.NODE_LIMIT, None)
    assert 0 < answer.nodes <= 3


def kinds_that_go_on(searches):
    before = [attempt.nodes for attempt in searches.attempts]
    searches.advance()
    return {type(one) for one, nodes in zip(searches.attempts, before, strict=True) if one.nodes > nodes}


def test_in_a_small_room_first_the_searches_from_the_goals_go_on_and_later_those_from_the_start():
    searches = portfolio_of(room_of(parse_level(SMALL)), Search(10_000_000))
    equal = [kinds_that_go_on(searches) for _ in range(5)]
    assert all({FeatureAttempt, PullAttempt} <= kinds for kinds in equal)
    assert [kinds_that_go_on(searches) for _ in range(2)] == [{PullAttempt, GreedyAttempt}] * 2
    assert {FeatureAttempt, PullAttempt} <= kinds_that_go_on(searches)
    searches.turns = 100
    assert kinds_that_go_on(searches) == {FeatureAttempt}


def test_in_a_large_room_every_search_goes_on_in_every_turn():
    searches = portfolio_of(room_of(parse_level(LARGE)), Search(10_000_000))
    assert all(kinds_that_go_on(searches) == {FeatureAttempt, PullAttempt} for _ in range(4))
    assert all(kinds_that_go_on(searches) == {FeatureAttempt, PullAttempt, GreedyAttempt} for _ in range(8))


def test_little_memory_holds_few_nodes():
    answer = in_turn(room_of(parse_level(NO_WAY_IN)), Search(PLENTY, megabytes=0.1))
    assert (answer.status, answer.upper) == (SolveStatus.NODE_LIMIT, None)
    assert 12 < answer.nodes < 0.1 * 2**20 / 100


def test_the_clock_only_stops_the_search():
    room = room_of(parse_level(STORE))
    stopped = in_turn(room, Search(PLENTY, seconds=0), clock=count().__next__)
    assert (stopped.status, stopped.upper) == (SolveStatus.NODE_LIMIT, None)
    assert in_turn(room, Search(PLENTY, seconds=PLENTY), clock=count().__next__) == in_turn(room, Search(PLENTY))


@pytest.mark.slow
@settings(max_examples=2_000)
@given(levels(most_boxes=8))
def test_no_pruning_loses_a_crowded_level(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    assert in_turn(room, Search(PLENTY)).status is least_pushes(room, Search(200_000)).status
