"""How a session goes is told from few generations, and as if all of them had been read."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, event

from generator.messages import Message
from optimiser.recorder import CLUSTER_WORKERS, EventRecord, Outcome
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.progress import Progress, progress, worked
from storage.recorder import DatabaseRecorder, start_session
from storage.runs import Versions, enter_run
from storage.tables.sessions import Generation
from storage.upkeep.thinning import RECENT, thin
from tests.storage.records import SETTINGS, candidate, generation

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
VERSIONS = Versions("1", "3.12", "2", "0.61")


class Clock:
    """A time that goes on when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> str:
        return self.at(self.seconds)

    @staticmethod
    def at(seconds: float) -> str:
        return (BEGUN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(tmp_path: Path, blank: Path, clock: Clock) -> Iterator[Database]:
    shutil.copy(blank, tmp_path / "levels.db")
    with Database.open(f"sqlite:///{tmp_path}/levels.db", now=clock) as database:
        yield database


def run_begun(database: Database, session: int, clock: Clock, pause: float = 0.0) -> None:
    clock.seconds += pause
    enter_run(database, session, VERSIONS)


def go_on(database: Database, session: int, clock: Clock, steps: list[tuple[int, float, float]]) -> None:
    """Record generations, each after some seconds, with a best score."""
    recorder = DatabaseRecorder(database, session)
    for number, seconds, best in steps:
        clock.seconds += seconds
        recorder.record(generation(number, [], statistics={"best": best}, events=[]))


def test_a_session_that_has_just_begun_has_no_figures(timed: Database, clock: Clock) -> None:
    clock.seconds = 5
    session = start_session(timed, SETTINGS)
    assert progress(timed, session) == Progress(Clock.at(5), None, None, None, None, {}, 0, None, None)
    with pytest.raises(UnknownSessionError, match="no session 7"):
        progress(timed, 7)


def test_rates_are_of_the_last_minute_and_of_all_runs_without_their_pauses(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    run_begun(timed, session, clock)
    go_on(timed, session, clock, [(number, 30.0, 1.0) for number in range(1, 11)])  # 160 evaluations in 300 s
    run_begun(timed, session, clock, pause=100_000)
    go_on(timed, session, clock, [(number, 4.0, 1.0) for number in range(11, 36)])  # 400 evaluations in 100 s
    found = progress(timed, session)
    assert found.started_at == Clock.at(100_300)
    assert found.last_generation_at == Clock.at(100_400)
    assert found.evaluations_per_second == pytest.approx(16 / 4)
    assert found.mean_evaluations_per_second == pytest.approx(560 / 400)


def test_a_session_that_still_works_has_worked_up_to_now_also_before_its_first_generation(
    timed: Database, clock: Clock
) -> None:
    session = start_session(timed, SETTINGS)
    run_begun(timed, session, clock)
    clock.seconds += 70
    assert spent(timed, session) == (0, 0)
    assert spent_by_now(timed, session) == (70, 70)
    go_on(timed, session, clock, [(1, 30.0, 1.0)])
    clock.seconds += 20
    assert spent(timed, session) == (100, 100)
    assert spent_by_now(timed, session) == (120, 120)
    run_begun(timed, session, clock, pause=1_000)
    clock.seconds += 5
    assert spent(timed, session) == (100, 0)
    assert spent_by_now(timed, session) == (105, 5)


def spent(timed: Database, session: int) -> tuple[float, float]:
    found = worked(timed, session)
    return found.total, found.last_run


def spent_by_now(timed: Database, session: int) -> tuple[float, float]:
    found = worked(timed, session).on_to(datetime.fromisoformat(timed.now()))
    return found.total, found.last_run


def test_the_minute_does_not_reach_behind_the_beginning_of_the_run(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    run_begun(timed, session, clock)
    go_on(timed, session, clock, [(number, 1.0, 1.0) for number in range(1, 100)])
    run_begun(timed, session, clock, pause=10)
    assert progress(timed, session).evaluations_per_second is None, "nothing is recorded yet"
    go_on(timed, session, clock, [(100, 8.0, 1.0)])
    assert progress(timed, session).evaluations_per_second == pytest.approx(16 / 8)


def test_a_slow_session_has_the_rate_of_its_last_generation(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    run_begun(timed, session, clock)
    go_on(timed, session, clock, [(number, 200.0 * number, 1.0) for number in range(1, 5)])
    assert progress(timed, session).evaluations_per_second == pytest.approx(16 / 800)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.floats(0, 50), st.integers(0, 3)), min_size=1, max_size=40),
    st.sets(st.integers(1, 39)),
)
def test_what_is_told_is_what_reading_every_generation_would_tell(
    tmp_path: Path, blank: Path, steps: list[tuple[float, int]], thinned: set[int]
) -> None:
    """Also where older generations have been removed."""
    clock = Clock()
    shutil.copy(blank, tmp_path / "levels.db")
    with Database.open(f"sqlite:///{tmp_path}/levels.db", now=clock) as database:
        session = start_session(database, SETTINGS)
        run_begun(database, session, clock)
        best, told = 0.0, []
        for number, (seconds, gain) in enumerate(steps, 1):
            best += gain
            go_on(database, session, clock, [(number, round(seconds, 3), best)])
            told.append((number, round(clock.seconds, 3), best))
        gone = thinned - {len(steps)}
        with database.begin() as connection:
            connection.execute(delete(Generation).where(Generation.number.in_(gone)))
        left = [one for one in told if one[0] not in gone]
        found = progress(database, session)
    assert found.best_at == Clock.at(next(seconds for _, seconds, reached in left if reached == best))
    last = left[-1]
    before = [(0, 0.0), *((number, seconds) for number, seconds, _ in left if seconds <= last[1] - 60 + 1e-6)][-1]
    seconds = last[1] - before[1]
    assert found.evaluations_per_second == (pytest.approx(16 * (last[0] - before[0]) / seconds) if seconds else None)


def test_lost_workers_and_candidates_that_were_given_up_are_counted(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    recorder = DatabaseRecorder(timed, session)
    lost = EventRecord("worker", Message("a worker process died; {number} candidates", number=3))
    failed = [candidate(slot, None, outcome=Outcome.FAILED) for slot in (0, 1)]
    recorder.record(generation(1, [candidate(0, None)], events=[EventRecord("best", Message("new best"))]))
    recorder.record(generation(2, [*failed, candidate(2, None)], events=[lost]))
    recorder.record(generation(3, [failed[0]], events=[lost, EventRecord("restart", Message("starts anew"))]))
    recorder.record(generation(4, [candidate(0, None)], events=[EventRecord("restart", Message("starts anew"))]))
    found = progress(timed, session)
    assert (found.warnings, found.failed_candidates) == ({"worker": 2}, 3)
    assert found.last_warning is not None
    assert (found.last_warning.generation, str(found.last_warning.text)) == (3, "a worker process died; 3 candidates")
    with timed.begin() as connection:
        thin(connection, session, 2 + RECENT)
    assert progress(timed, session).failed_candidates == 3, "also where evaluations have become counts"


def test_other_versions_are_a_warning(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    for python in ("3.12", "3.13"):
        enter_run(timed, session, Versions("1", python, "2", "0.61"))
    assert progress(timed, session).warnings == {"versions": 1}


def test_the_workers_of_a_cluster_are_those_of_the_last_generation_of_this_run(timed: Database, clock: Clock) -> None:
    session = start_session(timed, SETTINGS)
    run_begun(timed, session, clock)
    recorder = DatabaseRecorder(timed, session)
    for number, workers in ((1, 3), (2, 20)):
        recorder.record(generation(number, [], statistics={CLUSTER_WORKERS: workers}, events=[]))
    assert progress(timed, session).cluster_workers == 20
    run_begun(timed, session, clock)
    assert progress(timed, session).cluster_workers is None
    recorder.record(generation(3, [], statistics={}, events=[]))
    assert progress(timed, session).cluster_workers is None


def test_a_long_session_is_not_read_as_a_whole(timed: Database, clock: Clock) -> None:
    """Ten times as many generations take a few more questions, each of one row."""
    asked = []
    event.listen(timed.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    counts = []
    session = start_session(timed, SETTINGS)
    for first, last in ((1, 100), (101, 1000)):
        rows = [
            {
                "session_id": session,
                "number": number,
                "evaluations": 16 * number,
                "best": float(number > 50),
                "statistics": {},
                "created_at": Clock.at(number),
            }
            for number in range(first, last + 1)
        ]
        with timed.begin() as connection:
            connection.execute(Generation.__table__.insert(), rows)  # type: ignore[attr-defined]
        asked.clear()
        assert progress(timed, session).best_at == Clock.at(51)
        counts.append(sum("FROM generations" in statement for statement in asked))
        bounded = ("LIMIT", "IN (SELECT")  # one row, or those of events
        assert all(any(word in one for word in bounded) for one in asked if "FROM generations" in one)
    assert counts[1] < counts[0] + 12
