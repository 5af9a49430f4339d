from itertools import combinations

import numpy as np
from hypothesis import assume, given, settings

from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.defects import REACH, carry, clusters_of, gap
from generator.puzzles.sokoban.zero_space.anytime.settling import Settler
from generator.puzzles.sokoban.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.zero_space.anytime.journeys import end_of, journeys

SHAPES = [("b", 9), ("b", 14), ("e", 8), ("e", 12)]


@settings(max_examples=20, deadline=None)
@given(journeys(SHAPES, length=40))
def test_clusters_are_the_groups_of_misplaced_boxes_that_lie_close_together(journey):
    approach = Approach(journey[0])
    clusters = clusters_of(approach)
    assert sorted(np.concatenate([np.empty(0, int), *clusters]).tolist()) == approach.misplaced.tolist()
    assert all(gap(approach, one, other) > REACH for one, other in combinations(clusters, 2))
    for cluster in clusters:
        slots = set(cluster.tolist())
        joined = {slots.pop()}
        while near := {slot for slot in slots if _cells_between(approach, slot, joined) <= REACH}:
            joined |= near
            slots -= near
        assert not slots


@settings(max_examples=6, deadline=None)
@given(journeys(SHAPES, length=2000))
def test_what_is_carried_goes_by_legal_slides(journey):
    approach = Approach(journey[0])
    Settler(approach).settle()
    assume(approach.remaining)
    before = approach.length
    carry(approach)
    assert approach.length >= before
    assert end_of(approach.zero, approach.slides) == tree_of(approach.desk.position.boxed)


def _cells_between(approach, slot, others):
    cells = approach.shape.cells
    return min(int(np.abs(cells[slot] - cells[other]).max()) for other in others)
