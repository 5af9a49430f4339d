"""Evaluations and states a second with one worker and with two, and what is spent outside solving.

One session of fixed length, recorded in a real database, without the start of the workers: both runs do the same work
and end with the same pool. The share outside is the workers' time that was not spent in generate, solve and measure.
"""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from generator import get_declaration
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session

EVALUATIONS = 480
WORKERS = (1, 2)


def measure(processes: int, folder: str) -> tuple[dict[str, object], list[str]]:
    """Run the session; the row of the table and the keys of the pool."""
    declaration = get_declaration("sokoban")
    space = declaration.space({"type": ["b"], "size": [5]})
    settings = SessionSettings(
        family="sokoban",
        space=space,
        seed=1,
        objective="deep",
        weights=PRESETS["deep"].weights,
        budget=declaration.budget(space),
        program="benchmark",
    )
    session = Session(settings)
    nodes, seconds = 0.0, 0.0

    def count(record: GenerationRecord) -> None:
        nonlocal nodes, seconds
        nodes += record.statistics["nodes"]
        seconds += record.statistics["solving_seconds"]

    with Database.create(f"sqlite:///{folder}/{processes}.db") as database:
        recorder = DatabaseRecorder(database, start_session(database, settings))
        with Workers(settings.family, space, settings.budget, processes) as workers:
            started = perf_counter()
            run(session, workers, recorder, lambda session: session.evaluations >= EVALUATIONS, count)
            elapsed = perf_counter() - started
    row = {
        "workers": str(processes),
        "evaluations": session.evaluations,
        "seconds": elapsed,
        "evaluations/s": session.evaluations / elapsed,
        "million states/s": nodes / elapsed / 1e6,
        "outside solving %": 100 * (1 - seconds / processes / elapsed),
    }
    return row, [member.identity for member in session.pool.ranked()]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows, pools = zip(*(measure(processes, folder) for processes in WORKERS), strict=True)
    assert all(pool == pools[0] for pool in pools), "the number of workers changed the session"
    report("workers", f"{EVALUATIONS} evaluations of type b, size 5, recorded in a database", list(rows))


if __name__ == "__main__":
    main()
