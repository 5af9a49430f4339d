"""On Linux, worker processes are copies of one that has loaded what they need."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from multiprocessing import forkserver

import psutil
import pytest

from optimiser.executors.processes import Processes
from tests.optimiser.executors.calls import nothing, process_of
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every worker process begins from nothing"),
]

SCRIPT = """
from optimiser.workers import Workers

if __name__ == "__main__":
    with Workers("template", {"size": 5}, 1000, 1):
        print("ready")
"""
SHARED = """
import multiprocessing, os, signal
from optimiser.workers import Workers

if __name__ == "__main__":
    other = multiprocessing.get_context("forkserver").Process(target=print)
    other.start()
    other.join()
    with Workers("template", {"size": 5}, 1000, 1) as workers:
        (worker,) = multiprocessing.active_children()
        os.kill(worker.pid, signal.SIGINT)
        worker.join(0.5)
        print(worker.is_alive())
"""
TRAP = """
from pathlib import Path

Path("trapped").touch()
"""


def test_the_process_that_workers_are_copies_of_is_replaced_with_them():
    with closing(Processes(2, nothing)) as executor:
        before = psutil.Process(executor.submit(process_of).result())
        origin = before.parent()
        assert origin.pid != os.getpid()
        os.kill(origin.pid, signal.SIGKILL)
        before.wait(PATIENCE)
        (after,) = {executor.alone(2, process_of) for _ in range(2)}
        assert psutil.Process(after).ppid() not in (origin.pid, os.getpid())
        assert executor.submit(process_of).result() not in (before.pid, after)


@pytest.mark.parametrize("pause", [0.0, 0.01, 0.05])
def test_workers_begin_while_the_process_that_they_are_copies_of_ends(pause):
    with closing(Processes(1, nothing)) as executor:
        executor.start()
    # Who asks for a copy and is gone before it begins leaves that process with an error of which it dies.
    with suppress(ConnectionError), socket.socket(socket.AF_UNIX) as gone:
        gone.connect(forkserver._forkserver._forkserver_address)
    time.sleep(pause)
    with closing(Processes(1, nothing)) as executor:
        executor.start()
        assert executor.submit(process_of).result() != os.getpid()


def test_no_module_is_taken_from_the_working_directory(tmp_path):
    (tmp_path / "work").mkdir()
    for module in ("numba", "generator"):
        (tmp_path / "work" / f"{module}.py").write_text(TRAP)
    (tmp_path / "evaluate.py").write_text(SCRIPT)
    told = subprocess.run(
        [sys.executable, tmp_path / "evaluate.py"], cwd=tmp_path / "work", capture_output=True, text=True
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "ready\n", "")
    assert not (tmp_path / "work/trapped").exists()


def test_ctrl_c_does_not_reach_workers_whose_origin_others_have_begun(tmp_path):
    (tmp_path / "evaluate.py").write_text(SHARED)
    told = subprocess.run([sys.executable, tmp_path / "evaluate.py"], capture_output=True, text=True)
    assert (told.returncode, told.stdout.split(), told.stderr) == (0, ["True"], "")


def test_a_folder_for_temporary_files_with_a_long_name_does_no_harm(tmp_path):
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    (tmp_path / "evaluate.py").write_text(SCRIPT)
    told = subprocess.run(
        [sys.executable, tmp_path / "evaluate.py"],
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "ready\n", "")
