import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.free import search_kernels
from generator.puzzles.sokoban.kinds.free.retrograde import Puller
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, mask_of, words_of
from generator.puzzles.sokoban.kinds.free.solver import first_cell
from tests.generator.puzzles.sokoban.kinds.free.rooms import rooms, states_by_plain_search, stream, widened
from tests.oracles.sokoban import bits

PULLER = Puller()


def names_of(room, search, count):
    """The first states of a search, as the oracle names them: in a board with an outer wall."""
    names = []
    for number in range(count):
        boxes, region = (words[number] for words in (search.boxes, search.region))
        row, column = divmod(first_cell(region), room.width)
        inside = np.pad(mask_of(boxes, room.height, room.width), 1)
        names.append((bits(inside.ravel()), 1 << ((row + 1) * (room.width + 2) + column + 1)))
    return names


def states_of(room, reached):
    names = names_of(room, reached.search, reached.nodes)
    return {name: reached.distance(number) for number, name in enumerate(names)}


@settings(max_examples=60)
@given(rooms())
def test_every_state_is_found_with_its_least_pushes(room):
    reached = PULLER.reached(room, 100_000)
    assert reached.complete
    wanted = states_by_plain_search(room)
    assert states_of(room, reached) == wanted
    assert reached.nodes == len(wanted)
    assert reached.depth == max(wanted.values())


@settings(max_examples=20)
@given(rooms(most_boxes=2), st.sampled_from([17, 40]))
def test_rooms_of_several_words_are_searched_alike(room, width):
    wide = widened(room, width)
    reached = PULLER.reached(wide, 100_000)
    assert states_of(wide, reached) == states_by_plain_search(wide)


@settings(max_examples=30)
@given(rooms(), st.sampled_from([0, 17]), st.data())
def test_a_budget_leaves_complete_layers(room, width, data):
    room = widened(room, width)
    wanted = sorted(states_by_plain_search(room).values())
    budget = data.draw(st.integers(1, len(wanted) + 1))
    reached = PULLER.reached(room, budget)
    assert reached.complete == (budget >= len(wanted))
    assert reached.nodes <= budget
    assert wanted[: reached.nodes] == sorted(states_of(room, reached).values())
    if not reached.complete:
        assert budget < sum(depth <= reached.depth + 1 for depth in wanted)


@settings(max_examples=30)
@given(rooms(), st.sampled_from([0, 17]))
def test_the_deepest_start_is_the_least_of_those_that_are_deepest(room, width):
    room = widened(room, width)
    reached = PULLER.reached(room, 100_000)
    states = [
        (reached.search.boxes[n].tolist()[::-1], reached.search.region[n].tolist()[::-1])
        for n in range(reached.nodes)
        if reached.distance(n) == reached.depth
    ]
    deepest = reached.deepest
    assert (reached.search.boxes[deepest].tolist()[::-1], reached.search.region[deepest].tolist()[::-1]) == min(states)


def test_the_table_grows_with_the_states():
    room = Room(("....---", *["-------"] * 4))
    reached = PULLER.reached(room, 1_000_000)
    assert reached.complete
    assert reached.nodes > 8 * search_kernels.FIRST_TABLE
    assert reached.size >= 2 * reached.nodes


@settings(max_examples=20)
@given(rooms(), rooms(), st.sampled_from([0, 17]), st.sampled_from([30, 100_000]))
def test_what_was_reached_stays_when_the_memory_is_used_again(room, other, width, budget):
    room = widened(room, width)
    reached = PULLER.reached(room, budget)
    before = states_of(room, reached)
    PULLER.reached(widened(other, width), 100_000)
    assert states_of(room, reached) == before
    for number in range(reached.nodes):
        assert reached.find(reached.search.boxes[number], first_cell(reached.search.region[number])) == number


def test_states_that_were_not_reached_are_not_found():
    room = Room(("--.", "---"))
    reached = PULLER.reached(room, 100)
    assert reached.find(words_of(np.array([[True, False, False], [False] * 3])), 5) is None
    assert reached.find(words_of(room.goals), 0) == 0


@pytest.mark.parametrize("shape", [(3, 5), (9, 8), (13, 11)])
def test_masks_are_packed_and_unpacked(shape):
    mask = stream(1).random(shape) < 0.5
    assert (mask_of(words_of(mask), *shape) == mask).all()
    assert sum(int(word).bit_count() for word in words_of(mask)) == mask.sum()


def test_neighbours_of_a_floor_are_its_cells_beside():
    floor = floor_of(np.array([[False, True], [False, False], [True, False]]))
    wanted = [[-1, -1, -1, 2], [-1] * 4, [0, -1, 3, -1], [-1, 2, -1, 5], [-1] * 4, [3, -1, -1, -1]]
    assert [row for cell, row in enumerate(floor.near.tolist()) if cell not in (1, 4)] == [
        row for cell, row in enumerate(wanted) if cell not in (1, 4)
    ]
