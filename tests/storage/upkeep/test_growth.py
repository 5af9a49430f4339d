"""The log of a database is cut when readers let it, and what grows is told."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from optimiser.settings import Keep
from storage.connection import LONG_LOG, log_of
from storage.database import Database
from storage.locks import session_lock
from storage.recorder import DatabaseRecorder, start_session
from storage.upkeep.growth import growth, users_of
from storage.upkeep.thinning import EVERY, RECENT
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, full_generation
from tests.storage.writers import held_session, hold_open


@contextmanager
def foreign_reader(database: Database) -> Iterator[None]:
    """A program that has begun to read and does not end."""
    with closing(sqlite3.connect(f"{database.path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM levels").fetchall()
        yield


def fill_log(database: Database) -> None:
    """Write until the log is long, which it can only be while somebody reads."""
    with database.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS ballast (text)")
    for _ in range(9):
        with database.begin() as connection:
            connection.exec_driver_sql("INSERT INTO ballast VALUES (zeroblob(8000000))")


def pace_one_generation_a_second(database: Database) -> None:
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE generations SET created_at = '2026-01-01T00:00:0' || number || '+00:00'")


def test_a_log_that_a_reader_held_back_is_cut_with_the_next_generation(database: Database) -> None:
    session = start_session(database, SETTINGS)
    recorder, numbers = DatabaseRecorder(database, session), count(1)
    log = log_of(database.path)
    with foreign_reader(database):
        fill_log(database)
        recorder.record(full_generation(session, next(numbers)))
        assert log.stat().st_size > 2 * LONG_LOG
        assert growth(database).log_is_long
    recorder.record(full_generation(session, next(numbers)))
    assert log.stat().st_size == 0
    assert not growth(database).log_is_long


def test_a_log_is_cut_to_its_limit_whoever_writes_next(database: Database) -> None:
    with foreign_reader(database):
        fill_log(database)
    for _ in range(3):
        start_session(database, SETTINGS)
    assert log_of(database.path).stat().st_size <= LONG_LOG


def test_what_an_evaluation_takes_and_when_the_disk_is_full_is_told(database: Database) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in range(1, 4):
        recorder.record(full_generation(session, number))
    found = growth(database)
    assert found.evaluations == 48
    assert found.per_evaluation == found.size / 48
    assert found.days_left is None, "no process runs the session"


@pytest.mark.process
def test_the_pace_is_that_of_the_sessions_that_run(database: Database, url: str, processes) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in range(1, 4):
        recorder.record(full_generation(session, number))
    pace_one_generation_a_second(database)
    with held_session(processes, url, session):
        found = growth(database)
    assert found.pace == 16 * 24 * 3600
    assert found.days_left == pytest.approx(found.free / (found.pace * found.per_evaluation))
    with session_lock(database.path, session):
        assert growth(database).pace == 0


@pytest.mark.process
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells which process has a file open")
def test_the_processes_that_have_a_database_open_are_named(database: Database, url: str, processes) -> None:
    ready = processes.Event()
    holder = processes.Process(target=hold_open, args=(url, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    assert [number for number, _ in users_of(database.path)] == [holder.pid]
    holder.kill()
    holder.join()
    assert users_of(database.path) == []


def test_evaluations_that_became_counts_are_evaluations_still(database: Database) -> None:
    session = start_session(database, replace(SETTINGS, keep=Keep.POOL_AND_ARCHIVE, batch=EVERY))
    recorder = DatabaseRecorder(database, session)
    for number in range(1, RECENT + 3):
        recorder.record(full_generation(session, number))
    assert growth(database).evaluations == 16 * (RECENT + 2)
