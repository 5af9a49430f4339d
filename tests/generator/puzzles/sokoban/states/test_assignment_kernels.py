"""Boxes matched with goals at the least cost, against all ways to match them."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.states.assignment_kernels import reassign

COSTS = st.integers(0, 9)


def least_cost(cost):
    """The least cost of all ways to match the rows, from 1, with the columns."""
    size = len(cost) - 1
    return min(sum(cost[1 + row, 1 + column] for row, column in enumerate(way)) for way in permutations(range(size)))


def matched_cost(cost, match):
    assert sorted(match[1:]) == [*range(1, len(match))]
    return sum(cost[match[column], column] for column in range(1, len(match)))


@given(st.integers(1, 5).flatmap(lambda size: st.lists(COSTS, min_size=size * size, max_size=size * size)), st.data())
def test_rows_are_matched_at_the_least_cost_and_again_after_their_costs_have_changed(costs, data):
    size = round(len(costs) ** 0.5)
    cost = np.zeros((size + 1, size + 1), np.int32)
    cost[1:, 1:] = np.reshape(costs, (size, size))
    potential, match = np.zeros((2, size + 1), np.int32), np.zeros(size + 1, np.int32)
    changed, augment = np.array([0] + size * [1], np.uint8), np.empty((3, size + 1), np.int32)
    assert reassign(changed, cost, potential, match, augment) == matched_cost(cost, match) == least_cost(cost)
    for rows in data.draw(st.lists(st.sets(st.integers(1, size)), max_size=4)):
        changed[1:] = [row in rows for row in range(1, size + 1)]
        for row in rows:
            cost[row, 1:] = data.draw(st.lists(COSTS, min_size=size, max_size=size))
        assert reassign(changed, cost, potential, match, augment) == matched_cost(cost, match) == least_cost(cost)
