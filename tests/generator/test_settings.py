"""Numbers of options are within their bounds, or refused by the name of the option."""

import pytest

from generator.errors import SettingError
from generator.settings import number_given, numbers_given


def test_each_number_comes_once_and_in_order() -> None:
    assert numbers_given({"size": [5, 4, 5]}, "size", [3], 2, 9) == [4, 5]


def test_what_was_not_given_is_the_default() -> None:
    assert numbers_given({}, "size", [3], 2, 9) == [3]
    assert number_given({"effort": None}, "effort", 3, 0, 9) == 3


def test_nought_is_not_the_default() -> None:
    assert number_given({"effort": 0}, "effort", 3, 0, 9) == 0


@pytest.mark.parametrize("size", [1, 10])
def test_a_number_out_of_bounds_is_refused(size: int) -> None:
    with pytest.raises(SettingError, match=rf"^--size {size} is not between 2 and 9$"):
        numbers_given({"size": [5, size]}, "size", [3], 2, 9)
