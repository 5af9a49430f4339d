"""What `cenote status` says of sessions that run, that were killed, and that went wrong."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from generator.messages import Message
from optimiser.recorder import EventRecord
from service.sessions.activity import complaint_log
from storage.audit import Actor
from storage.database import Database
from storage.recorder import DatabaseRecorder, enter_event, name_session, set_state, start_session
from storage.tables.base import SessionState
from tests.patience import PATIENCE
from tests.service.cli.output.test_fitted_table import LEFT_OUT, STYLES, WIDTHS, left_out, missing
from tests.service.conftest import CENOTE, Invoke, Start, refused
from tests.storage.records import SETTINGS, candidate, full_generation, generation
from tests.storage.writers import hold_session

ENDLESS = ("run", "--family", "template", "--seed", "5", "-q")


def told(cenote: Invoke, *options: str) -> dict[str, Any]:
    """The status by the ids of its sessions."""
    found = json.loads(cenote("status", "-f", "json", *options).stdout)
    return {row["id"]: row for row in found["sessions"]}


def awaited(cenote: Invoke, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Session 1 as soon as something holds of it."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        answer = cenote("status", "--all", "-f", "json")  # refused while the database is being made
        rows = json.loads(answer.stdout)["sessions"] if answer.exit_code == 0 else []
        if rows and holds(rows[0]):
            return rows[0]
        sleep(0.05)
    pytest.fail("the session does not come so far")


@pytest.mark.process
def test_a_session_is_seen_with_its_workers_until_it_is_killed(cenote: Invoke, start: Start, folder: Path) -> None:
    process = start(*ENDLESS, "--workers", "2")
    seen = awaited(cenote, lambda row: row["generation"] > 20 and row["workers"] == 2)
    assert (seen["state"], seen["process"]) == ("running", process.pid)
    assert min(seen["evaluations_per_second"], seen["mean_evaluations_per_second"]) > 0
    assert "running" in cenote("status").stdout
    process.kill()
    process.communicate()
    (row,) = told(cenote).values()
    assert (row["state"], row["process"], row["workers"]) == ("interrupted", None, 0)
    assert row["evaluations_per_second"] is None
    assert row["evaluations"] == 16 * row["generation"] >= seen["evaluations"]


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the children of a process")
def test_workers_that_die_are_a_warning(cenote: Invoke, start: Start, folder: Path) -> None:
    """Each generation that lost candidates has one, and two of them may be under way."""
    process = start(*ENDLESS, "--workers", "2")
    row = awaited(cenote, lambda row: row["generation"] > 5 and row["workers"] == 2)
    (origin,) = (child for child in _children(process.pid) if b"forkserver" in _command(child))
    os.kill(_children(origin)[0], signal.SIGKILL)
    reached = row["generation"] + 5
    row = awaited(cenote, lambda row: row["generation"] > reached and row["workers"] == 2 and row["warnings"])
    assert row["state"] == "running"
    assert row["warnings"].keys() == {"worker"}
    assert row["last_warning"]["text"].startswith("a worker process died")
    text = " ".join(cenote("status").stdout.split())
    assert re.search(
        rf"warnings: worker [12]; generation {row['last_warning']['generation']}, [^:]*: a worker process died", text
    )


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def _command(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


@pytest.fixture
def four(folder: Path) -> Database:
    """Sessions that were stopped, killed and finished, and one that nobody has begun to run."""
    with Database.create(f"sqlite:///{folder}/cenote.db") as database:
        for _ in range(4):
            start_session(database, SETTINGS)
        for session, state in ((1, SessionState.STOPPED), (3, SessionState.FINISHED)):
            set_state(database, session, state)
        recorder = DatabaseRecorder(database, 2)
        for number in (1, 2, 3):
            recorder.record(full_generation(2, number))
    return database


@pytest.mark.process
def test_those_that_run_or_were_killed_are_shown_and_all_where_it_is_asked_for(cenote: Invoke, four: Database) -> None:
    processes = get_context("spawn")
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(f"sqlite:///{four.path}", 4, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    some, every = told(cenote), told(cenote, "--all")
    holder.kill()
    holder.join()
    assert {number: row["state"] for number, row in some.items()} == {2: "interrupted", 4: "running"}
    assert {number: row["state"] for number, row in every.items()} == {
        1: "stopped",
        2: "interrupted",
        3: "finished",
        4: "running",
    }


def test_how_to_go_on_with_a_killed_session_is_said(cenote: Invoke, four: Database) -> None:
    set_state(four, 4, SessionState.STOPPED)
    assert re.search(r"\nto go on +cenote resume 2 *\n", cenote("status").stdout)
    set_state(four, 2, SessionState.STOPPED)
    assert "cenote resume" not in cenote("status").stdout


def test_where_nothing_runs_that_is_said_with_the_size_of_the_database(cenote: Invoke, four: Database) -> None:
    for session in (2, 4):
        set_state(four, session, SessionState.STOPPED)
    text = cenote("status").stdout
    assert text.startswith("no session runs; cenote sessions lists all of them\n")
    assert f"database  {four.path}, 0." in text
    found = json.loads(cenote("status", "-f", "json").stdout)["database"]
    assert found["bytes"] == four.path.stat().st_size
    assert found["free_bytes"] > 0


def test_what_broke_a_session_of_the_service_is_told(cenote: Invoke, four: Database) -> None:
    complaint_log(four.path, 2).write_text("Error: the disk is full\n")
    assert told(cenote)[2]["complaint"] == "the disk is full"
    assert "session 2  the disk is full\n" in cenote("status").stdout


def ago(**passed: float) -> str:
    return (datetime.now(UTC) - timedelta(**passed)).isoformat(timespec="milliseconds")


def warned(database: Database, kind: str, hours: float, gone_on: bool) -> None:
    """Leave the second session with a warning, after which it may have gone on."""
    with Database.open(f"sqlite:///{database.path}", now=lambda: ago(hours=hours)) as then:
        enter_event(then, 2, kind, Message("something is wrong"))
    if gone_on:
        DatabaseRecorder(database, 2).record(full_generation(2, 4))


@pytest.mark.parametrize(
    ("kind", "hours", "gone_on", "told"),
    [
        ("worker", 3.5, True, "session 2  warnings: worker 1; generation 3, 3 hours ago: something is wrong"),
        ("worker", 25.0, False, ""),
        ("cluster", 0.0, False, "session 2  warnings: cluster 1; generation 3, just now: something is wrong"),
        ("cluster", 3.5, True, ""),
        ("disk", 3.5, True, ""),
    ],
)
def test_a_warning_says_how_old_it_is_and_ends(
    cenote: Invoke, four: Database, kind: str, hours: float, gone_on: bool, told: str
) -> None:
    with Database.open(f"sqlite:///{four.path}") as database:
        warned(database, kind, hours, gone_on)
    text = cenote("status").stdout
    assert " ".join(told.split()) in " ".join(text.split()) if told else "session 2" not in text


def test_nothing_is_cut_on_a_narrow_terminal(cenote: Invoke, four: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = EventRecord(
        "worker", Message("a worker process died; evaluated again one at a time: {number} candidates", number=7)
    )
    with Database.open(f"sqlite:///{four.path}", now=lambda: ago(hours=3.5)) as database:
        name_session(database, 2, "rather a long name for a session", Actor("anian"))
        large = {
            "number": 123_456_789,
            "evaluations": 9_876_543_210,
            "events": [lost],
            "statistics": {"best": 654_321.25},
        }
        DatabaseRecorder(database, 2).record(replace(generation(1, [candidate(0, None)]), **large))
    whole = cenote("status").stdout
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        narrow = STYLES.sub("", cenote("status").stdout)
        assert "…" not in narrow
        assert "9,876,543,210" in narrow or "evaluations" in " ".join(narrow.split()).partition(LEFT_OUT)[2]
        assert max(map(len, narrow.splitlines())) <= width
        for line in whole.splitlines():
            cut = {word for word in missing(line, narrow) if not re.fullmatch("[0-9:]+", word)}  # times go on
            assert not cut or LEFT_OUT in " ".join(narrow.split()), (width, line)
        assert width < 120 or not left_out(narrow)


def test_watching_prints_a_line_each_time_until_it_is_interrupted(four: Database) -> None:
    command = [CENOTE, "status", "--watch", "0.1", "-f", "jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first, second = (json.loads(process.stdout.readline()) for _ in range(2))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert first["created_at"] < second["created_at"]
    assert {row["id"] for row in first["sessions"]} == {2, 4}


def test_one_answer_is_not_watched(cenote: Invoke, four: Database) -> None:
    assert "-f jsonl" in refused(cenote("status", "--watch", "1", "-f", "json"))
    assert "no-such.db" in refused(cenote("status", "--storage", "sqlite:///no-such.db"))


@pytest.mark.process
def test_it_starts_without_what_only_sessions_need(four: Database) -> None:
    program = """
import sys
from service.cli import cli
try:
    cli(["status", "--all"], prog_name="cenote")
finally:
    print([name for name in ("numba", "numpy", "deap") if name in sys.modules], file=sys.stderr)
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stderr == "[]\n"
