"""A generation goes into the database whole, and comes out as it was."""

import shutil
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from generator.messages import Message
from optimiser.recorder import CellRecord, EventRecord, GenerationRecord, LevelRecord, Outcome, Parent
from optimiser.settings import Keep, SessionSettings
from storage.connection import database_path, driver_of
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.level_filter import LevelFilter
from storage.levels import store_level
from storage.queries import (
    CellRow,
    EventRow,
    LevelRow,
    archive,
    best_levels,
    events,
    generations,
    get_level,
    get_session,
    iter_levels,
    list_sessions,
    pool,
)
from storage.recorder import DatabaseRecorder, load_snapshot, set_state, set_stop, start_session
from storage.tables.base import Origin, SessionState
from storage.tables.sessions import Evaluation
from storage.upkeep.thinning import EVERY
from tests.storage.records import SETTINGS, candidate, full_generation, generation, level, unproven


@pytest.fixture
def session_id(database: Database) -> int:
    return start_session(database, SETTINGS)


@pytest.fixture
def recorder(database: Database, session_id: int) -> DatabaseRecorder:
    return DatabaseRecorder(database, session_id)


def by_identity(database: Database, identity: str) -> LevelRow:
    return next(row for row in best_levels(database, limit=None) if row.identity == identity)


def test_a_session_keeps_its_settings(database: Database, session_id: int) -> None:
    row = get_session(database, session_id)
    assert SessionSettings(**{field.name: getattr(row, field.name) for field in fields(SETTINGS)}) == SETTINGS
    assert (row.state, row.generation, row.evaluations, row.best) == (SessionState.RUNNING, 0, 0, None)
    assert load_snapshot(database, session_id) is None


def test_sessions_are_listed_in_the_order_of_their_start(database: Database) -> None:
    started = [start_session(database, replace(SETTINGS, seed=seed)) for seed in (3, 1, 2)]
    assert [(row.id, row.seed) for row in list_sessions(database)] == list(zip(started, (3, 1, 2), strict=True))


def test_a_generation_moves_its_session_on(database: Database, session_id: int, recorder: DatabaseRecorder) -> None:
    recorder.record(generation(1, [candidate(0, level("a"))], snapshot={"pool": ["a"], "state": [1, 2.5, None]}))
    before, after = get_session(database, session_id).created_at, get_session(database, session_id)
    assert (after.generation, after.evaluations, after.best) == (1, 16, 10.0)
    assert after.updated_at > before
    assert load_snapshot(database, session_id) == {"pool": ["a"], "state": [1, 2.5, None]}


def test_statistics_and_events_come_back(database: Database, session_id: int, recorder: DatabaseRecorder) -> None:
    recorder.record(generation(1, []))
    stale, best = Message("the population was stale"), Message("depth {depth}", depth=84)
    told = [EventRecord("restart", stale), EventRecord("best", best)]
    recorder.record(generation(2, [], events=told))
    first, second = generations(database, session_id)
    assert (first.number, second.number, second.evaluations) == (1, 2, 32)
    assert (second.best, second.mean, second.diversity) == (10.0, 8.5, 0.25)
    assert second.statistics == {"best": 10.0, "mean": 8.5, "diversity": 0.25, "restarts": 2.0}
    rows = events(database, session_id)
    assert [(row.generation, row.kind, row.text) for row in rows[1:]] == [
        (2, "restart", stale),
        (2, "best", best),
    ]
    assert rows[0] == EventRow(1, "best", Message("generation {number}", number=1), rows[0].created_at)


def test_a_level_comes_back_with_where_it_was_found(
    database: Database, session_id: int, recorder: DatabaseRecorder
) -> None:
    recorder.record(generation(1, [candidate(0, level("a", 5)), candidate(3, level("b", 12), "a")]))
    child, parent = by_identity(database, "b"), by_identity(database, "a")
    assert (child.session, child.generation, child.slot, child.origin) == (session_id, 1, 3, Origin.EVOLVED)
    assert (child.score, child.objective, child.parents) == (12.0, "deep", (parent.id,))
    assert parent.parents == ()


def test_a_child_may_have_two_parents_of_the_same_generation(database: Database, recorder: DatabaseRecorder) -> None:
    family = [
        candidate(0, level("child"), "one", "two"),
        candidate(1, level("one")),
        candidate(2, level("two")),
    ]
    recorder.record(generation(1, family))
    parents = (by_identity(database, "one").id, by_identity(database, "two").id)
    assert by_identity(database, "child").parents == parents


