"""A session of weeks, in little time: a million generations of a family whose evaluations cost nothing.

The session is a process of its own, without workers, as is the service that answers for its pages. At some generations
the session is halted and looked at: memory, descriptors, log, database by tables, and how long it takes to open it, to
make a generation, to answer commands and pages. Options: --generations, --keep, --batch; --real SECONDS runs the main
job, b 5x5, in its place, with --workers, and looks at it every few minutes.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from storage.connection import log_of
from storage.database import Database
from storage.queries import get_session
from storage.recorder import load_snapshot
from tests.installing import install, search_path

CENOTE = str(Path(sys.executable).with_name("cenote"))
SESSION = "/sessions/1"
PAGES = ("/sessions", SESSION, "/levels?session=1", "/api/sessions/1")
COMMANDS = (("sessions",), ("best", "--session", "1"))
LOOKS = (1000, 3000, 10_000, 30_000, 60_000, *range(100_000, 1_000_000, 100_000))
"""Generations behind which a session is looked at, besides the last one."""
ROUNDS = 3
LATELY = 1000
"""Generations by which the time of one is told."""
REAL_LOOKS = 8

Figures = dict[str, Any]


class Running:
    """A session in a process of its own, and the service beside it."""

    def __init__(self, folder: Path, arguments: list[str]) -> None:
        self.path = folder / "weeks.db"
        self.url = f"sqlite:///{self.path}"
        self.environment = {**os.environ, "PYTHONPATH": search_path(folder / "site"), "CENOTE_STORAGE": self.url}
        Database.create(self.url).close()
        self.session = self._begun("run", "--quiet", *arguments)
        self.service = self._begun("serve", "--port", "0", out=subprocess.PIPE)
        assert self.service.stdout is not None
        self.address = next(word for line in self.service.stdout for word in line.split() if word.startswith("http"))

    def _begun(self, *arguments: str, out: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
        return subprocess.Popen([CENOTE, *arguments], stdout=out, text=True, env=self.environment)

    def generation(self) -> int:
        """How far it is; 0 before there is one."""
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT coalesce(max(generation), 0) FROM sessions").fetchone()[0])

    def await_generation(self, number: int) -> None:
        """Return when the session is so far, or has ended."""
        while self.session.poll() is None and self.generation() < number:
            sleep(0.2)

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Nothing of the session goes on meanwhile."""
        os.kill(self.session.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.session.pid, signal.SIGCONT)

    def end(self) -> None:
        for process in (self.session, self.service):
            process.send_signal(signal.SIGINT)
            process.wait()


def look(running: Running) -> Figures:
    """Everything that may grow, and how long it takes to look."""
    with Database.open_readonly(running.url) as database, database.read() as connection:
        lately = (
            connection.exec_driver_sql(
                "SELECT created_at FROM generations WHERE session_id = 1 ORDER BY number DESC LIMIT ?", (LATELY,)
            )
            .scalars()
            .all()
        )
        row = get_session(database, 1)
        snapshot = load_snapshot(database, 1)
    processes = {"session": running.session.pid, "service": running.service.pid, **_workers(running.session.pid)}
    return {
        "generation": row.generation,
        "evaluations": row.evaluations,
        "MB of the session": _megabytes(running.session.pid),
        "descriptors": _descriptors(running.session.pid),
        "MB of the log": log_of(running.path).stat().st_size / 1e6,
        "MB of the database": running.path.stat().st_size / 1e6,
        "bytes an evaluation": running.path.stat().st_size / max(row.evaluations, 1),
        "snapshot, KB": len(json.dumps(snapshot)) / 1e3,
        "open, ms": _milliseconds(partial(_opened, running.url)),
        "generation, ms": _usual_step(lately) * 1000,
        **{f"{' '.join(command)}, ms": _milliseconds(partial(_told, running, *command)) for command in COMMANDS},
        **{f"{page}, ms": _milliseconds(partial(_got, running, page)) for page in PAGES},
        "processes": {
            name: {"MB": _megabytes(process), "descriptors": _descriptors(process)}
            for name, process in processes.items()
        },
        "tables, MB": _tables(running.path),
        "rows": _rows(running.path),
    }


