"""The decorator of kernels: where compiled code is kept, and how kernels do without counted references.

**Compiled code** is kept in the folder that `kernel_cache` names for the present state of all kernels, and compiled by
one process at a time.

**Counted references.** Counting references to arrays took three quarters of the time of kernels that hand many of them
on in tuples. numba's option `_nrt=False` leaves the counting out. That is safe here. Whatever would need it, a kernel
that allocates or draws random numbers, is refused by numba when it is compiled. The arrays that a kernel is given
belong to Python, which holds them until the call is over. The option has no documentation, so a test fails if a new
version of numba drops it.

**Calls.** A kernel hands a tuple of arrays to another one array by array, each as seven words on the stack. With the
tuples of a search that is some 400 words a call, and took 40 % of the time of the search for the least pushes. A kernel
that is called for every state is therefore `merged`. That is done by LLVM, so its Python need not be typed anew for
each caller, as it is where numba does it (`inline`).

**Wrappers.** The option `no_cfunc_wrapper` leaves out one that only callers in C need: it takes 5 to 10 % of compiling.
Code for other kernels goes without still more, see `linked_kernels`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar, cast, overload

from numba import njit
from numpy.typing import NDArray

from generator.kernel_flags import compare_what_is_set
from generator.kernel_sharing import LinkedCache, SharedCache, share_cache
from generator.linked_kernels import LinkedKernel

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

compare_what_is_set()


class Decorator(Protocol):
    """Compiles a function when it is first called, and keeps it on disk."""

    def __call__(self, function: Kernel) -> Kernel: ...


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(*, allocates: bool = False, inline: bool = False, merged: bool = False) -> Decorator: ...
def kernel(
    function: Kernel | None = None, *, allocates: bool = False, inline: bool = False, merged: bool = False
) -> Kernel | Callable[[Kernel], Kernel]:
    """Make a function a kernel.

    One that `allocates` says so. It must not be called by one that does not, which would pass its option on. With
    `inline` it becomes part of each kernel that calls it; if it is `merged`, only its compiled code does.
    """
    options: dict[str, Any] = {
        "_nrt": allocates,
        "inline": "always" if inline else "never",
        "forceinline": merged,
        "no_cfunc_wrapper": True,
    }

    def compiled(function: Kernel) -> Kernel:
        made = njit(**options)(function)
        share_cache(made, SharedCache)
        _link(made)
        return cast(Kernel, made)

    return compiled(function) if function is not None else compiled


def _link(made: Any) -> None:
    """Let other kernels that call a kernel find what is compiled for them; `linked` makes it for the first of them."""

    @cache
    def linked() -> Any:
        for_others: Any = LinkedKernel(made)
        share_cache(for_others, LinkedCache)
        return for_others

    made.linked = linked
    made.get_call_template = lambda arguments, named: linked().get_call_template(arguments, named)
    made.get_overload = lambda signature: linked().get_overload(signature)


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