def test_every_candidate_is_recorded_with_its_outcome(database: Database, recorder: DatabaseRecorder) -> None:
    died = Message("its worker process died, {tries} times", tries=3)
    failed = candidate(2, None, outcome=Outcome.FAILED, score=None, nodes=0, note=died)
    recorder.record(generation(1, [candidate(0, level("a")), candidate(1, None), failed]))
    with database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT slot, operator, outcome, score, nodes, level_id, note FROM evaluations ORDER BY slot"
        ).all()
    assert rows == [
        (0, "random", "pooled", 10.0, 1000, by_identity(database, "a").id, ""),
        (1, "random", "dropped", 1.0, 1000, None, ""),
        (2, "random", "failed", None, 0, None, '["its worker process died, {tries} times", {"tries": 3}]'),
    ]


def test_notes_are_read_as_messages_also_those_that_older_programs_stored(
    database: Database, recorder: DatabaseRecorder
) -> None:
    rejected = candidate(0, None, outcome=Outcome.REJECTED, note=Message("no solution within {budget} nodes", budget=7))
    recorder.record(generation(1, [rejected, candidate(1, None)]))
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE evaluations SET note = 'no solution within 9 nodes' WHERE slot = 1")
    with database.read() as connection:
        notes = connection.execute(select(Evaluation.note).order_by(Evaluation.slot)).scalars().all()
    assert notes == [rejected.note, Message("no solution within 9 nodes")]


def test_the_pool_is_that_of_the_last_generation_best_first(
    database: Database, session_id: int, recorder: DatabaseRecorder
) -> None:
    recorder.record(generation(1, [candidate(0, level("a")), candidate(1, level("b"))], pool=["a", "b"]))
    recorder.record(generation(2, [candidate(0, level("c"))], pool=["b", "c"]))
    assert [row.identity for row in pool(database, session_id)] == ["b", "c"]
    recorder.record(generation(3, [], pool=["b", "c"]))
    assert [row.identity for row in pool(database, session_id)] == ["b", "c"]
    recorder.record(generation(4, [], pool=["c", "b"]))
    assert [row.identity for row in pool(database, session_id)] == ["c", "b"]


def test_an_archive_cell_keeps_its_best(database: Database, session_id: int, recorder: DatabaseRecorder) -> None:
    cells = [CellRecord((24, 9, 1), "a", 9.0), CellRecord((24, 84, 7), "a", 9.0)]
    recorder.record(generation(1, [candidate(0, level("a"))], cells=cells))
    better = [CellRecord((24, 84, 7), "b", 11.0)]
    recorder.record(generation(2, [candidate(0, level("b"))], cells=better))
    a, b = by_identity(database, "a").id, by_identity(database, "b").id
    assert archive(database, session_id) == [CellRow((24, 9, 1), a, 9.0), CellRow((24, 84, 7), b, 11.0)]


def test_a_level_found_again_is_the_same_row(database: Database, recorder: DatabaseRecorder) -> None:
    recorder.record(generation(1, [candidate(0, level("a", 10)), candidate(1, level("a", 11))]))
    recorder.record(generation(2, [candidate(0, level("a", 12))]))
    assert [(row.identity, row.depth, row.slot) for row in best_levels(database)] == [("a", 10, 0)]


def test_a_second_session_that_meets_the_same_levels_has_them_too(
    database: Database, session_id: int, recorder: DatabaseRecorder
) -> None:
    other_id = start_session(database, replace(SETTINGS, objective="deep-wide"))
    recorder.record(generation(1, [candidate(0, level("a"), score=10.0)]))
    other = DatabaseRecorder(database, other_id)
    other.record(generation(1, [candidate(0, level("a"), score=0.5), candidate(1, level("b"), "a", score=0.7)]))
    assert {row.identity for row in best_levels(database, LevelFilter(session=session_id))} == {"a"}
    assert {row.identity for row in best_levels(database, LevelFilter(session=other_id))} == {"a", "b"}
    assert [row.score for row in pool(database, session_id)] == [10.0]
    assert [row.score for row in pool(database, other_id)] == [0.5, 0.7]


