from dataclasses import replace

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.fronts import across, towards
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_passes import Settler
from generator.puzzles.sokoban.kinds.zero_space.anytime.zone_refining import Sweeper
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, walked

STUCK = [("b", 16, 1), ("e", 9, 3), ("e", 12, 3), ("e", 14, 0)]


def settled(type_, size, seed):
    """An approach to a level of a long walk that windows have led as far as they can, which is not to the goals."""
    zero, _ = walked(type_, size, seed, 20_000)
    approach = Approach(zero)
    for _ in Settler(approach).settle():
        pass
    assert approach.remaining
    return zero, approach


@pytest.mark.parametrize("level", STUCK)
def test_what_windows_leave_is_driven_before_the_front(level):
    zero, approach = settled(*level)
    sweeper, least = Sweeper(approach, np.random.default_rng(1)), approach.remaining
    for facing in range(8):
        for _ in sweeper.sweep(across(approach.shape, facing)):
            pass
        least = min(least, approach.remaining)
    assert least == 0
    assert end_of(zero, approach.slides) == tree_of(approach.workspace.position.boxed)


def test_boxes_behind_a_front_that_has_passed_are_home():
    zero, approach = settled("b", 16, 1)
    order = towards(approach.shape, np.array([17.0, 17.0]), 0.0)
    before = _off_goal(approach)
    for _ in Sweeper(approach, np.random.default_rng(1)).sweep(order):
        pass
    after = _off_goal(approach)
    assert len(before) > 2 * len(after)
    assert end_of(zero, approach.slides) == tree_of(approach.workspace.position.boxed)


def test_nothing_is_done_where_all_boxes_are_home():
    zero, _ = walked("b", 8, 1, 300)
    approach = Approach(replace(zero, goal=zero.start))
    assert list(Sweeper(approach, np.random.default_rng(1)).sweep(across(approach.shape, 0))) == []
    assert (approach.length, approach.nodes) == (0, 0)


def test_a_front_stops_where_the_nodes_end():
    _, approach = settled("e", 12, 1)
    approach.limit(approach.nodes + 1000)
    for _ in Sweeper(approach, np.random.default_rng(1)).sweep(across(approach.shape, 0)):
        pass
    assert 0 <= approach.left < 10


def test_the_random_numbers_decide_the_way():
    ways = []
    for seed in (1, 1, 2):
        _, approach = settled("e", 12, 1)
        for _ in Sweeper(approach, np.random.default_rng(seed)).sweep(across(approach.shape, 0)):
            pass
        ways.append((approach.slides.tolist(), approach.nodes))
    assert ways[0] == ways[1] != ways[2]


def _off_goal(approach):
    return approach.misplaced.tolist()
