"""Sessions as a user starts them, `cenote run`, with what they left in their database; and a recorder without one."""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from benchmarks.processors import adopt, processor_seconds, wait_for_all
from optimiser.recorder import GenerationRecord
from storage import queries
from storage.database import Database
from storage.queries import GenerationRow, LevelRow


@dataclass(frozen=True, slots=True)
class Ran:
    """The last pool of a session, best first, its generations, and what it took in seconds of all processors."""

    pool: Sequence[LevelRow]
    generations: Sequence[GenerationRow]
    seconds: float
    processor_seconds: float

    @property
    def evaluations(self) -> int:
        return self.generations[-1].evaluations

    @property
    def best(self) -> LevelRow:
        """The level whose depth, or proven lower bound of it, is the greatest."""
        return max(self.pool, key=lambda level: level.depth)


def ran(*arguments: str) -> Ran:
    """Run a session in a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/session.db"
        command = [str(Path(sys.executable).parent / "cenote"), "run", "--storage", url, *arguments]
        adopt()
        used, begun = processor_seconds(), monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = monotonic() - begun
        wait_for_all()
        used = processor_seconds() - used
        with Database.open_readonly(url) as database:
            return Ran(queries.pool(database, 1), queries.generations(database, 1), seconds, used)


class Unrecorded:
    """A recorder that keeps nothing."""

    def record(self, generation: GenerationRecord) -> None:
        """Forget a generation, after it was passed on to whoever asked for it."""
