"""A storm of kills: sessions on a cluster whose workers are killed all the time, against the same in one process.

Every two seconds one of the two workers gets SIGKILL; `cenote worker` starts another. The sessions are of the template,
with two islands, and each evaluation takes a tenth of a second longer, so that kills find something to break. What
counts is how many sessions are equal to the serial one in every generation, level, score and parent. `--runs` says how
many there are.
"""

import random
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from optimiser.executors import Where
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from tests.measured import decided
from tests.optimiser.evaluations import slow
from tests.optimiser.executors.clusters import DaskMachines, dask_machines

EVALUATIONS = 96
RUNS = 100
PAUSE = 2.0
"""Seconds from one kill to the next."""


def generations(where: Where) -> list[GenerationRecord]:
    """Everything that a session decides."""
    space = {"size": 7}
    settings = SessionSettings(
        family="template",
        space=space,
        seed=1,
        objective="deep",
        weights=PRESETS["deep"].weights,
        budget=1000,
        islands=2,
        migration=1,
    )
    kept: list[GenerationRecord] = []
    with Workers("template", space, settings.budget, where, slow) as workers:
        run(Session(settings), workers, Nowhere(), lambda session: session.evaluations >= EVALUATIONS, kept.append)
    return [
        replace(
            each,
            statistics=decided(each.statistics),
            events=[event for event in each.events if event.kind != "worker"],
        )
        for each in kept
    ]


class Nowhere:
    """A recorder that keeps nothing."""

    def record(self, _: GenerationRecord) -> None:
        """Generations are kept by whom they are told."""


@contextmanager
def storm(machines: DaskMachines) -> Iterator[list[int]]:
    """Kills go on meanwhile; how many there were is in the list."""
    kills, over, chance = [0], threading.Event(), random.Random(1)

    def kill() -> None:
        while not over.wait(PAUSE):
            kills[0] += machines.kill_workers(chance)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield kills
    finally:
        over.set()
        killer.join()


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    runs = parser.parse_args().runs
    serial, equal, begun = generations(0), 0, time.perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_machines(Path(folder, "logs"), 2) as machines,
        storm(machines) as kills,
    ):
        for _ in range(runs):
            equal += generations(machines.cluster) == serial
    seconds = time.perf_counter() - begun
    row = {"sessions": runs, "equal to the serial one": equal, "workers killed": kills[0], "seconds": seconds}
    report("kill_storm", "Sessions whose workers are killed every two seconds", [row])


if __name__ == "__main__":
    main()
