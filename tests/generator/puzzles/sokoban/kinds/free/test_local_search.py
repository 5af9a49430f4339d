"""A room is changed for a deeper start."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.local_search import LEAST_ROOMS, climbed
from generator.puzzles.sokoban.kinds.free.retrograde import Puller
from generator.puzzles.sokoban.kinds.free.room import Room
from tests.generator.puzzles.sokoban.kinds.free.rooms import rooms, widened

EFFORT, BUDGET = LEAST_ROOMS * 2000, 2000
PULLER = Puller()
OPEN = Room(("..---", "-----", "-----", "-----"))


@settings(max_examples=25)
@given(rooms(), st.sampled_from([0, 17]), st.sampled_from(["evolve", "fixed"]), st.integers(0, 2**53 - 1))
def test_climbing_keeps_the_boxes_and_loses_no_depth(room, width, walls, seed):
    room = widened(room, width)
    genome = FreeGenome(room, walls, BUDGET, EFFORT, seed)
    found = climbed(genome, PULLER)
    assert found == climbed(genome, PULLER)
    assert PULLER.reached(found.cropped(), BUDGET).depth >= PULLER.reached(room, BUDGET).depth
    assert found.cropped().boxes == room.boxes
    if walls == "fixed":
        assert (found.walls == room.walls).all()


def test_seeds_lead_to_different_rooms_and_effort_to_deeper_ones():
    found = [climbed(FreeGenome(OPEN, "evolve", BUDGET, EFFORT, seed), PULLER) for seed in range(5)]
    assert len(set(found)) == 5
    depths = [PULLER.reached(each, BUDGET).depth for each in (OPEN, *found)]
    assert min(depths) == depths[0] < max(depths)


def test_without_effort_a_room_is_taken_as_it_is():
    assert climbed(FreeGenome(OPEN, "evolve", BUDGET, 0, 0), PULLER) == OPEN
