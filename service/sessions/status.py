"""How the sessions of a database are doing, for those who keep an eye on them."""

import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from generator.messages import Message
from service.sessions.activity import ACTIVE, Activity, complaint
from storage.connection import log_of
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.locks import holder
from storage.progress import FULL_DISK, GONE, Progress, progress
from storage.queries import EventRow, SessionRow

REMEMBERED = timedelta(days=1)
"""For how long a warning is shown beside a session."""
WAITS = (FULL_DISK, GONE)
"""Kinds of warnings that are settled when the session goes on."""
WATCHED = ACTIVE | {Activity.INTERRUPTED}
"""What a session is doing that somebody has to know of: it is at work, or it was killed while it was."""
WORKER = b"--multiprocessing-fork"
"""A word in the command line of a worker process, and not of what else a session may have begun."""
FORK_SERVER = b"from multiprocessing.forkserver import "
"""How a word in the command line of the process begins whose copies are workers."""


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """The bytes of a database, of its log, and what is free on its disk."""

    path: str
    bytes: int
    log_bytes: int
    free_bytes: int


@dataclass(frozen=True, slots=True)
class SessionStatus:
    """A session, what it is doing and how it goes.

    `process` is None where none holds it, and 0 or less in another container. `workers` are its worker processes that
    live, or those that its cluster had when the last generation was recorded; None where the system does not tell.
    `complaint` says why its process broke down.
    """

    row: SessionRow
    complaint: Message
    process: int | None
    workers: int | None
    progress: Progress


@dataclass(frozen=True, slots=True)
class Status:
    """A database and its sessions at one moment."""

    created_at: str
    database: DatabaseStatus
    sessions: Sequence[SessionStatus]


def status(database: Database, rows: Iterable[SessionRow], *, every: bool = False) -> Status:
    """The status of a database and of these sessions, whose state is what they are doing.

    Sessions that nobody has to watch are left out unless `every` is set, and so are those that were deleted meanwhile.
    """
    sessions = []
    for row in rows:
        if every or row.state in WATCHED:
            with suppress(UnknownSessionError):
                sessions.append(_session_status(database, row))
    return Status(database.now(), database_status(database.path), sessions)


def database_status(path: Path) -> DatabaseStatus:
    """How large a database is."""
    log = log_of(path)
    return DatabaseStatus(
        str(path),
        path.stat().st_size,
        log.stat().st_size if log.exists() else 0,
        shutil.disk_usage(path.parent).free,
    )


def _session_status(database: Database, row: SessionRow) -> SessionStatus:
    process, going, active = holder(database.path, row.id), progress(database, row.id), row.state in ACTIVE
    return SessionStatus(
        row,
        Message("") if active else complaint(database.path, row.id),
        process,
        0 if process is None else workers_of(process) if going.cluster_workers is None else going.cluster_workers,
        going if active else replace(going, evaluations_per_second=None),
    )


def lasting_warning(going: Progress, now: str) -> EventRow | None:
    """The last warning, unless it is a day old, or is about a wait and the session has gone on."""
    last = going.last_warning
    if last is None:
        return None
    told = datetime.fromisoformat(last.created_at)
    is_old = datetime.fromisoformat(now) - told > REMEMBERED
    gone_on = going.last_generation_at is not None and datetime.fromisoformat(going.last_generation_at) > told
    return None if is_old or (last.kind in WAITS and gone_on) else last


def workers_of(process: int) -> int | None:
    """How many worker processes of a session's process live; None where the system does not tell (only Linux does)."""
    try:
        return sum(_workers_at(child) for child in _children(process)) if process > 0 else None
    except OSError:
        return None


def _workers_at(process: int) -> int:
    """How many workers a process is that a session has begun: one, or as many as there are copies of it."""
    with suppress(OSError):
        words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        if any(word.startswith(FORK_SERVER) for word in words):
            return len(_children(process))
        return int(WORKER in words)
    return 0


def _children(process: int) -> list[int]:
    """The processes that the threads of a process have begun. Raises OSError where there is none."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


def status_object(status: Status) -> dict[str, Any]:
    """A status as the JSON object that users rely on."""
    return {
        "created_at": status.created_at,
        "database": asdict(status.database),
        "sessions": [_session_object(session) for session in status.sessions],
    }


def _session_object(session: SessionStatus) -> dict[str, Any]:
    row, going = session.row, session.progress
    last = going.last_warning
    return {
        **{key: getattr(row, key) for key in ("id", "name", "family", "objective", "state")},
        "complaint": str(session.complaint),
        "process": session.process,
        "workers": session.workers,
        **{key: getattr(row, key) for key in ("generation", "evaluations", "best")},
        **{key: getattr(going, key) for key in _GOING},
        "last_warning": last and {**{key: getattr(last, key) for key in _TOLD}, "text": str(last.text)},
    }


_GOING = (
    "best_at",
    "started_at",
    "last_generation_at",
    "evaluations_per_second",
    "mean_evaluations_per_second",
    "failed_candidates",
    "warnings",
)
_TOLD = ("generation", "kind", "created_at")
