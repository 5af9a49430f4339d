"""Pairs of boxes that are in each other's way, against plain distances."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import triple_kernels
from generator.puzzles.sokoban.search.conflict_kernels import MOST, pushes_in_conflict
from generator.puzzles.sokoban.search.conflicts import conflicts_ahead, conflicts_behind, no_conflicts
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.group_kernels import pair_of, triple_of
from generator.puzzles.sokoban.search.improvement import fewer_pushes
from generator.puzzles.sokoban.search.memory import with_conflicts
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.strategies import levels, wandered
from tests.oracles import conflicts as oracle

PLENTY = 1 << 30

LINE = """\
########
#@ $$..#
#      #
########"""
"""Two boxes that are pushed to the right, the first one before the second."""

THREE = """\
######
# *. #
## $##
#  $ #
#   +#
######"""
"""Three boxes, any two of which get to goals by no push in vain; all three do not."""


def bit_of(level, room, cell):
    row, column = map(int, room.cells[cell])
    return 1 << (row * level.width + column)


def alive_of(level, room):
    return [bit_of(level, room, cell) for cell in np.flatnonzero(room.floor.alive)]


def known(level, room, conflicts):
    """What a table says that pairs need, with the cells of the player, where it knows a way; as the oracle has it."""
    return {
        (frozenset(bit_of(level, room, cell) for cell in pair), bit_of(level, room, player)): needed
        for pair in combinations(np.flatnonzero(room.floor.alive).tolist(), 2)
        for player in range(len(room.cells))
        if (needed := int(conflicts.more[pair_of(*conflicts.rank[list(pair)].tolist()), player])) < MOST
    }


def inside(level, room, needs):
    """What pairs need with the player where he can be at all, as far as a table looks for it."""
    cells = {bit_of(level, room, cell) for cell in range(len(room.cells))}
    return {place: needed for place, needed in needs.items() if place[1] in cells and needed < MOST}


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=3))
def test_pairs_need_as_many_pushes_more_as_it_takes_to_get_to_goals(level):
    room = room_of(level)
    if room is None or room.boxes < 2:
        return
    found = known(level, room, conflicts_ahead(room.floor, room.goal, PLENTY))
    assert found == inside(level, room, oracle.more_ahead(level, alive_of(level, room)))


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=3))
def test_pairs_need_as_many_pushes_more_as_it_takes_to_come_from_the_start(level):
    room = room_of(level)
    if room is None or room.boxes < 2 or not room.floor.alive[room.start].all():
        return
    found = known(level, room, conflicts_behind(room.floor, room.start, room.player, PLENTY))
    assert found == inside(level, room, oracle.more_behind(level, alive_of(level, room)))


def of_three(level, room, conflicts):
    """What tables say that three boxes need, alone or two of them, for each cell of the player."""
    for three in combinations(np.flatnonzero(room.floor.alive).tolist(), 3):
        ranks = conflicts.rank[list(three)].tolist()
        boxes = frozenset(bit_of(level, room, cell) for cell in three)
        for player in range(len(room.cells)):
            if player not in three:
                pairs = max(int(conflicts.more[pair_of(*two), player]) for two in combinations(ranks, 2))
                yield (
                    (boxes, bit_of(level, room, player)),
                    max(pairs, int(conflicts.triples[triple_of(*ranks), player])),
                )


@settings(max_examples=100, deadline=None)
@given(wandered(3), st.booleans())
def test_three_boxes_need_no_less_than_tables_say(played, ahead):
    level, _ = played
    room = room_of(level)
    if room is None or room.boxes < 3 or room.floor.alive.sum() > 12:
        return
    alive = alive_of(level, room)
    if ahead:
        conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
        pairs, exact = (oracle.more_ahead(level, alive, size) for size in (2, 3))
    else:
        conflicts = conflicts_behind(room.floor, room.start, room.player, PLENTY)
        pairs, exact = (oracle.more_behind(level, alive, size) for size in (2, 3))
    table = oracle.table_of_three(level, alive, ahead)
    for (boxes, player), needed in of_three(level, room, conflicts):
        assert needed <= exact.get((boxes, player), MOST)
        of_pairs = (pairs.get((frozenset(two), player), MOST) for two in combinations(boxes, 2))
        assert needed == max(table.get((boxes, player), 2 * triple_kernels.LEVELS), *of_pairs)


def test_boxes_in_line_with_nowhere_to_step_aside_need_more_than_is_looked_for():
    level = parse_level(LINE)
    room = room_of(level)
    conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
    counted = np.zeros(room.boxes, np.uint8)
    assert pushes_in_conflict(1, room.player, room.start, counted, conflicts) == MOST


@given(st.integers(0, 5))
def test_no_box_is_counted_in_two_pairs(boxes):
    room = room_of(parse_level(LINE))
    conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
    conflicts.more[:] = 4
    counted, cells = np.zeros(boxes, np.uint8), np.flatnonzero(room.floor.alive)[:boxes].astype(np.int32)
    assert pushes_in_conflict(4 * boxes + 1, room.player, cells, counted, conflicts) == boxes // 2 * 4


def test_conflicts_leave_the_best_solution_of_a_published_level(shared):
    text = parse_file((shared / "levels/sokoban/xsokoban90.txt").read_text())[2].text
    room = with_conflicts(room_of(parse_level(text)), True, PLENTY)
    least = 134
    found = fewer_pushes(room, least + 2, Search(nodes=1_000, both_ends=True))
    assert found.status is SolveStatus.NODE_LIMIT
    assert found.lower <= least


def test_without_a_table_there_is_no_conflict():
    counted = np.zeros(2, np.uint8)
    assert pushes_in_conflict(1, 0, np.array([1, 2], np.int32), counted, no_conflicts(20)) == 0


def test_a_table_that_takes_more_work_than_may_be_is_left_out():
    room = room_of(parse_level(LINE))
    assert len(conflicts_ahead(room.floor, room.goal, 10).more) == 0


def test_three_boxes_need_more_where_no_two_of_them_do():
    room = room_of(parse_level(THREE))
    conflicts = conflicts_ahead(room.floor, room.goal, PLENTY)
    without = conflicts._replace(third=conflicts.third[:0])
    needed = [
        pushes_in_conflict(PLENTY, room.player, room.start, np.zeros(3, np.uint8), tables)
        for tables in (conflicts, without)
    ]
    assert needed == [2, 0]
    assert least_pushes(room, Search(nodes=1_000)).upper == least_pushes(room, Search(nodes=1)).lower + 2


def test_a_table_of_threes_that_was_too_much_work_follows_the_pairs():
    room = room_of(parse_level(THREE))
    some = conflicts_ahead(room.floor, room.goal, 10_000)
    assert len(some.more)
    assert not len(some.triples)
    all_of_them = conflicts_ahead(room.floor._replace(conflicts=some), room.goal, PLENTY)
    assert all_of_them.more is some.more
    assert len(all_of_them.triples)
