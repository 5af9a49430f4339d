"""How fast a session goes, when it last found something better, and what went wrong.

Generations are found by key, and their times and best scores only rise. So a session of a million generations takes
some forty look-ups; it is never read as a whole.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import aliased

from optimiser.recorder import CLUSTER_WORKERS, Outcome
from storage.database import Database
from storage.queries import EventRow
from storage.recorder import unknown_session
from storage.runs import CHANGED
from storage.tables.sessions import Evaluation, Event, Generation, Run, Session
from storage.upkeep.thinning import COUNTED

MINUTE = timedelta(minutes=1)
LOST_WORKER = "worker"
"""The kind of the event of worker processes that died."""
UNDELIVERED = "notice"
"""The kind of the event of a notice that could not be delivered."""
FULL_DISK = "disk"
"""The kind of the events that tell that a session waits for room on the disk, and that it goes on."""
GONE = "cluster"
"""The kind of the events that tell that a session waits for its cluster: for the scheduler, or for any worker."""
WARNINGS = (LOST_WORKER, CHANGED, UNDELIVERED, FULL_DISK, GONE)
"""Kinds of events that tell of something that an operator should know."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a session goes; times are None where nothing is known of them.

    `started_at` is when its last run began, `best_at` when it found what is still its best. The first rate is that of
    the minute before the last generation, the mean that of all runs without the pauses between them. `warnings` counts
    events by kind. `cluster_workers` are those of the last generation, None where the last run was not on a cluster.
    """

    started_at: str
    last_generation_at: str | None
    best_at: str | None
    evaluations_per_second: float | None
    mean_evaluations_per_second: float | None
    warnings: Mapping[str, int]
    failed_candidates: int
    last_warning: EventRow | None
    cluster_workers: int | None


def progress(database: Database, session_id: int) -> Progress:
    """How a session goes. Raises UnknownSessionError."""
    with database.read() as connection:
        runs = _runs(connection, session_id)
        last = _newest(connection, session_id)
        return Progress(
            started_at=runs[-1].time.isoformat(timespec="milliseconds"),
            last_generation_at=_text(last),
            best_at=_text(_bettered(connection, session_id, last)),
            evaluations_per_second=_rate_of_minute(connection, session_id, runs[-1], last),
            mean_evaluations_per_second=_mean_rate(connection, session_id, runs, last),
            warnings=_warnings(connection, session_id),
            failed_candidates=_failed(connection, session_id),
            last_warning=_last_warning(connection, session_id),
            cluster_workers=_cluster_workers(connection, session_id, runs[-1], last),
        )


@dataclass(frozen=True, slots=True)
class Worked:
    """The seconds that a session has worked in all its runs, and in the last run alone, until a moment."""

    total: float
    last_run: float
    until: datetime

    def on_to(self, now: datetime) -> "Worked":
        """The same where the session has gone on working."""
        since = max(0.0, (now - self.until).total_seconds())
        return Worked(self.total + since, self.last_run + since, now)


def worked(database: Database, session_id: int) -> Worked:
    """How long a session has worked up to its last generation, or to the beginning of a run that has none.

    Raises UnknownSessionError.
    """
    with database.read() as connection:
        runs = _runs(connection, session_id)
        spans = _spans(connection, session_id, runs, _newest(connection, session_id))
    seconds = [(end.time - begin.time).total_seconds() for begin, end in spans]
    if spans and spans[-1][0] is runs[-1]:
        return Worked(sum(seconds), seconds[-1], spans[-1][1].time)
    return Worked(sum(seconds), 0.0, runs[-1].time)


@dataclass(frozen=True, slots=True)
class _Point:
    """A session after a generation, or when a run began."""

    number: int
    evaluations: int
    time: datetime
    best: float | None = None


def _runs(connection: Connection, session_id: int) -> list[_Point]:
    """Where and when each run began; sessions of older programs have none, and count as one."""
    created = connection.execute(select(Session.created_at).where(Session.id == session_id)).scalar_one_or_none()
    if created is None:
        raise unknown_session(session_id)
    query = select(Run.generation, Run.started_at).where(Run.session_id == session_id).order_by(Run.id)
    begun = [(number, started) for number, started in connection.execute(query)] or [(0, created)]
    return [_begun(connection, session_id, number, datetime.fromisoformat(started)) for number, started in begun]


def _begun(connection: Connection, session_id: int, number: int, time: datetime) -> _Point:
    before = _newest(connection, session_id, number) if number else None
    return _Point(number, before.evaluations if before else 0, time)


_COLUMNS = (Generation.number, Generation.evaluations, Generation.created_at, Generation.best)
_DATED = select(*_COLUMNS).where(Generation.created_at.is_not(None)).order_by(Generation.number.desc()).limit(1)


def _newest(connection: Connection, session_id: int, most: int | None = None) -> _Point | None:
    """The newest generation, or the newest up to that number; None where there is none whose time is known."""
    query = _DATED.where(Generation.session_id == session_id)
    row = connection.execute(query if most is None else query.where(Generation.number <= most)).first()
    return None if row is None else _Point(row[0], row[1], datetime.fromisoformat(str(row[2])), row[3])


def _first(connection: Connection, session_id: int, last: _Point, holds: Callable[[_Point], bool]) -> _Point:
    """The first generation for which something holds that holds for all later ones up to the last."""
    found, low = last, 1
    while low < found.number:
        middle = (low + found.number) // 2
        point = _newest(connection, session_id, middle)
        if point is not None and holds(point):
            found = point
        else:
            low = middle + 1
    return found


def _bettered(connection: Connection, session_id: int, last: _Point | None) -> _Point | None:
    """The generation that found what is still the best."""
    if last is None or (best := last.best) is None:
        return None
    return _first(connection, session_id, last, lambda point: point.best is not None and point.best >= best)


def _rate_of_minute(connection: Connection, session_id: int, run: _Point, last: _Point | None) -> float | None:
    if last is None or last.number <= run.number:
        return None
    first = _first(connection, session_id, last, lambda point: point.time > last.time - MINUTE)
    before = _newest(connection, session_id, first.number - 1)
    return _rate([(before if before is not None and before.number > run.number else run, last)])


def _mean_rate(connection: Connection, session_id: int, runs: list[_Point], last: _Point | None) -> float | None:
    return _rate(_spans(connection, session_id, runs, last))


def _spans(
    connection: Connection, session_id: int, runs: list[_Point], last: _Point | None
) -> list[tuple[_Point, _Point]]:
    """Every run that has a generation with where it began, and its last one."""
    if last is None:
        return []
    ends = [_newest(connection, session_id, following.number) for _, following in pairwise(runs)]
    return [(run, end) for run, end in zip(runs, [*ends, last], strict=True) if end and end.number > run.number]


def _rate(spans: list[tuple[_Point, _Point]]) -> float | None:
    seconds = sum((end.time - begin.time).total_seconds() for begin, end in spans)
    return sum(end.evaluations - begin.evaluations for begin, end in spans) / seconds if seconds > 0 else None


def _warnings(connection: Connection, session_id: int) -> Mapping[str, int]:
    query = select(Event.kind, func.count()).where(Event.session_id == session_id, Event.kind.in_(WARNINGS))
    rows = connection.execute(query.group_by(Event.kind).order_by(Event.kind)).all()
    return {kind: count for kind, count in rows}  # noqa: C416 - a row is not a pair for the type checker


def _last_warning(connection: Connection, session_id: int) -> EventRow | None:
    columns = Event.generation, Event.kind, Event.text, Event.created_at
    query = select(*columns).where(Event.session_id == session_id, Event.kind.in_(WARNINGS))
    row = connection.execute(query.order_by(Event.id.desc()).limit(1)).first()
    return None if row is None else EventRow(*row)


def _cluster_workers(connection: Connection, session_id: int, run: _Point, last: _Point | None) -> int | None:
    if last is None or last.number <= run.number:
        return None
    place = Generation.session_id == session_id, Generation.number == last.number
    workers = func.json_extract(Generation.statistics, f"$.{CLUSTER_WORKERS}")
    return connection.execute(select(workers).where(*place).limit(1)).scalar_one_or_none()


def _failed(connection: Connection, session_id: int) -> int:
    """How many candidates were given up. They kill workers, so only generations that tell of that are looked at."""
    tells = Event.session_id == session_id, Event.kind == LOST_WORKER
    told = select(Event.generation).where(*tells)
    stored = select(func.count()).where(
        Evaluation.session_id == session_id, Evaluation.generation.in_(told), Evaluation.outcome == Outcome.FAILED
    )
    # Of a generation that was merged, the next one that is left has the count.
    later = aliased(Generation)
    left = select(func.min(later.number)).where(later.session_id == session_id, later.number >= Event.generation)
    holding = select(left.scalar_subquery()).where(*tells)
    count = func.json_extract(Generation.statistics, f'$."{COUNTED}{Outcome.FAILED}"')
    counted = select(func.sum(count)).where(Generation.session_id == session_id, Generation.number.in_(holding))
    return int(connection.execute(stored).scalar_one() + (connection.execute(counted).scalar_one() or 0))


def _text(point: _Point | None) -> str | None:
    return None if point is None else point.time.isoformat(timespec="milliseconds")
