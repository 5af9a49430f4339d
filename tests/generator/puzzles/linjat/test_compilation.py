"""Kernels of Linjat are compiled for one type each: another one would cost every session seconds."""

import subprocess
import sys

EVERYTHING = """
from generator import get_family
from optimiser.evaluation import appraised, record_of, solved
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.linjat.spaces import levels_in

family = get_family("linjat")
small = {"mode": "expert", "rows": [6], "cols": [5], "numbers": [6], "effort": 20}
for settings in ({"mode": "easy", "effort": 5}, small):
    for level in levels_in(settings, 3):
        record_of(family, level, {}, solved(family, level, 10_000), appraised)
print(*compiled_twice("generator.puzzles.linjat."))
"""


def test_each_kernel_is_compiled_for_one_type() -> None:
    done = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True)
    assert (done.stdout.split(), done.returncode) == ([], 0), done.stderr
