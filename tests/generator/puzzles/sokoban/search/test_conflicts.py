"""Pairs of boxes that are in each other's way, against plain distances."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.conflict_kernels import count_conflicts
from generator.puzzles.sokoban.search.conflicts import conflicts_ahead, conflicts_behind, no_conflicts
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.group_kernels import pair_of
from generator.puzzles.sokoban.search.improvement import fewer_pushes
from generator.puzzles.sokoban.search.memory import with_conflicts
from generator.puzzles.sokoban.search.question import Search
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import conflicts as oracle

PLENTY = 1 << 30

LINE = """\
########
#@ $$..#
#      #
########"""
"""Two boxes that are pushed to the right, the first one before the second."""


def bit_of(level, room, cell):
    row, column = map(int, room.cells[cell])
    return 1 << (row * level.width + column)


def alive_of(level, room):
    return [bit_of(level, room, cell) for cell in np.flatnonzero(room.floor.alive)]


def inside(level, room, pairs):
    """Those with the player where he can be at all."""
    cells = {bit_of(level, room, cell) for cell in range(len(room.cells))}
    return {(boxes, player) for boxes, player in pairs if player in cells}


def known(level, room, conflicts):
    """The pairs that a table calls free, with the cells of the player; as the oracle has them."""
    return {
        (frozenset(bit_of(level, room, cell) for cell in pair), bit_of(level, room, player))
        for pair in combinations(np.flatnonzero(room.floor.alive).tolist(), 2)
        for player in range(len(room.cells))
        if int(conflicts.free[pair_of(*conflicts.rank[list(pair)].tolist()), player >> 6]) >> (player & 63) & 1
    }


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=3))
def test_pairs_are_free_that_get_to_goals_by_no_pushes_in_vain(level):
    room = room_of(level)
    if room is None or room.boxes < 2:
        return
    found = known(level, room, conflicts_ahead(room.floor, room.goal, PLENTY))
    assert found == inside(level, room, oracle.free_ahead(level, alive_of(level, room)))


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=3))
def test_pairs_are_free_that_come_from_the_start_by_no_pushes_in_vain(level):
    room = room_of(level)
    if room is None or room.boxes < 2 or not room.floor.alive[room.start].all():
        return
    found = known(level, room, conflicts_behind(room.floor, room.start, room.player, PLENTY))
    alive = alive_of(level, room)
    assert found <= oracle.free_behind(level, [bit_of(level, room, cell) for cell in range(len(room.cells))])
    assert {pair for pair in oracle.free_behind(level, alive) if pair[0] <= set(alive)} <= found


def test_boxes_in_line_with_nowhere_to_step_aside_are_in_conflict():
    level = parse_level(LINE)
    room = room_of(level)
    conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
    paired = np.zeros(room.boxes, np.uint8)
    assert count_conflicts(1, room.player, room.start, paired, conflicts) == 1


@given(st.integers(0, 5))
def test_no_box_is_counted_in_two_pairs(boxes):
    room = room_of(parse_level(LINE))
    conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
    conflicts.free[:] = 0
    paired, cells = np.zeros(boxes, np.uint8), np.flatnonzero(room.floor.alive)[:boxes].astype(np.int32)
    assert count_conflicts(boxes + 1, room.player, cells, paired, conflicts) == boxes // 2


def test_conflicts_leave_the_best_solution_of_a_published_level(shared):
    text = parse_file((shared / "levels/sokoban/xsokoban90.txt").read_text())[2].text
    room = with_conflicts(room_of(parse_level(text)), True, PLENTY)
    least = 134
    found = fewer_pushes(room, least + 2, Search(nodes=1_000, both_ends=True))
    assert found.status is SolveStatus.NODE_LIMIT
    assert found.lower <= least


def test_without_a_table_there_is_no_conflict():
    paired = np.zeros(2, np.uint8)
    assert count_conflicts(1, 0, np.array([1, 2], np.int32), paired, no_conflicts(20)) == 0


def test_a_table_that_takes_more_work_than_may_be_is_left_out():
    room = room_of(parse_level(LINE))
    assert len(conflicts_ahead(room.floor, room.goal, 10).free) == 0
