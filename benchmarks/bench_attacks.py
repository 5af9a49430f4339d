"""What honest visitors wait for while others attack the service, and how much memory it takes then.

Each attack of `attacks.py` meets a service of its own; its clients come again whenever they are turned away. Ten
visitors look at public pages meanwhile, each with a pause of half a second between two.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.attacks import ATTACKS, Attack, under_way
from benchmarks.report import report
from benchmarks.visitors import Crowd, Visits, visit
from service.accounts.passwords import keep_account
from storage.database import Database

CENOTE = str(Path(sys.executable).parent / "cenote")
NOBODY = Attack(0, ())
PAGES = ("/contests", "/play", "/login", "/healthz", "/static/style.css")
VISITORS = 10
PAUSE = 0.5
SECONDS = 8.0


def main() -> None:
    """Measure each attack, and none for comparison."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/levels.db"
        with Database.create(url) as database:
            keep_account(database, "anian", "ten boxes in a well")
        rows = [_row(url, name, attack) for name, attack in {"nobody attacks": NOBODY, **ATTACKS}.items()]
    report("attacks", f"{VISITORS} honest visitors during attacks", rows)


def _row(url: str, name: str, attack: Attack) -> dict[str, Any]:
    with _served(url) as (port, process):
        visits, answers = asyncio.run(_visits(attack, port))
        memory = _most_memory(process)
    return {
        "attack": name,
        "answers": len(visits.seconds),
        "failures": visits.failures,
        "median ms": 1000 * median(visits.seconds),
        "p99 ms": visits.percentile(0.99),
        "memory MB": memory / 1e6,
        "attackers are told": ", ".join(f"{status or 'nothing'}: {count}" for status, count in sorted(answers.items())),
    }


async def _visits(attack: Attack, port: int) -> tuple[Visits, dict[str, int]]:
    async with under_way(attack, port) as answers:
        await asyncio.sleep(1.0)
        visits = await visit(Crowd(port, VISITORS, PAUSE, PAGES), SECONDS)
    return visits, answers


@contextmanager
def _served(url: str) -> Iterator[tuple[int, int]]:
    """The port of a public service and its process."""
    command = [CENOTE, "serve", "--port", "0", "--public", "--access-log", "none", "--storage", url]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r":(\d+) ", process.stdout.readline())
        assert found, "the service says where it listens"
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.communicate()


def _most_memory(process: int) -> int:
    """Bytes that a process has had in memory at a time, at most, as Linux says it."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="utf-8"))
    assert found
    return 1024 * int(found[1])


if __name__ == "__main__":
    main()
