"""The walks of the player after each pull, beside a search for them with each set of boxes."""

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import STEPS, read_room
from generator.puzzles.sokoban.kinds.free.atlas.search import workspace
from generator.puzzles.sokoban.kinds.free.atlas.walk_kernels import MOST_MOVES, PULLS, WALKS, find_walks
from tests.generator.puzzles.sokoban.kinds.free.atlas.test_candidates import as_set, listed, members
from tests.oracles import rooms as oracle


def sets_of(number, walks, cells):
    """The sets of boxes of a walk, put together from its products."""
    words = np.zeros((max(1, 1 << len(cells) >> 9), 8), np.uint64)
    for product in range(walks.first[number], walks.first[number + 1]):
        for line in range(len(words)):
            if int(walks.sets.lines[product, line >> 6]) >> (line & 63) & 1:
                assert not words[line].any()
                words[line] = walks.sets.words[product]
    return members(words.ravel(), cells)


def far(moves, pull, walks, cells):
    return members(walks.far.words[moves, pull], cells)


@pytest.mark.parametrize(("cells", "every"), [(5, 7), (6, 7), (7, 7), (10, 2500), (11, 9000)])
def test_walks_are_the_shortest_after_each_pull(cells, every):
    room, walks, _, _ = workspace(cells)
    for floor in listed(cells, room, every):
        find_walks(room, walks)
        pulls = [tuple(floor[cell] for cell in pull) for pull in walks.pulls[: walks.counts[PULLS]].tolist()]
        straight = {
            (cell, oracle.beside(cell, step), oracle.beside(cell, (-step[0], -step[1])))
            for cell in floor
            for step in STEPS
        }
        assert sorted(pulls) == sorted(pull for pull in straight if {*pull} <= {*floor})
        found = {
            (pulls[pull], floor[end], moves): sets_of(number, walks, floor)
            for number, (pull, end, moves) in enumerate(walks.walks[: walks.counts[WALKS]].tolist())
        }
        for number in range(1 << cells):
            boxes = as_set(floor, number)
            expected = {
                (pull, end, moves)
                for pull in pulls
                if pull[0] in boxes and not {*pull[1:]} & boxes
                for end, moves in oracle.shortest_walks(frozenset(floor) - boxes, pull[1]).items()
            }
            assert expected == {walk for walk, sets in found.items() if boxes in sets}
        for pull, moves in np.ndindex(len(pulls), MOST_MOVES + 1):
            longer = (sets for (before, _, length), sets in found.items() if before == pulls[pull] and length >= moves)
            assert far(moves, pull, walks, floor) == set().union(*longer)


@pytest.mark.parametrize(("height", "width"), [(1, 16), (2, 8), (4, 4)])
def test_open_rooms_of_16_cells_have_space_for_all_their_walks(height, width):
    room, walks, _, _ = workspace(16)
    rows = np.zeros(16, np.int64)
    rows[:height] = (1 << width) - 1
    read_room(rows, room)
    find_walks(room, walks)
    assert walks.counts[PULLS] == 2 * (height * max(0, width - 2) + width * max(0, height - 2)) <= len(walks.pulls)
    assert walks.counts[WALKS] <= len(walks.walks)
    assert walks.first[walks.counts[WALKS]] < len(walks.sets.words) / 100
