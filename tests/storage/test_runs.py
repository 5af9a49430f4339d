"""Runs: the versions under which a session was run."""

from dataclasses import replace

import pytest

from storage.database import Database
from storage.errors import UnknownSessionError
from storage.queries import events
from storage.recorder import DatabaseRecorder, start_session
from storage.runs import Versions, all_runs, enter_run, runs
from tests.storage.records import SETTINGS, candidate, generation, level

HERE = Versions("0.1.0", "3.11.7", "2.4.0", "0.68.0")


def test_every_run_is_kept_with_its_versions_and_where_it_began(database: Database) -> None:
    first, second = (start_session(database, SETTINGS) for _ in range(2))
    assert all_runs(database) == {}
    assert not enter_run(database, first, HERE)
    DatabaseRecorder(database, first).record(generation(1, [candidate(0, level("a"))], events=[]))
    assert not enter_run(database, first, HERE)
    found = runs(database, first)
    assert [(run.generation, run.program, run.python, run.numpy, run.numba) for run in found] == [
        (0, "0.1.0", "3.11.7", "2.4.0", "0.68.0"),
        (1, "0.1.0", "3.11.7", "2.4.0", "0.68.0"),
    ]
    assert (runs(database, second), all_runs(database), events(database, first)) == ([], {first: found}, [])


def test_other_versions_are_an_event_once(database: Database) -> None:
    session = start_session(database, SETTINGS)
    elsewhere = replace(HERE, python="3.13.0", numba="0.69.0")
    enter_run(database, session, HERE)
    told = "resumed under other versions than before: python 3.11.7 -> 3.13.0, numba 0.68.0 -> 0.69.0"
    assert str(enter_run(database, session, elsewhere)) == told
    assert not enter_run(database, session, elsewhere)
    assert [(event.generation, event.kind, str(event.text)) for event in events(database, session)] == [
        (0, "versions", told)
    ]


def test_a_session_that_there_is_not_has_no_runs(database: Database) -> None:
    with pytest.raises(UnknownSessionError):
        enter_run(database, 1, HERE)
