"""How fast a database grows, and what keeps its log long."""

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from storage.connection import LONG_LOG, log_of
from storage.database import Database
from storage.locks import holder
from storage.tables.base import SessionState
from storage.tables.sessions import Generation, Session

LATELY = 100
"""Generations from which the pace of a session is taken."""
DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Growth:
    """Sizes in bytes, of the database, its log and what is free on its disk.

    `evaluations` are all that the sessions made, `pace` is how many a day the sessions make that run just now.
    """

    size: int
    log: int
    free: int
    evaluations: int
    pace: float

    @property
    def per_evaluation(self) -> float:
        """Bytes of the database for each evaluation."""
        return self.size / max(self.evaluations, 1)

    @property
    def days_left(self) -> float | None:
        """Days until the disk is full, or None where nothing runs."""
        return self.free / (self.pace * self.per_evaluation) if self.pace else None

    @property
    def log_is_long(self) -> bool:
        """Whether something has kept the log from being written back."""
        return self.log > 2 * LONG_LOG


def growth(database: Database) -> Growth:
    """How large a database is, and how fast it grows."""
    running = select(Session.id).where(Session.state == SessionState.RUNNING)
    with database.read() as connection:
        evaluations = connection.execute(select(func.coalesce(func.sum(Session.evaluations), 0))).scalar_one()
        sessions = connection.execute(running).scalars().all()
    log = log_of(database.path)
    return Growth(
        size=database.path.stat().st_size,
        log=log.stat().st_size if log.exists() else 0,
        free=shutil.disk_usage(database.path.parent).free,
        evaluations=evaluations,
        pace=sum(_pace(database, session) for session in sessions if holder(database.path, session) is not None),
    )


def users_of(path: Path) -> list[tuple[int, str]]:
    """The processes, of this user where others are hidden, that have a database open: their ids and names.

    Only Linux has them.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(os.readlink(file) == str(path) for file in (process / "fd").iterdir()):  # noqa: PTH115
                found.append((int(process.name), (process / "comm").read_text().strip()))
    return sorted(entry for entry in found if entry[0] != os.getpid())


def _pace(database: Database, session_id: int) -> float:
    """Evaluations a day of a session, by its last generations."""
    query = (
        select(Generation.evaluations, Generation.created_at)
        .where(Generation.session_id == session_id, Generation.created_at.is_not(None))
        .order_by(Generation.number.desc())
        .limit(LATELY)
    )
    with database.read() as connection:
        rows = connection.execute(query).all()
    if len(rows) < 2:
        return 0.0
    (last, ended), (first, began) = rows[0], rows[-1]
    seconds = (datetime.fromisoformat(str(ended)) - datetime.fromisoformat(str(began))).total_seconds()
    return float(last - first) / seconds * DAY if seconds > 0 else 0.0
