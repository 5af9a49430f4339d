"""Commands and sessions are seldom searched for garbage, and sessions leave everything else as it was."""

import gc
import subprocess
import sys
from contextlib import suppress

from optimiser.garbage import BETWEEN, seldom_collected

WORKER = """
import gc
from optimiser.garbage import BETWEEN, collect_seldom
collect_seldom()
print(gc.get_threshold()[0] == BETWEEN, gc.get_freeze_count() > 0)
"""
COMMAND = """
import gc
from optimiser.garbage import AT_FIRST, collected_late
try:
    with collected_late():
        print(gc.get_threshold()[0] == AT_FIRST, gc.get_freeze_count() == 0)
        raise SystemExit(3)
finally:
    print(gc.get_freeze_count() > 0)
"""


def test_the_program_around_a_session_is_searched_as_before():
    before = gc.get_threshold()
    with suppress(KeyboardInterrupt), seldom_collected():
        assert gc.get_threshold() == (BETWEEN, *before[1:])
        raise KeyboardInterrupt
    assert gc.get_threshold() == before


def test_a_worker_is_seldom_searched_until_its_end():
    told = subprocess.run([sys.executable, "-c", WORKER], capture_output=True, text=True, check=True)
    assert told.stdout == "True True\n"


def test_a_command_is_searched_late_and_not_at_its_end():
    told = subprocess.run([sys.executable, "-c", COMMAND], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (3, "True True\nTrue\n")
