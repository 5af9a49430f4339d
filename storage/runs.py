"""Runs: which process ran a session from which generation on, and under which versions."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from itertools import groupby

from sqlalchemy import Connection, insert, select

from generator.messages import Message
from storage.database import Database
from storage.recorder import unknown_session
from storage.tables.sessions import Event, Run, Session

CHANGED = "versions"
"""The kind of the event that reports other versions."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions that the figures of a session may depend on, and that of this program."""

    program: str
    python: str
    numpy: str
    numba: str


@dataclass(frozen=True, slots=True)
class RunRow(Versions):
    """A process that began or resumed a session; `generation` is the last one that was there before."""

    generation: int
    started_at: str


def enter_run(database: Database, session_id: int, versions: Versions) -> Message:
    """Enter a process that begins or resumes a session.

    Returns how its versions differ from those of the process before it, which is an event of the session too; nothing
    where they do not. Raises UnknownSessionError.
    """
    now = database.now()
    with database.begin() as connection:
        generation = connection.execute(select(Session.generation).where(Session.id == session_id)).scalar_one_or_none()
        if generation is None:
            raise unknown_session(session_id)
        before = _runs(connection, session_id)[-1:]
        place = {"session_id": session_id, "generation": generation}
        connection.execute(insert(Run), [{**place, "started_at": now, **asdict(versions)}])
        news = _differences(before[0], versions) if before else Message("")
        if news:
            connection.execute(insert(Event), [{**place, "kind": CHANGED, "text": news, "created_at": now}])
    return news


def runs(database: Database, session_id: int) -> list[RunRow]:
    """The runs of a session, the oldest first; none for a session of a program that did not enter them."""
    with database.read() as connection:
        return _runs(connection, session_id)


def all_runs(database: Database) -> Mapping[int, list[RunRow]]:
    """The runs of every session that has any."""
    with database.read() as connection:
        rows = connection.execute(select(Run.session_id, *_COLUMNS).order_by(Run.session_id, Run.id)).all()
    grouped = groupby(rows, key=lambda row: row.session_id)
    return {session_id: [RunRow(*figures) for _, *figures in found] for session_id, found in grouped}


_COLUMNS = tuple(getattr(Run, field.name) for field in fields(RunRow))


def _runs(connection: Connection, session_id: int) -> list[RunRow]:
    query = select(*_COLUMNS).where(Run.session_id == session_id).order_by(Run.id)
    return [RunRow(*row) for row in connection.execute(query)]


def _differences(before: Versions, now: Versions) -> Message:
    pairs = ((field.name, getattr(before, field.name), getattr(now, field.name)) for field in fields(Versions))
    changes = ", ".join(f"{name} {old} -> {new}" for name, old, new in pairs if old != new)
    if not changes:
        return Message("")
    return Message("resumed under other versions than before: {changes}", changes=changes)
