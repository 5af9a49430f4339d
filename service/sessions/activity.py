"""What becomes of a session, by its process and by what the database says."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from storage.database import Database
from storage.errors import UnknownSessionError
from storage.locks import holder
from storage.queries import SessionRow, get_session
from storage.tables.base import SessionState


class Activity(StrEnum):
    """What a session is doing, according to its process and the database."""

    STARTING = "starting"
    """Its process has begun and does not hold the session yet."""
    RUNNING = "running"
    STOPPING = "stopping"
    """It was told to stop, and finishes its generation."""
    STOPPED = "stopped"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    """It was killed; it can be resumed."""


ACTIVE = frozenset({Activity.STARTING, Activity.RUNNING, Activity.STOPPING})
"""While a process is at work."""


def complaint_log(path: Path, session_id: int) -> Path:
    """Where the process of a session of this database leaves what it complains about."""
    return Path(f"{path}.session-{session_id}.log")


def seen(database: Database, row: SessionRow) -> SessionRow:
    """A session whose state is what it is doing, as far as a process can know that did not start it.

    Raises UnknownSessionError.
    """
    held = holder(database.path, row.id) is not None
    return replace(row, state=Activity.RUNNING if held else unheld(database, row.id, row.state))


def all_seen(database: Database, rows: Iterable[SessionRow]) -> list[SessionRow]:
    """Sessions as `seen`, without those that were deleted meanwhile."""
    found = []
    for row in rows:
        with suppress(UnknownSessionError):
            found.append(seen(database, row))
    return found


def unheld(database: Database, session_id: int, state: str) -> Activity:
    """What became of a session that no process holds and whose row said `state` before that was asked."""
    if state == SessionState.RUNNING:  # or its process has ended well since the row was read
        state = get_session(database, session_id).state
    return Activity.INTERRUPTED if state == SessionState.RUNNING else Activity(state)
