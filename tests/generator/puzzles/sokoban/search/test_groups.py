"""Groups of boxes that are lost, against plain search; and searches that leave them out."""

from itertools import combinations
from math import comb

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import SolveStatus
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.group_kernels import is_lost, pair_of, quad_of, triple_of
from generator.puzzles.sokoban.search.groups import SIZES, foreign_groups, lost_groups, no_groups
from generator.puzzles.sokoban.search.memory import with_groups
from generator.puzzles.sokoban.search.question import ALL_PRUNINGS, Search
from generator.puzzles.sokoban.search.solver import least_moves, least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import groups as oracle
from tests.oracles import moves
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000
INDICES = {2: pair_of, 3: triple_of, 4: quad_of}


def known(room, groups, size):
    """The groups of a size that a table does not call lost, with the cells of the player; as the oracle has them."""
    table = (groups.pairs, groups.triples, groups.quads)[size - 2]
    cells = np.flatnonzero(room.floor.alive)
    place = [(int(row), int(column)) for row, column in room.cells]
    return {
        (frozenset(place[cell] for cell in group), place[player])
        for group in combinations(cells.tolist(), size)
        for player in range(len(room.cells))
        if int(table[INDICES[size](*groups.rank[list(group)].tolist()), player >> 6]) >> (player & 63) & 1
    }


def may_come(groups, state, moved):
    """Whether a table calls no group lost that a box is in; the state as the oracles of pulls have it."""
    boxes, player = state
    tables = zip(SIZES, (groups.pairs, groups.triples, groups.quads), strict=True)
    return all(
        int(table[INDICES[size](*groups.rank[[moved, *others]].tolist()), player >> 6]) >> (player & 63) & 1
        for size, table in tables
        if len(table)
        for others in combinations(sorted(boxes - {moved}), size - 1)
    )


def within(room, groups):
    """Those of the groups that lie where boxes and the player may be."""
    alive = {tuple(map(int, place)) for place in room.cells[room.floor.alive > 0]}
    inside = {tuple(map(int, place)) for place in room.cells}
    return {(group, player) for group, player in groups if group <= alive and player in inside}


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=4), st.sampled_from(SIZES))
def test_the_tables_have_the_groups_that_plain_search_solves(level, size):
    room = room_of(level)
    if room is None or room.boxes < size:
        return
    groups = lost_groups(room.floor, room.goal)
    assert known(room, groups, size) == within(room, oracle.solvable(level, size))


@settings(max_examples=60, deadline=None)
@given(levels(most_boxes=4), st.sampled_from(SIZES))
def test_the_tables_have_the_groups_that_plain_search_reaches_but_for_dead_cells(level, size):
    room = room_of(level)
    if room is None or room.boxes < size or not room.floor.alive[room.start].all():
        return
    found = known(room, foreign_groups(room.floor, room.start, room.player), size)
    reached = within(room, oracle.reachable(level, size))
    assert found <= reached
    both = within(room, oracle.solvable(level, size))
    assert reached & both <= found


def test_groups_have_indices_of_their_own():
    for size, index in INDICES.items():
        found = [index(*group) for group in combinations(range(9), size)]
        assert sorted(found) == list(range(comb(9, size)))
        assert all(index(*group) == index(*group[::-1]) for group in combinations(range(9), size))


@settings(max_examples=100, deadline=None)
@given(levels(most_boxes=5), st.integers(0, 2**32))
def test_a_box_is_lost_where_a_group_with_it_is(level, seed):
    room = room_of(level)
    rng = np.random.default_rng(seed)
    if room is None or room.boxes < 2:
        return
    groups = lost_groups(room.floor, room.goal)
    cells = np.flatnonzero(room.floor.alive)
    if len(cells) <= room.boxes:
        return
    for _ in range(20):
        boxes = np.sort(rng.permutation(cells)[: room.boxes]).astype(np.int32)
        player = int(rng.choice(np.setdiff1d(np.arange(len(room.cells)), boxes)))
        word = np.zeros((len(room.cells) + 31) // 32, np.int32)
        for cell in boxes:
            word[cell >> 5] |= np.uint32(1 << (cell & 31)).astype(np.int32)
        tables = zip(SIZES, (groups.pairs, groups.triples, groups.quads), strict=True)
        ranks = groups.rank[boxes].tolist()
        lost = [
            set(group)
            for size, table in tables
            if len(table)
            for group in combinations(range(room.boxes), size)
            if not int(table[INDICES[size](*(ranks[box] for box in group)), player >> 6]) >> (player & 63) & 1
        ]
        smallest = min(map(len, lost), default=0)
        for number in range(room.boxes):
            found = is_lost(int(boxes[number]), player, word, groups)
            if any(number in group for group in lost if len(group) == smallest):
                assert found
            if not any(number in group for group in lost):
                assert not found


def test_nothing_is_lost_without_tables():
    groups = no_groups(20)
    assert not is_lost(1, 5, np.array([6], np.int32), groups)


@settings(deadline=None)
@given(levels(most_boxes=4), st.booleans(), st.integers(0, ALL_PRUNINGS))
def test_least_pushes_and_moves_are_the_same_without_the_lost_groups(level, both_ends, prunings):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    grouped, expected = with_groups(room, both_ends), moves.least(level, weigh_pushes=True)
    answer, walked = least_pushes(grouped, Search(PLENTY, both_ends, prunings)), least_moves(grouped, Search(PLENTY))
    if expected is None:
        assert answer.status is walked.status is SolveStatus.UNSOLVABLE
        return
    assert (answer.status, answer.lower, answer.upper) == (SolveStatus.SOLVED, expected[0], expected[0])
    assert replay(level, moves_of(room, answer.pushes)).pushes == expected[0]
    assert walked.upper == moves.least(level, weigh_pushes=False)[1]


@settings(max_examples=50, deadline=None)
@given(levels(most_boxes=4))
def test_fewer_states_are_met_with_tables_and_never_more(level):
    room = room_of(level)
    if room is None or not level.boxes_off_goal or Sokoban(level).boxes == Sokoban(level).goals:
        return
    without = least_pushes(room, Search(PLENTY, prunings=0))
    with_them = least_pushes(with_groups(room, both_ends=False), Search(PLENTY, prunings=0))
    assert with_them.nodes <= without.nodes
