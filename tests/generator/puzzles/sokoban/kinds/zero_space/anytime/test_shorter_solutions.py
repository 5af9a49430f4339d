from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import STATES, Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.shorter_solutions import shortened
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.trees import line_bound
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, journeys, walked

PLENTY = 20_000_000


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(journeys([("b", 3), ("b", 6), ("b", 9), ("e", 2), ("e", 5), ("e", 8)], length=120), st.integers(0, 99))
def test_solutions_never_become_longer_and_stay_solutions(journey, seed):
    zero, slides = journey
    ways = [slides, *shortened(Approach(zero), slides, seed, 60_000)]
    lengths = [len(way) for way in ways]
    assert lengths == sorted(lengths, reverse=True)
    assert 2 * lengths[-1] >= line_bound(zero)
    for way in ways[-3:]:
        assert end_of(zero, way) == zero.goal


@pytest.mark.parametrize(("type_", "size", "seed"), [("b", 4, 6), ("b", 5, 0), ("b", 5, 3), ("e", 3, 2), ("e", 4, 1)])
def test_short_walks_become_shortest(type_, size, seed):
    zero, slides = walked(type_, size, seed, 60)
    component = Explorer().component(type_, size, zero.goal, 1 << 18)
    *_, shortest = slides, *shortened(Approach(zero), slides, 0, PLENTY)
    assert len(shortest) == component.distance(component.find(zero.start))


@pytest.mark.parametrize("shape", [("b", 6), ("b", 9), ("e", 6)])
def test_a_walk_there_and_back_becomes_nothing(shape):
    zero, there = walked(*shape, 4, 150)
    zero = replace(zero, goal=zero.start)
    *_, shortest = shortened(Approach(zero), np.concatenate([there, there[::-1]]), 0, PLENTY)
    assert len(shortest) == 0


def test_the_seed_decides_what_is_found():
    zero, slides = walked("b", 7, 2, 300)
    one, same, other = ([way.tolist() for way in shortened(Approach(zero), slides, s, 40_000)] for s in (1, 1, 2))
    assert one == same
    assert one != other


def test_the_budget_is_exceeded_by_one_search_at_most():
    zero, slides = walked("b", 8, 2, 100)
    for nodes in (0, 1, 1000, 100_000):
        approach = Approach(zero)
        for _ in shortened(approach, slides, 0, nodes):
            pass
        assert approach.nodes <= nodes + STATES
