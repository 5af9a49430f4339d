"""Comparing the flags with which numba compiles kernels.

For every call in a kernel numba looks up, under the kernel's flags among other things, how it is compiled. Flags that
are not the same object are compared option by option, with those that were never set, some forty in all. Here only
those are compared that were set, which takes an eighth off compiling.
"""

from typing import Any

from numba.core import targetconfig

flags: Any = targetconfig.TargetConfig


def compare_what_is_set() -> None:
    """Let numba compare flags by the options that were set in either."""
    flags.__eq__, flags.__hash__ = _are_equal, _hash


def _are_equal(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    return all(getattr(one, name) == getattr(other, name) for name in one._values | other._values)


def _hash(one: Any) -> int:
    """The same for all flags of a type, as it is in numba."""
    return hash(type(one))
