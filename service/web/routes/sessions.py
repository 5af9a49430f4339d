"""Pages of sessions: the list, the form to start one, and the live page of each."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import ValidationError
from starlette.datastructures import FormData

from generator import Option, default_family, family_names, get_declaration
from generator.messages import Message, MessageError
from generator.registry import require_listed
from optimiser.objective import PRESETS
from optimiser.pool import Replacement
from service.errors import ServiceError
from service.sessions.keep import KEEP
from service.sessions.names import LONGEST_NAME, LONGEST_NOTE
from service.sessions.settings import options_of
from service.sessions.sizes import AXIS, DEFAULT_SIZES, REQUIRED, SIZES
from service.settings import usable_cores
from service.web.dependencies import AUTHOR, By, Id, LoggedIn, OpenDatabase
from service.web.errors import FORESEEN
from service.web.faults import message_of_faults
from service.web.languages import language_of
from service.web.pages import fragment, page
from service.web.routes.sessions_api import Before
from service.web.security.bodies import NOTES
from service.web.security.forgery import token_of, token_required
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.sessions.dependencies import Following, Processes, followed
from service.web.sessions.drawings import sparkline
from service.web.sessions.events import event_stream
from service.web.sessions.fragments import drawing
from service.web.sessions.models import Budget, NewSession, SessionChanges
from service.web.sessions.views import summaries, summary, view
from service.web.write_threads import run_in_writing_thread
from storage.queries import get_session, newest_sessions
from storage.retention import session_loss

router = APIRouter(route_class=PrivateRoute, prefix="/sessions", include_in_schema=False)

PER_PAGE = 25
OPTION = "option-"
"""What the names of fields begin with that are settings of the family."""
SEARCH = (REQUIRED, AXIS, *SIZES, KEEP)
"""What a search is told besides its levels, which the form folds away."""
DEFAULT_FAMILY = default_family()
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
    return page(request, "sessions.html", **context)


@router.get("/new", dependencies=[AUTHOR])
def new_session(
    request: Request, processes: Processes, family: Annotated[str, Query(max_length=40)] = DEFAULT_FAMILY
) -> Response:
    """The form to start a session of a family."""
    require_listed(family)
    return _form(request, processes, family, {}, None)


@router.post("", dependencies=[AUTHOR, Depends(token_required)])
async def start(request: Request, database: OpenDatabase, processes: Processes) -> Response:
    """Start a session, or show the form again with what is wrong with it."""
    form = await request.form()
    try:
        session_id = await run_in_writing_thread(_started, database, processes, form)
    except (*FORESEEN, ValidationError) as error:
        given = {name: [value for value in form.getlist(name) if isinstance(value, str)] for name in form}
        family = given.get("family", [""])[0]
        shown = family if family in family_names() else DEFAULT_FAMILY
        return _form(request, processes, shown, given, _told(error))
    return RedirectResponse(f"/sessions/{session_id}", HTTPStatus.SEE_OTHER)


@router.get("/{session_id}")
def session(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """A session's own page, which renews itself by the stream."""
    seen = view(database, processes, session_id)
    course = summary(database, processes, seen.row).course
    return page(
        request,
        "session.html",
        view=seen,
        course=course,
        sparkline=sparkline,
        cores=usable_cores(),
        cluster=processes.cluster,
        longest_name=LONGEST_NAME,
        longest_note=LONGEST_NOTE,
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
    """Ask a session to finish its generation and end."""
    await run_in_writing_thread(processes.stop, database, session_id)
    return _back(await request.form(), session_id)


@router.post("/{session_id}/resume", dependencies=[AUTHOR, Depends(token_required)])
async def resume(request: Request, session_id: Id, database: OpenDatabase, processes: Processes) -> Response:
    """Go on with a session."""
    form = await request.form()
    try:
        budget = Budget.model_validate(_filled(form, Budget.model_fields))
    except ValidationError as error:
        raise ServiceError(_told(error)) from error
    await run_in_writing_thread(
        processes.resume, database, session_id, budget.conditions(), budget.where(processes.cluster)
    )
    return _back(form, session_id)


def _started(database: OpenDatabase, processes: Processes, form: FormData) -> int:
    filled = _filled(form, NewSession.model_fields)
    family = filled.get("family", DEFAULT_FAMILY)
    texts = {option.name for option in get_declaration(family).options if option.is_file}
    names = [name.removeprefix(OPTION) for name in form if name.startswith(OPTION)]
    settings = {name: _values(form, OPTION + name, name in texts) for name in names}
    fields = {**filled, "settings": settings, "require": _parted(form, REQUIRED), "axes": _parted(form, AXIS)}
    new = NewSession.model_validate(fields)
    return processes.start(database, new.session_settings(), new.where(processes.cluster), new.kept_name())


def _filled(form: FormData, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a model that the visitor has filled in."""
    return {name: value.strip() for name in fields if isinstance(value := form.get(name), str) and value.strip()}


def _values(form: FormData, name: str, is_text: bool) -> list[str]:
    """The words of a field, and of all fields of one name; several in one field are parted by commas or spaces.

    A text is one value.
    """
    texts = [value for value in form.getlist(name) if isinstance(value, str)]
    if is_text:
        return [text for text in texts if text.strip()]
    return [word for text in texts for word in text.replace(",", " ").split()]


def _parted(form: FormData, option: Option) -> list[str]:
    texts = [value for value in form.getlist(option.name) if isinstance(value, str)]
    return [word.strip() for text in texts for word in text.split(",") if word.strip()]


def _form(
    request: Request, processes: Processes, family: str, given: Mapping[str, list[str]], fault: Message | None
) -> Response:
    declaration = get_declaration(family)
    return page(
        request,
        "session_new.html",
        HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK,
        family=family,
        families=family_names(),
        presets=[*declaration.presets],
        options=options_of(family),
        search_options=SEARCH,
        advanced=any(word for option in SEARCH for word in given.get(option.name, [])),
        defaults={option.name: default for option, default in zip(SIZES, DEFAULT_SIZES, strict=True)},
        objectives=[*PRESETS, *declaration.objectives],
        metrics=declaration.metrics,
        replacements=[*Replacement],
        cores=usable_cores(),
        cluster=processes.cluster,
        given=given,
        fault=fault,
    )


def _told(error: Exception) -> Message:
    if isinstance(error, MessageError):
        return error.message
    return message_of_faults(error.errors()) if isinstance(error, ValidationError) else Message(str(error))


def _back(form: FormData, session_id: int) -> Response:
    place = "/sessions" if form.get("back") == LIST else f"/sessions/{session_id}"
    return RedirectResponse(place, HTTPStatus.SEE_OTHER)
