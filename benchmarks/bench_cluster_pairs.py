"""Two workers of a cluster against two local processes: seconds, and the processor time of every process.

A scheduler and two workers run in processes of their own on this machine, as users start them. Sessions of b 5 go in
pairs, one here and one there, and the median of each column counts. The first generations fill the workers and do not
count. Other work on the machine makes pairs slower, but hardly changes their processor time. `--evaluations` and
`--pairs` make it smaller.
"""

import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import psutil

from benchmarks.report import report
from benchmarks.sessions import Unrecorded
from generator import get_declaration
from optimiser.executors import Where
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from tests.optimiser.executors.clusters import DaskMachines, dask_machines, evaluating

FILLING = 4
"""Generations after which all workers are busy."""
HERE, THERE = "two local processes", "two workers of a cluster"
COLUMNS = ("seconds", "workers", "scheduler", "session", "processor seconds", "faults of memory")

Figures = dict[str, float]


def main_job() -> SessionSettings:
    """A session of type b, size 5."""
    declaration = get_declaration("sokoban")
    space = declaration.space({"type": ["b"], "size": [5]})
    return SessionSettings(
        family="sokoban",
        space=space,
        seed=1,
        objective="deep",
        weights=PRESETS["deep"].weights,
        budget=declaration.budget(space),
        program="benchmark",
    )


class Meter:
    """The time that has gone by, and what processes have spent and been given meanwhile."""

    def __init__(self, processes: Mapping[str, set[int]]) -> None:
        self._processes = processes
        self._before: Figures = {}

    def begin(self) -> None:
        """From now on it counts."""
        self._before = self._now()

    def read(self) -> Figures:
        """What has been since the beginning."""
        return {name: figure - self._before[name] for name, figure in self._now().items()}

    def _now(self) -> Figures:
        spent = {name: processor_seconds(found) for name, found in self._processes.items()}
        faults = faults_of(self._processes["workers"])
        total = sum(spent.values())
        return {"seconds": time.perf_counter(), **spent, "processor seconds": total, "faults of memory": faults}


def measured(where: Where, evaluations: int, machines: DaskMachines) -> tuple[Figures, list[str]]:
    """What a session takes once all workers are busy, and what it finds."""
    settings = main_job()
    session, before = Session(settings), children()
    with Workers(settings.family, settings.space, settings.budget, where) as workers:
        workers.collect(workers.submit([candidate.brood for candidate in Session(settings).ask()]))
        local = isinstance(where, int)
        meter = Meter(
            {
                "workers": children() - before if local else of_cluster(machines),
                "scheduler": set() if local else {machines.scheduler_pid},
                "session": {os.getpid()},
            }
        )

        def begin(record: GenerationRecord) -> None:
            if record.number == FILLING:
                meter.begin()

        run(session, workers, Unrecorded(), lambda session: session.evaluations >= evaluations, begin)
        return meter.read(), [member.identity for member in session.pool.ranked()]


def children() -> set[int]:
    """The processes that this one has begun, and theirs."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


def of_cluster(machines: DaskMachines) -> set[int]:
    """The workers of the cluster, and what keeps them."""
    keepers = [worker.pid for worker in machines.workers]
    return {*keepers, *(pid for keeper in keepers for pid in evaluating(keeper))}


def processor_seconds(processes: Iterable[int]) -> float:
    """What processes have spent so far."""
    times = [psutil.Process(process).cpu_times() for process in processes]
    return float(sum(each.user + each.system for each in times))


def faults_of(processes: Iterable[int]) -> int:
    """How often processes had to be given a page of memory so far."""
    after_name = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(fields[7]) for fields in after_name)


def rows(pairs: Mapping[str, list[Figures]]) -> list[dict[str, Any]]:
    """The medians, and of each pair by how much the cluster takes more."""
    local = pairs[HERE]
    return [
        {
            "where": name,
            **{column: median(each[column] for each in found) for column in COLUMNS},
            "time against local %": 100 * median(ratios(found, local, "seconds")),
            "processor time against local %": 100 * median(ratios(found, local, "processor seconds")),
            "pairs": found,
        }
        for name, found in pairs.items()
    ]


def ratios(found: list[Figures], local: list[Figures], column: str) -> list[float]:
    """One figure of each pair beside that of the local processes."""
    return [there[column] / here[column] for here, there in zip(local, found, strict=True)]


def compared(asked: Namespace, machines: DaskMachines) -> dict[str, list[Figures]]:
    """Pairs of sessions, after one that does not count; all find the same."""
    pairs: dict[str, list[Figures]] = {HERE: [], THERE: []}
    pools = []
    for number in range(asked.pairs + 1):
        for name, where in ((HERE, 2), (THERE, machines.cluster)):
            found, pool = measured(where, asked.evaluations if number else 96, machines)
            if number:
                pairs[name].append(found)
                pools.append(pool)
    assert all(pool == pools[0] for pool in pools), "the cluster changed the session"
    return pairs


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--evaluations", type=int, default=640)
    parser.add_argument("--pairs", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, dask_machines(Path(folder, "two"), 2) as machines:
        found = compared(asked, machines)
    title = f"{asked.evaluations} evaluations of type b, size 5, in {asked.pairs} pairs"
    report("cluster_pairs", title, rows(found), ("pairs",), ("cenote", "numba", "numpy", "dask", "distributed"))


if __name__ == "__main__":
    main()
