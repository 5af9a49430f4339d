"""Decorators of kernels that do without counted references, and what such kernels need.

Counting references to arrays took three quarters of the time of kernels that hand many of them on in tuples. Such
kernels can leave it out, as numba's own option `_nrt` says; numba refuses it to a kernel that allocates, or draws
random numbers. The option has no documentation, so a new version of numba needs a look at it.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from numba import njit
from numpy.typing import NDArray

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


class Decorator(Protocol):
    """Compiles a function when it is first called, and keeps it on disk."""

    def __call__(self, function: Kernel) -> Kernel: ...


_PLAIN: dict[str, Any] = {"cache": True, "_nrt": False}
_ALLOCATING: dict[str, Any] = {"cache": True, "_nrt": True}

plain_kernel = cast(Decorator, njit(**_PLAIN))
"""For a kernel that other kernels call, and the program too."""

allocating_kernel = cast(Decorator, njit(**_ALLOCATING))
"""For one that allocates: it says so, since a kernel inherits the option from the plain one that calls it."""

inline_kernel = cast(Decorator, njit(**_PLAIN, inline="always"))
"""For one that is made part of each kernel that calls it."""


@plain_kernel
def copy_into(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy an array of one dimension as `target[:] = source` does, but without a place for it in between."""
    for place in range(len(target)):
        target[place] = source[place]


@plain_kernel
def are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays of one dimension and the same length are equal, without an array of truths in between."""
    differences = 0
    for place in range(len(one)):
        differences += one[place] != other[place]
    return differences == 0
