"""Matching beside its slow twins."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort import matching_kernels as kernels
from generator.puzzles.watersort.identity import ROUNDS, distances
from generator.puzzles.watersort.level import Level, format_level
from tests.generator.puzzles.watersort.strategies import random_level
from tests.oracles import alike

SHAPES = st.sampled_from([(2, 5, 2), (3, 3, 1), (3, 4, 2), (4, 3, 1)])


def squares():
    """Weights of rows and columns of the same number, many of them equal."""
    return st.integers(1, 6).flatmap(
        lambda size: st.lists(st.lists(st.integers(0, 4), min_size=size, max_size=size), min_size=size, max_size=size)
    )


@st.composite
def pairs(draw):
    """Two levels of one small shape."""
    shape = draw(SHAPES)
    return [random_level(*shape, seed) for seed in draw(st.tuples(*[st.integers(0, 10_000)] * 2))]


def table(level: Level) -> np.ndarray:
    """Colours by their places among the level's own, tube by tube from the bottom, -1 for no unit."""
    rows = [[level.colours.index(unit) for unit in tube] for tube in level.tubes]
    return np.array([row + [-1] * (level.capacity - len(row)) for row in rows], np.int64)


@settings(max_examples=100)
@given(squares())
def test_partners_are_found_from_the_greatest_weight_on(weights):
    assert kernels.matched(np.array(weights, np.int64)).tolist() == alike.greedy(weights)


@settings(max_examples=100)
@given(pairs(), st.integers(1, ROUNDS))
def test_units_in_the_same_places_are_counted_as_by_the_slow_twin(pair, rounds):
    one, other = pair
    found = kernels.matches(table(one), table(other), len(one.colours), rounds)
    assert found == alike.matched_in_turn(one.tubes, other.tubes, rounds)


@settings(max_examples=50)
@given(pairs())
def test_no_distance_is_less_than_that_of_the_best_way_to_match(pair):
    one, other = pair
    units = len(one.colours) * one.capacity
    (distance,) = distances(format_level(one), [format_level(other)])
    assert distance >= 1 - alike.most_alike(one.tubes, other.tubes) / units - 1e-9
