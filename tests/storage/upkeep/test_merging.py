"""Two databases become one, and nothing of either is lost."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.audit import Actor
from storage.curation import CurationState, curation_of, move_levels, note_level, tag_levels
from storage.database import Database
from storage.errors import MergeError, SessionBusyError
from storage.level_filter import LevelFilter
from storage.levels import store_level, store_scores
from storage.queries import best_levels, get_session, iter_levels, list_sessions, session_named
from storage.recorder import DatabaseRecorder, load_snapshot, name_session, note_session, start_session
from storage.tables.base import Origin
from storage.upkeep.maintenance import check
from storage.upkeep.merging import Merged, merge
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, candidate, full_generation, generation, level, unproven
from tests.storage.writers import hold_session

NOTHING = Merged(0, 0, 0, 0, 0)


@contextmanager
def opened(path: Path, blank: Path, begun: str = "2026-01-01") -> Iterator[Database]:
    """A database whose clock ticks from a day on."""
    if not path.exists():
        shutil.copy(blank, path)
    ticks = count()
    with Database.open(f"sqlite:///{path}", now=lambda: f"{begun}T00:00:{next(ticks):06}") as database:
        yield database


def record(database: Database, session: int, *records: Sequence) -> None:
    """Generations behind those that are there."""
    done = get_session(database, session).generation
    recorder = DatabaseRecorder(database, session)
    for number, found in enumerate(records, done + 1):
        recorder.record(generation(number, found))


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump()]


def sessions(path: Path) -> Counter:
    return rows(path, "SELECT created_at, seed, generation, evaluations, snapshot FROM sessions")


def levels(path: Path) -> Counter:
    return rows(path, "SELECT family, identity FROM levels")


def edges(path: Path) -> Counter:
    """Every step of lineage with its session, without ids."""
    return rows(
        path,
        "SELECT c.identity, p.identity, operator, parent_score, child_score, s.created_at, l.generation, l.slot "
        "FROM lineage l JOIN levels c ON c.id = child_id JOIN levels p ON p.id = parent_id "
        "LEFT JOIN sessions s ON s.id = l.session_id",
    )


def rest(path: Path) -> Counter:
    """Generations, evaluations, pools, archives, events and who met which level, without ids."""
    met = Counter()
    for table, numbered in (
        ("generations", "number, t.best"),
        ("evaluations", "generation, t.slot, t.outcome, t.note, v.identity"),
        ("pool", "rank, v.identity"),
        ("archive_cells", "cell, t.score, v.identity"),
        ("events", "generation, t.kind, t.text"),
    ):
        joined = "LEFT JOIN levels v ON v.id = t.level_id" if "identity" in numbered else ""
        query = f"SELECT '{table}', s.created_at, t.{numbered} FROM {table} t JOIN sessions s ON s.id = t.session_id"
        met += rows(path, f"{query} {joined}")
    found = "SELECT session_id, id FROM levels WHERE session_id IS NOT NULL UNION SELECT * FROM rediscoveries"
    return met + rows(
        path,
        f"SELECT 'met', s.created_at, v.identity FROM ({found}) m JOIN sessions s ON s.id = m.session_id "
        "JOIN levels v ON v.id = m.id",
    )


def rows(path: Path, query: str) -> Counter:
    with closing(sqlite3.connect(path)) as connection:
        return Counter(connection.execute(query))


COURSES = st.lists(
    st.lists(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=4), max_size=3), max_size=2
)
"""Sessions, each with generations, each with candidates: a level, and the parent that it had if that was met before."""


def evolve(path: Path, blank: Path, begun: str, courses: Sequence) -> None:
    with opened(path, blank, begun) as database:
        for course in courses:
            session, met = start_session(database, SETTINGS), set[int]()
            for found in course:
                candidates = [
                    candidate(slot, level(f"level {name}"), *([f"level {parent}"] if parent in met else []))
                    for slot, (name, parent) in enumerate(found)
                ]
                record(database, session, candidates)
                met |= {name for name, _ in found}


@settings(max_examples=40, deadline=None)
@given(COURSES, COURSES)
def test_a_merged_database_has_the_sessions_levels_and_steps_of_both(
    blank: Path, here: Sequence, there: Sequence
) -> None:
    with TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours.db"), Path(folder, "theirs.db")
        evolve(ours, blank, "2026-01-01", here)
        evolve(theirs, blank, "2026-02-02", there)
        expected = [
            sessions(ours) + sessions(theirs),
            levels(ours) | levels(theirs),
            edges(ours) + edges(theirs),
            rest(ours) + rest(theirs),
        ]
        with opened(ours, blank) as database:
            merge(database, theirs, "anian")
            assert [sessions(ours), levels(ours), edges(ours), rest(ours)] == expected
            before = content(ours)
            assert merge(database, theirs, "anian") == NOTHING
        assert content(ours) == before, "merged twice it is as merged once"
        assert check(f"sqlite:///{ours}").problems == ()


@pytest.fixture
def pair(tmp_path: Path, blank: Path) -> Iterator[tuple[Database, Database]]:
    """Two databases of different people."""
    with opened(tmp_path / "ours.db", blank) as ours, opened(tmp_path / "theirs.db", blank, "2026-02-02") as theirs:
        yield ours, theirs


def test_a_level_of_both_takes_over_the_proof_and_keeps_its_name(pair: tuple[Database, Database]) -> None:
    ours, theirs = pair
    store_level(ours, unproven("a", 8), Origin.IMPORTED, title="ours")
    store_level(ours, level("b", 10), Origin.IMPORTED)
    store_level(theirs, level("a", 12), Origin.IMPORTED, title="theirs", author="bea")
    store_level(theirs, unproven("b", 9), Origin.IMPORTED)
    store_scores(ours, "deep", {1: 1.0})
    store_scores(theirs, "deep", {1: 2.0, 2: 3.0})
    assert merge(ours, theirs.path, "anian") == Merged(0, 0, 0, 1, 0)
    first, second = iter_levels(ours)
    assert (first.depth, first.proven, first.solution, first.title, first.author) == (12, True, 12 * "R", "ours", "bea")
    assert (second.depth, second.proven) == (10, True)
    scores = {row.identity: row.score for row in best_levels(ours, LevelFilter(objective="deep"), "id")}
    assert scores == {"a": 1.0, "b": 3.0}


def test_a_shorter_solution_without_a_proof_is_taken_over_but_no_worse_bound(pair: tuple[Database, Database]) -> None:
    ours, theirs = pair
    for database, bounds in ((ours, (20, 18)), (theirs, (16, 15))):
        for name, bound in zip("ab", bounds, strict=True):
            store_level(database, unproven(name, 4, upper_bound=bound, solution="R" * bound), Origin.IMPORTED)
    store_level(theirs, unproven("c", 4), Origin.IMPORTED)
    store_level(ours, unproven("c", 4, upper_bound=9, solution="R" * 9), Origin.IMPORTED)
    merge(ours, theirs.path, "anian")
    assert [row.upper_bound for row in iter_levels(ours)] == [16, 15, 9]


def test_curation_comes_along_where_there_is_none(pair: tuple[Database, Database]) -> None:
    ours, theirs = pair
    for database, who in ((ours, "anian"), (theirs, "bea")):
        for name in "ab":
            store_level(database, level(name), Origin.IMPORTED)
        move_levels(database, [1], CurationState.APPROVED if who == "anian" else CurationState.REJECTED, who)
        tag_levels(database, [1], f"of {who}", who)
    note_level(theirs, 2, "good", "bea")
    merge(ours, theirs.path, "anian")
    assert (curation_of(ours, 1).state, curation_of(ours, 1).tags) == (CurationState.APPROVED, ("of anian",))
    assert (curation_of(ours, 2).state, curation_of(ours, 2).note) == (CurationState.CANDIDATE, "good")


def test_a_session_that_went_on_elsewhere_goes_on_here(pair: tuple[Database, Database], blank: Path) -> None:
    ours, _ = pair
    session = start_session(ours, SETTINGS)
    record(ours, session, full_generation(1, 1).candidates)
    copy = ours.path.with_name("copy.db")
    with closing(sqlite3.connect(ours.path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    with opened(copy, blank, "2026-03-03") as further:
        record(further, session, full_generation(1, 2).candidates, full_generation(1, 3).candidates)
        assert merge(further, ours.path, "bea") == NOTHING, "what is behind brings nothing"
        snapshot = load_snapshot(further, session)
    assert merge(ours, copy, "anian").continued == 1
    assert (len(list_sessions(ours)), get_session(ours, session).generation) == (1, 3)
    assert load_snapshot(ours, session) == snapshot
    assert [rest(ours.path), edges(ours.path)] == [rest(copy), edges(copy)]
    assert merge(ours, copy, "anian") == NOTHING


def test_names_and_notes_come_along_and_a_name_that_is_taken_gets_a_number(pair: tuple[Database, Database]) -> None:
    ours, theirs = pair
    name_session(ours, start_session(ours, SETTINGS), "doors", Actor("anian"))
    for name in ("doors", "walls"):
        session = start_session(theirs, SETTINGS, name)
        note_session(theirs, session, f"note on {name}", Actor("anian"))
    merge(ours, theirs.path, "anian")
    assert [row.name for row in list_sessions(ours)] == ["doors", "doors 2", "walls"]
    assert get_session(ours, session_named(ours, "doors 2")).note == "note on doors"


def test_a_database_is_not_merged_with_itself(pair: tuple[Database, Database]) -> None:
    with pytest.raises(MergeError, match="with itself"):
        merge(pair[0], pair[0].path, "anian")


@pytest.mark.process
def test_nothing_is_merged_while_a_session_runs_here(pair: tuple[Database, Database], processes) -> None:
    ours, theirs = pair
    ready = processes.Event()
    holder = processes.Process(
        target=hold_session, args=(f"sqlite:///{ours.path}", start_session(ours, SETTINGS), ready)
    )
    holder.start()
    assert ready.wait(PATIENCE)
    with pytest.raises(SessionBusyError):
        merge(ours, theirs.path, "anian")
    holder.kill()
    holder.join()
    assert merge(ours, theirs.path, "anian") == NOTHING