def test_a_proof_is_taken_over_by_an_older_row(database: Database, recorder: DatabaseRecorder) -> None:
    first, _ = store_level(database, unproven("a", 20, text="as imported"), Origin.IMPORTED, title="Old friend")
    recorder.record(generation(1, [candidate(0, level("a", 84, text="mirrored", genome={"mirrored": True}))]))
    row = get_level(database, first)
    assert (row.origin, row.title) == (Origin.IMPORTED, "Old friend")
    assert (row.depth, row.upper_bound, row.proven, row.moves) == (84, 84, True, 252)
    assert (row.text, row.genome, row.solution) == ("mirrored", {"mirrored": True}, "R" * 84)


def test_numbers_of_numpy_are_numbers(database: Database, recorder: DatabaseRecorder) -> None:
    record = level("a", lower_bound=np.int64(84), upper_bound=np.int64(84), nodes=np.int32(7))
    recorder.record(generation(1, [candidate(0, record, score=np.float64(84.0))]))
    row = by_identity(database, "a")
    assert (row.depth, row.upper_bound, row.nodes, row.score) == (84, 84, 7, 84.0)


def test_the_state_and_the_stop_conditions_change(database: Database, session_id: int) -> None:
    set_state(database, session_id, SessionState.STOPPED)
    set_stop(database, session_id, {"minutes": 5})
    row = get_session(database, session_id)
    assert (row.state, row.stop) == ("stopped", {"minutes": 5})


@pytest.mark.parametrize(
    "question",
    [
        lambda database: DatabaseRecorder(database, 99),
        lambda database: load_snapshot(database, 99),
        lambda database: set_state(database, 99, SessionState.STOPPED),
        lambda database: get_session(database, 99),
        lambda database: pool(database, 99),
        lambda database: archive(database, 99),
        lambda database: events(database, 99),
        lambda database: generations(database, 99),
        lambda database: best_levels(database, LevelFilter(session=99)),
        lambda database: list(iter_levels(database, LevelFilter(session=99))),
    ],
)
def test_an_unknown_session_is_said_to_be_unknown(database: Database, question) -> None:
    with pytest.raises(UnknownSessionError, match="no session 99; cenote sessions lists them"):
        question(database)


def test_a_generation_that_breaks_off_leaves_nothing(
    database: Database, session_id: int, recorder: DatabaseRecorder
) -> None:
    recorder.record(full_generation(session_id, 1))
    twice = generation(2, [candidate(0, level("x")), candidate(0, level("y"))])
    with pytest.raises(Exception, match="UNIQUE"):
        recorder.record(twice)
    assert get_session(database, session_id).generation == 1
    assert load_snapshot(database, session_id) == {"generation": 1}
    assert {row.identity for row in best_levels(database, limit=None)}.isdisjoint({"x", "y"})
    recorder.record(full_generation(session_id, 2))
    assert get_session(database, session_id).generation == 2


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(
    text=texts,
    solution=texts,
    depth=st.integers(0, 10**9),
    gap=st.none() | st.integers(0, 10**6),
    metrics=st.dictionaries(texts, st.none() | st.integers() | st.floats(allow_nan=False), max_size=4),
    genome=st.dictionaries(texts, json_values, max_size=4),
)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_level_is_it_comes_back_unchanged(
    database: Database, text, solution, depth, gap, metrics, genome
) -> None:
    with database.read() as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM levels").scalar_one()
    metrics = {key: value for key, value in metrics.items() if key not in ("moves", "branching")}
    record: LevelRecord = level(
        f"key {count}",
        text=text,
        solution=solution,
        lower_bound=depth,
        upper_bound=None if gap is None else depth + gap,
        proven=gap == 0,
        metrics=metrics | {"moves": depth, "branching": 1.5},
        genome=genome,
    )
    level_id, is_new = store_level(database, record, Origin.GENERATED)
    row = get_level(database, level_id)
    assert is_new
    assert (row.identity, row.family) == (record.identity, record.family)
    assert (row.type, row.size, row.pieces) == ("b", 5, 24)
    assert (row.text, row.metrics, row.genome) == (record.text, record.metrics, record.genome)
    assert (row.lower_bound, row.upper_bound, row.proven) == (depth, record.upper_bound, record.proven)
    assert row.solution == (None if gap is None else solution)
    assert (row.nodes, row.budget, row.moves, row.branching) == (1000, 1_000_000, depth, 1.5)


