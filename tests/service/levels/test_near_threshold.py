"""What counts as a near duplicate depends on how alike any two levels of the kind are."""

from hypothesis import given
from hypothesis import strategies as st

from service.levels.similarity import NEAR, near_threshold


@given(st.lists(st.floats(0, 1), min_size=1))
def test_the_threshold_lies_above_what_is_usual(unrelated: list[float]) -> None:
    threshold = near_threshold(unrelated)
    usual = sorted(unrelated)[len(unrelated) // 2]
    assert NEAR <= threshold <= 1
    assert threshold > usual or usual == 1 or len(unrelated) % 2 == 0


def test_levels_that_share_their_walls_have_to_be_more_alike() -> None:
    assert near_threshold([]) == near_threshold([0.1, 0.5]) == NEAR
    assert round(near_threshold([0.86, 0.82, 0.9]), 6) == 0.93
