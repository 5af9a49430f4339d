"""Sessions as JSON, and as a stream of events."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from fastapi.sse import EventSourceResponse

from service.web.dependencies import AUTHOR, By, Id, OpenDatabase
from service.web.security.bodies import NOTES
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.sessions import models
from service.web.sessions.dependencies import Following, Processes, followed
from service.web.sessions.events import event_stream
from service.web.sessions.fragments import JSON
from service.web.sessions.models import (
    Budget,
    NewSession,
    SessionChanges,
    SessionDetail,
    SessionResponse,
    SessionsResponse,
)
from service.web.sessions.views import summaries, summary, view
from storage import health, queries
from storage.queries import get_session, newest_sessions

router = APIRouter(route_class=PrivateRoute, prefix="/api/sessions", tags=["sessions"])

Before = Annotated[int | None, Query(ge=1, le=2**63 - 1)]
MOST = 100


@router.get("")
def sessions(
    database: OpenDatabase,
    processes: Processes,
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 25,
) -> SessionsResponse:
    """The sessions, the newest first."""
    rows = newest_sessions(database, limit + 1, before)
    said = [SessionResponse.of(seen) for seen in summaries(database, processes, rows[:limit])]
    return SessionsResponse(sessions=said, next=rows[limit - 1].id if len(rows) > limit else None)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[AUTHOR])
def start(new: NewSession, database: OpenDatabase, processes: Processes) -> SessionResponse:
    """Start a session in a process of its own."""
    session_id = processes.start(database, new.settings_in(database), new.where(processes.cluster), new.kept_name())
    return SessionResponse.of(summary(database, processes, get_session(database, session_id)))


@router.get("/{session_id}")
def session(session_id: Id, database: OpenDatabase, processes: Processes) -> SessionDetail:
    """One session as it is now."""
    return SessionDetail.of(view(database, processes, session_id))


@router.patch("/{session_id}", dependencies=[AUTHOR])
@body_of(NOTES)
def change(
    session_id: Id, changes: SessionChanges, database: OpenDatabase, processes: Processes, by: By
) -> SessionResponse:
    """Change the name or the note of a session."""
    changes.apply(database, session_id, by)
    return SessionResponse.of(summary(database, processes, get_session(database, session_id)))


@router.delete("/{session_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[AUTHOR])
def delete(session_id: Id, database: OpenDatabase, processes: Processes, by: By) -> None:
    """Delete a session that does not run, with the levels that only it needs.

    Levels on the board, in contests or in atlases stay. So do levels that other sessions have found too, and the
    ancestors of all that stay.
    """
    processes.delete(database, session_id, by)


@router.get("/{session_id}/history")
def history(session_id: Id, database: OpenDatabase) -> list[models.PointResponse]:
    """At most 300 generations, evenly spread, the last one among them."""
    return [models.PointResponse.model_validate(point) for point in health.history(database, session_id)]


@router.get("/{session_id}/pool")
def pool(session_id: Id, database: OpenDatabase) -> list[models.PoolLevelResponse]:
    """The levels of the pool, the best first."""
    get_session(database, session_id)
    return [models.PoolLevelResponse.model_validate(row) for row in health.pool_figures(database, session_id)]


@router.get("/{session_id}/archive")
def archive(session_id: Id, database: OpenDatabase) -> list[models.CellResponse]:
    """The best level of every kind (MAP-Elites)."""
    return [models.CellResponse.model_validate(row) for row in queries.archive(database, session_id)]


@router.get(
    "/{session_id}/events",
    response_class=Response,
    responses={HTTPStatus.OK: {"content": {EventSourceResponse.media_type: {}}}},
    dependencies=[Depends(followed)],
)
def events(session_id: Id, watches: Following) -> Response:
    """A stream: `session` is the session as JSON whenever it has changed, `point` its newest generation."""
    return event_stream(watches.follow(session_id, JSON))


@router.post("/{session_id}/stop", status_code=HTTPStatus.ACCEPTED, dependencies=[AUTHOR])
def stop(session_id: Id, database: OpenDatabase, processes: Processes) -> SessionResponse:
    """Ask a session to finish its generation and end, wherever it was started."""
    processes.stop(database, session_id)
    return SessionResponse.of(summary(database, processes, get_session(database, session_id)))


@router.post("/{session_id}/resume", status_code=HTTPStatus.ACCEPTED, dependencies=[AUTHOR])
def resume(session_id: Id, budget: Budget, database: OpenDatabase, processes: Processes) -> SessionResponse:
    """Resume a session in a process of its own."""
    stop = budget.conditions_of(database, session_id)
    processes.resume(database, session_id, stop, budget.where(processes.cluster))
    return SessionResponse.of(summary(database, processes, get_session(database, session_id)))
