"""Selected levels as a sheet to print."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import Field

from service.levels.sheet import sheet
from service.web.curation.changes import MOST_LEVELS
from service.web.dependencies import OpenDatabase
from service.web.languages import language_of, tag, translated
from service.web.levels.search import GREATEST
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from storage.errors import CurationError
from storage.queries import get_level

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

MOST = 100
"""Levels of one sheet: some seconds, and some megabytes."""

_Id = Annotated[int, Field(ge=1, le=GREATEST)]
LevelIds = Annotated[list[_Id], Query(default_factory=list, max_length=MOST)]
SelectedIds = Annotated[list[_Id], Form(default_factory=list, max_length=MOST_LEVELS)]


@router.post("/sheet", dependencies=[Depends(token_required)])
def sheet_of_selected(level: SelectedIds) -> Response:
    """Where the sheet of the levels that were selected is."""
    return RedirectResponse(f"/sheet?{urlencode([('ids', each) for each in _printed(level)])}", HTTPStatus.SEE_OTHER)


@router.get("/sheet")
def sheet_of_levels(request: Request, database: OpenDatabase, ids: LevelIds) -> Response:
    """Levels with their solutions behind, as one file of HTML. Raises CurationError and UnknownLevelError."""
    rows = [get_level(database, level_id) for level_id in _printed(ids)]
    language = language_of(request)
    content = "".join(sheet(rows, "cenote", tag(language), lambda message: translated(language, message)))
    headers = {"Content-Disposition": 'attachment; filename="cenote-sheet.html"', "Vary": "Accept-Language, Cookie"}
    return Response(content, media_type="text/html", headers=headers)


def _printed(ids: Sequence[int]) -> list[int]:
    distinct = list(dict.fromkeys(ids))
    if not 1 <= len(distinct) <= MOST:
        raise CurationError("choose 1 to {most} levels for a sheet", most=MOST)
    return distinct
