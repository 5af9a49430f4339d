"""What stays when sessions are deleted and levels are pruned, and what goes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial

import pytest

from storage.audit import Actor, audit_entries
from storage.connection import database_path
from storage.curation import CurationState, move_levels
from storage.database import Database
from storage.errors import SessionBusyError, UnknownSessionError
from storage.levels import store_level
from storage.lineage import ancestry
from storage.queries import iter_levels, list_sessions
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from storage.tables.contests import ContestLevel
from storage.upkeep.maintenance import check
from storage.upkeep.retention import delete_session, prunable, prune, session_loss, shrink
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, candidate, full_generation, generation, level
from tests.storage.writers import hold_session

ANIAN = Actor("anian", "192.0.2.7")


def record(database: Database, snapshot: dict | None = None) -> int:
    """A session of three generations whose last pool has the slots 0 to 9, each with two ancestors; no archive."""
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in (1, 2, 3):
        made = full_generation(session, number)
        recorder.record(generation(number, made.candidates, cells=[], snapshot=snapshot or {}))
    return session


def kept(database: Database) -> set[str]:
    return {row.identity for row in iter_levels(database)}


def ids(database: Database) -> dict[str, int]:
    return {row.identity: row.id for row in iter_levels(database)}


def line(session: int, slots: range, generations: range = range(1, 4)) -> set[str]:
    return {f"{session}-{number}-{slot}" for slot in slots for number in generations}


def test_pruning_keeps_the_pool_with_its_lineage_and_nothing_else_of_a_session(database: Database, url: str) -> None:
    session = record(database)
    lines = [ancestry(database, row.id) for row in iter_levels(database) if row.identity in line(1, range(10))]
    removal = prune(database, None, ANIAN)
    assert kept(database) == line(session, range(10))
    assert (removal.levels, removal.before) == (18, 48)
    after = [ancestry(database, row.id) for row in iter_levels(database)]
    assert [[*map(str, tree.walk())] for tree in after] == [[*map(str, tree.walk())] for tree in lines]
    assert check(url).problems == ()
    assert [(row.who, row.action, str(row.detail)) for row in audit_entries(database, 1)] == [
        ("anian", "levels-pruned", "levels: 18")
    ]
    assert prune(database, None, ANIAN).levels == 0


def test_pruning_keeps_what_the_snapshot_the_archive_curators_contests_and_files_name(database: Database) -> None:
    record(database, {"population": [{"key": "1-3-10"}], "pending": [[{"parents": [["1-2-11", 5.0]]}]]})
    recorder = DatabaseRecorder(database, 1)
    recorder.record(generation(4, [candidate(0, level("1-4-0"), "1-2-12")], snapshot={"key": ["1-3-10", "1-2-11"]}))
    recorder.record(
        generation(5, full_generation(1, 3).candidates[:10], cells=[], snapshot={"a": ["1-3-10", "1-2-11"]})
    )
    move_levels(database, [ids(database)["1-1-13"]], CurationState.REJECTED, "anian")
    with database.begin() as connection:
        columns = dict.fromkeys(("part", "family", "text", "title", "author", "answer"), "x")
        connection.exec_driver_sql("INSERT INTO contests VALUES (1, '', '', '', '', '', '', NULL)")
        level_id = ids(database)["1-2-14"]
        connection.execute(
            ContestLevel.__table__.insert(), {**columns, "contest_id": 1, "level_id": level_id, "metrics": {}}
        )
    store_level(database, level("of a file"), Origin.IMPORTED)
    prune(database, None, ANIAN)
    assert kept(database) == {
        *line(1, range(10)),
        *line(1, range(10, 11)),
        *line(1, range(11, 13), range(1, 3)),
        "1-4-0",
        "1-1-13",
        *line(1, range(14, 15), range(1, 3)),
        "of a file",
    }


@pytest.mark.parametrize("title", ["from a file", ""])
@pytest.mark.parametrize("remove", [prune, delete_session])
def test_a_level_that_was_imported_after_a_session_had_found_it_stays(
    database: Database, remove: Callable, title: str
) -> None:
    record(database)
    store_level(database, level("1-2-14"), Origin.IMPORTED, title=title)
    remove(database, 1, ANIAN)
    assert "1-2-14" in kept(database)


@pytest.mark.parametrize("remove", [prune, delete_session])
def test_the_number_of_a_level_that_is_gone_is_never_given_to_another(database: Database, remove: Callable) -> None:
    store_level(database, level("first"), Origin.IMPORTED)
    record(database)
    given = set(ids(database).values())
    remove(database, 1, ANIAN)
    assert max(given) not in ids(database).values()
    later = [store_level(database, level(name), Origin.IMPORTED)[0] for name in ("later", "last")]
    assert later == [max(given) + 1, max(given) + 2]


def test_pruning_one_session_leaves_the_others_alone(database: Database) -> None:
    record(database)
    record(database)
    prune(database, 2, ANIAN)
    assert kept(database) == line(1, range(16)) | line(2, range(10))


@pytest.mark.parametrize(("foresee", "remove"), [(prunable, prune), (session_loss, delete_session)])
def test_what_would_go_is_told_beforehand_and_nothing_changes(
    database: Database, url: str, foresee: Callable, remove: Callable
) -> None:
    for _ in range(4):
        record(database)

    def content() -> list[str]:
        with closing(sqlite3.connect(database_path(url))) as connection:
            return [*connection.iterdump()]

    before = content()
    told = foresee(database, 1)
    assert content() == before
    assert told == remove(database, 1, ANIAN)
    assert told.levels


def test_a_deleted_session_takes_along_what_nobody_else_needs(database: Database, url: str) -> None:
    record(database)
    record(database)
    made_of_it = candidate(0, level("child"), "1-3-4")
    met = [candidate(1, level("1-2-5")), candidate(2, level("1-1-6"))]
    DatabaseRecorder(database, 2).record(generation(4, [made_of_it, *met]))
    move_levels(database, [ids(database)["1-2-15"]], CurationState.APPROVED, "anian")
    loss = delete_session(database, 1, ANIAN)
    assert (loss.levels, loss.found, loss.before) == (40, 48, 97)
    of_first = line(1, range(4, 5)) | line(1, range(5, 6), range(1, 3)) | {"1-1-6"}
    assert kept(database) == line(2, range(16)) | {"child"} | of_first | line(1, range(15, 16), range(1, 3))
    assert [row.id for row in list_sessions(database)] == [2]
    assert check(url).problems == ()
    (entry,) = audit_entries(database, 1)
    assert (entry.who, entry.address, entry.action, entry.subject) == (*ANIAN, "session-deleted", "session 1")


def test_what_is_not_there_cannot_be_deleted(database: Database) -> None:
    with pytest.raises(UnknownSessionError):
        delete_session(database, 7, ANIAN)


def test_the_id_of_a_deleted_session_is_given_to_no_other(database: Database) -> None:
    record(database)
    deleted = record(database)
    delete_session(database, deleted, ANIAN)
    assert record(database) > deleted
    with pytest.raises(UnknownSessionError):
        session_loss(database, deleted)


@pytest.mark.process
def test_while_a_session_runs_it_is_not_deleted_and_nothing_is_pruned(database: Database, url: str, processes) -> None:
    record(database)
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, 1, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    for touch in (session_loss, partial(delete_session, by=ANIAN)):
        with pytest.raises(SessionBusyError):
            touch(database, 1)
    with pytest.raises(SessionBusyError):
        prune(database, None, ANIAN)
    holder.kill()
    holder.join()
    assert len(kept(database)) == 48


def test_a_file_is_smaller_after_it_was_shrunk(database: Database, url: str) -> None:
    for _ in range(4):
        record(database)
    whole = shrink(database)
    freed = prune(database, None, ANIAN).freed
    assert 0 < freed <= whole - shrink(database) + 2**14
    assert check(url).problems == ()
