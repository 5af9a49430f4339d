"""An iteration leaps to where it would come to rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.measures.leap_kernels import DIRECTIONS, leap


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=DIRECTIONS - 2, unique=True),
    st.lists(st.floats(0.1, 0.9), min_size=20, max_size=20),
)
@settings(deadline=None)
def test_leaps_to_the_end_of_changes_that_shrink_by_a_few_factors(tenths: list[int], ends: list[float]) -> None:
    end = np.array(ends)
    factor = np.resize(np.array(tenths) / 10, len(end))
    values, changes = np.full(len(end), 0.5), np.zeros((DIRECTIONS + 1, len(end)), np.float32)
    for row in changes:
        row[:] = (1 - factor) * (end - values)
        values += (1 - factor) * (end - values)
    leap(0, values, changes)
    assert values == pytest.approx(end, abs=1e-2)


def test_values_remain_chances() -> None:
    changes = np.zeros((DIRECTIONS + 1, 2), np.float32)
    changes[:, 0], changes[:, 1] = 0.9 ** np.arange(DIRECTIONS + 1), -(0.9 ** np.arange(DIRECTIONS + 1))
    values = np.array([0.9, 0.1])
    leap(0, values, changes)
    assert values.tolist() == [1.0, 0.0]


def test_values_stay_where_no_change_is_large_enough_to_tell() -> None:
    values = np.array([1e-80, 1.0])
    leap(0, values, np.zeros((DIRECTIONS + 1, 2), np.float32))
    assert values.tolist() == [1e-80, 1.0]
