"""The sets of goals that are searched at all, beside a search for ways from each of them."""

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.free.atlas.candidate_kernels import MOVES, PUSHES, find_candidates, find_walks
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import read_room
from generator.puzzles.sokoban.kinds.free.atlas.search import rooms_of, workspace
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


@pytest.mark.parametrize("cells", CELLS)
def test_walks_are_the_shortest(cells):
    room, ways, _ = workspace(cells)
    for floor in listed(cells, room):
        count = find_walks(room, ways)
        ends = [(*sorted((floor[a], floor[b])), moves) for a, b, moves in ways.ends[:count].tolist()]
        found = {walk: number for number, walk in enumerate(ends)}
        assert len(found) == count
        known = {key: members(ways.walks.words[number], floor) for key, number in found.items()}
        for number in range(1 << cells):
            boxes = as_set(floor, number)
            walks = {
                (start, end, moves)
                for start in frozenset(floor) - boxes
                for end, moves in oracle.shortest_walks(frozenset(floor) - boxes, start).items()
                if start <= end
            }
            assert walks == {key for key, sets in known.items() if boxes in sets}


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("aim", [MOVES, PUSHES])
@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_candidates_are_those_with_a_way_that_is_long_enough(cells, aim, depth):
    room, ways, search = workspace(cells)
    search.depths[:] = depth
    for floor in listed(cells, room):
        find_candidates(aim, search.depths, find_walks(room, ways), room, ways)
        found = members(ways.candidates.words[aim], floor)
        for boxes in range(1, cells - 1):
            expected = oracle.candidates(frozenset(floor), boxes, depth, aim == PUSHES)
            assert expected == {goals for goals in found if len(goals) == boxes}


@pytest.mark.parametrize("cells", [10, 11])
@pytest.mark.parametrize("aim", [MOVES, PUSHES])
def test_candidates_are_the_same_where_the_sets_of_boxes_fill_several_lines(cells, aim):
    room, ways, search = workspace(cells)
    asked = {2: 8, 3: 7, cells - 4: 4, cells - 2: 1}
    search.depths[:] = 0
    for boxes, depth in asked.items():
        search.depths[boxes] = depth if aim == MOVES else min(depth, 5)
    for floor in listed(cells, room, every=21 * cells * cells):
        find_candidates(aim, search.depths, find_walks(room, ways), room, ways)
        found = members(ways.candidates.words[aim], floor)
        for boxes in asked:
            expected = oracle.candidates(frozenset(floor), boxes, int(search.depths[boxes]), aim == PUSHES)
            assert expected == {goals for goals in found if len(goals) == boxes}


def test_sizes_that_are_not_asked_for_have_no_candidates():
    room, ways, search = workspace(6)
    search.depths[:] = np.array([0, 0, 1] + [0] * 13)
    for floor in listed(6, room):
        find_candidates(MOVES, search.depths, find_walks(room, ways), room, ways)
        assert {len(goals) for goals in members(ways.candidates.words[MOVES], floor)} <= {2}
