"""What is read of a session again and again while somebody watches it.

Everything is found by key, so that it costs the same after days as after a minute, and disturbs nobody who writes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import fmean, median

from sqlalchemy import Connection, func, select

from generator.messages import SILENCE, Message
from storage.database import Database
from storage.levels import among
from storage.queries import EventRow
from storage.recorder import unknown_session
from storage.summaries import LevelSummary, columns_of
from storage.tables.levels import Level, Score
from storage.tables.sessions import Evaluation, Event, Generation, PoolMember, Session
from storage.upkeep.thinning import RECENT

MOST_POINTS = 300
"""Points of a history: more than a chart has room for."""
PACED = 30
"""Generations by which the pace of a session is judged."""
PAUSE = 10
"""A gap between two generations that is so many times the usual one is a pause."""
MOST_REASONS = 5
"""The most reasons that are listed."""


@dataclass(frozen=True, slots=True)
class Point:
    """A session as it was after one generation."""

    generation: int
    evaluations: int
    best: float | None
    mean: float | None
    diversity: float | None
    created_at: str | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A session as it is: its last point, None before there is any, with the statistics of that generation."""

    point: Point | None
    statistics: Mapping[str, float]
    evaluations_per_second: float | None


@dataclass(frozen=True, slots=True)
class RejectionRow:
    """Why candidates gave no level, and how many of the last generations did so for this reason."""

    reason: Message
    count: int


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """An operator: its share of successes of late, and what became of its evaluations in the last generations."""

    name: str
    share: float | None
    outcomes: Mapping[str, int]


def history(database: Database, session_id: int, most: int = MOST_POINTS) -> list[Point]:
    """At most so many generations of a session, evenly spread, with the last one.

    Those that are chosen stay chosen until there are too many of them, so that a chart grows and does not waver.
    Raises UnknownSessionError.
    """
    with database.read() as connection:
        last = _last_number(connection, session_id)
        stride = 1
        while last // stride >= most:
            stride *= 2
        numbers = [*range(stride, last, stride), *([last] if last else [])]
        wanted = Generation.session_id == session_id, among(Generation.number, numbers)
        rows = connection.execute(select(*_POINT).where(*wanted).order_by(Generation.number))
        return [Point(*row) for row in rows]


def moment(database: Database, session_id: int) -> Moment:
    """A session as it is now. Raises UnknownSessionError."""
    with database.read() as connection:
        last = _last_number(connection, session_id)
        late = Generation.session_id == session_id, Generation.number > last - PACED
        columns = Generation.evaluations, Generation.created_at
        paced = connection.execute(select(*columns).where(*late).order_by(Generation.number)).all()
        query = select(*_POINT, Generation.statistics)
        row = connection.execute(query.where(Generation.session_id == session_id, Generation.number == last)).first()
    if row is None:
        return Moment(None, {}, None)
    *values, statistics = row
    return Moment(Point(*values), statistics, _pace([(count, time) for count, time in paced]))


def newest_events(database: Database, session_id: int, limit: int) -> list[EventRow]:
    """The last events of a session, the newest first."""
    columns = Event.generation, Event.kind, Event.text, Event.created_at
    query = select(*columns).where(Event.session_id == session_id).order_by(Event.id.desc()).limit(limit)
    with database.read() as connection:
        return [EventRow(*row) for row in connection.execute(query)]


def operators(database: Database, session_id: int, shares: Mapping[str, float]) -> list[OperatorRow]:
    """The operators of a session by name; `shares` are the statistics of its last generation.

    Raises UnknownSessionError.
    """
    columns = Evaluation.operator, Evaluation.outcome, func.count()
    with database.read() as connection:
        last = _last_number(connection, session_id)
        query = select(*columns).where(Evaluation.session_id == session_id, Evaluation.generation > last - RECENT)
        rows = connection.execute(query.group_by(Evaluation.operator, Evaluation.outcome)).all()
    outcomes: dict[str, dict[str, int]] = {}
    for name, outcome, count in rows:
        outcomes.setdefault(name, {})[outcome] = count
    known = {key.removeprefix(_SHARE): share for key, share in shares.items() if key.startswith(_SHARE)}
    return [OperatorRow(name, known.get(name), outcomes.get(name, {})) for name in sorted({*known, *outcomes})]


def rejections(database: Database, session_id: int) -> list[RejectionRow]:
    """The most common reasons why candidates of a session gave no level. Raises UnknownSessionError."""
    count = func.count()
    query = select(Evaluation.note, count).where(Evaluation.session_id == session_id, Evaluation.note != SILENCE)
    query = query.group_by(Evaluation.note).order_by(count.desc(), Evaluation.note).limit(MOST_REASONS)
    with database.read() as connection:
        last = _last_number(connection, session_id)
        return [RejectionRow(*row) for row in connection.execute(query.where(Evaluation.generation > last - RECENT))]


def best_levels_of(database: Database, session_ids: Sequence[int]) -> Mapping[int, int]:
    """The best level of each of some sessions that has any."""
    query = select(PoolMember.session_id, PoolMember.level_id).where(
        among(PoolMember.session_id, session_ids), PoolMember.rank == 0
    )
    with database.read() as connection:
        return {session_id: level_id for session_id, level_id in connection.execute(query)}  # noqa: C416


def pool_figures(database: Database, session_id: int) -> list[LevelSummary]:
    """The pool as of a session's last generation, the best first, without texts and solutions."""
    query = (
        select(*columns_of(LevelSummary), Score.score, Session.objective)
        .join(PoolMember, PoolMember.level_id == Level.id)
        .join(Session, Session.id == PoolMember.session_id)
        .outerjoin(Score, (Score.level_id == Level.id) & (Score.objective == Session.objective))
        .where(PoolMember.session_id == session_id)
        .order_by(PoolMember.rank)
    )
    with database.read() as connection:
        return [LevelSummary(**row) for row in connection.execute(query).mappings()]


_SHARE = "operator:"
_POINT = (
    Generation.number,
    Generation.evaluations,
    Generation.best,
    Generation.mean,
    Generation.diversity,
    Generation.created_at,
)


def _last_number(connection: Connection, session_id: int) -> int:
    number = connection.execute(select(Session.generation).where(Session.id == session_id)).scalar_one_or_none()
    if number is None:
        raise unknown_session(session_id)
    return int(number)


def _pace(generations: Sequence[tuple[int, str | None]]) -> float | None:
    """Evaluations per second, without the pauses in which the session was stopped."""
    times = [(count, datetime.fromisoformat(time)) for count, time in generations if time is not None]
    steps = [(other - count, (then - time).total_seconds()) for (count, time), (other, then) in pairwise(times)]
    if not steps:
        return None
    usual = median(seconds for _, seconds in steps)
    working = [(count, seconds) for count, seconds in steps if seconds <= PAUSE * usual]
    seconds = fmean(seconds for _, seconds in working)
    return fmean(count for count, _ in working) / seconds if seconds else None
