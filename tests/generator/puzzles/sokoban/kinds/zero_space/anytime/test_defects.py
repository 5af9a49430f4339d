import numpy as np
from hypothesis import given, settings

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.defects import REACH, clusters_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import journeys

SHAPES = [("b", 9), ("b", 14), ("e", 8), ("e", 12)]


@settings(max_examples=20, deadline=None)
@given(journeys(SHAPES, length=40))
def test_clusters_are_the_groups_of_misplaced_boxes_that_lie_close_together(journey):
    approach = Approach(journey[0])
    clusters = clusters_of(approach)
    assert sorted(np.concatenate([np.empty(0, int), *clusters]).tolist()) == approach.misplaced.tolist()
    for number, cluster in enumerate(clusters):
        slots = set(cluster.tolist())
        joined = {slots.pop()}
        while near := {slot for slot in slots if _cells_between(approach, slot, joined) <= REACH}:
            joined |= near
            slots -= near
        assert not slots
        others = np.concatenate([np.empty(0, int), *clusters[:number]]).tolist()
        assert all(_cells_between(approach, slot, others) > REACH for slot in cluster.tolist() if others)


def _cells_between(approach, slot, others):
    cells = approach.shape.cells
    return min(int(np.abs(cells[slot] - cells[other]).max()) for other in others)
