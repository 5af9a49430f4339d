from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.defects import REACH, clusters_of, gap, is_odd, spread
from generator.puzzles.sokoban.zero_space.anytime.settling import Settler
from generator.puzzles.sokoban.zero_space.sign import sign
from generator.puzzles.sokoban.zero_space.trees import is_tree
from tests.generator.puzzles.sokoban.zero_space.anytime.journeys import journeys, walked

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


@settings(max_examples=20, deadline=None)
@given(journeys(SHAPES, length=40))
def test_a_cluster_is_odd_unless_its_boxes_on_their_goals_make_a_tree_of_the_same_sign(journey):
    zero, _ = journey
    approach = Approach(zero)
    for cluster in clusters_of(approach):
        tree = zero.start
        for slot in cluster.tolist():
            tree ^= 1 << slot ^ 1 << int(approach.desk.position.aim[slot])
        even = is_tree(zero.type, zero.size, tree) and sign(zero.type, zero.size, tree) == sign(*_goal(zero))
        assert is_odd(approach, cluster) == (not even)


@pytest.mark.parametrize("shape", [("b", 20), ("e", 20)])
def test_the_spread_is_how_far_odd_clusters_are_from_one_another(shape):
    approach = Approach(walked(*shape, 1, 20_000)[0])
    for _ in Settler(approach).settle():
        pass
    odd = [cluster for cluster in clusters_of(approach) if is_odd(approach, cluster)]
    assert odd
    if len(odd) == 2:
        assert spread(approach, odd) == gap(approach, *odd)
    assert spread(approach, odd[:1]) == 0
    assert spread(approach, odd) >= min(gap(approach, one, other) for one, other in combinations(odd, 2))


def _goal(zero):
    return zero.type, zero.size, zero.goal


def _cells_between(approach, slot, others):
    cells = approach.shape.cells
    return min(int(np.abs(cells[slot] - cells[other]).max()) for other in others)
