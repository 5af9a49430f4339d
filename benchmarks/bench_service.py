"""Visitors of the service beside a running session: what they wait for, and what they cost the session.

The session's speed is that of its search, in nodes a second. A turn with visitors is compared with those without them
before and after it, since levels differ and machines are noisy. Fifty visitors watch the session live and think ten
seconds between two pages; two hundred think one second.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time, sleep
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop

from benchmarks.report import report
from benchmarks.visitors import Crowd, Visits, visit
from storage.database import Database
from storage.queries import generations

CENOTE = str(Path(sys.executable).parent / "cenote")
TURNS = 3
SECONDS = 35.0
"""Seconds of a turn without visitors, and of one with them."""
WARMING = 40.0
LOOKING_ROUND = 15.0
"""Seconds in which one visitor looks at pages before anything is measured: the first picture loads numba."""
PAGES = (
    "/sessions",
    "/sessions/1",
    "/levels",
    "/levels?order=-depth&type=b",
    "/levels/1",
    "/levels/5",
    "/levels/1/picture.svg",
    "/contests",
    "/play/levels/2",
    "/curation",
)


class Audience(NamedTuple):
    """So many visitors, who think for so many seconds on average; each follows the stream, where one is named."""

    visitors: int
    thinking: float
    stream: str | None = None


CALM, BUSY = Audience(50, 10.0, "/sessions/1/stream"), Audience(200, 1.0)


def main() -> None:
    """Measure beside a session, and then how many pages the service has in it at most."""
    _report_beside_a_session("visitors", CALM)
    _report_beside_a_session("busy_visitors", BUSY)
    _report_throughput()


def _report_beside_a_session(name: str, audience: Audience) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/levels.db"
        running = [CENOTE, "run", "--preset", "b5", "--seed", "7", "--minutes", "60", "--quiet", "--storage", url]
        with _process(running), _served(url) as (port, service):
            sleep(WARMING)
            uvloop.run(visit(Crowd(port, 1, 0.0, PAGES), LOOKING_ROUND))
            used = _processor_seconds(service), process_time()
            alone = [_alone(url)]
            turns = []
            for _ in range(TURNS):
                turns.append(_visited(url, port, audience))
                alone.append(_alone(url))
            used = _processor_seconds(service) - used[0], process_time() - used[1]
    beside = Visits(
        [seconds for visits, _ in turns for seconds in visits.seconds],
        sum(visits.failures for visits, _ in turns),
        sum(visits.events for visits, _ in turns),
    )
    rows = [
        {"turn": number, "alone": sum(around) / 2, "with visitors": busy}
        for number, (around, (_, busy)) in enumerate(zip(pairwise(alone), turns, strict=True), 1)
    ]
    costs = {
        "cost to the session %": 100 * (1 - sum(busy for _, busy in turns) / sum(row["alone"] for row in rows)),
        **{
            f"{process}, % of two cores": 100 * seconds / (2 * TURNS * SECONDS)
            for process, seconds in zip(("service", "visitors"), used, strict=True)
        },
    }
    title = f"{audience.visitors} visitors who think {audience.thinking:g} s"
    report(name, title, [{**_row("beside a session", beside, TURNS * SECONDS), **costs}])
    title = "nodes a second of the session: before and after a turn in the mean, and in it"
    report(f"session_beside_{name}", title, rows)


def _report_throughput() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/levels.db"
        command = [CENOTE, "run", "--preset", "b5", "--seed", "7", "--evaluations", "500", "--quiet", "--storage", url]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with _served(url) as (port, _):
            alone = uvloop.run(visit(Crowd(port, CALM.visitors, 0.0, PAGES), SECONDS / 2))
    report("throughput", "pages as fast as they come", [_row("no session", alone, SECONDS / 2)])


def _alone(url: str) -> float:
    """The session's nodes a second without visitors."""
    begun = _now()
    sleep(SECONDS)
    return _speed(url, begun, _now())


def _visited(url: str, port: int, audience: Audience) -> tuple[Visits, float]:
    """What visitors met, and the session's nodes a second beside them."""
    begun = _now()
    visits = uvloop.run(visit(Crowd(port, audience.visitors, audience.thinking, PAGES, audience.stream), SECONDS))
    return visits, _speed(url, begun, _now())


def _speed(url: str, begun: str, ended: str) -> float:
    """Nodes a second in the generations that were recorded between two times."""
    with Database.open_readonly(url) as database:
        rows = [row for row in generations(database, 1) if row.created_at and begun <= row.created_at <= ended]
    times = [datetime.fromisoformat(row.created_at or "") for row in rows]
    return sum(row.statistics["nodes"] for row in rows[1:]) / (times[-1] - times[0]).total_seconds()


def _row(name: str, visits: Visits, seconds: float) -> dict[str, object]:
    return {
        "visitors": name,
        "answers": len(visits.seconds),
        "answers/s": len(visits.seconds) / seconds,
        "events": visits.events,
        "median ms": 1000 * median(visits.seconds),
        "p99 ms": visits.percentile(0.99),
        "failures": visits.failures,
    }


@contextmanager
def _process(command: Sequence[str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def _served(url: str) -> Iterator[tuple[int, int]]:
    """The port of the service and its process; its database exists once the session beside it has begun."""
    with _process([CENOTE, "serve", "--port", "0", "--storage", url]) as process:
        assert process.stdout
        found = re.search(r":(\d+) ", process.stdout.readline())
        assert found, "the service says where it listens"
        yield int(found[1]), process.pid


def _processor_seconds(process: int) -> float:
    """What a process has used of all cores, as Linux says it."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


if __name__ == "__main__":
    main()
