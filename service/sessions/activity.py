"""What becomes of a session, by its process and by what the database says."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from generator.messages import Message
from service.errors import message_of_program
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
LAST_LINE = re.compile(r"^(?:Error: (.+)|([\w.]*[a-z](?:Error|Exception)(?:: .*)?))$", re.MULTILINE)
"""What a command refuses, or the last line of a traceback."""
LAST_WORDS = 10_000
"""Bytes at the end of a log in which the reason of a crash is looked for."""


def complaint_log(path: Path, session_id: int) -> Path:
    """Where the process of a session of this database leaves what it complains about."""
    return Path(f"{path}.session-{session_id}.log")


def complaint(path: Path, session_id: int) -> Message:
    """Why the process of a session broke down, in one line; empty where it has not, was killed, or has no log."""
    try:
        with complaint_log(path, session_id).open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - LAST_WORDS))
            return _last_message(log.read().decode(errors="replace"))
    except FileNotFoundError:
        return Message("")


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


def _last_message(text: str) -> Message:
    """What a process has refused, or the last line of a traceback; empty where there is neither."""
    lines = LAST_LINE.findall(text)
    return message_of_program(text) or Message("".join(lines[-1]) if lines else "")
