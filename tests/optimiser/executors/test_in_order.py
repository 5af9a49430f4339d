"""Results in the order of things, some of which travel together."""

import pytest

from optimiser.executors import in_order
from optimiser.executors.here import Here


def noted(prepared: list[int], number: int) -> int:
    prepared.append(number)
    return number


@pytest.mark.parametrize("most", [1, 3])
def test_a_result_waits_for_no_more_things_than_may_travel_together(most):
    begun = []
    outcomes = in_order(Here(lambda: begun), noted, range(20), most)
    for number in range(20):
        assert next(outcomes).get() == number
        assert begun == list(range(len(begun)))
        assert len(begun) - number <= most
    assert list(outcomes) == []


def test_quick_things_travel_together():
    begun = []
    outcomes = in_order(Here(lambda: begun), noted, range(20))
    assert [next(outcomes).get() for _ in range(3)] == [0, 1, 2]
    assert begun == list(range(20))
