"""The page on which a session is started: the puzzle, a card, minutes; all else is folded away."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import ValidationError
from starlette.datastructures import FormData

from generator.registry import require_listed
from service.web.dependencies import AUTHOR, Id, OpenDatabase
from service.web.errors import FORESEEN
from service.web.field_names import refusal
from service.web.pages import page
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from service.web.sessions.dependencies import Processes
from service.web.sessions.form_faults import field_at_fault
from service.web.sessions.models import NewSession
from service.web.sessions.start_form import (
    DEFAULT_FAMILY,
    Given,
    cloned,
    fields_of,
    fields_shown,
    form_context,
    given_by,
    like,
)
from service.web.write_threads import run_in_writing_thread

router = APIRouter(route_class=PrivateRoute, prefix="/sessions", include_in_schema=False)

RENEW = "renew"
"""The button that asks for the form again, with the fields of what is chosen now."""


@router.get("/new", dependencies=[AUTHOR])
def new_session(
    request: Request,
    database: OpenDatabase,
    processes: Processes,
    family: Annotated[str, Query(max_length=40)] = DEFAULT_FAMILY,
    preset: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The form to start a session of a family."""
    require_listed(family)
    return _form(request, database, processes, {"family": [family], **({"preset": [preset]} if preset else {})})


@router.get("/{session_id}/clone", dependencies=[AUTHOR])
def clone(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """The form, filled in with the settings of a session and without its seed."""
    return _form(request, database, processes, cloned(database, session_id))


@router.get("/like/{level_id}", dependencies=[AUTHOR])
def more_like(request: Request, level_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """The form of a session that begins with a level."""
    return _form(request, database, processes, like(database, level_id))


@router.post("", dependencies=[AUTHOR, Depends(token_required)])
async def start(request: Request, database: OpenDatabase, processes: Processes) -> Response:
    """Start a session, or show the form again: with what is wrong with it, or with other fields."""
    form = await request.form()
    if RENEW in form:
        return await run_in_writing_thread(_form, request, database, processes, given_by(form))
    try:
        session_id = await run_in_writing_thread(_started, database, processes, form)
    except (*FORESEEN, ValidationError) as error:
        return await run_in_writing_thread(_form, request, database, processes, given_by(form), error)
    return RedirectResponse(f"/sessions/{session_id}", HTTPStatus.SEE_OTHER)


def _started(database: OpenDatabase, processes: Processes, form: FormData) -> int:
    new = NewSession.model_validate(fields_of(form))
    return processes.start(database, new.settings_in(database), new.where(processes.cluster), new.kept_name())


def _form(
    request: Request, database: OpenDatabase, processes: Processes, given: Given, error: Exception | None = None
) -> Response:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    context = form_context(database, given)
    fault = error and refusal(error)
    at_fault = error and fault and field_at_fault(error, fault, given, fields_shown(context))
    shown = {**context, "cluster": processes.cluster, "fault": fault, "at_fault": at_fault}
    return page(request, "session_new.html", status, **shown)
