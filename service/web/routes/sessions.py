"""Pages of sessions: the list, the form to start one, and the live page of each."""

from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import Field, ValidationError
from starlette.datastructures import FormData

from service.errors import ServiceError, SessionIdleError
from service.sessions.names import LONGEST_NAME, LONGEST_NOTE
from service.settings import usable_cores
from service.web.dependencies import AUTHOR, By, Id, LoggedIn, OpenDatabase
from service.web.errors import FORESEEN, status_of
from service.web.field_names import refusal
from service.web.home.visits import news_for
from service.web.languages import language_of
from service.web.pages import fragment, page
from service.web.routes.sessions_api import Before
from service.web.security.bodies import NOTES
from service.web.security.forgery import token_of, token_required
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.sessions.dependencies import Following, Processes, followed
from service.web.sessions.drawings import sparkline
from service.web.sessions.events import event_stream
from service.web.sessions.form_faults import field_at_fault
from service.web.sessions.fragments import drawing
from service.web.sessions.models import Budget, SessionChanges
from service.web.sessions.start_form import Given, filled, given_by
from service.web.sessions.views import summaries, summary, view
from service.web.write_threads import run_in_writing_thread
from storage.errors import SessionBusyError
from storage.queries import get_session, newest_sessions
from storage.upkeep.retention import session_loss

router = APIRouter(route_class=PrivateRoute, prefix="/sessions", include_in_schema=False)

PER_PAGE = 25
MOST_COMPARED = 8
"""Sessions over one another, which are still told apart."""
Number = Annotated[int, Field(ge=1, le=2**63 - 1)]
LIST = "list"
"""Where a form was sent from, when it was not a session's own page."""


@router.get("")
def sessions(
    request: Request, database: OpenDatabase, processes: Processes, who: LoggedIn, before: Before = None
) -> Response:
    """The list of sessions; a page that renews itself gets only its table."""
    rows = newest_sessions(database, PER_PAGE + 1, before)
    context: dict[str, Any] = {
        "sessions": summaries(database, processes, rows[:PER_PAGE]),
        "older": rows[PER_PAGE - 1].id if len(rows) > PER_PAGE else None,
        "before": before,
        "sparkline": sparkline,
    }
    if "hx-request" in request.headers:
        return HTMLResponse(
            fragment(language_of(request), "session_table.html", csrf=token_of(request), may=who.rights, **context)
        )
    return page(request, "sessions.html", away=news_for(request, database), **context)


@router.get("/compare")
def compare(
    request: Request,
    database: OpenDatabase,
    processes: Processes,
    ids: Annotated[list[Number], Query(max_length=MOST_COMPARED)] = [],  # noqa: B006 - nobody changes it
    over: Literal["evaluations", "time"] = "evaluations",
) -> Response:
    """Several sessions over one another."""
    rows = [get_session(database, session_id) for session_id in dict.fromkeys(ids)]
    seen = summaries(database, processes, rows)
    return page(request, "session_compare.html", sessions=seen, over=over, sparkline=sparkline)


@router.get("/{session_id}")
def session(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """A session's own page, which renews itself by the stream."""
    return _page(request, database, processes, session_id)


def _page(
    request: Request,
    database: OpenDatabase,
    processes: Processes,
    session_id: int,
    given: Given | None = None,
    error: Exception | None = None,
) -> Response:
    """The page of a session; with what was given to go on with it where that was refused."""
    seen = view(database, processes, session_id)
    course = summary(database, processes, seen.row).course
    fault = error and refusal(error)
    return page(
        request,
        "session.html",
        status_of(error) if error else HTTPStatus.OK,
        view=seen,
        course=course,
        sparkline=sparkline,
        cores=usable_cores(),
        cluster=processes.cluster,
        longest_name=LONGEST_NAME,
        longest_note=LONGEST_NOTE,
        given=given or {},
        fault=fault,
        at_fault=error and fault and field_at_fault(error, fault, given or {}, frozenset(Budget.model_fields)),
        **drawing(),
    )


@router.get("/{session_id}/stream", dependencies=[Depends(followed)])
def stream(request: Request, session_id: Id, watches: Following) -> Response:
    """The pieces of a session's page that have changed, in the visitor's language."""
    return event_stream(watches.follow(session_id, language_of(request)))


@router.post("/{session_id}", dependencies=[AUTHOR, Depends(token_required)])
@body_of(NOTES)
def change(
    session_id: Id,
    database: OpenDatabase,
    by: By,
    name: Annotated[str, Form(max_length=4 * LONGEST_NAME)] = "",
    note: Annotated[str, Form(max_length=4 * LONGEST_NOTE)] = "",
) -> Response:
    """Change the name and the note of a session; an empty one is removed."""
    SessionChanges(name=name.strip(), note=note).apply(database, session_id, by)
    return RedirectResponse(f"/sessions/{session_id}", HTTPStatus.SEE_OTHER)


@router.get("/{session_id}/removal", dependencies=[AUTHOR])
def removal(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """What would be lost with a session, and the button that deletes it."""
    processes.require_idle(database, session_id)
    row, loss = get_session(database, session_id), session_loss(database, session_id)
    return page(request, "session_removal.html", row=row, loss=loss)


@router.post("/{session_id}/removal", dependencies=[AUTHOR, Depends(token_required)])
def remove(session_id: Id, database: OpenDatabase, processes: Processes, by: By) -> Response:
    """Delete a session, with the levels that only it needs."""
    processes.delete(database, session_id, by)
    return RedirectResponse("/sessions", HTTPStatus.SEE_OTHER)


@router.post("/{session_id}/stop", dependencies=[AUTHOR, Depends(token_required)])
async def stop(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """Ask a session to finish its generation and end, unless it has ended by itself."""
    with suppress(SessionIdleError):
        await run_in_writing_thread(processes.stop, database, session_id)
    return _back(await request.form(), session_id)


@router.post("/{session_id}/resume", dependencies=[AUTHOR, Depends(token_required)])
async def resume(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """Go on with a session, or show its page again with what is wrong with the form."""
    form = await request.form()
    try:
        await run_in_writing_thread(_resume, database, processes, session_id, form)
    except SessionBusyError:
        raise
    except (*FORESEEN, ValidationError) as error:
        if form.get("back") == LIST:
            if isinstance(error, ValidationError):
                raise ServiceError(refusal(error)) from error
            raise
        return await run_in_writing_thread(_page, request, database, processes, session_id, given_by(form), error)
    return _back(form, session_id)


def _resume(database: OpenDatabase, processes: Processes, session_id: int, form: FormData) -> None:
    budget = Budget.model_validate(filled(form, Budget.model_fields))
    stop = budget.conditions_of(database, session_id)
    processes.resume(database, session_id, stop, budget.where(processes.cluster))


def _back(form: FormData, session_id: int) -> Response:
    place = "/sessions" if form.get("back") == LIST else f"/sessions/{session_id}"
    return RedirectResponse(place, HTTPStatus.SEE_OTHER)
