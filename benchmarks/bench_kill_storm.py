"""A storm of kills: sessions on a cluster whose workers are killed all the time, against the same in one process.

Every two seconds, or every `--pause`, one of the two workers gets SIGKILL; `cenote worker` starts another. The sessions
are of the template, with two islands, and each evaluation takes a tenth of a second longer, so that kills find
something to break. What counts is how many sessions are equal to the serial one in every generation, level, score and
parent.
Every session that has ended is kept in results/kill_storm_sessions.csv at once, and the next run goes on from there
until there are `--runs`.
"""

import random
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import append, report, saved
from benchmarks.sessions import Unrecorded
from optimiser.executors import Where
from optimiser.executors.cluster import RECONNECT
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
TABLE = "kill_storm_sessions"


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
        run(Session(settings), workers, Unrecorded(), lambda session: session.evaluations >= EVALUATIONS, kept.append)
    return [
        replace(
            each,
            statistics=decided(each.statistics),
            events=[event for event in each.events if event.kind != "worker"],
        )
        for each in kept
    ]


@contextmanager
def storm(machines: DaskMachines, pause: float) -> Iterator[list[int]]:
    """Kills go on meanwhile; how many there were is in the list."""
    kills, over, chance = [0], threading.Event(), random.Random(1)

    def kill() -> None:
        while not over.wait(pause):
            kills[0] += machines.kill_workers(chance)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield kills
    finally:
        over.set()
        killer.join()


def rows() -> Iterator[dict[str, Any]]:
    """The table: a line for each pause."""
    for pause, sessions in groupby(sorted(saved(TABLE), key=pause_of), pause_of):
        kept = list(sessions)
        yield {
            "seconds between kills": pause,
            "sessions": len(kept),
            "equal to the serial one": sum(each["equal"] == "True" for each in kept),
            "workers killed": sum(int(each["killed"]) for each in kept),
            "seconds": sum(float(each["seconds"]) for each in kept),
        }


def pause_of(row: Mapping[str, str]) -> float:
    """The seconds between two kills of a session that was kept."""
    return float(row["pause"])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--pause", type=float, default=PAUSE)
    asked = parser.parse_args()
    before = sum(pause_of(row) == asked.pause for row in saved(TABLE))
    serial = generations(0)
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_machines(Path(folder, "logs"), 2) as machines,
        storm(machines, asked.pause) as kills,
    ):
        for _ in range(before, asked.runs):
            killed, begun = kills[0], time.perf_counter()
            equal = generations(replace(machines.cluster, minutes=RECONNECT)) == serial
            seconds = round(time.perf_counter() - begun, 1)
            append(TABLE, {"pause": asked.pause, "equal": equal, "killed": kills[0] - killed, "seconds": seconds})
    report("kill_storm", "Sessions whose workers are killed all the time", list(rows()))


if __name__ == "__main__":
    main()
