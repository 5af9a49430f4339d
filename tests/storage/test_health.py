"""What is read of sessions while somebody watches them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from generator.messages import Message
from optimiser.recorder import Outcome
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.health import RECENT, history, moment, newest_events, operators, pool_figures, rejections
from storage.queries import events, newest_sessions
from storage.recorder import DatabaseRecorder, start_session
from tests.storage.records import SETTINGS, candidate, generation, level

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """The time that a database writes down; a test moves it."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> str:
        return self.now.isoformat(timespec="milliseconds")

    def tick(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(url: str, clock: Clock) -> Iterator[Database]:
    with Database.create(url, now=clock) as database:
        yield database


def recorded(database: Database, generations: int) -> int:
    """A session with so many generations without levels."""
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in range(1, generations + 1):
        recorder.record(generation(number, []))
    return session


@pytest.mark.parametrize("generations", [0, 1, 2, 19, 20, 21, 47])
def test_a_history_has_few_points_evenly_spread_and_ends_now(database: Database, generations: int) -> None:
    session = recorded(database, generations)
    numbers = [point.generation for point in history(database, session, most=20)]
    assert min(generations, 10) <= len(numbers) <= 20
    assert numbers[-1:] == ([generations] if generations else [])
    steps = {after - before for before, after in pairwise(numbers[:-1])}
    assert len(steps) <= 1


def test_the_points_of_a_history_stay_while_it_grows(database: Database) -> None:
    session = recorded(database, 50)
    before = {point.generation for point in history(database, session, most=20)}
    recorder = DatabaseRecorder(database, session)
    for number in range(51, 54):
        recorder.record(generation(number, []))
    assert before - {50} <= {point.generation for point in history(database, session, most=20)}


def test_the_pace_leaves_out_the_pause_between_stop_and_resume(database: Database, clock: Clock) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in range(1, 21):
        clock.tick(3600 if number == 15 else 2)
        recorder.record(generation(number, []))
    assert moment(database, session).evaluations_per_second == pytest.approx(8)


def test_a_session_without_generations_has_no_pace_and_no_point(database: Database) -> None:
    now = moment(database, start_session(database, SETTINGS))
    assert (now.point, now.evaluations_per_second) == (None, None)


def test_operators_tell_their_shares_and_what_became_of_their_children(database: Database) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    children = [
        candidate(0, level("a"), operator="slide"),
        candidate(1, None, operator="slide", outcome=Outcome.DUPLICATE),
        candidate(2, None, operator="slide", outcome=Outcome.DUPLICATE),
        candidate(3, None, operator="random", outcome=Outcome.REJECTED),
    ]
    shares = {"operator:slide": 0.5, "operator:untried": 0.0, "best": 3.0}
    recorder.record(generation(1, children, statistics=shares))
    found = {row.name: row for row in operators(database, session, moment(database, session).statistics)}
    assert [*found] == ["random", "slide", "untried"]
    assert found["slide"].outcomes == {"pooled": 1, "duplicate": 2}
    assert (found["slide"].share, found["untried"].share, found["random"].share) == (0.5, 0.0, None)


def test_rejections_count_the_candidates_of_each_reason_the_most_common_first(database: Database) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    spent = Message("no solution within {budget} nodes", budget=4000)
    notes = [Message("unsolvable"), spent, spent]
    failed = [candidate(slot, None, outcome=Outcome.REJECTED, note=note) for slot, note in enumerate(notes)]
    recorder.record(generation(1, [*failed, candidate(3, level("a")), candidate(4, None, outcome=Outcome.DUPLICATE)]))
    assert [(row.reason, row.count) for row in rejections(database, session)] == [
        (spent, 2),
        (Message("unsolvable"), 1),
    ]
    for number in range(2, RECENT + 2):
        recorder.record(generation(number, []))
    assert rejections(database, session) == []


def test_pool_figures_are_the_pool_in_order_with_the_scores_of_the_session(database: Database) -> None:
    session = start_session(database, SETTINGS)
    children = [candidate(slot, level(key, depth)) for slot, (key, depth) in enumerate([("a", 9), ("b", 12)])]
    DatabaseRecorder(database, session).record(generation(1, children, pool=["b", "a"]))
    assert [(row.lower_bound, row.score) for row in pool_figures(database, session)] == [(12, 12.0), (9, 9.0)]


def test_newest_events_are_the_last_ones_backwards(database: Database) -> None:
    session = recorded(database, 5)
    recorded(database, 2)
    assert newest_events(database, session, 2) == events(database, session)[:-3:-1]


def test_sessions_are_paged_from_the_newest_to_the_oldest(database: Database) -> None:
    ids = [start_session(database, SETTINGS) for _ in range(5)]
    first = [row.id for row in newest_sessions(database, 3)]
    rest = [row.id for row in newest_sessions(database, 3, before=first[-1])]
    assert first + rest == ids[::-1]


@pytest.mark.parametrize(
    "question", [history, moment, rejections, lambda database, session: operators(database, session, {})]
)
def test_an_unknown_session_is_said_to_be_unknown(database: Database, question: object) -> None:
    assert callable(question)
    with pytest.raises(UnknownSessionError, match="there is no session 9"):
        question(database, 9)