def _workers(session: int) -> dict[str, int]:
    found = Path(f"/proc/{session}/task/{session}/children").read_text(encoding="ascii").split()
    return {f"child {number}": int(process) for number, process in enumerate(found, 1)}


def _megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS")), 0.0)


def _descriptors(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def _opened(url: str) -> None:
    with Database.open_readonly(url) as database:
        get_session(database, 1)
        load_snapshot(database, 1)


def _told(running: Running, *command: str) -> None:
    subprocess.run([CENOTE, *command], env=running.environment, stdout=subprocess.DEVNULL, check=True)


def _got(running: Running, page: str) -> None:
    with urllib.request.urlopen(running.address.rstrip("/") + page) as answer:
        answer.read()


def _milliseconds(call: Callable[[], None]) -> float:
    """The longest of some times: the service answers again with what it has just made."""
    measured = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        call()
        measured.append(1000 * (perf_counter() - begun))
    return max(measured)


def _usual_step(times: Sequence[str]) -> float:
    """The usual seconds from one time to the one before; halts in which somebody looked are rare."""
    moments = [datetime.fromisoformat(time) for time in times]
    steps = [(later - earlier).total_seconds() for later, earlier in pairwise(moments)]
    return median(steps) if steps else 0.0


def _tables(path: Path) -> dict[str, float]:
    query = (
        "SELECT tbl_name, sum(pgsize) / 1e6 FROM dbstat JOIN sqlite_schema USING (name) "
        "GROUP BY tbl_name HAVING sum(pgsize) > 100000 ORDER BY 2 DESC"
    )
    return dict(_asked(path, query))


def _rows(path: Path) -> dict[str, int]:
    tables = ("levels", "lineage", "evaluations", "generations", "events", "archive_cells", "scores", "rediscoveries")
    return {table: _asked(path, f"SELECT count(*) FROM {table}")[0][0] for table in tables}


def _asked(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


def simulated(asked: Namespace, folder: Path) -> Iterator[Figures]:
    install("idle", {"cenote.families": {"idle": "benchmarks.idle"}}, folder / "site")
    arguments = ["--family", "idle", "--seed", "1", "--workers", "0", "--batch", asked.batch, "--keep", asked.keep]
    running = Running(folder, [*map(str, arguments), "--evaluations", str(2 * asked.generations * asked.batch)])
    for number in (*(look for look in LOOKS if look < asked.generations), asked.generations):
        running.await_generation(number)
        with running.halted():
            yield look(running)
    running.end()


def real(asked: Namespace, folder: Path) -> Iterator[Figures]:
    arguments = ["--type", "b", "--size", "5", "--seed", "1", "--workers", str(asked.workers)]
    running = Running(folder, [*arguments, "--keep", asked.keep])
    begun = monotonic()
    for number in range(1, REAL_LOOKS + 1):
        sleep(max(0.0, begun + number * asked.real / REAL_LOOKS - monotonic()))
        yield {"minutes": (monotonic() - begun) / 60, **look(running)}
    running.end()


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=1_000_000)
    parser.add_argument("--keep", default="pool+archive")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--real", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="of the real session")
    asked = parser.parse_args()
    kept = asked.keep.replace("+", "_and_")
    name = f"weeks_real_{kept}" if asked.real else f"weeks_{kept}"
    what = (
        f"b 5x5, workers: {asked.workers}"
        if asked.real
        else f"Generations of {asked.batch} evaluations that cost nothing"
    )
    found: list[Figures] = []
    with tempfile.TemporaryDirectory() as folder:
        for figures in (real if asked.real else simulated)(asked, Path(folder)):
            found.append(figures)
            report(name, f"{what}, --keep {asked.keep}", found, HIDDEN)


HIDDEN = ("processes", "tables, MB", "rows", "descriptors", "evaluations")

if __name__ == "__main__":
    main()
