"""Decorators of kernels that allocate nothing: arrays in, numbers out.

Counting references to arrays took three quarters of the time of kernels that hand many of them on in tuples. Such
kernels can leave it out, as numba's own option `_nrt` says; numba refuses it to a kernel that allocates, or draws
random numbers. The option has no documentation, so a new version of numba needs a look at it.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


class Decorator(Protocol):
    """Compiles a function when it is first called, and keeps it on disk."""

    def __call__(self, function: Kernel) -> Kernel: ...


_OPTIONS: dict[str, Any] = {"cache": True, "_nrt": False}

plain_kernel = cast(Decorator, njit(**_OPTIONS))
"""For a kernel that other kernels call, and the program too."""

inline_kernel = cast(Decorator, njit(**_OPTIONS, inline="always"))
"""For one that is made part of each kernel that calls it."""
