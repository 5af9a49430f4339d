"""The decorator of kernels: where compiled code is kept, and how kernels do without counted references.

**Compiled code** is kept in the folder that `kernel_cache` names for the present state of all kernels, and compiled by
one process at a time.

**Counted references.** Counting references to arrays took three quarters of the time of kernels that hand many of them
on in tuples. numba's option `_nrt=False` leaves the counting out. That is safe here. Whatever would need it, a kernel
that allocates or draws random numbers, is refused by numba when it is compiled. The arrays that a kernel is given
belong to Python, which holds them until the call is over. The option has no documentation, so a test fails if a new
version of numba drops it.

**Arguments.** numba would compile a kernel anew for each width of a whole number, and for each constant, that other
kernels hand to it. All of them are handed on with 64 bits, and constants as any other number.

**Wrappers.** The option `no_cfunc_wrapper` leaves out one that only callers in C need: it takes 5 to 10 % of compiling.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast, overload

from numba import njit
from numba import types as numba_types
from numba.core import config as numba_config
from numpy.typing import NDArray

from generator.kernel_cache import cache_folder
from generator.kernel_sharing import share_cache

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

config: Any = numba_config
types: Any = numba_types


class Decorator(Protocol):
    """Compiles a function when it is first called, and keeps it on disk."""

    def __call__(self, function: Kernel) -> Kernel: ...


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(*, allocates: bool = False, inline: bool = False) -> Decorator: ...
def kernel(
    function: Kernel | None = None, *, allocates: bool = False, inline: bool = False
) -> Kernel | Callable[[Kernel], Kernel]:
    """Make a function a kernel.

    One that `allocates` says so. It must not be called by one that does not, which would pass its option on. With
    `inline` it becomes part of each kernel that calls it.
    """
    options: dict[str, Any] = {
        "_nrt": allocates,
        "inline": "always" if inline else "never",
        "no_cfunc_wrapper": True,
    }

    def compiled(function: Kernel) -> Kernel:
        outside, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
        try:
            made = njit(**options)(function)
            share_cache(made, function)
            _widen_arguments(made)
            return cast(Kernel, made)
        finally:
            config.CACHE_DIR = outside

    return compiled(function) if function is not None else compiled


def _widen_arguments(made: Any) -> None:
    """Let a kernel be compiled for the wide types of what other kernels hand to it."""
    template_of = made.get_call_template

    def wide_template(arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        return template_of(tuple(map(_wide, arguments)), {name: _wide(type_) for name, type_ in named.items()})

    made.get_call_template = wide_template


def _wide(type_: Any) -> Any:
    """The type of 64 bits for that of a signed number or a constant, also in a tuple; any other type as it is."""
    type_ = types.unliteral(type_)
    if isinstance(type_, types.Integer) and type_.signed:
        return types.int64
    if isinstance(type_, types.Tuple | types.UniTuple):
        return types.Tuple(tuple(map(_wide, type_)))
    return type_


@kernel
def copy_into(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy an array of one dimension as `target[:] = source` does, but without an array in between.

    target, source: any (n,).
    """
    for index in range(len(target)):
        target[index] = source[index]


@kernel
def are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays of one dimension and the same length are equal, without an array of truths in between.

    one, other: any (n,).
    """
    differences = 0
    for index in range(len(one)):
        differences += one[index] != other[index]
    return differences == 0
