"""What a session spends outside of solving: breeding, taking levels in, and recording them.

Each session runs in one process with a real database, as `cenote run --workers 0` does, after one that warms it up.
Solving is what `generate`, `solve` and `measure` take.
"""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from generator import get_declaration
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from service.sessions.evolution import GATHERED
from service.sessions.objectives import AskedObjective, session_objective
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session

SUBJECTS: Mapping[str, tuple[str, Mapping[str, Any], int]] = {
    "b 4": ("sokoban", {"type": ["b"], "size": [4]}, 6000),
    "b 5": ("sokoban", {"type": ["b"], "size": [5]}, 800),
    "free 7x7, 3 boxes": ("sokoban", {"type": ["free"], "rows": [7], "cols": [7], "boxes": [3]}, 16),
    "Linjat hard": ("linjat", {"mode": "hard"}, 16),
    "water sort 12 x 4 + 2": ("watersort", {"colours": [12], "capacity": 4, "empty": [2]}, 2000),
}
"""Family, settings and evaluations."""

WARM = 16


def main() -> None:
    """Measure all subjects, one after the other."""
    rows = [_row(name, *subject) for name, subject in SUBJECTS.items()]
    report("outside", "What sessions in one process spend outside of solving", rows)


def _row(name: str, family: str, settings: Mapping[str, Any], evaluations: int) -> dict[str, Any]:
    _seconds(family, settings, WARM)
    solving, elapsed = _seconds(family, settings, evaluations)
    return {
        "session": name,
        "evaluations": evaluations,
        "seconds": elapsed,
        "evaluations/s": evaluations / elapsed,
        "outside ms an evaluation": 1000 * (elapsed - solving) / evaluations,
        "outside %": 100 * (1 - solving / elapsed),
    }


def _seconds(family: str, settings: Mapping[str, Any], evaluations: int) -> tuple[float, float]:
    """Of a session of so many evaluations: the seconds of solving, and all of them."""
    session = Session(_settings(family, settings))
    solving = 0.0

    def count(record: GenerationRecord) -> None:
        nonlocal solving
        solving += record.statistics["solving_seconds"]

    with tempfile.TemporaryDirectory() as folder, Database.create(f"sqlite:///{folder}/session.db") as database:
        recorder = DatabaseRecorder(database, start_session(database, session.settings), gather=GATHERED)
        with Workers(family, session.settings.space, session.settings.budget, 0) as workers:
            started = perf_counter()
            run(session, workers, recorder, lambda session: session.evaluations >= evaluations, count)
            return solving, perf_counter() - started


def _settings(family: str, settings: Mapping[str, Any]) -> SessionSettings:
    declaration = get_declaration(family)
    space = declaration.space(settings)
    objective = session_objective(family, space, AskedObjective())
    return SessionSettings(
        family=family,
        space=space,
        seed=1,
        objective=objective.name,
        weights=objective.weights,
        budget=declaration.budget(space),
        program="benchmark",
    )


if __name__ == "__main__":
    main()
