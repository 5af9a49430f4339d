from functools import partial

import numpy as np
from hypothesis import given

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.memory import SharedRoom, with_foreign_groups
from generator.puzzles.sokoban.search.pull_search import HASTES, TABLED, pull_attempts
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.long_searches import NO_WAY_IN
from tests.generator.puzzles.sokoban.search.test_groups import may_come
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.pulls import pulled
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000

THREE = parse_level(
    """\
#########
#  .  . #
# $$ #  #
#  @$ # #
# .  #  #
#########"""
)


def attempts_of(room, nodes=PLENTY, megabytes=2048.0, quota=PLENTY):
    """The searches from the goals, carried on to their ends."""
    attempts = pull_attempts(SharedRoom(room), Search(nodes, megabytes=megabytes))
    for attempt in attempts:
        attempt.first = quota
        while attempt.status == kernel_constants.RUNNING:
            attempt.advance()
    return attempts


@given(levels(most_boxes=4))
def test_every_search_from_the_goals_solves_what_plain_search_solves_and_no_more(level):
    room, game = room_of(level), Sokoban(level)
    if room is None or not room.boxes or game.boxes == game.goals:
        return
    solvable = any(boxes == game.goals for boxes, _ in game.distances())
    for attempt in [*attempts_of(room), *attempts_of(room, quota=1)]:
        assert attempt.status == (kernel_constants.SOLVED if solvable else kernel_constants.UNSOLVABLE)
        if solvable:
            pushes = attempt.pushes()
            assert replay(level, moves_of(room, pushes)).pushes == len(pushes)


@given(levels(most_boxes=3))
def test_the_search_is_that_of_the_slow_twin(level):
    room = room_of(level)
    if room is None or not room.boxes or np.array_equal(room.start, room.goal):
        return
    for attempt, weights in zip(attempts_of(room), HASTES, strict=True):
        pushes = attempt.pushes() if attempt.status == kernel_constants.SOLVED else None
        assert pushes == pulled(room, weights)


@given(levels(most_boxes=4))
def test_with_tables_no_group_is_kept_that_cannot_come_from_the_start(level):
    room = room_of(level)
    if room is None or not room.boxes or np.array_equal(room.start, room.goal):
        return
    tabled = with_foreign_groups(room)
    for attempt, weights in zip(attempts_of(tabled), HASTES, strict=True):
        pushes = attempt.pushes() if attempt.status == kernel_constants.SOLVED else None
        assert pushes == pulled(tabled, weights, partial(may_come, tabled.floor.foreign))


def test_a_search_that_is_not_over_soon_begins_anew_with_tables():
    shared = SharedRoom(room_of(parse_level(NO_WAY_IN)))
    for attempt in pull_attempts(shared, Search(1_000_000)):
        attempt.first = 10
        for _ in range(TABLED + 1):
            attempt.advance()
        assert len(attempt.room.floor.foreign.triples)
        assert attempt.room is shared.room
        assert attempt.expanded == attempt.before[1] + 10 == 10 * TABLED + 10


def test_there_is_a_search_for_each_way_to_hurry():
    found = attempts_of(room_of(THREE))
    assert [tuple(attempt.haste.weight) for attempt in found] == list(HASTES)
    assert all(attempt.status == kernel_constants.SOLVED for attempt in found)
    assert all(0 < attempt.expanded < attempt.nodes for attempt in found)


def test_the_same_nodes_find_the_same_pushes():
    one, other = (attempts_of(room_of(THREE)) for _ in range(2))
    assert [attempt.pushes() for attempt in one] == [attempt.pushes() for attempt in other]
    assert [attempt.nodes for attempt in one] == [attempt.nodes for attempt in other]


def test_nodes_and_memory_are_kept_to():
    few, little = attempts_of(room_of(THREE), nodes=5), attempts_of(room_of(THREE), megabytes=0.0005)
    assert all(attempt.status == kernel_constants.NODE_LIMIT and attempt.nodes <= 7 for attempt in [*few, *little])


def test_a_solved_start_and_a_budget_below_the_ends_have_no_search():
    solved = room_of(parse_level("#####\n#@* #\n#####"))
    assert np.array_equal(solved.start, solved.goal)
    assert pull_attempts(SharedRoom(solved), Search(PLENTY)) == []
    assert pull_attempts(SharedRoom(room_of(THREE)), Search(1)) == []
