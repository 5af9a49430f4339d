"""Sessions that are killed at random moments and resumed end as if nothing had happened."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from tests.patience import PATIENCE
from tests.service.conftest import Invoke, Start
from tests.service.records import everything

pytestmark = pytest.mark.process

SESSION = ("--type", "b", "--size", "4", "--seed", "11")
ENDLESS = ("--evaluations", "10000000")
"""No session comes to its end before it is killed, however late that is."""
LAST = 5
"""Generations that follow the last kill."""
STARTING = 2.0
"""Seconds within which a process is surely still starting."""
GENERATIONS = 5
"""So many generations may be recorded, less one, before a kill comes."""
GENERATION = 0.05
"""About the seconds of one generation, within which the kill comes at any moment."""


@pytest.mark.parametrize(
    ("kills", "islands"),
    [(3, 2), pytest.param(40, 1, marks=pytest.mark.slow), pytest.param(40, 3, marks=pytest.mark.slow)],
)
def test_kills_change_nothing(kills: int, islands: int, cenote: Invoke, start: Start, folder: Path) -> None:
    """Two of three kills come while generations are made and recorded, the others at any moment of the start."""
    asked = (*SESSION, "--islands", str(islands), "--migration", "4")
    moments = np.random.default_rng(20)
    database = folder / "killed.db"
    reached = [0]
    for number in range(kills):
        command = ("resume", "1") if number else ("run", *asked, *ENDLESS)
        process = start(*command, "--workers", "2", "--storage", "sqlite:///killed.db")
        if number % 3 == 2:
            sleep(float(moments.uniform(0, STARTING)))
        else:
            _await_beginning(process)
            _await_generation(database, reached[-1] + int(moments.integers(GENERATIONS)))
            sleep(float(moments.uniform(0, GENERATION)))
        assert process.poll() is None, "a killed process was still at work"
        process.kill()
        process.communicate()
        reached.append(_generation(database))
    assert reached == sorted(reached)
    assert len(set(reached)) > kills / 3, "most kills came in the middle"

    end = ("--evaluations", str(16 * islands * (reached[-1] + LAST)))
    result = cenote("resume", "1", *end, "--workers", "0", "-q", "--storage", "sqlite:///killed.db")
    assert result.exit_code == 0
    cenote("run", *asked, *end, "--workers", "0", "-q", "--storage", "sqlite:///whole.db")
    assert everything(database) == everything(folder / "whole.db")
    assert cenote("db", "check", "--storage", "sqlite:///killed.db").exit_code == 0


def _await_beginning(process: "subprocess.Popen[str]") -> None:
    """The first line comes when the workers are ready."""
    assert process.stdout is not None
    assert process.stdout.readline().startswith("session 1:")


def _await_generation(database: Path, number: int) -> None:
    deadline = monotonic() + PATIENCE
    while _generation(database) < number:
        assert monotonic() < deadline
        sleep(0.01)


def _generation(path: Path) -> int:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)) as database:
        (generation,) = database.execute("SELECT generation FROM sessions").fetchone()
    return int(generation)
