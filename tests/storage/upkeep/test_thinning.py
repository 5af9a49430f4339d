"""What a session that keeps its pool and archive leaves of itself while it runs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, update

from generator.messages import Message
from optimiser.recorder import CandidateRecord, CellRecord, Outcome
from optimiser.settings import Keep
from storage.curation import CurationState, move_levels
from storage.database import Database
from storage.health import history
from storage.levels import store_level
from storage.lineage import ancestry
from storage.progress import LOST_WORKER, progress
from storage.queries import generations, get_session, iter_levels
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from storage.tables.sessions import Event, Generation, Session
from storage.upkeep.maintenance import check
from storage.upkeep.thinning import EACH, EVERY, RECENT, thin
from tests.storage.records import SETTINGS, candidate, generation, level

THIN = replace(SETTINGS, keep=Keep.POOL_AND_ARCHIVE, batch=EVERY)
"""Its generations are thinned each."""


def begin(database: Database, keep: Keep = Keep.POOL_AND_ARCHIVE) -> DatabaseRecorder:
    return DatabaseRecorder(database, start_session(database, replace(THIN, keep=keep)))


def record(recorder: DatabaseRecorder, number: int, candidates: Sequence[CandidateRecord], **changes: object) -> None:
    recorder.record(generation(number, candidates, **({"cells": [], "pool": []} | changes)))


def kept(database: Database) -> dict[str, int]:
    return {row.identity: row.id for row in iter_levels(database)}


def last(number: int) -> CandidateRecord:
    """Of a generation, for the newest level always stays."""
    return candidate(99, level(f"last {number}"))


def ancestors(database: Database, identity: str) -> set[int]:
    return {node.level_id for _, node in ancestry(database, kept(database)[identity]).walk()}


def test_pool_archive_and_what_the_snapshot_names_stay_with_their_lineage(database: Database, url: str) -> None:
    recorder = begin(database)
    roots = [candidate(slot, level(name)) for slot, name in enumerate("abcdx")]
    needed = {"population": ["c"], "pending": [{"parents": [["d", 5.0]]}]}
    record(recorder, 1, roots, snapshot={"all": [*"abcdx"]})
    cells = [CellRecord((1, 1), "b2", 9.0)]
    found = [candidate(0, level("a2"), "a"), candidate(1, level("b2"), "b"), candidate(2, level("x2"), "x"), last(2)]
    record(recorder, 2, found, pool=["a2"], cells=cells, snapshot=needed)
    assert kept(database).keys() == {"a", "b", "c", "d", "a2", "b2", "last 2"}
    assert ancestors(database, "a2") == {kept(database)[name] for name in ("a", "a2")}
    assert check(url).problems == ()


def test_everything_stays_of_a_session_that_keeps_everything(database: Database) -> None:
    recorder = begin(database, Keep.EVERYTHING)
    for number in (1, 2):
        record(recorder, number, [candidate(0, level(f"{number}")), last(number)])
    assert len(kept(database)) == 4


def test_a_level_that_is_curated_stays_with_its_lineage_from_then_on(database: Database) -> None:
    recorder = begin(database)
    record(recorder, 1, [candidate(0, level("a"))], snapshot={"of": "a"})
    record(recorder, 2, [candidate(0, level("b"), "a")], snapshot={"of": "b"})
    move_levels(database, [kept(database)["b"]], CurationState.SHORTLISTED, "anian")
    record(recorder, 3, [last(3)])
    record(recorder, 4, [last(4)])
    assert kept(database).keys() == {"a", "b", "last 4"}
    assert len(ancestors(database, "b")) == 2


def test_what_other_sessions_and_files_have_met_stays_until_they_leave_it_behind_too(database: Database) -> None:
    one, other = begin(database), begin(database)
    store_level(database, level("of a file"), Origin.IMPORTED)
    names = ["of a file", "a", "b", "in a file later"]
    record(one, 1, [candidate(slot, level(name)) for slot, name in enumerate(names)], pool=["a"])
    store_level(database, level("in a file later"), Origin.IMPORTED)
    record(other, 1, [candidate(0, level("a")), candidate(1, level("mine"), "a"), last(1)], pool=["mine"])
    record(one, 2, [last(2)])
    assert kept(database).keys() == {"of a file", "in a file later", "a", "mine", "last 1", "last 2"}
    record(other, 2, [last(3)], pool=["last 3"])
    record(one, 3, [last(4)])
    assert kept(database).keys() == {"of a file", "in a file later", "last 3", "last 4"}


def test_the_id_of_a_level_that_has_gone_is_never_given_to_another_one(database: Database) -> None:
    recorder = begin(database)
    given = []
    for number in range(1, 6):
        record(recorder, number, [candidate(0, level(f"{number}"))])
        given.append(kept(database)[f"{number}"])
    assert given == [1, 2, 3, 4, 5]


def test_only_the_first_way_in_which_a_level_was_found_keeps_its_parents(database: Database) -> None:
    recorder = begin(database)
    record(recorder, 1, [candidate(0, level("a")), candidate(1, level("b"))], snapshot={"of": ["a", "b"]})
    record(recorder, 2, [candidate(0, level("child"), "a")], pool=["child"], snapshot={"of": "b"})
    record(recorder, 3, [candidate(0, level("child"), "b"), last(3)], pool=["child"])
    assert kept(database).keys() == {"a", "child", "last 3"}


@pytest.mark.parametrize("keep", Keep)
def test_evaluations_become_counts_of_their_generation(database: Database, keep: Keep) -> None:
    recorder = begin(database, keep)
    outcomes = [Outcome.DROPPED, Outcome.DROPPED, Outcome.REJECTED]
    for number in range(1, RECENT + 3):
        found = [candidate(slot, None, outcome=outcome) for slot, outcome in enumerate(outcomes)]
        statistics = {"best": 10.0, "nodes": 7, "solving_seconds": 0.123456, "operator:exchange": 0.5}
        record(recorder, number, found, statistics=statistics)
    rows = generations(database, get_session(database, 1).id)
    with database.read() as connection:
        stored = connection.exec_driver_sql("SELECT count(*), min(generation) FROM evaluations").one()
    if keep is Keep.EVERYTHING:
        assert stored == (3 * (RECENT + 2), 1)
        assert rows[0].statistics == rows[-1].statistics
    else:
        assert stored == (3 * RECENT, 3)
        counts = {"nodes": 7, "solving_seconds": 0.123, "outcome:dropped": 2, "outcome:rejected": 1}
        assert [row.statistics == counts for row in rows] == [True, True] + [False] * RECENT
    assert [row.best for row in rows] == [10.0] * (RECENT + 2)


LOST = (5, 6, 4099, 8192, 12_000)
"""Generations in which a candidate was given up."""


def enter_generations(database: Database, session_id: int, numbers: range) -> None:
    """Generations as they are when their evaluations were counted, a second after each other."""
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    told = Message("a worker process died; evaluated again one at a time: {number} candidates", number=1)
    rows = [
        {
            "session_id": session_id,
            "number": number,
            "evaluations": 2 * number,
            "best": float(number // 1000),
            "statistics": {"nodes": 7, "solving_seconds": 0.125, "archive": number, "outcome:dropped": 2}
            | ({"outcome:failed": 1} if number in LOST else {}),
            "created_at": (begun + timedelta(seconds=number)).isoformat(),
        }
        for number in numbers
    ]
    reached = {"generation": numbers[-1], "evaluations": 2 * numbers[-1], "created_at": begun.isoformat()}
    with database.begin() as connection:
        connection.execute(insert(Generation), rows)
        for number in {*LOST} & {*numbers}:
            event = {"generation": number, "kind": LOST_WORKER, "text": told, "created_at": begun.isoformat()}
            connection.execute(insert(Event), {"session_id": session_id, **event})
        connection.execute(update(Session).where(Session.id == session_id).values(reached))


def test_generations_of_long_ago_are_merged_and_charts_and_counts_stay_the_same(database: Database) -> None:
    whole, merged = (start_session(database, THIN) for _ in range(2))
    for numbers in (range(start + 1, start + 1025) for start in range(0, 3 * EACH, 1024)):
        for session in (whole, merged):
            enter_generations(database, session, numbers)
        with database.begin() as connection:
            thin(connection, merged, numbers[-1])
        assert history(database, merged) == history(database, whole)
        told, expected = progress(database, merged), progress(database, whole)
        assert (told.failed_candidates, told.evaluations_per_second) == (expected.failed_candidates, 2.0)
    left, all_ = generations(database, merged), generations(database, whole)
    assert len(left) <= 2 * EACH
    assert left[-EACH:] == all_[-EACH:]
    for name in ("nodes", "solving_seconds", "outcome:dropped", "outcome:failed"):
        assert sum(row.statistics.get(name, 0) for row in left) == sum(row.statistics.get(name, 0) for row in all_)
    assert all(row.statistics["archive"] == row.number for row in left)