def test_parents_are_recorded_with_both_scores(database: Database, recorder: DatabaseRecorder) -> None:
    child = candidate(1, level("child", 12), parents=(Parent("root", 9.0),), operator="exchange")
    recorder.record(generation(1, [candidate(0, level("root", 9)), child]))
    with database.read() as connection:
        edges = connection.exec_driver_sql(
            "SELECT operator, parent_score, child_score, generation, slot FROM lineage"
        ).all()
    assert edges == [("exchange", 9.0, 12.0, 1, 1)]


def test_a_level_that_another_session_found_first_is_met_by_both(database: Database) -> None:
    for keys in (["a", "b"], ["b", "c"], ["b", "b"]):
        session = start_session(database, SETTINGS)
        found = [candidate(slot, level(key)) for slot, key in enumerate(keys)]
        DatabaseRecorder(database, session).record(generation(1, found, pool=sorted(set(keys)), cells=[]))
    met = [[row.identity for row in best_levels(database, LevelFilter(session=n), "id", None)] for n in (1, 2, 3)]
    assert met == [["a", "b"], ["b", "c"], ["b"]]
    assert [row.session for row in best_levels(database, LevelFilter(session=2), "id", None)] == [1, 2]


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def recorded(url: str, blank: Path, spans: Sequence[float], gather: float) -> tuple[list[str], list[list[int]]]:
    """The rows of a session whose generations take so long, and the numbers of those that were told at a time."""
    shutil.copy(blank, database_path(url))
    ticks = iter(range(10**6))
    clock, told = Clock(), list[int]()
    batches = []
    thinned = replace(SETTINGS, keep=Keep.POOL_AND_ARCHIVE, batch=EVERY // 3)
    with Database.open(url, now=lambda: f"2026-01-01T00:00:{next(ticks):06}") as database:
        store_level(database, unproven("1-3-2"), Origin.GENERATED)
        with DatabaseRecorder(
            database, start_session(database, thinned), gather, lambda record: told.append(record.number), clock
        ) as recorder:
            for number, span in enumerate(spans, 1):
                clock.seconds += span
                recorder.record(full_generation(1, number))
                batches.append(told[:])
                told.clear()
        with database.read() as connection:
            return list(driver_of(connection).iterdump()), [*batches, told]


def test_gathered_generations_are_kept_like_single_ones(tmp_path: Path, blank: Path) -> None:
    spans = [1.0, 0.25, 0.25, 0.25, 0.5, 0.25, 3.0, 0.25]
    single, at_once = recorded(f"sqlite:///{tmp_path}/single.db", blank, spans, 0.0)
    gathered, later = recorded(f"sqlite:///{tmp_path}/gathered.db", blank, spans, 1.0)
    assert gathered == single
    assert at_once == [[number] for number in range(1, 9)] + [[]]
    # Behind generations 3 and 6 the session is thinned, which does not wait.
    assert later == [[1], [], [2, 3], [], [], [4, 5, 6], [7], [], [8]]


def test_what_is_told_is_kept_and_what_is_gathered_holds_no_lock(database: Database, url: str, session_id: int) -> None:
    seen = []

    def told(record: GenerationRecord) -> None:
        seen.append((record.number, get_session(database, session_id).generation))

    with DatabaseRecorder(database, session_id, 1.0, told, Clock()) as recorder:
        for number in (1, 2, 3):
            recorder.record(full_generation(session_id, number))
        assert seen == []
        with Database.open(url, timeout=0) as other:
            assert best_levels(other, limit=None) == []
            assert store_level(other, level("of another writer"), Origin.GENERATED) == (1, True)
        recorder.flush()
        assert seen == [(1, 3), (2, 3), (3, 3)]
        recorder.record(full_generation(session_id, 4))
    assert seen[3:] == [(4, 4)]


def test_what_is_gathered_is_kept_when_something_else_breaks_a_session_off(database: Database, session_id: int) -> None:
    def broken_off() -> None:
        with DatabaseRecorder(database, session_id, 1.0, clock=Clock()) as recorder:
            recorder.record(full_generation(session_id, 1))
            raise RuntimeError("a worker has a bug")

    with pytest.raises(RuntimeError, match="a worker has a bug"):
        broken_off()
    assert get_session(database, session_id).generation == 1
