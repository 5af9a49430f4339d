"""The kernels of a package, as the process has loaded them."""

import sys
from typing import Any

from numba.core.types import unliteral


def kernels_of(package: str) -> dict[str, Any]:
    """All kernels that are written in modules of a package, by their full names."""
    return {
        f"{module.__name__}.{name}": kernel
        for module in [*sys.modules.values()]
        if module.__name__.startswith(package) and module.__name__.endswith(("_kernels", "_kernel"))
        for name, kernel in vars(module).items()
        if hasattr(kernel, "signatures") and kernel.__module__ == module.__name__
    }


def types_of(kernel: Any) -> set[tuple[Any, ...]]:
    """What a kernel was compiled for; a number written in the call of another kernel is of the type of all numbers."""
    return {tuple(map(unliteral, types)) for types in kernel.signatures}


def compiled_twice(package: str) -> list[str]:
    """Those that were compiled for several types, but for `wide`, whose purpose that is."""
    return [
        name for name, kernel in kernels_of(package).items() if len(types_of(kernel)) > 1 and not name.endswith(".wide")
    ]
