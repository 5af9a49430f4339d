"""The sets of goals that are searched at all, beside a search for ways from each of them."""

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.free.atlas.candidate_kernels import MOVES, PUSHES, find_candidates
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import read_room
from generator.puzzles.sokoban.kinds.free.atlas.search import rooms_of, workspace
from generator.puzzles.sokoban.kinds.free.atlas.walk_kernels import find_walks
from tests.oracles import rooms as oracle

CELLS = (5, 6, 7)
"""Sets of boxes of 5 cells fill half a word, those of 6 one word, those of 7 two."""


def listed(cells, room, every=7):
    """The cells of every seventh room by their numbers, when it has been read."""
    for rows in rooms_of(cells, 1, 0)[::every]:
        read_room(rows, room)
        numbers = {number: (y, x) for (y, x), number in np.ndenumerate(room.number) if number >= 0}
        yield [numbers[number] for number in range(cells)]


def as_set(cells, number):
    return frozenset(cell for index, cell in enumerate(cells) if number >> index & 1)


def members(words, cells):
    bits = [number for number in range(1 << len(cells)) if int(words[number >> 6]) >> (number & 63) & 1]
    return {as_set(cells, number) for number in bits}


def candidates(aim, depths, floor, room, walks, ways):
    """The sets of goals that are found for the room that was read last."""
    find_walks(room, walks)
    find_candidates(aim, depths, room, walks, ways)
    return members(ways.candidates.words[aim], floor)


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("aim", [MOVES, PUSHES])
@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_candidates_are_those_with_a_way_that_is_long_enough(cells, aim, depth):
    room, walks, ways, _ = workspace(cells)
    depths = np.full(16, depth)
    for floor in listed(cells, room):
        found = candidates(aim, depths, floor, room, walks, ways)
        for boxes in range(1, cells - 1):
            expected = oracle.candidates(frozenset(floor), boxes, depth, aim == PUSHES)
            assert expected == {goals for goals in found if len(goals) == boxes}


@pytest.mark.parametrize("cells", [10, 11])
@pytest.mark.parametrize("aim", [MOVES, PUSHES])
def test_candidates_are_the_same_where_the_sets_of_boxes_fill_several_lines(cells, aim):
    room, walks, ways, _ = workspace(cells)
    asked = {2: 8, 3: 7, cells - 4: 4, cells - 2: 1}
    depths = np.zeros(16, np.int64)
    for boxes, depth in asked.items():
        depths[boxes] = depth if aim == MOVES else min(depth, 5)
    for floor in listed(cells, room, every=21 * cells * cells):
        found = candidates(aim, depths, floor, room, walks, ways)
        for boxes in asked:
            expected = oracle.candidates(frozenset(floor), boxes, int(depths[boxes]), aim == PUSHES)
            assert expected == {goals for goals in found if len(goals) == boxes}


def test_sizes_that_are_not_asked_for_have_no_candidates():
    room, walks, ways, _ = workspace(6)
    depths = np.array([0, 0, 1] + [0] * 13)
    for floor in listed(6, room):
        assert {len(goals) for goals in candidates(MOVES, depths, floor, room, walks, ways)} <= {2}
