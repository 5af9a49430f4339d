"""Flags of numba are equal as they were before kernels compare them by what is set."""

from itertools import product
from typing import Any

import pytest
from numba.core.compiler import Flags

import generator.kernels  # noqa: F401  which has numba compare flags so

flags_of_numba: Any = Flags


def _flags(**options: Any) -> Any:
    flags = flags_of_numba()
    for name, value in options.items():
        setattr(flags, name, value)
    return flags


@pytest.fixture
def several() -> list[Any]:
    default = _flags().nrt
    return [_flags(), _flags(nrt=default), _flags(nrt=not default), _flags(forceinline=True), _flags(no_compile=True)]


def test_flags_are_equal_whose_options_all_are(several: list[Any]) -> None:
    for one, other in product(several, several):
        assert (one == other) == (one.values() == other.values())


def test_equal_flags_have_the_same_hash(several: list[Any]) -> None:
    assert several[0] == several[1] != several[2]
    assert hash(several[0]) == hash(several[1])


def test_flags_equal_nothing_else(several: list[Any]) -> None:
    assert several[0] != several[0].values()
