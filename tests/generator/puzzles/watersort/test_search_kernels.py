"""How often kernels are compiled."""

import subprocess
import sys

import pytest

from generator.puzzles.watersort import position_kernels, search_kernels

COMPILED_LATER = """
from generator import Request, get_family
from generator.puzzles.watersort import position_kernels, search_kernels
both = {**vars(position_kernels), **vars(search_kernels)}
kernels = [one for one in both.values() if hasattr(one, "signatures")]
family = get_family("watersort")
family.warm_solver(Request())
warm = [len(kernel.signatures) for kernel in kernels]
level = family.parse("dcba..\\nabcd..\\nbadc..")
solution = family.solve(level, 10_000)
family.measure(level, solution)
family.solve(level, 10_000, Request("any"))
print([kernel.__name__ for kernel, before in zip(kernels, warm) if len(kernel.signatures) > before], sum(warm) > 0)
"""


def test_a_warm_solver_has_nothing_left_to_compile():
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER], capture_output=True, text=True, check=True)
    assert told.stdout == "[] True\n"


@pytest.mark.parametrize("kernels", [position_kernels, search_kernels])
def test_every_kernel_is_compiled_once(kernels):
    for name, kernel in vars(kernels).items():
        if getattr(kernel, "__module__", "") == kernels.__name__ and hasattr(kernel, "signatures"):
            assert len(kernel.signatures) <= 1, name
