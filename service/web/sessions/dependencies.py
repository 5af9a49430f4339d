"""What the routes of sessions are given besides the database."""

from typing import Annotated

from fastapi import Depends, Request

from service.sessions.processes import SessionProcesses
from service.web.dependencies import Id, OpenDatabase
from service.web.sessions.watches import Watches
from storage.queries import get_session


def _processes(request: Request) -> SessionProcesses:
    processes: SessionProcesses = request.app.state.processes
    return processes


def _watches(request: Request) -> Watches:
    watches: Watches = request.app.state.watches
    return watches


Processes = Annotated[SessionProcesses, Depends(_processes)]
"""The sessions that run, whoever started them."""
Following = Annotated[Watches, Depends(_watches)]
"""The sessions that are watched."""


def followed(session_id: Id, database: OpenDatabase, watches: Following) -> None:
    """Refuse a stream before it begins. Raises UnknownSessionError or BusyError."""
    get_session(database, session_id)
    watches.require_room()
