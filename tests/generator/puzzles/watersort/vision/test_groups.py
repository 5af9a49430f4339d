"""Units are grouped into colours of equal size, as far apart as can be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.watersort.vision.groups import groups_nearer_than, groups_of


@given(st.integers(2, 8), st.integers(2, 6), st.integers(0, 1000))
def test_equal_groups_that_are_far_apart_are_found(colours: int, size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    middles = rng.permutation([(20.0 * place, 0.0, 0.0) for place in range(colours)])
    numbers = rng.permutation(np.repeat(np.arange(colours), size))
    units = (middles[numbers] + rng.uniform(-1, 1, (len(numbers), 3))).astype(np.float32)
    groups = groups_of(units, 2)
    assert groups is not None
    assert groups.size == size
    assert groups.margin > 0.5
    pairs = set(zip(groups.numbers.tolist(), numbers.tolist(), strict=True))
    assert len(pairs) == colours


def test_unequal_groups_are_none() -> None:
    units = np.array([[0, 0, 0]] * 4 + [[50, 0, 0]] * 3, np.float32)
    assert groups_of(units, 2) is None
    assert np.bincount(groups_nearer_than(units, 8.0)).tolist() in ([4, 3], [3, 4])


def test_no_group_is_smaller_than_the_highest_tube() -> None:
    units = np.array([[20 * (place // 2), 0, 0] for place in range(8)], np.float32)
    groups = groups_of(units, 2)
    assert groups is not None
    assert groups.size == 2
    larger = groups_of(units, 4)
    assert larger is None or larger.size >= 4


@pytest.mark.parametrize("count", [1, 3, 4])
def test_one_colour_alone_is_no_level(count: int) -> None:
    found = groups_of(np.zeros((count, 3), np.float32), 2)
    assert found is None or found.margin == 0
