"""Clusters for tests: a real Dask scheduler and real workers, in processes of their own on this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import MappingProxyType

import psutil

from optimiser.executors.cluster import Cluster, TlsFiles
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]
PLAIN = TlsFiles()
SECONDS = PATIENCE
DASK = (sys.executable, "-m", "distributed.cli.dask_scheduler")
CENOTE = (sys.executable, "-m", "service.cli")


class DaskMachines:
    """A scheduler and its workers, whose standard error goes to files of a folder."""

    def __init__(self, folder: Path, tls: TlsFiles, environment: Mapping[str, str]) -> None:
        self._folder, self._tls, self._environment = folder, tls, environment
        self._scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = ""
        self.start_scheduler()

    @property
    def cluster(self) -> Cluster:
        """How a session names it."""
        return Cluster(self.address, 1.0, self._tls)

    @property
    def scheduler_pid(self) -> int:
        """The number of the scheduler's process."""
        assert self._scheduler is not None
        return self._scheduler.pid

    def start_scheduler(self) -> None:
        """Start the scheduler, at the address that it had before if there was one, and wait for it."""
        file = self._folder / "scheduler.json"
        file.unlink(missing_ok=True)
        port = self.address.rpartition(":")[2] or "0"
        options = ["--host=127.0.0.1", f"--port={port}", "--no-dashboard", f"--scheduler-file={file}"]
        protocol = "--protocol=tls" if self._tls.ca else "--protocol=tcp"
        self._scheduler = self._started(
            [*DASK, *options, protocol, *tls_options(self._tls)], "scheduler", self._environment
        )
        wait_until(file.exists)
        wait_until(lambda: file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def kill_scheduler(self) -> None:
        """Kill it, as a machine that breaks down does."""
        assert self._scheduler is not None
        self._scheduler.kill()
        self._scheduler.wait()

    def start_worker(self, count: int = 1, environment: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
        """Start `cenote worker` with so many processes; they join when they are ready."""
        options = ["worker", self.address, f"--workers={count}", "--family=template", "--reconnect=1"]
        worker = self._started(
            [*CENOTE, *options, *tls_options(self._tls)], f"worker-{len(self.workers)}", environment or {}
        )
        self.workers.append(worker)
        return worker

    def complaints(self, worker: int) -> str:
        """What a worker has written on its standard error."""
        return (self._folder / f"worker-{worker}").read_text()

    def kill_workers(self, chance: Random) -> int:
        """Kill one of the processes that evaluate, if there is one; `cenote worker` starts another."""
        found = [pid for worker in self.workers for pid in evaluating(worker.pid)]
        for pid in chance.sample(found, min(1, len(found))):
            os.kill(pid, signal.SIGKILL)
        return min(1, len(found))

    def close(self) -> None:
        """End everything."""
        for process in (*self.workers, self._scheduler):
            if process is not None and process.poll() is None:
                process.terminate()
        for process in (*self.workers, self._scheduler):
            if process is not None:
                process.wait(SECONDS)

    def _started(
        self, command: Sequence[str], name: str, environment: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        path = os.pathsep.join([*filter(None, [(environment or {}).get("PYTHONPATH")]), str(ROOT)])
        with (self._folder / name).open("ab") as log:
            return subprocess.Popen(
                command, env={**os.environ, "PYTHONPATH": path}, stdout=log, stderr=log, start_new_session=True
            )


@contextmanager
def dask_machines(
    folder: Path, workers: int, tls: TlsFiles = PLAIN, environment: Mapping[str, str] = MappingProxyType({})
) -> Iterator[DaskMachines]:
    """A running cluster with so many worker processes; `environment` is for the scheduler."""
    folder.mkdir()
    machines = DaskMachines(folder, tls, environment)
    try:
        if workers:
            machines.start_worker(workers)
            wait_until(lambda: machines.complaints(0).count("Registered to") == workers)
        yield machines
    finally:
        machines.close()


def tls_options(tls: TlsFiles) -> list[str]:
    """The files of an encrypted connection, as Dask's commands and ours take them."""
    files = {"--tls-ca-file": tls.ca, "--tls-cert": tls.certificate, "--tls-key": tls.key}
    return [f"{option}={path}" for option, path in files.items() if path is not None]


def evaluating(pid: int) -> list[int]:
    """The worker processes that a `cenote worker` has, the youngest last."""
    with suppress(psutil.NoSuchProcess):
        children = [child for child in psutil.Process(pid).children() if "spawn_main" in " ".join(child.cmdline())]
        return [child.pid for child in sorted(children, key=psutil.Process.create_time)]
    return []


def wait_until(met: Callable[[], bool]) -> None:
    """Wait for something that other processes do."""
    deadline = time.monotonic() + SECONDS
    while not met():
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.05)
