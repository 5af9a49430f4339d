"""The kernels of a package, as the process has loaded them."""

import sys
from typing import Any

FOR_ANY_TYPE = ("copy_into", "are_equal")
"""Kernels whose purpose it is to be compiled for several types."""


def kernels_of(package: str) -> dict[str, Any]:
    """All kernels that are written in modules of a package, by their full names."""
    return {
        f"{module.__name__}.{name}": kernel
        for module in [*sys.modules.values()]
        if module.__name__.startswith(package) and module.__name__.endswith(("_kernels", "_kernel"))
        for name, kernel in vars(module).items()
        if hasattr(kernel, "signatures") and kernel.__module__ == module.__name__
    }


def compiled_twice(package: str) -> list[str]:
    """Those that were compiled for several types, for Python or for other kernels; some must have been compiled.

    Those whose purpose that is do not count.
    """
    found = kernels_of(package)
    assert any(kernel.signatures for kernel in found.values()), "nothing was compiled"
    return [
        name
        for name, kernel in found.items()
        if max(len(kernel.signatures), len(kernel.linked().signatures)) > 1
        and name.rpartition(".")[2] not in FOR_ANY_TYPE
    ]
