"""Levels of evenly rising difficulty."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.levels.curve import rising


@given(st.lists(st.floats(0, 1000), min_size=2, max_size=40), st.data())
def test_every_level_is_harder_than_the_one_before_or_as_hard(difficulties, data):
    count = data.draw(st.integers(2, len(difficulties)))
    places = rising(difficulties, count)
    found = [difficulties[place] for place in places]
    assert found == sorted(found)
    assert len(places) == len(set(places)) == count


@given(st.lists(st.integers(0, 3), min_size=2, max_size=9), st.data())
def test_with_few_different_difficulties_it_is_the_evenest_of_all_choices(difficulties, data):
    count = data.draw(st.integers(len(set(difficulties)) + 1, len(difficulties) + 1))
    if count > len(difficulties):
        return
    wanted = np.linspace(min(difficulties), max(difficulties), count)
    found = np.array([difficulties[place] for place in rising(difficulties, count)])
    squares = [np.sum((np.array(chosen) - wanted) ** 2) for chosen in combinations(sorted(difficulties), count)]
    assert np.isclose(np.sum((found - wanted) ** 2), min(squares))


@pytest.mark.parametrize("count", [5, 20, 50])
def test_steps_are_even_where_there_are_levels_for_them(count):
    difficulties = np.random.default_rng(1).gamma(2.0, 10.0, 3000)
    found = difficulties[rising(difficulties.tolist(), count)]
    steps = np.diff(found)
    assert steps.min() > 0.5 * steps.mean()
    assert steps.max() < 1.5 * steps.mean()
    assert found[-1] - found[0] > 0.5 * np.ptp(difficulties)


def test_a_single_very_hard_level_does_not_stretch_the_curve():
    assert rising([1, 3, 1000, 2, 5, 4], 5) == [0, 3, 1, 5, 4]


def test_levels_that_differ_by_rounding_alone_are_equally_hard():
    """Such as those of published puzzles, whose difficulty was summed in another order."""
    difficulties = [200.0] * 15 + [200.00000000000003] * 15 + [50.0, 80.0, 110.0, 140.0, 170.0]
    found = rising(difficulties, 6)
    assert [difficulties[place] for place in found] == [50.0, 80.0, 110.0, 140.0, 170.0, 200.0]
    assert len({*rising(difficulties, 30)}) == 30


@given(st.lists(st.sampled_from([0.1 + 0.2, 0.3, 200.0, 200.00000000000003, 7.0, 1e-17]), min_size=2), st.data())
def test_no_level_is_chosen_twice(difficulties, data):
    count = data.draw(st.integers(2, len(difficulties)))
    assert len({*rising(difficulties, count)}) == count
