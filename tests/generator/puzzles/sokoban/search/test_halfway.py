from functools import partial

import numpy as np
from hypothesis import example, given

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features import roomy_kernels
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.halfway import DISTANCES, halfway_attempts
from generator.puzzles.sokoban.search.memory import SharedRoom, with_foreign_groups
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import recase, replay
from tests.generator.puzzles.sokoban.search.test_groups import may_come
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.roomy import roomiest, roominess
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000

PACKED = parse_level(
    """\
############
#   #      #
# $   $... #
# @$ #...$ #
#  $ #   $ #
#   ##     #
############"""
)


BESIDE = parse_level(
    """\
#######
## .$ #
##    #
#   @ #
#######"""
)
"""A box next to its goal, which is pushed over it to where it stands apart."""


def ended(room, nodes=PLENTY, megabytes=2048.0):
    """The searches through roomy states, carried on to their ends."""
    attempts = halfway_attempts(SharedRoom(room), guides(room)[0], Search(nodes, megabytes=megabytes))
    for attempt in attempts:
        while attempt.status == kernel_constants.RUNNING:
            attempt.advance()
    return attempts


@example(BESIDE)
@given(levels(most_boxes=4))
def test_what_it_solves_is_a_solution_and_what_it_does_not_is_left_open(level):
    room, game = room_of(level), Sokoban(level)
    if room is None or not room.boxes or game.boxes == game.goals:
        return
    for attempt in ended(room):
        if attempt.status == kernel_constants.SOLVED:
            pushes = attempt.pushes()
            moves = moves_of(room, pushes)
            assert replay(level, moves).pushes == len(pushes)
            assert recase(level, moves) == moves, "nothing is left after the level is solved"
        else:
            assert attempt.status == kernel_constants.NODE_LIMIT


@given(levels(most_boxes=3))
def test_no_state_before_the_goals_is_roomier(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    assert_roomiest(room, lambda _state, _moved: True)


@given(levels(most_boxes=4))
def test_no_state_whose_boxes_can_come_in_groups_is_roomier(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    tabled = with_foreign_groups(room)
    comes = partial(may_come, tabled.floor.foreign)
    goals = frozenset(room.goal.tolist())
    # Solved states are not looked up: there are no tables when they are entered.
    if all(comes((goals, player), box) for player in range(len(room.cells)) if player not in goals for box in goals):
        assert_roomiest(tabled, comes)


def assert_roomiest(room, comes):
    guide = guides(room)[0]
    for attempt, weights in zip(halfway_attempts(SharedRoom(room), guide, Search(4 * PLENTY)), DISTANCES, strict=True):
        opening = attempt.opening
        assert roomy_kernels.open_up(PLENTY, opening) == kernel_constants.NODE_LIMIT
        best = int(opening.control[roomy_kernels.BEST])
        if best >= 0:
            bits = np.unpackbits(opening.tree.nodes.boxes[best].view(np.uint8), bitorder="little")
            found = roominess(room, guide, frozenset(map(int, np.flatnonzero(bits))), weights)
            assert found == roomiest(room, guide, weights, comes)


def test_a_level_is_solved_through_boxes_that_stand_apart():
    room = room_of(PACKED)
    for attempt, again in zip(ended(room), ended(room), strict=True):
        assert attempt.status == kernel_constants.SOLVED
        pushes = attempt.pushes()
        assert replay(PACKED, moves_of(room, pushes)).pushes == len(pushes)
        assert pushes == again.pushes()
        assert 0 < attempt.expanded <= attempt.nodes == again.nodes


def test_nodes_and_memory_are_kept_to():
    room = room_of(PACKED)
    assert ended(room, nodes=500) == []
    assert all(attempt.nodes <= 1_000 for attempt in ended(room, nodes=1_000))
    for attempt in ended(room, megabytes=0.01):
        assert attempt.status == kernel_constants.NODE_LIMIT
        assert attempt.nodes < 0.01 * 2**20 / 30
