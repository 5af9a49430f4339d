"""What a cluster costs: a call, and many workers.

A scheduler and workers run in processes of their own on this machine, as users start them. First calls that do
nothing. Then 64 workers of one thread each, all in one process, sleep instead of evaluating for a session with 64
islands: how much of 64 times one worker that is, and what the scheduler and the session spend.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import psutil

from benchmarks.napping import slept_over
from benchmarks.report import report
from benchmarks.sessions import Unrecorded
from optimiser.executors import Cluster, executor_at
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from tests.optimiser.executors.calls import nap, nothing
from tests.optimiser.executors.clusters import DaskMachines, dask_machines

CALLS = 300
SLEEPERS = 64
FILLING, MEASURED = 2, 5
"""Generations of the sleepers: those after which all are busy, and those that count."""


def calls(machines: DaskMachines) -> list[dict[str, Any]]:
    """What a call costs that does nothing."""
    with closing(executor_at(machines.cluster, nothing)) as executor:
        executor.submit(nap, 0.0).result()
        begun, scheduler, session = time.perf_counter(), spent(machines), time.process_time()
        for call in [executor.submit(nap, 0.0) for _ in range(CALLS)]:
            call.result()
        seconds = time.perf_counter() - begun
        cores = (spent(machines) - scheduler) / seconds, (time.process_time() - session) / seconds
    return [row("one call that does nothing", seconds / CALLS, *cores)]


def sleepers(machines: DaskMachines) -> list[dict[str, Any]]:
    """Many workers that sleep, and as many islands; the first generations fill the workers and do not count."""
    settings = SessionSettings(
        family="template",
        space={"size": 7},
        seed=1,
        objective="deep",
        weights=PRESETS["deep"].weights,
        budget=1000,
        islands=SLEEPERS,
    )
    cluster, session = Cluster(machines.address, tell=print), Session(settings)
    begun: dict[str, float] = {}
    naps = 0.0

    def count(record: GenerationRecord) -> None:
        nonlocal naps
        if record.number == FILLING:
            begun.update(at=time.perf_counter(), scheduler=spent(machines), session=time.process_time())
        elif record.number > FILLING:
            naps += record.statistics["solving_seconds"]

    with napping(machines.address):
        while places(machines) < SLEEPERS:
            time.sleep(1)
        with Workers("template", settings.space, settings.budget, cluster, slept_over) as workers:
            run(session, workers, Unrecorded(), lambda session: session.generation >= FILLING + MEASURED, count)
            seconds = time.perf_counter() - begun["at"]
    cores = (spent(machines) - begun["scheduler"]) / seconds, (time.process_time() - begun["session"]) / seconds
    share = 100 * naps / SLEEPERS / seconds
    what = f"{MEASURED * SLEEPERS * settings.batch} naps by {SLEEPERS} workers for {SLEEPERS} islands"
    return [row(f"{what}: {share:.0f} % of {SLEEPERS} times one worker", seconds, *cores)]


def places(machines: DaskMachines) -> int:
    """How many workers a cluster has."""
    with closing(executor_at(Cluster(machines.address, tell=print), nothing)) as executor:
        return executor.places


def row(what: str, seconds: float, scheduler: float, session: float) -> dict[str, Any]:
    """A row of the table."""
    return {
        "what": what,
        "seconds": seconds,
        "cores of scheduler": scheduler,
        "cores of session": session,
    }


def spent(machines: DaskMachines) -> float:
    """Processor seconds of the scheduler so far."""
    times = psutil.Process(machines.scheduler_pid).cpu_times()
    return float(times.user + times.system)


@contextmanager
def napping(address: str) -> Iterator[None]:
    """A process with many workers."""
    process = subprocess.Popen([sys.executable, __file__, address], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def work(address: str) -> None:
    """Be many workers of one thread each."""
    from distributed import Worker

    workers = [Worker(address, nthreads=1, dashboard=False, memory_limit=0) for _ in range(SLEEPERS)]
    await asyncio.gather(*workers)
    await asyncio.gather(*(worker.finished() for worker in workers))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with dask_machines(Path(folder, "two"), 2) as machines:
            rows = calls(machines)
        with dask_machines(Path(folder, "many"), 0) as machines:
            rows += sleepers(machines)
    report("cluster", "Sessions on a cluster", rows, packages=("cenote", "numba", "numpy", "dask", "distributed"))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(work(sys.argv[1]))
    else:
        main()
