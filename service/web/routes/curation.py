"""The board of curators, what they say of a level, and changes of many levels at once."""

from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import Field

from service.web.curation.changes import MOST_LEVELS, Change, apply_change, repetitions, state_named
from service.web.dependencies import CURATOR, Curator, Id, OpenDatabase, OpenSandbox
from service.web.levels.search import GREATEST
from service.web.pages import page
from service.web.security.bodies import NOTES
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.security.redirects import local
from storage.board import board
from storage.curation import (
    LONGEST_NOTE,
    LONGEST_TAG,
    CurationState,
    curation_of,
    history,
    move_levels,
    tags_in_use,
)
from storage.database import Database
from storage.errors import CurationError
from storage.gallery import cards
from storage.queries import get_level

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

BOARD = "/curation"
PER_COLUMN = 60
SHOWN = 24
"""Levels that the page after a change of many shows."""
CHANGES = 20
"""Changes of a level that are shown unless all are asked for."""

Word = Annotated[str, Form(max_length=4 * LONGEST_TAG)]
Back = Annotated[str, Form(max_length=4000)]
LevelIds = Annotated[list[Annotated[int, Field(ge=1, le=GREATEST)]], Form(default_factory=list, max_length=MOST_LEVELS)]


class Task(StrEnum):
    """What levels were selected for."""

    STATE = "state"
    RATING = "rating"
    TAG = "tag"
    UNTAG = "untag"


class AskedChange(NamedTuple):
    """A change of levels, and its value."""

    task: Task
    value: str


def asked_change(task: Annotated[Task, Form()], state: Word = "", rating: Word = "", tag: Word = "") -> AskedChange:
    """What is to be done with the selected levels; the form has a field for each task."""
    return AskedChange(task, {Task.STATE: state, Task.RATING: rating}.get(task, tag))


@router.get(BOARD)
def board_page(request: Request, database: OpenDatabase) -> Response:
    """Levels by their state, in each the last changed first."""
    return page(request, "curation.html", columns=board(database, PER_COLUMN), tags=_tags(database))


@router.get("/curation/levels")
def after_change() -> Response:
    """Where a choice of language or theme leads back to after a change of many levels."""
    return RedirectResponse(BOARD, HTTPStatus.SEE_OTHER)


@router.post("/curation/levels", dependencies=[CURATOR, Depends(token_required)])
def change_levels(
    request: Request,
    database: OpenDatabase,
    who: Curator,
    asked: Annotated[AskedChange, Depends(asked_change)],
    level: LevelIds,
    back: Back = BOARD,
) -> Response:
    """Change all selected levels."""
    if not level:
        raise CurationError("no level is selected; select some first")
    changed = apply_change(database, level, Change(asked.task), asked.value, who)
    return page(
        request,
        "curation_done.html",
        task=asked.task,
        value=asked.value,
        changed=len(changed),
        selected=len(set(level)),
        cards=cards(database, changed[:SHOWN]),
        back=local(back),
    )


@router.post("/curation/{level_id:int}", dependencies=[CURATOR, Depends(token_required)])
def move(
    request: Request, database: OpenDatabase, who: Curator, level_id: Id, state: Word, back: Back = BOARD
) -> Response:
    """Move a level on the board."""
    before = curation_of(database, level_id).state
    move_levels(database, [level_id], state_named(state), who)
    if _is_for_script(request):
        return page(request, "curation_card.html", card=cards(database, [level_id])[0])
    return _moved(level_id, before, state, local(back))


@router.get("/curation/{level_id:int}/repetitions")
async def warning(
    request: Request,
    database: OpenDatabase,
    sandbox: OpenSandbox,
    level_id: Id,
    before: CurationState = CurationState.CANDIDATE,
    back: Annotated[str, Query(max_length=4000)] = BOARD,
) -> Response:
    """The chosen levels that a level nearly repeats, with a button that takes it back to the state before."""
    found = await repetitions(database, sandbox, level_id)
    if not (found.similar or _is_for_script(request)):
        return RedirectResponse(local(back), HTTPStatus.SEE_OTHER)
    return _fragment(request, "curation_repetitions.html", found=found, before=before, back=local(back))


@router.get("/levels/{level_id:int}/curation")
def panel(request: Request, database: OpenDatabase, level_id: Id, everything: bool = False) -> Response:
    """What curators think of a level, and the forms to change it."""
    return _panel(request, database, level_id, everything=everything)


@router.post("/levels/{level_id:int}/curation", dependencies=[CURATOR, Depends(token_required)])
@body_of(NOTES)
def change_level(
    request: Request,
    database: OpenDatabase,
    who: Curator,
    level_id: Id,
    change: Annotated[Change, Form()],
    value: Annotated[str, Form(max_length=2 * LONGEST_NOTE)] = "",
) -> Response:
    """Change one thing that is said of a level, and leave the others alone."""
    before = curation_of(database, level_id).state
    apply_change(database, [level_id], change, value, who)
    state = value if change is Change.STATE else ""
    if _is_for_script(request):
        shortlisted_from = (before or CurationState.CANDIDATE) if _is_shortlisting(before, state) else None
        return _panel(request, database, level_id, shortlisted_from=shortlisted_from)
    return _moved(level_id, before, state, f"/levels/{level_id}/curation")


def _panel(
    request: Request,
    database: Database,
    level_id: int,
    *,
    everything: bool = False,
    shortlisted_from: CurationState | None = None,
) -> Response:
    changes = history(database, level_id)[::-1]
    shown = changes if everything else changes[:CHANGES]
    return _fragment(
        request,
        "curation_level.html",
        level=get_level(database, level_id),
        curation=curation_of(database, level_id),
        changes=shown,
        earlier=len(changes) - len(shown),
        tags=_tags(database),
        shortlisted_from=shortlisted_from,
    )


def _moved(level_id: int, before: CurationState | None, state: str, back: str) -> RedirectResponse:
    """Where a form without scripts leads: to a look for repetitions where a level was shortlisted."""
    if not _is_shortlisting(before, state):
        return RedirectResponse(back, HTTPStatus.SEE_OTHER)
    query = urlencode({"before": before or CurationState.CANDIDATE, "back": back})
    return RedirectResponse(f"/curation/{level_id}/repetitions?{query}", HTTPStatus.SEE_OTHER)


def _is_shortlisting(before: CurationState | None, state: str) -> bool:
    return state == CurationState.SHORTLISTED and before != state


def _is_for_script(request: Request) -> bool:
    return "hx-request" in request.headers


def _fragment(request: Request, template: str, **context: Any) -> Response:
    """A piece of a page for scripts, and a page of its own without them."""
    frame = "bare.html" if _is_for_script(request) else "base.html"
    return page(request, template, headers={"Vary": "HX-Request"}, frame=frame, **context)


def _tags(database: Database) -> list[str]:
    return [tag for tag, _ in tags_in_use(database)]
