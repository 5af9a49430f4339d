"""Searches by features that begin anew with tables of lost groups, against plain search."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features.feature_search import feature_attempts
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.groups import MOST_WORK, SIZES
from generator.puzzles.sokoban.search.memory import SharedRoom, with_lost_groups
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.long_searches import NO_WAY_IN
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import groups as oracle
from tests.oracles.sokoban import Sokoban

PLENTY = Search(30_000)

ONE_MOVE_A_TURN = {1: MOST_WORK // 1000, 2: MOST_WORK}
"""Tables of the smallest groups after one turn, which is a move here, and of all after two."""


def attempts(room, search=PLENTY, tabled=ONE_MOVE_A_TURN):
    found = feature_attempts(SharedRoom(room), search, guides(room), tabled)
    for attempt in found:
        attempt.slice_ = 1
    return found


def decided(attempt):
    while attempt.status == kernel_constants.RUNNING:
        attempt.advance()
    return attempt


@settings(deadline=None)
@given(levels(most_boxes=5))
def test_a_search_that_begins_anew_solves_what_plain_search_solves(level):
    game, room = Sokoban(level), room_of(level)
    if room is None or not room.boxes or game.boxes == game.goals:
        return
    solvable = any(boxes == game.goals for boxes, _ in game.distances())
    for attempt in attempts(room):
        assert decided(attempt).status == (kernel_constants.SOLVED if solvable else kernel_constants.UNSOLVABLE)
        if solvable:
            replay(level, moves_of(room, attempt.pushes()))


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=4))
def test_with_tables_no_state_is_kept_in_which_few_boxes_are_lost(level):
    room = room_of(level)
    if room is None or room.boxes < 2 or not level.boxes_off_goal:
        return
    place = [(int(row), int(column)) for row, column in room.cells]
    solvable = set().union(*(oracle.solvable(level, size) for size in SIZES if size <= room.boxes))
    for attempt in attempts(with_lost_groups(room), tabled={}):
        if decided(attempt).status == kernel_constants.UNSOLVABLE and attempt.nodes == 1:
            continue
        nodes = attempt.tree.nodes
        for boxes, player in zip(nodes.boxes[: attempt.nodes], nodes.player[: attempt.nodes], strict=True):
            cells = np.flatnonzero(np.unpackbits(boxes.view(np.uint8), bitorder="little")).tolist()
            for size in SIZES:
                for group in combinations(cells, size):
                    assert (frozenset(place[cell] for cell in group), place[player]) in solvable


def test_searches_of_a_room_share_its_tables():
    one, other, _ = attempts(room_of(parse_level(NO_WAY_IN)), Search(100_000))
    for attempt in (one, other):
        for _ in range(3):
            attempt.advance()
    assert one.room is other.room
    assert len(one.room.floor.lost.triples)
    assert one.before > 0


def test_few_nodes_are_not_spent_on_beginning_anew():
    for nodes in range(1, 120):
        for attempt in attempts(room_of(parse_level(NO_WAY_IN)), Search(nodes)):
            assert decided(attempt).status == kernel_constants.NODE_LIMIT
            assert attempt.nodes <= max(1, nodes // 3)
