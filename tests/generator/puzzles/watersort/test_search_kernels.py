"""How often kernels are compiled."""

import subprocess
import sys

from generator import Request, get_family
from tests.generator.puzzles.compiled import compiled_twice

FAMILY = get_family("watersort")

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


def test_every_kernel_is_compiled_once():
    assert FAMILY.solve(FAMILY.parse("dcba..\nabcd..\nbadc.."), 10_000, Request()).proven
    assert compiled_twice("generator.puzzles.watersort.") == []
