"""What is seen of a session at one moment."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from generator.messages import Message
from service.sessions.activity import Activity
from service.sessions.processes import SessionProcesses
from service.sessions.remaining import Remaining, remaining
from service.sessions.status import Status, status
from storage import health, queries
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.health import Moment, OperatorRow, RejectionRow
from storage.progress import worked
from storage.queries import CellRow, EventRow, SessionRow
from storage.runs import RunRow, runs
from storage.summaries import LevelSummary

EVENTS = 30
"""How many events a page shows, the newest ones."""
RUNS = 10
"""How many runs a page shows, the last ones."""
SPARKS = 40
"""Points of a sparkline."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A session as a list shows it; `complaint` says why its process broke down, `best_level` is the id of a level."""

    row: SessionRow
    activity: Activity
    complaint: Message
    evaluations_per_second: float | None
    course: Sequence[float | None]
    best_level: int | None


@dataclass(frozen=True, slots=True)
class View:
    """A session as its own page shows it."""

    row: SessionRow
    activity: Activity
    complaint: Message
    moment: Moment
    pool: Sequence[LevelSummary]
    operators: Sequence[OperatorRow]
    rejections: Sequence[RejectionRow]
    cells: Sequence[CellRow]
    events: Sequence[EventRow]
    runs: Sequence[RunRow]
    left: Remaining

    @property
    def evaluations_per_second(self) -> float | None:
        """The pace, of a session that runs."""
        return self.moment.evaluations_per_second if self.activity is Activity.RUNNING else None


def summary(database: Database, processes: SessionProcesses, row: SessionRow) -> Summary:
    """A session of a list. Raises UnknownSessionError."""
    activity = processes.activity(database, row.id, row.state)
    runs = activity is Activity.RUNNING
    pace = health.moment(database, row.id).evaluations_per_second if runs else None
    course = [point.best for point in health.history(database, row.id, SPARKS)]
    best = health.best_levels_of(database, [row.id]).get(row.id)
    return Summary(row, activity, _complaint(processes, row.id, activity), pace, course, best)


def summaries(database: Database, processes: SessionProcesses, rows: Iterable[SessionRow]) -> list[Summary]:
    """The sessions of a list, without those that were deleted meanwhile."""
    found = []
    for row in rows:
        with suppress(UnknownSessionError):
            found.append(summary(database, processes, row))
    return found


def view(database: Database, processes: SessionProcesses, session_id: int, last: View | None = None) -> View:
    """A session as it is now; `last` itself where nothing has happened since. Raises UnknownSessionError."""
    row = queries.get_session(database, session_id)
    activity = processes.activity(database, session_id, row.state)
    complaint = _complaint(processes, session_id, activity)
    if last is not None and (row, activity, complaint) == (last.row, last.activity, last.complaint):
        return last
    moment = health.moment(database, session_id)
    time = worked(database, session_id)
    if activity in (Activity.RUNNING, Activity.STOPPING):
        time = time.on_to(datetime.fromisoformat(database.now()))
    return View(
        row=row,
        activity=activity,
        complaint=complaint,
        moment=moment,
        pool=health.pool_figures(database, session_id),
        operators=health.operators(database, session_id, moment.statistics),
        rejections=health.rejections(database, session_id),
        cells=queries.archive(database, session_id),
        events=health.newest_events(database, session_id, EVENTS),
        runs=runs(database, session_id)[-RUNS:],
        left=remaining(row.stop, time, row.evaluations, moment.evaluations_per_second),
    )


def status_now(database: Database, processes: SessionProcesses, *, every: bool = False) -> Status:
    """How the sessions are doing that run or were killed, or every session; also those that are only starting."""
    return status(database, _as_they_are(database, processes), every=every)


def _as_they_are(database: Database, processes: SessionProcesses) -> Iterator[SessionRow]:
    for row in queries.list_sessions(database):
        with suppress(UnknownSessionError):
            yield replace(row, state=processes.activity(database, row.id, row.state))


def _complaint(processes: SessionProcesses, session_id: int, activity: Activity) -> Message:
    return Message("") if activity in (Activity.RUNNING, Activity.STARTING) else processes.complaint(session_id)
