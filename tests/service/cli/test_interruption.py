"""Ctrl-C is heard whenever it comes."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

PROGRAM = """
import signal, time
import service.cli

class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def work(prog_name):
    Dropped()
    time.sleep(100)

service.cli.cli = work
service.cli.main()
"""


def test_ctrl_c_while_a_library_cleans_up_is_not_lost() -> None:
    """Python lets no exception out of `__del__`, nor out of what is called back by compiled code."""
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert "KeyboardInterrupt" in ended.stderr
